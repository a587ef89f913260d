"""The solver and the brute force agree on every legal card, with a card on the table and without."""

import random

import pytest

from tests.solver.brute import BruteForce
from tests.solver.positions import all_layouts, from_card, random_layout, to_position, with_card_on_table
from tutor.cards import SEATS
from tutor.solver import card_values, value

# One batch: positions by cards each, half of each with a card on the table. Sixteen batches make 3,360 positions.
BATCH = {1: 10, 2: 40, 3: 50, 4: 60, 5: 40, 6: 10}
BATCHES = 16


def assert_agrees(layout, brute, turn):
    """The solver gives the tricks of the brute force for every legal card and for the position."""
    position = to_position(layout, turn)
    expected = brute.card_values(layout.mine, layout.theirs, layout.led)
    found = card_values(position)
    assert {from_card(card): tricks for card, tricks in found.items()} == expected, layout
    assert list(found) == list(position.play.legal()), layout
    assert value(position) == max(expected.values()), layout


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_card_of_random_small_positions_has_its_brute_force_value(batch):
    rng = random.Random(1000 + batch)
    for cards_each, count in BATCH.items():
        for number in range(count):
            layout = random_layout(rng, cards_each, on_table=number % 2 == 1)
            assert_agrees(layout, BruteForce(layout.trump), SEATS[number // 2 % 2])


@pytest.mark.parametrize("cards_each", [1, 2, 3])
@pytest.mark.parametrize("notrump", [False, True])
def test_every_card_of_every_position_up_to_three_cards_each_has_its_brute_force_value(cards_each, notrump):
    brute = BruteForce(None if notrump else "S")
    for layout in all_layouts(cards_each, notrump=notrump):
        assert_agrees(layout, brute, SEATS[0])
        for led in layout.mine:
            assert_agrees(with_card_on_table(layout, led), brute, SEATS[1])
