"""The ``tutor`` command when a stream is closed or nobody reads it: one line or none, and never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.games import DEAL, pbn
from tutor.resources import folder

SPEC = folder("puzzles") / "specs" / "save-high.toml"
COMMAND = f"{sys.executable} -m tutor.cli"


@pytest.fixture
def shell(tmp_path: Path):
    """Runs a line of shell in which ``tutor`` is the command and ``hand.pbn`` a finished hand."""
    (tmp_path / "hand.pbn").write_text(pbn(), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "DRAWBRIDGE_DATABASE": f"sqlite:///{tmp_path}/tutor.sqlite3",
    }

    def run(line: str) -> subprocess.CompletedProcess[str]:
        script = f'set -o pipefail; tutor() {{ {COMMAND} "$@"; }}; {line}'
        return subprocess.run(
            ("bash", "-c", script), check=False, capture_output=True, text=True, cwd=tmp_path, env=environment
        )

    return run


@pytest.mark.parametrize(
    "command", ["review hand.pbn", "review hand.pbn --json", f"table {DEAL}", "--help", "--version", "db upgrade"]
)
def test_a_closed_standard_output_is_one_line(shell, command):
    done = shell(f"tutor {command} >&-")
    assert done.returncode == 1
    assert done.stderr == "tutor: standard output: Bad file descriptor\n"


def test_a_closed_standard_input_is_one_line(shell):
    done = shell("tutor review - <&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "-: Bad file descriptor\n")


@pytest.mark.parametrize("command", ["review missing.pbn", "review hand.pbn >&-", "table A K", "nonsense"])
def test_without_a_standard_error_only_the_code_tells(shell, command):
    done = shell(f"tutor {command} 2>&-")
    assert done.returncode in (1, 2)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("command", [f"compose {SPEC} --json", "batch hand.pbn -o /dev/stdout"])
def test_what_shows_how_far_it_is_does_without_a_standard_error(shell, command):
    done = shell(f"tutor {command} 2>&-")
    assert done.returncode == 0
    assert json.loads(done.stdout)


@pytest.mark.parametrize("command", ["review hand.pbn", "review hand.pbn --json", "--help", "db --help", "--version"])
def test_when_nobody_reads_the_output_the_command_ends_as_other_programs_do(command):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        program = (sys.executable, "-m", "tutor.cli", *command.replace("hand.pbn", "-").split())
        done = subprocess.run(program, check=False, input=pbn(), stdout=closed, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_reader_of_one_line_gets_it_and_nothing_is_said(shell):
    done = shell("tutor review hand.pbn | head -1")
    assert (done.stdout, done.stderr) == ("Ann against Bob\n", "")
    assert done.returncode in (0, 141)


def test_errors_that_nobody_reads_are_no_error_in_the_program():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        program = (sys.executable, "-m", "tutor.cli", "review", "missing.pbn")
        done = subprocess.run(program, check=False, stdout=subprocess.PIPE, stderr=closed)
    assert (done.returncode, done.stdout) == (141, b"")
