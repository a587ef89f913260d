"""Partial knowledge: the hands an opponent may hold, and what calls and contracts are worth over all of them.

A player who did not count every discard is left with a set of hands that the opponent may hold. Each of them is taken
as equally likely until the opponent calls. A call is evidence: left over are the hands with which a player of the
opponent's kind would have made every call that it made, and of these each is as likely as another again. Where the
hands are few, all are solved; otherwise as many as asked for are drawn, each uniformly from all and independently of
the others (hands that do not fit the calls are drawn again), and every figure carries its standard error.

Every hand is solved with everything known, so the expected score of a call is that of a player who will learn the
opponent's hand right after it: no guide to what to do when a later decision hangs on a guess.
"""

from dataclasses import dataclass
from math import comb, sqrt
from typing import Any, Final, TypeAlias

import numpy as np

from tutor.cards import FULL_DECK, NORTH, SEATS, Mask, Seat, cards_of
from tutor.rules import (
    BIDS,
    DOUBLE,
    PASS,
    Auction,
    Call,
    Observation,
    Phase,
    Ruleset,
    is_bid,
    level_of,
    strain_of,
)
from tutor.solver.bidding import NO_BID, Opponent, SolvedAuctions, State, Tricks, natural_seat
from tutor.solver.engine import Engine, default_engine

HAND_SIZE: Final = 13
DEFAULT_HANDS: Final = 500

MOST_DRAWN: Final = 4000
"""How many hands are solved at most in search of those that fit the opponent's calls."""

FEWEST: Final = 2
"""Drawn hands that fit the calls before they are taken for all that do: from one alone no error could be told."""

Hands: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
Fits: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]


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


def sample_hands(knowledge: Knowledge, count: int, seed: int | np.random.Generator) -> Hands:
    """*count* hands that the opponent may hold, each drawn uniformly from all and independently; int64 masks.

    The same seed gives the same hands; a generator goes on with others.
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
        hands: how many hands the figures are the means over.
        exact: whether these were all that the opponent may hold, its calls heeded as :attr:`heeded` says.
        makes: for each declarer and bid, the probability that the contract makes, with best play by both.
        scores: for each legal call, the expected score in points, North's less South's.
        losses: for each legal call, how many points less it is expected to bring the seat to call than the call that
            is expected to bring most; the error is that of the difference, both calls being weighed on the same hands.
        drawn: how many hands were solved to find those.
        heeded: whether hands with which the opponent would not have called as it did were left out. Not when it has
            not called yet, nor when (next to) no hand fits its calls: then all were taken, whatever it called.
    """

    hands: int
    exact: bool
    makes: dict[Seat, dict[Call, Estimate]]
    scores: dict[Call, Estimate]
    losses: dict[Call, Estimate]
    drawn: int
    heeded: bool


def outlook(
    knowledge: Knowledge,
    auction: Auction,
    ruleset: Ruleset,
    opponent: Opponent = "perfect",
    *,
    hands: int = DEFAULT_HANDS,
    most: int = MOST_DRAWN,
    seed: int = 0,
    engine: Engine | None = None,
) -> Outlook:
    """What every legal call is worth to the seat to call, and which contracts make, over the hands it must reckon with.

    These are the hands with which *opponent* would have made its calls so far, as :func:`fitting` has it.

    Arguments:
        knowledge: of the seat to call.
        auction: the calls so far; not over.
        ruleset: decides the scores and whether there is doubling.
        opponent: how the other seat has called and will call.
        hands: how many hands to sample; where no more are possible, each is taken once and the answer is exact.
        most: how many hands to solve at most in search of so many that fit the opponent's calls. Where no more are
            possible, all are solved, those that fit are taken once each, and the answer is exact.
        seed: of the sample.
        engine: solves the hands; by default the shared one.

    Raises:
        ValueError: when the auction is over, its doubling is not the ruleset's, *hands* is not positive, or there is no
            such opponent.
    """
    natural = natural_seat(auction, ruleset, opponent)
    if hands < 1:
        raise ValueError(f"at least one hand must be solved, not {hands}")
    found = _hands_to_weigh(
        _Search(knowledge, auction, ruleset, natural, engine or default_engine()), hands, most, seed
    )
    seat, state, exact, tricks = auction.turn, State.of(auction), found.exact, found.tricks
    solved = SolvedAuctions(tricks, ruleset, natural)
    values = {call: solved.leads_to(state, call) for call in auction.legal()}
    scores = {call: Estimate.of(each, exact=exact) for call, each in values.items()}
    sign = 1 if seat == NORTH else -1
    best = max(scores, key=lambda call: sign * scores[call].mean)
    losses = {call: Estimate.of(sign * (values[best] - each), exact=exact) for call, each in values.items()}
    makes = {
        declarer: {
            bid: Estimate.of(tricks[:, 5 * declarer + strain_of(bid)] >= 6 + level_of(bid), exact=exact) for bid in BIDS
        }
        for declarer in SEATS
    }
    return Outlook(len(tricks), exact, makes, scores, losses, found.drawn, found.heeded)


