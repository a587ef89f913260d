"""The puzzles that somebody has failed and not solved since, one after the other."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tutor.web.puzzles.listing import entries_of
from tutor.web.puzzles.pool import listed_puzzles
from tutor.web.puzzles.results import results
from tutor.web.puzzles.standing import failed_puzzles

replay = Blueprint("replay", __name__, url_prefix="/puzzles/failed")


@replay.after_request
def not_kept(response: Response) -> Response:
    """Leave no copy behind, for those who sit down at the same computer later."""
    response.headers["Cache-Control"] = "no-store"
    return response


@replay.get("")
def index() -> ResponseReturnValue:
    """The list of them."""
    known = results()
    failed = failed_puzzles(listed_puzzles(), known)
    gone = not failed and any(each.state == "failed" for each in known.values())
    return render_template("puzzles/failed.html", entries=entries_of(failed, known), gone=gone, tried=bool(known))


@replay.get("/next")
def go_on() -> ResponseReturnValue:
    """The one that follows ``after`` in the list, and after the last the first; the list of them when there is none."""
    listed = listed_puzzles()
    slugs = [each.slug for each in listed]
    after = request.args.get("after", "")
    place = slugs.index(after) + 1 if after in slugs else 0
    failed = failed_puzzles((*listed[place:], *listed[:place]), results())
    others = [each for each in failed if each.slug != after] or failed
    if not others:
        return redirect(url_for("replay.index"))
    return redirect(url_for("puzzles.solve", slug=others[0].slug))
