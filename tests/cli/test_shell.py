"""The ``tutor`` command as the shell runs it: start, pipes, signals, the database, the server."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import click
import pytest
from click.testing import CliRunner

from tests.cli.games import DEAL, pbn
from tutor import __version__
from tutor.cli import cli, shell
from tutor.cli.shell import TRACEBACK_VARIABLE

COMMAND = (sys.executable, "-m", "tutor.cli")


def run(*args: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run((*COMMAND, *args), check=False, capture_output=True, text=True, **options)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "tutor.sqlite3"
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", f"sqlite:///{path}")
    return path


def test_help_and_version_wait_for_nothing_heavy():
    program = (
        "import sys; from tutor.cli import cli; "
        "cli(['--help'], standalone_mode=False); "
        "print(sorted({'numba', 'numpy', 'flask', 'rich', 'sqlalchemy', 'gunicorn'} & set(sys.modules)))"
    )
    done = subprocess.run((sys.executable, "-c", program), check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_version_is_the_packages():
    done = run("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert __version__ in done.stdout


def test_a_whole_review_runs_from_standard_input():
    done = run("review", "-", "--json", input=pbn())
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("{")


def test_a_closed_pipe_is_no_traceback():
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as closed:
        done = subprocess.run(
            (*COMMAND, "review", "-"), check=False, input=pbn(), stdout=closed, stderr=subprocess.PIPE, text=True
        )
    assert (done.returncode, done.stderr) == (141, "")


def test_a_full_disk_is_one_line():
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            (*COMMAND, "table", DEAL, "--json"), check=False, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1
    assert done.stderr.splitlines()[0] == "tutor: No space left on device"
    assert "Traceback" not in done.stderr


def test_a_terminal_without_suit_symbols_gets_letters():
    done = run("table", DEAL, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "ST832 HK6 DAKT74 CK6" in done.stdout


def test_control_c_ends_with_code_130_and_no_traceback(monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_args: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("tutor.cli.reviewing.read_bytes", interrupted)
    result = CliRunner().invoke(cli, ["review", "-"])
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (130, "", "")


def test_an_unexpected_error_is_one_line_and_shows_its_place_on_demand(monkeypatch: pytest.MonkeyPatch):
    def broken(*_args: object) -> bytes:
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("tutor.cli.reviewing.read_bytes", broken)
    result = CliRunner().invoke(cli, ["review", "-"])
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert "RuntimeError: two lines" in result.stderr
    monkeypatch.setenv(TRACEBACK_VARIABLE, "1")
    assert "Traceback" in CliRunner().invoke(cli, ["review", "-"]).stderr


def test_a_file_that_may_not_be_read_is_a_wrong_command_line(monkeypatch: pytest.MonkeyPatch):
    def refuse(self: Path, *_args: object) -> None:
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(shell.WrongCommandLine) as caught:
        shell.read_bytes("secret.pbn", 10)
    assert caught.value.lines == ("secret.pbn: Permission denied",)


def test_db_upgrade_makes_the_database_and_backup_copies_it(database: Path, tmp_path: Path):
    done = CliRunner().invoke(cli, ["db", "upgrade"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert database.is_file()
    done = CliRunner().invoke(cli, ["db", "backup", str(tmp_path / "copy.sqlite3")])
    assert (done.exit_code, done.stderr) == (0, "")
    assert (tmp_path / "copy.sqlite3").is_file()


def test_db_backup_overwrites_nothing(database: Path, tmp_path: Path):
    CliRunner().invoke(cli, ["db", "upgrade"])
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("precious")
    done = CliRunner().invoke(cli, ["db", "backup", str(copy)])
    assert done.exit_code == 1
    (line,) = done.stderr.splitlines()
    assert "not overwritten" in line
    assert copy.read_text() == "precious"
    assert database.is_file()


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


@pytest.mark.parametrize(("path", "command"), list(commands(cli)))
def test_the_help_of_every_command_shows_an_example_of_it(path: tuple[str, ...], command: click.Command):
    out = CliRunner().invoke(cli, [*path, "--help"]).stdout
    assert f"Example:\n    tutor {' '.join(path)}" in out
    assert command.short_help
    if path[0] in ("solve", "table", "auction"):
        assert "spades.hearts.diamonds.clubs" in " ".join(out.split())


@pytest.mark.parametrize("group", [(), ("db",), ("tablebase",)])
def test_no_short_description_is_cut_off(group: tuple[str, ...]):
    out = CliRunner().invoke(cli, [*group, "--help"]).stdout
    assert "..." not in out.partition("Commands:")[2]


def test_db_backup_without_a_database_is_one_line(database: Path, tmp_path: Path):
    done = CliRunner().invoke(cli, ["db", "backup", str(tmp_path / "copy.sqlite3")])
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert str(database) in done.stderr


def test_an_address_that_is_no_database_is_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", "mysql://someone@nowhere/else")
    done = CliRunner().invoke(cli, ["db", "upgrade"])
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def taken() -> Iterator[int]:
    """A port of this machine on which something listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_a_port_that_is_taken_is_told_in_one_line(taken: int):
    result = CliRunner().invoke(cli, ["serve", "--port", str(taken)])
    assert (result.exit_code, result.stdout) == (1, "")
    assert len(result.stderr.splitlines()) == 1
    assert f"port {taken}" in result.stderr


@pytest.mark.usefixtures("database")
def test_serve_says_its_address_answers_and_ends_with_control_c():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = (*COMMAND, "serve", "--port", str(port), "--workers", "1")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout.readline() == f"Serving on http://127.0.0.1:{port}\n"
            with urlopen(f"http://127.0.0.1:{port}/") as answer:
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGINT)
            _, err = process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in err
