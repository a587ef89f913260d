"""``tutor compose``: puzzles made from a specification."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from tutor.cli.progress import progress
from tutor.cli.shell import WrongCommandLine, complain, fail, fault_line, os_words, print_json, write_file
from tutor.coach.authored import ContentError
from tutor.coach.puzzle import AnyPuzzle, check_puzzle
from tutor.coach.puzzle.document import as_json, as_toml
from tutor.composer.composing import Composer, GivenUpError, ImpossibleError
from tutor.composer.demands import Demand
from tutor.composer.spec import Spec, load_spec
from tutor.composer.writing import write_up
from tutor.messages import P_, Message, translate, translate_plural


def compose(path: Path, count: int, seed: int, out: Path | None, *, as_list: bool) -> None:
    """Compose *count* puzzles from the specification *path*, into the folder *out* or on standard output.

    What was composed is printed even when fewer can be found; then the exit code is 1.
    """
    spec = _read(path)
    if out is not None:
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WrongCommandLine([os_words(error)]) from None
    puzzles: list[dict[str, Any]] = []
    problem: list[str] = []
    try:
        for puzzle, seconds in _composed(spec, seed, count):
            written = as_json(puzzle)
            cards = written.get("position") or written["deal"]
            values = {"slug": puzzle.slug, "seconds": f"{seconds:.2f}", "position": cards}
            complain(translate("%(slug)s: %(seconds)s s, %(position)s", **values))
            if out is not None:
                write_file(out / f"{puzzle.slug}.toml", as_toml(puzzle))
            elif not as_list:
                click.echo(f"[{puzzle.slug}]\n{as_toml(puzzle)}")
            puzzles.append(written)
    except (ImpossibleError, GivenUpError) as error:
        problem = _lines(spec, error)
    if as_list and (puzzles or not problem):
        print_json(puzzles)
    if problem:
        fail(*problem)


def _composed(spec: Spec, seed: int, count: int) -> Iterator[tuple[AnyPuzzle, float]]:
    """*count* puzzles, checked, each with the seconds it took; a terminal shows how far the search is."""
    found = 0
    made = Composer(spec, seed, report=lambda judged: show(_tried(spec, judged), found, count)).compose()
    while found < count:
        started = time.perf_counter()
        with progress() as show:
            puzzle = write_up(spec, next(made)).puzzle
        faults = check_puzzle(puzzle)
        if faults:
            fail(*(f"{puzzle.slug}: {fault}" for fault in faults))
        found += 1
        yield puzzle, time.perf_counter() - started


def _tried(spec: Spec, count: int) -> str:
    if spec.call:
        return translate_plural("%(count)s deal tried", "%(count)s deals tried", count)
    return translate_plural("%(count)s position tried", "%(count)s positions tried", count)


def _read(path: Path) -> Spec:
    try:
        return load_spec(path)
    except ContentError as error:
        fail(*(fault_line(path, fault) for fault in error.faults))
    except OSError as error:
        raise WrongCommandLine([os_words(error)]) from None


def _lines(spec: Spec, error: ImpossibleError | GivenUpError) -> list[str]:
    """Why there are not as many puzzles as were asked for."""
    if isinstance(error, GivenUpError):
        if error.failed is None:
            return [f"{spec.path}: {translate('Given up: nearly every position that fits leaves nothing to find.')}"]
        words = translate(
            "Given up: hardly any position meets this demand: %(demand)s.", demand=error.failed.asked.words()
        )
        return [f"{_place(spec, error.failed)}: {words}"]
    if error.found:
        words = translate_plural(
            "There is no other puzzle than this one.", "There are no other puzzles than these %(count)s.", error.found
        )
        return [f"{spec.path}: {words}"]
    head = Message.counted(
        P_("This demand cannot be met:", "These %(count)s demands cannot all be met:"), len(error.conflict)
    )
    return [
        f"{spec.path}: {head}",
        *(f"{_place(spec, demand)}: {demand.key}: {demand.asked.words()}" for demand in error.conflict),
    ]


def _place(spec: Spec, demand: Demand) -> str:
    return str(spec.path) if demand.line is None else f"{spec.path}:{demand.line}"
