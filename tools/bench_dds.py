"""Side by side with DDS, the solver of four-hand bridge, on the same positions in one run.

Both find the tricks that the leader of a full no-trump deal takes, on one core. DDS gets each deal as the tests embed
it: four hands, of which two can never win a trick. It solves a four-hand game that comes to the same value and was
never made for the two-hand one: the comparison says what it would cost to stand on it instead.

What is timed is the function that a Python program calls: ``Engine.value``, with the memory of its search cleared
before, and DDS's ``SolveBoard`` through ctypes, with the deal already in its structure and only the value asked for
(target -1, one solution). What either call costs where there is nothing to solve is told beside it. DDS's
``SolveAllBoardsBin`` gets as many boards at once as it takes; its time is shared among them.

From the checkout: ``python -m tools.bench_dds``; ``make bench`` does it.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import click
from endplay import _dds

from tests.solver.oracle import embed, random_fitting_layout
from tests.solver.positions import to_position
from tutor.bench.figures import clock, machine, on_cores, written
from tutor.rules import Position
from tutor.solver import endgame
from tutor.solver.engine import Engine

SHALLOW: Final = 8
DEEP: Final = 10
TARGETS: Final = {SHALLOW: 30, DEEP: 75}
"""How many times slower DDS should be, by the depth of our endgame table."""

BEST_CARD: Final = (-1, 1)  # DDS's target and solutions: the value, and one card that leads to it
ANY_CARD: Final = (0, 1)  # one legal card and no search: what the call itself costs
SEARCH: Final = 1  # DDS's mode: search for the value even when there is only one card to play
WARM_UPS: Final = 20

Boards: TypeAlias = Sequence[Any]
"""DDS's structures, one for each position."""

Solved: TypeAlias = tuple[Sequence[float], list[int]]
"""For each position the seconds it took and the value that was found."""


def solve_board(board: Any, wanted: tuple[int, int], answer: Any) -> None:
    """Have DDS solve *board* into its structure *answer*."""
    _dds.SolveBoard(board, *wanted, SEARCH, answer, 0)


def solve_singly(boards: Boards) -> Solved:
    """Have DDS solve *boards*, a call for each."""
    answers = [_dds.futureTricks() for _ in boards]
    jobs = [partial(solve_board, board, BEST_CARD, answer) for board, answer in zip(boards, answers, strict=True)]
    return clock(jobs, warm_ups=WARM_UPS), [answer.score[0] for answer in answers]


def solve_in_batches(boards: Boards) -> Solved:
    """Have DDS solve *boards*, as many at once as it takes; each is said to take its share of the time."""
    seconds: list[float] = []
    values: list[int] = []
    for start in range(0, len(boards), _dds.MAXNOOFBOARDS):
        some = boards[start : start + _dds.MAXNOOFBOARDS]
        asked, solved = _dds.boards(), _dds.solvedBoards()
        asked.noOfBoards = len(some)
        for number, board in enumerate(some):
            asked.deals[number] = board
            asked.target[number], asked.solutions[number] = BEST_CARD
            asked.mode[number] = SEARCH
        (taken,) = clock([partial(_dds.SolveAllBoardsBin, asked, solved)], warm_ups=0)
        seconds += [taken / len(some)] * len(some)
        values += [solved.solvedBoard[number].score[0] for number in range(len(some))]
    return seconds, values


def solve_ours(engine: Engine, positions: Sequence[Position]) -> Solved:
    """Have *engine* solve *positions*, a call for each."""
    values: list[int] = []
    jobs = [lambda position=position: values.append(engine.value(position)) for position in positions]
    seconds = clock(jobs, prepare=engine.clear, warm_ups=WARM_UPS)
    return seconds, values[-len(positions) :]


def call_costs(engine: Engine, boards: Boards) -> tuple[float, float]:
    """The median seconds of a call of ours that looks its value up, and of one of DDS's that need not search."""
    rng = Random(1)  # noqa: S311 - positions to measure by, not secrets
    small = [to_position(random_fitting_layout(rng, 2, None, on_table=False)) for _ in boards]
    look_up = statistics.median(clock(partial(engine.value, position) for position in small))
    answer = _dds.futureTricks()
    return look_up, statistics.median(clock(partial(solve_board, board, ANY_CARD, answer) for board in boards))


