"""People: guests and accounts. Register, sign in and out, recover, change the password, take one's data, delete it.

Nobody needs an account: a guest's work is kept as well, for as long as the browser keeps its cookie.
"""

import json
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_login import login_required

from tutor.messages import N_, Message
from tutor.store import Person, begin_writing, db
from tutor.store import people as stored
from tutor.store.export import export_person
from tutor.store.practice import count_attempts
from tutor.store.secrecy import PASSWORD_LEAST, RefusedError, check_password, password_fits
from tutor.web.limits import password_limit, register_limit, sign_in_limits
from tutor.web.people.accounts import account
from tutor.web.people.visitors import current_person, held_person, let_in, let_out, local_address

people = Blueprint("people", __name__, url_prefix="/people")

Faults = dict[str, Message]
"""What is wrong, by the field at which it is to be mended; ``form`` for what is no one field's fault."""

# One sentence for a name that nobody has and for a wrong password: who guesses learns nothing.
NOT_KNOWN: Final = Message(N_("This name and this password do not belong together. Please try again."))
NO_SUCH_CODE: Final = Message(N_("This name and this code do not belong together, or the code was used before."))
WRONG_PASSWORD: Final = Message(N_("This is not your password."))
NOT_SURE: Final = Message(N_("Tick the box if you are sure."))


@people.after_request
def not_kept(response: Response) -> Response:
    """Leave no copy of these pages behind, for those who sit down at the same computer later."""
    response.headers["Cache-Control"] = "private, no-store"
    return response


@people.context_processor
def lengths() -> dict[str, int]:
    """What the forms say of a password."""
    return {"password_least": PASSWORD_LEAST}


def _field(name: str) -> str:
    return request.form.get(name, "")


def _page(template: str, faults: Faults | None = None, **values: object) -> ResponseReturnValue:
    """A page with a form: as it is first shown, or once more with what is wrong."""
    page = render_template(f"people/{template}.html", faults=faults or {}, next=_next(), **values)
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if faults else HTTPStatus.OK


def _next() -> str | None:
    """Where to go on when the form is done."""
    return local_address(request.values.get("next"))


def _onward() -> ResponseReturnValue:
    return redirect(_next() or url_for("people.index"), HTTPStatus.SEE_OTHER)


@people.get("/")
def index() -> ResponseReturnValue:
    """What is kept of the visitor and what can be done about it."""
    person = current_person()
    return render_template(
        "people/index.html",
        person=person,
        attempts=0 if person is None else count_attempts(db.session, person.id),
        codes=0 if person is None else stored.codes_left(db.session, person),
        done=request.args.get("done", ""),
    )


@people.get("/register")
def register() -> ResponseReturnValue:
    """The form for a new account."""
    return redirect(url_for("people.index")) if account() else _page("register", name="")


@people.post("/register")
@register_limit
def register_sent() -> ResponseReturnValue:
    """Make the account and show its recovery codes, this once."""
    if account():
        return redirect(url_for("people.index"), HTTPStatus.SEE_OTHER)
    name, password = _field("name"), _field("password")
    faults: Faults = {}
    for field, check, text in (("name", stored.clean_name, name), ("password", check_password, password)):
        try:
            check(text)
        except RefusedError as error:
            faults[field] = error.message
    if faults:
        return _page("register", faults, name=name)
    here = held_person()
    # Somebody who has an account by now has sent two forms at once.
    guest = here if here is not None and here.guest else None
    try:
        person = stored.register(db.session, guest, name, password)
    except stored.NameTakenError as error:
        db.session.rollback()
        return _sent_again(name, password) or _page("register", {"name": error.message}, name=name)
    return _welcome(person)


def _welcome(person: Person) -> ResponseReturnValue:
    """Let the holder of a new account in, and show the recovery codes."""
    codes = stored.new_codes(db.session, person)
    let_in(person)
    return render_template("people/codes.html", codes=codes, welcome=True, person=person, next=_next())


@sign_in_limits
def _sent_again(name: str, password: str) -> ResponseReturnValue | None:
    """The answer to a form for an account that is there already with this password; None when it is another one.

    Where the account was made a moment ago the form was sent twice: the first answer with the recovery codes was never
    seen, and this one shows others. Else somebody forgot that they have an account; their codes stay good.
    """
    person = _proven(name, password)
    if person is None:
        return None
    if stored.just_made(db.session, person):
        stored.close_browsers(db.session, person)  # the one that was told to the first answer
        return _welcome(person)
    let_in(person)
    return redirect(url_for("people.codes", done="known"), HTTPStatus.SEE_OTHER)


def _proven(name: str, password: str) -> Person | None:
    """The holder of the account if the password is theirs, in a transaction that writes; else None."""
    found = stored.check_sign_in(db.session, name, password)
    if found is None:
        return None
    number, kept = found.id, found.password
    begin_writing(db.session)
    person = stored.hold_person(db.session, number)
    # The password may have been changed while it was looked at.
    if person is None or person.password != kept:
        return None
    stored.renew_hash(person, password)
    return person


@people.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """The form for the name and the password."""
    if account():
        return _onward()
    return _page("sign_in", name="", done=request.args.get("done", ""), keeping=current_person() is not None)


@people.post("/sign-in")
@sign_in_limits
def sign_in_sent() -> ResponseReturnValue:
    """Sign in, and take along what was done in this browser as a guest."""
    if account():
        return _onward()
    name, password = _field("name"), _field("password")
    person = _proven(name, password)
    if person is None:
        return _page("sign_in", {"form": NOT_KNOWN}, name=name)
    let_in(person)
    return _onward()


