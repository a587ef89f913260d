"""Databases with the newest tables: the migrations run once for each kind in a test process, and are copied."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from sqlalchemy import make_url

from tutor.store import upgrade

NEWEST = "newest"
"""The PostgreSQL database that is copied."""


def make_new(url: str) -> None:
    """Give the database *url*, which is not there yet or empty, the newest tables."""
    parsed = make_url(url)
    assert parsed.database is not None
    if parsed.get_backend_name() == "sqlite":
        path = Path(parsed.database)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(new_sqlite())
    else:
        host = str(parsed.query["host"])
        _make_newest(host)
        replace_database(host, parsed.database, template=NEWEST)


@cache
def new_sqlite() -> bytes:
    """A SQLite file with the newest tables and nothing in them."""
    with TemporaryDirectory() as folder:
        upgrade(f"sqlite:///{folder}/tutor.sqlite3")
        return (Path(folder) / "tutor.sqlite3").read_bytes()


@cache
def _make_newest(host: str) -> None:
    replace_database(host, NEWEST)
    upgrade(address(host, NEWEST))


def address(host: str, name: str) -> str:
    """The address of the PostgreSQL database *name* at the socket in the folder *host*."""
    return f"postgresql://tutor@/{name}?host={host}"


def replace_database(host: str, name: str, *, template: str = "template1") -> None:
    """Make the PostgreSQL database *name* anew; a test that has not closed its connections to it fails here."""
    with psycopg.connect(f"host={host} user=tutor dbname=postgres", autocommit=True) as connection:
        # Copying the files is quickest for so small a database; older servers know no other way.
        how = " STRATEGY file_copy" if connection.info.server_version >= 150_000 else ""
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}{how}")
