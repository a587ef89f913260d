"""The words around the decisions of a lesson that the program made: the situation, never the answer.

Prompts speak to the learner; what is said of the lesson's own line speaks of the seats, as whoever reads it may have
chosen otherwise.
"""

from collections.abc import Sequence

from tutor.cards import Seat
from tutor.coach.asking import at_stake, costliest
from tutor.coach.facts import Decision
from tutor.coach.telling.marks import marked
from tutor.coach.words import call_words, contract_words, outcome_words, point_count, score_words, trick_count
from tutor.messages import N_, P_, Message
from tutor.rules import DOUBLE, PASS, REDOUBLE, SEAT_NAMES, Auction, Deal, Phase, Play
from tutor.solver.bidding import Opponent

Sentences = tuple[Message, ...]


def title(learner: Seat) -> Sentences:
    """What a lesson is called."""
    return (Message(N_("A hand for %(seat)s"), {"seat": SEAT_NAMES[learner]}),)


def introduction(start: Deal, learner: Seat, opponent: Opponent) -> Sentences:
    """Who the learner is, by which rules, and what is known."""
    seat = SEAT_NAMES[learner]
    if start.contract is not None:
        first = Message(N_("You sit %(seat)s. The contract is %(contract)s."), _with_contract(start, seat=seat))
    elif start.dealer == learner:
        first = Message(N_("You sit %(seat)s and you dealt, so the first call is yours."), {"seat": seat})
    else:
        values = {"seat": seat, "dealer": SEAT_NAMES[start.dealer]}
        first = Message(N_("You sit %(seat)s. %(dealer)s dealt and calls first."), values)
    rules = Message(N_("The rules are “%(rules)s”."), {"rules": start.ruleset})
    known = Message(N_("The draw phase is over and both hands are open: nothing is left to guess."))
    if opponent == "natural" and start.contract is None:
        words = N_("%(seat)s is taken to bid only what can be made.")
        return (first, rules, known, Message(words, {"seat": SEAT_NAMES[learner.other]}))
    return (first, rules, known)


def prompt(decision: Decision) -> Sentences:
    """The situation of *decision*: what was called or lies on the table, and how far the deal has come."""
    if decision.phase is Phase.AUCTION:
        assert decision.deal.auction is not None
        return (_last_call(decision.deal.auction),)
    play = decision.deal.play
    assert play is not None
    return (_contract(decision.deal), _tricks(play, decision.seat), _turn(play))


def _last_call(auction: Auction) -> Message:
    """Whose call it is, and after what. A pass is told without its name, which may be the answer."""
    if not auction.calls:
        return Message(N_("Nothing has been called yet. It is your call."))
    last, values = auction.calls[-1], {"seat": SEAT_NAMES[auction.turn.other]}
    if last == PASS:
        return Message(N_("%(seat)s has made no bid. It is your call."), values)
    if last == DOUBLE:
        return Message(N_("%(seat)s has doubled. It is your call."), values)
    if last == REDOUBLE:
        return Message(N_("%(seat)s has redoubled. It is your call."), values)
    return Message(N_("%(seat)s has bid %(bid)s. It is your call."), {**values, "bid": call_words(last)})


def _contract(deal: Deal) -> Message:
    """The contract, and what declarer still needs for it."""
    assert deal.contract is not None
    assert deal.play is not None
    values = _with_contract(deal)
    needed = deal.contract.target - deal.declarer_tricks
    if needed <= 0:
        return Message(N_("The contract is %(contract)s, and declarer has the tricks for it."), values)
    if needed > 13 - sum(deal.play.tricks):
        return Message(N_("The contract is %(contract)s, and it can no longer be made."), values)
    forms = P_(
        "The contract is %(contract)s, and declarer needs one more trick for it.",
        "The contract is %(contract)s, and declarer needs %(count)s more tricks for it.",
    )
    return Message.counted(forms, needed, values)


def _tricks(play: Play, learner: Seat) -> Message:
    if not sum(play.tricks):
        return Message(N_("No trick has been played yet."))
    values = {
        "own": trick_count(play.tricks[learner]),
        "seat": SEAT_NAMES[learner.other],
        "theirs": trick_count(play.tricks[learner.other]),
    }
    return Message(N_("So far you have taken %(own)s and %(seat)s has taken %(theirs)s."), values)


def _turn(play: Play) -> Message:
    """Which trick it is, and what lies on the table."""
    number = sum(play.tricks) + 1
    if play.led is None:
        return Message(N_("You lead to trick %(trick)s."), {"trick": number})
    values = {"trick": number, "seat": SEAT_NAMES[play.turn.other], "card": marked(play.led)}
    return Message(N_("To trick %(trick)s %(seat)s has led %(card)s. It is your turn."), values)


def _with_contract(deal: Deal, **values: object) -> dict[str, object]:
    assert deal.contract is not None
    return {**values, "contract": contract_words(deal.contract)}


def wrap_up(course: Sequence[Decision], asked: Sequence[Decision], opponent: Opponent) -> Sentences:
    """What the line of the lesson came to, how that compares, and where the most was at stake.

    Arguments:
        course: the line of the lesson, to the end of the deal.
        asked: the decisions of the learner on it, at least one.
        opponent: against whom calls were valued.
    """
    last = course[-1]
    assert last.taken is not None
    end = last.deal.apply(last.taken)
    compared = _compared(end, asked[0], opponent)
    return (_result(end), *([] if compared is None else [compared]), _turning_point(asked))


def _result(end: Deal) -> Message:
    if end.contract is None:
        return Message(N_("In the line of the lesson both players pass, and nobody scores."))
    assert end.score is not None
    values = _with_contract(
        end,
        tricks=trick_count(end.declarer_tricks),
        outcome=outcome_words(end.contract, end.declarer_tricks),
        score=score_words(end.score),
    )
    words = N_(
        "In the line of the lesson the contract is %(contract)s: declarer takes %(tricks)s, %(outcome)s, and %(score)s."
    )
    return Message(words, values)


def _compared(end: Deal, first: Decision, opponent: Opponent) -> Message | None:
    """Whether best play from the first decision on would have come to the same."""
    if end.score == first.score:
        if opponent == "natural" and first.phase is Phase.AUCTION:
            return None
        return Message(N_("That is what the deal is worth when both play their best."))
    words = N_("With best play by both from the first decision on, %(score)s.")
    return Message(words, {"score": score_words(first.score)})


def _turning_point(asked: Sequence[Decision]) -> Message:
    most = max(asked, key=at_stake)
    wrong = costliest(most)
    assert wrong is not None
    assert most.taken is not None
    values: dict[str, object] = {
        "wrong": marked(wrong.action),
        "right": marked(most.taken),
        "points": point_count(wrong.loss_points),
    }
    if most.phase is Phase.AUCTION:
        words = N_("The most was at stake in the auction: %(wrong)s instead of %(right)s costs %(points)s there.")
        return Message(words, values)
    assert most.deal.play is not None
    values["trick"] = sum(most.deal.play.tricks) + 1
    words = N_("The most was at stake at trick %(trick)s: %(wrong)s instead of %(right)s costs %(points)s there.")
    return Message(words, values)
