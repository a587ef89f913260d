"""Puzzles of all kinds that tests make, small and at random."""

import random

from hypothesis import strategies as st

from tests.strategies import positions, rulesets, seats, suits
from tutor.cards import Seat, Suit, mask_of
from tutor.coach.authored import THEMES
from tutor.coach.puzzle import AnyPuzzle, CallPuzzle, CountPuzzle, Puzzle, TricksPuzzle
from tutor.notation import parse_calls, parse_deal, parse_hand, parse_position
from tutor.rules import Auction, Ruleset
from tutor.solver import card_values

WORDS = {"slug": "x", "title": "X", "level": 1, "themes": ("counting",), "by": "Somebody", "solution": "So."}

NOTHING_TO_LOSE = "AKQ.-.-.- 432.-.-.- NT N"
"""A position in which every line of play comes to the same."""

DEAL = "763.Q73.T5.T8753 QT984.5.A732.KQJ"
"""After 1C by North, a double by South is the only best call under the rules ``penalty``."""

OWN, GONE = "KQ.AQJ5.-.AKJ9875", "6543.876432.KJ98765432.QT6432"
"""A hand and the cards that are gone: the opponent has the king, ten and nine of hearts."""


def tricks(position: str, **fields: object) -> TricksPuzzle:
    """A question for the tricks in *position*."""
    return TricksPuzzle(position=parse_position(position), **{**WORDS, **fields})


def call(deal: str = DEAL, calls: str = "1C", dealer: Seat = Seat.NORTH, **fields: object) -> CallPuzzle:
    """A question for the best call in *deal* after *calls*."""
    north, south = parse_deal(deal)
    made = tuple(each for each, _ in parse_calls(calls))
    return CallPuzzle(north=north, south=south, dealer=dealer, calls=made, **{**WORDS, **fields})


def count(
    hand: str = OWN, gone: str = GONE, suit: Suit = Suit.HEARTS, seat: Seat = Seat.SOUTH, **fields: object
) -> CountPuzzle:
    """A question for the opponent's cards of *suit*."""
    masks = parse_hand(hand, 13), parse_hand(gone, 26)
    return CountPuzzle(seat=seat, hand=masks[0], gone=masks[1], suit=suit, **{**WORDS, **fields})


def _texts() -> st.SearchStrategy[str]:
    return st.text(min_size=1, max_size=30).map(str.strip).filter(bool)


@st.composite
def words(draw: st.DrawFn) -> dict[str, object]:
    """What puzzles of all kinds have."""
    return {
        "slug": draw(st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,2}", fullmatch=True)),
        "title": draw(_texts()),
        "level": draw(st.integers(1, 5)),
        "themes": tuple(draw(st.lists(st.sampled_from(list(THEMES)), max_size=3))),
        "by": draw(_texts()),
        "solution": draw(_texts()),
        "prompt": draw(st.just("") | _texts()),
    }


@st.composite
def played(draw: st.DrawFn) -> Puzzle:
    """A played puzzle; its goal may be out of reach."""
    position = draw(positions())
    line = draw(st.lists(st.sampled_from(list(card_values(position))), max_size=3))
    return Puzzle(
        position=position,
        goal=draw(st.integers(1, position.tricks_left)),
        line=tuple(line),
        several=draw(st.booleans()),
        kind=draw(st.sampled_from(("make", "beat", "only-card"))),
        **draw(words()),
    )


@st.composite
def calling(draw: st.DrawFn) -> CallPuzzle:
    """A question for a call somewhere in an auction."""
    north, south, _ = _thirds(draw)
    rules: Ruleset = draw(rulesets())
    auction = Auction(draw(seats()), (), rules.doubling)
    for _ in range(draw(st.integers(0, 4))):
        after = auction.apply(draw(st.sampled_from(auction.legal())))
        if after.over:
            break
        auction = after
    return CallPuzzle(
        north=north,
        south=south,
        dealer=auction.dealer,
        calls=auction.calls,
        rules=rules,
        several=draw(st.booleans()),
        **draw(words()),
    )


@st.composite
def counting(draw: st.DrawFn) -> CountPuzzle:
    """A question for the cards of a suit."""
    hand, _, rest = _thirds(draw)
    return CountPuzzle(seat=draw(seats()), hand=hand, gone=rest, suit=draw(suits()), **draw(words()))


def _thirds(draw: st.DrawFn) -> tuple[int, int, int]:
    """Two hands and the other 26 cards."""
    deck = list(range(52))
    random.Random(draw(st.integers(0, 10_000))).shuffle(deck)
    return mask_of(deck[:13]), mask_of(deck[13:26]), mask_of(deck[26:])


def puzzles() -> st.SearchStrategy[AnyPuzzle]:
    """A puzzle of any kind, good or not."""
    asked = st.builds(lambda position, text: TricksPuzzle(position=position, **text), positions(), words())
    return played() | asked | calling() | counting()
