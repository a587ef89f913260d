"""What every call is worth, as a small chart: calls of the same worth in one row, with a bar from zero."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tutor.cards import NORTH
from tutor.coach import words
from tutor.coach.facts import Decision
from tutor.rules import Action
from tutor.web.parts.board import Alike, alike
from tutor.web.practise.verdicts import Odds

WIDTH: Final = 200
"""Units of a bar's drawing from side to side."""
SHOWN_OF_ODDS: Final = 3
"""As :data:`SHOWN`, of calls that are weighed over many hands: most of these values lie close together."""
SHOWN: Final = 6
"""Rows that are shown at once; with those of the learner's own call, the others wait behind a button."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of the chart.

    Attributes:
        calls: the calls, those of a strain together.
        own: whether the learner's call is among them.
        best: whether they are the best.
        value: what they are worth, in short: ``+60``.
        words: the same for a screen reader.
        zero: where zero stands in a drawing of :data:`WIDTH` units.
        start: where the bar begins.
        length: how long it is.
        whisker: from where to where its standard error reaches; None where there is none.
        sign: ``gain``, ``loss`` or ``none``.
    """

    calls: Alike
    own: bool
    best: bool
    value: str
    words: str
    zero: float
    start: float
    length: float
    whisker: tuple[float, float] | None
    sign: str


@dataclass(frozen=True, slots=True)
class ValueChart:
    """The rows, the best first: those that are shown at once, and the others."""

    shown: tuple[Bar, ...]
    others: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    value: float
    error: float
    calls: tuple[Action, ...]


def exact_chart(decision: Decision, own: Action) -> ValueChart:
    """The chart of a decision in the auction; points for the seat that decides."""
    sign = 1 if decision.seat == NORTH else -1
    choices = sorted(decision.choices, key=lambda choice: -sign * choice.score)
    rows = [
        _Row(sign * score, 0.0, tuple(choice.action for choice in group))
        for score, group in groupby(choices, key=lambda choice: choice.score)
    ]
    return _chart(rows, own)


def odds_chart(odds: Sequence[Odds], own: Action) -> ValueChart:
    """The chart of what the calls are worth on average.

    Those that are told as the same number of points share a row; the best have one of their own.
    """
    rows = []
    for _, group in groupby(odds, key=lambda each: (round(each.score.mean), not each.loss)):
        same = list(group)
        error = max(each.score.error for each in same)
        rows.append(_Row(same[0].score.mean, error, tuple(sorted(each.call for each in same))))
    return _chart(rows, own, SHOWN_OF_ODDS)


def _chart(rows: list[_Row], own: Action, most: int = SHOWN) -> ValueChart:
    low = min(0.0, *(row.value - row.error for row in rows))
    high = max(0.0, *(row.value + row.error for row in rows))
    # Where nobody scores there is nothing to draw but the line.
    unit = WIDTH / (high - low) if high > low else 1.0
    zero = -low * unit

    def bar(row: _Row) -> Bar:
        end = zero + row.value * unit
        whisker = (round(end - row.error * unit, 1), round(end + row.error * unit, 1)) if row.error else None
        return Bar(
            alike(row.calls),
            own in row.calls,
            row is rows[0],
            words.signed(round(row.value)),
            str(words.signed_points(round(row.value))),
            round(zero, 1),
            round(min(zero, end), 1),
            round(abs(end - zero), 1),
            whisker,
            "gain" if row.value > 0 else "loss" if row.value < 0 else "none",
        )

    bars = [bar(row) for row in rows]
    if len(bars) <= most + 1:
        return ValueChart(tuple(bars), ())
    shown, others = _parted(bars, most)
    return ValueChart(shown, others)


def _parted(bars: Iterable[Bar], most: int) -> tuple[tuple[Bar, ...], tuple[Bar, ...]]:
    shown: list[Bar] = []
    others: list[Bar] = []
    for index, each in enumerate(bars):
        (shown if index < most or each.own else others).append(each)
    return tuple(shown), tuple(others)
