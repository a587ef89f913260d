"""Lines with two hands each are records of nothing but the hands; a line with more to it is a position."""

import pytest
from hypothesis import given

from tests.notation.games import DEAL, GOOD, NORTH, SOUTH
from tests.notation.strategies import positions
from tutor.cards import Seat
from tutor.notation import NotationError, Record, parse_deal, parse_position, read_records, write_json, write_position
from tutor.notation.deal_lines import line_kind, read_position_line
from tutor.rules import LEVEL, WRITTEN

HANDS = f"{NORTH} {SOUTH}"
RECORD = Record(*parse_deal(HANDS), Seat.NORTH, WRITTEN)
POSITION = "AQ5.K2.-.T KJ4.3.A2.- NT N"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (HANDS, "deals"),
        (f"\ufeff\n% a comment\n  {HANDS.lower()}\n", "deals"),
        (f"N:{NORTH} - {SOUTH} -", "deals"),
        (f"W:- {NORTH} - {SOUTH}", "deals"),
        (f"N: {NORTH} - {SOUTH} -", "deals"),
        (NORTH, "deals"),
        (f"{NORTH} - {SOUTH} -", "deals"),
        (f"{NORTH} {SOUTH} {NORTH} {SOUTH}", "deals"),
        (".JT85.Q9.AK KJ9.A.-.Q", "deals"),
        ("♠AQ♥K2♦T9 ♠K♥A♦Q♣J", "deals"),
        ("SAQ.HK2.D-.CT SK.HA.DQ.C-", "deals"),
        (POSITION, "position"),
        (f"{POSITION} SA", "position"),
        (POSITION.lower(), "position"),
        (f"{HANDS} spades N", "position"),
        ("AQ5.K2.-.T KJ4.3.A2.- NT", "position"),
        (GOOD, None),
        (DEAL, None),
        ("{a comment}\n" + GOOD, None),
        ("", None),
        ("Dear Sol,\n\nthank you.", None),
        ("e.g. i.e.", None),
        ("Oh. Well. No. Yes", None),
        ("N: the north hand", "deals"),
        ("1.2.3.4.5", None),
        ("[Deal", None),
    ],
)
def test_the_first_line_that_holds_something_tells_what_a_text_is(text, kind):
    assert line_kind(text) == kind


def test_a_deal_line_is_a_record_of_its_hands_and_what_was_taken_for_granted_is_said():
    result = read_records(HANDS)
    assert (result.records, result.faults, result.games, result.lines, result.total) == ((RECORD,), (), (1,), (1,), 1)
    (note,) = result.notes
    assert (note.line, note.game, note.code) == (1, None, "taken-for-granted")
    assert str(note.message) == (
        "Two hands alone name neither dealer nor rules: North deals, and the rules are written."
    )


@pytest.mark.parametrize(
    ("ruleset", "dealer", "said"),
    [
        (LEVEL, None, ["Two hands alone do not name the dealer: North deals."]),
        (None, Seat.SOUTH, ["Two hands alone name no rules: the rules are written."]),
        (LEVEL, Seat.SOUTH, []),
    ],
)
def test_what_whoever_reads_them_says_is_taken_and_needs_no_word(ruleset, dealer, said):
    result = read_records(HANDS, ruleset=ruleset, dealer=dealer)
    (record,) = result.records
    assert (record.ruleset, record.dealer) == (ruleset or WRITTEN, Seat.NORTH if dealer is None else dealer)
    assert [str(note.message) for note in result.notes] == said


def test_a_dealer_given_beside_the_text_helps_a_game_that_names_none_and_no_other():
    without = DEAL.split("\n", 1)[1]
    assert [fault.code for fault in read_records(without).faults] == ["no-dealer"]
    assert read_records(without, dealer=Seat.SOUTH).records[0].dealer is Seat.SOUTH
    assert read_records(DEAL, dealer=Seat.SOUTH).records[0].dealer is Seat.NORTH


def test_deals_keep_the_numbers_of_their_lines_and_a_bad_one_spoils_no_other():
    result = read_records(f"% two deals\n{HANDS}\n\n{NORTH} {NORTH}\n{HANDS}\r\n{GOOD.splitlines()[0]}")
    assert (result.games, result.lines, result.total) == ((1, 3), (2, 5), 4)
    assert {(fault.line, fault.game) for fault in result.faults} == {(4, 2), (6, 4)}
    assert "both hands" in str(result.faults[0])


def test_the_place_of_a_fault_is_its_column_in_the_line():
    (fault,) = read_records(f"\n  {HANDS.replace('AQT9', 'AQX9')}").faults
    assert (fault.line, fault.column, fault.code) == (2, 3 + len(NORTH) + 1 + 2, "no-rank")


def test_four_hands_are_refused_as_such():
    (fault,) = read_records(f"{NORTH} {SOUTH} {NORTH} {SOUTH}").faults
    assert fault.code == "four-hands"


@pytest.mark.parametrize(
    "before", ["; from the club\n", "{a comment}\n", "{over two\nlines}\n", "% none\n; another\n\n", "{c} "]
)
def test_comments_stand_anywhere_beside_deals(before):
    result = read_records(f"{before}{HANDS} ; the first\n{{between}}\n{HANDS}\n")
    assert (len(result.records), result.faults) == (2, ())
    (fault,) = read_records(f"{before}{HANDS[:-1]}\n").faults
    assert fault.line == before.count("\n") + 1


def test_a_position_is_no_hand_and_that_is_said():
    (fault,) = read_records(f"\n{POSITION}\n").faults
    assert (fault.line, fault.code) == (2, "position-line")
    assert "writes a position" in str(fault)


@given(positions())
def test_every_position_that_can_be_written_is_told_and_read_back(position):
    line = write_position(position)
    assert line_kind(line) == "position"
    assert read_position_line(f"\n% one\n{line}\r\n") == position


def test_one_position_is_read_at_a_time_and_its_faults_stand_in_the_text():
    with pytest.raises(NotationError) as caught:
        read_position_line(f"{POSITION}\n{POSITION}\n")
    assert [(fault.line, fault.code) for fault in caught.value.faults] == [(2, "second-position")]
    with pytest.raises(NotationError) as caught:
        read_position_line("\nAQ5.K2.-.T KJ4.3.A2.- ZZ N")
    (fault,) = caught.value.faults
    assert (fault.line, fault.column) == (2, 23)
    assert parse_position(POSITION)


def test_what_is_read_of_lines_can_be_exported_and_read_again():
    (record,) = read_records(HANDS).records
    assert read_records(write_json([record])).records == (record,)
