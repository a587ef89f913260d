"""Positions once more, on other data: what the themes and the changed positions are checked with.

A position is four lists of cards from the lowest up, one for each suit. A card is its name, which it keeps when it is
moved to another place or suit, and its owner: ``N``, ``S``, or ``T`` when it lies on the table. Small positions are
valued by the brute force, larger ones by the program; the lines of best play are the program's.
"""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

from tests.solver.brute import BruteForce
from tests.solver.positions import Layout, to_position
from tutor.cards import card_name
from tutor.notation import parse_position
from tutor.solver import best_line, card_values

SUITS = "CDHS"
RANKS = "23456789TJQKA"
BRUTE_CARDS = 4
"""So many cards each the brute force values in no time."""
OTHER = {"N": "S", "S": "N"}


class Trick(NamedTuple):
    """A trick of a line: who led, both cards, who won."""

    leader: str
    lead: str
    reply: str
    winner: str


@dataclass(frozen=True)
class Table:
    """A position; see the module's docstring. *suits* goes by ``CDHS``."""

    suits: tuple[tuple[tuple[str, str], ...], ...]
    trump: str | None
    turn: str

    @classmethod
    def read(cls, line: str) -> "Table":
        """The position that a position line writes."""
        north, south, strain, turn, *led = line.split()
        owner = {led[0]: "T"} if led else {}
        for seat, hand in (("N", north), ("S", south)):
            for suit, ranks in zip("SHDC", hand.split("."), strict=True):
                owner |= {suit + rank: seat for rank in ranks.replace("-", "")}
        suits = tuple(tuple((suit + r, owner[suit + r]) for r in RANKS if suit + r in owner) for suit in SUITS)
        return cls(suits, None if strain == "NT" else strain, turn)

    @cached_property
    def place(self) -> dict[str, tuple[str, int]]:
        """The suit letter of every card and how many are below it there."""
        return {
            name: (letter, i)
            for letter, cards in zip(SUITS, self.suits, strict=True)
            for i, (name, _) in enumerate(cards)
        }

    @cached_property
    def led(self) -> str | None:
        """The card on the table."""
        return next(iter(self.owned("T")), None)

    def owned(self, owner: str) -> list[str]:
        """The names of the cards of *owner*, suit by suit from the lowest up."""
        return [name for cards in self.suits for name, whose in cards if whose == owner]

    def holding(self, owner: str, suit: str | None) -> list[str]:
        """Those of one suit."""
        return [name for name in self.owned(owner) if self.place[name][0] == suit]

    def possible(self) -> bool:
        """Whether there is such a position."""
        return all(len(cards) <= len(RANKS) for cards in self.suits) and len(self.owned(self.turn)) <= len(RANKS)

    @cached_property
    def values(self) -> dict[str, int]:
        """Tricks from now on of the seat to play, by each card it may play."""
        there = {name: (suit, i + 2) for name, (suit, i) in self.place.items()}
        back = {card: name for name, card in there.items()}
        mine, theirs = (frozenset(there[c] for c in self.owned(seat)) for seat in (self.turn, OTHER[self.turn]))
        led = None if self.led is None else there[self.led]
        if len(mine) <= BRUTE_CARDS:
            found = _brute(self.trump).card_values(mine, theirs, led)
            return {back[card]: tricks for card, tricks in found.items()}
        found = card_values(to_position(Layout(mine, theirs, self.trump, led)))
        return {back[SUITS[card // 13], card % 13 + 2]: tricks for card, tricks in found.items()}

    @property
    def value(self) -> int:
        """Tricks from now on of the seat to play."""
        return max(self.values.values()) if self.owned(self.turn) else 0

    def value_for(self, seat: str) -> int:
        """Tricks from now on of *seat*, no card being on the table."""
        return self.value if seat == self.turn else len(self.owned(seat)) - self.value

    def cost(self, card: str) -> int | None:
        """Tricks that *card* gives away; None where it may not be played or there is no such position."""
        return self.value - self.values[card] if self.possible() and card in self.values else None

    def takes(self, card: str) -> bool:
        """Whether *card* wins the trick on the table."""
        if self.led is None:
            return False
        (suit, above), (led_suit, low) = self.place[card], self.place[self.led]
        return above > low if suit == led_suit else suit == self.trump

    def lowered(self, *cards: str) -> "Table":
        """With each of *cards* the lowest of its suit."""
        return replace(self, suits=tuple(tuple(sorted(suit, key=lambda c: c[0] not in cards)) for suit in self.suits))

    def recast(self, cards: list[str], suit: str) -> "Table":
        """With *cards* the lowest of *suit*."""
        owners = {name: owner for held in self.suits for name, owner in held}
        moved = tuple(
            (card, owners[card]) for card in sorted(cards, key=lambda c: (SUITS.index(c[0]), RANKS.index(c[1])))
        )
        rest = [tuple(card for card in held if card[0] not in cards) for held in self.suits]
        return replace(
            self,
            suits=tuple(moved + held if letter == suit else held for letter, held in zip(SUITS, rest, strict=True)),
        )

    def spare(self, suit: str) -> "Table":
        """With two new cards, the lowest of *suit*: ``idle`` for the seat to play, and below it one for the other."""
        new = (("low", OTHER[self.turn]), ("idle", self.turn))
        return replace(
            self,
            suits=tuple(new + held if letter == suit else held for letter, held in zip(SUITS, self.suits, strict=True)),
        )

    def other_leads(self) -> "Table":
        """With the other seat to play."""
        return replace(self, turn=OTHER[self.turn])

    def played(self, card: str) -> "Table":
        """After *card*."""
        if self.led is None:
            suits = tuple(tuple((c, "T" if c == card else o) for c, o in held) for held in self.suits)
            return replace(self, suits=suits, turn=OTHER[self.turn])
        suits = tuple(tuple((c, o) for c, o in held if c not in (card, self.led)) for held in self.suits)
        return replace(self, suits=suits, turn=self.turn if self.takes(card) else OTHER[self.turn])

    def line(self) -> list[str]:
        """The program's line of best play. Only where no card has been moved."""
        if not self.owned(self.turn):
            return []
        hands = [
            ".".join("".join(c[1] for c in reversed(self.holding(seat, suit))) or "-" for suit in "SHDC")
            for seat in "NS"
        ]
        text = " ".join([*hands, self.trump or "NT", self.turn, *([] if self.led is None else [self.led])])
        return [card_name(card) for card in best_line(parse_position(text))]


@cache
def _brute(trump: str | None) -> BruteForce:
    return BruteForce(trump)
