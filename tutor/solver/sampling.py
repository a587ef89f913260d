"""Partial knowledge: the hands an opponent may hold, and what calls and contracts are worth over all of them.

A player who did not count every discard is left with a set of hands that the opponent may hold. Each of them is taken
as equally likely. Where they are few, all are solved; otherwise as many as asked for are drawn, each uniformly from all
and independently of the others, and every figure carries its standard error.

Every hand is solved with everything known, so the expected score of a call is that of a player who will learn the
opponent's hand right after it: no guide to what to do when a later decision hangs on a guess.
"""

from dataclasses import dataclass
from math import comb, sqrt
from typing import Any, Final, TypeAlias

import numpy as np

from tutor.cards import FULL_DECK, SEATS, Mask, Seat, cards_of
from tutor.rules import BIDS, Auction, Call, Observation, Phase, Ruleset, level_of, strain_of
from tutor.solver.bidding import Opponent, SolvedAuctions, State, natural_seat
from tutor.solver.engine import Engine, default_engine

HAND_SIZE: Final = 13
DEFAULT_HANDS: Final = 500

Hands: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a player knows of the cards when the auction starts.

    Attributes:
        own: the player's 13 cards.
        gone: cards known to have been thrown away in the draw phase.
        held: cards known to be in the opponent's hand.

    Raises:
        ValueError: when these cannot all be true.
    """

    own: Mask
    gone: Mask = 0
    held: Mask = 0

    def __post_init__(self) -> None:
        if any(mask < 0 or mask & ~FULL_DECK for mask in (self.own, self.gone, self.held)):
            raise ValueError("own, gone and held are sets of the 52 cards")
        if self.own & self.gone or self.own & self.held or self.gone & self.held:
            raise ValueError("a card is in one place only: own, gone or held")
        if self.own.bit_count() != HAND_SIZE:
            raise ValueError(f"the own hand has {HAND_SIZE} cards, not {self.own.bit_count()}")
        if self.held.bit_count() > HAND_SIZE:
            raise ValueError(f"the opponent holds {HAND_SIZE} cards, not {self.held.bit_count()} or more")
        if self.needed > self.pool.bit_count():
            raise ValueError(f"too many cards are gone: {HAND_SIZE} must be left for the opponent")

    @classmethod
    def of(cls, seen: Observation, counted: Mask = FULL_DECK) -> "Knowledge":
        """What a player knows who saw the draw phase and remembers of the discards those in *counted*.

        Someone who remembers which discards were of a kind (the honours, say) knows as well that the others of the
        kind, not being in the own hand, are the opponent's.

        Raises:
            ValueError: before the draw phase is over: the opponent does not hold its 13 cards yet.
        """
        if seen.phase is Phase.DRAW:
            raise ValueError("the draw phase goes on: nobody holds the cards of the second phase yet")
        gone = seen.discards & counted
        return cls(seen.hand, gone, counted & ~seen.hand & ~seen.discards)

    @property
    def pool(self) -> Mask:
        """The cards that may or may not be the opponent's."""
        return FULL_DECK & ~(self.own | self.gone | self.held)

    @property
    def needed(self) -> int:
        """How many cards of the pool the opponent holds."""
        return HAND_SIZE - self.held.bit_count()

    @property
    def count(self) -> int:
        """How many hands the opponent may hold."""
        return comb(self.pool.bit_count(), self.needed)


def hands_of_rank(knowledge: Knowledge, ranks: Hands) -> Hands:
    """The possible hands with these numbers, 0 to ``knowledge.count - 1``: each number is one hand, each hand has one.

    The number of a hand is the colex rank of its cards in the pool.

    Arguments:
        knowledge: what is known; the cards of its pool from the lowest int up.
        ranks: int64, n.

    Returns:
        int64, n: masks.

    Raises:
        ValueError: when a number is not that of a hand.
    """
    if ranks.size and not 0 <= ranks.min() <= ranks.max() < knowledge.count:
        raise ValueError(f"the hands have the numbers 0 to {knowledge.count - 1}")
    cards = sorted(cards_of(knowledge.pool))
    left = ranks.astype(np.int64, copy=True)
    wanted = np.full(len(ranks), knowledge.needed, dtype=np.int64)
    hands = np.full(len(ranks), knowledge.held, dtype=np.int64)
    for place in range(len(cards) - 1, -1, -1):
        # Of the hands that still want so many cards, those without this card come first.
        without = np.array([comb(place, k) for k in range(HAND_SIZE + 1)], dtype=np.int64)[wanted]
        taken = left >= without
        hands[taken] |= 1 << cards[place]
        left[taken] -= without[taken]
        wanted[taken] -= 1
    return hands


