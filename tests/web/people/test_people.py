"""Accounts on the pages: register, sign in and out, recover, change the password, take one's data, delete it."""

import json
import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask, redirect, request
from flask.testing import FlaskClient
from sqlalchemy import func, select

from tutor.store import Attempt, Person, Sitting, db
from tutor.store.models import Base, Browser, RecoveryCode, now
from tutor.store.practice import get_sitting, keep_attempt, keep_review, keep_sitting
from tutor.web.people.visitors import current_person, local_address

PASSWORD = "correct horse battery"
HAND = "written-17"


def token(client: FlaskClient, address: str = "/people/sign-in") -> str:
    return re.search(r'name="csrf_token" (?:type="hidden" )?value="([^"]+)"', client.get(address).text).group(1)


def send(client: FlaskClient, address: str, **fields: str):
    """Send a form with the token of its page; it is not gone on from."""
    page = client.get(address, follow_redirects=True).text
    found = re.search(r'name="csrf_token" (?:type="hidden" )?value="([^"]+)"', page)
    given = found.group(1) if found else token(client, "/analyse/")
    return client.post(address, data={"csrf_token": given, **fields})


def register(client: FlaskClient, name: str = "Nora", password: str = PASSWORD) -> list[str]:
    """Make an account; gives its recovery codes."""
    answer = send(client, "/people/register", name=name, password=password)
    assert answer.status_code == 200, answer.text
    return re.findall(r'<code dir="ltr">([a-z0-9-]+)</code>', answer.text)


def sign_in(client: FlaskClient, name: str = "Nora", password: str = PASSWORD, **fields: str):
    return send(client, "/people/sign-in", name=name, password=password, **fields)


def signed_in_as(client: FlaskClient) -> str | None:
    """The name at the head of the front page."""
    found = re.search(r'class="site-person".*?<bdi>(.*?)</bdi>', client.get("/").text)
    return found and found.group(1)


def key_of(client: FlaskClient) -> str | None:
    with client.session_transaction() as kept:
        return kept.get("_user_id")


@pytest.fixture
def work(app: Flask) -> Callable[..., None]:
    """Let a visitor make a call on a hand, as a page would keep it."""

    @app.post("/work")
    def keep():
        person = current_person(create=True)
        code, actions = request.form["code"], request.form["actions"].split()
        found = get_sitting(db.session, person.id, code)
        keep_sitting(db.session, person.id, code, at=found.version if found else 0, actions=actions)
        keep_attempt(
            db.session, person.id, source="hand", code=code, place=0, action=actions[0], best=True, loss_points=0
        )
        due = now() + timedelta(days=len(actions))
        keep_review(db.session, person.id, code, 0, card="{}", due=due, last=None)
        db.session.commit()
        return redirect("/")

    def do(client: FlaskClient, code: str = HAND, actions: str = "1S Pass") -> None:
        given = token(client, "/analyse/")
        assert client.post("/work", data={"csrf_token": given, "code": code, "actions": actions}).status_code == 302

    return do


@pytest.fixture
def count(app: Flask) -> Callable[[type[Base]], int]:
    def ask(model: type[Base]) -> int:
        with app.app_context():
            return db.session.scalar(select(func.count()).select_from(model))

    return ask


def fields_of(page: str) -> dict[str, str]:
    """The visible fields of the form on *page*: their opening tags by their names."""
    form = page[page.index('<form class="form') : page.index("</form>")]
    tags = re.findall(r"<input [^>]*>", form)
    return {
        re.search(r'name="([^"]+)"', tag).group(1): tag
        for tag in tags
        if 'type="hidden"' not in tag and " hidden" not in tag
    }


def test_a_guest_is_kept_from_the_first_thing_worth_keeping_on_and_not_before(app, client, work, count):
    for address in ("/", "/analyse/", "/people/", "/people/sign-in", "/practise/"):
        assert client.get(address).status_code == 200
    assert count(Person) == 0
    work(client)
    work(client, "another")
    assert (count(Person), count(Sitting), count(Attempt)) == (1, 2, 2)
    page = client.get("/people/").text
    assert "2 decisions of yours are kept." in page
    assert "You are a guest" in page
    work(app.test_client())
    assert count(Person) == 2


