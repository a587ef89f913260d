"""Glicko-2: how strong a player is, how sure that is, and what a result changes.

The formulas and their letters are those of Mark Glickman, *Example of the Glicko-2 system*
(https://www.glicko.net/glicko/glicko2.pdf, revision of 22 March 2022). The packages that there are for it were compared
with them and not taken: ``glicko2`` 2.1.0 has the square of the rating where step 5 has that of the deviation, which
the paper's example hardly shows since its player is rated 1500, and it installs a package called ``tests``;
``glicko2-py`` 0.1.0 is the only release of its author; ``elote`` brings SciPy along for what takes a page here.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

START: Final = 1500.0
"""The rating of somebody of whom nothing is known."""
START_DEVIATION: Final = 350.0
START_VOLATILITY: Final = 0.06

TAU: Final = 0.5
"""How much the volatility may change, the paper's τ."""

SCALE: Final = 173.7178
"""Points to one unit of the paper's own scale."""

_CLOSE: Final = 1e-6
"""How near the logarithm of the squared volatility is found (the paper's ε)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating of Glicko-2, in points.

    Attributes:
        value: the rating itself, the paper's r.
        deviation: its standard deviation, RD: in 19 of 20 cases the true strength is within two of it.
        volatility: how much the strength is expected to change within a period, σ.
    """

    value: float = START
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY


def rested(rating: Rating, periods: float) -> Rating:
    """*rating* after *periods* rating periods, a part of one included, without a result (step 6)."""
    units = math.hypot(rating.deviation / SCALE, math.sqrt(periods) * rating.volatility)
    return replace(rating, deviation=units * SCALE)


def rated(rating: Rating, results: Iterable[tuple[Rating, float]], periods: float = 1) -> Rating:
    """*rating* after *results* (steps 2 to 8).

    Args:
        rating: before them.
        results: each opponent, and the score against them: 1 a win, 0 a loss. At least one.
        periods: how much time is reckoned with, in rating periods. The paper's is 1; who rates every result at once
            gives the time since the last one.
    """
    mu, phi = (rating.value - START) / SCALE, rating.deviation / SCALE
    precision = gain = 0.0
    for opponent, score in results:
        weight = 1 / math.sqrt(1 + 3 * (opponent.deviation / SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.value - START) / SCALE)))
        precision += weight**2 * expected * (1 - expected)
        gain += weight * (score - expected)
    variance = 1 / precision
    volatility = _volatility(rating.volatility, phi, variance, variance * gain)
    before = rested(replace(rating, volatility=volatility), periods).deviation / SCALE
    after = 1 / math.sqrt(1 / before**2 + precision)
    return Rating(START + SCALE * (mu + after**2 * gain), SCALE * after, volatility)


def _volatility(before: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility (step 5), by the Illinois algorithm."""
    start = math.log(before**2)

    def f(x: float) -> float:
        square = math.exp(x)
        spread = phi**2 + variance + square
        return square * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low = high = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high -= TAU
        while f(high) < 0:
            high -= TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        found = f(between)
        if found * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, found
    return math.exp(low / 2)
