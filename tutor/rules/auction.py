"""The auction: calls, their order, double and redouble, and the contract they end in.

A *call* is an int that never collides with a card: ``PASS`` 52, ``DOUBLE`` 53, ``REDOUBLE`` 54, and the 35 bids from
1C (55) to 7NT (89) in ascending order, so that a higher bid is a greater int.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from tutor.cards import Seat, Strain
from tutor.messages import N_, Message
from tutor.rules.errors import RuleError
from tutor.rules.sequence import run

Call: TypeAlias = int

PASS: Final[Call] = 52
DOUBLE: Final[Call] = 53
REDOUBLE: Final[Call] = 54
FIRST_BID: Final[Call] = 55
LAST_BID: Final[Call] = 89
BIDS: Final = tuple(range(FIRST_BID, LAST_BID + 1))
ALL_CALLS: Final = (PASS, DOUBLE, REDOUBLE, *BIDS)


def make_bid(level: int, strain: int) -> Call:
    """The bid of *level* (1–7) in *strain* (0–4)."""
    if not (1 <= level <= 7 and 0 <= strain <= 4):
        raise ValueError(f"no bid of level {level} in strain {strain}")
    return FIRST_BID + 5 * (level - 1) + strain


def is_bid(call: Call) -> bool:
    """Whether *call* is a bid, not a pass, double or redouble."""
    return FIRST_BID <= call <= LAST_BID


def level_of(bid: Call) -> int:
    """Tricks over six that *bid* promises, 1–7."""
    return (bid - FIRST_BID) // 5 + 1


def strain_of(bid: Call) -> Strain:
    """The strain that *bid* names."""
    return Strain((bid - FIRST_BID) % 5)


def call_name(call: Call) -> str:
    """The canonical name: ``Pass``, ``X``, ``XX``, ``1C`` … ``7NT`` (ValueError when *call* is no call)."""
    if not PASS <= call <= LAST_BID:
        raise ValueError(f"no call has the number {call}")
    if call < FIRST_BID:
        return ("Pass", "X", "XX")[call - PASS]
    return f"{level_of(call)}{strain_of(call).letter}"


@dataclass(frozen=True, slots=True)
class Contract:
    """What the auction ended in.

    Attributes:
        level: tricks over six that declarer must take, 1–7.
        strain: trump suit or no-trump.
        multiplier: 1, or 2 when doubled, 4 when redoubled.
        declarer: who must take them.

    Raises:
        ValueError: when the level or the multiplier is none of these.
    """

    level: int
    strain: Strain
    multiplier: int
    declarer: Seat

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a contract is of level 1 to 7, not {self.level}")
        if self.multiplier not in (1, 2, 4):
            raise ValueError(f"a contract counts 1, 2 (doubled) or 4 times (redoubled), not {self.multiplier}")

    @property
    def target(self) -> int:
        """Tricks that declarer needs."""
        return 6 + self.level

    @property
    def leader(self) -> Seat:
        """Who leads to the first trick: declarer's opponent."""
        return self.declarer.other

    @property
    def bid(self) -> str:
        """The contract without its declarer: ``3SXX``."""
        return f"{self.level}{self.strain.letter}{({1: '', 2: 'X', 4: 'XX'})[self.multiplier]}"

    def __str__(self) -> str:
        return f"{self.bid} {self.declarer.letter}"


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls so far, dealer first, then alternately. Immutable; :meth:`apply` gives the next auction."""

    dealer: Seat
    calls: tuple[Call, ...] = ()
    doubling: bool = True

    @classmethod
    def of(cls, dealer: Seat, calls: Iterable[Call], *, doubling: bool = True) -> "Auction":
        """The auction after *calls*.

        Raises:
            RuleError: at the first illegal call; its ``index`` says which.
        """
        return run(cls(dealer, (), doubling), calls)

    def caller(self, index: int) -> Seat:
        """Who made the call number *index* (0 is the first)."""
        return Seat((self.dealer + index) % 2)

    @property
    def turn(self) -> Seat:
        """Whose call is next (or would be, were the auction not over)."""
        return self.caller(len(self.calls))

    @property
    def last_bid_index(self) -> int | None:
        """Where the last bid stands in ``calls``, or None before the first bid."""
        for index in range(len(self.calls) - 1, -1, -1):
            if is_bid(self.calls[index]):
                return index
        return None

    @property
    def last_bid(self) -> Call | None:
        """The last bid, or None before the first."""
        index = self.last_bid_index
        return None if index is None else self.calls[index]

    @property
    def multiplier(self) -> int:
        """1, or 2 when the last bid stands doubled, 4 when redoubled; a new bid wipes both out."""
        return {DOUBLE: 2, REDOUBLE: 4}.get(next((c for c in reversed(self.calls) if c != PASS), PASS), 1)

    @property
    def over(self) -> bool:
        """Whether the auction has ended: a pass over a bid, double or redouble, or two passes at its start."""
        if not self.calls or self.calls[-1] != PASS:
            return False
        return len(self.calls) >= 2

    @property
    def passed_out(self) -> bool:
        """Whether both passed at once: the deal is thrown in."""
        return self.over and self.last_bid is None

    @property
    def contract(self) -> Contract | None:
        """What the auction ended in; None while it goes on and for a passed-out deal."""
        index = self.last_bid_index
        if not self.over or index is None:
            return None
        bid = self.calls[index]
        return Contract(level_of(bid), strain_of(bid), self.multiplier, self.caller(index))

    def legal(self) -> tuple[Call, ...]:
        """The legal calls, pass first, then double or redouble, then the bids upwards; empty when over."""
        if self.over:
            return ()
        calls = [PASS]
        last = self.calls[-1] if self.calls else PASS
        if self.doubling and is_bid(last):
            calls.append(DOUBLE)
        if self.doubling and last == DOUBLE:
            calls.append(REDOUBLE)
        calls.extend(range((self.last_bid or FIRST_BID - 1) + 1, LAST_BID + 1))
        return tuple(calls)

    def apply(self, call: Call) -> "Auction":
        """The auction after *call*.

        Raises:
            RuleError: when *call* is not legal here.
        """
        fault = self._fault(call)
        if fault is not None:
            rule, message = fault
            raise RuleError(rule, message, tuple(call_name(c) for c in self.legal()))
        return Auction(self.dealer, (*self.calls, call), self.doubling)

    def _fault(self, call: Call) -> tuple[str, Message] | None:
        """Why *call* is illegal here, or None when it is legal."""
        if self.over:
            return "auction-over", Message(N_("The auction is over: no call can follow."))
        if call not in ALL_CALLS:
            return "not-a-call", Message(N_("The auction is on: a call is wanted here, not a card."))
        if call in self.legal():
            return None
        last = self.calls[-1] if self.calls else PASS
        if not is_bid(call) and not self.doubling:
            return "no-doubling", Message(N_("These rules have no double and no redouble."))
        if call == DOUBLE and last in (DOUBLE, REDOUBLE):
            return "double-once", Message(N_("The bid is doubled already: it cannot be doubled again."))
        if call == DOUBLE:
            return "double-needs-bid", Message(N_("Only the opponent’s bid just made can be doubled."))
        if call == REDOUBLE and last == REDOUBLE:
            return "redouble-once", Message(N_("The bid is redoubled already: it cannot be redoubled again."))
        if call == REDOUBLE:
            return "redouble-needs-double", Message(N_("Only a double of your own bid, just made, can be redoubled."))
        assert self.last_bid is not None
        return "bid-higher", Message(
            N_("%(call)s is not higher than %(last)s: a bid must name more tricks, or as many in a higher strain."),
            {"call": call_name(call), "last": call_name(self.last_bid)},
        )