def all_hands(knowledge: Knowledge) -> Hands:
    """Every hand that the opponent may hold, once: int64, ``knowledge.count`` masks."""
    return hands_of_rank(knowledge, np.arange(knowledge.count, dtype=np.int64))


def sample_hands(knowledge: Knowledge, count: int, seed: int) -> Hands:
    """*count* hands that the opponent may hold, each drawn uniformly from all and independently; int64 masks.

    The same seed gives the same hands.
    """
    rng = np.random.default_rng(seed)
    return hands_of_rank(knowledge, rng.integers(knowledge.count, size=count, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over hands and its standard error: 0 where all possible hands were taken, or all that were taken agree.

    From one hand alone no error can be told; it is then infinite.
    """

    mean: float
    error: float

    @classmethod
    def of(cls, values: np.ndarray[Any, Any], *, exact: bool) -> "Estimate":
        """The estimate from *values*, one for each hand; *exact* when these are all the hands there are."""
        if exact:
            return cls(float(np.mean(values)), 0.0)
        error = float(np.std(values, ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("inf")
        return cls(float(np.mean(values)), error)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What calls and contracts are worth under partial knowledge.

    Attributes:
        hands: how many hands were solved.
        exact: whether these were all that the opponent may hold.
        makes: for each declarer and bid, the probability that the contract makes, with best play by both.
        scores: for each legal call, the expected score in points, North's less South's.
    """

    hands: int
    exact: bool
    makes: dict[Seat, dict[Call, Estimate]]
    scores: dict[Call, Estimate]


def outlook(
    knowledge: Knowledge,
    auction: Auction,
    ruleset: Ruleset,
    opponent: Opponent = "perfect",
    *,
    hands: int = DEFAULT_HANDS,
    seed: int = 0,
    engine: Engine | None = None,
) -> Outlook:
    """What every legal call is worth to the seat to call, and which contracts make, over the hands it must reckon with.

    Arguments:
        knowledge: of the seat to call.
        auction: the calls so far; not over.
        ruleset: decides the scores and whether there is doubling.
        opponent: how the other seat calls from here on.
        hands: how many hands to sample; where no more are possible, each is taken once and the answer is exact.
        seed: of the sample.
        engine: solves the hands; by default the shared one.

    Raises:
        ValueError: when the auction is over, its doubling is not the ruleset's, *hands* is not positive, or there is no
            such opponent.
    """
    natural = natural_seat(auction, ruleset, opponent)
    if hands < 1:
        raise ValueError(f"at least one hand must be solved, not {hands}")
    seat, state = auction.turn, State.of(auction)
    exact = knowledge.count <= hands
    theirs = all_hands(knowledge) if exact else sample_hands(knowledge, hands, seed)
    deals = np.empty((len(theirs), 2), dtype=np.int64)
    deals[:, seat] = knowledge.own
    deals[:, seat.other] = theirs
    tricks = (engine or default_engine()).trick_tables(deals)
    solved = SolvedAuctions(tricks, ruleset, natural)
    scores = {call: Estimate.of(solved.leads_to(state, call), exact=exact) for call in auction.legal()}
    makes = {
        declarer: {
            bid: Estimate.of(tricks[:, 5 * declarer + strain_of(bid)] >= 6 + level_of(bid), exact=exact) for bid in BIDS
        }
        for declarer in SEATS
    }
    return Outlook(len(theirs), exact, makes, scores)
