"""``tutor tablebase``: endgame tables made, named and verified."""

import errno
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.solver.tables import CHECKSUMS, DAMAGES, DEPTH, leave_partial, table_of
from tutor.cli import cli
from tutor.solver import endgame

SUMMARY = re.compile(r"Depth (\d+): ([\d,]+) positions, ([\d,]+) bytes, \d+\.\d s\.")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache folder of each test, not there yet."""
    path = tmp_path / "cache"
    monkeypatch.setenv("DRAWBRIDGE_CACHE", str(path))
    return path


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, ("tablebase", *map(str, args)), prog_name="tutor")


def complaint(result: Result, code: int = 1) -> str:
    """The one line in which a command says why it failed."""
    assert (result.exit_code, result.stdout) == (code, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("tutor")
    return line


def test_build_says_what_it_made_and_where(folder: Path):
    result = run("build", "--depth", DEPTH)
    assert (result.exit_code, result.stderr) == (0, "")
    path = folder / "endgame-5.table"
    summary, where, checksum = result.stdout.splitlines()
    assert SUMMARY.fullmatch(summary).groups() == ("5", "27,348", f"{path.stat().st_size:,}")
    assert where == f"File: {path}"
    assert checksum == f"Checksum: {CHECKSUMS[DEPTH]}"


def test_without_a_depth_it_is_the_one_that_is_made_on_first_use(folder: Path):
    assert run("build").exit_code == 0
    assert endgame.kept_depths(folder) == [endgame.DEFAULT_DEPTH]
    assert run("verify").stdout == f"Depth 8: whole, checksum {CHECKSUMS[8]}.\n"


def test_a_table_that_is_there_is_not_made_again(monkeypatch: pytest.MonkeyPatch):
    first = run("build", "--depth", DEPTH).stdout.splitlines()
    monkeypatch.setattr(endgame, "fill_layer", None)
    result = run("build", "--depth", DEPTH)
    assert (result.exit_code, result.stdout.splitlines()[1:]) == (0, first[1:])


def test_a_damaged_table_is_made_anew(folder: Path):
    run("build", "--depth", DEPTH)
    DAMAGES["layer 3"](folder / "endgame-5.table")
    assert run("verify", "--depth", DEPTH).exit_code == 1
    assert run("build", "--depth", DEPTH).stdout.splitlines()[2] == f"Checksum: {CHECKSUMS[DEPTH]}"
    assert run("verify", "--depth", DEPTH).exit_code == 0


def test_after_control_c_it_goes_on_where_it_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch):
    layers: list[int] = []
    fill_layer = endgame.fill_layer

    def interrupted(table: endgame.Table, k: int, *rest: object) -> None:
        layers.append(k)
        if layers == [1, 2, 3]:
            raise KeyboardInterrupt
        fill_layer(table, k, *rest)

    monkeypatch.setattr(endgame, "fill_layer", interrupted)
    result = run("build", "--depth", DEPTH)
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "")
    assert not (folder / "endgame-5.table").exists()
    assert run("list").stdout == f"No table is kept in {folder} yet.\n"
    assert run("build", "--depth", DEPTH).stdout.splitlines()[2] == f"Checksum: {CHECKSUMS[DEPTH]}"
    assert layers == [1, 2, 3, 3, 4, 5]


def test_a_terminal_sees_how_far_it_is_and_a_pipe_only_the_result():
    ours, theirs = pty.openpty()
    command = (sys.executable, "-m", "tutor.cli", "tablebase", "build", "--depth", "4")
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=theirs, check=True, text=True, env={**os.environ, "TERM": "xterm"}
    )
    os.close(theirs)
    with os.fdopen(ours, "rb", buffering=0) as terminal:
        shown = terminal.read(1 << 16).decode()
    assert "Positions" in shown
    assert "4668/4668" in shown
    assert SUMMARY.fullmatch(done.stdout.splitlines()[0])


def test_list_names_the_tables_that_have_their_size(folder: Path):
    result = run("list")
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"No table is kept in {folder} yet.\n", "")
    for depth in (3, 1, 2):
        endgame.build(depth)
    DAMAGES["shorter"](folder / "endgame-2.table")
    leave_partial(folder, 4)
    result = run("list")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"Depth 1: 4,102 bytes, {folder / 'endgame-1.table'}",
        f"Depth 3: 4,470 bytes, {folder / 'endgame-3.table'}",
    ]


def test_verify_reads_a_good_table():
    endgame.build(DEPTH)
    result = run("verify", "--depth", DEPTH)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"Depth 5: whole, checksum {CHECKSUMS[DEPTH]}.\n"


@pytest.mark.parametrize("damage", DAMAGES)
def test_verify_finds_every_damage(damage: str):
    path = endgame.build(DEPTH)
    DAMAGES[damage](path)
    line = complaint(run("verify", "--depth", DEPTH))
    assert line == f"tutor tablebase: {path}: The table is damaged; `tutor tablebase build` makes it anew."
    assert path.exists()


def test_verify_reads_even_a_large_table_that_was_read_before(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(endgame, "LARGE", 0)
    path = endgame.build(DEPTH)
    assert endgame.open_table(path, DEPTH) is not None
    DAMAGES["layer 3"](path)
    stat = path.stat()
    path.with_suffix(".seen").write_text(f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ino}", encoding="ascii")
    assert "damaged" in complaint(run("verify", "--depth", DEPTH))


def test_verify_of_a_table_that_is_not_there_is_one_line(folder: Path):
    assert complaint(run("verify", "--depth", "7")) == (
        f"tutor tablebase: {folder / 'endgame-7.table'}: No such file or directory"
    )


def test_verify_of_a_folder_in_the_place_of_a_table_is_one_line(folder: Path):
    (folder / "endgame-7.table").mkdir(parents=True)
    assert str(folder / "endgame-7.table") in complaint(run("verify", "--depth", "7"))


@pytest.mark.parametrize("command", ["build", "verify"])
@pytest.mark.parametrize("depth", ["0", "14", "-1", "ten", "8.5", ""])
def test_a_depth_that_no_table_has_is_a_wrong_command_line(folder: Path, command: str, depth: str):
    line = complaint(run(command, "--depth", depth), code=2)
    assert line.startswith(f"tutor tablebase {command}: Invalid value for '--depth'")
    assert not folder.exists()


@pytest.mark.parametrize("args", [("destroy",), ("list", "--depth", "5"), ("build", "5"), ("build", "--depth")])
def test_a_wrong_command_line_is_one_line(args: tuple[str, ...]):
    complaint(run(*args), code=2)


def test_the_commands_are_named_when_none_is_given():
    result = run()
    assert result.exit_code == 2
    assert all(f"\n  {name} " in result.stdout + result.stderr for name in ("build", "list", "verify"))


@pytest.mark.parametrize("where", ["/proc/nowhere", "file", "file/below"])
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str):
    (tmp_path / "file").touch()
    monkeypatch.setenv("DRAWBRIDGE_CACHE", str(tmp_path / where))
    assert str(tmp_path / where) in complaint(run("build", "--depth", "3"))
    assert run("list").stdout == f"No table is kept in {tmp_path / where} yet.\n"
    complaint(run("verify", "--depth", "3"))


def test_a_full_disk_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def no_room(*_args: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", no_room)
    partial = folder / "endgame-5.partial"
    assert complaint(run("build", "--depth", DEPTH)) == f"tutor tablebase: {partial}: No space left on device"
    assert not partial.exists()


def test_what_the_command_made_is_what_the_solver_loads(monkeypatch: pytest.MonkeyPatch):
    expected = table_of(DEPTH)
    run("build", "--depth", DEPTH)
    monkeypatch.setattr(endgame, "fill_layer", None)
    assert endgame.load(DEPTH).tobytes() == expected.tobytes()


def test_lead_says_the_shares_for_each_number_of_cards_and_in_all():
    endgame.build(3)
    result = run("lead", "--depth", 3)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "1 card each: 0 66.6667%, +1 33.3333%"
    assert [line.partition(":")[0] for line in lines] == ["1 card each", "2 cards each", "3 cards each", "In all"]


def test_lead_without_a_table_is_one_line():
    assert "There is no table of depth 4" in complaint(run("lead", "--depth", 4))
