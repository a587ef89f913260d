"""Posting a puzzle: the form, the checker's reasons, drafts, what is found by whom, and how much one account may."""

import html
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event, select

from tests.web.conftest import close
from tests.web.posters import (
    DEAL,
    GOAL,
    OTHER,
    PASSWORD,
    POSITION,
    SAME,
    SEVERAL,
    SEVERAL_GOAL,
    SOLUTION,
    Poster,
    count,
    give_password,
    messages,
    poster,
    states,
)
from tests.web.texts import FINISHED
from tutor.store import PostedPuzzle, db
from tutor.store.people import named
from tutor.store.posting import document_of, own_puzzles
from tutor.web import create_app
from tutor.web.puzzles.pool import find_puzzle, listed_puzzles
from tutor.web.puzzles.pool import own_puzzles as program_s_own

DEFENDER = {
    "position": "8.T743.T7.KQ6 AJT9754.-.65.- S N D8",
    "contract": "4S S",
    "taken": 1,
    "kind": "beat",
    "goal": 2,
    "title": "Down",
}
"""North needs two of the ten tricks that are left, one of three being South's, and finds them by one card."""
DECLARER = {
    "position": "-.KT9743.T7.KQ63 AJT9754.6.J865.9 S S S8",
    "contract": "4S S",
    "taken": 0,
    "kind": "make",
    "goal": 10,
    "title": "Home",
}
"""South, declarer, needs ten of thirteen."""
TOLD = (
    "The contract is 4 spades by South. South has one trick already. "
    "North needs 2 of the 10 tricks that are left to beat it."
)

TOLD_AT_FIRST = "The contract is 4 spades by South. South has no trick yet. "


def slugs(app: Flask) -> set[str]:
    """The posted puzzles that everybody finds."""
    with app.app_context():
        return {each.slug for each in listed_puzzles()} - {each.slug for each in program_s_own()}


@pytest.mark.parametrize(
    "address", [f"/puzzles/post?line={POSITION}", "/puzzles/post", "/puzzles/mine", "/puzzles/mine/abcdefghjkmnp"]
)
def test_a_guest_is_sent_to_sign_in_and_back(client: FlaskClient, address: str):
    answer = client.get(address)
    assert answer.status_code == 303
    assert answer.location.startswith("/people/sign-in?next=/puzzles/")
    page = client.get(f"/puzzles/post?line={POSITION}", follow_redirects=True).text
    assert POSITION.replace(" ", "%20") in page or POSITION.replace(" ", "+") in page


def test_a_guest_posts_nothing(app: Flask, client: FlaskClient):
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/people/sign-in").text).group(1)
    for what in ("check", "save", "send"):
        answer = client.post(f"/puzzles/post/{what}", data={"csrf_token": token, "position": POSITION, "title": "T"})
        assert (answer.status_code, answer.location.startswith("/people/sign-in")) == (303, True)
    assert count(app, PostedPuzzle) == 0


def test_a_form_without_its_token_is_refused(app: Flask, nora: Poster):
    answer = nora.client.post(
        "/puzzles/post/send", data={"position": POSITION, "kind": "make", "goal": GOAL, "title": "T"}
    )
    assert answer.status_code == 400
    assert states(app) == {}


def test_the_form_shows_the_table_and_nothing_of_what_it_is_worth(nora: Poster):
    page = nora.get(f"/puzzles/post?line={POSITION}").text
    assert "Tricks that North is to take from here on" in page
    assert 'name="goal" type="number" inputmode="numeric" min="1" max="7" autocomplete="off" dir="ltr" value=""' in page
    assert f'name="position" value="{POSITION}"' in page
    assert "worth" not in re.search(r'<div class="board.*?</section>', page, re.DOTALL).group()


def test_cards_that_were_tried_are_played_first(nora: Poster):
    page = nora.get(f"/puzzles/post?line={POSITION}&tried=S6-S3").text
    assert 'name="position" value="J.-.-.AKQ76 -.J64.Q42.- S N"' in page


def test_what_is_no_position_is_told_on_the_page_of_positions(nora: Poster):
    assert nora.get("/puzzles/post?line=nonsense").location == "/analyse/position?line=nonsense"
    assert nora.get("/puzzles/post?deal=nonsense").status_code == 400
    assert nora.get(f"/puzzles/post?line={POSITION}&tried=S9").status_code == 303


def test_of_an_auction_that_is_over_there_is_nothing_to_ask(nora: Poster):
    answer = nora.client.get("/puzzles/post", query_string={"deal": DEAL, "dealer": "N", "calls": "1S P"})
    assert answer.status_code == 422
    assert "The auction is over: there is nothing to ask for." in answer.text
    assert 'name="title"' not in answer.text
    assert nora.do("check", position="", deal=DEAL, dealer="N", calls="1S P", kind="call").status_code == 400


