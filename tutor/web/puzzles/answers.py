"""What the pages of puzzles show that ask for one answer: tricks, a call, a count. All of it follows from the address.

``answer=1S`` is the solver's answer; ``hint``, ``help``, ``told`` and ``run`` are as in :mod:`tutor.web.puzzles.pages`.
What is right is in the page only when it was answered or asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for

from tutor.cards import Card, bit
from tutor.coach import words
from tutor.coach.content import paragraphs
from tutor.coach.puzzle import CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.answers import (
    Answer,
    idea_of,
    is_right,
    narrower,
    read_answer,
    refuted,
    right_answers,
    short_answer,
    write_answer,
)
from tutor.coach.puzzle.kinds import AskedPuzzle
from tutor.coach.puzzle.words import left_to_say, right_calls
from tutor.coach.telling.explanations import tell
from tutor.messages import N_, Message
from tutor.notation import write_position
from tutor.rules import SEAT_NAMES, SUIT_NAMES, call_name
from tutor.solver import best_line
from tutor.solver.engine import TrickTable
from tutor.web.analyse.positions import play_hands, strain_name, trick_on_table
from tutor.web.analyse.timeline import TableTrick
from tutor.web.parts.board import Alike, CardFace, HandView, alike, card_face, hand_view, suit_letter
from tutor.web.parts.captions import CAPTIONS
from tutor.web.parts.lines import Line, deal_line, play_line
from tutor.web.parts.rule_words import scoring_words
from tutor.web.parts.saying import Said, Why, explained, right, said, why
from tutor.web.practise.lessons import Scene, scene
from tutor.web.practise.value_chart import ValueChart, exact_chart
from tutor.web.puzzles.pages import FORM, HINTS, Moment, read_moment
from tutor.web.puzzles.results import Tried


@dataclass(frozen=True, slots=True)
class AnswerAt(Moment):
    """A moment of a puzzle that asks for one answer, as its address says it.

    Attributes:
        puzzle: the puzzle.
        answer: the solver's answer; None before it.
    """

    puzzle: AskedPuzzle
    answer: Answer | None = None

    @classmethod
    def read(cls, puzzle: AskedPuzzle, query: Mapping[str, str]) -> "AnswerAt":
        """The moment of *puzzle* that *query* names.

        Raises:
            NotationError: when the answer cannot be read.
            RuleError: when it is a call that is not legal.
        """
        text = query.get("answer", "")
        answer = read_answer(puzzle, text.split("-")) if text else None
        failed = answer is not None and not is_right(puzzle, answer)
        return cls(puzzle, answer, **read_moment(query, over=answer is not None, failed=failed))

    @property
    def over(self) -> bool:
        """Whether it has been answered."""
        return self.answer is not None

    @property
    def solved(self) -> bool:
        """Whether it has been answered rightly."""
        return self.answer is not None and is_right(self.puzzle, self.answer)

    @property
    def shown(self) -> bool:
        """Whether what is right may be shown."""
        return self.solved or self.told

    def query(self) -> dict[str, Any]:
        """The parts of the address, for ``url_for``."""
        answer = None if self.answer is None else write_answer(self.puzzle, self.answer)
        return {"slug": self.puzzle.slug, "answer": answer, **self.asked}

    def link(self, anchor: str | None = None) -> str:
        """The address of this moment."""
        return url_for("puzzles.solve", **self.query(), _anchor=anchor)

    def answered(self, answer: Answer | None) -> "AnswerAt":
        """The moment after *answer*, or before any: nothing shown there yet."""
        return AnswerAt(self.puzzle, answer, help=self.helped, run=self.run)


def tried_answer(at: AnswerAt, answer: Answer) -> Tried:
    """That *answer* has just been given at the moment *at*."""
    puzzle = at.puzzle
    before = tuple(call_name(call) for call in puzzle.calls) if isinstance(puzzle, CallPuzzle) else ()
    return Tried(
        puzzle.slug,
        is_right(puzzle, answer),
        short_answer(puzzle, answer),
        before,
        puzzle.themes,
        help_level=at.helped,
    )


@dataclass(frozen=True, slots=True)
class AnswerHint:
    """The hints shown, and where the next one is.

    Attributes:
        idea: what to think about.
        half: half of the answer; "" while it is not asked for.
        number: the right number in words; "" where cards or calls are asked for, and until it is asked for.
        faces: the right cards or calls; empty where a number is asked for, and until they are asked for.
        more: the address of the next hint; None after the last.
    """

    idea: str
    half: str
    number: str
    faces: Alike
    more: str | None


@dataclass(frozen=True, slots=True)
class Tricks:
    """A question for a number of tricks.

    Attributes:
        hands: North’s and South’s.
        strain: the strain's letter.
        strain_words: the same in words.
        table: the card that was led, if one was.
        choices: the numbers to choose from.
        line: a line of best play; None while it may not be shown.
        analysis: the address of the position's analysis.
    """

    hands: tuple[HandView, HandView]
    strain: str
    strain_words: str
    table: TableTrick
    choices: range
    line: Line | None
    analysis: str


@dataclass(frozen=True, slots=True)
class Calls:
    """A question for a call.

    Attributes:
        scene: both hands, the auction so far and the calls, with their values where they may be shown.
        caption: what these values are; "" without them.
        dealer: the dealer in words.
        rules: the rules.
        scoring: what they mean for the score, in sentences.
        worth: what the learner's call was worth, in words; "" while it may not be shown.
        note: why the call is right; empty for a wrong one, and until it may be shown.
        why: why the call is wrong; None for a right one, and until it may be shown.
        chart: what each call is worth; None while it may not be shown.
        table: declarer's tricks in every contract; None while they may not be shown.
        line: the best line; None while it may not be shown.
        after: the line after a wrong call; None where there is none.
    """

    scene: Scene
    caption: str
    dealer: str
    rules: str
    scoring: tuple[str, ...]
    worth: str
    note: Said
    why: Why | None
    chart: ValueChart | None
    table: TrickTable | None
    line: Line | None
    after: Line | None


@dataclass(frozen=True, slots=True)
class Box:
    """A card that the opponent might hold: whether it was marked, and where it is, once that may be shown.

    ``state`` is ``open``, ``theirs`` or ``gone``.
    """

    face: CardFace
    marked: bool
    state: str


@dataclass(frozen=True, slots=True)
class Count:
    """A question for the opponent's cards of a suit.

    Attributes:
        own: the learner's hand.
        laid: the cards that are gone, mixed.
        suit: the suit's letter.
        opponent: the opponent's seat in words.
        boxes: the cards of the suit that the learner does not hold.
        theirs: the opponent's hand; None while it may not be shown.
    """

    own: HandView
    laid: tuple[CardFace, ...]
    suit: str
    opponent: str
    boxes: tuple[Box, ...]
    theirs: HandView | None


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """Everything the page shows; what is not due is None or empty.

    Attributes:
        solver: the learner's seat in words.
        asked: the question.
        prompt: what the author says beforehand.
        own: the learner's answer: faces, or the number in words.
        own_words: the number; "" where it is faces.
        refuted: why a wrong answer is wrong.
        right: what is right, where it is faces; empty while it may not be shown.
        right_words: the same, where it is a number.
        solution: the author's words, but for what is said of a wrong answer anyway.
        hint: the hints.
        back: the address before the answer; None before it.
        show: the address with the solution; None where it is shown, and before a wrong answer.
        about: what belongs to the kind of the puzzle.
    """

    solver: str
    asked: str
    prompt: tuple[str, ...]
    own: Alike
    own_words: str
    refuted: tuple[Said, ...]
    right: Alike
    right_words: str
    solution: tuple[str, ...]
    hint: AnswerHint | None
    back: str | None
    show: str | None
    about: Tricks | Calls | Count


def answer_page(at: AnswerAt) -> AnswerPage:
    """The page of the moment *at*."""
    puzzle, answer = at.puzzle, at.answer
    failed = answer is not None and not at.solved
    own, own_words = _said_answer(puzzle, answer or ())
    best, best_words = _said_answer(puzzle, right_answers(puzzle) if at.shown else ())
    return AnswerPage(
        solver=str(SEAT_NAMES[puzzle.solver]),
        asked=str(_question(puzzle)),
        prompt=paragraphs(puzzle.prompt),
        own=own,
        own_words=own_words,
        refuted=tuple(said(each) for each in refuted(puzzle, answer)) if failed and answer is not None else (),
        right=best,
        right_words=best_words,
        solution=_solution(at) if at.shown else (),
        hint=None if at.over else _hint(at),
        back=at.answered(None).link() if at.over else None,
        show=replace(at, told=True).link("solution") if failed and not at.told else None,
        about=_about(at),
    )


def _solution(at: AnswerAt) -> tuple[str, ...]:
    """The author's words; after a wrong call without those that stand beside them."""
    puzzle, answer = at.puzzle, at.answer
    if at.solved or answer is None or not isinstance(puzzle, CallPuzzle):
        return paragraphs(puzzle.solution)
    told = tell(explained(puzzle.decision, answer[0]))
    learnt = () if told.next_time is None else (told.next_time,)
    right = (right_calls(puzzle.best),)
    return paragraphs(left_to_say(puzzle.solution, right, (*told.happens, *told.reason), learnt))


