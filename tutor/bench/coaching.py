"""How much of what goes wrong the coach can explain, and how quickly.

The mistakes are those of random moments of the play, on random full deals and on hands as a draw phase leaves them,
and every mistaken card of a moment is explained. Cards of one hand that touch are one card here: what is true of one
is true of the other.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, Final

from tutor.bench.figures import Figure, Goal, clock, undisturbed
from tutor.bench.work import Deals, choice, drawn_deals, random_deals, seeded
from tutor.cards import SEATS, Card, Strain
from tutor.coach.facts import Decision, decide
from tutor.coach.puzzle import touching
from tutor.coach.reasons.explain import CardReasons, explain
from tutor.coach.review import review
from tutor.coach.themes import Theme
from tutor.messages import N_, Message
from tutor.notation.record import Record
from tutor.rules import PENALTY, Call, Contract, Deal, Phase, Play, Position, is_bid
from tutor.solver import card_values, clear_cache, trick_table, warm_up
from tutor.solver.engine import TrickTable

DEALS: Final = 1000
"""How many deals of either kind, unless another number is asked for."""

RIGHT: Final = 0.7
"""How often a best choice is made before the moment that is looked at; otherwise any."""

KINDS: Final = {
    "full": Message(N_("Random full deals")),
    "drawn": Message(N_("Hands after a draw phase")),
}
"""The two kinds of deals, by their names for programs."""

EXPLANATIONS: Final = {
    "full": Goal("explanation_full", Message(N_("One explanation, random full deals")), "ms", 10),
    "drawn": Goal("explanation_drawn", Message(N_("One explanation, hands after a draw phase")), "ms", 10),
}
WHOLE_REVIEW: Final = Goal(
    "review_explained", Message(N_("Review of a whole hand, every mistake explained")), "ms", 150
)

REASONS: Final = {
    "one_card": Message(N_("one card")),
    "pair": Message(N_("a pair")),
    "theme_only": Message(N_("theme only")),
    "nothing": Message(N_("nothing")),
}
"""What a mistake is explained by, by name for programs: one card whose rank punishes it, two together, no such card but
a theme, or nothing beyond what happens."""

_A_BID_AHEAD: Final = 4  # a call made at random is one of the nearest bids: seven no-trump would end every auction

Report = Callable[[], object]


@dataclass(slots=True)
class Coverage:
    """What was found out about the mistakes of one kind of deals.

    Attributes:
        mistakes: how many there were.
        reasons: how many of them are explained by what, under the names of :data:`REASONS`.
        shown: how many of them show a theme.
        first: in how many of them a theme comes first.
        seconds: how long each explanation took.
    """

    mistakes: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    shown: Counter[Theme] = field(default_factory=Counter)
    first: Counter[Theme] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def add(self, reasons: CardReasons, seconds: float) -> None:
        """Count a mistake with *reasons*, which took *seconds* to find."""
        themes = [finding.theme for finding in reasons.findings]
        self.mistakes += 1
        self.reasons[reason_name(reasons)] += 1
        self.shown.update(set(themes))
        self.first.update(themes[:1])
        self.seconds.append(seconds)

    @property
    def explained(self) -> int:
        """How many mistakes have a reason beyond what happens."""
        return self.mistakes - self.reasons["nothing"]

    def share(self, count: int) -> float:
        """*count* of the mistakes as a percentage; 0 when there are none."""
        return 100 * count / self.mistakes if self.mistakes else 0.0

    def as_json(self) -> dict[str, Any]:
        """The counts by name; shares are percentages of the mistakes."""
        return {
            "mistakes": self.mistakes,
            "reasons": {name: self.share(self.reasons[name]) for name in REASONS},
            "themes": {
                theme.value: {"shown": self.share(self.shown[theme]), "first": self.share(self.first[theme])}
                for theme in Theme
                if self.shown[theme]
            },
            "explained": explained_percent([self]),
        }


def reason_name(reasons: CardReasons) -> str:
    """The name in :data:`REASONS` of what explains a mistake best."""
    if reasons.punishing:
        return "one_card" if len(reasons.punishing) == 1 else "pair"
    return "theme_only" if reasons.findings else "nothing"


def explained_percent(coverages: Iterable[Coverage]) -> float:
    """The percentage of all mistakes with a reason beyond what happens, to one decimal; 100 when there are none."""
    found = list(coverages)
    mistakes = sum(each.mistakes for each in found)
    return round(100 * sum(each.explained for each in found) / mistakes, 1) if mistakes else 100.0


def deals_of(kind: str, count: int, seed: int) -> Deals:
    """*count* pairs of hands of a kind of :data:`KINDS`."""
    return (random_deals if kind == "full" else drawn_deals)(count, seed)


def cover(kind: str, count: int, seed: int, report: Report = lambda: None) -> Coverage:
    """Explain every mistake of one random moment in each of *count* deals of *kind*; *report* is called after each.

    The memory of the search is cleared before every explanation: none profits from another.
    """
    warm_up()
    coverage = Coverage()
    with undisturbed():
        for decision in moments(deals_of(kind, count, seed), seeded(f"moments {kind}", seed)):
            for card in mistaken_cards(decision):
                clear_cache()
                start = time.perf_counter()
                reasons = explain(decision, card).reasons
                seconds = time.perf_counter() - start
                assert isinstance(reasons, CardReasons)
                coverage.add(reasons, seconds)
            report()
    return coverage


def moments(deals: Deals, rng: Random) -> Iterator[Decision]:
    """One moment of the play of each of *deals*: 0 to 25 cards in, a random contract, under ``penalty``."""
    for north, south in deals:
        table = trick_table(north, south)
        deal = Deal.from_hands(north, south, choice(rng, SEATS), PENALTY).with_contract(random_contract(table, rng))
        assert deal.play is not None
        play = played_on(deal.play, int(rng.random() * 26), rng)
        yield decide(replace(deal, play=play))


def random_contract(table: TrickTable, rng: Random) -> Contract:
    """A contract of either seat in any strain: a level that can be made, or 1 where none can."""
    declarer, strain = choice(rng, SEATS), choice(rng, list(Strain))
    level = choice(rng, range(1, max(1, table[declarer][strain] - 6) + 1))
    return Contract(level, strain, 1, declarer)


def played_on(play: Play, cards: int, rng: Random) -> Play:
    """*play* after *cards* more, each a best one with probability :data:`RIGHT`, else any legal one."""
    for _ in range(cards):
        play = play.push(_card(play, rng))
    return play


def _card(play: Play, rng: Random) -> Card:
    values = card_values(Position.of(play))
    most = max(values.values())
    right = rng.random() < RIGHT
    return choice(rng, [card for card, tricks in values.items() if tricks == most or not right])


def mistaken_cards(decision: Decision) -> list[Card]:
    """The cards that change the deal's score, the highest of those that touch."""
    assert decision.deal.play is not None
    wrong = [each.action for each in decision.choices if not each.best]
    return [group[0] for group in touching(Position.of(decision.deal.play), wrong)]


