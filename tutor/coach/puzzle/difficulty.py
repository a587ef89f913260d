"""How hard a puzzle is: the chance that players who see less far than the solver find its answer, worked out exactly.

The *ladder* has eight players, of *depth* 0 to 7; the player of depth d counts as one with a rating of 800 + 200 d, so
that an average player, of 1500, stands between the depths 3 and 4. Where something is to be played or called they
know both hands.

Played puzzles
    At each turn the player of depth d sees through the position: surely when d tricks or fewer are left, else with a
    chance of one half for every trick beyond. Who has seen through makes no mistake from there on. Who has not chooses
    among the legal cards, touching ones counted as one (:func:`tutor.coach.puzzle.touching`), by what strikes the eye.
    A card has the weight 1; 2 more when it is the most natural one (:func:`tutor.solver.engine.natural_choice`, values
    left aside); 2 more when it seems to work, which is when it reaches the goal if from there on both sides play the
    most natural card at every turn. The chance of a card is its weight over the sum of the weights. A card that fails
    ends it; after one that keeps the goal the defence plays as in the puzzle, and the player is at the next turn. Of an
    ``only-card`` puzzle there is one turn. So the chance of solving follows by recursion over the cards that keep the
    goal. With more than eight tricks left only the likeliest of these is followed, and stands for the others.

How many tricks
    The player of depth d sees through the position with the same chance, and then names the right number. Who does not
    goes by one of two first thoughts, each as likely: the tricks that come of natural play by both sides, or the most
    that come of it after any first card. That number is named, or, as it is not trusted, one that lies k away with a
    chance 4^k times smaller, none below 0 or above the tricks left.

The best call
    The player has each of the ten values of the trick table right or, with a chance of 0.6 × 0.85^d, one too high or
    one too low, and makes the call that by this table leads to most, any of them where they are level: of the calls
    that a thinking player might make (:func:`tutor.coach.choosing.sensible_calls`) and the best ones. All tables with
    at most two wrong values are gone through; who has more of them wrong makes any of these calls.

Which cards of a suit
    What has to be kept in mind are the cards of the suit that the learner lacks, from the top down: each stretch that
    is all gone, or all with the opponent, is one item, and every card that is gone half an item. The player gets an
    item wrong with a chance of 0.2 × 0.75^d, and is right when none is wrong.

What the players score together is what they would score together against an opponent of the puzzle's *rating*: that is
the number for which the expected scores of the Glicko scale, 1 / (1 + 10^((rating - player) / 400)), add up to the
chances; at least 600 and at most 2700. The *level* follows from the rating: below 1150 it is 1, below 1350 2, below
1550 3, below 1750 4, and from there on 5.

No number is drawn at random: the same puzzle always has the same difficulty.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby, product
from math import comb
from typing import Any, Final, TypeAlias

import numpy as np

from tutor.cards import NORTH, SEATS, STRAINS_LOW_FIRST, Card, Mask, Seat
from tutor.coach.choosing import sensible_calls
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle, defended, keeping_cards, touching
from tutor.rules import Auction, Play, Position, Ruleset
from tutor.solver import trick_table, value
from tutor.solver.bidding import SolvedAuction, SolvedAuctions, State
from tutor.solver.engine import natural_choice

DEPTHS: Final = tuple(range(8))
"""Of the players of the ladder: tricks from the end at which they see through everything."""

RATINGS: Final = tuple(800 + 200 * depth for depth in DEPTHS)
"""What the players of the ladder are taken to be rated."""

LOWEST: Final = 600.0
HIGHEST: Final = 2700.0

LEVEL_RATINGS: Final = (1150, 1350, 1550, 1750)
"""A puzzle rated below each of these is of level 1, 2, 3 or 4; any other of level 5."""

NATURAL: Final = 2.0
SEEMING: Final = 2.0
"""Weight that a card has beyond the 1 of every card: for being the most natural one, and for seeming to work."""

WHOLE: Final = 8
"""Tricks left up to which all cards that keep the goal are followed; beyond, their number grows out of hand."""

DOUBT: Final = 0.25
"""How much less likely a number of tricks is with each trick that it lies off a first thought."""

MISJUDGING: Final = tuple(0.6 * 0.85**depth for depth in DEPTHS)
"""For each player of the ladder, the chance to have a value of the trick table wrong."""

MOST_WRONG: Final = 2
"""Wrong values of a trick table up to which all tables are gone through."""

FORGETTING: Final = tuple(0.2 * 0.75**depth for depth in DEPTHS)
"""For each player of the ladder, the chance to get wrong one of the items to be kept in mind."""

Chances: TypeAlias = tuple[float, ...]
"""For each player of the ladder, the weakest first, the chance of finding the answer."""

Tables: TypeAlias = np.ndarray[Any, np.dtype[np.int64]]
"""Trick tables: the ten values last, North's from clubs to no-trump, then South's."""

_SURE: Final[Chances] = (1.0,) * len(DEPTHS)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is.

    Attributes:
        rating: on the Glicko scale, :data:`LOWEST` to :data:`HIGHEST`; 1500 is as hard as an average player is strong.
        level: 1 to 5.
        chances: of each player of the ladder to solve it, the weakest first.
    """

    rating: float
    level: int
    chances: Chances


