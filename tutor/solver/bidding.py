"""The auction as a solved game: what every call leads to, given the tricks that each contract would take.

All scores are points, North's less South's, at the end of a deal played perfectly by both. The opponent is either

* *perfect*: it calls so that its score is highest (minimax), or
* *natural*: among its legal bids that make, it chooses the one that would score most as the contract, the lowest of
  those that tie; if none makes, it doubles when the ruleset has an undertrick price and the contract fails, else
  passes.

The opponent is whoever is not to call; the seat to call goes on calling perfectly against it. An auction has few
states: the last bid, who made it, and whether it stands doubled or redoubled; whose call it is follows from these.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import numpy as np

from tutor.cards import NORTH, SEATS, STRAINS_LOW_FIRST, Seat
from tutor.rules import (
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Contract,
    Ruleset,
    declarer_score,
    is_bid,
    level_of,
    strain_of,
)
from tutor.solver import auction_kernel
from tutor.solver.engine import TrickTable

Opponent: TypeAlias = Literal["perfect", "natural"]
OPPONENTS: Final[tuple[Opponent, ...]] = ("perfect", "natural")

NO_BID: Final = BIDS[0] - 1
"""Stands for the last bid before there is one: every bid is higher."""


class State(NamedTuple):
    """What of an auction matters for what follows. A tuple, because hundreds of them are made for one answer.

    Attributes:
        last: the last bid, or NO_BID.
        bidder: who made it; before the first bid, the opponent of the seat to call.
        multiplier: 1, 2 doubled, 4 redoubled.
        passed: before the first bid, whether the dealer has passed.
    """

    last: Call
    bidder: Seat
    multiplier: int = 1
    passed: bool = False

    @classmethod
    def of(cls, auction: Auction) -> "State":
        """The state that *auction* has come to; it must not be over."""
        if auction.last_bid is None or auction.last_bid_index is None:
            return cls(NO_BID, auction.turn.other, 1, bool(auction.calls))
        return cls(auction.last_bid, auction.caller(auction.last_bid_index), auction.multiplier)

    @property
    def turn(self) -> Seat:
        """Whose call it is: the bidder's only while the bid stands doubled."""
        return self.bidder if self.multiplier == 2 else self.bidder.other

    def after(self, call: Call) -> "State | None":
        """The state after *call*, which must be legal; None when it ends the auction."""
        if call == PASS:
            if self.last == NO_BID and not self.passed:
                return State(NO_BID, self.turn, 1, passed=True)
            return None
        if is_bid(call):
            return State(call, self.turn)
        return State(self.last, self.bidder, 2 if call == DOUBLE else 4)


Scores: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Tricks: TypeAlias = np.ndarray[Any, np.dtype[np.int8]]

_STANDING: Final = {1: 0, 2: 1, 4: 2}


@lru_cache(maxsize=64)  # rulesets come from anybody who asks, and there are many thousands of them
def _declarer_scores(ruleset: Ruleset) -> Scores:
    """Declarer's score by standing (plain, doubled, redoubled), bid from 1C and tricks taken: int64, 3 by 35 by 14."""
    return np.array(
        [
            [
                [
                    declarer_score(Contract(level_of(bid), strain_of(bid), multiplier, NORTH), tricks, ruleset)
                    for tricks in range(14)
                ]
                for bid in BIDS
            ]
            for multiplier in _STANDING
        ],
        dtype=np.int64,
    )


