"""The puzzles that come with the program: they hold by solvers that are not the program's, none is like another, and
what their files say of how hard they are is what is measured.
"""

from pathlib import Path

import pytest

from tests.solver.oracle import oracle_card_values
from tools.bench_compose import check, layout_of
from tools.level_puzzles import level_file
from tutor.coach.authored import ContentError
from tutor.coach.puzzle import load_collection, load_puzzles
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.kinds import CallPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle
from tutor.coach.puzzle.same import likeness

EVERY = load_puzzles()

TWO = """# Two of them.

[ace-first]
title = "Last Trump"
position = "A.-.-.9 -.-.4.4 C N"
goal = 2
level =  4  # to be measured
themes = ["draw-trumps"]
by = "nobody"
solution = "level = 4"

[second]
title = "Second"
kind = "tricks"
position = "A.-.-.9 -.-.4.4 C N"
level = 1
themes = []
by = "nobody"
solution = "Two."
"""


def test_every_played_puzzle_holds_by_a_solver_of_four_hand_bridge_and_the_small_ones_by_brute_force():
    for puzzle in EVERY:
        if isinstance(puzzle, Puzzle):
            assert "DDS" in check(puzzle), puzzle.slug


def test_every_number_of_tricks_is_that_of_a_solver_of_four_hand_bridge():
    for puzzle in EVERY:
        if isinstance(puzzle, TricksPuzzle):
            assert puzzle.answer == max(oracle_card_values(layout_of(puzzle.position)).values()), puzzle.slug


def test_the_calls_hold_by_an_auction_that_knows_the_rules_and_nothing_else():
    # A tenth of a second each: one of eight is taken.
    for puzzle in [puzzle for puzzle in EVERY if isinstance(puzzle, CallPuzzle)][::8]:
        assert check(puzzle) == ["naive auction", "DDS (no-trump)"]


def test_no_puzzle_is_like_another():
    assert len({likeness(puzzle) for puzzle in EVERY}) == len(EVERY)


def test_every_puzzle_has_the_level_that_is_measured():
    stated = {puzzle.slug: puzzle.level for puzzle in EVERY}
    measured = {puzzle.slug: difficulty(puzzle).level for puzzle in EVERY}
    assert stated == measured, "python -m tools.level_puzzles writes them"


def test_the_measured_level_is_written_into_the_file_and_nothing_else(tmp_path: Path):
    path = tmp_path / "two.toml"
    path.write_text(TWO, encoding="utf-8")
    assert level_file(path) == 1
    assert path.read_text(encoding="utf-8") == TWO.replace("level =  4  #", "level = 1  #")
    assert [puzzle.level for puzzle in load_collection(path)] == [1, 1]
    assert level_file(path) == 0


def test_a_file_that_cannot_be_read_is_left_as_it_is(tmp_path: Path):
    path = tmp_path / "two.toml"
    path.write_text(TWO.replace('themes = ["draw-trumps"]', 'themes = ["no-such"]'), encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    with pytest.raises(ContentError):
        level_file(path)
    assert path.read_text(encoding="utf-8") == before
