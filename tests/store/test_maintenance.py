"""Migrations and backups."""

import json
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, UniqueConstraint, inspect, select, text
from sqlalchemy.orm import Session

from tutor.notation.record import Record
from tutor.store import Base, Person, StoreError, backup, downgrade, load_record, open_engine, save_record, upgrade
from tutor.store.database import sqlite_path
from tutor.store.maintenance import MIGRATIONS
from tutor.store.practice import get_review, keep_review

from .examples import finished_record


def tables(url: str) -> set[str]:
    engine = open_engine(url)
    try:
        return set(inspect(engine).get_table_names())
    finally:
        engine.dispose()


def test_the_migrations_make_the_tables_of_the_models(engine: Engine):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, Base.metadata) == []


def test_the_migrations_name_constraints_as_the_models_do(engine: Engine):
    for table in Base.metadata.tables.values():
        unique = {constraint["name"] for constraint in inspect(engine).get_unique_constraints(table.name)}
        meant = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
        assert unique == {"_".join(["uq", table.name, *(column.name for column in each.columns)]) for each in meant}
        assert len(unique) >= len([column for column in table.columns if column.unique])
        keys = {key["name"]: key["options"].get("ondelete") for key in inspect(engine).get_foreign_keys(table.name)}
        assert keys == {
            f"fk_{table.name}_{key.parent.name}_{key.column.table.name}": key.ondelete for key in table.foreign_keys
        }
        assert inspect(engine).get_pk_constraint(table.name)["name"] == f"pk_{table.name}"


def test_upgrading_twice_changes_nothing(url: str):
    upgrade(url)
    before = tables(url)
    upgrade(url)
    assert tables(url) == before == {"alembic_version", *Base.metadata.tables}


def test_a_database_can_go_all_the_way_back_and_up_again(url: str):
    upgrade(url)
    downgrade(url)
    assert tables(url) == {"alembic_version"}
    upgrade(url)
    assert "records" in tables(url)


def test_upgrading_keeps_what_is_stored(url: str, record: Record):
    upgrade(url)
    engine = open_engine(url)
    with Session(engine) as session:
        slug = save_record(session, record)
        session.commit()
    upgrade(url)
    with Session(engine) as session:
        assert load_record(session, slug) == record
    engine.dispose()


def test_a_database_from_before_there_were_people_keeps_its_records_and_gets_their_tables(url: str, record: Record):
    upgrade(url, "0001")
    assert tables(url) == {"alembic_version", "records"}
    engine = open_engine(url)
    with Session(engine) as session:
        slug = save_record(session, record)
        session.commit()
    upgrade(url)
    with Session(engine) as session:
        assert load_record(session, slug) == record
        session.add(Person())
        session.commit()
        assert session.scalars(select(Person)).one().guest
    downgrade(url, "0001")
    assert tables(url) == {"alembic_version", "records"}
    with Session(engine) as session:
        assert load_record(session, slug) == record
    engine.dispose()


def test_reviews_from_before_decisions_were_told_apart_keep_what_went_before_and_can_go_back(url: str):
    upgrade(url, "0002")
    engine = open_engine(url)
    moment = {"now": "2026-05-04 12:00:00+00:00"}
    card = json.dumps({"before": ["1S", "2H"], "card": {}})
    with engine.begin() as connection:
        connection.execute(
            text("INSERT INTO people (id, settings, created, seen) VALUES (1, '{}', :now, :now)"), moment
        )
        columns, values = "person_id, code, place, card, due", "1, 'hand', :place, :card, :now"
        for place, each in ((2, card), (4, "no schedule")):
            row = {"place": place, "card": each, **moment}
            connection.execute(text(f"INSERT INTO reviews ({columns}) VALUES ({values})"), row)
    upgrade(url)
    with Session(engine) as session:
        assert get_review(session, 1, "hand", 2, ("1S", "2H")).card == card
        assert get_review(session, 1, "hand", 4).card == "no schedule"
        due = get_review(session, 1, "hand", 4).due
        assert keep_review(session, 1, "hand", 2, ("1S", "3H"), card="later", due=due, last=None)
        session.commit()
    downgrade(url, "0002")
    with engine.connect() as connection:
        found = connection.execute(text("SELECT place, card FROM reviews ORDER BY place")).all()
    assert [tuple(each) for each in found] == [(2, "later"), (4, "no schedule")]
    engine.dispose()


