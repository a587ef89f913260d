"""Run with ``NUMBA_DISABLE_JIT=1``: reads positions as JSON, writes the values of their cards from the plain source.

Each position is [north, south, strain, turn, led]; each answer is the list of [card, tricks] in legal order.
"""

import json
import sys

from tutor.cards import Seat, Strain
from tutor.rules import Position
from tutor.solver import endgame, kernel
from tutor.solver.engine import Engine

DEPTH = 2


def main() -> None:
    """Solve what stands on standard input with a small endgame table, all of it in plain Python."""
    assert not hasattr(kernel.search, "signatures"), "the kernel is compiled"
    engine = Engine(DEPTH, endgame.make(DEPTH))
    answers = []
    for north, south, strain, turn, led in json.load(sys.stdin):
        position = Position(north, south, Strain(strain), Seat(turn), led)
        answers.append(list(engine.card_values(position).items()))
    json.dump({"cards": answers, "nodes": engine.nodes}, sys.stdout)


if __name__ == "__main__":
    main()
