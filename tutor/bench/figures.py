"""A figure: what was measured, most often a time, with the target it should meet, and how both are written."""

import gc
import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tutor.messages import Message, translate

_IN_A_SECOND: Final = {"ms": 1e3, "s": 1.0}
_WIDTHS: Final = (9, 8, 9, 8, 9, 4, 6)


@dataclass(frozen=True, slots=True)
class Goal:
    """What is measured and what it should meet.

    Attributes:
        name: of the figure, for programs.
        label: of the figure, for people.
        unit: "ms" or "s" of times, "MB" of memory, "/s" of a rate.
        target: what the median should be at most, a rate at least; None where nothing is asked.
        target_99: what the 99th percentile should be at most, or None.
    """

    name: str
    label: Message
    unit: str
    target: float | None = None
    target_99: float | None = None

    @property
    def at_least(self) -> bool:
        """Whether more is better."""
        return self.unit == "/s"


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured for *goal*: one number for each run, at least one, in the unit of the goal."""

    goal: Goal
    runs: tuple[float, ...]

    @classmethod
    def of_seconds(cls, goal: Goal, seconds: Iterable[float]) -> "Figure":
        """The figure of times that are all in seconds."""
        return cls(goal, tuple(taken * _IN_A_SECOND[goal.unit] for taken in seconds))

    @property
    def median(self) -> float:
        """The median over the runs."""
        return statistics.median(self.runs)

    @property
    def percentile_99(self) -> float:
        """The least number that 99 % of the runs do not exceed (of few runs, the largest)."""
        return self.percentile(99)

    def percentile(self, percent: int) -> float:
        """The least number that *percent* % of the runs do not exceed (of few runs, the largest)."""
        return sorted(self.runs)[math.ceil(percent * len(self.runs) / 100) - 1]

    @property
    def least(self) -> float:
        """The least number; of a time on a busy machine it says more of the program, and less of the work."""
        return min(self.runs)

    @property
    def met(self) -> bool | None:
        """Whether every target is met; None without any."""
        goal = self.goal
        if goal.target is None:
            return None
        if goal.at_least:
            return self.median >= goal.target
        return self.median <= goal.target and (goal.target_99 is None or self.percentile_99 <= goal.target_99)

    def as_json(self) -> dict[str, object]:
        """The figure by name; ``target`` is for the median, ``target_99`` for the 99th percentile."""
        return {
            "unit": self.goal.unit,
            "median": self.median,
            "target": self.goal.target,
            "percentile_99": self.percentile_99,
            "target_99": self.goal.target_99,
            "least": self.least,
            "runs": len(self.runs),
            "met": self.met,
        }

    def line(self) -> str:
        """The figure as a line of text under :func:`heading`."""
        goal = self.goal
        verdict = {None: "", True: translate("met"), False: translate("missed")}[self.met]
        several = len(self.runs) > 1
        cells = (
            written(self.median),
            "" if goal.target is None else f"{'≥' if goal.at_least else '≤'} {goal.target:,g}",
            written(self.percentile_99) if several else "",
            "" if goal.target_99 is None else f"≤ {goal.target_99:,g}",
            written(self.least) if several else "",
            goal.unit,
            str(len(self.runs)),
        )
        return _row(str(goal.label), cells, verdict)


def heading() -> str:
    """What the columns of :meth:`Figure.line` are."""
    cells = (translate("median"), translate("target"), "99 %", translate("target"), translate("least"), "")
    return _row("", (*cells, translate("runs")), "")


def _row(label: str, cells: tuple[str, ...], verdict: str) -> str:
    columns = "".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=True))
    return f"{label:<54}{columns}  {verdict}".rstrip()


def written(number: float) -> str:
    """*number* with three digits that matter, or all of those before the point."""
    return f"{number:,.0f}" if number >= 100 else f"{number:#.3g}"


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within the block Python does not stop to collect garbage."""
    gc.collect()
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def on_cores(count: int) -> Iterator[None]:
    """Within the block this thread, and what it starts, runs on *count* cores, where the system can be told so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def clock(
    jobs: Iterable[Callable[[], object]], *, prepare: Callable[[], object] | None = None, warm_ups: int = 1
) -> tuple[float, ...]:
    """The seconds that each of *jobs* takes, *prepare* before each not counted.

    The first *warm_ups* jobs run once more before, unmeasured.
    """
    work = list(jobs)
    times = []
    with undisturbed():
        for number, job in enumerate([*work[:warm_ups], *work]):
            if prepare is not None:
                prepare()
            start = time.perf_counter()
            job()
            taken = time.perf_counter() - start
            if number >= min(warm_ups, len(work)):
                times.append(taken)
    return tuple(times)


def machine() -> str:
    """The processor, its cores, how busy they are, and Python."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {os.cpu_count()} cores{load}, Python {platform.python_version()}"


def _processor() -> str:
    """The name that Linux gives the processor; elsewhere its kind."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.machine()
