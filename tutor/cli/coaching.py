"""``tutor bench --coach``: what share of random mistakes the coach explains, by what, and in what time."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count as counted
from typing import Any, Final

import click

from tutor.bench.coaching import (
    DEALS,
    EXPLANATIONS,
    KINDS,
    REASONS,
    Coverage,
    Report,
    cover,
    explained_percent,
    review_times,
)
from tutor.bench.figures import Figure, heading, machine, written
from tutor.cli.progress import progress
from tutor.cli.shell import print_json
from tutor.coach.telling.advice import theme_name
from tutor.coach.themes import Theme
from tutor.messages import P_, Message, translate

_DEALS_FOR_A_HAND: Final = 20  # one hand is reviewed for so many deals
_WIDTHS: Final = (12, 12, 12, 12, 12, 12)


def bench_coach(deals: int | None, seed: int, *, as_json: bool) -> None:
    """Explain the mistakes of *deals* deals of either kind (None: :data:`DEALS`); the share explained comes last."""
    count = DEALS if deals is None else deals
    if not as_json:
        words = Message.counted(
            P_(
                "Mistakes at a random moment of one deal of either kind (seed %(seed)s), on %(machine)s",
                "Mistakes at a random moment of each of %(deals)s deals of either kind (seed %(seed)s), on %(machine)s",
            ),
            count,
            {"deals": f"{count:,}", "seed": seed, "machine": machine()},
        )
        click.echo(str(words))
    coverages = {kind: _covered(kind, count, seed) for kind in KINDS}
    figures = [
        Figure.of_seconds(EXPLANATIONS[kind], coverage.seconds)
        for kind, coverage in coverages.items()
        if coverage.seconds
    ]
    figures.append(review_times(max(1, count // _DEALS_FOR_A_HAND), seed))
    if as_json:
        print_json(_as_json(count, seed, coverages, figures))
        return
    for line in _lines(coverages, figures):
        click.echo(line)


def _covered(kind: str, count: int, seed: int) -> Coverage:
    with _progress(str(KINDS[kind]), count) as report:
        return cover(kind, count, seed, report)


def _as_json(count: int, seed: int, coverages: dict[str, Coverage], figures: list[Figure]) -> dict[str, Any]:
    return {
        "machine": machine(),
        "deals": count,
        "seed": seed,
        "coach": {kind: coverage.as_json() for kind, coverage in coverages.items()},
        "explained": explained_percent(coverages.values()),
        "figures": {
            figure.goal.name: {**figure.as_json(), "percentile_95": figure.percentile(95)} for figure in figures
        },
    }


def _lines(coverages: dict[str, Coverage], figures: list[Figure]) -> Iterator[str]:
    """The text: by what, which themes, how quickly, and how much of it all is explained."""
    yield _row("", translate("mistakes"), *(str(words) for words in REASONS.values()), translate("explained"))
    for kind, coverage in coverages.items():
        shares = [_percent(coverage, coverage.reasons[name]) for name in REASONS]
        explained = _percent(coverage, coverage.explained)
        yield _row(str(KINDS[kind]), f"{coverage.mistakes:,}", *shares, explained)
    for kind, coverage in coverages.items():
        yield ""
        yield _row(str(KINDS[kind]), translate("show it"), translate("comes first"))
        for theme in sorted(coverage.shown, key=lambda theme: (-coverage.shown[theme], theme.value)):
            yield _theme_row(coverage, theme)
    yield ""
    yield heading()
    for figure in figures:
        yield figure.line()
    for figure in figures:
        most = written(figure.percentile(95))
        yield translate("%(what)s: 95 %% take at most %(time)s ms.", what=figure.goal.label, time=most)
    yield f"explained {explained_percent(coverages.values()):.1f}%"  # for programs, and so in no other language


def _theme_row(coverage: Coverage, theme: Theme) -> str:
    shares = (_percent(coverage, coverage.shown[theme]), _percent(coverage, coverage.first[theme]))
    return _row(f"  {theme_name(theme)}", *shares)


def _percent(coverage: Coverage, count: int) -> str:
    return f"{coverage.share(count):.1f} %"


def _row(label: str, *cells: str) -> str:
    columns = "".join(f"{cell:>{width}}" for cell, width in zip(cells, _WIDTHS, strict=False))
    return f"{label:<54}{columns}".rstrip()


@contextmanager
def _progress(what: str, total: int) -> Iterator[Report]:
    """What to call after each of *total* deals."""
    done = counted(1)
    with progress() as show:
        yield lambda: show(what, next(done), total)
