"""The three uses in a real browser: by mouse, by keyboard alone, and with JavaScript off."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.practise.test_practise import LESSON
from tests.web.puzzles.test_puzzles import PUZZLE, solution
from tests.web.texts import FINISHED
from tutor.cards import card_name
from tutor.coach.puzzle import start_puzzle
from tutor.rules import action_name

WAYS = ("mouse", "keyboard", "no script")
MISTAKE = "Trick 2: South plays the jack of diamonds."
COST = "It costs 2 tricks, 220 points. The contract now fails."
SPOKEN = "Trick 2, South plays the jack of diamonds, costs 2 tricks, contract now fails."


class Hands:
    """A person at the page, who uses only the mouse or only the keyboard."""

    def __init__(self, page: Page, way: str) -> None:
        self.page = page
        self.way = way

    def choose(self, selector: str) -> None:
        """Follow the link or press the button *selector*."""
        if self.way != "keyboard":
            self.page.locator(selector).click()
            return
        self.tab_to(selector)
        self.page.keyboard.press("Enter")

    def tab_to(self, selector: str) -> None:
        """Go on with the tabulator until *selector* has the focus."""
        self.page.locator(selector).wait_for()
        self.page.wait_for_load_state()  # scripts make the calls one stop
        if self.page.locator(selector).get_attribute("tabindex") == "-1":
            # The calls are one stop of the tabulator; from there the arrows lead on.
            self.tab_to(".pad [tabindex='0']")
            self.page.keyboard.press("Control+Home")
            for _ in range(38):
                if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                    return
                self.page.keyboard.press("ArrowRight")
        for _ in range(250):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the tabulator never comes to {selector}")

    def paste(self, selector: str, text: str) -> None:
        """Put *text* into a field."""
        if self.way == "keyboard":
            self.tab_to(selector)
            self.page.keyboard.insert_text(text)
        else:
            self.page.locator(selector).fill(text)


@pytest.fixture(params=WAYS)
def person(request, open_page):
    """Open a page as a person who works it in one of the three ways."""

    def sit_down(address: str) -> Hands:
        return Hands(open_page(address, java_script_enabled=request.param != "no script"), request.param)

    return sit_down


@pytest.fixture
def scripted(open_page):
    return open_page


def focused_name(page: Page) -> str:
    return page.evaluate("document.activeElement.dataset.key ?? ''")


def step_forward(person: Hands, times: int) -> None:
    person.page.wait_for_load_state()
    for _ in range(times):
        before = person.page.locator(".stepper-place").inner_text()
        if person.way == "keyboard":
            person.page.keyboard.press("ArrowRight")
        else:
            person.page.locator("[data-key=step-forward]").click()
        expect(person.page.locator(".stepper-place")).not_to_have_text(before)


def test_a_pasted_hand_is_stepped_through_to_its_mistake_and_shared(person, open_page):
    someone = person("/analyse/")
    someone.paste("#text", FINISHED)
    someone.choose("form[method=post] button[type=submit]")
    page = someone.page
    expect(page.locator("h1")).to_have_text("4 spades by South, one trick short")
    expect(page.locator("#verdict-title")).to_have_text("North bids 1 heart.")
    step_forward(someone, 12)
    expect(page.locator("#verdict-title")).to_have_text(MISTAKE)
    expect(page.locator(".verdict-text")).to_have_text(COST)
    expect(page.locator(".move.current .cost")).to_contain_text("−220")
    expect(page.locator(".taken .pick")).to_contain_text(
        "jack of diamonds: 8 tricks, costs 2 tricks, 220 points, played"
    )
    assert page.url.endswith("?ply=12")
    shared = open_page(page.url)
    expect(shared.locator("#verdict-title")).to_have_text(MISTAKE)
    expect(shared.locator(".verdict-text")).to_have_text(COST)


def test_the_puzzle_is_failed_taken_back_and_solved(person):
    state = start_puzzle(PUZZLE)
    wrong = next(card for card in state.legal if card not in state.keeping)
    someone = person(f"/puzzles/{PUZZLE.slug}")
    someone.choose(f"button.pick[data-key={card_name(wrong)}]")
    expect(someone.page.locator("#status")).to_contain_text("Not this card")
    expect(someone.page.locator(".refutation")).to_be_visible()
    someone.choose("a[data-key=back]")
    expect(someone.page.locator("#status")).to_contain_text("Take")
    for count, card in enumerate(solution(PUZZLE)):
        someone.choose(f"button.pick[data-key={card_name(card)}]")
        expect(someone.page.locator(f"button.pick[data-key={card_name(card)}]")).to_have_count(0)
        assert someone.page.url.count("-") >= count
    expect(someone.page.locator("#status")).to_have_text("Solved")


def test_the_practice_hand_is_worked_to_its_end(person):
    someone = person(f"/practise/{LESSON.slug}")
    for number, step in enumerate(LESSON.decisions, 1):
        expect(someone.page.locator("#prompt-title")).to_have_text(f"Decision {number} of {len(LESSON.decisions)}")
        someone.choose(f"button[data-key='{action_name(step.played)}']")
        expect(someone.page.locator(".own")).to_contain_text("Your choice")
        someone.choose("a[data-key=onward]")
    expect(someone.page.locator(".finish h2")).to_have_text(
        f"The end: all {len(LESSON.decisions)} decisions cost nothing"
    )


def test_the_arrow_keys_home_and_end_step_and_are_announced(scripted):
    page = scripted("/analyse/sample?ply=11")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#announce")).to_have_text(SPOKEN)
    assert page.url.endswith("ply=12")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".stepper-place")).to_contain_text("11/35")
    page.keyboard.press("End")
    expect(page.locator("#verdict-title")).to_contain_text("The end")
    page.keyboard.press("Home")
    expect(page.locator(".stepper-place")).to_contain_text("0/35")
    assert page.evaluate("history.length") <= 2


def test_keys_held_down_end_where_they_were_let_go(scripted):
    page = scripted("/analyse/sample?ply=0")
    for ply in range(1, 21):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".stepper-place")).to_contain_text(f"{ply}/35")
    assert page.url.endswith("ply=20")


class Gate:
    """A slow connection: of the page, loaded once more, no board arrives before the gate is opened."""

    def __init__(self, page: Page) -> None:
        self.held = []
        self.closed = True
        page.route("**/*part=board*", self.take)
        page.reload()

    def take(self, route: Route) -> None:
        if self.closed:
            self.held.append(route)
        else:
            route.continue_()

    def open(self) -> None:
        self.closed = False
        for route in self.held:
            route.continue_()


@pytest.mark.parametrize(
    ("start", "keys", "ply"),
    [
        (0, ["ArrowRight"] * 20, 20),
        (30, ["ArrowRight"] * 9, 35),
        (35, ["ArrowLeft"] * 9, 26),
        (10, ["ArrowRight"] * 5 + ["ArrowLeft"] * 8, 7),
        (0, ["ArrowRight"] * 3 + ["Home"], 0),
        (5, ["ArrowRight"] * 3 + ["End"], 35),
        (5, ["Home", "ArrowRight", "ArrowRight", "ArrowRight"], 3),
        (5, ["End", "ArrowLeft", "ArrowLeft"], 33),
        (5, ["End", "Home", "End", "Home"], 0),
        (35, ["ArrowLeft", "ArrowLeft", "End"], 35),
    ],
)
def test_of_keys_pressed_before_a_slow_answer_comes_none_is_lost(scripted, start, keys, ply):
    page = scripted(f"/analyse/sample?ply={start}")
    gate = Gate(page)
    for key in keys:
        page.keyboard.press(key)
    gate.open()
    expect(page.locator(".stepper-place")).to_contain_text(f"{ply}/35")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".stepper-place")).to_contain_text(f"{ply}/35")
    assert page.url.endswith(f"ply={ply}")


def test_twenty_presses_without_a_pause_are_twenty_steps(scripted):
    page = scripted("/analyse/sample?ply=0")
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".stepper-place")).to_contain_text("20/35")
    assert page.url.endswith("ply=20")


def test_of_clicks_without_a_pause_none_is_lost(scripted):
    page = scripted("/analyse/sample?ply=0")
    page.evaluate("for (let i = 0; i < 7; i += 1) document.querySelector('[data-key=step-forward]').click()")
    expect(page.locator(".stepper-place")).to_contain_text("7/35")
    assert page.url.endswith("ply=7")


def test_a_line_tried_out_follows_quick_keys_as_well(scripted):
    page = scripted("/analyse/position?line=AQ52.K3.-.T+KJ43.-.A2.9+H+N")
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".trial .inline-face")).to_have_count(4)


def test_a_key_held_down_does_not_run_on_after_it_is_let_go(scripted):
    page = scripted("/analyse/sample?ply=0")
    gate = Gate(page)
    page.keyboard.down("ArrowRight")
    for _ in range(20):
        page.keyboard.down("ArrowRight")  # repeats, as the system sends them
    page.keyboard.up("ArrowRight")
    gate.open()
    expect(page.locator(".stepper-place")).to_contain_text("1/35")
    page.wait_for_load_state("networkidle")
    assert page.url.endswith("ply=1")


def test_arrow_keys_in_a_field_do_not_step(scripted):
    page = scripted("/analyse/")
    page.locator("#text").fill("abc")
    page.keyboard.press("Home")
    page.keyboard.insert_text("x")
    assert page.locator("#text").input_value() == "xabc"


def test_the_focus_stays_on_the_step_that_was_pressed(scripted):
    page = scripted("/analyse/sample?ply=3")
    page.locator("[data-key=step-forward]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".stepper-place")).to_contain_text("4/35")
    assert focused_name(page) == "step-forward"


def test_a_card_is_tried_out_and_escape_leads_back(scripted):
    page = scripted("/analyse/sample?ply=12")
    page.locator("a.pick[data-key=D8]").click()
    expect(page.locator("#verdict-title")).to_have_text("Trying out: eight of diamonds.")
    assert page.url.endswith("ply=12&tried=D8")
    page.keyboard.press("Escape")
    expect(page.locator("#verdict-title")).to_have_text(MISTAKE)


def test_a_click_on_the_course_of_the_hand_goes_to_that_moment(scripted):
    page = scripted("/analyse/sample?ply=0")
    page.locator(".chart-hit").nth(1).click()
    expect(page.locator("#verdict-title")).to_have_text(MISTAKE)


def test_the_link_is_copied(scripted):
    page = scripted("/analyse/sample?ply=0", permissions=["clipboard-read", "clipboard-write"])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stepper-place")).to_contain_text("1/35")
    page.locator("[data-copy]").click()
    expect(page.locator("[data-copy]")).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert page.url.endswith("?ply=1")


def test_in_a_puzzle_the_arrows_move_among_the_cards_and_back_takes_back(scripted):
    page = scripted(f"/puzzles/{PUZZLE.slug}")
    first, second = (card_name(card) for card in start_puzzle(PUZZLE).legal[:2])
    page.locator(f"button.pick[data-key={first}]").focus()
    page.keyboard.press("ArrowRight")
    assert focused_name(page) == second
    page.keyboard.press("Enter")
    expect(page.locator(f"button.pick[data-key={second}]")).to_have_count(0)
    page.go_back()
    expect(page.locator(f"button.pick[data-key={second}]")).to_have_count(1)


def test_the_skip_link_is_the_first_stop_and_leads_to_the_content(scripted):
    page = scripted("/analyse/sample")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


@pytest.mark.parametrize("width", [1280, 360])
def test_a_fault_of_the_rules_takes_the_focus_to_their_field(scripted, width):
    page = scripted("/analyse/", viewport={"width": width, "height": 740}).context.new_page()
    page.goto("/analyse/")
    page.locator("#text").fill(FINISHED)
    page.locator("#rules").select_option("other")
    page.locator("#other_rules").fill("harsh")
    page.locator("form[method=post] button[type=submit]").click()
    expect(page.locator("#other_rules")).to_be_focused()
    expect(page.locator("#other_rules")).to_be_in_viewport()
    expect(page.locator("#rules-faults")).to_be_in_viewport()
    expect(page.locator("#other_rules")).to_have_accessible_description(re.compile("harsh"))


def test_a_text_over_the_limit_shows_the_page_that_names_it(scripted):
    # The refusal is an error on the console, as it should be; a page of its own is not watched for that.
    page = scripted("/analyse/").context.new_page()
    page.goto("/analyse/")
    page.locator("#file").set_input_files({"name": "b.pbn", "mimeType": "text/plain", "buffer": b"x" * 3_000_000})
    page.locator("form[method=post] button[type=submit]").click()
    expect(page.locator("main")).to_contain_text("400,000 bytes")


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_values_on_the_front_page_stand_apart(open_page, width):
    page = open_page("/", viewport={"width": width, "height": 900})
    boxes = [page.locator(f".hero-{number} .worth").bounding_box() for number in range(1, 6)]
    for left, right in pairwise(boxes):
        assert left["x"] + left["width"] < right["x"]


@pytest.mark.parametrize("scripts", [True, False])
def test_on_a_phone_the_verdict_on_an_answer_is_in_sight(open_page, scripts):
    page = open_page(f"/practise/{LESSON.slug}", viewport={"width": 360, "height": 740}, java_script_enabled=scripts)
    page.locator("button.call-pick").last.scroll_into_view_if_needed()
    page.locator("button.call-pick").last.click()
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(page.locator("#verdict-title")).to_be_in_viewport()
    page.locator("a[data-key=onward]").click()
    expect(page.locator("#prompt-title")).to_be_in_viewport()


def test_on_a_phone_a_card_that_fails_a_puzzle_is_told_in_sight(open_page):
    state = start_puzzle(PUZZLE)
    wrong = next(card for card in state.legal if card not in state.keeping)
    page = open_page(f"/puzzles/{PUZZLE.slug}", viewport={"width": 360, "height": 500})
    page.locator(f"button.pick[data-key={card_name(wrong)}]").click()
    expect(page.locator("#status")).to_contain_text("Not this card")
    expect(page.locator("#status")).to_be_in_viewport()


def test_all_tricks_of_a_hand_are_seen_without_scrolling_a_list(open_page):
    page = open_page("/analyse/sample?ply=12")
    assert page.evaluate("(each => each.scrollHeight - each.clientHeight)(document.querySelector('.moves'))") <= 0
    assert page.locator(".moves .move").count() == 35
