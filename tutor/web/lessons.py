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
    LineGroups,
    action_face,
    bid_pad,
    decision_worths,
    grade_of,
    hand_view,
    line_groups,
)
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
    """A decision to be made; nothing in it depends on the answer."""

    scene: Scene
    prompt: tuple[str, ...]
    before: tuple[str, ...]
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
    own_words: str
    grade: str
    verdict: str
    own_note: tuple[str, ...]
    options: tuple[Option, ...]
    line: LineGroups
    goes_on: CardFace | CallFace
    onward: str
    again: str
    last: bool
    progress: Progress


@dataclass(frozen=True, slots=True)
class End:
    """The end of a lesson."""

    wrap_up: tuple[str, ...]
    results: tuple[tuple[int, CardFace | CallFace, str, str, str], ...]
    right: int
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
    step = lesson.decisions[index]
    return Question(
        scene(lesson.deal_before(index), link=lambda action: link((*answers, action), ask=False)),
        paragraphs(step.prompt),
        paragraphs(lesson.decisions[index - 1].after) if index else paragraphs(lesson.introduction),
        progress(lesson, answers, index),
    )


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
        str(words.what_happened(decision, own)),
        grade_of(decision.choice(own)),
        " ".join(str(m) for m in words.judgement(decision, own)),
        paragraphs(note.note) if note else (),
        _options(decision, step, own),
        line_groups(decision.line, reply=decision.deal.play is not None and decision.deal.play.led is not None),
        action_face(step.played),
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
    points = words.signed(choice.score if decision.seat == Seat.NORTH else -choice.score)
    if choice.tricks is None:
        return translate("%(points)s points", points=points)
    return translate("%(tricks)s, %(points)s points", tricks=words.trick_count(choice.tricks), points=points)


def end_page(lesson: Lesson, answers: Answers, link: Link) -> End:
    """All the answers at a glance."""
    results = []
    for index, answer in enumerate(answers):
        decision = lesson.decision(index, answer)
        said = " ".join(str(m) for m in words.judgement(decision, answer))
        grade = grade_of(decision.choice(answer))
        results.append((index + 1, action_face(answer), grade, said, link(answers[: index + 1], ask=False)))
    right = len([grade for _, _, grade, _, _ in results if grade != "bad"])
    return End(
        paragraphs(lesson.wrap_up),
        tuple(results),
        right,
        progress(lesson, answers, len(answers)),
        link((), ask=True),
    )
