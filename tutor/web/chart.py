"""The course of a hand as a drawing: the deal's value before every action, with its mistakes as steps."""

from dataclasses import dataclass
from typing import Final

from tutor.messages import N_, Message
from tutor.rules import Phase
from tutor.web import words
from tutor.web.timeline import Moment, PlyLink, step_of

WIDTH: Final = 480
HEIGHT: Final = 140
LEFT: Final = 46
RIGHT: Final = 8
TOP: Final = 14
BOTTOM: Final = 14
LEAST: Final = 40
"""The fewest points the axis spans, so that a quiet hand does not look like a wild one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake on the line."""

    x: float
    y: float
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Column:
    """The strip of one moment: a click on it goes there."""

    x: float
    width: float
    href: str
    ply: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of 480 × 140 units.

    Attributes:
        line: the path of the value.
        area: the same, closed at the zero line.
        zero: where zero stands.
        high: the highest score on the axis, 0 or more: North's.
        low: the lowest, 0 or less: South's.
        marks: the mistakes.
        columns: a strip for every moment.
        cursor: where the board stands; None when it stands outside the chart.
        split: where the play begins; None when there is no auction before it.
        words: the whole in one sentence.
    """

    line: str
    area: str
    zero: float
    high: int
    low: int
    marks: tuple[Mark, ...]
    columns: tuple[Column, ...]
    cursor: float | None
    split: float | None
    words: str

    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    left: int = LEFT
    right: int = WIDTH - RIGHT


def _score(moment: Moment) -> int | None:
    if moment.decision is not None:
        return moment.decision.score
    return moment.deal.score


def draw_chart(moments: tuple[Moment, ...], current: int, link: PlyLink) -> Chart | None:
    """The chart of *moments*; None when fewer than two have a value. *current* is the ply on the board."""
    valued = [(moment, score) for moment in moments if (score := _score(moment)) is not None]
    if len(valued) < 2:
        return None
    high, low = _limits([score for _, score in valued])
    step = (WIDTH - LEFT - RIGHT) / len(valued)

    def height(score: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - score) / (high - low), 1)

    zero = height(0)

    xs = [round(LEFT + step * index, 1) for index in range(len(valued) + 1)]
    path = [f"M{xs[0]} {height(valued[0][1])}"]
    for index, (_, score) in enumerate(valued):
        path.append(f"V{height(score)}H{xs[index + 1]}")
    line = "".join(path)
    marks = []
    for index, (moment, _) in enumerate(valued[:-1]):
        if moment.decision is not None and moment.decision.mistake:
            y = (height(valued[index][1]) + height(valued[index + 1][1])) / 2
            step_here = step_of(moment, current, link)
            marks.append(Mark(xs[index + 1], round(y, 1), step_here.words, step_here.href))
    first_play = next((i for i, (m, _) in enumerate(valued) if m.deal.phase in (Phase.PLAY, Phase.OVER)), 0)
    places = {moment.ply: index for index, (moment, _) in enumerate(valued)}
    return Chart(
        line,
        f"M{xs[0]} {zero}{line.replace('M', 'L', 1)}V{zero}Z",
        zero,
        high,
        low,
        tuple(marks),
        tuple(Column(xs[i], round(step, 2), link(m.ply), m.ply) for i, (m, _) in enumerate(valued)),
        round(xs[places[current]] + step / 2, 1) if current in places else None,
        xs[first_play] if first_play else None,
        str(_summary(valued[0][1], valued[-1][1], len(marks))),
    )


def _limits(scores: list[int]) -> tuple[int, int]:
    """The ends of the axis: zero is always on it, and a quiet hand does not fill it."""
    high, low = max(0, *scores), min(0, *scores)
    if high - low < LEAST:
        return max(high, LEAST // 2), min(low, -LEAST // 2)
    return high, low


def _summary(first: int, last: int, mistakes: int) -> Message:
    return Message(
        N_("At first %(first)s; in the end %(last)s. One mistake changed the score on the way."),
        {"first": words.score_words(first), "last": words.score_words(last)},
        many=N_("At first %(first)s; in the end %(last)s. %(count)s mistakes changed the score on the way."),
        count=mistakes,
    )
