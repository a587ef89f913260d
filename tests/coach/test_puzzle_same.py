"""When two puzzles are the same: names, suits and ranks without cards between make no difference; all else does."""

import random
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.coach.puzzles import DEAL, GONE, OWN, call, calling, count, counting, played, tricks
from tests.composer.positions import suits_swapped
from tutor.cards import Card, Mask, Suit, cards_of, mask_of, suit_bits
from tutor.coach.puzzle import CallPuzzle, CountPuzzle, Puzzle, TricksPuzzle, load_puzzles
from tutor.coach.puzzle.same import Pattern, likeness
from tutor.notation import parse_position
from tutor.rules import LEVEL, PENALTY, Position, Ruleset
from tutor.solver import value

ORDERS = tuple(permutations(range(4)))


def swapped(hand: Mask, order: tuple[int, ...]) -> Mask:
    """*hand* with suit *s* called ``order[s]``."""
    return mask_of(13 * order[card // 13] + card % 13 for card in cards_of(hand))


def turned(position: Position) -> Position:
    """*position* seen from the other side of the table."""
    return Position(position.south, position.north, position.strain, position.turn.other, position.led)


def spread(position: Position, seed: int) -> Position:
    """*position* with other ranks that lie in the same order."""
    rng, all_cards = random.Random(seed), position.north | position.south
    if position.led is not None:
        all_cards |= 1 << position.led
    new: dict[Card, Card] = {}
    for suit in range(4):
        here = [13 * suit + rank for rank in range(13) if suit_bits(all_cards, suit) >> rank & 1]
        new |= dict(zip(here, sorted(rng.sample(range(13 * suit, 13 * suit + 13), len(here))), strict=True))

    def hand(cards: Mask) -> Mask:
        return mask_of(new[card] for card in cards_of(cards))

    led = None if position.led is None else new[position.led]
    return Position(hand(position.north), hand(position.south), position.strain, position.turn, led)


@given(played(), st.sampled_from(ORDERS), st.integers(0, 99))
def test_other_suits_seats_and_ranks_make_the_same_played_puzzle(puzzle: Puzzle, order, seed: int):
    other = spread(turned(suits_swapped(puzzle.position, order)), seed)
    again = replace(
        puzzle, position=other, slug="again", title="Again", kind="beat", level=5, several=not puzzle.several
    )
    assert likeness(again) == likeness(puzzle)
    assert value(other) == value(puzzle.position)


@given(played(), played())
def test_played_puzzles_are_alike_exactly_when_patterns_and_goals_are(one: Puzzle, other: Puzzle):
    alike = Pattern.of(one.position).standard == Pattern.of(other.position).standard and one.goal == other.goal
    assert (likeness(one) == likeness(other)) == alike


@pytest.mark.parametrize(
    "line",
    [
        "A2.K.-.- K.A.-.2 NT S",  # the other seat to play
        "A2.K.-.- K.A.-.2 S N",  # another strain
        "AK.K.-.- 2.A.-.2 NT N",  # another order within a suit
        "A2.K.-.- K3.A.-.- NT N",  # another suit of one card
        "A2.K.-.- K.A.-.- NT N C2",  # the same cards, one of them led
    ],
)
def test_what_changes_the_play_makes_another_puzzle(line: str):
    mine = tricks("A2.K.-.- K.A.-.2 NT N")
    if line.endswith("C2"):
        mine, line = tricks("A2.K.-.- K.A.-.- NT N C3"), "A2.K.-.- K.A.-.- NT N SQ"
    assert likeness(tricks(line)) != likeness(mine)


def test_the_same_cards_are_another_puzzle_where_another_goal_or_another_question_is_asked():
    position = parse_position("A2.K.-.- K.A.-.2 NT N")
    words = {"slug": "x", "title": "X", "level": 1, "themes": (), "by": "", "solution": ""}
    one, two = (Puzzle(position=position, goal=goal, **words) for goal in (1, 2))
    assert len({likeness(one), likeness(two), likeness(TricksPuzzle(position=position, **words))}) == 3


@given(calling())
def test_the_seats_names_make_no_difference_to_a_call(puzzle: CallPuzzle):
    other = replace(puzzle, north=puzzle.south, south=puzzle.north, dealer=puzzle.dealer.other, title="Again")
    assert likeness(other) == likeness(puzzle)


def test_ranks_that_lie_in_the_same_order_make_no_difference_to_a_call_but_suits_do():
    assert likeness(call(DEAL.replace("763.", "762."))) == likeness(call())
    assert likeness(call(DEAL.replace("763.", "963.").replace("QT984", "QT874"))) != likeness(call())
    spades_for_hearts = "Q73.763.T5.T8753 5.QT984.A732.KQJ"
    assert likeness(call(spades_for_hearts)) != likeness(call())


def test_another_auction_or_other_scores_make_another_call_puzzle_and_other_rules_of_the_draw_do_not():
    others = [call(calls="1D"), call(calls="Pass 1C"), call(rules=LEVEL), call(rules=Ruleset(doubling=False))]
    assert len({likeness(each) for each in (call(), *others)}) == 5
    assert likeness(call(rules=replace(PENALTY, stock="exposed", draw_follow=True))) == likeness(call())


@given(counting(), st.sampled_from(ORDERS))
def test_the_order_of_the_suits_makes_no_difference_to_a_count(puzzle: CountPuzzle, order):
    other = replace(
        puzzle,
        hand=swapped(puzzle.hand, order),
        gone=swapped(puzzle.gone, order),
        suit=Suit(order[puzzle.suit]),
        seat=puzzle.seat.other,
    )
    assert likeness(other) == likeness(puzzle)


def test_another_suit_asked_for_or_one_card_elsewhere_makes_another_count():
    assert likeness(count(suit=Suit.SPADES)) != likeness(count())
    assert likeness(count(hand=OWN.replace("KQ.", "KJ."))) != likeness(count())
    assert likeness(count(gone=GONE.replace("6543.", "7543."))) != likeness(count())


def test_no_two_puzzles_that_come_with_the_program_are_the_same():
    shipped = load_puzzles()
    assert len({likeness(each) for each in shipped}) == len(shipped)
    assert max(len(likeness(each)) for each in shipped) <= 120
