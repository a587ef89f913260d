"""What the solver says of a composed deal: which demand it fails, or which call is to be found, and after which calls.

A deal has many auctions. Looked at are those of at most :data:`tutor.composer.spec.MOST_CALLS` calls, all of them
*sensible* (:mod:`tutor.coach.choosing`), after which the learner is to call; the shorter ones first, and of those that
leave the same choice (:class:`tutor.solver.bidding.State`) the first. A moment is a puzzle when a sensible call is best
and others are wrong: at least as many, unless failing costs nothing, so that many calls come to the same.

:attr:`Theme.NOTHING_TO_GAIN` is no theme of a wrong call: where it rules, no call is wrong, and there is nothing to
find. A puzzle is about it when every bid comes to the same, and only a pass (or a double) is wrong.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tutor.cards import SEATS, Mask, Seat
from tutor.coach.choosing import Moment, sensible_calls
from tutor.coach.facts import decide
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.kinds import CallPuzzle
from tutor.coach.reasons.call_reasons import reasons_for_call
from tutor.coach.telling.wrong_calls import shown_finding
from tutor.coach.themes import Theme
from tutor.composer.demands import AfterCalls, CallsSoFar, Demand, Failed, LevelIn, OnlyCall, ThemeIs, Under
from tutor.composer.spec import MOST_CALLS
from tutor.rules import PASS, PENALTY, Auction, Call, Deal, Ruleset, is_bid
from tutor.solver import trick_table
from tutor.solver.bidding import SolvedAuction, State
from tutor.solver.engine import TrickTable

SPREAD: Final = 10_007
"""A prime: a hand modulo it says which call comes first of those in one place, so that not every auction begins low."""

MOST_BEST: Final = 5
"""Calls that may be best where more than one may: with more there is hardly anything to find."""


@dataclass(frozen=True, slots=True)
class SoundCall:
    """A moment of an auction that meets all demands.

    Attributes:
        north: North's hand.
        south: South's hand.
        auction: the calls so far; the learner is to call.
        ruleset: the rules.
        best: the calls that lose nothing, pass, double or redouble first, then bids upwards.
        call: the wrong call that the solution tells of: of those that show the theme the most natural one.
        themes: the most telling themes of the wrong sensible calls, that of :attr:`call` first; may be empty.
        level: 1 to 5.
    """

    north: Mask
    south: Mask
    auction: Auction
    ruleset: Ruleset
    best: tuple[Call, ...]
    call: Call
    themes: tuple[Theme, ...]
    level: int

    @property
    def several(self) -> bool:
        """Whether more than one call is best."""
        return len(self.best) > 1


def judge_deal(hands: tuple[Mask, Mask], learner: Seat, demands: Sequence[Demand]) -> SoundCall | Failed:
    """Whether *hands* have an auction that meets *demands*; the demand that fails is the one that came nearest."""
    asked = {type(demand.asked): demand for demand in demands}
    ruleset = next((demand.asked.ruleset for demand in demands if isinstance(demand.asked, Under)), PENALTY)
    after = asked.get(AfterCalls)
    table = trick_table(*hands)
    solved = SolvedAuction(table, ruleset)
    if after is not None and isinstance(after.asked, AfterCalls):
        auctions: Iterator[Auction] = iter([after.asked.auction])
    else:
        auctions = _auctions(hands, learner, ruleset, solved)
    failed: tuple[int, Demand | None] = (0, None)
    for auction in auctions:
        verdict = _judged(_moment(hands, auction, ruleset, table, solved), asked)
        if isinstance(verdict, SoundCall):
            return verdict
        failed = max(failed, verdict, key=lambda each: each[0])
    return Failed(failed[1])


def _auctions(hands: tuple[Mask, Mask], learner: Seat, ruleset: Ruleset, solved: SolvedAuction) -> Iterator[Auction]:
    """The auctions to look at; the learner is the dealer first."""
    waiting = [Auction(seat, (), ruleset.doubling) for seat in sorted(SEATS, key=lambda seat: seat != learner)]
    seen: set[tuple[State, bool]] = set()
    while waiting:
        auction = waiting.pop(0)
        state = State.of(auction)
        key = (state, auction.last_bid is None and auction.dealer == learner)
        if key in seen:
            continue
        seen.add(key)
        if auction.turn == learner:
            yield auction
        if len(auction.calls) < MOST_CALLS:
            calls = sensible_calls(solved, state, hands[auction.turn])
            start = hands[0] % SPREAD % len(calls)
            calls = [*calls[start:], *calls[:start]]
            afterwards = (auction.apply(call) for call in calls)
            waiting += [each for each in afterwards if not each.over]


def _moment(
    hands: tuple[Mask, Mask], auction: Auction, ruleset: Ruleset, table: TrickTable, solved: SolvedAuction
) -> Moment:
    state, mine = State.of(auction), hands[auction.turn]
    scores = {call: solved.leads_to(state, call) for call in sensible_calls(solved, state, mine)}
    most = solved.value(state)
    best = tuple(call for call, score in scores.items() if score == most)
    deal = Deal.from_hands(*hands, auction.dealer, ruleset).run(auction.calls)
    return Moment(auction, scores, best, deal, table, None)


def _judged(moment: Moment, asked: dict[type, Demand]) -> SoundCall | tuple[int, Demand | None]:
    """The puzzle that *moment* makes; or how far it came and the demand that it fails, None when it is no puzzle."""
    ruleset = moment.deal.ruleset
    if not (moment.real or (moment.best and moment.wrong and not ruleset.undertrick)):
        return 0, None
    so_far = asked.get(CallsSoFar)
    if so_far is not None and isinstance(so_far.asked, CallsSoFar) and moment.place not in so_far.asked.span:
        return 0, so_far
    solved, state = SolvedAuction(moment.table, ruleset), State.of(moment.auction)
    most = solved.value(state)
    best = tuple(call for call, score in solved.values(state).items() if score == most)
    only, wanted = asked.get(OnlyCall), asked.get(ThemeIs)
    if wanted is not None and wanted.asked == ThemeIs(Theme.NOTHING_TO_GAIN):
        return _every_bid(moment, best, wanted)
    if len(best) > (MOST_BEST if only is None else 1):
        return 1, only
    theme = wanted.asked.theme if wanted is not None and isinstance(wanted.asked, ThemeIs) else None
    if theme is not None and not moment.shows(theme):
        return 2, wanted
    natural = solved.natural_call(state)
    showing = sorted(moment.wrong if theme is None else _showing(moment, theme), key=lambda each: each != natural)
    if not showing:
        return 2, wanted
    call = showing[0]
    found = (moment.themes.get(each) for each in (call, *moment.wrong))
    themes = tuple(dict.fromkeys(each for each in found if each is not None))
    hands = moment.deal.start_hands
    assert hands is not None
    level = level_of_call(hands, moment.auction, ruleset)
    demand = asked.get(LevelIn)
    if demand is not None and isinstance(demand.asked, LevelIn) and level not in demand.asked.span:
        return 3, demand
    return SoundCall(*hands, moment.auction, ruleset, best, call, themes, level)


def _showing(moment: Moment, theme: Theme) -> list[Call]:
    """The wrong calls of which *theme* is what the coach tells."""
    decision = decide(moment.deal, table=moment.table)
    found = []
    for call in (call for call, first in moment.themes.items() if first == theme):
        told = shown_finding(reasons_for_call(decision, decision.choice(call)))
        found += [call] if told is not None and told.theme == theme else []
    return found


def _every_bid(moment: Moment, best: tuple[Call, ...], wanted: Demand) -> SoundCall | tuple[int, Demand | None]:
    """The puzzle that *moment* makes when every bid is best and to let the opponent's stand is not."""
    hands, ruleset = moment.deal.start_hands, moment.deal.ruleset
    assert hands is not None
    bids = tuple(call for call in moment.auction.legal() if is_bid(call))
    if best != bids or PASS not in moment.wrong or moment.auction.last_bid is None:
        return 2, wanted
    themes = tuple(dict.fromkeys((Theme.NOTHING_TO_GAIN, *moment.themes.values())))
    level = level_of_call(hands, moment.auction, ruleset)
    return SoundCall(*hands, moment.auction, ruleset, best, PASS, themes, level)


def level_of_call(hands: tuple[Mask, Mask], auction: Auction, ruleset: Ruleset) -> int:
    """How hard it is to find the best call after *auction*, 1 to 5."""
    puzzle = CallPuzzle("", "", *hands, auction.dealer, tuple(auction.calls), 1, (), "", "", rules=ruleset)
    return difficulty(puzzle).level
