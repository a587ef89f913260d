"""Who does the work: this process, processes of its own, or a Dask cluster. The answers are the same.

A pool takes jobs and gives back futures. :func:`in_order` keeps a bounded number of jobs in flight and gives their
results in the order of the jobs.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, Final, Protocol, TypeVar

from tutor.batch.errors import BatchError, RefusedError
from tutor.messages import N_, P_, Message

T = TypeVar("T")

_AHEAD: Final = 4  # jobs in flight for each worker: enough that none waits while results are written
_MOST_LOSSES: Final = 3
_CONNECT_SECONDS: Final = 10
_WORKERS_SECONDS: Final = 30
_PRELOADED: Final = "tutor.batch.work"


class Result(Protocol):
    """The part of a future that is used here."""

    def result(self) -> Any:
        """What the job gave, waited for; raises what it raised."""

    def done(self) -> bool:
        """Whether there is a result, or an error."""


class Pool(Protocol):
    """Workers that do jobs.

    Attributes:
        window: how many jobs to keep in flight.
        lost: what a result raises when the workers, not the job, failed.
    """

    window: int
    lost: tuple[type[BaseException], ...]

    def submit(self, job: Callable[[], object]) -> Result:
        """Have *job* done."""

    def restart(self, error: BaseException) -> None:
        """Get new workers after *error*, or raise a BatchError when there are none to be had."""

    def close(self) -> None:
        """Let the workers go; jobs that have not begun are dropped."""


class Here:
    """The process itself, one job at a time."""

    window = 1
    lost: tuple[type[BaseException], ...] = ()

    def submit(self, job: Callable[[], object]) -> Result:
        """Do *job* now."""
        future: Future[object] = Future()
        future.set_result(job())
        return future

    def restart(self, error: BaseException) -> None:
        """Nothing is ever lost here."""
        raise error

    def close(self) -> None:
        """There is nothing to let go."""


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Within the block, Ctrl-C waits for its end: what begins and ends processes must not be left halfway.

    A process that is started here never hears of it, nor do those that are forked from that.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Processes:
    """Processes on this machine.

    They are forked from a small server process that has the solver loaded and no threads, so they start at once, share
    its memory and inherit nothing of a caller's threads; where there is no fork they are started anew.
    """

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.window = _AHEAD * workers
        self._executor = self._start()

    def _start(self) -> ProcessPoolExecutor:
        way = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context = multiprocessing.get_context(way)
        if way == "forkserver":
            context.set_forkserver_preload([_PRELOADED])
            _start_server()
        return ProcessPoolExecutor(self.workers, context, _prepare_worker)

    def submit(self, job: Callable[[], object]) -> Result:
        """Have *job* done by a process that is free."""
        try:
            with _uninterrupted():  # it may begin a process
                return self._executor.submit(job)
        except BrokenExecutor as error:
            failed: Future[object] = Future()
            failed.set_exception(error)
            return failed

    def restart(self, error: BaseException) -> None:  # noqa: ARG002 - any loss is mended alike
        """Start new processes in the place of the old ones."""
        self.close()
        self._executor = self._start()

    def close(self) -> None:
        """End the processes when they have done what they are at, which takes a part of a second."""
        with _uninterrupted():
            self._executor.shutdown(cancel_futures=True)


def _start_server() -> None:
    """Start the process that workers are forked from, if it does not run yet."""
    if sys.platform == "win32":
        return
    from multiprocessing import forkserver, resource_tracker  # noqa: PLC0415 - not to be had everywhere

    resource_tracker.ensure_running()  # starting it ends the block below
    with _uninterrupted():
        forkserver.ensure_running()


def _prepare_worker() -> None:
    """Leave Ctrl-C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class Cluster:
    """The workers of a Dask cluster.

    Arguments:
        address: its scheduler, as ``tcp://host:8786``.

    Raises:
        RefusedError: when Dask is not installed.
        BatchError: when no scheduler answers there, or it has no workers.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed  # noqa: PLC0415 - an extra, and heavy
            from distributed.comm.core import CommClosedError  # noqa: PLC0415
        except ImportError:
            words = N_("A cluster needs the package “distributed”: install draw-bridge-tutor[dask].")
            raise RefusedError(Message(words)) from None
        connect: Any = distributed.Client  # has no types
        self.address = address
        self.lost: tuple[type[BaseException], ...] = (
            distributed.KilledWorker,
            distributed.client.FutureCancelledError,
            CommClosedError,
            ImportError,  # a worker without this program
        )
        try:
            self._client = connect(address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            words = N_("No scheduler answers at %(address)s: %(reason)s")
            raise BatchError(Message(words, {"address": address, "reason": error})) from None
        try:
            self._client.wait_for_workers(1, timeout=_WORKERS_SECONDS)
        except TimeoutError:
            self.close()
            words = N_("The scheduler at %(address)s has no workers.")
            raise BatchError(Message(words, {"address": address})) from None
        self.window = _AHEAD * sum(self._client.nthreads().values())

    def submit(self, job: Callable[[], object]) -> Result:
        """Have *job* done by a worker of the cluster."""
        future: Result = self._client.submit(job, pure=False)
        return future

    def restart(self, error: BaseException) -> None:
        """The cluster replaces its workers itself; what it gives up is given up.

        Raises:
            BatchError: always.
        """
        words = N_("The workers at %(address)s failed: %(reason)s")
        raise BatchError(Message(words, {"address": self.address, "reason": error})) from None

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()


def in_order(pool: Pool, jobs: Iterable[Callable[[], T]]) -> Iterator[T]:
    """The results of *jobs* in their order, a bounded number of them in flight.

    When workers are lost, the jobs they were at are done again by new ones.

    Raises:
        BatchError: when workers are lost again and again over the same job, or cannot be replaced.
    """
    coming = iter(jobs)
    flying: deque[tuple[Callable[[], T], Result]] = deque()
    losses = 0
    while True:
        while len(flying) < pool.window and (job := next(coming, None)) is not None:
            flying.append((job, pool.submit(job)))
        if not flying:
            return
        try:
            result: T = flying[0][1].result()
        except pool.lost as error:
            losses += 1
            if losses > _MOST_LOSSES:
                forms = P_(
                    "Workers ended once at the same place: killed, or out of memory. Run it again.",
                    "Workers ended %(count)s times at the same place: killed, or out of memory. Run it again.",
                )
                raise BatchError(Message.counted(forms, losses)) from error
            pool.restart(error)
            flying = deque((job, pool.submit(job)) for job, _ in flying)
            continue
        flying.popleft()
        losses = 0
        yield result
