"""The hands that people keep: the record, the lines tried out beside it, and what the coach found in it.

The store knows no coach: lines, contracts and themes are plain strings, losses plain numbers. A person is given by
their number. Functions take a session and leave the commit to the caller; those that write belong in a transaction
begun by :func:`tutor.store.begin_writing`.
"""

import json
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal, TypeAlias, get_args

from sqlalchemy import delete, func, insert, literal, select, tuple_, update
from sqlalchemy.orm import Session, joinedload

from tutor.notation.record import Record
from tutor.store.database import insert_for
from tutor.store.hand_models import FormerLink, HandMistake, StudiedHand
from tutor.store.models import ACTION_LENGTH, Person, StoredRecord, UTCDateTime, now
from tutor.store.records import is_slug, label, new_slug, save_records

Side: TypeAlias = Literal["N", "S", ""]
SIDES: Final[tuple[str, ...]] = get_args(Side)
"""Whose side a hand is seen from: North's, South's, or both."""

LINES_MOST: Final = 24
"""How many lines are kept beside a hand at most."""

LINE_LENGTH: Final = 40
"""How many actions one of them has at most."""

LINE_NAME_LENGTH: Final = 60
"""The most characters of its name."""


class StaleHandError(ValueError):
    """The hand has changed since the page was made that asked for the change.

    Attributes:
        hand: as it stands; None when there is none.
    """

    def __init__(self, hand: StudiedHand | None) -> None:
        super().__init__("the hand has changed meanwhile")
        self.hand = hand


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line tried out, as it is kept.

    Attributes:
        ply: the moment of the record that it leaves from.
        actions: its calls and cards in short form.
        name: given by the person; "" when it has none.
    """

    ply: int
    actions: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class KeptMistake:
    """A mistake as it is kept; the attributes are as in :class:`~tutor.store.hand_models.HandMistake`."""

    ply: int
    seat: str
    phase: str
    action: str
    loss_points: int
    loss_tricks: int
    themes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """What the coach found in a hand; pairs are North's and South's.

    Attributes:
        contract: with its declarer, as ``4SXN``; "" without one.
        tricks: declarer's tricks; None without a contract or an end.
        score: points, North's less South's; None without an end.
        points: points given away.
        right: of the decisions that mattered, those that lost nothing.
        counted: how many decisions mattered.
        turning_ply: the ply of the decision that decided the deal; None without a mistake.
        mistakes: in the order of the deal.
    """

    contract: str
    tricks: int | None
    score: int | None
    points: tuple[int, int]
    right: tuple[int, int]
    counted: tuple[int, int]
    turning_ply: int | None
    mistakes: tuple[KeptMistake, ...]

    def columns(self) -> dict[str, Any]:
        """The values of the hand's own columns."""
        made = tuple(sum(each.seat == seat for each in self.mistakes) for seat in ("N", "S"))
        pairs = {"mistakes": made, "points": self.points, "right": self.right, "counted": self.counted}
        return {
            "contract": self.contract,
            "tricks": self.tricks,
            "score": self.score,
            "turning_ply": self.turning_ply,
            **{
                f"{seat}_{name}": pair[at] for name, pair in pairs.items() for at, seat in enumerate(("north", "south"))
            },
        }


