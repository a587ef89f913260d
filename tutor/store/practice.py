"""What people practise: sittings with a hand, attempts at its decisions, and what comes back to them.

The store knows no coach: hands, lessons, actions and themes are plain strings, losses plain numbers. A person is given
by their number, ``Person.id``. Functions take a session and leave the commit to the caller; those that write belong in
a transaction begun by :func:`tutor.store.begin_writing`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, TypeAlias, get_args

from sqlalchemy import bindparam, delete, exists, func, select, update
from sqlalchemy.orm import Session

from tutor.store.database import insert_for
from tutor.store.models import ACTION_LENGTH, CODE_LENGTH, Attempt, Review, Sitting, now

AttemptSource: TypeAlias = Literal["hand", "lesson", "analysis", "again", "puzzle"]
ATTEMPT_SOURCES: Final[tuple[str, ...]] = get_args(AttemptSource)
"""A decision of a practice hand, of a lesson, of a recorded hand that is analysed, or of any of these come back; or a
puzzle, played to its end."""

# The statements of every page are made once: to make them takes as long as to execute them.
_SITTING: Final = (
    select(Sitting)
    .where(Sitting.person_id == bindparam("person_id"), Sitting.code == bindparam("code"))
    .execution_options(populate_existing=True)
)
_SITTING_CHANGE: Final = (
    update(Sitting)
    .where(
        Sitting.person_id == bindparam("of_person"),
        Sitting.code == bindparam("of_code"),
        Sitting.version == bindparam("at"),
    )
    .execution_options(synchronize_session=False, populate_existing=True)
    .returning(Sitting)
)
_ANSWERED: Final = select(
    exists().where(
        Attempt.person_id == bindparam("person_id"),
        Attempt.code == bindparam("code"),
        Attempt.place == bindparam("place"),
        Attempt.before == bindparam("before"),
        Attempt.created >= bindparam("since"),
    )
)
_SAME_REVIEW: Final = (
    Review.person_id == bindparam("of_person"),
    Review.code == bindparam("of_code"),
    Review.place == bindparam("of_place"),
    Review.before == bindparam("after"),
)
_REVIEW: Final = select(Review).where(*_SAME_REVIEW).execution_options(populate_existing=True)
_REVIEW_CHANGE: Final = (
    update(Review)
    .where(*_SAME_REVIEW, Review.card == bindparam("last"))
    .values(card=bindparam("to_card"), due=bindparam("to_due"))
    .returning(Review.id)
    .execution_options(synchronize_session=False)
)
_DUE: Final = (
    select(Review)
    .where(Review.person_id == bindparam("person_id"), Review.due <= bindparam("at"))
    .order_by(Review.due, Review.id)
)


class StaleError(ValueError):
    """The sitting has changed since the page was made that asked for the change.

    Attributes:
        sitting: as it stands; None when there is none.
    """

    def __init__(self, sitting: Sitting | None) -> None:
        super().__init__("the sitting has changed meanwhile")
        self.sitting = sitting


def get_sitting(session: Session, person_id: int, code: str) -> Sitting | None:
    """How far the person has come with the hand *code*; None when it was not begun."""
    return session.scalars(_SITTING, {"person_id": person_id, "code": code}).one_or_none()


def keep_sitting(
    session: Session, person_id: int, code: str, *, at: int, actions: Sequence[str], finished: bool = False
) -> Sitting:
    """Keep how far the person has come with the hand *code*: one action more, one taken back, or begun anew.

    Args:
        session: in a transaction begun by ``begin_writing``.
        person_id: whose sitting it is.
        code: the hand's code.
        at: the ``version`` of the sitting that the change was made from; 0 when there was none.
        actions: all that happened so far, in short form.
        finished: whether the hand is over.

    Returns:
        The sitting as it stands now; its ``version`` is one higher.

    Raises:
        StaleError: when the sitting's version is not *at*; nothing is changed. Of two forms sent at once one is taken.
        ValueError: when an action is empty, has a space in it or is longer than 8 letters, or *code* is too long.
    """
    _check_code(code)
    for action in actions:
        _check_action(action)
    values = {"actions": " ".join(actions), "finished": finished, "version": at + 1, "updated": now()}
    if at == 0:
        row = insert_for(session, Sitting).values(person_id=person_id, code=code, **values)
        row = row.on_conflict_do_nothing(index_elements=["person_id", "code"])
        made = row.returning(Sitting).execution_options(populate_existing=True)
        kept: Sitting | None = session.scalars(made).one_or_none()
    else:
        same = {"of_person": person_id, "of_code": code, "at": at}
        kept = session.scalars(_SITTING_CHANGE.values(values), same).one_or_none()
    if kept is None:
        raise StaleError(get_sitting(session, person_id, code))
    return kept


def sittings_of(
    session: Session, person_id: int, *, finished: bool | None = None, limit: int | None = None
) -> Sequence[Sitting]:
    """The person's sittings, the last changed first; only those that are over, or are not, where *finished* says so."""
    query = select(Sitting).where(Sitting.person_id == person_id)
    if finished is not None:
        query = query.where(Sitting.finished.is_(finished))
    return session.scalars(query.order_by(Sitting.updated.desc(), Sitting.id.desc()).limit(limit)).all()