class SolvedAuctions:
    """The values of every state of an auction, for many deals at once, worked out from 7NT downwards.

    Arguments:
        tricks: int8, n by 10: for each deal declarer's tricks of the 13, of North in clubs, diamonds, hearts, spades
            and no-trump, then of South (as :meth:`tutor.solver.engine.Engine.trick_tables` gives them).
        ruleset: decides the scores and whether there is doubling.
        natural: the seat that calls naturally, or None when both are perfect.

    Raises:
        ValueError: when a number of tricks is not 0 to 13.
    """

    def __init__(self, tricks: Tricks | Scores, ruleset: Ruleset, natural: Seat | None = None) -> None:
        if tricks.size and not 0 <= tricks.min() <= tricks.max() <= 13:
            raise ValueError("declarer takes 0 to 13 tricks in a trick table")
        self.tricks: Tricks = np.ascontiguousarray(tricks, dtype=np.int8)
        self.ruleset = ruleset
        self.natural = natural
        self._values: Scores = np.empty((len(tricks), 36, 2, 3), dtype=np.int64)
        self._natural_bids: Scores = np.empty((len(tricks), 36, 2), dtype=np.int64)
        auction_kernel.solve_auctions(
            self.tricks,
            _declarer_scores(ruleset),
            ruleset.doubling,
            ruleset.undertrick > 0,
            -1 if natural is None else int(natural),
            self._values,
            self._natural_bids,
        )

    def ending(self, state: State) -> Scores:
        """For each deal the score when *state* is passed out."""
        if state.last == NO_BID:
            return np.zeros(len(self.tricks), dtype=np.int64)
        taken = self.tricks[:, 5 * state.bidder + strain_of(state.last)]
        scores: Scores = _declarer_scores(self.ruleset)[_STANDING[state.multiplier], state.last - BIDS[0], taken]
        return scores if state.bidder == NORTH else -scores

    def value(self, state: State) -> Scores:
        """For each deal the score that *state* leads to."""
        standing = int(state.passed) if state.last == NO_BID else _STANDING[state.multiplier]
        return self._values[:, state.last - NO_BID, state.bidder, standing]

    def leads_to(self, state: State, call: Call) -> Scores:
        """For each deal the score after the legal *call* in *state*."""
        after = state.after(call)
        return self.ending(state) if after is None else self.value(after)

    def natural_bid(self, deal: int, state: State) -> Call | None:
        """In deal number *deal*, the bid of the seat to call that makes and scores it most; None without one."""
        bid = int(self._natural_bids[deal, state.last - NO_BID, state.turn])
        return NO_BID + bid if bid else None


class SolvedAuction:
    """The values of every state of one auction.

    Arguments:
        table: declarer's tricks of the 13, as :func:`tutor.solver.trick_table` gives them.
        ruleset: decides the scores and whether there is doubling.
        natural: the seat that calls naturally, or None when both are perfect.
    """

    def __init__(self, table: TrickTable, ruleset: Ruleset, natural: Seat | None = None) -> None:
        tricks = [table[seat][strain] for seat in SEATS for strain in STRAINS_LOW_FIRST]
        self.table = table
        self.ruleset = ruleset
        self.natural = natural
        self._solved = SolvedAuctions(np.array([tricks]), ruleset, natural)

    def makes(self, bid: Call, declarer: Seat) -> bool:
        """Whether *declarer* takes the tricks of *bid*."""
        return self.table[declarer][strain_of(bid)] >= 6 + level_of(bid)

    def legal(self, state: State) -> list[Call]:
        """The legal calls: pass, then double or redouble, then the bids upwards."""
        return [PASS, *self._doubles(state), *range(state.last + 1, BIDS[-1] + 1)]

    def natural_call(self, state: State) -> Call:
        """What a natural opponent calls in *state*; see the module for its definition."""
        bid = self._solved.natural_bid(0, state)
        if bid is not None:
            return bid
        fails = state.last != NO_BID and not self.makes(state.last, state.bidder)
        return DOUBLE if fails and self.ruleset.undertrick and DOUBLE in self._doubles(state) else PASS

    def leads_to(self, state: State, call: Call) -> int:
        """The score after the legal *call* in *state*."""
        return int(self._solved.leads_to(state, call)[0])

    def value(self, state: State) -> int:
        """The score that *state* leads to."""
        return int(self._solved.value(state)[0])

    def values(self, state: State) -> dict[Call, int]:
        """The score after every legal call in *state*, in the order of :meth:`legal`."""
        return {call: self.leads_to(state, call) for call in self.legal(state)}

    def line(self, state: State) -> tuple[Call, ...]:
        """The calls from *state* to the end of the auction.

        Among equal calls the first in the order pass, double, redouble, bids upwards: the quiet call, the cheap bid.
        """
        calls = []
        here: State | None = state
        while here is not None:
            if here.turn == self.natural:
                call = self.natural_call(here)
            else:
                value = self.value(here)
                call = next(c for c in self.legal(here) if self.leads_to(here, c) == value)
            calls.append(call)
            here = here.after(call)
        return tuple(calls)

    def _doubles(self, state: State) -> list[Call]:
        if not self.ruleset.doubling or state.last == NO_BID or state.multiplier == 4:
            return []
        return [DOUBLE if state.multiplier == 1 else REDOUBLE]


