"""What the pages of a practice hand show: the question without its answer, and the verdict on an answer."""

from dataclasses import dataclass
from math import ceil
from typing import Final

from tutor.cards import STRAINS_LOW_FIRST
from tutor.coach import words
from tutor.coach.dealing import PracticeHand, Settings
from tutor.coach.facts import Decision
from tutor.coach.telling.marks import marked
from tutor.coach.telling.spoken_line import best_line_beside
from tutor.messages import N_, P_, Message, translate
from tutor.rules import PASS, Action, Phase, is_bid, make_bid
from tutor.rules.match import DEFAULT_TARGET
from tutor.rules.play import SEAT_NAMES
from tutor.solver.engine import TrickTable
from tutor.solver.sampling import Estimate
from tutor.web.parts.board import Alike, CallFace, CardFace, action_face, alike, grade_of
from tutor.web.parts.captions import CAPTIONS
from tutor.web.parts.course import Row, course_rows
from tutor.web.parts.lines import Line, deal_line
from tutor.web.parts.saying import Said, Why, explained, right, said, why
from tutor.web.practise.counting import CountChart, count_chart
from tutor.web.practise.hand_board import HandBoard, hand_board
from tutor.web.practise.hand_settings import NAMES, OPPONENT_SENTENCES
from tutor.web.practise.sitting import Walk
from tutor.web.practise.value_chart import ValueChart, exact_chart, odds_chart
from tutor.web.practise.verdicts import (
    Odds,
    basis,
    by_chances,
    decision_at,
    mark,
    odds_at,
    outlook_at,
    own_odds,
    percent,
)

FORM: Final = "decide"
"""The id of the form that a choice sends."""


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above every page of a hand.

    Attributes:
        code: its address.
        settings: rules, opponent and knowledge as values.
        you: the learner's seat in words.
        dealer: the dealer's.
        rules: the rules.
        opponent: how the opponent calls, in a word.
        knowledge: what the learner sees, in a word.
    """

    code: str
    settings: Settings
    you: str
    dealer: str
    rules: str
    opponent: str
    knowledge: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What one action was worth.

    Attributes:
        place: its number.
        own: the action.
        grade: as :func:`~tutor.web.parts.board.grade_of` gives it.
        said: what it cost, in words.
        why: the coach's words; None for a right one, or where they would tell what the learner is to find out.
        note: one sentence more: for a right one why it is, for a call among chances how often its contract makes;
            empty where there is none.
    """

    place: int
    own: CardFace | CallFace
    grade: str
    said: str
    why: Why | None
    note: Said = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A call or a card to be chosen; nothing in it depends on the answer.

    Attributes:
        head: what stands above.
        board: the table.
        calling: whether a call is asked for.
        leading: whether a card is to be led.
        last: the learner's card before, judged; None in the auction, before the first, and after one that was forced.
        first_card: whether the learner's first card is asked for.
        answered: what the opponent called since the learner's last call.
        reply: what the opponent played to the learner's last lead; None where the learner's card was no lead.
        lead: what the opponent has led, if that is what the learner plays to.
        course: the tricks so far.
        chart: what the learner knows of the cards.
        marks: how the learner's calls were.
        may_take_back: whether there is a card to take back.
        claims: the tricks left that may be claimed, the most first.
        target: points that win a match.
        opponent_sentence: how the opponent calls.
    """

    head: Head
    board: HandBoard
    calling: bool
    leading: bool
    last: Judged | None
    first_card: bool
    answered: tuple[CardFace | CallFace, ...]
    reply: CardFace | CallFace | None
    lead: CardFace | CallFace | None
    course: tuple[Row, ...]
    chart: CountChart | None
    marks: tuple[str, ...]
    may_take_back: bool
    claims: tuple[tuple[int, str], ...]
    target: int
    opponent_sentence: str


@dataclass(frozen=True, slots=True)
class Chances:
    """How often contracts make: for a seat, rows of five strains from level 1 up, in percent."""

    seat: str
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """An action that was taken, judged as what it was.

    Attributes:
        head: what stands above.
        board: the table before it, with the value of every choice.
        caption: what the numbers on the calls are; "" where there are none.
        judged: what it was worth.
        values: what every call is worth; None for a card.
        basis: over which hands the calls were weighed; "" where the cards are known.
        chances: how often contracts make, where the cards are not known.
        truth: what the call was worth by the cards as they lie, told when the hand is over; "" where it says no more.
        truth_why: the coach's words by the cards as they lie.
        best: the best choices.
        table: declarer's tricks in every contract; None where they are not told.
        line: the best line: its calls while the hand goes on, all of it when it is over.
        line_result: what the calls of the line come to, where the cards are left out.
        marks: how the learner's calls were up to this one.
        onward: where it goes on: ``call``, ``begin`` (the play), ``play`` or ``end``.
    """

    head: Head
    board: HandBoard
    caption: str
    judged: Judged
    values: ValueChart | None
    basis: str
    chances: tuple[Chances, ...]
    truth: str
    truth_why: Why | None
    best: Alike
    table: TrickTable | None
    line: Line
    line_result: str
    marks: tuple[str, ...]
    onward: str


def head(hand: PracticeHand) -> Head:
    """What stands above every page of *hand*."""
    return Head(
        hand.code,
        hand.settings,
        str(SEAT_NAMES[hand.learner]),
        str(SEAT_NAMES[hand.dealer]),
        str(hand.ruleset),
        str(NAMES[hand.opponent]),
        str(NAMES[hand.knowledge]),
    )


def question_page(walk: Walk) -> Question:
    """What is to be decided where *walk* stands, which is not over."""
    deal = walk.deal
    calling = deal.phase is Phase.AUCTION
    played = not calling and bool(walk.own) and walk.own[-1] >= walk.calls
    chosen = played and not decision_at(walk, walk.own[-1]).forced
    since = walk.actions[walk.own[-1] + 1 :] if walk.own else walk.actions
    led = None if deal.play is None else deal.play.led
    replies = [card for card in since if card < PASS and card != led]
    return Question(
        head(walk.hand),
        hand_board(walk.hand, deal, form=FORM),
        calling,
        deal.play is not None and deal.play.led is None,
        judge(walk, walk.own[-1]) if chosen else None,
        not calling and not played,
        tuple(action_face(action) for action in since if action >= PASS),
        action_face(replies[0]) if replies else None,
        None if led is None else action_face(led),
        () if calling else _play_rows(walk),
        count_chart(walk.hand, deal),
        (*call_marks(walk), "now") if calling else (),
        walk.may_take_back and chosen,
        _claims(walk.tricks_left),
        DEFAULT_TARGET,
        str(OPPONENT_SENTENCES[walk.hand.opponent]),
    )


def _claims(left: int) -> tuple[tuple[int, str], ...]:
    """The claims to choose from: of *left* tricks all, all but one, …, none."""
    said = [(left, translate("all the rest"))] if left else []
    forms = P_("all but one", "all but %(count)s")
    said += [(left - lost, str(Message.counted(forms, lost))) for lost in range(1, left)]
    return (*said, (0, translate("none of them"))) if left else ()


def _play_rows(walk: Walk) -> tuple[Row, ...]:
    return course_rows(walk.before(walk.calls), walk.actions[walk.calls :], {})


def call_marks(walk: Walk, before: int | None = None) -> tuple[str, ...]:
    """How the learner's calls were, those before the place *before* only where it is given."""
    end = walk.calls if before is None else min(before, walk.calls)
    return tuple(mark(walk, place) for place in walk.own if place < end)


