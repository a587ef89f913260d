"""The list of puzzles, chosen by what they are like, where they come from and how the visitor stands with them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from flask import url_for
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.authored import LEVELS, THEMES
from tutor.coach.puzzle import AnyPuzzle, Puzzle, TricksPuzzle
from tutor.messages import N_, P_, Message, translate
from tutor.store import db
from tutor.web.again.returning import read_number
from tutor.web.parts.board import suit_letter
from tutor.web.puzzles.pool import own_puzzles
from tutor.web.puzzles.rating import measured, ratings_of
from tutor.web.puzzles.results import Result

PAGE: Final = 50
"""Puzzles on a page of the list."""

STATES: Final = {
    "open": Message(N_("Not solved")),
    "failed": Message(N_("Tried and not solved")),
    "solved": Message(N_("Solved")),
}
"""What one can choose by, besides all."""

KINDS: Final = {
    "make": Message(N_("Take tricks")),
    "beat": Message(N_("Beat the contract")),
    "only-card": Message(N_("Find the card")),
    "tricks": Message(N_("How many tricks")),
    "call": Message(N_("Find the best call")),
    "count": Message(N_("Count the hand")),
}
"""What puzzles ask for."""

ORIGINS: Final = {
    "own": Message(N_("Part of the program")),
    "posted": Message(N_("Posted by players")),
}
"""Where puzzles come from."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One puzzle in the list; its themes are not told, since an idea can give a card away.

    Attributes:
        puzzle: the puzzle.
        asks: what it asks for, in words.
        strain: the strain's letter; "" where there is none.
        result: how the visitor stands with it.
        rating: how hard it is, in whole points.
        by: who posted it; "" for those of the program.
    """

    puzzle: AnyPuzzle
    asks: str
    strain: str
    result: Result
    rating: int
    by: str


@dataclass(frozen=True, slots=True)
class Option:
    """One value that a list can be chosen by."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """A field of the form: its name in the address, its label, its options."""

    name: str
    label: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class PageLink:
    """A page of the list: its number, its address, and whether it is the one that is shown."""

    number: int
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class PuzzleList:
    """The list as it is shown.

    Attributes:
        entries: the puzzles of the page that is shown, the easy ones first.
        choices: the fields of the form.
        pages: the pages; empty where one is all.
        count: how many puzzles were chosen.
        total: how many there are.
        solved: how many of all the visitor has solved.
        failed: how many of all the visitor has failed and not solved since.
    """

    entries: tuple[Entry, ...]
    choices: tuple[Choice, ...]
    pages: tuple[PageLink, ...]
    count: int
    total: int
    solved: int
    failed: int


def puzzle_list(puzzles: Sequence[AnyPuzzle], results: Mapping[str, Result], chosen: Mapping[str, str]) -> PuzzleList:
    """The list of *puzzles* for a visitor with *results*.

    Arguments:
        puzzles: all of them, the lower levels first.
        results: by slug; a puzzle without one is new.
        chosen: the address's arguments: ``about`` a theme's name, ``level`` and ``length`` numbers, ``kind`` a key of
            :data:`KINDS`, ``state`` of :data:`STATES`, ``from`` of :data:`ORIGINS`; anything else means all. ``page``
            is the number of the page; one that is not there means the first.
    """
    fields = _fields(puzzles)
    asked = {name: chosen[name] for name, _, _, values in fields if chosen.get(name) in values}
    own = _own() if "from" in asked else frozenset()
    fitting = [each for each in puzzles if _fits(each, results.get(each.slug, Result()).state, asked, own)]
    starts = range(0, max(1, len(fitting)), PAGE)
    number = read_number(chosen.get("page", "")) or 1
    number = number if number <= len(starts) else 1
    shown = _easy_first(fitting, PAGE * (number - 1))
    states = Counter(results.get(each.slug, Result()).state for each in puzzles)
    return PuzzleList(
        entries_of(shown, results),
        tuple(
            Choice(name, label, tuple(_option(each, asked.get(name, "")) for each in (("", every), *values.items())))
            for name, label, every, values in fields
        ),
        _pages(len(starts), number, asked) if len(starts) > 1 else (),
        len(fitting),
        len(puzzles),
        states["solved"],
        states["failed"],
    )


def _easy_first(puzzles: Sequence[AnyPuzzle], start: int) -> list[AnyPuzzle]:
    """The page of *puzzles* that begins at *start* of them; within a level the easy ones come first.

    Only the levels that are seen on it are rated: to measure a puzzle the first time takes some milliseconds.
    """
    seen = {each.level for each in puzzles[start:][:PAGE]}
    ratings = _ratings([each for each in puzzles if each.level in seen])
    return sorted(puzzles, key=lambda each: (each.level, ratings.get(each.slug, 0.0), each.slug))[start:][:PAGE]


def entries_of(puzzles: Iterable[AnyPuzzle], results: Mapping[str, Result]) -> tuple[Entry, ...]:
    """*puzzles* as a list shows them to a visitor with *results*."""
    shown = tuple(puzzles)
    ratings, own = _ratings(shown), _own()
    return tuple(
        Entry(
            puzzle=each,
            asks=_asks(each),
            strain=_strain(each),
            result=results.get(each.slug, Result()),
            rating=round(ratings[each.slug]),
            by="" if each.slug in own else each.by,
        )
        for each in shown
    )


def _own() -> frozenset[str]:
    """The slugs of the puzzles that are part of the program."""
    return frozenset(each.slug for each in own_puzzles())


def _ratings(puzzles: Sequence[AnyPuzzle]) -> Mapping[str, float]:
    with suppress(SQLAlchemyError):  # the list is readable without a database
        return ratings_of(db.session, puzzles)
    return {each.slug: measured(each) for each in puzzles}


def _asks(puzzle: AnyPuzzle) -> str:
    """What *puzzle* asks for, with its goal where it has one."""
    if not isinstance(puzzle, Puzzle):
        return str(KINDS[puzzle.kind])
    if puzzle.kind == "only-card":
        return str(KINDS["only-card"])
    forms = P_("%(goal)s of %(count)s trick", "%(goal)s of %(count)s tricks")
    return str(Message.counted(forms, puzzle.length, {"goal": puzzle.goal}))


def _strain(puzzle: AnyPuzzle) -> str:
    return suit_letter(puzzle.position.strain) if isinstance(puzzle, (Puzzle, TricksPuzzle)) else ""


def _fields(puzzles: Sequence[AnyPuzzle]) -> tuple[tuple[str, str, str, dict[str, str]], ...]:
    """What one can choose by: the name in the address, the label, the word for all, the values in words."""
    themes = {name: translate(THEMES[name]) for each in puzzles for name in each.themes}
    kinds = {each.kind for each in puzzles}
    lengths = sorted({each.length for each in puzzles})
    return (
        ("about", translate("About"), translate("All themes"), dict(sorted(themes.items(), key=lambda item: item[1]))),
        ("level", translate("Level"), translate("All levels"), {str(level): str(level) for level in LEVELS}),
        (
            "kind",
            translate("Kind"),
            translate("All kinds"),
            {each: str(KINDS[each]) for each in KINDS if each in kinds},
        ),
        ("length", translate("Tricks"), translate("Any length"), {str(each): str(each) for each in lengths}),
        ("state", translate("Yours"), translate("All"), {name: str(each) for name, each in STATES.items()}),
        ("from", translate("From"), translate("Everywhere"), {name: str(each) for name, each in ORIGINS.items()}),
    )


def _option(value: tuple[str, str], chosen: str) -> Option:
    return Option(*value, value[0] == chosen)


def _pages(count: int, here: int, asked: Mapping[str, Any]) -> tuple[PageLink, ...]:
    def address(number: int) -> str:
        return url_for("puzzles.index", **asked, page=number if number > 1 else None, _anchor="list")

    return tuple(PageLink(number, address(number), number == here) for number in range(1, count + 1))


def _fits(puzzle: AnyPuzzle, state: str, asked: Mapping[str, str], own: frozenset[str]) -> bool:
    return (
        asked.get("about", "") in ("", *puzzle.themes)
        and asked.get("level", "") in ("", str(puzzle.level))
        and asked.get("kind", "") in ("", puzzle.kind)
        and asked.get("length", "") in ("", str(puzzle.length))
        and (asked.get("state", "") in ("", state) or (asked["state"] == "open" and state != "solved"))
        and ("from" not in asked or (asked["from"] == "own") == (puzzle.slug in own))
    )
