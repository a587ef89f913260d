"""Runs: as many puzzles as one can, one after the other; each answered once.

What a run holds is in :class:`~tutor.store.rating_models.PuzzleRun`. Functions take a session and leave the commit to
the caller; those that write belong in a transaction begun by :func:`tutor.store.begin_writing`.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from tutor.store.rating_models import PuzzleRun

CODE_BYTES: Final = 12
"""Random bytes of a run's code: 16 letters."""


def begin_run(
    session: Session, person_id: int, slugs: Sequence[str], *, seconds: int, seed: int, started: datetime
) -> PuzzleRun:
    """A new run of the person through the puzzles *slugs*, in this order. Their runs without an answer are deleted."""
    empty = delete(PuzzleRun).where(PuzzleRun.person_id == person_id, PuzzleRun.results == "")
    session.execute(empty.execution_options(synchronize_session="fetch"))
    code = secrets.token_urlsafe(CODE_BYTES)
    run = PuzzleRun(
        code=code, person_id=person_id, seconds=seconds, seed=seed, slugs=" ".join(slugs), results="", started=started
    )
    session.add(run)
    session.flush()
    return run


def find_run(session: Session, person_id: int, code: str) -> PuzzleRun | None:
    """The person's run *code*; None when there is none of theirs."""
    if "\0" in code:  # PostgreSQL takes none in a text
        return None
    query = select(PuzzleRun).where(PuzzleRun.person_id == person_id, PuzzleRun.code == code)
    return session.scalars(query.execution_options(populate_existing=True)).one_or_none()


def runs_of(session: Session, person_id: int) -> Sequence[PuzzleRun]:
    """The person's runs, the latest first."""
    query = select(PuzzleRun).where(PuzzleRun.person_id == person_id)
    return session.scalars(query.order_by(PuzzleRun.started.desc(), PuzzleRun.id.desc())).all()


def keep_answer(session: Session, run: PuzzleRun, place: int, *, solved: bool) -> bool:
    """Keep the answer to puzzle number *place* of *run* (0 the first) if it is the one that is due.

    Returns:
        Whether it was kept: an answer that is sent twice counts once, and none counts in a run that was ended.
    """
    due = PuzzleRun.id == run.id, PuzzleRun.finished.is_(None), func.length(PuzzleRun.results) == place
    change = update(PuzzleRun).where(*due).values(results=PuzzleRun.results + ("+" if solved else "-"))
    kept = session.scalars(change.returning(PuzzleRun.id).execution_options(synchronize_session=False)).one_or_none()
    session.refresh(run)
    return kept is not None


def end_run(session: Session, run: PuzzleRun, at: datetime) -> None:
    """End *run*, unless it was ended before."""
    change = update(PuzzleRun).where(PuzzleRun.id == run.id, PuzzleRun.finished.is_(None)).values(finished=at)
    session.execute(change.execution_options(synchronize_session=False))
    session.refresh(run)
