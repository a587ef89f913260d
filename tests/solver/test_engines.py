"""Whatever the engine stands on (a deep table or a shallow one, much memory or little, compiled or not), the answers
are the same.
"""

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.solver.brute import BruteForce
from tests.solver.positions import from_card, random_layout, read_rows, to_card, to_position
from tests.solver.test_published_values import expected_table, hands
from tests.solver.uncompiled import DEPTH as UNCOMPILED_DEPTH
from tutor.cards import SEATS
from tutor.solver import card_values, endgame, engine, trick_table

ROOT = Path(__file__).parent.parent.parent


@cache
def engine_of_depth(depth):
    """An engine on a table of *depth* made in memory; with a shallow one the search has nearly all the work."""
    return engine.Engine(depth, endgame.make(depth))


def random_positions(seed, most_cards, count):
    """Seeded positions of 1 to *most_cards* each, every second one with a card on the table."""
    rng = random.Random(seed)
    return [
        to_position(random_layout(rng, rng.randint(1, most_cards), on_table=number % 2 == 1), SEATS[number // 2 % 2])
        for number in range(count)
    ]


@pytest.mark.parametrize("batch", range(8))
def test_the_search_itself_gives_every_card_its_brute_force_value(batch):
    searching = engine_of_depth(1)
    rng = random.Random(13_000 + batch)
    for number in range(100):
        layout = random_layout(rng, rng.randint(2, 6), on_table=number % 2 == 1)
        expected = BruteForce(layout.trump).card_values(layout.mine, layout.theirs, layout.led)
        found = searching.card_values(to_position(layout))
        assert {from_card(card): tricks for card, tricks in found.items()} == expected, layout


@pytest.mark.parametrize("depth", range(1, 8))
def test_a_shallower_table_gives_the_same_values(depth):
    shallow = engine_of_depth(depth)
    for position in random_positions(14_000 + depth, 10, 60):
        assert shallow.card_values(position) == card_values(position), position
        assert shallow.value(position) == max(card_values(position).values()), position


@pytest.mark.parametrize("depth", [3, 6])
def test_a_shallower_table_gives_the_published_trick_tables(depth):
    for row in read_rows("full_deals.csv")[:10]:
        assert engine_of_depth(depth).trick_table(*hands(row)) == expected_table(row), row


def test_a_memory_that_is_always_full_gives_the_same_values(monkeypatch):
    monkeypatch.setattr(engine, "MEMORY_BITS", 2)
    forgetful = engine.Engine(2, endgame.make(2))
    for position in random_positions(15_000, 8, 60):
        assert forgetful.card_values(position) == card_values(position), position


def test_a_used_engine_searches_as_a_new_one_does_once_it_is_cleared():
    used = engine.Engine(3, endgame.make(3))
    positions = random_positions(16_000, 9, 20)
    first = [used.card_values(position) for position in positions]
    nodes = used.nodes
    assert nodes > 0
    used.clear()
    assert used.nodes == 0
    assert [used.card_values(position) for position in positions] == first
    assert used.nodes == nodes


def test_the_same_source_uncompiled_gives_the_same_values_in_as_many_nodes():
    positions = random_positions(17_000, 7, 60)
    asked = [[p.north, p.south, p.strain, p.turn, p.led] for p in positions]
    done = subprocess.run(
        [sys.executable, "-m", "tests.solver.uncompiled"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    compiled = engine.Engine(UNCOMPILED_DEPTH, endgame.make(UNCOMPILED_DEPTH))
    expected = [[list(pair) for pair in compiled.card_values(position).items()] for position in positions]
    assert answer["cards"] == expected
    assert expected == [[list(pair) for pair in card_values(position).items()] for position in positions]
    assert answer["nodes"] == compiled.nodes > 0


def test_hands_of_any_size_have_a_trick_table():
    rng = random.Random(18_000)
    for cards_each in range(1, 14):
        layout = random_layout(rng, cards_each)
        north, south = (sum(1 << to_card(card) for card in hand) for hand in (layout.mine, layout.theirs))
        assert trick_table(north, south) == engine_of_depth(4).trick_table(north, south), layout


@pytest.mark.parametrize("masks", [(-2, 1), (1, -2), (1 << 52, 1), (1, 1 << 63), (0, 0), (3, 1), (1, 1)])
def test_what_are_no_two_hands_of_the_52_cards_have_no_trick_table(masks):
    with pytest.raises(ValueError, match="two hands"):
        engine_of_depth(5).trick_table(*masks)


@pytest.mark.parametrize("depth", [0, 14, True, 8.0, "8"])
def test_a_depth_that_no_table_has_makes_no_engine(depth):
    with pytest.raises(ValueError, match="depth"):
        engine.Engine(depth, endgame.make(3))


def test_a_table_that_is_too_short_makes_no_engine():
    with pytest.raises(ValueError, match="too short"):
        engine.Engine(13, endgame.make(5))


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_a_process_forked_while_another_thread_searches_can_search_as_well():
    one = engine.Engine(5, endgame.make(5))
    reader, writer = os.pipe()
    with one._lock:  # as a thread in the middle of a search holds it
        child = os.fork()
        if child == 0:
            os.write(writer, bytes([one.trick_table(0b1111, 0b1111 << 13)[SEATS[0]][4]]))
            os._exit(0)
    os.close(writer)
    assert os.read(reader, 1) == bytes([one.trick_table(0b1111, 0b1111 << 13)[SEATS[0]][4]])
    os.close(reader)
    assert os.waitpid(child, 0)[1] == 0