def judge(walk: Walk, place: int) -> Judged:
    """What the learner's action number *place* was worth, as far as the learner may know."""
    decision, action = decision_at(walk, place), walk.actions[place]
    if by_chances(walk, place):
        odds = odds_at(walk, place)
        grade, note = own_odds(walk, place).grade, _chance_note(walk, place)
        return Judged(place, action_face(action), grade, _odds_words(odds, action), None, note)
    worth = " ".join(str(each) for each in words.judgement(decision, action))
    if walk.hand.knowledge == "honours" and not decision.choice(action).best:
        worth = f"{worth} {translate('That is by the cards as they lie; you could not know them all.')}"
    grade = grade_of(decision.choice(action))
    bare = grade == "best" and not decision.forced and not words.all_the_same(decision)
    note = right(decision, action, walk.hand.known) if bare else ()
    return Judged(place, action_face(action), grade, worth, why(decision, action, walk.hand.known), note)


def _chance_note(walk: Walk, place: int) -> Said:
    """How often the contract of the learner's call makes, and that of the best call where it is another bid."""
    own, best = walk.actions[place], odds_at(walk, place)[0].call
    bid = own if is_bid(own) else best
    if not is_bid(bid):
        return ()
    makes = outlook_at(walk, place).makes[walk.learner]
    values = {"call": marked(bid), "chance": percent(makes[bid])[0]}
    if not is_bid(best) or own_odds(walk, place).best or bid == best:
        return said(Message(N_("%(call)s makes with %(chance)s of 100 hands that the opponent may hold."), values))
    sentence = N_(
        "%(call)s makes with %(chance)s of 100 hands that the opponent may hold, %(best)s with %(best_chance)s."
    )
    return said(Message(sentence, {**values, "best": marked(best), "best_chance": percent(makes[best])[0]}))


