"""How strong solvers and how hard puzzles are, and what people's first tries at puzzles came to.

The store knows no rating system: it keeps numbers. Two who change the same rating at once wait for each other:
``hold_solver`` and ``hold_puzzle`` give a row that is the caller's own until the transaction ends. Who needs both takes
the solver's first. Functions take a session and leave the commit to the caller; those that write belong in a
transaction begun by :func:`tutor.store.begin_writing`.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, Final, TypeVar

from sqlalchemy import Select, delete, inspect, select, update
from sqlalchemy.orm import Session

from tutor.store.database import insert_for
from tutor.store.models import Base, columns_of, now
from tutor.store.posted_models import PostedPuzzle
from tutor.store.posting import digest_of
from tutor.store.rating_models import DailyPuzzle, PuzzleRating, PuzzleRun, PuzzleTry, SolverRating

REASONS: Final = ("", "help", "own", "again", "run", "guest")
"""Why a first try was not rated: it was; something had been shown; the puzzle is the person's own; it is the same as
one that they had tried under another name; it was part of a run; it was made as a guest and the rating of that guest is
no part of the account's."""

_OWN_NUMBERS: Final = ("id", "person_id")
_Row = TypeVar("_Row", bound=Base)


def solver_rating(session: Session, person_id: int) -> SolverRating | None:
    """How strong the person is; None before the first rated try."""
    return session.get(SolverRating, person_id)


def puzzle_ratings(session: Session, slugs: Collection[str]) -> dict[str, PuzzleRating]:
    """How hard those of the puzzles *slugs* are that a try has moved."""
    found = session.scalars(select(PuzzleRating).where(PuzzleRating.slug.in_(slugs)))
    return {each.slug: each for each in found}


def hold_solver(session: Session, person_id: int, start: SolverRating) -> SolverRating:
    """The person's rating, made from *start* where there is none, held until the transaction ends."""
    start.person_id = person_id
    return _hold(session, start)


def hold_puzzle(session: Session, start: PuzzleRating) -> PuzzleRating:
    """The puzzle's rating, as :func:`hold_solver` gives a person's."""
    return _hold(session, start)


def _hold(session: Session, start: _Row) -> _Row:
    model, mapped = type(start), inspect(type(start))
    given = {column.key: getattr(start, column.key) for column in mapped.column_attrs}
    values = {name: value for name, value in given.items() if value is not None}
    session.execute(insert_for(session, model).values(values).on_conflict_do_nothing())
    (key,) = mapped.primary_key
    query = select(model).where(key == values[key.name]).with_for_update()
    return session.scalars(query.execution_options(populate_existing=True)).one()


def keep_try(
    session: Session, person_id: int, slug: str, *, solved: bool, help_level: int, reason: str, created: datetime
) -> PuzzleTry | None:
    """Keep the person's first try at a puzzle, not rated yet; None when there was one before.

    Raises:
        ValueError: when *reason* is none of :data:`REASONS`.
    """
    if reason not in REASONS:
        raise ValueError(f"a try is not rated for one of {REASONS}, not {reason!r}")
    values = {"solved": solved, "help": help_level, "reason": reason, "created": created}
    row = insert_for(session, PuzzleTry).values(person_id=person_id, slug=slug, **values)
    made = row.on_conflict_do_nothing(index_elements=["person_id", "slug"]).returning(PuzzleTry)
    return session.scalars(made.execution_options(populate_existing=True)).one_or_none()


def get_try(session: Session, person_id: int, slug: str) -> PuzzleTry | None:
    """The person's first try at a puzzle; None when there is none."""
    query = select(PuzzleTry).where(PuzzleTry.person_id == person_id, PuzzleTry.slug == slug)
    return session.scalars(query).one_or_none()


def tried_alike(session: Session, person_id: int, slug: str, likeness: str) -> bool:
    """Whether the person has tried the puzzle *slug*, which has this *likeness*, when it was posted as another one."""
    query = select(PuzzleTry.id).join(PostedPuzzle, PostedPuzzle.slug == PuzzleTry.slug)
    same = PostedPuzzle.likeness == digest_of(likeness), PuzzleTry.slug != slug
    return session.scalars(query.where(PuzzleTry.person_id == person_id, *same).limit(1)).first() is not None


def tries_of(session: Session, person_id: int) -> Sequence[PuzzleTry]:
    """The person's first tries, the earliest first."""
    query = select(PuzzleTry).where(PuzzleTry.person_id == person_id)
    return session.scalars(query.order_by(PuzzleTry.created, PuzzleTry.id)).all()


