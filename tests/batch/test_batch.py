"""A whole batch: the same bytes whoever does the work."""

import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.batch.texts import MIXED, deal_lines, of_deal, of_error, of_record, the_record, write_mixed
from tutor.batch import BatchError, Tally, pools, run, sources

ROOT = Path(__file__).parents[2]

_CLUSTER = """
import logging
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=logging.CRITICAL
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks small enough that every worker gets some."""
    monkeypatch.setattr(sources, "LINES", 2)
    monkeypatch.setattr(sources, "PIECE", 100)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], bytes]:
    """Files of every kind, and what one worker makes of them."""
    folder = tmp_path_factory.mktemp("mixed")
    files = write_mixed(folder)
    tally = run(files, folder / "one.jsonl", workers=1)
    assert (tally.deals, tally.errors, tally.kept) == (14, 4, 0)
    return files, (folder / "one.jsonl").read_bytes()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Dask cluster of two processes on this machine."""
    script = tmp_path_factory.mktemp("cluster") / "cluster.py"
    script.write_text(_CLUSTER)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        (sys.executable, str(script)),
        cwd=script.parent,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as cluster:
        assert cluster.stdout is not None
        yield cluster.stdout.readline().strip()
        cluster.communicate("")


def test_the_lines_are_the_answers_in_the_order_of_the_input(mixed: tuple[list[str], bytes]):
    files, data = mixed
    lines = data.decode("ascii").splitlines(keepends=True)
    deals = MIXED["deals.txt"].split("\n")
    errors = [json.loads(line) for line in lines if line.startswith('{"error"')]
    assert [(each["file"], each["line"]) for each in errors][:2] == [(files[0], 8), (files[0], 13)]
    assert lines[:10] == [
        of_error(errors[number]["error"], files[0], line) if line in (8, 13) else of_deal(deals[line - 1])
        for line, number in ((3, 0), (4, 0), (5, 0), (6, 0), (8, 0), (9, 0), (10, 0), (11, 0), (12, 0), (13, 1))
    ]
    assert errors[2]["file"] == files[1]
    assert lines[10] == of_error(errors[2]["error"], files[1], errors[2]["line"])
    assert lines[11:13] == [of_record(the_record())] * 2
    assert lines[13] == of_error("The file cannot be read: No such file or directory.", files[2], None)
    assert lines[14] == of_record(the_record())
    assert lines[15:] == [of_deal(deal) for deal in MIXED["more.txt"].split("\n")]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("workers", [1, 2, 3])
def test_the_bytes_are_the_same_whatever_the_number_of_workers(
    mixed: tuple[list[str], bytes], tmp_path: Path, workers: int
):
    run(mixed[0], tmp_path / "out.jsonl", workers=workers)
    assert (tmp_path / "out.jsonl").read_bytes() == mixed[1]


@pytest.mark.usefixtures("small")
def test_the_bytes_are_the_same_from_a_dask_cluster(mixed: tuple[list[str], bytes], tmp_path: Path, scheduler: str):
    out = tmp_path / "out.jsonl"
    run(mixed[0], out, scheduler=scheduler)
    assert out.read_bytes() == mixed[1]
    out.write_bytes(mixed[1][:-500])
    assert run(mixed[0], out, scheduler=scheduler).kept == mixed[1][:-500].count(b"\n")
    assert out.read_bytes() == mixed[1]


def test_workers_of_a_cluster_that_lack_something_end_the_batch(scheduler: str):
    cluster = pools.Cluster(scheduler)
    failing = cluster.submit(lambda: __import__("no_such_module"))
    with pytest.raises(ImportError) as caught:
        failing.result()
    assert isinstance(caught.value, cluster.lost)
    with pytest.raises(BatchError, match=f"The workers at {scheduler} failed: No module"):
        cluster.restart(caught.value)
    cluster.close()


@pytest.mark.usefixtures("small")
def test_a_worker_that_is_killed_costs_nothing_but_its_time(tmp_path: Path):
    deals = deal_lines(40)
    (tmp_path / "deals.txt").write_text("\n".join(deals))
    killed = []

    def kill(tally: Tally) -> None:
        if tally.deals in (2, 20):
            victim = multiprocessing.active_children()[0]
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)

    run([tmp_path / "deals.txt"], tmp_path / "out.jsonl", workers=2, report=kill)
    assert len(killed) == 2
    assert (tmp_path / "out.jsonl").read_text() == "".join(map(of_deal, deals))


@pytest.mark.parametrize("workers", [1, 2])
def test_no_input_gives_no_lines(tmp_path: Path, workers: int):
    (tmp_path / "empty").write_bytes(b"")
    tally = run([tmp_path / "empty"], tmp_path / "out.jsonl", workers=workers)
    assert (tally.deals, tally.errors, (tmp_path / "out.jsonl").read_bytes()) == (0, 0, b"")


@pytest.mark.usefixtures("small")
def test_the_tally_grows_to_the_whole_input(mixed: tuple[list[str], bytes], tmp_path: Path):
    told = []
    run(mixed[0], tmp_path / "out.jsonl", workers=1, report=lambda now: told.append((now.deals, now.errors, now.read)))
    assert told == sorted(told)
    assert told[-1][:2] == (14, 4)
    size = sum(Path(name).stat().st_size for name in mixed[0] if Path(name).exists())
    assert 0.95 * size < told[-1][2] <= size + 200


def test_who_hands_out_the_work_does_not_load_the_solver(tmp_path: Path):
    (tmp_path / "deals.txt").write_text("\n".join(deal_lines(3)))
    program = (
        "import sys; from tutor.batch import run\n"
        "if __name__ == '__main__':\n"
        "    run(['deals.txt'], 'out.jsonl', workers=2)\n"
        "    print(sorted({'numba', 'numpy', 'distributed', 'rich'} & set(sys.modules)))"
    )
    (tmp_path / "program.py").write_text(program)
    done = subprocess.run(
        (sys.executable, "program.py"),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert (tmp_path / "out.jsonl").read_text().count("\n") == 3
