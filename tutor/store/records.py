"""Records in and out of the database.

A record is saved only when every action in it is legal and it reads back as itself. Saving the same record again gives
the link it already has: links stay stable, and a button pressed twice stores once.
"""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, get_args

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from tutor.notation import record_from_json, record_to_json
from tutor.notation.record import Record
from tutor.store.models import LABEL_LENGTH, StoredRecord, now

Source: TypeAlias = Literal["pbn", "json", "practice"]
SOURCES: Final[tuple[str, ...]] = get_args(Source)

# 13 letters of 31 make 64 bits; the letters that people confuse (0 o, 1 i l) are left out, as links are read aloud.
SLUG_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
SLUG_LENGTH: Final = 13


def new_slug() -> str:
    """A fresh link, from the operating system's source of secrets."""
    return "".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH))


def canonical(record: Record) -> str:
    """*record* as JSON in the one form that equal records share: sorted keys, no spaces, ASCII."""
    return json.dumps(record_to_json(record), sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def label(text: str) -> str:
    """*text* as it may stand in a list: no control characters or broken surrogates, at most ``LABEL_LENGTH`` long."""
    return "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cs"))[:LABEL_LENGTH]


def save_record(session: Session, record: Record, *, source: Source = "json", unlisted: bool = True) -> str:
    """Store *record* and give its link; a record stored before keeps its link, its source and its listing.

    Only :meth:`Session.commit`, which is the caller's, makes it last.

    Args:
        session: of a database brought up to date by :func:`tutor.store.upgrade`.
        record: what to store.
        source: what it was read from.
        unlisted: whether only those who have its link may find it.

    Returns:
        The record's slug: 13 lower-case letters and digits.

    Raises:
        RuleError: when an action of the record is illegal; nothing is stored.
        NotationError: when the record would not read back; nothing is stored.
        ValueError: when it would read back as another record, or the source is unknown; nothing is stored.
    """
    if source not in SOURCES:
        raise ValueError(f"a record's source is one of {', '.join(SOURCES)}, not {source!r}")
    record.deal()
    document = canonical(record)
    if record_from_json(json.loads(document)) != record:
        raise ValueError("the record does not read back as itself")
    digest = hashlib.sha256(document.encode("ascii")).hexdigest()
    # One statement decides whether the record is new: of two people saving it at once, both get the same link.
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    session.execute(
        insert(StoredRecord)
        .values(
            slug=new_slug(),
            digest=digest,
            document=document,
            source=source,
            title=label(dict(record.tags).get("Event", "")),
            north=label(record.players[0]),
            south=label(record.players[1]),
            unlisted=unlisted,
            created=now(),
        )
        .on_conflict_do_nothing(index_elements=["digest"])
    )
    return session.scalars(select(StoredRecord.slug).where(StoredRecord.digest == digest)).one()


def load_record(session: Session, slug: str) -> Record | None:
    """The record under the link *slug*, or None when there is none.

    Raises:
        NotationError: when what is stored can no longer be read; a fault of the program, not of the visitor.
    """
    # PostgreSQL takes no NUL in a text; what cannot be a slug is not asked for.
    if not slug or not set(slug) <= set(SLUG_LETTERS):
        return None
    document = session.scalars(select(StoredRecord.document).where(StoredRecord.slug == slug)).one_or_none()
    return None if document is None else record_from_json(json.loads(document))


def latest_records(session: Session, count: int = 20) -> Sequence[StoredRecord]:
    """The *count* listed records saved last, the newest first."""
    query = select(StoredRecord).where(StoredRecord.unlisted.is_(False))
    return session.scalars(query.order_by(StoredRecord.created.desc(), StoredRecord.id.desc()).limit(count)).all()
