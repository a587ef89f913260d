"""The form of the analyse page reads whatever is pasted: hands in PBN and JSON, deals and positions in a line."""

import json
import re
from dataclasses import replace

import pytest

from tests.web.texts import FINISHED, drawn, pbn, record, record_to_json
from tutor.notation import read_pbn, write_pbn
from tutor.rules import Ruleset

DEAL = "8.KT9743.T7.KQ63 AJT9754.6.J865.9"
POSITION = "AQ52.K3.-.T KJ43.-.A2.9 H N"


@pytest.fixture
def opened(client):
    """The record that an answer leads to, and what is said above it."""

    def follow(answer):
        assert answer.status_code == 303, answer.text
        page = client.get(answer.headers["Location"]).text
        (found,) = read_pbn(client.get(answer.headers["Location"] + ".pbn").text).records
        return found, re.findall(r'<p class="notice" role="status">(.*?)</p>', page)

    return follow


@pytest.mark.parametrize("line", [DEAL, DEAL.lower(), "N:8.KT9743.T7.KQ63 - AJT9754.6.J865.9 -", f"\n  {DEAL}\n"])
def test_a_deal_in_a_line_is_a_hand_and_what_was_taken_is_said(send, opened, line):
    found, said = opened(send(line))
    assert (found.north, found.south, found.dealer.letter, str(found.ruleset)) == (
        record().north, record().south, "N", "written",
    )  # fmt: skip
    assert said == ["Two hands alone name neither dealer nor rules: North deals, and the rules are written."]


def test_dealer_and_rules_of_the_form_are_taken_for_a_deal_in_a_line(send, opened):
    found, said = opened(send(DEAL, dealer="S", rules="level"))
    assert (found.dealer.letter, str(found.ruleset), said) == ("S", "level", [])


def test_a_hand_that_does_not_say_who_dealt_asks_for_it(send, opened, stored):
    text = FINISHED.replace('[Dealer "N"]\n', "").replace('[Auction "N"]', '[Auction "?"]')
    answer = send(text)
    assert answer.status_code == 400
    select = re.search(r'<select id="dealer"[^>]*>', answer.text).group(0)
    assert 'aria-invalid="true"' in select
    assert "choose it here" in answer.text
    assert stored() == 0
    assert opened(send(text, dealer="N"))[0].dealer.letter == "N"


def test_the_dealer_of_the_form_changes_no_hand_that_names_one(send, opened):
    assert opened(send(FINISHED, dealer="S"))[0].dealer.letter == "N"


def test_a_position_goes_to_its_page_and_nothing_is_stored(send, client, stored):
    answer = send(f"\n{POSITION}\n")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/analyse/position?line=")
    assert POSITION in client.get(answer.headers["Location"]).text
    assert stored() == 0


@pytest.mark.parametrize(
    ("text", "said", "marked"),
    [
        (POSITION.replace(" H N", " Z N"), "is no strain", "Z"),
        (POSITION.replace("T ", "X "), "a ten is written T or 10", "X"),
        (f"{POSITION}\n{POSITION}", "solved at a time", "A"),
        (POSITION.replace("KJ43", "KJ4"), "as many cards each", "A"),
    ],
)
def test_a_position_that_cannot_be_is_told_at_its_place(send, stored, text, said, marked):
    answer = send(text)
    assert answer.status_code == 400
    assert said in answer.text
    assert f"<mark>{marked}</mark>" in answer.text
    assert stored() == 0


def test_the_games_of_a_text_stand_in_order_each_with_what_is_known_of_it(send):
    bad = FINISHED.replace("1H 1S", "1H 1C")
    named = write_pbn([record(players=("Åsa", "<b>Bo</b>"))])
    page = send(f"{bad}\n{named}\n{FINISHED}").text
    rows = re.findall(r"<li>\s*<(?:button|div) class=\"choice.*?</(?:button|div)>\s*(?=</li>)", page, re.DOTALL)
    assert len(rows) == 3
    assert "The text holds 2 hands that can be read." in page
    assert "One thing stands in the way" in rows[0]
    assert "<mark>1</mark>" in rows[0]
    assert 'name="game"' not in rows[0]
    assert "<bdi>Åsa</bdi> – <bdi>&lt;b&gt;Bo&lt;/b&gt;</bdi>" in rows[1]
    assert "Two hands and nothing more." in rows[1]
    assert "4 spades by South, one trick short" in rows[2]


