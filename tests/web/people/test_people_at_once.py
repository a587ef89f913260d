"""Forms that come at one moment, on both databases: two tabs, a double click, signing in while a call is stored."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask, abort, redirect
from flask import request as asked
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tests.databases import make_new
from tests.store import conftest as databases
from tests.web.conftest import close
from tests.web.hands_desk import Desk
from tests.web.people import test_people
from tests.web.people.test_people import PASSWORD, register, send, sign_in, signed_in_as, token
from tests.web.people.test_people_kept import codes_on
from tutor.store import Attempt, Person, Sitting, db
from tutor.store.models import Browser, RecoveryCode
from tutor.store.practice import StaleError, get_sitting, keep_attempt, keep_sitting
from tutor.web import create_app
from tutor.web.people.visitors import current_person

cluster, postgresql_url, sqlite_url = databases.cluster, databases.postgresql_url, databases.sqlite_url
count = test_people.count

ROUNDS = 4
HAND = "1p-ncns-dk9qt6a"


@pytest.fixture(params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, tmp_path) -> Iterator[Flask]:
    """The app on each kind of database."""
    url = request.getfixturevalue(f"{request.param}_url")
    make_new(url)
    own = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATABASE": url, "INSTANCE_PATH": str(tmp_path)}
    unlimited = dict.fromkeys(
        ("SIGN_IN_LIMIT", "SIGN_IN_NAME_LIMIT", "REGISTER_LIMIT", "PASSWORD_LIMIT"), "999 per hour"
    )
    app = create_app({**own, **unlimited})
    meanwhile: list[Callable[[], object]] = []
    app.extensions["meanwhile"] = meanwhile

    @app.post("/call")
    def call():
        """Keep a call, as the pages of the hands do: look first, then write."""
        person = current_person()
        found = None if person is None else get_sitting(db.session, person.id, asked.form["code"])
        at = 0 if found is None else found.version
        before = () if found is None else found.taken
        while meanwhile:
            meanwhile.pop()()
        person = current_person(create=True)
        try:
            keep_sitting(db.session, person.id, asked.form["code"], at=at, actions=(*before, "Pass"))
        except StaleError:
            db.session.rollback()
            abort(409)
        what = {"source": "hand", "place": at, "action": "Pass", "best": True, "loss_points": 0}
        keep_attempt(db.session, person.id, code=asked.form["code"], **what)
        db.session.commit()
        return redirect("/")

    yield app
    close(app)


def call(client: FlaskClient, code: str = HAND) -> TestResponse:
    given = token(client, "/people/recover") if signed_in_as(client) is None else token(client, "/people/password")
    return client.post("/call", data={"csrf_token": given, "code": code})


def same_browser(client: FlaskClient) -> FlaskClient:
    """Another tab: a client with the same cookie."""
    tab = client.application.test_client()
    tab.set_cookie("drawbridge", client.get_cookie("drawbridge").value)
    return tab


def at_once(*sends: Callable[[], TestResponse]) -> list[TestResponse]:
    """The answers to what is sent at the same moment."""
    barrier = Barrier(len(sends))

    def do(one: Callable[[], TestResponse]) -> TestResponse:
        barrier.wait()
        return one()

    with ThreadPoolExecutor(len(sends)) as pool:
        return list(pool.map(do, sends))


def form(client: FlaskClient, address: str, **fields: str) -> Callable[[], TestResponse]:
    """A form of *client*, ready to be sent: its page has been read."""
    given = token(client, address)
    tab = same_browser(client)
    return lambda: tab.post(address, data={"csrf_token": given, **fields})


def calling(client: FlaskClient, code: str = HAND) -> Callable[[], TestResponse]:
    given = token(client, "/people/recover") if signed_in_as(client) is None else token(client, "/people/password")
    tab = same_browser(client)
    return lambda: tab.post("/call", data={"csrf_token": given, "code": code})


def owners(app: Flask) -> list[tuple[str | None, int]]:
    """Everybody's name with how many attempts they have."""
    with app.app_context():
        query = select(Person.name, func.count(Attempt.id)).outerjoin(Attempt).group_by(Person.id, Person.name)
        return sorted(((name, number) for name, number in db.session.execute(query)), key=str)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def test_of_people_who_ask_for_one_name_at_once_one_gets_it_and_the_others_are_told(app, count):
    browsers = [app.test_client() for _ in range(4)]
    forms = [
        form(browser, "/people/register", name="Nora", password=f"{PASSWORD} {n}") for n, browser in enumerate(browsers)
    ]
    answers = at_once(*forms)
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    assert sum("Somebody has this name already" in answer.text for answer in answers) == 3
    assert (count(Person), count(Browser), count(RecoveryCode)) == (1, 1, 8)
    winner = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
    assert sign_in(app.test_client(), "Nora", f"{PASSWORD} {winner}").status_code == 303


