"""Calls, contracts, strains, seats and rulesets as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import faults_of, within
from tests.notation.strategies import rulesets, seats, strains
from tutor.cards import Strain
from tutor.notation import (
    NotationError,
    parse_call,
    parse_calls,
    parse_contract,
    parse_ruleset,
    parse_seat,
    parse_strain,
)
from tutor.notation.calls import parse_risked_bid
from tutor.rules import ALL_CALLS, DOUBLE, PASS, PRESETS, REDOUBLE, Contract, call_name, make_bid
from tutor.rules.ruleset import ALLOWED


def fault_of(parse, text):
    with pytest.raises(NotationError) as caught:
        parse(text)
    (fault,) = caught.value.faults
    return fault


@given(st.sampled_from(ALL_CALLS), st.booleans())
def test_a_written_call_is_read_back_in_any_case(call, lower):
    name = call_name(call)
    assert parse_call(name.lower() if lower else f" {name} ") == call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("P", PASS), ("p", PASS), ("pass", PASS), ("Dbl", DOUBLE), ("dbl", DOUBLE), ("x", DOUBLE), ("Rdbl", REDOUBLE),
        ("xx", REDOUBLE), ("1N", make_bid(1, 4)), ("3nt", make_bid(3, 4)), ("1♠", make_bid(1, 3)),
        ("2♥️", make_bid(2, 2)), ("１Ｓ", make_bid(1, 3)),
    ],
)  # fmt: skip
def test_the_other_spellings_of_calls_are_read(text, call):
    assert parse_call(text) == call


@pytest.mark.parametrize("dash", ["-", "—", "–", "−"])
def test_a_dash_is_an_absent_seat_and_never_a_pass(dash):
    assert fault_of(parse_call, dash).code == "dash"


@pytest.mark.parametrize(
    "text", ["7NNX", "7NN", "1SS", "1NTT", "XXX", "D", "R", "AP", "1", "S1", "SA", "1S!", "", "1 S"]
)
def test_7nnx_and_its_like_are_no_calls(text):
    assert fault_of(parse_call, text).code == "no-call"
    assert fault_of(parse_risked_bid, text).code == "no-contract"


def test_3sxx_is_a_contract_that_keeps_both_x_and_no_call():
    assert fault_of(parse_call, "3SXX").code == "contract-not-call"
    assert parse_risked_bid("3SXX") == (3, Strain.SPADES, 4)
    assert parse_risked_bid("3sx") == (3, Strain.SPADES, 2)
    assert parse_contract("3SXX N").multiplier == 4


@pytest.mark.parametrize("text", ["8C", "0NT", "10S"])
def test_a_level_is_from_one_to_seven(text):
    assert fault_of(parse_call, text).code == "no-level"


@given(st.builds(Contract, st.integers(1, 7), strains, st.sampled_from((1, 2, 4)), seats))
def test_a_written_contract_is_read_back(contract):
    assert parse_contract(str(contract)) == contract
    assert parse_contract(f"  {str(contract).lower()} ") == contract


@pytest.mark.parametrize(
    ("text", "column"), [("3S", 1), ("3SXXX N", 1), ("3S E", 4), ("7NNX S", 1), ("  9S N", 3), ("", 1), ("3S N N", 1)]
)
def test_what_is_no_contract_is_refused_at_its_column(text, column):
    assert fault_of(parse_contract, text).column == column


def test_strains_and_seats_are_read():
    assert [parse_strain(text) for text in ("c", "♦", "H", "s", "N", "nt")] == [0, 1, 2, 3, 4, 4]
    assert [parse_seat(text) for text in ("N", "s", "Ｓ")] == [0, 1, 1]
    assert fault_of(parse_strain, "SA").code == "no-strain"
    assert fault_of(parse_seat, "E").code == "no-seat"


@given(rulesets)
def test_a_written_ruleset_is_read_back(ruleset):
    assert parse_ruleset(str(ruleset)) == ruleset


@given(rulesets)
def test_space_and_case_do_not_matter_in_a_ruleset(ruleset):
    assert parse_ruleset("  " + str(ruleset).upper().replace(",", " ,\t").replace("=", " = ") + " ") == ruleset


@pytest.mark.parametrize(
    ("text", "columns", "words"),
    [
        ("normal", [1], PRESETS),
        ("", [1], PRESETS),
        ("stock=exposed", [1], PRESETS),
        ("penalty,stok=exposed", [9], ALLOWED),
        ("penalty, stock=open", [10], ALLOWED["stock"]),
        ("penalty,undertrick=1001", [9], ALLOWED["undertrick"]),
        ("penalty,undertrick=-5", [9], ALLOWED["undertrick"]),
        ("penalty,undertrick=٥", [9], ALLOWED["undertrick"]),
        ("penalty,", [9], ALLOWED),
        ("penalty,stock", [9], ALLOWED),
        ("penalty,stock=hidden,stock=exposed", [22], ["stock"]),
        ("penal,stock=open,x=1,", [1, 7, 18, 22], [*PRESETS, *ALLOWED["stock"], *ALLOWED]),
    ],
)
def test_unknown_rules_and_values_are_all_refused_with_what_is_allowed(text, columns, words):
    with pytest.raises(NotationError) as caught:
        parse_ruleset(text)
    assert [fault.column for fault in caught.value.faults] == columns
    assert all(word in str(caught.value) for word in words)


@given(st.text(max_size=12) | st.text(alphabet="1234567CDHSNTXPass-dbl =,♠\ufe0f", max_size=8))
def test_any_text_is_read_or_gives_faults_within_it(text):
    for parse in (parse_call, parse_contract, parse_strain, parse_seat, parse_ruleset):
        assert within(faults_of(parse, text), text)


def test_the_calls_of_an_auction_are_read_with_their_columns():
    assert parse_calls(" 1S  X Pass") == [(parse_call("1S"), 2), (parse_call("X"), 6), (parse_call("Pass"), 8)]
    assert parse_calls("  ") == []
    faults = faults_of(parse_calls, "1S 8S  - Pass")
    assert [(fault.column, fault.code) for fault in faults] == [(4, "no-level"), (8, "dash")]
