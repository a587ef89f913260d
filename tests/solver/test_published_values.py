"""Values that three independent solvers agreed on, among them the bridge solver DDS through an exact embedding."""

import pytest

from tests.solver.positions import STRAINS, parse_hand, read_rows, to_mask
from tutor.cards import Seat, Strain
from tutor.rules import Position
from tutor.solver import card_values, trick_table, value

FULL_DEALS = read_rows("full_deals.csv")
SMALL_POSITIONS = read_rows("small_positions.csv")
COLUMNS = {"S": Strain.SPADES, "H": Strain.HEARTS, "D": Strain.DIAMONDS, "C": Strain.CLUBS, "NT": Strain.NOTRUMP}
# In the tables the second hand is called East; it sits South here.
LEADERS = {"N": Seat.NORTH, "E": Seat.SOUTH}
PARTS = 10


def hands(row):
    """The masks of the two hands of a row."""
    return to_mask(parse_hand(row["north"])), to_mask(parse_hand(row["east"]))


def expected_table(row):
    """The trick table of a row: what declarer takes is what the leader, the opponent, leaves."""
    return {
        leader.other: {strain: 13 - int(row[f"lead{letter}_{column}"]) for column, strain in COLUMNS.items()}
        for letter, leader in LEADERS.items()
    }


def test_the_tables_are_complete():
    assert len(FULL_DEALS) == 250
    assert len(SMALL_POSITIONS) == 500


@pytest.mark.parametrize("part", range(PARTS))
def test_the_value_of_each_full_deal_is_the_published_one(part):
    for row in FULL_DEALS[part::PARTS]:
        north, south = hands(row)
        for letter, leader in LEADERS.items():
            for column, strain in COLUMNS.items():
                found = value(Position(north, south, strain, leader))
                assert found == int(row[f"lead{letter}_{column}"]), (row, letter, column)


@pytest.mark.parametrize("part", range(PARTS))
def test_the_trick_table_of_each_full_deal_is_the_published_one(part):
    for row in FULL_DEALS[part::PARTS]:
        assert trick_table(*hands(row)) == expected_table(row), row


@pytest.mark.parametrize("part", range(PARTS))
def test_the_value_of_each_small_position_is_the_published_one(part):
    for row in SMALL_POSITIONS[part::PARTS]:
        north, south = hands(row)
        strain = STRAINS[None if row["strain"] == "N" else row["strain"]]
        expected = int(row["value_north_on_lead"])
        position = Position(north, south, strain, Seat.NORTH)
        assert value(position) == expected, row
        assert max(card_values(position).values()) == expected, row
        assert value(Position(south, north, strain, Seat.SOUTH)) == expected, row
