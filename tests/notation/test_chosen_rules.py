"""Games judged by rules that the reader of a text chooses, not by those that they were recorded under."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.notation.games import AUCTION, DEAL, GOOD, only
from tests.notation.strategies import bare_records, rulesets
from tutor.notation import parse_ruleset, read_json, read_pbn, read_records, write_json, write_pbn
from tutor.rules import PENALTY, WRITTEN

NO_DOUBLING = parse_ruleset("written,doubling=false")
LED_SUIT = parse_ruleset("written,draw_winner=led-suit")
DOUBLED = DEAL + '[Auction "N"]\n1S X\nPass\n'


def test_the_chosen_rules_take_the_place_of_the_recorded_ones():
    for text in (GOOD, write_json([only(GOOD)])):
        result = read_records(text, ruleset=PENALTY)
        assert result.faults == ()
        assert result.records == (replace(only(GOOD), ruleset=PENALTY),)


@pytest.mark.parametrize("ruleset", [None, WRITTEN])
def test_without_other_rules_a_game_is_judged_by_its_own(ruleset):
    assert read_records(GOOD, ruleset=ruleset).records == (only(GOOD),)


def test_what_other_rules_forbid_is_told_at_its_place_with_what_was_legal_and_the_rules_that_are_named():
    result = read_pbn(GOOD + "\n" + DOUBLED, NO_DOUBLING)
    assert (len(result.records), result.games) == (1, (1,))
    (fault,) = result.faults
    line = (GOOD + "\n").count("\n") + 4
    assert (fault.line, fault.column, fault.code, fault.game, fault.illegal) == (line, 4, "no-doubling", 2, True)
    assert str(fault) == (
        f"{line}:4: This game names no rules and is read under written,doubling=false: "
        "These rules have no double and no redouble. Legal here: Pass, 1NT–7NT."
    )
    text = write_json(read_pbn(DOUBLED).records)
    (fault,) = read_json(text, NO_DOUBLING).faults
    assert (fault.line, fault.code, fault.illegal) == (text[: text.index('"X"')].count("\n") + 1, "no-doubling", True)
    assert "This game was recorded under the rules written and is read under written,doubling=false: " in str(fault)
    assert "Legal here: Pass, 1NT–7NT." in str(fault)


def test_a_stated_contract_that_other_rules_forbid_is_told_at_its_tag():
    stated = DEAL + '[Declarer "S"]\n[Contract "1SX"]\n'
    for text, said in (
        (stated, "This game names no rules and is read under "),
        (stated + '[Ruleset "?"]\n', "This game names no rules and is read under "),
        (stated + '[Ruleset "written"]\n', "This game was recorded under the rules written and is read under "),
    ):
        (fault,) = read_pbn(text, NO_DOUBLING).faults
        assert (fault.line, fault.column, fault.code, fault.illegal) == (4, 12, "no-doubling", True)
        assert str(fault.message).startswith(said)


def test_a_game_that_is_wrong_by_its_own_rules_is_not_said_to_be_right_by_them():
    for ruleset in (None, PENALTY):
        (fault,) = read_pbn(GOOD.replace("HA H9", "HA H8"), ruleset).faults
        assert (fault.code, fault.line, fault.column) == ("not-held", 6, 4)
        assert "recorded" not in str(fault)


def test_a_draw_phase_read_by_other_rules_is_never_said_to_have_the_hands_the_wrong_way_round(drawn_text):
    assert read_pbn(drawn_text).faults == ()
    (fault,) = read_pbn(drawn_text, LED_SUIT).faults
    assert (fault.code, fault.illegal) == ("other-hand", True)
    assert "wrong way round" not in str(fault)
    assert "is read under written,draw_winner=led-suit: " in str(fault)
    assert "it is the turn of" in str(fault)
    assert "Legal here: " in str(fault)
    (in_json,) = read_json(write_json(read_pbn(drawn_text).records), LED_SUIT).faults
    assert str(in_json).split(": This")[1] == str(fault).split(": This")[1]


@given(bare_records(), rulesets)
def test_pbn_and_json_judge_a_game_alike_by_whatever_rules(record, ruleset):
    pbn, value = read_pbn(write_pbn([record]), ruleset), read_json(write_json([record]), ruleset)
    assert pbn.records == value.records
    assert [(fault.code, fault.illegal) for fault in pbn.faults] == [(f.code, f.illegal) for f in value.faults]
    if pbn.records:
        assert pbn.records == (replace(record, ruleset=ruleset),)
        pbn.records[0].deal()
    else:
        assert all("recorded under" in str(fault) for fault in pbn.faults)


@pytest.mark.parametrize(
    ("text", "illegal"),
    [
        (GOOD.replace("HA H9", "HA H8"), True),
        (DEAL + '[Auction "N"]\n1S 1H\n', True),
        (GOOD.replace("HA H9", "HA ZZ"), False),
        (DEAL.replace("AQT9", "AQTT"), False),
        (DEAL + '[Contract "2S"]\n' + AUCTION, False),
        ("words", False),
    ],
)
def test_a_fault_says_whether_the_rules_forbid_what_could_be_read(text, illegal):
    result = read_pbn(text)
    assert result.faults
    assert {fault.illegal for fault in result.faults} == {illegal}
