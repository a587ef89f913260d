"""Retrying mistakes in a real browser: by mouse, by keyboard alone, with JavaScript off; on a desk and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.web.looks import open_to_everybody
from tests.web.test_browser import WAYS, Hands

RETRY = "/analyse/sample/retry"


@pytest.fixture(params=WAYS)
def person(request, open_page):
    """Open a page as a person who works it in one of the three ways."""

    def sit_down(address: str) -> Hands:
        return Hands(open_page(address, java_script_enabled=request.param != "no script"), request.param)

    return sit_down


def test_the_mistakes_of_a_hand_are_walked_through_to_the_sum(person):
    someone = person("/analyse/sample")
    page = someone.page
    someone.choose("a[href^='/analyse/sample/retry']")
    expect(page.locator("#prompt-title")).to_have_text("Mistake 1 of 4")
    someone.choose("button[data-key=Pass]")
    expect(page.locator("#verdict-title")).to_have_text("It costs 20 points.")
    expect(page.locator(".then")).to_contain_text("The same choice was made then.")
    someone.choose("[data-key=again]")
    expect(page.locator("#prompt-title")).to_have_text("Mistake 1 of 4")
    someone.choose("a[data-key='5C']")
    expect(page.locator(".verdict-best")).to_be_visible()
    expect(page.locator(".then")).to_contain_text("North passes. It costs 20 points.")
    someone.choose("[data-key=onward]")
    expect(page.locator("#prompt-title")).to_have_text("Mistake 2 of 4")
    someone.choose("button[data-key=DJ]")
    expect(page.locator(".verdict-bad")).to_be_visible()
    someone.choose("[data-key=show]")
    expect(page.locator(".best-line")).to_be_visible()
    expect(page.locator(".why").first).to_be_visible()
    for number in (3, 4):
        someone.choose("[data-key=onward]")
        expect(page.locator("#prompt-title")).to_have_text(f"Mistake {number} of 4")
        someone.choose("[data-key=show]")
        expect(page.locator("#verdict-title")).to_contain_text("Best w")
    someone.choose("[data-key=onward]")
    expect(page.locator("h1")).to_have_text("0 of 4 found at once")
    someone.choose("form[action^='/analyse/sample/retry/keep'] button")
    expect(page.locator(".notice")).to_have_text("2 mistakes come back now.")
    someone.choose(".results li:nth-child(2) a[href^='/analyse/sample?']")
    expect(page.locator("h1")).to_contain_text("by South")
    assert "ply=" in page.url


def test_what_is_asked_for_is_in_sight_and_has_the_focus_after_a_try(open_page):
    page = open_page(f"{RETRY}?answers=Pass&again=1", viewport={"width": 360, "height": 740})
    page.locator("a[data-key='5C']").click()
    expect(page.locator(".verdict-best")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "verdict-title"
    expect(page.locator("#verdict-title")).to_be_in_viewport()
    page.go_back()
    expect(page.locator("#prompt-title")).to_have_text("Mistake 1 of 4")


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?seat=S",
        "?answers=Pass",
        "?answers=Pass&show=1",
        "?answers=0",
        "?answers=Pass-D8-0-0&next=1",
        "?answers=0-DJ&again=1",
    ],
)
def test_every_page_of_a_retry_is_open_to_everybody(open_page, query):
    page = open_page(RETRY + query, reduced_motion="reduce")
    open_to_everybody(page)


def test_a_hand_without_mistakes_has_a_page_open_to_everybody(open_page, slugs):
    page = open_page(f"/analyse/{slugs['hands only']}/retry", reduced_motion="reduce")
    expect(page.locator("h1")).to_have_text("No mistake to retry")
    open_to_everybody(page)
