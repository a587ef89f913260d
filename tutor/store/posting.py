"""Puzzles that people post, in and out of the database.

A *draft* is its author's alone. *Posted* is what the checker has solved; a puzzle that its author has *withdrawn* or an
administrator has *hidden* is no longer found, and one of which both are true is *barred*. Nobody posts again what is
hidden or barred; what is withdrawn comes back under its own link when its author posts it again. The store knows no
coach: what the checker found comes as plain values (:class:`Verified`). A person is given by their number. Functions
take a session and leave the commit to the caller; those that write belong in a transaction begun by
:func:`tutor.store.begin_writing`.
"""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tutor.store.database import insert_for
from tutor.store.models import Person, now
from tutor.store.posted_models import Comment, PoolState, PostedPuzzle
from tutor.store.records import is_slug, new_slug

State: TypeAlias = Literal["draft", "posted", "withdrawn", "hidden", "barred"]
STATES: Final[tuple[str, ...]] = get_args(State)

DRAFTS_MOST: Final = 100
"""How many drafts a person has at most at a time."""

DOCUMENT_MOST: Final = 60_000
"""The most characters of a puzzle's document: twice what a form takes, each escaped, and the coach's words."""

ASKED_AT_ONCE: Final = 500
"""Puzzles of one statement: SQLite takes so many values at least (https://www.sqlite.org/limits.html)."""


class StalePuzzleError(ValueError):
    """The puzzle has changed since the page was made that asked for the change.

    Attributes:
        puzzle: as it stands; None when there is none.
    """

    def __init__(self, puzzle: PostedPuzzle | None) -> None:
        super().__init__("the puzzle has changed meanwhile")
        self.puzzle = puzzle


class SamePuzzleError(ValueError):
    """The same puzzle is posted already.

    Attributes:
        slug: the one that is.
        hidden: whether an administrator has hidden it.
    """

    def __init__(self, slug: str, *, hidden: bool) -> None:
        super().__init__(f"the same puzzle is posted already: {slug}")
        self.slug = slug
        self.hidden = hidden


class LongDocumentError(ValueError):
    """The document of a puzzle is longer than any that is kept."""


class DraftsFullError(ValueError):
    """The person has as many drafts as a person may have."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A puzzle that the checker has solved, as it is kept.

    Attributes:
        document: the keys of its file and their values.
        kind: what it asks for.
        themes: names of the ideas in it.
        level: 1 to 5.
        rating: the difficulty that it starts with.
        likeness: a text that is equal exactly for puzzles that are the same.
    """

    document: Mapping[str, Any]
    kind: str
    themes: tuple[str, ...]
    level: int
    rating: float
    likeness: str


class Listed(NamedTuple):
    """A posted puzzle in few words, to see whether it has changed.

    Attributes:
        slug: its link.
        version: how often it was changed.
        by: the name of its author; "" when the account was deleted.
    """

    slug: str
    version: int
    by: str


def digest_of(likeness: str) -> str:
    """What is kept of a likeness."""
    return hashlib.sha256(likeness.encode()).hexdigest()


def written_document(document: Mapping[str, Any]) -> str:
    """*document* as it is kept.

    Raises:
        LongDocumentError: when it is longer than any puzzle that the pages take.
    """
    # Letters stand for themselves: a text is as long in Japanese as in English.
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if len(text) > DOCUMENT_MOST:
        raise LongDocumentError(f"a puzzle's document has at most {DOCUMENT_MOST} characters")
    return text


def document_of(puzzle: PostedPuzzle) -> dict[str, Any]:
    """The keys of the puzzle's file and their values."""
    found = json.loads(puzzle.document)
    assert isinstance(found, dict)
    return found


def own_puzzles(session: Session, person_id: int) -> Sequence[PostedPuzzle]:
    """All that the person has posted or is working on, what was changed last first."""
    query = select(PostedPuzzle).where(PostedPuzzle.person_id == person_id)
    return session.scalars(query.order_by(PostedPuzzle.updated.desc(), PostedPuzzle.id.desc())).all()


def own_puzzle(session: Session, person_id: int, slug: str, *, hold: bool = False) -> PostedPuzzle | None:
    """The person's own puzzle under *slug*; None without one. With *hold* nobody else can change it meanwhile."""
    if not is_slug(slug):
        return None
    query = select(PostedPuzzle).where(PostedPuzzle.slug == slug, PostedPuzzle.person_id == person_id)
    query = query.with_for_update() if hold else query
    return session.scalars(query.execution_options(populate_existing=True)).one_or_none()


def find_posted(session: Session, slug: str) -> PostedPuzzle | None:
    """The puzzle under *slug* that is posted or was; None for a draft, whoever asks."""
    if not is_slug(slug):
        return None
    query = select(PostedPuzzle).where(PostedPuzzle.slug == slug, PostedPuzzle.state != "draft")
    return session.scalars(query).one_or_none()


