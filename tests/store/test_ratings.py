"""Ratings, first tries, puzzles of the day and runs in the database; two who change the same one at once."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from threading import Barrier

import pytest
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from tests.store.examples import statements
from tutor.store import DailyPuzzle, Person, PuzzleRating, PuzzleRun, PuzzleTry, SolverRating, begin_writing
from tutor.store.export import export_person
from tutor.store.merging import merge
from tutor.store.models import now
from tutor.store.people import add_guest, delete_person, new_key, register
from tutor.store.puzzle_runs import begin_run, end_run, find_run, keep_answer, runs_of
from tutor.store.ratings import (
    daily_days,
    get_try,
    hold_puzzle,
    hold_solver,
    keep_daily,
    keep_try,
    puzzle_ratings,
    solver_rating,
    tries_of,
)

DAY = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def nora(session: Session) -> Person:
    return register(session, None, "Nora", "correct horse battery")


def fresh_solver(rating: float = 1500) -> SolverRating:
    return SolverRating(rating=rating, deviation=350, volatility=0.06, rated=DAY)


def fresh_puzzle(slug: str = "patience") -> PuzzleRating:
    return PuzzleRating(slug=slug, rating=1400, deviation=120, volatility=0.06, start=1400, rated=DAY)


def first_try(session: Session, person: int, slug: str = "patience", **changed) -> PuzzleTry | None:
    values = {"solved": True, "help_level": 0, "reason": "", "created": DAY, **changed}
    return keep_try(session, person, slug, **values)


def run(session: Session, person: int, *slugs: str, **changed) -> PuzzleRun:
    values = {"seconds": 300, "seed": 7, "started": DAY, **changed}
    return begin_run(session, person, slugs or ("one", "two", "three"), **values)


def at_once(engine: Engine, *works: Callable[[Session], object]) -> list:
    """What *works* give, each in a transaction of its own, all begun at the same moment."""
    barrier = Barrier(len(works))

    def do(work):
        with Session(engine) as session:
            barrier.wait()
            begin_writing(session)
            found = work(session)
            session.commit()
            return found

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(do, works))


def test_a_rating_is_made_once_and_is_then_the_one_that_is_kept(session: Session, me: int):
    assert solver_rating(session, me) is None
    held = hold_solver(session, me, fresh_solver())
    assert (held.rating, held.tries, held.rated) == (1500, 0, DAY)
    held.rating, held.tries = 1623.5, 1
    session.commit()
    assert hold_solver(session, me, fresh_solver(900)).rating == 1623.5
    assert solver_rating(session, me).tries == 1


def test_only_puzzles_that_a_try_has_moved_have_a_rating(session: Session):
    hold_puzzle(session, fresh_puzzle())
    session.commit()
    found = puzzle_ratings(session, ["patience", "other"])
    assert {slug: (each.rating, each.start) for slug, each in found.items()} == {"patience": (1400, 1400)}


def test_of_many_who_move_the_same_puzzle_at_once_every_one_counts(engine: Engine):
    def move(session: Session) -> None:
        held = hold_puzzle(session, fresh_puzzle())
        rating, tries = held.rating, held.tries
        held.rating, held.tries = rating + 10, tries + 1
        session.flush()

    for number in range(1, 4):
        at_once(engine, move, move, move)
        with Session(engine) as session:
            kept = puzzle_ratings(session, ["patience"])["patience"]
            assert (kept.rating, kept.tries) == (1400 + 30 * number, 3 * number)


def test_of_two_first_tries_sent_at_once_one_is_the_first(engine: Engine):
    with Session(engine) as session:
        people = [add_guest(session, new_key()).id for _ in range(3)]
        session.commit()
    for person in people:

        def send(session: Session, person=person) -> bool:
            return first_try(session, person) is not None

        assert sorted(at_once(engine, send, send)) == [False, True]
    with Session(engine) as session:
        assert session.scalar(select(func.count()).select_from(PuzzleTry)) == 3


def test_a_second_try_changes_nothing_of_the_first(session: Session, me: int):
    assert first_try(session, me, solved=False, help_level=0).clean is False
    assert first_try(session, me) is None
    assert get_try(session, me, "patience").solved is False
    assert get_try(session, me, "other") is None


def test_a_reason_that_nobody_knows_is_refused(session: Session, me: int):
    with pytest.raises(ValueError, match="not rated"):
        first_try(session, me, reason="whim")


def test_a_day_counts_once(session: Session, me: int):
    for day, news in ((date(2026, 5, 2), True), (date(2026, 5, 1), True), (date(2026, 5, 2), False)):
        assert keep_daily(session, me, day, "patience") is news
    assert daily_days(session, me) == [date(2026, 5, 1), date(2026, 5, 2)]


# Runs.


def test_a_run_takes_one_answer_for_each_puzzle_in_its_order(session: Session, me: int):
    begun = run(session, me)
    assert begun.puzzles == ("one", "two", "three")
    assert keep_answer(session, begun, 0, solved=True)
    assert not keep_answer(session, begun, 0, solved=False)
    assert not keep_answer(session, begun, 2, solved=True)
    assert keep_answer(session, begun, 1, solved=False)
    assert find_run(session, me, begun.code).results == "+-"


def test_of_two_answers_sent_at_once_one_counts(engine: Engine):
    with Session(engine) as session:
        person = add_guest(session, new_key()).id
        code = run(session, person).code
        session.commit()
    for place in range(3):

        def answer(session: Session, place=place) -> bool:
            return keep_answer(session, find_run(session, person, code), place, solved=True)

        assert sorted(at_once(engine, answer, answer)) == [False, True]
    with Session(engine) as session:
        assert find_run(session, person, code).results == "+++"


def test_a_run_that_was_ended_takes_no_answer_and_keeps_its_end(session: Session, me: int):
    begun = run(session, me)
    end_run(session, begun, DAY)
    end_run(session, begun, DAY + timedelta(hours=1))
    assert begun.finished == DAY
    assert not keep_answer(session, begun, 0, solved=True)
    assert begun.results == ""


def test_a_run_is_found_by_its_own_person_alone(session: Session, me: int, nora: Person):
    mine, hers = run(session, me), run(session, nora.id)
    assert find_run(session, me, hers.code) is None
    for nothing in ("nonsense", "", "\0", "x\0y"):
        assert find_run(session, me, nothing) is None
    keep_answer(session, mine, 0, solved=True)
    later = run(session, me, started=DAY + timedelta(days=1))
    assert [each.code for each in runs_of(session, me)] == [later.code, mine.code]


def test_of_runs_without_an_answer_only_the_last_is_kept(session: Session, me: int, nora: Person):
    run(session, nora.id)
    for _ in range(20):
        last = run(session, me)
    assert [each.code for each in runs_of(session, me)] == [last.code]
    assert len(runs_of(session, nora.id)) == 1


# A guest who signs in, who takes their data along, who leaves.


def give_training(session: Session, person: int, slug: str = "patience", rating: float = 1600) -> None:
    made = first_try(session, person, slug)
    made.before, made.after = 1500, rating
    hold_solver(session, person, fresh_solver(rating))
    keep_daily(session, person, DAY.date(), slug)
    run(session, person)
    session.flush()


def test_an_account_without_a_rating_takes_the_guest_s_with_its_tries(session: Session, me: int, nora: Person):
    give_training(session, me)
    merge(session, session.get(Person, me), nora)
    session.commit()
    assert solver_rating(session, nora.id).rating == 1600
    (kept,) = tries_of(session, nora.id)
    assert (kept.slug, kept.reason, kept.after) == ("patience", "", 1600)
    assert daily_days(session, nora.id) == [DAY.date()]
    assert len(runs_of(session, nora.id)) == 1


def test_an_account_with_a_rating_keeps_it_and_its_own_first_tries(session: Session, me: int, nora: Person):
    give_training(session, nora.id, rating=1444)
    give_training(session, me)
    first_try(session, me, "other", solved=False)
    keep_daily(session, me, date(2026, 5, 2), "other")
    merge(session, session.get(Person, me), nora)
    session.commit()
    assert solver_rating(session, nora.id).rating == 1444
    tries = {each.slug: (each.reason, each.after) for each in tries_of(session, nora.id)}
    assert tries == {"patience": ("", 1444), "other": ("guest", None)}
    assert len(daily_days(session, nora.id)) == 2
    for model in (PuzzleTry, SolverRating, DailyPuzzle, PuzzleRun):
        assert set(session.scalars(select(model.person_id))) == {nora.id}


def test_many_tries_of_a_guest_take_no_more_statements_than_one(session: Session, nora: Person):
    first_try(session, nora.id, "t0", solved=False)
    counts = []
    for names in (("t0", "t1"), [f"t{number}" for number in range(12)]):
        guest = add_guest(session, new_key())
        for name in names:
            first_try(session, guest.id, name)
        keep_daily(session, guest.id, DAY.date(), "t1")
        session.commit()
        with statements(session) as sent:
            merge(session, guest, nora)
        session.commit()
        counts.append(len(sent))
    assert counts[0] == counts[1]
    assert {each.slug: each.solved for each in tries_of(session, nora.id)} == {
        "t0": False,
        **{f"t{number}": True for number in range(1, 12)},
    }
    assert daily_days(session, nora.id) == [DAY.date()]


def test_the_export_has_it_all(session: Session, nora: Person):
    give_training(session, nora.id)
    session.commit()
    found = json.loads(json.dumps(export_person(session, nora)))
    (rating,), (tried,), (run_,) = (found[name] for name in ("solver_ratings", "puzzle_tries", "puzzle_runs"))
    assert (rating["rating"], rating["rated"]) == (1600, "2026-05-01T12:00:00+00:00")
    assert (tried["slug"], tried["before"], tried["after"]) == ("patience", 1500, 1600)
    assert found["daily_puzzles"] == [{"day": "2026-05-01", "slug": "patience"}]
    assert run_["slugs"] == ["one", "two", "three"]
    assert "person_id" not in tried


def test_the_export_of_a_run_under_way_does_not_tell_what_comes(session: Session, nora: Person):
    begun = run(session, nora.id, "one", "two", "three", "four", started=now())
    keep_answer(session, begun, 0, solved=True)
    session.commit()
    (told,) = export_person(session, nora)["puzzle_runs"]
    assert (told["slugs"], told["seed"]) == (("one", "two"), None)
    end_run(session, begun, now())
    (told,) = export_person(session, nora)["puzzle_runs"]
    assert (told["slugs"], told["seed"]) == (("one", "two", "three", "four"), 7)


def test_a_rating_from_what_the_account_had_tried_is_not_taken(session: Session, me: int, nora: Person):
    first_try(session, nora.id, reason="help", help_level=3)
    give_training(session, me)
    give_training(session, me, "other", rating=1700)
    merge(session, session.get(Person, me), nora)
    session.commit()
    assert solver_rating(session, nora.id) is None
    tries = {each.slug: (each.reason, each.after) for each in tries_of(session, nora.id)}
    assert tries == {"patience": ("help", None), "other": ("guest", None)}


def test_who_is_deleted_leaves_nothing_but_how_hard_puzzles_are(session: Session, me: int, nora: Person):
    give_training(session, me)
    give_training(session, nora.id)
    hold_puzzle(session, fresh_puzzle())
    session.commit()
    delete_person(session, nora)
    session.commit()
    for model in (PuzzleTry, SolverRating, DailyPuzzle, PuzzleRun):
        assert set(session.scalars(select(model.person_id))) == {me}
    assert session.scalars(select(PuzzleRating.slug)).all() == ["patience"]
