"""What people say about puzzles: comments, seen by those who have a puzzle behind them, and reports.

A comment can tell the answer, so no page of a puzzle that is not over has any in it.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from flask_limiter import RateLimitExceeded
from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.puzzle import AnyPuzzle
from tutor.messages import N_, Message
from tutor.store import Comment, PostedPuzzle, db
from tutor.store.comments import (
    COMMENT_LENGTH,
    REASON_LENGTH,
    SHOWN_MOST,
    add_comment,
    comments_on,
    count_comments,
    delete_comment,
    find_comment,
    report,
)
from tutor.store.posting import author_of, find_posted
from tutor.web.limits import account_limit
from tutor.web.parts.markdown import as_html, is_too_deep, shows_nothing
from tutor.web.people.accounts import account, account_only, field, held_account
from tutor.web.people.visitors import local_address
from tutor.web.puzzles.pool import find_puzzle
from tutor.web.puzzles.posting import drafts_limit, too_often
from tutor.web.storage import trouble

comments = Blueprint("comments", __name__, url_prefix="/puzzles")
comments.register_error_handler(RateLimitExceeded, too_often)
comments_limit = account_limit("COMMENT_LIMIT", done=True)
reports_limit = account_limit("REPORT_LIMIT", done=True)

PAGE = "comments"
"""The parameter of a puzzle's page that says which page of its comments is shown."""

EMPTY = Message(N_("Write something first."))
TOO_LONG = N_("This is too long: at most %(most)s characters are taken.")
TOO_DEEP = Message(N_("Quotes and lists stand in each other too deep here: take some of them out."))


@dataclass(frozen=True, slots=True)
class ShownComment:
    """A comment on a page.

    Attributes:
        slug: names it in addresses.
        by: who says it.
        html: what.
        day: when.
        own: whether it is the visitor's own.
    """

    slug: str
    by: str
    html: Markup
    day: str
    own: bool


@dataclass(frozen=True, slots=True)
class About:
    """Where a puzzle comes from, and what is said about it.

    Attributes:
        posted: whether somebody has posted it.
        by: the name of who has; "" when that account was deleted.
        day: when; "" for a puzzle of the program's own.
        own: whether the visitor has.
        signed_in: whether the visitor has an account.
        comments: what is said, so many at once; empty while the puzzle is not over.
        older: the address of the same page with the comments before these; None when there are none.
        newer: the same of those after these.
        most: the most characters of a comment.
    """

    posted: bool
    by: str
    day: str
    own: bool
    signed_in: bool
    comments: tuple[ShownComment, ...]
    older: str | None
    newer: str | None
    most: int = COMMENT_LENGTH


@comments.app_context_processor
def for_pages() -> dict[str, Any]:
    """What the page of a puzzle asks about it."""
    return {"about_puzzle": about_puzzle}


@comments.app_template_filter("day")
def day_words(moment: datetime) -> str:
    """The day of *moment* in words."""
    return str(format_date(moment, "medium"))


