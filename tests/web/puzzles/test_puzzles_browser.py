"""Puzzles in a real browser: by mouse, by keyboard alone, with JavaScript off; on a desk and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.web.looks import open_to_everybody
from tests.web.puzzles.test_puzzles import ADDRESS, PUZZLE, WRONG, names, solution
from tests.web.test_browser import WAYS, Hands
from tutor.cards import card_name

LAST = f"{ADDRESS}?played={names(solution(PUZZLE))}"


@pytest.fixture(params=WAYS)
def person(request, open_page):
    """Open a page as a person who works it in one of the three ways."""

    def sit_down(address: str) -> Hands:
        return Hands(open_page(address, java_script_enabled=request.param != "no script"), request.param)

    return sit_down


def test_a_puzzle_is_failed_refuted_taken_back_and_solved_with_hints(person):
    someone = person("/puzzles/?about=exit")
    page = someone.page
    someone.choose(f"a[href='{ADDRESS}']")
    someone.choose(f"button[data-key={WRONG}]")
    expect(page.locator("#status")).to_contain_text("Not this card")
    for laid in range(1, PUZZLE.length + 1):
        someone.choose("[data-key=onward]")
        expect(page.locator(".refutation tbody tr")).to_have_count(laid)
    expect(page.locator("[data-key=onward]")).to_have_count(0)
    expect(page.locator(".best-line")).to_have_count(0)
    someone.choose("[data-key=show]")
    expect(page.locator("#solution")).to_contain_text("What happens")
    expect(page.locator(".best-line")).to_be_visible()
    someone.choose("[data-key=back]")
    for words in ("look for the lead that changes nothing", "one of your diamonds", "six of diamonds"):
        someone.choose("[data-key=hint]")
        expect(page.locator("#hint")).to_contain_text(words)
    expect(page.locator("[data-key=hint]")).to_have_count(0)
    for card in solution(PUZZLE):
        someone.choose(f"button[data-key={card_name(card)}]")
        expect(page.locator(f"button[data-key={card_name(card)}]")).to_have_count(0)
    expect(page.locator("#status")).to_have_text("Solved")
    page.goto("/puzzles/?state=solved")
    expect(page.locator(".lesson-done")).to_contain_text(PUZZLE.title)


def test_the_list_is_chosen_by_its_form_and_shows_what_is_left(person):
    someone = person("/puzzles/")
    page = someone.page
    page.locator("#level").select_option("5")
    page.locator("#state").select_option("open")
    someone.choose(".puzzle-choice button")
    expect(page.locator(".lesson-item").first).to_contain_text("Level 5")
    expect(page.locator(".lesson-item", has_text="Level 4")).to_have_count(0)
    expect(page.locator("#level")).to_have_value("5")


def test_a_failed_card_has_the_focus_on_its_verdict_and_back_leads_to_the_cards(open_page):
    page = open_page(ADDRESS, viewport={"width": 360, "height": 740})
    page.locator(f"button[data-key={WRONG}]").click()
    expect(page.locator("#status")).to_contain_text("Not this card")
    assert page.evaluate("document.activeElement.id") == "status"
    expect(page.locator("#status")).to_be_in_viewport()
    page.go_back()
    expect(page.locator(f"button[data-key={WRONG}]")).to_be_visible()


@pytest.mark.parametrize(
    "address",
    [
        "/puzzles/?state=solved",
        f"{ADDRESS}?hint=3",
        f"{ADDRESS}?played={WRONG}&step=3",
        f"{ADDRESS}?played={WRONG}&told=1",
        LAST,
    ],
)
def test_every_page_of_a_puzzle_is_open_to_everybody(open_page, address):
    page = open_page(address, reduced_motion="reduce")
    open_to_everybody(page)
