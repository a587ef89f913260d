"""A four-hand bridge solver as the judge of a two-hand game.

The player to play (or, with a card on the table, the one who led it) sits North, the other East, and in each suit
their cards become the highest of the suit, in the same order. South and West are given only cards of plain suits;
each of those is lower than every card of the two players in its suit, so neither of the dummies ever wins a trick, and
since they hold no trump they never ruff. The tricks of North-South are then North's alone and those of East-West
East's alone, and nothing that South or West may play changes who follows to what.

The two dummies need as many cards as the players. In no-trump there are always enough. With trumps the plain cards
that are left are 39 less the plain cards of the players, so that *k* cards each and *t* trumps in the two hands fit
when 4k <= 39 + t.
"""

import random
from collections.abc import Sequence

from endplay.dds import solve_board
from endplay.types import Card as BridgeCard
from endplay.types import Deal, Denom, Player

from tests.solver.brute import Card
from tests.solver.positions import DECK, SUITS, Layout

RANKS = "0023456789TJQKA"


def fits(cards_each: int, trumps: int) -> bool:
    """Whether *cards_each* with *trumps* in the two hands together leave South and West enough plain cards."""
    return 4 * cards_each <= 39 + trumps


def random_fitting_layout(rng: random.Random, cards_each: int, trump: str | None, *, on_table: bool) -> Layout:
    """A random layout that the embedding can hold."""
    plain = [card for card in DECK if card[0] != trump]
    trump_cards = [card for card in DECK if card[0] == trump]
    if trump is None:
        cards = rng.sample(DECK, 2 * cards_each)
    else:
        fewest = max(0, 4 * cards_each - 39)
        trumps = rng.randint(fewest, min(13, 2 * cards_each))
        cards = rng.sample(trump_cards, trumps) + rng.sample(plain, 2 * cards_each - trumps)
        rng.shuffle(cards)
    led = rng.choice(cards[cards_each:]) if on_table else None
    return Layout(frozenset(cards[:cards_each]), frozenset(cards[cards_each:]) - {led}, trump, led)


def promoted(cards: Sequence[Card]) -> dict[Card, Card]:
    """Each of *cards* with the card it becomes when all of them go to the top of their suits in the same order."""
    become = {}
    for suit in SUITS:
        ranks = sorted((rank for s, rank in cards if s == suit), reverse=True)
        become.update({(suit, rank): (suit, 14 - index) for index, rank in enumerate(ranks)})
    return become


def written(cards: Sequence[Card]) -> str:
    """The hand as the bridge solver reads it."""
    return ".".join("".join(RANKS[r] for s, r in sorted(cards, reverse=True) if s == suit) for suit in SUITS)


def embed(layout: Layout) -> tuple[Deal, dict[Card, Card]]:
    """The four-hand deal for *layout*, and the card of the layout behind each card of the player to play."""
    on_table = [] if layout.led is None else [layout.led]
    become = promoted([*layout.mine, *layout.theirs, *on_table])
    mine = [become[card] for card in layout.mine]
    theirs = [become[card] for card in layout.theirs]
    cards_each = len(mine)
    lower = [card for card in DECK if card not in become.values() and card[0] != layout.trump]
    if len(lower) < 2 * cards_each:
        raise ValueError(f"South and West find no {2 * cards_each} plain cards: {layout}")
    south, west = lower[:cards_each], lower[cards_each : 2 * cards_each]
    north, east = (mine, theirs) if layout.led is None else ([*theirs, become[layout.led]], mine)
    trump = Denom.nt if layout.trump is None else Denom.find(layout.trump)
    deal = Deal("N:" + " ".join(map(written, (north, east, south, west))), first=Player.north, trump=trump)
    if layout.led is not None:
        suit, rank = become[layout.led]
        deal.play(BridgeCard(suit + RANKS[rank]))
    return deal, {become[card]: card for card in layout.mine}


def oracle_card_values(layout: Layout) -> dict[Card, int]:
    """The tricks that each legal card of the player to play leads to.

    One board at a time: solved together, boards whose hands are alike share an answer although the cards on their
    tables differ.
    """
    deal, origin = embed(layout)
    return {origin[SUITS[card.suit], card.rank.to_alternate().value]: tricks for card, tricks in solve_board(deal)}
