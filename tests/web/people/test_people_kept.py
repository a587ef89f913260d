"""What goes with a guest into an account, forms that are sent twice, and pages that no cache keeps."""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from tests.web.people import test_people
from tests.web.people.test_people import PASSWORD, register, send, sign_in, signed_in_as, token
from tutor.store import Attempt, Person, db
from tutor.store.models import Browser, RecoveryCode, now

work, count = test_people.work, test_people.count


def choose(client: FlaskClient, **values: str) -> None:
    """Deal a hand by chosen settings; those that are not named are as they come."""
    given = token(client, "/practise/")
    assert client.post("/practise/deal", data={"csrf_token": given, "rules": "written", **values}).status_code == 303


def chosen(client: FlaskClient) -> dict[str, str]:
    """What the form of the settings has chosen."""
    page = client.get("/practise/").text
    radios = re.findall(r'<input type="radio" name="(\w+)" value="(\w*)"[^>]* checked', page)
    theme = re.search(r'<option value="(\w[\w-]*)" selected', page)
    return {**dict(radios), "theme": theme.group(1) if theme else ""}


CHOSEN = {"rules": "penalty", "opponent": "perfect", "knowledge": "open", "theme": "best-strain"}


@pytest.mark.parametrize("worked", ["never", "before the choice", "after the choice"])
def test_what_a_guest_chose_is_kept_in_the_account_that_the_guest_makes(app, client, work, worked):
    if worked == "before the choice":
        work(client)
    choose(client, **CHOSEN)
    if worked == "after the choice":
        work(client)
    assert chosen(client) == CHOSEN
    register(client)
    assert chosen(client) == CHOSEN
    elsewhere = app.test_client()
    sign_in(elsewhere)
    assert chosen(elsewhere) == CHOSEN
    assert json.loads(elsewhere.get("/people/export").data)["settings"]["practise"] == CHOSEN


@pytest.mark.parametrize("worked", [False, True])
def test_at_signing_in_the_account_s_own_choice_wins_where_it_has_one(app, client, work, worked):
    register(client)
    guest, other = app.test_client(), app.test_client()
    choose(guest, **CHOSEN)
    choose(other, rules="level", knowledge="honours")
    for each in (guest, other) if worked else ():
        work(each)
    sign_in(guest)
    assert chosen(guest) == chosen(client) == CHOSEN
    sign_in(other)
    assert chosen(other) == CHOSEN


def test_what_a_guest_chose_is_kept_through_recovering_the_account(app, client):
    codes = register(client)
    guest = app.test_client()
    choose(guest, **CHOSEN)
    send(guest, "/people/recover", name="Nora", code=codes[0], password="a new password")
    assert chosen(guest) == CHOSEN


def twice(app: Flask, client: FlaskClient, **fields: str):
    """Send the form for a new account, and once more what the browser sent; gives the two answers."""
    given = token(client, "/people/register")
    data = {"csrf_token": given, "name": "Nora", "password": PASSWORD, **fields}
    cookie = client.get_cookie("drawbridge").value
    first = client.post("/people/register", data=data)
    again = app.test_client()
    again.set_cookie("drawbridge", cookie)
    return first, again.post("/people/register", data=data), again


def codes_on(answer) -> list[str]:
    return re.findall(r'<code dir="ltr">([a-z0-9-]+)</code>', answer.text)


def test_a_form_for_an_account_that_is_sent_twice_shows_codes_that_are_good(app, client, work, count):
    work(client)
    first, second, browser = twice(app, client, next="/practise/")
    assert (first.status_code, second.status_code) == (200, 200)
    assert "Your account is made and you are signed in." in second.text
    assert 'href="/practise/"' in second.text
    assert signed_in_as(browser) == "Nora"
    assert (count(Person), count(Attempt), count(Browser), count(RecoveryCode)) == (1, 1, 1, 8)
    (code, *_), stranger = codes_on(second), app.test_client()
    assert send(stranger, "/people/recover", name="Nora", code=code, password="a new password").status_code == 303


def test_two_forms_for_an_account_that_come_at_once_make_one_and_both_are_answered(app, client, work, count):
    work(client)
    given = token(client, "/people/register")
    cookie = client.get_cookie("drawbridge").value

    def send_it(_: int):
        browser = app.test_client()
        browser.set_cookie("drawbridge", cookie)
        return browser.post("/people/register", data={"csrf_token": given, "name": "Nora", "password": PASSWORD})

    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(send_it, range(3)))
    assert [len(codes_on(answer)) for answer in answers] == [8, 8, 8]
    assert (count(Person), count(Attempt), count(Browser), count(RecoveryCode)) == (1, 1, 1, 8)


def test_somebody_who_forgot_that_they_have_an_account_is_signed_in_and_keeps_the_codes(app, client, count):
    codes = register(client)
    with app.app_context():
        db.session.execute(update(Browser).values(created=now() - timedelta(days=1)))
        db.session.commit()
    other = app.test_client()
    answer = send(other, "/people/register", name="nora", password=PASSWORD)
    assert answer.status_code == 303
    page = other.get(answer.headers["Location"]).text
    assert "You have the account “Nora” already and are signed in." in page
    assert "You have 8 unused recovery codes." in page
    assert (signed_in_as(other), signed_in_as(client), count(Person)) == ("Nora", "Nora", 1)
    stranger = app.test_client()
    assert send(stranger, "/people/recover", name="Nora", code=codes[0], password="a new password").status_code == 303


def test_a_name_that_somebody_has_is_not_opened_by_another_password(app, client, count):
    codes = register(client)
    other = app.test_client()
    answer = send(other, "/people/register", name="Nora", password="another password")
    assert answer.status_code == 422
    assert "Somebody has this name already" in answer.text
    assert (signed_in_as(other), signed_in_as(client), count(Person)) == (None, "Nora", 1)
    assert send(other, "/people/recover", name="Nora", code=codes[0], password="a new password").status_code == 303


@pytest.mark.parametrize("password", ["ﷺ", "ﷺ" * 7, " " * 8, "\u3000" * 9, "\t" * 8])
def test_a_password_of_few_characters_or_of_none_to_be_seen_is_refused_at_its_field(client, password):
    answer = send(client, "/people/register", name="Nora", password=password)
    assert answer.status_code == 422
    assert 'id="password-fault"' in answer.text
    assert signed_in_as(client) is None


PAGES = ("/", "/practise/", "/practise/no-way-out?answers=1D", "/practise/hand/1p-ncns-dk9qt6a", "/people/", "/nothing")


@pytest.mark.parametrize("address", [*PAGES, "/progress", "/puzzles/", "/analyse/"])
def test_no_cache_keeps_a_page_of_somebody(app, client, work, address):
    for known in (client, app.test_client()):
        work(known)
    register(client)
    for known in (client, app.test_client()):
        known.get("/people/register")  # a form, and the cookie with it
        assert known.get(address).headers["Cache-Control"] == "private, no-store"


def test_what_is_the_same_for_everybody_may_be_kept(client, work):
    work(client)
    with client.get("/static/js/main.js") as answer:
        assert "no-store" not in answer.headers.get("Cache-Control", "")
    stranger = client.application.test_client()
    assert "no-store" not in stranger.get("/puzzles/").headers.get("Cache-Control", "")
