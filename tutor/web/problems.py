"""What is shown when something goes wrong: pages for people, JSON for programs, never a traceback."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import (
    Gone,
    HTTPException,
    InternalServerError,
    NotFound,
    RequestEntityTooLarge,
    TooManyRequests,
)

from tutor.messages import N_, P_, Message
from tutor.notation import Fault
from tutor.web.people.visitors import ChangedMeanwhile
from tutor.web.requests import TooManyParts
from tutor.web.settings import PART_LIMIT, TEXT_LIMIT
from tutor.web.storage import Busy, NoDatabase, NoTables, trouble

API_PREFIX: Final = "/api/"
DRAIN_LIMIT: Final = 64_000_000
DRAIN_STEP: Final = 1 << 16
CARRIED: Final = ("Allow", "Retry-After")
"""Headers of an error that its page or JSON keeps."""

BYTES: Final = {"limit": f"{TEXT_LIMIT:,}"}
SENTENCES: Final = {
    400: Message(N_("The address or the form holds something this page cannot read.")),
    404: Message(N_("There is nothing at this address. A shared link may have lost a few letters on its way.")),
    405: Message(N_("This address does not take that kind of request.")),
    410: Message(
        N_("This puzzle was here and has been taken back. Who has solved it keeps the result."),
    ),
    413: Message(
        N_("The text is too long: at most %(limit)s bytes (400 kB) can be read at once. Nothing was stored."), BYTES
    ),
    429: Message(N_("This was tried too often. Please try again later.")),
    500: Message(N_("Something broke on our side. Nothing was stored; the fault has been written to the log.")),
    503: Message(N_("This cannot be answered at the moment. Please try again a little later.")),
}
TITLES: Final = {
    400: Message(N_("That cannot be read")),
    404: Message(N_("Not found")),
    405: Message(N_("Not that way")),
    410: Message(N_("Taken back")),
    413: Message(N_("Too long")),
    429: Message(N_("Too often")),
    500: Message(N_("Our fault")),
    503: Message(N_("Not at the moment")),
}
TOO_OFTEN: Final = P_(
    "This was tried too often. Please try again in %(count)s minute.",
    "This was tried too often. Please try again in %(count)s minutes.",
)


@dataclass(frozen=True, slots=True)
class Told:
    """How an error is told.

    Attributes:
        title: the headline of its page.
        sentence: what is wrong, and what to do.
        code: its name in the API; "" for the name of its status.
    """

    title: Message
    sentence: Message
    code: str = ""


class HiddenPuzzle(Gone):
    """An administrator has hidden the puzzle."""


class NoRun(NotFound):
    """Of the visitor there is no such run through puzzles."""


SPECIAL: Final[dict[type[HTTPException], Told]] = {
    CSRFError: Told(
        TITLES[400], Message(N_("The form was open for too long or came from elsewhere. Please send it once more."))
    ),
    HiddenPuzzle: Told(
        Message(N_("Hidden")),
        Message(N_("This puzzle was here and an administrator has hidden it. Who has solved it keeps the result.")),
    ),
    NoRun: Told(
        Message(N_("No such run")),
        Message(
            N_(
                "No run of yours has this address: a run without an answer is not kept once you begin another, "
                "and the runs of others are not shown."
            ),
        ),
    ),
    TooManyParts: Told(
        Message(N_("Too many parts")),
        Message.counted(
            P_(
                "The form came in more than %(count)s part; no more can be read at once. Nothing was stored.",
                "The form came in more than %(count)s parts; no more can be read at once. Nothing was stored.",
            ),
            PART_LIMIT,
        ),
        "too-many-parts",
    ),
    ChangedMeanwhile: Told(
        Message(N_("Changed meanwhile")),
        Message(
            N_("You have just signed in or out somewhere else. Nothing was changed here; please send it once more.")
        ),
    ),
    Busy: Told(
        Message(N_("Busy")),
        Message(N_("The database is busy: others are storing hands. Nothing was stored; please try again.")),
        "database-busy",
    ),
    NoTables: Told(
        TITLES[503],
        Message(
            N_("The database is not set up for this version. Whoever runs this site should call “tutor db upgrade”.")
        ),
        "database-tables",
    ),
    NoDatabase: Told(
        TITLES[503],
        Message(N_("The database cannot be used at the moment; the reason is in the log. Nothing was stored.")),
        "database-unusable",
    ),
}
"""What is said of errors that their status alone does not tell."""


def told(error: HTTPException) -> Told:
    """How *error* is told."""
    status = error.code or 500
    if isinstance(error, TooManyRequests) and isinstance(error.retry_after, int):
        return Told(TITLES[429], Message.counted(TOO_OFTEN, -(-error.retry_after // 60)))
    known = status if status in SENTENCES else (500 if status >= 500 else 400)
    return SPECIAL.get(type(error)) or Told(TITLES[known], SENTENCES[known])


def fault_json(fault: Fault) -> dict[str, Any]:
    """One fault in the shape of every API error."""
    return {"message": str(fault.message), "line": fault.line, "column": fault.column, "code": fault.code}


def errors_json(*faults: Fault, status: int, **beside: Any) -> Response:
    """The API's answer that lists *faults*, and what is to be said *beside* them."""
    response = jsonify({"errors": [fault_json(fault) for fault in faults], **beside})
    response.status_code = status
    return response


def drain() -> None:
    """Read what is left of a request that is too long, and forget it.

    A server that answers and closes while the browser is still sending makes the browser show "connection reset"
    instead of the answer.
    """
    stream = request.environ["wsgi.input"]
    left = min(request.content_length or 0, DRAIN_LIMIT)
    while left > 0:
        chunk = stream.read(min(left, DRAIN_STEP))
        if not chunk:
            return
        left -= len(chunk)


def show(error: HTTPException) -> ResponseReturnValue:
    """The page or the JSON for *error*."""
    if error.response is not None:  # a view has made its own answer
        return error.response
    status = error.code or 500
    if status < 400:  # redirects are raised as exceptions too
        return error.get_response()
    if isinstance(error, RequestEntityTooLarge):
        drain()
    said = told(error)
    if request.path.startswith(API_PREFIX):
        code = said.code or HTTPStatus(status).phrase.lower().replace(" ", "-")
        response = errors_json(Fault(said.sentence, code=code), status=status)
    else:
        values = {"title": str(said.title), "sentence": str(said.sentence)}
        response = Response(render_template("errors/error.html", status=status, **values), status)
    own = error.get_response().headers
    for name in CARRIED:
        if name in own:
            response.headers[name] = own[name]
    return response


def database_failed(error: SQLAlchemyError) -> ResponseReturnValue:
    """What to do about the database, where that is known; else the page for a fault of ours."""
    state = trouble(error)
    if state is None:
        return crash(error)
    current_app.logger.warning("database at %s %s: %s", request.method, request.path, error)
    return show(state)


def crash(error: Exception) -> ResponseReturnValue:
    """The page for a fault of ours, after writing it to the log."""
    current_app.logger.error("unhandled error at %s %s", request.method, request.path, exc_info=error)
    return show(InternalServerError())


def init_app(app: Flask) -> None:
    """Answer every error of *app* in words."""
    app.register_error_handler(HTTPException, show)
    app.register_error_handler(SQLAlchemyError, database_failed)
    app.register_error_handler(Exception, crash)
