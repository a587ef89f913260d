"""Two who read before they write, at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, func, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from tutor.store import Person, begin_writing, open_engine, upgrade


def count(session: Session) -> int:
    return session.scalars(select(func.count()).select_from(Person)).one()


def test_who_reads_and_then_writes_in_the_writer_s_place_is_never_turned_away(engine: Engine):
    def work(_: int) -> None:
        with Session(engine) as session:
            count(session)
            begin_writing(session)
            count(session)
            session.add(Person())
            session.commit()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(48)))
    with Session(engine) as session:
        assert count(session) == 48


def test_without_it_sqlite_turns_the_later_one_away_at_once(sqlite_url: str):
    upgrade(sqlite_url)
    engine = open_engine(sqlite_url)
    with Session(engine) as one, Session(engine) as other:
        count(one)
        other.add(Person())
        other.commit()
        one.add(Person())
        with pytest.raises(OperationalError, match="locked"):
            one.flush()
        one.rollback()
        begin_writing(one)
        one.add(Person())
        one.commit()
        assert count(one) == 2
    engine.dispose()


def test_beginning_twice_keeps_what_was_written_between(session: Session):
    begin_writing(session)
    session.add(Person())
    begin_writing(session)
    session.commit()
    assert count(session) == 1


def test_a_change_made_before_the_beginning_is_not_lost_without_a_word(session: Session):
    count(session)
    session.add(Person())
    with pytest.raises(RuntimeError, match="before the first change"):
        begin_writing(session)


def test_the_next_transaction_of_the_same_connection_reads_without_the_writer_s_place(sqlite_url: str):
    upgrade(sqlite_url)
    engine = open_engine(sqlite_url)
    with Session(engine) as one, Session(engine) as other:
        begin_writing(one)
        one.commit()
        assert count(one) == 0
        begin_writing(other)
        other.execute(text("INSERT INTO people (settings, created, seen) VALUES ('{}', '2026-01-01', '2026-01-01')"))
        other.commit()
    engine.dispose()
