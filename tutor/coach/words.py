"""Cards, calls, contracts, scores and verdicts as a reader or a screen reader wants them: in whole words."""

from functools import cache
from typing import Final

from tutor.cards import Card, Seat, Strain, rank_of, suit_of
from tutor.coach.facts import Choice, Decision
from tutor.messages import N_, P_, Message
from tutor.notation.text import named_invisible
from tutor.rules import DOUBLE, PASS, REDOUBLE, Action, Call, Contract, Phase, Play, level_of, strain_of
from tutor.rules.play import SEAT_NAMES, SUIT_NAMES

RANK_NAMES: Final = tuple(
    Message(name)
    for name in (
        N_("two"),
        N_("three"),
        N_("four"),
        N_("five"),
        N_("six"),
        N_("seven"),
        N_("eight"),
        N_("nine"),
        N_("ten"),
        N_("jack"),
        N_("queen"),
        N_("king"),
        N_("ace"),
    )
)
BID_FORMS: Final = (
    P_("%(count)s club", "%(count)s clubs"),
    P_("%(count)s diamond", "%(count)s diamonds"),
    P_("%(count)s heart", "%(count)s hearts"),
    P_("%(count)s spade", "%(count)s spades"),
    P_("%(count)s no-trump", "%(count)s no-trump"),
)
MINUS: Final = "−"


@cache
def card_words(card: Card) -> Message:
    """``queen of clubs``."""
    return Message(N_("%(rank)s of %(suit)s"), {"rank": RANK_NAMES[rank_of(card)], "suit": SUIT_NAMES[suit_of(card)]})


def bid_words(level: int, strain: Strain) -> Message:
    """``1 spade``, ``3 no-trump``."""
    return Message.counted(BID_FORMS[strain], level)


@cache
def call_words(call: Call) -> Message:
    """``pass``, ``double``, ``redouble`` or the bid."""
    if call == PASS:
        return Message(N_("pass"))
    if call == DOUBLE:
        return Message(N_("double"))
    if call == REDOUBLE:
        return Message(N_("redouble"))
    return bid_words(level_of(call), strain_of(call))


def action_words(action: Action) -> Message:
    """The card or the call in words."""
    return card_words(action) if action < PASS else call_words(action)


def contract_words(contract: Contract) -> Message:
    """``3 spades by South, doubled``."""
    return contract_with(bid_words(contract.level, contract.strain), contract)


def contract_with(bid: object, contract: Contract) -> Message:
    """*contract* with its bid shown as *bid*, a mark as a rule: ``3♠ by South, doubled``."""
    values = {"bid": bid, "seat": SEAT_NAMES[contract.declarer]}
    if contract.multiplier == 2:
        return Message(N_("%(bid)s by %(seat)s, doubled"), values)
    if contract.multiplier == 4:
        return Message(N_("%(bid)s by %(seat)s, redoubled"), values)
    return Message(N_("%(bid)s by %(seat)s"), values)


def trick_count(count: int) -> Message:
    """``no trick``, ``one trick``, ``3 tricks``."""
    if not count:
        return Message(N_("no trick"))
    return Message.counted(P_("one trick", "%(count)s tricks"), count)


def point_count(count: int) -> Message:
    """``one point``, ``60 points``."""
    return Message.counted(P_("one point", "%(count)s points"), count)


def signed_points(number: int) -> Message:
    """``+1 point``, ``−60 points``, ``0 points``."""
    return Message.counted(P_("%(points)s point", "%(points)s points"), abs(number), {"points": signed(number)})


def visible(text: str) -> str:
    """*text* with every run of a character that cannot be seen named: ``[U+200B]``, ``[U+200B ×23]``."""
    return named_invisible(text, "[%s]")


def signed(number: int) -> str:
    """*number* with its sign, a real minus: ``+60``, ``−60``, ``0``."""
    return "0" if number == 0 else f"{'+' if number > 0 else MINUS}{abs(number)}"


def score_words(score: int) -> Message:
    """Who scores how much; *score* is North's points less South's."""
    if score == 0:
        return Message(N_("nobody scores"))
    seat = Seat.NORTH if score > 0 else Seat.SOUTH
    forms = P_("%(seat)s scores one point", "%(seat)s scores %(count)s points")
    return Message.counted(forms, abs(score), {"seat": SEAT_NAMES[seat]})


def outcome_words(contract: Contract, tricks: int) -> Message:
    """What *tricks* taken by declarer make of the contract."""
    spare = tricks - contract.target
    if spare == 0:
        return Message(N_("just made"))
    if spare > 0:
        return Message.counted(P_("made with one trick over", "made with %(count)s tricks over"), spare)
    return Message.counted(P_("one trick short", "%(count)s tricks short"), -spare)


def declarer_tricks(decision: Decision, choice: Choice) -> int:
    """Tricks that declarer takes in all after *choice*."""
    contract = decision.deal.contract
    assert contract is not None
    assert choice.tricks is not None
    return choice.tricks if decision.seat == contract.declarer else 13 - choice.tricks


def contract_makes(decision: Decision, choice: Choice) -> bool:
    """Whether declarer makes the contract after *choice*, which is a card."""
    assert decision.deal.contract is not None
    return declarer_tricks(decision, choice) >= decision.deal.contract.target


