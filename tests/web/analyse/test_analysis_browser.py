"""The analysis board in a browser: the tree, hidden values, the ways to step, suppositions and the list of keys."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.looks import axe_faults, open_to_everybody

TREE = "lines=12.D8-CK-C9-S8-SJ~keep the jack;12.D8-CK-C9-S8-SA;12.D6;2.X"


def place(page: Page) -> str:
    return page.locator("#live .stepper-place bdi").inner_text()


def at(page: Page, shown: str) -> None:
    expect(page.locator("#live .stepper-place bdi")).to_have_text(shown)


def test_a_line_is_tried_named_and_removed_by_mouse(open_page):
    page = open_page("/analyse/sample?ply=12")
    page.locator("a.pick[data-key=D8]").click()
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D8")
    expect(page.locator("#announce")).to_have_text(
        "Trick 2, South plays the eight of diamonds, costs one trick, contract now fails."
    )
    page.locator("a.pick[data-key=CK]").click()
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D8-CK")
    page.locator(".branch-tools summary").click()
    page.locator(".branch-tools input[name=name]").fill("the eight")
    page.locator(".branch-tools button").click()
    expect(page.locator(".branch-name")).to_have_text("the eight")
    page.locator("[data-step=ArrowLeft]").click()
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D8")
    page.locator("a.twig[data-key='12.D8-CK']").click()
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D8-CK")
    page.locator(".branch-tools summary").click()
    page.get_by_role("link", name="Remove the line").click()
    expect(page.locator(".twig")).to_have_count(0)
    at(page, "12/35")
    assert "tried" not in page.url


def test_the_keys_step_along_a_line_out_of_it_and_into_the_best_one(open_page):
    page = open_page(f"/analyse/sample?ply=12&{TREE}")
    at(page, "12/35")
    page.keyboard.press("b")
    expect(page.locator(".twig.current")).to_be_visible()
    first = page.locator(".twig.current").get_attribute("data-key")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "first => document.querySelector('.twig.current').dataset.key.startsWith(first + '-')", arg=first
    )
    page.keyboard.press("End")
    page.wait_for_function("() => document.querySelector('.twig.current').dataset.key.split('-').length === 23")
    page.keyboard.press("Escape")
    expect(page.locator(".twig.current")).to_have_count(0)
    expect(page.locator(".move.current")).to_have_attribute("data-key", "ply-12")
    page.keyboard.press("Home")
    at(page, "0/35")
    expect(page.locator(".branch-name")).to_have_text("keep the jack")


def test_a_card_tried_by_keyboard_leaves_the_focus_on_the_board(open_page):
    page = open_page("/analyse/sample?ply=12")
    page.locator("a.pick[data-key=D8]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D8")
    expect(page.locator("#live .board a.pick").first).to_be_focused()
    assert page.locator(".hand.on-turn a.pick:focus").count() == 1
    page.keyboard.press("Enter")
    expect(page.locator(".trial .inline-face")).to_have_count(2)
    expect(page.locator("#live .board a.pick").first).to_be_focused()


def test_v_hides_the_values_and_shows_them_again_with_the_tree_as_it_stands(open_page):
    page = open_page("/analyse/sample?ply=12")
    page.locator("a.pick[data-key=D6]").click()
    expect(page.locator(".twig.current")).to_be_visible()
    page.keyboard.press("v")
    page.wait_for_url("**values=off**")
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D6")
    expect(page.locator(".worth, .chart, .cost, .best-line, .blame")).to_have_count(0)
    page.keyboard.press("Escape")
    page.locator("a.pick[data-key=D8]").click()
    expect(page.locator(".verdict-text")).to_contain_text("The contract now fails.")
    expect(page.locator(".worth")).to_have_count(0)
    page.keyboard.press("v")
    page.wait_for_url(lambda url: "values" not in url)
    expect(page.locator(".twig")).to_have_count(2)
    expect(page.locator(".chart")).to_be_visible()


def test_the_slider_steps_by_keyboard_and_keeps_the_tree(open_page):
    page = open_page(f"/analyse/sample?ply=12&{TREE}")
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, "13/35")
    page.keyboard.press("End")
    at(page, "35/35")
    expect(page.locator("#slider")).to_be_focused()
    expect(page.locator(".branch-name")).to_have_text("keep the jack")
    page.locator("[data-step=Home]").click()
    at(page, "0/35")
    expect(page.locator("#slider")).to_have_value("0")


def test_the_wheel_steps_over_the_board_and_scrolls_elsewhere_and_past_the_end(open_page):
    page = open_page("/analyse/sample?ply=33", viewport={"width": 1280, "height": 1300})
    page.locator(".board .centre").hover()
    page.mouse.wheel(0, 100)
    at(page, "34/35")
    page.wait_for_timeout(120)
    page.mouse.wheel(0, 100)
    at(page, "35/35")
    assert page.evaluate("scrollY") == 0
    page.wait_for_timeout(120)
    page.mouse.wheel(0, -100)
    at(page, "34/35")
    page.locator("h1").hover()
    page.mouse.wheel(0, 100)
    page.wait_for_function("scrollY > 0")
    assert place(page) == "34/35"


def test_the_wheel_scrolls_where_a_hand_is_out_of_sight(open_page):
    page = open_page("/analyse/sample?ply=13", viewport={"width": 1280, "height": 600})
    page.locator(".board .hand").first.hover()
    before = page.evaluate("scrollY")
    page.mouse.wheel(0, 100)
    page.wait_for_function("before => scrollY > before", arg=before)
    assert place(page) == "13/35"


def test_a_mistake_of_the_summary_is_shown_with_what_was_tried_since_the_page_was_loaded(open_page):
    page = open_page("/analyse/sample?ply=12")
    page.locator("a.pick[data-key=D6]").click()
    expect(page.locator(".twig")).to_have_count(1)
    page.locator(".blame-list a").first.click()
    at(page, "8/35")
    expect(page.locator(".twig")).to_have_count(1)


def test_the_list_of_keys_opens_and_closes_and_keeps_the_board_still(open_page):
    page = open_page("/analyse/sample?ply=12&tried=D8")
    page.keyboard.press("?")
    dialog = page.locator("dialog#keys")
    expect(dialog).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator(".twig.current")).to_be_visible()
    page.get_by_role("link", name="Keys").click()
    expect(dialog).to_be_visible()
    assert axe_faults(page) == []
    dialog.get_by_role("button").click()
    expect(dialog).to_be_hidden()


def test_another_contract_is_tried_by_keyboard_alone(open_page):
    page = open_page("/analyse/sample?ply=12")
    page.locator(".suppose > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**contract=5SS**")
    expect(page.locator(".supposed")).to_contain_text("Supposed: the contract is 5 spades by South.")
    expect(page.locator(".supposed")).to_contain_text("All the cards played still fit.")
    page.get_by_role("link", name="Back to the hand as it was").click()
    expect(page.locator(".supposed")).to_have_count(0)
    at(page, "12/35")


def test_everything_works_without_scripts(open_page):
    page = open_page("/analyse/sample?ply=12", java_script_enabled=False)
    page.locator("a.pick[data-key=D8]").click()
    expect(page.locator(".twig.current")).to_be_visible()
    page.locator(".branch-tools summary").click()
    page.locator(".branch-tools input[name=name]").fill("the eight")
    page.locator(".branch-tools button").click()
    expect(page.locator(".branch-name")).to_have_text("the eight")
    page.locator(".slider button").click()
    assert re.search(r"ply=12", page.url)
    expect(page.locator(".branch-name")).to_have_text("the eight")
    page.locator(".suppose > summary").click()
    page.locator("#suppose-north").select_option("HK")
    page.locator("#suppose-south").select_option("SA")
    page.get_by_role("button", name="Swap and judge").click()
    expect(page.locator(".supposed")).to_contain_text("in each other's places")
    page.get_by_role("link", name="Back to the hand as it was").click()
    page.get_by_role("link", name="Hide values").click()
    expect(page.locator(".worth")).to_have_count(0)
    page.get_by_role("link", name="Keys").click()
    expect(page.locator("#keys-list")).to_be_visible()


@pytest.mark.parametrize(
    "query",
    [
        f"ply=12&tried=D8-CK&{TREE}",
        "ply=12&values=off&tried=D8",
        f"ply=12&contract=3NTXS&swap=HK-SA&{TREE}",
    ],
)
def test_the_board_is_open_to_everybody(open_page, query):
    page = open_page(f"/analyse/sample?{query}", reduced_motion="reduce")
    for summary in page.locator(".suppose > summary, .branch-tools > summary").all():
        summary.click()
    open_to_everybody(page)


def test_an_action_of_the_tree_keeps_the_tree_after_a_step_whether_it_is_followed_or_copied(open_page):
    page = open_page(f"/analyse/sample?ply=12&{TREE}")
    page.keyboard.press("ArrowRight")
    at(page, "13/35")
    keys = "() => [...document.querySelectorAll('.twig')].map((each) => each.dataset.key)"
    tree = page.evaluate(keys)
    twig = page.locator("a.twig[data-key='12.D6']")
    assert "lines=" not in twig.get_attribute("href")
    twig.dispatch_event("contextmenu")
    copied = twig.get_attribute("href")
    twig.click()
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D6")
    assert page.evaluate(keys) == tree
    page.goto(copied)
    expect(page.locator(".twig.current")).to_have_attribute("data-key", "12.D6")
    assert page.evaluate(keys) == tree
