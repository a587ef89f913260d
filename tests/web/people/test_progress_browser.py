"""What comes back, and the progress page, in a real browser: in every way, in every size, open to everybody."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.looks import NARROW, SIDEWAYS, WIDE, open_to_everybody
from tests.web.practise.test_practise import LESSON
from tests.web.test_browser import WAYS, Hands
from tests.web.times import Clock, stopped
from tutor.coach.lesson import load_lessons
from tutor.rules import action_name

FORM = re.compile(r'(?s)<form id="decide"[^>]* action="([^"]+)"[^>]*>(.*?)</form>')
DUE = "main .due .button"


@pytest.fixture
def clock(monkeypatch) -> Clock:
    return stopped(monkeypatch)


def worst(index: int) -> str:
    return action_name(max(LESSON.decision(index).choices, key=lambda choice: choice.loss_points).action)


def clean(page: Page) -> None:
    """The page is as it should be in every size and colour scheme."""
    open_to_everybody(page, also="summary")


def send(page: Page, address: str, choice: int) -> None:
    """Answer the question at *address* by one of its buttons, without looking at the pages."""
    shown = page.request.get(address).text()
    action, inside = FORM.search(shown).groups()
    form = dict(re.findall(r'name="(\w+)" value="([^"]*)"', inside))
    names = re.findall(r'form="decide" name="action" value="(\w+)"', shown)
    form["action"] = names[choice % len(names)]
    answered = page.request.post(action.replace("&amp;", "&"), form=form)
    assert answered.status == 200
    assert 'id="verdict"' in answered.text()


def practise(page: Page, clock: Clock) -> None:
    """Practise for some weeks: lessons, and some hands."""
    for number, lesson in enumerate(load_lessons()[:9]):
        send(page, f"/practise/{lesson.slug}", number)
        clock.forward(days=1 + number % 3)
    for number in range(7):
        send(page, f"/practise/hand/1w-noss-{number + 2}", 3 * number)
        clock.forward(hours=31)


@pytest.mark.parametrize("way", WAYS)
def test_a_mistake_comes_back_the_next_day_and_is_answered_in_every_way(open_page, clock, way):
    someone = Hands(open_page(f"/practise/{LESSON.slug}", java_script_enabled=way != "no script"), way)
    page = someone.page
    someone.choose(f"button[data-key='{worst(0)}']")
    expect(page.locator(".verdict-bad")).to_be_visible()
    page.goto("/practise/again")
    expect(page.locator("main .lead")).to_have_text("The next decision comes back in 10 minutes.")
    expect(page.locator(".nav-count")).to_have_count(0)
    clock.forward(days=1)
    page.goto("/practise/")
    expect(page.locator(".nav-count")).to_contain_text("1")
    someone.choose(DUE)
    expect(page.locator("#prompt-title")).to_have_text("It comes back: what do you choose now?")
    someone.choose(f"button[data-key='{action_name(LESSON.decisions[0].played)}']")
    expect(page.locator(".verdict-best")).to_be_visible()
    expect(page.locator("main")).to_contain_text("This decision comes back in")
    expect(page.locator("main")).to_contain_text("Nothing else is due.")
    expect(page.locator(".nav-count")).to_have_count(0)
    someone.choose("main .actions .button.quiet")
    expect(page.locator("h1")).to_have_text("Your progress")
    expect(page.locator(".totals")).to_contain_text("Right when they came back")


def test_going_on_leads_from_one_to_the_next_until_nothing_is_due(open_page, clock):
    page = open_page("/practise/")
    practise(page, clock)
    clock.forward(days=30)
    page.goto("/practise/again")
    count = int(re.search(r"\d+", page.locator(".nav-count").inner_text())[0])
    assert count > 3
    for left in range(count - 1, -1, -1):
        page.locator("button.pick, button.call-pick").first.click()
        expect(page.locator("#verdict")).to_be_visible()
        expect(page.locator(".nav-count")).to_have_count(1 if left else 0)
        if left:
            page.locator("main .actions .button").first.click()
    page.goto("/practise/again")
    expect(page.locator("h1")).to_have_text("Nothing is due")


def test_the_progress_page_is_open_to_everybody(open_page, clock):
    page = open_page("/progress", reduced_motion="reduce")
    clean(page)
    practise(page, clock)
    page.goto("/progress")
    for numbers in page.locator("details.numbers summary").all():
        numbers.click()
    expect(page.locator(".loss-picture")).to_be_visible()
    clean(page)
    page.evaluate("document.documentElement.dir = 'rtl'")
    for size in (WIDE, NARROW):
        page.set_viewport_size(size)
        assert page.evaluate(SIDEWAYS) <= 0
        assert page.evaluate("document.documentElement.scrollLeft") == 0


def test_a_phone_shows_a_season_of_days_and_a_desk_a_year(open_page, clock):
    page = open_page("/practise/")
    send(page, f"/practise/{LESSON.slug}", 0)
    clock.forward(hours=1)
    page.goto("/progress")
    for size, weeks in ((WIDE, 53), (NARROW, 13)):
        page.set_viewport_size(size)
        shown = page.locator(".calendar:visible")
        expect(shown).to_have_count(1)
        assert 7 * (weeks - 1) < shown.locator("rect").count() <= 7 * weeks
        side = shown.locator("rect").first.bounding_box()["width"]
        assert side >= 9


@pytest.mark.parametrize("size", [WIDE, NARROW])
def test_the_labels_of_the_pictures_can_be_read(open_page, clock, size):
    page = open_page("/practise/")
    practise(page, clock)
    page.set_viewport_size(size)
    page.goto("/progress")
    heights = page.evaluate(
        "[...document.querySelectorAll('.picture-label')].filter(each => each.checkVisibility())"
        ".map(each => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"
    )
    assert heights
    assert 9.5 <= min(heights) <= max(heights) <= 16


def test_the_pages_of_what_comes_back_are_open_to_everybody(open_page, clock):
    page = open_page("/practise/again", reduced_motion="reduce")
    clean(page)
    for address in (f"/practise/{LESSON.slug}", "/practise/hand/1w-ncss-5"):
        send(page, address, -1)
        clock.forward(days=2)
        page.goto("/practise/again")
        expect(page.locator("button.pick, button.call-pick").first).to_be_visible()
        clean(page)
        page.set_viewport_size(WIDE)
        page.locator("button.pick, button.call-pick").first.click()
        expect(page.locator("#verdict")).to_be_visible()
        clean(page)


def test_the_course_is_chosen_from_by_theme_without_a_script(open_page):
    page = open_page("/practise/", java_script_enabled=False)
    every = page.locator(".lesson-item").count()
    page.select_option("#about", "squeeze")
    page.locator(".syllabus-choice button").click()
    expect(page).to_have_url(re.compile(r"about=squeeze"))
    lessons = [each for each in load_lessons() if "squeeze" in each.themes]
    assert page.locator(".lesson-item").count() == len(lessons) < every
    expect(page.locator(".lesson-item:visible")).to_have_count(len(lessons))
    expect(page.locator("#about")).to_have_value("squeeze")