def about_puzzle(slug: str, *, over: bool) -> About | None:
    """What the page of the puzzle *slug* tells about it; None without a database, which it can do without."""
    try:
        person = account()
        puzzle = find_posted(db.session, slug)
        last = max(1, -(-count_comments(db.session, slug) // SHOWN_MOST)) if over else 1
        page = min(_page(), last)
        found = comments_on(db.session, slug, page) if over else ()
        by = "" if puzzle is None else author_of(db.session, puzzle)
    except SQLAlchemyError as error:
        if trouble(error) is None:
            raise
        db.session.rollback()
        return None
    number = None if person is None else person.id
    shown = (
        ShownComment(
            each.comment.slug,
            each.by,
            as_html(each.comment.text),
            day_words(each.comment.created),
            each.comment.person_id == number,
        )
        for each in found
    )
    day = "" if puzzle is None or puzzle.posted is None else day_words(puzzle.posted)
    own = puzzle is not None and number is not None and puzzle.person_id == number
    older = _page_address(page + 1) if page < last else None
    newer = _page_address(page - 1) if page > 1 else None
    return About(puzzle is not None, by, day, own, person is not None, tuple(shown), older, newer)


def _page() -> int:
    """Which page of the comments is asked for; 1 has the newest."""
    text = request.args.get(PAGE, "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def _page_address(page: int) -> str:
    """The address of this page of a puzzle with the page *page* of its comments."""
    asked = request.args.to_dict(flat=False)
    asked[PAGE] = [str(page)]
    return f"{request.path}?{urlencode(asked, doseq=True)}#comments"


@comments.post("/<slug>/comments/preview")
@account_only
@drafts_limit
def preview(slug: str) -> ResponseReturnValue:
    """Show how what was written will look; nothing is kept."""
    return _comment_page(_puzzle(slug), field("text", lines=True))


@comments.post("/<slug>/comments")
@account_only
@comments_limit
def say(slug: str) -> ResponseReturnValue:
    """Keep a comment, and go back to the puzzle."""
    puzzle, text = _puzzle(slug), field("text", lines=True)
    if _fault(text) is not None:
        return _comment_page(puzzle, text)
    comment = add_comment(db.session, held_account().id, puzzle.slug, text)
    anchor = f"comment-{comment.slug}"
    db.session.commit()
    # It stands on the first page of the comments, whichever was shown.
    there = re.sub(rf"(?<=[?&]){PAGE}=[^&]*&?", "", _back(slug)).rstrip("?&")
    return redirect(f"{there}#{anchor}", HTTPStatus.SEE_OTHER)


@comments.post("/comments/<slug>/delete")
@account_only
def delete(slug: str) -> ResponseReturnValue:
    """Delete a comment of the visitor's own."""
    comment = delete_comment(db.session, held_account().id, slug)
    if comment is None:
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    puzzle = comment.puzzle
    db.session.commit()
    return redirect(f"{_back(puzzle)}#comments", HTTPStatus.SEE_OTHER)


@comments.get("/<slug>/report")
@account_only
def report_puzzle(slug: str) -> ResponseReturnValue:
    """The form to report a posted puzzle."""
    return _report_page(_posted(slug))


@comments.post("/<slug>/report")
@account_only
@reports_limit
def puzzle_reported(slug: str) -> ResponseReturnValue:
    """Keep the report of a puzzle."""
    return _report(_posted(slug))


@comments.get("/comments/<slug>/report")
@account_only
def report_comment(slug: str) -> ResponseReturnValue:
    """The form to report a comment."""
    return _report_page(_comment(slug))


@comments.post("/comments/<slug>/report")
@account_only
@reports_limit
def comment_reported(slug: str) -> ResponseReturnValue:
    """Keep the report of a comment."""
    return _report(_comment(slug))


def _puzzle(slug: str) -> AnyPuzzle:
    """A puzzle that everybody may see; ends the request when there is none such."""
    puzzle = find_puzzle(slug)
    if puzzle is None:
        abort(HTTPStatus.NOT_FOUND)
    return puzzle


def _posted(slug: str) -> PostedPuzzle:
    puzzle = find_posted(db.session, slug)
    if puzzle is None or puzzle.state != "posted":
        abort(HTTPStatus.NOT_FOUND)
    return puzzle


def _comment(slug: str) -> Comment:
    comment = find_comment(db.session, slug)
    if comment is None or comment.state != "shown":
        abort(HTTPStatus.NOT_FOUND)
    return comment


def _back(slug: str) -> str:
    """The address to go back to: where the form came from, else the puzzle."""
    address = local_address(request.values.get("next"))
    return (address or url_for("puzzles.solve", slug=slug)).partition("#")[0]


def _fault(text: str) -> Message | None:
    """What is wrong with a comment; None when nothing is. One that is too long is not worked on."""
    if len(text) > COMMENT_LENGTH:
        return Message(TOO_LONG, {"most": COMMENT_LENGTH})
    if is_too_deep(text):
        return TOO_DEEP
    return EMPTY if shows_nothing(text) else None


def _comment_page(puzzle: AnyPuzzle, text: str) -> ResponseReturnValue:
    """The page with what was written, how it looks, and what is wrong with it."""
    fault = _fault(text)
    page = render_template(
        "puzzles/comment.html",
        puzzle=puzzle,
        text=text,
        html=None if fault else as_html(text),
        fault=fault,
        most=COMMENT_LENGTH,
        back=_back(puzzle.slug),
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if fault else HTTPStatus.OK


def _report_page(thing: PostedPuzzle | Comment, reason: str = "", fault: Message | None = None) -> ResponseReturnValue:
    """The form for a report of *thing*, or, with ``?done=1``, that it has been made."""
    comment = isinstance(thing, Comment)
    slug = thing.puzzle if isinstance(thing, Comment) else thing.slug
    puzzle = find_puzzle(slug)
    page = render_template(
        "puzzles/report.html",
        puzzle=puzzle,
        comment=as_html(thing.text) if isinstance(thing, Comment) else None,
        action=url_for("comments.comment_reported" if comment else "comments.puzzle_reported", slug=thing.slug),
        reason=reason,
        fault=fault,
        most=REASON_LENGTH,
        back=_back(slug),
        done=request.method == "GET" and request.args.get("done", ""),
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if fault else HTTPStatus.OK


def _report(thing: PostedPuzzle | Comment) -> ResponseReturnValue:
    reason = field("reason", lines=True)
    if not reason:
        return _report_page(thing, reason, Message(N_("Say in a few words what is wrong with it.")))
    if len(reason) > REASON_LENGTH:
        return _report_page(thing, reason, Message(TOO_LONG, {"most": REASON_LENGTH}))
    slug, comment, person = thing.slug, isinstance(thing, Comment), held_account()
    # Once more, now that nobody can change it.
    done = report(db.session, person.id, _comment(slug) if comment else _posted(slug), reason)
    db.session.commit()
    there = "comments.report_comment" if comment else "comments.report_puzzle"
    return redirect(url_for(there, slug=slug, done=done, next=request.form.get("next")), HTTPStatus.SEE_OTHER)
