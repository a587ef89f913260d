"""What every page has, and what is said when there is no page."""

import re
from html.parser import HTMLParser

import pytest

PAGES = [
    "/",
    "/rules",
    "/programs",
    "/analyse/",
    "/analyse/sample",
    "/analyse/sample?ply=0",
    "/analyse/sample?ply=35",
    "/analyse/position?line=AQ.-.-.-+KJ.-.-.-+NT+N",
    "/practise/",
    "/practise/no-way-out",
    "/practise/no-way-out?answers=1D",
    "/puzzles/",
    "/puzzles/patience",
    "/puzzles/patience?played=SK",
]


class Outline(HTMLParser):
    """Headings, landmarks, ids and what ought not to be there."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headings: list[int] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append(tag)
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.inline += [f"{tag} {name}" for name in attributes if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in attributes):
            self.inline.append(tag)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_has_its_landmarks_and_headings_in_order(client, address):
    answer = client.get(address)
    assert answer.status_code == 200
    outline = Outline(answer.text)
    assert answer.text.startswith('<!doctype html>\n<html lang="en" dir="ltr">')
    for landmark in ("header", "nav", "main", "footer"):
        assert landmark in outline.tags
    assert outline.headings[0] == 1
    assert outline.headings.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(outline.headings, outline.headings[1:], strict=False))
    assert len(outline.ids) == len(set(outline.ids))
    assert 'class="skip" href="#main"' in answer.text


@pytest.mark.parametrize("address", PAGES)
def test_no_page_holds_inline_script_or_style(client, address):
    assert Outline(client.get(address).text).inline == []


@pytest.mark.parametrize("address", [*PAGES, "/nothing", "/api/v1/nothing", "/static/css/base.css"])
def test_every_answer_carries_the_security_headers(client, address):
    with client.get(address) as answer:
        headers = answer.headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_the_front_page_says_what_the_three_doors_do_and_offers_a_finished_hand(client):
    page = client.get("/").text
    for door in ("/practise/", "/analyse/", "/puzzles/"):
        assert f'<h2><a href="{door}">' in page
    assert 'href="/analyse/sample"' in page


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(client):
    cookie = client.get("/analyse/").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/nothing", 404),
        ("/analyse/notaslug", 404),
        ("/analyse/notaslug.pbn", 404),
        ("/analyse/%00", 404),
        ("/practise/nothing", 404),
        ("/puzzles/nothing", 404),
        ("/practise/no-way-out?answers=XX", 400),
        ("/practise/no-way-out?answers=nonsense", 400),
        ("/practise/no-way-out?answers=" + "-".join(["1S"] * 99), 400),
        ("/puzzles/patience?played=SA", 400),
        ("/puzzles/patience?played=nonsense", 400),
        ("/analyse/position?line=nonsense", 400),
        ("/analyse/position", 400),
        ("/analyse/position?line=AQ.-.-.-+KJ.-.-.-+NT+N&tried=H2", 400),
    ],
)
def test_a_wrong_address_gets_a_clear_page(client, address, status):
    answer = client.get(address)
    assert answer.status_code == status
    assert "<h1>" in answer.text
    assert "Traceback" not in answer.text


def test_a_wrong_method_gets_a_page_that_says_so(client):
    answer = client.post("/")
    assert answer.status_code == 405
    assert "<h1>Not that way</h1>" in answer.text
    answer = client.delete("/api/v1/solve")
    assert answer.status_code == 405
    assert answer.json["errors"][0]["code"] == "method-not-allowed"
    assert "GET" in answer.headers["Allow"]


def test_a_crash_shows_a_page_without_a_traceback(app, client):
    def explode():
        raise RuntimeError("inner secret")

    app.view_functions["home.index"] = explode
    answer = client.get("/")
    assert answer.status_code == 500
    assert "Our fault" in answer.text
    assert "inner secret" not in answer.text


def test_a_form_without_its_token_stores_nothing(client, stored):
    answer = client.post("/analyse/", data={"text": "anything"})
    assert answer.status_code == 400
    assert "send it once more" in answer.text
    assert stored() == 0


@pytest.mark.parametrize("language", ["", "en", "xx", "../../etc"])
def test_an_unknown_language_is_english(client, language):
    answer = client.get("/", query_string={"lang": language}, headers={"Accept-Language": "tlh"})
    assert '<html lang="en" dir="ltr">' in answer.text
    assert "Accept-Language" in answer.headers["Vary"]
