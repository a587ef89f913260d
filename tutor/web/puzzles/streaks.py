"""Streaks: days in a row with the puzzle of the day solved, and puzzles in a row solved at the first try.

Days are those of UTC, as the puzzle of the day is. A streak of days lives until a whole day has passed without; the
puzzle of the day counts whenever it is solved on its day, at whichever try. A row of puzzles counts first tries alone,
in their order: one that failed, or was solved after a hint, ends it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final

from sqlalchemy.orm import Session

from tutor.store.ratings import daily_days, tries_of

ONE_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Streak:
    """How many in a row by now, and the most there ever were."""

    now: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class Streaks:
    """The two streaks of a person.

    Attributes:
        days: with the puzzle of the day solved.
        row: puzzles solved at the first try.
        today: whether the puzzle of this day has been solved.
    """

    days: Streak = field(default_factory=Streak)
    row: Streak = field(default_factory=Streak)
    today: bool = False

    @property
    def any(self) -> bool:
        """Whether there ever was one."""
        return bool(self.days.best or self.row.best)


def streaks_of(session: Session, person_id: int, today: date) -> Streaks:
    """The streaks of the person on the day *today*."""
    days = daily_days(session, person_id)
    row = row_streak(each.clean for each in tries_of(session, person_id))
    return Streaks(day_streak(days, today), row, today in days)


def day_streak(days: Iterable[date], today: date) -> Streak:
    """The streak of *days*, the earliest first, on the day *today*, which may still be added to them."""
    length = best = 0
    last: date | None = None
    for day in days:
        length = length + 1 if last is not None and day - last == ONE_DAY else 1
        best, last = max(best, length), day
    alive = last is not None and last >= today - ONE_DAY
    return Streak(length if alive else 0, best)


def row_streak(clean: Iterable[bool]) -> Streak:
    """The streak of first tries, the earliest first, each clean or not."""
    length = best = 0
    for each in clean:
        length = length + 1 if each else 0
        best = max(best, length)
    return Streak(length, best)
