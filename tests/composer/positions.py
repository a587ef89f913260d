"""Positions of few cards, and what makes the same puzzle of one."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tutor.cards import SEATS, Card, Mask, Strain, cards_of, mask_of
from tutor.rules import Position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of two to five cards each, with or without a card on the table."""
    count = draw(st.integers(2, 5))
    cards = draw(st.lists(st.integers(0, 51), min_size=2 * count, max_size=2 * count, unique=True))
    turn, reply = draw(st.sampled_from(SEATS)), draw(st.booleans())
    mine, theirs = cards[:count], cards[count:]
    led = theirs.pop() if reply else None
    hands = {turn: mask_of(mine), turn.other: mask_of(theirs)}
    return Position(hands[SEATS[0]], hands[SEATS[1]], draw(st.sampled_from(Strain)), turn, led)


def suits_swapped(position: Position, order: Sequence[int]) -> Position:
    """The position with suit *s* called ``order[s]`` instead, the trump suit as well."""

    def card(old: Card) -> Card:
        return 13 * order[old // 13] + old % 13

    def hand(old: Mask) -> Mask:
        return mask_of(card(each) for each in cards_of(old))

    strain = position.strain if position.strain == Strain.NOTRUMP else Strain(order[position.strain])
    led = None if position.led is None else card(position.led)
    return Position(hand(position.north), hand(position.south), strain, position.turn, led)
