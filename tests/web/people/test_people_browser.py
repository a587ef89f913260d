"""Accounts in a real browser: by mouse, by keyboard alone and with JavaScript off; open to everybody."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.conftest import profiles
from tests.web.looks import SIDEWAYS, open_to_everybody
from tests.web.test_browser import Hands

WAYS = ("mouse", "keyboard", "no script")
PASSWORD = "correct horse battery"
SUBMIT = "main form button[type=submit]"


REFUSED = "the server responded with a status of 422"


@pytest.fixture
def visit(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a fresh profile, as ``open_page`` does; that a form was refused may stand on its console."""
    with profiles(browser, server) as (open_at, complaints):
        yield open_at
    assert [said for said in complaints if REFUSED not in said] == []


def clean(page: Page) -> None:
    """The page is as it should be in every size and colour scheme."""
    open_to_everybody(page, also=".site-person")


def register(person: Hands, name: str) -> str:
    """Make an account from the front page; gives a recovery code."""
    person.choose(".site-person")
    person.page.wait_for_url("**/people/sign-in**")
    person.choose("main .button.quiet")
    person.page.wait_for_url("**/people/register**")
    person.paste("#name", name)
    person.paste("#password", PASSWORD)
    person.choose(SUBMIT)
    codes = person.page.locator(".recovery-codes code")
    expect(codes).to_have_count(8)
    return codes.first.inner_text()


@pytest.mark.parametrize("way", WAYS)
def test_an_account_is_made_left_and_recovered_in_every_way(visit, way):
    name = f"Nora by {way}"
    someone = Hands(visit("/", java_script_enabled=way != "no script"), way)
    page = someone.page
    code = register(someone, name)
    someone.choose("main .button")
    expect(page.locator(".site-person bdi")).to_have_text(name)
    someone.choose(".site-person")
    expect(page.locator("h1")).to_have_text(name)
    someone.choose(SUBMIT)
    expect(page.locator(".notice")).to_have_text("You are signed out.")
    someone.paste("#name", name)
    someone.paste("#password", "wrong password")
    someone.choose(SUBMIT)
    expect(page.locator("#form-fault")).to_be_visible()
    expect(page.locator("#password")).to_be_focused()
    expect(page.locator("#password")).to_have_value("")
    expect(page.locator("#name")).to_have_value(name)
    page.goto("/people/recover")
    someone.paste("#name", name)
    someone.paste("#code", code)
    someone.paste("#password", "a new password")
    someone.choose(SUBMIT)
    expect(page.locator(".notice")).to_contain_text("Your new password is set")
    expect(page.locator("h1")).to_have_text(name)


@pytest.mark.parametrize("scripts", [True, False])
def test_a_double_click_on_the_button_makes_one_account_and_shows_its_codes(open_page, scripts):
    page = open_page("/people/register", java_script_enabled=scripts)
    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.locator("#name").fill(f"Double {scripts}")
    page.locator("#password").fill(PASSWORD)
    page.locator(SUBMIT).dblclick(no_wait_after=True)
    expect(page.locator(".recovery-codes code")).to_have_count(8)
    expect(page.locator(".site-person bdi")).to_have_text(f"Double {scripts}")
    assert len(sent) == 1 or not scripts
    code = page.locator(".recovery-codes code").first.inner_text()
    page.context.clear_cookies()
    page.goto("/people/recover")
    for field, value in (("name", f"Double {scripts}"), ("code", code), ("password", "a new password")):
        page.locator(f"#{field}").fill(value)
    page.locator(SUBMIT).click()
    expect(page.locator(".notice")).to_contain_text("Your new password is set")


def test_a_form_that_got_no_answer_can_be_sent_again_a_moment_later(visit):
    page = visit("about:blank")
    page.clock.install()
    page.goto("/people/sign-in")
    page.locator("#name").fill("Nobody")
    page.locator("#password").fill("wrong password")
    sent = []

    def answer_nothing(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(status=204)

    page.route("**/people/sign-in", answer_nothing)
    for _ in range(3):
        page.locator(SUBMIT).click(no_wait_after=True)
    assert sent == ["POST"]
    page.unroute("**/people/sign-in")
    page.clock.fast_forward(3_100)
    page.locator(SUBMIT).click()
    expect(page.locator("#form-fault")).to_be_visible()


def test_a_guest_comes_back_from_signing_in_to_where_they_were(open_page):
    first = Hands(open_page("/"), "mouse")
    register(first, "Sven who comes back")
    page = open_page("/practise/no-way-out?answers=1D")
    page.locator(".site-person").click()
    page.locator("#name").fill("Sven who comes back")
    page.locator("#password").fill(PASSWORD)
    page.locator(SUBMIT).click()
    expect(page).to_have_url(re.compile(r"/practise/no-way-out\?answers=1D$"))
    expect(page.locator(".site-person bdi")).to_have_text("Sven who comes back")


@pytest.mark.parametrize("address", ["/people/", "/people/sign-in", "/people/register", "/people/recover"])
def test_a_page_for_guests_is_open_to_everybody(open_page, address):
    clean(open_page(address, reduced_motion="reduce"))


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/people/sign-in", {"name": "Nobody", "password": "wrong password"}),
        ("/people/register", {"name": "-", "password": "short"}),
        ("/people/recover", {"name": "Nobody", "code": "x", "password": "a new password"}),
    ],
)
def test_what_is_wrong_is_told_to_everybody(visit, address, fields):
    page = visit(address, reduced_motion="reduce")
    for name, value in fields.items():
        page.locator(f"#{name}").fill(value)
    page.locator(SUBMIT).click()
    expect(page.locator(".field-faults").first).to_be_visible()
    expect(page.locator("[aria-invalid=true][autofocus]")).to_be_focused()
    for field in page.locator("[aria-invalid=true]").all():
        told = field.get_attribute("aria-describedby").split()
        assert any(page.locator(f"#{each}.field-faults").count() for each in told)
    clean(page)


def test_the_pages_of_an_account_with_the_longest_name_are_open_to_everybody(open_page):
    someone = Hands(open_page("/", reduced_motion="reduce"), "mouse")
    page = someone.page
    register(someone, "Wilhelmina-Maximiliana von und zu Öberg M"[:40])
    clean(page)
    heights = {page.locator(each).bounding_box()["y"] // 20 for each in (".brand", ".site-person")}
    assert len(heights) == 1, "the name has a line of its own"
    for address in ("/people/", "/people/password", "/people/codes", "/people/delete", "/", "/practise/"):
        page.goto(address)
        clean(page)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(SIDEWAYS) <= 0