def folded(text: str) -> str:
    """*text* as a search compares it: without case, accents kept, in one form of Unicode."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def search_words(record: Record) -> str:
    """What a search looks through: the names and all tags of *record* in folded form."""
    texts = (*record.players, *(value for _, value in record.tags))
    return folded("\n".join(label(text) for text in texts if text))


def played_on(record: Record) -> date | None:
    """The day that *record* names as the one it was played on, as PBN has it (``2026.05.04``); None without one."""
    return day_written(dict(record.tags).get("Date", ""))


def day_written(text: str) -> date | None:
    """The day that *text* names as PBN has it (``2026.05.04``); None when it names none."""
    try:
        return date.fromisoformat(text.replace(".", "-"))
    except ValueError:
        return None


def write_lines(lines: Sequence[KeptLine]) -> str:
    """*lines* as they are kept.

    Raises:
        ValueError: when there are too many, or one is empty, too long or leaves from before the beginning.
    """
    if len(lines) > LINES_MOST:
        raise ValueError(f"at most {LINES_MOST} lines are kept beside a hand")
    for line in lines:
        short = all(0 < len(each) <= ACTION_LENGTH and each.isascii() and each.isalnum() for each in line.actions)
        if line.ply < 0 or not 0 < len(line.actions) <= LINE_LENGTH or not short or len(line.name) > LINE_NAME_LENGTH:
            raise ValueError(f"no line that can be kept: {line!r}")
    rows = [{"ply": each.ply, "actions": list(each.actions), "name": label(each.name)} for each in lines]
    return json.dumps(rows, separators=(",", ":"))


def lines_of(hand: StudiedHand) -> tuple[KeptLine, ...]:
    """The lines kept beside *hand*."""
    return tuple(KeptLine(each["ply"], tuple(each["actions"]), each["name"]) for each in json.loads(hand.lines))


def joined_lines(first: Sequence[KeptLine], others: Sequence[KeptLine]) -> tuple[KeptLine, ...]:
    """The lines of *first* and those of *others* that are not among them, as many as are kept."""
    known = {(each.ply, each.actions) for each in first}
    return (*first, *(each for each in others if (each.ply, each.actions) not in known))[:LINES_MOST]


def fresh_slugs(session: Session, count: int) -> list[str]:
    """*count* new links that lead to no record and never led to a hand; that none does so now the table itself sees."""
    found: set[str] = set()
    while len(found) < count:
        drawn = {new_slug() for _ in range(count - len(found))}
        records = select(StoredRecord.slug).where(StoredRecord.slug.in_(drawn))
        taken = records.union_all(select(FormerLink.slug).where(FormerLink.slug.in_(drawn)))
        found |= drawn - set(session.scalars(taken))
    return list(found)


def find_hand(session: Session, slug: str) -> StudiedHand | None:
    """The hand under the link *slug*, its own or a former one, its ``record`` with it; None when there is none."""
    if not is_slug(slug):
        return None
    own = select(StudiedHand.id).where(StudiedHand.slug == slug)
    meant = own.union_all(select(FormerLink.hand_id).where(FormerLink.slug == slug))
    query = select(StudiedHand).where(StudiedHand.id.in_(meant)).options(joinedload(StudiedHand.record))
    return session.scalars(query.execution_options(populate_existing=True)).one_or_none()


def hand_of(session: Session, person_id: int, slug: str) -> StudiedHand | None:
    """The person's own hand of the record or the hand under *slug*, its ``record`` with it; None without one.

    The link of somebody else's hand leads to the person's own copy of the same record, and so does a former link.
    """
    if not is_slug(slug):
        return None
    former = select(StudiedHand.record_id).join(FormerLink, FormerLink.hand_id == StudiedHand.id)
    record = select(StoredRecord.id).where(StoredRecord.slug == slug)
    meant = record.union_all(
        select(StudiedHand.record_id).where(StudiedHand.slug == slug), former.where(FormerLink.slug == slug)
    )
    query = select(StudiedHand).where(StudiedHand.person_id == person_id, StudiedHand.record_id.in_(meant))
    query = query.options(joinedload(StudiedHand.record)).execution_options(populate_existing=True)
    return session.scalars(query).one_or_none()


def keep_hand(
    session: Session,
    person_id: int,
    record: StoredRecord,
    *,
    about: Record,
    rules: str,
    opponent: str = "perfect",
    lines: Sequence[KeptLine] = (),
    title: str = "",
    seat: str = "",
) -> StudiedHand:
    """Keep a hand for the person that they did not have yet, under a link of its own.

    Args:
        session: in a transaction begun by ``begin_writing``.
        person_id: whose it will be.
        record: the stored record.
        about: what it holds, as it is judged.
        rules: the ruleset in words by which it is judged.
        opponent: whom the calls are judged against.
        lines: the lines tried out.
        title: what the person calls it.
        seat: their own side.

    Raises:
        StaleHandError: when they have this record already; nothing is changed. Of two forms sent at once one is taken.
        ValueError: for lines or a seat that cannot be kept.
    """
    if seat not in SIDES:
        raise ValueError(f"a side is N, S or neither, not {seat!r}")
    title = label(title)
    values = {
        "slug": fresh_slugs(session, 1)[0],
        "person_id": person_id,
        "record_id": record.id,
        "title": title,
        "seat": seat,
        "lines": write_lines(lines),
        "rules": rules,
        "opponent": opponent,
        "day": played_on(about) or now().date(),
        "words": search_words(about),
        "folded_title": folded(title),
    }
    made = session.scalars(
        insert_for(session, StudiedHand)
        .values(**values)
        .on_conflict_do_nothing(index_elements=["person_id", "record_id"])
        .returning(StudiedHand.slug)
    ).one_or_none()
    if made is None:
        raise StaleHandError(hand_of(session, person_id, record.slug))
    found = find_hand(session, made)
    assert found is not None
    return found


def change_hand(session: Session, person_id: int, slug: str, *, at: int, **values: object) -> StudiedHand:
    """Change the person's own hand under *slug*.

    Args:
        session: in a transaction begun by ``begin_writing``.
        person_id: whose it is; somebody else's hand is not found.
        slug: the hand's link, its own or a former one.
        at: the ``version`` of the hand that the change was made from.
        values: columns and their new values: ``title``, ``seat``, ``listed``, ``rules``, ``opponent``, or ``lines`` as
            a sequence of :class:`KeptLine`.

    Raises:
        StaleHandError: when its version is not *at*, or there is no such hand; nothing is changed.
        ValueError: for a value that cannot be kept.
    """
    changed = _checked(values)
    found = find_hand(session, slug)
    if found is None or found.person_id != person_id:
        raise StaleHandError(None)
    same = (StudiedHand.id == found.id, StudiedHand.person_id == person_id, StudiedHand.version == at)
    change = update(StudiedHand).where(*same).values(**changed, version=at + 1, updated=now())
    done = session.scalars(change.returning(StudiedHand.id).execution_options(synchronize_session=False)).one_or_none()
    found = find_hand(session, slug)
    if done is None or found is None:
        raise StaleHandError(found)
    return found


def _checked(values: dict[str, object]) -> dict[str, object]:
    """The columns that *values* change.

    Raises:
        ValueError: for a value that cannot be kept.
    """
    unknown = values.keys() - {"title", "seat", "listed", "lines", "rules", "opponent"}
    if unknown:
        raise ValueError(f"not to be changed: {', '.join(sorted(unknown))}")
    changed = dict(values)
    if "title" in changed:
        changed["title"] = label(str(changed["title"]))
        changed["folded_title"] = folded(str(changed["title"]))
    if changed.get("seat", "") not in SIDES:
        raise ValueError(f"a side is N, S or neither, not {changed['seat']!r}")
    if "lines" in changed:
        lines = changed["lines"]
        assert isinstance(lines, Sequence)
        changed["lines"] = write_lines(lines)
    return changed


@dataclass(frozen=True, slots=True)
class NewHand:
    """A game that was analysed before it is kept.

    Attributes:
        record: what was read, as it is judged.
        row: the row that keeps it, made by :func:`tutor.store.records.row_of`.
        seat: the person's own side.
        figures: what the coach found.
    """

    record: Record
    row: dict[str, Any]
    seat: str
    figures: Figures


def add_hands(
    session: Session, person_id: int, hands: Sequence[NewHand], *, upload_id: int | None = None, opponent: str
) -> int:
    """Keep *hands* for the person; those that they have already stay as they are.

    Returns:
        How many were new.
    """
    if not hands:
        return 0
    places = save_records(session, [each.row for each in hands])
    wanted = {place.id: hand for place, hand in zip(reversed(places), reversed(hands), strict=True)}
    moment = now()
    slugs = fresh_slugs(session, len(wanted))
    rows = [
        {
            "slug": slug,
            "person_id": person_id,
            "record_id": number,
            "upload_id": upload_id,
            "seat": hand.seat,
            "rules": str(hand.record.ruleset),
            "opponent": opponent,
            "day": played_on(hand.record) or moment.date(),
            "words": search_words(hand.record),
            "analysed": moment,
            **hand.figures.columns(),
        }
        for slug, (number, hand) in zip(slugs, sorted(wanted.items()), strict=True)
    ]
    statement = insert_for(session, StudiedHand).on_conflict_do_nothing(index_elements=["person_id", "record_id"])
    session.execute(statement, rows)
    made = session.execute(select(StudiedHand.id, StudiedHand.record_id).where(StudiedHand.slug.in_(slugs))).all()
    mistakes = [row for number, record_id in made for row in mistake_rows(number, wanted[record_id].figures)]
    if mistakes:
        session.execute(insert(HandMistake), mistakes)
    return len(made)


def keep_figures(session: Session, hand_id: int, figures: Figures) -> None:
    """Keep what the coach found in a hand, in the place of what it found before."""
    session.execute(delete(HandMistake).where(HandMistake.hand_id == hand_id))
    values = {**figures.columns(), "analysed": now()}
    change = update(StudiedHand).where(StudiedHand.id == hand_id).values(**values)
    session.execute(change.execution_options(synchronize_session=False))
    if figures.mistakes:
        session.execute(insert(HandMistake), mistake_rows(hand_id, figures))


def mistake_rows(hand_id: int, figures: Figures) -> list[dict[str, Any]]:
    """The rows of the mistakes in *figures*.

    Raises:
        ValueError: for a theme that is not one word.
    """
    for theme in (theme for each in figures.mistakes for theme in each.themes):
        if theme.split() != [theme] or "\0" in theme:
            raise ValueError(f"a theme is one word: {theme!r}")
    return [
        {
            "hand_id": hand_id,
            "ply": each.ply,
            "seat": each.seat,
            "phase": each.phase,
            "action": each.action,
            "loss_points": each.loss_points,
            "loss_tricks": each.loss_tricks,
            "themes": " ".join(each.themes),
        }
        for each in figures.mistakes
    ]


def mistakes_of(session: Session, hand_id: int) -> Sequence[HandMistake]:
    """The mistakes in a hand, in the order of the deal."""
    return session.scalars(select(HandMistake).where(HandMistake.hand_id == hand_id).order_by(HandMistake.ply)).all()


def delete_hand(session: Session, person_id: int, slug: str) -> bool:
    """Delete the person's own hand under *slug* with its lines, mistakes and former links; whether there was one.

    The record stays. A former link deletes nothing: what it was made for is not the hand that it leads to now.
    """
    if not is_slug(slug):
        return False
    own = delete(StudiedHand).where(StudiedHand.person_id == person_id, StudiedHand.slug == slug)
    return bool(session.scalars(own.returning(StudiedHand.id)).all())


def count_hands(session: Session, person_id: int) -> int:
    """How many hands the person keeps."""
    return session.scalars(select(func.count()).where(StudiedHand.person_id == person_id)).one()


def published_hands(session: Session, count: int = 20, after: StudiedHand | None = None) -> Sequence[StudiedHand]:
    """The *count* listed hands of account holders changed last, the newest first; only those behind *after*."""
    query = select(StudiedHand).join(Person, Person.id == StudiedHand.person_id)
    query = query.where(StudiedHand.listed.is_(True), Person.name.is_not(None))
    place = tuple_(StudiedHand.updated, StudiedHand.id)
    if after is not None:
        query = query.where(place < tuple_(literal(after.updated, UTCDateTime), literal(after.id)))
    return session.scalars(query.order_by(StudiedHand.updated.desc(), StudiedHand.id.desc()).limit(count)).all()
