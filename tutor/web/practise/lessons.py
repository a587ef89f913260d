"""What the pages of a lesson show: the question without its answer, the answer as it was given, the end."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from tutor.cards import Seat
from tutor.coach import words
from tutor.coach.content import paragraphs
from tutor.coach.facts import Decision
from tutor.coach.lesson import Lesson, LessonDecision, load_lessons, parse_action
from tutor.coach.reasons.explain import explain
from tutor.messages import translate
from tutor.notation import NotationError
from tutor.rules import Action, Contract, Deal, Phase, action_name
from tutor.web.analyse.analysis import current_hands
from tutor.web.analyse.summary import result_words
from tutor.web.analyse.timeline import TableTrick, table_trick
from tutor.web.parts.board import (
    Alike,
    BidPad,
    CallFace,
    CardFace,
    HandView,
    action_face,
    alike,
    bid_pad,
    calls_so_far,
    decision_worths,
    grade_of,
    hand_view,
)
from tutor.web.parts.captions import CAPTIONS
from tutor.web.parts.course import Row, course_rows
from tutor.web.parts.lines import Line, deal_line
from tutor.web.parts.saying import Why, why
from tutor.web.practise.hand_board import barred

Answers = tuple[Action, ...]

FORM: Final = "decide"
"""The id of the form that a choice sends."""


class Link(Protocol):
    """Where a state of the lesson is found: after *given* answers, asking the next or showing the last."""

    def __call__(self, given: Answers, *, ask: bool) -> str:
        """The address."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as the learner sees it.

    Attributes:
        theirs: the opponent's hand, which lies above.
        own: the learner's hand, which lies below.
        pad: the calls; None in the play.
        table: what lies on the table.
        calls: the auction so far, each call with its caller.
        contract: what is played; None before.
        tricks: North's and South's tricks; None before the play.
    """

    theirs: HandView
    own: HandView
    pad: BidPad | None
    table: TableTrick
    calls: tuple[tuple[str, CallFace], ...]
    contract: Contract | None
    tricks: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the lesson has come: for every decision ``best``, ``slip``, ``bad``, ``now`` or ``later``."""

    marks: tuple[str, ...]
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be made; nothing in it depends on the answer.

    Attributes:
        scene: the table.
        prompt: what the author asks.
        departure: where the learner's last answer left the lesson's line, in a sentence; "" where it did not.
        before: what happened on that line since; the introduction before the first decision.
        course: the whole line so far, with the learner's other choices.
        progress: how far the lesson has come.
    """

    scene: Scene
    prompt: tuple[str, ...]
    departure: str
    before: tuple[str, ...]
    course: tuple[Row, ...]
    progress: Progress


@dataclass(frozen=True, slots=True)
class Option:
    """A choice with what the author says of it, or several of the same worth of which nothing is said."""

    faces: Alike
    value: str
    grade: str
    taken: bool
    note: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision that was made, judged as what it was."""

    scene: Scene
    caption: str
    prompt: tuple[str, ...]
    own: CardFace | CallFace
    grade: str
    verdict: str
    own_note: tuple[str, ...]
    why: Why | None
    options: tuple[Option, ...]
    line: Line
    goes_on: CardFace | CallFace
    course: tuple[Row, ...]
    onward: str
    again: str
    last: bool
    progress: Progress


@dataclass(frozen=True, slots=True)
class Result:
    """One answer of the learner's, at the end of the lesson.

    Attributes:
        number: of the decision, 1 the first.
        own: what the learner chose.
        grade: as :func:`~tutor.web.parts.board.grade_of` gives it.
        said: what it cost, in words.
        instead: what the lesson went on with; None where that is the same.
        href: the page of this answer.
    """

    number: int
    own: CardFace | CallFace
    grade: str
    said: str
    instead: CardFace | CallFace | None
    href: str


@dataclass(frozen=True, slots=True)
class End:
    """The end of a lesson: first the learner's own answers, then what the lesson's line teaches.

    Attributes:
        verdict: how many of the answers cost nothing, in a sentence.
        results: the answers.
        right: how many of them cost nothing.
        line_result: how the lesson's line ended; "" where the author stopped before the end of the deal.
        wrap_up: what the author says of the line.
        progress: how far the lesson has come: all the way.
        again: the start of the lesson.
    """

    verdict: str
    results: tuple[Result, ...]
    right: int
    line_result: str
    wrap_up: tuple[str, ...]
    progress: Progress
    again: str


