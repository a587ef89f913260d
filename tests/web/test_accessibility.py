"""axe-core finds nothing serious on any page, in light and dark, on a desk and on a phone; nothing scrolls sideways."""

import pytest
from playwright.sync_api import expect

from tests.web.looks import NARROW, SIDEWAYS, axe_faults, open_to_everybody
from tests.web.texts import KINDS

PAGES = [
    "/",
    "/rules",
    "/programs",
    "/analyse/",
    "/analyse/?example=1",
    "/analyse/sample?ply=2",
    "/analyse/sample?ply=12",
    "/analyse/sample?ply=12&tried=D8",
    "/analyse/sample?ply=35",
    "/analyse/position?line=AQ52.K3.-.T+KJ43.-.A2.9+H+N",
    "/practise/",
    "/practise/no-way-out",
    "/practise/no-way-out?answers=1D",
    "/practise/no-way-out?answers=7NT-7NT-D7-ST&next=1",
    "/practise/no-way-out?answers=7NT-7NT-D7-ST-ST-ST-ST-CK-CK&next=1",
    "/puzzles/",
    "/puzzles/patience",
    "/puzzles/patience?played=SK",
]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_open_to_everybody(open_page, address):
    page = open_page(address, reduced_motion="reduce")
    open_to_everybody(page)


CHART_TARGETS = """[...document.querySelectorAll('.chart a')].map(each => each.getBoundingClientRect())
    .filter(box => box.width && box.height).map(box => [box.width, box.height])"""


@pytest.mark.parametrize("kind", ["sample", "slips", "unfinished play", "claimed in the play", "claimed"])
def test_every_target_in_the_chart_is_wide_enough_for_a_finger(open_page, slugs, kind):
    page = open_page(f"/analyse/{slugs.get(kind, kind)}")
    for width in (320, 360, 412, 768):
        page.set_viewport_size({"width": width, "height": 740})
        targets = page.evaluate(CHART_TARGETS)
        assert targets
        assert min(min(size) for size in targets) >= 24


def test_a_finger_on_a_mark_of_the_chart_comes_to_its_mistake(open_page):
    page = open_page("/analyse/sample?ply=0", viewport=NARROW, has_touch=True)
    page.locator(".chart-coarse a:has(title)").nth(1).tap()
    expect(page.locator(".verdict-bad")).to_be_visible()


COVERED = """all => {
    const bar = document.querySelector('.stepper').getBoundingClientRect();
    return all.map(each => each.getBoundingClientRect())
        .filter(box => box.top < bar.bottom && box.bottom > bar.top).length;
}"""


@pytest.mark.parametrize("address", ["/analyse/sample?ply=9", "/analyse/sample?ply=12", "/analyse/sample?ply=2"])
def test_the_steps_cover_no_card_and_no_value_on_a_phone(open_page, address):
    page = open_page(address, viewport=NARROW)
    cards = page.locator(".slot, .worth, .call-pick")
    assert cards.evaluate_all(COVERED) == 0
    last = page.locator(".hand").last.locator(".pick").last
    last.scroll_into_view_if_needed()
    assert page.locator(".hand").last.locator(".slot, .worth").evaluate_all(COVERED) == 0
    hand = page.locator(".hand").last.bounding_box()
    assert hand["y"] + hand["height"] <= NARROW["height"]


def test_a_card_that_has_the_focus_is_never_under_the_steps(open_page):
    page = open_page("/analyse/sample?ply=12", viewport=NARROW)
    page.evaluate("window.scrollTo(0, 900)")
    for card in page.locator("a.pick").all():
        card.focus()
        assert card.evaluate_all(COVERED) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_record_is_open_to_everybody_on_a_phone(open_page, slugs, kind):
    page = open_page(f"/analyse/{slugs[kind]}?ply=0", viewport=NARROW, reduced_motion="reduce")
    assert axe_faults(page) == []
    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("address", PAGES[:6])
def test_a_page_survives_the_other_direction_of_writing(open_page, address):
    page = open_page(address, viewport=NARROW)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(SIDEWAYS) <= 0
    for selector in (".suits", ".move-table", ".pad-table", "bdi"):
        for direction in page.locator(selector).evaluate_all("all => all.map(e => getComputedStyle(e).direction)"):
            assert direction == "ltr" or selector == "bdi"
