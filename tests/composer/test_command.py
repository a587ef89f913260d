"""``tutor compose``: what it prints, and its exit codes."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.terminal import on_a_terminal
from tutor.cli import cli
from tutor.resources import folder

SPEC = folder("puzzles") / "specs" / "save-high.toml"


def run(*args: object, command: str = "compose") -> Result:
    return CliRunner().invoke(cli, (command, *map(str, args)))


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_puzzles_are_printed_as_tables_and_their_times_on_standard_error():
    result = run(SPEC, "-n", 2)
    assert result.exit_code == 0
    tables = tomllib.loads(result.stdout)
    assert len(tables) == 2
    assert all(table["themes"][0] == "save-high" for table in tables.values())
    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == list(tables)


def test_a_terminal_shows_how_far_the_search_is():
    code, shown = on_a_terminal("compose", SPEC, "-n", 2)
    assert code == 0
    assert re.search(r"50%.* positions? tried", shown)


def test_json_is_one_list_of_the_same_puzzles():
    tables, found = tomllib.loads(run(SPEC, "-n", 2).stdout), json.loads(run(SPEC, "-n", 2, "--json").stdout)
    assert {each.pop("slug"): each for each in found} == tables


def test_files_are_written_into_a_folder_and_pass_the_check(tmp_path: Path):
    assert run(SPEC, "-n", 2, "-o", tmp_path / "new").exit_code == 0
    checked = run(tmp_path / "new", command="check")
    assert (checked.exit_code, checked.stderr) == (0, "")
    assert checked.stdout == "0 lessons, 2 puzzles, 0 faults\n"


def test_an_impossible_specification_is_refused_with_file_and_line(tmp_path: Path):
    path = written(tmp_path / "no.toml", 'cards = 5\n\nstrain = "NT"\ntheme = "draw-trumps"\n')
    result = run(path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f"{path}:3: strain: the strain is no-trump" in result.stderr
    assert f"{path}:4: theme: " in result.stderr
    assert "cards" not in result.stderr


def test_the_faults_of_a_specification_are_told_by_both_commands(tmp_path: Path):
    path = written(tmp_path / "bad.toml", 'cards = 1\nstrain = "X"\n')
    for command in ("compose", "check"):
        result = run(path, command=command)
        assert result.exit_code == 1
        assert [line.rpartition(": ")[0].split(":")[1] for line in result.stderr.splitlines()] != []
        assert f"{path}:1: " in result.stderr
        assert f"{path}:2: " in result.stderr


@pytest.mark.parametrize("args", [("nothing.toml",), (SPEC, "-n", "0"), ()])
def test_a_wrong_command_line_has_the_exit_code_two(args: tuple):
    code = subprocess.run(
        (sys.executable, "-c", "from tutor.cli import main; main()", "compose", *map(str, args)),
        check=False,
        capture_output=True,
    ).returncode
    assert code == 2


@pytest.mark.parametrize("args", [("--help",), ("solve", "A.K.-.2 2.-.3.A NT N"), ("check", str(SPEC))])
def test_or_tools_is_loaded_for_composing_only(args: tuple[str, ...]):
    program = (
        "import sys\nfrom tutor.cli import cli\n"
        f"cli.main({list(args)!r}, standalone_mode=False)\nassert 'ortools' not in sys.modules\n"
    )
    done = subprocess.run((sys.executable, "-c", program), check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
