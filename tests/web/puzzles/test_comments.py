"""Comments on puzzles: what they may hold, who sees them and when, and who may delete them."""

import json
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.posters import OTHER, PASSWORD, SOLUTION, Poster, count, give_password, poster
from tutor.store import Comment, db
from tutor.store.comments import COMMENT_LENGTH, SHOWN_MOST, add_comment
from tutor.store.people import named
from tutor.web.parts.markdown import as_html, is_too_deep

FAILED = "/puzzles/early-frost?played=H9"
"""The page of one of the program's own puzzles when it is over: it has failed."""
OPEN = "/puzzles/early-frost"


def say(who: Poster, text: str, slug: str = "early-frost", **fields: str):
    return who.send(f"/puzzles/{slug}/comments", text=text, **fields)


def comments(page: str) -> list[str]:
    """The comments on *page*, as HTML."""
    found = re.findall(r'<div class="comment-text" dir="auto">(.*?)</div>', page, re.DOTALL)
    return [each.strip() for each in found]


def test_a_comment_is_seen_when_the_puzzle_is_over_and_not_before(nora: Poster, client: FlaskClient):
    answer = say(nora, "Lead the **trump**.", next=FAILED)
    assert answer.status_code == 303
    assert re.fullmatch(rf"{re.escape(FAILED)}#comment-[a-z0-9]{{13}}", answer.location)
    assert comments(client.get(FAILED).text) == ["<p>Lead the <strong>trump</strong>.</p>"]
    for address in (OPEN, f"{OPEN}?hint=3", f"{OPEN}?played=D7", "/puzzles/"):
        page = client.get(address).text
        assert "<strong>trump" not in page
        assert 'id="comments"' not in page
    assert "<bdi>Nora</bdi>" in client.get(FAILED).text


def test_a_posted_puzzle_has_comments_as_well(nora: Poster, sven: Poster):
    slug = nora.post()
    say(sven, "Nice.", slug)
    assert comments(nora.get(f"/puzzles/{slug}?played={SOLUTION}").text) == ["<p>Nice.</p>"]
    assert comments(nora.get(f"/puzzles/{slug}?played=CA").text) == ["<p>Nice.</p>"]
    assert comments(nora.get(f"/puzzles/{slug}").text) == []


def test_a_puzzle_that_asks_for_an_answer_has_them_too(nora: Poster):
    slug = nora.post(kind="tricks", goal="")
    say(nora, "Count.", slug)
    assert comments(nora.get(f"/puzzles/{slug}").text) == []
    assert comments(nora.get(f"/puzzles/{slug}?answer=3").text) == ["<p>Count.</p>"]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("<script>alert(1)</script>", "<script"),
        ("<img src=x onerror=alert(1)>", "<img"),
        ("![picture](https://example.org/x.png)", "<img"),
        ("[x](javascript:alert(1))", 'href="javascript'),
        ("[x](JaVaScRiPt:alert(1))", "href"),
        ("[x](java\tscript:alert(1))", "href"),
        ("[x](&#106;avascript:alert(1))", "href"),
        ("[x](data:text/html;base64,PHNjcmlwdD4=)", "href"),
        ("[x](vbscript:x)", "href"),
        ("<javascript:alert(1)>", "href"),
        ("[a]: javascript:alert(1)\n\n[a]", "href"),
        ('[x](https://example.org "onmouseover=alert(1)")', "title="),
        ('[x](https://example.org/"onmouseover="alert(1))', 'onmouseover="'),
        ("<b onclick=alert(1)>x</b>", "<b"),
        ("<a href='https://example.org' onclick='x'>x</a>", "<a"),
        ("<style>body{display:none}</style>", "<style"),
        ("<iframe src=https://example.org></iframe>", "<iframe"),
        ("<!-- --><svg/onload=alert(1)>", "<svg"),
        ("# A heading\n\nAnother\n===", "<h1"),
        ("<form action=/people/delete><button>x</button></form>", "<form"),
    ],
)
def test_markdown_lets_no_script_through(text: str, gone: str):
    shown = str(as_html(text))
    assert gone not in shown
    assert re.sub(r"<(/?)(p|a|em|strong|code)\b[^>]*>", "", shown).count("<") == 0


def test_a_script_in_a_comment_does_nothing(nora: Poster, client: FlaskClient):
    text = "<script>alert(1)</script> <img src=x onerror=alert(2)> [x](javascript:alert(3)) **so**"
    assert say(nora, text).status_code == 303
    preview = nora.send("/puzzles/early-frost/comments/preview", text=text).text
    shown = comments(client.get(FAILED).text)
    assert shown == [preview.partition('comment-preview" dir="auto">')[2].partition("</div>")[0].strip()]
    told = "&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(2)&gt; [x](javascript:alert(3))"
    assert shown == [f"<p>{told} <strong>so</strong></p>"]


