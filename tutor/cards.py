"""Cards, suits, strains, seats and hands.

Vocabulary. A *card* is an int 0–51: ``13 * suit + rank``. A *suit* is an int 0–3 in bidding order (clubs, diamonds,
hearts, spades); a *strain* is a suit or no-trump (4). A *rank* is an int 0–12 (deuce to ace). A *seat* is North (0)
or South (1). A *mask* is a set of cards as an int with bit ``card`` set. :class:`Hand` is a friendly face for a mask.

Names here are the canonical ones (``SA``, ``HT``, ``AQ5.K2.-.JT98``). Reading what people type is the business of
:mod:`tutor.notation`.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, TypeAlias

Card: TypeAlias = int
Rank: TypeAlias = int
Mask: TypeAlias = int


class Suit(IntEnum):
    """The four suits, lowest in the auction first."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``C``, ``D``, ``H`` or ``S``."""
        return "CDHS"[self]


class Strain(IntEnum):
    """What a bid names: a trump suit or no-trump, lowest in the auction first."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NOTRUMP = 4

    @property
    def letter(self) -> str:
        """``C``, ``D``, ``H``, ``S`` or ``NT``, as written in calls."""
        return ("C", "D", "H", "S", "NT")[self]


class Seat(IntEnum):
    """The two players."""

    NORTH = 0
    SOUTH = 1

    @property
    def letter(self) -> str:
        """``N`` or ``S``."""
        return "NS"[self]

    @property
    def other(self) -> "Seat":
        """The opponent's seat."""
        return SOUTH if self is NORTH else NORTH


NORTH: Final = Seat.NORTH
SOUTH: Final = Seat.SOUTH
SEATS: Final = (NORTH, SOUTH)
SUITS_HIGH_FIRST: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
STRAINS_LOW_FIRST: Final = tuple(Strain)

RANK_LETTERS: Final = "23456789TJQKA"
SUIT_MASK: Final = 0x1FFF
FULL_DECK: Final[Mask] = (1 << 52) - 1


def make_card(suit: int, rank: Rank) -> Card:
    """The card of *suit* (0–3) and *rank* (0–12)."""
    return 13 * suit + rank


def suit_of(card: Card) -> Suit:
    """The suit of *card*."""
    return Suit(card // 13)


def rank_of(card: Card) -> Rank:
    """The rank of *card*, 0 (deuce) to 12 (ace)."""
    return card % 13


def card_name(card: Card) -> str:
    """The canonical name of *card*: suit letter, rank letter."""
    return suit_of(card).letter + RANK_LETTERS[rank_of(card)]


def bit(card: Card) -> Mask:
    """The mask that holds only *card*."""
    return 1 << card


def suit_bits(mask: Mask, suit: int) -> int:
    """The ranks that *mask* holds in *suit*: 13 bits, the deuce lowest."""
    return (mask >> (13 * suit)) & SUIT_MASK


def cards_of(mask: Mask) -> Iterator[Card]:
    """The cards of *mask* as people hold them: spades, hearts, diamonds, clubs, each from the top."""
    for suit in SUITS_HIGH_FIRST:
        bits = suit_bits(mask, suit)
        while bits:
            rank = bits.bit_length() - 1
            yield 13 * suit + rank
            bits ^= 1 << rank


def mask_of(cards: Iterable[Card]) -> Mask:
    """The mask of *cards*."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def hand_name(mask: Mask) -> str:
    """The hand as it is written: ``AQ5.K2.-.JT98`` (spades.hearts.diamonds.clubs, a void as ``-``)."""
    holdings = []
    for suit in SUITS_HIGH_FIRST:
        bits = suit_bits(mask, suit)
        holdings.append("".join(RANK_LETTERS[r] for r in range(12, -1, -1) if bits >> r & 1) or "-")
    return ".".join(holdings)


class Hand:
    """An immutable set of cards with a card player's vocabulary, over a mask.

    >>> hand = Hand.of(make_card(Suit.SPADES, 12), make_card(Suit.HEARTS, 0))
    >>> str(hand), len(hand), hand.high_card_points
    ('A.2.-.-', 2, 4)
    """

    __slots__ = ("mask",)

    mask: Mask

    def __init__(self, mask: Mask = 0) -> None:
        if not 0 <= mask <= FULL_DECK:
            raise ValueError(f"not a mask of the 52 cards: {mask!r}")
        object.__setattr__(self, "mask", mask)

    @classmethod
    def of(cls, *cards: Card) -> "Hand":
        """The hand of these *cards*."""
        return cls(mask_of(cards))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a hand does not change; make another")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a hand does not change; make another")

    def __reduce__(self) -> tuple[type["Hand"], tuple[Mask]]:
        # Copying and pickling restore attributes by assignment unless told otherwise, and a hand refuses that.
        return Hand, (self.mask,)

    def __iter__(self) -> Iterator[Card]:
        return cards_of(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and 0 <= card < 52 and bool(self.mask >> card & 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __or__(self, other: "Hand") -> "Hand":
        return Hand(self.mask | other.mask)

    def __and__(self, other: "Hand") -> "Hand":
        return Hand(self.mask & other.mask)

    def __sub__(self, other: "Hand") -> "Hand":
        return Hand(self.mask & ~other.mask)

    def __str__(self) -> str:
        return hand_name(self.mask)

    def __repr__(self) -> str:
        return f"<Hand {self}>"

    def holding(self, suit: int) -> tuple[Card, ...]:
        """The cards of *suit*, from the top."""
        return tuple(cards_of(self.mask & (SUIT_MASK << (13 * suit))))

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """The lengths in spades, hearts, diamonds and clubs."""
        spades, hearts, diamonds, clubs = (suit_bits(self.mask, s).bit_count() for s in SUITS_HIGH_FIRST)
        return spades, hearts, diamonds, clubs

    @property
    def high_card_points(self) -> int:
        """Milton Work points: ace 4, king 3, queen 2, jack 1."""
        return sum(max(rank_of(card) - 8, 0) for card in self)
