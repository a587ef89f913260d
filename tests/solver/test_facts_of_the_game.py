"""Facts about all positions up to a size, proved by trying them all. The search and the lessons rest on them."""

import random
from itertools import pairwise

import pytest

from tests.solver.brute import BruteForce, legal_replies, reply_wins
from tests.solver.positions import Layout, all_layouts, random_layout, to_position, with_card_on_table
from tutor.solver import value

BOTH = pytest.mark.parametrize("notrump", [False, True])


def brute_value(layout, brutes):
    """The brute-force value of *layout*; *brutes* keeps one brute force for each strain."""
    if layout.trump not in brutes:
        brutes[layout.trump] = BruteForce(layout.trump)
    return brutes[layout.trump].value(layout.mine, layout.theirs, layout.led)


def cards_worth_trying(layout):
    """The lowest winner and the lowest loser of the suit led; or, void in it, the lowest card of each suit."""
    lowest = {}
    for card in legal_replies(layout.mine, layout.led):
        kind = card[0], reply_wins(layout.led, card, layout.trump)
        if kind not in lowest or card < lowest[kind]:
            lowest[kind] = card
    return set(lowest.values())


def promotions(layout):
    """Each layout that differs in one card of the player to play, swapped for the opponent's next higher one."""
    owned = sorted(layout.mine | layout.theirs)
    for lower, higher in pairwise(owned):
        if lower[0] == higher[0] and lower in layout.mine and higher in layout.theirs:
            mine, theirs = layout.mine - {lower} | {higher}, layout.theirs - {higher} | {lower}
            yield Layout(mine, theirs, layout.trump)


def other_on_lead(layout):
    """The same two hands with the other player on lead."""
    return Layout(layout.theirs, layout.mine, layout.trump)


@BOTH
@pytest.mark.parametrize("cards_each", [1, 2, 3, 4])
def test_the_follower_need_only_try_the_lowest_winner_and_the_lowest_loser(cards_each, notrump):
    brute = BruteForce(None if notrump else "S")
    for layout in all_layouts(cards_each, notrump=notrump):
        for led in layout.mine:
            reply = with_card_on_table(layout, led)
            values = brute.card_values(reply.mine, reply.theirs, led)
            assert max(values[card] for card in cards_worth_trying(reply)) == max(values.values()), reply


@BOTH
@pytest.mark.parametrize("cards_each", [1, 2, 3, 4])
def test_a_higher_discard_or_ruff_is_never_better_than_the_lowest_of_its_suit(cards_each, notrump):
    brute = BruteForce(None if notrump else "S")
    for layout in all_layouts(cards_each, notrump=notrump):
        for led in layout.mine:
            if any(card[0] == led[0] for card in layout.theirs):
                continue
            values = brute.card_values(layout.theirs, layout.mine - {led}, led)
            for card, tricks in values.items():
                lowest = min(other for other in layout.theirs if other[0] == card[0])
                assert tricks <= values[lowest], (layout, led, card)


@BOTH
@pytest.mark.parametrize("cards_each", [1, 2, 3])
def test_swapping_a_card_for_the_next_higher_one_never_costs_its_holder_a_trick(cards_each, notrump):
    brutes = {}
    for layout in all_layouts(cards_each, notrump=notrump):
        on_lead, off_lead = brute_value(layout, brutes), cards_each - brute_value(other_on_lead(layout), brutes)
        for better in promotions(layout):
            assert brute_value(better, brutes) >= on_lead, (layout, better)
            assert cards_each - brute_value(other_on_lead(better), brutes) >= off_lead, (layout, better)


@BOTH
@pytest.mark.parametrize("cards_each", [1, 2, 3, 4])
def test_being_on_lead_costs_at_most_one_trick(cards_each, notrump):
    brutes = {}
    for layout in all_layouts(cards_each, notrump=notrump):
        on_lead, off_lead = brute_value(layout, brutes), cards_each - brute_value(other_on_lead(layout), brutes)
        assert on_lead >= off_lead - 1, layout


def test_being_on_lead_can_cost_a_trick():
    # King and queen against ace and two: whoever leads the suit gives the other the better of it.
    layout = Layout(frozenset([("S", 14), ("S", 12)]), frozenset([("S", 13), ("S", 2)]), None)
    assert BruteForce(None).value(layout.mine, layout.theirs) == 1
    assert 2 - BruteForce(None).value(layout.theirs, layout.mine) == 2


@pytest.mark.parametrize("seed", range(5))
def test_the_solver_knows_these_facts_in_larger_positions_too(seed):
    rng = random.Random(12_000 + seed)
    for cards_each in range(5, 11):
        layout = random_layout(rng, cards_each)
        on_lead = value(to_position(layout))
        off_lead = cards_each - value(to_position(other_on_lead(layout)))
        assert on_lead >= off_lead - 1, layout
        for better in promotions(layout):
            assert value(to_position(better)) >= on_lead, (layout, better)
            assert cards_each - value(to_position(other_on_lead(better))) >= off_lead, (layout, better)
