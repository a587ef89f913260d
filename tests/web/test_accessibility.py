"""axe-core finds nothing serious on any page, in light and dark, on a desk and on a phone; nothing scrolls sideways."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.texts import KINDS

WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 360, "height": 740}
VIEWS = ((WIDE, "light"), (WIDE, "dark"), (NARROW, "light"), (NARROW, "dark"))
PAGES = [
    "/",
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
    "/puzzles/",
    "/puzzles/patience",
    "/puzzles/patience?played=SK",
]
TARGETS = "a.pick, a.call-pick, a.step, a.move, .button, button, select, input:not([type=hidden])"
SMALL_TARGETS = """targets => [...document.querySelectorAll(targets)]
    .filter(each => each.offsetParent)
    .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, box]) => box.width < 40 || box.height < 40)
    .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""


def serious(page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical", "moderate")
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_open_to_everybody(open_page, address):
    page = open_page(address, reduced_motion="reduce")
    for size, scheme in VIEWS:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        seen_as = f"{size['width']} {scheme}"
        assert (seen_as, serious(page)) == (seen_as, [])
        assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
        assert (seen_as, page.evaluate(SMALL_TARGETS, TARGETS)) == (seen_as, [])


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_record_is_open_to_everybody_on_a_phone(open_page, slugs, kind):
    page = open_page(f"/analyse/{slugs[kind]}?ply=0", viewport=NARROW, reduced_motion="reduce")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.mark.parametrize("address", PAGES[:6])
def test_a_page_survives_the_other_direction_of_writing(open_page, address):
    page = open_page(address, viewport=NARROW)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
    for selector in (".suits", ".move-table", ".pad-table", "bdi"):
        for direction in page.locator(selector).evaluate_all("all => all.map(e => getComputedStyle(e).direction)"):
            assert direction == "ltr" or selector == "bdi"
