"""What is asked of a worker, and what it gives back.

Whoever hands out the jobs imports only this; the solver and its compiled code are loaded where they are done.
"""

# ruff: noqa: PLC0415 - see above

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.batch.sources import Chunk

if TYPE_CHECKING:
    from tutor.notation import ChosenRules
    from tutor.solver.bidding import Opponent

FAULT_IN_PROGRAM: Final = "an error in the program itself: "
"""How the error begins of a deal that was good and could not be answered all the same."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How finished hands are judged.

    Attributes:
        ruleset: by these rules; None for the recorded ones.
        opponent: how the other seat is taken to call.
    """

    ruleset: "ChosenRules | None" = None
    opponent: "Opponent" = "perfect"


class Answer(NamedTuple):
    """The lines of a chunk's answer, each with its end; how many of them are deals and how many errors."""

    text: str
    deals: int
    errors: int


class Expected(NamedTuple):
    """What a line of an earlier run must hold to be the answer to an item.

    Attributes:
        error: the whole line when it is one of an error, else "".
        deal: the deal.
        judged: of a finished hand what its review is about, as :func:`judged_in` finds it in the review; else None.
        place: how the line ends when the program failed at the deal.
    """

    error: str
    deal: str
    judged: list[str] | None
    place: str


def answer(chunk: Chunk, settings: Settings, skip: int = 0) -> Answer:
    """The answer to *chunk* without its first *skip* lines."""
    from tutor.batch import work

    return work.answer(chunk, settings, skip)


def expected(chunk: Chunk, settings: Settings) -> list[Expected]:
    """What the lines of the answer to *chunk* must hold; nothing is solved for it."""
    from tutor.batch import work

    return work.expected(chunk, settings)


def error_line(error: str, file: str, line: int | None) -> str:
    """The line of an error."""
    return json.dumps({"error": error, "file": file, "line": line}) + "\n"


def judged_in(made: dict[str, Any]) -> list[str]:
    """What the review *made*, as JSON has it, is about: rules, opponent, dealer, calls and cards."""
    return [made["rules"], made["opponent"], made["dealer"], *(each["action"] for each in made["decisions"])]
