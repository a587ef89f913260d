"""Analyse: paste a finished hand, see what every card and call was worth."""

import json
from functools import lru_cache
from http import HTTPStatus
from importlib import resources
from typing import Final

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tutor.coach.review import Review, review
from tutor.messages import N_, Message
from tutor.notation import Fault, NotationError, ReadResult, parse_position, read_pbn, record_to_json, write_pbn
from tutor.notation.record import Record
from tutor.rules import RuleError
from tutor.solver.bidding import Opponent
from tutor.web import positions, reading, storage
from tutor.web.analysis import Tried, board, read_moment, result_words, summary, write_tried
from tutor.web.forms import HandForm
from tutor.web.timeline import Moment, timeline

analyse = Blueprint("analyse", __name__, url_prefix="/analyse")

SAMPLE: Final = "sample"
KEPT_REVIEWS: Final = 64
"""Reviews kept in memory: stepping through a hand asks for the same one again and again."""

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
    return render_template("analyse/index.html", form=form, faults=[])


@analyse.post("/")
def submit() -> ResponseReturnValue:
    """Read what was sent: store and go to it, offer a choice, or say what is wrong."""
    form = HandForm()
    sent = _sent(form)
    text = reading.as_text(sent)
    try:
        result = reading.read(sent, form.ruleset)
    except NotationError as error:
        result = ReadResult((), error.faults)
    if not result.records:
        return _refused(form, result.faults or (_NOTHING,), text)
    chosen = (form.game.data or 0) - 1
    if len(result.records) == 1 and not result.faults:
        chosen = 0
    if not 0 <= chosen < len(result.records):
        games = [(record, result_words(record.deal())) for record in result.records]
        faults = reading.shown(result.faults, text)
        return render_template("analyse/choose.html", form=form, text=text, games=games, faults=faults)
    slug = storage.keep(result.records[chosen], reading.source_of(text))
    return redirect(url_for("analyse.show", slug=slug), HTTPStatus.SEE_OTHER)


_NOTHING: Final = Fault(Message(N_("There is no hand in the text.")), code="empty")


def _sent(form: HandForm) -> str | bytes:
    """The uploaded file if there is one, else the pasted text."""
    file = form.file.data
    if file is not None and file.filename:
        return reading.uploaded(file)
    return reading.measured(form.text.data or "")


def _refused(form: HandForm, faults: tuple[Fault, ...], text: str) -> ResponseReturnValue:
    form.text.data = text
    page = render_template("analyse/index.html", form=form, faults=reading.shown(faults, text))
    return page, HTTPStatus.BAD_REQUEST


def _opponent() -> Opponent:
    return "natural" if request.args.get("opponent") == "natural" else "perfect"


@analyse.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """The board of a stored hand; ``?ply=12`` a moment of it, ``&tried=SQ-S3`` a line tried out from there."""
    record = find(slug)
    opponent = _opponent()
    found, moments = reviewed(record, opponent)
    asked = request.args.get("ply", type=int)
    at, tried = read_moment(moments, _start(moments) if asked is None else asked, request.args.get("tried", ""))
    given = None if opponent == "perfect" else opponent

    def link(ply: int, trial: Tried) -> str:
        return url_for("analyse.show", slug=slug, ply=ply, tried=write_tried(trial) or None, opponent=given)

    view = board(found, moments, at, tried, link)
    if request.args.get("part") == FRAGMENT:
        return render_template("analyse/_board.html", board=view)
    other = None if opponent == "natural" else "natural"
    return render_template(
        "analyse/show.html",
        slug=slug,
        record=record,
        opponent=opponent,
        other_href=url_for("analyse.show", slug=slug, ply=at.ply, opponent=other),
        title=result_words(found.deal),
        board=view,
        table=found.table,
        summary=summary(found, moments, link),
    )


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
        page = render_template("analyse/index.html", form=HandForm(), faults=[], line=text, line_faults=faults)
        return page, HTTPStatus.BAD_REQUEST

    def link(cards: Tried) -> str:
        return url_for("analyse.position", line=text, tried=write_tried(cards) or None)

    view = positions.position_board(start, tried, link)
    template = "analyse/_position.html" if request.args.get("part") == FRAGMENT else "analyse/position.html"
    return render_template(template, board=view, line=text)
