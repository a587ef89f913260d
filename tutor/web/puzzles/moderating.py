"""Moderation: administrators see what was reported, keep it or hide it with a reason, and the log says what was done.

Who is an administrator is asked of the database at every request; for all others these pages are not there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Final, ParamSpec

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from tutor.coach.content import paragraphs
from tutor.messages import N_, Message, translate
from tutor.store import Comment, PostedPuzzle, db
from tutor.store.comments import REASON_LENGTH
from tutor.store.moderation import (
    Action,
    Thing,
    decide,
    is_administrator,
    log,
    open_reports,
    reported_thing,
    reports_of,
)
from tutor.store.people import name_of
from tutor.web.parts.markdown import as_html
from tutor.web.people.accounts import account, field, held_account
from tutor.web.puzzles.pool import find_puzzle
from tutor.web.puzzles.posting_pages import KIND_NAMES, proposal_of, table_of

moderating = Blueprint("moderating", __name__, url_prefix="/moderation")

KEPT: Final = {
    "withdrawn": Message(N_("The report is closed.")),
    "barred": Message(N_("It is hidden no more; its author has withdrawn it.")),
    "hidden": Message(N_("It is shown again.")),
}
KEPT_AS_IT_WAS: Final = Message(N_("It is kept."))
"""What is said when a thing was not hidden: by what it was before."""

Given = ParamSpec("Given")


def administrators_only(view: Callable[Given, ResponseReturnValue]) -> Callable[Given, ResponseReturnValue]:
    """Let nobody else see that there is a page."""

    @wraps(view)
    def asked(*args: Given.args, **values: Given.kwargs) -> ResponseReturnValue:
        if not administrating():
            abort(HTTPStatus.NOT_FOUND)
        return view(*args, **values)

    return asked


def administrating() -> bool:
    """Whether the visitor is an administrator, as the database has it now."""
    person = account()
    return person is not None and is_administrator(db.session, person.id)


@moderating.app_context_processor
def for_pages() -> dict[str, object]:
    """What the page of an account asks."""
    return {"administrating": administrating}


@dataclass(frozen=True, slots=True)
class Looked:
    """A reported thing, as an administrator sees it.

    Attributes:
        kind: ``puzzle`` or ``comment``.
        slug: its own.
        state: what it is now.
        by: whose it is; "" when that account was deleted.
        title: a puzzle's title; "" for a comment.
        prompt: a puzzle's words beforehand.
        solution: its author's words for the solution.
        html: a comment.
        puzzle: the slug of the puzzle, or of the one that the comment is about.
        note: what its author was told.
    """

    kind: str
    slug: str
    state: str
    by: str
    title: str
    html: Markup
    puzzle: str
    note: str
    prompt: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()


@moderating.get("")
@administrators_only
def index() -> ResponseReturnValue:
    """What was reported and is not decided, and what was decided last."""
    rows = [(_looked(each.thing, each.by), each.count) for each in open_reports(db.session)]
    return render_template("moderation/index.html", rows=rows, log=log(db.session), title_of=_title)


@moderating.get("/<kind>/<slug>")
@administrators_only
def look(kind: str, slug: str) -> ResponseReturnValue:
    """A reported thing whole, why it was reported, and the form to decide."""
    return _page(_thing(kind, slug))


@moderating.post("/<kind>/<slug>")
@administrators_only
def decided(kind: str, slug: str) -> ResponseReturnValue:
    """Keep the thing, or hide it and tell its author why."""
    action, reason = request.form.get("do", ""), field("reason", lines=True)
    if action not in ("keep", "hide"):
        abort(HTTPStatus.BAD_REQUEST)
    chosen: Action = "hide" if action == "hide" else "keep"
    fault = None
    if chosen == "hide" and not reason:
        fault = Message(N_("Tell the author why it is hidden."))
    if len(reason) > REASON_LENGTH:
        fault = Message(N_("This is too long: at most %(most)s characters are taken."), {"most": REASON_LENGTH})
    if fault is not None:
        page = _page(_thing(kind, slug), reason, fault)
        return page, HTTPStatus.UNPROCESSABLE_ENTITY
    person = held_account()
    # Asked once more where nobody can change it before the decision is kept.
    if not is_administrator(db.session, person.id):
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    thing = _thing(kind, slug)
    kept = KEPT.get(thing.state, KEPT_AS_IT_WAS)
    decide(db.session, person.id, thing, chosen, reason)
    db.session.commit()
    flash(translate("It is hidden, and its author is told why.") if chosen == "hide" else str(kept))
    return redirect(url_for("moderating.index"), HTTPStatus.SEE_OTHER)


def _thing(kind: str, slug: str) -> Thing:
    """The reported thing; ends the request with 404 for what nobody has reported, a draft above all."""
    thing = reported_thing(db.session, kind, slug)
    if thing is None:
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    return thing


def _page(thing: Thing, reason: str = "", fault: Message | None = None) -> str:
    by = name_of(db.session, thing.person_id)
    proposal = proposal_of(thing) if isinstance(thing, PostedPuzzle) else None
    return render_template(
        "moderation/look.html",
        seen=_looked(thing, by),
        reports=reports_of(db.session, thing),
        table=None if proposal is None else table_of(proposal),
        asked="" if proposal is None else translate(KIND_NAMES[proposal.kind]),
        reason=reason,
        fault=fault,
        most=REASON_LENGTH,
    )


def _title(slug: str) -> str:
    """The title of the puzzle *slug*; the slug where it is none that can be looked at."""
    thing = reported_thing(db.session, "puzzle", slug)
    if isinstance(thing, PostedPuzzle):
        return proposal_of(thing).title
    puzzle = find_puzzle(slug)
    return slug if puzzle is None else puzzle.heading


def _looked(thing: Thing, by: str) -> Looked:
    if isinstance(thing, Comment):
        return Looked("comment", thing.slug, thing.state, by, "", as_html(thing.text), thing.puzzle, thing.note)
    proposal = proposal_of(thing)
    return Looked(
        "puzzle",
        thing.slug,
        thing.state,
        by,
        proposal.title,
        Markup(),
        thing.slug,
        thing.note,
        paragraphs(proposal.prompt),
        paragraphs(proposal.solution),
    )
