"""Whole deals, state by state: the engine against the naive implementation, and both against golden files."""

import random
from itertools import product

import pytest

from tests.rules import engine, naive
from tests.rules.makefiles import DATA, choose, deck_of, hands_of

GOLDEN = sorted(DATA.glob("playthrough_*.txt"))

RULES = [
    f"written,draw_winner={winner},draw_follow={follow},stock={stock},doubling={doubling},undertrick={price},overtricks={over}"
    for winner, follow, stock, doubling, price, over in product(
        ("highest-rank", "led-suit"),
        ("false", "true"),
        ("hidden", "exposed"),
        ("true", "false"),
        (0, 50),
        ("true", "false"),
    )
]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_golden_playthrough_goes_as_recorded(path):
    lines = [x for x in path.read_text(encoding="utf-8").splitlines() if not x.startswith("#")]
    head = dict(line.split(" ", 1) for line in lines[:5])
    parts = head["north"], head["south"], head["stock"].split(","), head["dealer"]
    game = naive.Game.dealt(*parts, naive.read_rules(head["ruleset"]))
    deal = engine.dealt(*parts, engine.ruleset(head["ruleset"]))
    for line in lines[5:]:
        action, moment = line.split(" | ", 1)
        if action != "start":
            game, deal = game.do(action), deal.apply(engine.ACTION[action])
        assert naive.snapshot(game) == moment
        assert engine.snapshot(deal) == moment
    assert deal.over


def test_there_are_golden_playthroughs():
    assert len(GOLDEN) >= 5


@pytest.mark.parametrize("rules", RULES)
def test_random_deals_go_alike_in_both_implementations(rules):
    # Enough deals under each of the 64 readings to meet passed-out deals, doubles, made and failed contracts.
    for number in range(4):
        rng = random.Random(f"{rules} {number}")
        deck = deck_of(rng.randrange(10**6))
        north, south = hands_of(deck, 13)
        parts = north, south, deck[26:], rng.choice("NS")
        game = naive.Game.dealt(*parts, naive.read_rules(rules))
        deal = engine.dealt(*parts, engine.ruleset(rules))
        while True:
            assert engine.snapshot(deal) == naive.snapshot(game)
            if game.stage == "over":
                break
            action = choose(rng, game.legal())
            game, deal = game.do(action), deal.apply(engine.ACTION[action])


def test_random_auctions_go_alike_in_both_implementations():
    for number in range(300):
        rng = random.Random(number)
        rules = rng.choice(("written", "penalty", "level,doubling=false"))
        north, south = hands_of(deck_of(number), 13)
        game = naive.Game.drawn(north, south, "NS"[number % 2], naive.read_rules(rules))
        deal = engine.drawn(north, south, "NS"[number % 2], engine.ruleset(rules))
        while game.stage == "auction":
            action = choose(rng, game.legal())
            game, deal = game.do(action), deal.apply(engine.ACTION[action])
            assert engine.snapshot(deal) == naive.snapshot(game)


@pytest.mark.parametrize("strain", naive.STRAINS)
def test_random_endings_go_alike_in_both_implementations(strain):
    for number in range(150):
        rng = random.Random(f"{strain} {number}")
        north, south = hands_of(deck_of(rng.randrange(10**6)), rng.randint(1, 6))
        game, play = naive.Game.ending(north, south, strain, "N"), engine.ending(north, south, strain, "N")
        while not play.over:
            assert [engine.ACTION[c] for c in sorted(game.legal(), key=engine.ACTION.get)] == sorted(play.legal())
            assert play.turn.letter == game.turn
            action = rng.choice(game.legal())
            game, play = game.do(action), play.apply(engine.ACTION[action])
            assert play.tricks == (game.won["N"], game.won["S"])
        assert game.stage == "over"
