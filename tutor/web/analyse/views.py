"""Analyse: paste a finished hand, see what every card and call was worth."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from tutor.coach.review import Review, review
from tutor.coach.supposing import Supposed, with_price
from tutor.notation import Fault, NotationError, parse_position, record_to_json, write_pbn
from tutor.notation.record import Record
from tutor.rules import RuleError
from tutor.solver.bidding import Opponent
from tutor.web.analyse import positions, submit, supposition
from tutor.web.analyse.analysis import board
from tutor.web.analyse.finding import Found, find
from tutor.web.analyse.summary import summary
from tutor.web.analyse.timeline import Moment, moment_at, timeline
from tutor.web.analyse.viewing import Tried, Viewing, opening, read_viewing, write_tried
from tutor.web.forms import HandForm

analyse = Blueprint("analyse", __name__, url_prefix="/analyse")
analyse.add_url_rule("/", view_func=submit.index)
analyse.add_url_rule("/", view_func=submit.submit, methods=["POST"])
analyse.register_error_handler(CSRFError, submit.stale)

KEPT_REVIEWS: Final = 64
"""Reviews kept in memory: stepping through a hand asks for the same one again and again."""

PLAIN: Final = "!$'()*,/:;?@"
"""The signs that may stand in a parameter as they are."""

FRAGMENT: Final = "board"
"""``?part=board`` asks for the board alone: what a script needs to step."""


@lru_cache(maxsize=KEPT_REVIEWS)
def reviewed(record: Record, opponent: Opponent, first: int = 0) -> tuple[Review, tuple[Moment, ...]]:
    """The review of *record* and its moments; *first* is the ply of the first."""
    found = review(record, opponent=opponent)
    return found, timeline(found, first)


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand as an address has it.

    Attributes:
        found: what stands under the slug.
        view: what is to be seen of it; its ply is known.
        record: the hand as it is judged: with another contract, other cards or another price, as the view has it.
        supposed: what was changed in it; None for the hand as it was played.
        review: the review of *record*.
        moments: its moments.
        address: where the hand is found, without parameters.
    """

    found: Found
    view: Viewing
    record: Record
    supposed: Supposed | None
    review: Review
    moments: tuple[Moment, ...]
    address: str

    def link(self, view: Viewing) -> str:
        """The address of *view*: a page has a hundred and more of them."""
        return f"{self.address}?{urlencode(view.query(), safe=PLAIN)}"

    def short_link(self, view: Viewing) -> str:
        """The address of *view* without its side lines, for a script that takes them from the board's own address.

        With them every action of the tree would repeat the whole tree.
        """
        return self.link(replace(view, lines=(), unfit=(), saved=()))


def shown(found: Found, args: Mapping[str, str]) -> Shown:
    """What the parameters *args* ask to see of *found*."""
    view = read_viewing(args, found.record, found.lines, found.usual)
    supposed = view.shown(found.record)
    record, first = (found.record, 0) if supposed is None else (supposed.record, supposed.first)
    priced = with_price(record) if view.priced else record
    if priced == record:
        view = replace(view, priced=False)  # the hand's own rules have a price
    review, moments = reviewed(priced, view.opponent, first)
    address = url_for("analyse.show", slug=found.slug)
    ply = opening(found.record) if view.ply is None else view.ply
    return Shown(found, replace(view, ply=moment_at(moments, ply).ply), priced, supposed, review, moments, address)


@analyse.get("/<slug>")
def show(slug: str) -> ResponseReturnValue:
    """The board of a stored hand at the moment, in the side line and under the suppositions that the address names."""
    at = shown(find(slug), request.args)
    view, record = at.view, at.record
    part = request.args.get("part") == FRAGMENT
    twig_link = at.short_link if part else at.link
    page = supposition.continued(board(at.review, at.moments, view, at.link, twig_link), at.supposed)
    links = {
        "priced_href": at.link(replace(view, priced=True)),
        "forms": supposition.forms(at.found.record, at.supposed, view),
    }
    if part:
        return render_template("analyse/_board.html", slug=slug, board=page, view=view, **links)
    other: Opponent = "perfect" if view.opponent == "natural" else "natural"
    return render_template(
        "analyse/show.html",
        slug=slug,
        record=record,
        view=view,
        banner=supposition.banner(at.found.record, at.supposed, view),
        recorded_href=at.link(replace(view, contract=None, swaps=())),
        other_href=at.link(replace(view, opponent=other)),
        unpriced_href=at.link(replace(view, priced=False)) if view.priced else None,
        values_href=at.link(replace(view, values=not view.values)),
        title=supposition.title(at.found.record, at.supposed),
        board=page,
        table=at.review.table,
        summary=supposition.in_sum(summary(at.review, at.moments, lambda ply: at.link(view.at(ply))), at.supposed),
        **links,
    )


@analyse.get("/<slug>/change")
def change(slug: str) -> ResponseReturnValue:
    """From what a form of the board sends to the address of what it asks for; nothing is stored."""
    found = find(slug)
    view = read_viewing(request.args, found.record, found.lines, found.usual)
    changed = supposition.changed(view, found.record, request.args)
    return redirect(url_for("analyse.show", slug=slug, **changed.query()), HTTPStatus.SEE_OTHER)


@analyse.get("/<slug>.pbn")
def export_pbn(slug: str) -> ResponseReturnValue:
    """The hand as a PBN file."""
    return _download(write_pbn([find(slug).record]), "application/x-pbn; charset=utf-8", f"{slug}.pbn")


@analyse.get("/<slug>.json")
def export_json(slug: str) -> ResponseReturnValue:
    """The hand as a JSON record."""
    text = json.dumps(record_to_json(find(slug).record), ensure_ascii=False, indent=2) + "\n"
    return _download(text, "application/json", f"{slug}.json")


def _download(text: str, mimetype: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, content_type=mimetype, headers=headers)


@analyse.get("/position")
def position() -> ResponseReturnValue:
    """Any position of the second phase: a position ``?line=``, cards played from it ``&tried=``, ``&values=off``."""
    text = request.args.get("line", "").strip()
    try:
        start = parse_position(text)
        tried = positions.read_cards(start, request.args.get("tried", ""))
    except (NotationError, RuleError) as error:
        faults = error.faults if isinstance(error, NotationError) else (Fault(error.message, code=error.rule),)
        page = render_template("analyse/index.html", form=HandForm(), line=text, line_faults=faults)
        return page, HTTPStatus.BAD_REQUEST

    values = request.args.get("values") != "off"

    def link(cards: Tried, *, shown: bool = values) -> str:
        hidden = None if shown else "off"
        return url_for("analyse.position", line=text, tried=write_tried(cards) or None, values=hidden)

    view = positions.position_board(start, tried, link, values=values)
    switch = link(tried, shown=not values)
    template = "analyse/_position.html" if request.args.get("part") == FRAGMENT else "analyse/position.html"
    return render_template(template, board=view, line=text, switch=switch)
