"""How often passwords, codes and new accounts may be tried."""

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from limits.storage import MemoryStorage, storage_from_string

from tests.web.conftest import close
from tests.web.people.test_people import PASSWORD, register, send, sign_in, signed_in_as
from tutor import store
from tutor.web import create_app

SETTINGS = {
    "SIGN_IN_LIMIT": "6 per 15 minutes",
    "SIGN_IN_NAME_LIMIT": "3 per 10 minutes",
    "REGISTER_LIMIT": "2 per hour",
    "PASSWORD_LIMIT": "2 per minute",
}


@pytest.fixture
def app(tmp_path):
    """The app with limits that are soon reached."""
    url = f"sqlite:///{tmp_path}/tutor.sqlite3"
    store.upgrade(url)
    own = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATABASE": url, "INSTANCE_PATH": str(tmp_path)}
    app = create_app({**own, **SETTINGS})
    yield app
    close(app)


def wait(answer) -> int:
    """The seconds after which to try again, by the header and by the page."""
    assert answer.status_code == 429
    assert "<h1>Too often</h1>" in answer.text
    seconds = int(answer.headers["Retry-After"])
    minutes = int(re.search(r"try again in (\d+) minutes?\.", answer.text).group(1))
    assert (minutes - 1) * 60 < seconds <= minutes * 60
    return seconds


def test_a_name_is_tried_a_few_times_from_wherever(app: Flask, client):
    register(client)
    for _ in range(3):
        assert sign_in(app.test_client(), "Nora", "wrong password").status_code == 422
    for name in ("Nora", " nORA", "\uff2eora"):
        assert 540 < wait(sign_in(app.test_client(), name)) <= 600
    register(app.test_client(), "Sven")
    assert sign_in(app.test_client(), "Sven").status_code == 303


def test_a_name_that_nobody_has_is_limited_alike(client):
    for _ in range(3):
        assert sign_in(client, "Nobody", "wrong password").status_code == 422
    wait(sign_in(client, "Nobody", "wrong password"))


def test_an_address_tries_many_names_a_few_times_passwords_and_codes_together(app: Flask, client):
    register(client)
    for number in range(3):
        assert sign_in(app.test_client(), f"Nobody {number}", PASSWORD).status_code == 422
        code = {"name": f"Somebody {number}", "code": "x", "password": PASSWORD}
        assert send(app.test_client(), "/people/recover", **code).status_code == 422
    stranger = app.test_client()
    assert 840 < wait(sign_in(stranger)) <= 900
    assert signed_in_as(stranger) is None
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    page = stranger.get("/people/sign-in").text
    given = re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)
    fields = {"csrf_token": given, "name": "Nora", "password": PASSWORD}
    assert stranger.post("/people/sign-in", data=fields, environ_overrides=elsewhere).status_code == 303


def test_a_password_is_not_guessed_by_the_form_for_a_new_account(client):
    app = create_app({**client.application.config, "REGISTER_LIMIT": "100 per hour"})
    register(app.test_client())
    for number in range(3):
        guess = send(app.test_client(), "/people/register", name="Nora", password=f"wrong password {number}")
        assert guess.status_code == 422
    wait(send(app.test_client(), "/people/register", name="nora", password=PASSWORD))
    wait(sign_in(app.test_client()))
    assert len(register(app.test_client(), "Sven")) == 8
    close(app)


def test_accounts_are_not_made_by_the_dozen(app: Flask):
    register(app.test_client(), "One")
    register(app.test_client(), "Two")
    wait(send(app.test_client(), "/people/register", name="Three", password=PASSWORD))


def test_the_password_of_who_is_signed_in_is_not_guessed_from_an_open_browser(client):
    register(client)
    assert send(client, "/people/codes", password="wrong password").status_code == 422
    assert send(client, "/people/delete", sure="1", password="wrong password").status_code == 422
    wait(send(client, "/people/delete", sure="1", password=PASSWORD))
    assert signed_in_as(client) == "Nora"


def test_what_a_foreign_page_sends_does_not_count(app: Flask, client):
    register(client)
    stranger = app.test_client()
    for _ in range(9):
        assert stranger.post("/people/sign-in", data={"name": "Nora", "password": "guess"}).status_code == 400
    assert sign_in(stranger).status_code == 303


def test_looking_at_the_forms_is_never_too_often(client):
    for _ in range(9):
        assert client.get("/people/sign-in").status_code == 200
        assert client.get("/people/register").status_code == 200


def test_tries_that_come_at_once_are_counted_one_by_one_and_all(monkeypatch):
    inside, most, plain = threading.Semaphore(1), [], MemoryStorage.incr

    def incr(*given):
        most.append(inside.acquire(blocking=False))
        time.sleep(0.001)
        try:
            return plain(*given)
        finally:
            inside.release()

    monkeypatch.setattr(MemoryStorage, "incr", incr)
    storage = storage_from_string("memory://")
    with ThreadPoolExecutor(8) as pool:
        counted = list(pool.map(lambda _: storage.incr("Nora", 60), range(40)))
    assert sorted(counted) == list(range(1, 41))
    assert all(most)
