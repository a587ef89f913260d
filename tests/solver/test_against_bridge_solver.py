"""The solver and a four-hand bridge solver agree on every legal card of random positions of every size."""

import random

import pytest

from tests.solver.brute import BruteForce
from tests.solver.oracle import embed, fits, oracle_card_values, random_fitting_layout
from tests.solver.positions import SUITS, Layout, from_card, parse_hand, read_rows, to_position
from tutor.cards import SEATS
from tutor.solver import card_values

# Half of them with a card on the table. Together 13 * (100 + 100) = 2,600 positions.
POSITIONS_OF_A_SIZE = 100


def assert_agrees(layouts):
    """No legal card of any of *layouts* has another value with the bridge solver."""
    for number, layout in enumerate(layouts):
        found = card_values(to_position(layout, SEATS[number % 2]))
        assert {from_card(card): tricks for card, tricks in found.items()} == oracle_card_values(layout), layout


@pytest.mark.parametrize("cards_each", range(1, 14))
def test_every_card_in_notrump_has_the_value_the_bridge_solver_gives_it(cards_each):
    rng = random.Random(2000 + cards_each)
    assert_agrees(
        [
            random_fitting_layout(rng, cards_each, None, on_table=number % 4 >= 2)
            for number in range(POSITIONS_OF_A_SIZE)
        ]
    )


@pytest.mark.parametrize("cards_each", range(1, 14))
def test_every_card_with_trumps_has_the_value_the_bridge_solver_gives_it(cards_each):
    rng = random.Random(3000 + cards_each)
    assert_agrees(
        [
            random_fitting_layout(rng, cards_each, rng.choice(SUITS), on_table=number % 4 >= 2)
            for number in range(POSITIONS_OF_A_SIZE)
        ]
    )


def test_the_embedding_gives_the_published_values_of_full_deals_in_notrump():
    for row in read_rows("full_deals.csv")[:50]:
        north, east = parse_hand(row["north"]), parse_hand(row["east"])
        assert max(oracle_card_values(Layout(north, east, None)).values()) == int(row["leadN_NT"]), row
        assert max(oracle_card_values(Layout(east, north, None)).values()) == int(row["leadE_NT"]), row


def test_the_embedding_gives_the_brute_force_value_of_every_card():
    rng = random.Random(4000)
    for number in range(300):
        trump = rng.choice([None, *SUITS])
        layout = random_fitting_layout(rng, rng.randint(1, 5), trump, on_table=number % 2 == 1)
        expected = BruteForce(trump).card_values(layout.mine, layout.theirs, layout.led)
        assert oracle_card_values(layout) == expected, layout


def test_the_dummies_hold_as_many_cards_as_the_players_and_no_trump():
    rng = random.Random(5000)
    for cards_each in range(1, 14):
        deal, _ = embed(random_fitting_layout(rng, cards_each, "H", on_table=False))
        assert [len(hand) for _, hand in deal] == [cards_each] * 4
        assert len(deal.south.hearts) == len(deal.west.hearts) == 0


def test_the_embedding_fits_exactly_when_four_hands_can_be_made():
    assert fits(13, 13)
    assert not fits(13, 12)
    assert fits(9, 0)
    assert not fits(10, 0)
    ten_each_without_trumps = Layout(parse_hand("AKQJT.AKQJT.-.-"), parse_hand("98765.98765.-.-"), "C")
    with pytest.raises(ValueError, match="South and West find no"):
        embed(ten_each_without_trumps)
