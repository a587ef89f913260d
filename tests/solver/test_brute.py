"""The brute force itself: what it says must agree with values that others have published."""

import pytest

from tests.solver.brute import BruteForce, reply_wins
from tests.solver.positions import Layout, all_layouts, parse_hand, read_rows

TRUMP_SUMS = {1: 5, 2: 74, 3: 749, 4: 6055}
NOTRUMP_SUMS = {1: 3, 2: 43, 3: 350, 4: 2551}


@pytest.mark.parametrize(("cards_each", "total"), TRUMP_SUMS.items())
def test_brute_force_reaches_the_published_sum_with_trumps(cards_each, total):
    brute = BruteForce("S")
    assert sum(brute.value(x.mine, x.theirs) for x in all_layouts(cards_each, notrump=False)) == total


@pytest.mark.parametrize(("cards_each", "total"), NOTRUMP_SUMS.items())
def test_brute_force_reaches_the_published_sum_in_notrump(cards_each, total):
    brute = BruteForce(None)
    assert sum(brute.value(x.mine, x.theirs) for x in all_layouts(cards_each, notrump=True)) == total


def test_brute_force_agrees_with_the_published_small_positions_up_to_six_cards():
    small = [row for row in read_rows("small_positions.csv") if len(parse_hand(row["north"])) <= 6]
    assert len(small) > 150
    for row in small:
        trump = None if row["strain"] == "N" else row["strain"]
        layout = Layout(parse_hand(row["north"]), parse_hand(row["east"]), trump)
        assert BruteForce(trump).value(layout.mine, layout.theirs) == int(row["value_north_on_lead"]), row


def test_brute_force_knows_who_wins_a_trick():
    assert reply_wins(("H", 10), ("H", 11), None)
    assert not reply_wins(("H", 10), ("H", 9), "H")
    assert not reply_wins(("H", 10), ("S", 14), None)
    assert reply_wins(("H", 10), ("S", 2), "S")
    assert not reply_wins(("S", 2), ("H", 14), "S")
