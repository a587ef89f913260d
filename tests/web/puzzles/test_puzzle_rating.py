"""Ratings of solvers and puzzles: within their bounds, by the first try alone, and not to be run away with."""

import random
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.times import START
from tutor.coach.puzzle import load_puzzles
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.glicko import Rating
from tutor.store import Person, PuzzleRating, PuzzleTry, SolverRating, begin_writing, db
from tutor.store.people import add_guest, new_key, register
from tutor.store.ratings import keep_try, puzzle_ratings, solver_rating
from tutor.web.puzzles.rating import (
    LEAST,
    MOST,
    MOST_CHANGE,
    NEWCOMER,
    PERIOD,
    PUZZLE_AWAY,
    PUZZLE_CHANGE,
    PUZZLE_SUREST,
    PUZZLE_UNSUREST,
    SETTLED,
    SUREST,
    UNSUREST,
    now_rated,
    puzzle_after,
    rate,
    ratings_of,
    solver_after,
)

PUZZLES = load_puzzles()
SETTLED_SOLVER = Rating(1500, 80)

solvers = st.builds(Rating, st.floats(LEAST, MOST), st.floats(SUREST, UNSUREST))
puzzles = st.builds(Rating, st.floats(600, 2700), st.floats(PUZZLE_SUREST, PUZZLE_UNSUREST))
times = st.floats(0, 1000)


@given(solvers, puzzles, st.booleans(), times)
def test_one_try_moves_a_solver_within_the_bounds_and_in_the_right_direction(solver, puzzle, solved, periods):
    after = solver_after(solver, puzzle, solved=solved, periods=periods)
    assert LEAST <= after.value <= MOST
    assert abs(after.value - solver.value) <= MOST_CHANGE
    assert (after.value >= solver.value) if solved else (after.value <= solver.value)
    assert SUREST <= after.deviation <= UNSUREST


@given(solvers, puzzles, st.floats(600, 2700), st.booleans(), times)
def test_one_try_moves_a_puzzle_within_the_bounds(solver, puzzle, start, solved, periods):
    after = puzzle_after(puzzle, solver, start, solved=solved, periods=periods)
    if solver.deviation > SETTLED:
        assert after == puzzle
        return
    near = min(max(puzzle.value, start - PUZZLE_AWAY), start + PUZZLE_AWAY)
    assert abs(after.value - near) <= PUZZLE_CHANGE
    assert abs(after.value - start) <= PUZZLE_AWAY
    assert PUZZLE_SUREST <= after.deviation <= PUZZLE_UNSUREST


@pytest.mark.parametrize("solved", [True, False])
def test_hundreds_of_accounts_that_all_do_the_same_take_a_puzzle_no_further_than_its_bound(solved):
    puzzle = Rating(1500, PUZZLE_UNSUREST)
    for _ in range(500):
        puzzle = puzzle_after(puzzle, SETTLED_SOLVER, 1500, solved=solved)
    assert abs(puzzle.value - 1500) <= PUZZLE_AWAY


@pytest.mark.parametrize("strength", [900, 1500, 2100])
def test_the_rating_of_a_solver_finds_their_strength(strength):
    ends = []
    for seed in range(8):
        rng, solver = random.Random(seed), now_rated(None, START)
        for _ in range(60):
            puzzle = Rating(min(2300, max(800, solver.value + rng.uniform(-150, 150))), 100)
            chance = 1 / (1 + 10 ** ((puzzle.value - strength) / 400))
            solver = solver_after(solver, puzzle, solved=rng.random() < chance)
        ends.append(solver.value)
    assert abs(sum(ends) / len(ends) - strength) < 80
    assert all(abs(end - strength) < 250 for end in ends)


def test_an_account_needs_rated_tries_before_it_moves_a_puzzle():
    solver, tries = now_rated(None, START), 0
    assert (solver.value, solver.deviation) == (NEWCOMER, UNSUREST) == (1200, 350)
    while solver.deviation > SETTLED:
        puzzle = Rating(solver.value, PUZZLE_UNSUREST)
        assert puzzle_after(puzzle, solver, puzzle.value, solved=True) == puzzle
        solver, tries = solver_after(solver, puzzle, solved=tries % 2 == 0), tries + 1
    assert 8 <= tries <= 12


