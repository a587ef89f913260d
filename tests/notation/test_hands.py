"""Hands and deals as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import NORTH, SOUTH, faults_of, within
from tests.notation.strategies import bare_records, hands
from tutor.cards import hand_name
from tutor.notation import parse_deal, parse_hand, write_deal


def codes_of(parse, text, *args):
    return [fault.code for fault in faults_of(parse, text, *args)]


@given(hands())
def test_a_written_hand_is_read_back(mask):
    assert parse_hand(hand_name(mask)) == mask


@given(hands(), st.sampled_from(["", "-", "—", "–", "−", "－"]), st.permutations("SHDC"), st.sampled_from(". ,"))
def test_voids_and_suit_letters_may_be_written_in_every_way(mask, void, order, between):
    holdings = dict(zip("SHDC", hand_name(mask).split("."), strict=True))
    dotted = ".".join(void if holding == "-" else holding for holding in holdings.values())
    if dotted.strip():
        assert parse_hand(dotted) == mask
    lettered = between.join(suit + holdings[suit] for suit in order)
    assert parse_hand(lettered) == mask
    assert parse_hand(lettered.translate(str.maketrans("SHDC", "♠♥♦♣"))) == mask


@pytest.mark.parametrize(
    "text",
    [
        ".JT85.Q9.AK",
        "-.JT85.Q9.AK",
        "—.JT85.Q9.AK",
        "JT85..Q9.AK",
        "JT85.Q9.—.AK",
        "JT85.Q9.AK.",
        "JT85.Q9.AK.-",
        "...",
    ],
)
def test_a_void_may_stand_in_any_of_the_four_places_the_leading_one_included(text):
    holdings = [holding.replace("—", "").replace("-", "") for holding in text.split(".")]
    assert hand_name(parse_hand(text)) == ".".join(holding or "-" for holding in holdings)


@pytest.mark.parametrize("text", ["SA7.H864.D-.CKQ", "♠A7.♥864.♣KQ", "S A7 H 864 C KQ", "sa7h864ckq", "CKQ.SA7.H864"])
def test_hands_with_suit_letters_inside_are_read(text):
    assert hand_name(parse_hand(text)) == "A7.864.-.KQ"


@pytest.mark.parametrize("text", ["DT9.AK.Q2.3", "SA7.864.C2", "SA7.H864..C5"])
def test_suit_letters_on_some_holdings_only_are_refused_because_d_may_be_a_queen(text):
    assert codes_of(parse_hand, text) == ["mixed-suits"]


@pytest.mark.parametrize(
    ("text", "right"),
    [("AD5.K2.-.JT98", "Q"), ("EK5.K2.-.JT98", "A"), ("AKn5.K2.-.JT98", "J"), ("A05.K2.-.JT98", "T or 10")],
)
def test_letters_of_other_languages_in_a_hand_are_refused_by_name(text, right):
    (fault,) = faults_of(parse_hand, text)
    assert f"{right}" in str(fault)
    assert fault.column == (1 if text[0] == "E" else 2)


def test_a_ten_in_a_hand_may_be_10_but_not_x():
    assert parse_hand("A10.10.１０.T") == parse_hand("AT.T.T.T")
    assert codes_of(parse_hand, "AX...") == ["no-rank"]


@pytest.mark.parametrize("text", ["AQ5.K2.JT98", "AQ5.K2.-.JT98.3", "AQ5K2JT98", "-"])
def test_a_hand_has_four_suits(text):
    assert codes_of(parse_hand, text) == ["four-suits"]


@pytest.mark.parametrize(("text", "count"), [("KJ.AQJT.AQ8.KQJ", 12), ("KJ.AQJT.AQ8.KQJT9", 14), ("...", 0)])
def test_twelve_fourteen_and_no_cards_are_counted(text, count):
    (fault,) = faults_of(parse_hand, text, 13)
    assert fault.code == "hand-size"
    assert str(count) in str(fault)
    deal = faults_of(parse_deal, f"{text} {SOUTH}")
    assert [f.code for f in deal] == ["hand-size"]
    assert "North" in str(deal[0])


def test_fourteen_cards_are_never_a_hand():
    assert codes_of(parse_hand, "AKQJT98765432.A.-.-") == ["hand-size"]


@pytest.mark.parametrize("text", ["AKA.-.-.-", "SA.HK.SA", "SAA.H2", "AK.22.-.-"])
def test_a_card_twice_in_a_hand_is_named(text):
    assert {"card-twice", "suit-twice"} & set(codes_of(parse_hand, text))


def test_cards_in_both_hands_are_all_named():
    text = f"{NORTH} AQT9.A9.KJT9.A98"
    assert [str(fault) for fault in faults_of(parse_deal, text)] == ["1:18: HA is in both hands."]
    (fault,) = faults_of(parse_deal, f"{NORTH} {NORTH}")
    assert str(fault).startswith("1:18: SK SJ HA")
    assert str(fault).endswith("CJ CT are in both hands.")


@given(bare_records())
def test_a_written_deal_is_read_back(record):
    assert parse_deal(write_deal(record.north, record.south)) == (record.north, record.south)


@pytest.mark.parametrize(
    "text",
    [
        f"{NORTH} {SOUTH}",
        f"  {NORTH}\t{SOUTH} ",
        f"N:{NORTH} - {SOUTH} -",
        f"E:- {SOUTH} - {NORTH}",
        f"S:{SOUTH} - {NORTH} -",
        f"W:- {NORTH} - {SOUTH}",
        f"n:{NORTH.lower()} — {SOUTH} —",
        f"N: {NORTH} - {SOUTH} -",
    ],
)
def test_a_deal_may_start_from_any_seat(text):
    assert parse_deal(text) == (parse_hand(NORTH), parse_hand(SOUTH))


def test_a_deal_of_four_hands_is_refused_as_such():
    four = "N:AKQJ.AQ.AQJ5.KJ9 T92.KJT9.KT9.AQT 876.876.8764.876 543.5432.32.5432"
    assert codes_of(parse_deal, four) == ["four-hands"]
    assert codes_of(parse_deal, four[2:]) == ["four-hands"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("", ["no-deal"]),
        (NORTH, ["two-hands"]),
        (f"{NORTH} {SOUTH} -", ["two-hands"]),
        (f"N:{NORTH} {SOUTH} - -", ["absent-seat", "no-hand"]),
        (f"N:{NORTH} - - -", ["no-hand"]),
        (f"N:{NORTH} {SOUTH}", ["four-places"]),
        ("N:", ["four-places"]),
        (f"Z:{NORTH} - {SOUTH} -", ["no-seat"]),
        (f"K.AQJT.AQ8.KQJT {SOUTH}0", ["hand-size", "no-rank"]),
    ],
)
def test_other_deals_are_refused_with_all_their_faults(text, codes):
    assert codes_of(parse_deal, text) == codes


@given(st.text(alphabet="AKQJT9876543210XDKnE.-— SHDC♠♥♦♣N:\ufe0f", max_size=40) | st.text(max_size=20))
def test_any_text_is_a_hand_and_a_deal_or_faults_within_it(text):
    for parse in (parse_hand, parse_deal):
        assert within(faults_of(parse, text), text)
