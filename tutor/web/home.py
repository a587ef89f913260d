"""The front page."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

home = Blueprint("home", __name__)


@home.get("/")
def index() -> ResponseReturnValue:
    """The front page: what this is, and three doors."""
    return render_template("home/index.html")
