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
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from tutor.cards import NORTH, SEATS, SOUTH, STRAINS_LOW_FIRST, Seat
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


@cache
def _declarer_scores(ruleset: Ruleset) -> dict[int, tuple[tuple[int, ...], ...]]:
    """Declarer's score by multiplier, bid (from 1C) and tricks taken (0–13)."""
    return {
        multiplier: tuple(
            tuple(
                declarer_score(Contract(level_of(bid), strain_of(bid), multiplier, NORTH), tricks, ruleset)
                for tricks in range(14)
            )
            for bid in BIDS
        )
        for multiplier in (1, 2, 4)
    }


class SolvedAuction:
    """The values of every state of an auction, worked out from 7NT downwards.

    Arguments:
        table: declarer's tricks of the 13, as :func:`tutor.solver.trick_table` gives them.
        ruleset: decides the scores and whether there is doubling.
        natural: the seat that calls naturally, or None when both are perfect.
    """

    def __init__(self, table: TrickTable, ruleset: Ruleset, natural: Seat | None = None) -> None:
        self.ruleset = ruleset
        self.natural = natural
        self._tricks = tuple(tuple(table[seat][strain] for strain in STRAINS_LOW_FIRST) for seat in SEATS)
        self._scores = _declarer_scores(ruleset)
        self._values: dict[State, int] = {}
        self._natural_bids: dict[tuple[Call, Seat], Call | None] = {}
        # Above the bid at hand: the bid a natural seat would choose, and the score of each seat's best raise.
        making: dict[Seat, Call | None] = {NORTH: None, SOUTH: None}
        raises: dict[Seat, int | None] = {NORTH: None, SOUTH: None}
        for last in range(BIDS[-1], NO_BID, -1):
            for seat in SEATS:
                self._natural_bids[last, seat] = making[seat]
            for seat in SEATS:
                self._solve_bid(last, seat, raises)
            for seat in SEATS:
                value = self._values[State(last, seat)]
                if self.makes(last, seat) and not self._scores_less(last, making[seat], seat):
                    making[seat] = last
                    if seat == natural:
                        raises[seat] = value
                if seat != natural:
                    raises[seat] = _better(seat, value, raises[seat])
        for seat, bidder in ((NORTH, SOUTH), (SOUTH, NORTH)):
            self._natural_bids[NO_BID, seat] = making[seat]
            self._values[State(NO_BID, bidder, 1, passed=True)] = self._settle(seat, 0, raises[seat], None)
        for seat, bidder in ((NORTH, SOUTH), (SOUTH, NORTH)):
            after_pass = self._values[State(NO_BID, seat, 1, passed=True)]
            self._values[State(NO_BID, bidder)] = self._settle(seat, after_pass, raises[seat], None)

    def _solve_bid(self, bid: Call, bidder: Seat, raises: dict[Seat, int | None]) -> None:
        """Value the three states in which *bid* is the last; *raises* holds the best scores of higher bids."""
        other = SOUTH if bidder == NORTH else NORTH
        doubling = self.ruleset.doubling
        # Redoubled, then doubled, then plain: each may lead to the one before it.
        redoubled, doubled, plain = State(bid, bidder, 4), State(bid, bidder, 2), State(bid, bidder)
        values = self._values
        values[redoubled] = self._settle(other, self.ending(redoubled), raises[other], None)
        redouble = values[redoubled] if doubling and bidder != self.natural else None
        values[doubled] = self._settle(bidder, self.ending(doubled), raises[bidder], redouble)
        double: int | None = values[doubled] if doubling else None
        if other == self.natural and not (self.ruleset.undertrick and not self.makes(bid, bidder)):
            double = None
        values[plain] = self._settle(other, self.ending(plain), raises[other], double)

    def _settle(self, seat: Seat, passed: int, raised: int | None, doubled: int | None) -> int:
        """The score when *seat* chooses among passing, raising and doubling, None being what it cannot or will not do.

        A natural seat raises if it can, else doubles if it will; a perfect one takes the best.
        """
        if seat == self.natural:
            return next(score for score in (raised, doubled, passed) if score is not None)
        return _better(seat, _better(seat, passed, raised), doubled)

    def ending(self, state: State) -> int:
        """The score when *state* is passed out."""
        if state.last == NO_BID:
            return 0
        tricks = self._tricks[state.bidder][(state.last - BIDS[0]) % 5]
        score = self._scores[state.multiplier][state.last - BIDS[0]][tricks]
        return score if state.bidder == NORTH else -score

    def makes(self, bid: Call, declarer: Seat) -> bool:
        """Whether *declarer* takes the tricks of *bid*."""
        return self._tricks[declarer][(bid - BIDS[0]) % 5] > 6 + (bid - BIDS[0]) // 5

    def legal(self, state: State) -> list[Call]:
        """The legal calls: pass, then double or redouble, then the bids upwards."""
        return [PASS, *self._doubles(state), *range(state.last + 1, BIDS[-1] + 1)]

    def natural_call(self, state: State) -> Call:
        """What a natural opponent calls in *state*; see the module for its definition."""
        bid = self._natural_bids[state.last, state.turn]
        if bid is not None:
            return bid
        fails = state.last != NO_BID and not self.makes(state.last, state.bidder)
        return DOUBLE if fails and self.ruleset.undertrick and DOUBLE in self._doubles(state) else PASS

    def leads_to(self, state: State, call: Call) -> int:
        """The score after the legal *call* in *state*."""
        after = state.after(call)
        return self.ending(state) if after is None else self._values[after]

    def value(self, state: State) -> int:
        """The score that *state* leads to."""
        return self._values[state]

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
                value = self._values[here]
                call = next(c for c in self.legal(here) if self.leads_to(here, c) == value)
            calls.append(call)
            here = here.after(call)
        return tuple(calls)

    def _doubles(self, state: State) -> list[Call]:
        if not self.ruleset.doubling or state.last == NO_BID or state.multiplier == 4:
            return []
        return [DOUBLE if state.multiplier == 1 else REDOUBLE]

    def _scores_less(self, bid: Call, than: Call | None, seat: Seat) -> bool:
        """Whether *bid* as *seat*'s contract scores the seat less than the bid *than*."""
        if than is None:
            return False
        mine, other = self.ending(State(bid, seat)), self.ending(State(than, seat))
        return mine < other if seat == NORTH else mine > other


def _better(seat: Seat, score: int, other: int | None) -> int:
    """The one of two scores that *seat* prefers."""
    if other is None:
        return score
    return max(score, other) if seat == NORTH else min(score, other)


def _solved(table: TrickTable, auction: Auction, ruleset: Ruleset, opponent: Opponent) -> SolvedAuction:
    if opponent not in OPPONENTS:
        raise ValueError(f"the opponent is one of {', '.join(OPPONENTS)}, not {opponent!r}")
    if auction.over:
        raise ValueError("the auction is over: no call has a value")
    if auction.doubling != ruleset.doubling:
        raise ValueError("the auction and the ruleset disagree about doubling: the legal calls would not be the same")
    return SolvedAuction(table, ruleset, auction.turn.other if opponent == "natural" else None)


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
    solved, state = _solved(table, auction, ruleset, opponent), State.of(auction)
    return {call: solved.leads_to(state, call) for call in solved.legal(state)}


def call_line(
    table: TrickTable, auction: Auction, ruleset: Ruleset, opponent: Opponent = "perfect"
) -> tuple[Call, ...]:
    """The calls to the end of the auction, by :meth:`SolvedAuction.line`; arguments as for :func:`call_values`."""
    return _solved(table, auction, ruleset, opponent).line(State.of(auction))


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
