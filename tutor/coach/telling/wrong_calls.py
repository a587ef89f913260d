"""Wrong calls in words: the two contracts that the choice is between, and why one of them is the wrong one."""

from collections.abc import Mapping
from typing import Final

from tutor.coach.facts import Decision
from tutor.coach.reasons.call_case import target_of
from tutor.coach.reasons.call_reasons import CallReasons
from tutor.coach.reasons.counterfactual import RulesInstead, TricksInstead
from tutor.coach.telling import advice
from tutor.coach.telling.knowing import Known
from tutor.coach.telling.marks import STRAIN_NAMES, Marked, listed, marked, marked_cards
from tutor.coach.themes import Finding, Theme
from tutor.coach.words import contract_with, outcome_words, point_count, score_words
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES, Call, Contract, is_bid, make_bid, strain_of

Values = Mapping[str, object]

SENTENCES: Final[dict[Theme, str]] = {
    Theme.BEST_STRAIN: N_("Another strain scores more for %(seat)s: %(instead)s leads to it."),
    Theme.RAISE_WHEN_OUTBID: N_(
        "Every trick over six counts whatever the level: %(instead)s scores all of them, and %(call)s asks for more "
        "than there are."
    ),
    Theme.BID_ENOUGH: N_(
        "By these rules only the tricks that were bid count: %(instead)s bids more of them and makes."
    ),
    Theme.BID_YOURS: N_("%(seat)s has a contract to bid: %(instead)s makes."),
    Theme.ESCAPE: N_("%(standing)s is doubled and fails: %(seat)s does better with %(instead)s."),
    Theme.LAST_WORD: N_("A pass ends the auction here: %(call)s gives %(opponent)s another turn."),
    Theme.REDOUBLE: N_("%(standing)s is doubled and makes: a redouble makes it worth twice as much."),
    Theme.NO_REDOUBLE: N_("The redouble does %(seat)s no good here."),
    Theme.LET_IT_STAND: N_("%(standing)s is doubled and makes: the double helps %(seat)s, and it can stand."),
    Theme.OUT_OF_REACH: N_(
        "%(opponent)s is left with a contract that makes: %(instead)s makes as well, and %(opponent)s gains nothing by "
        "bidding over it."
    ),
    Theme.FREE_BLOCK: N_(
        "%(opponent)s is left with a contract that makes. %(instead)s would fail, but a failed contract costs nothing "
        "by these rules, and %(opponent)s does not score."
    ),
    Theme.SACRIFICE: N_(
        "%(opponent)s is left with a contract that makes. %(instead)s fails, but it costs less than that contract "
        "scores."
    ),
    Theme.PUSH: N_("%(instead)s pushes %(opponent)s into another contract, worth less to %(opponent)s."),
    Theme.TOO_DEAR: N_("%(call)s keeps %(opponent)s from a contract that makes, but at too high a price."),
    Theme.LEAVE_IT: N_("%(opponent)s’s %(standing)s fails: there is no need to bid over it."),
    Theme.DOUBLE: N_("%(opponent)s’s %(standing)s fails: a double makes that cost more."),
    Theme.NO_DOUBLE: N_("The double drives %(opponent)s out of %(standing)s, and %(seat)s comes off the worse for it."),
    Theme.DOUBLE_OF_MAKING: N_("%(opponent)s’s %(standing)s makes: the double only raises what it scores."),
}
"""By theme: what it says, without the counterfactual."""

SUPPOSED: Final = frozenset({Theme.DOUBLE, Theme.LEAVE_IT, Theme.REDOUBLE, Theme.LET_IT_STAND})
"""The themes whose counterfactual is the trick by which a contract makes or fails: that is worth telling."""

SHUT_OUT: Final = N_(
    "%(opponent)s shuts %(seat)s out with a bid that fails, for which nobody scores: %(instead)s leaves no room for "
    "that."
)
"""For :attr:`Theme.OUT_OF_REACH`, where the opponent is not left with a contract that makes."""


def happens(decision: Decision, reasons: CallReasons) -> tuple[Message, ...]:
    """Where the wrong call leads, and where the best one does."""
    call, instead = reasons.after[0], reasons.instead
    found = []
    if len(reasons.after) > 2:
        calls = reasons.after[1:]
        seats = (decision.seat.other, decision.seat)
        named = [
            Message(N_("%(call)s by %(seat)s"), {"call": marked(each), "seat": SEAT_NAMES[seats[place % 2]]})
            for place, each in enumerate(calls)
        ]
        values: dict[str, object] = {"call": marked(call), "calls": listed(named)}
        if decision.opponent == "natural" and any(is_bid(each) for each in calls[::2]):
            natural = N_("After %(call)s come %(calls)s: the opponent bids only what makes.")
            found.append(Message(natural, values))
        elif decision.opponent == "natural":
            found.append(Message(N_("After %(call)s come %(calls)s."), values))
        else:
            found.append(Message(N_("With best calling, %(call)s is followed by %(calls)s."), values))
    found.append(_ending(call, reasons.contract, reasons.tricks, reasons.score))
    found.append(_ending(instead, reasons.better_contract, reasons.better_tricks, reasons.better_score))
    return tuple(found)


def _ending(call: Call, contract: Contract | None, tricks: int | None, score: int) -> Message:
    """What the auction comes to after *call*."""
    values: dict[str, object] = {"call": marked(call)}
    if contract is None or tricks is None:
        return Message(N_("After %(call)s the deal is passed out, and nobody scores."), values)
    values |= {
        "contract": contract_with(marked(make_bid(contract.level, contract.strain)), contract),
        "outcome": outcome_words(contract, tricks),
        "score": score_words(score),
    }
    return Message(N_("After %(call)s the contract is %(contract)s, %(outcome)s: %(score)s."), values)


