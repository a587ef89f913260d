"""How many trick tables a second ``tutor batch`` makes, and how much memory all of its processes take together."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

import tutor
from tutor.bench.work import Deals
from tutor.notation import write_deal

_PAUSE: Final = 0.25  # seconds between two looks at the memory


class BatchRun(NamedTuple):
    """What a batch took.

    Attributes:
        seconds: from the start of the command to its end.
        megabytes: the most memory that its processes took together, what they share counted once; None where the
            system does not tell (it is Linux that does).
    """

    seconds: float
    megabytes: float | None


def run_batch(deals: Deals, workers: int) -> BatchRun:
    """Have ``tutor batch`` make the trick tables of *deals* with *workers* processes.

    Raises:
        subprocess.CalledProcessError: when it fails.
    """
    with tempfile.TemporaryDirectory(prefix="tutor-bench-") as folder:
        source = Path(folder) / "deals.txt"
        source.write_text("".join(f"{write_deal(*deal)}\n" for deal in deals), encoding="ascii")
        command = (
            *(sys.executable, "-m", "tutor.cli", "batch", str(source)),
            *("-o", str(Path(folder) / "out.jsonl"), "-j", str(workers)),
        )
        start = time.perf_counter()
        most = 0.0
        with subprocess.Popen(  # noqa: S603 - our own command
            command, cwd=Path(tutor.__file__).parent.parent, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            while True:
                try:
                    code = process.wait(_PAUSE)
                    break
                except subprocess.TimeoutExpired:
                    most = max(most, megabytes_of(process.pid))
        seconds = time.perf_counter() - start
    if code:
        raise subprocess.CalledProcessError(code, command)
    return BatchRun(seconds, most or None)


def megabytes_of(process: int) -> float:
    """The memory of *process* and of those it started, shared pages divided among all who share them; 0 if unknown."""
    return sum(map(_proportional, [process, *descendants(process)]))


def descendants(process: int) -> list[int]:
    """The processes that *process* started, and those that these did, as far as Linux tells."""
    found = []
    try:
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                found += [int(child), *descendants(int(child))]
    except OSError:
        pass  # it has ended, or this is not Linux
    return found


def _proportional(process: int) -> float:
    try:
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024 / 1e6
    except OSError:
        pass  # as above
    return 0.0