def test_what_stands_after_the_last_game_is_told_below_the_list(send):
    page = send(f"{pbn()}\n{FINISHED}\n\nTotal: 2 deals\nBye\n").text
    assert "The rest of the text cannot be read" in page
    assert page.index('class="choices"') < page.index('id="faults"')


def test_several_records_and_several_deal_lines_are_lists_as_well(send, opened):
    assert send(json.dumps([record_to_json(record()), record_to_json(drawn())])).text.count('class="choice"') == 2
    lines = f"{DEAL}\n{DEAL[::-1]}\n8.KT9743.T7.KQ63 AJT9754.6.J865.2"
    page = send(lines).text
    assert 'name="game" value="1"' in page
    assert 'name="game" value="3"' in page
    found, _ = opened(send(lines, game="3", dealer="S"))
    assert found.dealer.letter == "S"


def test_the_list_keeps_what_was_chosen_beside_the_text(send):
    page = send(f"{DEAL}\n{DEAL}", dealer="S", rules="level").text
    assert '<input type="hidden" name="dealer" value="S">' in page
    assert '<input type="hidden" name="rules" value="level">' in page


def test_which_reading_a_draw_phase_fits_is_said_above_the_board(send, opened):
    made = drawn(Ruleset(draw_winner="led-suit", undertrick=50))
    found, said = opened(send(write_pbn([made]).replace(",draw_winner=led-suit", "")))
    assert found == made
    assert said == ["The draw phase fits one reading of the rules only, draw_winner=led-suit, and is read by it."]


def test_a_reading_that_a_draw_phase_does_not_fit_is_refused_with_the_one_it_fits(send, stored):
    made = drawn(Ruleset(draw_winner="led-suit", undertrick=50))
    answer = send(write_pbn([made]).replace("draw_winner=led-suit", "draw_winner=highest-rank"))
    assert answer.status_code == 400
    assert "By the rules penalty,draw_winner=led-suit the draw phase is in order." in answer.text
    assert stored() == 0


def unnamed(**changes) -> str:
    """A game that does not say how its draw phase was played, and fits one reading of it only."""
    return write_pbn([drawn(Ruleset(draw_winner="led-suit", **changes))]).replace(",draw_winner=led-suit", "")


@pytest.mark.parametrize("rules", ["written", "penalty", "level"])
def test_rules_chosen_for_a_hand_leave_who_won_its_draw_phase_to_its_cards(send, opened, rules):
    found, said = opened(send(unnamed(undertrick=50), rules=rules))
    assert str(found.ruleset) == f"{rules},draw_winner=led-suit"
    assert said == ["The draw phase fits one reading of the rules only, draw_winner=led-suit, and is read by it."]
    assert found == replace(drawn(Ruleset(draw_winner="led-suit")), ruleset=found.ruleset)


@pytest.mark.parametrize("rules", ["penalty,draw_winner=highest-rank", "level,draw_winner=highest-rank"])
def test_rules_chosen_with_a_word_on_the_draw_phase_are_taken_at_that_word(send, stored, rules):
    answer = send(unnamed(undertrick=50), rules="other", other_rules=rules)
    assert answer.status_code == 400
    assert f"By the rules {rules.partition(',')[0]},draw_winner=led-suit the draw phase is in order." in answer.text
    assert stored() == 0


def test_of_several_hands_each_is_read_by_the_rules_chosen_as_its_draw_phase_fits(send, opened):
    bad = FINISHED.replace("1H 1S", "1H 1C")
    text = f"{FINISHED}\n{unnamed()}\n{bad}\n{write_pbn([drawn()])}"
    page = send(text, rules="level").text
    assert re.findall(r'name="game" value="(\d)"', page) == ["1", "2", "4"]
    assert "One thing stands in the way" in page
    assert "Keep and analyse all 3" in page
    rules = {number: str(opened(send(text, rules="level", game=number))[0].ruleset) for number in "124"}
    assert rules == {"1": "level", "2": "level,draw_winner=led-suit", "4": "level"}
