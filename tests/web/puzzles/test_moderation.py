"""Reports, and what administrators decide on them."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.posters import PASSWORD, SOLUTION, Poster, count, give_password, make_administrator, poster, states
from tutor.store import Report, db
from tutor.store.comments import REASON_LENGTH
from tutor.store.moderation import revoke
from tutor.store.people import named


@pytest.fixture
def ada(app: Flask) -> Poster:
    """An administrator."""
    return poster(app, "Ada", administrator=True)


def say(who: Poster, slug: str, text: str = "Rubbish!") -> str:
    """Comment on a puzzle; gives the comment's slug."""
    answer = who.send(f"/puzzles/{slug}/comments", text=text)
    assert answer.status_code == 303
    return answer.location.rpartition("#comment-")[2]


def test_a_puzzle_is_reported_and_hidden_and_its_author_is_told_why(
    app: Flask, nora: Poster, sven: Poster, ada: Poster, client: FlaskClient
):
    slug = nora.post(title="Rude words", solution="Ruder words.")
    page = sven.get(f"/puzzles/{slug}").text
    there = re.search(r'href="([^"]+)"[^>]*>Report this puzzle', page).group(1).replace("&amp;", "&")
    assert "What is wrong with it?" in sven.get(there).text
    answer = sven.send(f"/puzzles/{slug}/report", reason="It is rude.", next=f"/puzzles/{slug}")
    assert "Thank you." in sven.client.get(answer.location).text
    waiting = ada.get("/moderation").text
    assert "Rude words" in waiting
    assert "reported once" in waiting
    looked = ada.get(f"/moderation/puzzle/{slug}").text
    for part in ("Rude words", "Ruder words.", "It is rude.", "<bdi>Nora</bdi>"):
        assert part in looked
    assert "Sven" not in looked
    assert ada.send(f"/moderation/puzzle/{slug}", do="hide", reason="Find kinder words.").status_code == 303
    assert states(app) == {slug: "hidden"}
    gone = client.get(f"/puzzles/{slug}")
    assert gone.status_code == 410
    assert "an administrator has hidden it" in gone.text
    assert "taken back" not in gone.text
    assert "Rude words" not in client.get("/puzzles/").text
    mine = nora.get("/puzzles/mine").text
    assert "Hidden by an administrator" in mine
    assert "Why it was hidden: Find kinder words." in mine
    assert "Ada" not in mine
    after = ada.get("/moderation").text
    assert "Nothing is waiting for a decision." in after
    assert re.search(
        r"<bdi>Ada</bdi>: <a [^>]*>puzzle hidden</a> <span [^>]+>Rude words</span>: <span [^>]+>Find kinder words\.",
        after,
    )
    again = nora.do("send", title="Kind words")
    assert again.status_code == 422
    assert "an administrator has hidden it" in again.text


def test_a_hidden_puzzle_can_be_shown_again(app: Flask, nora: Poster, sven: Poster, ada: Poster, client: FlaskClient):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    ada.send(f"/moderation/puzzle/{slug}", do="hide", reason="Hm.")
    assert "Show it again" in ada.get(f"/moderation/puzzle/{slug}").text
    assert ada.send(f"/moderation/puzzle/{slug}", do="keep").status_code == 303
    assert states(app) == {slug: "posted"}
    assert client.get(f"/puzzles/{slug}").status_code == 200
    assert "Why it was hidden" not in nora.get("/puzzles/mine").text


def test_what_is_kept_stays_and_waits_no_longer(app: Flask, nora: Poster, sven: Poster, ada: Poster):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Too hard.")
    assert ada.send(f"/moderation/puzzle/{slug}", do="keep", reason="not told").status_code == 303
    assert states(app) == {slug: "posted"}
    page = ada.get("/moderation").text
    assert "Nothing is waiting for a decision." in page
    assert "puzzle kept" in page
    assert "not told" not in page


