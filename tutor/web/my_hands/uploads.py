"""Uploads: a file of many games, analysed in the background, with a page that tells how far it is."""

from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from flask import Blueprint, Response, abort, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from tutor.messages import N_, P_, Message, translate
from tutor.notation import NotationError, parse_named_rules
from tutor.store import Upload, db
from tutor.store.models import now
from tutor.store.uploads import (
    cancel_upload,
    count_faults,
    count_open,
    delete_upload,
    faults_of,
    find_upload,
    games_since,
    keep_upload,
    read_message,
    uploads_of,
)
from tutor.web.limits import limiter
from tutor.web.people.visitors import current_person, held_person
from tutor.web.problems import drain, told
from tutor.worker.reading import MOST_BYTES, MOST_GAMES

uploads = Blueprint("uploads", __name__, url_prefix="/hands/uploads")

REQUEST_LIMIT: Final = 2 * MOST_BYTES
"""The most bytes of this form's request: a pasted text may come with longer line ends, and the other fields beside."""

OPEN_MOST: Final = 3
"""Uploads that somebody may have under way at once."""

GAMES_A_DAY: Final = 10_000
"""Games that somebody may send in 24 hours."""

FROM_ONE_ADDRESS: Final = "60 per hour"
"""How many files are taken from one address."""

SHOWN_FAULTS: Final = 100
LISTED: Final = 50

Faults = dict[str, Message]
"""What is wrong, by the field at which it is to be mended."""

EMPTY: Final = dict.fromkeys(("text", "rules", "opponent", "side", "player"), "")
"""What stands in the form at first."""

TOO_LONG: Final = Message(
    N_("The file is too long: at most %(limit)s bytes (4 MB) can be sent at once. Nothing was stored."),
    {"limit": f"{MOST_BYTES:,}"},
)
STATES: Final = {
    "waiting": Message(N_("Waiting for its turn.")),
    "working": Message(N_("Being analysed.")),
    "done": Message(N_("All games are dealt with.")),
    "cancelled": Message(N_("Stopped. What was analysed before stays among your hands.")),
    "failed": Message(N_("Not one game of it could be taken.")),
}