def author_of(session: Session, puzzle: PostedPuzzle) -> str:
    """The name of who posted *puzzle*; "" when the account was deleted."""
    if puzzle.person_id is None:
        return ""
    return session.scalars(select(Person.name).where(Person.id == puzzle.person_id)).one_or_none() or ""


def same_as(session: Session, likeness: str, *, but: str = "") -> PostedPuzzle | None:
    """The puzzle that has this *likeness* and is posted, or hidden by an administrator; None when that is *but*."""
    taken = ("posted", "hidden", "barred")
    query = select(PostedPuzzle).where(PostedPuzzle.likeness == digest_of(likeness), PostedPuzzle.state.in_(taken))
    # One that is withdrawn and then hidden does not stand in the way of one that somebody else has posted meanwhile.
    found = session.scalars(query.order_by(PostedPuzzle.state == "barred", PostedPuzzle.id).limit(1)).one_or_none()
    return None if found is None or found.slug == but else found


def add_draft(session: Session, person_id: int, document: Mapping[str, Any], kind: str) -> PostedPuzzle:
    """A new draft of the person's, under a link of its own; the draft kept last where it is the same.

    Raises:
        DraftsFullError: when the person has as many drafts as a person may have.
        LongDocumentError: when *document* is too long.
    """
    _hold_author(session, person_id)
    text = written_document(document)
    own = select(PostedPuzzle).where(PostedPuzzle.person_id == person_id, PostedPuzzle.state == "draft")
    last = session.scalars(own.order_by(PostedPuzzle.id.desc()).limit(1)).one_or_none()
    if last is not None and (last.document, last.kind) == (text, kind):
        return last  # a button pressed twice keeps once
    count = select(func.count()).select_from(PostedPuzzle)
    drafts = count.where(PostedPuzzle.person_id == person_id, PostedPuzzle.state == "draft")
    if session.scalars(drafts).one() >= DRAFTS_MOST:
        raise DraftsFullError
    draft = PostedPuzzle(slug=new_slug(), person_id=person_id, document=text, kind=kind)
    session.add(draft)
    session.flush()
    return draft


def _hold_author(session: Session, person_id: int) -> None:
    """Let two requests of one person take turns: on PostgreSQL two drafts could be the last one that fits."""
    session.execute(select(Person.id).where(Person.id == person_id).with_for_update(key_share=True))


def change_draft(
    session: Session, person_id: int, slug: str, document: Mapping[str, Any], kind: str, *, at: int
) -> PostedPuzzle:
    """Change the person's draft *slug*, of which the page showed the version *at*.

    Raises:
        StalePuzzleError: when it has changed since, or is no draft of theirs.
        LongDocumentError: when *document* is too long.
    """
    draft = _current(session, person_id, slug, at, "draft")
    draft.document, draft.kind = written_document(document), kind
    return _changed(session, draft)


def delete_draft(session: Session, person_id: int, slug: str) -> bool:
    """Delete the person's draft *slug*; False when there is none."""
    draft = own_puzzle(session, person_id, slug, hold=True)
    if draft is None or draft.state != "draft":
        return False
    session.delete(draft)
    session.flush()
    return True


def post_puzzle(session: Session, person_id: int, verified: Verified, *, slug: str = "", at: int = 0) -> PostedPuzzle:
    """Post a puzzle that the checker has solved: the person's draft *slug*, seen in version *at*, or a new one.

    Where the person has withdrawn the same puzzle before, that one is posted again in the draft's place, with its link
    and with all that was said about it. Of two that are the same and posted at the same moment one is posted.

    Raises:
        SamePuzzleError: when the same puzzle is posted already, or hidden; the transaction can go on.
        StalePuzzleError: when the draft has changed since, or is no draft of theirs.
        LongDocumentError: when the document is too long.
    """
    draft = _current(session, person_id, slug, at, "draft") if slug else None
    same = same_as(session, verified.likeness)
    if same is not None:
        raise SamePuzzleError(same.slug, hidden=same.state != "posted")
    before = _withdrawn(session, person_id, verified.likeness)
    puzzle = before or draft or PostedPuzzle(slug=new_slug(), person_id=person_id, version=0)
    try:
        with session.begin_nested():
            if draft is not None and puzzle is not draft:
                session.delete(draft)
            _fill(puzzle, verified)
            puzzle.state, puzzle.posted = "posted", now()
            session.add(puzzle)
            _changed(session, puzzle)
            note_change(session)
    except IntegrityError:
        same = same_as(session, verified.likeness)
        if same is None:  # it was taken back in this very moment, or another constraint failed
            raise
        raise SamePuzzleError(same.slug, hidden=same.state != "posted") from None
    return puzzle


