"""``tutor work``: analyse uploaded games in the background; and the workers that ``tutor serve`` keeps."""

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Final, NoReturn

from tutor.cli.storing import errors_told
from tutor.solver import warm_up
from tutor.store import database_url, open_engine, upgrade
from tutor.worker.working import Worker

GIVES_WAY: Final = 10
"""How much a worker gives way to those that answer, as :func:`os.nice` has it."""

WATCH_SECONDS: Final = 0.5
"""How often a worker looks whether the server that it works for is still there."""

STOP_SECONDS: Final = 3.0
"""How long a worker may take to end before it is killed: what it has not written is done again."""

LONGEST_PAUSE: Final = 30.0
"""The longest wait before a worker that ends again and again is started anew, in seconds."""


def work(*, once: bool, server: int | None) -> None:
    """Work until Ctrl-C, or with *once* until nothing is left to do.

    With *server*, the number of the process that started this one, the work ends when that process does.
    """
    logging.basicConfig(format="tutor work: %(message)s", level=logging.WARNING)
    with errors_told("tutor work"):
        if server is None:
            upgrade(database_url())
        engine = open_engine(database_url())
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _end)
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    if server is not None:
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    warm_up()
    worker = Worker(engine)
    try:
        with errors_told("tutor work"):
            worker.run(threading.Event(), once=once)
    except SystemExit:
        worker.give_back()
        raise
    finally:
        engine.dispose()


def _end(_number: int, _frame: FrameType | None) -> NoReturn:
    """End as soon as Python can, whatever is being done: nothing half done was written."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    raise SystemExit(0)


def _end_with(server: int) -> None:
    """End this process at once when *server* is gone, even where it could tell nobody."""
    while os.getppid() == server:
        time.sleep(WATCH_SECONDS)
    os._exit(0)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def default_workers() -> int:
    """How many workers a server keeps: all processors but one, at least one; more than four are asked for by name."""
    return min(max(1, cores() - 1), 4)


@dataclass
class Background:
    """The workers of a server.

    Attributes:
        count: how many there should be.
    """

    count: int
    _running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _pause: float = 0.0
    _next: float = 0.0

    def look_after(self) -> None:
        """Start those that are missing. One that ends soon after its start waits longer each time."""
        if self.count == len(self._running) and all(each.poll() is None for each in self._running):
            return
        now = time.monotonic()
        self._running = [each for each in self._running if each.poll() is None]
        if now < self._next:
            return
        # Twice as long as the last time, where that was not long ago.
        self._pause = min(max(1.0, 2 * self._pause), LONGEST_PAUSE) if now - self._next < LONGEST_PAUSE else 0.0
        self._next = now + self._pause
        command = (sys.executable, "-m", "tutor.cli", "work", "--server", str(os.getpid()))
        while len(self._running) < self.count:
            self._running.append(subprocess.Popen(command, stdin=subprocess.DEVNULL))  # noqa: S603 - our own command

    def stop(self) -> None:
        """End all of them, at once where they do not by themselves."""
        self.count = 0
        for each in self._running:
            with suppress(ProcessLookupError):
                each.terminate()
        end = time.monotonic() + STOP_SECONDS
        for each in self._running:
            try:
                each.wait(max(0.0, end - time.monotonic()))
            except subprocess.TimeoutExpired:
                each.kill()
                each.wait()
        self._running = []
