"""Jobs in order, whoever does them, and what happens when a worker does not come back."""

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial

import pytest

from tutor.batch import BatchError, RefusedError, pools
from tutor.batch.pools import Cluster, Here, Processes, in_order


class LostError(Exception):
    """A worker was lost."""


class Fragile:
    """Does jobs here, and loses its workers at the jobs of the given numbers."""

    lost = (LostError,)

    def __init__(self, losses: list[int], window: int = 3) -> None:
        self.losses = losses
        self.window = window
        self.submitted = 0
        self.restarts = 0

    def submit(self, job: Callable[[], object]) -> Future[object]:
        future: Future[object] = Future()
        if self.submitted in self.losses:
            future.set_exception(LostError())
        else:
            future.set_result(job())
        self.submitted += 1
        return future

    def restart(self, error: BaseException) -> None:
        assert isinstance(error, LostError)
        self.restarts += 1

    def close(self) -> None:
        pass


def jobs(count: int) -> Iterator[Callable[[], int]]:
    return (partial(int, number) for number in range(count))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 20])
def test_results_come_in_the_order_of_the_jobs(count: int):
    assert list(in_order(Here(), jobs(count))) == list(range(count))
    assert list(in_order(Fragile([]), jobs(count))) == list(range(count))


def test_no_more_jobs_are_taken_than_are_kept_in_flight():
    taken = []
    coming = (taken.append(job) or job for job in jobs(20))
    results = in_order(Fragile([]), coming)
    next(results)
    assert len(taken) == 3
    next(results)
    assert len(taken) == 4


@pytest.mark.parametrize("losses", [[0], [2], [0, 1, 2], [5, 7, 11, 13], [0, 3, 6]])
def test_jobs_that_were_lost_are_done_again(losses: list[int]):
    pool = Fragile(losses)
    assert list(in_order(pool, jobs(9))) == list(range(9))
    assert pool.restarts > 0


def test_workers_lost_again_and_again_at_one_place_end_the_batch():
    with pytest.raises(BatchError, match="Workers ended 4 times at the same place"):
        list(in_order(Fragile(list(range(100))), jobs(3)))


def test_an_error_of_a_job_is_raised_as_it_is():
    with pytest.raises(ZeroDivisionError):
        list(in_order(Here(), [partial(divmod, 1, 0)]))


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    pool = Processes(2)
    yield pool
    pool.close()


def test_processes_give_results_in_order(processes: Processes):
    naps = [partial(time.sleep, 0.02 * (number % 3)) for number in range(6)]
    assert list(in_order(processes, naps)) == [None] * 6
    assert list(in_order(processes, jobs(20))) == list(range(20))


def test_an_error_in_a_process_is_raised_here(processes: Processes):
    with pytest.raises(ZeroDivisionError):
        list(in_order(processes, [partial(divmod, 1, 0)]))


def test_processes_that_are_killed_are_replaced(processes: Processes):
    results = in_order(processes, jobs(40))
    found = [next(results)]
    for process in multiprocessing.active_children():
        os.kill(process.pid, signal.SIGKILL)
    assert [*found, *results] == list(range(40))


def test_a_job_that_kills_its_process_ends_the_batch_and_not_the_program(processes: Processes):
    with pytest.raises(BatchError, match="killed, or out of memory"):
        list(in_order(processes, [partial(os._exit, 1)]))
    processes.restart(BatchError)
    assert list(in_order(processes, jobs(3))) == [0, 1, 2]


def test_processes_leave_control_c_to_their_parent(processes: Processes):
    assert list(in_order(processes, [partial(signal.getsignal, signal.SIGINT)])) == [signal.SIG_IGN]


def test_without_dask_a_cluster_is_refused_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with pytest.raises(RefusedError, match=r"install draw-bridge-tutor\[dask\]"):
        Cluster("tcp://127.0.0.1:1")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x"])
def test_a_scheduler_that_does_not_answer_is_told(address: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(pools, "_CONNECT_SECONDS", 0.3)
    with pytest.raises(BatchError, match=f"No scheduler answers at {address}"):
        Cluster(address)