def _said_answer(puzzle: AskedPuzzle, answer: Answer) -> tuple[Alike, str]:
    """*answer* as faces, or in words where it is a number; nothing where it is empty."""
    if isinstance(puzzle, TricksPuzzle):
        return (), str(words.trick_count(answer[0])) if answer else ""
    return alike(answer), ""


def _question(puzzle: AskedPuzzle) -> Message:
    match puzzle:
        case TricksPuzzle():
            seat = {"seat": SEAT_NAMES[puzzle.solver]}
            if puzzle.position.led is not None:
                return Message(N_("How many tricks does %(seat)s take, this one counted?"), seat)
            return Message(N_("How many tricks does %(seat)s take?"), seat)
        case CallPuzzle():
            return Message(N_("Find the best call"))
        case CountPuzzle():
            values = {"opponent": SEAT_NAMES[puzzle.solver.other], "suit": SUIT_NAMES[puzzle.suit]}
            return Message(N_("Which %(suit)s does %(opponent)s hold?"), values)


def _hint(at: AnswerAt) -> AnswerHint:
    """The hints up to the one that is asked for."""
    puzzle = at.puzzle
    faces, number = _said_answer(puzzle, right_answers(puzzle) if at.hint > 2 else ())
    return AnswerHint(
        str(idea_of(puzzle)) if at.hint else "",
        str(narrower(puzzle)) if at.hint > 1 else "",
        number,
        faces,
        None if at.hint == HINTS else replace(at, hint=at.hint + 1).link("hint"),
    )


