"""Puzzles: played out against perfect defence, card by card, or answered. Where a learner stands is in the address.

Opening an address keeps nothing in the database; what it showed is noted in the cookie. A card or an answer is a form
sent to the address that asks for it; it leads to the address of what follows, and when it ends the puzzle the result is
kept (see :mod:`tutor.web.puzzles.results`).
"""

from dataclasses import replace
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tutor.coach.authored import THEMES
from tutor.coach.puzzle import AnyPuzzle, Puzzle, play_card
from tutor.coach.puzzle.answers import read_answer
from tutor.messages import translate
from tutor.notation import NotationError, parse_card
from tutor.rules import RuleError
from tutor.store.models import now
from tutor.web.puzzles.answers import AnswerAt, answer_page, tried_answer
from tutor.web.puzzles.listing import puzzle_list
from tutor.web.puzzles.pages import FORM, TOLD, At, puzzle_page
from tutor.web.puzzles.pool import find_puzzle, listed_puzzles, no_puzzle
from tutor.web.puzzles.results import keep_result, results, tried
from tutor.web.puzzles.run import is_over, is_visitors
from tutor.web.puzzles.shown import note_shown
from tutor.web.puzzles.standing import following
from tutor.web.puzzles.today import puzzle_of

puzzles = Blueprint("puzzles", __name__, url_prefix="/puzzles")


@puzzles.get("/")
def index() -> ResponseReturnValue:
    """The list of puzzles."""
    shown = puzzle_list(listed_puzzles(), results(), request.args)
    return render_template("puzzles/index.html", shown=shown, today=_of_today(), following=following())


@puzzles.get("/today")
def today() -> ResponseReturnValue:
    """The puzzle of the day."""
    puzzle = _of_today()
    if puzzle is None:
        abort(HTTPStatus.NOT_FOUND)
    return redirect(url_for("puzzles.solve", slug=puzzle.slug))


@puzzles.get("/<slug>")
def solve(slug: str) -> ResponseReturnValue:
    """One puzzle at one moment."""
    return _page(_asked(slug))


@puzzles.post("/<slug>")
def play(slug: str) -> ResponseReturnValue:
    """Play the card or give the answer of the form at the moment that the address names; go on to what follows."""
    at = _asked(slug)
    try:
        if isinstance(at, AnswerAt):
            return _answer(at, request.form.getlist("action"))
        card = parse_card(request.form.get("action", ""))
        state = play_card(at.state, card)
    except (NotationError, RuleError):
        abort(HTTPStatus.BAD_REQUEST)
    if state.over:
        keep_result(tried(state, card, at.helped))
    return redirect(at.after((*at.own, card), state).link("status"), HTTPStatus.SEE_OTHER)


def _answer(at: AnswerAt, texts: list[str]) -> ResponseReturnValue:
    """Give the answer that *texts* name.

    Raises:
        NotationError, RuleError: as :func:`tutor.coach.puzzle.answers.read_answer`.
    """
    if at.over:
        abort(HTTPStatus.BAD_REQUEST)
    answer = read_answer(at.puzzle, texts)
    if not answer:
        return _page(at, fault=translate("Mark at least one card.")), HTTPStatus.BAD_REQUEST
    keep_result(tried_answer(at, answer))
    return redirect(at.answered(answer).link("status"), HTTPStatus.SEE_OTHER)


def _page(at: At | AnswerAt, fault: str = "") -> str:
    """The page of a moment; *fault* is what was wrong with the form that was sent from it."""
    puzzle = at.puzzle
    _note_shown(at)
    common = {
        "puzzle": puzzle,
        "slug": puzzle.slug,
        "over": at.over,
        "at": at,
        "form": FORM,
        "fault": fault,
        "following": following(puzzle) if at.over else None,
        "themes": [translate(THEMES[name]) for name in puzzle.themes],
    }
    if isinstance(at, AnswerAt):
        return render_template(f"puzzles/solve_{puzzle.kind}.html", page=answer_page(at), **common)
    return render_template("puzzles/solve.html", page=puzzle_page(at), **common)


def _note_shown(at: At | AnswerAt) -> None:
    """Remember what the page of *at* shows. Of a puzzle that was tried, only hints are news."""
    slug, shown = at.puzzle.slug, TOLD if at.over else at.helped
    if shown:
        note_shown(slug, at.hint if slug in results() else shown)


def _asked(slug: str) -> At | AnswerAt:
    """The moment that the address names; ends the request when there is none such.

    The code of a run that is not the visitor's own says nothing; in one that is over nothing can be chosen.
    """
    puzzle = find_puzzle(slug)
    if puzzle is None:
        no_puzzle(slug)
    try:
        found = At.read(puzzle, request.args) if isinstance(puzzle, Puzzle) else AnswerAt.read(puzzle, request.args)
    except (NotationError, RuleError):
        abort(HTTPStatus.BAD_REQUEST)
    if not found.run:
        return found
    if not is_visitors(found.run):
        return replace(found, run="")
    return replace(found, closed=not found.over and is_over(found.run, now()))


def _of_today() -> AnyPuzzle | None:
    return puzzle_of(now())
