"""Write the files of ``tests/data/rules`` anew, by the naive implementation alone.

From the checkout: ``python -m tests.rules.makefiles``. The scores are not among them: a person wrote those.
"""

import random
from pathlib import Path

from tests.rules import naive

DATA = Path(__file__).parent.parent / "data" / "rules"

PERFT_HEAD = """\
# Number of sequences of legal actions of exactly so many actions (a sequence that ends before is not counted).
# Columns: North, South, stock (top first; - where there is none), ruleset, start, depth, count.
# Start: draw/dealer, auction/dealer, or play/strain/leader.
"""
PLAYTHROUGHS = (
    ("written", "N", 1),
    ("penalty,stock=exposed", "S", 2),
    ("level,draw_winner=led-suit,draw_follow=true", "N", 3),
    ("written,draw_winner=led-suit,doubling=false", "S", 4),
    ("penalty,draw_follow=true,stock=exposed,undertrick=100", "N", 5),
    ("penalty", "S", 10),
    ("level,stock=exposed", "N", 9),
)


def start_of(line: str) -> tuple[naive.Game, int, int]:
    """The game, the depth and the count of a line of a perft file."""
    north, south, stock, rules, start, depth, number = line.split()
    kind, *rest = start.split("/")
    if kind == "play":
        game = naive.Game.ending(north, south, *rest)
    elif kind == "auction":
        game = naive.Game.drawn(north, south, rest[0], naive.read_rules(rules))
    else:
        game = naive.Game.dealt(north, south, stock.split(","), rest[0], naive.read_rules(rules))
    return game, int(depth), int(number)


def deck_of(seed: int) -> list[str]:
    deck = list(naive.DECK)
    random.Random(seed).shuffle(deck)
    return deck


def hands_of(deck: list[str], size: int) -> tuple[str, str]:
    return naive.write_hand(deck[:size]), naive.write_hand(deck[size : 2 * size])


def perft_lines(kind: str) -> list[str]:
    """The lines of one perft file, still without their counts."""
    lines = []
    if kind == "draw":
        for seed, rules in enumerate(
            (
                "written",
                "written,stock=exposed",
                "written,draw_winner=led-suit",
                "written,draw_follow=true",
                "penalty,draw_winner=led-suit,draw_follow=true,stock=exposed",
            )
        ):
            deck = deck_of(100 + seed)
            north, south = hands_of(deck, 13)
            lines += [f"{north} {south} {','.join(deck[26:])} {rules} draw/{'NS'[seed % 2]} {d}" for d in (1, 2, 3, 4)]
    elif kind == "auction":
        for seed, rules in enumerate(("written", "level", "penalty,doubling=false")):
            north, south = hands_of(deck_of(200 + seed), 13)
            lines += [f"{north} {south} - {rules} auction/{'NS'[seed % 2]} {d}" for d in (1, 2, 3, 4)]
    elif kind == "play":
        for seed, strain in enumerate(naive.STRAINS):
            north, south = hands_of(deck_of(300 + seed), 13)
            lines += [f"{north} {south} - written play/{strain}/{'NS'[seed % 2]} {d}" for d in (1, 2, 4, 5)]
    else:
        for seed in range(15):
            # Eight or ten cards of two or three suits: endings in which following, discarding and ruffing all occur.
            size = 4 + seed % 2
            deck = [card for card in deck_of(400 + seed) if card[0] in ("SHC", "SH", "SDC")[seed % 3]]
            north, south = hands_of(deck, size)
            lines.append(f"{north} {south} - written play/{naive.STRAINS[seed % 5]}/{'NS'[seed % 2]} {2 * size}")
    return lines


def write_perft() -> None:
    for kind in ("draw", "auction", "play", "endings"):
        rows = []
        for line in perft_lines(kind):
            game, depth, _ = start_of(f"{line} 0")
            rows.append(f"{line} {naive.count(game, depth)}")
        (DATA / f"perft_{kind}.txt").write_text(PERFT_HEAD + "\n".join(rows) + "\n", encoding="utf-8")


def choose(rng: random.Random, legal: list[str]) -> str:
    """An action for a playthrough; in an auction a pass, a double or a cheap bid, so that it ends at some level."""
    return rng.choice(legal[:5] if legal[0] == "Pass" else legal)


def write_playthroughs() -> None:
    for number, (rules, dealer, seed) in enumerate(PLAYTHROUGHS, 1):
        rng = random.Random(seed)
        deck = deck_of(500 + seed)
        north, south = hands_of(deck, 13)
        game = naive.Game.dealt(north, south, deck[26:], dealer, naive.read_rules(rules))
        lines = [
            "# A deal from the shuffle to the score: an action, then the moment that follows it.",
            f"ruleset {rules}",
            f"dealer {dealer}",
            f"north {north}",
            f"south {south}",
            f"stock {','.join(deck[26:])}",
            f"start | {naive.snapshot(game)}",
        ]
        while game.stage != "over":
            action = choose(rng, game.legal())
            game = game.do(action)
            lines.append(f"{action} | {naive.snapshot(game)}")
        (DATA / f"playthrough_{number}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_perft()
    write_playthroughs()
