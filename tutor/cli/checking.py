"""``tutor check``: every lesson and puzzle is what it says."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

import click

from tutor.cli.shell import Failure, WrongCommandLine, complain, fault_line, os_words
from tutor.coach.authored import ContentError, Fields, read_authored
from tutor.coach.lesson import check_lesson, read_lesson
from tutor.coach.puzzle import AnyPuzzle, check_puzzle, is_collection, read_puzzles, same_slug
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.same import likeness
from tutor.composer.spec import SPECS, read_spec
from tutor.messages import N_, Message
from tutor.notation import Fault
from tutor.resources import folder

ASKED: Final = {"call": "deal", "count": "hand"}
"""The key with the cards, by the puzzle’s kind; ``position`` for any other."""

Kind: TypeAlias = Literal["lesson", "puzzle", "specification"] | None


def check(paths: Sequence[Path]) -> None:
    """Check the files *paths* and, in folders, all ``*.toml`` below them; prints the faults and the count.

    Of the puzzles of all the files no two have the same name, nor are two the same puzzle. The level of each is the
    measured one (:mod:`tutor.coach.puzzle.difficulty`), which is asked where nothing else is wrong with it.

    What is in a folder ``specs`` is left out.
    """
    lessons = puzzles = faults = 0
    slugs: set[str] = set()
    alike: dict[str, str] = {}
    for path in _files(paths or [folder("puzzles")]):
        checked = check_file(path)
        found = list(checked.faults)
        for puzzle in checked.puzzles:
            if puzzle.slug in slugs:
                found.append(same_slug(puzzle))
            slugs.add(puzzle.slug)
            first = alike.setdefault(likeness(puzzle), puzzle.slug)
            if first != puzzle.slug:
                found.append(_same_puzzle(puzzle, first))
        lessons += checked.kind == "lesson"
        puzzles += checked.count if checked.kind == "puzzle" else 0
        faults += len(found)
        for fault in found:
            complain(fault_line(path, fault))
    click.echo(f"{lessons} lessons, {puzzles} puzzles, {faults} faults")
    if faults:
        raise Failure(())


def _same_puzzle(puzzle: AnyPuzzle, first: str) -> Fault:
    """That *puzzle* is the one called *first* once more."""
    message = Message(
        N_("“%(slug)s” is the puzzle “%(first)s” once more, up to the order of suits and the ranks that are gone."),
        {"slug": puzzle.slug, "first": first},
    )
    return Fault(message, puzzle.places.line((ASKED.get(puzzle.kind, "position"),)), None, "same-puzzle")


def _level_faults(puzzle: AnyPuzzle) -> tuple[Fault, ...]:
    """That the ``level`` of *puzzle*, which has no other fault, is not the measured one."""
    measured = difficulty(puzzle).level
    if puzzle.level == measured:
        return ()
    sentence = N_("The measured level is %(measured)s, not %(level)s: write level = %(measured)s.")
    message = Message(sentence, {"measured": measured, "level": puzzle.level})
    return (Fault(message, puzzle.places.line(("level",)), None, "level"),)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*.toml") if each.parent.name != SPECS)
        elif path.exists():
            yield path
        else:
            raise WrongCommandLine([f"{path}: No such file or directory"])


@dataclass(frozen=True, slots=True)
class Checked:
    """What a file holds and what is wrong with it.

    Attributes:
        kind: lesson, puzzle, or specification to compose puzzles from; None when it cannot be told.
        faults: all its faults.
        count: how many lessons or puzzles it holds, those with faults included.
        puzzles: its puzzles, where they could be read.
    """

    kind: Kind
    faults: tuple[Fault, ...] = ()
    count: int = 1
    puzzles: tuple[AnyPuzzle, ...] = ()


def check_file(path: Path) -> Checked:
    """What the file *path* holds and all its faults."""
    try:
        fields = read_authored(path)
    except ContentError as error:
        return Checked(None, tuple(error.faults))
    except OSError as error:
        message = Message(N_("It cannot be opened: %(reason)s."), {"reason": os_words(error)})
        return Checked(None, (Fault(message),))
    many, kind = is_collection(fields), _kind(fields)
    try:
        if kind == "lesson":
            return Checked(kind, check_lesson(read_lesson(fields, path)))
        if kind == "specification":
            read_spec(fields, path)
            return Checked(kind)
        if kind == "puzzle" or many:
            puzzles = read_puzzles(fields, path)
            faults = tuple(fault for puzzle in puzzles for fault in check_puzzle(puzzle) or _level_faults(puzzle))
            return Checked("puzzle", faults, len(puzzles), puzzles)
    except ContentError as error:
        return Checked("puzzle" if many else kind, tuple(error.faults), len(fields.table) if many else 1)
    message = Message(N_("This is neither a lesson (with “deal”) nor a puzzle (with “position” or “kind”)."))
    return Checked(None, (Fault(message, code="unknown-kind"),))


def _kind(fields: Fields) -> Kind:
    if "kind" in fields.table:
        return "puzzle"
    if "deal" in fields.table or "decision" in fields.table:
        return "lesson"
    if "cards" in fields.table:
        return "specification"
    return "puzzle" if "position" in fields.table or "goal" in fields.table else None