def test_guests_who_ask_for_one_name_at_once_keep_their_work_each(app):
    browsers = [app.test_client() for _ in range(3)]
    for browser in browsers:
        assert call(browser).status_code == 302
    forms = [
        form(browser, "/people/register", name="Nora", password=f"{PASSWORD} {n}") for n, browser in enumerate(browsers)
    ]
    assert sorted(answer.status_code for answer in at_once(*forms)) == [200, 422, 422]
    assert owners(app) == [("Nora", 1), (None, 1), (None, 1)]


def test_a_form_for_an_account_that_is_sent_three_times_at_once_makes_one_with_eight_codes(app, client, count):
    call(client)
    given, tabs = token(client, "/people/register"), [same_browser(client) for _ in range(3)]
    data = {"csrf_token": given, "name": "Nora", "password": PASSWORD}
    answers = at_once(*[lambda tab=tab: tab.post("/people/register", data=data) for tab in tabs])
    assert [len(codes_on(answer)) for answer in answers] == [8, 8, 8]
    assert (count(Person), count(Attempt), count(Browser), count(RecoveryCode)) == (1, 1, 1, 8)
    good = [
        send(app.test_client(), "/people/recover", name="Nora", code=codes_on(answer)[0], password="a new password")
        for answer in answers
    ]
    assert sorted(answer.status_code for answer in good) == [303, 422, 422]


def test_a_form_for_signing_in_that_is_sent_twice_at_once_signs_in_and_joins_the_guest_once(app, client):
    register(client)
    for number in range(ROUNDS):
        guest = app.test_client()
        call(guest, f"hand-{number}")
        given, tabs = token(guest), [same_browser(guest) for _ in range(3)]
        data = {"csrf_token": given, "name": "Nora", "password": PASSWORD}
        answers = at_once(*[lambda tab=tab, data=data: tab.post("/people/sign-in", data=data) for tab in tabs])
        assert [answer.status_code for answer in answers] == [303] * 3
        assert [signed_in_as(tab) for tab in tabs] == ["Nora"] * 3
        assert owners(app) == [("Nora", number + 1)]


def test_guests_who_are_joined_to_one_account_at_once_bring_all_their_work(app, client):
    register(client)
    guests = [app.test_client() for _ in range(4)]
    for number, guest in enumerate(guests):
        call(guest)
        call(guest, f"hand-{number}")
    forms = [form(guest, "/people/sign-in", name="Nora", password=PASSWORD) for guest in guests]
    assert [answer.status_code for answer in at_once(*forms)] == [303] * 4
    assert owners(app) == [("Nora", 8)]
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Sitting)) == 5


def test_calls_that_come_at_once_with_signing_in_are_kept_in_the_account_or_refused_and_never_lost(app, client):
    register(client)
    kept = 0
    for number in range(ROUNDS):
        guest = app.test_client()
        call(guest, f"hand-{number}")
        sends = [form(guest, "/people/sign-in", name="Nora", password=PASSWORD)]
        sends += [calling(guest, f"hand-{number}"), calling(guest, f"other-{number}")]
        signed, *calls = at_once(*sends)
        assert signed.status_code == 303
        assert {answer.status_code for answer in calls} <= {302, 409}
        kept += 1 + sum(answer.status_code == 302 for answer in calls)
        assert sum(number for _, number in owners(app)) == kept


