"""``tutor batch``: many deals or games at once, and how far they are."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from tutor.batch import BatchError, RefusedError, Tally, run
from tutor.cli.progress import progress
from tutor.cli.shell import Failure, WrongCommandLine, complain, fail, fault_line
from tutor.messages import translate
from tutor.notation import NamedRules, NotationError, parse_named_rules


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """What the command line says beside the files, unread."""

    workers: int | None
    scheduler: str | None
    rules: str | None
    opponent: str
    overwrite: bool


def batch(files: tuple[str, ...], out: Path, options: BatchOptions) -> None:
    """Answer *files* in the file *out*; exit code 1 when a line of it is an error.

    Of the lines that are there from an earlier run, the values are not computed again.
    """
    ruleset = None if options.rules is None else _rules(options.rules)
    tally = Tally()

    def keep(now: Tally) -> None:
        nonlocal tally
        tally = now

    try:
        with _interrupted_once(), _shown(keep) as report:
            run(
                files,
                out,
                workers=options.workers,
                scheduler=options.scheduler,
                ruleset=ruleset,
                opponent="natural" if options.opponent == "natural" else "perfect",
                overwrite=options.overwrite,
                report=report,
            )
    except RefusedError as error:
        raise WrongCommandLine([f"tutor batch: {error}"]) from None
    except BatchError as error:
        complain(summary(tally))
        fail(f"tutor batch: {error}")
    except KeyboardInterrupt:
        complain(summary(tally))
        complain(translate("Interrupted. The same command goes on from here."))
        raise
    complain(summary(tally))
    if tally.errors:
        raise Failure(())


@contextmanager
def _interrupted_once() -> Iterator[None]:
    """Within the block, and until the program has ended after it, only the first Ctrl-C counts: the rest is ending."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(*_: object) -> NoReturn:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, usual)


def _rules(text: str) -> NamedRules:
    # The other commands' reader of arguments brings the solver along, which only the workers need here.
    try:
        return parse_named_rules(text)
    except NotationError as error:
        fail(*(fault_line("rules", fault) for fault in error.faults))


def summary(tally: Tally) -> str:
    """How many deals, how many errors, and how quick, in a line."""
    figures = {
        "deals": f"{tally.deals:,}",
        "errors": f"{tally.errors:,}",
        "kept": f"{tally.kept:,}",
        "rate": f"{tally.rate:,.0f}",
    }
    if tally.kept:
        return translate("Deals: %(deals)s. Errors: %(errors)s. There before: %(kept)s. A second: %(rate)s.", **figures)
    return translate("Deals: %(deals)s. Errors: %(errors)s. A second: %(rate)s.", **figures)


@contextmanager
def _shown(keep: Callable[[Tally], None]) -> Iterator[Callable[[Tally], None]]:
    """What to call with the tally: it draws a bar where there is a terminal, and calls *keep* always."""
    with progress() as show:

        def report(now: Tally) -> None:
            keep(now)
            show(summary(now), now.read, now.size)

        yield report