def _withdrawn(session: Session, person_id: int, likeness: str) -> PostedPuzzle | None:
    """The puzzle of this *likeness* that the person has withdrawn last."""
    query = select(PostedPuzzle).where(
        PostedPuzzle.likeness == digest_of(likeness),
        PostedPuzzle.person_id == person_id,
        PostedPuzzle.state == "withdrawn",
    )
    newest = query.order_by(PostedPuzzle.id.desc()).limit(1).with_for_update()
    return session.scalars(newest.execution_options(populate_existing=True)).one_or_none()


def change_posted(session: Session, person_id: int, slug: str, verified: Verified, *, at: int) -> PostedPuzzle:
    """Change the words of the person's posted puzzle *slug*, of which the page showed the version *at*.

    Raises:
        StalePuzzleError: when it has changed since, or is none that the person has posted.
        LongDocumentError: when the document is too long.
        ValueError: when it has become another puzzle.
    """
    puzzle = _current(session, person_id, slug, at, "posted")
    if puzzle.likeness != digest_of(verified.likeness):
        raise ValueError("a posted puzzle stays the puzzle that it is")
    _fill(puzzle, verified)
    note_change(session)
    return _changed(session, puzzle)


def withdraw(session: Session, person_id: int, slug: str) -> bool:
    """Withdraw the person's posted puzzle *slug*; False when there is none. Who has solved it keeps the result."""
    puzzle = own_puzzle(session, person_id, slug, hold=True)
    if puzzle is None or puzzle.state != "posted":
        return False
    puzzle.state = "withdrawn"
    note_change(session)
    _changed(session, puzzle)
    return True


def forget_author(session: Session, person_id: int) -> None:
    """What becomes of the puzzles of a person who is deleted: those that are posted stay, without a name.

    So do those that an administrator has hidden, which nobody sees: else a new account could post them again. Drafts
    go, and so do those that were withdrawn, with what was said about them.
    """
    theirs = select(PostedPuzzle).where(PostedPuzzle.person_id == person_id).with_for_update()
    puzzles, gone = session.scalars(theirs).all(), []
    for puzzle in puzzles:
        if puzzle.state in ("posted", "hidden", "barred"):
            puzzle.person_id, puzzle.version = None, puzzle.version + 1
        else:
            gone.append(puzzle.slug)
            session.delete(puzzle)
    session.flush()
    session.execute(delete(Comment).where(Comment.puzzle.in_(gone)).execution_options(synchronize_session=False))
    if puzzles:
        note_change(session)


def note_change(session: Session) -> None:
    """Let everybody who has read the posted puzzles see that they have changed; two who do so take turns."""
    row = insert_for(session, PoolState).values(id=1, changes=1)
    session.execute(row.on_conflict_do_update(index_elements=["id"], set_={"changes": PoolState.changes + 1}))


def changes(session: Session) -> int:
    """How often the posted puzzles have changed. Ask before reading them: what is read is as new as this or newer."""
    return session.scalars(select(PoolState.changes).where(PoolState.id == 1)).one_or_none() or 0


def list_posted(session: Session) -> list[Listed]:
    """The puzzles that are posted, in the order in which they were."""
    query = select(PostedPuzzle.slug, PostedPuzzle.version, func.coalesce(Person.name, ""))
    query = query.outerjoin(Person, PostedPuzzle.person_id == Person.id).where(PostedPuzzle.state == "posted")
    return [Listed(*row) for row in session.execute(query.order_by(PostedPuzzle.posted, PostedPuzzle.id))]


def read_posted(session: Session, slugs: Collection[str]) -> dict[str, tuple[int, dict[str, Any]]]:
    """The version and the document of those of *slugs* that are posted."""
    asked, found = list(slugs), {}
    for at in range(0, len(asked), ASKED_AT_ONCE):
        query = select(PostedPuzzle.slug, PostedPuzzle.version, PostedPuzzle.document)
        query = query.where(PostedPuzzle.slug.in_(asked[at : at + ASKED_AT_ONCE]), PostedPuzzle.state == "posted")
        for slug, version, document in session.execute(query):
            found[slug] = (version, json.loads(document))
    return found


def _fill(puzzle: PostedPuzzle, verified: Verified) -> None:
    puzzle.document = written_document(verified.document)
    puzzle.kind, puzzle.themes = verified.kind, " ".join(verified.themes)
    puzzle.level, puzzle.rating = verified.level, verified.rating
    puzzle.likeness = digest_of(verified.likeness)


def _changed(session: Session, puzzle: PostedPuzzle) -> PostedPuzzle:
    puzzle.version, puzzle.updated = puzzle.version + 1, now()
    session.flush()
    return puzzle


def _current(session: Session, person_id: int, slug: str, at: int, state: State) -> PostedPuzzle:
    puzzle = own_puzzle(session, person_id, slug, hold=True)
    if puzzle is None or puzzle.state != state or puzzle.version != at:
        raise StalePuzzleError(puzzle)
    return puzzle
