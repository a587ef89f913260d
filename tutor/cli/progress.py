"""How far a command that takes its time is: a bar on stderr, when that is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Show: TypeAlias = Callable[[str, int, int | None], None]
"""Called with some words, how much is done, and of how much; None when nobody knows."""


@contextmanager
def progress() -> Iterator[Show]:
    """What to call as the work goes on; where stderr is no terminal it does nothing."""
    if sys.stderr is None or not sys.stderr.isatty():  # it is None where the command was started without one
        yield lambda *_: None
        return
    from rich.console import Console  # noqa: PLC0415 - only a terminal needs it
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (BarColumn(), TaskProgressColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    # What is printed meanwhile stays where it belongs: rich would send standard output to the terminal of the bar.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None)

        def show(words: str, done: int, total: int | None) -> None:
            bar.update(task, description=words, completed=done, total=total)

        yield show