@pytest.mark.parametrize("letter", ["🂡", "日", '"', "\\"])
def test_texts_are_as_long_as_the_form_takes_them_in_any_writing(app: Flask, nora: Poster, letter: str):
    words = {"title": letter * 80, "prompt": letter * 600, "solution": letter * 3000}
    nora.save(**words)
    slug = nora.post(**words)
    assert letter * 80 in find_title(app, slug)


def find_title(app: Flask, slug: str) -> str:
    with app.app_context():
        return find_puzzle(slug).title


def test_a_document_that_is_too_long_is_refused_and_nothing_is_lost(
    app: Flask, nora: Poster, monkeypatch: pytest.MonkeyPatch
):
    slug = nora.save(title="Before")
    monkeypatch.setattr("tutor.store.posting.DOCUMENT_MOST", 99)
    for what, fields in (("save", {}), ("send", {}), ("save", {"draft": slug, "at": 1})):
        answer = nora.do(what, solution="My own words.", **fields)
        assert answer.status_code == 422
        assert messages(answer.text) == ["The texts together are too long for one puzzle: shorten them."]
        assert "My own words." in answer.text
    assert states(app) == {slug: "draft"}


def test_who_presses_the_button_many_times_has_posted_once_and_is_told_so(app: Flask, nora: Poster):
    fields = {"position": POSITION, "kind": "make", "goal": GOAL, "title": "Once", "at": 0, "csrf_token": nora.token}
    name = app.config["SESSION_COOKIE_NAME"]
    kept = nora.client.get_cookie(name).value

    def press(_: int) -> tuple[int, str]:
        browser = app.test_client()
        browser.set_cookie(name, kept)
        answer = browser.post("/puzzles/post/send", data=fields)
        return answer.status_code, answer.location or ""

    with ThreadPoolExecutor(6) as pool:
        answers = set(pool.map(press, range(6)))
    (slug,) = states(app)
    assert answers == {(303, f"/puzzles/mine#puzzle-{slug}")}
    other = nora.do("send", title="Twice")
    assert (other.status_code, len(messages(other.text))) == (422, 1)


def test_a_moment_of_a_hand_becomes_a_proposal(nora: Poster, send):
    slug = re.search(r"/analyse/([a-z0-9]{13})", send(FINISHED).location).group(1)
    there = nora.get(f"/puzzles/post/from/{slug}?ply=0").location
    assert there.startswith("/puzzles/post?")
    assert "deal=" in there
    page = nora.get(there).text
    assert 'name="kind" value="call"' in page
    later = nora.get(f"/puzzles/post/from/{slug}?ply=12").location
    assert "line=" in later
    assert 'name="position" value="' in nora.get(later).text
    assert nora.get(f"/puzzles/post/from/{slug}?ply=9999").status_code in (303, 422)
    assert nora.get("/puzzles/post/from/abcdefghjkmnp").status_code == 404


@pytest.mark.parametrize(
    ("address", "where"),
    [
        (f"/analyse/position?line={POSITION}", "Post as a puzzle"),
        (f"/analyse/editor?line={POSITION}", "Post as a puzzle"),
        ("/analyse/sample", "Post this moment as a puzzle"),
    ],
)
def test_analysis_and_editor_lead_to_the_form(nora: Poster, address: str, where: str):
    page = nora.client.get(address, follow_redirects=True).text
    href = re.search(rf'<a href="([^"]+)"[^>]*>{where}</a>', page).group(1).replace("&amp;", "&")
    assert "What the solver is asked for" in nora.client.get(href, follow_redirects=True).text


def test_checking_says_what_it_is_and_keeps_nothing(app: Flask, nora: Poster):
    page = nora.do("check", prompt="Think of the trump.").text
    assert "It is a puzzle" in page
    assert re.search(r"rated about \d+0", page)
    assert "Drawing trumps" in page
    assert "Right is ♠J or ♠6; every other card fails." in page
    preview = re.search(r'<div class="posting-preview">.*?</div>', page, re.DOTALL).group()
    assert "Take 7 tricks" in preview
    assert "Think of the trump." in preview
    assert "♠" not in preview
    assert states(app) == {}


def test_a_posted_puzzle_is_solved_by_others_and_tells_who_made_it(app: Flask, nora: Poster, client: FlaskClient):
    slug = nora.post(solution="Out with it first.")
    page = client.get(f"/puzzles/{slug}").text
    assert "Seven of seven" in page
    assert "Take 7 tricks" in page
    assert "Posted by Nora" in re.sub(r"\s+", " ", page)
    assert "Out with it first." not in page
    assert f"/puzzles/{slug}" in client.get("/puzzles/?from=posted").text
    solved = client.get(f"/puzzles/{slug}?played={SOLUTION}").text
    assert "Out with it first." in solved
    assert "Right is ♠J or ♠6; every other card fails." in solved
    assert slugs(app) == {slug}