def keep_attempt(
    session: Session,
    person_id: int,
    *,
    source: AttemptSource,
    code: str,
    place: int,
    before: Sequence[str] = (),
    action: str,
    best: bool,
    loss_points: float,
    loss_tricks: float | None = None,
    themes: Sequence[str] = (),
    help_level: int = 0,
    created: datetime | None = None,
) -> Attempt:
    """Keep one decision of the person's; the arguments are as in :class:`~tutor.store.models.Attempt`.

    Without *created* it was made now.

    Raises:
        ValueError: for an unknown source, an action or a theme that is empty or has a space in it, or a text too long.
    """
    if source not in ATTEMPT_SOURCES:
        raise ValueError(f"an attempt's source is one of {', '.join(ATTEMPT_SOURCES)}, not {source!r}")
    _check_code(code)
    for each in (*before, action):
        _check_action(each)
    if any(theme.split() != [theme] or "\0" in theme for theme in themes):
        raise ValueError(f"a theme is one word: {themes!r}")
    attempt = Attempt(
        person_id=person_id,
        source=source,
        code=code,
        place=place,
        before=" ".join(before),
        action=action,
        best=best,
        loss_points=loss_points,
        loss_tricks=loss_tricks,
        themes=" ".join(themes),
        help=help_level,
        created=now() if created is None else created,
    )
    session.add(attempt)
    session.flush()
    return attempt


def attempts_of(
    session: Session,
    person_id: int,
    *,
    source: AttemptSource | None = None,
    code: str | None = None,
    since: datetime | None = None,
) -> Sequence[Attempt]:
    """The person's attempts, the earliest first: of one source, at one hand or lesson, or made at *since* or later."""
    query = select(Attempt).where(Attempt.person_id == person_id)
    if source is not None:
        query = query.where(Attempt.source == source)
    if code is not None:
        query = query.where(Attempt.code == code)
    if since is not None:
        query = query.where(Attempt.created >= since)
    return session.scalars(query.order_by(Attempt.id)).all()


def decision_attempts(
    session: Session, person_id: int, code: str, place: int, before: Sequence[str] = ()
) -> Sequence[Attempt]:
    """The person's attempts at one decision, the earliest first: at *place*, after the calls and cards *before*."""
    query = select(Attempt).where(Attempt.person_id == person_id, Attempt.code == code, Attempt.place == place)
    return session.scalars(query.where(Attempt.before == " ".join(before)).order_by(Attempt.id)).all()


def answered_since(
    session: Session, person_id: int, code: str, place: int, before: Sequence[str] = (), *, since: datetime
) -> bool:
    """Whether the person has an attempt at one decision, as for :func:`decision_attempts`, made at *since* or later."""
    same = {"person_id": person_id, "code": code, "place": place, "before": " ".join(before)}
    return session.execute(_ANSWERED, {**same, "since": since}).scalar_one()


def count_attempts(session: Session, person_id: int) -> int:
    """How many attempts are kept of the person."""
    query = select(func.count()).select_from(Attempt)
    return session.scalars(query.where(Attempt.person_id == person_id)).one()