def test_solving_a_hard_puzzle_is_worth_more_than_an_easy_one():
    gains = [solver_after(SETTLED_SOLVER, Rating(value, 100), solved=True).value for value in (1000, 1500, 2000)]
    assert gains == sorted(gains)
    assert gains[0] < gains[1] < gains[2]


def test_a_rating_gets_less_sure_week_by_week_and_no_less_sure_than_at_first():
    kept = SolverRating(rating=1700, deviation=60, volatility=0.06, rated=START)
    found = [now_rated(kept, START + weeks * PERIOD) for weeks in (0, 1, 26, 52, 10_000)]
    assert [each.value for each in found] == [1700] * 5
    deviations = [each.deviation for each in found]
    assert deviations == sorted(deviations)
    assert (round(deviations[0], 6), deviations[-1]) == (60, UNSUREST)
    assert 60 < deviations[1] < 62
    assert 90 < deviations[3] < 100
    assert now_rated(kept, START - timedelta(days=400)) == found[0]


def test_who_comes_back_after_a_long_time_is_moved_further():
    puzzle = Rating(1500, 80)
    soon, late = (solver_after(SETTLED_SOLVER, puzzle, solved=True, periods=each).value for each in (0, 104))
    assert late > soon > SETTLED_SOLVER.value


# With the database.


@pytest.fixture
def people(app):
    """Two accounts and a guest, within the app's context, in a transaction that writes."""
    with app.app_context():
        begin_writing(db.session)
        yield (
            register(db.session, None, "Nora", "correct horse battery"),
            register(db.session, None, "Sven", "correct horse battery"),
            db.session.get(Person, add_guest(db.session, new_key()).id),
        )


def settle(person: Person, rating: float = 1500) -> None:
    kept = SolverRating(person_id=person.id, rating=rating, deviation=80, volatility=0.06, rated=START)
    db.session.add(kept)
    db.session.flush()


def tries(person: Person, slug: str = "patience", *, solved: bool = True, start: float = 1500) -> PuzzleTry:
    made = keep_try(db.session, person.id, slug, solved=solved, help_level=0, reason="", created=START)
    rate(db.session, person, made, start)
    return made


def test_a_settled_account_moves_both_and_the_try_says_how(people):
    nora, _, _ = people
    settle(nora)
    made = tries(nora)
    puzzle = puzzle_ratings(db.session, ["patience"])["patience"]
    assert (made.before, made.puzzle_before) == (1500, 1500)
    assert made.after > 1500 > made.puzzle_after
    assert (solver_rating(db.session, nora.id).rating, puzzle.rating) == (made.after, made.puzzle_after)
    assert (solver_rating(db.session, nora.id).tries, puzzle.tries, puzzle.start) == (1, 1, 1500)


@pytest.mark.parametrize("who", ["new account", "guest"])
def test_a_new_account_and_a_guest_move_themselves_alone(people, who):
    nora, _, guest = people
    person = nora if who == "new account" else guest
    if who == "guest":
        settle(guest)
    made = tries(person, solved=False)
    assert made.after < made.before
    assert made.puzzle_after == made.puzzle_before == 1500
    assert puzzle_ratings(db.session, ["patience"])["patience"].tries == 0


def test_what_accounts_do_in_turn_adds_up(people):
    nora, sven, _ = people
    settle(nora)
    settle(sven, 1800)
    first, second = tries(nora, solved=False), tries(sven, solved=False)
    assert second.puzzle_before == first.puzzle_after > 1500
    assert second.puzzle_after > second.puzzle_before
    assert puzzle_ratings(db.session, ["patience"])["patience"].tries == 2


def test_a_puzzle_that_nobody_has_moved_is_rated_as_it_was_measured(people):
    assert people
    moved, still = PUZZLES[:2]
    db.session.add(
        PuzzleRating(slug=moved.slug, rating=1234, deviation=100, volatility=0.06, start=1200, tries=3, rated=START)
    )
    db.session.flush()
    assert ratings_of(db.session, (moved, still)) == {moved.slug: 1234, still.slug: difficulty(still).rating}
