"""Pages that only the holder of an account has, and what is done to the texts that they send."""

import unicodedata
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import ParamSpec

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from tutor.store import Person, db
from tutor.unseen import is_blank, without_turning
from tutor.web.people.visitors import current_person, held_person, here

Given = ParamSpec("Given")


def account_only(view: Callable[Given, ResponseReturnValue]) -> Callable[Given, ResponseReturnValue]:
    """Send a guest to sign in, and back to the page."""

    @wraps(view)
    def asked(*args: Given.args, **values: Given.kwargs) -> ResponseReturnValue:
        if account() is None:
            back = here() or request.form.get("next") or url_for("posting.mine")
            return redirect(url_for("people.sign_in", next=back), HTTPStatus.SEE_OTHER)
        return view(*args, **values)

    return asked


def account() -> Person | None:
    """Who is signed in; None for guests."""
    person = current_person()
    return None if person is None or person.guest else person


def held_account() -> Person:
    """Who is signed in, in a transaction that writes, in which nobody else can delete them.

    Ends the request when they are signed in no longer.
    """
    person = held_person()
    if person is None or person.guest:
        db.session.rollback()
        abort(redirect(url_for("people.sign_in"), HTTPStatus.SEE_OTHER))
    return person


def field(name: str, *, lines: bool = False) -> str:
    """The text of the form's field *name*, "" when it shows nothing; with *lines* it may have several.

    Control characters and what turns the direction of the text are left out.
    """
    text = without_turning(request.form.get(name, "")).replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(c for c in text if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    if is_blank(kept):
        return ""
    return kept.strip() if lines else " ".join(kept.split())


def version() -> int:
    """Which version of a thing the form's page showed; 0 for none."""
    text = request.form.get("at", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