def lesson_places(session: Session, person_id: int) -> dict[str, dict[int, bool]]:
    """What the person has answered: for each lesson and decision whether the last answer was a best one."""
    query = select(Attempt.code, Attempt.place, Attempt.best)
    query = query.where(Attempt.person_id == person_id, Attempt.source == "lesson").order_by(Attempt.id)
    found: dict[str, dict[int, bool]] = {}
    for code, place, best in session.execute(query):
        found.setdefault(code, {})[place] = best
    return found


def get_review(session: Session, person_id: int, code: str, place: int, before: Sequence[str] = ()) -> Review | None:
    """When the decision *place* of the hand or lesson *code*, after *before*, comes back to the person; or None."""
    return session.scalars(_REVIEW, _same_review(person_id, code, place, before)).one_or_none()


def keep_review(
    session: Session,
    person_id: int,
    code: str,
    place: int,
    before: Sequence[str] = (),
    *,
    card: str,
    due: datetime,
    last: str | None,
) -> bool:
    """Let a decision come back to the person at *due*.

    Args:
        session: in a transaction begun by ``begin_writing``.
        person_id: to whom it comes back.
        code: the hand's code or the lesson's slug.
        place: the number of the action or decision.
        before: the calls and cards before it, in short form.
        card: the new state of its schedule.
        due: when it comes back.
        last: the state that the new one was made from; None when there was none.

    Returns:
        Whether it was kept; False when the state was no longer *last*, as for a form that was sent twice.

    Raises:
        ValueError: when *code* is too long, or *before* has what is no action.
    """
    _check_code(code)
    for action in before:
        _check_action(action)
    if last is None:
        decision = {"code": code, "place": place, "before": " ".join(before)}
        row = insert_for(session, Review).values(person_id=person_id, card=card, due=due, **decision)
        row = row.on_conflict_do_nothing(index_elements=["person_id", "code", "place", "before"])
        return session.scalars(row.returning(Review.id)).one_or_none() is not None
    change = {**_same_review(person_id, code, place, before), "last": last, "to_card": card, "to_due": due}
    return session.scalars(_REVIEW_CHANGE, change).one_or_none() is not None


def drop_review(session: Session, person_id: int, code: str, place: int, before: Sequence[str] = ()) -> None:
    """Let a decision not come back; nothing happens when it does not anyway."""
    session.execute(delete(Review).where(*_SAME_REVIEW), _same_review(person_id, code, place, before))


def due_reviews(session: Session, person_id: int, at: datetime, *, limit: int | None = None) -> Sequence[Review]:
    """What has come back to the person by the moment *at*, the earliest first."""
    query = _DUE if limit is None else _DUE.limit(limit)
    return session.scalars(query, {"person_id": person_id, "at": at}).all()


def later_reviews(session: Session, person_id: int, at: datetime) -> Sequence[Review]:
    """What comes back to the person after the moment *at*, the earliest first."""
    query = select(Review).where(Review.person_id == person_id, Review.due > at)
    return session.scalars(query.order_by(Review.due, Review.id)).all()


def count_due(session: Session, person_id: int, at: datetime) -> int:
    """How many decisions have come back to the person by the moment *at*."""
    query = select(func.count()).select_from(Review)
    return session.scalars(query.where(Review.person_id == person_id, Review.due <= at)).one()


def next_due(session: Session, person_id: int) -> datetime | None:
    """When the next decision comes back to the person, past or to come; None when none does."""
    query = select(Review.due).where(Review.person_id == person_id)
    return session.scalars(query.order_by(Review.due).limit(1)).one_or_none()


def _same_review(person_id: int, code: str, place: int, before: Sequence[str]) -> dict[str, object]:
    """The values for :data:`_SAME_REVIEW`."""
    return {"of_person": person_id, "of_code": code, "of_place": place, "after": " ".join(before)}


def _check_code(code: str) -> None:
    if not 0 < len(code) <= CODE_LENGTH or "\0" in code:
        raise ValueError(f"a code has 1 to {CODE_LENGTH} letters")


def _check_action(action: str) -> None:
    if not 0 < len(action) <= ACTION_LENGTH or action.split() != [action] or "\0" in action:
        raise ValueError(f"an action is one word of at most {ACTION_LENGTH} letters, not {action!r}")
