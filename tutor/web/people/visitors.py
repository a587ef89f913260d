"""Who is at the page: a guest known by a cookie, or the holder of an account.

The signed cookie (Flask's session) holds a random key, and the key's row in the database says whose browser it is.
A changed cookie is no longer signed, and a key without its row gives nothing: signing out and a new password take the
rows away, so a copy of an old cookie is worthless. The key comes with the first form; the row of a guest is made when
there is something to keep.

A view asks :func:`current_person` for the visitor. One that keeps something asks with ``create=True``, adds its rows to
the person's number and commits ``db.session``; what takes long is computed before that, since other writers wait.
"""

from contextlib import suppress
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_login import LoginManager, UserMixin, current_user, login_user, logout_user
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import Conflict

from tutor.store import Person, begin_writing, db
from tutor.store.merging import merge
from tutor.store.models import now
from tutor.store.people import add_browser, add_guest, close_browser, find_person, is_key, new_key, offer_settings

KEY: Final = "_user_id"
"""Where Flask-Login keeps the key in the session."""

CHOICE: Final = "practise"
"""Where the session keeps what a guest wants to practise until there is a row to keep it with, and its name there."""

SHOWN: Final = "shown"
"""Where the session keeps what was shown of which puzzles (:mod:`tutor.web.puzzles.shown`)."""


class ChangedMeanwhile(Conflict):
    """The visitor has signed in or out, or has been deleted, by another request while this one was worked on."""


class Visitor(UserMixin):  # type: ignore[misc] # Flask-Login has no types
    """Somebody of whom something is kept, as Flask-Login sees them; only the holder of an account is signed in."""

    def __init__(self, key: str, person: Person) -> None:
        self.key = key
        self.person = person

    @property
    def is_authenticated(self) -> bool:
        """Whether the visitor has an account."""
        return not self.person.guest

    def get_id(self) -> str:
        """The key in the cookie."""
        return self.key


def load(key: str) -> Visitor | None:
    """The visitor whose browser has *key*."""
    person = find_person(db.session, key) if is_key(key) else None
    if person is None:
        return None
    g.known_key = key
    return Visitor(key, person)


def current_person(*, create: bool = False) -> Person | None:
    """The visitor, or None when nothing is kept of them.

    With *create* the visitor is made a guest where needed, so the answer is never None, and ``db.session`` is in a
    transaction begun by :func:`tutor.store.begin_writing` that the view ends by a commit. What was read from
    ``db.session`` before that is read anew. Nothing must have been changed in it.

    Raises:
        ChangedMeanwhile: with *create*, when the visitor was known at first and is not any more. A guest made in their
            place would be lost, since the browser has another key by then.
    """
    if not create:
        visitor = current_user._get_current_object()  # noqa: SLF001 - how a proxy of Werkzeug is asked
        return visitor.person if isinstance(visitor, Visitor) else None
    person = held_person()
    if person is None:
        given = session.get(KEY)
        if given is not None and given == g.get("known_key"):
            db.session.rollback()
            raise ChangedMeanwhile
        key = given if is_key(given) else new_key()
        person = add_guest(db.session, key)
        _offer_choice(person)
        _know(key, person)
    person.seen = now()
    session.modified = True  # the cookie is sent anew and lasts from today
    return person


def held_person() -> Person | None:
    """The visitor in a transaction that writes, in which nobody else can delete them; None when there is none."""
    begin_writing(db.session)
    key = session.get(KEY)
    if not is_key(key):
        return None
    person = find_person(db.session, key, hold=True)
    if person is not None:
        _know(key, person)
    return person


def let_in(person: Person) -> None:
    """Let this browser know the holder of an account, commit, and begin a new session.

    What was done and chosen in this browser as a guest is joined to the account. The transaction is one that writes.
    """
    key = session.get(KEY)
    here = find_person(db.session, key, hold=True) if is_key(key) else None
    if here is not None and here.guest:
        merge(db.session, here, person)
    elif here is not None and is_key(key):
        close_browser(db.session, key)
    _offer_choice(person)
    fresh = add_browser(db.session, person)
    person.seen = now()
    db.session.commit()
    _clear()
    _know(fresh, person)


def let_out(*, forget: bool = False) -> None:
    """Let this browser know nobody any more, commit, and leave nothing in its cookie but what was shown of puzzles.

    With *forget* not even that.
    """
    key = session.get(KEY)
    if is_key(key):
        begin_writing(db.session)
        close_browser(db.session, key)
        db.session.commit()
    logout_user()
    _clear()
    if forget:
        session.clear()


def _clear() -> None:
    """Begin a new session. What was shown of puzzles was shown, whoever signs in or out."""
    shown = session.get(SHOWN)
    session.clear()
    if shown:
        session[SHOWN] = shown


def _know(key: str, person: Person) -> None:
    login_user(Visitor(key, person))
    session.pop("_id", None)  # a digest of the address and the browser, which nobody here compares
    session.permanent = True


def _offer_choice(person: Person) -> None:
    """Keep with *person* what was chosen in this browser, where they have not chosen themselves."""
    chosen = session.get(CHOICE)
    if isinstance(chosen, dict):
        offer_settings(person, {CHOICE: chosen})


def visitor_name() -> str | None:
    """The name of the account that is signed in, for the head of every page; None for guests.

    A page that needs no database does without one, and an error's page never fails by it.
    """
    if not is_key(session.get(KEY)):
        return None
    with suppress(SQLAlchemyError):
        person = current_person()
        return None if person is None else person.name
    return None


def give_key(response: Response) -> Response:
    """Give a browser its key with the first form it gets, so that two forms sent at once come from one guest."""
    if "csrf_token" in session and not is_key(session.get(KEY)):
        session[KEY] = new_key()
        session.permanent = True
    return response


def keep_private(response: Response) -> Response:
    """Let no cache keep a page that was made for somebody: what they did, their name or their forms are on it."""
    if request.endpoint != "static" and session:
        response.headers["Cache-Control"] = "private, no-store"
    return response


def local_address(text: str | None) -> str | None:
    """*text* when it is an address on this site to come back to, else None."""
    if not text or not text.startswith("/") or text.startswith("//") or "\\" in text or not text.isprintable():
        return None
    parts = urlsplit(text)
    return text if not parts.scheme and not parts.netloc else None


def here() -> str | None:
    """The address of this page for coming back to it; None where there is no coming back."""
    if request.method != "GET" or request.blueprint in (None, "people"):
        return None
    return request.full_path.removesuffix("?")


def ask_to_sign_in() -> ResponseReturnValue:
    """Where somebody is sent who asks for a page that only an account has."""
    return redirect(url_for("people.sign_in", next=request.path), HTTPStatus.SEE_OTHER)


def init_app(app: Flask) -> None:
    """Make *app* know its visitors."""
    # Templates ask `visitor_name`, which never fails.
    manager = LoginManager()
    manager.init_app(app, add_context_processor=False)
    # A phone changes its address all the time; the key is what counts.
    manager.session_protection = None
    manager.user_loader(load)
    manager.unauthorized_handler(ask_to_sign_in)
    app.after_request(keep_private)  # those registered later come first
    app.after_request(give_key)

    @app.context_processor
    def visitor() -> dict[str, Any]:
        return {"visitor_name": visitor_name, "here": here}
