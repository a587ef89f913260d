"""What somebody tries who is not the visitor: forms from elsewhere, planted cookies, others' work, other sites."""

import re

import pytest
from flask import Flask

from tests.web.hands_desk import Desk, rows, sittings
from tests.web.people import test_people
from tests.web.people.test_people import PASSWORD, key_of, register, send, sign_in, signed_in_as
from tutor.store import Person

work, count = test_people.work, test_people.count
HAND = "1p-ncns-dk9qt6a"


def addresses(app: Flask) -> list[str]:
    """Every address of a page that takes a form."""
    found = []
    for rule in app.url_map.iter_rules():
        if "POST" in rule.methods and not rule.endpoint.startswith("api."):
            values = {"code": HAND, "slug": "no-way-out", "kind": "puzzle"}
            with app.test_request_context():
                found.append(app.url_for(rule.endpoint, **{name: values[name] for name in rule.arguments}))
    return found


def test_no_page_takes_a_form_from_elsewhere_and_nothing_is_changed(app, client):
    register(client)
    Desk(client).act(HAND, "1S")
    before = rows(app), sittings(app)
    found = addresses(app)
    assert {"/analyse/", "/practise/deal", f"/practise/hand/{HAND}", "/practise/again", "/people/sign-out"} <= {*found}
    everything = {
        "name": "Sven",
        "password": PASSWORD,
        "at": "1",
        "action": "Pass",
        "sure": "1",
        "text": "x",
        "seen": "0",
    }
    for address in found:
        for token in (None, "made-up"):
            answer = client.post(address, data=everything if token is None else {**everything, "csrf_token": token})
            assert answer.status_code == 400, address
            assert "<h1" in answer.text, address
    assert (rows(app), sittings(app)) == before
    assert signed_in_as(client) == "Nora"


def test_the_api_knows_nobody_by_a_cookie(app, client):
    register(client)
    for rule in app.url_map.iter_rules():
        if rule.endpoint.startswith("api.") and "GET" in rule.methods and not rule.arguments:
            answer = client.get(str(rule))
            assert "Nora" not in answer.text
            assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("way", ["register", "sign-in", "recover"])
def test_a_cookie_that_was_planted_before_is_worth_nothing_after(app, client, work, way):
    intruder, victim = app.test_client(), app.test_client()
    codes = register(client)
    work(intruder)
    planted = key_of(intruder)
    victim.set_cookie("drawbridge", intruder.get_cookie("drawbridge").value)
    fields = {"name": "Nils" if way == "register" else "Nora", "password": PASSWORD, "code": codes[0]}
    assert send(victim, f"/people/{way}", **fields).status_code in {200, 303}
    assert signed_in_as(victim) == fields["name"]
    assert key_of(victim) != planted
    assert signed_in_as(intruder) is None
    assert intruder.get("/people/export").status_code == 404


def test_another_person_s_sitting_is_neither_seen_nor_changed(app, client):
    mine, other = Desk(client), Desk(app.test_client())
    mine.act(HAND, "1S")
    before = sittings(app)
    assert other.at(HAND) == 0
    assert "/verdict" not in other.get(f"/practise/hand/{HAND}/1").text
    assert other.get(f"/practise/hand/{HAND}/1").status_code == 302
    assert other.act(HAND, "Pass", at=1).status_code == 409
    assert other.do(HAND, "anew", at=1).status_code == 409
    assert sittings(app) == before
    assert rows(app)[0] == 1


def test_a_name_is_shown_as_text_and_enters_no_header(client):
    name = "<b>Nora</b> \u202fLocation:"
    assert send(client, "/people/register", name=name + "\r\nSet-Cookie: a=b", password=PASSWORD).status_code == 422
    register(client, "<b>Nora</b>")
    assert "<b>Nora</b>" not in client.get("/").text
    assert signed_in_as(client) == "&lt;b&gt;Nora&lt;/b&gt;"
    exported = client.get("/people/export")
    assert exported.headers["Content-Disposition"] == 'attachment; filename="draw-bridge-tutor.json"'
    assert exported.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ["/\r\nSet-Cookie: a=b", "//evil.example", "/\\evil.example", "https:evil.example"])
@pytest.mark.parametrize("way", ["register", "sign-in"])
def test_no_form_leads_to_another_site_or_into_a_header(app, client, way, address):
    register(app.test_client())
    fields = {"name": "Nora" if way == "sign-in" else "Sven", "password": PASSWORD, "next": address}
    answer = send(client, f"/people/{way}", **fields)
    assert answer.headers.get("Location", "/people/") == "/people/"
    assert "evil.example" not in answer.text
    assert "a=b" not in str(answer.headers)


@pytest.mark.parametrize("address", ["/people/sign-in", "/people/recover", "/people/register"])
def test_a_password_of_a_million_characters_is_refused_like_any_other(client, count, address):
    # In an order that takes half an hour to put right, if anybody did.
    endless = "a" + "\u0301\u0327" * 500_000
    given = test_people.token(client, address)
    body = (
        f'--cut\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{given}\r\n'
        f'--cut\r\nContent-Disposition: form-data; name="name"\r\n\r\nNora\r\n'
        f'--cut\r\nContent-Disposition: form-data; name="password"\r\n\r\n{endless}\r\n--cut--\r\n'
    )
    answer = client.post(address, data=body.encode(), content_type="multipart/form-data; boundary=cut")
    assert answer.status_code == 422
    assert len(answer.data) < 100_000
    assert count(Person) == 0


def test_every_page_forbids_scripts_and_frames_of_others(client):
    for address in ("/", "/people/sign-in", "/practise/", "/nothing", "/people/export"):
        policy = dict(part.split(" ", 1) for part in client.get(address).headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert not re.search("unsafe", str(policy))


def test_a_registration_tells_no_more_of_a_name_than_that_it_is_taken(app, client):
    register(client)
    answers = [
        send(app.test_client(), "/people/register", name="Nora", password=f"wrong password {n}") for n in range(2)
    ]
    for answer in answers:
        assert answer.status_code == 422
        assert "Somebody has this name already" in answer.text
    assert sign_in(client).status_code == 303
