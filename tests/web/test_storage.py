"""A database that cannot be used for the moment: said so, with the advice to try again, and nothing lost."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy.exc import DataError, OperationalError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft

from tests.web.conftest import close
from tests.web.texts import FINISHED
from tutor.store import database
from tutor.web import create_app
from tutor.web.storage import Busy, NoDatabase, NoTables, trouble


@pytest.fixture
def impatient(monkeypatch):
    """A writer waits for 50 ms, not for five seconds."""
    pragmas = tuple(each.replace(str(database.BUSY_TIMEOUT), "50") for each in database.SQLITE_PRAGMAS)
    monkeypatch.setattr(database, "SQLITE_PRAGMAS", pragmas)


@pytest.fixture
def locked(impatient, app: Flask, tmp_path: Path) -> Iterator[None]:  # noqa: ARG001
    """Somebody else is writing to the database and does not end."""
    other = sqlite3.connect(tmp_path / "tutor.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    yield
    other.rollback()
    other.close()


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    """An app on a database without tables."""
    url = f"sqlite:///{tmp_path}/bare.sqlite3"
    settings = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATABASE": url, "INSTANCE_PATH": str(tmp_path)}
    app = create_app(settings)
    yield app
    close(app)


def test_while_the_database_is_locked_the_form_says_so_and_keeps_the_text(locked, send):  # noqa: ARG001
    answer = send(FINISHED)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "The database is busy" in answer.text
    assert "please try again" in answer.text
    assert "[North &#34;Nora&#34;]" in answer.text


def test_after_the_lock_the_hand_is_stored(impatient, app, send, tmp_path, stored):  # noqa: ARG001
    other = sqlite3.connect(tmp_path / "tutor.sqlite3", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert send(FINISHED).status_code == 503
    other.rollback()
    other.close()
    assert send(FINISHED).status_code == 303
    assert stored() == 1


def test_while_the_database_is_locked_the_api_answers_in_its_own_shape(locked, client):  # noqa: ARG001
    answer = client.post("/api/v1/records", data=FINISHED)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    (error,) = answer.json["errors"]
    assert error["code"] == "database-busy"
    assert "try again" in error["message"]


def test_without_tables_a_page_names_the_command_that_makes_them(bare):
    answer = bare.test_client().get("/analyse/23456789abcde")
    assert answer.status_code == 503
    assert "tutor db upgrade" in answer.text
    assert "<h1>Not at the moment</h1>" in answer.text


def test_without_tables_the_api_names_the_command_that_makes_them(bare):
    for answer in (
        bare.test_client().get("/api/v1/records/23456789abcde"),
        bare.test_client().post("/api/v1/records", data=FINISHED),
    ):
        assert answer.status_code == 503
        (error,) = answer.json["errors"]
        assert error["code"] == "database-tables"
        assert "tutor db upgrade" in error["message"]


def test_a_file_that_is_no_database_is_no_crash(bare, tmp_path):
    (tmp_path / "bare.sqlite3").write_bytes(b"nonsense " * 1_000)
    answer = bare.test_client().get("/analyse/23456789abcde")
    assert answer.status_code == 503
    assert "cannot be used" in answer.text
    assert str(tmp_path) not in answer.text


def test_pages_that_need_no_database_do_without_it(bare):
    client = bare.test_client()
    for address in ("/", "/analyse/", "/analyse/sample", "/practise/", "/puzzles/", "/api/v1/openapi.json"):
        assert client.get(address).status_code == 200


def wrapped(kind, error):
    return kind("a statement", {}, error)


def sqlite_error(code: int, words: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_BUSY, "database is locked")), Busy),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_BUSY_SNAPSHOT, "database is locked")), Busy),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_LOCKED, "database table is locked")), Busy),
        (wrapped(OperationalError, psycopg.errors.LockNotAvailable()), Busy),
        (wrapped(OperationalError, psycopg.errors.DeadlockDetected()), Busy),
        (wrapped(OperationalError, psycopg.errors.TooManyConnections()), Busy),
        (NoConnectionLeft("QueuePool limit"), Busy),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_ERROR, "no such table: records")), NoTables),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_ERROR, "no such column: records.unlisted")), NoTables),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_ERROR, "table r has no column named x")), NoTables),
        (wrapped(ProgrammingError, psycopg.errors.UndefinedTable()), NoTables),
        (wrapped(ProgrammingError, psycopg.errors.UndefinedColumn()), NoTables),
        (wrapped(OperationalError, psycopg.OperationalError("connection refused")), NoDatabase),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_CANTOPEN, "unable to open database file")), NoDatabase),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_FULL, "database or disk is full")), NoDatabase),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_READONLY, "attempt to write")), NoDatabase),
        (wrapped(OperationalError, sqlite_error(sqlite3.SQLITE_ERROR, 'near "SELEC": syntax error')), None),
        (wrapped(ProgrammingError, psycopg.errors.SyntaxError()), None),
        (wrapped(DataError, psycopg.errors.NumericValueOutOfRange()), None),
    ],
    ids=str,
)
def test_the_state_of_the_database_is_told_from_a_fault_of_the_program(error, state):
    assert type(trouble(error)) is (state or type(None))
