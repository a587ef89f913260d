"""Analyse: paste a finished hand, see what every card and call was worth."""

import json
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from importlib import resources
from typing import Final

from flask import (
    Blueprint,
    Response,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from tutor.coach.review import Review, review
from tutor.notation import Fault, NotationError, ReadResult, parse_position, read_pbn, record_to_json, write_pbn
from tutor.notation.record import Record
from tutor.rules import PENALTY, RuleError
from tutor.solver.bidding import Opponent
from tutor.web import positions, reading, storage
from tutor.web.analysis import Tried, board, read_moment, write_tried
from tutor.web.forms import HandForm, Sent, read_form
from tutor.web.problems import told
from tutor.web.summary import result_words, summary
from tutor.web.timeline import Moment, timeline

analyse = Blueprint("analyse", __name__, url_prefix="/analyse")

SAMPLE: Final = "sample"
KEPT_REVIEWS: Final = 64
"""Reviews kept in memory: stepping through a hand asks for the same one again and again."""

PRICED: Final = "penalty"
"""``?rules=penalty`` shows a hand as if a failed contract had a price, where it has none under its own rules."""

FRAGMENT: Final = "board"
"""``?part=board`` asks for the board alone: what a script needs to step."""


@lru_cache(maxsize=KEPT_REVIEWS)
def reviewed(record: Record, opponent: Opponent) -> tuple[Review, tuple[Moment, ...]]:
    """The review of *record* and its moments."""
    found = review(record, opponent=opponent)
    return found, timeline(found)


@lru_cache(maxsize=1)
def sample() -> Record:
    """The finished hand that everyone may look at first."""
    text = resources.files("tutor.web").joinpath("sample.pbn").read_text(encoding="utf-8")
    return read_pbn(text).records[0]


def find(slug: str) -> Record:
    """The record under *slug*, the sample included."""
    return sample() if slug == SAMPLE else storage.find(slug)


@analyse.get("/")
def index() -> ResponseReturnValue:
    """The form."""
    form = HandForm()
    if "example" in request.args:
        form.text.data = write_pbn([sample()])
    return render_template("analyse/index.html", form=form)


@analyse.post("/")
def submit() -> ResponseReturnValue:
    """Read what was sent: store and go to it, offer a choice, or say what is wrong."""
    form = HandForm()
    try:
        sent = read_form(form)
    except RequestEntityTooLarge as error:
        return _not_taken(form, error)
    rules_faults = form.rules_faults()
    result = _read(sent, "" if rules_faults else form.ruleset)
    if rules_faults or not result.records:
        return _refused(form, result.faults, sent, rules_faults)
    chosen = form.game.data
    if len(result.records) == 1 and not result.faults:
        chosen = result.games[0]
    if chosen not in result.games:
        games = [
            (game, record, result_words(record.deal(), record.claimed), _named(record))
            for game, record in zip(result.games, result.records, strict=True)
        ]
        faults = reading.shown(result.faults, sent.text)
        return render_template("analyse/choose.html", form=form, sent=sent, games=games, faults=faults)
    try:
        slug = storage.keep(result.records[result.games.index(chosen)], reading.source_of(sent.text))
    except SQLAlchemyError as error:
        return _not_stored(form, sent, error)
    if sent.note:
        flash(sent.note)
    return redirect(url_for("analyse.show", slug=slug), HTTPStatus.SEE_OTHER)


def _named(record: Record) -> dict[str, str]:
    """The tags by which people tell games apart; those that say nothing (``?``, ``#``, empty) are left out."""
    return {name: value for name, value in record.tags if name in ("Event", "Board") and value.strip("?#- ")}


def _read(sent: Sent, rules: str) -> ReadResult:
    """What was sent, judged by *rules*, which name a ruleset; without a record there is a fault."""
    if not sent.text.strip():
        return ReadResult((), (sent.nothing,))
    result = reading.read(sent.data, rules)
    return result if result.records or result.faults else ReadResult((), (sent.nothing,))


def _refused(
    form: HandForm, faults: tuple[Fault, ...], sent: Sent, rules_faults: tuple[Fault, ...]
) -> ResponseReturnValue:
    """The form once more, with what is wrong; what was pasted stays in it."""
    _keep_text(form, sent)
    shown = reading.shown(faults, sent.text)
    page = render_template("analyse/index.html", form=form, faults=shown, rules_faults=rules_faults, note=sent.note)
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


@analyse.errorhandler(CSRFError)
def stale(error: CSRFError) -> ResponseReturnValue:
    """The form once more, with a fresh token, when the one it came with is of no use."""
    form = HandForm()
    with suppress(RequestEntityTooLarge):
        _keep_text(form, read_form(form))
    return _not_taken(form, error)


def _opponent() -> Opponent:
    return "natural" if request.args.get("opponent") == "natural" else "perfect"


@analyse.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """The board of a stored hand; ``?ply=12`` a moment of it, ``&tried=SQ-S3`` a line tried out from there."""
    stored = find(slug)
    record = _priced(stored) if request.args.get("rules") == PRICED else stored
    rules = PRICED if record != stored else None
    opponent = _opponent()
    found, moments = reviewed(record, opponent)
    asked = request.args.get("ply", type=int)
    at, tried = read_moment(moments, _start(moments) if asked is None else asked, request.args.get("tried", ""))
    given = None if opponent == "perfect" else opponent

    def link(ply: int, trial: Tried) -> str:
        return url_for(
            "analyse.show", slug=slug, ply=ply, tried=write_tried(trial) or None, opponent=given, rules=rules
        )

    view = board(found, moments, at, tried, link)
    priced = url_for("analyse.show", slug=slug, ply=at.ply, opponent=given, rules=PRICED)
    if request.args.get("part") == FRAGMENT:
        return render_template("analyse/_board.html", board=view, priced_href=priced)
    other = None if opponent == "natural" else "natural"
    return render_template(
        "analyse/show.html",
        slug=slug,
        record=record,
        opponent=opponent,
        other_href=url_for("analyse.show", slug=slug, ply=at.ply, opponent=other, rules=rules),
        priced_href=priced,
        unpriced_href=url_for("analyse.show", slug=slug, ply=at.ply, opponent=given) if rules else None,
        title=result_words(record.deal(), record.claimed),
        board=view,
        table=found.table,
        summary=summary(found, moments, lambda ply: link(ply, ())),
    )


def _priced(record: Record) -> Record:
    """*record* under its own rules, but for the price of a failed contract, where it had none."""
    ruleset = record.ruleset
    return record if ruleset.undertrick else replace(record, ruleset=replace(ruleset, undertrick=PENALTY.undertrick))


def _start(moments: tuple[Moment, ...]) -> int:
    """Where the board opens: at the first moment that is judged, past a draw phase."""
    return next((m.ply for m in moments if m.decision is not None), len(moments) - 1)


@analyse.get("/<slug>.pbn")
def export_pbn(slug: str) -> ResponseReturnValue:
    """The hand as a PBN file."""
    return _download(write_pbn([find(slug)]), "application/x-pbn; charset=utf-8", f"{slug}.pbn")


@analyse.get("/<slug>.json")
def export_json(slug: str) -> ResponseReturnValue:
    """The hand as a JSON record."""
    text = json.dumps(record_to_json(find(slug)), ensure_ascii=False, indent=2) + "\n"
    return _download(text, "application/json", f"{slug}.json")


def _download(text: str, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, content_type=mimetype, headers=headers)


@analyse.get("/position")
def position() -> ResponseReturnValue:
    """Any position of the second phase: ``?line=`` a position line, ``&tried=`` cards played from it."""
    text = request.args.get("line", "").strip()
    try:
        start = parse_position(text)
        tried = positions.read_cards(start, request.args.get("tried", ""))
    except (NotationError, RuleError) as error:
        faults = error.faults if isinstance(error, NotationError) else (Fault(error.message, code=error.rule),)
        page = render_template("analyse/index.html", form=HandForm(), line=text, line_faults=faults)
        return page, HTTPStatus.BAD_REQUEST

    def link(cards: Tried) -> str:
        return url_for("analyse.position", line=text, tried=write_tried(cards) or None)

    view = positions.position_board(start, tried, link)
    template = "analyse/_position.html" if request.args.get("part") == FRAGMENT else "analyse/position.html"
    return render_template(template, board=view, line=text)