def test_a_comment_is_reported_and_hidden(nora: Poster, sven: Poster, ada: Poster):
    slug = nora.post()
    comment = say(sven, slug, "**Rubbish** <script>x</script>")
    over = f"/puzzles/{slug}?played={SOLUTION}"
    page = nora.get(over).text
    assert f"/puzzles/comments/{comment}/report" in page
    assert "Rubbish" in nora.get(f"/puzzles/comments/{comment}/report").text
    nora.send(f"/puzzles/comments/{comment}/report", reason="Rude.")
    assert "Comment: Rubbish" in ada.get("/moderation").text
    looked = ada.get(f"/moderation/comment/{comment}").text
    assert "<strong>Rubbish</strong>" in looked
    assert "<script>x" not in looked
    ada.send(f"/moderation/comment/{comment}", do="hide", reason="Be kind.")
    assert "Rubbish" not in nora.get(over).text
    mine = sven.get("/puzzles/mine").text
    assert "Comments of yours that were hidden" in mine
    assert "Why it was hidden: Be kind." in mine
    assert nora.get(f"/puzzles/comments/{comment}/report").status_code == 404


def test_nothing_is_hidden_without_a_word_to_its_author(app: Flask, nora: Poster, sven: Poster, ada: Poster):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    for reason, said in (("", "Tell the author why"), ("x" * (REASON_LENGTH + 1), f"at most {REASON_LENGTH}")):
        answer = ada.send(f"/moderation/puzzle/{slug}", do="hide", reason=reason)
        assert (answer.status_code, said in answer.text) == (422, True)
    assert ada.send(f"/moderation/puzzle/{slug}", do="burn", reason="x").status_code == 400
    assert states(app) == {slug: "posted"}


def test_for_everybody_else_there_is_no_moderation(app: Flask, nora: Poster, sven: Poster, client: FlaskClient):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/people/sign-in").text).group(1)
    form = {"csrf_token": token, "do": "hide", "reason": "x"}
    for address in ("/moderation", f"/moderation/puzzle/{slug}", f"/moderation/comment/{slug}"):
        for who in (client, nora.client, sven.client):
            assert who.get(address).status_code == 404
    assert client.post(f"/moderation/puzzle/{slug}", data=form).status_code == 404
    assert sven.send(f"/moderation/puzzle/{slug}", do="hide", reason="x").status_code == 404
    assert states(app) == {slug: "posted"}
    assert "/moderation" not in sven.get("/people/").text


def test_who_is_an_administrator_is_asked_every_time(app: Flask, nora: Poster, sven: Poster):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    make_administrator(app, "Sven")
    assert sven.get("/moderation").status_code == 200
    assert "/moderation" in sven.get("/people/").text
    with sven.client.session_transaction() as kept:
        assert not any("admin" in f"{name}{value}" for name, value in kept.items())
    with app.app_context():
        revoke(db.session, named(db.session, "Sven"))
        db.session.commit()
    assert sven.get("/moderation").status_code == 404
    assert sven.send(f"/moderation/puzzle/{slug}", do="hide", reason="x").status_code == 404
    assert states(app) == {slug: "posted"}


def test_a_cookie_that_says_so_makes_no_administrator(app: Flask, nora: Poster, sven: Poster):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    with sven.client.session_transaction() as kept:
        kept["administrator"] = kept["admin"] = True
    assert sven.get("/moderation").status_code == 404
    assert states(app) == {slug: "posted"}


def test_an_administrator_sees_nothing_that_nobody_reported(nora: Poster, sven: Poster, ada: Poster):
    draft = nora.save(title="Secret")
    posted = nora.post(title="Open")
    comment = say(sven, posted)
    for kind, slug in (("puzzle", draft), ("puzzle", posted), ("comment", comment), ("person", posted)):
        assert ada.get(f"/moderation/{kind}/{slug}").status_code == 404
        assert ada.send(f"/moderation/{kind}/{slug}", do="hide", reason="x").status_code == 404
    assert ada.get("/moderation/puzzle/x%00").status_code == 404


def test_somebody_reports_a_thing_once(app: Flask, nora: Poster, sven: Poster, ada: Poster):
    slug = nora.post()
    done = [sven.send(f"/puzzles/{slug}/report", reason=f"Reason {number}.").location for number in range(2)]
    assert "Thank you." in sven.client.get(done[0]).text
    assert "You have reported this already" in sven.client.get(done[1]).text
    assert count(app, Report) == 1
    nora.send(f"/puzzles/{slug}/report", reason="I am sorry.")
    assert "reported 2 times" in ada.get("/moderation").text


