"""What the pages of a practice hand show: the question without its answer, the answer as it was given, the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tutor.cards import SEATS, Seat
from tutor.coach.facts import Decision
from tutor.coach.lesson import Lesson, LessonDecision, paragraphs, parse_action
from tutor.messages import translate
from tutor.notation import NotationError
from tutor.rules import Action, Contract, Deal, Phase, action_name
from tutor.rules.play import SEAT_NAMES
from tutor.web import words
from tutor.web.analysis import current_hands
from tutor.web.board import (
    BidPad,
    CallFace,
    CardFace,
    HandView,
    action_face,
    bid_pad,
    decision_worths,
    grade_of,
    hand_view,
)
from tutor.web.course import Row, course_rows
from tutor.web.lines import Line, deal_line
from tutor.web.summary import result_words
from tutor.web.timeline import TableTrick, table_trick

Answers = tuple[Action, ...]


class Link(Protocol):
    """Where a state of the lesson is found: after *given* answers, asking the next or showing the last."""

    def __call__(self, given: Answers, *, ask: bool) -> str:
        """The address."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The table as the learner sees it."""

    hands: tuple[HandView, HandView]
    pad: BidPad | None
    table: TableTrick
    calls: tuple[tuple[str, CallFace], ...]
    contract: Contract | None
    tricks: tuple[int, int] | None
    turn: str


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
    """One choice with what it was worth and what the author says of it."""

    face: CardFace | CallFace
    value: str
    grade: str
    taken: bool
    note: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision that was made, judged as what it was."""

    scene: Scene
    prompt: tuple[str, ...]
    own: CardFace | CallFace
    grade: str
    verdict: str
    own_note: tuple[str, ...]
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
        grade: as :func:`~tutor.web.board.grade_of` gives it.
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


def read_answers(lesson: Lesson, text: str) -> Answers | None:
    """The answers of *text* (``1S-SQ``); None when one cannot be read, is not legal at its decision or is too many."""
    parts = text.split("-") if text else []
    if len(parts) > len(lesson.decisions):
        return None
    answers = []
    for index, part in enumerate(parts):
        try:
            action = parse_action(part)
        except NotationError:
            return None
        if action not in lesson.deal_before(index).legal():
            return None
        answers.append(action)
    return tuple(answers)


def write_answers(answers: Answers) -> str:
    """The text that :func:`read_answers` reads."""
    return "-".join(action_name(answer) for answer in answers)


def scene(
    deal: Deal,
    *,
    decision: Decision | None = None,
    taken: Action | None = None,
    link: Callable[[Action], str] | None = None,
) -> Scene:
    """The table in *deal*. Without *decision* it shows no value."""
    hands = current_hands(deal)
    legal = deal.legal()
    worths = decision_worths(decision)
    cards = legal if deal.phase is Phase.PLAY else ()
    views = [
        hand_view(
            hands[seat],
            seat,
            turn=deal.turn == seat,
            worths=worths if deal.turn == seat and cards else None,
            legal=cards if deal.turn == seat else (),
            taken=taken if deal.turn == seat else None,
            link=link,
        )
        for seat in SEATS
    ]
    pad = bid_pad(legal, worths=worths, taken=taken, link=link) if deal.phase is Phase.AUCTION else None
    return Scene(
        (views[0], views[1]),
        pad,
        table_trick(deal),
        _calls(deal),
        deal.contract,
        None if deal.play is None else deal.play.tricks,
        "" if deal.turn is None else str(SEAT_NAMES[deal.turn]),
    )


def _calls(deal: Deal) -> tuple[tuple[str, CallFace], ...]:
    if deal.auction is None:
        return ()
    faces = []
    for index, call in enumerate(deal.auction.calls):
        face = action_face(call)
        assert isinstance(face, CallFace)
        faces.append((str(SEAT_NAMES[deal.auction.caller(index)]), face))
    return tuple(faces)


def progress(lesson: Lesson, answers: Answers, now: int) -> Progress:
    """The marks of the answers so far; *now* is the decision on the page."""
    marks = [grade_of(lesson.decision(index).choice(answer)) for index, answer in enumerate(answers)]
    later = ["now" if index == now else "later" for index in range(len(marks), len(lesson.decisions))]
    return Progress((*marks, *later), min(now + 1, len(lesson.decisions)), len(lesson.decisions))


def question_page(lesson: Lesson, answers: Answers, link: Link) -> Question:
    """The next decision after *answers*."""
    index = len(answers)
    return Question(
        scene(lesson.deal_before(index), link=lambda action: link((*answers, action), ask=False)),
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
        scene(decision.deal, decision=decision, taken=own),
        paragraphs(step.prompt),
        action_face(own),
        grade_of(decision.choice(own)),
        " ".join(str(m) for m in words.judgement(decision, own)),
        paragraphs(note.note) if note else (),
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
    """The choices worth a word: the learner's own, the best, and those the author speaks of; the best first."""
    spoken = {note.action for note in step.notes}
    best = {choice.action for choice in decision.best if not choice.loss_tricks}
    shown = [c for c in decision.choices if c.action == own or c.action in best or c.action in spoken]
    options = []
    for choice in sorted(shown, key=lambda c: (c.loss_points, c.loss_tricks)):
        note = step.note(choice.action)
        options.append(
            Option(
                action_face(choice.action),
                _option_value(decision, choice.action),
                grade_of(choice),
                choice.action == own,
                paragraphs(note.note) if note and choice.action != own else (),
            )
        )
    return tuple(options)


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
