"""Sharing in a real browser: the small board in a frame of another site, the panel, the picture and the sheet."""

import re
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import FrameLocator, Page, expect
from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

from tests.web.looks import NARROW, SIDEWAYS, SMALL_TARGETS, axe_faults, open_to_everybody

FORUM = """<!doctype html><html lang="en"><title>A forum</title><main><h1>A forum</h1>
<iframe id="board" title="A hand" src="{address}" width="320" height="480" style="border:0"></iframe></main></html>"""
JACK = "Trick 2: South plays the jack of diamonds."
AFTER = "Trick 3: North leads the king of clubs."
POSITION = "line=AQ52.K3.-.T+KJ43.-.A2.9+H+N"


@pytest.fixture(scope="module")
def forum(server) -> Iterator[str]:
    """A page of another site, ``localhost`` beside the app's ``127.0.0.1``, that shows ``?frame=`` in a frame."""

    @Request.application
    def page(request: Request) -> Response:
        return Response(FORUM.format(address=server + request.args.get("frame", "")), content_type="text/html")

    running = make_server("127.0.0.1", 0, page, threaded=True)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://localhost:{running.server_port}/"
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def framed(open_page, forum):
    """Open the other site with the small board at an address in it."""

    def open_at(address: str, **options) -> tuple[Page, FrameLocator]:
        page = open_page(f"{forum}?frame={address.replace('&', '%26').replace('?', '%3F')}", **options)
        return page, page.frame_locator("#board")

    return open_at


@pytest.mark.parametrize("script", [True, False])
def test_the_small_board_steps_on_another_site_by_mouse(framed, script):
    page, frame = framed("/analyse/sample/embed?ply=12", java_script_enabled=script)
    said = frame.locator(".small-said")
    expect(said).to_contain_text(JACK)
    frame.get_by_role("link", name="Forward").click()
    expect(said).to_contain_text(AFTER)
    frame.get_by_role("link", name="Back").click()
    expect(said).to_contain_text(JACK)
    frame.get_by_role("link", name="Last").click()
    expect(said).to_contain_text("The end")
    assert page.context.cookies() == []


def test_the_small_board_steps_on_another_site_by_keyboard(framed):
    page, frame = framed("/analyse/sample/embed?ply=12")
    said = frame.locator(".small-said")
    expect(said).to_contain_text(JACK)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text(AFTER)
    page.keyboard.press("Home")
    expect(said).to_contain_text("North bids 1 heart.")
    page.keyboard.press("End")
    expect(said).to_contain_text("The end")


def test_the_full_page_opens_in_a_tab_of_its_own_at_the_moment_of_the_board(framed):
    page, frame = framed("/analyse/sample/embed?ply=12")
    frame.get_by_role("link", name="Forward").click()
    expect(frame.locator(".small-said")).to_contain_text(AFTER)
    with page.context.expect_page() as opened:
        frame.get_by_role("link", name="Analyse in Draw Bridge tutor").click()
    opened.value.wait_for_load_state()
    parts = urlsplit(opened.value.url)
    assert (parts.path, parts.query) == ("/analyse/sample", "ply=13")
    assert opened.value.evaluate("window.opener") is None


def test_no_other_page_lets_itself_be_framed(browser, forum):
    context = browser.new_context()
    page = context.new_page()
    refused = []
    page.on("console", lambda said: refused.append(said.text))
    page.goto(f"{forum}?frame=/analyse/sample/print")
    page.wait_for_timeout(200)
    assert any("frame-ancestors" in each for each in refused)
    context.close()


SMALL = ("/analyse/sample/embed?ply=", f"/analyse/position/embed?{POSITION}")


@pytest.mark.parametrize(
    "address", [*(f"{SMALL[0]}{ply}" for ply in (0, 9, 12, 35)), SMALL[1], "/analyse/sample/embed?ply=12&values=off"]
)
def test_the_small_board_fits_its_frame_and_is_open_to_everybody(open_page, address):
    page = open_page(address, viewport={"width": 320, "height": 480}, reduced_motion="reduce")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert (scheme, axe_faults(page)) == (scheme, [])
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert page.evaluate("document.documentElement.scrollHeight") == 480
    assert page.evaluate(SMALL_TARGETS, ".step") == []
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_panel_copies_exactly_what_is_seen_after_a_step_as_well(open_page, server):
    page = open_page("/analyse/sample?ply=12", permissions=["clipboard-read", "clipboard-write"])
    page.locator(".share > summary").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#verdict-title")).to_have_text(AFTER)
    expect(page.locator(".share")).to_have_attribute("open", "")
    copy = page.get_by_role("button", name="Copy: Link to this moment")
    copy.focus()
    page.keyboard.press("Enter")
    expect(copy).to_have_text("Copied")
    expect(page.locator("#announce")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{server}/analyse/sample?ply=13"


def test_without_a_script_the_fields_can_be_read_and_no_button_pretends(open_page):
    page = open_page("/analyse/sample?ply=12", java_script_enabled=False)
    page.locator(".share > summary").click()
    assert "<iframe" in page.get_by_label("Small board for a forum or a page, as HTML", exact=True).input_value()
    assert page.locator("[data-copies]:visible").count() == 0


@pytest.mark.parametrize("address", ["/analyse/sample?ply=12", f"/analyse/position?{POSITION}"])
def test_the_open_panel_is_open_to_everybody(open_page, address):
    page = open_page(address, reduced_motion="reduce")
    page.locator(".share > summary").click()
    open_to_everybody(page)


@pytest.mark.parametrize(
    "address", ["/analyse/sample/print?ply=12&tried=D8", f"/analyse/position/print?{POSITION}", "/analyse/published"]
)
def test_the_sheet_and_the_list_are_open_to_everybody(open_page, address):
    page = open_page(address, reduced_motion="reduce")
    assert axe_faults(page) == []
    page.set_viewport_size(NARROW)
    assert page.evaluate(SIDEWAYS) <= 0


def test_the_sheet_is_black_on_white_on_a4_and_tears_no_row(open_page, slugs):
    page = open_page(f"/analyse/{slugs['with its draw phase']}/print", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.locator("body, body *").evaluate_all(
        "all => [...new Set(all.map(each => getComputedStyle(each).color))]"
    )
    assert colours == ["rgb(0, 0, 0)"]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    torn = page.locator("tr").evaluate_all(
        "all => all.filter(each => getComputedStyle(each).breakInside !== 'avoid').length"
    )
    assert torn == 0
    expect(page.locator(".screen-only")).to_be_hidden()
    sheet = page.pdf(prefer_css_page_size=True)
    sizes = set(re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", sheet))
    assert {(round(float(width)), round(float(height))) for width, height in sizes} == {(595, 842)}


def test_the_picture_is_drawn_with_its_colours_by_itself_and_within_a_page(open_page, server, forum):
    page = open_page("/analyse/sample.svg?ply=12", color_scheme="dark")
    assert page.locator(".felt").evaluate("each => getComputedStyle(each).fill") == "rgb(26, 33, 31)"
    page.emulate_media(color_scheme="light")
    assert page.locator(".felt").evaluate("each => getComputedStyle(each).fill") == "rgb(238, 242, 236)"
    page.goto(f"{forum}?frame=/analyse/sample/embed")
    size = page.evaluate(
        """async address => {
            const image = new Image();
            image.src = address;
            await image.decode();
            return [image.naturalWidth, image.naturalHeight];
        }""",
        f"{server}/analyse/sample.svg?ply=12",
    )
    assert size == [600, 352]
