"""Bringing a database to the newest tables, and copying it while it is in use."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config

from tutor.messages import N_, Message
from tutor.store.database import StoreError, open_engine, sqlite_path

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database at *url* up to *revision*, making it (and its folder) when it is not there.

    Raises:
        StoreError: when *url* is not the address of a supported database, or its folder cannot be made.
        sqlalchemy.exc.SQLAlchemyError: when the database cannot be reached or changed.
    """
    path = sqlite_path(url)
    if path is not None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(path.parent, error) from error
    _migrate(url, command.upgrade, revision)


def downgrade(url: str, revision: str = "base") -> None:
    """Take the database at *url* back to *revision*. The tables that came after it are dropped with what they hold.

    Raises:
        StoreError: when *url* is not the address of a supported database.
        sqlalchemy.exc.SQLAlchemyError: when the database cannot be reached or changed.
    """
    _migrate(url, command.downgrade, revision)


def _migrate(url: str, step: Callable[[Config, str], None], revision: str) -> None:
    """Run an Alembic command on the database at *url*, whole or not at all."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    # Without this a folder's name with a space or a colon in it would be taken for several.
    config.set_main_option("path_separator", "os")
    engine = open_engine(url)
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            step(config, revision)
    finally:
        engine.dispose()


def backup(url: str, path: Path) -> None:
    """Copy the SQLite database at *url* to the file *path*, as it stands at one moment, while others use it.

    The copy is complete and checked before it takes the place of an older one at *path*.

    Raises:
        StoreError: when *url* is no SQLite file, when there is no database in it, when *path* is the database
            itself or cannot be written, or when the copy turns out damaged.
    """
    source = sqlite_path(url)
    if source is None:
        raise StoreError(
            Message(N_("Only a SQLite file can be copied this way; for PostgreSQL there is its own pg_dump."))
        )
    if not source.is_file():
        raise StoreError(Message(N_("There is no database at %(path)s."), {"path": str(source)}))
    if path.exists() and path.samefile(source):
        raise StoreError(Message(N_("The copy cannot take the place of the database itself.")))
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        # Made before SQLite opens it: for the owner's eyes only.
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        _copy(source, unfinished)
        unfinished.replace(path)
    except OSError as error:
        raise _unwritable(path, error) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _unwritable(path: Path, error: OSError) -> StoreError:
    """What to say when the operating system refuses to write *path*."""
    return StoreError(
        Message(N_("%(path)s cannot be written: %(reason)s."), {"path": str(path), "reason": error.strerror})
    )


def _copy(source: Path, target: Path) -> None:
    """Copy one SQLite file to another and check the copy."""
    read_only = f"{source.as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(read_only, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            # A copy is one file: no write-ahead log beside it.
            new.execute("PRAGMA journal_mode = DELETE")
            sound = new.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    except sqlite3.DatabaseError as error:
        raise StoreError(
            Message(N_("%(path)s cannot be copied: %(reason)s."), {"path": str(source), "reason": str(error)})
        ) from error
    if not sound:
        raise StoreError(Message(N_("%(path)s is damaged; no copy was made."), {"path": str(source)}))