def _odds_words(odds: tuple[Odds, ...], call: Action) -> str:
    """What *call* was worth among *odds*."""
    own, best = next(each for each in odds if each.call == call), odds[0]
    values = {"points": _average(own.score), "best": words.call_words(best.call), "loss": _points(own.loss)}
    if not own.loss:
        return translate("It brings %(points)s on average; no call brings more.", **values)
    if own.best:
        return translate(
            "It brings %(points)s on average. %(loss)s more for %(best)s is within the error of the sample.", **values
        )
    return translate("It brings %(points)s on average, %(loss)s less than %(best)s.", **values)


def _average(score: Estimate) -> Message:
    return words.signed_points(round(score.mean))


def _points(number: float) -> Message:
    """A difference in points; one that rounds to nothing is told as less than one."""
    return words.point_count(max(1, round(number))) if number >= 0.5 else Message(N_("less than one point"))


def verdict_page(walk: Walk, place: int) -> Verdict:
    """What the learner's action number *place* was worth."""
    decision, action = decision_at(walk, place), walk.actions[place]
    hand, deal = walk.hand, walk.before(place)
    calling, veiled = action >= PASS, by_chances(walk, place)
    told = walk.over or not veiled
    board = hand_board(hand, deal, revealed=walk.over, decision=decision if told else None, taken=action, form=None)
    line = _line(walk, decision, action) if told else Line()
    return Verdict(
        head(hand),
        board,
        str(CAPTIONS[hand.opponent]) if told and calling else "",
        judge(walk, place),
        _values(walk, place) if calling else None,
        _basis(walk, place) if veiled else "",
        _chances(walk, place) if veiled else (),
        _truth(decision, action) if veiled and walk.over else "",
        why(decision, action) if veiled and walk.over else None,
        _best(walk, place, decision),
        hand.table if told and calling else None,
        line,
        _line_result(decision) if line and not line.tricks else "",
        (*call_marks(walk, place), mark(walk, place)) if calling else (),
        _onward(walk),
    )


def _onward(walk: Walk) -> str:
    if walk.over:
        return "end"
    if walk.deal.phase is Phase.AUCTION:
        return "call"
    return "begin" if walk.own[-1] < walk.calls else "play"


def _values(walk: Walk, place: int) -> ValueChart:
    if by_chances(walk, place):
        return odds_chart(odds_at(walk, place), walk.actions[place])
    return exact_chart(decision_at(walk, place), walk.actions[place])


def _best(walk: Walk, place: int, decision: Decision) -> Alike:
    """The best choices, to be named beside a wrong one."""
    if by_chances(walk, place):
        return () if own_odds(walk, place).best else alike([o.call for o in odds_at(walk, place) if not o.loss])
    if decision.choice(walk.actions[place]).best:
        return ()
    return alike(decision.faultless)


def _line(walk: Walk, decision: Decision, action: Action) -> Line:
    """The best line: all of it when the hand is over; before that its calls, where they tell nothing of what follows.

    After a right call the line goes on as the auction may, and would answer the next question; nor is the play told
    before it is played.
    """
    if not walk.over and (decision.phase is Phase.PLAY or not decision.mistake):
        return Line()
    actions = best_line_beside(walk.hand, explained(decision, action))
    if walk.over:
        return deal_line(decision.deal, actions)
    return deal_line(decision.deal, tuple(action for action in actions if action >= PASS))


def _line_result(decision: Decision) -> str:
    return str(words.score_words(decision.score))


def _truth(decision: Decision, action: Action) -> str:
    """What a call was worth by the cards as they lie."""
    return " ".join(str(each) for each in words.judgement(decision, action))


def _basis(walk: Walk, place: int) -> str:
    """Over which hands the calls were weighed, and by how much the figures may err: the one place that says it."""
    told = [*basis(walk, place)]
    points = max(each.score.error for each in odds_at(walk, place))
    share = max(percent(each)[1] for seat in outlook_at(walk, place).makes.values() for each in seat.values())
    if points or share:
        sentence = N_(
            "Figures of a sample err: the averages here by %(points)s, the percentages by %(share)s at most "
            "(standard errors). A difference within two standard errors is no mistake."
        )
        told.append(Message(sentence, {"points": words.point_count(ceil(points)), "share": share}))
    return " ".join(str(each) for each in told)


def _chances(walk: Walk, place: int) -> tuple[Chances, ...]:
    makes = outlook_at(walk, place).makes
    return tuple(
        Chances(
            str(SEAT_NAMES[seat]),
            tuple(
                tuple(percent(makes[seat][make_bid(level, strain)])[0] for strain in STRAINS_LOW_FIRST)
                for level in range(1, 8)
            ),
        )
        for seat in (walk.learner, walk.learner.other)
    )
