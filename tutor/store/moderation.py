"""Administrators, and what they decide on what was reported.

Who is one is a row of the database, which the command ``tutor admin`` writes; no cookie says it and no page changes it.
Functions take a session and leave the commit to the caller; those that write belong in a transaction begun by
:func:`tutor.store.begin_writing`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.orm import Session

from tutor.store.comments import REASON_LENGTH
from tutor.store.models import Person, now
from tutor.store.posted_models import Administrator, Comment, Moderation, PostedPuzzle, Report
from tutor.store.posting import note_change
from tutor.store.records import is_slug

Thing: TypeAlias = PostedPuzzle | Comment
Action: TypeAlias = Literal["keep", "hide"]

LOG_SHOWN: Final = 50
"""Decisions that the log shows, the newest of them."""


@dataclass(frozen=True, slots=True)
class Reported:
    """Something that was reported.

    Attributes:
        thing: a puzzle or a comment.
        by: the name of its author; "" when that account was deleted.
        count: how many reports of it are open.
    """

    thing: Thing
    by: str
    count: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A line of the log: a decision and the name of who took it, "" when that account was deleted."""

    moderation: Moderation
    by: str


def grant(session: Session, person: Person) -> bool:
    """Make the holder of an account an administrator; False when they are one already.

    Raises:
        ValueError: for a guest.
    """
    if person.guest:
        raise ValueError("only the holder of an account can be an administrator")
    if is_administrator(session, person.id):
        return False
    session.add(Administrator(person_id=person.id))
    session.flush()
    return True


def revoke(session: Session, person: Person) -> bool:
    """Let *person* be an administrator no longer; False when they are none."""
    row = session.get(Administrator, person.id)
    if row is None:
        return False
    session.delete(row)
    session.flush()
    return True


def is_administrator(session: Session, person_id: int) -> bool:
    """Whether the person is an administrator now."""
    query = select(Administrator.person_id).where(Administrator.person_id == person_id)
    return session.scalars(query).one_or_none() is not None


def administrators(session: Session) -> Sequence[tuple[str, Administrator]]:
    """The administrators with their names, in the order of these."""
    query = select(Person.name, Administrator).join(Administrator, Administrator.person_id == Person.id)
    return [(name or "", row) for name, row in session.execute(query.order_by(Person.folded))]


def open_reports(session: Session) -> list[Reported]:
    """What was reported and is not decided, the oldest report first."""
    found: list[tuple[int, Reported]] = []
    for model, column in ((PostedPuzzle, Report.puzzle_id), (Comment, Report.comment_id)):
        first, count = func.min(Report.id), func.count()
        sums = select(column.label("thing"), first.label("first"), count.label("count"))
        counted = sums.where(Report.state == "open", column.is_not(None)).group_by(column).subquery()
        query = select(model, Person.name, counted.c.count, counted.c.first).join(counted, model.id == counted.c.thing)
        for thing, name, number, earliest in session.execute(query.outerjoin(Person, model.person_id == Person.id)):
            found.append((earliest, Reported(thing, name or "", number)))
    return [each for _, each in sorted(found, key=lambda pair: pair[0])]


def reports_of(session: Session, thing: Thing) -> Sequence[Report]:
    """The reports of *thing*, the newest first."""
    return session.scalars(select(Report).where(_about(thing)).order_by(Report.id.desc())).all()


def reported_thing(session: Session, kind: str, slug: str) -> Thing | None:
    """The puzzle or comment (*kind*) under *slug*, if somebody has reported it; None for all others."""
    if not is_slug(slug):
        return None
    thing: Thing | None = None
    hold = {"populate_existing": True}
    if kind == "puzzle":
        puzzles = select(PostedPuzzle).where(PostedPuzzle.slug == slug).with_for_update()
        thing = session.scalars(puzzles.execution_options(**hold)).one_or_none()
    elif kind == "comment":
        comments = select(Comment).where(Comment.slug == slug).with_for_update()
        thing = session.scalars(comments.execution_options(**hold)).one_or_none()
    return thing if thing is not None and reports_of(session, thing) else None


def decide(session: Session, person_id: int, thing: Thing, action: Action, reason: str = "") -> None:
    """Let the administrator *person_id* keep or hide *thing*; its open reports are closed, and the log says so.

    Keeping what was hidden shows it again. What its author has withdrawn stays withdrawn, whether it is kept or hidden;
    once hidden it cannot be posted again.

    Raises:
        ValueError: when it is hidden without a reason, or with one that is too long.
    """
    hide = action == "hide"
    if hide and not reason.strip():
        raise ValueError("the author is told why")
    if len(reason) > REASON_LENGTH:
        raise ValueError(f"a reason has at most {REASON_LENGTH} characters")
    thing.note = reason if hide else ""
    if isinstance(thing, PostedPuzzle):
        _decide_puzzle(session, thing, hide=hide)
        puzzle, comment = thing.slug, ""
    else:
        thing.state = "hidden" if hide else "shown"
        puzzle, comment = thing.puzzle, thing.slug
    closed = update(Report).where(_about(thing), Report.state == "open")
    session.execute(closed.values(state="hidden" if hide else "kept", decided=now()))
    session.add(
        Moderation(person_id=person_id, puzzle=puzzle, comment=comment, action=action, reason=reason if hide else "")
    )
    session.flush()


def _decide_puzzle(session: Session, puzzle: PostedPuzzle, *, hide: bool) -> None:
    withdrawn = puzzle.state in ("withdrawn", "barred")
    puzzle.state = ("barred" if hide else "withdrawn") if withdrawn else ("hidden" if hide else "posted")
    puzzle.version, puzzle.updated = puzzle.version + 1, now()
    session.flush()
    note_change(session)


def log(session: Session) -> list[Decided]:
    """The newest decisions, the last one first."""
    query = select(Moderation, Person.name).outerjoin(Person, Moderation.person_id == Person.id)
    newest = query.order_by(Moderation.id.desc()).limit(LOG_SHOWN)
    return [Decided(row, name or "") for row, name in session.execute(newest)]


def _about(thing: Thing) -> ColumnElement[bool]:
    return Report.puzzle_id == thing.id if isinstance(thing, PostedPuzzle) else Report.comment_id == thing.id
