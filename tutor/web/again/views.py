"""What comes back: the next decision that is due, asked as it stood, and what the answer was worth.

``/practise/again`` asks and takes the answer; ``/practise/again/answer?…`` shows the verdict, to those to whom the
decision comes back. Opening an address keeps nothing. How many were answered before goes along in the addresses, as
``done``, so that the heading counts them.
"""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Flask, Response, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.lesson import parse_action
from tutor.store import Review, db
from tutor.store.models import now
from tutor.store.practice import decision_attempts, get_review
from tutor.web.again.recalled import Recalled, recall
from tutor.web.again.returning import (
    Made,
    Waiting,
    askable,
    keep_decision,
    read_number,
    read_schedule,
    waiting,
    when,
)
from tutor.web.parts.board import CallFace, CardFace, action_face
from tutor.web.people.visitors import current_person

again = Blueprint("again", __name__, url_prefix="/practise/again")


@again.after_request
def not_kept(response: Response) -> Response:
    """Leave no copy behind, for those who sit down at the same computer later."""
    response.headers["Cache-Control"] = "no-store"
    return response


@dataclass(frozen=True, slots=True)
class Round:
    """How far the visitor has come with what is due.

    Attributes:
        done: answered since the visitor began.
        left: still due; what was wrong joins them again after some minutes.
    """

    done: int
    left: int

    @property
    def number(self) -> int:
        """Of the decision that is asked, 1 the first."""
        return self.done + 1

    @property
    def count(self) -> int:
        """All of them, as far as can be known now."""
        return self.done + self.left


@again.get("")
def ask() -> ResponseReturnValue:
    """The decision that has waited longest; when there is none, when the next one comes."""
    found, done = whats_waiting(), read_number(request.args.get("done", "")) or 0
    for review in found.due:
        recalled = _recall(review)
        if recalled is not None:
            page, round_ = recalled.question(), Round(done, len(found.due))
            asked = {"review": review, "state": _state(review), "round": round_}
            return render_template(page.template, again=page, **asked, **page.values)
    return render_template("practise/again_none.html", following=_following(found))


@again.post("")
def answer() -> ResponseReturnValue:
    """Keep the answer to a decision that came back, once, and go on to its verdict.

    A form that is stale, or asks what is not due, changes nothing and is told so.
    """
    code, place, before = _decision(request.form)
    state, done = request.form.get("state", ""), read_number(request.form.get("done", "0"))
    person = current_person()
    review = None if person is None or place is None else get_review(db.session, person.id, code, place, before)
    if person is None or review is None or not state or done is None or not any(askable(db.session, [review])):
        abort(HTTPStatus.BAD_REQUEST)
    recalled = _recall(review)
    judged = None if recalled is None else recalled.judge(request.form.get("action", ""))
    if judged is None:
        abort(HTTPStatus.BAD_REQUEST)
    if not _keep(judged, state):
        page = render_template("practise/again_moved.html", href=url_for("again.ask"), lesson=None)
        return page, HTTPStatus.CONFLICT
    shown = url_for(
        "again.verdict",
        code=code,
        place=place,
        before="-".join(before) or None,
        action=judged.action,
        done=done + 1,
        _anchor="verdict",
    )
    return redirect(shown, HTTPStatus.SEE_OTHER)


@again.get("/answer")
def verdict() -> ResponseReturnValue:
    """What an answer was worth, and when the decision comes back.

    It shows hidden cards, so only to whom the decision comes back: they have read its verdict before.
    """
    code, place, before = _decision(request.args)
    done = read_number(request.args.get("done", "")) or 0
    if place is None:
        abort(HTTPStatus.BAD_REQUEST)
    person = current_person()
    review = None if person is None else get_review(db.session, person.id, code, place, before)
    if review is None:
        return redirect(url_for("again.ask"))
    recalled = recall(code, place, before)
    page = None if recalled is None else recalled.verdict(request.args.get("action", ""))
    if page is None:
        abort(HTTPStatus.BAD_REQUEST)
    found, moment = whats_waiting(), now()
    told = {
        "returns": None if review.due <= moment else when(review.due, moment),
        "following": _following(found),
        "round": Round(done, len(found.due)),
        "earlier": _earlier(review, request.args.get("action", "")),
    }
    return render_template(page.template, again=page, **told, **page.values)


def _decision(given: Mapping[str, str]) -> tuple[str, int | None, tuple[str, ...]]:
    """Code, place and what went before, as a form or an address names a decision; the place None where it is none."""
    code, before = given.get("code", ""), given.get("before", "")
    if "\0" in code or "\0" in before:
        abort(HTTPStatus.BAD_REQUEST)
    return code, read_number(given.get("place", "")), tuple(filter(None, before.split("-")))


def _keep(judged: Made, state: str) -> bool:
    """Keep an answer if the form knew the decision's schedule as it is and the decision is due.

    Returns:
        Whether this answer is the last one kept: True as well of a form sent twice, which is kept once.
    """
    person = current_person(create=True)
    assert person is not None
    decision = (judged.code, judged.place, judged.before)
    review = get_review(db.session, person.id, *decision)
    if review is not None and review.due <= now() and _state(review) == state:
        keep_decision(db.session, person.id, judged)
        db.session.commit()
        return True
    earlier = decision_attempts(db.session, person.id, *decision)
    last = earlier[-1] if earlier else None
    sent_twice = last is not None and (last.source, last.action) == ("again", judged.action)
    db.session.rollback()
    return sent_twice and review is not None and review.due > now()


def _recall(review: Review) -> Recalled | None:
    schedule = read_schedule(review.card)
    return None if schedule is None else recall(review.code, review.place, schedule.before)


def _state(review: Review) -> str:
    """What a form says of the schedule that it was made from."""
    return hashlib.sha256(review.card.encode()).hexdigest()[:16]


def _earlier(review: Review, action: str) -> CardFace | CallFace | None:
    """What was chosen the time before *action*; None where there was none, as for a mistake of a recorded hand."""
    schedule = read_schedule(review.card)
    if schedule is None:
        return None
    kept = decision_attempts(db.session, review.person_id, review.code, review.place, schedule.before)
    before = kept[:-1] if kept and kept[-1].action == action else kept
    return action_face(parse_action(before[-1].action)) if before else None


def _following(found: Waiting) -> str | None:
    return None if found.following is None else when(found.following, now())


def whats_waiting() -> Waiting:
    """What comes back to the visitor; nothing where the database cannot be read. Asked once for a page."""
    if "waiting" not in g:
        g.waiting = Waiting()
        with suppress(SQLAlchemyError):
            person = current_person()
            if person is not None:
                g.waiting = waiting(db.session, person.id, now())
    found: Waiting = g.waiting
    return found


def init_app(app: Flask) -> None:
    """Let the pages of *app* say what is due."""

    @app.context_processor
    def due() -> dict[str, Any]:
        return {"whats_waiting": whats_waiting, "when_due": lambda moment: when(moment, now())}
