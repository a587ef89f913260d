"""How much one account may post, and how often."""

import re

import pytest
from flask import Flask

from tests.web.posters import OTHER, PASSWORD, POSITION, Poster, count, give_password, messages, poster, states
from tutor.store import PostedPuzzle, db
from tutor.store.people import named
from tutor.store.posting import DRAFTS_MOST, add_draft


def test_a_thousand_posts_in_a_minute_are_turned_away(app: Flask, nora: Poster):
    token = nora.token
    fields = {"csrf_token": token, "position": OTHER, "kind": "make", "title": "T", "at": 0}
    answers = [
        nora.client.post("/puzzles/post/send", data={**fields, "goal": 1 + number % 2}) for number in range(1000)
    ]
    limit = int(app.config["DRAFT_LIMIT"].split()[0])
    assert [each.status_code for each in answers].count(429) == 1000 - limit
    assert all(each.status_code == 429 for each in answers[limit:])
    last = answers[-1]
    assert "One account may do this only so often" in last.text
    assert re.search(r"Please try again in \d+ minutes?\.", last.text)
    assert "Nothing was kept of what you have just sent." in last.text
    assert 0 < int(last.headers["Retry-After"]) <= 3600
    assert count(app, PostedPuzzle) <= 1


def test_the_limit_is_of_the_account_not_of_the_address(
    app: Flask, nora: Poster, sven: Poster, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(app.config, "POST_LIMIT", "1 per hour")
    assert nora.do("send", goal=1).status_code == 422  # what is refused with a reason is not counted
    nora.post(position=OTHER, goal=2)
    assert nora.do("send").status_code == 429
    elsewhere = Poster(app, app.test_client(), "Nora")
    page = elsewhere.client.get("/people/sign-in").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)
    give_password(app, "Nora")
    form = {"csrf_token": token, "name": "Nora", "password": PASSWORD}
    assert elsewhere.client.post("/people/sign-in", data=form).status_code == 303
    assert elsewhere.do("send").status_code == 429
    assert sven.do("send").status_code == 303
    assert nora.do("check").status_code == 422  # the duplicate: what is not posted is not counted with it


def test_a_new_account_may_do_less(app: Flask, monkeypatch: pytest.MonkeyPatch):
    assert int(app.config["NEW_ACCOUNT_LIMIT"].split()[0]) < int(app.config["POST_LIMIT"].split()[0])
    monkeypatch.setitem(app.config, "NEW_ACCOUNT_LIMIT", "1 per day")
    newcomer = poster(app, "Ida", days=0)
    newcomer.post()
    answer = newcomer.do("send", position=OTHER, goal=2)
    assert answer.status_code == 429
    assert "Please try again in 24 hours." in answer.text
    assert list(states(app).values()) == ["posted"]


def test_checking_without_end_is_turned_away(app: Flask, nora: Poster, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(app.config, "DRAFT_LIMIT", "3 per hour")
    answers = [nora.do(what).status_code for what in ("check", "save", "check", "check", "save")]
    assert answers == [200, 303, 200, 429, 429]


def test_what_is_one_s_own_can_be_taken_back_after_any_number_of_checks(
    app: Flask, nora: Poster, monkeypatch: pytest.MonkeyPatch
):
    slug, draft = nora.post(), nora.save(title="A draft")
    said = nora.send(f"/puzzles/{slug}/comments", text="Hm.").location.rpartition("#comment-")[2]
    monkeypatch.setitem(app.config, "DRAFT_LIMIT", "1 per hour")
    assert [nora.do("check").status_code for _ in range(2)] == [422, 429]
    assert nora.send(f"/puzzles/comments/{said}/delete").status_code == 303
    assert nora.send(f"/puzzles/mine/{draft}/delete").status_code == 303
    assert nora.send(f"/puzzles/mine/{slug}/withdraw").status_code == 303
    assert states(app) == {slug: "withdrawn"}


def test_only_what_is_kept_counts(app: Flask, nora: Poster, sven: Poster, monkeypatch: pytest.MonkeyPatch):
    for name, most in (("POST_LIMIT", 2), ("COMMENT_LIMIT", 1), ("REPORT_LIMIT", 1)):
        monkeypatch.setitem(app.config, name, f"{most} per hour")
    slug = nora.post()
    assert nora.do("send").status_code == 303  # the same form once more leads to what is posted
    nora.post(position=OTHER, goal=2)
    assert nora.do("send").status_code == 429
    for address, field in ((f"/puzzles/{slug}/comments", "text"), (f"/puzzles/{slug}/report", "reason")):
        for text in ("", " ", "x" * 3000):
            assert sven.send(address, **{field: text}).status_code == 422
        assert [sven.send(address, **{field: "Hm."}).status_code for _ in range(2)] == [303, 429]


def test_no_more_drafts_are_kept_than_a_person_may_have(app: Flask, nora: Poster):
    with app.app_context():
        person = named(db.session, "Nora")
        for number in range(DRAFTS_MOST):
            add_draft(db.session, person.id, {"proposal": {"position": POSITION, "title": f"{number}"}}, "")
        db.session.commit()
    answer = nora.do("save")
    assert answer.status_code == 422
    assert f"You have {DRAFTS_MOST} drafts" in messages(answer.text)[0]
    assert nora.get("/puzzles/mine").status_code == 200


@pytest.mark.parametrize("what", ["check", "save", "send"])
def test_texts_without_end_are_refused(app: Flask, nora: Poster, what: str):
    for name in ("title", "prompt", "solution"):
        answer = nora.do(what, **{name: "x " * 200_000})
        assert answer.status_code == 422
        assert "This is too long: at most" in messages(answer.text)[0]
    assert states(app) == {}
