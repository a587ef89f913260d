"""Facts about all positions up to seven or eight cards each, proved from the endgame table.

The table is made by a search that tries only some of the cards. Here every lead and every reply is tried over the
layer below, from one card each upwards, so that neither the table nor the facts lean on the other. The same facts are
proved to four cards each by a brute force that shares nothing with the program.
"""

from functools import cache
from itertools import accumulate

import numpy as np
import pytest
from numba import njit

from tests.solver.test_kernel import blocks, key_of, next_owners, value_at
from tutor.solver import endgame, kernel

DEPTH = 8
WINNER, LOSER, DISCARD, RUFF, TRIED, VALUE = range(6)  # what is counted
BOTH = pytest.mark.parametrize("notrump", [False, True])


@cache
def table():
    """An endgame table made now."""
    return endgame.make(DEPTH)


@njit
def follower_tricks(table, k, key, lead, reply):
    """Tricks of the *k* left that the follower takes after a lead and a reply; a card is its field and its place."""
    after = kernel.table_value(table, kernel.after_trick(key, *lead, *reply), k - 1)
    return 1 + after if kernel.reply_takes(key, *lead, *reply) else k - 1 - after


@njit
def kind_of_reply(key, lead, reply):
    """Which fact is about the reply."""
    wins = kernel.reply_takes(key, *lead, *reply)
    if reply[0] == lead[0]:
        return WINNER if wins else LOSER
    return RUFF if wins else DISCARD


@njit
def best_reply(table, k, key, lead, counts):
    """The tricks of the follower after a lead, every legal reply tried; the facts about them counted."""
    owned = key & (kernel.flipped(key) ^ key)
    own = np.array([(owned >> (14 * field)) & 0x3FFF for field in range(4)])
    size = np.array([kernel.length((key >> (14 * field)) & 0x3FFF) for field in range(4)])
    follows = own[lead[0]] != (1 << size[lead[0]]) - 1
    best = -1
    for other in range(4):
        if follows and other != lead[0]:
            continue
        lowest = np.full(4, -1)  # by kind: the tricks with the lowest card of the suit
        for j in range(size[other]):
            if own[other] >> j & 1:
                continue
            tricks = follower_tricks(table, k, key, lead, (other, j))
            kind = kind_of_reply(key, lead, (other, j))
            if lowest[kind] < 0:
                lowest[kind] = tricks
            counts[0, kind] += 1
            counts[1, kind] += tricks > lowest[kind]
            best = max(best, tricks)
    return best


@njit
def best_of_those_tried(table, k, key, lead):
    """The tricks of the follower after a lead when it tries only the replies that the search tries."""
    best = -1
    found = kernel.replies(key, *lead)
    while found:
        best = max(best, follower_tricks(table, k, key, lead, ((found >> 4) & 3, found & 15)))
        found >>= 7
    return best


@njit
def count_block(table, k, block, counts):
    """Look at every position of a block; *counts* is raised by the cases of each fact, and by those against it."""
    notrump, lengths, index = block
    owners = (1 << k) - 1
    while owners < 1 << (2 * k):
        key = key_of(owners, notrump, lengths)
        value = 0
        for suit in range(4):
            owned = (key & (kernel.flipped(key) ^ key)) >> (14 * suit) & 0x3FFF
            for i in range(14):
                if owned >> i & 1:
                    best = best_reply(table, k, key, (suit, i), counts)
                    counts[0, TRIED] += 1
                    counts[1, TRIED] += best_of_those_tried(table, k, key, (suit, i)) != best
                    value = max(value, k - best)
        counts[0, VALUE] += 1
        counts[1, VALUE] += value_at(table, index) != value
        index += 1
        owners = next_owners(owners)


@cache
def counted(k):
    """For every fact, all positions of *k* cards each together: how many cases, and how many against it."""
    counts = np.zeros((2, 6), dtype=np.int64)
    for block in blocks(k):
        count_block(table(), k, block, counts)
    return counts.T.tolist()


@pytest.mark.parametrize("k", range(1, 8))
def test_a_higher_winner_is_never_better_for_the_follower_than_the_lowest(k):
    cases, against = counted(k)[WINNER]
    assert against == 0 < cases


@pytest.mark.parametrize("k", range(1, 8))
def test_a_higher_loser_is_never_better_for_the_follower_than_the_lowest(k):
    cases, against = counted(k)[LOSER]
    assert against == 0 < cases


@pytest.mark.parametrize("k", range(1, 8))
def test_a_higher_discard_is_never_better_for_the_follower_than_the_lowest_of_its_suit(k):
    cases, against = counted(k)[DISCARD]
    assert against == 0 < cases


@pytest.mark.parametrize("k", range(1, 8))
def test_a_higher_ruff_is_never_better_for_the_follower_than_the_lowest(k):
    cases, against = counted(k)[RUFF]
    assert against == 0 < cases


@pytest.mark.parametrize("k", range(1, 8))
def test_the_best_of_the_replies_that_are_tried_is_the_best_of_all(k):
    cases, against = counted(k)[TRIED]
    assert against == 0
    assert cases == k * counted(k)[VALUE][0]


@pytest.mark.parametrize("k", range(1, 8))
def test_the_table_holds_what_trying_every_card_finds(k):
    cases, against = counted(k)[VALUE]
    assert against == 0
    assert cases == kernel.LAYER_START[k + 1] - kernel.LAYER_START[k]


def block_values(k, notrump):
    """The values of *k* cards each, a row for each block and a column for each word of owner bits, in order."""
    return endgame.layer_values(table(), k, notrump=notrump).reshape(-1, int(kernel.BLOCK_SIZE[k]))


def owner_words(k):
    """The words of 2 *k* owner bits of which half are ones, in order: the columns of a block."""
    words = np.arange(1 << (2 * k))
    return words[np.bitwise_count(words) == k]


@BOTH
@pytest.mark.parametrize("k", range(1, DEPTH + 1))
def test_swapping_a_card_for_the_next_higher_one_never_costs_its_holder_a_trick(k, notrump):
    # To give the leader the higher of two neighbours is to take it from the follower: one comparison says both.
    values, words = block_values(k, notrump), owner_words(k)
    ends = [set(accumulate(lengths)) for lengths in kernel.block_lengths(k, notrump)]
    gained = 0
    for place in range(2 * k - 1):
        same_suit = values[[place + 1 not in end for end in ends]]
        before = words[words >> place & 3 == 1]
        lower = same_suit[:, np.searchsorted(words, before)]
        higher = same_suit[:, np.searchsorted(words, before + (1 << place))]
        assert (higher >= lower).all()
        gained += np.count_nonzero(higher > lower)
    assert gained > 0


@BOTH
@pytest.mark.parametrize("k", range(1, DEPTH + 1))
def test_being_on_lead_costs_at_most_one_trick(k, notrump):
    on_lead = block_values(k, notrump).astype(np.int8)
    off_lead = k - on_lead[:, ::-1]  # the same cards owned the other way round stand as far from the other end
    worth = on_lead - off_lead
    assert worth.min() == (-1 if k > 1 else 0)
    # Two hands of one solid suit each, and no trump: whoever is on lead takes every trick.
    assert worth.max() == k
