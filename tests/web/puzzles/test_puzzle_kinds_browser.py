"""Puzzles that ask for one answer, in a real browser: by mouse, by keyboard alone, with JavaScript off."""

import pytest
from playwright.sync_api import Locator, expect

from tests.web.looks import NARROW, SIDEWAYS, open_to_everybody
from tests.web.puzzles.test_puzzle_kinds import CALL, COUNT, KINDS, TRICKS, address, right, wrong
from tests.web.test_browser import WAYS, Hands


@pytest.fixture(params=WAYS)
def person(request, open_page):
    """Open a page as a person who works it in one of the three ways."""

    def sit_down(address: str) -> Hands:
        return Hands(open_page(address, java_script_enabled=request.param != "no script"), request.param)

    return sit_down


def mark(someone: Hands, name: str) -> Locator:
    """Mark a card, or take the mark away."""
    box = someone.page.locator(f"input[data-key={name}]")
    if someone.way == "keyboard":
        someone.tab_to(f"input[data-key={name}]")
        someone.page.keyboard.press("Space")
    else:
        box.click()
    return box


def answer(someone: Hands, puzzle, text: str) -> None:
    """Give the answer *text*."""
    if puzzle is not COUNT:
        someone.choose(f"button[data-key='{text}']")
        return
    for name in text.split("-"):
        expect(mark(someone, name)).to_be_checked()
    someone.choose("button[data-key=send]")


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda each: each.kind)
def test_it_is_failed_taken_back_hinted_at_and_solved(person, puzzle):
    someone = person(address(puzzle))
    page = someone.page
    answer(someone, puzzle, wrong(puzzle))
    expect(page.locator("#status")).to_contain_text("Not th")
    expect(page.locator(".refutation p").first).to_be_visible()
    expect(page.locator("#solution")).to_have_count(0)
    someone.choose("[data-key=back]")
    for shown in (1, 2, 3):
        someone.choose("[data-key=hint]")
        expect(page.locator("#hint p")).to_have_count(shown)
    expect(page.locator("[data-key=hint]")).to_have_count(0)
    answer(someone, puzzle, right(puzzle))
    expect(page.locator("#status")).to_contain_text("Solved")
    expect(page.get_by_role("link", name="Next puzzle")).to_be_visible()


def test_to_mark_nothing_is_told_where_the_cards_are_and_they_can_then_be_marked(browser, server):
    # Its status makes the browser note an error on its console, so it is not opened by the fixture.
    context = browser.new_context(base_url=server, viewport=NARROW)
    page = context.new_page()
    page.goto(address(COUNT))
    page.locator("button[data-key=send]").click()
    expect(page.locator("#form-fault")).to_have_text("Mark at least one card.")
    expect(page.locator("#form-fault")).to_be_in_viewport()
    for name in right(COUNT).split("-"):
        page.locator(f"input[data-key={name}]").click()
    page.locator("button[data-key=send]").click()
    expect(page.locator("#status")).to_contain_text("Solved")
    expect(page.locator("#status")).to_be_in_viewport()
    context.close()


def test_the_arrows_move_among_the_calls_and_back_takes_back(open_page):
    page = open_page(address(CALL))
    page.wait_for_load_state("networkidle")
    page.locator("[data-key=Pass]").focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.matches('.pad-table button')")
    page.locator("[data-key=Pass]").click()
    expect(page.locator("#status")).to_contain_text("Not this call")
    page.go_back()
    expect(page.locator("#status")).to_have_text("Find the best call")


def test_the_solution_is_shown_when_it_is_asked_for(open_page):
    page = open_page(f"{address(TRICKS)}?answer={wrong(TRICKS)}")
    page.locator("[data-key=show]").click()
    expect(page.locator("#solution")).to_contain_text(f"{TRICKS.answer} tricks")
    expect(page.locator(".best-line tbody tr")).to_have_count(TRICKS.length)


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda each: each.kind)
def test_its_pages_are_open_to_everybody(open_page, puzzle):
    page = open_page(address(puzzle), reduced_motion="reduce")
    for query in ("?hint=3", f"?answer={wrong(puzzle)}&told=1", f"?answer={right(puzzle)}"):
        page.goto(address(puzzle) + query)
        open_to_everybody(page, also=".box label")


@pytest.mark.parametrize("puzzle", KINDS, ids=lambda each: each.kind)
def test_its_pages_survive_the_other_direction_of_writing(open_page, puzzle):
    page = open_page(address(puzzle), viewport=NARROW)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(SIDEWAYS) <= 0
    for direction in page.locator(".suits, .numbers, .gone-cards, .box-cards, .pad-table").evaluate_all(
        "all => all.map(each => getComputedStyle(each).direction)"
    ):
        assert direction == "ltr"