@uploads.url_value_preprocessor
def allow_files(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    """Let the one form that takes a file be longer than others; this comes before anything reads it."""
    if endpoint == "uploads.send" and request.method == "POST":
        request.max_content_length = REQUEST_LIMIT
        request.max_form_memory_size = REQUEST_LIMIT


def _page(faults: Faults | None = None, status: int = HTTPStatus.OK, form: Mapping[str, str] = EMPTY) -> Response:
    """The form, with what stands in it and what is wrong, and what was sent before."""
    person = current_person()
    sent = [] if person is None else uploads_of(db.session, person.id, limit=LISTED)
    limits = {"games": MOST_GAMES, "open": OPEN_MOST, "day": GAMES_A_DAY}
    page = render_template(
        "hands/uploads.html", faults=faults or {}, uploads=sent, form=form, states=STATES, limits=limits
    )
    return make_response(page, status)


@uploads.get("/")
def index() -> ResponseReturnValue:
    """The form, and what was sent before."""
    return _page()


@uploads.errorhandler(RequestEntityTooLarge)
def too_long(_error: HTTPException) -> ResponseReturnValue:
    """The form once more for a file that was not even read."""
    drain()
    return _page({"file": TOO_LONG}, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)


@uploads.errorhandler(CSRFError)
def stale(error: CSRFError) -> ResponseReturnValue:
    """The form once more, with a fresh token and what stood in it; a browser alone can choose a file again."""
    return _page({"form": told(error).sentence}, HTTPStatus.BAD_REQUEST, _filled())


def _filled() -> dict[str, str]:
    """What stood in the fields of the form that was sent."""
    return {field: request.form.get(field, "") for field in EMPTY}


def _sent() -> tuple[bytes, str]:
    """The file that was sent, or the pasted text, and its name (RequestEntityTooLarge when it is too long)."""
    file = request.files.get("file")
    name = Path(file.filename or "").name if file is not None else ""
    data = file.stream.read(MOST_BYTES + 1) if file is not None and name else b""
    if not data.strip():
        data = request.form.get("text", "").replace("\r\n", "\n").encode("utf-8", "surrogatepass")
        name = ""
    if len(data) > MOST_BYTES:
        raise RequestEntityTooLarge
    return data, name


def _refusal(person_id: int) -> Message | None:
    """Why the person may not send more at the moment; None when they may."""
    if count_open(db.session, person_id) >= OPEN_MOST:
        forms = P_(
            "You have %(count)s file under way. Please wait until it is done, or stop it.",
            "You have %(count)s files under way. Please wait until one is done, or stop one.",
        )
        return Message.counted(forms, OPEN_MOST)
    if games_since(db.session, person_id, now() - timedelta(days=1)) >= GAMES_A_DAY:
        forms = P_(
            "You have sent %(count)s game within a day, which is all that is taken. Please go on tomorrow.",
            "You have sent %(count)s games within a day, which is all that is taken. Please go on tomorrow.",
        )
        return Message.counted(forms, GAMES_A_DAY)
    return None


@uploads.post("/")
@limiter.limit(FROM_ONE_ADDRESS)
def send() -> ResponseReturnValue:
    """Keep the file for the workers and go to its page."""
    data, name = _sent()
    form = _filled()
    faults: Faults = {}
    if not data.strip():
        faults["file"] = Message(N_("There is no hand in the text."))
    try:
        rules = str(parse_named_rules(form["rules"])) if form["rules"].strip() else ""
    except NotationError as error:
        faults["rules"], rules = error.faults[0].message, ""
    if form["side"] not in ("", "N", "S") or form["opponent"] not in ("", "perfect", "natural"):
        abort(HTTPStatus.BAD_REQUEST)
    if faults:
        return _page(faults, HTTPStatus.BAD_REQUEST, form)
    person = current_person(create=True)
    assert person is not None
    refused = _refusal(person.id)
    if refused is not None:
        db.session.rollback()
        return _page({"form": refused}, HTTPStatus.TOO_MANY_REQUESTS, form)
    upload = keep_upload(
        db.session,
        person.id,
        name=name or translate("Pasted games"),
        content=data,
        rules=rules,
        opponent=form["opponent"] or "perfect",
        seat=form["side"],
        player=" ".join(form["player"].split()),
    )
    slug = upload.slug
    db.session.commit()
    return redirect(url_for("uploads.show", slug=slug), HTTPStatus.SEE_OTHER)


def _own(slug: str) -> Upload:
    person = current_person()
    upload = None if person is None else find_upload(db.session, person.id, slug)
    if upload is None:
        abort(HTTPStatus.NOT_FOUND)
    return upload


@uploads.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """How far the upload is, and what is wrong with which game; ``?part=progress`` is what a script asks for."""
    upload = _own(slug)
    told_faults = [
        (each.game, each.line, read_message(each.message))
        for each in faults_of(db.session, upload.id, limit=SHOWN_FAULTS)
    ]
    part = request.args.get("part") == "progress"
    dealt = upload.done + upload.repeated + upload.faulty
    return render_template(
        "hands/_progress.html" if part else "hands/upload.html",
        upload=upload,
        state=STATES[upload.state],
        dealt=min(dealt, upload.games) if upload.games is not None else 0,
        faults=told_faults,
        more=max(0, count_faults(db.session, upload.id) - len(told_faults)),
    )


@uploads.post("/<slug>/cancel")
def cancel(slug: str) -> ResponseReturnValue:
    """Stop the upload."""
    person = held_person()
    if person is None or find_upload(db.session, person.id, slug) is None:
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    if cancel_upload(db.session, person.id, slug):
        db.session.commit()
    else:
        db.session.rollback()
        flash(translate("There was nothing left to stop."))
    return redirect(url_for("uploads.show", slug=slug), HTTPStatus.SEE_OTHER)


@uploads.post("/<slug>/delete")
def delete(slug: str) -> ResponseReturnValue:
    """Delete the upload with the hands that came with it."""
    person = held_person()
    if person is None or not delete_upload(db.session, person.id, slug):
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    db.session.commit()
    flash(translate("The file and the hands that came with it are deleted."))
    return redirect(url_for("uploads.index"), HTTPStatus.SEE_OTHER)
