"""What becomes of the puzzles somebody plays: the first try at each is kept, and the first time it is solved after all.

Later tries say nothing new: whoever has seen a card refuted knows that it is the wrong one.

What had been shown counts for all that a try means, whether the address tells it or the browser remembers it
(:mod:`tutor.web.puzzles.shown`).
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, TypeAlias

from flask import g, request, session
from sqlalchemy.exc import SQLAlchemyError

from tutor.cards import Card, card_name
from tutor.coach.puzzle import PuzzleState
from tutor.coach.puzzle.same import likeness
from tutor.messages import translate
from tutor.store import Attempt, Person, db
from tutor.store.models import now
from tutor.store.posting import own_puzzle
from tutor.store.practice import attempts_of, get_review, keep_attempt
from tutor.store.ratings import keep_daily, keep_try, tried_alike
from tutor.web.again.returning import PUZZLE, SOON, VERDICT_SEEN, Made, let_follow
from tutor.web.people.visitors import current_person
from tutor.web.puzzles.pages import read_run
from tutor.web.puzzles.pool import find_puzzle
from tutor.web.puzzles.rating import measured, rate
from tutor.web.puzzles.run import answer_run, due_run
from tutor.web.puzzles.shown import forget_shown, shown_before
from tutor.web.puzzles.today import is_of_today

PREFIX: Final = PUZZLE

LAST: Final = "tried"
"""Where the session keeps which puzzle was tried last, and whether for the first time."""

Standing: TypeAlias = Literal["new", "failed", "solved"]


@dataclass(frozen=True, slots=True)
class Result:
    """How somebody stands with a puzzle.

    Attributes:
        state: ``new``, ``failed`` when it was tried and not solved since, ``solved``.
        clean: whether it was solved at the first try and without a hint.
    """

    state: Standing = "new"
    clean: bool = False

    @property
    def said(self) -> str:
        """The same in words; "" for a new one."""
        if self.state == "new":
            return ""
        if self.state == "failed":
            return translate("Not solved yet")
        return translate("Solved at the first try") if self.clean else translate("Solved")


def results() -> Mapping[str, Result]:
    """How the visitor stands with each puzzle that was tried, by slug; empty without a database. Asked once a page."""
    if "puzzle_results" not in g:
        g.puzzle_results = {}
        with suppress(SQLAlchemyError):  # the list is readable without a database
            person = current_person()
            if person is not None:
                g.puzzle_results = results_of(attempts_of(db.session, person.id, source="puzzle"))
    found: Mapping[str, Result] = g.puzzle_results
    return found


def results_of(attempts: Iterable[Attempt]) -> Mapping[str, Result]:
    """What *attempts* at puzzles, the earliest first, come to, by slug."""
    found: dict[str, Result] = {}
    for each in attempts:
        slug = each.code.removeprefix(PREFIX)
        before = found.get(slug)
        if each.best:
            found[slug] = before if before and before.state == "solved" else Result("solved", not (before or each.help))
        elif before is None:
            found[slug] = Result("failed")
    return found


@dataclass(frozen=True, slots=True)
class Tried:
    """A puzzle that somebody has solved or failed just now.

    Attributes:
        slug: the puzzle's.
        solved: whether it was solved.
        action: the last choice in short form: a card, a call, or for a question the answer.
        before: the calls and cards before it, of both sides, in short form.
        themes: the puzzle's.
        lost: tricks short of the goal; 0 where tricks are not the measure.
        help_level: how much was shown before the choice: 0 nothing, 1 the idea, 2 the suit, 3 the card, 4 the solution.
    """

    slug: str
    solved: bool
    action: str
    before: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    lost: int = 0
    help_level: int = 0


def tried(state: PuzzleState, card: Card, help_level: int) -> Tried:
    """That the learner's *card* has ended the puzzle in *state*."""
    puzzle, played = state.puzzle, state.play.played
    return Tried(
        puzzle.slug,
        state.solved,
        card_name(card),
        tuple(card_name(each) for each in played[: played.index(card)]),
        puzzle.themes,
        puzzle.goal - state.left if state.failed else 0,
        help_level,
    )


def keep_result(tried: Tried) -> None:
    """Keep what the visitor has just *tried*: what is news of it, and what follows from it.

    The first try is rated where it can be (:mod:`tutor.web.puzzles.rating`); a puzzle that failed comes back
    (:mod:`tutor.web.again.returning`); the puzzle of the day and the answer of a run count. All of it is kept together
    or not at all, and of two forms sent at once the second finds what the first has kept.
    """
    puzzle, moment = find_puzzle(tried.slug), now()
    start = None if puzzle is None else measured(puzzle)  # takes long, so it comes before others have to wait
    like = "" if puzzle is None else likeness(puzzle)
    run_id = due_run(read_run(request.args), tried.slug, moment)
    tried = replace(tried, help_level=max(tried.help_level, shown_before(tried.slug)))
    person = current_person(create=True)
    assert person is not None
    first = _keep_attempt(person.id, tried)
    if first and start is not None:
        reason = "run" if run_id is not None else _reason(person, tried, like)
        _keep_first(person, tried, reason, start, moment)
    if tried.solved and is_of_today(tried.slug, moment):
        keep_daily(db.session, person.id, moment.date(), tried.slug)
    _let_return(person.id, tried, moment)
    if run_id is not None:
        clean = tried.solved and not tried.help_level
        answer_run(db.session, run_id, tried.slug, moment, solved=clean)
    db.session.commit()
    session[LAST] = {"slug": tried.slug, "first": first}
    forget_shown(tried.slug)


def _keep_attempt(person_id: int, tried: Tried) -> bool:
    """Keep an attempt where that is news; whether it is the first."""
    code = PREFIX + tried.slug
    earlier = attempts_of(db.session, person_id, source="puzzle", code=code)
    if earlier and (not tried.solved or any(each.best for each in earlier)):
        return False
    keep_attempt(
        db.session,
        person_id,
        source="puzzle",
        code=code,
        place=0,
        before=tried.before,
        action=tried.action,
        best=tried.solved,
        loss_points=0,
        loss_tricks=tried.lost,
        themes=tried.themes,
        help_level=max(tried.help_level, VERDICT_SEEN) if earlier else tried.help_level,
    )
    return not earlier


def _reason(person: Person, tried: Tried, like: str) -> str:
    """Why the first try at a puzzle, which has the likeness *like*, is not rated; "" when it is."""
    if own_puzzle(db.session, person.id, tried.slug) is not None:
        return "own"
    if tried_alike(db.session, person.id, tried.slug, like):
        return "again"
    return "help" if tried.help_level else ""


def _keep_first(person: Person, tried: Tried, reason: str, start: float, moment: datetime) -> None:
    made = keep_try(
        db.session,
        person.id,
        tried.slug,
        solved=tried.solved,
        help_level=tried.help_level,
        reason=reason,
        created=moment,
    )
    if made is not None and not reason:
        rate(db.session, person, made, start)


def _let_return(person_id: int, tried: Tried, moment: datetime) -> None:
    """Let the puzzle come back when it failed, and stay away for longer when it had come back and was solved.

    What failed a moment ago and is on its way back fails no second time: a form may have been sent twice.
    """
    made = Made(
        "puzzle", PREFIX + tried.slug, 0, (), tried.action, tried.solved, 0, tried.lost, tried.themes, tried.help_level
    )
    review = get_review(db.session, person_id, made.code, 0)
    if tried.solved or review is None or not moment < review.due <= moment + SOON[0]:
        let_follow(db.session, person_id, made, moment)