def engines(*, deep: bool, stack: ExitStack) -> list[Engine]:
    """Our engines: of depth 8; of depth 10 when its table is kept or, with *deep*, made for the occasion."""
    found = [Engine(SHALLOW, endgame.load(SHALLOW))]
    table = endgame.open_table(endgame.table_path(DEEP), DEEP)
    if table is None and deep:
        table = endgame.load(DEEP, Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tutor-bench-"))))
    if table is not None:
        found.append(Engine(DEEP, table))
    return found


class Contestant:
    """One way to solve the positions, and what it took in each round.

    Attributes:
        label: for people.
        run: solves all positions once.
        rounds: for each round the seconds of each position.
        values: those found in the last round.
    """

    def __init__(self, label: str, run: Callable[[], Solved]) -> None:
        self.label = label
        self.run = run
        self.rounds: list[Sequence[float]] = []
        self.values: list[int] = []

    def go(self) -> None:
        """Solve all positions once more."""
        seconds, self.values = self.run()
        self.rounds.append(seconds)

    @property
    def times(self) -> list[float]:
        """For each position the median of its seconds over the rounds."""
        return [statistics.median(times) for times in zip(*self.rounds, strict=True)]

    @property
    def median(self) -> float:
        """The median over the positions, in milliseconds."""
        return statistics.median(self.times) * 1e3

    @property
    def total(self) -> float:
        """All positions together, in milliseconds."""
        return sum(self.times) * 1e3


def show(own: dict[int, Contestant], singly: Contestant, together: Contestant) -> None:
    """Print what each took, and how many times slower DDS is."""
    click.echo(f"{'':<34}{'median':>10}{'total':>12}")
    for each in (*own.values(), singly, together):
        # In a batch nobody knows what one position takes.
        median = "" if each is together else f"{written(each.median)} ms"
        click.echo(f"{each.label:<34}{median:>10}{written(each.total) + ' ms':>12}")
    for depth, mine in own.items():
        ratio = singly.median / mine.median
        target = f"at least {TARGETS[depth]}: {'met' if ratio >= TARGETS[depth] else 'missed'}"
        click.echo(
            f"Beside depth {depth} DDS is {ratio:.0f} times slower by the median ({target}), "
            f"{singly.total / mine.total:.0f} times by the total, {together.total / mine.total:.0f} times in batches."
        )
    if DEEP not in own:
        click.echo("No table of depth 10 is kept: `tutor tablebase build --depth 10` makes one, --deep one for now.")


@click.command()
@click.option("--positions", "count", default=500, show_default=True, type=click.IntRange(1), help="How many deals.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1), help="Times that each is solved.")
@click.option("--seed", default=1, show_default=True, help="Which deals.")
@click.option("--deep", is_flag=True, help="Make a table of depth 10 for the occasion when none is kept.")
def main(*, count: int, rounds: int, seed: int, deep: bool) -> None:
    """Solve the same no-trump deals by this solver and by DDS, and say how many times slower DDS is."""
    rng = Random(seed)  # noqa: S311 - as above
    layouts = [random_fitting_layout(rng, 13, None, on_table=False) for _ in range(count)]
    positions = [to_position(layout) for layout in layouts]
    boards = [embed(layout)[0]._data for layout in layouts]  # noqa: SLF001 - endplay shows its structures nowhere else
    singly = Contestant("DDS, a call for each", partial(solve_singly, boards))
    together = Contestant("DDS, in batches", partial(solve_in_batches, boards))
    with ExitStack() as stack:
        solvers = engines(deep=deep, stack=stack)
        own = {
            engine.depth: Contestant(f"This solver, depth {engine.depth}", partial(solve_ours, engine, positions))
            for engine in solvers
        }
        click.echo(f"{count} no-trump deals (seed {seed}), one core, medians of {rounds} rounds, on {machine()}")
        stack.enter_context(on_cores(1))
        for _ in range(rounds):
            for each in (*own.values(), singly, together):
                each.go()
        show(own, singly, together)
        look_up, no_search = call_costs(solvers[0], boards)
        click.echo(
            f"Of this, a call that need not search takes us {look_up * 1e6:.1f} µs and DDS {no_search * 1e6:.1f} µs."
        )
    different = sum(each.values != singly.values for each in (*own.values(), together))
    if different:
        click.echo("The values differ.", err=True)
        sys.exit(1)
    click.echo(f"All {count} values agree.")


if __name__ == "__main__":
    main()
