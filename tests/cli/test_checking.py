"""``tutor check``: lessons and puzzles, good and bad."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tutor.cli import cli
from tutor.coach.puzzle import load_puzzles
from tutor.resources import folder


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ("check", *args))


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder("puzzles"), tmp_path / "puzzles"))


def last_line(result: Result) -> str:
    return result.stdout.splitlines()[-1]


def test_what_comes_with_the_program_has_no_fault():
    result = run()
    assert (result.exit_code, result.stderr) == (0, "")
    lessons, puzzles = len(list(folder("puzzles").rglob("lessons/*.toml"))), len(load_puzzles())
    assert last_line(result) == f"{lessons} lessons, {puzzles} puzzles, 0 faults"


def test_files_and_folders_are_checked_together(puzzles: Path):
    result = run(str(puzzles / "lessons"), str(puzzles / "patience.toml"))
    assert last_line(result) == f"{len(list((puzzles / 'lessons').glob('*.toml')))} lessons, 1 puzzles, 0 faults"


def test_a_wrong_statement_is_told_with_file_and_line(puzzles: Path):
    path = puzzles / "patience.toml"
    text = path.read_text(encoding="utf-8").replace("goal = 5", "goal = 6")
    path.write_text(text, encoding="utf-8")
    result = run(str(path))
    line = next(number for number, words in enumerate(text.splitlines(), 1) if words.startswith("goal"))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{path}:{line}: The goal of 6 tricks cannot be reached")
    assert last_line(result) == "0 lessons, 1 puzzles, 1 faults"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "neither a lesson"),
        ("title = ", "This is not TOML"),
        ('position = "A.-.-.- K.-.-.- NT N"', "is missing"),
        ('deal = "x"', "is missing"),
        ("goal = " + "9" * 5_000, "more than 4300 digits"),
        ("a = " + "[" * 20_000, "nested too deeply"),
        ('title = "Patience\\u0000"\nposition = "A.-.-.- K.-.-.- NT N"', ":1: A text here holds a control character."),
        ('[one]\ntitle = "One"\n[two]\ntitle = "\\u001b[31m"', ":4: A text here holds a control character."),
    ],
)
def test_a_file_that_cannot_be_used_is_told_and_the_others_are_checked(puzzles: Path, text: str, words: str):
    (puzzles / "bad.toml").write_text(text, encoding="utf-8")
    result = run(str(puzzles))
    assert result.exit_code == 1
    assert words in result.stderr
    assert all(line.startswith(f"{puzzles / 'bad.toml'}:") for line in result.stderr.splitlines())
    assert last_line(result).endswith(f"{len(result.stderr.splitlines())} faults")


def test_a_binary_file_is_told(puzzles: Path):
    (puzzles / "bad.toml").write_bytes(b"\xff\x00\xfe")
    assert "This is not UTF-8 text." in run(str(puzzles)).stderr


def test_a_huge_file_is_told_with_the_limit(puzzles: Path):
    (puzzles / "bad.toml").write_bytes(b"#" * 400_001)
    assert "400 kB" in run(str(puzzles)).stderr


def test_a_missing_path_is_a_wrong_command_line(tmp_path: Path):
    result = run(str(tmp_path / "nowhere"))
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


COLLECTION = """[first]
title = "One"
position = "AQ.-.-.- K.-.-.- NT N SJ"
goal = 2
level = 1
themes = ["win-cheaply"]
by = "Somebody"
solution = "Win with the lower one."
"""


def test_the_puzzles_of_a_collection_are_counted_one_by_one(puzzles: Path):
    before = int(last_line(run(str(puzzles))).split()[2])
    (puzzles / "collection").mkdir(exist_ok=True)
    other = COLLECTION.replace("[first]", "[second]").replace("AQ.-.-.- K.-.-.-", "AQ.2.-.- K.3.-.-")
    text = COLLECTION + other
    (puzzles / "collection" / "of-two.toml").write_text(text, encoding="utf-8")
    result = run(str(puzzles))
    assert (result.exit_code, result.stderr) == (0, "")
    assert int(last_line(result).split()[2]) == before + 2


def test_a_fault_of_a_collection_is_told_with_its_line_and_so_is_a_name_that_is_taken(tmp_path: Path):
    (tmp_path / "a.toml").write_text(COLLECTION, encoding="utf-8")
    (tmp_path / "b.toml").write_text(COLLECTION.replace("goal = 2", "goal = 1"), encoding="utf-8")
    result = run(str(tmp_path))
    faults = [
        "4: Every card reaches the goal: there is nothing to find.",
        "3: More than one first card is right (SA, SQ): change the puzzle or say several = true.",
        "1: Another puzzle is called “first” already.",
    ]
    assert result.stderr.splitlines() == [f"{tmp_path / 'b.toml'}:{fault}" for fault in faults]
    assert last_line(result) == "0 lessons, 2 puzzles, 3 faults"


@pytest.mark.parametrize("position", ["AQ.-.-.- K.-.-.- NT N SJ", "-.-.8.- -.-.95.- NT S D4"])
def test_a_puzzle_that_is_another_one_once_more_is_told_with_the_name_of_that(tmp_path: Path, position: str):
    (tmp_path / "a.toml").write_text(COLLECTION, encoding="utf-8")
    again = COLLECTION.replace("[first]", "[second]").replace("AQ.-.-.- K.-.-.- NT N SJ", position)
    (tmp_path / "b.toml").write_text(again, encoding="utf-8")
    result = run(str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr.startswith(f"{tmp_path / 'b.toml'}:3: “second” is the puzzle “first” once more")
    assert last_line(result) == "0 lessons, 2 puzzles, 1 faults"


def test_specifications_for_composing_are_no_puzzles_and_are_passed_over(tmp_path: Path):
    (tmp_path / "a.toml").write_text(COLLECTION, encoding="utf-8")
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "one.toml").write_text('theme = "exit"\ncards = 5\n', encoding="utf-8")
    result = run(str(tmp_path))
    assert (result.exit_code, last_line(result)) == (0, "0 lessons, 1 puzzles, 0 faults")


@pytest.mark.parametrize("level", [1, 3, 5])
def test_a_level_that_is_not_the_measured_one_is_told_at_its_line_with_the_measured_one(tmp_path: Path, level: int):
    path = tmp_path / "a.toml"
    other = COLLECTION.replace("[first]", "[second]").replace("AQ.-.-.- K.-.-.-", "AQ.2.-.- K.3.-.-")
    path.write_text(other + COLLECTION.replace("level = 1", f"level = {level}"), encoding="utf-8")
    result = run(str(path))
    said = f"{path}:13: The measured level is 1, not {level}: write level = 1.\n"
    assert (result.exit_code, result.stderr) == ((0, "") if level == 1 else (1, said))
    assert last_line(result) == f"0 lessons, 2 puzzles, {int(level != 1)} faults"


@pytest.mark.parametrize("kind", ["tricks", "count", "double"])
def test_levels_of_every_kind_of_puzzle_are_measured(puzzles: Path, kind: str):
    path = puzzles / "collection" / f"{kind}.toml"
    assert run(str(path)).exit_code == 0
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"level = (\d)", lambda each: f"level = {int(each[1]) % 5 + 1}", text), encoding="utf-8")
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.startswith("level = ")]
    faults = run(str(path)).stderr.splitlines()
    assert [int(fault.removeprefix(f"{path}:").partition(":")[0]) for fault in faults] == lines
    assert all("The measured level is" in fault for fault in faults)


def test_the_level_of_what_is_no_puzzle_is_not_measured(tmp_path: Path):
    (tmp_path / "a.toml").write_text(
        COLLECTION.replace("level = 1", "level = 5").replace("goal = 2", "goal = 3"), encoding="utf-8"
    )
    faults = run(str(tmp_path)).stderr.splitlines()
    assert len(faults) == 1
    assert "measured" not in faults[0]
