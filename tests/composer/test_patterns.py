"""Patterns: what is left of a position when only the order of its cards counts."""

import random

import pytest
from hypothesis import given

from tests.composer.positions import positions, suits_swapped
from tutor.composer.patterns import Pattern
from tutor.notation import parse_position
from tutor.rules import Position
from tutor.solver import value


@given(positions())
def test_a_pattern_has_a_position_of_the_same_pattern_and_value(position: Position):
    pattern = Pattern.of(position)
    assert Pattern.of(pattern.position) == pattern
    assert value(pattern.position) == value(position)


@given(positions())
def test_the_order_of_the_plain_suits_makes_no_other_puzzle(position: Position):
    order = list(range(4))
    random.Random(position.north).shuffle(order)
    other = suits_swapped(position, order)
    assert Pattern.of(other).standard == Pattern.of(position).standard
    assert value(other) == value(position)


@given(positions())
def test_turning_the_table_makes_no_other_puzzle(position: Position):
    other = Position(position.south, position.north, position.strain, position.turn.other, position.led)
    assert Pattern.of(other).standard == Pattern.of(position).standard


@pytest.mark.parametrize(
    "other",
    [
        "A2.K.-.- K.A.-.2 NT S",  # the other seat to play
        "A2.K.-.- K.A.-.2 S N",  # another strain
        "AK.K.-.- 2.A.-.2 NT N",  # another order within a suit
    ],
)
def test_what_changes_the_play_makes_another_puzzle(other: str):
    mine = parse_position("A2.K.-.- K.A.-.2 NT N")
    assert Pattern.of(parse_position(other)).standard != Pattern.of(mine).standard
