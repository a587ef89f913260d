"""Records in and out of the database, on SQLite and on PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import Session

from tutor.notation import NotationError
from tutor.notation.record import Record
from tutor.rules import RuleError
from tutor.store import StoredRecord, latest_records, load_record, save_record
from tutor.store.records import SLUG_LENGTH, SLUG_LETTERS, label, new_slug

from .examples import finished_record, illegal_record, passed_out_record


def count(session: Session) -> int:
    return session.scalars(select(func.count()).select_from(StoredRecord)).one()


@pytest.mark.parametrize("example", [finished_record, passed_out_record])
def test_a_record_comes_back_as_it_was_saved(engine: Engine, example):
    record = example()
    with Session(engine) as session:
        slug = save_record(session, record)
        session.commit()
    with Session(engine) as session:
        assert load_record(session, slug) == record


def test_what_is_not_committed_is_not_kept(engine: Engine, record: Record):
    with Session(engine) as session:
        slug = save_record(session, record)
    with Session(engine) as session:
        assert load_record(session, slug) is None


def test_the_same_record_keeps_its_link(session: Session, record: Record):
    first = save_record(session, record)
    session.commit()
    assert save_record(session, replace(record), source="pbn", unlisted=False) == first
    assert count(session) == 1
    stored = session.scalars(select(StoredRecord)).one()
    assert (stored.source, stored.unlisted) == ("json", True)


def test_records_that_differ_in_anything_have_links_of_their_own(session: Session, record: Record):
    others = [record, replace(record, players=("", "")), replace(record, tags=()), finished_record(4)]
    assert len({save_record(session, other) for other in others}) == len(others) == count(session)


def test_two_who_save_the_same_record_at_once_get_the_same_link(engine: Engine, record: Record):
    def save(_: int) -> str:
        with Session(engine) as session:
            slug = save_record(session, record)
            session.commit()
            return slug

    with ThreadPoolExecutor(4) as pool:
        slugs = set(pool.map(save, range(12)))
    with Session(engine) as session:
        assert count(session) == len(slugs) == 1


def test_nothing_is_stored_of_a_record_with_an_illegal_action(session: Session):
    with pytest.raises(RuleError):
        save_record(session, illegal_record())
    session.commit()
    assert count(session) == 0


def test_nothing_is_stored_of_a_record_whose_hands_are_no_hands(session: Session, record: Record):
    broken = Record(record.north, record.north, record.dealer)
    with pytest.raises(ValueError, match="13 cards each"):
        save_record(session, broken)
    session.commit()
    assert count(session) == 0


def test_an_unknown_source_is_refused(session: Session, record: Record):
    with pytest.raises(ValueError, match="pbn, json, practice, not 'fax'"):
        save_record(session, record, source="fax")
    assert count(session) == 0


@pytest.mark.parametrize(
    "slug", ["", "nosuchrecord2", "../etc/passwd", "\0", "ΑΒΓ", "'; DROP TABLE records; --", "a" * 9999]
)
def test_a_link_that_nobody_was_given_leads_nowhere(session: Session, record: Record, slug: str):
    save_record(session, record)
    assert load_record(session, slug) is None


def test_links_are_long_random_and_easy_to_read_aloud():
    slugs = {new_slug() for _ in range(1000)}
    assert len(slugs) == 1000
    assert all(len(slug) == SLUG_LENGTH and set(slug) <= set(SLUG_LETTERS) for slug in slugs)
    assert len(SLUG_LETTERS) ** SLUG_LENGTH > 2**64
    assert not set(SLUG_LETTERS) & set("0o1il")


def test_names_and_title_are_kept_beside_the_record(session: Session, record: Record):
    save_record(session, record, source="pbn")
    stored = session.scalars(select(StoredRecord)).one()
    assert (stored.title, stored.north, stored.south) == ("Östra salen 春の会", "Åsa Öberg", "ناهید")
    assert (stored.source, stored.unlisted) == ("pbn", True)


def test_a_long_name_is_shortened_for_the_list_and_whole_in_the_record(session: Session, record: Record):
    named = replace(record, players=("Ö" * 500, ""))
    slug = save_record(session, named)
    assert load_record(session, slug) == named
    assert session.scalars(select(StoredRecord.north)).one() == "Ö" * 120


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("N\0ul", "Nul"),
        ("bro\ud800ken", "broken"),
        ("line\r\nbreak", "linebreak"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d🎓", "👩\u200d🎓"),
    ],
)
def test_what_a_database_or_a_list_cannot_hold_is_left_out_of_a_label(text: str, kept: str):
    assert label(text) == kept


def test_a_record_that_would_not_read_back_is_not_stored(session: Session, record: Record):
    with pytest.raises(NotationError):
        save_record(session, replace(record, players=("two\nlines", "")))
    session.commit()
    assert count(session) == 0


def test_the_time_of_saving_is_kept_in_utc(engine: Engine, record: Record):
    before = datetime.now(UTC)
    with Session(engine) as session:
        save_record(session, record)
        session.commit()
    with Session(engine) as session:
        created = session.scalars(select(StoredRecord.created)).one()
    assert created.utcoffset() == timedelta(0)
    assert before <= created <= datetime.now(UTC)


def test_a_time_of_another_zone_is_the_same_moment_in_utc(session: Session, record: Record):
    save_record(session, record)
    stored = session.scalars(select(StoredRecord)).one()
    stored.created = datetime(2026, 5, 1, 1, 30, tzinfo=timezone(timedelta(hours=4, minutes=30)))
    session.commit()
    session.refresh(stored)
    assert stored.created == datetime(2026, 4, 30, 21, 0, tzinfo=UTC)


def test_a_time_without_a_zone_is_refused(session: Session, record: Record):
    save_record(session, record)
    stored = session.scalars(select(StoredRecord)).one()
    stored.created = datetime(2026, 5, 1)  # noqa: DTZ001 - the fault under test
    with pytest.raises(StatementError, match="needs its time zone"):
        session.flush()


def test_only_listed_records_are_listed_the_newest_first(session: Session):
    for seed in range(10, 14):
        save_record(session, finished_record(seed), unlisted=seed == 11)
    titles = [stored.document for stored in latest_records(session)]
    assert len(titles) == 3
    created = [stored.created for stored in latest_records(session)]
    assert created == sorted(created, reverse=True)
    assert len(latest_records(session, 2)) == 2