def what_happened(decision: Decision, action: Action) -> Message:
    """``Trick 5: South leads the queen of clubs.``, ``North bids 1 spade.``."""
    seat = SEAT_NAMES[decision.seat]
    if decision.phase is Phase.PLAY:
        assert decision.deal.play is not None
        return card_played(decision.deal.play, action)
    if action == PASS:
        return Message(N_("%(seat)s passes."), {"seat": seat})
    if action == DOUBLE:
        return Message(N_("%(seat)s doubles."), {"seat": seat})
    if action == REDOUBLE:
        return Message(N_("%(seat)s redoubles."), {"seat": seat})
    return Message(N_("%(seat)s bids %(bid)s."), {"seat": seat, "bid": call_words(action)})


def card_played(play: Play, card: Card) -> Message:
    """``Trick 5: South leads the queen of clubs.``: *card* comes next in *play*."""
    values = {"trick": sum(play.tricks) + 1, "seat": SEAT_NAMES[play.turn], "card": card_words(card)}
    if play.led is None:
        return Message(N_("Trick %(trick)s: %(seat)s leads the %(card)s."), values)
    return Message(N_("Trick %(trick)s: %(seat)s plays the %(card)s."), values)


def departure(decision: Decision, own: Action, played: Action) -> Message:
    """``You passed; the lesson goes on with 1 spade.``: the learner chose *own*, the lesson's line has *played*."""
    values = {"own": action_words(own), "played": action_words(played)}
    if decision.phase is Phase.PLAY:
        play = decision.deal.play
        assert play is not None
        if play.led is None:
            return Message(N_("You led the %(own)s; the lesson goes on with the %(played)s."), values)
        return Message(N_("You played the %(own)s; the lesson goes on with the %(played)s."), values)
    if own == PASS:
        return Message(N_("You passed; the lesson goes on with %(played)s."), values)
    if own == DOUBLE:
        return Message(N_("You doubled; the lesson goes on with %(played)s."), values)
    if own == REDOUBLE:
        return Message(N_("You redoubled; the lesson goes on with %(played)s."), values)
    return Message(N_("You bid %(own)s; the lesson goes on with %(played)s."), values)


def judgement(decision: Decision, action: Action) -> tuple[Message, ...]:
    """What *action* was worth, in one or two sentences."""
    choice = decision.choice(action)
    if decision.forced:
        return (Message(N_("There was no other choice.")),)
    if choice.best and choice.loss_tricks:
        forms = P_(
            "It gives away a trick, but the score stays the same.",
            "It gives away %(count)s tricks, but the score stays the same.",
        )
        return (Message.counted(forms, choice.loss_tricks),)
    if all_the_same(decision):
        return (Message(N_("All calls are worth the same here, under the rules %(rules)s."), _rules(decision)),)
    if choice.best:
        alone = len([c for c in decision.choices if c.best and not c.loss_tricks]) == 1
        return (Message(N_("The only best choice.")) if alone else Message(N_("Nothing is better.")),)
    points = point_count(choice.loss_points)
    if decision.phase is not Phase.PLAY or not choice.loss_tricks:
        return (Message(N_("It costs %(points)s."), {"points": points}),)
    costs = Message(
        N_("It costs %(tricks)s, %(points)s."), {"tricks": trick_count(choice.loss_tricks), "points": points}
    )
    turn = _turning_point(decision, choice)
    return (costs,) if turn is None else (costs, turn)


def all_the_same(decision: Decision) -> bool:
    """Whether it makes no difference which call is made; never said of cards."""
    return decision.phase is Phase.AUCTION and len({choice.score for choice in decision.choices}) == 1


def _rules(decision: Decision) -> dict[str, object]:
    return {"rules": decision.deal.ruleset}


def lesson_verdict(right: int, count: int) -> Message:
    """How many of the *count* answers in a lesson cost nothing."""
    if right == count:
        forms = P_("The end: the one decision cost nothing", "The end: all %(count)s decisions cost nothing")
    elif right:
        forms = P_(
            "The end: %(right)s of %(count)s decision cost nothing",
            "The end: %(right)s of %(count)s decisions cost nothing",
        )
    else:
        forms = P_("The end: the one decision cost points", "The end: each of the %(count)s decisions cost points")
    return Message.counted(forms, count, {"right": right})


def _turning_point(decision: Decision, choice: Choice) -> Message | None:
    """The sentence for a choice after which a contract that would be made fails, or the other way."""
    made_before, made_after = contract_makes(decision, decision.best[0]), contract_makes(decision, choice)
    if made_before and not made_after:
        return Message(N_("The contract now fails."))
    if made_after and not made_before:
        return Message(N_("The contract can now be made."))
    return None


def choice_words(choice: Choice) -> str:
    """What a screen reader says after the name of a card or call: what it leads to and what it costs."""
    parts = [str(score_words(choice.score) if choice.tricks is None else trick_count(choice.tricks))]
    if choice.best and not choice.loss_tricks:
        parts.append(str(Message(N_("best"))))
    elif choice.best:
        costs = Message(N_("costs %(tricks)s"), {"tricks": trick_count(choice.loss_tricks)})
        parts += [str(costs), str(Message(N_("the same score")))]
    elif choice.loss_tricks:
        lost = {"tricks": trick_count(choice.loss_tricks), "points": point_count(choice.loss_points)}
        parts.append(str(Message(N_("costs %(tricks)s, %(points)s"), lost)))
    else:
        parts.append(str(Message(N_("costs %(points)s"), {"points": point_count(choice.loss_points)})))
    return ", ".join(parts)