def test_a_puzzle_that_was_kept_and_then_changed_waits_for_a_decision_again(nora: Poster, sven: Poster, ada: Poster):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    ada.send(f"/moderation/puzzle/{slug}", do="keep")
    answer = sven.send(f"/puzzles/{slug}/report", reason="Still.")
    assert "an administrator has looked at it. It has not changed since." in sven.get(answer.location).text
    at = re.search(r'name="at" value="(\d+)"', nora.get(f"/puzzles/mine/{slug}").text).group(1)
    assert nora.do("send", draft=slug, at=at, title="Rude words").status_code == 303
    answer = sven.send(f"/puzzles/{slug}/report", reason="It is rude now.")
    assert "Thank you." in sven.get(answer.location).text
    assert "Rude words" in ada.get("/moderation").text
    assert "It is rude now." in ada.get(f"/moderation/puzzle/{slug}").text


@pytest.mark.parametrize("reason", ["", " \n", "\u200b\u3164", "x" * (REASON_LENGTH + 1), "x" * 1_000_000])
def test_a_report_says_why(app: Flask, nora: Poster, sven: Poster, reason: str):
    slug = nora.post()
    answer = sven.send(f"/puzzles/{slug}/report", reason=reason)
    assert answer.status_code == 422
    assert 'id="reason-fault"' in answer.text
    assert count(app, Report) == 0


def test_a_guest_is_sent_to_sign_in_before_a_report(app: Flask, nora: Poster, client: FlaskClient):
    slug = nora.post()
    answer = client.get(f"/puzzles/{slug}/report?next=/puzzles/")
    assert answer.location.startswith(f"/people/sign-in?next=/puzzles/{slug}/report")
    assert count(app, Report) == 0


@pytest.mark.parametrize("slug", ["early-frost", "abcdefghjkmnp", "x" * 100])
def test_only_what_is_posted_can_be_reported(app: Flask, nora: Poster, slug: str):
    assert nora.get(f"/puzzles/{slug}/report").status_code == 404
    assert nora.send(f"/puzzles/{slug}/report", reason="Hm.").status_code == 404
    assert nora.send(f"/puzzles/comments/{slug}/report", reason="Hm.").status_code == 404
    assert count(app, Report) == 0


def test_reports_without_end_are_turned_away(app: Flask, nora: Poster, sven: Poster):
    slug = nora.post()
    most = int(app.config["REPORT_LIMIT"].split()[0])
    answers = [sven.send(f"/puzzles/{slug}/report", reason="Hm.").status_code for _ in range(most + 2)]
    assert answers == [303] * most + [429] * 2


def test_what_its_author_has_withdrawn_is_closed_and_does_not_come_back(
    app: Flask, nora: Poster, sven: Poster, ada: Poster
):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    assert "Close the report" in ada.get(f"/moderation/puzzle/{slug}").text
    assert ada.send(f"/moderation/puzzle/{slug}", do="keep").status_code == 303
    assert states(app) == {slug: "withdrawn"}
    page = ada.get("/moderation").text
    assert "Nothing is waiting for a decision." in page
    assert "The report is closed." in page
    assert "Seven of seven" in page[page.index('class="moderation-log"') :]


def test_what_was_withdrawn_can_be_hidden_and_is_not_posted_again(
    app: Flask, nora: Poster, sven: Poster, ada: Poster, client: FlaskClient
):
    slug = nora.post(title="Rude words")
    sven.send(f"/puzzles/{slug}/report", reason="It is rude.")
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    assert ada.send(f"/moderation/puzzle/{slug}", do="hide", reason="Kinder words.").status_code == 303
    assert "Withdrawn by its author, and hidden" in ada.get(f"/moderation/puzzle/{slug}").text
    for who in (nora, sven):
        answer = who.do("send", title="Rude words")
        assert (answer.status_code, "an administrator has hidden it" in answer.text) == (422, True)
    assert "Why it was hidden: Kinder words." in nora.get("/puzzles/mine").text
    gone = client.get(f"/puzzles/{slug}")
    assert (gone.status_code, "an administrator has hidden it" in gone.text) == (410, False)
    assert states(app) == {slug: "barred"}
    assert ada.send(f"/moderation/puzzle/{slug}", do="keep").status_code == 303
    assert nora.post(title="Kinder words") == slug


def test_the_log_outlives_the_administrator_s_account(nora: Poster, sven: Poster, ada: Poster, app: Flask):
    slug = nora.post()
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    ada.send(f"/moderation/puzzle/{slug}", do="keep")
    give_password(app, "Ada")
    ada.send("/people/delete", password=PASSWORD, sure="1")
    make_administrator(app, "Sven")
    assert "an account that was deleted" in sven.get("/moderation").text