@lru_cache(maxsize=1)
def all_lessons() -> tuple[Lesson, ...]:
    """The lessons that come with the program."""
    return load_lessons()


def find_lesson(slug: str) -> Lesson | None:
    """The lesson of this name, or None."""
    return next((each for each in all_lessons() if each.slug == slug), None)


@lru_cache(maxsize=1024)
def decision_themes(slug: str, index: int) -> tuple[str, ...]:
    """What decision number *index* of a lesson is about, whatever is chosen.

    These are the first themes that the coach finds in the wrong choices of which the author speaks. The themes of the
    lesson as a whole would count a mistake at one decision against all of them.

    Raises:
        KeyError: when there is no such lesson.
    """
    lesson = find_lesson(slug)
    if lesson is None:
        raise KeyError(slug)
    decision = lesson.decision(index)
    found: dict[str, None] = {}
    for note in lesson.decisions[index].notes:
        if decision.choice(note.action).best:
            continue
        reasons = explain(decision, note.action).reasons
        if reasons is not None and reasons.findings:
            found[reasons.findings[0].theme.value] = None
    return tuple(found)


def read_choice(lesson: Lesson, index: int, text: str) -> Action | None:
    """The choice that *text* names at decision number *index*; None when it cannot be read or is not legal there."""
    try:
        action = parse_action(text)
    except NotationError:
        return None
    return action if action in lesson.deal_before(index).legal() else None


def read_answers(lesson: Lesson, text: str) -> Answers | None:
    """The answers of *text* (``1S-SQ``); None when one cannot be read, is not legal at its decision or is too many."""
    parts = text.split("-") if text else []
    if len(parts) > len(lesson.decisions):
        return None
    answers = []
    for index, part in enumerate(parts):
        action = read_choice(lesson, index, part)
        if action is None:
            return None
        answers.append(action)
    return tuple(answers)


def write_answers(answers: Answers) -> str:
    """The text that :func:`read_answers` reads."""
    return "-".join(action_name(answer) for answer in answers)


def scene(
    deal: Deal,
    learner: Seat,
    *,
    decision: Decision | None = None,
    taken: Action | None = None,
    link: Callable[[Action], str] | None = None,
    form: str | None = None,
) -> Scene:
    """The table in *deal* as *learner* sits at it. Without *decision* it shows no value.

    What may be chosen is a link where *link* says whither, or a button that sends the form with the id *form*.
    """
    hands = current_hands(deal)
    legal = deal.legal()
    worths = decision_worths(decision)
    cards = legal if deal.phase is Phase.PLAY else ()
    theirs, own = (
        hand_view(
            hands[seat],
            seat,
            turn=deal.turn == seat,
            worths=worths if deal.turn == seat and cards else None,
            legal=cards if deal.turn == seat else (),
            taken=taken if deal.turn == seat else None,
            link=link,
            form=form,
        )
        for seat in (learner.other, learner)
    )
    pad = None
    if deal.phase is Phase.AUCTION and deal.auction is not None:
        reasons = barred(deal.auction) if form is not None else None
        pad = bid_pad(legal, worths=worths, taken=taken, link=link, form=form, barred=reasons)
    return Scene(
        theirs,
        own,
        pad,
        table_trick(deal),
        calls_so_far(deal),
        deal.contract,
        None if deal.play is None else deal.play.tricks,
    )


def progress(lesson: Lesson, answers: Answers, now: int) -> Progress:
    """The marks of the answers so far; *now* is the decision on the page."""
    marks = [grade_of(lesson.decision(index).choice(answer)) for index, answer in enumerate(answers)]
    later = ["now" if index == now else "later" for index in range(len(marks), len(lesson.decisions))]
    return Progress((*marks, *later), min(now + 1, len(lesson.decisions)), len(lesson.decisions))


def question_page(lesson: Lesson, answers: Answers) -> Question:
    """The next decision after *answers*; a choice sends the form :data:`FORM`."""
    index = len(answers)
    return Question(
        scene(lesson.deal_before(index), lesson.learner, form=FORM),
        paragraphs(lesson.decisions[index].prompt),
        departure(lesson, answers),
        paragraphs(lesson.decisions[index - 1].after) if index else paragraphs(lesson.introduction),
        course(lesson, answers, index),
        progress(lesson, answers, index),
    )


