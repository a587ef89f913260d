"""Positions as four rows of cards, each with its owner: what the claims of the coach are made again with.

A row is a suit from its lowest card up, a pair of a card and where it is: in North's hand (0), in South's (1) or on the
table (2). A change of a position takes cards out of a row and puts them back at another place; only the order counts.
Cards keep their numbers wherever they are put, so that what is said of them is looked up by the real card.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from tutor.cards import Seat, Strain
from tutor.rules import Play, Position
from tutor.solver import card_values, value

TABLE = 2
YOURS, THEIRS = 100, 101
"""Two new cards: one for the seat to play, one for the other."""

Row = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Both hands and the table; *turn* is the seat to play, *strain* the trump suit or 4."""

    rows: tuple[Row, ...]
    strain: int
    turn: int

    @classmethod
    def of(cls, play: Play) -> "Layout":
        rows = []
        for suit in range(4):
            row = []
            for card in range(13 * suit, 13 * suit + 13):
                if card == play.led:
                    row.append((card, TABLE))
                row += [(card, seat) for seat in (0, 1) if play.hands[seat] >> card & 1]
            rows.append(tuple(row))
        return cls(tuple(rows), int(play.strain), int(play.turn))

    def lowest(self, cards: Iterable[int]) -> "Layout":
        """Each of *cards* the lowest of its suit; several of a suit in the order they had."""
        moved = set(cards)
        return self._with_rows(
            [card for card in row if card[0] in moved] + [card for card in row if card[0] not in moved]
            for row in self.rows
        )

    def moved(self, cards: Iterable[int], suit: int) -> "Layout":
        """*cards* the lowest of *suit*, the lower of them below the higher."""
        chosen = set(cards)
        taken = sorted(card for row in self.rows for card in row if card[0] in chosen)
        rest = [[card for card in row if card[0] not in chosen] for row in self.rows]
        rest[suit] = taken + rest[suit]
        return self._with_rows(rest)

    def spared(self, suit: int) -> "Layout":
        """A new card for each seat at the bottom of *suit*, that of the seat to play above the other."""
        rows = [list(row) for row in self.rows]
        rows[suit] = [(THEIRS, 1 - self.turn), (YOURS, self.turn), *rows[suit]]
        return self._with_rows(rows)

    def plain(self) -> "Layout":
        """The same cards without a trump suit."""
        return replace(self, strain=4)

    def led_by(self, seat: int) -> "Layout":
        """*seat* on lead."""
        assert all(where != TABLE for row in self.rows for _, where in row)
        return replace(self, turn=seat)

    def values(self) -> dict[int, int]:
        """Tricks from now on of the seat to play, by card."""
        return dict(_values(self))

    def tricks_of(self, seat: int) -> int:
        """Tricks that *seat* takes from now on, the trick on the table included; 0 when no card is left."""
        left = max(sum(where == each for row in self.rows for _, where in row) for each in (0, 1))
        if not left:
            return 0
        mine = _value(self)
        return mine if seat == self.turn else left - mine

    def loss(self, card: int) -> int | None:
        """Tricks that *card* gives away; None when it may not be played."""
        values = _values(self)
        return max(values.values()) - values[card] if card in values else None

    def _with_rows(self, rows: Iterable[Iterable[tuple[int, int]]]) -> "Layout":
        return replace(self, rows=tuple(tuple(row) for row in rows))


def _written(layout: Layout) -> tuple[Position, dict[int, int]]:
    """The position, every suit written from the ace down, and which card stands for which."""
    hands, led, real = [0, 0], None, {}
    for suit, row in enumerate(layout.rows):
        assert len(row) <= 13, "a suit has thirteen cards"
        for place, (card, where) in enumerate(row):
            written = 13 * suit + 13 - len(row) + place
            real[written] = card
            if where == TABLE:
                led = written
            else:
                hands[where] |= 1 << written
    return Position(hands[0], hands[1], Strain(layout.strain), Seat(layout.turn), led), real


@lru_cache(maxsize=4096)
def _values(layout: Layout) -> dict[int, int]:
    position, real = _written(layout)
    return {real[card]: tricks for card, tricks in card_values(position).items()}


@lru_cache(maxsize=4096)
def _value(layout: Layout) -> int:
    return value(_written(layout)[0])
