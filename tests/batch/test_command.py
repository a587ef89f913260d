"""``tutor batch`` as the shell runs it."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.batch.texts import DEAL, deal_lines, of_deal, of_record, pbn, the_record
from tests.terminal import on_a_terminal
from tutor.batch import BatchError, Tally, run
from tutor.cli import batching, cli

MANY = deal_lines(2400)  # more than is kept in flight
COMMAND = (sys.executable, "-m", "tutor.cli", "batch")


def batch(*args: object) -> Result:
    return CliRunner().invoke(cli, ["batch", *map(str, args)])


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    path = tmp_path / "deals.txt"
    path.write_text("\n".join(deal_lines(5)))
    return path


def test_good_input_ends_with_code_0_and_a_line_about_it(deals: Path, tmp_path: Path):
    result = batch(deals, "-j", 1, "-o", tmp_path / "out.jsonl")
    assert (result.exit_code, result.stdout) == (0, "")
    assert re.fullmatch(r"Deals: 5\. Errors: 0\. A second: [\d,]+\.\n", result.stderr)
    assert (tmp_path / "out.jsonl").read_text() == "".join(map(of_deal, deal_lines(5)))


def test_an_error_anywhere_ends_with_code_1_also_when_it_was_there_before(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    for words in (r"Errors: 1\. A second", r"Errors: 1\. There before: 6\. A second"):
        result = batch(deals, tmp_path / "missing", "-j", 1, "-o", out)
        assert result.exit_code == 1
        assert re.search(words, result.stderr)
        assert len(result.stderr.splitlines()) == 1
    assert out.read_text().count("\n") == 6


def test_rules_and_opponent_reach_the_review(tmp_path: Path):
    (tmp_path / "game.pbn").write_text(pbn())
    out = tmp_path / "out.jsonl"
    result = batch(tmp_path / "game.pbn", "-j", 1, "--rules", "penalty", "--opponent", "natural", "-o", out)
    assert result.exit_code == 0
    assert out.read_text() == of_record(the_record(), opponent="natural")


@pytest.mark.parametrize(
    "args",
    [
        (),
        ("deals.txt",),
        ("-o", "out.jsonl"),
        ("deals.txt", "-o", "out.jsonl", "-j", "0"),
        ("deals.txt", "-o", "out.jsonl", "--opponent", "nobody"),
        ("deals.txt", "-o", "."),
    ],
)
def test_a_wrong_command_line_ends_with_code_2(args: tuple[str, ...]):
    assert batch(*args).exit_code == 2


def test_rules_that_cannot_be_read_are_told_by_their_place(deals: Path, tmp_path: Path):
    result = batch(deals, "--rules", "penalty,nonsense=1", "-o", tmp_path / "out.jsonl")
    assert result.exit_code == 1
    assert result.stderr.startswith("rules:1:9: ")


def test_an_output_of_something_else_is_refused_with_code_2_unless_it_is_to_be_overwritten(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    out.write_text("a diary\n")
    result = batch(deals, "-j", 1, "-o", out)
    assert (result.exit_code, out.read_text()) == (2, "a diary\n")
    assert result.stderr.startswith(f"tutor batch: Line 1 of {out} does not belong to this input")
    assert batch(deals, "-j", 1, "-o", out, "--overwrite").exit_code == 0


def test_workers_that_fail_end_with_code_1_and_say_so(deals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def failing(*_args: object, report, **_options: object) -> None:
        report(Tally(deals=3, seconds=1))
        raise BatchError("The workers failed.")

    monkeypatch.setattr(batching, "run", failing)
    result = batch(deals, "-o", tmp_path / "out.jsonl")
    assert result.exit_code == 1
    assert result.stderr == "Deals: 3. Errors: 0. A second: 3.\ntutor batch: The workers failed.\n"


def test_an_output_that_cannot_be_written_is_one_line(deals: Path, tmp_path: Path):
    for out, words in ((tmp_path / "none" / "out.jsonl", "No such file"), (Path("/dev/full"), "No space left")):
        result = batch(deals, "-j", 1, "-o", out)
        assert result.exit_code == 1
        assert words in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_standard_input_is_read(tmp_path: Path):
    out = tmp_path / "out.jsonl"
    done = subprocess.run((*COMMAND, "-", "-j", "1", "-o", out), input=DEAL, check=True, text=True, capture_output=True)
    assert done.stderr.startswith("Deals: 1. ")
    assert out.read_text() == of_deal(DEAL)


def test_standard_input_cannot_be_the_output(deals: Path):
    data = deals.read_bytes()
    with deals.open("rb") as file:
        command = (*COMMAND, "-", "-j", "1", "--overwrite", "-o", deals)
        done = subprocess.run(command, stdin=file, check=False, text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (2, "tutor batch: - is input and output at once.\n")
    assert deals.read_bytes() == data


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    """A pipe that gives the deals of :data:`MANY` and then nothing more, but does not end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    over = threading.Event()

    def feed() -> None:
        with contextlib.suppress(BrokenPipeError), pipe.open("w") as file:
            file.write("".join(f"{deal}\n" for deal in MANY))
            file.flush()
            over.wait()

    feeder = threading.Thread(target=feed)
    feeder.start()
    yield pipe
    over.set()
    feeder.join()