def difficulty(puzzle: AnyPuzzle) -> Difficulty:
    """How hard *puzzle* is; its own ``level`` is not looked at."""
    match puzzle:
        case Puzzle():
            chances = _played(puzzle.position, puzzle.goal, puzzle.kind)
        case TricksPuzzle():
            chances = _number(puzzle.position)
        case CallPuzzle():
            chances = _call(puzzle.north, puzzle.south, puzzle.auction, puzzle.rules)
        case CountPuzzle():
            chances = _count(puzzle)
    rating = rating_of(chances)
    return Difficulty(rating, level_of(rating), chances)


def level_of(rating: float) -> int:
    """The level, 1 to 5, of a puzzle of this *rating*."""
    return 1 + sum(rating >= limit for limit in LEVEL_RATINGS)


def rating_of(chances: Chances) -> float:
    """The rating of a puzzle that the players of the ladder solve with these *chances*."""
    low, high, scored = LOWEST, HIGHEST, sum(chances)
    for _ in range(32):  # to a millionth of a point
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - player) / 400)) for player in RATINGS)
        low, high = (middle, high) if expected > scored else (low, middle)
    return round((low + high) / 2, 3)


def seeing(tricks: int) -> Chances:
    """The chance of each player of the ladder to see through a position with so many tricks left."""
    return tuple(0.5 ** max(tricks - depth, 0) for depth in DEPTHS)


def _mixed(seen: Chances, guessed: Iterable[float]) -> Chances:
    """The chance to be right of who sees through with the chances *seen*, and else is right with those *guessed*."""
    return tuple(sight + (1 - sight) * guess for sight, guess in zip(seen, guessed, strict=True))


@lru_cache(maxsize=4096)
def _played(position: Position, goal: int, kind: str) -> Chances:
    """The chances for a puzzle that is played."""
    return _Ladder(Puzzle("", "", position, goal, 1, (), "", "", kind=kind)).at(position.play)


