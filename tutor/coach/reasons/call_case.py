"""A wrong call and what is asked about it to find out why."""

from dataclasses import dataclass, field, replace
from functools import cached_property

from tutor.cards import NORTH, Seat, Strain
from tutor.coach.reasons.counterfactual import Both, CallChange, NothingAbove, TricksInstead, changed_auction
from tutor.rules import Auction, Call, Contract, Ruleset, is_bid, level_of, make_bid, strain_of
from tutor.solver.bidding import SolvedAuction, State
from tutor.solver.engine import TrickTable


def target_of(bid: Call) -> int:
    """Tricks that *bid* needs."""
    return 6 + level_of(bid)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a call leads.

    Attributes:
        calls: the call and the line after it, to the end of the auction.
        contract: what they end in; None when the deal is passed out.
        tricks: what its declarer takes of the 13; None without a contract.
        score: points, North's less South's.
        yours: points, those of the seat that made the call less the opponent's.
        mine: whether that seat is declarer.
    """

    calls: tuple[Call, ...]
    contract: Contract | None
    tricks: int | None
    score: int
    yours: int
    mine: bool

    @property
    def makes(self) -> bool:
        """Whether there is a contract and it makes."""
        return self.contract is not None and self.tricks is not None and self.tricks >= self.contract.target

    @property
    def fails(self) -> bool:
        """Whether there is a contract and it fails."""
        return self.contract is not None and not self.makes

    @property
    def taken(self) -> int:
        """:attr:`tricks` where there is a contract (ValueError without one)."""
        if self.tricks is None:
            raise ValueError("the deal is passed out")
        return self.tricks

    def became(self, bid: Call | None) -> bool:
        """Whether *bid* became the contract, doubled or not."""
        return self.contract is not None and self.bid == bid

    @property
    def bid(self) -> Call:
        """The bid that became the contract (ValueError without one)."""
        if self.contract is None:
            raise ValueError("the deal is passed out")
        return make_bid(self.contract.level, self.contract.strain)


@dataclass(frozen=True)
class CallCase:
    """A wrong call and what the recognisers ask about it; what is worked out once is kept.

    Attributes:
        auction: the moment.
        call: the wrong call.
        table: declarer's tricks in every contract.
        ruleset: the rules.
        natural: the seat that calls naturally, or None.
        twin: the case of another call at the same moment, which works out what does not depend on the call.
    """

    auction: Auction
    call: Call
    table: TrickTable
    ruleset: Ruleset
    natural: Seat | None
    twin: "CallCase | None" = field(default=None, repr=False, compare=False)

    def beside(self, call: Call) -> "CallCase":
        """The case of another wrong *call* at the same moment; what is worked out for either serves both."""
        return replace(self, call=call, twin=self)

    @property
    def you(self) -> Seat:
        """Who made the wrong call."""
        return self.auction.turn

    @property
    def opponent(self) -> Seat:
        """The other seat."""
        return self.auction.turn.other

    @cached_property
    def state(self) -> State:
        """What of the auction matters."""
        return self.twin.state if self.twin else State.of(self.auction)

    @property
    def standing(self) -> Call | None:
        """The last bid, or None before the first."""
        return self.auction.last_bid

    @property
    def theirs_stands(self) -> bool:
        """Whether the last bid is the opponent's."""
        return self.standing is not None and self.state.bidder != self.you

    @property
    def yours_stands(self) -> bool:
        """Whether the last bid is your own, which has been doubled then."""
        return self.standing is not None and self.state.bidder == self.you

    @cached_property
    def solved(self) -> SolvedAuction:
        """The auction as it is."""
        return self.twin.solved if self.twin else SolvedAuction(self.table, self.ruleset, self.natural)

    @cached_property
    def best(self) -> tuple[Call, ...]:
        """The calls that cost nothing: pass, double or redouble, then bids upwards."""
        if self.twin:
            return self.twin.best
        most = self.solved.value(self.state)
        return tuple(call for call, score in self.solved.values(self.state).items() if score == most)

    @cached_property
    def loss(self) -> int:
        """Points that the wrong call costs."""
        return abs(self.solved.value(self.state) - self.after.score)

    @cached_property
    def after(self) -> Outcome:
        """Where the wrong call leads."""
        return self.outcome(self.call)

    @cached_property
    def best_bids(self) -> tuple[tuple[Call, Outcome], ...]:
        """The best bids and where they lead, those first that become the contract, the lowest first."""
        if self.twin:
            return self.twin.best_bids
        ways = [(call, self.outcome(call)) for call in self.best if is_bid(call)]
        return tuple(sorted(ways, key=lambda way: not way[1].became(way[0])))

    @property
    def leaves_a_score(self) -> bool:
        """Whether the opponent ends in a contract that makes."""
        return self.after.makes and not self.after.mine

    @property
    def fails_yourself(self) -> bool:
        """Whether the wrong call is a bid that fails, and you end as declarer of a contract that fails."""
        return is_bid(self.call) and not self.makes(self.you, self.call) and self.after.mine and self.after.fails

    def outcome(self, call: Call) -> Outcome:
        """Where *call* leads; worked out once for each."""
        made = self._outcomes.get(call)
        if made is None:
            made = self._outcomes[call] = self._outcome(call)
        return made

    def loss_if(self, change: CallChange, call: Call | None = None) -> int:
        """Points that *call*, by default the wrong one, would give away with *change* made."""
        solved = self._changed(change)
        chosen = self.call if call is None else call
        return abs(solved.value(self.state) - solved.leads_to(self.state, chosen))

    def yours_if(self, change: CallChange, call: Call) -> int:
        """Your points less the opponent's that *call* would lead to with *change* made."""
        return self._yours(self._changed(change).leads_to(self.state, call))

    def ahead_if(self, change: CallChange, call: Call) -> int:
        """Points, 0 or more, by which *call* would be better than the wrong call with *change* made."""
        return max(0, self.yours_if(change, call) - self.yours_if(change, self.call))

    def accounts(self, change: CallChange) -> bool:
        """Whether the wrong call would cost at most half of what it costs with *change* made."""
        return 2 * self.loss_if(change) <= self.loss

    def first(self, *changes: CallChange) -> CallChange | None:
        """The first of *changes* that accounts for the wrong call."""
        return next((change for change in changes if self.accounts(change)), None)

    def enough(self, declarer: Seat, strain: Strain, tricks: range) -> TricksInstead | None:
        """That *declarer* takes the first of *tricks* in *strain* for which the wrong call would cost nothing.

        Where there is none, the first of *tricks* for which it would cost at most half of what it costs.
        """
        changes = [TricksInstead(declarer, strain, number) for number in tricks]
        free = next((change for change in changes if self.loss_if(change) == 0), None)
        return free or next((change for change in changes if self.accounts(change)), None)

    def with_enough(self, bid: Call, *, quietly: bool = False) -> CallChange | None:
        """The fewest tricks with which you make *bid* and which account for the wrong call.

        Where none do, or *quietly*, the fewest that do so when the opponent makes nothing above *bid* besides.
        """
        tricks = range(target_of(bid), 14)
        change = None if quietly else self.enough(self.you, strain_of(bid), tricks)
        if change is not None:
            return change
        nothing = NothingAbove(self.opponent, bid)
        return self.first(*(Both(nothing, TricksInstead(self.you, strain_of(bid), number)) for number in tricks))

    def makes(self, seat: Seat, bid: Call) -> bool:
        """Whether *seat* takes the tricks of *bid*."""
        return self.table[seat][strain_of(bid)] >= target_of(bid)

    def free_with(self, table: TrickTable) -> bool:
        """Whether the wrong call would cost nothing with another trick table."""
        solved = SolvedAuction(table, self.ruleset, self.natural)
        return solved.value(self.state) == solved.leads_to(self.state, self.call)

    @cached_property
    def _outcomes(self) -> dict[Call, Outcome]:
        return self.twin._outcomes if self.twin else {}  # noqa: SLF001 - of the same class

    @cached_property
    def _changes(self) -> dict[CallChange, SolvedAuction]:
        return self.twin._changes if self.twin else {}  # noqa: SLF001 - as above

    def _changed(self, change: CallChange) -> SolvedAuction:
        made = self._changes.get(change)
        if made is None:
            table, ruleset = changed_auction(self.table, self.ruleset, change)
            made = self._changes[change] = SolvedAuction(table, ruleset, self.natural)
        return made

    def _yours(self, score: int) -> int:
        return score if self.you == NORTH else -score

    def _outcome(self, call: Call) -> Outcome:
        after = self.state.after(call)
        calls = (call, *(() if after is None else self.solved.line(after)))
        # Not played through: the line is the solver's, and all of its calls are legal.
        contract = replace(self.auction, calls=(*self.auction.calls, *calls)).contract
        score = self.solved.leads_to(self.state, call)
        yours = self._yours(score)
        if contract is None:
            return Outcome(calls, None, None, score, yours, mine=False)
        tricks = self.table[contract.declarer][contract.strain]
        return Outcome(calls, contract, tricks, score, yours, contract.declarer == self.you)
