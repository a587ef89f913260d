"""The hands of a person in lists and sums: filtered, sorted, a page at a time, and their mistakes by theme.

What is *own* in a hand is what belongs to the person's side of it: North's, South's, or both together where no side
was named. Nothing here looks at a record; every question is answered by a few statements, however many hands there are.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from sqlalchemy import ColumnElement, Select, and_, case, func, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from tutor.store.hand_models import HandMistake, StudiedHand
from tutor.store.hands import folded
from tutor.store.models import StoredRecord

Result: TypeAlias = Literal["", "won", "lost", "even", "open"]
RESULTS: Final[tuple[str, ...]] = get_args(Result)
"""Any; the own side scored, or the opponent; nobody did; the deal has no end. The first two need an own side."""

Errors: TypeAlias = Literal["", "none", "some"]
ERRORS: Final[tuple[str, ...]] = get_args(Errors)
"""Any; hands without own mistakes; hands with some."""

Order: TypeAlias = Literal["day", "-day", "points", "-points", "accuracy", "-accuracy", "saved", "-saved"]
ORDERS: Final[tuple[str, ...]] = get_args(Order)
"""What a list is sorted by; with a minus the greatest comes first."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which hands are meant; everything is, where nothing is said.

    Attributes:
        rules: the ruleset in words.
        seat: ``N`` or ``S``: hands whose own side this is; ``-`` for those without one.
        result: one of :data:`RESULTS`.
        errors: one of :data:`ERRORS`.
        theme: hands with an own mistake of this theme.
        since: played on this day or later.
        until: played on this day or earlier.
        text: words that all stand in the title, the names or what else the record says.
        upload_id: hands that came with this file.
    """

    rules: str = ""
    seat: str = ""
    result: str = ""
    errors: str = ""
    theme: str = ""
    since: date | None = None
    until: date | None = None
    text: str = ""
    upload_id: int | None = None


class Listed(NamedTuple):
    """A hand in a list.

    Attributes:
        hand: the hand, without its record.
        slug: the link of the record.
        north: North's name.
        south: South's.
        event: the event's name.
    """

    hand: StudiedHand
    slug: str
    north: str
    south: str
    event: str


class Moment(NamedTuple):
    """A mistake and the hand it was made in.

    Attributes:
        slug: the hand's link.
        title: the hand's title.
        day: when it was played.
        ply: where in the hand.
        seat: who made it.
        action: what was called or played.
        loss_points: what it cost.
        themes: its themes.
    """

    slug: str
    title: str
    day: date
    ply: int
    seat: str
    action: str
    loss_points: int
    themes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThemeSum:
    """The own mistakes of a theme.

    Attributes:
        theme: its name; "" for the mistakes in which none was recognised.
        mistakes: how many there are.
        points: what they cost in all.
    """

    theme: str
    mistakes: int
    points: int


class Total(NamedTuple):
    """Sums over hands, of the own side.

    Attributes:
        hands: how many hands.
        analysed: how many of them the coach is done with.
        mistakes: own mistakes in these.
        points: points they gave away.
        right: decisions that mattered and lost nothing.
        counted: decisions that mattered.
    """

    hands: int
    analysed: int
    mistakes: int
    points: int
    right: int
    counted: int


def own(north: InstrumentedAttribute[Any], south: InstrumentedAttribute[Any]) -> ColumnElement[Any]:
    """What belongs to the own side, of North's and South's."""
    return case((StudiedHand.seat == "N", north), (StudiedHand.seat == "S", south), else_=north + south)


def own_points() -> ColumnElement[Any]:
    """Points that the own side gave away."""
    return own(StudiedHand.north_points, StudiedHand.south_points)


def own_mistakes() -> ColumnElement[Any]:
    """How many mistakes the own side made."""
    return own(StudiedHand.north_mistakes, StudiedHand.south_mistakes)


def _own_right() -> ColumnElement[Any]:
    return own(StudiedHand.north_right, StudiedHand.south_right)


def _own_counted() -> ColumnElement[Any]:
    return own(StudiedHand.north_counted, StudiedHand.south_counted)


def _is_own_mistake(mistake: type[HandMistake] = HandMistake) -> ColumnElement[bool]:
    return or_(StudiedHand.seat == "", StudiedHand.seat == mistake.seat)


def conditions(person_id: int, wanted: Wanted) -> list[ColumnElement[bool]]:
    """What holds of the person's hands that are *wanted*."""
    hand = StudiedHand
    found: list[ColumnElement[bool]] = [hand.person_id == person_id]
    if wanted.rules:
        found.append(hand.rules == wanted.rules)
    if wanted.seat:
        found.append(hand.seat == wanted.seat.strip("-"))
    if wanted.result:
        found.append(_RESULT[wanted.result])
    if wanted.errors:
        found.append(own_mistakes() > 0 if wanted.errors == "some" else own_mistakes() == 0)
    if wanted.theme:
        found.append(_has_theme(wanted.theme))
    if wanted.since is not None:
        found.append(hand.day >= wanted.since)
    if wanted.until is not None:
        found.append(hand.day <= wanted.until)
    if wanted.upload_id is not None:
        found.append(hand.upload_id == wanted.upload_id)
    found += [_says(word) for word in folded(wanted.text).replace("\0", " ").split()]
    return found


def _says(word: str) -> ColumnElement[bool]:
    return or_(*(text.contains(word, autoescape=True) for text in (StudiedHand.words, StudiedHand.folded_title)))


