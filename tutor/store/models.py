"""The tables, as typed SQLAlchemy models.

The migrations in ``migrations/`` make the same tables; a test compares the two on every database the project
supports. A change here therefore comes with a migration.
"""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import DateTime, Dialect, MetaData, String, Text
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