def natural_seat(auction: Auction, ruleset: Ruleset, opponent: Opponent) -> Seat | None:
    """The seat that calls naturally when the seat to call meets *opponent*; None when both are perfect.

    Raises:
        ValueError: when the auction is over or differs from the ruleset about doubling, or the opponent is of no
            known kind.
    """
    if opponent not in OPPONENTS:
        raise ValueError(f"the opponent is one of {', '.join(OPPONENTS)}, not {opponent!r}")
    if auction.over:
        raise ValueError("the auction is over: no call has a value")
    if auction.doubling != ruleset.doubling:
        raise ValueError("the auction and the ruleset disagree about doubling: the legal calls would not be the same")
    return auction.turn.other if opponent == "natural" else None


def values_and_line(
    table: TrickTable, auction: Auction, ruleset: Ruleset, opponent: Opponent = "perfect"
) -> tuple[dict[Call, int], tuple[Call, ...]]:
    """What :func:`call_values` and :func:`call_line` say, for the price of one; arguments and errors as there."""
    solved, state = SolvedAuction(table, ruleset, natural_seat(auction, ruleset, opponent)), State.of(auction)
    return solved.values(state), solved.line(state)


def call_values(
    table: TrickTable, auction: Auction, ruleset: Ruleset, opponent: Opponent = "perfect"
) -> dict[Call, int]:
    """The score that every legal call of the seat to call leads to, in the order of ``auction.legal()``.

    Arguments:
        table: declarer's tricks of the 13, as :func:`tutor.solver.trick_table` gives them.
        auction: the calls so far; not over, and with doubling only if the ruleset has it.
        ruleset: decides the scores and whether there is doubling.
        opponent: how the other seat calls from here on.

    Raises:
        ValueError: when the auction is over or differs from the ruleset about doubling, or the opponent is of no
            known kind.
    """
    return SolvedAuction(table, ruleset, natural_seat(auction, ruleset, opponent)).values(State.of(auction))


def call_line(
    table: TrickTable, auction: Auction, ruleset: Ruleset, opponent: Opponent = "perfect"
) -> tuple[Call, ...]:
    """The calls to the end of the auction, by :meth:`SolvedAuction.line`; arguments as for :func:`call_values`."""
    return SolvedAuction(table, ruleset, natural_seat(auction, ruleset, opponent)).line(State.of(auction))


@dataclass(frozen=True, slots=True)
class Par:
    """What perfect calling and play by both come to.

    Attributes:
        contract: the contract, or None when the deal is passed out.
        score: points, North's less South's.
        line: the calls that lead there.
    """

    contract: Contract | None
    score: int
    line: tuple[Call, ...]


def par(table: TrickTable, dealer: Seat, ruleset: Ruleset) -> Par:
    """The par of a deal: see :class:`Par`; the line is that of :meth:`SolvedAuction.line`."""
    solved, start = SolvedAuction(table, ruleset), State(NO_BID, dealer.other)
    line = solved.line(start)
    contract = Auction.of(dealer, line, doubling=ruleset.doubling).contract
    return Par(contract, solved.value(start), line)