def fitting(tricks: Tricks, auction: Auction, ruleset: Ruleset, natural: Seat | None) -> Fits:
    """With which of the deals the opponent of the seat to call would have made every call that it made in *auction*.

    A natural opponent makes the one call that :mod:`tutor.solver.bidding` defines. A perfect one may make any call that
    scores as much as its best against a perfect player: which of several it prefers is a habit that nobody is told of.
    What the seat to call has called tells nothing of the opponent's hand.

    Arguments:
        tricks: int8, n by 10: trick tables, as :class:`~tutor.solver.bidding.SolvedAuctions` takes them.
        auction: the calls so far.
        ruleset: decides the scores and whether there is doubling.
        natural: the seat that calls naturally, the opponent or None.

    Returns:
        bool, n.
    """
    solved, seat = SolvedAuctions(tricks, ruleset, natural), auction.turn
    fits = np.ones(len(tricks), dtype=np.bool_)
    before = Auction.of(auction.dealer, (), doubling=auction.doubling)
    for call in auction.calls:
        if before.turn != seat:
            state = State.of(before)
            if natural is None:
                fits &= solved.leads_to(state, call) == solved.value(state)
            else:
                fits &= _natural(solved, state, call)
        before = before.apply(call)
    return fits


def _natural(solved: SolvedAuctions, state: State, call: Call) -> Fits:
    """In which deals *call* is what a natural player calls in *state*."""
    count = len(solved.tricks)
    bids = np.fromiter((solved.natural_bid(deal, state) or NO_BID for deal in range(count)), np.int64, count)
    if is_bid(call):
        return np.equal(bids, call)
    doubles: Fits = np.zeros(count, dtype=np.bool_)
    if solved.ruleset.doubling and solved.ruleset.undertrick and state.last != NO_BID and state.multiplier == 1:
        taken = solved.tricks[:, 5 * state.bidder + strain_of(state.last)]
        doubles = (bids == NO_BID) & (taken < 6 + level_of(state.last))
    if call == PASS:
        return np.equal(bids, NO_BID) & ~doubles
    # It never redoubles: the seat that might has bid what makes.
    return doubles if call == DOUBLE else np.zeros(count, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class _Search:
    """What the hands to weigh are looked for by; as for :func:`outlook`."""

    knowledge: Knowledge
    auction: Auction
    ruleset: Ruleset
    natural: Seat | None
    engine: Engine

    @property
    def heeds(self) -> bool:
        """Whether the opponent has called."""
        opponent = self.auction.turn.other
        return any(self.auction.caller(index) == opponent for index in range(len(self.auction.calls)))

    def tricks(self, theirs: Hands) -> Tricks:
        """The trick tables with these hands of the opponent's."""
        seat = self.auction.turn
        deals = np.empty((len(theirs), 2), dtype=np.int64)
        deals[:, seat] = self.knowledge.own
        deals[:, seat.other] = theirs
        return self.engine.trick_tables(deals)

    def fitting(self, tricks: Tricks) -> Tricks:
        """Those of *tricks* with which the opponent would have called as it did."""
        return tricks[fitting(tricks, self.auction, self.ruleset, self.natural)]


@dataclass(frozen=True, slots=True)
class _Found:
    """The trick tables of the hands to weigh; the rest as in :class:`Outlook`."""

    tricks: Tricks
    exact: bool
    drawn: int
    heeded: bool


def _hands_to_weigh(search: _Search, hands: int, most: int, seed: int) -> _Found:
    """The hands that an outlook is over: all that fit the opponent's calls, or a sample of *hands* of them."""
    knowledge = search.knowledge
    if knowledge.count <= (max(hands, most) if search.heeds else hands):
        tricks = search.tricks(all_hands(knowledge))
        fit = search.fitting(tricks) if search.heeds else tricks
        heeded = search.heeds and len(fit) > 0
        return _Found(fit if heeded else tricks, True, len(tricks), heeded)
    rng = np.random.default_rng(seed)
    first = tricks = search.tricks(sample_hands(knowledge, hands, rng))
    if not search.heeds:
        return _Found(first, False, hands, False)
    fit, drawn = search.fitting(tricks), hands
    while len(fit) < hands and drawn < most:
        # So many more as may bring what is missing, by those that fitted so far: seldom more than three rounds.
        wanted = (hands - len(fit)) * drawn // max(len(fit), 1)
        batch = min(max(wanted, hands), most - drawn)
        tricks = search.tricks(sample_hands(knowledge, batch, rng))
        fit, drawn = np.concatenate((fit, search.fitting(tricks))), drawn + batch
    if len(fit) < min(FEWEST, hands):
        return _Found(first, False, drawn, False)
    # Only the first of them: to keep what a round brought too many would favour rounds that brought many.
    return _Found(fit[:hands], False, drawn, True)