def keep_daily(session: Session, person_id: int, day: date, slug: str) -> bool:
    """Keep that the person has solved the puzzle of the *day*; whether that is news."""
    row = insert_for(session, DailyPuzzle).values(person_id=person_id, day=day, slug=slug)
    made = row.on_conflict_do_nothing(index_elements=["person_id", "day"]).returning(DailyPuzzle.id)
    return session.scalars(made).one_or_none() is not None


def daily_days(session: Session, person_id: int) -> Sequence[date]:
    """The days on which the person solved the puzzle of the day, the earliest first."""
    query = select(DailyPuzzle.day).where(DailyPuzzle.person_id == person_id)
    return session.scalars(query.order_by(DailyPuzzle.day)).all()


def merge_ratings(session: Session, guest: int, account: int) -> None:
    """Move what the person *guest* did at puzzles to *account*, another person.

    Of two first tries at the same puzzle the account's stays. Where the account has a rating it stays as it is, and
    the guest's tries are no part of it; where it has none it takes the guest's, unless that comes from puzzles of the
    account's own or from such as it had tried.

    Puzzles are told apart by their slugs alone. The same puzzle under two of them is looked for when it is tried
    (:func:`tried_alike`), not here: it takes an author who withdraws a puzzle, another who posts it once more, somebody
    who has tried the one without being rated and the other as a guest; and who wants a rating of puzzles that they know
    has only to begin a new account.
    """
    own = select(PostedPuzzle.slug).where(PostedPuzzle.person_id == account)
    taken = solver_rating(session, account) is None and not _rated_twice(session, guest, account, own)
    numbers = dict.fromkeys(("before", "after", "deviation", "puzzle_before", "puzzle_after"))
    _move_new(session, PuzzleTry.slug, guest, account, {} if taken else {"reason": "guest", **numbers})
    change = update(PuzzleTry).where(PuzzleTry.person_id == account, PuzzleTry.slug.in_(own))
    session.execute(change.values(reason="own", **numbers).execution_options(synchronize_session=False))
    _move_new(session, DailyPuzzle.day, guest, account, {})
    if taken:
        change = update(SolverRating).where(SolverRating.person_id == guest).values(person_id=account)
        session.execute(change.execution_options(synchronize_session=False))
    change = update(PuzzleRun).where(PuzzleRun.person_id == guest).values(person_id=account)
    session.execute(change.execution_options(synchronize_session=False))


def _rated_twice(session: Session, guest: int, account: int, own: Select[Any]) -> bool:
    """Whether the guest's rating comes from puzzles of the *account*'s *own*, or from such as it had tried."""
    tried = select(PuzzleTry.slug).where(PuzzleTry.person_id == account)
    query = select(PuzzleTry.id).where(PuzzleTry.person_id == guest, PuzzleTry.after.is_not(None))
    return session.scalars(query.where(PuzzleTry.slug.in_(own.union(tried))).limit(1)).first() is not None


def _move_new(session: Session, key: Any, guest: int, account: int, changes: dict[str, Any]) -> None:
    """Move the guest's rows that have another *key* than all of the account's, and delete the others."""
    model = key.class_
    kept = select(key).where(model.person_id == account).correlate(None)
    change = update(model).where(model.person_id == guest, key.not_in(kept)).values(person_id=account, **changes)
    for statement in (change, delete(model).where(model.person_id == guest)):
        session.execute(statement.execution_options(synchronize_session=False))


def export_ratings(session: Session, person_id: int) -> dict[str, list[dict[str, Any]]]:
    """What is kept of the person's puzzles, as values for JSON, under the names of the tables.

    Of a run under way the puzzles to come are left out, and the seed that they were drawn by.
    """
    moment = now()

    def rows(model: Any, order: Any) -> Iterable[Any]:
        return session.scalars(select(model).where(model.person_id == person_id).order_by(order))

    return {
        "solver_ratings": [columns_of(each, _OWN_NUMBERS) for each in rows(SolverRating, SolverRating.person_id)],
        "puzzle_tries": [columns_of(each, _OWN_NUMBERS) for each in rows(PuzzleTry, PuzzleTry.id)],
        "daily_puzzles": [columns_of(each, _OWN_NUMBERS) for each in rows(DailyPuzzle, DailyPuzzle.day)],
        "puzzle_runs": [_written_run(each, moment) for each in rows(PuzzleRun, PuzzleRun.id)],
    }


def _written_run(run: PuzzleRun, moment: datetime) -> dict[str, Any]:
    written = {**columns_of(run, _OWN_NUMBERS), "slugs": run.puzzles}
    if run.under_way(moment):
        written |= {"slugs": run.puzzles[: len(run.results) + 1], "seed": None}
    return written
