"""The signature: the nodes searched over a fixed list of positions, the same on every machine.

A change that is not meant to change the search leaves it alone; one that is meant to records the new count beside this
module, where whoever reads the change sees by how much. The list: trick tables of full deals; positions of 13 to 9
cards each with a card on the table; positions of 12 to 9 cards each with none. The endgame table has depth 8, and the
memory of the search is cleared before each position, so that the order of the list does not matter.
"""

from pathlib import Path
from typing import Final, NamedTuple

from tutor.bench.work import played_hands, random_deals
from tutor.solver import endgame
from tutor.solver.engine import Engine

DEPTH: Final = 8
FILE: Final = Path(__file__).with_name("signature.txt")

_SEED: Final = 2026
_TABLES: Final = 100
_HANDS: Final = 40
_PLIES_ON_TABLE: Final = range(1, 10, 2)  # 13 to 9 cards with the seat to play
_PLIES_ON_LEAD: Final = range(2, 9, 2)  # 12 to 9 cards each

_HEAD: Final = (
    "# Nodes searched over the positions of tutor/bench/signature.py; `tutor bench --record-signature` writes it."
)


class Signature(NamedTuple):
    """Nodes searched over each part of the list."""

    trick_tables: int
    cards_on_table: int
    endings: int

    @property
    def total(self) -> int:
        """Nodes searched over the whole list."""
        return sum(self)


def signature() -> Signature:
    """Search the list and count."""
    engine = Engine(DEPTH, endgame.load(DEPTH))
    tables = on_table = endings = 0
    for north, south in random_deals(_TABLES, _SEED):
        engine.clear()
        engine.trick_table(north, south)
        tables += engine.nodes
    for hand in played_hands(_HANDS, _SEED):
        for played in (*_PLIES_ON_TABLE, *_PLIES_ON_LEAD):
            position = hand.position(played)
            engine.clear()
            engine.card_values(position)
            if position.led is None:
                endings += engine.nodes
            else:
                on_table += engine.nodes
    return Signature(tables, on_table, endings)


def recorded(file: Path = FILE) -> Signature | None:
    """The signature that *file* holds, or None when there is none or it cannot be read."""
    try:
        lines = file.read_text(encoding="ascii").splitlines()
        found = dict(line.split() for line in lines if line and not line.startswith("#"))
        return Signature(**{name: int(found[name]) for name in Signature._fields})
    except (OSError, ValueError, KeyError):
        return None


def record(counted: Signature, file: Path = FILE) -> None:
    """Write *counted* to *file*.

    Raises:
        OSError: when it cannot be written.
    """
    rows = [f"{name} {nodes}" for name, nodes in counted._asdict().items()]
    file.write_text("\n".join([_HEAD, *rows, f"total {counted.total}", ""]), encoding="ascii")