def test_a_link_is_not_vouched_for():
    html = as_html("[there](https://example.org/?a=1&b=2) and <https://example.org>")
    assert html.count('rel="nofollow ugc"') == html.count("<a ") == 2
    assert 'href="https://example.org/?a=1&amp;b=2"' in html


def test_markdown_shows_what_one_would_think():
    html = as_html("*a* **b** `c`\n\n> d\n\n- e\n- f\n\n3. g\n\n---\n\n    h")
    for part in ("<em>a</em>", "<strong>b</strong>", "<code>c</code>", "<blockquote>", "<li>e</li>", '<ol start="3">'):
        assert part in html


@pytest.mark.parametrize(
    "text",
    ["> " * 1000, "- " * 1000, "[" * 2000, "![" * 1000, "*a_" * 666, "`" * 1999, "[a](" * 500, "\\" * 2000, "<" * 2000],
)
def test_nesting_without_end_ends(text: str):
    html = str(as_html(text[:COMMENT_LENGTH]))
    assert html.count("<blockquote>") == html.count("</blockquote>") <= 30
    assert html.count("<ul>") == html.count("</ul>") <= 30


@pytest.mark.parametrize("size", [COMMENT_LENGTH + 1, 1_000_000])
def test_a_comment_without_end_is_refused_and_not_worked_on(app: Flask, nora: Poster, size: int):
    for what in ("", "/preview"):
        answer = nora.send(f"/puzzles/early-frost/comments{what}", text="*" * size)
        assert answer.status_code == 422
        assert f"at most {COMMENT_LENGTH} characters" in answer.text
        assert "How it will look" not in answer.text
    assert count(app, Comment) == 0


@pytest.mark.parametrize(
    "text",
    [
        *("", "  \r\n ", "\0\x07", "\u200b", "\u2800", "\u3164 \ufeff", "\u200e"),
        *("&#x200b;", "[x]: http://a", "> &#x2800;", "---", "[](http://a)", "`\u200b`"),
    ],
)
def test_an_empty_comment_is_refused(app: Flask, nora: Poster, text: str):
    answer = say(nora, text)
    assert (answer.status_code, "Write something first." in answer.text) == (422, True)
    assert count(app, Comment) == 0


@pytest.mark.parametrize("mark", ["> ", "- "])
def test_of_a_comment_nothing_is_lost_that_stands_deep_in_quotes(app: Flask, nora: Poster, mark: str):
    deepest = next(depth for depth in range(1, 40) if is_too_deep(mark * depth + "text"))
    assert deepest > 5
    for depth in range(1, 40):
        assert ("text" in as_html(mark * depth + "text")) == (depth < deepest)
    for what in ("", "/preview"):
        answer = nora.send(f"/puzzles/early-frost/comments{what}", text=mark * deepest + "text")
        assert (answer.status_code, "too deep here" in answer.text) == (422, True)
    assert say(nora, mark * (deepest - 1) + "text").status_code == 303
    assert count(app, Comment) == 1