def test_two_forms_of_a_new_visitor_belong_to_one_guest(client, work, count):
    client.get("/analyse/")
    key = key_of(client)
    assert re.fullmatch("[A-Za-z0-9_-]{32}", key)
    work(client)
    assert key_of(client) == key
    work(client, "another")
    assert (key_of(client), count(Person)) == (key, 1)


def test_the_cookie_holds_a_key_and_nothing_about_the_person(client, work):
    work(client)
    with client.session_transaction() as kept:
        guest = set(kept)
    register(client)
    with client.session_transaction() as kept:
        account = set(kept)
    assert guest == {"_user_id", "_fresh", "_permanent", "csrf_token"}
    assert account == {"_user_id", "_fresh", "_permanent"}


def test_a_visitor_who_was_given_no_form_gets_no_cookie(client):
    for address in ("/puzzles/", "/people/", "/nothing"):
        assert "Set-Cookie" not in client.get(address).headers


def test_the_cookie_of_a_guest_lasts_for_a_year_and_is_sent_anew_when_something_is_kept(client, work):
    work(client)
    assert "Set-Cookie" not in client.get("/people/").headers
    given = token(client)
    answer = client.post("/work", data={"csrf_token": given, "code": "x", "actions": "Pass"})
    (cookie,) = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith("drawbridge=")]
    assert "Expires=" in cookie
    assert client.get_cookie("drawbridge").expires > now() + timedelta(days=300)


def test_a_cookie_that_was_changed_or_made_up_gives_nothing(app, client, work, count):
    work(client)
    cookie = client.get_cookie("drawbridge").value
    payload, stamp, signature = cookie.rsplit(".", 2)
    stranger = app.test_client()
    for forged in (
        payload[:-2] + payload[-1] + payload[-2] + f".{stamp}.{signature}",
        f"{payload}.{stamp}.{signature[:-3]}abc",
        payload,
        "",
        "x" * 3_000,
    ):
        stranger.set_cookie("drawbridge", forged)
        assert "Nothing is kept of you yet" in stranger.get("/people/").text
    stranger.set_cookie("drawbridge", cookie)
    assert "One decision of yours is kept" in stranger.get("/people/").text
    assert count(Person) == 1


def test_an_account_is_made_and_its_codes_are_shown_this_once(client, count):
    codes = register(client, "Nora Öberg")
    assert len(set(codes)) == 8
    assert all(re.fullmatch("([a-z2-9]{4}-){3}[a-z2-9]{4}", code) for code in codes)
    assert signed_in_as(client) == "Nora Öberg"
    for address in ("/people/", "/people/codes", "/people/password", "/people/export"):
        assert codes[0] not in client.get(address).text
    assert (count(Person), count(RecoveryCode), count(Browser)) == (1, 8, 1)