def test_the_migrations_are_one_line():
    assert len(ScriptDirectory(str(MIGRATIONS)).get_heads()) == 1


def test_a_backup_is_the_whole_database_in_one_file_while_it_is_in_use(sqlite_url: str, tmp_path: Path):
    upgrade(sqlite_url)
    engine = open_engine(sqlite_url)
    copy = tmp_path / "copy.sqlite3"
    with Session(engine) as session:
        kept = save_record(session, finished_record(1))
        session.commit()
        unfinished = save_record(session, finished_record(2))
        backup(sqlite_url, copy)
        session.rollback()
    engine.dispose()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [copy.name]
    restored = open_engine(f"sqlite:///{copy}")
    with Session(restored) as session:
        assert load_record(session, kept) == finished_record(1)
        assert load_record(session, unfinished) is None
    restored.dispose()


def test_a_backup_takes_the_place_of_an_older_one_and_is_for_its_owner_only(sqlite_url: str, tmp_path: Path):
    upgrade(sqlite_url)
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("an older one")
    backup(sqlite_url, copy)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM records").fetchone() == (0,)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


def test_a_database_that_is_not_there_is_not_made_by_copying_it(sqlite_url: str, tmp_path: Path):
    with pytest.raises(StoreError, match="There is no database at"):
        backup(sqlite_url, tmp_path / "copy.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_onto_the_database_itself_is_refused(sqlite_url: str, tmp_path: Path):
    upgrade(sqlite_url)
    path = sqlite_path(sqlite_url)
    assert path is not None
    link = tmp_path / "link.sqlite3"
    os.link(path, link)
    for same in (path, link):
        with pytest.raises(StoreError, match="the place of the database itself"):
            backup(sqlite_url, same)
    assert "records" in tables(sqlite_url)


def test_a_file_that_is_no_database_is_not_copied_and_an_older_copy_stays(tmp_path: Path):
    (tmp_path / "tutor.sqlite3").write_text("These are not the tables you are looking for. " * 100)
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("an older one")
    with pytest.raises(StoreError, match="cannot be copied: file is not a database"):
        backup(f"sqlite:///{tmp_path}/tutor.sqlite3", copy)
    assert copy.read_text() == "an older one"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_damaged_database_is_not_copied_and_an_older_copy_stays(tmp_path: Path):
    path = tmp_path / "tutor.sqlite3"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE t (a TEXT UNIQUE)")
        connection.executemany("INSERT INTO t VALUES (?)", [(f"{i:0100}",) for i in range(1000)])
    # One digit of one row is no longer what the index says: every page can be read, yet the file is not sound.
    content = path.read_bytes()
    assert content.count(b"0500") == 2
    path.write_bytes(content.replace(b"0500", b"0x00", 1))
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("an older one")
    with pytest.raises(StoreError, match="is damaged"):
        backup(f"sqlite:///{path}", copy)
    assert copy.read_text() == "an older one"


def test_a_backup_of_postgresql_points_to_its_own_tool():
    with pytest.raises(StoreError, match="pg_dump"):
        backup("postgresql://tutor@host/tutor", Path("copy"))


def test_a_backup_into_a_folder_that_is_not_there_says_so(sqlite_url: str, tmp_path: Path):
    upgrade(sqlite_url)
    with pytest.raises(StoreError, match=r"nowhere/copy\.sqlite3 cannot be written: No such file or directory"):
        backup(sqlite_url, tmp_path / "nowhere" / "copy.sqlite3")


def test_a_backup_in_the_place_of_a_folder_is_refused_and_leaves_nothing(sqlite_url: str, tmp_path: Path):
    upgrade(sqlite_url)
    folder = tmp_path / "copies"
    folder.mkdir()
    with pytest.raises(StoreError, match="copies cannot be written: Is a directory"):
        backup(sqlite_url, folder)
    assert not list(tmp_path.glob("*.unfinished"))


def test_a_database_whose_folder_cannot_be_made_is_an_error_in_words(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="file/folder cannot be written: Not a directory"):
        upgrade(f"sqlite:///{tmp_path}/file/folder/tutor.sqlite3")
