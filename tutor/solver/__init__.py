"""Exact values of the second phase: what each side takes when both play perfectly with everything known.

All counts are tricks. The public functions take the values of :mod:`tutor.rules` and give plain ints and dicts. The
first call makes or loads the endgame table; :class:`tutor.solver.engine.Engine` gives control over that.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor.cards import Card, Mask
    from tutor.rules import Play, Position
    from tutor.solver.engine import Engine, TrickTable

__all__ = [
    "best_line",
    "card_losses",
    "card_values",
    "clear_cache",
    "played_values",
    "trick_table",
    "value",
    "warm_up",
]


def _engine() -> "Engine":
    # Numba and its compiled kernel take a good part of a second to import: only who solves pays for it.
    from tutor.solver.engine import default_engine  # noqa: PLC0415

    return default_engine()


def value(position: "Position") -> int:
    """Tricks that the seat to play takes from now on, the card on the table counted, with best play by both."""
    return _engine().value(position)


def card_values(position: "Position") -> "dict[Card, int]":
    """For every legal card, in legal order: tricks from now on of the seat to play, the card on the table counted."""
    return _engine().card_values(position)


def card_losses(position: "Position") -> "dict[Card, int]":
    """For every legal card, in legal order: the tricks it gives away against the best one."""
    values = card_values(position)
    best = max(values.values())
    return {card: best - tricks for card, tricks in values.items()}


def played_values(start: "Play", cards: "Iterable[Card]") -> "list[dict[Card, int]]":
    """For each of *cards*, played from *start*: what :func:`card_values` says at that moment.

    Raises:
        RuleError: at the first illegal card; its ``index`` says which.
    """
    return _engine().played_values(start, cards)


def trick_table(north: "Mask", south: "Mask") -> "TrickTable":
    """Declarer's tricks for both declarers and all strains, the opponent leading.

    Raises:
        ValueError: when these are not two hands of 1 to 13 different cards, as many each.
    """
    return _engine().trick_table(north, south)


def best_line(position: "Position") -> "tuple[Card, ...]":
    """One line of best play by both from *position* to the last card; among equals the most natural card."""
    return _engine().best_line(position)


def clear_cache() -> None:
    """Forget what earlier searches found. Answers stay the same; only the time they take changes."""
    _engine().clear()


def warm_up() -> None:
    """Compile or load the kernels and the endgame table now, so that the first question is answered at once."""
    # Numba loads a compiled function when it is first called: each kind of question is asked once.
    from tutor.cards import NORTH, Strain  # noqa: PLC0415 - as in _engine
    from tutor.rules import PENALTY, Auction, Position  # noqa: PLC0415
    from tutor.solver.bidding import call_values  # noqa: PLC0415

    north = sum(1 << card for card in range(0, 26, 2))
    south = north << 1  # all the clubs and diamonds, dealt in turn: too many for the endgame table alone
    position = Position(north, south, Strain.NOTRUMP, NORTH)
    table = trick_table(north, south)
    value(position)
    best_line(position)
    call_values(table, Auction(NORTH, ()), PENALTY)
