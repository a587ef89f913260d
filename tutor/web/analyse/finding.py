"""What an address of the analysis board names: a stored record, or a hand that somebody keeps with its side lines."""

import json
from dataclasses import dataclass
from http import HTTPStatus

from flask import abort, redirect, request, url_for

from tutor.notation import record_from_json
from tutor.notation.record import Record
from tutor.store import StudiedHand, db, load_record
from tutor.store.hands import find_hand
from tutor.web.analyse.keeping import side_lines, usual_judging
from tutor.web.analyse.sample import SAMPLE, sample
from tutor.web.analyse.viewing import AS_RECORDED, Judging, SideLine
from tutor.web.people.visitors import current_person


@dataclass(frozen=True, slots=True)
class Found:
    """What stands under a slug.

    Attributes:
        slug: the name in the address.
        record: the hand as it was recorded.
        lines: the side lines kept with it; none for a bare record.
        hand: the kept hand where it is the visitor's own, else None.
        usual: how it is judged where the address does not say it: as when it was kept.
    """

    slug: str
    record: Record
    lines: tuple[SideLine, ...] = ()
    hand: StudiedHand | None = None
    usual: Judging = AS_RECORDED


def find(slug: str) -> Found:
    """What stands under *slug*, the sample included; ends the request with 404 when nothing does.

    A page that is looked at under a former link of a hand is sent on to the hand's own, for good.
    """
    if slug == SAMPLE:
        return Found(slug, sample())
    record = load_record(db.session, slug)
    if record is not None:
        return Found(slug, record)
    hand = find_hand(db.session, slug)
    if hand is None:
        abort(HTTPStatus.NOT_FOUND)
    if hand.slug != slug:
        _send_on(slug, hand)
    person = current_person()
    own = hand if person is not None and person.id == hand.person_id else None
    kept = record_from_json(json.loads(hand.record.document))
    return Found(slug, kept, side_lines(hand), own, usual_judging(hand, kept))


def _send_on(slug: str, hand: StudiedHand) -> None:
    """End a request that looks at the former link *slug* of *hand* by leading to the same page under its own link.

    One that sends something, or that only speaks of the link, as for a page that embeds it, goes on.
    """
    named = request.view_args or {}
    if request.method not in ("GET", "HEAD") or request.endpoint is None or named.get("slug") != slug:
        return
    address = url_for(request.endpoint, **{**named, "slug": hand.slug})
    query = request.query_string.decode("utf-8", "replace")
    abort(redirect(f"{address}?{query}" if query else address, HTTPStatus.MOVED_PERMANENTLY))
