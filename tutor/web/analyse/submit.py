"""The form of the analyse page: what people paste or upload is read, and a hand of it is stored."""

from contextlib import suppress
from http import HTTPStatus

from flask import current_app, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from tutor.notation import Fault, NotationError, ReadResult, write_pbn, write_position
from tutor.notation.deal_lines import read_position_line
from tutor.web import reading, storage
from tutor.web.analyse.listing import listing
from tutor.web.analyse.sample import sample
from tutor.web.forms import HandForm, Sent, read_form
from tutor.web.problems import told


def index() -> ResponseReturnValue:
    """The form."""
    form = HandForm()
    if "example" in request.args:
        form.text.data = write_pbn([sample()])
    return render_template("analyse/index.html", form=form)


def submit() -> ResponseReturnValue:
    """Read what was sent: store and go to it, offer a choice, or say what is wrong."""
    form = HandForm()
    try:
        sent = read_form(form)
    except RequestEntityTooLarge as error:
        return _not_taken(form, error)
    if reading.is_position(sent.text):
        return _position(form, sent)
    rules_faults = form.rules_faults()
    result = _read(sent, "" if rules_faults else form.ruleset, form.dealer.data or "")
    if rules_faults or not result.records:
        return _refused(form, result.faults, sent, rules_faults)
    chosen = form.game.data
    if len(result.records) == 1 and not result.faults:
        chosen = result.games[0]
    if chosen not in result.games:
        at_once = not form.dealer.data  # In the background nobody chooses a dealer.
        games = listing(result, sent.text)
        return render_template("analyse/choose.html", form=form, sent=sent, listing=games, at_once=at_once)
    try:
        slug = storage.keep(result.records[result.games.index(chosen)], reading.source_of(sent.text))
    except SQLAlchemyError as error:
        return _not_stored(form, sent, error)
    for note in (sent.note, *map(str, result.notes_of(chosen))):
        if note:
            flash(note)
    return redirect(url_for("analyse.show", slug=slug), HTTPStatus.SEE_OTHER)


def _position(form: HandForm, sent: Sent) -> ResponseReturnValue:
    """On to the page of the position that was sent; nothing is stored of it."""
    try:
        position = read_position_line(sent.text)
    except NotationError as error:
        return _refused(form, error.faults, sent, ())
    if sent.note:
        flash(sent.note)
    return redirect(url_for("analyse.position", line=write_position(position)), HTTPStatus.SEE_OTHER)


def _read(sent: Sent, rules: str, dealer: str) -> ReadResult:
    """What was sent, judged by *rules*, which name a ruleset; without a record there is a fault."""
    if not sent.text.strip():
        return ReadResult((), (sent.nothing,))
    result = reading.read(sent.data, rules, dealer)
    return result if result.records or result.faults else ReadResult((), (sent.nothing,))


def _refused(
    form: HandForm, faults: tuple[Fault, ...], sent: Sent, rules_faults: tuple[Fault, ...]
) -> ResponseReturnValue:
    """The form once more, with what is wrong; what was pasted stays in it."""
    _keep_text(form, sent)
    shown = reading.shown(faults, sent.text)
    dealer_missing = any(fault.code == "no-dealer" for fault in faults)
    page = render_template(
        "analyse/index.html",
        form=form,
        faults=shown,
        rules_faults=rules_faults,
        dealer_missing=dealer_missing,
        note=sent.note,
    )
    return page, HTTPStatus.BAD_REQUEST


def _not_taken(form: HandForm, error: HTTPException) -> ResponseReturnValue:
    """The form once more, with the reason why it was not even read."""
    fault = Fault(told(error).sentence)
    page = render_template("analyse/index.html", form=form, faults=reading.shown((fault,), ""))
    response = make_response(page, error.code)
    response.headers.extend({name: value for name, value in error.get_headers() if name == "Retry-After"})
    return response


def _not_stored(form: HandForm, sent: Sent, error: SQLAlchemyError) -> ResponseReturnValue:
    """The form once more when the database is not to be used at the moment."""
    state = storage.trouble(error)
    if state is None:
        raise error
    current_app.logger.warning("a hand was not stored: %s", error)
    _keep_text(form, sent)
    return _not_taken(form, state)


def _keep_text(form: HandForm, sent: Sent) -> None:
    """Leave what was pasted in the form; the text of a file stands there where nothing else does."""
    if not sent.pasted.strip():
        form.text.data = sent.text


def stale(error: CSRFError) -> ResponseReturnValue:
    """The form once more, with a fresh token, when the one it came with is of no use."""
    form = HandForm()
    with suppress(RequestEntityTooLarge):
        _keep_text(form, read_form(form))
    return _not_taken(form, error)
