"""What the page about running the service says of the settings is what the program does."""

import re
from pathlib import Path

import pytest

from tutor.web import limits, settings

ROOT = Path(__file__).parents[2]
PAGE = "docs/running.md"
ROW = re.compile(r"^\| `DRAWBRIDGE_([A-Z_]+)` \| (.+?) \| .+ \|$", re.MULTILINE)


def told() -> dict[str, str]:
    """The default of each setting as the page has it."""
    rows = ROW.findall((ROOT / PAGE).read_text(encoding="utf-8"))
    assert len(rows) == len(dict(rows))
    return dict(rows)


def known() -> set[str]:
    """The settings that the program knows by name: those it asks for itself, and those it hands to a package."""
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "tutor").rglob("*.py"))
    own = {name for source in sources for name in re.findall(r"DRAWBRIDGE_([A-Z]+(?:_[A-Z]+)*)", source)}
    return own | limits.DEFAULTS.keys() | (settings.DEFAULTS.keys() - FLASK)


# What is set for Flask and its extensions, under their own names; the page says that these are taken as well.
FLASK = {
    *("MAX_CONTENT_LENGTH", "MAX_FORM_MEMORY_SIZE", "MAX_FORM_PARTS", "SESSION_COOKIE_NAME", "SESSION_COOKIE_HTTPONLY"),
    *("SESSION_COOKIE_SAMESITE", "PERMANENT_SESSION_LIFETIME", "SESSION_REFRESH_EACH_REQUEST", "WTF_CSRF_TIME_LIMIT"),
    "BABEL_DEFAULT_LOCALE",
}


def test_every_setting_is_on_the_page_and_no_other():
    named = set(re.findall(r"`DRAWBRIDGE_([A-Z_]+)`", (ROOT / PAGE).read_text(encoding="utf-8")))
    assert told().keys() == known()
    assert named - {"SESSION_COOKIE_DOMAIN"} == known()


def test_the_defaults_on_the_page_are_those_of_the_program(app):
    written = {name: default.strip("`") for name, default in told().items() if default.startswith("`")}
    assert {"PROXIES", *limits.DEFAULTS} == written.keys()
    assert written == {name: str(app.config[name]) for name in written}


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", PAGE])
def test_what_a_page_links_to_is_there(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text)
    assert all(((ROOT / page).parent / link).exists() for link in links), links
