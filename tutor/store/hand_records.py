"""What the records of a few kept hands say and the hands' own rows do not: for one page of a list, never for all."""

import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from tutor.store.hand_models import StudiedHand
from tutor.store.hands import day_written
from tutor.store.models import StoredRecord

UNKNOWN: Final = "?#- "
"""What PBN writes for a value that is not known, of one or more of these."""


class Written(NamedTuple):
    """A hand and what its record says.

    Attributes:
        hand: the hand, without its record.
        event: where it was played; "" when nothing is said.
        board: its number there; "" when nothing is said.
        dated: whether the record says when it was played; else the hand's day is the one on which it was kept.
        before: how many recorded actions come before the play: cards of the draw phase and calls.
    """

    hand: StudiedHand
    event: str
    board: str
    dated: bool
    before: int


def written_of(session: Session, slugs: Iterable[str]) -> dict[str, Written]:
    """What the records of the hands with the links *slugs* say, by these links; one statement."""
    query = select(StudiedHand, StoredRecord.document).join(StoredRecord, StoredRecord.id == StudiedHand.record_id)
    rows = session.execute(query.where(StudiedHand.slug.in_(set(slugs))))
    return {hand.slug: _written(hand, json.loads(document)) for hand, document in rows}


def _written(hand: StudiedHand, document: dict[str, Any]) -> Written:
    tags = {name: value for name, value in document.get("tags", ()) if value.strip(UNKNOWN)}
    draw = document.get("draw") or {}
    before = len(draw.get("played", ())) + len(document.get("calls") or ())
    return Written(
        hand, tags.get("Event", ""), tags.get("Board", ""), day_written(tags.get("Date", "")) is not None, before
    )
