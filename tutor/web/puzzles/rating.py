"""How a first try at a puzzle changes the ratings of who tried it and of the puzzle, and within which bounds.

Both are ratings of Glicko-2 (:mod:`tutor.coach.puzzle.glicko`). A try is a game that the solver wins by solving; it is
rated at once, as a rating period as long as the time since the last one, so that a deviation grows with time away.
A *period* is a week. A puzzle begins with its measured difficulty (:mod:`tutor.coach.puzzle.difficulty`), a solver with
1200 ± 350: below the average player of 1500, since most who begin are new to the game, so that the first puzzles they
are led to are ones of level 2.

Rated is the first try of a person at a puzzle, if nothing had been shown before, the puzzle is not their own and it was
no part of a run. So that nobody can run a rating away, in any direction:

* a solver's rating stays between 400 and 3000 and one try changes it by 150 at most; the deviation stays between 60 and
  350;
* guests move their own rating and no puzzle's, and so does an account until its deviation is at most 110, which takes
  about nine rated tries: new accounts are cheap, settled ones are not;
* a puzzle's rating changes by 20 at most in one try and stays within 300 of its measured difficulty; its deviation
  stays between 60 and 120.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from tutor.coach.puzzle import AnyPuzzle
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.glicko import START_DEVIATION, START_VOLATILITY, Rating, rated, rested
from tutor.store import Person, PuzzleRating, PuzzleTry, SolverRating
from tutor.store.ratings import hold_puzzle, hold_solver, puzzle_ratings

PERIOD: Final = timedelta(days=7)

NEWCOMER: Final = 1200.0
"""The rating of a solver before the first rated try."""

LEAST: Final = 400.0
MOST: Final = 3000.0
SUREST: Final = 60.0
UNSUREST: Final = START_DEVIATION
MOST_CHANGE: Final = 150.0

SETTLED: Final = 110.0
"""The deviation of a solver up to which the rating is no uncertain one, and a try moves the puzzle as well."""

PUZZLE_SUREST: Final = 60.0
PUZZLE_UNSUREST: Final = 120.0
PUZZLE_CHANGE: Final = 20.0
PUZZLE_AWAY: Final = 300.0
"""How far a puzzle's rating may be from its measured difficulty."""


def within(value: float, least: float, most: float) -> float:
    """The number nearest to *value* that is not below *least* nor above *most*."""
    return min(max(value, least), most)


def solver_after(solver: Rating, puzzle: Rating, *, solved: bool, periods: float = 0) -> Rating:
    """The rating of a solver who tries *puzzle*, *periods* rating periods after the last rated try."""
    after = rated(solver, [(puzzle, 1 if solved else 0)], periods)
    value = within(after.value, max(LEAST, solver.value - MOST_CHANGE), min(MOST, solver.value + MOST_CHANGE))
    return replace(after, value=value, deviation=within(after.deviation, SUREST, UNSUREST))


def puzzle_after(puzzle: Rating, solver: Rating, start: float, *, solved: bool, periods: float = 0) -> Rating:
    """The rating of a puzzle that *solver* tries; *start* is its measured difficulty, the rest as for a solver."""
    if solver.deviation > SETTLED:
        return puzzle
    after = rated(puzzle, [(solver, 0 if solved else 1)], periods)
    value = within(after.value, puzzle.value - PUZZLE_CHANGE, puzzle.value + PUZZLE_CHANGE)
    value = within(value, start - PUZZLE_AWAY, start + PUZZLE_AWAY)
    return replace(after, value=value, deviation=within(after.deviation, PUZZLE_SUREST, PUZZLE_UNSUREST))


def now_rated(kept: SolverRating | None, moment: datetime) -> Rating:
    """The rating that is *kept* as it stands at *moment*: less sure than it was."""
    if kept is None:
        return Rating(NEWCOMER)
    found = rested(_read(kept), _periods(kept.rated, moment))
    return replace(found, deviation=min(found.deviation, UNSUREST))


def measured(puzzle: AnyPuzzle) -> float:
    """The rating that *puzzle* starts with. The first time it takes some milliseconds, rarely seconds."""
    return difficulty(puzzle).rating


def ratings_of(session: Session, puzzles: Iterable[AnyPuzzle]) -> Mapping[str, float]:
    """The ratings of *puzzles* by slug: where no try has moved one, its measured difficulty."""
    wanted = {each.slug: each for each in puzzles}
    kept = puzzle_ratings(session, wanted)
    return {slug: kept[slug].rating if slug in kept else measured(each) for slug, each in wanted.items()}


def rate(session: Session, person: Person, made: PuzzleTry, start: float) -> None:
    """Let the first try *made* just now change the ratings of *person* and of the puzzle, and note in it what it did.

    Args:
        session: in a transaction that writes, in which *made* was kept.
        person: who made it.
        made: the try, which is to be rated.
        start: the puzzle's measured difficulty.
    """
    moment = made.created
    own = hold_solver(session, person.id, _new_solver(moment))
    theirs = hold_puzzle(session, _new_puzzle(made.slug, start, moment))
    solver, puzzle = _read(own), _read(theirs)
    since = _periods(own.rated, moment)
    after = solver_after(solver, puzzle, solved=made.solved, periods=since)
    moved = puzzle
    if not person.guest:
        known = replace(solver, deviation=min(rested(solver, since).deviation, UNSUREST))
        ago = _periods(theirs.rated, moment)
        moved = puzzle_after(puzzle, known, theirs.start, solved=made.solved, periods=ago)
    made.before, made.after, made.deviation = solver.value, after.value, after.deviation
    made.puzzle_before, made.puzzle_after = puzzle.value, moved.value
    own.tries += 1
    _write(own, after, moment)
    if moved != puzzle:
        theirs.tries += 1
        _write(theirs, moved, moment)
    session.flush()


def _new_solver(moment: datetime) -> SolverRating:
    return SolverRating(rating=NEWCOMER, deviation=START_DEVIATION, volatility=START_VOLATILITY, rated=moment)


def _new_puzzle(slug: str, start: float, moment: datetime) -> PuzzleRating:
    figures = {"rating": start, "deviation": PUZZLE_UNSUREST, "volatility": START_VOLATILITY, "start": start}
    return PuzzleRating(slug=slug, rated=moment, **figures)


def _read(kept: SolverRating | PuzzleRating) -> Rating:
    return Rating(kept.rating, kept.deviation, kept.volatility)


def _write(kept: SolverRating | PuzzleRating, rating: Rating, moment: datetime) -> None:
    kept.rating, kept.deviation, kept.volatility = rating.value, rating.deviation, rating.volatility
    kept.rated = moment


def _periods(since: datetime, moment: datetime) -> float:
    """The rating periods from *since* until *moment*; none when clocks disagree."""
    return max(0.0, (moment - since) / PERIOD)


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as a page tells it.

    Attributes:
        value: in whole points.
        deviation: in whole points.
        uncertain: whether it is still far from sure.
    """

    value: int
    deviation: int
    uncertain: bool

    @classmethod
    def of(cls, rating: Rating) -> "Shown":
        """*rating*, rounded."""
        return cls(round(rating.value), round(rating.deviation), rating.deviation > SETTLED)