def test_to_beat_a_contract_is_not_offered_for_a_position_which_names_none(nora: Poster):
    answer = nora.do("send", kind="beat")
    assert answer.status_code == 422
    assert messages(answer.text) == ["Choose what the solver is asked for."]
    assert "Beat the contract" not in answer.text


def kinds_of(page: str) -> tuple[list[str], str]:
    """The kinds that the form offers, and the one that is chosen."""
    return re.findall(r'name="kind" value="([^"]+)"', page), re.search(r'value="([^"]+)" checked', page).group(1)


@pytest.mark.parametrize(
    ("where", "kinds", "goal", "told"),
    [
        ("ply=13&tried=C3-C9-D8", ["beat", "only-card", "tricks"], "2", TOLD),
        (
            "ply=9&tried=S8",
            ["make", "only-card", "tricks"],
            "10",
            TOLD_AT_FIRST + "South needs 10 of the 13 tricks that are left to make it.",
        ),
        (
            "ply=11",
            ["beat", "only-card", "tricks"],
            "3",
            TOLD_AT_FIRST + "North needs 3 of the 12 tricks that are left to beat it.",
        ),
    ],
)
def test_a_moment_of_the_play_comes_with_its_contract(nora: Poster, where: str, kinds, goal: str, told: str):
    there = nora.get(f"/puzzles/post/from/sample?{where}").location
    assert "contract=4S+S&taken=" in there or "contract=4S%20S&taken=" in there
    page = nora.get(there).text
    assert kinds_of(page) == (kinds, kinds[0])
    assert re.search(r'id="goal"[^>]* value="(\d*)"', page).group(1) == goal
    assert told in page
    assert "This is told to solvers first." in page
    assert '<input type="hidden" name="contract" value="4S S">' in page
    assert re.search(r'<input type="hidden" name="taken" value="\d">', page)
    assert f"The contract asks for {goal};" in page
    assert ("Make the contract" in page) == (kinds[0] == "make")


def test_a_contract_that_is_supposed_on_the_board_is_the_one_that_is_told(nora: Poster):
    page = nora.client.get("/puzzles/post/from/sample?ply=9&contract=1NTXN", follow_redirects=True).text
    assert "The contract is 1 no-trump by North, doubled. North has no trick yet." in page


def test_cards_that_were_tried_count_for_declarer(nora: Poster):
    line = "8.T743.T7.KQ63 AJT9754.-.865.9 S N"
    where = {"line": line, "contract": "4S S", "taken": 1, "tried": "S8-S9-SA-H3"}
    page = nora.client.get("/puzzles/post", query_string=where).text
    assert 'name="taken" value="3"' in page
    assert "South has 3 tricks already. South needs 7 of the 9 tricks that are left to make it." in page


def test_a_contract_that_is_decided_is_not_told_and_its_moment_is_a_position(app: Flask, nora: Poster):
    page = nora.client.get("/puzzles/post/from/sample?ply=23", follow_redirects=True).text
    assert "The contract of 4 spades by South is beaten already." in page
    assert "a puzzle of this moment is about its cards alone" in page
    assert kinds_of(page) == (["make", "only-card", "tricks"], "make")
    assert re.search(r'id="goal"[^>]* value=""', page)
    beaten = {"contract": "7NT S", "taken": 0, "position": "J76.652.4.- Q5.-.J.A832 NT N", "goal": 3, "title": "Bare"}
    assert messages(nora.do("send", **beaten | {"kind": "beat"}).text) == ["Choose what the solver is asked for."]
    assert states(app) == {}
    slug = nora.post(**beaten)
    assert "The contract" not in nora.get(f"/puzzles/{slug}").text


def test_a_contract_that_can_be_beaten_no_more_is_refused_in_words(app: Flask, nora: Poster):
    lost = DEFENDER | {"position": "8.KT743.T7.KQ63 AJT9754.-.J865.9 S N", "taken": 0, "goal": 3}
    for what in ("check", "send"):
        answer = nora.do(what, **lost)
        assert answer.status_code == 422
        assert messages(answer.text) == [
            "The contract can no longer be beaten: North needs 3 tricks, and best play takes 2."
        ]
        assert 'id="kind-fault"' in answer.text
    assert states(app) == {}


@pytest.mark.parametrize("goal", [1, 3, 11, 0, "", "two"])
def test_another_goal_than_the_contract_s_is_refused_with_the_right_one(app: Flask, nora: Poster, goal: object):
    answer = nora.do("send", **DEFENDER | {"goal": goal})
    assert answer.status_code == 422
    assert messages(answer.text) == [
        "To beat 4 spades by South North needs 2 tricks from here on: the number to be taken is 2."
    ]
    assert 'id="goal-fault"' in answer.text
    assert states(app) == {}


