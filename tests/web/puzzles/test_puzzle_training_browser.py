"""A run, and the way of a failed puzzle back, in a real browser with scripts and without; the pages open to all."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.looks import open_to_everybody
from tests.web.puzzles.test_puzzles import ADDRESS, PUZZLE, WRONG, solution
from tutor.cards import card_name
from tutor.coach.puzzle import Puzzle, start_puzzle
from tutor.web.puzzles.pool import own_puzzles


def choose(page: Page, card: str) -> None:
    page.locator(f"button[data-key={card}]").click()
    expect(page.locator(f"button[data-key={card}]")).to_have_count(0)


def answer(page: Page) -> None:
    """Answer the puzzle of the page: a played one is failed, of the others whatever comes first is chosen."""
    slug = re.search(r"/puzzles/([a-z0-9-]+)", page.url).group(1)
    puzzle = next(each for each in own_puzzles() if each.slug == slug)
    if isinstance(puzzle, Puzzle):
        start = start_puzzle(puzzle)
        choose(page, card_name(next(card for card in start.legal if card not in start.keeping)))
    else:
        if puzzle.kind == "count":
            page.locator("input[type=checkbox]").first.check()
        page.locator("[form=card], #card button, #card ~ * button").first.click()
    expect(page.locator("#status")).to_contain_text(re.compile("Not this|Solved"))


def begin(page: Page, name: str) -> None:
    page.goto("/puzzles/")
    page.get_by_role("link", name="A run: as many as you can").click()
    page.get_by_role("button", name=name).click()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_run_is_begun_answered_gone_on_with_and_ended(open_page, scripts):
    page = open_page("/puzzles/", java_script_enabled=scripts)
    begin(page, "Five minutes")
    clock = page.locator(".run-clock")
    if scripts:
        expect(clock).to_have_text(re.compile(r"^[0-5]:\d\d$"))
    else:
        expect(clock).to_have_text(re.compile(r"minutes.* left$"))
    first = page.url
    answer(page)
    frame = page.locator(".run-frame")
    expect(frame).to_contain_text(re.compile("one solved|one failed"))
    page.get_by_role("link", name="Next puzzle of the run").click()
    expect(page.locator("#status")).to_be_visible()
    assert page.url != first
    page.goto(first)
    expect(frame).to_contain_text("Next puzzle of the run")
    page.get_by_role("link", name="How it stands").click()
    page.get_by_role("button", name="End the run").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your run is over")
    assert sorted(page.locator(".totals dd").all_inner_texts()[1:]) == ["0", "1"]
    page.get_by_role("link", name="Another run").click()
    expect(page.locator(".number-table tbody tr")).to_have_count(1)


def test_a_failed_puzzle_is_rated_replayed_and_solved(open_page):
    page = open_page(ADDRESS)
    choose(page, WRONG)
    stands = page.locator(".puzzle-standing")
    expect(stands).to_contain_text("Your rating was 1200 and is now")
    expect(stands).to_contain_text("This puzzle comes back in 10 minutes.")
    page.goto("/puzzles/")
    page.get_by_role("link", name="Retry one failed puzzle").click()
    page.get_by_role("link", name="Retry it").click()
    for card in solution(PUZZLE):
        choose(page, card_name(card))
    expect(stands).to_contain_text("Only the first try is rated")
    page.goto("/puzzles/failed")
    expect(page.locator("main")).to_contain_text("There is none")


def test_when_the_clock_is_down_the_page_says_so_or_asks_the_server_for_one_without_choices(open_page):
    page = open_page("/puzzles/")
    begin(page, "Three minutes")
    expect(page.locator(".run-clock")).to_have_text(re.compile(r"^[23]:\d\d$"))
    page.evaluate("document.querySelector('.run-clock').dataset.ends = '0'")
    expect(page.locator(".run-clock[data-ends='0']")).to_have_count(0)
    expect(page.locator(".run-clock")).to_have_text(re.compile(r"^[23]:\d\d$"))  # by the server's clock there is time
    answer(page)
    page.evaluate("document.querySelector('.run-clock').dataset.ends = '0'")
    expect(page.locator(".run-clock")).to_have_text("Time is up.")


def test_on_a_small_screen_the_board_stands_right_below_the_steps_of_a_refutation(open_page):
    page = open_page(ADDRESS, viewport={"width": 360, "height": 740})
    choose(page, WRONG)
    page.get_by_role("link", name="See the refutation").click()
    step = page.get_by_role("link", name="A trick back")
    expect(step).to_be_visible()
    below, board, back = (
        each.bounding_box() for each in (step, page.locator(".board"), page.get_by_role("link", name="Take it back"))
    )
    assert 0 <= board["y"] - (below["y"] + below["height"]) < 60
    assert back["y"] >= board["y"] + board["height"]
    open_to_everybody(page)


def test_the_pages_are_open_to_everybody(open_page):
    page = open_page(ADDRESS)
    choose(page, WRONG)
    open_to_everybody(page)
    for address in ("/puzzles/", "/puzzles/?state=failed", "/puzzles/failed", "/puzzles/run"):
        page.goto(address)
        open_to_everybody(page)
    begin(page, "Without a clock")
    answer(page)
    open_to_everybody(page)
    page.get_by_role("link", name="How it stands").click()
    open_to_everybody(page)
    page.get_by_role("button", name="End the run").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your run is over")
    open_to_everybody(page)
