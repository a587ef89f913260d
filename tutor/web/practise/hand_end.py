"""What the last pages of a practice hand show: the score and every decision, and the best line card by card."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tutor.cards import NORTH, Seat
from tutor.coach import words
from tutor.coach.facts import line_from
from tutor.messages import N_, P_, Message, translate
from tutor.rules import Action, Deal, action_name, north_score
from tutor.solver.engine import TrickTable
from tutor.web.again.returning import Made
from tutor.web.analyse.summary import result_words
from tutor.web.parts.board import Alike, alike
from tutor.web.parts.course import Row, course_rows
from tutor.web.parts.lines import Line, deal_line
from tutor.web.practise.hand_board import HandBoard, hand_board
from tutor.web.practise.hand_pages import Head, Judged, head, judge
from tutor.web.practise.sitting import Walk
from tutor.web.practise.verdicts import by_chances, decision_at, matters, odds_at

BOTH: Final = 2
"""As many as have a word of their own in a sentence about all of them."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a hand.

    Attributes:
        head: what stands above.
        title: the contract and what came of it.
        score: who scores what, and how the learner's claim was, in sentences.
        truth: what the deal was worth.
        board: both hands as they were at the start.
        results: the learner's decisions.
        lapse: what the learner's claim cost, in a sentence; "" where it cost no points.
        told: how many of those that could change the score lost points, in a sentence.
        count: how many decisions there were, a claim that cost points among them.
        table: declarer's tricks in every contract.
        has_line: whether there is a best line of play to be stepped through.
        course: the auction and the play.
    """

    head: Head
    title: str
    score: tuple[str, ...]
    truth: str
    board: HandBoard
    results: tuple[Judged, ...]
    lapse: str
    told: str
    count: int
    table: TrickTable
    has_line: bool
    course: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class LineStep:
    """A moment of the best line.

    Attributes:
        head: what stands above.
        contract: what is played, in words.
        worth: what the deal was worth.
        first: the best of the learner's first calls.
        place: the number of that call; None where the learner had none.
        board: both hands and the table.
        said: what was played to come here.
        step: the number of the moment, 0 the first.
        last: the number of the last one.
        line: all of it.
    """

    head: Head
    contract: str
    worth: str
    first: Alike
    place: int | None
    board: HandBoard
    said: str
    step: int
    last: int
    line: Line


def end_page(walk: Walk) -> End:
    """The end of a hand that is over."""
    hand = walk.hand
    places = [place for place in walk.own if place < walk.calls or matters(decision_at(walk, place))]
    results = tuple(judge(walk, place) for place in places)
    tricks = walk.declarer_tricks
    lapse = "" if walk.claimed is None else _lapse(walk)
    assert walk.score is not None
    if walk.deal.contract is None or tricks is None:
        title = result_words(walk.deal)
    else:
        outcome = words.outcome_words(walk.deal.contract, tricks)
        contract = words.contract_words(walk.deal.contract)
        title = translate("%(contract)s, %(outcome)s", contract=contract, outcome=outcome)
    return End(
        head(hand),
        title,
        _score_sentences(walk, walk.score),
        _worth(walk),
        hand_board(hand, hand.deal, revealed=True, still=True),
        results,
        lapse,
        _decided(walk, results, lapse=bool(lapse)),
        len(results) + bool(lapse),
        hand.table,
        walk.deal.contract is not None,
        course_rows(hand.deal, walk.actions, {}),
    )


def _decided(walk: Walk, results: Sequence[Judged], *, lapse: bool) -> str:
    """How many of the decisions that could change the score lost points; a *lapse* is a claim that did."""
    open_ = len([each for each in results if _undecided(walk, each.place)]) + lapse
    lost = len([each for each in results if each.grade == "bad"]) + lapse
    if not open_:
        return translate("None of your decisions could change the score.")
    if not lost:
        forms = P_(
            "Your one decision that could change the score lost no points.",
            "None of your %(count)s decisions that could change the score lost points.",
        )
        return str(Message.counted(forms, open_))
    if lost == open_ == BOTH:
        return translate("Both of your decisions that could change the score lost points.")
    if lost == open_:
        forms = P_(
            "Your one decision that could change the score lost points.",
            "All of your %(count)s decisions that could change the score lost points.",
        )
        return str(Message.counted(forms, open_))
    forms = P_(
        "Of your %(all)s decisions that could change the score one lost points.",
        "Of your %(all)s decisions that could change the score %(count)s lost points.",
    )
    return str(Message.counted(forms, lost, {"all": open_}))


def _undecided(walk: Walk, place: int) -> bool:
    """Whether another choice than the learner's number *place* would have been worth another score."""
    if by_chances(walk, place):
        return any(each.loss for each in odds_at(walk, place))
    return len({choice.score for choice in decision_at(walk, place).choices}) > 1