def departure(lesson: Lesson, answers: Answers) -> str:
    """Where the last of *answers* left the lesson's line, in a sentence; "" where it did not."""
    if not answers or answers[-1] == lesson.decisions[len(answers) - 1].played:
        return ""
    decision = lesson.decision(len(answers) - 1)
    return str(words.departure(decision, answers[-1], lesson.decisions[len(answers) - 1].played))


def course(lesson: Lesson, answers: Answers, index: int) -> tuple[Row, ...]:
    """The lesson's line up to decision number *index*, and what the learner chose where that was something else."""
    own = {len(lesson.course(number)): answer for number, answer in enumerate(answers[:index])}
    return course_rows(lesson.start, lesson.course(index), own)


def answer_page(lesson: Lesson, answers: Answers, link: Link) -> Answer:
    """What the last of *answers* was worth."""
    index = len(answers) - 1
    own = answers[-1]
    step = lesson.decisions[index]
    decision = lesson.decision(index, own)
    note = step.note(own)
    return Answer(
        scene(decision.deal, lesson.learner, decision=decision, taken=own),
        str(CAPTIONS[lesson.opponent]),
        paragraphs(step.prompt),
        action_face(own),
        grade_of(decision.choice(own)),
        " ".join(str(m) for m in words.judgement(decision, own)),
        paragraphs(note.note) if note else (),
        why(decision, own),
        _options(decision, step, own),
        deal_line(decision.deal, decision.line),
        action_face(step.played),
        course(lesson, answers, index),
        link(answers, ask=True),
        link(answers[:-1], ask=True),
        index + 1 == len(lesson.decisions),
        progress(lesson, answers, index),
    )


def _options(decision: Decision, step: LessonDecision, own: Action) -> tuple[Option, ...]:
    """The choices worth a word: the learner's own, the best, and those the author speaks of.

    First come those with a word of their own, the learner's among them, the best before the others; then the rest of
    the best in one line.
    """
    spoken = {note.action for note in step.notes} | {own}
    choices = sorted(decision.choices, key=lambda choice: (choice.loss_points, choice.loss_tricks))
    singly = [_option(decision, step, (choice.action,), own) for choice in choices if choice.action in spoken]
    rest = tuple(action for action in decision.faultless if action not in spoken)
    return (*singly, _option(decision, step, rest, own)) if rest else tuple(singly)


def _option(decision: Decision, step: LessonDecision, actions: tuple[Action, ...], own: Action) -> Option:
    """*actions*, all worth the same: one alone with what the author says of it."""
    first = actions[0]
    note = step.note(first) if len(actions) == 1 and first != own else None
    return Option(
        alike(actions),
        _option_value(decision, first),
        grade_of(decision.choice(first)),
        first == own,
        paragraphs(note.note) if note else (),
    )


def _option_value(decision: Decision, action: Action) -> str:
    choice = decision.choice(action)
    points = words.signed_points(choice.score if decision.seat == Seat.NORTH else -choice.score)
    if choice.tricks is None:
        return str(points)
    return translate("%(tricks)s, %(points)s", tricks=words.trick_count(choice.tricks), points=points)


def end_page(lesson: Lesson, answers: Answers, link: Link) -> End:
    """All the answers at a glance."""
    results = tuple(_result(lesson, answers[: index + 1], link) for index in range(len(answers)))
    right = len([each for each in results if each.grade != "bad"])
    end = lesson.deal_before(len(lesson.decisions))
    return End(
        str(words.lesson_verdict(right, len(results))),
        results,
        right,
        result_words(end) if end.over else "",
        paragraphs(lesson.wrap_up),
        progress(lesson, answers, len(answers)),
        link((), ask=True),
    )


def _result(lesson: Lesson, answers: Answers, link: Link) -> Result:
    """What the last of *answers* cost."""
    index, own = len(answers) - 1, answers[-1]
    decision, played = lesson.decision(index, own), lesson.decisions[index].played
    return Result(
        index + 1,
        action_face(own),
        grade_of(decision.choice(own)),
        " ".join(str(m) for m in words.judgement(decision, own)),
        None if own == played else action_face(played),
        link(answers, ask=False),
    )
