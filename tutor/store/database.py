"""Where the database is, and how it is opened.

SQLite and PostgreSQL are supported. Without a word from anybody it is a SQLite file in the user's data folder; the
environment variable ``DRAWBRIDGE_DATABASE`` names another by its SQLAlchemy URL.
"""

import os
from pathlib import Path
from typing import Any, Final

import platformdirs
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import DeclarativeBase, Session
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from tutor.messages import N_, Message

ENVIRONMENT_VARIABLE: Final = "DRAWBRIDGE_DATABASE"
FILE_NAME: Final = "tutor.sqlite3"

# How long a writer waits for another one before it gives up, in milliseconds.
BUSY_TIMEOUT: Final = 5000

WRITING: Final = "tutor_writing"
"""The execution option of a connection whose transaction will write."""

SQLITE_PRAGMAS: Final = (
    # The timeout comes first: changing the journal has to wait its turn, too.
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT}",
    # Readers and a writer do not wait for each other.
    "PRAGMA journal_mode = WAL",
    # What SQLite recommends beside WAL: safe against a crash of the program, quicker by a sync a commit.
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
)


class StoreError(ValueError):
    """The database cannot be used as asked; ``str`` says why in a sentence."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def database_url() -> str:
    """The URL of the database: ``DRAWBRIDGE_DATABASE``, or a SQLite file in the user's data folder."""
    named = os.environ.get(ENVIRONMENT_VARIABLE, "")
    if named:
        return named
    path = platformdirs.user_data_path("draw-bridge-tutor", appauthor=False) / FILE_NAME
    return URL.create("sqlite", database=str(path)).render_as_string()


def parse_url(url: str) -> URL:
    """*url* with the driver that the project uses.

    Raises:
        StoreError: for a text that is no database URL, or another kind of database.
    """
    try:
        parsed = make_url(url)
    except ArgumentError:
        # The text is not repeated: it may hold a password.
        raise StoreError(
            Message(
                N_(
                    "The database’s address cannot be read. Two examples: sqlite:////srv/tutor.sqlite3, "
                    "postgresql://user:password@host/tutor."
                )
            )
        ) from None
    match parsed.get_backend_name():
        case "sqlite":
            return parsed.set(drivername="sqlite+pysqlite")
        case "postgresql" | "postgres":
            return parsed.set(drivername="postgresql+psycopg")
        case kind:
            raise StoreError(
                Message(N_("The database is SQLite or PostgreSQL; %(kind)s is not supported."), {"kind": kind})
            )


def sqlite_path(url: str) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL and for a database in memory."""
    parsed = parse_url(url)
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        return None
    return Path(str(parsed.database)).absolute()


def engine_options(url: str) -> dict[str, Any]:
    """What :func:`sqlalchemy.create_engine` and ``SQLALCHEMY_ENGINES`` need for *url*, ``url`` included."""
    parsed = parse_url(url)
    path = sqlite_path(url)
    # What is stored is not written into a log with an error: keys, names and hashes are among it.
    hidden = {"hide_parameters": True}
    if path is not None:
        return {"url": parsed.set(database=str(path)), **hidden}
    if parsed.get_backend_name() == "sqlite":
        # A database in memory lives in its connection, so all threads share one.
        return {"url": parsed, **hidden, "poolclass": StaticPool, "connect_args": {"check_same_thread": False}}
    # A connection that the server closed in the night is replaced, not shown to the first visitor as an error.
    return {"url": parsed, **hidden, "pool_pre_ping": True}


def open_engine(url: str) -> Engine:
    """An engine for the database at *url*, made ready by :func:`prepare`.

    Raises:
        StoreError: when *url* is not the address of a supported database, or the driver for it is not installed.
    """
    try:
        return prepare(create_engine(**engine_options(url)))
    except ModuleNotFoundError as error:
        raise StoreError(
            Message(
                N_("PostgreSQL needs the package %(package)s: install draw-bridge-tutor[postgresql]."),
                {"package": error.name},
            )
        ) from error


def prepare(engine: Engine) -> Engine:
    """*engine* itself; a SQLite one gets its settings for each new connection, and real transactions."""
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        # Python's driver begins a transaction only before a change of data, not before a change of tables or a
        # read; it is told to leave that alone, and SQLAlchemy says BEGIN itself.
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def begin_writing(session: Session) -> None:
    """Begin a transaction of *session* that will write, in the writer's place from the start.

    SQLite refuses to let a transaction write that began by reading when somebody else has written since, and does so
    at once, without waiting. So what *session* has read until now is forgotten and is read anew when it is needed; in
    a transaction that was begun by this function nothing happens.

    Raises:
        RuntimeError: when *session* has changes that were not flushed yet; they would be lost. Those that were flushed
            are lost without a word: so begin before the first change.
    """
    if session.in_transaction():
        if session.connection().get_execution_options().get(WRITING):
            return
        if session.new or session.dirty or session.deleted:
            raise RuntimeError("begin to write before the first change")
        session.rollback()
    session.connection(execution_options={WRITING: True})


def insert_for(session: Session, model: type[DeclarativeBase]) -> sqlite.Insert | postgresql.Insert:
    """An ``INSERT`` into the table of *model* that can say what to do where a row is there already."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    return insert(model)


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction, one that will write in the writer's place at once."""
    writing = connection.get_execution_options().get(WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _set_up_sqlite(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a new SQLite connection."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in SQLITE_PRAGMAS:
        cursor.execute(pragma)
    cursor.close()