_ADVANTAGE: Final = case(
    (StudiedHand.seat == "N", StudiedHand.score), (StudiedHand.seat == "S", -StudiedHand.score), else_=None
)
_RESULT: Final[dict[str, ColumnElement[bool]]] = {
    "won": _ADVANTAGE > 0,
    "lost": _ADVANTAGE < 0,
    "even": StudiedHand.score == 0,
    "open": and_(StudiedHand.score.is_(None), StudiedHand.analysed.is_not(None)),
}


def _has_theme(theme: str) -> ColumnElement[bool]:
    # By another name than where mistakes themselves are asked for: those with other themes count there as well.
    mistake = aliased(HandMistake)
    themed = (" " + mistake.themes + " ").contains(f" {theme} ", autoescape=True)
    own_one = select(mistake.id).where(mistake.hand_id == StudiedHand.id, themed, _is_own_mistake(mistake))
    return own_one.correlate(StudiedHand).exists()


def _order(order: str) -> tuple[Any, ...]:
    """The expressions that a list is sorted by; the hand's number decides between equals, so that pages do not overlap.

    Hands that are not analysed, or of which nothing counts, come last.
    """
    keys: dict[str, Any] = {
        "day": StudiedHand.day,
        "points": own_points(),
        "accuracy": 1.0 * _own_right() / func.nullif(_own_counted(), 0),
        "saved": StudiedHand.created,
    }
    key = keys[order.lstrip("-")]
    if order.startswith("-"):
        return key.is_(None), key.desc(), StudiedHand.id.desc()
    return key.is_(None), key, StudiedHand.id


def list_hands(
    session: Session, person_id: int, wanted: Wanted, *, order: str = "-day", offset: int = 0, limit: int = 50
) -> Sequence[Listed]:
    """A page of the person's hands that are *wanted*.

    Args:
        session: where to ask.
        person_id: whose hands.
        wanted: which.
        order: one of :data:`ORDERS`.
        offset: how many come before the page.
        limit: how many are on it.
    """
    # First which hands, then what is said of them: the sorting carries numbers, not whole rows.
    page = select(StudiedHand.id).where(*conditions(person_id, wanted)).order_by(*_order(order))
    numbers = session.scalars(page.offset(offset).limit(limit)).all()
    record = StoredRecord
    query = select(StudiedHand, record.slug, record.north, record.south, record.title)
    query = query.join(record, record.id == StudiedHand.record_id).where(StudiedHand.id.in_(numbers))
    found = {row[0].id: Listed(*row) for row in session.execute(query.execution_options(populate_existing=True))}
    return [found[number] for number in numbers if number in found]


def total_of(session: Session, person_id: int, wanted: Wanted) -> Total:
    """Sums over the person's hands that are *wanted*."""
    sums = (func.sum(each()) for each in (own_mistakes, own_points, _own_right, _own_counted))
    query = select(func.count(), func.count(StudiedHand.analysed), *sums).where(*conditions(person_id, wanted))
    return Total(*(each or 0 for each in session.execute(query).one()))


def rules_of(session: Session, person_id: int) -> Sequence[str]:
    """The rulesets by which the person's hands are judged, in words, the most frequent first."""
    query = select(StudiedHand.rules).where(StudiedHand.person_id == person_id).group_by(StudiedHand.rules)
    return session.scalars(query.order_by(func.count().desc(), StudiedHand.rules)).all()


def _mistakes(person_id: int, wanted: Wanted, *columns: Any) -> Select[Any]:
    """The own mistakes in the person's hands that are *wanted*."""
    query = select(*columns).join(StudiedHand, StudiedHand.id == HandMistake.hand_id)
    return query.where(*conditions(person_id, wanted), _is_own_mistake())


def sum_themes(session: Session, person_id: int, wanted: Wanted) -> list[ThemeSum]:
    """The own mistakes by theme, the costliest first; one with two themes counts for both."""
    query = _mistakes(person_id, wanted, HandMistake.themes, func.count(), func.sum(HandMistake.loss_points))
    counts: Counter[str] = Counter()
    points: Counter[str] = Counter()
    for themes, count, lost in session.execute(query.group_by(HandMistake.themes)):
        for theme in themes.split() or [""]:
            counts[theme] += count
            points[theme] += lost
    found = [ThemeSum(theme, counts[theme], points[theme]) for theme in counts]
    return sorted(found, key=lambda each: (not each.theme, -each.points, each.theme))


def moments_of(
    session: Session, person_id: int, wanted: Wanted, *, theme: str | None = None, limit: int = 20
) -> list[Moment]:
    """The own mistakes that cost most, of *theme* where one is named ("" for those without any)."""
    mistake, hand = HandMistake, StudiedHand
    columns = (hand.slug, hand.title, hand.day, mistake.ply, mistake.seat, mistake.action, mistake.loss_points)
    query = _mistakes(person_id, wanted, *columns, mistake.themes)
    if theme == "":
        query = query.where(mistake.themes == "")
    elif theme is not None:
        query = query.where((" " + mistake.themes + " ").contains(f" {theme} ", autoescape=True))
    query = query.order_by(mistake.loss_points.desc(), hand.day.desc(), mistake.id.desc()).limit(limit)
    return [Moment(*row)._replace(themes=tuple(row.themes.split())) for row in session.execute(query)]


def losses_over_time(session: Session, person_id: int, wanted: Wanted, *, limit: int) -> list[tuple[date, int]]:
    """For the person's last *limit* analysed hands the day and the points that the own side gave away, oldest first."""
    hand = StudiedHand
    query = select(hand.day, own_points()).where(*conditions(person_id, wanted), hand.analysed.is_not(None))
    query = query.order_by(hand.day.desc(), hand.id.desc()).limit(limit)
    return [(day, points) for day, points in session.execute(query)][::-1]
