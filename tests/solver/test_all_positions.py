"""Sums of the values of all positions of a size, against sums that independent solvers published.

All positions are every ownership of every quadruple of suit lengths up to thirteen, the plain suits' lengths
non-increasing (in no-trump all four), the value being the leader's tricks.
"""

import numpy as np
import pytest

from tests.solver.positions import all_layouts, to_position
from tutor.solver import endgame, value
from tutor.solver.engine import default_engine

TRUMP_SUMS = {1: 5, 2: 74, 3: 749, 4: 6055, 5: 43945, 6: 291490, 7: 1785511}
NOTRUMP_SUMS = {1: 3, 2: 43, 3: 350, 4: 2551, 5: 16790, 6: 105674, 7: 605107, 8: 3333073}


@pytest.fixture(scope="module")
def table():
    """An endgame table made now, whatever lies in a folder from before."""
    return endgame.make(8)


@pytest.mark.parametrize(("cards_each", "total"), TRUMP_SUMS.items())
def test_the_endgame_table_with_trumps_adds_up_to_the_published_sum(table, cards_each, total):
    values = endgame.layer_values(table, cards_each, notrump=False)
    assert int(values.sum(dtype=np.int64)) == total
    assert int(values.max()) <= cards_each


@pytest.mark.parametrize(("cards_each", "total"), NOTRUMP_SUMS.items())
def test_the_endgame_table_in_notrump_adds_up_to_the_published_sum(table, cards_each, total):
    values = endgame.layer_values(table, cards_each, notrump=True)
    assert int(values.sum(dtype=np.int64)) == total
    assert int(values.max()) <= cards_each


def test_the_table_that_answers_questions_is_the_one_that_was_added_up(table):
    used = default_engine()
    common = min(used.depth, 8)
    for cards_each in range(1, common + 1):
        assert np.array_equal(endgame.layer(used.table, cards_each), endgame.layer(table, cards_each))


@pytest.mark.parametrize("cards_each", range(1, 5))
def test_the_values_of_all_positions_with_trumps_add_up_to_the_published_sum(cards_each):
    layouts = all_layouts(cards_each, notrump=False)
    assert sum(value(to_position(layout)) for layout in layouts) == TRUMP_SUMS[cards_each]


@pytest.mark.parametrize("cards_each", range(1, 6))
def test_the_values_of_all_positions_in_notrump_add_up_to_the_published_sum(cards_each):
    layouts = all_layouts(cards_each, notrump=True)
    assert sum(value(to_position(layout)) for layout in layouts) == NOTRUMP_SUMS[cards_each]