def test_a_solver_is_told_the_contract_and_then_the_author_s_own_words(nora: Poster, client: FlaskClient):
    checked = nora.do("check", **DEFENDER, prompt="Look at the trumps.").text
    assert "It is a puzzle" in checked
    assert checked.count(TOLD) == 1
    slug = nora.post(**DEFENDER, prompt="Look at the trumps.")
    page = client.get(f"/puzzles/{slug}").text
    assert "Beat the contract: take 2 tricks" in page
    assert re.search(rf'<p class="ask">{TOLD}</p>\s*<p class="ask">Look at the trumps\.</p>', page)
    home = client.get(f"/puzzles/{nora.post(**DECLARER)}").text
    assert "South needs 10 of the 13 tricks that are left to make it." in home
    assert "Take 10 tricks" in home


def test_the_words_of_a_puzzle_with_a_contract_can_be_changed_and_the_contract_cannot(
    nora: Poster, client: FlaskClient
):
    slug = nora.post(**DEFENDER, prompt="Old words.")
    page = nora.get(f"/puzzles/mine/{slug}").text
    assert "Old words.</textarea>" in page
    assert f'<p class="ask">{TOLD}</p>' in page
    changed = DEFENDER | {"draft": slug, "at": 1, "prompt": "New words.", "contract": "3S S", "taken": 2, "goal": 4}
    assert nora.post(**changed) == slug
    shown = client.get(f"/puzzles/{slug}").text
    assert re.search(rf'<p class="ask">{TOLD}</p>\s*<p class="ask">New words\.</p>', shown)
    assert "Old words." not in shown


def test_a_draft_keeps_its_contract_and_so_does_a_puzzle_that_is_posted_again(nora: Poster):
    slug = nora.save(**DECLARER | {"goal": 9})
    page = nora.get(f"/puzzles/mine/{slug}").text
    assert 'name="contract" value="4S S"' in page
    assert 'name="taken" value="0"' in page
    assert "South needs 10 of the 13 tricks that are left to make it." in page
    assert nora.do("send", draft=slug, at=1, **DECLARER | {"goal": 9}).status_code == 422
    assert nora.post(draft=slug, at=1, **DECLARER) == slug
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    form = nora.get("/puzzles/mine").text
    form = form[form.rindex('<form method="post"', 0, form.index("Post again")) : form.index("Post again")]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', html.unescape(form)))
    assert (fields["contract"], fields["taken"]) == ("4S S", "0")
    assert nora.client.post("/puzzles/post/send", data=fields).location.rpartition("#puzzle-")[2] == slug


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"contract": "4H S"}, "The contract cannot be 4 hearts by South: the strain of the position is spades."),
        ({"contract": "9S S"}, "is no contract"),
        ({"contract": "<b>"}, "is no contract with its declarer"),
        ({"contract": "\0" * 100_000}, "is no contract"),
        ({"taken": ""}, "Say how many tricks South has taken: of the 3 that have been played, 0 to 3."),
        ({"taken": 4}, "Say how many tricks South has taken: of the 3 that have been played, 0 to 3."),
        ({"taken": "-1"}, "“-1” is no number of tricks."),
        ({"taken": "٣"}, "“٣” is no number of tricks."),
        ({"taken": "9" * 9999}, "is no number of tricks."),
        ({"taken": 0}, "South cannot be on lead without having won a trick."),
        ({"position": DECLARER["position"], "taken": 1}, "Say that South has taken 0 tricks: none has been played."),
        (
            {"position": DECLARER["position"], "taken": 0, "contract": "4S N"},
            "To a contract of North South leads first.",
        ),
    ],
)
def test_a_contract_that_does_not_go_with_the_position_is_refused_with_the_reason(
    app: Flask, nora: Poster, changed: dict[str, object], sentence: str
):
    fields = DEFENDER | changed
    answers = [nora.do(what, **fields) for what in ("check", "save", "send")]
    where = {"line": fields["position"], "contract": fields["contract"], "taken": fields["taken"]}
    answers.append(nora.client.get("/puzzles/post", query_string=where))
    for answer in answers:
        assert answer.status_code == 400
        assert sentence in html.unescape(answer.text)
        assert "<b>" not in answer.text
    assert states(app) == {}


def test_a_call_takes_no_contract_along(nora: Poster):
    page = nora.client.get("/puzzles/post", query_string={"deal": DEAL, "dealer": "N", "contract": "4S S", "taken": 1})
    assert page.status_code == 200
    assert 'name="contract"' not in page.text


