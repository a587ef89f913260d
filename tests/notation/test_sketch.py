"""A hand that is being put together is judged as far as it goes, and every change gives a new sketch."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.strategies import bare_records, positions
from tests.web.texts import FINISHED
from tutor.cards import NORTH, SOUTH
from tutor.notation import parse_card, parse_deal, parse_position, read_pbn, write_position
from tutor.notation.sketch import FIELDS, Sketch, judge_sketch
from tutor.rules import DOUBLE, PASS, Phase, make_bid

HANDS = ("8.KT9743.T7.KQ63", "AJT9754.6.J865.9")
ACE, KING, TWO = parse_card("SA"), parse_card("SK"), parse_card("S2")


def deal(**fields) -> Sketch:
    return Sketch(*HANDS, **fields)


def told(sketch: Sketch) -> list[tuple[str, str, int]]:
    """The faults of a sketch: the field, the code, the column."""
    faults = judge_sketch(sketch).faults
    return [(where, fault.code, fault.column) for where in FIELDS for fault in faults.get(where, ())]


def test_an_empty_board_is_no_fault():
    found = judge_sketch(Sketch())
    assert (found.kind, found.faults, found.record, found.position) == ("empty", {}, None, None)
    assert [str(message) for message in found.missing] == ["Give cards to North and to South."]


def test_two_whole_hands_are_a_deal_at_the_start_of_its_auction():
    found = judge_sketch(deal(dealer="S", rules="penalty"))
    assert (found.kind, found.faults) == ("deal", {})
    assert (found.record.north, found.record.south) == parse_deal(" ".join(HANDS))
    assert (found.record.dealer, str(found.record.ruleset), found.record.calls) == (SOUTH, "penalty", None)
    assert (found.deal.phase, found.deal.turn) == (Phase.AUCTION, SOUTH)


def test_calls_and_cards_lead_on():
    found = judge_sketch(deal(calls="1H 1S Pass", played="H9 H6 HK"))
    assert found.faults == {}
    assert str(found.record.contract) == "1S S"
    assert (found.deal.phase, found.deal.turn) == (Phase.PLAY, SOUTH)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"calls": "1H 1C"}, [("calls", "bid-higher", 4)]),
        ({"calls": "1H 1Q"}, [("calls", "no-call", 4)]),
        ({"calls": "Pass Pass", "played": "H9"}, [("played", "play-without-contract", 1)]),
        ({"calls": "1H 1S Pass", "played": "H9 H6 DJ"}, [("played", "other-hand", 7)]),
        ({"calls": "1H 1S Pass", "played": "H9 ZZ"}, [("played", "no-suit", 4)]),
        ({"calls": "1Q", "played": "H9 ZZ"}, [("calls", "no-call", 1), ("played", "no-suit", 4)]),
        ({"contract": "4S"}, [("contract", "no-contract", 1)]),
        ({"calls": "1H 1S Pass", "contract": "4S S"}, [("contract", "contract-contradicts", 1)]),
        ({"rules": "harsh"}, [("rules", "no-preset", 1)]),
        ({"dealer": "E"}, [("dealer", "no-seat", 1)]),
        ({"rules": "penalty,doubling=false", "calls": "1H X"}, [("calls", "no-doubling", 4)]),
    ],
)
def test_what_is_wrong_stands_in_its_field_at_its_column(fields, expected):
    assert told(deal(**fields)) == expected
    assert judge_sketch(deal(**fields)).record is None


@pytest.mark.parametrize(
    ("north", "south", "expected"),
    [
        ("AKX...", "QJT...", [("north", "no-rank", 3)]),
        ("AK...", "AQ...", [("south", "both-hands", 1)]),
        ("AA...", "KQ...", [("north", "card-twice", 2)]),
        ("AK", "QJ...", [("north", "four-suits", 1)]),
        ("AKQJT98765432.A..", "", [("north", "hand-size", 1)]),
    ],
)
def test_what_is_wrong_with_a_hand_leaves_what_could_be_read_of_it(north, south, expected):
    found = judge_sketch(Sketch(north, south))
    assert told(Sketch(north, south)) == expected
    assert found.record is None
    assert found.position is None
    if north != "AK":
        assert found.hands[0] >> ACE & 1


@given(positions())
def test_every_position_comes_back_from_its_fields(position):
    found = judge_sketch(Sketch.of_position(position))
    if position.north.bit_count() == position.south.bit_count() == 13:
        assert found.kind == "deal"
    else:
        assert (found.kind, found.position, found.faults) == ("position", position, {})


@given(bare_records())
def test_every_hand_comes_back_from_its_fields_but_for_its_draw_phase_and_claim(record):
    found = judge_sketch(Sketch.of_record(record))
    assert found.faults == {}
    made = found.record
    assert (made.north, made.south, made.dealer, made.ruleset) == (
        record.north, record.south, record.dealer, record.ruleset,
    )  # fmt: skip
    assert (made.calls or None, made.contract, made.played) == (record.calls or None, record.contract, record.played)
    assert (made.draw, made.claimed) == (None, None)


def test_hands_of_unequal_length_say_what_is_wanting():
    found = judge_sketch(Sketch("AK...", "Q..."))
    assert (found.kind, found.faults) == ("building", {})
    assert "as many cards each" in str(found.missing[0])


def test_a_card_on_the_table_makes_a_position_of_a_hand_with_one_card_less():
    found = judge_sketch(Sketch("AK...", "Q...", strain="H", turn="N", led="SJ"))
    assert write_position(found.position) == "AK.-.-.- Q.-.-.- H N SJ"
    assert told(Sketch("AK...", "Q...", led="SQ")) == [("led", "led-in-hand", 1)]
    assert told(Sketch("AK...", "Q...", led="SX")) == [("led", "no-rank", 2)]


def test_a_card_goes_round_from_neither_hand_to_north_to_south_and_back():
    sketch = Sketch()
    owners = []
    for _ in range(4):
        owners.append(sketch.owner(ACE))
        sketch = sketch.turned(ACE)
    assert owners == [None, NORTH, SOUTH, None]


def test_a_card_is_given_to_one_hand_and_is_no_longer_in_the_other():
    sketch = Sketch("AK...", "").given(KING, SOUTH)
    assert (sketch.north, sketch.south) == ("A.-.-.-", "K.-.-.-")
    assert sketch.given(KING, None).south == ""
    assert Sketch("AK...", "A...").given(ACE, NORTH).south == ""


def test_faults_of_the_hands_hide_no_others():
    assert told(Sketch("AK...", "AQ...", led="SX")) == [("south", "both-hands", 1), ("led", "no-rank", 2)]


def test_calls_and_cards_are_added_and_taken_back_one_by_one():
    sketch = deal()
    for action in (make_bid(1, 3), DOUBLE, PASS, parse_card("H9")):
        sketch = sketch.acted(action)
    assert (sketch.calls, sketch.played) == ("1S X Pass", "H9")
    sketch = sketch.undone()
    assert (sketch.calls, sketch.played) == ("1S X Pass", "")
    assert sketch.undone().calls == "1S X"
    assert deal().undone() == deal()


def test_sides_change_with_all_that_goes_with_them_and_twice_is_as_before():
    sketch = deal(contract="4SX N", turn="S", played="HK")
    other = sketch.swapped()
    assert (other.north, other.south, other.dealer, other.turn, other.contract) == (*HANDS[::-1], "S", "N", "4SX S")
    assert other.swapped() == sketch


def test_the_sample_with_its_sides_changed_is_as_legal_as_before():
    (record,) = read_pbn(FINISHED).records
    found = judge_sketch(Sketch.of_record(record).swapped())
    assert found.faults == {}
    assert found.record.contract.declarer is record.contract.declarer.other
    assert found.record.tricks == record.tricks[::-1]


@given(st.integers(0, 2**32))
def test_random_hands_are_a_deal_and_keep_dealer_and_rules(seed):
    found = judge_sketch(deal(dealer="S", rules="level", calls="1H").shuffled(random.Random(seed)))
    assert (found.kind, found.faults) == ("deal", {})
    assert (found.record.dealer, str(found.record.ruleset), found.record.calls) == (SOUTH, "level", None)


def test_clearing_takes_all_but_the_rules():
    assert deal(rules="level", calls="1H", led="SA").cleared() == Sketch(rules="level")


@given(st.fixed_dictionaries({name: st.text(max_size=12) for name in FIELDS}))
def test_whatever_stands_in_the_fields_is_judged_and_changed_without_a_crash(fields):
    sketch = Sketch(**fields)
    judge_sketch(sketch)
    for changed in (sketch.turned(TWO), sketch.acted(PASS), sketch.undone(), sketch.swapped(), sketch.cleared()):
        judge_sketch(changed)


def test_a_position_line_and_the_fields_say_the_same():
    line = "AQ5.K2.-.T KJ4.3.A2.- H S D9"
    with pytest.raises(Exception, match="one card more"):
        parse_position(line)
    assert "one card more" in str(
        judge_sketch(Sketch("AQ5.K2.-.T", "KJ4.3.A2.-", strain="H", turn="S", led="D9")).missing
    )
