"""Hypothesis strategies for the things of the game, all in one place.

    from tests.strategies import cards, deals, positions, rulesets

Cards and calls: :func:`cards`, :func:`bids`, :func:`calls`, :func:`any_actions` (legal or not).
Hands: :func:`hands` (masks), :func:`two_hands` (disjoint, as many cards each), :func:`decks` (52 cards shuffled).
The table: :func:`seats`, :func:`suits`, :func:`strains`, :func:`rulesets`, :func:`contracts`.
States: :func:`auctions`, :func:`plays` (small or full, with or without a card on the table), :func:`positions`,
:func:`fresh_deals`, :func:`deals` (at any moment from the shuffle to the score), :func:`finished_deals`.

Every strategy shrinks towards fewer cards, earlier moments and the written rules. A deck comes from a seed, so that a
deal costs one draw and not fifty; hands smaller than that shrink card by card.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from tutor.cards import Card, Mask, Seat, Strain, Suit, mask_of
from tutor.rules import (
    ALL_CALLS,
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Action,
    Auction,
    Call,
    Contract,
    Deal,
    Phase,
    Play,
    Position,
    Ruleset,
    make_bid,
)

State = TypeVar("State", Auction, Play, Deal)


def seats() -> st.SearchStrategy[Seat]:
    """North or South."""
    return st.sampled_from(Seat)


def suits() -> st.SearchStrategy[Suit]:
    """One of the four suits."""
    return st.sampled_from(Suit)


def strains() -> st.SearchStrategy[Strain]:
    """One of the five strains."""
    return st.sampled_from(Strain)


def cards() -> st.SearchStrategy[Card]:
    """One of the 52 cards."""
    return st.integers(0, 51)


def bids() -> st.SearchStrategy[Call]:
    """One of the 35 bids."""
    return st.sampled_from(BIDS)


def calls() -> st.SearchStrategy[Call]:
    """One of the 38 calls."""
    return st.sampled_from(ALL_CALLS)


def any_actions() -> st.SearchStrategy[Action]:
    """A card, a call, or a number just outside that is neither."""
    return st.integers(-5, 95)


def hands(size: int | None = None) -> st.SearchStrategy[Mask]:
    """The mask of *size* different cards; of any number from 0 to 13 when *size* is None."""
    least, most = (0, 13) if size is None else (size, size)
    return st.lists(cards(), min_size=least, max_size=most, unique=True).map(mask_of)


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """The 52 cards in some order."""

    def shuffle(seed: int) -> tuple[Card, ...]:
        deck = list(range(52))
        random.Random(seed).shuffle(deck)
        return tuple(deck)

    return st.integers(0, 2**32 - 1).map(shuffle)


@st.composite
def two_hands(draw: st.DrawFn, size: int = 13) -> tuple[Mask, Mask]:
    """Two hands of *size* cards each that share none."""
    if size > 6:
        deck = draw(decks())
        return mask_of(deck[:size]), mask_of(deck[size : 2 * size])
    held = draw(st.lists(cards(), min_size=2 * size, max_size=2 * size, unique=True))
    return mask_of(held[:size]), mask_of(held[size:])


def rulesets() -> st.SearchStrategy[Ruleset]:
    """Any reading of the rules: every value of every field."""
    return st.builds(
        Ruleset,
        draw_winner=st.sampled_from(("highest-rank", "led-suit")),
        draw_follow=st.booleans(),
        stock=st.sampled_from(("hidden", "exposed")),
        doubling=st.sampled_from((True, False)),
        undertrick=st.sampled_from((0, 50)) | st.integers(0, 1000),
        overtricks=st.sampled_from((True, False)),
    )


@st.composite
def contracts(draw: st.DrawFn, *, doubling: bool = True) -> Contract:
    """Any contract; an undoubled one unless *doubling*."""
    multiplier = draw(st.sampled_from((1, 2, 4))) if doubling else 1
    return Contract(draw(st.integers(1, 7)), draw(strains()), multiplier, draw(seats()))


def next_actions(legal: Sequence[Action]) -> st.SearchStrategy[Action]:
    """One of the *legal* actions; in an auction rather a cheap bid than a high one, so that auctions grow long."""
    if legal[0] == PASS:
        return st.sampled_from(legal[1:8] or legal) | st.sampled_from(legal)
    return st.sampled_from(legal)


def walk(draw: st.DrawFn, state: State, steps: int) -> State:
    """*state* after *steps* legal actions, or fewer where it ends before."""
    for _ in range(steps):
        legal = state.legal()
        if not legal:
            break
        state = state.apply(draw(next_actions(legal)))
    return state


@st.composite
def auctions(draw: st.DrawFn, *, doubling: bool | None = None, max_calls: int = 8) -> Auction:
    """An auction at any moment, over or not, of at most *max_calls* calls; with or without doubling if None."""
    allowed = draw(st.sampled_from((True, False))) if doubling is None else doubling
    auction = Auction(draw(seats()), (), allowed)
    return walk(draw, auction, draw(st.integers(0, max_calls)))


@st.composite
def plays(draw: st.DrawFn, *, min_cards: int = 1, max_cards: int = 13) -> Play:
    """A state of play that began with *min_cards* to *max_cards* each, any number of them played, all maybe."""
    size = draw(st.integers(min_cards, max_cards))
    north, south = draw(two_hands(size))
    return walk(draw, Play.start(north, south, draw(strains()), draw(seats())), draw(st.integers(0, 2 * size)))


@st.composite
def positions(draw: st.DrawFn, *, min_cards: int = 1, max_cards: int = 13, led: bool | None = None) -> Position:
    """A position of *min_cards* to *max_cards* tricks.

    *led* says whether a card lies on the table; None leaves it open.
    """
    size = draw(st.integers(min_cards, max_cards))
    hand = list(draw(two_hands(size)))
    strain, turn = draw(strains()), draw(seats())
    if not (draw(st.booleans()) if led is None else led):
        return Position(hand[0], hand[1], strain, turn)
    card = draw(st.sampled_from([card for card in range(52) if hand[turn.other] >> card & 1]))
    hand[turn.other] ^= 1 << card
    return Position(hand[0], hand[1], strain, turn, card)


@st.composite
def fresh_deals(draw: st.DrawFn, *, ruleset: Ruleset | None = None) -> Deal:
    """A deal just dealt, the draw phase to come, under *ruleset* (any if None)."""
    deck = draw(decks())
    rules = draw(rulesets()) if ruleset is None else ruleset
    return Deal.start(mask_of(deck[:13]), mask_of(deck[13:26]), deck[26:], draw(seats()), rules)


@st.composite
def deals(draw: st.DrawFn, *, phase: Phase | None = None, ruleset: Ruleset | None = None) -> Deal:
    """A deal at some moment of *phase* (any if None) that legal actions have led to, under *ruleset* (any if None).

    It may have begun with the draw phase, with the auction, or with a contract however that came about.
    """
    rules = draw(rulesets()) if ruleset is None else ruleset
    wanted = draw(st.sampled_from(Phase)) if phase is None else phase
    if wanted is Phase.DRAW:
        return walk(draw, draw(fresh_deals(ruleset=rules)), draw(st.integers(0, 25)))
    if wanted is Phase.OVER:
        return draw(finished_deals(ruleset=rules))
    deal = draw(_at_auction(rules))
    if wanted is Phase.AUCTION:
        steps = draw(st.integers(0, 8))
        for _ in range(steps):
            after = deal.apply(draw(next_actions(deal.legal())))
            if after.phase is not Phase.AUCTION:
                break
            deal = after
        return deal
    return walk(draw, draw(_at_play(deal)), draw(st.integers(0, 25)))


@st.composite
def finished_deals(draw: st.DrawFn, *, ruleset: Ruleset | None = None) -> Deal:
    """A deal that is over: played out or passed out."""
    deal = draw(_at_auction(draw(rulesets()) if ruleset is None else ruleset))
    if draw(st.integers(0, 7)) == 0:
        return deal.run((PASS, PASS))
    return walk(draw, draw(_at_play(deal)), 26)


@st.composite
def _at_auction(draw: st.DrawFn, rules: Ruleset) -> Deal:
    """A deal at the start of its auction, the draw phase known or not."""
    if draw(st.booleans()):
        return walk(draw, draw(fresh_deals(ruleset=rules)), 26)
    north, south = draw(two_hands())
    return Deal.from_hands(north, south, draw(seats()), rules)


@st.composite
def _at_play(draw: st.DrawFn, deal: Deal) -> Deal:
    """*deal*, at the start of its auction, brought to the start of its play."""
    contract = draw(contracts(doubling=deal.ruleset.doubling))
    if draw(st.booleans()):
        return deal.with_contract(contract)
    calls = [PASS] if deal.dealer != contract.declarer else []
    calls.append(make_bid(contract.level, contract.strain))
    calls += {1: [], 2: [DOUBLE], 4: [DOUBLE, REDOUBLE]}[contract.multiplier]
    return deal.run((*calls, PASS))
