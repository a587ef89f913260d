"""The posted collection: every theme, every level, nothing twice."""

from collections import Counter

from tutor.coach.authored import MAX_FILE_BYTES
from tutor.coach.puzzle import check_puzzle, load_puzzles
from tutor.coach.puzzle.kinds import CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.same import likeness
from tutor.coach.themes import Theme
from tutor.resources import folder

PUZZLES = load_puzzles()
ENOUGH = 10
"""Puzzles of each theme, and twice as many of each level."""


def test_there_are_ten_puzzles_or_more_of_every_theme_of_the_coach():
    first = Counter(puzzle.themes[0] for puzzle in PUZZLES)
    assert {theme.value: first[theme] for theme in Theme if first[theme] < ENOUGH} == {}


def test_there_are_twenty_puzzles_or_more_of_every_level():
    levels = Counter(puzzle.level for puzzle in PUZZLES)
    assert min(levels[level] for level in range(1, 6)) >= 2 * ENOUGH


def test_the_kinds_that_ask_for_an_answer_are_there():
    for kind in (TricksPuzzle, CallPuzzle, CountPuzzle):
        assert sum(isinstance(puzzle, kind) for puzzle in PUZZLES) >= ENOUGH


def test_no_puzzle_is_another_one_again_and_none_has_the_name_of_another():
    like = Counter(likeness(puzzle) for puzzle in PUZZLES)
    assert [text for text, count in like.items() if count > 1] == []
    assert len({puzzle.heading for puzzle in PUZZLES}) == len(PUZZLES)


def test_no_puzzle_has_a_fault():
    assert {puzzle.slug: faults for puzzle in PUZZLES if (faults := check_puzzle(puzzle))} == {}


def test_no_two_calls_are_asked_for_of_one_deal():
    deals = Counter((puzzle.north, puzzle.south) for puzzle in PUZZLES if isinstance(puzzle, CallPuzzle))
    assert max(deals.values()) == 1


def test_every_file_can_be_read():
    sizes = {path.name: path.stat().st_size for path in (folder("puzzles") / "collection").glob("*.toml")}
    assert max(sizes.values()) < MAX_FILE_BYTES / 2
