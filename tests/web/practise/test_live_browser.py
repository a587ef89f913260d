"""Jumps to a place on a page, and the way back through the history: nothing is loaded that is there already."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.web.conftest import profiles

HAND = "1p-ncns-dk9qt6a"
LESSON = "/practise/no-way-out"
REFUSED = "Failed to load resource: the server responded with a status of 4"


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a fresh profile, as ``open_page`` does; that a form was refused may stand on its console."""
    with profiles(browser, server) as (open_at, complaints):
        yield open_at
    assert [said for said in complaints if not said.startswith(REFUSED)] == []


def asked(page: Page) -> list[str]:
    """The pages that *page* asks for from now on, by method and address; the list grows."""
    found: list[str] = []

    def note(request: Request) -> None:
        # The browser itself looks for the icon anew.
        if "/static/" not in request.url:
            found.append(f"{request.method} {request.url}")

    page.on("request", note)
    return found


def skip(page: Page) -> None:
    """Take the link that skips to the content, as somebody with a keyboard does."""
    page.locator("a.skip").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**#main")
    page.wait_for_timeout(400)  # what must not happen has time to


def refused_claim(page: Page) -> None:
    """Call and pass until cards are played, and claim too much."""
    page.locator("button[data-key='7NT']").click()
    onward = page.locator("[data-key=onward]")
    expect(page.locator("#verdict-title")).to_be_visible()
    while onward.inner_text() == "Go on":
        onward.click()
        expect(page.locator("h1")).to_have_text("Your call")
        page.locator("button[data-key=Pass]").click()
        expect(page.locator("#verdict-title")).to_be_visible()
    onward.click()
    page.locator("form.claim button").click()
    expect(page.locator("#form-fault")).to_contain_text("Not granted")


def test_skipping_to_the_content_of_a_refused_claim_asks_for_nothing_and_leaves_what_is_wrong(visit):
    page = visit(f"/practise/hand/{HAND}")
    refused_claim(page)
    assert "refused=" in page.url
    requests = asked(page)
    skip(page)
    assert requests == []
    expect(page.locator("#form-fault")).to_contain_text("Not granted")
    expect(page.locator("main")).to_be_focused()
    page.go_back()
    page.wait_for_timeout(400)
    assert requests == []
    expect(page.locator("#form-fault")).to_contain_text("Not granted")


def test_skipping_to_the_content_leaves_what_is_wrong_with_a_typed_call_and_the_focus(visit):
    page = visit(f"/practise/hand/{HAND}")
    page.locator("#typed").fill("8x")
    page.locator("form.typed button").click()
    expect(page.locator("#form-fault")).to_be_visible()
    requests = asked(page)
    skip(page)
    assert requests == []
    expect(page.locator("#form-fault")).to_be_visible()
    expect(page.locator("main")).to_be_focused()


def test_the_way_back_leads_past_a_jump_to_the_page_before(visit):
    page = visit(f"{LESSON}?answers=1D")
    page.locator("a[data-key=again]").click()
    page.wait_for_url(lambda url: "answers=1D" not in url)
    expect(page.locator(".own")).to_have_count(0)
    asked_again = page.url
    requests = asked(page)
    skip(page)
    page.go_back()
    page.wait_for_url(asked_again)
    expect(page.locator(".own")).to_have_count(0)
    assert requests == []
    page.go_back()
    page.wait_for_url("**answers=1D")
    expect(page.locator(".own")).to_be_visible()
    page.evaluate("history.go(2)")
    page.wait_for_url("**#main")
    expect(page.locator(".own")).to_have_count(0)


def test_a_page_that_cannot_be_had_on_the_way_back_is_asked_for_once_more_and_not_for_ever(visit):
    page = visit(f"{LESSON}?answers=1D")
    page.locator("a[data-key=again]").click()
    page.wait_for_url(lambda url: "answers=1D" not in url)
    asked_for = []

    def refuse(route: Route) -> None:
        asked_for.append(route.request.resource_type)
        route.fulfill(status=405, content_type="text/html", body="<h1>Not that way</h1>")

    page.route("**/*answers=1D*", refuse)
    page.go_back()
    expect(page.locator("h1")).to_have_text("Not that way")
    page.wait_for_timeout(400)
    assert asked_for == ["fetch", "document"]