def test_a_puzzle_of_each_kind_can_be_posted(app: Flask, nora: Poster, client: FlaskClient):
    made = [
        nora.post(),
        nora.post(position=OTHER, goal=2),
        nora.post(kind="tricks", goal=""),
        nora.post(kind="only-card", position="-.J6.82.AJ5 -.A753.AK.K S N", goal=4),
    ]
    asked = {"position": "", "deal": DEAL, "dealer": "N", "rules": "penalty", "kind": "call", "goal": "", "several": 1}
    answer = nora.do("send", **asked)
    if answer.status_code == 422:  # one call is best after all
        assert messages(answer.text) == [messages(answer.text)[0]]
        del asked["several"]
        answer = nora.do("send", **asked)
    made.append(answer.location.rpartition("#puzzle-")[2])
    assert slugs(app) == set(made)
    for slug in made:
        assert client.get(f"/puzzles/{slug}").status_code == 200


@pytest.mark.parametrize(
    ("fields", "reasons"),
    [
        ({"goal": 8}, ["The tricks to be taken are a number from 1 to 7."]),
        ({"goal": 0}, ["The tricks to be taken are a number from 1 to 7."]),
        ({"position": OTHER, "goal": 3}, ["The goal of 3 tricks cannot be reached: best play takes 2."]),
        ({"goal": 1}, ["Every card reaches the goal: there is nothing to find."]),
        ({"goal": ""}, ["Say how many tricks are to be taken."]),
        ({"goal": "five"}, ["Say how many tricks are to be taken."]),
        ({"title": " "}, ["Give it a title."]),
        *(({"title": blank}, ["Give it a title."]) for blank in ("\u200b", "\u2800", "\u3164", "\ufeff\u200e", "\xad")),
        ({"title": "S\u200bJ"}, ["The title gives the answer away: it names ♠J."]),
        ({"title": "Spades: jack"}, ["The title gives the answer away: it names ♠J."]),
        ({"kind": ""}, ["Choose what the solver is asked for."]),
        ({"kind": "count"}, ["Choose what the solver is asked for."]),
        ({"kind": "call"}, ["Choose what the solver is asked for."]),
        ({"title": "The jack of spades"}, ["The title gives the answer away: it names ♠J."]),
        ({"prompt": "It is ♠6, is it not?"}, ["The words beforehand give the answer away: they name ♠6."]),
        ({"several": 1}, ["Only one first card is right (♠J): it has not several answers."]),
        ({"position": "A.K.-.- 2.-.3.- NT N", "goal": 2}, ["too little to play", "Every card"]),
        ({"title": "", "goal": ""}, ["Say how many", "Give it a title."]),
    ],
)
def test_what_is_no_puzzle_is_refused_with_every_reason(app: Flask, nora: Poster, fields, reasons):
    answer = nora.do("send", **fields)
    assert answer.status_code == 422
    found = messages(answer.text)
    assert len(found) == len(reasons)
    for sentence, reason in zip(sorted(found), sorted(reasons), strict=True):
        assert reason in sentence
    assert states(app) == {}
    assert nora.do("check", **fields).status_code == 422


def test_more_than_one_answer_is_refused_by_name_unless_it_is_said(app: Flask, nora: Poster):
    several = {"position": SEVERAL, "goal": SEVERAL_GOAL}
    answer = nora.do("send", **several)
    assert answer.status_code == 422
    assert messages(answer.text) == [
        "More than one first card is right (♥T and ♦Q): change the puzzle, or say that it has several answers."
    ]
    assert 'id="several-fault"' in answer.text
    assert nora.do("send", several=1, **several).status_code == 303
    assert list(states(app).values()) == ["posted"]


def test_what_an_author_wrote_is_still_in_the_form_when_it_is_refused(nora: Poster):
    page = nora.do("send", goal=1, title="A <b>title</b>", prompt="Line one\r\nline two", solution="“So”").text
    assert 'value="A &lt;b&gt;title&lt;/b&gt;"' in page
    assert "Line one\nline two</textarea>" in page
    assert "“So”</textarea>" in page
    assert re.search(r'name="kind" value="make" checked', page)
    assert re.search(r'id="goal"[^>]* value="1" aria-describedby="goal-hint goal-fault" aria-invalid="true"', page)


def test_the_same_puzzle_is_refused_with_a_link_to_the_first(app: Flask, nora: Poster, sven: Poster):
    slug = nora.post()
    for position in (POSITION, SAME):
        page = sven.do("send", position=position, title="Mine").text
        assert messages(page) == [
            "The same puzzle is here already, up to the order of the suits and the ranks that count."
        ]
        assert f'<a href="/puzzles/{slug}"><bdi>Seven of seven</bdi></a>' in page
    assert len(states(app)) == 1
    assert sven.do("check", title="Mine").status_code == 422


