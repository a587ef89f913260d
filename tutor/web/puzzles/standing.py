"""How somebody stands at puzzles: the rating, the streaks, what a try has changed, and which puzzle is next."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from flask import Flask, session, url_for
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.puzzle import AnyPuzzle
from tutor.coach.puzzle.difficulty import level_of
from tutor.messages import N_, Message
from tutor.store import Person, PuzzleTry, db
from tutor.store.models import now
from tutor.store.practice import get_review
from tutor.store.ratings import get_try, solver_rating, tries_of
from tutor.web.again.returning import when
from tutor.web.again.views import whats_waiting
from tutor.web.people.visitors import current_person
from tutor.web.puzzles.pool import find_puzzle, is_posted_by, listed_puzzles
from tutor.web.puzzles.rating import MOST_CHANGE, NEWCOMER, PUZZLE_AWAY, Shown, now_rated, ratings_of
from tutor.web.puzzles.results import LAST, PREFIX, Result, results
from tutor.web.puzzles.streaks import Streaks, streaks_of

COMPARED: Final = 16
"""Puzzles that are compared when the next one is looked for: to measure one takes some milliseconds."""

CHART: Final = 60
"""Ratings in the chart: the latest."""
CHART_WIDTH: Final = 240
CHART_HEIGHT: Final = 48
CHART_ROOM: Final = 4
"""Units around the line of the chart."""
LEAST_SPAN: Final = 100
"""Points that the height of the chart stands for at least: small changes look small."""

REASONS: Final = {
    "help": Message(N_("Your first try was not rated: something had been shown before.")),
    "again": Message(N_("It is not rated: you had tried the same puzzle before.")),
    "own": Message(N_("It is not rated: the puzzle is your own.")),
    "run": Message(N_("Your first try was not rated: runs are not.")),
    "guest": Message(N_("Your first try was made as a guest and is no part of your account’s rating.")),
}


@dataclass(frozen=True, slots=True)
class Chart:
    """The course of a rating, as a line of 240 × 48 units.

    Attributes:
        points: of the line, as SVG writes them.
        lowest: the lowest rating on it, in whole points.
        highest: the highest.
        count: how many ratings are on it.
    """

    points: str
    lowest: int
    highest: int
    count: int


@dataclass(frozen=True, slots=True)
class Training:
    """How somebody stands at puzzles.

    Attributes:
        rating: their rating; None before the first rated try.
        chart: its course; None for fewer than two.
        streaks: the streaks.
    """

    rating: Shown | None = None
    chart: Chart | None = None
    streaks: Streaks = field(default_factory=Streaks)

    @property
    def any(self) -> bool:
        """Whether there is anything to tell."""
        return self.rating is not None or self.streaks.any


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """What a puzzle that is over says of its rating and of the visitor.

    Attributes:
        words: what the try changed, or why it was not rated, in sentences.
        change: how many points the first try was worth, with its sign; "" when it was not rated.
        just_rated: whether it was this try that changed the rating.
        streaks: the visitor's.
        returns: when the puzzle comes back, in words; "" when it does not.
        due: how much else is to be repeated.
        replay: the address of the next puzzle that failed, where this one is or was among them; "" otherwise.
        failed: how many failed and were not solved since.
    """

    words: tuple[str, ...]
    change: str
    just_rated: bool
    streaks: Streaks
    returns: str
    due: int
    replay: str
    failed: int


def training() -> Training:
    """How the visitor stands at puzzles."""
    with suppress(SQLAlchemyError):  # the list is readable without a database
        person = current_person()
        if person is not None:
            return training_of(person.id, now())
    return Training()


def training_of(person_id: int, moment: datetime) -> Training:
    """How a person stands at puzzles."""
    kept = solver_rating(db.session, person_id)
    rating = None if kept is None else Shown.of(now_rated(kept, moment))
    course = [each.after for each in tries_of(db.session, person_id) if each.after is not None]
    return Training(rating, chart_of(course), streaks_of(db.session, person_id, moment.date()))


def chart_of(course: Sequence[float]) -> Chart | None:
    """The chart of a rating that went through *course*; None for fewer than two."""
    shown = course[-CHART:]
    if len(shown) < 2:
        return None
    low, high = min(shown), max(shown)
    middle, span = (low + high) / 2, max(high - low, LEAST_SPAN)
    step = (CHART_WIDTH - 2 * CHART_ROOM) / (len(shown) - 1)
    height = CHART_HEIGHT - 2 * CHART_ROOM
    points = (
        (CHART_ROOM + step * place, CHART_HEIGHT / 2 - height * (value - middle) / span)
        for place, value in enumerate(shown)
    )
    return Chart(" ".join(f"{x:.1f},{y:.1f}" for x, y in points), round(low), round(high), len(shown))


def puzzle_standing(slug: str) -> PuzzleStanding | None:
    """What the page of the puzzle *slug*, which is over, says of the visitor; None when there is nothing to say."""
    puzzle = find_puzzle(slug)
    if puzzle is None:
        return None
    with suppress(SQLAlchemyError):  # a puzzle can be looked at without a database
        return _standing(puzzle, current_person())
    return None


def _standing(puzzle: AnyPuzzle, person: Person | None) -> PuzzleStanding:
    slug = puzzle.slug
    failed = failed_puzzles(listed_puzzles(), results())
    streaks, returns, replay, change = Streaks(), "", "", ""
    words: tuple[str, ...] = ()
    just_rated = False
    if person is not None:
        moment = now()
        made = get_try(db.session, person.id, slug)
        words, change = _told(made, slug)
        just_rated = bool(change) and _last_try(slug) == "first"
        if made is not None:
            rating = {"rating": round(ratings_of(db.session, (puzzle,))[slug])}
            words = (*words, str(Message(N_("The puzzle is rated %(rating)s."), rating)))
        streaks = streaks_of(db.session, person.id, moment.date())
        review = get_review(db.session, person.id, PREFIX + slug, 0)
        returns = when(review.due, moment) if review is not None and review.due > moment else ""
        failed_once = made is not None and not made.solved
        replay = url_for("replay.go_on", after=slug) if failed and failed_once else ""
    due = len(whats_waiting().due)
    return PuzzleStanding(words, change, just_rated, streaks, returns, due, replay, len(failed))


def following(puzzle: AnyPuzzle | None = None) -> AnyPuzzle | None:
    """The puzzle that the visitor goes on with after *puzzle*, or begins with; None when all are solved."""
    with suppress(SQLAlchemyError):  # a puzzle can be looked at without a database
        return next_puzzle(puzzle, results(), current_person())
    return None


def _told(made: PuzzleTry | None, slug: str) -> tuple[tuple[str, ...], str]:
    """What the first try did, and what it was worth; nothing where none was kept."""
    later = _last_try(slug) == "later"
    words = [str(Message(N_("Only the first try is rated; this was a later one.")))] if later else []
    if made is None:
        return tuple(words), ""
    if made.before is None or made.after is None:
        return (*words, *([str(REASONS[made.reason])] if made.reason and not later else [])), ""
    before, after = round(made.before), round(made.after)
    values = {"before": before, "after": after}
    if _last_try(slug) == "first":
        words.append(str(Message(N_("Your rating was %(before)s and is now %(after)s."), values)))
    else:
        words.append(str(Message(N_("By the first try your rating went from %(before)s to %(after)s."), values)))
    change = after - before
    return tuple(words), f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0"


def _last_try(slug: str) -> str:
    """Whether what the visitor tried last was the puzzle *slug*, for the ``first`` time or a ``later`` one; else ""."""
    last = session.get(LAST) or {}
    if last.get("slug") != slug:
        return ""
    return "first" if last.get("first") else "later"


def failed_puzzles(puzzles: Iterable[AnyPuzzle], known: Mapping[str, Result]) -> tuple[AnyPuzzle, ...]:
    """Those of *puzzles* that failed and were not solved since."""
    return tuple(each for each in puzzles if _state(known, each) == "failed")


def _state(known: Mapping[str, Result], puzzle: AnyPuzzle) -> str:
    return known.get(puzzle.slug, Result()).state


def next_puzzle(puzzle: AnyPuzzle | None, known: Mapping[str, Result], person: Person | None) -> AnyPuzzle | None:
    """The puzzle to go on with after *puzzle*, or to begin with: a new one about as hard as the visitor is strong.

    Of the new ones (those that failed, where there is no new one) of the level nearest to the visitor's rating, the
    next :data:`COMPARED` in the order of the list are compared, and the one whose rating is nearest is taken. So the
    same visitor is led to the same puzzle until something has changed, and never to one that they have posted. None
    when all are solved.
    """
    kept = None if person is None else solver_rating(db.session, person.id)
    strength = NEWCOMER if kept is None else kept.rating
    listed, after = listed_puzzles(), None if puzzle is None else puzzle.slug
    place = next((place for place, each in enumerate(listed, 1) if each.slug == after), 0)
    name = None if person is None else person.name
    others = [
        each for each in (*listed[place:], *listed[:place]) if each.slug != after and not is_posted_by(each, name)
    ]
    there = [each for each in others if _state(known, each) == "new"] or [
        each for each in others if _state(known, each) == "failed"
    ]
    if not there:
        return None
    level = min((each.level for each in there), key=lambda each: (abs(each - level_of(strength)), each))
    compared = [each for each in there if each.level == level][:COMPARED]
    ratings = ratings_of(db.session, compared)
    return min(compared, key=lambda each: (abs(ratings[each.slug] - strength), each.slug))


def init_app(app: Flask) -> None:
    """Let the pages of *app* say how the visitor stands at puzzles."""
    bounds = {"start": round(NEWCOMER), "change": round(MOST_CHANGE), "away": round(PUZZLE_AWAY)}
    app.jinja_env.globals.update(puzzle_standing=puzzle_standing, training=training, rating_bounds=bounds)
