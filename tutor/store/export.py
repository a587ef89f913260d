"""All that is kept of a person, for the person."""

import base64
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import inspect, select
from sqlalchemy.orm import Session, joinedload, undefer

from tutor.store.hand_models import FormerLink, HandMistake, StudiedHand, Upload, UploadFault
from tutor.store.models import Attempt, Base, Browser, Person, RecoveryCode, Review, Sitting, columns_of
from tutor.store.people import settings_of
from tutor.store.posted_models import Administrator, Comment, Moderation, PostedPuzzle, Report
from tutor.store.ratings import export_ratings
from tutor.store.uploads import FAULT_ORDER, read_message

FORMAT: Final = "draw-bridge-tutor person"
VERSION: Final = 1

# The database's own numbers, what is told under another name, and the folded texts of the search.
HAND_LEFT_OUT: Final = ("id", "person_id", "record_id", "upload_id", "version", "lines", "folded_title", "words")
# The workers' own as well.
UPLOAD_LEFT_OUT: Final = ("id", "person_id", "content", "worker", "tries", "heartbeat", "place")

# The database's own numbers, and what is made of the puzzle to compare it with others.
POSTED_LEFT_OUT: Final = ("id", "person_id", "puzzle_id", "comment_id", "likeness")


def export_person(session: Session, person: Person) -> dict[str, Any]:
    """Everything that is kept of *person*, as values for JSON: times in ISO 8601, actions and themes as lists.

    Left out is what would let a reader of the file in: the hashes of the password and of the recovery codes, and the
    keys of the browsers. The database's own numbers are left out as well.
    """

    def rows(model: type[Base], *order: Any) -> Sequence[Any]:
        owner = inspect(model).columns["person_id"]
        return session.scalars(select(model).where(owner == person.id).order_by(*order)).all()

    return {
        "format": FORMAT,
        "version": VERSION,
        "name": person.name,
        "created": _moment(person.created),
        "seen": _moment(person.seen),
        "settings": settings_of(person),
        "browsers": [{"created": _moment(each.created)} for each in rows(Browser, Browser.id)],
        "recovery_codes": [{"used": _moment(each.used)} for each in rows(RecoveryCode, RecoveryCode.id)],
        "sittings": [
            {
                "code": each.code,
                "actions": list(each.taken),
                "finished": each.finished,
                "changes": each.version,
                "created": _moment(each.created),
                "updated": _moment(each.updated),
            }
            for each in rows(Sitting, Sitting.id)
        ],
        "attempts": [
            {
                "source": each.source,
                "code": each.code,
                "place": each.place,
                "before": each.before.split(),
                "action": each.action,
                "best": each.best,
                "loss_points": each.loss_points,
                "loss_tricks": each.loss_tricks,
                "themes": list(each.theme_names),
                "help": each.help,
                "created": _moment(each.created),
            }
            for each in rows(Attempt, Attempt.id)
        ],
        "reviews": [
            {
                "code": each.code,
                "place": each.place,
                "before": each.before.split(),
                "due": _moment(each.due),
                "card": _card(each.card),
            }
            for each in rows(Review, Review.due, Review.id)
        ],
        **_hands(session, person),
        **_posted(session, person),
        **export_ratings(session, person.id),
    }


def _posted(session: Session, person: Person) -> dict[str, Any]:
    """What *person* has posted and said of others' puzzles, and what they did as an administrator."""

    def rows(model: type[Base]) -> list[dict[str, Any]]:
        owner, number = inspect(model).columns["person_id"], inspect(model).primary_key[0]
        found = session.scalars(select(model).where(owner == person.id).order_by(number))
        return [columns_of(each, POSTED_LEFT_OUT) for each in found]

    reports = select(Report, PostedPuzzle.slug, Comment.slug).where(Report.person_id == person.id).order_by(Report.id)
    reports = reports.outerjoin(PostedPuzzle, Report.puzzle_id == PostedPuzzle.id)
    return {
        "posted_puzzles": [
            {**each, "document": json.loads(each["document"]), "themes": each["themes"].split()}
            for each in rows(PostedPuzzle)
        ],
        "comments": rows(Comment),
        "reports": [
            {**columns_of(each, POSTED_LEFT_OUT), "puzzle": puzzle, "comment": comment}
            for each, puzzle, comment in session.execute(reports.outerjoin(Comment, Report.comment_id == Comment.id))
        ],
        "administrators": rows(Administrator),
        "moderations": rows(Moderation),
    }


def _hands(session: Session, person: Person) -> dict[str, Any]:
    """The hands that *person* keeps, each with its record, mistakes and former links, and the files sent."""
    query = select(StudiedHand).where(StudiedHand.person_id == person.id).order_by(StudiedHand.id)
    own = select(StudiedHand.id).where(StudiedHand.person_id == person.id)
    mistakes: dict[int, list[HandMistake]] = {}
    for mistake in session.scalars(select(HandMistake).where(HandMistake.hand_id.in_(own)).order_by(HandMistake.ply)):
        mistakes.setdefault(mistake.hand_id, []).append(mistake)
    former: dict[int, list[str]] = {}
    for link in session.scalars(select(FormerLink).where(FormerLink.hand_id.in_(own)).order_by(FormerLink.slug)):
        former.setdefault(link.hand_id, []).append(link.slug)
    sent = select(Upload).where(Upload.person_id == person.id).order_by(Upload.id)
    uploads = session.scalars(sent.options(undefer(Upload.content))).all()
    came_with = {each.id: each.slug for each in uploads}
    faults: dict[int, list[UploadFault]] = {}
    told = select(UploadFault).join(Upload, Upload.id == UploadFault.upload_id).where(Upload.person_id == person.id)
    for fault in session.scalars(told.order_by(*FAULT_ORDER)):
        faults.setdefault(fault.upload_id, []).append(fault)
    return {
        "hands": [
            {
                **columns_of(each, HAND_LEFT_OUT),
                "lines": json.loads(each.lines),
                "record": json.loads(each.record.document),
                "upload": None if each.upload_id is None else came_with.get(each.upload_id),
                "changes": each.version,
                "former_links": former.get(each.id, []),
                "mistakes": [
                    {**columns_of(one, ("id", "hand_id", "themes")), "themes": list(one.theme_names)}
                    for one in mistakes.get(each.id, [])
                ],
            }
            for each in session.scalars(query.options(joinedload(StudiedHand.record)))
        ],
        "uploads": [
            {
                **columns_of(each, UPLOAD_LEFT_OUT),
                "content": None if each.content is None else base64.b64encode(each.content).decode("ascii"),
                "faults": [
                    {"game": fault.game, "line": fault.line, "message": str(read_message(fault.message))}
                    for fault in faults.get(each.id, [])
                ],
            }
            for each in uploads
        ],
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _card(card: str) -> Any:
    """The state of a schedule as the value that it writes; as text when it writes none."""
    try:
        return json.loads(card)
    except ValueError:
        return card
