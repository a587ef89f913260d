"""``tutor check``: lessons and puzzles, good and bad."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tutor.cli import cli
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
    lessons, puzzles = len(list(folder("puzzles").rglob("lessons/*.toml"))), len(list(folder("puzzles").glob("*.toml")))
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
