"""The kernel's short cuts, proved on every position of the endgame table.

The table itself adds up to published sums; here the bounds that cut the search short and the search over one trick
are held against every value in it.
"""

import numpy as np
import pytest
from numba import njit

from tutor.cards import NORTH, Strain
from tutor.rules import Position
from tutor.solver import auction_kernel, endgame, kernel
from tutor.solver.engine import Engine

TABLE = 8


@pytest.fixture(scope="module")
def table():
    """An endgame table made now."""
    return endgame.make(TABLE)


@njit
def key_of(owners, notrump, lengths):
    """The canonical key whose cards are owned as the bits of *owners* say, field 0 lowest."""
    key = notrump << 56
    for suit in range(4):
        n = lengths[suit]
        key |= (1 << n | owners & ((1 << n) - 1)) << (14 * suit)
        owners >>= n
    return kernel.canonical(key)


@njit
def next_owners(owners):
    """The next higher number with as many ones (Gosper's hack)."""
    lowest = owners & -owners
    ripple = owners + lowest
    return ripple | (((owners ^ ripple) // lowest) >> 2)


@njit
def value_at(table, index):
    """The value number *index* of the table."""
    return (int(table[index >> 1]) >> ((index & 1) << 2)) & 15


@njit
def check_bounds(table, k, block):
    """How many positions of a block lie outside the bounds by top cards, and how many are settled by them."""
    notrump, lengths, index = block
    outside = settled = 0
    owners = (1 << k) - 1
    while owners < 1 << (2 * k):
        bounds = kernel.sure_tricks(key_of(owners, notrump, lengths), k)
        least, most = bounds & 15, bounds >> 4
        outside += not least <= value_at(table, index) <= most
        settled += least == most
        index += 1
        owners = next_owners(owners)
    return outside, settled


@njit
def check_searches(table, memory, k, block):
    """How many searches of one trick in a block, for any aim, say otherwise than the table."""
    notrump, lengths, index = block
    wrong = 0
    owners = (1 << k) - 1
    while owners < 1 << (2 * k):
        key = key_of(owners, notrump, lengths)
        for need in range(-1, k + 2):
            wrong += kernel.search(table, k - 1, memory, key, k, need) != (value_at(table, index) >= need)
        index += 1
        owners = next_owners(owners)
    return wrong


def blocks(k):
    """Of each block of layer *k*: whether it is no-trump, its suit lengths, and where it starts in the table."""
    for number, (notrump, *lengths) in enumerate(kernel.layer_blocks(k)):
        start = int(kernel.LAYER_START[k]) + number * int(kernel.BLOCK_SIZE[k])
        yield notrump, np.array(lengths, dtype=np.int64), start


@pytest.mark.parametrize("k", range(1, TABLE + 1))
def test_the_bounds_by_top_cards_hold_for_every_position(table, k):
    found = [check_bounds(table, k, block) for block in blocks(k)]
    assert sum(outside for outside, _ in found) == 0
    assert sum(settled for _, settled in found) > 0


@pytest.mark.parametrize("k", range(1, 8))
def test_the_search_finds_the_value_of_every_position_over_the_table_below_it(table, k):
    memory = np.zeros(kernel.HEADER + (2 << 12), dtype=np.int64)
    assert sum(check_searches(table, memory, k, block) for block in blocks(k)) == 0
    assert memory[kernel.NODES] > 0


def test_compiled_functions_know_64_bit_integers_truth_values_and_arrays_and_no_other_types():
    engine = Engine(4, endgame.make(4))
    engine.card_values(Position(0b111100000, 0b111100000 << 13, Strain.SPADES, NORTH))
    engine.trick_tables(np.array([[0b1111, 0b1111 << 13]]))
    compiled = [f for module in (kernel, auction_kernel) for f in vars(module).values() if hasattr(f, "signatures")]
    types = [each for function in compiled for signature in function.signatures for each in signature]
    assert kernel.search.signatures
    assert {str(getattr(each, "dtype", types_of_literals(each))) for each in types} <= {
        "int64",
        "bool",
        "uint8",
        "int8",
    }


def types_of_literals(each):
    return getattr(each, "literal_type", each)
