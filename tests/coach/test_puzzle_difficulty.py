"""How hard a puzzle is: the players of the ladder, their chances, and what becomes of these."""

import random
from itertools import pairwise

import pytest

from tutor.cards import NORTH, STRAINS_LOW_FIRST, Suit
from tutor.coach.choosing import sensible_calls
from tutor.coach.puzzle import load_puzzles, play_card, start_puzzle
from tutor.coach.puzzle.difficulty import (
    DEPTHS,
    HIGHEST,
    LEVEL_RATINGS,
    LOWEST,
    RATINGS,
    difficulty,
    level_of,
    natural_card,
    play_naturally,
    rating_of,
    seeing,
)
from tutor.coach.puzzle.kinds import CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle, touching
from tutor.notation import parse_calls, parse_deal, parse_hand, parse_position
from tutor.rules import PENALTY, Position
from tutor.solver import trick_table
from tutor.solver.bidding import SolvedAuction, State

PLAYED = [puzzle for puzzle in load_puzzles() if isinstance(puzzle, Puzzle)]


def make(position: str, goal: int, **fields) -> Puzzle:
    facts = {"slug": "x", "title": "X", "level": 1, "themes": (), "by": "", "solution": "", **fields}
    return Puzzle(position=parse_position(position), goal=goal, **facts)


def test_one_choice_of_two_cards_has_the_chances_that_can_be_worked_out_by_hand():
    # The ace is right, most natural, and works by natural play too: weight 5. The two has weight 1.
    right = difficulty(make("A2.-.-.- K.3.-.- NT N", 2)).chances
    assert right == pytest.approx([sight + (1 - sight) * 5 / 6 for sight in (0.25, 0.5, 1, 1, 1, 1, 1, 1)])


def test_a_natural_card_that_fails_makes_a_puzzle_harder():
    # The last trump has to be drawn first (weight 3: it works by natural play), but the ace is natural (weight 3).
    hidden = difficulty(make("A.-.-.9 -.-.4.4 C N", 2))
    assert hidden.chances == pytest.approx([sight + (1 - sight) * 3 / 6 for sight in (0.25, 0.5, 1, 1, 1, 1, 1, 1)])
    # Without a trump against it the ace is right as well as natural, and the other card is wrong.
    plain = difficulty(make("A2.-.-.- K.-.4.- C N", 2))
    assert plain.rating <= hidden.rating
    assert plain.chances[0] > hidden.chances[0]


