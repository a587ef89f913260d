"""Puzzles: played out against perfect defence. The solver's own cards so far are the whole state: ``?played=SA-H3``."""

from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tutor.cards import Card, card_name
from tutor.coach.authored import THEMES
from tutor.coach.lesson import paragraphs
from tutor.coach.puzzle import Puzzle, PuzzleState, load_puzzles, play_out
from tutor.messages import translate
from tutor.notation import NotationError, parse_card, write_position
from tutor.rules import Action, RuleError
from tutor.rules.play import SEAT_NAMES
from tutor.web import words
from tutor.web.board import CardFace, HandView, card_face, suit_letter
from tutor.web.course import Row, played_rows
from tutor.web.lines import Line, play_line
from tutor.web.positions import play_hands, strain_name, trick_on_table
from tutor.web.timeline import TableTrick

puzzles = Blueprint("puzzles", __name__, url_prefix="/puzzles")


@dataclass(frozen=True, slots=True)
class PuzzlePage:
    """Everything the page of a puzzle shows."""

    state: PuzzleState
    hands: tuple[HandView, HandView]
    strain: str
    strain_words: str
    solver: str
    table: TableTrick
    tricks: tuple[Row, ...]
    wrong: CardFace | None
    refutation: Line
    solution: tuple[str, ...]
    goal: str
    left: str
    again: str | None
    back: str | None
    analysis: str


@lru_cache(maxsize=1)
def all_puzzles() -> tuple[Puzzle, ...]:
    """The puzzles that come with the program."""
    return load_puzzles()


@puzzles.get("/")
def index() -> ResponseReturnValue:
    """The list of puzzles."""
    return render_template("puzzles/index.html", puzzles=all_puzzles(), suit_letter=suit_letter)


@puzzles.get("/<slug>")
def solve(slug: str) -> ResponseReturnValue:
    """One puzzle at one moment."""
    listed = all_puzzles()
    puzzle = next((each for each in listed if each.slug == slug), None)
    if puzzle is None:
        abort(HTTPStatus.NOT_FOUND)
    text = request.args.get("played", "")
    try:
        own = tuple(parse_card(part) for part in text.split("-")) if text else ()
        state = play_out(puzzle, own)
    except (NotationError, RuleError):
        abort(HTTPStatus.BAD_REQUEST)
    place = listed.index(puzzle)
    following = listed[place + 1] if place + 1 < len(listed) else None
    themes = [translate(THEMES[name]) for name in puzzle.themes]
    return render_template(
        "puzzles/solve.html", puzzle=puzzle, page=puzzle_page(state, own), following=following, themes=themes
    )


def puzzle_page(state: PuzzleState, own: tuple[Card, ...]) -> PuzzlePage:
    """The page of *state*, reached by the solver's cards *own*."""
    puzzle = state.puzzle

    def link(cards: tuple[Action, ...]) -> str:
        played = "-".join(card_name(card) for card in cards) or None
        return url_for("puzzles.solve", slug=puzzle.slug, played=played)

    choose = None if state.over else lambda card: link((*own, card))
    start = puzzle.position.play
    return PuzzlePage(
        state=state,
        hands=play_hands(state.play, values=False, link=choose),
        strain=suit_letter(puzzle.position.strain),
        strain_words=strain_name(puzzle.position.strain),
        solver=str(SEAT_NAMES[puzzle.solver]),
        table=trick_on_table(state.play, start),
        tricks=played_rows(start, state.play),
        wrong=None if state.wrong is None else card_face(state.wrong),
        refutation=play_line(state.play, state.refutation),
        solution=paragraphs(puzzle.solution) if state.over else (),
        goal=str(words.trick_count(puzzle.goal)),
        left=str(words.trick_count(state.play.run(state.refutation).tricks[puzzle.solver])),
        again=link(()) if own else None,
        back=link(own[:-1]) if own else None,
        analysis=url_for("analyse.position", line=write_position(puzzle.position)),
    )
