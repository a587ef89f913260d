"""One deal, from the shuffle (or from the end of the draw phase) to the score."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from tutor.cards import FULL_DECK, Card, Mask, Seat, card_name, mask_of
from tutor.messages import N_, Message
from tutor.rules.auction import Auction, Call, Contract, call_name
from tutor.rules.draw import DrawPhase
from tutor.rules.errors import RuleError
from tutor.rules.play import Play
from tutor.rules.ruleset import WRITTEN, Ruleset
from tutor.rules.scoring import north_score
from tutor.rules.sequence import run

Action: TypeAlias = int
"""A card (0–51) in the draw phase and the play, a call (52–89) in the auction."""


class Phase(Enum):
    """Where a deal stands."""

    DRAW = "draw"
    AUCTION = "auction"
    PLAY = "play"
    OVER = "over"


def action_name(action: Action) -> str:
    """The canonical name of a card or a call."""
    return card_name(action) if action < 52 else call_name(action)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal. Immutable; :meth:`apply` gives the next state.

    Attributes:
        ruleset: the reading of the rules in force.
        dealer: who dealt, and so calls first.
        draw: the draw phase, or None when the deal starts from the hands it left.
        auction: the calls, or None when the deal starts from a known contract.
        contract: what is being played; None before the auction ends and for a passed-out deal.
        play: the second phase; None before the auction ends and for a passed-out deal.
        start_hands: North's and South's 13 cards at the start of the second phase; None before it is known.
    """

    ruleset: Ruleset
    dealer: Seat
    draw: DrawPhase | None = None
    auction: Auction | None = None
    contract: Contract | None = None
    play: Play | None = None
    start_hands: tuple[Mask, Mask] | None = None

    @classmethod
    def start(cls, north: Mask, south: Mask, stock: Iterable[Card], dealer: Seat, ruleset: Ruleset = WRITTEN) -> "Deal":
        """A deal at the start of its draw phase (ValueError when these are not the 52 cards, 13, 13 and 26)."""
        return cls(ruleset, dealer, DrawPhase.start(north, south, stock, dealer, ruleset))

    @classmethod
    def shuffled(cls, rng: random.Random, dealer: Seat, ruleset: Ruleset = WRITTEN) -> "Deal":
        """A deal freshly shuffled by *rng*: the same state of *rng* gives the same deal."""
        deck = list(range(52))
        rng.shuffle(deck)
        return cls.start(mask_of(deck[:13]), mask_of(deck[13:26]), deck[26:], dealer, ruleset)

    @classmethod
    def from_hands(cls, north: Mask, south: Mask, dealer: Seat, ruleset: Ruleset = WRITTEN) -> "Deal":
        """A deal at the start of its auction, the draw phase not known.

        Raises:
            ValueError: when these are not two hands of 13 different cards.
        """
        if north.bit_count() != 13 or south.bit_count() != 13 or north & south or (north | south) & ~FULL_DECK:
            raise ValueError("the auction starts with 13 cards each, all different")
        return cls(ruleset, dealer, None, Auction(dealer, (), ruleset.doubling), None, None, (north, south))

    def with_contract(self, contract: Contract) -> "Deal":
        """The deal at the start of its play in *contract*, however that came about.

        Raises:
            ValueError: before the draw phase is over.
            RuleError: when *contract* is doubled and the ruleset has no doubling.
        """
        if self.start_hands is None:
            raise ValueError("the play starts when the draw phase is over")
        if contract.multiplier != 1 and not self.ruleset.doubling:
            raise RuleError("no-doubling", Message(N_("These rules have no double and no redouble.")))
        play = Play.start(*self.start_hands, contract.strain, contract.leader)
        return replace(self, auction=None, contract=contract, play=play)

    @property
    def phase(self) -> Phase:
        """Where the deal stands."""
        if self.start_hands is None:
            return Phase.DRAW
        if self.play is not None:
            return Phase.OVER if self.play.over else Phase.PLAY
        return Phase.OVER if self.auction is not None and self.auction.over else Phase.AUCTION

    @property
    def over(self) -> bool:
        """Whether the deal can be scored: all cards played, or passed out."""
        return self.phase is Phase.OVER

    @property
    def turn(self) -> Seat | None:
        """Whose action is next; None when the deal is over."""
        state = self._state
        return None if state is None else state.turn

    @property
    def _state(self) -> DrawPhase | Auction | Play | None:
        match self.phase:
            case Phase.DRAW:
                return self.draw
            case Phase.AUCTION:
                return self.auction
            case Phase.PLAY:
                return self.play
            case Phase.OVER:
                return None

    def legal(self) -> tuple[Action, ...]:
        """The legal actions now; empty when the deal is over."""
        state = self._state
        return () if state is None else state.legal()

    def apply(self, action: Action) -> "Deal":
        """The deal after *action*.

        Raises:
            RuleError: when *action* is not legal here.
        """
        match self._state:
            case DrawPhase() as draw:
                after = draw.apply(action)
                if not after.over:
                    return replace(self, draw=after)
                auction = Auction(self.dealer, (), self.ruleset.doubling)
                return replace(self, draw=after, auction=auction, start_hands=after.hands)
            case Auction() as auction:
                return self._after_call(auction, action)
            case Play() as play:
                return replace(self, play=play.apply(action))
            case None:
                raise RuleError("deal-over", Message(N_("The deal is over: nothing can follow.")))

    def _after_call(self, auction: Auction, call: Call) -> "Deal":
        after = auction.apply(call)
        contract = after.contract
        if contract is None:
            return replace(self, auction=after)
        assert self.start_hands is not None
        play = Play.start(*self.start_hands, contract.strain, contract.leader)
        return replace(self, auction=after, contract=contract, play=play)

    def run(self, actions: Iterable[Action]) -> "Deal":
        """The deal after *actions*.

        Raises:
            RuleError: at the first illegal action; its ``index`` says which.
        """
        return run(self, actions)

    @property
    def declarer_tricks(self) -> int:
        """Tricks that declarer has won so far; 0 without a contract."""
        if self.play is None or self.contract is None:
            return 0
        return self.play.tricks[self.contract.declarer]

    @property
    def score(self) -> int | None:
        """North's points less South's; None before the deal is over."""
        return north_score(self.contract, self.declarer_tricks, self.ruleset) if self.over else None
