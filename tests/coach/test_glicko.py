"""Glicko-2 against the example of its author, and its fifth step against the equation that it solves."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.coach.puzzle.glicko import SCALE, START, TAU, Rating, rated, rested


def test_the_example_of_the_paper_comes_out_to_its_last_digit():
    opponents = [(Rating(1400, 30), 1), (Rating(1550, 100), 0), (Rating(1700, 300), 0)]
    after = rated(Rating(1500, 200, 0.06), opponents)
    # The paper rounds its steps on the way and comes to 1464.06; unrounded it is 1464.05.
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def equation_of_step_5(rating: Rating, results, x: float) -> float:
    """What the new volatility makes nothing: *x* is the logarithm of its square."""
    mu, phi = (rating.value - START) / SCALE, rating.deviation / SCALE
    terms = []
    for other, score in results:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        terms.append((g, 1 / (1 + math.exp(-g * (mu - (other.value - START) / SCALE))), score))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in terms)
    delta = v * sum(g * (s - e) for g, e, s in terms)
    ex = math.exp(x)
    change = (x - math.log(rating.volatility**2)) / TAU**2
    return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - change


ratings = st.builds(Rating, st.floats(400, 3000), st.floats(45, 350), st.floats(0.03, 0.1))


@given(ratings, st.lists(st.tuples(ratings, st.sampled_from([0, 1])), min_size=1, max_size=4))
def test_the_volatility_solves_the_equation_of_the_paper_for_every_rating(rating, results):
    x = math.log(rated(rating, results).volatility ** 2)
    below, above = (equation_of_step_5(rating, results, x + step) for step in (-1e-5, 1e-5))
    assert below > 0 > above


@given(ratings, ratings)
def test_a_win_raises_a_loss_lowers_and_both_make_surer(rating, other):
    won, lost = rated(rating, [(other, 1)], 0), rated(rating, [(other, 0)], 0)
    assert lost.value < rating.value < won.value
    assert max(won.deviation, lost.deviation) < rating.deviation


@given(ratings, st.floats(0, 500), st.floats(0, 500))
def test_time_without_a_result_adds_up_and_changes_the_deviation_alone(rating, some, more):
    after = rested(rating, some + more)
    assert (after.value, after.volatility) == (rating.value, rating.volatility)
    assert after.deviation == pytest.approx(rested(rested(rating, some), more).deviation)
    assert after.deviation >= rating.deviation