@people.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Sign out in this browser."""
    let_out()
    return redirect(url_for("people.sign_in", done="out"), HTTPStatus.SEE_OTHER)


@people.get("/recover")
def recover() -> ResponseReturnValue:
    """The form for a recovery code and a new password."""
    return redirect(url_for("people.index")) if account() else _page("recover", name="")


@people.post("/recover")
@sign_in_limits
def recover_sent() -> ResponseReturnValue:
    """Set a new password by a recovery code and sign in; the code is used, and other browsers are signed out."""
    if account():
        return redirect(url_for("people.index"), HTTPStatus.SEE_OTHER)
    name, password = _field("name"), _field("password")
    try:
        check_password(password)  # before the code is used up
    except RefusedError as error:
        return _page("recover", {"password": error.message}, name=name)
    begin_writing(db.session)
    person = stored.use_code(db.session, name, _field("code"))
    if person is None:
        db.session.rollback()
        person = _recovered_before(name, password)
        if person is None:
            return _page("recover", {"form": NO_SUCH_CODE}, name=name)
    else:
        stored.set_password(db.session, person, password)
    let_in(person)
    return redirect(url_for("people.index", done="recovered"), HTTPStatus.SEE_OTHER)


def _recovered_before(name: str, password: str) -> Person | None:
    """The holder of the account for a form that was sent twice: its code is used and its password is the one now."""
    person = _proven(name, password)
    if person is None or not stored.was_used(db.session, person, _field("code")):
        db.session.rollback()
        return None
    stored.close_browsers(db.session, person)  # the one that was told to the first answer
    return person


@people.get("/password")
@login_required  # type: ignore[untyped-decorator]
def password() -> ResponseReturnValue:
    """The form for a new password."""
    return _page("password", name=_name())


@people.post("/password")
@password_limit
@login_required  # type: ignore[untyped-decorator]
def password_sent() -> ResponseReturnValue:
    """Set a new password; other browsers are signed out."""
    faults = _password_faults()
    try:
        check_password(_field("new_password"))
    except RefusedError as error:
        faults["new_password"] = error.message
    if faults:
        return _page("password", faults, name=_name())
    person = _proven_account()
    stored.set_password(db.session, person, _field("new_password"))
    let_in(person)
    return redirect(url_for("people.index", done="password"), HTTPStatus.SEE_OTHER)


@people.get("/codes")
@login_required  # type: ignore[untyped-decorator]
def codes() -> ResponseReturnValue:
    """The form for new recovery codes."""
    person = current_person()
    assert person is not None
    left, done = stored.codes_left(db.session, person), request.args.get("done", "")
    return _page("new_codes", name=person.name, left=left, done=done)


@people.post("/codes")
@password_limit
@login_required  # type: ignore[untyped-decorator]
def codes_sent() -> ResponseReturnValue:
    """Show new recovery codes, this once; those given before are void."""
    faults = _password_faults()
    if faults:
        person = current_person()
        assert person is not None
        return _page("new_codes", faults, name=person.name, left=stored.codes_left(db.session, person))
    fresh = stored.new_codes(db.session, _proven_account())
    db.session.commit()
    return render_template("people/codes.html", codes=fresh, welcome=False, person=current_person(), next=None)


@people.get("/export")
def export() -> ResponseReturnValue:
    """All that is kept of the visitor, as a JSON file."""
    person = current_person()
    if person is None:
        abort(HTTPStatus.NOT_FOUND)
    text = json.dumps(export_person(db.session, person), ensure_ascii=False, indent=2) + "\n"
    headers = {"Content-Disposition": 'attachment; filename="draw-bridge-tutor.json"'}
    return Response(text, content_type="application/json", headers=headers)


@people.get("/delete")
def delete() -> ResponseReturnValue:
    """The form for deleting all that is kept of the visitor."""
    person = current_person()
    return _page("delete", person=person) if person else redirect(url_for("people.index"))


@people.post("/delete")
@password_limit
def delete_sent() -> ResponseReturnValue:
    """Delete all that is kept of the visitor."""
    person = current_person()
    if person is None:
        return redirect(url_for("people.index"), HTTPStatus.SEE_OTHER)
    faults = _password_faults() if not person.guest else {}
    if not _field("sure"):
        faults["sure"] = NOT_SURE
    if faults:
        return _page("delete", faults, person=person)
    held = held_person() if person.guest else _proven_account()
    if held is not None:
        stored.delete_person(db.session, held)
        db.session.commit()
        let_out(forget=True)
    return redirect(url_for("people.index", done="deleted"), HTTPStatus.SEE_OTHER)


def _name() -> str:
    person = current_person()
    assert person is not None
    return person.name or ""


def _password_faults() -> Faults:
    """What is wrong with the password by which somebody who is signed in shows that it is them."""
    person = current_person()
    assert person is not None
    return {} if password_fits(person.password, _field("password")) else {"password": WRONG_PASSWORD}


def _proven_account() -> Person:
    """Who is signed in and has given the right password, in a transaction that writes.

    Ends the request when the account has gone meanwhile, has got another password or is not known here any more.
    """
    before = current_person()
    proven = None if before is None else before.password
    person = held_person()
    if person is None or person.guest or person.password != proven:
        db.session.rollback()
        abort(redirect(url_for("people.sign_in"), HTTPStatus.SEE_OTHER))
    return person
