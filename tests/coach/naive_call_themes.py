"""The definitions of the auction's themes once more, in the words of :mod:`tests.solver.naive_auction`.

Nothing here comes from the recognisers: calls are words, tables go by letters, every change is a new naive auction, and
a definition is one expression that says whether it holds.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tests.solver.naive_auction import LADDER, NaiveAuction, Table, other

RANK = {bid: place for place, bid in enumerate(LADDER)}
PRICE = 50


@dataclass(frozen=True)
class End:
    """What an auction comes to: the bid ("" when passed out), its declarer and how many tricks too many or few."""

    bid: str
    declarer: str
    over: int

    @property
    def strain(self):
        return self.bid[1:]

    @property
    def makes(self):
        return bool(self.bid) and self.over >= 0

    @property
    def fails(self):
        return bool(self.bid) and self.over < 0


@dataclass(frozen=True)
class World:
    """An auction at a moment, and the same with one thing changed.

    Attributes:
        table: declarer's tricks by letters.
        rules: doubling, undertrick, overtricks.
        dealer: a letter.
        calls: the calls so far.
        natural: whether the seat that is not to call is natural.
    """

    table: Table
    rules: Mapping[str, int]
    dealer: str
    calls: tuple[str, ...]
    natural: bool

    @cached_property
    def auction(self):
        return NaiveAuction(self.table, **self.rules, natural=self.them if self.natural else None)

    @property
    def you(self):
        return self.dealer if len(self.calls) % 2 == 0 else other(self.dealer)

    @property
    def them(self):
        return other(self.you)

    @property
    def last(self):
        return next((call for call in reversed(self.calls) if call in RANK), "")

    @property
    def last_is_theirs(self):
        return bool(self.last) and self.auction.bidder(self.dealer, list(self.calls)) == self.them

    @property
    def last_is_yours(self):
        return bool(self.last) and not self.last_is_theirs

    @cached_property
    def scores(self):
        """Your points by call."""
        sign = 1 if self.you == "N" else -1
        values = self.auction.call_values(self.dealer, list(self.calls))
        return {call: sign * value for call, value in values.items()}

    @cached_property
    def best(self):
        return [call for call, score in self.scores.items() if score == max(self.scores.values())]

    def loss(self, call):
        return max(self.scores.values()) - self.scores[call]

    def line(self, call):
        """*call* and what follows: among equals the first in the order pass, double, redouble, bids upwards."""
        calls = [*self.calls, call]
        while not self.auction.over(calls):
            seat = self.auction.turn(self.dealer, calls)
            values = self.auction.call_values(self.dealer, calls)
            best = (max if seat == "N" else min)(values.values())
            mine = next(each for each in self.auction.legal(calls) if values[each] == best)
            calls.append(self.auction.natural_call(self.dealer, calls) if seat == self.auction.natural else mine)
        return calls[len(self.calls) :]

    def end(self, call):
        """Where *call* leads."""
        calls = [*self.calls, *self.line(call)]
        bid, declarer = self.auction.last_bid(calls), self.auction.bidder(self.dealer, calls)
        if bid is None:
            return End("", "", 0)
        return End(bid, declarer, self.table[declarer][bid[1:]] - 6 - int(bid[0]))

    def makes(self, bid, seat):
        return self.table[seat][bid[1:]] >= 6 + int(bid[0])

    def with_rules(self, **rules):
        return World(self.table, {**self.rules, **rules}, self.dealer, self.calls, self.natural)

    def with_tricks(self, seat, strain, tricks):
        table = {each: dict(row) for each, row in self.table.items()}
        table[seat][strain] = tricks
        return World(table, self.rules, self.dealer, self.calls, self.natural)

    def unable(self, seat, bid):
        """*seat* makes nothing above *bid*; nothing at all when that is empty."""
        world = self
        for strain in ("C", "D", "H", "S", "NT"):
            level = max(
                (int(each[0]) for each in LADDER[: RANK[bid] + 1 if bid else 0] if each[1:] == strain), default=0
            )
            world = world.with_tricks(seat, strain, min(self.table[seat][strain], 6 + level))
        return world


def accounts(world: World, wrong: str, *changed: World) -> bool:
    """Whether the wrong call costs at most half in one of the changed worlds."""
    return any(2 * each.loss(wrong) <= world.loss(wrong) for each in changed)


def beside(world: World, wrong: str, call: str, changed: World) -> bool:
    """Whether *call* is there no better than the wrong one, or by at most half of what that costs."""
    return 2 * max(0, changed.scores[call] - changed.scores[wrong]) <= world.loss(wrong)


def tricks_for(world: World, seat: str, strain: str, tricks: Iterable[int]) -> list[World]:
    """A world for each number of tricks."""
    return [world.with_tricks(seat, strain, number) for number in tricks]


def making(world: World, bid: str) -> list[World]:
    """The worlds in which you make *bid*."""
    return tricks_for(world, world.you, bid[1:], range(6 + int(bid[0]), 14))


def enough(world: World, bid: str) -> list[World]:
    """Those, and those in which the opponent makes nothing above *bid* besides."""
    return [*making(world, bid), *making(world.unable(world.them, bid), bid)]


def best_bids(world: World) -> list[tuple[str, End]]:
    """The best bids with their ends."""
    return [(call, world.end(call)) for call in world.best if call in RANK]


def best_strain(w, wrong):
    end = w.end(wrong)
    ends = [each for each in map(w.end, w.best) if each.declarer == w.you and each.makes]
    if end.declarer != w.you or end.strain in [each.strain for each in ends]:
        return False
    taken, target = w.table[w.you][end.strain], 6 + int(end.bid[0])
    return any(
        (end.makes or w.table[w.you][each.strain] >= target)
        and accounts(
            w,
            wrong,
            *tricks_for(w, w.you, end.strain, range(max(taken + 1, target), 14)),
            *tricks_for(w, w.you, each.strain, range(6, w.table[w.you][each.strain])),
            *([w.unable(w.you, end.bid)] if end.makes else []),
        )
        for each in ends
    )


def fails_yourself(w, wrong):
    end = w.end(wrong)
    return wrong in RANK and not w.makes(wrong, w.you) and end.declarer == w.you and end.fails


def raise_when_outbid(w, wrong):
    return (
        w.rules["overtricks"]
        and fails_yourself(w, wrong)
        and any(
            bid[1:] == wrong[1:] and RANK[bid] < RANK[wrong] and end.bid == bid and end.declarer == w.you and end.makes
            for bid, end in best_bids(w)
        )
        and accounts(w, wrong, *enough(w, wrong))
    )


def bid_enough(w, wrong):
    end = w.end(wrong)
    return (
        not w.rules["overtricks"]
        and end.declarer == w.you
        and end.makes
        and any(
            e.bid == bid and e.declarer == w.you and e.makes and int(bid[0]) > int(end.bid[0])
            for bid, e in best_bids(w)
        )
        and accounts(w, wrong, w.with_rules(overtricks=True), w.unable(w.you, end.bid))
    )


def overbid(w, wrong):
    return fails_yourself(w, wrong) and accounts(w, wrong, *enough(w, wrong))


def bid_yours(w, wrong):
    end = w.end(wrong)
    return (
        wrong not in RANK
        and end.declarer != w.you
        and not end.makes
        and any(e.declarer == w.you and e.makes for _, e in best_bids(w))
        and accounts(w, wrong, w.unable(w.you, w.last))
    )


def escape(w, wrong):
    end = w.end(wrong)
    return (
        w.last_is_yours
        and wrong not in RANK
        and (end.bid, end.fails) == (w.last, True)
        and w.end(w.best[0]).bid != w.last
        and any(beside(w, wrong, w.best[0], each) for each in making(w, w.last))
    )


def last_word(w, wrong):
    if wrong not in RANK or "Pass" not in w.best or not w.auction.over([*w.calls, "Pass"]):
        return False
    silent = w.unable(w.them, wrong)
    return w.end(wrong).declarer == w.them and accounts(w, wrong, silent, *making(silent, wrong))


def redouble(w, wrong):
    return (
        w.last_is_yours
        and "XX" in w.best
        and "Pass" not in w.best
        and w.makes(w.last, w.you)
        and beside(w, wrong, "XX", w.with_tricks(w.you, w.last[1:], 5 + int(w.last[0])))
    )


def let_it_stand(w, wrong):
    return (
        w.last_is_yours
        and wrong in RANK
        and "Pass" in w.best
        and w.makes(w.last, w.you)
        and beside(w, wrong, "Pass", w.with_tricks(w.you, w.last[1:], 5 + int(w.last[0])))
    )


def not_even(w):
    """The opponent makes neither the last bid nor anything above it."""
    return w.unable(w.them, LADDER[RANK[w.last] - 1] if RANK[w.last] else "")


def runs(w, wrong):
    """Whether the opponent runs from what you (re)doubled, and some change accounts for that."""
    run = w.line(wrong)[1]
    return run in RANK and accounts(
        w,
        wrong,
        w.unable(w.them, w.last),
        not_even(w),
        w.unable(w.them, ""),
        *tricks_for(w, w.them, run[1:], range(w.table[w.them][run[1:]])),
        *([] if w.rules["undertrick"] else [w.with_rules(undertrick=PRICE)]),
    )


def no_redouble(w, wrong):
    if wrong != "XX":
        return False
    end = w.end(wrong)
    if end.bid == w.last:
        return end.fails and accounts(w, wrong, *enough(w, w.last))
    return runs(w, wrong)


def no_double(w, wrong):
    return wrong == "X" and runs(w, wrong)


def double_of_making(w, wrong):
    return (
        wrong == "X"
        and w.makes(w.last, w.them)
        and w.line(wrong)[1] not in RANK
        and accounts(w, wrong, *tricks_for(w, w.them, w.last[1:], range(6 + int(w.last[0]))), not_even(w))
    )


def out_of_reach(w, wrong):
    end = w.end(wrong)
    making = [bid for bid, e in best_bids(w) if e.declarer == w.you and e.makes]
    if end.declarer != w.them or not making:
        return False
    if end.makes:
        yours = max(w.scores.values())
        return w.unable(w.you, w.last).loss(wrong) <= w.loss(wrong) - yours
    higher = wrong not in RANK or RANK[making[0]] > RANK[wrong]
    dearer = w.with_rules(undertrick=PRICE)
    return higher and end.bid != w.last and not w.rules["undertrick"] and accounts(w, wrong, dearer)


def leaves_a_score(w, wrong):
    end = w.end(wrong)
    return end.declarer == w.them and end.makes


def free_block(w, wrong):
    dearer = w.with_rules(undertrick=PRICE)
    return (
        not w.rules["undertrick"]
        and leaves_a_score(w, wrong)
        and any(
            end.declarer == w.you and end.fails and (dearer.scores[bid] < 0 or dearer.loss(bid) > 0)
            for bid, end in best_bids(w)
        )
    )


def sacrifice(w, wrong):
    end = w.end(wrong)
    return (
        w.rules["undertrick"] > 0
        and leaves_a_score(w, wrong)
        and any(
            e.declarer == w.you and e.fails and w.with_tricks(w.them, end.strain, 5 + int(end.bid[0])).loss(bid) > 0
            for bid, e in best_bids(w)
        )
    )


def too_dear(w, wrong):
    better = w.end(w.best[0])
    return (
        w.last_is_theirs
        and fails_yourself(w, wrong)
        and better.declarer == w.them
        and better.makes
        and accounts(
            w, wrong, *tricks_for(w, w.you, wrong[1:], range(w.table[w.you][wrong[1:]] + 1, 6 + int(wrong[0])))
        )
    )


def push(w, wrong):
    return leaves_a_score(w, wrong) and any(
        end.declarer == w.them
        and accounts(w, wrong, *tricks_for(w, w.them, end.strain, range(w.table[w.them][end.strain] + 1, 14)))
        for _, end in best_bids(w)
    )


def leave_it(w, wrong):
    return (
        w.last_is_theirs
        and wrong in RANK
        and "Pass" in w.best
        and not w.makes(w.last, w.them)
        and beside(w, wrong, "Pass", w.with_tricks(w.them, w.last[1:], 6 + int(w.last[0])))
    )


def double(w, wrong):
    return (
        w.last_is_theirs
        and "X" in w.best
        and "Pass" not in w.best
        and not w.makes(w.last, w.them)
        and beside(w, wrong, "X", w.with_tricks(w.them, w.last[1:], 6 + int(w.last[0])))
    )


DEFINITIONS: dict[str, Callable[[World, str], bool]] = {
    definition.__name__.replace("_", "-"): definition
    for definition in (
        best_strain,
        raise_when_outbid,
        bid_enough,
        overbid,
        bid_yours,
        escape,
        last_word,
        redouble,
        no_redouble,
        let_it_stand,
        out_of_reach,
        free_block,
        sacrifice,
        too_dear,
        push,
        leave_it,
        double,
        no_double,
        double_of_making,
    )
}
