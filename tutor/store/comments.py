"""What people say about puzzles, and what they find out of place, in and out of the database.

A person is given by their number, a puzzle by its slug. Functions take a session and leave the commit to the caller;
those that write belong in a transaction begun by :func:`tutor.store.begin_writing`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tutor.store.database import insert_for
from tutor.store.models import Person, now
from tutor.store.posted_models import Comment, PostedPuzzle, Report
from tutor.store.records import is_slug, new_slug

COMMENT_LENGTH: Final = 2000
"""The most characters of a comment."""

REASON_LENGTH: Final = 500
"""The most characters of the reason of a report, and of what an author is told."""

SHOWN_MOST: Final = 20
"""How many comments about a puzzle are shown at once."""

HIDDEN_MOST: Final = 200
"""How many of their hidden comments a person is shown, the newest of them."""

Reporting: TypeAlias = Literal["new", "again", "decided"]
"""What becomes of a report: it waits for a decision, it does so already, or it was decided and nothing has changed."""


@dataclass(frozen=True, slots=True)
class Said:
    """A comment with the name of who says it."""

    comment: Comment
    by: str


def comments_on(session: Session, puzzle: str, page: int = 1) -> tuple[Said, ...]:
    """What is said about *puzzle* and not hidden, in the order in which it was said.

    Page 1 has the newest :data:`SHOWN_MOST`, page 2 those before them.
    """
    query = select(Comment, Person.name).join(Person).where(Comment.puzzle == puzzle, Comment.state == "shown")
    newest = query.order_by(Comment.id.desc()).limit(SHOWN_MOST).offset(SHOWN_MOST * (page - 1))
    return tuple(Said(comment, name or "") for comment, name in reversed(session.execute(newest).all()))


def count_comments(session: Session, puzzle: str) -> int:
    """How many comments about *puzzle* are not hidden."""
    query = select(func.count()).select_from(Comment)
    return session.scalars(query.where(Comment.puzzle == puzzle, Comment.state == "shown")).one()


def add_comment(session: Session, person_id: int, puzzle: str, text: str) -> Comment:
    """Keep what the person says about *puzzle*; the same said last already is not said twice.

    Raises:
        ValueError: when *text* is empty or too long.
    """
    if not 0 < len(text.strip()) <= len(text) <= COMMENT_LENGTH:
        raise ValueError(f"a comment has 1 to {COMMENT_LENGTH} characters")
    last = select(Comment).where(Comment.puzzle == puzzle).order_by(Comment.id.desc()).limit(1)
    before = session.scalars(last).one_or_none()
    if before is not None and (before.person_id, before.text, before.state) == (person_id, text, "shown"):
        return before
    comment = Comment(slug=new_slug(), person_id=person_id, puzzle=puzzle, text=text)
    session.add(comment)
    session.flush()
    return comment


def hidden_comments(session: Session, person_id: int) -> Sequence[Comment]:
    """The person's comments that an administrator has hidden, the newest first."""
    query = select(Comment).where(Comment.person_id == person_id, Comment.state == "hidden")
    return session.scalars(query.order_by(Comment.id.desc()).limit(HIDDEN_MOST)).all()


def find_comment(session: Session, slug: str) -> Comment | None:
    """The comment *slug*, hidden or not; None when there is none."""
    if not is_slug(slug):
        return None
    return session.scalars(select(Comment).where(Comment.slug == slug)).one_or_none()


def delete_comment(session: Session, person_id: int, slug: str) -> Comment | None:
    """Delete the person's own comment *slug* and give it; None when there is none."""
    comment = find_comment(session, slug)
    if comment is None or comment.person_id != person_id:
        return None
    session.delete(comment)
    session.flush()
    return comment


def report(session: Session, person_id: int, thing: PostedPuzzle | Comment, reason: str) -> Reporting:
    """Keep that the person finds *thing* out of place, once; once more when it has changed since it was decided on.

    Raises:
        ValueError: when *reason* is empty or too long.
    """
    if not 0 < len(reason.strip()) <= len(reason) <= REASON_LENGTH:
        raise ValueError(f"a reason has 1 to {REASON_LENGTH} characters")
    column = "puzzle_id" if isinstance(thing, PostedPuzzle) else "comment_id"
    values = {"person_id": person_id, column: thing.id, "reason": reason}
    row = insert_for(session, Report).values(values).on_conflict_do_nothing(index_elements=["person_id", column])
    if session.scalars(row.returning(Report.id)).one_or_none() is not None:
        return "new"
    query = select(Report).where(Report.person_id == person_id, getattr(Report, column) == thing.id)
    before = session.scalars(query.with_for_update().execution_options(populate_existing=True)).one()
    if before.decided is None:
        return "again"
    # A comment is never changed.
    if isinstance(thing, Comment) or thing.updated <= before.decided:
        return "decided"
    before.reason, before.state, before.created, before.decided = reason, "open", now(), None
    session.flush()
    return "new"
