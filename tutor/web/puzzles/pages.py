"""What the page of a puzzle shows. All of it follows from the address.

``played=SA-H3`` are the solver's own cards so far, ``hint=2`` the hint that is shown, ``help=2`` how much was shown
before. After a card that fails, ``step=3`` is how many tricks of its refutation are laid, and ``told=1`` shows the
solution. ``run=CODE`` names the run that the puzzle is part of. What is not asked for is not in the page either.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypedDict

from flask import url_for

from tutor.cards import Card, card_name
from tutor.coach import words
from tutor.coach.content import paragraphs
from tutor.coach.puzzle import Puzzle, PuzzleState, play_out
from tutor.coach.puzzle.help import idea, right_suits, wrong_card
from tutor.coach.puzzle.words import left_to_say, line_told
from tutor.messages import N_, Message
from tutor.notation import parse_card, write_position
from tutor.rules import SEAT_NAMES
from tutor.web.again.returning import read_number
from tutor.web.analyse.positions import play_hands, strain_name, trick_on_table
from tutor.web.analyse.timeline import TableTrick
from tutor.web.parts.board import Alike, CardFace, HandView, alike, card_face, suit_letter
from tutor.web.parts.course import Row, played_rows
from tutor.web.parts.lines import Line, play_line
from tutor.web.parts.saying import Said, Why, said

FORM: Final = "card"
"""The id of the form that a card sends."""

HINTS: Final = 3
"""The idea, the suit, the card."""
TOLD: Final = HINTS + 1
"""The help of having seen the solution."""
RUN: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""How the code of a run may look; what it means is the business of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What the address of a puzzle of any kind says besides what was played or answered.

    Attributes:
        hint: the hint that is shown, 1 to :data:`HINTS`; 0 for none.
        help: how much was shown before, 0 to :data:`TOLD`.
        told: whether the solution is shown after a choice that failed.
        run: the code of the run that the puzzle is part of; "" outside of one.
        closed: whether the run is over, so that nothing can be chosen any more.
    """

    hint: int = 0
    help: int = 0
    told: bool = False
    run: str = ""
    closed: bool = False

    @property
    def helped(self) -> int:
        """How much has been shown by now."""
        return max(self.help, self.hint, TOLD if self.told else 0)

    @property
    def asked(self) -> dict[str, Any]:
        """These parts of the address, for ``url_for``."""
        return {
            "hint": self.hint or None,
            "help": self.help or None,
            "told": 1 if self.told else None,
            "run": self.run or None,
        }


class Asked(TypedDict):
    """What :func:`read_moment` has read, by the names of :class:`Moment`."""

    hint: int
    help: int
    told: bool
    run: str


def read_moment(query: Mapping[str, str], *, over: bool, failed: bool) -> Asked:
    """What *query* asks for, where the puzzle is *over* or not and has *failed* or not.

    Numbers that say nothing there count as none.
    """
    hint, before = (read_number(query.get(key, "")) or 0 for key in ("hint", "help"))
    return {
        "hint": hint if hint <= HINTS and not over else 0,
        "help": min(before, TOLD),
        "told": failed and "told" in query,
        "run": read_run(query),
    }


@dataclass(frozen=True, slots=True)
class At(Moment):
    """A moment of a puzzle that is played, as its address says it.

    Attributes:
        state: what the cards have come to.
        own: the solver's cards so far, the wrong one included.
        step: how many tricks of the refutation are laid.
    """

    state: PuzzleState
    own: tuple[Card, ...] = ()
    step: int = 0

    @classmethod
    def read(cls, puzzle: Puzzle, query: Mapping[str, str]) -> "At":
        """The moment of *puzzle* that *query* names.

        Raises:
            NotationError: when a card cannot be read.
            RuleError: when one is not legal.
        """
        text = query.get("played", "")
        own = tuple(parse_card(part) for part in text.split("-")) if text else ()
        state = play_out(puzzle, own)
        step = min(read_number(query.get("step", "")) or 0, len(stops(state)) - 1)
        return cls(state, own, step, **read_moment(query, over=state.over, failed=state.failed))

    @property
    def puzzle(self) -> Puzzle:
        """What is being played."""
        return self.state.puzzle

    @property
    def over(self) -> bool:
        """Whether it has been solved or failed."""
        return self.state.over

    @property
    def solved(self) -> bool:
        """Whether it has been solved."""
        return self.state.solved

    def query(self) -> dict[str, Any]:
        """The parts of the address, for ``url_for``."""
        played = "-".join(card_name(card) for card in self.own) or None
        return {"slug": self.puzzle.slug, "played": played, "step": self.step or None, **self.asked}

    def link(self, anchor: str | None = None) -> str:
        """The address of this moment."""
        return url_for("puzzles.solve", **self.query(), _anchor=anchor)

    def after(self, own: tuple[Card, ...], state: PuzzleState) -> "At":
        """The moment after the cards *own*, which lead to *state*: nothing shown there yet."""
        return At(state, own, help=self.helped, run=self.run)


def read_run(query: Mapping[str, str]) -> str:
    """The code of a run in *query*; "" when there is none, or something that cannot be one."""
    code = query.get("run", "")
    return code if RUN.fullmatch(code) else ""


def stops(state: PuzzleState) -> tuple[int, ...]:
    """After how many cards of the refutation there is something to see: at its start, and after each of its tricks."""
    found, play = [0], state.play
    for count, card in enumerate(state.refutation, 1):
        play = play.push(card)
        if play.led is None:
            found.append(count)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Hint:
    """The hints shown at a moment, and where the next one is.

    Attributes:
        idea: what to think about.
        suit: in which suit the card is; "" while it is not asked for.
        cards: the right cards; empty while they are not asked for.
        more: the address of the next hint; None after the last.
    """

    idea: str
    suit: str
    cards: Alike
    more: str | None


