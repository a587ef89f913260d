"""A hand on the analysis board is kept: saved with its side lines, named, published, deleted.

Looking stores nothing; these forms do. Each but the one that deletes says which version of the hand its page showed,
and one that comes too late changes nothing. What somebody else keeps is not found here, whoever knows its link.
"""

from dataclasses import replace
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import parse_qsl

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.supposing import with_price
from tutor.messages import translate
from tutor.notation.record import Record
from tutor.rules import action_name
from tutor.store import StoredRecord, StudiedHand, db, load_record
from tutor.store.hands import (
    KeptLine,
    StaleHandError,
    change_hand,
    delete_hand,
    find_hand,
    hand_of,
    joined_lines,
    keep_figures,
    keep_hand,
    lines_of,
)
from tutor.store.records import label, save_record
from tutor.web.analyse.sample import SAMPLE, sample
from tutor.web.analyse.viewing import Judging, SideLine, Viewing, of_record, read_tried, read_viewing
from tutor.web.people.visitors import current_person, held_person
from tutor.web.storage import trouble
from tutor.worker.judging import judge

keeping = Blueprint("keeping", __name__)

MOST_VIEW: Final = 16_000
"""The most characters of an address's parameters that are read."""


def kept_line(line: SideLine) -> KeptLine:
    """*line* as it is kept."""
    return KeptLine(line.ply, tuple(action_name(action) for action in line.actions), line.name)


def side_line(line: KeptLine) -> SideLine:
    """*line* as the board has it."""
    return SideLine(line.ply, read_tried("-".join(line.actions)), line.name)


def side_lines(hand: StudiedHand) -> tuple[SideLine, ...]:
    """The lines kept beside *hand*; one that can no longer be read is left out."""
    return tuple(line for line in map(side_line, lines_of(hand)) if line.actions)


def usual_judging(hand: StudiedHand, record: Record) -> Judging:
    """How *hand*, a kept one of *record*, is judged where an address does not say it: as when it was kept."""
    priced = not record.ruleset.undertrick and hand.rules == str(with_price(record).ruleset)
    return Judging("natural" if hand.opponent == "natural" else "perfect", priced)


def own_hand(slug: str) -> StudiedHand | None:
    """The visitor's own hand of what stands under *slug*, be that a record or somebody's hand; None without one.

    A page that needs no database otherwise is shown without it.
    """
    try:
        person = current_person()
        return None if person is None else hand_of(db.session, person.id, slug)
    except SQLAlchemyError as error:
        if trouble(error) is None:
            raise
        db.session.rollback()
        return None


@keeping.app_context_processor
def for_pages() -> dict[str, Any]:
    """What the board's page asks about its hand."""
    return {"own_hand": own_hand}


def _record_under(slug: str) -> tuple[Record, str | None, StudiedHand | None]:
    """The record that stands under *slug*, as a record, as somebody's hand or as the sample; its own link; the hand.

    The sample has no link before somebody keeps it. Ends the request with 404 when there is nothing.
    """
    if slug == SAMPLE:
        return sample(), None, None
    record = load_record(db.session, slug)
    if record is not None:
        return record, slug, None
    hand = find_hand(db.session, slug)
    if hand is None:
        abort(HTTPStatus.NOT_FOUND)
    stored = load_record(db.session, hand.record.slug)
    assert stored is not None
    return stored, hand.record.slug, hand