def test_one_of_the_program_s_own_puzzles_cannot_be_posted_again(nora: Poster):
    page = nora.do("check", position="-.98.7.Q3 K4.T7.2.- D N", goal=3).text
    assert '<a href="/puzzles/early-frost">' in page
    assert "The same puzzle is here already" in messages(page)[0]


def test_of_two_who_post_the_same_at_the_same_moment_one_is_told_of_the_other(app: Flask, nora: Poster, sven: Poster):
    tokens = [each.token for each in (nora, sven)]

    def post(pair: tuple[Poster, str]) -> int:
        who, token = pair
        fields = {"position": POSITION, "kind": "make", "goal": GOAL, "title": who.name, "at": 0}
        return who.client.post("/puzzles/post/send", data={"csrf_token": token, **fields}).status_code

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(post, zip((nora, sven), tokens, strict=True)))
    assert answers == [303, 422]
    assert list(states(app).values()) == ["posted"]


def test_somebody_else_s_draft_is_not_there(app: Flask, nora: Poster, sven: Poster, client: FlaskClient):
    slug = nora.save(title="Secret")
    admin = poster(app, "Ada", administrator=True)
    for who in (sven.client, admin.client, client):
        assert who.get(f"/puzzles/{slug}").status_code == 404
        assert who.get(f"/puzzles/{slug}/report", follow_redirects=True).status_code in (404, 200)
        assert "Secret" not in who.get(f"/puzzles/{slug}/report", follow_redirects=True).text
        assert "Secret" not in who.get("/puzzles/mine", follow_redirects=True).text
        assert "Secret" not in who.get("/puzzles/").text
    for who in (sven, admin):
        assert who.get(f"/puzzles/mine/{slug}").status_code == 404
        assert who.get(f"/moderation/puzzle/{slug}").status_code == 404
        assert who.do("save", draft=slug, at=1).status_code == 404
        assert who.do("send", draft=slug, at=1).status_code == 404
        assert who.do("check", draft=slug, at=1).status_code == 404
        for what in ("delete", "withdraw"):
            assert who.send(f"/puzzles/mine/{slug}/{what}").status_code == 404
        assert who.send(f"/puzzles/{slug}/comments", text="Hm.").status_code == 404
        assert who.send(f"/puzzles/{slug}/report", reason="Hm.").status_code == 404
    assert states(app) == {slug: "draft"}
    assert "Secret" in nora.get(f"/puzzles/mine/{slug}").text
    assert nora.get(f"/puzzles/{slug}").status_code == 404


def test_an_unverified_puzzle_is_found_nowhere(app: Flask, nora: Poster, client: FlaskClient):
    slug = nora.save(goal=1)
    with app.app_context():
        before = {each.slug for each in program_s_own()}
        assert find_puzzle(slug) is None
        assert {each.slug for each in listed_puzzles()} == before
    for _ in range(2):
        assert nora.do("send", draft=slug, at=1, goal=1).status_code == 422
        assert states(app) == {slug: "draft"}
    with app.app_context():
        assert {each.slug for each in listed_puzzles()} == before
    for address in ("/puzzles/", "/puzzles/?from=posted", "/puzzles/today", "/api/v1/openapi.json"):
        assert slug not in client.get(address, follow_redirects=True).text
    # A row that says it is posted and holds no puzzle is not shown either.
    with app.app_context():
        row = db.session.scalars(select(PostedPuzzle)).one()
        row.state, row.document = "posted", json.dumps({"proposal": {"title": "T"}})
        db.session.commit()
    assert client.get(f"/puzzles/{slug}").status_code == 404
    assert client.get("/puzzles/").status_code == 200


def test_a_draft_is_kept_as_it_stands_and_gone_on_with(app: Flask, nora: Poster):
    slug = nora.save(title="", goal="", prompt="Hm …")
    page = nora.get(f"/puzzles/mine/{slug}").text
    assert "Hm …</textarea>" in page
    assert "The draft is kept. Nobody else can see it." in page
    assert re.search(r'name="at" value="1"', page)
    assert nora.save(draft=slug, at=1, title="Better") == slug
    assert nora.post(draft=slug, at=2, title="Better") == slug
    assert states(app) == {slug: "posted"}
    mine = nora.get("/puzzles/mine").text
    assert "“Better” is posted. Everybody finds it among the puzzles." in mine


def test_a_form_that_comes_too_late_changes_nothing(app: Flask, nora: Poster):
    slug = nora.save(title="First")
    nora.save(draft=slug, at=1, title="Second")
    for what in ("save", "send"):
        answer = nora.do(what, draft=slug, at=1, title="Third")
        assert answer.status_code == 409
        assert "was changed in another window" in answer.text
    assert "Second" in nora.get(f"/puzzles/mine/{slug}").text
    checked = nora.do("check", draft=slug, at=1, title="Third").text
    assert 'name="at" value="1"' in checked
    assert states(app) == {slug: "draft"}