def _about(at: AnswerAt) -> Tricks | Calls | Count:
    match at.puzzle:
        case TricksPuzzle() as puzzle:
            return _tricks(at, puzzle)
        case CallPuzzle() as puzzle:
            return _calls(at, puzzle)
        case CountPuzzle() as puzzle:
            return _count(at, puzzle)


def _tricks(at: AnswerAt, puzzle: TricksPuzzle) -> Tricks:
    position = puzzle.position
    play = position.play
    return Tricks(
        play_hands(play, values=False, link=None),
        suit_letter(position.strain),
        strain_name(position.strain),
        trick_on_table(play, play),
        range(puzzle.length + 1),
        play_line(play, best_line(position)) if at.shown else None,
        url_for("analyse.position", line=write_position(position)),
    )


def _calls(at: AnswerAt, puzzle: CallPuzzle) -> Calls:
    deal, decision = puzzle.deal, puzzle.decision
    own = None if at.answer is None else at.answer[0]
    shown = decision if at.shown else None
    failed = own is not None and not at.solved
    return Calls(
        scene(deal, puzzle.solver, decision=shown, taken=own, form=None if at.over or at.closed else FORM),
        str(CAPTIONS["perfect"]) if shown else "",
        str(SEAT_NAMES[puzzle.dealer]),
        str(puzzle.rules),
        scoring_words(puzzle.rules),
        " ".join(str(each) for each in words.judgement(decision, own)) if own is not None else "",
        right(decision, own) if own is not None and at.solved else (),
        why(decision, own) if failed and at.told and own is not None else None,
        exact_chart(decision, own) if shown and own is not None else None,
        decision.table if shown else None,
        deal_line(deal, decision.line) if shown else None,
        deal_line(deal, decision.line_after(own)) if failed and own is not None else None,
    )


def _count(at: AnswerAt, puzzle: CountPuzzle) -> Count:
    chosen = at.answer or ()

    def state(card: Card) -> str:
        if not at.shown:
            return "open"
        return "theirs" if puzzle.answer & bit(card) else "gone"

    seat = puzzle.solver
    return Count(
        hand_view(puzzle.hand, seat),
        tuple(card_face(card) for card in puzzle.laid),
        puzzle.suit.letter,
        str(SEAT_NAMES[seat.other]),
        tuple(Box(card_face(card), card in chosen, state(card)) for card in puzzle.thinkable),
        hand_view(puzzle.opponent, seat.other) if at.shown else None,
    )
