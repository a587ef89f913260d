"""``tutor course``: puzzles picked from files, so that together they make a course."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from tutor.cli.shell import WrongCommandLine, fail, fault_line, os_words, print_json, write_file
from tutor.coach.authored import LEVELS, THEMES, ContentError, read_authored
from tutor.coach.puzzle import is_collection, read_puzzles, same_slug
from tutor.coach.puzzle.document import as_toml
from tutor.coach.puzzle.kinds import AnyPuzzle
from tutor.composer.course import (
    AllDifferent,
    Covers,
    Entry,
    HowMany,
    NoCourseError,
    Wanted,
    Within,
    build_course,
    shares,
)
from tutor.composer.spec import SPECS
from tutor.messages import P_, Message, translate
from tutor.resources import folder

_MOST_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class CourseOptions:
    """What is asked for.

    Attributes:
        count: how many puzzles.
        each: how many of each theme at least.
        themes: which themes; empty for all that the pool has at these levels.
        levels: lowest and highest level.
        spread: how the levels share the puzzles, a part for each from the lowest up; empty for equal parts.
        seed: which of the courses.
    """

    count: int
    each: int
    themes: tuple[str, ...]
    levels: tuple[int, int]
    spread: tuple[int, ...]
    seed: int


def course(paths: Sequence[Path], options: CourseOptions, out: Path | None, *, as_list: bool) -> None:
    """Pick a course from the puzzles in *paths*; print it, or write it as a collection into the file *out*."""
    pool = _pool(paths or [folder("puzzles")])
    if not pool:
        fail(translate("There is no puzzle to pick from."))
    try:
        entries = build_course(pool, _demands(pool, options), options.seed)
    except NoCourseError as error:
        fail(*_lines(error))
    if out is not None:
        write_file(out, _collection(entries))
    if as_list:
        print_json([_facts(entry) for entry in entries])
    else:
        width = max(len(entry.puzzle.slug) for entry in entries)
        for entry in entries:
            click.echo(f"{entry.puzzle.slug:{width}}  {entry.level}  {entry.rating:4.0f}  {entry.theme}")


def read_levels(text: str) -> tuple[int, int]:
    """The lowest and the highest level that *text* names: ``1-3``, or ``2`` alone."""
    low, dash, high = text.partition("-")
    ends = (low, high) if dash else (low, low)
    levels = [int(end) for end in ends if end in set(map(str, LEVELS))]
    if len(levels) != len(ends) or levels != sorted(levels):
        raise WrongCommandLine([translate("--levels wants one level of 1 to 5, or two, the lower first: 1-3.")])
    return levels[0], levels[1]


def read_spread(text: str) -> tuple[int, ...]:
    """The parts that *text* names: ``3:2:1``; none when it is empty."""
    parts = text.split(":") if text else []
    if not all(part.isdecimal() and len(part) <= _MOST_DIGITS for part in parts):
        raise WrongCommandLine([translate("--spread wants whole numbers with colons between: 3:2:1.")])
    return tuple(int(part) for part in parts)


def _pool(paths: Iterable[Path]) -> list[AnyPuzzle]:
    """The puzzles in the files *paths* and, in folders, in all ``*.toml`` below them that hold some."""
    try:
        return _apart(_read(paths))
    except ContentError as error:
        fail(*(fault_line(error.path, fault) for fault in error.faults))
    except OSError as error:
        raise WrongCommandLine([os_words(error)]) from None


def _apart(read: Iterable[tuple[Path, tuple[AnyPuzzle, ...]]]) -> list[AnyPuzzle]:
    """All the puzzles; ContentError when two have the same slug."""
    found: dict[str, AnyPuzzle] = {}
    for path, puzzles in read:
        for puzzle in puzzles:
            if puzzle.slug in found:
                raise ContentError(path, [same_slug(puzzle)])
            found[puzzle.slug] = puzzle
    return list(found.values())


def _read(paths: Iterable[Path]) -> Iterator[tuple[Path, tuple[AnyPuzzle, ...]]]:
    for path in paths:
        within = path.is_dir()
        for each in sorted(path.rglob("*.toml")) if within else [path]:
            if within and each.parent.name == SPECS:
                continue
            fields = read_authored(each)
            if is_collection(fields) or not (within and "decision" in fields.table):  # else a lesson
                yield each, read_puzzles(fields, each)


def _demands(pool: Sequence[AnyPuzzle], options: CourseOptions) -> list[Wanted]:
    low, high = options.levels
    levels = range(low, high + 1)
    spread = options.spread or (1,) * len(levels)
    if len(spread) != len(levels) or not sum(spread):
        words = translate("--spread wants a number for each of the levels, which are %(count)s.", count=len(levels))
        raise WrongCommandLine([words])
    themes = options.themes or _themes(pool, options.levels)
    unknown = [theme for theme in themes if theme not in THEMES]
    if unknown:
        words = translate("“%(name)s” is no theme; the themes are %(allowed)s.", name=unknown[0], allowed=_all_themes())
        raise WrongCommandLine([words])
    return [
        HowMany(options.count),
        Within(low, high),
        *shares(options.count, dict(zip(levels, spread, strict=True))),
        *(Covers(theme, Message(THEMES[theme]), options.each) for theme in themes if options.each),
        AllDifferent(),
    ]


def _themes(pool: Sequence[AnyPuzzle], levels: tuple[int, int]) -> list[str]:
    """The themes that the puzzles of *pool* within *levels* have, in the order in which they are listed everywhere."""
    there = [entry for entry in map(Entry, pool) if levels[0] <= entry.level <= levels[1]]
    having = {theme for entry in there for theme in entry.puzzle.themes}
    return [theme for theme in THEMES if theme in having]


def _all_themes() -> str:
    return ", ".join(THEMES)


def _lines(error: NoCourseError) -> list[str]:
    """Why there is no course."""
    if not error.conflict:
        return [translate("No such course was found, though there may be one: ask for less.")]
    forms = P_(
        "These puzzles cannot meet this demand:",
        "These puzzles cannot meet all of these %(count)s demands:",
    )
    return [str(Message.counted(forms, len(error.conflict))), *(f"- {each.words()}" for each in error.conflict)]


def _facts(entry: Entry) -> dict[str, object]:
    puzzle = entry.puzzle
    return {
        "slug": puzzle.slug,
        "kind": puzzle.kind,
        "level": entry.level,
        "rating": round(entry.rating),
        "theme": entry.theme,
        "themes": list(puzzle.themes),
    }


def _collection(entries: Iterable[Entry]) -> str:
    """The text of a file of puzzles, their levels the measured ones."""
    tables = (f"[{e.puzzle.slug}]\n{as_toml(replace(e.puzzle, level=e.level))}" for e in entries)
    return "\n".join(tables)
