"""The position line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import faults_of, within
from tests.notation.strategies import positions
from tutor.notation import parse_position, write_position


@given(positions())
def test_a_written_position_is_read_back(position):
    assert parse_position(write_position(position)) == position


@given(positions())
def test_writing_again_changes_nothing(position):
    line = write_position(position)
    assert write_position(parse_position(f"  {line.lower()}\t".replace(" ", "  "))) == line


def test_the_line_is_the_one_of_the_design():
    line = "A.-.-.3 -.Q.-.- NT N SK"
    position = parse_position(line)
    assert write_position(position) == line
    assert position.tricks_left == 2


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("", ["position-fields"]),
        ("A.-.-.- -.Q.-.- NT", ["position-fields"]),
        ("A.-.-.- -.Q.-.- NT N SK S2", ["position-fields"]),
        ("A0.-.- -.Q.-.- X E 1", ["four-suits", "no-strain", "no-seat", "no-suit"]),
        ("AK.-.-.- AK.-.-.- S N", ["both-hands"]),
        ("AK.-.-.- -.Q.-.- S N", ["position"]),
        ("A.-.-.- -.Q.-.- S N SK", ["position"]),
        ("AK.-.-.- -.Q.-.- S N SK", ["led-in-hand"]),
        ("-.-.-.- -.-.-.- S N", ["position"]),
        ("-.A.-.- AKQJT98765432.-.-.- S N D2", ["position", "position"]),
    ],
)
def test_all_faults_of_a_position_are_told_at_once(line, codes):
    assert [fault.code for fault in faults_of(parse_position, line)] == codes


def test_each_fault_has_the_column_of_its_field():
    line = "A0.-.-.- -.QX.-.- 8 E 1"
    assert [fault.column for fault in faults_of(parse_position, line)] == [2, 13, 19, 21, 23]


@given(st.text(max_size=30) | st.text(alphabet="AKQJT98.-SHDCN ", max_size=40))
def test_any_text_is_a_position_or_faults_within_it(text):
    assert within(faults_of(parse_position, text), text)
