"""The bench of the composer: its figures, and that it tells a puzzle that does not hold."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools import bench_compose
from tutor.cards import NORTH, Strain
from tutor.coach.puzzle.kinds import CallPuzzle
from tutor.coach.puzzle.play import Puzzle
from tutor.notation import parse_deal, parse_position
from tutor.resources import folder

SPECS = folder("puzzles") / "specs"
PUZZLE = Puzzle("x", "X", parse_position("A.-.-.9 -.-.4.4 C N"), 2, 1, (), "", "")
CALL = CallPuzzle("y", "Y", *parse_deal("AJT2.J6.9754.AJ9 K95.9872.6.KQ732"), NORTH, (), 1, (), "", "")


def run(*args: object):
    return CliRunner().invoke(bench_compose.main, [*map(str, args)])


def test_each_specification_has_its_times_and_judges():
    result = run("-n", 2, SPECS / "save-high.toml", SPECS / "double.toml")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = re.findall(r"^(\S+) +([0-9.]+) s +([0-9.]+) s(?:  (.+))?$", result.stdout, re.MULTILINE)
    assert [(name, judges) for name, _, _, judges in rows] == [
        ("save-high", "brute force 2, DDS 2"),
        ("double", "naive auction 2, DDS (no-trump) 2"),
        ("all", ""),
    ]
    assert all(float(median) <= float(most) for _, median, most, _ in rows)
    assert result.stdout.endswith("All 4 puzzles hold.\n")


def test_a_specification_without_enough_puzzles_is_an_error(tmp_path: Path):
    path = tmp_path / "none.toml"
    path.write_text('cards = 5\nstrain = "NT"\ntheme = "draw-trumps"\n', encoding="utf-8")
    result = run(path)
    assert result.exit_code == 1
    assert result.stderr == "none: the demands conflict\n"


def test_a_specification_that_takes_too_long_is_left_and_misses_the_target(tmp_path: Path):
    path = tmp_path / "rare.toml"
    path.write_text('theme = "squeeze"\ncards = 4\nstrain = "S"\n[south]\npoints = [0, 3]\n', encoding="utf-8")
    result = run("--patience", 1, path)
    assert result.exit_code == 0
    assert "rare                  0 of 10 in 1 s\n" in result.stdout
    assert "for each specification: missed.\nAll 0 puzzles hold.\n" in result.stdout


def test_a_puzzle_that_holds_has_two_judges():
    assert bench_compose.check(PUZZLE) == ["brute force", "DDS"]


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (replace(PUZZLE, goal=1), "there is nothing to find"),
        (replace(PUZZLE, several=True), "several = True, and right are C9"),
    ],
)
def test_a_puzzle_that_does_not_hold_is_told(puzzle: Puzzle, words: str):
    with pytest.raises(bench_compose.WrongError, match=words):
        bench_compose.check(puzzle)


def test_answers_that_differ_from_the_judges_are_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bench_compose, "keeping_cards", lambda *_: (0,))
    with pytest.raises(bench_compose.WrongError, match="by brute force C9 would be right, not C2"):
        bench_compose.check(PUZZLE)
    monkeypatch.setattr(bench_compose, "MOST_BRUTE", 1)
    with pytest.raises(bench_compose.WrongError, match="by DDS C9 would be right, not C2"):
        bench_compose.check(PUZZLE)


def test_calls_are_judged_by_the_auction_and_their_table_by_dds(monkeypatch: pytest.MonkeyPatch):
    assert bench_compose.check(CALL) == ["naive auction", "DDS (no-trump)"]
    table = bench_compose.trick_table(CALL.north, CALL.south)
    table[NORTH][Strain.NOTRUMP] += 1
    monkeypatch.setattr(bench_compose, "trick_table", lambda *_: table)
    monkeypatch.setattr(bench_compose, "_calls_by_auction", lambda *_: None)
    with pytest.raises(bench_compose.WrongError, match=r"N takes . tricks in no-trump by DDS"):
        bench_compose.check(CALL)