def test_a_button_pressed_twice_keeps_once_and_leads_to_the_same(app: Flask, nora: Poster):
    slug = nora.save()
    assert nora.save() == slug
    assert nora.save(draft=slug, at=1) == slug
    assert nora.save(draft=slug, at=1) == slug
    assert nora.post(draft=slug, at=2) == slug
    assert nora.do("send", draft=slug, at=2).status_code in (303, 409)
    assert states(app) == {slug: "posted"}


def test_a_draft_that_brings_a_withdrawn_puzzle_back_can_be_posted_twice_as_well(app: Flask, nora: Poster):
    slug = nora.post()
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    draft = nora.save()
    assert draft != slug
    assert nora.post(draft=draft, at=1) == slug
    assert nora.post(draft=draft, at=1) == slug
    assert states(app) == {slug: "posted"}
    assert nora.do("send", draft=draft, at=1, title="Another").status_code == 404
    assert nora.do("send", draft="no-such-draft", at=1, position=OTHER).status_code == 404
    assert states(app) == {slug: "posted"}


def test_the_words_of_a_posted_puzzle_can_be_mended_and_nothing_else(nora: Poster, client: FlaskClient):
    slug = nora.post()
    page = nora.get(f"/puzzles/mine/{slug}").text
    assert 'name="kind"' not in page
    assert 'formaction="/puzzles/post/save"' not in page
    changed = {"draft": slug, "at": 1, "title": "All of them", "goal": 1, "kind": "tricks", "position": OTHER}
    assert nora.post(**changed) == slug
    shown = client.get(f"/puzzles/{slug}").text
    assert "All of them" in shown
    assert "Take 7 tricks" in shown
    assert nora.do("send", draft=slug, at=1, title="Late").status_code == 409
    assert nora.do("send", draft=slug, at=2, title="The ♠J").status_code == 422
    assert nora.do("save", draft=slug, at=2).status_code == 409


def test_a_withdrawn_puzzle_says_so_and_who_solved_it_keeps_the_result(app: Flask, nora: Poster, sven: Poster):
    slug = nora.post()
    played = sven.send(f"/puzzles/{slug}?played={SOLUTION[:-3]}", action=SOLUTION[-2:])
    assert played.status_code == 303
    assert sven.send(f"/puzzles/mine/{slug}/withdraw").status_code == 404
    assert nora.send(f"/puzzles/mine/{slug}/withdraw").status_code == 303
    answer = sven.get(f"/puzzles/{slug}")
    assert answer.status_code == 410
    assert "has been taken back" in answer.text
    kept = json.loads(sven.get("/people/export").text)
    assert [each["code"] for each in kept["attempts"]] == [f"puzzle:{slug}"]
    assert sven.get("/progress").status_code == 200
    assert sven.get("/puzzles/").status_code == 200
    assert "Withdrawn" in nora.get("/puzzles/mine").text
    assert nora.get(f"/puzzles/mine/{slug}").status_code == 404
    assert sven.post(title="Again") in slugs(app)


def test_a_puzzle_is_withdrawn_after_a_question_and_its_words_are_there_to_post_it_again(nora: Poster):
    slug = nora.post(position=SEVERAL, goal=SEVERAL_GOAL, several=1, title="Once more", prompt="Look twice.")
    page = nora.get("/puzzles/mine").text
    assert page.index("<summary") < page.index("Who has solved it keeps the result") < page.index("Yes, withdraw it")
    assert "Post again" not in page
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    page = nora.get("/puzzles/mine").text
    form = page[page.rindex('<form method="post"', 0, page.index("Post again")) : page.index("Post again")]
    assert 'action="/puzzles/post/check"' in form
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', html.unescape(form)))
    checked = nora.client.post("/puzzles/post/check", data=fields)
    assert checked.status_code == 200
    assert "It is a puzzle" in checked.text
    assert "Look twice." in checked.text
    assert nora.client.post("/puzzles/post/send", data=fields).location.rpartition("#puzzle-")[2] == slug


def test_a_draft_s_own_page_can_delete_it_and_that_of_a_new_puzzle_has_nothing_to_delete(nora: Poster):
    slug = nora.save()
    assert f'action="/puzzles/mine/{slug}/delete"' in nora.get(f"/puzzles/mine/{slug}").text
    assert "/delete" not in nora.do("check").text


