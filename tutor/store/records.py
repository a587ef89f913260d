"""Records in and out of the database.

A record is saved only when every action in it is legal and it reads back as itself. Saving the same record again gives
the link it already has: links stay stable, and a button pressed twice stores once.
"""

import hashlib
import json
import secrets
import unicodedata
from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from sqlalchemy import select
from sqlalchemy.orm import Session

from tutor.notation import record_from_json, record_to_json
from tutor.notation.record import Record
from tutor.store.database import insert_for
from tutor.store.models import LABEL_LENGTH, StoredRecord, now

Source: TypeAlias = Literal["pbn", "json", "practice"]
SOURCES: Final[tuple[str, ...]] = get_args(Source)

# 13 letters of 31 make 64 bits; the letters that people confuse (0 o, 1 i l) are left out, as links are read aloud.
SLUG_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
SLUG_LENGTH: Final = 13


def new_slug() -> str:
    """A fresh link, from the operating system's source of secrets."""
    return "".join(secrets.choice(SLUG_LETTERS) for _ in range(SLUG_LENGTH))


def is_slug(text: str) -> bool:
    """Whether *text* could be a link; what could not is not asked for, as PostgreSQL takes no NUL in a text."""
    return 0 < len(text) <= 32 and set(text) <= set(SLUG_LETTERS)


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
    return save_records(session, [row_of(record, source=source, unlisted=unlisted)])[0].slug


def row_of(record: Record, *, source: Source = "json", unlisted: bool = True) -> dict[str, Any]:
    """The row that keeps *record*, for :func:`save_records`; the arguments are as in :func:`save_record`.

    Raises:
        RuleError: when an action of the record is illegal.
        NotationError: when the record would not read back.
        ValueError: when it would read back as another record, or the source is unknown.
    """
    if source not in SOURCES:
        raise ValueError(f"a record's source is one of {', '.join(SOURCES)}, not {source!r}")
    record.deal()
    document = canonical(record)
    if record_from_json(json.loads(document)) != record:
        raise ValueError("the record does not read back as itself")
    return {
        "slug": new_slug(),
        "digest": hashlib.sha256(document.encode("ascii")).hexdigest(),
        "document": document,
        "source": source,
        "title": label(dict(record.tags).get("Event", "")),
        "north": label(record.players[0]),
        "south": label(record.players[1]),
        "unlisted": unlisted,
        "created": now(),
    }


class Saved(NamedTuple):
    """Where a record is.

    Attributes:
        id: the database's own number.
        slug: its link.
    """

    id: int
    slug: str


def save_records(session: Session, rows: Sequence[dict[str, Any]]) -> list[Saved]:
    """Store the records of *rows*, made by :func:`row_of`, and say where each is; equal ones are at one place."""
    # One statement decides which records are new: of two people saving one at once, both get the same link.
    insert = insert_for(session, StoredRecord).on_conflict_do_nothing(index_elements=["digest"])
    # In one order, so that two who save the same records at once wait for each other and do not lock up.
    session.execute(insert, sorted(rows, key=itemgetter("digest")))
    digests = [row["digest"] for row in rows]
    query = select(StoredRecord.digest, StoredRecord.id, StoredRecord.slug).where(StoredRecord.digest.in_(digests))
    found = {digest: Saved(number, slug) for digest, number, slug in session.execute(query)}
    return [found[digest] for digest in digests]


def load_record(session: Session, slug: str) -> Record | None:
    """The record under the link *slug*, or None when there is none.

    Raises:
        NotationError: when what is stored can no longer be read; a fault of the program, not of the visitor.
    """
    if not is_slug(slug):
        return None
    document = session.scalars(select(StoredRecord.document).where(StoredRecord.slug == slug)).one_or_none()
    return None if document is None else record_from_json(json.loads(document))


def known_slugs(session: Session, slugs: Collection[str]) -> set[str]:
    """Those of *slugs* under which there is a record."""
    asked = [slug for slug in slugs if is_slug(slug)]
    if not asked:
        return set()
    return set(session.scalars(select(StoredRecord.slug).where(StoredRecord.slug.in_(asked))))


def latest_records(session: Session, count: int = 20) -> Sequence[StoredRecord]:
    """The *count* listed records saved last, the newest first."""
    query = select(StoredRecord).where(StoredRecord.unlisted.is_(False))
    return session.scalars(query.order_by(StoredRecord.created.desc(), StoredRecord.id.desc()).limit(count)).all()
