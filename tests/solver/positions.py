"""Positions for the tests: all of a size, and seeded random ones, for the brute force and for the program.

A *layout* is the cards of the player to play, the cards of the other, the trump suit's letter (None in no-trump) and
the card on the table, which is in neither hand, or None.
"""

import csv
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tests.solver.brute import Card, Cards
from tutor.cards import Mask, Seat, Strain, make_card, mask_of, rank_of, suit_of
from tutor.rules import Position

DATA = Path(__file__).parent.parent / "data" / "solver"
SUITS = "SHDC"
STRAINS = {"C": Strain.CLUBS, "D": Strain.DIAMONDS, "H": Strain.HEARTS, "S": Strain.SPADES, None: Strain.NOTRUMP}
DECK: tuple[Card, ...] = tuple((suit, rank) for suit in SUITS for rank in range(14, 1, -1))


class Layout(NamedTuple):
    """Two hands from the point of view of the player to play."""

    mine: Cards
    theirs: Cards
    trump: str | None
    led: Card | None = None


def to_card(card: Card) -> int:
    """The program's number for *card*."""
    return make_card("CDHS".index(card[0]), card[1] - 2)


def from_card(card: int) -> Card:
    """The brute force's pair for the program's *card*."""
    return suit_of(card).letter, rank_of(card) + 2


def to_mask(cards: Cards) -> Mask:
    """The program's mask for *cards*."""
    return mask_of(to_card(card) for card in cards)


def to_position(layout: Layout, turn: Seat = Seat.NORTH) -> Position:
    """The program's position for *layout*, the player to play sitting at *turn*."""
    hands = to_mask(layout.mine), to_mask(layout.theirs)
    north, south = hands if turn == Seat.NORTH else (hands[1], hands[0])
    led = None if layout.led is None else to_card(layout.led)
    return Position(north, south, STRAINS[layout.trump], turn, led)


def parse_hand(text: str) -> Cards:
    """The cards of a hand written ``AQ5.K2.-.JT98``."""
    return frozenset(
        (suit, "23456789TJQKA".index(rank) + 2)
        for suit, ranks in zip(SUITS, text.split("."), strict=True)
        for rank in ranks
        if rank != "-"
    )


def read_rows(name: str) -> list[dict[str, str]]:
    """The rows of a table in the folder of published values."""
    with (DATA / name).open(newline="", encoding="ascii") as file:
        return list(csv.DictReader(file))


def partitions(total: int, parts: int, largest: int | None = None) -> Iterator[tuple[int, ...]]:
    """All ways to write *total* as *parts* non-increasing numbers, zeros included, none above *largest*."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, total if largest is None else largest), -1, -1):
        for rest in partitions(total - first, parts - 1, first):
            yield (first, *rest)


def all_lengths(cards_each: int, *, notrump: bool) -> Iterator[tuple[int, ...]]:
    """The lengths of the four suits, the trump suit first, the plain ones (in no-trump all four) non-increasing."""
    total = 2 * cards_each
    if notrump:
        yield from partitions(total, 4)
        return
    for trumps in range(total, -1, -1):
        for plain in partitions(total - trumps, 3):
            yield (trumps, *plain)


def all_layouts(cards_each: int, *, notrump: bool) -> Iterator[Layout]:
    """Every ownership of every quadruple of suit lengths; spades are trumps; cards count from the ace down."""
    for lengths in all_lengths(cards_each, notrump=notrump):
        cards = [(suit, 14 - i) for suit, length in zip(SUITS, lengths, strict=True) for i in range(length)]
        for mine in combinations(cards, cards_each):
            yield Layout(frozenset(mine), frozenset(cards).difference(mine), None if notrump else "S")


def with_card_on_table(layout: Layout, led: Card) -> Layout:
    """The layout after the player to play leads *led*, seen by the other."""
    return Layout(layout.theirs, layout.mine - {led}, layout.trump, led)


def random_layout(rng: random.Random, cards_each: int, *, on_table: bool = False) -> Layout:
    """A layout of *cards_each* from one to four suits, in any strain; a card is on the table if *on_table*."""
    suits = rng.sample(SUITS, rng.choice([suits for suits in (1, 2, 3, 4, 4) if 13 * suits >= 2 * cards_each]))
    cards = rng.sample([card for card in DECK if card[0] in suits], 2 * cards_each)
    trump = rng.choice([None, *SUITS, *suits])
    layout = Layout(frozenset(cards[:cards_each]), frozenset(cards[cards_each:]), trump)
    return with_card_on_table(layout, cards[0]) if on_table else layout
