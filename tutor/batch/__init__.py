"""Many deals or games at once: their trick tables and reviews, one line of JSON each.

A line is ``{"deal": "N-hand S-hand", "table": {"N": {"C": 6, …, "NT": 7}, "S": {…}}}``, with ``"review"`` beside it
(:func:`tutor.coach.review.review_json`) when calls or cards of the second phase are recorded; or
``{"error": "…", "file": "…", "line": 12}`` (*line* is null when a whole file is meant). The lines are in the order of
the input, and the same bytes whoever does the work. A run that was interrupted goes on where it was.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from gettext import NullTranslations
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.batch import sources
from tutor.batch.errors import BatchError, RefusedError
from tutor.batch.jobs import Answer, Expected, Settings, answer, expected
from tutor.batch.output import Output
from tutor.batch.pools import Cluster, Here, Pool, Processes, in_order
from tutor.messages import N_, Message, use_translations

if TYPE_CHECKING:
    from tutor.notation import ChosenRules
    from tutor.solver.bidding import Opponent

__all__ = ["BatchError", "RefusedError", "Tally", "run"]


@dataclass(slots=True)
class Tally:
    """How far a batch is.

    Attributes:
        deals: deals answered, those of an earlier run included.
        errors: lines of errors, likewise.
        kept: how many lines of both were there from an earlier run.
        read: characters of the input that are answered.
        size: bytes of the whole input; None when nobody knows.
        seconds: since the work began.
    """

    deals: int = 0
    errors: int = 0
    kept: int = 0
    read: int = 0
    size: int | None = None
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Deals and errors a second in this run."""
        return (self.deals + self.errors - self.kept) / self.seconds if self.seconds else 0.0


def run(
    files: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    ruleset: "ChosenRules | None" = None,
    opponent: "Opponent" = "perfect",
    overwrite: bool = False,
    report: Callable[[Tally], object] = lambda _: None,
) -> Tally:
    """Answer the deals and games of *files* in the file *out*.

    What an earlier run over the same input left in *out* is kept; its tables and reviews are not computed again.
    Several workers are processes that import the main module of the program: a script guards its own work with
    ``if __name__ == "__main__":``.

    Arguments:
        files: PBN, JSON records, or one deal or record a line; ``-`` is standard input.
        out: where the lines go. What is no regular file is only written to.
        workers: how many processes; by default as many as there are cores. One works in this process.
        scheduler: the address of a Dask scheduler whose workers do the work instead.
        ruleset: judge finished hands by these rules, not by the recorded ones.
        opponent: how the other seat is taken to call when a call is judged.
        overwrite: forget what is in *out*.
        report: called from time to time with the tally, which goes on changing.

    Raises:
        RefusedError: when *out* is ``-`` or one of *files*, or holds something else; or Dask is asked for and not
            installed.
        BatchError: when the workers fail; the lines written so far stay.
        OSError: when *out* cannot be written.
    """
    # Compiled code and tables are loaded by those who need them: not by this process when others do the work.
    names = [os.fspath(file) for file in files]
    path = Path(out)
    if os.fspath(out) == sources.STANDARD_INPUT:
        raise RefusedError(Message(N_("The lines go to a file, from which a later run can go on: “-” names none.")))
    for name in names:
        if sources.same_file(name, path):
            raise RefusedError(Message(N_("%(file)s is input and output at once."), {"file": name}))
    if workers is None:
        workers = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    tally = Tally(size=sources.total_size(names))
    with (
        use_translations(NullTranslations()),
        closing(_pool(workers, scheduler)) as pool,
        Output(path, overwrite=overwrite) as output,
        closing(sources.chunks(names)) as chunks,
    ):
        _Batch(pool, chunks, output, Settings(ruleset, opponent), tally, report).run()
    return tally


def _pool(workers: int, scheduler: str | None) -> Pool:
    if scheduler is not None:
        return Cluster(scheduler)
    return Here() if workers == 1 else Processes(workers)


@dataclass(slots=True)
class _Batch:
    """A batch at work."""

    pool: Pool
    chunks: Iterator[sources.Chunk]
    output: Output
    settings: Settings
    tally: Tally
    report: Callable[[Tally], object]
    start: float = field(default_factory=time.perf_counter)

    def run(self) -> None:
        """Keep what is there, and answer the rest."""
        ahead, skip = self.keep() if self.output.has_lines else ([], 0)
        self.output.cut()
        self.answer(chain(ahead, self.chunks), skip)

    def keep(self) -> tuple[list[sources.Chunk], int]:
        """Compare what is there with the input.

        Returns:
            The chunks that were read and are not yet answered, and how many lines of the first of them are there.
        """
        ahead: deque[sources.Chunk] = deque()

        def jobs() -> Iterator[Callable[[], list[Expected]]]:
            for chunk in self.chunks:
                ahead.append(chunk)
                yield partial(expected, chunk, self.settings)

        for wanted in in_order(self.pool, jobs()):
            kept, errors = self.output.keep(wanted)
            self.tally.kept += kept
            self.count(kept - errors, errors, 0)
            if kept < len(wanted):
                return list(ahead), kept
            self.count(0, 0, len(ahead.popleft().text))
            if not self.output.has_lines:
                return list(ahead), 0
        if self.output.has_lines:
            self.output.refuse()
        return [], 0

    def answer(self, chunks: Iterable[sources.Chunk], skip: int) -> None:
        """Answer *chunks*, the first without the *skip* lines that are there."""
        sizes: deque[int] = deque()

        def jobs() -> Iterator[Callable[[], Answer]]:
            for number, chunk in enumerate(chunks):
                sizes.append(len(chunk.text))
                yield partial(answer, chunk, self.settings, skip if number == 0 else 0)

        for text, deals, errors in in_order(self.pool, jobs()):
            self.output.write(text)
            self.count(deals, errors, sizes.popleft())

    def count(self, deals: int, errors: int, read: int) -> None:
        """Add to the tally and report it."""
        self.tally.deals += deals
        self.tally.errors += errors
        self.tally.read += read
        self.tally.seconds = time.perf_counter() - self.start
        self.report(self.tally)
