"""Positions with one thing changed: what the coach asks the solver in order to know why.

A *change* is a value that says what is different; :func:`changed` makes the position in which it is. A reason is never
said without one: "were the king the lowest spade, the queen would cost nothing" is :class:`Lowered` and a fresh
solution of the changed position. Only the order of the cards that are still there matters, so a changed position is
written with other ranks than the real one; :attr:`Changed.now` says which card stands for which.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from tutor.cards import SEATS, Card, Mask, Seat, Strain, Suit, suit_bits
from tutor.rules import Call, Position, Ruleset, level_of, strain_of
from tutor.solver.engine import TrickTable

IDLE: Final[Card] = -1
"""Stands for the extra card of the seat to play in :attr:`Changed.now` (see :class:`Spare`)."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """Each of *cards* is the lowest of its suit; several of one suit keep their order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Recast:
    """*cards* are cards of *suit* instead, the lowest there, in the order that they have (lower suits below)."""

    cards: tuple[Card, ...]
    suit: Suit


@dataclass(frozen=True, slots=True)
class OtherLeads:
    """The other seat is on lead. Only where no card is on the table."""


@dataclass(frozen=True, slots=True)
class NoTrumps:
    """The same cards without a trump suit."""


@dataclass(frozen=True, slots=True)
class Spare:
    """Each seat has one card more: two new ones, the lowest of *suit*, the opponent's below that of the seat to play.

    An idle card to throw away, then, for whoever cannot follow suit. Only with 12 cards each or fewer.
    """

    suit: Suit


Change: TypeAlias = Lowered | Recast | OtherLeads | NoTrumps | Spare


@dataclass(frozen=True, slots=True)
class TricksInstead:
    """In the trick table, *declarer* takes *tricks* in *strain*."""

    declarer: Seat
    strain: Strain
    tricks: int


@dataclass(frozen=True, slots=True)
class RulesInstead:
    """Other rules are in force."""

    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class NothingAbove:
    """In the trick table, *seat* takes too few tricks for any bid higher than *bid*, or for any at all when it is None.

    In each strain it takes at most as many as the highest bid allowed there needs, and at most six where none is.
    """

    seat: Seat
    bid: Call | None


@dataclass(frozen=True, slots=True)
class Both:
    """Two changes at once, where either alone leaves the call wrong."""

    first: TricksInstead | NothingAbove
    second: TricksInstead | NothingAbove


CallChange: TypeAlias = TricksInstead | RulesInstead | NothingAbove | Both
"""A change in the auction: its trick table or its rules."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A changed position.

    Attributes:
        position: the position, its cards written with other ranks.
        now: for each card of the real position the card that stands for it.
    """

    position: Position
    now: Mapping[Card, Card]


def changed_auction(table: TrickTable, ruleset: Ruleset, change: CallChange) -> tuple[TrickTable, Ruleset]:
    """The trick table and the rules with *change* made; *table* itself stays as it is."""
    if isinstance(change, RulesInstead):
        return table, change.ruleset
    if isinstance(change, Both):
        return changed_auction(*changed_auction(table, ruleset, change.first), change.second)
    other = {seat: dict(tricks) for seat, tricks in table.items()}
    if isinstance(change, TricksInstead):
        other[change.declarer][change.strain] = change.tricks
        return other, ruleset
    level, top = (0, -1) if change.bid is None else (level_of(change.bid), int(strain_of(change.bid)))
    mine = other[change.seat]
    for strain, tricks in mine.items():
        mine[strain] = min(tricks, 6 + (level if strain <= top else max(level - 1, 0)))
    return other, ruleset


def changed(position: Position, change: Change) -> Changed | None:
    """*position* with *change* made; None when there is no such position (a suit has room for 13 cards only)."""
    if isinstance(change, NoTrumps):
        same = {card: card for card in _cards(position)}
        other = Position(position.north, position.south, Strain.NOTRUMP, position.turn, position.led)
        return Changed(other, same)
    if isinstance(change, OtherLeads):
        if position.led is not None:
            return None
        same = {card: card for card in _cards(position)}
        return Changed(Position(position.north, position.south, position.strain, position.turn.other), same)
    suits = [_low_first(position, suit) for suit in range(4)]
    seats: dict[Card, Seat] = {}
    if isinstance(change, Spare):
        if position.tricks_left > 12:
            return None
        suits[change.suit] = [IDLE - 1, IDLE, *suits[change.suit]]
        seats = {IDLE: position.turn, IDLE - 1: position.turn.other}
    elif isinstance(change, Lowered):
        for suit in {card // 13 for card in change.cards}:
            low = [card for card in suits[suit] if card in change.cards]
            suits[suit] = low + [card for card in suits[suit] if card not in change.cards]
    else:
        for suit in range(4):
            suits[suit] = [card for card in suits[suit] if card not in change.cards]
        suits[change.suit] = sorted(change.cards) + suits[change.suit]
    return _written(position, suits, seats)


def _cards(position: Position) -> list[Card]:
    return [card for suit in range(4) for card in _low_first(position, suit)]


def _low_first(position: Position, suit: int) -> list[Card]:
    """All the cards of *suit* in *position*, the one on the table included, from the lowest up."""
    bits = suit_bits(position.north | position.south, suit)
    if position.led is not None and position.led // 13 == suit:
        bits |= 1 << position.led % 13
    return [13 * suit + rank for rank in range(13) if bits >> rank & 1]


def _written(position: Position, suits: list[list[Card]], seats: Mapping[Card, Seat]) -> Changed | None:
    """The position whose *suits* hold these cards in this order; the new ones among them belong to *seats*."""
    now: dict[Card, Card] = {}
    hands: list[Mask] = [0, 0]
    led = None
    for suit, cards in enumerate(suits):
        if len(cards) > 13:
            return None
        for rank, card in enumerate(cards):
            stands = now[card] = 13 * suit + rank
            if card == position.led:
                led = stands
                continue
            owner = seats.get(card)
            if owner is None:
                owner = SEATS[0] if position.north >> card & 1 else SEATS[1]
            hands[owner] |= 1 << stands
    return Changed(Position(hands[0], hands[1], position.strain, position.turn, led), now)
