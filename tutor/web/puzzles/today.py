"""The puzzle of the day on the pages: one of those that come with the program, which are the same for everybody."""

from datetime import UTC, datetime

from tutor.coach.puzzle import AnyPuzzle
from tutor.coach.puzzle.day import puzzle_of_the_day
from tutor.web.puzzles.pool import own_puzzles


def puzzle_of(moment: datetime) -> AnyPuzzle | None:
    """The puzzle of the day, of UTC, that *moment* is in; None when there are no puzzles.

    Posted puzzles are never it: they come and go, and with them the puzzle of a day would change while it lasts.
    """
    return puzzle_of_the_day(own_puzzles(), moment.astimezone(UTC).date())


def is_of_today(slug: str, moment: datetime) -> bool:
    """Whether the puzzle *slug* is that of the day that *moment* is in."""
    found = puzzle_of(moment)
    return found is not None and found.slug == slug
