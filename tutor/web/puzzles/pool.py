"""Which puzzles there are: those that come with the program, and those that people have posted.

What is posted is read when it has changed: a number in the database counts the changes
(:func:`tutor.store.posting.changes`), each process compares it with the one that it read under, and reads only the
puzzles that are new or were changed since. So a puzzle is there for everybody as soon as it is posted, and gone as soon
as it is withdrawn or hidden.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from http import HTTPStatus
from typing import Final, NoReturn

from flask import abort, current_app
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.puzzle import AnyPuzzle, load_puzzles
from tutor.coach.puzzle.proposal import of_document
from tutor.notation import NotationError
from tutor.store import db
from tutor.store.posting import Listed, changes, find_posted, list_posted, read_posted
from tutor.web.problems import HiddenPuzzle
from tutor.web.storage import trouble

KEPT: Final = "tutor-puzzle-pool"
"""Under this name an app keeps what it has read."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The puzzles as they stood after so many changes of those that are posted.

    Attributes:
        changes: how many.
        posted: what was read of each posted puzzle; None for one that can no longer be read.
        puzzles: all of them, the easy ones first.
        by_slug: the same by name.
    """

    changes: int
    posted: dict[Listed, AnyPuzzle | None] = field(default_factory=dict)
    puzzles: tuple[AnyPuzzle, ...] = ()
    by_slug: dict[str, AnyPuzzle] = field(default_factory=dict)


@lru_cache(maxsize=1)
def own_puzzles() -> tuple[AnyPuzzle, ...]:
    """The puzzles that come with the program, the easy ones first. The puzzle of the day is one of them.

    Posted ones come and go, and the puzzle of a day stays the same all day.
    """
    return load_puzzles()


@lru_cache(maxsize=1)
def _own_by_slug() -> dict[str, AnyPuzzle]:
    return {puzzle.slug: puzzle for puzzle in own_puzzles()}


def listed_puzzles() -> tuple[AnyPuzzle, ...]:
    """The puzzles that everybody finds in the list, the easy ones first; those of the program without a database."""
    return _pool().puzzles


def find_puzzle(slug: str) -> AnyPuzzle | None:
    """The puzzle called *slug*; None when there is none that everybody may see."""
    return _own_by_slug().get(slug) or _pool().by_slug.get(slug)


def is_posted_by(puzzle: AnyPuzzle, name: str | None) -> bool:
    """Whether the account called *name* has posted *puzzle*; None stands for a guest, who posts nothing."""
    return bool(name) and puzzle.by == name and puzzle.slug not in _own_by_slug()


def no_puzzle(slug: str) -> NoReturn:
    """End the request for the puzzle *slug*, which :func:`find_puzzle` has not found.

    It says that there was one, where there was. Of a draft nothing is said, not even to its author.
    """
    was = find_posted(db.session, slug)
    if was is not None and was.state == "hidden":
        raise HiddenPuzzle
    abort(HTTPStatus.NOT_FOUND if was is None or was.state == "posted" else HTTPStatus.GONE)


def _pool() -> Pool:
    known: Pool | None = current_app.extensions.get(KEPT)
    try:
        number = changes(db.session)
        if known is not None and known.changes == number:
            return known
        # Another request may do the same now: both read the same, and which of the two stays is no matter.
        pool = _read(number, {} if known is None else known.posted)
    except SQLAlchemyError as error:
        if trouble(error) is None:
            raise
        db.session.rollback()
        return _made(-1, {})
    current_app.extensions[KEPT] = pool
    return pool


def _read(number: int, known: dict[Listed, AnyPuzzle | None]) -> Pool:
    """What is posted now, as it was after *number* changes or later; what is *known* is not read again."""
    listed = list_posted(db.session)
    documents = read_posted(db.session, [each.slug for each in listed if each not in known])
    posted = {}
    for each in listed:
        if each in known:
            posted[each] = known[each]
        elif each.slug in documents:
            posted[each] = _puzzle(each, documents[each.slug][1])
    return _made(number, posted)


def _puzzle(listed: Listed, document: dict[str, object]) -> AnyPuzzle | None:
    """The puzzle that *document* tells of; None for one that this version of the program cannot read."""
    puzzle = document.get("puzzle")
    try:
        return of_document(puzzle if isinstance(puzzle, dict) else {}, listed.slug, listed.by)
    except NotationError as error:
        current_app.logger.warning("the posted puzzle %s cannot be read: %s", listed.slug, error)
        return None


def _made(number: int, posted: dict[Listed, AnyPuzzle | None]) -> Pool:
    every = (*own_puzzles(), *(puzzle for puzzle in posted.values() if puzzle is not None))
    puzzles = tuple(sorted(every, key=lambda puzzle: (puzzle.level, puzzle.slug)))
    return Pool(number, posted, puzzles, {puzzle.slug: puzzle for puzzle in puzzles})