def shown_finding(reasons: CallReasons) -> Finding | None:
    """The theme to tell of: the first, unless the call asks for so much that no other strain is to blame."""
    overbid = next((f for f in reasons.findings if f.theme is Theme.OVERBID), None)
    short = 0 if reasons.contract is None or reasons.tricks is None else reasons.contract.target - reasons.tricks
    if overbid is not None and short > 1 and reasons.findings[0].theme is Theme.BEST_STRAIN:
        return overbid
    return reasons.findings[0] if reasons.findings else None


def next_time(decision: Decision, reasons: CallReasons, finding: Finding) -> Message:
    """The advice that goes with *finding*, one of *reasons*, by these rules and after this better call."""
    if finding.theme is Theme.BEST_STRAIN and not decision.deal.ruleset.overtricks:
        return Message(advice.HIGHEST)
    better, tricks = reasons.better_contract, reasons.better_tricks
    makes = better is not None and better.declarer == decision.seat and (tricks or 0) >= better.target
    if finding.theme is Theme.ESCAPE and makes:
        return Message(advice.ESCAPE_MAKES)
    return Message(advice.NEXT_TIME[finding.theme])


def reason(decision: Decision, reasons: CallReasons, known: Known) -> tuple[Message, ...]:
    """The most telling theme, what would have to be different where that helps, and the cards that punish."""
    said: list[Message] = []
    auction = decision.deal.auction
    assert auction is not None
    values: dict[str, object] = {
        "call": marked(reasons.after[0]),
        "seat": SEAT_NAMES[decision.seat],
        "opponent": SEAT_NAMES[decision.seat.other],
    }
    if auction.last_bid is not None:
        values["standing"] = marked(auction.last_bid)
    finding = shown_finding(reasons)
    if finding is not None:
        values["instead"] = marked(finding.instead)
        said.append(_theme(decision, finding, values))
        supposed = _supposed(decision, finding)
        if supposed is not None:
            then = {"supposed": supposed, "then": _then(finding, values)}
            said.append(Message(N_("Suppose %(supposed)s: %(then)s."), then))
    said += _punished(decision, reasons, known, values)
    return tuple(said)


def _theme(decision: Decision, finding: Finding, values: Values) -> Message:
    """*finding* in words."""
    if finding.theme is Theme.OUT_OF_REACH and isinstance(finding.change, RulesInstead):
        return Message(SHUT_OUT, values)
    if finding.theme is not Theme.OVERBID:
        return Message(SENTENCES[finding.theme], values)
    call = values["call"]
    assert isinstance(call, Marked)
    assert decision.table is not None
    bid = call.actions[0]
    forms = P_(
        "%(call)s needs %(needed)s tricks, and %(seat)s takes one.",
        "%(call)s needs %(needed)s tricks, and %(seat)s takes %(count)s.",
    )
    taken = decision.table[decision.seat][strain_of(bid)]
    if not taken:
        return Message(
            N_("%(call)s needs %(needed)s tricks, and %(seat)s takes none."), {**values, "needed": target_of(bid)}
        )
    return Message.counted(forms, taken, {**values, "needed": target_of(bid)})


def _supposed(decision: Decision, finding: Finding) -> Message | None:
    """What would have to be different, to follow "suppose"; None where it would tell a learner nothing."""
    change = finding.change
    if isinstance(change, TricksInstead) and finding.theme in SUPPOSED:
        assert decision.table is not None
        values = {
            "who": SEAT_NAMES[change.declarer],
            "strain": STRAIN_NAMES[change.strain],
            "now": decision.table[change.declarer][change.strain],
        }
        forms = P_(
            "%(who)s took one trick in %(strain)s, not %(now)s",
            "%(who)s took %(count)s tricks in %(strain)s, not %(now)s",
        )
        return Message.counted(forms, change.tricks, values)
    if isinstance(change, RulesInstead) and finding.theme is Theme.BID_ENOUGH and not finding.cost:
        return Message(N_("every trick over six counted"))
    return None


def _then(finding: Finding, values: Values) -> Message:
    """What would follow from it."""
    if finding.theme is Theme.BID_ENOUGH:
        return Message(N_("%(call)s would cost nothing"), values)
    if finding.cost:
        left = {**values, "points": point_count(finding.cost)}
        return Message(N_("%(instead)s would be better than %(call)s by only %(points)s"), left)
    return Message(N_("%(instead)s would be no better than %(call)s"), values)


def _punished(decision: Decision, reasons: CallReasons, known: Known, values: Values) -> list[Message]:
    """The opponent's card or two that make the difference."""
    cards, hands = reasons.punishing, decision.deal.start_hands
    if not cards or hands is None or not known.may_name_all(cards, hands):
        return []
    named = {**values, "punishing": marked_cards(cards)}
    if len(cards) == 1:
        one = N_(
            "%(opponent)s’s %(punishing)s makes the difference: if it were the lowest of its suit, %(call)s would cost "
            "nothing."
        )
        return [Message(one, named)]
    same = N_(
        "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of the suit, %(call)s "
        "would cost nothing."
    )
    two = N_(
        "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of their suits, "
        "%(call)s would "
        "cost nothing."
    )
    return [Message(same if cards[0] // 13 == cards[1] // 13 else two, named)]
