"""`tutor work` and the workers that `tutor serve` keeps: they end with the server, and come back when they die."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy.orm import Session

from tests.worker.games import pbn
from tutor.cli import cli
from tutor.cli.working import Background, default_workers
from tutor.store import Upload, open_engine, upgrade
from tutor.store.people import add_guest, new_key
from tutor.store.uploads import keep_upload

PATIENCE = 60.0


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until something holds; a minute without it is a failure."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


@pytest.fixture
def url(tmp_path: Path, monkeypatch) -> str:
    url = f"sqlite:///{tmp_path}/tutor.sqlite3"
    upgrade(url)
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", url)
    monkeypatch.setenv("DRAWBRIDGE_SECRET_KEY", "0123456789abcdef" * 2)
    return url


def send(url: str, content: bytes) -> int:
    engine = open_engine(url)
    with Session(engine) as session:
        person = add_guest(session, new_key()).id
        number = keep_upload(session, person, name="games.pbn", content=content).id
        session.commit()
    engine.dispose()
    return number


def state(url: str, number: int) -> tuple[str, int]:
    engine = open_engine(url)
    with Session(engine) as session:
        found = session.get(Upload, number)
        told = found.state, found.done
    engine.dispose()
    return told


def children(parent: int) -> list[int]:
    """The workers that the process *parent* started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text().rpartition(")")[2].split()
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if int(status[1]) == parent and b"work" in words and status[0] != "Z":
                found.append(int(entry.name))
    return found


def alive(number: int) -> bool:
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_command_works_until_nothing_is_left(url: str):
    number = send(url, pbn(2))
    command = (sys.executable, "-m", "tutor.cli", "work", "--once")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert state(url, number) == ("done", 2)


def test_a_database_that_cannot_be_used_is_told_in_one_line(monkeypatch, tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DRAWBRIDGE_DATABASE", f"sqlite:///{tmp_path}/file/tutor.sqlite3")
    result = CliRunner().invoke(cli, ["work", "--once"])
    assert result.exit_code == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("tutor work: ")


@pytest.mark.usefixtures("url")
def test_a_database_that_fails_while_it_is_worked_on_is_told_in_one_line_and_by_the_exit_code():
    program = (
        "from sqlalchemy.exc import OperationalError\n"
        "from tutor.cli import main\nfrom tutor.worker.working import Worker\n"
        "def fail(_):\n    raise OperationalError('', {}, Exception('disk I/O error'))\n"
        "Worker.work = fail\nmain()\n"
    )
    command = (sys.executable, "-c", program, "work", "--once")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "tutor work: disk I/O error\n")


def test_a_worker_that_is_told_to_end_gives_its_upload_back(url: str):
    number = send(url, pbn(200))
    process = subprocess.Popen((sys.executable, "-m", "tutor.cli", "work"))
    try:
        wait_until(lambda: state(url, number)[1] > 0)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
    assert state(url, number)[0] == "waiting"


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_the_server_s_workers_work_come_back_and_end_with_it(url: str, ending: signal.Signals):
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = (sys.executable, "-m", "tutor.cli", "serve", "--port", str(port), "--workers", "1", "--background", "1")
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: children(server.pid))
        (first,) = children(server.pid)
        number = send(url, pbn(3))
        wait_until(lambda: state(url, number) == ("done", 3))
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: any(each != first for each in children(server.pid)))
        (second,) = children(server.pid)
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/hands/", timeout=PATIENCE).status == 200
        server.send_signal(ending)
        server.wait(PATIENCE)
        wait_until(lambda: not alive(second))
    finally:
        server.kill()
        server.wait()


def test_a_worker_that_ends_again_and_again_waits_longer_each_time(monkeypatch):
    started, clock = [], [0.0]

    class Dead:
        def __init__(self, command, **_how) -> None:
            started.append(clock[0])
            assert command[-3:-1] == ("work", "--server")

        def poll(self) -> int:
            return 1

    monkeypatch.setattr("tutor.cli.working.subprocess.Popen", Dead)
    monkeypatch.setattr("tutor.cli.working.time.monotonic", lambda: clock[0])
    background = Background(1)
    for _ in range(200):
        background.look_after()
        clock[0] += 0.5
    waits = [later - earlier for earlier, later in pairwise(started)]
    assert waits == sorted(waits)
    assert 3 < len(started) < 12
    assert max(waits) <= 30


def test_a_server_keeps_a_worker_for_each_core_but_one(monkeypatch):
    for cores, workers in ((1, 1), (2, 1), (3, 2), (64, 4)):
        monkeypatch.setattr("tutor.cli.working.cores", lambda cores=cores: cores)
        assert default_workers() == workers