def test_the_page_with_the_codes_and_the_others_of_an_account_are_not_kept_by_the_browser(client):
    answer = send(client, "/people/register", name="Nora", password=PASSWORD)
    assert answer.headers["Cache-Control"] == "private, no-store"
    for address in ("/people/", "/people/password", "/people/export"):
        assert client.get(address).headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("name", "password", "at", "said"),
    [
        ("", PASSWORD, "name", "2 to 40 characters"),
        ("N", PASSWORD, "name", "2 to 40 characters"),
        ("x" * 41, PASSWORD, "name", "2 to 40 characters"),
        ("No\u200bra", PASSWORD, "name", "can be seen"),
        ("Nora", "", "password", "at least 8 characters"),
        ("Nora", "1234567", "password", "at least 8 characters"),
        ("Nora", "x" * 501, "password", "at most 500 characters"),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_what_was_written_stays(client, name, password, at, said):
    answer = send(client, "/people/register", name=name, password=password)
    assert answer.status_code == 422
    tag = fields_of(answer.text)[at]
    assert 'aria-invalid="true"' in tag
    assert "autofocus" in tag
    assert f"{at}-fault" in re.search('aria-describedby="([^"]*)"', tag).group(1).split()
    assert said in re.search(f'<p class="field-faults" id="{at}-fault">(.*?)</p>', answer.text).group(1)
    assert f'value="{name}"' in fields_of(answer.text)["name"]
    assert "value" not in fields_of(answer.text)["password"]
    assert not password or password not in answer.text
    assert signed_in_as(client) is None


def test_a_name_is_text_whatever_it_looks_like(client):
    register(client, "<b>&amp;")
    assert signed_in_as(client) == "&lt;b&gt;&amp;amp;"


def test_all_that_is_wrong_is_said_at_once(client):
    page = send(client, "/people/register", name="", password="").text
    assert 'id="name-fault"' in page
    assert 'id="password-fault"' in page
    assert page.count("autofocus") == 1


@pytest.mark.parametrize("name", ["Nora", "NORA", " nora "])
def test_a_name_that_somebody_has_is_refused_at_its_field(app, client, count, name):
    register(client)
    other = app.test_client()
    answer = send(other, "/people/register", name=name, password="another password")
    assert answer.status_code == 422
    assert "Somebody has this name already" in answer.text
    assert (count(Person), signed_in_as(other)) == (1, None)


def test_a_guest_s_work_goes_into_the_account_that_the_guest_makes(app, client, work, count):
    work(client)
    before = key_of(client)
    register(client)
    assert "One decision of yours is kept" in client.get("/people/").text
    assert key_of(client) != before
    assert (count(Person), count(Sitting), count(Browser)) == (1, 1, 1)
    elsewhere = app.test_client()
    sign_in(elsewhere)
    assert "One decision of yours is kept" in elsewhere.get("/people/").text


def test_a_guest_s_work_is_joined_to_the_account_at_signing_in(app, client, work, count):
    register(client)
    work(client, HAND, "1S Pass 2S")
    work(client, "mine", "1S")
    guest = app.test_client()
    work(guest, HAND, "1H Pass 2H X")
    work(guest, "theirs", "Pass")
    assert count(Person) == 2
    assert sign_in(guest).status_code == 303
    assert (count(Person), count(Sitting), count(Attempt)) == (1, 3, 4)
    assert "4 decisions of yours are kept." in guest.get("/people/").text
    with app.app_context():
        kept = db.session.scalars(select(Sitting).where(Sitting.code == HAND)).one()
        assert kept.taken == ("1H", "Pass", "2H", "X")


def test_who_is_signed_in_is_not_joined_to_another_account(app, client, work, count):
    register(client)
    work(client)
    register(app.test_client(), "Sven", "another password")
    for address, fields in (
        ("/people/sign-in", {"name": "Sven", "password": "another password"}),
        ("/people/register", {"name": "Olle", "password": "another password"}),
        ("/people/recover", {"name": "Sven", "code": "x", "password": "another password"}),
    ):
        assert send(client, address, **fields).status_code == 303
        assert signed_in_as(client) == "Nora"
    assert count(Person) == 2


def test_wrong_names_and_wrong_passwords_are_refused_in_the_same_words(client, app):
    register(client)
    stranger = app.test_client()
    said = set()
    for name, password in (("Nora", "wrong password"), ("Nobody", PASSWORD), ("", ""), ("Nora", ""), ("x" * 99, "x")):
        answer = sign_in(stranger, name, password)
        assert answer.status_code == 422
        said.add(re.search(r'id="form-fault" role="alert">(.*?)</p>', answer.text).group(1))
        assert f'value="{name}"' in fields_of(answer.text)["name"]
        tag = fields_of(answer.text)["password"]
        assert 'aria-describedby="form-fault" aria-invalid="true" autofocus' in tag
        assert "value" not in tag
    assert len(said) == 1
    assert signed_in_as(stranger) is None


def test_signing_in_renews_the_session(client, app):
    register(client)
    other = app.test_client()
    before, form = key_of(other), token(other)
    sign_in(other)
    with other.session_transaction() as kept:
        assert kept["_user_id"] != before
        assert "csrf_token" not in kept
    assert other.post("/people/sign-out", data={"csrf_token": form}).status_code == 400
    assert signed_in_as(other) == "Nora"


def test_signing_out_leaves_nothing_and_a_copy_of_the_cookie_is_worthless(app, client, work, count):
    register(client)
    work(client)
    copied = client.get_cookie("drawbridge").value
    answer = client.post("/people/sign-out", data={"csrf_token": token(client, "/people/")})
    assert answer.status_code == 303
    assert client.get_cookie("drawbridge") is None
    assert "You are signed out." in client.get(answer.headers["Location"]).text
    assert signed_in_as(client) is None
    thief = app.test_client()
    thief.set_cookie("drawbridge", copied)
    assert signed_in_as(thief) is None
    assert "Nothing is kept of you yet" in thief.get("/people/").text
    assert (count(Person), count(Attempt), count(Browser)) == (1, 1, 0)


def test_signing_out_of_one_browser_leaves_the_others(app, client):
    register(client)
    other = app.test_client()
    sign_in(other)
    client.post("/people/sign-out", data={"csrf_token": token(client, "/people/")})
    assert (signed_in_as(client), signed_in_as(other)) == (None, "Nora")


def test_a_new_password_signs_out_every_other_browser(app, client):
    register(client)
    other = app.test_client()
    sign_in(other)
    answer = send(client, "/people/password", password=PASSWORD, new_password="a new password")
    assert answer.status_code == 303
    assert "Your password is changed." in client.get(answer.headers["Location"]).text
    assert (signed_in_as(client), signed_in_as(other)) == ("Nora", None)
    assert sign_in(other).status_code == 422
    assert sign_in(other, password="a new password").status_code == 303


def test_the_password_is_changed_only_by_who_knows_it_to_one_that_will_do(app, client):
    register(client)
    answer = send(client, "/people/password", password="wrong password", new_password="short")
    assert answer.status_code == 422
    assert "This is not your password." in answer.text
    assert "at least 8 characters" in answer.text
    assert "wrong password" not in answer.text
    assert sign_in(app.test_client()).status_code == 303


def test_a_recovery_code_sets_a_new_password_once(app, client):
    codes = register(client)
    other = app.test_client()
    fields = {"name": "nora", "code": codes[3].upper().replace("-", " ")}
    refused = send(other, "/people/recover", **fields, password="short")
    assert refused.status_code == 422
    assert 'id="password-fault"' in refused.text
    answer = send(other, "/people/recover", **fields, password="a new password")
    assert answer.status_code == 303
    assert "the code is used up" in other.get(answer.headers["Location"]).text
    assert (signed_in_as(other), signed_in_as(client)) == ("Nora", None)
    assert "7 are unused." in other.get("/people/").text
    again = send(app.test_client(), "/people/recover", **fields, password="a third password")
    assert again.status_code == 422
    assert "or the code was used before" in again.text
    assert sign_in(client, password="a new password").status_code == 303


def test_a_code_of_somebody_else_or_of_nobody_is_refused_in_the_same_words(app, client):
    codes = register(client)
    sven = register(app.test_client(), "Sven")
    stranger = app.test_client()
    pages = [
        send(stranger, "/people/recover", name=name, code=code, password="a new password")
        for name, code in (("Nora", sven[0]), ("Nobody", codes[0]), ("", ""), ("Nora", "x" * 999), ("\0", codes[0]))
    ]
    assert {page.status_code for page in pages} == {422}
    assert len({re.search(r'id="form-fault".*?</p>', page.text).group(0) for page in pages}) == 1
    assert signed_in_as(stranger) is None


def test_new_codes_need_the_password_and_void_the_old_ones(app, client):
    old = register(client)
    assert send(client, "/people/codes", password="wrong password").status_code == 422
    answer = send(client, "/people/codes", password=PASSWORD)
    fresh = re.findall(r'<code dir="ltr">([a-z0-9-]+)</code>', answer.text)
    assert len(set(fresh) - set(old)) == 8
    stranger = app.test_client()
    assert send(stranger, "/people/recover", name="Nora", code=old[0], password="a new password").status_code == 422
    assert send(stranger, "/people/recover", name="Nora", code=fresh[0], password="a new password").status_code == 303


@pytest.mark.parametrize("address", ["/people/password", "/people/codes"])
def test_pages_of_an_account_lead_a_guest_to_signing_in_and_back(app, client, work, address):
    register(app.test_client())
    work(client)
    answer = client.get(address)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/people/sign-in?next={address}"
    assert client.post(address, data={"csrf_token": token(client), "password": PASSWORD}).status_code == 303
    assert sign_in(client, next=address).headers["Location"] == address


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("/practise/", True),
        ("/practise/no-way-out?answers=1D&next=1", True),
        ("//evil.example/", False),
        ("https://evil.example/", False),
        ("/\\evil.example", False),
        ("\\\\evil.example", False),
        ("/\t/evil.example", False),
        ("javascript:alert(1)", False),
        ("people/", False),
        ("", False),
        (None, False),
    ],
)
def test_one_goes_on_from_signing_in_only_to_this_site(app, client, address, local):
    assert local_address(address) == (address if local else None)
    register(app.test_client())
    answer = sign_in(client, **({} if address is None else {"next": address}))
    assert answer.headers["Location"] == (address if local else "/people/")


