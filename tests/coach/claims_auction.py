"""What every call of an auction leads to, worked out for the claims of the coach from the rules alone.

An auction stands as its last bid, who made it, how often it counts, who is to call and whether a pass opened it.
Scores are points, North's less South's.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache

from tests.coach.claims_layout import Layout
from tutor.cards import Seat, Strain
from tutor.rules import Auction, Play, Ruleset

PASS, DOUBLE, REDOUBLE, LOWEST, HIGHEST = 52, 53, 54, 55, 89

Table = tuple[tuple[int, ...], tuple[int, ...]]
"""Tricks by declarer and strain."""


Ending = tuple[int, int, int] | None
"""The bid that became the contract, declarer, and how often it counts; None when the deal is passed out."""


@lru_cache(maxsize=512)
def table_of(north: int, south: int) -> Table:
    """Declarer's tricks, the other leading."""
    return table_of_layout(Layout.of(Play.start(north, south, Strain.NOTRUMP, Seat.NORTH)))


@lru_cache(maxsize=512)
def table_of_layout(layout: Layout) -> Table:
    """The same for two hands written as a layout."""

    def row(declarer: int) -> tuple[int, ...]:
        return tuple(replace(layout, strain=trump, turn=1 - declarer).tricks_of(declarer) for trump in range(5))

    return row(0), row(1)


def with_tricks(table: Table, declarer: int, strain: int, tricks: int) -> Table:
    """*table* with another number in one place."""
    rows = [list(row) for row in table]
    rows[declarer][strain] = tricks
    return tuple(rows[0]), tuple(rows[1])


def with_nothing_above(table: Table, seat: int, bid: int | None) -> Table:
    """*table* with *seat* able to make nothing higher than *bid*, nothing at all when it is None."""
    rows = [list(row) for row in table]
    for trump in range(5):
        allowed = [
            level(each) for each in range(LOWEST, (LOWEST - 1 if bid is None else bid) + 1) if strain(each) == trump
        ]
        rows[seat][trump] = min(rows[seat][trump], 6 + max(allowed, default=0))
    return tuple(rows[0]), tuple(rows[1])


def level(bid: int) -> int:
    """Tricks over six that *bid* names."""
    return 1 + (bid - LOWEST) // 5


def strain(bid: int) -> int:
    """What *bid* names: a suit or 4."""
    return (bid - LOWEST) % 5


def contract_points(bid: int, times: int, tricks: int, rules: Ruleset) -> int:
    """Declarer's points less the opponent's."""
    over, wanted = tricks - 6, level(bid)
    if over < wanted:
        return -(wanted - over) * rules.undertrick * times
    counted = over if rules.overtricks else wanted
    each = 20 if strain(bid) < 2 else 30
    return times * (each * counted + (10 if strain(bid) == 4 else 0))


@dataclass(frozen=True, slots=True)
class Standing:
    """How an auction stands: *last* is None before the first bid."""

    last: int | None
    bidder: int | None
    times: int
    turn: int
    opened: bool

    @classmethod
    def of(cls, auction: Auction) -> "Standing":
        here = cls(None, None, 1, int(auction.dealer), opened=False)
        for call in auction.calls:
            after = here.after(call)
            assert after is not None
            here = after
        return here

    def after(self, call: int) -> "Standing | None":
        """How it stands after *call*; None when it is over."""
        other = 1 - self.turn
        if call == PASS:
            return None if self.last is not None or self.opened else Standing(None, None, 1, other, opened=True)
        if call in (DOUBLE, REDOUBLE):
            return Standing(self.last, self.bidder, 2 * self.times, other, opened=False)
        return Standing(call, self.turn, 1, other, opened=False)

    def legal(self, rules: Ruleset) -> list[int]:
        """The legal calls."""
        found = [PASS]
        if rules.doubling and self.last is not None and self.times < 4:
            found.append(DOUBLE if self.times == 1 else REDOUBLE)
        return found + list(range(LOWEST if self.last is None else self.last + 1, HIGHEST + 1))


@dataclass
class Solution:
    """An auction of two players, of whom *natural* may call naturally."""

    table: Table
    rules: Ruleset
    natural: int | None = None
    _known: dict[Standing, int] = field(default_factory=dict, init=False)
    _endings: dict[Standing, set[Ending]] = field(default_factory=dict, init=False)

    def makes(self, bid: int, declarer: int) -> bool:
        """Whether *declarer* takes the tricks of *bid*."""
        return self.table[declarer][strain(bid)] >= 6 + level(bid)

    def final(self, here: Standing) -> int:
        """The score when the auction ends as it stands."""
        if here.last is None or here.bidder is None:
            return 0
        tricks = self.table[here.bidder][strain(here.last)]
        points = contract_points(here.last, here.times, tricks, self.rules)
        return -points if here.bidder else points

    def leads_to(self, here: Standing, call: int) -> int:
        """The score after *call*."""
        after = here.after(call)
        return self.final(here) if after is None else self.value(after)

    def value(self, here: Standing) -> int:
        """The score that the auction comes to."""
        known = self._known.get(here)
        if known is None:
            if here.turn == self.natural:
                known = self.leads_to(here, self.natural_call(here))
            else:
                scores = [self.leads_to(here, call) for call in here.legal(self.rules)]
                known = min(scores) if here.turn else max(scores)
            self._known[here] = known
        return known

    def right_calls(self, here: Standing) -> list[int]:
        """The calls that may be made: the best ones, or the natural one."""
        if here.turn == self.natural:
            return [self.natural_call(here)]
        most = self.value(here)
        return [call for call in here.legal(self.rules) if self.leads_to(here, call) == most]

    def endings(self, here: Standing, call: int) -> set[Ending]:
        """What the auction can end in after *call* and right calls by both."""
        after = here.after(call)
        if after is None:
            over = here.last is None or here.bidder is None
            return {None if over else (here.last, here.bidder, here.times)}
        if after not in self._endings:
            found = (self.endings(after, each) for each in self.right_calls(after))
            self._endings[after] = set().union(*found)
        return self._endings[after]

    def natural_call(self, here: Standing) -> int:
        """The bid that makes and would score most, the lowest of them; a double of what fails and costs; a pass."""
        legal = here.legal(self.rules)
        best, most = PASS, 0
        for bid in legal:
            if bid >= LOWEST and self.makes(bid, here.turn):
                points = contract_points(bid, 1, self.table[here.turn][strain(bid)], self.rules)
                if points > most:
                    best, most = bid, points
        if best != PASS or DOUBLE not in legal or not self.rules.undertrick:
            return best
        assert here.last is not None
        assert here.bidder is not None
        return PASS if self.makes(here.last, here.bidder) else DOUBLE
