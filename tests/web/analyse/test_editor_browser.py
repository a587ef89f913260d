"""The board editor and the form before it in a real browser: by mouse, by keyboard alone, and with JavaScript off."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.looks import NARROW, SIDEWAYS, open_to_everybody
from tests.web.test_browser import WAYS, Hands
from tests.web.texts import FINISHED, pbn

HANDS = "north=8.KT9743.T7.KQ63&south=AJT9754.6.J865.9"
STATES = [
    "/analyse/editor",
    f"/analyse/editor?{HANDS}&calls=1H+1S",
    f"/analyse/editor?{HANDS}&calls=1H+1S+Pass&played=H9+H6+HK",
    "/analyse/editor?north=AQ5.K2.-.T&south=AJ4.3.A2.&strain=H&led=SX",
]


@pytest.fixture(params=WAYS)
def person(request, open_page):
    """Open a page as a person who works it in one of the three ways."""

    def sit_down(address: str) -> Hands:
        return Hands(open_page(address, java_script_enabled=request.param != "no script"), request.param)

    return sit_down


def square(card: str) -> str:
    return f"button.square[data-key={card}]"


def expect_owner(page, card: str, owner: str) -> None:
    expect(page.locator(square(card))).to_have_class(re.compile(rf"square-{owner}\b"))


def test_a_position_is_put_together_card_by_card_and_solved(person):
    someone = person("/analyse/editor")
    page = someone.page
    for card, presses in (("SA", 1), ("SK", 2), ("SQ", 1), ("H2", 2)):
        for owner in ("N", "S")[:presses]:
            if someone.way == "keyboard":
                someone.tab_to("button.square[tabindex='0']")
                reach(page, card)
                page.keyboard.press("Enter")
            else:
                page.locator(square(card)).click()
            expect_owner(page, card, owner)
    expect(page.locator("#editor-north")).to_have_value("AQ.-.-.-")
    expect(page.locator("#editor-south")).to_have_value("K.2.-.-")
    assert "north=AQ.-.-.-&south=K.2.-.-" in page.url
    someone.choose("[data-key=solve]")
    expect(page.locator("h1")).to_have_text("A position")
    expect(page.locator("#verdict-title")).to_have_text("With best play North takes 2 tricks, South no trick.")


def reach(page, card: str) -> None:
    """Go with the arrows to the place of *card*: up and left to the ace of spades, then down and to the right."""
    for key in ["ArrowUp"] * 8 + ["ArrowLeft"] * 12 + ["ArrowDown"] * "SHDC".index(card[0]):
        page.keyboard.press(key)
    for _ in range("AKQJT98765432".index(card[1])):
        page.keyboard.press("ArrowRight")
    expect(page.locator(square(card))).to_be_focused()


def test_typed_hands_and_an_auction_lead_to_the_analysis(person):
    someone = person("/analyse/editor")
    page = someone.page
    someone.paste("#editor-north", "8.KT9743.T7.KQ63")
    someone.paste("#editor-south", "AJT9754.6.J865.9")
    if someone.way == "no script":
        someone.choose("[data-key=check]")
    expect_owner(page, "S8", "N")
    expect_owner(page, "C9", "S")
    for call in ("1H", "1S", "Pass"):
        someone.choose(f"button.call-pick[data-key='{call}']")
    expect(page.locator("#editor-calls")).to_have_value("1H 1S Pass")
    someone.choose("button.pick[data-key=HK]")
    expect(page.locator("#editor-played")).to_have_value("HK")
    someone.choose("[data-key=back]")
    expect(page.locator("#editor-played")).to_have_value("")
    someone.choose("[data-key=analyse]")
    expect(page.locator("h1")).to_have_text("1 spade by South, not played to the end")


def test_n_s_and_delete_give_a_card_and_take_it_away_and_it_is_said(open_page):
    page = open_page("/analyse/editor")
    page.locator(square("SA")).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    expect_owner(page, "SK", "S")
    expect(page.locator("#announce")).to_contain_text("king of spades: South")
    expect(page.locator(square("SK"))).to_be_focused()
    page.keyboard.press("n")
    expect_owner(page, "SK", "N")
    page.keyboard.press("Delete")
    expect_owner(page, "SK", "none")
    assert page.evaluate("history.length") <= 2


def test_of_quick_presses_none_is_lost(open_page):
    page = open_page("/analyse/editor")
    names = [f"{suit}{rank}" for suit in "SH" for rank in "AKQJT98"]
    page.evaluate("names => names.forEach(n => document.querySelector(`.square[data-key=${n}]`).click())", names)
    expect(page.locator("#editor-north")).to_have_value("AKQJT98.AKQJT98.-.-")


def test_what_is_typed_is_not_disturbed_by_the_answer_and_its_fault_is_shown(open_page):
    page = open_page("/analyse/editor")
    page.locator("#editor-north").press_sequentially("AKX...")
    expect(page.locator(".editor-faults")).to_contain_text("“X” is no rank")
    expect(page.locator("#editor-north")).to_be_focused()
    expect(page.locator("#editor-north")).to_have_value("AKX...")
    page.keyboard.press("Home")
    page.keyboard.press("Delete")
    expect_owner(page, "SA", "none")
    expect(page.locator("#editor-north")).to_have_value("KX...")
    assert page.evaluate("document.activeElement.selectionStart") == 0


def test_the_address_of_a_board_shows_the_same_board_to_others(open_page):
    page = open_page("/analyse/editor")
    page.locator("[data-key=random]").click()
    expect(page.locator("[data-key=analyse]")).to_be_visible()
    north = page.locator("#editor-north").input_value()
    other = open_page(page.url)
    expect(other.locator("#editor-north")).to_have_value(north)
    page.locator("[data-key=swap]").click()
    expect(page.locator("#editor-south")).to_have_value(north)
    page.locator("[data-key=clear]").click()
    expect(page.locator("#editor-south")).to_have_value("")


@pytest.mark.parametrize("address", STATES)
def test_the_editor_is_open_to_everybody(open_page, address):
    page = open_page(address, reduced_motion="reduce")
    open_to_everybody(page, also="button.square")


def test_the_editor_survives_the_other_direction_of_writing(open_page):
    page = open_page(STATES[1], viewport=NARROW)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(SIDEWAYS) <= 0
    ace, king = (page.locator(square(card)).bounding_box()["x"] for card in ("SA", "SK"))
    assert ace < king


def test_the_list_of_games_is_open_to_everybody(open_page):
    page = open_page("/analyse/", reduced_motion="reduce")
    page.locator("#text").fill("\n".join([FINISHED.replace("1H 1S", "1H 1C"), pbn(), FINISHED, "", "Total 3"]))
    page.locator("form[method=post] button[type=submit]").click()
    expect(page.locator(".choice")).to_have_count(3)
    open_to_everybody(page)


DROP = """([form, files]) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name, { type: 'text/plain' }));
    const target = document.querySelector(form);
    for (const kind of ['dragenter', 'dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
        if (kind === 'dragenter') document.body.dataset.seen = document.querySelector('form[data-drop]').className;
    }
}"""


def test_a_file_dropped_anywhere_on_the_form_is_chosen_and_read(open_page):
    page = open_page("/analyse/")
    page.evaluate(DROP, ["#text", [["mine.pbn", FINISHED]]])
    assert "dropping" in page.evaluate("document.body.dataset.seen")
    expect(page.locator(".drop-words")).to_have_text("“mine.pbn” is chosen.")
    expect(page.locator("form[data-drop]")).not_to_have_class(re.compile("dropping"))
    page.locator("form[method=post] button[type=submit]").click()
    expect(page.locator("h1")).to_have_text("4 spades by South, one trick short")


def test_of_several_files_dropped_the_first_is_read_and_that_is_said(open_page):
    page = open_page("/analyse/")
    page.evaluate(DROP, ["#rules", [["one.pbn", pbn()], ["two.pbn", FINISHED]]])
    expect(page.locator(".drop-words")).to_have_text(
        "Only one file is read at a time: “one.pbn” is chosen, the others are not."
    )
    assert page.evaluate("document.querySelector('#file').files.length") == 1
