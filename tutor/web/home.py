"""The front page, how the game goes, and what programs may ask."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tutor.messages import N_, Message

home = Blueprint("home", __name__)

_POSITION = "A.K.-.2 2.-.3.A NT N"
_DEAL = "AJT2.J6.9754.AJ9 K95.9872.6.KQ732"


@dataclass(frozen=True, slots=True)
class Address:
    """An address of the JSON API.

    Attributes:
        method: ``GET`` or ``POST``.
        path: without the server, a part that varies in braces.
        words: what it answers.
        example: an address that answers, for ``GET``; a command line for ``POST``.
    """

    method: str
    path: str
    words: Message
    example: str


@home.get("/")
def index() -> ResponseReturnValue:
    """The front page: what this is, and three doors."""
    return render_template("home/index.html")


@home.get("/rules")
def rules() -> ResponseReturnValue:
    """How the game goes."""
    return render_template("home/rules.html")


@home.get("/programs")
def programs() -> ResponseReturnValue:
    """The addresses of the JSON API, each with an example."""
    return render_template("home/programs.html", addresses=_addresses())


def _addresses() -> tuple[Address, ...]:
    review, records = url_for("api.review"), url_for("api.add_records")
    send = f"curl --data-binary @hand.pbn -H 'Content-Type: text/plain' {request.url_root.rstrip('/')}"
    return (
        Address(
            "GET",
            url_for("api.solve"),
            Message(N_("What every card of a position is worth.")),
            url_for("api.solve", position=_POSITION),
        ),
        Address(
            "GET",
            url_for("api.table"),
            Message(N_("How many tricks each declarer takes in each strain.")),
            url_for("api.table", deal=_DEAL),
        ),
        Address(
            "GET",
            url_for("api.auction"),
            Message(N_("What every call of an auction leads to.")),
            url_for("api.auction", deal=_DEAL, dealer="N", rules="penalty", calls="1S"),
        ),
        Address(
            "POST",
            review,
            Message(N_("What every call and card of finished hands was worth; nothing is stored.")),
            f"{send}{review}",
        ),
        Address(
            "POST",
            records,
            Message(N_("Finished hands to be stored, each under a link of its own.")),
            f"{send}{records}",
        ),
        Address(
            "GET",
            f"{records}/{{slug}}",
            Message(N_("A stored hand, as a JSON record or as PBN.")),
            f"curl '{request.url_root.rstrip('/')}{records}/SLUG?format=pbn'",
        ),
    )
