"""``tutor compose``: what it prints, and its exit codes."""

import contextlib
import json
import os
import pty
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
ONE = 'cards = 2\nstrain = "NT"\nlead = true\n[north]\nholds = ["S2", "C2"]\n[south]\nholds = ["SA", "H2"]\n'


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


@pytest.mark.parametrize("options", [(), ("--json",), ("-o", "new"), ("-o", "new", "--json")])
def test_beside_a_terminal_the_output_is_the_same_as_without(tmp_path: Path, options: tuple[str, ...]):
    """More puzzles are asked for than the one that there is: the search comes to its end."""
    path = written(tmp_path / "one.toml", ONE)
    command = (sys.executable, "-m", "tutor.cli", "compose", str(path), "-n", "9", *options)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, env=environment) as running:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while data := os.read(ours, 65536):
                shown += data
        out = running.stdout.read()
    os.close(ours)
    plain = subprocess.run(command, check=False, capture_output=True, cwd=tmp_path, env=environment)
    assert (running.returncode, out) == (plain.returncode, plain.stdout)
    assert running.returncode == 1
    assert b"\x1b" in shown
    assert "There is no other puzzle than this one." in shown.decode()
    assert b"\x1b" not in out + plain.stderr
    if "--json" in options:
        assert len(json.loads(out)) == 1
    elif options:
        assert out == b""
    else:
        assert len(tomllib.loads(out.decode())) == 1


def test_a_folder_that_cannot_be_made_or_written_is_a_wrong_command_line(tmp_path: Path):
    file = written(tmp_path / "file", "in the way")
    for out in (file / "new", Path("/proc/new")):
        result = run(SPEC, "-o", out)
        assert (result.exit_code, result.stdout) == (2, "")
        (line,) = result.stderr.splitlines()
        assert line.startswith(f"{out}: ")


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
