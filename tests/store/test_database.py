"""Where the database is and how it is opened."""

import sqlite3
import sys
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from tutor.notation.record import Record
from tutor.store import StoreError, database_url, db, init_app, load_record, open_engine, save_record, upgrade
from tutor.store.database import engine_options, parse_url, sqlite_path


def test_the_database_is_a_file_in_the_user_s_data_folder(monkeypatch, tmp_path: Path):
    monkeypatch.delenv("DRAWBRIDGE_DATABASE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert sqlite_path(database_url()) == tmp_path / "draw-bridge-tutor" / "tutor.sqlite3"


def test_the_environment_names_another_database(monkeypatch):
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", "postgresql://tutor@db/tutor")
    assert database_url() == "postgresql://tutor@db/tutor"


@pytest.mark.parametrize("url", ["postgres://a@b/c", "postgresql://a@b/c", "postgresql+psycopg://a@b/c"])
def test_every_spelling_of_postgresql_gets_the_driver_that_is_installed(url: str):
    assert parse_url(url).drivername == "postgresql+psycopg"


def test_another_kind_of_database_is_refused_by_name():
    with pytest.raises(StoreError, match="SQLite or PostgreSQL; mysql is not supported"):
        parse_url("mysql://a@b/c")


@pytest.mark.parametrize("url", ["", "tutor.sqlite3", "sqlite:/secret.db", "postgresql//user:secret@host"])
def test_what_is_no_address_is_refused_without_repeating_a_password(url: str):
    with pytest.raises(StoreError, match="cannot be read") as caught:
        parse_url(url)
    assert "secret" not in str(caught.value)


def test_postgresql_without_its_driver_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"the package psycopg: install draw-bridge-tutor\[postgresql\]"):
        open_engine("postgresql://tutor@host/tutor")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_database_in_memory_is_one_for_all_connections(url: str):
    assert sqlite_path(url) is None
    engine = open_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE t (a INTEGER)"))
    with engine.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM t")).scalar() == 0
    engine.dispose()


def test_a_file_named_in_part_is_found_from_the_working_folder(monkeypatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    assert engine_options("sqlite:///near.sqlite3")["url"].database == str(tmp_path / "near.sqlite3")


def test_sqlite_waits_for_writers_checks_keys_and_lets_readers_read(sqlite_url: str):
    upgrade(sqlite_url)
    engine = open_engine(sqlite_url)
    with engine.connect() as connection:
        settings = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "foreign_keys")]
        assert settings == ["wal", 1]
        assert connection.execute(text("PRAGMA busy_timeout")).scalar() == 5000
    engine.dispose()


def test_tables_made_in_a_transaction_that_fails_are_not_there(engine: Engine):
    def make_and_fail() -> None:
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE half (a INTEGER)"))
            raise LookupError

    with pytest.raises(LookupError):
        make_and_fail()
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE half (a INTEGER)"))


def test_a_flask_app_finds_its_session(url: str, record: Record):
    upgrade(url)
    app = Flask("other")
    init_app(app, url)
    with app.app_context():
        slug = save_record(db.session, record)
        db.session.commit()
    with app.app_context():
        assert load_record(db.session, slug) == record
        db.session.close()
        db.engine.dispose()


def test_a_flask_app_s_sqlite_has_the_same_settings(sqlite_url: str):
    upgrade(sqlite_url)
    app = Flask("other")
    init_app(app, sqlite_url)
    with app.app_context():
        assert db.session.execute(text("PRAGMA foreign_keys")).scalar() == 1
        db.session.close()
        db.engine.dispose()


def test_a_flask_app_without_a_url_uses_the_default_database(monkeypatch, sqlite_url: str):
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", sqlite_url)
    app = Flask("other")
    init_app(app)
    with app.app_context():
        assert db.engine.url.database == str(sqlite_path(sqlite_url))


def test_a_saved_record_can_be_read_by_any_sqlite_program(sqlite_url: str, record: Record):
    upgrade(sqlite_url)
    engine = open_engine(sqlite_url)
    with Session(engine) as session:
        slug = save_record(session, record)
        session.commit()
    engine.dispose()
    path = sqlite_path(sqlite_url)
    assert path is not None
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT slug FROM records").fetchall() == [(slug,)]
    connection.close()


def test_what_is_stored_is_not_written_into_a_log_with_an_error(engine: Engine):
    with engine.connect() as connection, pytest.raises(DBAPIError) as failed:
        connection.execute(text("INSERT INTO nowhere VALUES (:key)"), {"key": "a key that opens the door"})
    assert "nowhere" in str(failed.value)
    assert "opens the door" not in str(failed.value)
