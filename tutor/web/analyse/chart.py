"""The course of a hand as a drawing: the deal's value before every action, with its mistakes as steps."""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import Final

from tutor.coach import words
from tutor.messages import P_, Message, translate
from tutor.rules import Phase
from tutor.web.analyse.timeline import Listing, Moment, PlyLink, step_of

WIDTH: Final = 480
HEIGHT: Final = 140
LEFT: Final = 46
RIGHT: Final = 8
TOP: Final = 14
BOTTOM: Final = 14
LEAST: Final = 40
"""The fewest points the axis spans, so that a quiet hand does not look like a wild one."""
FINGER: Final = 44
"""The least width of what is to be touched: on a screen 320 pixels wide, where a unit is 0.6 of one, 26 pixels."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mistake on the line."""

    x: float
    y: float
    words: str
    href: str


@dataclass(frozen=True, slots=True)
class Strip:
    """An upright strip of the drawing: a click on it goes to a moment.

    Attributes:
        x: its left side.
        width: its width.
        href: the address of the moment.
        words: the mistake it leads to; "" where it leads to none.
    """

    x: float
    width: float
    href: str
    words: str = ""


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
        columns: a strip for every moment, for a mouse.
        blocks: strips of several moments each, wide enough for a finger: each leads to its first mistake, else to its
            first moment.
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
    columns: tuple[Strip, ...]
    blocks: tuple[Strip, ...]
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


def draw_chart(
    moments: tuple[Moment, ...], current: int | None, link: PlyLink, *, claimed: int | None = None
) -> Chart | None:
    """The chart of *moments*; None when fewer than two values are to be shown.

    Args:
        moments: the hand.
        current: the ply on the board; None when it shows none of them.
        link: where a ply is found.
        claimed: the score, when a claim ended the hand: the chart ends with it.
    """
    valued = [(moment, score) for moment in moments if (score := _score(moment)) is not None]
    expected = valued[-1][1] if valued else None
    if claimed is not None:
        valued.append((moments[-1], claimed))
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
    columns = [Strip(xs[index], round(step, 2), link(moment.ply)) for index, (moment, _) in enumerate(valued)]
    for index, (moment, _) in enumerate(valued[:-1]):
        if moment.decision is not None and moment.decision.mistake:
            y = (height(valued[index][1]) + height(valued[index + 1][1])) / 2
            step_here = step_of(moment, Listing(current, link))
            marks.append(Mark(xs[index + 1], round(y, 1), step_here.words, step_here.href))
            columns[index] = replace(columns[index], words=step_here.words)
    first_play = next((i for i, (m, _) in enumerate(valued) if m.deal.phase in (Phase.PLAY, Phase.OVER)), 0)
    places: dict[int | None, int] = {moment.ply: index for index, (moment, _) in enumerate(valued)}
    return Chart(
        line,
        f"M{xs[0]} {zero}{line.replace('M', 'L', 1)}V{zero}Z",
        zero,
        high,
        low,
        tuple(marks),
        tuple(columns),
        _blocks(columns),
        round(xs[places[current]] + step / 2, 1) if current in places else None,
        xs[first_play] if first_play else None,
        _summary(valued[0][1], valued[-1][1], len(marks), claim_differs=claimed not in (None, expected)),
    )


def _blocks(columns: list[Strip]) -> tuple[Strip, ...]:
    """*columns* put together to strips that a finger can hit, as even as can be."""
    least = min(len(columns), ceil(FINGER / columns[0].width))
    count = len(columns) // least
    ends = [len(columns) * number // count for number in range(count + 1)]
    blocks = []
    for start, end in pairwise(ends):
        group = columns[start:end]
        aim = next((each for each in group if each.words), group[0])
        width = round(group[-1].x + group[-1].width - group[0].x, 2)
        blocks.append(Strip(group[0].x, width, aim.href, aim.words))
    return tuple(blocks)


def _limits(scores: list[int]) -> tuple[int, int]:
    """The ends of the axis: zero is always on it, and a quiet hand does not fill it."""
    high, low = max(0, *scores), min(0, *scores)
    if high - low < LEAST:
        return max(high, LEAST // 2), min(low, -LEAST // 2)
    return high, low


def _summary(first: int, last: int, mistakes: int, *, claim_differs: bool) -> str:
    values = {"first": words.score_words(first), "last": words.score_words(last)}
    said = [translate("At first %(first)s; in the end %(last)s.", **values)]
    if mistakes:
        forms = P_("One mistake changed the score.", "%(count)s mistakes changed the score.")
        said.append(str(Message.counted(forms, mistakes)))
    else:
        said.append(translate("No mistake changed the score."))
    if claim_differs:
        said.append(translate("The claim changed it."))
    return " ".join(said)
