"""Bots at every puzzle that comes with the program: right answers always succeed, others fail at once.

The played ones are taken in slices: together they are many, and each is quick. Beside the questions that come with the
program some are asked about other deals.
"""

import random
from collections.abc import Iterator
from itertools import chain

import pytest

from tutor.cards import NORTH, Suit, cards_of, mask_of
from tutor.coach.puzzle import load_puzzles, play_card, start_puzzle
from tutor.coach.puzzle.answers import is_right
from tutor.coach.puzzle.kinds import CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle, PuzzleState, defence_card
from tutor.notation import parse_calls, parse_deal
from tutor.rules import Contract, Play, Position, north_score
from tutor.solver import best_line, card_values, trick_table
from tutor.solver.bidding import SolvedAuction, State

SLICES = 6
SEEDS = range(4)

EVERY = load_puzzles()
PLAYED = [puzzle for puzzle in EVERY if isinstance(puzzle, Puzzle)]

sliced = pytest.mark.parametrize("puzzles", [PLAYED[start::SLICES] for start in range(SLICES)], ids=range(SLICES))

TRICKS = [
    *(puzzle for puzzle in EVERY if isinstance(puzzle, TricksPuzzle)),
    *(TricksPuzzle(p.slug, p.title, p.position, 1, (), "", "") for p in PLAYED[::5]),
]
CALLS = [
    *(puzzle for puzzle in EVERY if isinstance(puzzle, CallPuzzle)),
    *(
        CallPuzzle("x", "X", *parse_deal(deal), NORTH, tuple(call for call, _ in parse_calls(calls)), 1, (), "", "")
        for deal, calls in (
            ("AJT2.J6.9754.AJ9 K95.9872.6.KQ732", ""),
            ("AJT2.J6.9754.AJ9 K95.9872.6.KQ732", "1NT"),
            ("KQ32.A5.J973.T84 A97.KT62.A5.J972", "1S X"),
        )
    ),
]
COUNTS = [
    *(puzzle for puzzle in EVERY if isinstance(puzzle, CountPuzzle)),
    *(
        CountPuzzle("x", "X", NORTH, mask_of(cards[:13]), mask_of(cards[13:39]), suit, 1, (), "", "")
        for suit in Suit
        for cards in [random.Random(suit).sample(range(52), 52)]
    ),
]


def right_cards(state: PuzzleState) -> list[int]:
    """The learner's cards after which the solver still finds the tricks of the goal."""
    values = card_values(Position.of(state.play))
    return [card for card, tricks in values.items() if state.taken + tricks >= state.puzzle.goal]


def played(puzzle: Puzzle, seed: int) -> PuzzleState:
    """The puzzle played to its end by a bot that plays any card that keeps the goal."""
    rng, state = random.Random(f"{puzzle.slug} {seed}"), start_puzzle(puzzle)
    while not state.over:
        state = play_card(state, rng.choice(right_cards(state)))
    return state


def test_there_are_two_hundred_played_puzzles_and_questions_of_every_kind():
    assert len(PLAYED) >= 200
    assert {puzzle.kind for puzzle in EVERY} == {"make", "beat", "only-card", "tricks", "call", "count"}


@sliced
def test_any_card_that_keeps_the_goal_at_every_turn_always_solves(puzzles: list[Puzzle]):
    for puzzle in puzzles:
        for seed in SEEDS:
            state = played(puzzle, seed)
            assert (state.solved, state.failed) == (True, False), puzzle.slug


@sliced
def test_every_other_first_card_fails_at_once_and_play_without_a_fault_never_mends_it(puzzles: list[Puzzle]):
    for puzzle in puzzles:
        start = start_puzzle(puzzle)
        wrong = set(start.legal) - set(right_cards(start))
        assert wrong, puzzle.slug
        for card in wrong:
            state = play_card(start, card)
            assert (state.failed, state.solved, state.legal) == (True, False, ()), puzzle.slug
            assert state.left < puzzle.goal, puzzle.slug
            end = start.play.run((card, *state.refutation))
            assert (end.over, end.tricks[puzzle.solver]) == (True, state.left), puzzle.slug


@sliced
def test_the_defence_never_gives_a_trick(puzzles: list[Puzzle]):
    for puzzle in puzzles:
        for seed in SEEDS:
            for before, card in defended(puzzle, played(puzzle, seed).play.played):
                values = card_values(Position.of(before))
                assert values[card] == max(values.values()), (puzzle.slug, before.played)


def defended(puzzle: Puzzle, cards: tuple[int, ...]) -> Iterator[tuple[Play, int]]:
    """Each card of the defence among *cards*, and the play before it."""
    play = puzzle.position.play
    for card in cards:
        if play.turn != puzzle.solver:
            assert card == defence_card(puzzle, play), puzzle.slug
            yield play, card
        play = play.apply(card)


def test_the_number_of_tricks_is_what_perfect_play_comes_to_and_every_other_number_is_wrong():
    for puzzle in TRICKS:
        play = puzzle.position.play.run(best_line(puzzle.position))
        taken = play.tricks[puzzle.solver]
        assert [n for n in range(puzzle.length + 1) if is_right(puzzle, (n,))] == [taken], puzzle.slug


def test_the_best_calls_score_most_when_the_deal_is_called_and_played_to_its_end_and_all_others_score_less():
    for puzzle in CALLS:
        solved = SolvedAuction(trick_table(puzzle.north, puzzle.south), puzzle.rules)
        endings = {call: ending(puzzle, solved, call) for call in puzzle.auction.legal()}
        taken = {contract: tricks_in(puzzle, contract) for contract in set(endings.values())}
        sign = 1 if puzzle.solver == NORTH else -1
        scores = {c: sign * north_score(contract, taken[contract], puzzle.rules) for c, contract in endings.items()}
        most = max(scores.values())
        best = {call for call, score in scores.items() if score == most}
        assert {call for call in scores if is_right(puzzle, (call,))} == best, puzzle.slug
        assert best != set(scores), puzzle.slug


def ending(puzzle: CallPuzzle, solved: SolvedAuction, call: int) -> Contract | None:
    """The contract when *call* is made and then both call perfectly."""
    auction = puzzle.auction.apply(call)
    if not auction.over:
        for each in solved.line(State.of(auction)):
            auction = auction.apply(each)
    return auction.contract


def tricks_in(puzzle: CallPuzzle, contract: Contract | None) -> int:
    """Declarer's tricks when both play perfectly, card by card."""
    if contract is None:
        return 0
    play = Play.start(puzzle.north, puzzle.south, contract.strain, contract.declarer.other)
    return play.run(best_line(Position.of(play))).tricks[contract.declarer]


def test_the_opponent_holds_what_is_neither_held_nor_gone_and_every_other_set_is_wrong():
    for puzzle in COUNTS:
        seen = {*cards_of(puzzle.hand), *cards_of(puzzle.gone)}
        left = [card for card in range(52) if card not in seen and card // 13 == puzzle.suit]
        assert is_right(puzzle, tuple(left)), puzzle.slug
        more = [[*left, card] for card in puzzle.thinkable if card not in left]
        fewer = [[card for card in left if card != away] for away in left]
        assert not any(is_right(puzzle, tuple(cards)) for cards in chain(more, fewer)), puzzle.slug
