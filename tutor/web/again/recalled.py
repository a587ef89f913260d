"""A decision that came back, as a page asks and judges it: of a lesson, a practice hand or a recorded one.

A puzzle that came back is solved on its own page; here it is only announced.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from flask import url_for

from tutor.coach.dealing import from_code
from tutor.coach.lesson import Lesson, parse_action
from tutor.coach.puzzle import AnyPuzzle
from tutor.messages import translate
from tutor.notation import NotationError
from tutor.rules import RuleError, action_name
from tutor.web.again.returning import PUZZLE, Made
from tutor.web.practise import hand_pages, lessons
from tutor.web.practise.sitting import Walk
from tutor.web.practise.verdicts import made
from tutor.web.puzzles.pool import find_puzzle
from tutor.web.retry.mistakes import FORM, Head, Mistake, analysis, find_mistake, head, question_page, verdict_page
from tutor.web.retry.record_code import RecordCode


@dataclass(frozen=True, slots=True)
class Page:
    """A template and what it shows."""

    template: str
    values: Mapping[str, object] = field(default_factory=dict)


class Recalled(Protocol):
    """A decision as it stood."""

    @property
    def code(self) -> str:
        """The hand's code, the lesson's slug, or that of a recorded hand."""

    @property
    def place(self) -> int:
        """Its number there."""

    def question(self) -> Page:
        """The question without its answer."""

    def judge(self, text: str) -> Made | None:
        """The choice that *text* names, judged; None when it cannot be read or is not legal here."""

    def verdict(self, text: str) -> Page | None:
        """What the choice that *text* names was worth; None as for :meth:`judge`."""


def recall(code: str, place: int, before: tuple[str, ...]) -> Recalled | None:
    """The decision number *place* of a lesson or hand, after *before*; None when it is not there (any more)."""
    if code.startswith(PUZZLE):
        puzzle = find_puzzle(code.removeprefix(PUZZLE))
        return None if puzzle is None else PuzzleDecision(puzzle)
    record = RecordCode.read(code)
    if record is not None:
        mistake = find_mistake(record, place, before)
        return None if mistake is None else RecordDecision(mistake)
    lesson = lessons.find_lesson(code)
    if lesson is None:
        return _recall_hand(code, place, before)
    if not 0 <= place < len(lesson.decisions):
        return None
    course = tuple(action_name(action) for action in lesson.course(place))
    return LessonDecision(lesson, place, course) if course == before else None


def _recall_hand(code: str, place: int, before: tuple[str, ...]) -> "HandDecision | None":
    try:
        walk = Walk.read(from_code(code), before)
    except (NotationError, RuleError):
        return None
    # Where it is not the learner's turn after *before*, the opponent has gone on.
    return HandDecision(walk) if not walk.over and place == len(before) == len(walk.actions) else None


@dataclass(frozen=True, slots=True)
class LessonDecision:
    """A decision of a lesson, reached by the lesson's own line."""

    lesson: Lesson
    place: int
    before: tuple[str, ...]

    @property
    def code(self) -> str:
        """The lesson's slug."""
        return self.lesson.slug

    @property
    def _line(self) -> lessons.Answers:
        return tuple(each.played for each in self.lesson.decisions[: self.place])

    def question(self) -> Page:
        """As :meth:`Recalled.question`."""
        page = lessons.question_page(self.lesson, self._line)
        return Page("practise/again_question.html", {"lesson": self.lesson, "page": page, "form": lessons.FORM})

    def judge(self, text: str) -> Made | None:
        """As :meth:`Recalled.judge`."""
        action = lessons.read_choice(self.lesson, self.place, text)
        if action is None:
            return None
        return Made.of(
            self.lesson.decision(self.place, action),
            action,
            source="again",
            code=self.code,
            place=self.place,
            before=self.lesson.course(self.place),
            themes=lessons.decision_themes(self.code, self.place),
        )

    def verdict(self, text: str) -> Page | None:
        """As :meth:`Recalled.verdict`."""
        action = lessons.read_choice(self.lesson, self.place, text)
        if action is None:
            return None

        def link(given: lessons.Answers, *, ask: bool) -> str:
            answers = lessons.write_answers(given) or None
            return url_for("practise.work", slug=self.code, answers=answers, next=1 if ask and given else None)

        page = lessons.answer_page(self.lesson, (*self._line, action), link)
        return Page("practise/again_answer.html", {"lesson": self.lesson, "page": page})


