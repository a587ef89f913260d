"""The pictures of the progress page: where their lines and squares stand. Templates draw them as SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from flask_babel import format_date, get_locale

from tutor.web.people.standing import HandLoss

# The points lost, hand by hand.
WIDTH: Final = 480
HEIGHT: Final = 160
LEFT: Final = 40
RIGHT: Final = 8
TOP: Final = 12
BOTTOM: Final = 24
MOST_HANDS: Final = 60
"""Hands in the picture: more would not be told apart on a phone."""

# The calendar.
CELL: Final = 15
"""From one square to the next."""
SIDE: Final = 12
"""A square's side."""
MARGIN: Final = 30
"""What the names of the days take."""
HEAD: Final = 16
"""What the names of the months take."""
YEAR: Final = 53
SEASON: Final = 13
"""Weeks on a wide page and on a phone."""
STEPS: Final = (1, 5, 15, 30)
"""Answers a day from which a square is darker."""


@dataclass(frozen=True, slots=True)
class Dot:
    """One hand in the picture of losses."""

    x: float
    y: float
    wrong: bool


@dataclass(frozen=True, slots=True)
class LossPicture:
    """Points lost hand by hand; 480 × 160 units.

    Attributes:
        dots: the hands.
        mean: the path of the moving mean; "" where there are too few hands.
        zero: where no loss stands.
        lines: heights that are named, with their points.
        first: the day of the first hand shown.
        last: the day of the last.
    """

    dots: tuple[Dot, ...]
    mean: str
    zero: float
    lines: tuple[tuple[float, int], ...]
    first: str
    last: str

    left: int = LEFT
    right: int = WIDTH - RIGHT
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Square:
    """One day of the calendar; ``step`` is 0 for a day without an answer to 4 for one with many."""

    x: int
    y: int
    step: int
    today: bool


@dataclass(frozen=True, slots=True)
class Calendar:
    """Weeks as columns of squares, the last one this week.

    Attributes:
        squares: the days up to today.
        months: where months begin: place and short name.
        weekdays: every second row's place and short name.
        width: units.
        height: units.
    """

    squares: tuple[Square, ...]
    months: tuple[tuple[int, str], ...]
    weekdays: tuple[tuple[int, str], ...]
    width: int
    height: int

    side: int = SIDE


def loss_picture(hands: Sequence[HandLoss]) -> LossPicture | None:
    """The picture of the last :data:`MOST_HANDS` of *hands*; None for fewer than two."""
    shown = hands[-MOST_HANDS:]
    if len(shown) < 2:
        return None
    span = _axis(max(each.loss for each in shown))
    step = (WIDTH - LEFT - RIGHT) / len(shown)

    def height(points: float) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * points / span, 1)

    xs = [round(LEFT + step * (index + 0.5), 1) for index in range(len(shown))]
    means = [(x, height(each.mean)) for x, each in zip(xs, shown, strict=True) if each.mean is not None]
    return LossPicture(
        tuple(Dot(x, height(each.loss), each.loss > 0) for x, each in zip(xs, shown, strict=True)),
        "M" + "L".join(f"{x} {y}" for x, y in means) if len(means) > 1 else "",
        height(0),
        tuple((height(points), points) for points in (0, span // 2, span)),
        format_date(shown[0].day, "medium"),
        format_date(shown[-1].day, "medium"),
    )


def _axis(most: float) -> int:
    """The top of the axis: 40, 100, 200, 400, 1000 … points, the first that is not less than *most*."""
    tens = 10
    while True:
        for size in (4 * tens, 10 * tens, 20 * tens):
            if size >= most:
                return size
        tens *= 10


def calendar(days: Mapping[date, int], today: date, weeks: int) -> Calendar:
    """The last *weeks* weeks up to *today*, beginning on the day on which weeks begin where the reader is."""
    locale = get_locale()
    begins = 0 if locale is None else locale.first_week_day
    start = today - timedelta(days=(today.weekday() - begins) % 7 + 7 * (weeks - 1))
    squares: list[Square] = []
    months: list[tuple[int, str]] = []
    for number in range((today - start).days + 1):
        day = start + timedelta(days=number)
        column, row = divmod(number, 7)
        x = MARGIN + CELL * column
        squares.append(Square(x, HEAD + CELL * row, _step(days.get(day, 0)), day == today))
        # A month is named above the week of its first day, where the name has room and is not the picture's last.
        if day.day == 1 and column <= weeks - 2 and (not months or x - months[-1][0] >= 2 * CELL):
            months.append((x, format_date(day, "LLL")))
    names = [(HEAD + CELL * row + SIDE - 2, format_date(start + timedelta(days=row), "ccc")) for row in (0, 2, 4)]
    return Calendar(tuple(squares), tuple(months), tuple(names), MARGIN + CELL * weeks - 2, HEAD + CELL * 7)


def _step(answers: int) -> int:
    return sum(answers >= least for least in STEPS)
