"""Practice hands in a real browser: by mouse, by keyboard alone, with JavaScript off; on a desk and on a phone."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.looks import NARROW, WIDE, open_to_everybody
from tests.web.test_browser import WAYS, Hands

COUNTED, OPEN, HONOURS = "1p-ncns-dk9qt6a", "1w-nonn-x2q142g", "1p-nhss-1gmkvkw"
WRITTEN = "1w-ncns-1"


@pytest.fixture(params=WAYS)
def person(request, browser, server):
    """Open a page as a person who works it in one of the three ways.

    Not by the fixture ``open_page``: a form that is refused makes the browser note its status as an error.
    """
    context = browser.new_context(
        base_url=server, viewport={"width": 1280, "height": 900}, java_script_enabled=request.param != "no script"
    )
    context.set_default_timeout(15_000)

    def sit_down(address: str) -> Hands:
        page = context.new_page()
        page.goto(address)
        return Hands(page, request.param)

    yield sit_down
    context.close()


def pass_to_the_play(someone: Hands) -> None:
    while someone.page.locator("[data-key=onward]").inner_text() == "Go on":
        someone.choose("[data-key=onward]")
        expect(someone.page.locator("h1")).to_have_text("Your call")
        someone.choose("button[data-key=Pass]")
        expect(someone.page.locator("#verdict-title")).to_be_visible()
    someone.choose("[data-key=onward]")
    expect(someone.page.locator("button.pick").first).to_be_visible()


def test_from_the_front_page_to_the_first_verdict_in_two_choices(person):
    someone = person("/")
    someone.choose("form[action='/practise/deal'] button")
    page = someone.page
    expect(page.locator("h1")).to_have_text("Your call")
    assert "/practise/hand/1w-nc" in page.url
    someone.choose("button[data-key=Pass]")
    expect(page.locator(".own")).to_contain_text("Pass")
    expect(page.locator("#verdict-title")).not_to_be_empty()
    assert page.url.endswith("#verdict")


def test_a_hand_is_called_played_claimed_and_followed_to_its_end(person):
    someone = person(f"/practise/hand/{COUNTED}")
    page = someone.page
    expect(page.locator("h1")).to_have_text("Your call")
    someone.choose("button[data-key='7NT']")
    expect(page.locator("#verdict-title")).to_have_text("It costs 810 points.")
    expect(page.locator(".why")).to_be_visible()
    expect(page.locator(".call-pick.taken")).to_contain_text("7NT")
    expect(page.locator(".bar-own")).to_contain_text("yours")
    pass_to_the_play(someone)
    first = page.locator("button.pick").first.get_attribute("value")
    someone.choose(f"button.pick[value={first}]")
    expect(page.locator("#verdict-title")).to_contain_text("You played")
    someone.choose("form.claim button")
    expect(page.locator("#form-fault")).to_contain_text("Not granted")
    expect(page.locator("#form-fault")).to_be_in_viewport()
    someone.choose("form[action$='/back'] button")
    expect(page.locator("#verdict-title")).to_have_count(0)
    someone.choose("form[action$='/leave'] button")
    expect(page.locator("h1")).to_contain_text("Best play in 7NT")
    for step in range(1, 4):
        someone.choose("[data-key=step-forward]")
        expect(page.locator(".stepper-place")).to_contain_text(f"{step}/25")
    someone.choose(".actions a.button")
    expect(page.locator("#decisions-title")).to_be_visible()
    expect(page.locator(".results li").first).to_contain_text("It costs 810 points.")
    someone.choose("form[action$='/anew'] button")
    expect(page.locator("h1")).to_have_text("Your call")


def test_a_call_is_typed(person):
    someone = person(f"/practise/hand/{OPEN}")
    someone.paste("#typed", "1x")
    someone.choose("form.typed button")
    expect(someone.page.locator("#form-fault")).to_be_visible()
    someone.page.locator("#typed").fill("")
    someone.paste("#typed", "1d")
    someone.choose("form.typed button")
    expect(someone.page.locator(".own")).to_contain_text("1 diamond")


def test_the_settings_are_chosen_and_come_back(person):
    someone = person("/practise/")
    page = someone.page
    if someone.way == "keyboard":
        someone.tab_to("input[name=rules]:checked")
        page.keyboard.press("ArrowDown")
        someone.tab_to("input[name=knowledge]:checked")
        page.keyboard.press("ArrowDown")
    else:
        page.locator("input[name=rules][value=penalty]").check()
        page.locator("input[name=knowledge][value=honours]").check()
    someone.choose(".wish-end button")
    expect(page.locator(".page-head .meta")).to_contain_text("Rules: penalty")
    expect(page.locator(".page-head .meta")).to_contain_text("You see: honours")
    page.goto("/practise/")
    expect(page.locator("input[name=rules][value=penalty]")).to_be_checked()
    expect(page.locator("input[name=knowledge][value=honours]")).to_be_checked()


def test_penalty_is_one_click_from_the_first_hand(person):
    someone = person(f"/practise/hand/{OPEN}")
    someone.choose("section:has(#penalty-title) button")
    expect(someone.page.locator(".page-head .meta")).to_contain_text("Rules: penalty")


def test_the_arrows_go_from_call_to_call(open_page):
    page = open_page(f"/practise/hand/{OPEN}")
    page.locator("button[data-key=Pass]").focus()
    keys = "ArrowRight ArrowRight ArrowRight ArrowDown ArrowRight End Home ArrowUp ArrowUp ArrowUp ArrowUp"
    came_to = ["X", "XX", "1C", "2C", "2D", "2NT", "2C", "1C", "Pass", "Pass", "Pass"]
    for key, name in zip(keys.split(), came_to, strict=True):
        page.keyboard.press(key)
        assert (key, page.evaluate("document.activeElement.dataset.key")) == (key, name)
    for key, name in (("Control+End", "7NT"), ("ArrowRight", "7NT"), ("Control+Home", "Pass"), ("ArrowLeft", "Pass")):
        page.keyboard.press(key)
        assert (key, page.evaluate("document.activeElement.dataset.key")) == (key, name)


def test_the_calls_are_one_stop_of_the_tabulator(open_page):
    page = open_page(f"/practise/hand/{OPEN}")
    page.wait_for_load_state("networkidle")
    stops = page.locator(".pad button:not([tabindex='-1'])")
    expect(stops).to_have_count(1)
    page.locator("button[data-key=Pass]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("button[data-key='1C']")).to_be_focused()


def test_a_call_that_is_not_possible_says_why_where_the_arrows_come_to_it(open_page):
    page = open_page(f"/practise/hand/{COUNTED}")
    page.wait_for_load_state("networkidle")
    page.locator("button[data-key=Pass]").focus()
    page.keyboard.press("ArrowDown")
    barred = page.locator("button[data-key='1C']")
    expect(barred).to_be_focused()
    expect(barred).to_have_attribute("aria-disabled", "true")
    reason = page.locator(".call-reason:visible")
    expect(reason).to_have_count(1)
    expect(barred).to_contain_text(f"not possible: {reason.inner_text()}")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Your call")


def places(page: Page) -> dict[str, list[float]]:
    """Where the hands, the trick, the last trick and the field for a card are on the screen: left, top and size."""
    return page.evaluate(
        """() => Object.fromEntries(
            [".hand-place >> 0", ".trick", ".last-trick", ".hand-place >> 1", ".typed", ".hand-table > .verdict"]
            .map(name => {
                const [selector, index] = name.split(" >> ");
                const { x, y, width, height } = document.querySelectorAll(selector)[index ?? 0].getBoundingClientRect();
                return [name, selector.endsWith("verdict") ? [x, y, width] : [x, y, width, height]];
            }))"""
    )


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no script"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("code", [COUNTED, OPEN])
def test_nothing_moves_from_card_to_card(open_page, code, size, scripts):
    page = open_page(f"/practise/hand/{code}", viewport=size, java_script_enabled=scripts)
    page.locator("button[data-key='7NT']").click()
    pass_to_the_play(Hands(page, "mouse"))
    page.wait_for_load_state()  # only then is the page where its address points
    start = places(page)
    assert start[".hand-place >> 1"][1] + start[".hand-place >> 1"][3] <= size["height"]
    tricks = sum(int(text) for text in page.locator(".tally-tricks dd").all_inner_texts())
    while page.locator("button.pick").count():
        # Where Playwright itself clicks it may scroll first; what is measured is the page.
        page.locator("button.pick").first.dispatch_event("click")
        tricks += 1
        if tricks == 13:
            break
        expect(page.locator(".last-cards .card")).to_have_count(2)
        expect(page.locator(".course .trick-list .who:text('wins')")).to_have_count(tricks)
        page.wait_for_load_state()
        now = places(page)
        moved = {
            name: now[name]
            for name in start
            if any(abs(a - b) > 1 for a, b in zip(now[name], start[name], strict=True))
        }
        assert (tricks, moved) == (tricks, {})
    expect(page.locator("#decisions-title")).to_be_visible()


def test_the_last_trick_stays_with_its_winner_until_the_next_is_over(open_page):
    page = open_page(f"/practise/hand/{COUNTED}")
    page.locator("button[data-key='7NT']").click()
    pass_to_the_play(Hands(page, "mouse"))
    expect(page.locator(".last-trick")).to_contain_text("none yet")
    led = page.locator(".trick .card").get_attribute("aria-label")
    card = page.locator("button.pick").first
    own = card.locator(".sr").inner_text()
    card.click()
    expect(page.locator(".last-trick .card")).to_have_count(2)
    labels = page.locator(".last-trick .card").evaluate_all("all => all.map(each => each.getAttribute('aria-label'))")
    assert labels == [led, own]
    expect(page.locator(".last-trick")).to_contain_text("South wins")


def test_with_the_keyboard_the_focus_stays_in_the_hand_from_card_to_card(open_page):
    page = open_page(f"/practise/hand/{COUNTED}")
    page.locator("button[data-key='7NT']").click()
    pass_to_the_play(Hands(page, "mouse"))
    page.wait_for_load_state("networkidle")
    page.locator("button.pick").nth(2).focus()
    for _ in range(3):
        before = page.evaluate("document.activeElement.dataset.key")
        page.keyboard.press("Enter")
        expect(page.locator(f"button[data-key={before}]")).to_have_count(0)
        assert page.evaluate("document.activeElement.matches('button.pick')")
    expect(page.locator("#announce")).to_contain_text("You played")
    page.locator("#typed").fill(page.evaluate("document.activeElement.dataset.key"))
    page.locator("#typed").press("Enter")
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_have_value("")


def test_the_arrows_step_through_the_best_line(open_page):
    page = open_page(f"/practise/hand/{COUNTED}")
    someone = Hands(page, "mouse")
    someone.choose("button[data-key='7NT']")
    pass_to_the_play(someone)
    someone.choose("form[action$='/leave'] button")
    expect(page.locator(".stepper-place")).to_contain_text("0/25")
    page.wait_for_load_state("networkidle")  # the keys are there once the scripts are
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stepper-place")).to_contain_text("1/25")
    page.keyboard.press("End")
    expect(page.locator(".stepper-place")).to_contain_text("25/25")


# Open to everybody


def check(page: Page, what: str) -> None:
    """No fault that axe finds, nothing that scrolls sideways, nothing too small for a finger; in light and dark."""
    open_to_everybody(page, what, also="button.pick, label.wish-option")


@pytest.mark.parametrize("code", [COUNTED, OPEN, HONOURS])
def test_every_page_of_a_hand_is_open_to_everybody(open_page, code):
    page = open_page(f"/practise/hand/{code}", reduced_motion="reduce")
    someone = Hands(page, "mouse")
    check(page, "question")
    someone.choose("button[data-key='7NT']")
    check(page, "verdict")
    pass_to_the_play(someone)
    check(page, "play")
    for tricks in (1, 2):  # a card that is forced is not judged
        page.locator("button.pick").first.click()
        expect(page.locator(".course .trick-list .who:text('wins')")).to_have_count(tricks)
    check(page, "play judged")
    page.locator("text=What each card was worth").click()
    check(page, "verdict on a card")
    page.goto(f"/practise/hand/{code}")
    someone.choose("form[action$='/leave'] button")
    check(page, "line")
    someone.choose(".actions a.button")
    check(page, "end")
    page.locator(".results a").first.click()
    check(page, "verdict at the end")


def test_the_page_for_a_stale_form_is_open_to_everybody_and_leads_on(browser, server):
    # Its status makes the browser note an error on its console, so it is not opened by the fixture.
    context = browser.new_context(base_url=server, reduced_motion="reduce")
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(f"/practise/hand/{COUNTED}")
    other = context.new_page()
    other.goto(f"/practise/hand/{COUNTED}")
    other.locator("button[data-key='7NT']").click()
    page.locator("button[data-key=X]").click()
    expect(page.locator("h1")).to_have_text("Not any more")
    check(page, "stale")
    page.locator("main .button").first.click()
    expect(page.locator("h1")).to_have_text("Your call")
    expect(page.locator(".calls-so-far")).to_contain_text("7")
    context.close()


def test_on_a_phone_the_hand_and_the_first_calls_are_on_the_first_screen(open_page):
    page = open_page(f"/practise/hand/{COUNTED}", viewport=NARROW)
    first = page.locator("button[data-key='1NT']").bounding_box()
    hand = page.locator(".hand.on-turn").bounding_box()
    assert hand["y"] > 0
    assert first["y"] + first["height"] <= NARROW["height"]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no script"])
def test_after_a_wrong_typed_call_the_field_is_ready_and_what_is_wrong_is_in_sight(browser, server, scripts):
    # The status of a refused form makes the browser note an error, so the page is not opened by the fixture.
    context = browser.new_context(base_url=server, viewport=NARROW, java_script_enabled=scripts)
    context.set_default_timeout(15_000)
    page = context.new_page()
    page.goto(f"/practise/hand/{COUNTED}")
    page.locator("#typed").fill("2x")
    page.locator("#typed").press("Enter")
    expect(page.locator("#typed")).to_be_focused()
    for each in ("#typed", "#form-fault"):
        expect(page.locator(each)).to_be_in_viewport(ratio=1)
    page.locator("#typed").fill("7n")
    page.keyboard.press("Enter")
    expect(page.locator(".own")).to_contain_text("7 no-trump")
    context.close()


def test_the_offer_of_rules_under_which_failing_costs_stands_before_the_chart_of_the_cards(open_page):
    page = open_page(f"/practise/hand/{WRITTEN}", viewport=NARROW)
    offer, chart = page.locator("section:has(#penalty-title)"), page.locator(".count")
    assert offer.bounding_box()["y"] < chart.bounding_box()["y"]
    expect(offer).to_contain_text("each trick short costs 50 points")
    page.locator("button[data-key='7NT']").click()
    below = page.locator("section:has(#penalty-title)").bounding_box()
    assert below["y"] < page.locator(".hand-table").bounding_box()["y"]
