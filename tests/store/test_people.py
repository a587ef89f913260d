"""People in the database: guests, accounts, passwords, recovery codes, and the export of what is kept."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Engine, func, select, update
from sqlalchemy.orm import Session

from tutor.store import Attempt, Person, Review, Sitting, begin_writing, secrecy
from tutor.store.export import export_person
from tutor.store.merging import merge
from tutor.store.models import FOLDED_LENGTH, Base, Browser, RecoveryCode, now
from tutor.store.people import (
    NameTakenError,
    add_browser,
    add_guest,
    check_sign_in,
    clean_name,
    close_browser,
    codes_left,
    delete_person,
    find_person,
    fold,
    is_key,
    just_made,
    keep_settings,
    new_codes,
    new_key,
    offer_settings,
    register,
    renew_hash,
    set_password,
    settings_of,
    use_code,
)
from tutor.store.practice import keep_attempt, keep_review, keep_sitting
from tutor.store.secrecy import (
    PASSWORD_MOST,
    RefusedError,
    check_password,
    code_digest,
    hash_password,
    is_outdated,
    password_fits,
)

PASSWORD = "correct horse battery"


def count(session: Session, model: type[Base]) -> int:
    return session.scalars(select(func.count()).select_from(model)).one()


@pytest.fixture
def nora(session: Session) -> Person:
    """The holder of an account."""
    return register(session, None, "Nora", PASSWORD)


def test_a_guest_is_found_by_the_key_of_the_browser_and_by_no_other(session: Session):
    key = new_key()
    guest = add_guest(session, key)
    assert find_person(session, key) is guest
    assert find_person(session, key, hold=True) is guest
    assert find_person(session, new_key()) is None
    assert guest.guest
    assert settings_of(guest) == {}


def test_two_requests_of_one_new_browser_make_one_guest(engine: Engine):
    key = new_key()

    def arrive(_: int) -> int:
        with Session(engine) as session:
            begin_writing(session)
            number = add_guest(session, key).id
            session.commit()
            return number

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(arrive, range(12)))) == 1
    with Session(engine) as session:
        assert (count(session, Person), count(session, Browser)) == (1, 1)


@pytest.mark.parametrize("text", ["", "a", "x" * 31, "x" * 33, "x" * 31 + "\0", "ü" * 32, None, 7])
def test_what_cannot_be_a_key_is_told_apart(text):
    assert is_key(new_key())
    assert not is_key(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Nora", "Nora"),
        ("  Nora   Öberg ", "Nora Öberg"),
        ("A\u030asa", "\u00c5sa"),
        ("\uff2e\uff4f\uff52\uff41", "Nora"),
        ("ناهید", "ناهید"),
        ("春の会", "春の会"),
        ("N2", "N2"),
        ("Nora\u00a0Ö", "Nora Ö"),
        ("♠ N ♥", "♠ N ♥"),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_name_is_kept_in_one_form(text, name):
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "2 to 40 characters"),
        ("  N  ", "2 to 40 characters"),
        ("x" * 41, "2 to 40 characters"),
        ("ﷺ" * 3, "2 to 40 characters"),
        ("x" * 1_000_000, "2 to 40 characters"),
        ("No\0ra", "can be seen"),
        ("No\nra", "can be seen"),
        ("No\tra", "can be seen"),
        ("No\u200bra", "can be seen"),
        ("No\u202era", "can be seen"),
        ("No\u00adra", "can be seen"),
        ("Nora\u3164", "can be seen"),
        ("Nora\u2800", "can be seen"),
        ("Nora\ufe0f", "can be seen"),
        ("Nora\ud800", "can be seen"),
        ("Nora\ue000", "can be seen"),
        ("--", "letter or digit"),
        ("♠♥", "letter or digit"),
    ],
)
def test_a_name_that_cannot_be_read_is_refused_with_the_reason(text, said):
    with pytest.raises(RefusedError, match=said):
        clean_name(text)


def test_a_folded_name_always_fits_its_column():
    widest = max((chr(code) for code in range(0x110000)), key=lambda each: len(fold(each)) / len(each))
    assert len(fold(clean_name("ΐ" * 40))) <= FOLDED_LENGTH
    # What a name holds is in Unicode's form NFKC, in which no character folds into more than three.
    assert max(len(fold(each)) for each in map(chr, range(0x110000)) if clean_form(each)) <= 3, widest


def clean_form(character: str) -> bool:
    try:
        return clean_name("a" + character) == "a" + character
    except RefusedError:
        return False


@pytest.mark.parametrize("other", ["Nora", "nora", "NORA", " nora ", "\uff2eora"])
def test_nobody_gets_a_name_that_differs_in_capitals_or_form_alone(session: Session, nora: Person, other: str):
    with pytest.raises(NameTakenError):
        register(session, None, other, PASSWORD)
    assert count(session, Person) == 1
    assert nora.name == "Nora"


def test_of_those_who_ask_for_a_name_at_the_same_moment_one_gets_it(engine: Engine):
    def ask(_: int) -> bool:
        with Session(engine) as session:
            begin_writing(session)
            try:
                register(session, None, "Nora", PASSWORD)
            except NameTakenError:
                session.commit()  # what else the transaction did is kept
                return False
            session.commit()
            return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(ask, range(4))) == 1
    with Session(engine) as session:
        assert count(session, Person) == 1


@pytest.mark.parametrize("password", ["", "short", "1234567", "x" * 501, "ﬃ" * 200, "ﷺ", "ﷺ" * 7, "e\u0301" * 7])
def test_a_password_has_8_to_500_characters(session: Session, password: str):
    with pytest.raises(RefusedError, match=r"at (least 8|most 500) characters"):
        register(session, None, "Nora", password)
    assert count(session, Person) == 0


@pytest.mark.parametrize("password", [" " * 8, "\u3000" * 9, "\t" * 8, "\u200b" * 8, " \0\n\u00a0" * 3])
def test_a_password_shows_at_least_one_character(session: Session, password: str):
    with pytest.raises(RefusedError, match="can be seen"):
        register(session, None, "Nora", password)
    assert count(session, Person) == 0


@pytest.mark.parametrize(
    "password", ["12345678", " " * 7 + "x", "password", "x" * 500, "пароль мой", "nul\0nul\0", "a\ud800" * 4]
)
def test_any_password_of_that_length_is_taken_and_fits_itself_alone(password: str):
    check_password(password)
    kept = hash_password(password)
    assert password_fits(kept, password)
    assert not password_fits(kept, password + " ")
    assert not password_fits(kept, password.swapcase() + "x")


def test_a_password_without_end_is_refused_before_anything_is_done_with_it(monkeypatch):
    # Marks in the wrong order: to sort a million of them takes half an hour.
    endless = "a" + "\u0301\u0327" * 600_000
    asked = []
    plain = secrecy._plain
    monkeypatch.setattr(secrecy, "_plain", lambda text: asked.append(len(text)) or plain(text))
    with pytest.raises(RefusedError, match="at most 500 characters"):
        check_password(endless)
    assert not password_fits(None, endless)
    assert all(length <= PASSWORD_MOST + 1 for length in asked)


def test_a_password_fits_from_every_keyboard():
    assert password_fits(hash_password("fröhlich1"), "fro\u0308hlich1")


def test_nothing_of_a_password_or_a_code_can_be_read_in_the_database(session: Session, nora: Person):
    codes = new_codes(session, nora)
    session.commit()
    everything = "".join(
        str(value) for table in Base.metadata.sorted_tables for row in session.execute(select(table)) for value in row
    )
    assert PASSWORD not in everything
    assert nora.password.startswith("$argon2id$")
    for code in codes:
        assert code not in everything
        assert code.replace("-", "") not in everything


def test_a_hash_by_other_parameters_is_renewed_when_the_password_is_given(session: Session, nora: Person):
    nora.password = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    assert is_outdated(nora.password)
    assert check_sign_in(session, "Nora", PASSWORD) is nora
    renew_hash(nora, PASSWORD)
    assert not is_outdated(nora.password)
    assert check_sign_in(session, "Nora", PASSWORD) is nora


def test_only_the_right_name_with_the_right_password_signs_in(session: Session, nora: Person):
    register(session, None, "Sven", "another password")
    assert check_sign_in(session, " nora", PASSWORD) is nora
    for name, password in (
        ("Nora", "wrong password"),
        ("Nora", ""),
        ("Nora", PASSWORD.upper()),
        ("Sven", PASSWORD),
        ("Nobody", PASSWORD),
        ("", ""),
        ("\0", PASSWORD),
        ("x" * 9_999, "x" * 99_999),
    ):
        assert check_sign_in(session, name, password) is None


def test_a_guest_cannot_be_signed_in_to(session: Session):
    add_guest(session, new_key())
    assert check_sign_in(session, "", "") is None
    assert check_sign_in(session, "None", "None") is None


def test_a_name_that_nobody_has_takes_as_much_work_as_a_wrong_password(session: Session, nora: Person):  # noqa: ARG001
    def work(name: str) -> float:
        began = time.thread_time()
        assert check_sign_in(session, name, "wrong password") is None
        return time.thread_time() - began

    known = min(work("Nora") for _ in range(5))
    unknown = min(work("Nobody") for _ in range(5))
    refused = min(work("\0") for _ in range(5))
    assert unknown > known / 2
    assert refused > known / 2


def test_a_new_password_voids_the_old_one_and_every_browser(session: Session, nora: Person):
    keys = [add_browser(session, nora) for _ in range(2)]
    set_password(session, nora, "a new password")
    assert check_sign_in(session, "Nora", PASSWORD) is None
    assert check_sign_in(session, "Nora", "a new password") is nora
    assert [find_person(session, key) for key in keys] == [None, None]
    with pytest.raises(RefusedError):
        set_password(session, nora, "short")
    assert check_sign_in(session, "Nora", "a new password") is nora


def test_a_browser_that_is_closed_knows_nobody_while_others_do(session: Session, nora: Person):
    here, there = add_browser(session, nora), add_browser(session, nora)
    close_browser(session, here)
    assert find_person(session, here) is None
    assert find_person(session, there) is nora


def test_a_recovery_code_is_good_once_for_its_owner_alone(session: Session, nora: Person):
    sven = register(session, None, "Sven", PASSWORD)
    codes = new_codes(session, nora)
    new_codes(session, sven)
    assert len(set(codes)) == 8 == codes_left(session, nora)
    assert use_code(session, "Sven", codes[0]) is None
    assert use_code(session, "Nobody", codes[0]) is None
    assert use_code(session, "Nora", "") is None
    assert use_code(session, "Nora", code_digest(codes[0])) is None
    assert use_code(session, "nora", codes[0].upper().replace("-", " ")) is nora
    assert use_code(session, "Nora", codes[0]) is None
    assert use_code(session, "Nora", codes[1]) is nora
    assert codes_left(session, nora) == 6
    assert codes_left(session, sven) == 8


def test_one_code_used_by_two_at_once_is_good_for_one(engine: Engine):
    with Session(engine) as session:
        code = new_codes(session, register(session, None, "Nora", PASSWORD))[0]
        session.commit()

    def use(_: int) -> bool:
        with Session(engine) as session:
            begin_writing(session)
            found = use_code(session, "Nora", code) is not None
            session.commit()
            return found

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(use, range(8))) == 1


def test_an_account_was_just_made_until_it_is_used_or_ten_minutes_old(session: Session, nora: Person):
    assert not just_made(session, nora)
    codes = new_codes(session, nora)
    add_browser(session, nora)
    assert just_made(session, nora)
    session.execute(update(Browser).values(created=now() - timedelta(minutes=10)))
    assert not just_made(session, nora)
    session.execute(update(Browser).values(created=now()))
    use_code(session, "Nora", codes[0])
    assert not just_made(session, nora)
    new_codes(session, nora)
    assert just_made(session, nora)
    add_browser(session, nora)
    assert not just_made(session, nora)


def test_settings_are_offered_to_who_has_none(nora: Person):
    offer_settings(nora, {"rules": "penalty"})
    offer_settings(nora, {"rules": "level", "theme": "finesse"})
    assert settings_of(nora) == {"rules": "penalty"}


def test_new_codes_void_those_given_before(session: Session, nora: Person):
    old = new_codes(session, nora)
    new_codes(session, nora)
    assert use_code(session, "Nora", old[0]) is None
    assert codes_left(session, nora) == 8
    assert count(session, RecoveryCode) == 8


def test_an_account_is_as_old_as_its_name_not_as_the_guest(session: Session):
    long_ago = now() - timedelta(days=30)
    guest, other = Person(created=long_ago), Person(created=long_ago)
    session.add_all((guest, other))
    session.flush()
    account = register(session, guest, "Nora", PASSWORD)
    assert account is guest
    made = account.created
    assert now() - made < timedelta(hours=1)
    merge(session, other, account)
    assert account.created == made


def test_registering_keeps_what_the_guest_did(session: Session):
    key = new_key()
    guest = add_guest(session, key)
    keep_sitting(session, guest.id, "hand", at=0, actions=("1S",))
    person = register(session, guest, "Nora", PASSWORD)
    assert person is guest
    assert not person.guest
    assert session.scalars(select(Sitting.person_id)).one() == person.id
    with pytest.raises(ValueError, match="an account already"):
        register(session, person, "Nora again", PASSWORD)


def test_settings_are_kept_by_name(session: Session, nora: Person):
    keep_settings(nora, {"rules": "penalty", "theme": None})
    keep_settings(nora, {"rules": "written"})
    session.commit()
    assert settings_of(nora) == {"rules": "written", "theme": None}


def give_work(session: Session, person: Person) -> None:
    """One row of everything."""
    keep_sitting(session, person.id, "hand", at=0, actions=("1S", "Pass"))
    keep_attempt(
        session,
        person.id,
        source="hand",
        code="hand",
        place=1,
        action="Pass",
        best=False,
        loss_points=50,
        loss_tricks=1,
        themes=("sacrifice", "finesse"),
        help_level=2,
    )
    due = datetime(2026, 5, 1, tzinfo=UTC)
    assert keep_review(session, person.id, "hand", 1, card='{"step": 0}', due=due, last=None)
    add_browser(session, person)
    new_codes(session, person)


def test_the_export_holds_all_of_a_person_and_nothing_that_lets_anybody_in(session: Session, nora: Person):
    give_work(session, register(session, None, "Sven", PASSWORD))
    give_work(session, nora)
    keep_settings(nora, {"rules": "penalty"})
    use_code(session, "Nora", new_codes(session, nora)[0])
    session.commit()
    written = json.dumps(export_person(session, nora))
    found = json.loads(written)
    assert found["name"] == "Nora"
    assert found["settings"] == {"rules": "penalty"}
    (sitting,) = found["sittings"]
    assert (sitting["code"], sitting["actions"], sitting["finished"]) == ("hand", ["1S", "Pass"], False)
    (attempt,) = found["attempts"]
    assert attempt["themes"] == ["sacrifice", "finesse"]
    assert (attempt["loss_points"], attempt["loss_tricks"], attempt["help"]) == (50, 1, 2)
    assert found["reviews"] == [
        {"code": "hand", "place": 1, "before": [], "due": "2026-05-01T00:00:00+00:00", "card": {"step": 0}},
    ]
    assert len(found["recovery_codes"]) == 8
    assert len([each for each in found["recovery_codes"] if each["used"]]) == 1
    assert len(found["browsers"]) == 1
    assert "argon2" not in written
    assert session.scalars(select(Browser.key).where(Browser.person_id == nora.id)).one() not in written
    for digest in session.scalars(select(RecoveryCode.digest)):
        assert digest not in written


def test_no_table_that_belongs_to_people_is_left_out_of_the_export_or_of_deleting(session: Session, nora: Person):
    theirs = [
        key for table in Base.metadata.sorted_tables for key in table.foreign_keys if key.column.table.name == "people"
    ]
    names = {key.parent.table.name for key in theirs}
    assert {"browsers", "recovery_codes", "sittings", "attempts", "reviews"} <= names
    assert names <= export_person(session, nora).keys()
    # A puzzle that others solve stays without a name, and so does what was decided about one.
    stay = {key.parent.table.name for key in theirs if key.ondelete != "CASCADE"}
    assert stay == {"posted_puzzles", "moderations"}
    assert {key.ondelete for key in theirs} == {"CASCADE", "SET NULL"}


def test_deleting_a_person_deletes_every_row_of_theirs_and_nobody_else_s(session: Session, nora: Person):
    sven = register(session, None, "Sven", PASSWORD)
    for person in (nora, sven):
        give_work(session, person)
    session.commit()
    delete_person(session, nora)
    session.commit()
    assert session.scalars(select(Person.name)).all() == ["Sven"]
    for model in (Browser, RecoveryCode, Sitting, Attempt, Review):
        assert set(session.scalars(select(model.person_id))) == {sven.id}
    assert register(session, None, "Nora", PASSWORD).id
