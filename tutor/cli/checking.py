"""``tutor check``: every lesson and puzzle is what it says."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import click

from tutor.cli.shell import Failure, WrongCommandLine, complain, os_words
from tutor.coach.authored import ContentError, Fields, read_authored
from tutor.coach.lesson import check_lesson, lesson_from
from tutor.coach.puzzle import check_puzzle, puzzle_from
from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.resources import folder

Kind: TypeAlias = Literal["lesson", "puzzle"] | None


def check(paths: Sequence[Path]) -> None:
    """Check the files *paths* and, in folders, all ``*.toml`` below them; prints the faults and the count."""
    counts = {"lesson": 0, "puzzle": 0}
    faults = 0
    for path in _files(paths or [folder("puzzles")]):
        kind, found = check_file(path)
        if kind is not None:
            counts[kind] += 1
        faults += len(found)
        for fault in found:
            complain(f"{path}:{fault}" if fault.line else f"{path}: {fault}")
    click.echo(f"{counts['lesson']} lessons, {counts['puzzle']} puzzles, {faults} faults")
    if faults:
        raise Failure(())


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        elif path.exists():
            yield path
        else:
            raise WrongCommandLine([f"{path}: No such file or directory"])


def check_file(path: Path) -> tuple[Kind, tuple[Fault, ...]]:
    """What the file *path* is (None when it cannot be told) and all its faults."""
    try:
        fields = read_authored(path)
    except ContentError as error:
        return None, error.faults
    except OSError as error:
        return None, (Fault(Message(N_("It cannot be opened: %(reason)s."), {"reason": os_words(error)})),)
    kind = _kind(fields)
    try:
        match kind:
            case "lesson":
                return kind, check_lesson(lesson_from(fields, path))
            case "puzzle":
                return kind, check_puzzle(puzzle_from(fields, path))
            case None:
                message = Message(N_("This is neither a lesson (with “deal”) nor a puzzle (with “position”)."))
                return None, (Fault(message, code="unknown-kind"),)
    except ContentError as error:
        return kind, error.faults


def _kind(fields: Fields) -> Kind:
    if "deal" in fields.table or "decision" in fields.table:
        return "lesson"
    return "puzzle" if "position" in fields.table or "goal" in fields.table else None
