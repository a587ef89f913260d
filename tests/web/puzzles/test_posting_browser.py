"""Posting, refusal, comments, reports and moderation in a real browser, with scripts and without; open to all."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from tests.web.conftest import close, make_app, profiles, whole
from tests.web.looks import open_to_everybody
from tests.web.posters import OTHER, POSITION, SEVERAL, SEVERAL_GOAL, SOLUTION, Poster, poster

REFUSED = "the server responded with a status of 422"

WALKS = (
    ("J76.652.4.- Q5.-.J.A832 NT N", 3, "the six of hearts", "SJ"),
    ("-.J6.82.AJ5 -.A753.AK.K S N", 4, "the ace of clubs", "HJ"),
    ("73.KQT6.2.- T2.8.KQJ.T S N", 4, "the king of hearts", "S7"),
    ("95.9.K74.J Q86.T.A.A2 NT N", 2, "the king of diamonds", "S9"),
)
"""Puzzles to post, one for each walk: the position, the tricks to take, a right card in words, and a wrong one."""


@pytest.fixture
def open_page(browser, server) -> Iterator[Callable[..., Page]]:
    """Open a page in a fresh profile; that a form was refused may stand on its console."""
    with profiles(browser, server) as (open_at, complaints):
        yield open_at
    assert [said for said in complaints if REFUSED not in said] == []


@dataclass
class Stage:
    """A running app of these tests' own, with Nora, Sven and the administrator Ada.

    ``puzzle`` is one that Nora has posted, with a comment of Sven's; both are reported.
    """

    address: str
    cookies: dict[str, dict[str, str]]
    puzzle: str
    walks: Iterator[tuple[str, int, str, str]] = field(default_factory=lambda: iter(WALKS))

    def enter(self, open_page: Callable[..., Page], name: str, address: str, **options: object) -> Page:
        """The page *address* as *name* sees it."""
        page = open_page(f"{self.address}/rules", **options)
        page.context.add_cookies([{**self.cookies[name], "url": self.address}])
        page.goto(f"{self.address}{address}")
        return page


def cookie_of(who: Poster) -> dict[str, str]:
    cookie = who.client.get_cookie(who.app.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    return {"name": cookie.key, "value": cookie.value}


# For the session, so that it is there before Playwright is: see the fixture `browser`.
@pytest.fixture(scope="session")
def stage(tmp_path_factory) -> Iterator[Stage]:
    app = make_app(tmp_path_factory.mktemp("stage"))
    app.config["POST_LIMIT"] = "1000 per hour"
    nora, sven, ada = poster(app), poster(app, "Sven"), poster(app, "Ada", administrator=True)
    slug = nora.post(prompt="South has kept one small trump.", solution="Out with it first.")
    nora.save(position=SEVERAL, goal=SEVERAL_GOAL, title="Still a draft")
    withdrawn = nora.post(position=SEVERAL, goal=SEVERAL_GOAL, several=1, title="No more")
    nora.send(f"/puzzles/mine/{withdrawn}/withdraw")
    said = sven.send(
        f"/puzzles/{slug}/comments", text="Lead **it**, as [they say](https://example.org).\n\n> So?\n\n- a"
    )
    nora.send(f"/puzzles/comments/{said.location.rpartition('#comment-')[2]}/report", reason="Hm.")
    sven.send(f"/puzzles/{slug}/report", reason="Hm.")
    running = make_server("127.0.0.1", 0, whole(app), threaded=True)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    cookies = {who.name: cookie_of(who) for who in (nora, sven, ada)}
    yield Stage(f"http://127.0.0.1:{running.server_port}", cookies, slug)
    running.shutdown()
    thread.join()
    running.server_close()
    close(app)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_puzzle_is_refused_mended_posted_talked_about_reported_and_hidden(stage: Stage, open_page, scripts: bool):
    position, goal, answer, wrong = next(stage.walks)
    title, how = f"A puzzle of {position.split()[0]}", {"java_script_enabled": scripts}
    nora = stage.enter(open_page, "Nora", f"/analyse/position?line={position}", **how)
    nora.get_by_role("link", name="Post as a puzzle").click()
    expect(nora.get_by_role("heading", level=1)).to_have_text("Post a puzzle")
    nora.get_by_label("Title").fill(f"Think of {answer}")
    nora.get_by_label("Tricks that North is to take").fill(f"{goal + 1}")
    nora.get_by_role("button", name="Post").click()
    expect(nora.locator("#faults")).to_contain_text(
        f"The goal of {goal + 1} tricks cannot be reached: best play takes {goal}."
    )
    nora.get_by_label("Tricks that North is to take").fill(f"{goal}")
    nora.get_by_role("button", name="Post").click()
    expect(nora.locator("#faults")).to_contain_text("The title gives the answer away")
    nora.get_by_label("Title").fill(title)
    nora.get_by_role("button", name="Check").click()
    expect(nora.locator("#checked, #faults")).to_contain_text("It is a puzzle")
    expect(nora.locator(".posting-preview")).to_contain_text(f"Take {goal} tricks")
    nora.get_by_role("button", name="Post").click()
    expect(nora.locator(".notice")).to_contain_text(f"“{title}” is posted.")

    sven = stage.enter(open_page, "Sven", "/puzzles/?from=posted", **how)
    sven.get_by_role("link", name=title).click()
    expect(sven.locator("main")).to_contain_text("Posted by Nora")
    expect(sven.locator("#comments")).to_have_count(0)
    sven.locator(f"button[data-key={wrong}]").click()
    expect(sven.locator("#status")).to_contain_text("Not this card")
    sven.get_by_label("Say something about it").fill("I *fell* for it. <script>alert(1)</script>")
    sven.get_by_role("button", name="Preview").click()
    expect(sven.locator(".comment-preview em")).to_have_text("fell")
    sven.get_by_role("button", name="Send the comment").click()
    expect(sven.locator(".comment-text")).to_have_text("I fell for it. <script>alert(1)</script>")
    sven.get_by_role("link", name="Report this puzzle").click()
    sven.get_by_label("What is wrong with it?").fill("Somebody’s secret.")
    sven.get_by_role("button", name="Report it").click()
    expect(sven.locator("main")).to_contain_text("Thank you.")

    ada = stage.enter(open_page, "Ada", "/people/", **how)
    ada.get_by_role("link", name="Moderation").click()
    ada.get_by_role("link", name=title).click()
    expect(ada.locator("main")).to_contain_text("Somebody’s secret.")
    ada.get_by_role("button", name="Hide it").click()
    expect(ada.locator("#reason-fault")).to_have_text("Tell the author why it is hidden.")
    ada.get_by_label("What to tell its author").fill("It tells a secret.")
    ada.get_by_role("button", name="Hide it").click()
    expect(ada.locator(".moderation-log")).to_contain_text("It tells a secret.")
    nora.goto(f"{stage.address}/puzzles/mine")
    expect(nora.locator("main")).to_contain_text("Why it was hidden: It tells a secret.")


@pytest.mark.parametrize(
    ("scripts", "moment", "wrong"),
    [(True, "ply=13&tried=C3-C9-D8", "D7"), (False, "ply=11&tried=H3-D8-H7-S5-C9", "C3")],
)
def test_a_defender_s_moment_of_a_hand_becomes_a_puzzle_to_beat_its_contract(
    stage: Stage, open_page, scripts: bool, moment: str, wrong: str
):
    title, told = f"Beat it after {moment}", "The contract is 4 spades by South. South has one trick already."
    needs = "North needs 2 of the 10 tricks that are left to beat it."
    nora = stage.enter(open_page, "Nora", "/analyse/sample?ply=11", java_script_enabled=scripts)
    nora.get_by_role("link", name="Post this moment as a puzzle").click()
    nora.get_by_label("Title").fill(title)
    nora.get_by_role("button", name="Post").click()
    expect(nora.locator("#faults")).to_contain_text(
        "The contract can no longer be beaten: North needs 3 tricks, and best play takes 2."
    )
    nora.goto(f"{stage.address}/analyse/sample?{moment}")
    nora.get_by_role("link", name="Post this moment as a puzzle").click()
    expect(nora.get_by_label("Beat the contract")).to_be_checked()
    expect(nora.locator(".posting-table")).to_contain_text(f"{told} {needs}")
    goal = nora.get_by_label("Tricks that North is to take")
    expect(goal).to_have_value("2")
    if scripts:  # the look itself is a script
        open_to_everybody(nora)
    nora.get_by_label("Title").fill(title)
    goal.fill("3")
    nora.get_by_role("button", name="Post").click()
    expect(nora.locator("#faults")).to_contain_text("To beat 4 spades by South North needs 2 tricks from here on")
    goal.fill("2")
    nora.get_by_role("button", name="Post").click()
    expect(nora.locator(".notice")).to_contain_text(f"“{title}” is posted.")

    sven = stage.enter(open_page, "Sven", "/puzzles/?from=posted", java_script_enabled=scripts)
    sven.get_by_role("link", name=title).click()
    expect(sven.locator(".prompt")).to_contain_text("Beat the contract: take 2 tricks")
    expect(sven.locator(".prompt")).to_contain_text(f"{told} {needs}")
    sven.locator(f"button[data-key={wrong}]").click()
    expect(sven.locator("#status")).to_contain_text("Not this card")


def test_a_puzzle_is_checked_and_kept_by_the_keyboard_alone(stage: Stage, open_page):
    page = stage.enter(open_page, "Nora", f"/puzzles/post?line={OTHER}")
    page.locator("#title").focus()
    page.keyboard.type("By keyboard")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("Find the card")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#checked, #faults")).to_have_count(1)
    expect(page.get_by_label("Find the card")).to_be_checked()
    expect(page.locator("#goal")).to_have_value("2")
    page.get_by_role("button", name="Save as a draft").focus()
    page.keyboard.press("Space")
    expect(page.locator(".notice")).to_contain_text("The draft is kept.")
    expect(page).to_have_url(re.compile(r"/puzzles/mine/[a-z0-9]{13}$"))
    page.goto(f"{stage.address}/puzzles/mine")
    page.get_by_role("button", name=re.compile("Delete.*By keyboard")).press("Enter")
    expect(page.locator(".notice")).to_contain_text("The draft is deleted.")


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Nora", "/puzzles/mine"),
        ("Nora", f"/puzzles/SLUG?played={SOLUTION}"),
        ("Sven", "/puzzles/SLUG/report"),
        ("Ada", "/moderation"),
        ("Ada", "/moderation/puzzle/SLUG"),
    ],
)
def test_a_page_is_open_to_everybody(stage: Stage, open_page, name: str, address: str):
    open_to_everybody(stage.enter(open_page, name, address.replace("SLUG", stage.puzzle)))


def test_the_form_is_open_to_everybody_with_a_puzzle_in_it_and_with_faults(stage: Stage, open_page):
    page = stage.enter(open_page, "Nora", f"/puzzles/post?line={POSITION}")
    page.get_by_role("button", name="Post").click()
    expect(page.locator("#faults li")).to_have_count(2)
    open_to_everybody(page)
    page.goto(f"{stage.address}/puzzles/post?line=-.AQ.3.- 4.KJ.-.- NT S")
    page.get_by_label("Title").fill("Two")
    page.get_by_label("Say how many").check()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#checked, #faults")).to_have_count(1)
    open_to_everybody(page)
