"""The engine: an endgame table, a transposition table, and the kernel's answers in the terms of the rules."""

import os
import threading
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, TypeAlias
from weakref import WeakSet

import numpy as np

from tutor.cards import FULL_DECK, SEATS, STRAINS_LOW_FIRST, SUIT_MASK, Card, Mask, Seat, Strain, cards_of
from tutor.rules import Play, Position, beats, followers
from tutor.solver import endgame, kernel
from tutor.solver.cache import tell_if_uncompiled

MEMORY_BITS: Final = 16  # 65,536 entries of 16 bytes: the working set of a trick table, and it stays in the L2 cache

TrickTable: TypeAlias = dict[Seat, dict[Strain, int]]
"""Declarer's tricks by declarer and strain, the opponent leading."""


_engines: "WeakSet[Engine]" = WeakSet()


def _after_fork() -> None:
    """Free the engines of a new process: a thread that was searching when it forked is not there to free them."""
    for engine in _engines:
        engine.reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class Engine:
    """Exact answers from one endgame table. Safe to share between threads.

    Arguments:
        depth: cards each up to which positions are looked up, 1–13; deeper is quicker and larger. By default that of
            the deepest table kept, at least 8; *table* then means nothing.
        table: a table of that depth made elsewhere; by default the one kept in the user's cache folder.

    Raises:
        ValueError: when *depth* is out of range or *table* is shorter than a table of that depth.
    """

    def __init__(self, depth: int | None = None, table: endgame.Table | None = None) -> None:
        tell_if_uncompiled(kernel.search)
        if depth is None:
            depth, table = endgame.load_best()
        endgame.check_depth(depth)
        if table is not None and table.size < endgame.table_bytes(depth):
            raise ValueError(f"the table is too short for depth {depth}")
        self.depth = depth
        self.table = endgame.load(depth) if table is None else table
        self._memory: np.ndarray[Any, np.dtype[np.int64]] = np.zeros(kernel.HEADER + (2 << MEMORY_BITS), dtype=np.int64)
        # The kernel lets other threads run while it works, and the transposition table has room for one search.
        self._lock = threading.Lock()
        _engines.add(self)

    def clear(self) -> None:
        """Forget what earlier searches found. Answers stay the same; only the time they take changes."""
        with self._lock:
            self._memory[:] = 0

    def reset(self) -> None:
        """As :meth:`clear`, whoever holds the engine: for a new process, in which no search can be under way."""
        self._lock = threading.Lock()
        self._memory[:] = 0

    @property
    def nodes(self) -> int:
        """Nodes searched since the engine was made or cleared; positions only looked up do not count."""
        return int(self._memory[kernel.NODES])

    def card_values(self, position: Position) -> dict[Card, int]:
        """Tricks from now on (the one on the table counted) of the seat to play, by each card it may play."""
        mine, theirs = position.hand(position.turn), position.hand(position.turn.other)
        return self._card_values(mine, theirs, position.strain, position.led)

    def _card_values(self, mine: Mask, theirs: Mask, strain: Strain, led: Card | None) -> dict[Card, int]:
        """As :meth:`card_values`, from the parts of a position: *mine* is the hand of the seat to play."""
        out = np.empty(52, dtype=np.int8)
        on_table = -1 if led is None else led
        with self._lock:
            kernel.card_values(self.table, self.depth, self._memory, mine, theirs, int(strain), on_table, out)
        values = out.tolist()
        return {card: values[card] for card in cards_of(followers(mine, led))}

    def value(self, position: Position) -> int:
        """Tricks from now on (the one on the table counted) of the seat to play, with best play by both."""
        if position.led is not None:
            return max(self.card_values(position).values())
        k = position.tricks_left
        mine, theirs = position.hand(position.turn), position.hand(position.turn.other)
        key = kernel.canonical(kernel.pack(mine, theirs, int(position.strain)))
        with self._lock:
            return int(kernel.solve(self.table, self.depth, self._memory, key, k, k // 2))

    def trick_table(self, north: Mask, south: Mask) -> TrickTable:
        """Declarer's tricks for both declarers and all strains, the opponent leading.

        Raises:
            ValueError: when these are not two hands of 1 to 13 different cards, as many each.
        """
        whole = 0 <= north <= FULL_DECK and 0 <= south <= FULL_DECK
        if not whole or north & south or not 1 <= north.bit_count() == south.bit_count() <= 13:
            raise ValueError("a trick table wants two hands of 1 to 13 different cards, as many each")
        out = np.empty(10, dtype=np.int8)
        with self._lock:
            kernel.trick_table(self.table, self.depth, self._memory, int(north), int(south), out)
        return {seat: {strain: int(out[5 * seat + strain]) for strain in STRAINS_LOW_FIRST} for seat in SEATS}

    def trick_tables(self, hands: "np.ndarray[Any, np.dtype[np.int64]]") -> "np.ndarray[Any, np.dtype[np.int8]]":
        """The trick tables of many deals at once.

        Arguments:
            hands: int64, n by 2: masks of North and South, two hands of 1 to 13 different cards, as many each (not
                checked).

        Returns:
            int8, n by 10: tricks of North as declarer in clubs, diamonds, hearts, spades and no-trump, then South's.
        """
        out = np.empty((len(hands), 10), dtype=np.int8)
        with self._lock:
            kernel.trick_tables(self.table, self.depth, self._memory, np.ascontiguousarray(hands), out)
        return out

    def played_values(self, start: Play, cards: Iterable[Card]) -> list[dict[Card, int]]:
        """For each of *cards*, played from *start*: what :meth:`card_values` says at that moment.

        Raises:
            RuleError: at the first illegal card; its ``index`` says which.
        """
        found = []
        played = tuple(cards)
        start.run(played)  # all or nothing
        play = start
        for card in played:
            found.append(self.card_values(Position.of(play)))
            play = play.push(card)
        return found

    def best_line(self, position: Position) -> tuple[Card, ...]:
        """One line of best play by both to the last card, by the rule of :func:`natural_choice`."""
        play = position.play
        while not play.over:
            mine, theirs = play.hands[play.turn], play.hands[play.turn.other]
            cards = followers(mine, play.led)
            if cards & (cards - 1):
                values = self._card_values(mine, theirs, play.strain, play.led)
                card = _natural_choice(mine, theirs, play.strain, play.led, values)
            else:
                card = cards.bit_length() - 1  # nothing to ask: it is the only legal card
            play = play.push(card)
        return play.played


def natural_choice(position: Position, values: dict[Card, int]) -> Card:
    """The most natural of the cards of the highest value; the same position always gives the same card.

    On lead: a card that no card of the other hand in its suit can beat, the highest of the longest suit; with none,
    the lowest card of the longest suit; plain suits before trumps. In reply: the lowest card that wins the trick, else
    the lowest of all, from the longest suit and plain suits first. Suits still level go from clubs up.
    """
    mine, theirs = position.hand(position.turn), position.hand(position.turn.other)
    return _natural_choice(mine, theirs, position.strain, position.led, values)


def _natural_choice(mine: Mask, theirs: Mask, strain: Strain, led: Card | None, values: dict[Card, int]) -> Card:
    best = max(values.values())
    cards = [card for card, tricks in values.items() if tricks == best]
    if len(cards) == 1:
        return cards[0]
    suits = {card // 13 for card in cards}
    orders = {suit: (suit == strain, -(mine >> 13 * suit & SUIT_MASK).bit_count(), suit) for suit in suits}
    if led is not None:
        return min(
            cards,
            key=lambda card: (not beats(led, card, strain), card // 13 == strain, card % 13, orders[card // 13]),
        )
    masters = [card for card in cards if not (theirs >> 13 * (card // 13) & SUIT_MASK) >> (card % 13)]
    if masters:
        return min(masters, key=lambda card: (orders[card // 13], -card))
    return min(cards, key=lambda card: (orders[card // 13], card))


@cache
def default_engine() -> Engine:
    """The engine that the functions of :mod:`tutor.solver` share in this process."""
    return Engine()
