"""The tables, as typed SQLAlchemy models.

The migrations in ``migrations/`` make the same tables; a test compares the two on every database the project
supports. A change here therefore comes with a migration.
"""

from collections.abc import Collection
from datetime import UTC, date, datetime
from typing import Any, Final

from sqlalchemy import DateTime, Dialect, Double, ForeignKey, MetaData, String, Text, UniqueConstraint, inspect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

# Constraints get the same names on every database, so that a migration can name the one it changes.
NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

# Names and titles are kept beside the record only to list it; the record itself holds them whole.
LABEL_LENGTH: Final = 120

NAME_LENGTH: Final = 40
"""The most characters of a person's name."""

FOLDED_LENGTH: Final = 3 * NAME_LENGTH
"""The most characters of a name folded for comparison: folding makes at most three of one (Unicode, section 5.18)."""

CODE_LENGTH: Final = 240
"""The most characters of a practice hand's code or a lesson's slug; rules in words make a code long."""

ACTION_LENGTH: Final = 8
"""The most characters of an action in its short form: ``1S``, ``Pass``, ``XX``, ``SA``."""


class Base(DeclarativeBase):
    """The base of all models; its metadata is what the migrations are compared with."""

    metadata = MetaData(naming_convention=NAMES)


class UTCDateTime(TypeDecorator[datetime]):
    """A moment in UTC. SQLite keeps no time zone, so it is taken off on the way in and put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment in UTC.

        Raises:
            ValueError: for a time without a time zone, which could be anyone's.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs its time zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment, aware and in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def columns_of(row: Base, left_out: Collection[str]) -> dict[str, Any]:
    """The columns of *row* by name, as values for JSON (days and moments in ISO 8601), without those *left_out*."""
    names = (column.key for column in inspect(type(row)).columns if column.key not in left_out)
    values = {name: getattr(row, name) for name in names}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}


class StoredRecord(Base):
    """A recorded deal under its link.

    Attributes:
        id: the database's own number; never shown.
        slug: the last part of its link, drawn at random: who was not given it cannot find it.
        digest: SHA-256 of *document* in hexadecimal; the same record is kept once.
        document: the record as JSON in its canonical form (sorted keys, no spaces, ASCII).
        source: what it was read from, one of :data:`tutor.store.records.SOURCES`.
        title: the event's name, shortened; "" when unknown.
        north: North's name, shortened; "" when unknown.
        south: South's.
        unlisted: whether only those who have its link may find it.
        created: when it was first saved.
    """

    __tablename__ = "records"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(32), unique=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    document: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(String(16))
    title: Mapped[str] = mapped_column(String(LABEL_LENGTH))
    north: Mapped[str] = mapped_column(String(LABEL_LENGTH))
    south: Mapped[str] = mapped_column(String(LABEL_LENGTH))
    unlisted: Mapped[bool]
    created: Mapped[datetime] = mapped_column(UTCDateTime, index=True, default=now)


class Person(Base):
    """Somebody whose work is kept: a guest, known by a browser's cookie alone, or the holder of an account.

    Attributes:
        id: the database's own number; never shown.
        name: as the person writes it; None for a guest.
        folded: the name folded for comparison, so that no two differ only in case or form; None for a guest.
        password: its Argon2 hash with parameters and salt; None for a guest.
        settings: what was chosen last, as a JSON object.
        created: when something was first kept of a guest; when an account was made.
        seen: when something was last kept.
    """

    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str | None] = mapped_column(String(NAME_LENGTH))
    folded: Mapped[str | None] = mapped_column(String(FOLDED_LENGTH), unique=True)
    password: Mapped[str | None] = mapped_column(String(255))
    settings: Mapped[str] = mapped_column(Text, default="{}")
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    seen: Mapped[datetime] = mapped_column(UTCDateTime, default=now)

    @property
    def guest(self) -> bool:
        """Whether the person has no account."""
        return self.name is None


class Browser(Base):
    """A browser that knows a person by the key in its signed cookie. Without the row the cookie gives nothing.

    Attributes:
        id: the database's own number.
        key: drawn at random.
        person_id: whose it is.
        created: when the person was first known there.
    """

    __tablename__ = "browsers"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)


class RecoveryCode(Base):
    """A code that sets a new password, once.

    Attributes:
        id: the database's own number.
        person_id: whose it is.
        digest: SHA-256 of the code in hexadecimal; the code itself is random and long enough to need no salt.
        used: when it was used; None while it is good.
    """

    __tablename__ = "recovery_codes"
    __table_args__ = (UniqueConstraint("person_id", "digest"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(64))
    used: Mapped[datetime | None] = mapped_column(UTCDateTime)


class Sitting(Base):
    """How far a person has come with a practice hand.

    Attributes:
        id: the database's own number.
        person_id: whose it is.
        code: the hand's code.
        actions: what happened so far in short form, parted by spaces: ``1S Pass SA``.
        version: how often it was changed, 1 when it was begun; a page that shows an older one is stale.
        finished: whether the hand is over.
        created: when it was begun.
        updated: when it was last changed.
    """

    __tablename__ = "sittings"
    __table_args__ = (UniqueConstraint("person_id", "code"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    actions: Mapped[str] = mapped_column(Text, default="")
    version: Mapped[int]
    finished: Mapped[bool]
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)
    updated: Mapped[datetime] = mapped_column(UTCDateTime, default=now)

    @property
    def taken(self) -> tuple[str, ...]:
        """The actions one by one."""
        return tuple(self.actions.split())


class Attempt(Base):
    """One decision that a person made, as it was judged.

    Attributes:
        id: the database's own number; a later attempt has a higher one.
        person_id: whose it is.
        source: where it was made, one of :data:`tutor.store.practice.SOURCES`.
        code: the hand's code or the lesson's slug.
        place: the number of the action in the hand or of the decision in the lesson, 0 the first.
        before: the calls and cards before it in short form, parted by spaces; after others it is another decision.
        action: what the person chose, in short form.
        best: whether nothing was better.
        loss_points: what it cost in points, 0 when nothing; a mean where the hands are not known.
        loss_tricks: what it cost in tricks; None where tricks are not the measure.
        themes: names of what the decision is about, parted by spaces.
        help: how much was shown before it, 0 for nothing.
        created: when it was made.
    """

    __tablename__ = "attempts"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"), index=True)
    source: Mapped[str] = mapped_column(String(16))
    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    place: Mapped[int]
    before: Mapped[str] = mapped_column(Text, default="")
    action: Mapped[str] = mapped_column(String(ACTION_LENGTH))
    best: Mapped[bool]
    loss_points: Mapped[float] = mapped_column(Double)
    loss_tricks: Mapped[float | None] = mapped_column(Double)
    themes: Mapped[str] = mapped_column(Text)
    help: Mapped[int]
    created: Mapped[datetime] = mapped_column(UTCDateTime, default=now)

    @property
    def theme_names(self) -> tuple[str, ...]:
        """The themes one by one."""
        return tuple(self.themes.split())


class Review(Base):
    """A decision that comes back to a person on a day.

    Attributes:
        id: the database's own number.
        person_id: whose it is.
        code: the hand's code or the lesson's slug.
        place: as in :class:`Attempt`.
        before: as in :class:`Attempt`.
        card: the state of its schedule, JSON of the scheduler's own.
        due: when it comes back.
    """

    __tablename__ = "reviews"
    __table_args__ = (UniqueConstraint("person_id", "code", "place", "before"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(CODE_LENGTH))
    place: Mapped[int]
    before: Mapped[str] = mapped_column(Text, default="")
    card: Mapped[str] = mapped_column(Text)
    due: Mapped[datetime] = mapped_column(UTCDateTime, index=True)
