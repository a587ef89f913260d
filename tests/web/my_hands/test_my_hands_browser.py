"""Kept hands and uploads in a browser: by mouse, by keyboard, without scripts, in every size, open to everybody."""

import threading
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from tests.web.people.test_progress_browser import clean
from tests.worker.games import pbn
from tutor.store import open_engine
from tutor.worker.working import Worker


@pytest.fixture
def engine(served, tmp_path_factory) -> Engine:  # noqa: ARG001
    """The database of the running app."""
    (file,) = tmp_path_factory.getbasetemp().glob("served[0-9]*/tutor.sqlite3")
    engine = open_engine(f"sqlite:///{file}")
    yield engine
    engine.dispose()


def work(engine: Engine) -> None:
    """Let a worker do all there is to do, in a thread of its own: Playwright has this one."""
    thread = threading.Thread(target=Worker(engine).run, args=(threading.Event(),), kwargs={"once": True})
    thread.start()
    thread.join()


def send(page: Page, games: bytes, tmp_path: Path) -> None:
    file = tmp_path / "club night.pbn"
    file.write_bytes(games)
    page.get_by_label("The file").set_input_files(file)
    page.get_by_label("Your name in the games").fill("Nora")
    page.get_by_role("button", name="Send and analyse").click()


def test_a_hand_is_saved_with_the_line_just_tried_named_and_found_in_the_list(open_page):
    page = open_page("/analyse/sample?ply=8")
    page.locator(".choice-list a, .hand-card a, a[data-live]").filter(visible=True).first.click()
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Save to my hands").click()
    expect(page.get_by_role("status").filter(has_text="among your hands")).to_be_visible()
    page.get_by_text("Name, side, publish, delete").click()
    page.get_by_label("Name of the hand").fill("The sample")
    page.get_by_label("Your side").select_option("South")
    page.get_by_role("button", name="Change the hand").click()
    page.get_by_role("link", name="My hands").first.click()
    expect(page.get_by_role("link", name="The sample").first).to_be_visible()
    clean(page)


def test_a_file_is_followed_without_loading_the_page_anew_and_its_hands_are_listed(open_page, engine, tmp_path):
    page = open_page("/hands/uploads/")
    clean(page)
    send(page, pbn(4, 100) + b"\nnonsense\n", tmp_path)
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    page.evaluate("window.same = true")
    clean(page)
    work(engine)
    expect(page.get_by_text("All games are dealt with.").first).to_be_visible()
    assert page.evaluate("window.same") is True
    expect(page.locator("#announce")).to_contain_text("All games are dealt with. 4 of 4 games")
    clean(page)
    page.get_by_role("link", name="See these hands").click()
    expect(page.locator(".kept-table tbody tr")).to_have_count(4)
    page.get_by_label("Your side").select_option("North")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".kept-table tbody tr")).to_have_count(2)
    page.locator(".theme-table a").first.click()
    assert "theme=" in page.url
    assert "seat=N" in page.url
    page.locator(".moment-list a").first.click()
    expect(page.get_by_role("button", name="Save the lines")).to_be_visible()


def test_all_of_it_works_by_keyboard_alone_and_a_stopped_file_says_so(open_page, tmp_path):
    page = open_page("/hands/uploads/")
    page.get_by_label("… or paste the games").focus()
    page.keyboard.insert_text(pbn(2, 200).decode())
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Send and analyse":
            break
    page.keyboard.press("Enter")
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Stop":
            break
    page.wait_for_timeout(2000)  # the page is asked for anew meanwhile; the keyboard keeps its place
    assert page.evaluate("document.activeElement.textContent.trim()") == "Stop"
    page.keyboard.press("Enter")
    expect(page.get_by_text("Stopped.")).to_be_visible()
    assert not list(tmp_path.iterdir())


def test_without_scripts_the_page_of_an_upload_loads_itself_anew(open_page, engine, tmp_path):
    page = open_page("/hands/uploads/", java_script_enabled=False)
    send(page, pbn(2, 300), tmp_path)
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    work(engine)
    expect(page.get_by_text("All games are dealt with.").first).to_be_visible(timeout=20_000)
    page.get_by_role("link", name="See these hands").click()
    expect(page.locator(".kept-table tbody tr")).to_have_count(2)
    page.locator(".kept-table tbody a").first.click()
    page.get_by_text("Name, side, publish, delete").click()
    page.get_by_role("button", name="Delete it from my hands").click()
    expect(page.locator(".kept-table tbody tr")).to_have_count(1)


def test_pictures_and_lists_stay_in_the_page_in_right_to_left(open_page, engine, tmp_path):
    page = open_page("/hands/uploads/")
    send(page, pbn(6, 400), tmp_path)
    work(engine)
    page.goto("/hands/")
    page.evaluate("document.documentElement.dir = 'rtl'")
    clean(page)
    assert page.locator(".loss-picture").get_attribute("dir") == "ltr"