def test_every_page_offers_signing_in_and_coming_back_to_it(client):
    page = client.get("/practise/no-way-out?answers=1D").text
    assert 'href="/people/sign-in?next=/practise/no-way-out?answers%3D1D"' in page
    assert 'class="site-person" href="/people/sign-in"' in client.get("/nothing").text


def test_the_export_is_a_file_with_everything_of_the_visitor_alone(app, client, work):
    assert client.get("/people/export").status_code == 404
    work(client)
    register(client)
    other = app.test_client()
    work(other, "secret-hand")
    answer = client.get("/people/export")
    assert answer.mimetype == "application/json"
    assert "attachment" in answer.headers["Content-Disposition"]
    found = json.loads(answer.data)
    assert found["name"] == "Nora"
    assert [each["code"] for each in found["sittings"]] == [HAND]
    assert [each["action"] for each in found["attempts"]] == ["1S"]
    assert len(found["reviews"]) == 1
    assert "secret-hand" not in answer.text
    assert json.loads(other.get("/people/export").data)["name"] is None


def test_deleting_an_account_needs_the_password_and_leaves_no_row(app, client, work, count):
    register(client)
    work(client)
    other = app.test_client()
    sign_in(other)
    for fields, at in (({"sure": "1", "password": "wrong password"}, "password"), ({"password": PASSWORD}, "sure")):
        answer = send(client, "/people/delete", **fields)
        assert answer.status_code == 422
        assert f'id="{at}-fault"' in answer.text
        assert count(Person) == 1
    answer = send(client, "/people/delete", sure="1", password=PASSWORD)
    assert answer.status_code == 303
    assert "Everything of yours is deleted." in client.get(answer.headers["Location"]).text
    assert [count(model) for model in (Person, Browser, RecoveryCode, Sitting, Attempt)] == [0] * 5
    assert client.get_cookie("drawbridge") is None
    assert (signed_in_as(client), signed_in_as(other)) == (None, None)
    register(other)


