"""The tables of the puzzles that people post, of what is said about them, and of those who look after both."""

from datetime import datetime
from typing import Final

from sqlalchemy import Double, ForeignKey, Index, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from tutor.store.models import CODE_LENGTH, Base, UTCDateTime, now

LIKENESS_LENGTH: Final = 64
"""Characters of a digest of what is the same in two puzzles that are the same."""

_TAKEN: Final = text("state IN ('posted', 'hidden')")
"""The puzzles of which there is one of a kind."""


class PostedPuzzle(Base):
    """A puzzle that somebody has posted or is working on.

    Of two that are the same (up to the order of suits and the ranks that count) one can be posted; one that was
    withdrawn is not in the way, one that an administrator has hidden is, even after it was withdrawn.

    Attributes:
        id: the database's own number; never shown.
        slug: the last part of its link, drawn at random: nobody finds a draft who was not given it.
        person_id: who made it; None when the account was deleted since.
        document: the keys of the puzzle's file and their values, as a JSON object; a draft's need not be a puzzle yet.
        kind: what it asks for, one of the kinds of :mod:`tutor.coach.puzzle.kinds`; "" while a draft says none.
        themes: names of the ideas in it, parted by spaces; "" for a draft.
        level: 1 to 5; None for a draft.
        rating: the difficulty that it starts with, as the rating of a player who solves it half the time; None for a
            draft.
        likeness: digest of what the same puzzles share; None for a draft.
        state: one of :data:`tutor.store.posting.STATES`.
        note: what an administrator told its author when hiding it; "" otherwise.
        created: when it was first kept.
        updated: when it was last changed.
        posted: when it was posted; None for a draft.
        version: how often it was changed, 1 when it was made; a form that shows an older one is stale.
    """

    __tablename__ = "posted_puzzles"
    __table_args__ = (
        Index(None, "likeness", unique=True, sqlite_where=_TAKEN, postgresql_where=_TAKEN),
        Index(None, "person_id", "updated"),
        Index(None, "state", "posted"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    document: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(16), default="")
    themes: Mapped[str] = mapped_column(Text, default="")
    level: Mapped[int | None]
    rating: Mapped[float | None] = mapped_column(Double)
    likeness: Mapped[str | None] = mapped_column(String(LIKENESS_LENGTH))
    state: Mapped[str] = mapped_column(String(16), default="draft")
    note: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    updated: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    posted: Mapped[datetime | None] = mapped_column(UTCDateTime)
    version: Mapped[int] = mapped_column(default=1)

    @property
    def theme_names(self) -> tuple[str, ...]:
        """The themes one by one."""
        return tuple(self.themes.split())


class PoolState(Base):
    """One row, counted up by every change of what is posted: who has read the puzzles sees whether to read again.

    A number that each change takes its turn at is never overtaken, as the moment of a change can be by a later one that
    was committed first.

    Attributes:
        id: 1.
        changes: how many changes there were.
    """

    __tablename__ = "puzzle_pool"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    changes: Mapped[int]


class Comment(Base):
    """What somebody says about a puzzle, a posted one or one of the program's own.

    Attributes:
        id: the database's own number; a later comment has a higher one.
        slug: names it in addresses; drawn at random.
        person_id: who says it.
        puzzle: the puzzle's slug.
        text: in Markdown, as it was written.
        state: ``shown``, or ``hidden`` by an administrator.
        note: what an administrator told its author when hiding it; "" otherwise.
        created: when it was said.
    """

    __tablename__ = "comments"
    __table_args__ = (Index(None, "puzzle", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    puzzle: Mapped[str] = mapped_column(String(CODE_LENGTH))
    text: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16), default="shown")
    note: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)


class Report(Base):
    """That somebody finds a posted puzzle or a comment out of place; of the two columns that name it one is filled.

    Attributes:
        id: the database's own number.
        person_id: who says so.
        puzzle_id: the puzzle; None when it is about a comment.
        comment_id: the comment; None when it is about a puzzle.
        reason: why, in the person's words.
        state: ``open``; ``kept`` or ``hidden`` when an administrator has decided.
        created: when it was made, or made once more of what has changed since it was decided.
        decided: when it was decided; None while it is open.
    """

    __tablename__ = "reports"
    __table_args__ = (
        UniqueConstraint("person_id", "puzzle_id"),
        UniqueConstraint("person_id", "comment_id"),
        Index(None, "state", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    puzzle_id: Mapped[int | None] = mapped_column(ForeignKey("posted_puzzles.id", ondelete="CASCADE"), index=True)
    comment_id: Mapped[int | None] = mapped_column(ForeignKey("comments.id", ondelete="CASCADE"), index=True)
    reason: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(String(16), default="open")
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    decided: Mapped[datetime | None] = mapped_column(UTCDateTime)


class Administrator(Base):
    """A person who decides on what was reported. The command ``tutor admin`` makes and unmakes them, no page does.

    Attributes:
        person_id: who.
        created: since when.
    """

    __tablename__ = "administrators"

    person_id: Mapped[int] = mapped_column(
        ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)


class Moderation(Base):
    """What an administrator has decided, for the log.

    Attributes:
        id: the database's own number; a later decision has a higher one.
        person_id: the administrator; None when that account was deleted since.
        puzzle: the slug of the puzzle, or of the puzzle that the comment is about.
        comment: the comment's slug; "" for a puzzle.
        action: ``keep`` or ``hide``.
        reason: what the author was told; "" when kept.
        created: when.
    """

    __tablename__ = "moderations"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"), index=True)
    puzzle: Mapped[str] = mapped_column(String(CODE_LENGTH))
    comment: Mapped[str] = mapped_column(String(32), default="")
    action: Mapped[str] = mapped_column(String(16))
    reason: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
