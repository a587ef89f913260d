"""The app's door to the store."""

import re
import sqlite3
from collections.abc import Sequence
from typing import Final

from flask import Flask, abort
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from werkzeug.exceptions import ServiceUnavailable

from tutor import store
from tutor.notation.record import Record
from tutor.store import Source, db
from tutor.store.records import row_of, save_records

RETRY_SECONDS: Final = 5
SQLITE_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
SQLITE_DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
POSTGRESQL_BUSY: Final = ("40001", "40P01", "53300", "55P03", "57014")
"""Two at once, a deadlock, too many connections, a lock, and a statement that took too long."""
POSTGRESQL_NO_TABLES: Final = ("42P01", "42703")
_NO_TABLES: Final = re.compile(r"no such (table|column): |table \w+ has no column named ")


class Busy(ServiceUnavailable):
    """Others are writing to the database, for longer than a request waits."""


class NoTables(ServiceUnavailable):
    """The database has not been set up, or not for this version of the program."""


class NoDatabase(ServiceUnavailable):
    """The database cannot be reached, opened or written."""


def trouble(error: SQLAlchemyError) -> ServiceUnavailable | None:
    """What *error* says about the state of the database; None when it is a fault of the program."""
    if isinstance(error, NoConnectionLeft):
        return Busy(retry_after=RETRY_SECONDS)
    if not isinstance(error, DBAPIError):
        return None
    # An extended code of SQLite holds the plain one in its lowest byte.
    code = getattr(error.orig, "sqlite_errorcode", None)
    plain = None if code is None else code & 0xFF
    state, said = getattr(error.orig, "sqlstate", None), str(error.orig)
    if plain in SQLITE_BUSY or state in POSTGRESQL_BUSY:
        return Busy(retry_after=RETRY_SECONDS)
    if state in POSTGRESQL_NO_TABLES or (plain == sqlite3.SQLITE_ERROR and _NO_TABLES.match(said)):
        return NoTables(retry_after=RETRY_SECONDS)
    if plain in SQLITE_DAMAGED or (isinstance(error, OperationalError) and plain != sqlite3.SQLITE_ERROR):
        return NoDatabase(retry_after=RETRY_SECONDS)
    return None


def init_app(app: Flask) -> None:
    """Join *app* to its database: the setting ``DATABASE`` (``DRAWBRIDGE_DATABASE``), or the store's own default."""
    store.init_app(app, app.config.get("DATABASE"))


def keep(record: Record, source: Source) -> str:
    """Store *record* for good and give its slug."""
    slug = store.save_record(db.session, record, source=source)
    db.session.commit()
    return slug


def keep_all(records: Sequence[Record], source: Source) -> list[str]:
    """Store *records* for good, all of them or none, and give their slugs."""
    saved = save_records(db.session, [row_of(record, source=source) for record in records])
    db.session.commit()
    return [each.slug for each in saved]


def find(slug: str) -> Record:
    """The record under *slug*; ends the request with 404 when there is none."""
    record = store.load_record(db.session, slug)
    if record is None:
        abort(404)
    return record
