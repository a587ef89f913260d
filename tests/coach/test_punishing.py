"""The cards that punish a mistake, found again by trying all of them."""

import random
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tests.coach.naive_table import BRUTE_CARDS, Table
from tests.solver.positions import random_layout, to_position
from tutor.cards import SEATS, card_name, cards_of
from tutor.coach.reasons.counterfactual import Lowered, OtherLeads, Recast
from tutor.coach.reasons.punishing import costs_nothing_if, loss_if, punishing_cards
from tutor.notation import parse_card, parse_position, write_position
from tutor.solver import card_losses


def opponents(position):
    return [*cards_of(position.hand(position.turn.other)), *([] if position.led is None else [position.led])]


def freed(position, card, cards):
    """Whether *card* costs nothing with *cards* the lowest of their suits, solved by other means."""
    table = Table.read(write_position(position)).lowered(*map(card_name, cards))
    return table.cost(card_name(card)) == 0


def all_answers(position, card):
    """Every single card that will do; where none does, every pair."""
    for count in (1, 2):
        found = [set(cards) for cards in combinations(opponents(position), count) if freed(position, card, cards)]
        if found:
            return found
    return []


def mistakes(rng, cards_each):
    """A random position and its wrong cards."""
    while True:
        position = to_position(random_layout(rng, cards_each, on_table=rng.random() < 0.4), rng.choice(SEATS))
        wrong = [card for card, loss in card_losses(position).items() if loss]
        if wrong:
            return position, wrong


@pytest.mark.parametrize("cards_each", [2, 3, BRUTE_CARDS])
def test_in_small_positions_brute_force_finds_the_same_single_or_pair_or_none(cards_each):
    rng = random.Random(cards_each)
    kinds = set()
    for _ in range(120):
        position, wrong = mistakes(rng, cards_each)
        for card in wrong:
            found, answers = punishing_cards(position, card), all_answers(position, card)
            assert (set(found) in answers) if answers else found == (), (write_position(position), card_name(card))
            kinds.add(len(found))
    assert kinds >= {0, 1, 2} - ({0} if cards_each > 2 else set())


@pytest.mark.parametrize("cards_each", [6, 9, 13])
def test_in_larger_positions_no_single_card_is_missed_when_a_pair_or_none_is_given(cards_each):
    rng = random.Random(cards_each)
    for _ in range(12):
        position, wrong = mistakes(rng, cards_each)
        card = rng.choice(wrong)
        found, answers = punishing_cards(position, card), all_answers(position, card)
        assert (set(found) in answers) if answers else found == (), (write_position(position), card_name(card))


@settings(max_examples=60)
@given(some.positions(), st.randoms(use_true_random=False))
def test_punishing_cards_are_the_opponents_and_lowering_them_frees_the_card(position, rng):
    wrong = [card for card, loss in card_losses(position).items() if loss]
    assume(wrong)
    card = rng.choice(wrong)
    found = punishing_cards(position, card)
    assert set(found) <= set(opponents(position))
    assert len(set(found)) == len(found) <= 2
    if found:
        assert freed(position, card, found)
        assert costs_nothing_if(position, card, Lowered(found))


@settings(max_examples=60)
@given(some.positions(), st.randoms(use_true_random=False))
def test_a_preferred_card_is_named_where_it_will_do(position, rng):
    wrong = [card for card, loss in card_losses(position).items() if loss]
    assume(wrong)
    card = rng.choice(wrong)
    singles = [each for each in opponents(position) if freed(position, card, (each,))]
    for each in singles:
        assert punishing_cards(position, card, (each,)) == (each,)


def test_the_card_on_the_table_can_be_the_one_that_punishes():
    position = parse_position("AJ.-.-.- 2.-.-.- NT N SK")
    assert card_losses(position)[parse_card("SJ")] == 1
    assert punishing_cards(position, parse_card("SJ")) == (parse_card("SK"),)


def test_a_change_under_which_the_card_could_not_be_played_says_nothing():
    position = parse_position("A.K.-.- 2.3.-.- NT N")
    assert loss_if(position, parse_card("SA"), OtherLeads()) is None
    assert not costs_nothing_if(position, parse_card("SA"), OtherLeads())
    in_reply = parse_position("A.KQ.-.- 2.3.-.- NT N S9")
    assert loss_if(in_reply, parse_card("SA"), Recast((parse_card("SA"),), 2)) is not None
