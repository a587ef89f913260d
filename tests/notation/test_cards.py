"""Cards as people type them: every spelling, and what is refused by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import faults_of, within
from tests.notation.strategies import cards
from tutor.cards import card_name, make_card
from tutor.notation import NotationError, parse_card

SUITS = {"S": "Ss♠♤ＳＳｓ", "H": "Hh♥♡Ｈｈ", "D": "Dd♦♢Ｄｄ", "C": "Cc♣♧Ｃｃ"}


def fault_of(text):
    with pytest.raises(NotationError) as caught:
        parse_card(text)
    (fault,) = caught.value.faults
    return fault


@given(cards)
def test_a_written_card_is_read_back(card):
    assert parse_card(card_name(card)) == card


@given(cards, st.booleans(), st.booleans(), st.data())
def test_every_spelling_of_a_card_is_that_card(card, rank_first, selector, data):
    suit, rank = card_name(card)
    suit = data.draw(st.sampled_from(SUITS[suit])) + ("\ufe0f" if selector else "")
    full = chr(ord(rank) + 0xFEE0)
    ranks = [rank, rank.lower(), full, full.lower()] + (["10", "１０"] if rank == "T" else [])
    rank = data.draw(st.sampled_from(ranks))
    assert parse_card(f" {rank}{suit} " if rank_first else f"{suit}{rank}") == card


@pytest.mark.parametrize("ten", ["T", "t", "10", "１０", "Ｔ", "ｔ"])
def test_a_ten_is_t_or_10_in_any_width_and_case(ten):
    assert parse_card(f"H{ten}") == make_card(2, 8)
    assert parse_card(f"{ten}H") == make_card(2, 8)


@pytest.mark.parametrize("ten", ["0", "X", "x", "1", "０"])
def test_other_tens_are_refused_and_told_how_to_write_one(ten):
    assert "a ten is written T or 10" in str(fault_of(f"S{ten}"))


@pytest.mark.parametrize(
    ("text", "typed", "right"),
    [
        ("SE", "E", "A"),
        ("SR", "R", "K"),
        ("SV", "V", "J / Q"),
        ("SB", "B", "J"),
        ("SKn", "Kn", "J"),
        ("KnS", "Kn", "J"),
    ],
)
def test_court_letters_of_other_languages_are_refused_by_name(text, typed, right):
    message = str(fault_of(text))
    assert f"“{typed}”" in message
    assert f"write {right} " in message


@pytest.mark.parametrize("text", ["DS", "SD", "HD", "DH", "CS", "HH", "SHA", "DAS"])
def test_two_suit_letters_are_never_a_queen_or_a_heer(text):
    assert fault_of(text).code in ("two-suits", "no-rank")


def test_dk_is_the_king_of_diamonds_and_nothing_else():
    assert card_name(parse_card("DK")) == card_name(parse_card("KD")) == "DK"


@pytest.mark.parametrize("text", ["RK", "PA", "TA", "AK", "10", "5", "٣S", "1N", "-", "#", "%"])
def test_what_has_no_suit_of_ours_is_refused(text):
    fault = fault_of(text)
    assert (fault.line, fault.code) == (1, "no-suit" if text != "٣S" else "no-rank")


@pytest.mark.parametrize("text", ["", "  ", "\ufe0f"])
def test_nothing_is_no_card(text):
    assert fault_of(text).code == "no-card"


@pytest.mark.parametrize(("text", "column"), [("SAK", 3), ("S 5", 2), ("  SQ9", 5), ("S♠️5", 2)])
def test_the_column_is_where_the_card_goes_wrong(text, column):
    assert fault_of(text).column == column


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_one_fault_within_it(text):
    faults = faults_of(parse_card, text)
    assert len(faults) == (0 if faults == () and 0 <= parse_card(text) < 52 else 1)
    assert within(faults, text)
