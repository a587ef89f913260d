"""The puzzle of the day: the same for everybody, by the date."""

import hashlib
from collections.abc import Iterable
from datetime import date

from tutor.coach.puzzle import AnyPuzzle


def puzzle_of_the_day(puzzles: Iterable[AnyPuzzle], day: date) -> AnyPuzzle | None:
    """The one of *puzzles* that is for *day*; None when there are none.

    The puzzles stand in a mixed order of their own, drawn from their slugs, and each day takes the next one, so none
    comes again before all the others have been: with 366 puzzles or more not within a year.
    """
    order = sorted(puzzles, key=lambda puzzle: hashlib.sha256(puzzle.slug.encode()).digest())
    return order[day.toordinal() % len(order)] if order else None
