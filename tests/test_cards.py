"""Cards, masks, seats, and the hand that is a friendly face for a mask."""

import copy
import pickle

import pytest
from hypothesis import given

from tests.strategies import cards, hands, strains, suits
from tutor.cards import (
    FULL_DECK,
    NORTH,
    SOUTH,
    SUITS_HIGH_FIRST,
    Hand,
    Seat,
    Strain,
    Suit,
    bit,
    card_name,
    cards_of,
    hand_name,
    make_card,
    mask_of,
    rank_of,
    suit_bits,
    suit_of,
)

SPADE_ACE = make_card(Suit.SPADES, 12)
HEART_TEN = make_card(Suit.HEARTS, 8)
CLUB_DEUCE = make_card(Suit.CLUBS, 0)


def test_cards_are_numbered_from_the_club_deuce_to_the_spade_ace():
    assert (CLUB_DEUCE, SPADE_ACE) == (0, 51)
    assert [card_name(card) for card in (0, 12, 13, 34, 51)] == ["C2", "CA", "D2", "HT", "SA"]


def test_the_fifty_two_names_are_all_different():
    assert len({card_name(card) for card in range(52)}) == 52


@given(cards())
def test_a_card_is_its_suit_and_its_rank(card):
    assert make_card(suit_of(card), rank_of(card)) == card
    assert suit_bits(bit(card), suit_of(card)) == 1 << rank_of(card)


@pytest.mark.parametrize("number", [-1, 52, 89])
def test_what_is_no_card_has_no_name(number):
    with pytest.raises(ValueError, match="is not a valid Suit"):
        card_name(number)


@given(suits(), strains())
def test_a_suit_and_its_strain_are_written_alike(suit, strain):
    assert Strain(suit).letter == suit.letter
    assert (strain == Strain.NOTRUMP) == (strain.letter == "NT")


def test_the_strains_rise_in_the_order_of_the_auction():
    assert [strain.letter for strain in Strain] == ["C", "D", "H", "S", "NT"]
    assert [suit.letter for suit in SUITS_HIGH_FIRST] == ["S", "H", "D", "C"]


def test_two_seats_sit_opposite():
    assert (NORTH.other, SOUTH.other) == (SOUTH, NORTH)
    assert [seat.letter for seat in Seat] == ["N", "S"]


def test_a_hand_is_written_with_its_voids():
    assert hand_name(0) == "-.-.-.-"
    assert hand_name(bit(SPADE_ACE) | bit(HEART_TEN) | bit(CLUB_DEUCE)) == "A.T.-.2"
    assert hand_name(FULL_DECK) == ".".join(["AKQJT98765432"] * 4)


@given(hands())
def test_cards_come_as_people_hold_them(mask):
    held = list(cards_of(mask))
    assert held == sorted(held, reverse=True)
    assert mask_of(held) == mask
    assert len(held) == mask.bit_count()


@given(hands(), hands())
def test_hands_are_sets_of_cards(one, two):
    left, right = Hand(one), Hand(two)
    first, second = set(left), set(right)
    assert set(left | right) == first | second
    assert set(left & right) == first & second
    assert set(left - right) == first - second
    assert (left == right) == (first == second)
    assert hash(Hand(one)) == hash(left)
    assert len(left) == len(first)
    assert all((card in left) == (card in first) for card in range(52))


@given(hands(13))
def test_a_hand_describes_itself(mask):
    hand = Hand(mask)
    assert sum(hand.shape) == 13
    assert [len(hand.holding(suit)) for suit in SUITS_HIGH_FIRST] == list(hand.shape)
    assert [card for suit in SUITS_HIGH_FIRST for card in hand.holding(suit)] == list(hand)
    points = {"A": 4, "K": 3, "Q": 2, "J": 1}
    assert hand.high_card_points == sum(points.get(card_name(card)[1], 0) for card in hand)
    assert str(hand) == hand_name(mask)
    assert repr(hand) == f"<Hand {hand}>"


def test_all_the_high_card_points_are_forty():
    assert Hand(FULL_DECK).high_card_points == 40
    assert Hand(FULL_DECK).shape == (13, 13, 13, 13)
    assert Hand().shape == (0, 0, 0, 0)


def test_a_hand_holds_only_cards():
    hand = Hand(FULL_DECK)
    for other in (-1, 52, "SA", None, 3.0):
        assert other not in hand
    assert hand != FULL_DECK


@pytest.mark.parametrize("mask", [-1, FULL_DECK + 1, 1 << 60])
def test_what_is_no_set_of_cards_is_no_hand(mask):
    with pytest.raises(ValueError, match="not a mask"):
        Hand(mask)


@pytest.mark.parametrize("card", [-1, 52])
def test_a_hand_of_what_is_no_card_is_refused(card):
    with pytest.raises(ValueError, match=r"negative shift|not a mask"):
        Hand.of(card)


def test_a_hand_does_not_change():
    hand = Hand.of(SPADE_ACE)
    with pytest.raises(AttributeError, match="does not change"):
        hand.mask = 0
    with pytest.raises(AttributeError, match="does not change"):
        del hand.mask
    assert hand == Hand.of(SPADE_ACE)


@given(hands())
def test_a_hand_can_be_copied_and_sent_to_another_process(mask):
    hand = Hand(mask)
    assert copy.copy(hand) == copy.deepcopy(hand) == pickle.loads(pickle.dumps(hand)) == hand