@pytest.mark.parametrize("code", [HAND, "another"])
def test_a_call_that_is_worked_on_while_the_guest_signs_in_is_refused_clearly_and_changes_nothing(app, client, code):
    register(client)
    guest = app.test_client()
    call(guest)
    app.extensions["meanwhile"].append(form(guest, "/people/sign-in", name="Nora", password=PASSWORD))
    answer = call(guest, code)
    assert answer.status_code == 409
    assert "Nothing was changed here; please send it once more." in answer.text
    assert owners(app) == [("Nora", 1)]


@pytest.mark.parametrize("way", ["sign-out", "delete", "password"])
def test_a_call_that_is_worked_on_while_the_account_is_left_is_refused_and_makes_no_guest(app, client, way):
    register(client)
    call(client)
    given, tab = token(client, "/people/password"), same_browser(client)
    fields = {"csrf_token": given, "password": PASSWORD, "new_password": "a new password", "sure": "1"}
    left = []
    app.extensions["meanwhile"].append(lambda: left.append(tab.post(f"/people/{way}", data=fields)))
    assert call(client, "another").status_code == 409
    assert left[0].status_code == 303
    assert owners(app) == ([] if way == "delete" else [("Nora", 1)])


def test_calls_that_come_at_once_with_deleting_everything_leave_nothing_or_are_refused(app):
    for number in range(ROUNDS):
        client = app.test_client()
        register(client, f"Nora {number}")
        call(client)
        given, tab = token(client, "/people/password"), same_browser(client)
        fields = {"csrf_token": given, "password": PASSWORD, "sure": "1"}
        deleted, *calls = at_once(
            lambda tab=tab, fields=fields: tab.post("/people/delete", data=fields),
            calling(client),
            calling(client, "another"),
        )
        assert deleted.status_code == 303
        assert {answer.status_code for answer in calls} <= {302, 409}
        assert [name for name, _ in owners(app) if name] == []


def test_the_first_calls_of_a_new_visitor_that_come_at_once_belong_to_one_guest(app, count):
    for number in range(1, ROUNDS + 1):
        client = app.test_client()
        token(client)  # the cookie comes with the first form
        answers = at_once(*[calling(client, code) for code in ("one", "two", "three")])
        assert [answer.status_code for answer in answers] == [302] * 3
        assert (count(Person), count(Sitting), count(Attempt)) == (number, 3 * number, 3 * number)


def test_a_double_click_on_a_call_keeps_it_once(app):
    for _ in range(ROUNDS):
        client = app.test_client()
        desk = Desk(client)
        given = desk.token
        tabs = [same_browser(client) for _ in range(3)]
        data = {"csrf_token": given, "at": "0", "action": "1S"}
        answers = at_once(*[lambda tab=tab, data=data: tab.post(f"/practise/hand/{HAND}", data=data) for tab in tabs])
        assert {(answer.status_code, answer.location) for answer in answers} == {
            (303, f"/practise/hand/{HAND}/1#verdict")
        }
    assert owners(app) == [(None, 1)] * ROUNDS


def test_of_two_tabs_that_call_differently_at_once_one_is_taken_and_the_other_told(app):
    for number in range(1, ROUNDS + 1):
        client = app.test_client()
        given = Desk(client).token
        sends = []
        for action in ("1S", "2S", "1NT"):
            data = {"csrf_token": given, "at": "0", "action": action}
            tab = same_browser(client)
            sends.append(lambda tab=tab, data=data: tab.post(f"/practise/hand/{HAND}", data=data))
        answers = at_once(*sends)
        assert sorted(answer.status_code for answer in answers) == [303, 409, 409]
        assert owners(app) == [(None, 1)] * number


def test_a_recovery_code_that_two_use_at_once_sets_one_password(app, client, count):
    codes = register(client)
    for number in range(ROUNDS):
        passwords = [f"a new password {number} {n}" for n in range(3)]
        forms = [recovering(app, codes[number], each) for each in passwords]
        answers = at_once(*forms)
        assert sorted(answer.status_code for answer in answers) == [303, 422, 422]
        for answer, password in zip(answers, passwords, strict=True):
            assert sign_in(app.test_client(), "Nora", password).status_code == answer.status_code
    assert count(Person) == 1


