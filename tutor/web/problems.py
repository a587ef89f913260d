"""What is shown when something goes wrong: pages for people, JSON for programs, never a traceback."""

from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError, RequestEntityTooLarge

from tutor.messages import N_, Message
from tutor.notation import Fault
from tutor.web.settings import TEXT_LIMIT

API_PREFIX: Final = "/api/"
DRAIN_LIMIT: Final = 64_000_000
DRAIN_STEP: Final = 1 << 16

SENTENCES: Final = {
    400: Message(N_("The address or the form holds something this page cannot read.")),
    404: Message(N_("There is nothing at this address. A shared link may have lost a few letters on its way.")),
    405: Message(N_("This address does not take that kind of request.")),
    413: Message(
        N_("The text is too long: at most %(limit)s bytes (400 kB) can be read at once. Nothing was stored."),
        {"limit": f"{TEXT_LIMIT:,}"},
    ),
    500: Message(N_("Something broke on our side. Nothing was stored; the fault has been written to the log.")),
}
TITLES: Final = {
    400: Message(N_("That cannot be read")),
    404: Message(N_("Not found")),
    405: Message(N_("Not that way")),
    413: Message(N_("Too long")),
    500: Message(N_("Our fault")),
}
STALE_FORM: Final = Message(N_("The form was open for too long or came from elsewhere. Please send it once more."))


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
    known = status if status in SENTENCES else (500 if status >= 500 else 400)
    sentence = STALE_FORM if isinstance(error, CSRFError) else SENTENCES[known]
    if request.path.startswith(API_PREFIX):
        code = HTTPStatus(status).phrase.lower().replace(" ", "-")
        response = errors_json(Fault(sentence, code=code), status=status)
    else:
        page = render_template("errors/error.html", status=status, title=str(TITLES[known]), sentence=str(sentence))
        response = Response(page, status)
    if error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response


def crash(error: Exception) -> ResponseReturnValue:
    """The page for a fault of ours, after writing it to the log."""
    current_app.logger.error("unhandled error at %s %s", request.method, request.path, exc_info=error)
    return show(InternalServerError())


def init_app(app: Flask) -> None:
    """Answer every error of *app* in words."""
    app.register_error_handler(HTTPException, show)
    app.register_error_handler(Exception, crash)
