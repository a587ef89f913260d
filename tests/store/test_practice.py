"""Sittings, attempts and reviews in the database, and joining a guest's to an account's."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor.store import Attempt, Person, Review, Sitting, begin_writing
from tutor.store.merging import merge
from tutor.store.models import Browser, now
from tutor.store.people import add_guest, find_person, keep_settings, new_key, register, settings_of
from tutor.store.practice import (
    StaleError,
    answered_since,
    attempts_of,
    count_attempts,
    count_due,
    decision_attempts,
    drop_review,
    due_reviews,
    get_review,
    get_sitting,
    keep_attempt,
    keep_review,
    keep_sitting,
    later_reviews,
    lesson_places,
    next_due,
    sittings_of,
)

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)
HAND = "written-natural-counted-S-N-17"


def attempt(session: Session, person: int, code: str = HAND, place: int = 0, **changed) -> Attempt:
    values = {"source": "hand", "action": "1S", "best": True, "loss_points": 0, **changed}
    return keep_attempt(session, person, code=code, place=place, **values)


def test_a_sitting_goes_on_action_by_action_and_comes_back_as_it_was(session: Session, me: int):
    assert get_sitting(session, me, HAND) is None
    begun = keep_sitting(session, me, HAND, at=0, actions=())
    assert (begun.version, begun.taken, begun.finished) == (1, (), False)
    keep_sitting(session, me, HAND, at=1, actions=("1S", "Pass"))
    over = keep_sitting(session, me, HAND, at=2, actions=("1S", "Pass", "SA"), finished=True)
    session.commit()
    found = get_sitting(session, me, HAND)
    assert found is over
    assert (found.version, found.taken, found.finished) == (3, ("1S", "Pass", "SA"), True)
    assert found.created <= found.updated


def test_an_action_can_be_taken_back_and_the_page_before_that_is_stale(session: Session, me: int):
    keep_sitting(session, me, HAND, at=0, actions=("1S", "Pass"))
    keep_sitting(session, me, HAND, at=1, actions=())
    keep_sitting(session, me, HAND, at=2, actions=("1H", "X"))
    with pytest.raises(StaleError) as caught:
        keep_sitting(session, me, HAND, at=1, actions=("1S", "Pass", "2S"))
    assert caught.value.sitting.taken == ("1H", "X")
    assert get_sitting(session, me, HAND).version == 3


@pytest.mark.parametrize("at", [0, 2, 99, -1])
def test_a_stale_page_changes_nothing(session: Session, me: int, at: int):
    keep_sitting(session, me, HAND, at=0, actions=("1S",))
    with pytest.raises(StaleError):
        keep_sitting(session, me, HAND, at=at, actions=("7NT",), finished=True)
    session.commit()
    found = get_sitting(session, me, HAND)
    assert (found.taken, found.finished, found.version) == (("1S",), False, 1)


def test_a_sitting_that_was_never_begun_cannot_go_on(session: Session, me: int):
    with pytest.raises(StaleError) as caught:
        keep_sitting(session, me, HAND, at=1, actions=("1S",))
    assert caught.value.sitting is None
    assert get_sitting(session, me, HAND) is None


@pytest.mark.parametrize("at", [0, 1])
def test_of_one_form_sent_many_times_at_once_one_is_taken(engine: Engine, at: int):
    with Session(engine) as session:
        me = add_guest(session, new_key()).id
        if at:
            keep_sitting(session, me, HAND, at=0, actions=())
        session.commit()

    def send(_: int) -> bool:
        with Session(engine) as session:
            get_sitting(session, me, HAND)
            begin_writing(session)
            try:
                keep_sitting(session, me, HAND, at=at, actions=("1S",))
            except StaleError:
                return False
            session.commit()
            return True

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(send, range(12))) == 1


def test_everybody_has_a_sitting_of_their_own_with_the_same_hand(session: Session, me: int, other: int):
    keep_sitting(session, me, HAND, at=0, actions=("1S",))
    keep_sitting(session, other, HAND, at=0, actions=("2S",))
    assert get_sitting(session, me, HAND).taken == ("1S",)
    with pytest.raises(StaleError):
        keep_sitting(session, 9_999, HAND, at=1, actions=("3S",))
    assert [each.taken for each in sittings_of(session, other)] == [("2S",)]


def test_the_sittings_are_listed_with_the_last_changed_first(session: Session, me: int):
    for number in range(4):
        keep_sitting(session, me, f"hand-{number}", at=0, actions=(), finished=number == 1)
    keep_sitting(session, me, "hand-0", at=1, actions=("Pass",))
    assert [each.code for each in sittings_of(session, me)] == ["hand-0", "hand-3", "hand-2", "hand-1"]
    assert [each.code for each in sittings_of(session, me, finished=True)] == ["hand-1"]
    assert [each.code for each in sittings_of(session, me, finished=False, limit=2)] == ["hand-0", "hand-3"]


@pytest.mark.parametrize("action", ["", "1S Pass", " ", "1S\n", "x" * 9, "\0"])
def test_what_is_no_action_is_not_kept(session: Session, me: int, action: str):
    with pytest.raises(ValueError, match="one word"):
        keep_sitting(session, me, HAND, at=0, actions=("1S", action))
    with pytest.raises(ValueError, match="one word"):
        attempt(session, me, action=action)
    assert get_sitting(session, me, HAND) is None
    assert not attempts_of(session, me)


@pytest.mark.parametrize("code", ["", "x" * 241, "a\0"])
def test_what_is_no_code_is_not_kept(session: Session, me: int, code: str):
    with pytest.raises(ValueError, match="1 to 240 letters"):
        keep_sitting(session, me, code, at=0, actions=())
    with pytest.raises(ValueError, match="1 to 240 letters"):
        attempt(session, me, code)
    with pytest.raises(ValueError, match="1 to 240 letters"):
        keep_review(session, me, code, 0, card="{}", due=DAY, last=None)


def test_an_attempt_comes_back_as_it_was_kept(session: Session, me: int):
    before = now()
    kept = attempt(
        session,
        me,
        place=3,
        source="again",
        action="7NT",
        best=False,
        loss_points=117.25,
        loss_tricks=2,
        themes=("sacrifice", "last-word"),
        help_level=1,
    )
    session.commit()
    session.expire_all()
    (found,) = attempts_of(session, me)
    assert found.id == kept.id
    assert (found.source, found.code, found.place, found.action) == ("again", HAND, 3, "7NT")
    assert (found.best, found.loss_points, found.loss_tricks, found.help) == (False, 117.25, 2, 1)
    assert found.theme_names == ("sacrifice", "last-word")
    assert before <= found.created <= now()


@pytest.mark.parametrize(
    "changed", [{"source": "fax"}, {"themes": ("two words",)}, {"themes": ("",)}, {"themes": ("x\n",)}]
)
def test_an_attempt_of_an_unknown_kind_is_not_kept(session: Session, me: int, changed):
    with pytest.raises(ValueError, match=r"one word|one of hand, lesson, analysis, again, puzzle"):
        attempt(session, me, **changed)
    assert not attempts_of(session, me)


def test_an_attempt_of_nobody_is_refused_by_the_database(session: Session):
    with pytest.raises(IntegrityError):
        attempt(session, 9_999)


def test_attempts_are_found_by_source_code_and_day_the_earliest_first(session: Session, me: int, other: int):
    first = attempt(session, me, "hand-1")
    second = attempt(session, me, "no-way-out", source="lesson")
    third = attempt(session, me, "hand-1", 1)
    attempt(session, other, "hand-1")
    first.created = DAY - timedelta(days=1)
    second.created, third.created = DAY, DAY + timedelta(hours=1)
    session.commit()
    assert attempts_of(session, me) == [first, second, third]
    assert count_attempts(session, me) == 3
    assert attempts_of(session, me, code="hand-1") == [first, third]
    assert attempts_of(session, me, source="lesson") == [second]
    assert attempts_of(session, me, since=DAY) == [second, third]


def test_whether_a_decision_was_answered_since_a_moment_is_known_of_that_decision_alone(
    session: Session, me: int, other: int
):
    attempt(session, me, place=2, before=("1S", "X"), created=DAY)
    attempt(session, other, place=4, created=DAY)
    assert answered_since(session, me, HAND, 2, ("1S", "X"), since=DAY)
    assert not answered_since(session, me, HAND, 2, ("1S", "X"), since=DAY + timedelta(microseconds=1))
    assert not answered_since(session, me, HAND, 2, ("1S", "Pass"), since=DAY)
    assert not answered_since(session, me, HAND, 4, since=DAY)
    assert not answered_since(session, me, "another", 2, ("1S", "X"), since=DAY)


def test_the_last_answer_counts_in_a_lesson(session: Session, me: int, other: int):
    for place, best in ((0, False), (1, True), (0, True), (2, True), (2, False)):
        attempt(session, me, "no-way-out", place, source="lesson", best=best)
    attempt(session, me, "patience", source="lesson", best=False)
    attempt(session, me, "hand-1")
    attempt(session, other, "no-way-out", 3, source="lesson")
    assert lesson_places(session, me) == {"no-way-out": {0: True, 1: True, 2: False}, "patience": {0: False}}


def test_what_comes_back_is_found_when_it_is_due_the_earliest_first(session: Session, me: int, other: int):
    for place, days in enumerate((3, 1, 2, 9)):
        assert keep_review(session, me, HAND, place, card="{}", due=DAY + timedelta(days=days), last=None)
    keep_review(session, other, HAND, 0, card="{}", due=DAY, last=None)
    at = DAY + timedelta(days=3)
    assert [each.place for each in due_reviews(session, me, at)] == [1, 2, 0]
    assert [each.place for each in due_reviews(session, me, at, limit=1)] == [1]
    assert [each.place for each in later_reviews(session, me, at)] == [3]
    assert [each.place for each in later_reviews(session, me, DAY)] == [1, 2, 0, 3]
    assert count_due(session, me, at) == 3
    assert count_due(session, me, at - timedelta(microseconds=1)) == 2
    assert next_due(session, me) == DAY + timedelta(days=1)
    drop_review(session, me, HAND, 1)
    drop_review(session, me, HAND, 77)
    assert next_due(session, me) == DAY + timedelta(days=2)
    assert next_due(session, 9_999) is None
    assert count_due(session, other, at) == 1


def test_a_schedule_goes_on_only_from_its_last_state(session: Session, me: int):
    assert keep_review(session, me, HAND, 2, card="one", due=DAY, last=None)
    assert not keep_review(session, me, HAND, 2, card="other", due=DAY, last=None)
    assert keep_review(session, me, HAND, 2, card="two", due=DAY + timedelta(days=1), last="one")
    assert not keep_review(session, me, HAND, 2, card="three", due=DAY, last="one")
    found = get_review(session, me, HAND, 2)
    assert (found.card, found.due) == ("two", DAY + timedelta(days=1))
    assert get_review(session, me, HAND, 1) is None


def rows(session: Session, model) -> int:
    return session.scalars(select(func.count()).select_from(model)).one()


@pytest.fixture
def account(session: Session) -> Person:
    return register(session, None, "Nora", "correct horse")


def test_a_guest_s_work_goes_to_the_account_and_the_guest_is_gone(session: Session, account: Person):
    key = new_key()
    guest = add_guest(session, key)
    keep_sitting(session, guest.id, HAND, at=0, actions=("1S",))
    attempt(session, guest.id)
    keep_review(session, guest.id, HAND, 0, card="{}", due=DAY, last=None)
    keep_settings(guest, {"rules": "penalty"})
    registered = account.created
    guest.created = DAY
    merge(session, guest, account)
    session.commit()
    assert [each.name for each in session.scalars(select(Person))] == ["Nora"]
    assert find_person(session, key) is None
    assert rows(session, Browser) == 0
    assert get_sitting(session, account.id, HAND).taken == ("1S",)
    assert len(attempts_of(session, account.id)) == 1
    assert get_review(session, account.id, HAND, 0).due == DAY
    assert settings_of(account) == {"rules": "penalty"}
    assert account.created == registered > DAY  # an account is as old as its name


@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_sittings_the_further_one_is_kept_and_older_pages_are_stale(
    session: Session, account: Person, swapped: bool
):
    guest = add_guest(session, new_key())
    one, two = (account.id, guest.id) if swapped else (guest.id, account.id)
    keep_sitting(session, one, "further", at=0, actions=("1S", "Pass", "SA"))
    keep_sitting(session, two, "further", at=0, actions=("2S",))
    keep_sitting(session, one, "over", at=0, actions=("Pass", "Pass"), finished=True)
    keep_sitting(session, two, "over", at=0, actions=("1S", "X", "Pass"))
    merge(session, guest, account)
    session.commit()
    further, over = (get_sitting(session, account.id, code) for code in ("further", "over"))
    assert further.taken == ("1S", "Pass", "SA")
    assert (over.taken, over.finished) == (("Pass", "Pass"), True)
    assert rows(session, Sitting) == 2
    if not swapped:
        with pytest.raises(StaleError):
            keep_sitting(session, account.id, "further", at=1, actions=())
    assert keep_sitting(session, account.id, "further", at=further.version, actions=())


def test_of_two_reviews_the_earlier_one_is_kept_and_of_attempts_all(session: Session, account: Person):
    guest = add_guest(session, new_key())
    for person, days in ((guest, (1, 5)), (account, (3, 2))):
        for place, wait in enumerate(days):
            card = f'"{person.name}"'
            keep_review(session, person.id, HAND, place, card=card, due=DAY + timedelta(days=wait), last=None)
        attempt(session, person.id)
    merge(session, guest, account)
    session.commit()
    due = due_reviews(session, account.id, DAY + timedelta(days=9))
    assert [(each.place, each.card, each.due - DAY) for each in due] == [
        (0, '"None"', timedelta(days=1)),
        (1, '"Nora"', timedelta(days=2)),
    ]
    assert rows(session, Review) == 2
    assert len(attempts_of(session, account.id)) == 2 == rows(session, Attempt)


def test_the_account_s_settings_stay(session: Session, account: Person):
    guest = add_guest(session, new_key())
    keep_settings(guest, {"rules": "penalty", "theme": "squeeze"})
    keep_settings(account, {"rules": "written"})
    merge(session, guest, account)
    assert settings_of(account) == {"rules": "written"}


def test_only_a_guest_is_joined_and_only_to_an_account(session: Session, account: Person):
    guest = add_guest(session, new_key())
    for one, two in ((account, account), (guest, guest), (account, guest)):
        with pytest.raises(ValueError, match="joined to an account"):
            merge(session, one, two)
    assert rows(session, Person) == 2


def test_decisions_at_one_place_are_told_apart_by_what_went_before(session: Session, account: Person):
    lines = ((), ("1S", "Pass"), ("1S", "X"))
    for days, before in enumerate(lines):
        due = DAY + timedelta(days=days)
        assert keep_review(session, account.id, HAND, 2, before, card="{}", due=due, last=None)
        attempt(session, account.id, place=2, before=before)
    for days, before in enumerate(lines):
        assert get_review(session, account.id, HAND, 2, before).due == DAY + timedelta(days=days)
        (found,) = decision_attempts(session, account.id, HAND, 2, before)
        assert found.before.split() == list(before)
    drop_review(session, account.id, HAND, 2, lines[1])
    assert [each.before for each in due_reviews(session, account.id, DAY + timedelta(days=9))] == ["", "1S X"]
    with pytest.raises(ValueError, match="one word"):
        keep_review(session, account.id, HAND, 2, ("1S X",), card="{}", due=DAY, last=None)


def test_a_guest_s_reviews_of_other_decisions_at_the_same_place_come_along(session: Session, account: Person):
    guest = add_guest(session, new_key())
    keep_review(session, guest.id, HAND, 2, ("1S", "X"), card="{}", due=DAY, last=None)
    keep_review(session, account.id, HAND, 2, ("1S", "Pass"), card="{}", due=DAY, last=None)
    merge(session, guest, account)
    session.commit()
    assert [each.before for each in due_reviews(session, account.id, DAY)] == ["1S X", "1S Pass"]