def test_a_guest_deletes_by_saying_so(app, client, work, count):
    work(client)
    work(app.test_client())
    assert send(client, "/people/delete").status_code == 422
    assert send(client, "/people/delete", sure="1").status_code == 303
    assert (count(Person), count(Sitting)) == (1, 1)
    assert client.get("/people/delete").headers["Location"] == "/people/"


@pytest.mark.parametrize("address", ["register", "sign-in", "sign-out", "recover", "password", "codes", "delete"])
@pytest.mark.parametrize("given", [None, "", "made-up", "another's"])
def test_a_form_from_elsewhere_changes_nothing(app, client, count, address, given):
    register(client)
    if given == "another's":
        given = token(app.test_client())
    fields = {"name": "Sven", "password": PASSWORD, "new_password": "a new password", "sure": "1"}
    if given is not None:
        fields["csrf_token"] = given
    answer = client.post(f"/people/{address}", data=fields)
    assert answer.status_code == 400
    assert "came from elsewhere" in answer.text
    assert signed_in_as(client) == "Nora"
    assert (count(Person), count(RecoveryCode)) == (1, 8)
    assert sign_in(app.test_client()).status_code == 303


def test_the_fields_tell_a_password_manager_what_they_are(client):
    def kinds(address: str) -> dict[str, str]:
        return {
            name: re.search(r'autocomplete="([^"]+)"', tag).group(1)
            for name, tag in fields_of(client.get(address).text).items()
        }

    assert kinds("/people/register") == {"name": "username", "password": "new-password"}
    assert kinds("/people/sign-in") == {"name": "username", "password": "current-password"}
    assert kinds("/people/recover") == {"name": "username", "code": "off", "password": "new-password"}
    register(client)
    assert kinds("/people/password") == {"password": "current-password", "new_password": "new-password"}
    assert 'autocomplete="username" value="Nora" readonly hidden' in client.get("/people/password").text


def test_without_tables_the_pages_say_so_and_the_others_still_do_without(app, client):
    token(client)
    with app.app_context():
        for table in ("reviews", "attempts", "sittings", "recovery_codes", "browsers", "people"):
            db.session.connection().exec_driver_sql(f"DROP TABLE {table}")
        db.session.commit()
    assert client.get("/").status_code == 200
    assert client.get("/practise/").status_code == 200
    answer = client.get("/people/")
    assert answer.status_code == 503
    assert "tutor db upgrade" in answer.text