@dataclass(frozen=True, slots=True)
class HandDecision:
    """A decision of a practice hand: the walk that has come to it."""

    walk: Walk

    @property
    def code(self) -> str:
        """The hand's code."""
        return self.walk.hand.code

    @property
    def place(self) -> int:
        """The number of the action."""
        return len(self.walk.actions)

    def _choose(self, text: str) -> Walk | None:
        try:
            return self.walk.choose(parse_action(text))
        except (NotationError, RuleError):
            return None

    def question(self) -> Page:
        """As :meth:`Recalled.question`."""
        page = hand_pages.question_page(self.walk)
        return Page("practise/again_hand_question.html", {"page": page, "form": hand_pages.FORM})

    def judge(self, text: str) -> Made | None:
        """As :meth:`Recalled.judge`."""
        after = self._choose(text)
        judged = None if after is None else made(after, self.place, 0)
        return None if judged is None else replace(judged, source="again")

    def verdict(self, text: str) -> Page | None:
        """As :meth:`Recalled.verdict`."""
        after = self._choose(text)
        if after is None:
            return None
        return Page("practise/again_hand_answer.html", {"page": hand_pages.verdict_page(after, self.place)})


@dataclass(frozen=True, slots=True)
class RecordDecision:
    """A mistake in a recorded hand."""

    mistake: Mistake

    @property
    def code(self) -> str:
        """The record, and how it is judged."""
        return str(self.mistake.code)

    @property
    def place(self) -> int:
        """The ply."""
        return self.mistake.ply

    @property
    def _head(self) -> Head:
        return head(self.mistake, translate("A hand that was played"))

    def question(self) -> Page:
        """As :meth:`Recalled.question`."""
        values = {"lesson": self._head, "page": question_page(self.mistake), "form": FORM}
        return Page("retry/again_question.html", values)

    def judge(self, text: str) -> Made | None:
        """As :meth:`Recalled.judge`."""
        action = self.mistake.read(text)
        return None if action is None else self.mistake.made(action, "again")

    def verdict(self, text: str) -> Page | None:
        """As :meth:`Recalled.verdict`."""
        action = self.mistake.read(text)
        if action is None:
            return None
        code, page = self.mistake.code, verdict_page(self.mistake, action, told=True)
        shown = {"lesson": self._head, "page": page, "analysis": analysis(code.slug, code, self.place)}
        return Page("retry/again_answer.html", shown)


@dataclass(frozen=True, slots=True)
class PuzzleDecision:
    """A puzzle that failed. Its answer goes to its own page, which keeps it and says when it comes back."""

    puzzle: AnyPuzzle

    @property
    def code(self) -> str:
        """The slug, with what stands before it."""
        return PUZZLE + self.puzzle.slug

    @property
    def place(self) -> int:
        """Always 0: a puzzle comes back as a whole."""
        return 0

    def question(self) -> Page:
        """As :meth:`Recalled.question`."""
        return Page("practise/again_puzzle.html", {"puzzle": self.puzzle})

    def judge(self, text: str) -> Made | None:  # noqa: ARG002 - the protocol's
        """As :meth:`Recalled.judge`: no answer can be given here."""
        return None

    def verdict(self, text: str) -> Page | None:  # noqa: ARG002 - the protocol's
        """As :meth:`Recalled.verdict`: none is shown here."""
        return None