def session(leader: int) -> set[int]:
    """The processes of the session of *leader* that still run."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == leader and fields[0] != "Z":
                    found.add(int(entry.name))
    return found


def started(files: Path, out: Path) -> subprocess.Popen[str]:
    """A run in a session of its own that has written some lines, and goes on."""
    running = subprocess.Popen(
        (*COMMAND, files, "-j", "2", "-o", out), start_new_session=True, text=True, stderr=subprocess.PIPE
    )
    while not out.exists() or out.stat().st_size == 0:
        assert running.poll() is None
        time.sleep(0.02)
    return running


@pytest.fixture(scope="module")
def answers() -> bytes:
    return "".join(map(of_deal, MANY)).encode()


def goes_on(out: Path, file: Path, answers: bytes) -> bool:
    """Whether a run over the same deals as a file keeps what is in *out* and ends it."""
    kept = out.read_bytes().count(b"\n")
    file.write_text("\n".join(MANY))
    return 0 < run([file], out, workers=1).kept == kept < len(MANY) and out.read_bytes() == answers


def test_control_c_ends_with_code_130_and_the_next_run_goes_on(endless: Path, tmp_path: Path, answers: bytes):
    out = tmp_path / "out.jsonl"
    with started(endless, out) as running:
        os.killpg(running.pid, signal.SIGINT)
        _, words = running.communicate(timeout=60)
    assert running.returncode == 130
    assert re.fullmatch(r"Deals: [\d,]+\. .*\nInterrupted\. The same command goes on from here\.\n\s*", words)
    assert out.read_bytes().endswith(b"\n")
    while session(running.pid):
        time.sleep(0.02)
    assert goes_on(out, tmp_path / "many.txt", answers)


def test_a_second_control_c_does_not_stop_the_ending(endless: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    with started(endless, out) as running:
        for _ in range(5):
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.01)
        _, words = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in words
    while session(running.pid):
        time.sleep(0.02)


@pytest.mark.parametrize("wait", [0, 0.1, 0.3, 0.6])
def test_control_c_while_the_workers_begin_leaves_no_traceback(endless: Path, tmp_path: Path, wait: float):
    out = tmp_path / "out.jsonl"
    command = (*COMMAND, endless, "-j", "2", "-o", out)
    with subprocess.Popen(command, start_new_session=True, text=True, stderr=subprocess.PIPE) as running:
        while not out.exists():
            time.sleep(0.005)
        time.sleep(wait)
        os.killpg(running.pid, signal.SIGINT)
        _, words = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in words
    while session(running.pid):
        time.sleep(0.02)


def test_a_run_that_is_killed_leaves_no_process_and_the_next_goes_on(endless: Path, tmp_path: Path, answers: bytes):
    out = tmp_path / "out.jsonl"
    with started(endless, out) as running:
        running.kill()
        running.communicate()
    assert running.returncode == -signal.SIGKILL
    while session(running.pid):
        time.sleep(0.02)
    assert goes_on(out, tmp_path / "many.txt", answers)


def test_on_a_terminal_a_bar_shows_how_far_it_is(deals: Path, tmp_path: Path):
    code, shown = on_a_terminal("batch", deals, "-j", 1, "-o", tmp_path / "out.jsonl")
    assert code == 0
    assert "100%" in shown
    assert "0:00:00" in shown
    assert shown.count("Deals: 5. Errors: 0. A second: ") >= 2