def _version() -> int:
    """Which version of the hand the form's page showed; 0 for none."""
    text = request.form.get("at", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _view(record: Record, hand: StudiedHand | None) -> Viewing:
    """What the form's page showed, as its address says; of a kept hand its lines, too, where that names none."""
    text = request.form.get("view", "")[:MOST_VIEW].lstrip("?")
    args = dict(reversed(parse_qsl(text, keep_blank_values=True)))
    if hand is None:
        return read_viewing(args, record)
    return read_viewing(args, record, side_lines(hand), usual_judging(hand, record))


@keeping.post("/analyse/<slug>/save")
def save(slug: str) -> ResponseReturnValue:
    """Keep the hand with its side lines for the visitor, or the lines of the page beside the hand that they keep.

    The lines of a supposed hand are none of the recorded one: its address keeps them, and the page says so.
    """
    record, own, shown = _record_under(slug)
    view = _view(record, shown)
    all_lines = (*view.lines, *view.unfit)
    lines = tuple(kept_line(line) for line in (of_record(all_lines, record) if view.supposed else all_lines))
    judged = with_price(record) if view.priced else record
    rules = str(judged.ruleset)
    # What takes long comes before the transaction: other writers wait for it.
    known = own_hand(slug)
    found = None if known is not None else judge(judged, opponent=view.opponent)
    person = current_person(create=True)
    assert person is not None
    at, joining = _version(), "join" in request.form
    try:
        if at:
            mine = hand_of(db.session, person.id, slug)
            kept = joined_lines(lines_of(mine), lines) if mine is not None and joining else lines
            hand = change_hand(db.session, person.id, "" if mine is None else mine.slug, at=at, lines=kept)
        else:
            row = own if own is not None else save_record(db.session, record, source="pbn")
            stored = db.session.scalars(select(StoredRecord).where(StoredRecord.slug == row)).one()
            hand = keep_hand(
                db.session,
                person.id,
                stored,
                about=record,
                rules=rules,
                opponent=view.opponent,
                lines=lines,
            )
            if found is not None:
                keep_figures(db.session, hand.id, found)
    except StaleHandError as error:
        if error.hand is not None and not at and lines_of(error.hand) == lines:
            return _sent_twice(error.hand)
        return _moved(slug, error.hand, lines)
    link = hand.slug
    db.session.commit()
    if len(lines) < len(all_lines):
        flash(
            translate("The hand is among your hands. What was tried in the supposed hand stays in its address alone.")
        )
    else:
        flash(translate("The hand is among your hands, with its lines."))
    # The address of the hand that is kept says what its own page would not.
    query = replace(view, usual=usual_judging(hand, record)).query()
    if not view.supposed:
        query.pop("lines", None)
    return redirect(url_for("analyse.show", slug=link, **query), HTTPStatus.SEE_OTHER)


def _sent_twice(hand: StudiedHand) -> ResponseReturnValue:
    """The same form sent twice leads where it led."""
    link = hand.slug
    db.session.rollback()
    return redirect(url_for("analyse.show", slug=link), HTTPStatus.SEE_OTHER)


def _moved(slug: str, hand: StudiedHand | None, lines: tuple[KeptLine, ...] = ()) -> ResponseReturnValue:
    """What is said to a form that came too late: how the hand stands, and what can be done. Nothing was changed."""
    if hand is None:
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    more = len(joined_lines(lines_of(hand), lines)) - len(lines_of(hand))
    page = render_template("hands/moved.html", hand=hand, slug=slug, more=more, view=request.form.get("view", ""))
    db.session.rollback()
    return page, HTTPStatus.CONFLICT


@keeping.post("/hands/<slug>/change")
def change(slug: str) -> ResponseReturnValue:
    """Call the hand something, name one's own side of it, let everybody find it or not."""
    person = held_person()
    if person is None:
        abort(HTTPStatus.NOT_FOUND)
    at = _version()
    values: dict[str, Any] = {"title": label(" ".join(request.form.get("title", "").split()))}
    seat = request.form.get("seat", "")
    if seat not in ("N", "S", ""):
        db.session.rollback()
        abort(HTTPStatus.BAD_REQUEST)
    values["seat"] = seat
    if not person.guest:
        values["listed"] = "listed" in request.form
    try:
        link = change_hand(db.session, person.id, slug, at=at, **values).slug
    except StaleHandError as error:
        hand = error.hand
        if hand is not None and hand.version == at + 1 and all(getattr(hand, name) == values[name] for name in values):
            return _sent_twice(hand)
        return _moved(slug, hand)
    db.session.commit()
    flash(translate("The hand is changed."))
    return redirect(url_for("analyse.show", slug=link), HTTPStatus.SEE_OTHER)


@keeping.post("/hands/<slug>/delete")
def delete(slug: str) -> ResponseReturnValue:
    """Delete the visitor's own hand, its lines and what was counted in it."""
    person = held_person()
    if person is None or not delete_hand(db.session, person.id, slug):
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    db.session.commit()
    flash(translate("The hand is no longer among your hands."))
    return redirect(url_for("my_hands.index"), HTTPStatus.SEE_OTHER)