@pytest.mark.parametrize("mark", ["&#x202e;", "&#8238;", "&#x2067;", "\u202e"])
def test_a_comment_never_turns_the_direction_of_what_follows(nora: Poster, client: FlaskClient, mark: str):
    say(nora, f"{mark}reversed [l{mark}ink](https://example.org/{mark})")
    (html,) = comments(client.get(FAILED).text)
    assert "reversed" in html
    assert not any(character in html for character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_many_comments_stand_on_several_pages(app: Flask, nora: Poster, client: FlaskClient):
    with app.app_context():
        number = named(db.session, "Nora").id
        for each in range(SHOWN_MOST + 3):
            add_comment(db.session, number, "early-frost", f"Number {each}.")
        db.session.commit()
    first = client.get(FAILED).text
    assert comments(first) == [f"<p>Number {each}.</p>" for each in range(3, SHOWN_MOST + 3)]
    assert "Newer comments" not in first
    older = re.search(r'href="([^"]+)">Older comments', first).group(1).replace("&amp;", "&")
    assert older == f"{FAILED}&comments=2#comments"
    second = nora.get(older).text
    assert comments(second) == [f"<p>Number {each}.</p>" for each in range(3)]
    assert "Older comments" not in second
    assert (
        re.search(r'href="([^"]+)">Newer comments', second)
        .group(1)
        .replace("&amp;", "&")
        .endswith("comments=1#comments")
    )
    for text in ("99999", "0", "-1", "x", "9" * 5000, "²"):
        assert len(comments(client.get(f"{FAILED}&comments={text}").text)) in (3, SHOWN_MOST)
    back = say(nora, "The last one.", next=older.partition("#")[0]).location
    assert back.startswith(f"{FAILED}#comment-")
    assert comments(nora.get(back).text)[-1] == "<p>The last one.</p>"


def test_a_text_is_made_html_once():
    text = "[" * COMMENT_LENGTH
    assert as_html(text) is as_html(text)


def test_a_preview_keeps_nothing_and_loses_nothing(app: Flask, nora: Poster):
    answer = nora.send("/puzzles/early-frost/comments/preview", text="*one*\r\ntwo & <three>", next=FAILED)
    assert "<em>one</em>" in answer.text
    assert "*one*\ntwo &amp; &lt;three&gt;</textarea>" in answer.text
    assert f'href="{FAILED}"' in answer.text
    assert count(app, Comment) == 0


def test_a_guest_says_nothing_and_is_sent_to_sign_in(app: Flask, client: FlaskClient):
    page = client.get(FAILED).text
    assert "Sign in to say something about it" in page
    assert "<textarea" not in page
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/people/sign-in").text).group(1)
    answer = client.post("/puzzles/early-frost/comments", data={"csrf_token": token, "text": "Hm.", "next": FAILED})
    assert answer.status_code == 303
    assert answer.location.startswith("/people/sign-in?next=/puzzles/early-frost")
    assert count(app, Comment) == 0


def test_a_comment_is_deleted_by_its_author_alone(app: Flask, nora: Poster, sven: Poster):
    say(nora, "Mine.")
    mine, theirs = nora.get(FAILED).text, sven.get(FAILED).text
    address = re.search(r'action="(/puzzles/comments/[a-z0-9]+/delete)"', mine).group(1)
    assert "/delete" not in theirs
    assert sven.send(address).status_code == 404
    assert count(app, Comment) == 1
    assert nora.send(address, next=FAILED).location == f"{FAILED}#comments"
    assert count(app, Comment) == 0
    assert nora.send(address).status_code == 404


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "/\\example.org", "javascript:alert(1)", ""])
def test_nobody_is_sent_to_another_site(nora: Poster, back: str):
    assert say(nora, "Hm.", next=back).location.startswith("/puzzles/early-frost#comment-")
    assert "example.org" not in nora.get(f"/puzzles/early-frost/report?next={back}").text


@pytest.mark.parametrize("slug", ["abcdefghjkmnp", "..", "today", "x" * 300])
def test_what_is_no_puzzle_has_no_comments(app: Flask, nora: Poster, slug: str):
    assert say(nora, "Hm.", slug).status_code in (404, 405)
    assert nora.send(f"/puzzles/comments/{slug}/delete").status_code == 404
    assert count(app, Comment) == 0


def test_comments_without_end_are_turned_away(app: Flask, nora: Poster):
    most = int(app.config["COMMENT_LIMIT"].split()[0])
    answers = [say(nora, f"{number}") for number in range(most + 2)]
    assert [each.status_code for each in answers] == [303] * most + [429] * 2
    assert "Nothing was kept of what you have just sent." in answers[-1].text
    assert count(app, Comment) == most


def test_a_new_account_says_less(app: Flask):
    newcomer = poster(app, "Ida", days=0)
    most = int(app.config["NEW_ACCOUNT_LIMIT"].split()[0])
    assert [say(newcomer, f"{number}").status_code for number in range(most + 1)] == [303] * most + [429]


def test_comments_go_with_the_account_and_are_in_its_export(app: Flask, nora: Poster):
    say(nora, "*Hm.*")
    found = json.loads(nora.get("/people/export").text)["comments"]
    assert [(each["puzzle"], each["text"]) for each in found] == [("early-frost", "*Hm.*")]
    give_password(app, "Nora")
    nora.send("/people/delete", password=PASSWORD, sure="1")
    assert count(app, Comment) == 0


def test_what_is_said_about_a_withdrawn_puzzle_is_gone_with_it(nora: Poster, sven: Poster):
    slug = nora.post(position=OTHER, goal=2)
    say(sven, "Hm.", slug)
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    assert sven.get(f"/puzzles/{slug}?played=H4").status_code == 410
    assert say(sven, "Hm?", slug).status_code == 404
