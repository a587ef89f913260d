"""The number of legal action sequences to a depth, by the engine and by the naive implementation, against files."""

import pytest

from tests.rules import engine, naive
from tests.rules.makefiles import DATA, perft_lines, start_of

LINES = [
    (path.stem, line)
    for path in sorted(DATA.glob("perft_*.txt"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def engine_start(line):
    north, south, stock, rules, start, *_ = line.split()
    kind, *rest = start.split("/")
    if kind == "play":
        return engine.ending(north, south, *rest)
    if kind == "auction":
        return engine.drawn(north, south, rest[0], engine.ruleset(rules))
    return engine.dealt(north, south, stock.split(","), rest[0], engine.ruleset(rules))


@pytest.mark.parametrize("line", [pytest.param(ln, id=f"{f}-{' '.join(ln.split()[3:6])}") for f, ln in LINES])
def test_the_engine_and_the_naive_implementation_count_what_the_file_says(line):
    game, depth, number = start_of(line)
    assert naive.count(game, depth) == number
    assert engine.count(engine_start(line), depth) == number


def test_the_files_hold_the_starts_they_are_made_of():
    made = [line for kind in ("auction", "draw", "endings", "play") for line in perft_lines(kind)]
    assert [line.rsplit(" ", 1)[0] for _, line in LINES] == made


def test_an_auction_of_two_calls_can_be_counted_on_paper():
    # After a pass: a pass and 35 bids. After a bid: a pass, a double and every higher bid.
    on_paper = 36 + sum(2 + 35 - number for number in range(1, 36))
    assert on_paper == 701
    assert (
        engine.count(engine.drawn("AKQJT98765432.-.-.-", "-.AKQJT98765432.-.-", "N", engine.ruleset("written")), 2)
        == 701
    )


def test_four_cards_each_that_are_all_of_one_suit_give_every_order():
    assert engine.count(engine.ending("AKQJ.-.-.-", "5432.-.-.-", "NT", "N"), 8) == 24 * 24