def recovering(app: Flask, code: str, password: str) -> Callable[[], TestResponse]:
    stranger = app.test_client()
    return form(stranger, "/people/recover", name="Nora", code=code, password=password)


def test_a_form_for_recovering_that_is_sent_twice_succeeds_twice_and_uses_one_code(app, client, count):
    code = register(client)[0]
    browser = app.test_client()
    given, tabs = token(browser, "/people/recover"), [same_browser(browser) for _ in range(3)]
    data = {"csrf_token": given, "name": "Nora", "code": code, "password": "a new password"}
    answers = at_once(*[lambda tab=tab: tab.post("/people/recover", data=data) for tab in tabs])
    assert {(answer.status_code, answer.location) for answer in answers} == {(303, "/people/?done=recovered")}
    assert sum(signed_in_as(tab) == "Nora" for tab in tabs) == 1 == count(Browser)
    assert signed_in_as(client) is None
    with app.app_context():
        query = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.used.is_not(None))
        assert db.session.scalar(query) == 1


def test_a_used_code_opens_nothing_without_the_password_that_it_set_nor_another_with_it(app, client):
    code = register(client)[0]
    browser = app.test_client()
    sent = {"name": "Nora", "code": code, "password": "a new password"}
    assert send(browser, "/people/recover", **sent).status_code == 303
    for changed in ({"password": "another password"}, {"code": "aaaa-aaaa-aaaa-aaaa"}):
        stranger = app.test_client()
        assert send(stranger, "/people/recover", **{**sent, **changed}).status_code == 422
        assert signed_in_as(stranger) is None
    assert signed_in_as(browser) == "Nora"


def test_new_codes_and_the_use_of_an_old_one_at_once_never_lock_each_other_out(app, client, count):
    codes = register(client)
    for _ in range(ROUNDS):
        sends = [
            form(client, "/people/codes", password=PASSWORD),
            form(client, "/people/codes", password=PASSWORD),
            recovering(app, codes[0], PASSWORD),
        ]
        *fresh, recovered = at_once(*sends)
        assert recovered.status_code in {303, 422}
        assert {answer.status_code for answer in fresh} <= {200, 303}
        assert count(RecoveryCode) == 8
        client = app.test_client()
        sign_in(client)
        codes = codes_on(send(client, "/people/codes", password=PASSWORD))
        assert len(codes) == 8


def test_of_two_new_passwords_at_once_one_counts_and_the_other_browser_is_signed_out(app, client):
    register(client)
    before = PASSWORD
    for number in range(ROUNDS):
        one, other = app.test_client(), app.test_client()
        sign_in(one, "Nora", before)
        sign_in(other, "Nora", before)
        wanted = [f"a new password {number} {n}" for n in range(2)]
        sends = [
            form(browser, "/people/password", password=before, new_password=each)
            for browser, each in zip((one, other), wanted, strict=True)
        ]
        answers = at_once(*sends)
        places = [answer.location for answer in answers]
        assert places.count("/people/?done=password") == 1
        before = wanted[places.index("/people/?done=password")]
        assert sign_in(app.test_client(), "Nora", before).status_code == 303
        assert sign_in(app.test_client(), "Nora", wanted[1 - wanted.index(before)]).status_code == 422


def test_signing_in_while_the_account_is_deleted_ends_in_the_one_or_the_other(app):
    for number in range(ROUNDS):
        client, guest = app.test_client(), app.test_client()
        register(client, f"Nora {number}")
        call(guest)
        given, tab = token(client, "/people/password"), same_browser(client)
        fields = {"csrf_token": given, "password": PASSWORD, "sure": "1"}
        deleted, signed = at_once(
            lambda tab=tab, fields=fields: tab.post("/people/delete", data=fields),
            form(guest, "/people/sign-in", name=f"Nora {number}", password=PASSWORD),
        )
        assert deleted.status_code == 303
        assert signed.status_code in {303, 422}
        assert [name for name, _ in owners(app) if name] == []
