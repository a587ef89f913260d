"""The work that is measured: random deals, hands played out and auctions, the same for the same seed everywhere.

Only ``Random.random`` is used, the one method whose numbers Python promises to keep from version to version.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from tutor.cards import NORTH, SEATS, Card, Mask, Strain, mask_of, rank_of, suit_bits, suit_of
from tutor.rules import PRESETS, Auction, DrawPhase, Play, Position, Ruleset
from tutor.solver.bidding import OPPONENTS, Opponent
from tutor.solver.engine import Engine, TrickTable
from tutor.solver.sampling import Knowledge

T = TypeVar("T")

Deals: TypeAlias = list[tuple[Mask, Mask]]

DISCARDS: Final = 13
"""A player who counted only the own discards, as many as there are tricks in the draw phase, knows these gone."""


def seeded(use: str, seed: int) -> random.Random:
    """Random numbers of their own for each *use* and *seed*."""
    return random.Random(f"{use} {seed}")  # noqa: S311 - work to measure by, not secrets


def choice(rng: random.Random, options: Sequence[T]) -> T:
    """One of *options*, each as likely."""
    return options[int(rng.random() * len(options))]


def shuffled_deck(rng: random.Random) -> list[Card]:
    """The 52 cards in random order."""
    keys = [rng.random() for _ in range(52)]
    return sorted(range(52), key=keys.__getitem__)


def random_deals(count: int, seed: int) -> Deals:
    """*count* pairs of 13 cards each, North's and South's."""
    rng = seeded("deals", seed)
    decks = [shuffled_deck(rng) for _ in range(count)]
    return [(mask_of(deck[:13]), mask_of(deck[13:26])) for deck in decks]


def drawn_deals(count: int, seed: int) -> Deals:
    """*count* pairs of 13 cards each as a draw phase leaves them in which both throw away what is weakest."""
    rng = seeded("draw phases", seed)
    deals = []
    for _ in range(count):
        deck = shuffled_deck(rng)
        draw = DrawPhase.start(mask_of(deck[:13]), mask_of(deck[13:26]), deck[26:], choice(rng, SEATS))
        while not draw.over:
            draw = draw.apply(weakest_card(draw.hands[draw.turn]))
        deals.append(draw.hands)
    return deals


def weakest_card(hand: Mask) -> Card:
    """The lowest card of *hand*; of several the one from the shortest suit, then the lowest suit."""
    cards = [card for card in range(52) if hand >> card & 1]
    return min(cards, key=lambda card: (rank_of(card), suit_bits(hand, suit_of(card)).bit_count(), suit_of(card)))


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A deal in some strain with all of its 26 cards played at random.

    Attributes:
        start: before the first card.
        cards: in the order in which they were played.
    """

    start: Play
    cards: tuple[Card, ...]

    def position(self, played: int) -> Position:
        """The position after *played* cards, 0 to 25."""
        return Position.of(self.start.run(self.cards[:played]))


def played_hands(count: int, seed: int) -> list[PlayedHand]:
    """*count* random deals played out at random, in random strains, either seat leading."""
    rng = seeded("play", seed)
    hands = []
    for north, south in random_deals(count, seed):
        start = play = Play.start(north, south, choice(rng, list(Strain)), choice(rng, SEATS))
        while not play.over:
            play = play.push(choice(rng, play.legal()))
        hands.append(PlayedHand(start, play.played))
    return hands


@dataclass(frozen=True, slots=True)
class AuctionTask:
    """An auction to be solved from a trick table."""

    table: TrickTable
    auction: Auction
    ruleset: Ruleset
    opponent: Opponent


def auction_tasks(count: int, seed: int, engine: Engine) -> list[AuctionTask]:
    """*count* auctions before their first call: every ruleset in turn, every second opponent natural."""
    rulesets = list(PRESETS.values())
    tasks = []
    for number, (north, south) in enumerate(random_deals(count, seed)):
        ruleset = rulesets[number // 2 % len(rulesets)]
        auction = Auction(NORTH, doubling=ruleset.doubling)
        tasks.append(AuctionTask(engine.trick_table(north, south), auction, ruleset, OPPONENTS[number % 2]))
    return tasks


def random_knowledge(count: int, seed: int) -> list[Knowledge]:
    """*count* times the own hand and 13 cards known to be gone: 10 million hands are possible each time."""
    rng = seeded("knowledge", seed)
    decks = [shuffled_deck(rng) for _ in range(count)]
    return [Knowledge(mask_of(deck[:13]), gone=mask_of(deck[13 : 13 + DISCARDS])) for deck in decks]