class _Ladder:
    """The players of the ladder at one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._solver = puzzle.solver
        self._known: dict[tuple[object, ...], Chances] = {}

    def at(self, play: Play) -> Chances:
        """The chances to solve it from *play* on, where the learner is to play and the goal is not reached yet."""
        key = (play.hands, play.led, play.tricks)
        if key not in self._known:
            position = Position.of(play)
            seen = seeing(position.tricks_left)
            self._known[key] = _mixed(seen, self._guessed(play, position))
        return self._known[key]

    def _guessed(self, play: Play, position: Position) -> list[float]:
        """The chances of those who do not see through *play*."""
        keeping = keeping_cards(self._puzzle, play)
        weights = self._weights(play, position)
        right = {card: weight for card, weight in weights.items() if card in keeping}
        total, kept = sum(weights.values()), sum(right.values())
        if position.tricks_left > WHOLE:
            right = {max(right, key=lambda card: right[card]): kept}
        chances = [0.0] * len(DEPTHS)
        for card, weight in right.items():
            after = self._after(play, card)
            chances = [chance + weight / total * then for chance, then in zip(chances, after, strict=True)]
        return chances

    def _weights(self, play: Play, position: Position) -> dict[Card, float]:
        """How much each legal card strikes the eye; of cards that touch only the lowest is there."""
        legal = play.legal()
        natural = natural_card(position)
        weights = {}
        for group in touching(position, legal):
            seems = play_naturally(play.push(group[-1]), self._solver) >= self._puzzle.goal
            weights[group[-1]] = 1.0 + NATURAL * (natural in group) + SEEMING * seems
        return weights

    def _after(self, play: Play, card: Card) -> Chances:
        """The chances after *card*, which keeps the goal."""
        puzzle = self._puzzle
        if puzzle.kind == "only-card":
            return _SURE
        play = defended(puzzle, play.push(card))
        return _SURE if play.tricks[self._solver] >= puzzle.goal else self.at(play)


def natural_card(position: Position) -> Card:
    """The most natural of the legal cards of *position*, whatever they are worth."""
    return natural_choice(position, dict.fromkeys(position.play.legal(), 0))


def play_naturally(play: Play, seat: Seat) -> int:
    """Tricks of *seat* at the end, those won before counted, when from *play* on both play the most natural cards."""
    while not play.over:
        legal = play.legal()
        play = play.push(legal[0] if len(legal) == 1 else natural_card(Position.of(play)))
    return play.tricks[seat]


@lru_cache(maxsize=1024)
def _number(position: Position) -> Chances:
    """The chances to say how many tricks the seat to play takes."""
    seat, play = position.turn, position.play
    first = max(play_naturally(play.push(card), seat) for card in play.legal())
    thoughts, right, most = (play_naturally(play, seat), first), value(position), position.tricks_left
    trusts = [[DOUBT ** abs(number - thought) for number in range(most + 1)] for thought in thoughts]
    guessed = sum(trust[right] / sum(trust) for trust in trusts) / len(trusts)
    return _mixed(seeing(most), [guessed] * len(DEPTHS))


@lru_cache(maxsize=1024)
def _call(north: Mask, south: Mask, auction: Auction, ruleset: Ruleset) -> Chances:
    """The chances to make a call after *auction* that is best."""
    table, state = trick_table(north, south), State.of(auction)
    solved = SolvedAuction(table, ruleset)
    sign = 1 if auction.turn == NORTH else -1
    scores = {call: sign * score for call, score in solved.values(state).items()}
    sensible = sensible_calls(solved, state, (north, south)[auction.turn])
    best = max(scores.values())
    calls = [call for call in scores if call in sensible or scores[call] == best]
    right = np.array([scores[call] == best for call in calls])
    known = np.array([table[seat][strain] for seat in SEATS for strain in STRAINS_LOW_FIRST])
    found = []
    for wrong in range(MOST_WRONG + 1):
        judged = SolvedAuctions(_misjudged(known, wrong), ruleset)
        leads = sign * np.array([judged.leads_to(state, call) for call in calls])
        chosen = leads == leads.max(axis=0)
        found.append(float(((chosen & right[:, None]).sum(axis=0) / chosen.sum(axis=0)).mean()))
    at_random = float(right.mean())
    values = len(known)
    chances = []
    for error in MISJUDGING:
        weights = [comb(values, k) * error**k * (1 - error) ** (values - k) for k in range(MOST_WRONG + 1)]
        exact = sum(weight * chance for weight, chance in zip(weights, found, strict=True))
        chances.append(exact + (1 - sum(weights)) * at_random)
    return tuple(chances)


def _misjudged(known: Tables, wrong: int) -> Tables:
    """All tables that have so many values one too high or one too low, within 0 to 13, and the others as *known*."""
    tables = []
    for places in combinations(range(len(known)), wrong):
        for errors in product((-1, 1), repeat=wrong):
            table = known.copy()
            table[list(places)] += np.array(errors, dtype=np.int64)
            tables.append(table.clip(0, 13))
    return np.array(tables)


def _count(puzzle: CountPuzzle) -> Chances:
    """The chances to name the opponent's cards of the suit."""
    fates = [bool(puzzle.answer >> card & 1) for card in puzzle.thinkable]
    items = sum(1 for _ in groupby(fates)) + fates.count(False) / 2
    return tuple((1 - slip) ** items for slip in FORGETTING)