def reviewed_hands(count: int, seed: int) -> list[Record]:
    """*count* hands, of the two kinds in turn, their calls and cards made right with probability :data:`RIGHT`."""
    rng = seeded("hands to review", seed)
    pairs = zip(*(deals_of(kind, (count + 1) // 2, seed) for kind in KINDS), strict=True)
    deals = [deal for pair in pairs for deal in pair]
    return [_played_hand(north, south, rng) for north, south in deals[:count]]


def _played_hand(north: int, south: int, rng: Random) -> Record:
    dealer, table = choice(rng, SEATS), trick_table(north, south)
    deal = start = Deal.from_hands(north, south, dealer, PENALTY)
    while deal.phase is Phase.AUCTION:
        deal = deal.apply(_call(deal, table, rng))
        if deal.contract is None and deal.over:  # passed out: there would be little to review
            deal = start
    assert deal.play is not None
    assert deal.auction is not None
    play = played_on(deal.play, 26, rng)
    return Record(north, south, dealer, PENALTY, calls=deal.auction.calls, contract=deal.contract, played=play.played)


def _call(deal: Deal, table: TrickTable, rng: Random) -> Call:
    decision = decide(deal, table=table)
    if rng.random() < RIGHT:
        return choice(rng, [each.action for each in decision.best])
    calls = deal.legal()
    return choice(rng, [call for call in calls if not is_bid(call)] + [c for c in calls if is_bid(c)][:_A_BID_AHEAD])


def review_times(count: int, seed: int) -> Figure:
    """How long the review of each of *count* hands takes, every mistake of it explained; none profits from another."""
    jobs = (partial(_review, record) for record in reviewed_hands(count, seed))
    return Figure.of_seconds(WHOLE_REVIEW, clock(jobs, prepare=clear_cache, warm_ups=1))


def _review(record: Record) -> None:
    for mistake in review(record).mistakes:
        explain(mistake)