@dataclass(frozen=True, slots=True)
class Failure:
    """A card that failed, and what the defence makes of it.

    Attributes:
        card: the card.
        left: what the solver ends with, in a sentence.
        line: the refutation as far as it is laid.
        number: how many of its tricks are laid.
        count: how many it has.
        onward: the address with one more; None at its end.
        backward: the address with one less; None at its beginning.
        back: the address before the card.
        show: the address with the solution; None where it is shown.
    """

    card: CardFace
    left: str
    line: Line
    number: int
    count: int
    onward: str | None
    backward: str | None
    back: str
    show: str | None


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution, once the puzzle is solved or it was asked for after a card that failed.

    Attributes:
        texts: the author's words, but for what is said of the card that failed anyway.
        why: what the coach says of the card that failed; None where none did.
        line: a line that reaches the goal, the one that the words speak of: from where the card failed, else from the
            beginning.
    """

    texts: tuple[str, ...]
    why: Why | None
    line: Line


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """Everything the page of a puzzle shows; ``hint``, ``failure`` and ``solution`` are None where they are not due."""

    state: PuzzleState
    hands: tuple[HandView, HandView]
    strain: str
    strain_words: str
    solver: str
    asked: str
    prompt: tuple[str, ...]
    table: TableTrick
    tally: tuple[int, int]
    tricks: tuple[Row, ...]
    hint: Hint | None
    failure: Failure | None
    solution: Solution | None
    goal: str
    again: str | None
    back: str | None
    analysis: str


def puzzle_page(at: At) -> PuzzlePage:
    """The page of the moment *at*."""
    state, puzzle = at.state, at.state.puzzle
    start = puzzle.position.play
    play = state.play.run(state.refutation[: stops(state)[at.step]]) if state.failed else state.play
    first, before = (replace_own(at, own) for own in ((), at.own[:-1]))
    return PuzzlePage(
        state=state,
        hands=play_hands(play, values=False, link=None, form=None if state.over or at.closed else FORM),
        strain=suit_letter(puzzle.position.strain),
        strain_words=strain_name(puzzle.position.strain),
        solver=str(SEAT_NAMES[puzzle.solver]),
        asked=str(_asked(puzzle)),
        prompt=paragraphs(puzzle.prompt),
        table=trick_on_table(play, start),
        tally=play.tricks,
        tricks=played_rows(start, state.play),
        hint=None if state.over else _hint(at),
        failure=_failure(at, before) if state.failed else None,
        solution=_solution(at) if state.solved or at.told else None,
        goal=str(words.trick_count(puzzle.goal)),
        again=first if at.own else None,
        back=before if at.own else None,
        analysis=url_for("analyse.position", line=write_position(puzzle.position)),
    )


def replace_own(at: At, own: tuple[Card, ...]) -> str:
    """The address of the moment of the puzzle after the cards *own*, a part of those of *at*."""
    return at.after(own, play_out(at.state.puzzle, own)).link()


def _asked(puzzle: Puzzle) -> Message:
    """What is asked for."""
    goal = {"goal": words.trick_count(puzzle.goal)}
    if puzzle.kind == "only-card":
        return Message(N_("Find the card that is worth %(goal)s"), goal)
    if puzzle.kind == "beat":
        return Message(N_("Beat the contract: take %(goal)s"), goal)
    return Message(N_("Take %(goal)s"), goal)


def _hint(at: At) -> Hint:
    """The hints up to the one that is asked for."""
    found = idea(at.state) if at.hint else None
    if at.hint and found is None:
        return Hint(str(Message(N_("Nothing can go wrong here: every card is right."))), "", (), None)
    return Hint(
        "" if found is None else str(found),
        str(right_suits(at.state)) if at.hint > 1 else "",
        alike(at.state.keeping) if at.hint > 2 else (),
        None if at.hint == HINTS else replace(at, hint=at.hint + 1).link("hint"),
    )


def _failure(at: At, back: str) -> Failure:
    state, ends = at.state, stops(at.state)
    assert state.wrong is not None
    return Failure(
        card_face(state.wrong),
        str(_after(state)),
        play_line(state.play, state.refutation[: ends[at.step]]),
        at.step,
        len(ends) - 1,
        replace(at, step=at.step + 1).link() if at.step + 1 < len(ends) else None,
        replace(at, step=at.step - 1).link() if at.step else None,
        back,
        None if at.told else replace(at, told=True).link("solution"),
    )


def _after(state: PuzzleState) -> Message:
    """What a card that failed comes to."""
    values = {"left": words.trick_count(state.left), "goal": words.trick_count(state.puzzle.goal)}
    if not state.left:
        return Message(N_("After it you take no trick at all against the best defence, not %(goal)s."), values)
    return Message(N_("After it you take only %(left)s against the best defence, not %(goal)s."), values)


def _solution(at: At) -> Solution:
    state, puzzle = at.state, at.state.puzzle
    play = puzzle.position.play
    if state.wrong is None:
        return Solution(paragraphs(puzzle.solution), None, play_line(play, line_told(puzzle)))
    play = play.run(state.play.played[:-1])
    told = wrong_card(play, state.wrong)
    reason: tuple[Said, ...] = () if told.reason is None else (said(told.reason),)
    next_time = () if told.next_time is None else said(told.next_time)
    why = Why(tuple(said(each) for each in told.happens), reason, next_time)
    because = (*told.happens, *(() if told.reason is None else (told.reason,)))
    texts = paragraphs(left_to_say(puzzle.solution, because, () if told.next_time is None else (told.next_time,)))
    return Solution(texts, why, play_line(play, told.better))