@pytest.mark.parametrize("puzzle", PLAYED[:: len(PLAYED) // 3], ids=lambda puzzle: puzzle.slug)
def test_the_chances_are_those_that_simulated_players_reach(puzzle: Puzzle):
    rounds, depth = 1000, 2
    rng, solved = random.Random(puzzle.slug), 0
    for _ in range(rounds):
        state = start_puzzle(puzzle)
        while not state.over:
            left = state.play.hands[puzzle.solver].bit_count()
            if rng.random() < 0.5 ** max(left - depth, 0):
                break
            groups = touching(Position.of(state.play), state.legal)
            natural = natural_card(Position.of(state.play))
            weights = [
                1
                + 2 * (natural in group)
                + 2 * (play_naturally(state.play.push(group[-1]), puzzle.solver) >= puzzle.goal)
                for group in groups
            ]
            state = play_card(state, rng.choices(groups, weights)[0][-1])
        solved += not state.failed
    # Three standard errors are 0.048 at most.
    assert solved / rounds == pytest.approx(difficulty(puzzle).chances[depth], abs=0.05)


@pytest.mark.parametrize("puzzle", PLAYED[:: len(PLAYED) // 16], ids=lambda puzzle: puzzle.slug)
def test_who_sees_further_finds_more_and_the_first_card_alone_is_no_harder(puzzle: Puzzle):
    whole = difficulty(puzzle)
    assert all(weaker <= stronger for weaker, stronger in pairwise(whole.chances))
    facts = {name: getattr(puzzle, name) for name in ("slug", "title", "position", "goal", "level", "themes", "by")}
    first = difficulty(Puzzle(**facts, solution="", kind="only-card"))
    assert first.rating <= whole.rating
    assert LOWEST <= whole.rating <= HIGHEST
    assert whole == difficulty(puzzle)


def tricks(position: str) -> TricksPuzzle:
    return TricksPuzzle("x", "X", parse_position(position), 1, (), "", "")


def test_a_number_of_tricks_is_guessed_by_two_first_thoughts():
    # Natural play cashes the ace first and takes one trick; with the trump first it takes both: right is 2 of 0 to 2.
    found = difficulty(tricks("A.-.-.9 -.-.4.4 C N")).chances
    guessed = ((1 / 4) / (1 / 4 + 1 + 1 / 4) + 1 / (1 + 1 / 4 + 1 / 16)) / 2
    assert found == pytest.approx([sight + (1 - sight) * guessed for sight in (0.25, 0.5, 1, 1, 1, 1, 1, 1)])


DEALS = (
    ("AJT2.J6.9754.AJ9 K95.9872.6.KQ732", ""),
    ("AJT2.J6.9754.AJ9 K95.9872.6.KQ732", "1NT"),
    ("KQ32.A5.J973.T84 A97.KT62.A5.J972", "1S X"),
)


@pytest.mark.parametrize(("deal", "calls"), DEALS)
def test_the_chances_of_a_call_are_those_that_players_with_wrong_tables_reach(deal: str, calls: str):
    auction = tuple(call for call, _ in parse_calls(calls))
    puzzle = CallPuzzle("x", "X", *parse_deal(deal), NORTH, auction, 1, (), "", "")
    table, state = trick_table(puzzle.north, puzzle.south), State.of(puzzle.auction)
    solved = SolvedAuction(table, PENALTY)
    hand = (puzzle.north, puzzle.south)[puzzle.solver]
    calls_made = sorted({*sensible_calls(solved, state, hand), *puzzle.best})
    sign = 1 if puzzle.solver == NORTH else -1
    rng, rounds, depth, found = random.Random(1), 1500, 3, 0.0
    for _ in range(rounds):
        judged = {seat: dict(values) for seat, values in table.items()}
        wrong = 0
        for values in judged.values():
            for strain in STRAINS_LOW_FIRST:
                if rng.random() < 0.6 * 0.85**depth:
                    values[strain] = min(max(values[strain] + rng.choice((-1, 1)), 0), 13)
                    wrong += 1
        leads = {call: sign * SolvedAuction(judged, PENALTY).leads_to(state, call) for call in calls_made}
        chosen = [call for call in calls_made if wrong > 2 or leads[call] == max(leads.values())]
        found += rng.choice(chosen) in puzzle.best
    assert found / rounds == pytest.approx(difficulty(puzzle).chances[depth], abs=0.045)
    assert all(weaker <= stronger for weaker, stronger in pairwise(difficulty(puzzle).chances))


def count(hand: str, gone: str, suit: Suit) -> CountPuzzle:
    return CountPuzzle("x", "X", NORTH, parse_hand(hand), parse_hand(gone, 26), suit, 1, (), "", "")


def test_a_suit_whose_missing_cards_lie_apart_is_harder_to_count():
    together = count("AKQJT98765432.-.-.-", "-.AKQJ.AKQJT98765432.AKQJT9876", Suit.HEARTS)
    apart = count("AKQJT98765432.-.-.-", "-.AJ85.AKQJT98765432.AKQJT9876", Suit.HEARTS)
    # Two stretches, or eight; four cards gone, each half an item.
    assert difficulty(together).chances[0] == pytest.approx(0.8**4)
    assert difficulty(apart).chances[0] == pytest.approx(0.8**10)
    assert difficulty(together).rating < difficulty(apart).rating


def test_a_rating_makes_the_ladder_score_what_it_scored():
    for rating in (700.0, 1234.5, 1500.0, 2600.0):
        chances = tuple(1 / (1 + 10 ** ((rating - player) / 400)) for player in RATINGS)
        assert rating_of(chances) == pytest.approx(rating, abs=0.01)


def test_ratings_are_bounded_where_everybody_or_nobody_finds_the_answer():
    assert rating_of((1.0,) * len(DEPTHS)) == LOWEST
    assert rating_of((0.0,) * len(DEPTHS)) == HIGHEST


def test_levels_rise_with_the_rating():
    assert [level_of(rating) for rating in (LOWEST, *LEVEL_RATINGS, HIGHEST)] == [1, 2, 3, 4, 5, 5]
    assert level_of(LEVEL_RATINGS[0] - 0.001) == 1


def test_a_player_sees_through_what_is_within_reach_and_half_of_what_is_a_trick_beyond():
    assert seeing(3) == (0.125, 0.25, 0.5, 1, 1, 1, 1, 1)


def test_a_whole_deal_has_a_difficulty_too():
    position = "AJT2.J6.9754.AJ9 K95.9872.6.KQ732 NT N"
    hard = difficulty(make(position, 8, several=True))
    assert 0 < hard.chances[0] < hard.chances[-1] < 1
