"""How a page looks to everybody: axe-core finds nothing, nothing scrolls sideways, a finger hits what it means."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDE: Final = {"width": 1280, "height": 900}
NARROW: Final = {"width": 360, "height": 740}
TARGETS: Final = "a.pick, a.call-pick, a.step, a.move, .button, button, select, input:not([type=hidden])"
SMALL_TARGETS: Final = """targets => [...document.querySelectorAll(targets)]
    .filter(each => each.offsetParent)
    .map(each => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
    .filter(([, box]) => box.width < 40 || box.height < 40)
    .map(([html, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${html}`)"""
SIDEWAYS: Final = "document.documentElement.scrollWidth - window.innerWidth"
CONTRAST: Final = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""In the dark nothing is other than the colours, and axe takes seconds for a page."""


def axe_faults(page: Page, options: dict[str, object] | None = None) -> list[str]:
    """What axe finds on *page*, each with the element that it is about."""
    found = Axe().run(page, options={"resultTypes": ["violations"], **(options or {})}).response["violations"]
    return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]


def open_to_everybody(page: Page, what: str = "", *, also: str = "") -> None:
    """*page* is as it should be on a desk and on a phone, in light and dark; it is left as on a desk.

    Args:
        page: with motion reduced, or a colour is measured on its way to another.
        what: which page it is, where a test sees several.
        also: a selector of more targets that a finger must hit than those of :data:`TARGETS`.
    """
    page.wait_for_load_state("networkidle")
    targets = ", ".join(filter(None, (TARGETS, also)))
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        seen = f"{what} {page.url} {size['width']}"
        page.emulate_media(color_scheme="dark")
        assert (f"{seen} dark", axe_faults(page, CONTRAST)) == (f"{seen} dark", [])
        page.emulate_media(color_scheme="light")
        assert (seen, axe_faults(page)) == (seen, [])
        assert (seen, page.evaluate(SIDEWAYS) <= 0) == (seen, True)
        assert (seen, page.evaluate(SMALL_TARGETS, targets)) == (seen, [])
