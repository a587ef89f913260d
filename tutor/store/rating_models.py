"""The tables of how strong solvers and how hard puzzles are, of first tries, puzzles of the day and timed runs."""

from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import Date, Double, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from tutor.store.models import Base, UTCDateTime, now

SLUG_LENGTH: Final = 120
"""The most characters of a puzzle's slug."""

REASON_LENGTH: Final = 16
"""The most characters of the word that says why a try was not rated."""


class SolverRating(Base):
    """How strong a person is at puzzles, by Glicko-2.

    Attributes:
        person_id: whose it is.
        rating: in points.
        deviation: its standard deviation when it was last changed; it grows with time.
        volatility: how much the strength is expected to change.
        tries: how many tries it comes from.
        rated: when it was last changed.
    """

    __tablename__ = "solver_ratings"

    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    tries: Mapped[int] = mapped_column(default=0)
    rated: Mapped[datetime] = mapped_column(UTCDateTime, default=now)


class PuzzleRating(Base):
    """How hard a puzzle is, by Glicko-2; there is none before somebody's try has moved it.

    Attributes:
        slug: the puzzle's.
        rating: in points.
        deviation: its standard deviation when it was last changed.
        volatility: how much it is expected to change.
        start: the measured difficulty that it began with.
        tries: how many tries have moved it.
        rated: when it was last changed.
    """

    __tablename__ = "puzzle_ratings"

    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH), primary_key=True)
    rating: Mapped[float] = mapped_column(Double)
    deviation: Mapped[float] = mapped_column(Double)
    volatility: Mapped[float] = mapped_column(Double)
    start: Mapped[float] = mapped_column(Double)
    tries: Mapped[int] = mapped_column(default=0)
    rated: Mapped[datetime] = mapped_column(UTCDateTime, default=now)


class PuzzleTry(Base):
    """A person's first try at a puzzle: there is one for each, so a try that is sent twice counts once.

    Attributes:
        id: the database's own number; a later one is higher.
        person_id: whose it is.
        slug: the puzzle's.
        solved: whether it was solved.
        help: how much had been shown, 0 for nothing.
        reason: why it was not rated, one word of :data:`tutor.store.ratings.REASONS`; "" when it was.
        before: the person's rating before it; None when it was not rated.
        after: the rating after it.
        deviation: the deviation after it.
        puzzle_before: the puzzle's rating before it.
        puzzle_after: the puzzle's rating after it, the same where the try did not move it.
        created: when it was made.
    """

    __tablename__ = "puzzle_tries"
    __table_args__ = (UniqueConstraint("person_id", "slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH))
    solved: Mapped[bool]
    help: Mapped[int]
    reason: Mapped[str] = mapped_column(String(REASON_LENGTH), default="")
    before: Mapped[float | None] = mapped_column(Double)
    after: Mapped[float | None] = mapped_column(Double)
    deviation: Mapped[float | None] = mapped_column(Double)
    puzzle_before: Mapped[float | None] = mapped_column(Double)
    puzzle_after: Mapped[float | None] = mapped_column(Double)
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)

    @property
    def clean(self) -> bool:
        """Whether it was solved with nothing shown."""
        return self.solved and not self.help


class DailyPuzzle(Base):
    """A day on which a person solved the puzzle of the day.

    Attributes:
        id: the database's own number.
        person_id: whose it is.
        day: the day, of UTC.
        slug: the puzzle's: which one it was that day is not to be found out later, when there are other puzzles.
    """

    __tablename__ = "daily_puzzles"
    __table_args__ = (UniqueConstraint("person_id", "day"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    day: Mapped[date] = mapped_column(Date)
    slug: Mapped[str] = mapped_column(String(SLUG_LENGTH))


class PuzzleRun(Base):
    """A run: as many puzzles as one can.

    Attributes:
        id: the database's own number.
        code: the last part of its address, drawn at random.
        person_id: whose it is.
        seconds: how long it lasts; 0 for one without a clock.
        seed: what its puzzles were chosen by.
        slugs: its puzzles in their order, parted by spaces.
        results: a letter for each answer so far, in the order of the puzzles: ``+`` solved, ``-`` failed.
        started: when it began.
        finished: when it was ended, by hand or by its last answer; None for one that is under way or ran out of time.
    """

    __tablename__ = "puzzle_runs"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(32), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    seconds: Mapped[int]
    seed: Mapped[int]
    slugs: Mapped[str] = mapped_column(Text)
    results: Mapped[str] = mapped_column(Text, default="")
    started: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    finished: Mapped[datetime | None] = mapped_column(UTCDateTime)

    @property
    def puzzles(self) -> tuple[str, ...]:
        """The slugs one by one."""
        return tuple(self.slugs.split())

    def under_way(self, moment: datetime) -> bool:
        """Whether it may still go on at *moment*: it was not ended, and there is time."""
        return self.finished is None and (not self.seconds or moment < self.started + timedelta(seconds=self.seconds))