def _score_sentences(walk: Walk, score: int) -> tuple[str, ...]:
    if walk.left:
        mine = words.signed_points(score if walk.learner == NORTH else -score)
        return (
            translate("The rest of the play was shown to you: this is no result of yours."),
            translate("From where you stopped, the best line is worth %(points)s to you.", points=mine),
        )
    said = [score_said(score, walk.learner)]
    if walk.claimed is not None:
        said.append(_claim_words(walk))
    return tuple(said)


def given_away(walk: Walk) -> tuple[int, int]:
    """The tricks that the learner's claim left to the opponent although they were the learner's, and their points.

    Raises:
        ValueError: when *walk* was not ended by a claim.
    """
    contract, claimed, got = walk.deal.contract, walk.claimed, walk.declarer_tricks
    if contract is None or claimed is None or got is None:
        raise ValueError("nothing was claimed")
    tricks = Walk(walk.hand, walk.actions, walk.deal).sure_tricks() - claimed
    most = got + (tricks if contract.declarer == walk.learner else -tricks)
    before, after = (north_score(contract, number, walk.hand.ruleset) for number in (most, got))
    return tricks, before - after if walk.learner == NORTH else after - before


def claim_made(walk: Walk) -> Made | None:
    """The learner's claim for the store; None where it cost no points. What was claimed too low does not come back."""
    tricks, points = given_away(walk)
    if not points:
        return None
    before = tuple(action_name(each) for each in walk.actions)
    place, action = len(before), walk.words[-1]
    return Made("hand", walk.hand.code, place, before, action, False, points, tricks, returns=False)


def _lapse(walk: Walk) -> str:
    """What the learner's claim cost; "" where it cost no points."""
    tricks, points = given_away(walk)
    if not points:
        return ""
    values = {"tricks": words.trick_count(tricks), "points": words.point_count(points)}
    return translate("It costs %(tricks)s, %(points)s.", **values)


def _claim_words(walk: Walk) -> str:
    """How the learner's claim was, in sentences."""
    assert walk.claimed is not None
    tricks, points = given_away(walk)
    if not tricks:
        return translate("You claimed %(tricks)s of the rest.", tricks=words.trick_count(walk.claimed))
    forms = P_(
        "You claimed %(claimed)s; %(sure)s were yours: one trick given away.",
        "You claimed %(claimed)s; %(sure)s were yours: %(count)s tricks given away.",
    )
    said = [Message.counted(forms, tricks, {"claimed": walk.claimed, "sure": walk.claimed + tricks})]
    if points:
        said.append(Message(N_("That cost %(points)s."), {"points": words.point_count(points)}))
    else:
        said.append(Message(N_("It changed no score.")))
    return " ".join(str(each) for each in said)


def score_said(score: int, learner: Seat) -> str:
    """Who scores what; *score* is North's points less South's."""
    if not score:
        return translate("Nobody scores.")
    mine = score if learner == NORTH else -score
    if mine > 0:
        return str(Message.counted(P_("You score one point.", "You score %(count)s points."), mine))
    forms = P_("Your opponent scores one point.", "Your opponent scores %(count)s points.")
    return str(Message.counted(forms, -mine))


def _worth(walk: Walk) -> str:
    """What the deal was worth to a learner who makes no mistake from the first call on."""
    score = decision_at(walk, walk.own[0]).score if walk.own else walk.score
    assert score is not None
    mine = score if walk.learner == NORTH else -score
    values = {"points": words.signed_points(mine)}
    said = translate(
        "By the cards as they lie the deal was worth %(points)s to you, with the best calls and cards.", **values
    )
    return f"{said} {translate('That is what you got.')}" if walk.score == score and not walk.left else said


def line_page(walk: Walk, step: int) -> LineStep:
    """The moment *step* (the nearest there is) of the best line of play in a hand that is over.

    It begins where the learner stopped, else with the first card.
    """
    start, actions = line_of(walk)
    step = min(max(step, 0), len(actions))
    deal = start.run(actions[:step])
    assert deal.contract is not None
    place = walk.own[0] if walk.own and walk.own[0] < walk.calls else None
    return LineStep(
        head(walk.hand),
        str(words.bid_words(deal.contract.level, deal.contract.strain)),
        _worth(walk),
        () if place is None else alike(decision_at(walk, place).faultless),
        place,
        hand_board(walk.hand, deal, revealed=True, still=True),
        _step_words(start, actions, step),
        step,
        len(actions),
        deal_line(start, actions),
    )


def line_of(walk: Walk) -> tuple[Deal, tuple[Action, ...]]:
    """Where the best line of play begins, and its cards; none for a deal that was passed out."""
    if walk.left or walk.claimed is not None:
        return walk.deal, walk.rest
    start = walk.before(walk.calls)
    return start, () if start.play is None else line_from(start)


def _step_words(start: Deal, actions: tuple[Action, ...], step: int) -> str:
    if not step:
        return translate("The best line from here on, card by card.")
    play = start.run(actions[: step - 1]).play
    assert play is not None
    return str(words.card_played(play, actions[step - 1]))