def test_a_draft_is_deleted(app: Flask, nora: Poster):
    slug = nora.save()
    assert nora.send(f"/puzzles/mine/{slug}/delete").status_code == 303
    assert nora.send(f"/puzzles/mine/{slug}/delete").status_code == 404
    assert states(app) == {}
    posted = nora.post()
    assert nora.send(f"/puzzles/mine/{posted}/delete").status_code == 404


def test_a_posted_puzzle_is_there_at_once_in_every_process_and_read_once(app: Flask, nora: Poster):
    other = create_app({**app.config, "INSTANCE_PATH": app.instance_path})
    assert slugs(other) == set()
    slug = nora.post()
    assert slugs(other) == {slug}
    statements: list[str] = []
    with other.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
        assert find_puzzle(slug).by == "Nora"
        listed_puzzles()
        find_puzzle("early-frost")
        asked = [each.partition("FROM")[2].split()[0] for each in statements if each.startswith("SELECT")]
        assert asked == ["puzzle_pool", "puzzle_pool"]
    nora.send(f"/puzzles/mine/{slug}/withdraw")
    assert slugs(other) == set()
    close(other)


def test_without_a_database_the_program_s_own_puzzles_are_there(app: Flask):
    settings = {name: value for name, value in app.config.items() if name != "SQLALCHEMY_ENGINES"}
    broken = create_app({**settings, "DATABASE": "sqlite:////nowhere/at/all.sqlite3"})
    assert broken.test_client().get("/puzzles/early-frost").status_code == 200
    with broken.app_context():
        assert listed_puzzles() == program_s_own()
    close(broken)


def test_the_puzzle_of_the_day_stays_the_same_when_something_is_posted(nora: Poster, client: FlaskClient):
    before = client.get("/puzzles/today").location
    nora.post()
    nora.post(position=OTHER, goal=2)
    assert client.get("/puzzles/today").location == before


def test_a_form_that_no_page_made_is_refused(app: Flask, nora: Poster):
    for fields in (
        {"position": "nonsense"},
        {"position": ""},
        {"position": "x" * 100_000},
        {"position": "", "deal": DEAL, "calls": "1S 1C"},
        {"position": "", "deal": "nonsense"},
        {"draft": "../../etc/passwd"},
        {"draft": "abcdefghjkmnp"},
        {"draft": "\0"},
    ):
        for what in ("check", "save"):
            assert nora.do(what, **fields).status_code in (400, 404), fields
    assert nora.do("send", position="nonsense").status_code == 400
    assert states(app) == {}


def test_strange_characters_come_out_as_they_are_or_not_at_all(app: Flask, nora: Poster, client: FlaskClient):
    title = "50 % – %(x)s {{ 7*7 }} <script>alert(1)</script> \u202eabc\0\x07"
    slug = nora.post(title=title, prompt="100%% %s", solution="%d")
    page = client.get(f"/puzzles/{slug}").text
    assert "50 % – %(x)s {{ 7*7 }} &lt;script&gt;alert(1)&lt;/script&gt; abc</h1>" in page
    assert "<script>alert" not in page
    with app.app_context():
        (row,) = own_puzzles(db.session, named(db.session, "Nora").id)
        assert "\0" not in row.document
        assert document_of(row)["puzzle"]["title"].endswith("abc")
    for address in ("/puzzles/", f"/puzzles/mine/{slug}", "/puzzles/mine"):
        assert "<script>alert" not in nora.get(address).text


def test_a_deleted_account_leaves_its_posted_puzzles_without_a_name(app: Flask, nora: Poster, client: FlaskClient):
    kept = nora.post()
    nora.save(position=OTHER, goal=2)
    page = nora.get("/people/delete").text
    assert "Puzzles that you have posted stay for those who solve them, without your name" in page
    give_password(app, "Nora")
    done = nora.send("/people/delete", password=PASSWORD, sure="1")
    assert done.status_code == 303
    assert states(app) == {kept: "posted"}
    shown = client.get(f"/puzzles/{kept}").text
    assert "Nora" not in shown
    assert "from an account that was deleted" in shown


def test_all_that_was_posted_is_in_the_export(nora: Poster):
    slug = nora.post()
    found = json.loads(nora.get("/people/export").text)["posted_puzzles"]
    assert [(each["slug"], each["document"]["puzzle"]["goal"]) for each in found] == [(slug, GOAL)]


def test_nobody_is_led_to_a_puzzle_of_their_own(nora, sven, monkeypatch):
    slug = nora.post()
    monkeypatch.setattr(
        "tutor.web.puzzles.standing.listed_puzzles",
        lambda: tuple(each for each in listed_puzzles() if each.slug == slug),
    )
    assert f'href="/puzzles/{slug}">Next puzzle for you' in sven.get("/puzzles/").text
    assert "Next puzzle for you" not in nora.get("/puzzles/").text
