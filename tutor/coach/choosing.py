"""The decisions of an auction that are worth a learner's time: what a thinking player might call, and what it costs.

A call is *sensible* when a player who has looked at the cards, but has not counted them out to the last trick, might
make it:

* pass;
* where failing has a price, a double of a bid that takes no trick more than it needs: it fails, or might have;
* a redouble of a bid that is at most a trick short: it makes, or might have;
* in a strain that looks playable, the cheapest bid unless it is more than two tricks too high (a sacrifice may be),
  the highest that makes, and the next above it. A strain looks playable when it is a suit of four cards or more, or at
  most two tricks behind the best strain, and a trick is missing for one over six at most;
* seven no-trump where failing costs nothing: the free block.

The learner's *decisions* of a hand are those of an auction in which the learner calls right each time and the opponent
as its kind does: :func:`moments`.

A decision is *real* when a sensible call is best, and at least as many are wrong, a double not being the only one: a
learner who calls by chance would sooner be wrong than right, and there is more to find out than whether a bid makes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from tutor.cards import STRAINS_LOW_FIRST, Seat, Strain, suit_bits
from tutor.coach.reasons.call_case import CallCase, target_of
from tutor.coach.reasons.call_themes import RECOGNISERS, first_theme
from tutor.coach.themes import Theme
from tutor.players.calls import best_call
from tutor.rules import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Call, Deal, Phase, Ruleset, is_bid, strain_of
from tutor.solver.bidding import Opponent, SolvedAuction, State
from tutor.solver.engine import TrickTable

LONG: Final = 4
"""Cards of a suit that looks playable whatever it would take."""

BEHIND: Final = 2
"""Tricks by which a strain may stand behind the best and look playable still."""

TOO_HIGH: Final = 2
"""Tricks that may be missing for the cheapest bid of a strain."""

_BY_THEME: Final = {Theme(recognise.__name__.replace("_", "-")): recognise for recognise in RECOGNISERS}

_BOTH: Final = frozenset({Theme.OUT_OF_REACH, Theme.OVERBID, Theme.BEST_STRAIN, Theme.BID_YOURS})
_FREE: Final = _BOTH | {Theme.FREE_BLOCK}
_PRICE: Final = _BOTH | {Theme.SACRIFICE, Theme.DOUBLE_OF_MAKING}
_OFTEN: Final[dict[tuple[bool, bool, Opponent], frozenset[Theme]]] = {
    (False, True, "natural"): _FREE | {Theme.RAISE_WHEN_OUTBID},
    (False, True, "perfect"): frozenset({Theme.FREE_BLOCK}),
    (False, False, "natural"): _FREE | {Theme.BID_ENOUGH},
    (False, False, "perfect"): frozenset({Theme.FREE_BLOCK}),
    (True, True, "natural"): _PRICE | {Theme.RAISE_WHEN_OUTBID, Theme.NO_REDOUBLE},
    (True, True, "perfect"): _PRICE | {Theme.RAISE_WHEN_OUTBID, Theme.DOUBLE, Theme.PUSH},
    (True, False, "natural"): _PRICE | {Theme.BID_ENOUGH, Theme.NO_REDOUBLE, Theme.TOO_DEAR},
    (True, False, "perfect"): _PRICE | {Theme.BID_ENOUGH, Theme.DOUBLE, Theme.PUSH, Theme.TOO_DEAR},
}
"""The themes that decide on three deals in a hundred or more, by whether failing has a price, whether overtricks count,
and the opponent; counted on 300 deals of each kind with 50 points a trick short."""

_OF_DOUBLING: Final = frozenset({Theme.DOUBLE, Theme.DOUBLE_OF_MAKING, Theme.NO_REDOUBLE})


@dataclass(frozen=True)
class Moment:
    """A decision of the learner in an auction.

    Attributes:
        auction: the calls before it.
        scores: for each sensible call the score it leads to, North's less South's.
        best: the sensible calls that cost nothing; may be empty.
        table: declarer's tricks in every contract.
        deal: the deal whose auction it is, at any moment.
        natural: the seat that calls naturally, or None.
    """

    auction: Auction
    scores: dict[Call, int]
    best: tuple[Call, ...]
    deal: Deal = field(repr=False)
    table: TrickTable = field(repr=False)
    natural: Seat | None

    @property
    def place(self) -> int:
        """How many calls were made before."""
        return len(self.auction.calls)

    @property
    def wrong(self) -> tuple[Call, ...]:
        """The sensible calls that give away points."""
        return tuple(call for call in self.scores if call not in self.best)

    @property
    def real(self) -> bool:
        """Whether it is a decision worth asking for; see the module."""
        wrong = self.wrong
        return bool(self.best) and len(wrong) >= len(self.best) and wrong != (DOUBLE,)

    @cached_property
    def themes(self) -> dict[Call, Theme]:
        """For each wrong sensible call the theme that is told first; calls without any are left out."""
        found = {call: self._theme(call) for call in self.wrong}
        return {call: theme for call, theme in found.items() if theme is not None}

    def shows(self, theme: Theme) -> bool:
        """Whether *theme* is what is told first of a wrong sensible call."""
        recognise = _BY_THEME.get(theme)
        # To ask for the one theme is much quicker than to find them all, and mostly it is not there.
        calls = [] if recognise is None else [call for call in self.wrong if recognise(self._cases[call]) is not None]
        return any(self._theme(call) == theme for call in calls)

    @cached_property
    def _cases(self) -> dict[Call, CallCase]:
        first, *others = self.wrong
        case = CallCase(self.auction, first, self.table, self.deal.ruleset, self.natural)
        return {first: case, **{call: case.beside(call) for call in others}}

    def _theme(self, call: Call) -> Theme | None:
        finding = first_theme(self._cases[call])
        return None if finding is None else finding.theme


def moments(deal: Deal, table: TrickTable, learner: Seat, opponent: Opponent) -> Iterator[Moment]:
    """The learner's decisions along an auction in which the learner calls right each time.

    Of several right calls the learner makes the natural one, else passes, else makes the cheapest sensible bid.

    Arguments:
        deal: a deal at the start of its auction.
        table: the trick table of its hands.
        learner: whose decisions they are.
        opponent: how the other seat calls.

    Raises:
        ValueError: when *deal* is not in its auction.
    """
    if deal.phase is not Phase.AUCTION or deal.auction is None or deal.start_hands is None:
        raise ValueError("there are calls to be chosen only in the auction")
    natural = learner.other if opponent == "natural" else None
    solved = SolvedAuction(table, deal.ruleset, natural)
    auction, mine = deal.auction, deal.start_hands[learner]
    while not auction.over:
        state = State.of(auction)
        if auction.turn == learner:
            most = solved.value(state)
            scores = {call: solved.leads_to(state, call) for call in sensible_calls(solved, state, mine)}
            best = tuple(call for call, score in scores.items() if score == most)
            yield Moment(auction, scores, best, deal, table, natural)
            auction = auction.apply(_right_call(solved, state, best))
        else:
            auction = auction.apply(solved.natural_call(state) if natural is not None else best_call(solved, state))


def _right_call(solved: SolvedAuction, state: State, sensible: tuple[Call, ...]) -> Call:
    """The call by which the learner goes on, *sensible* being the sensible calls among the best."""
    natural = solved.natural_call(state)
    if natural in sensible:
        return natural
    if PASS in sensible or not any(is_bid(call) for call in sensible):
        return best_call(solved, state)
    return min(call for call in sensible if is_bid(call))


def sensible_calls(solved: SolvedAuction, state: State, hand: int) -> list[Call]:
    """The sensible calls of the seat to call, which holds *hand*, in the order of ``auction.legal()``."""
    tricks = solved.table[state.turn]
    legal = solved.legal(state)
    calls = {PASS}
    if DOUBLE in legal and solved.ruleset.undertrick:
        taken = solved.table[state.bidder][strain_of(state.last)]
        calls.update([DOUBLE] if taken <= target_of(state.last) else [])
    if REDOUBLE in legal and tricks[strain_of(state.last)] >= target_of(state.last) - 1:
        calls.add(REDOUBLE)
    for strain in STRAINS_LOW_FIRST:
        if _looks_playable(strain, hand, tricks):
            calls.update(_bids_in(strain, state, tricks[strain]))
    if not solved.ruleset.undertrick:
        calls.add(BIDS[-1])
    return [call for call in legal if call in calls]


def _looks_playable(strain: Strain, hand: int, tricks: dict[Strain, int]) -> bool:
    if tricks[strain] < 6:
        return False
    is_long = strain != Strain.NOTRUMP and suit_bits(hand, strain).bit_count() >= LONG
    return is_long or tricks[strain] >= max(tricks.values()) - BEHIND


def _bids_in(strain: Strain, state: State, tricks: int) -> list[Call]:
    """The sensible bids in a playable *strain* that takes *tricks*."""
    bids = [bid for bid in BIDS if bid > state.last and strain_of(bid) == strain]
    near = [bid for bid in bids if target_of(bid) in (tricks, tricks + 1)]
    return near + [bid for bid in bids[:1] if target_of(bid) <= tricks + TOO_HIGH]


def offered_themes(ruleset: Ruleset, opponent: Opponent) -> tuple[Theme, ...]:
    """The themes that a learner may ask for, in the order of :class:`Theme`: those that decide often enough.

    That is on three deals in a hundred or more. Of the others most cannot come up at all: nobody sacrifices where
    failing is free, and against a perfect player nothing is left there but to block. Some need a learner who has erred
    before: nobody runs from a double of a contract that was worth bidding.
    """
    themes = _OFTEN[ruleset.undertrick > 0, ruleset.overtricks, opponent]
    if not ruleset.doubling:
        # What fails cannot be doubled, and a perfect opponent bids more that fails: leaving it is a decision then.
        more = {Theme.LEAVE_IT} if ruleset.undertrick and opponent == "perfect" else set()
        themes = themes - _OF_DOUBLING | more
    return tuple(theme for theme in Theme if theme in themes)
