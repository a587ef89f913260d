"""A recorded deal: the value that PBN and JSON are read into and written from."""

from dataclasses import dataclass

from tutor.cards import Card, Mask, Seat
from tutor.rules import Call, Contract, Deal, Ruleset
from tutor.rules.ruleset import WRITTEN


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """A recorded draw phase.

    Attributes:
        north: North's 13 cards as dealt.
        south: South's 13 cards as dealt.
        stock: the 26 cards of the stock, the top one first.
        played: the 26 cards played, in order.
    """

    north: Mask
    south: Mask
    stock: tuple[Card, ...]
    played: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as somebody wrote it down, whole or in part. Readers give only records whose actions are legal.

    Attributes:
        north: North's 13 cards at the start of the second phase.
        south: South's.
        dealer: who dealt.
        ruleset: the reading of the rules.
        draw: the draw phase, or None when it was not recorded.
        calls: the calls, or None when they were not recorded.
        contract: what was played; None when unknown and for a passed-out deal (then ``calls`` are two passes).
        played: the cards of the second phase in order; empty when not recorded or when the contract is unknown.
        claimed: declarer's tricks (0–13) as the record states them; None when it does not.
        players: the names of North and South; "" when unknown.
        tags: other PBN tags, name and value, in order, kept as they are.
        sections: other PBN sections (tag name, tag value, lines), in order, kept as they are.
    """

    north: Mask
    south: Mask
    dealer: Seat
    ruleset: Ruleset = WRITTEN
    draw: DrawRecord | None = None
    calls: tuple[Call, ...] | None = None
    contract: Contract | None = None
    played: tuple[Card, ...] = ()
    claimed: int | None = None
    players: tuple[str, str] = ("", "")
    tags: tuple[tuple[str, str], ...] = ()
    sections: tuple[tuple[str, str, tuple[str, ...]], ...] = ()

    def start(self) -> Deal:
        """The deal at the start of what was recorded: its draw phase, or its auction, or its play."""
        if self.draw is not None:
            return Deal.start(self.draw.north, self.draw.south, self.draw.stock, self.dealer, self.ruleset)
        deal = Deal.from_hands(self.north, self.south, self.dealer, self.ruleset)
        if self.calls is None and self.contract is not None:
            return deal.with_contract(self.contract)
        return deal

    def actions(self) -> tuple[int, ...]:
        """The recorded actions that follow :meth:`start`. Play that no recorded auction leads to stays out of them."""
        drawn = self.draw.played if self.draw is not None else ()
        if self.calls is None and self.draw is not None:
            return drawn
        return (*drawn, *(self.calls or ()), *self.played)

    def deal(self) -> Deal:
        """The deal after all that was recorded.

        Raises:
            RuleError: at the first illegal action, ``index`` saying which of :meth:`actions`.
        """
        deal = self.start().run(self.actions())
        if self.calls is None and self.draw is not None and self.contract is not None:
            return deal.with_contract(self.contract).run(self.played)
        return deal
