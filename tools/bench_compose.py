"""How long composing takes, and whether what is composed holds: each puzzle is solved again by others.

Timed is what ``tutor compose`` does for each puzzle: constraints, judging, words; starting the search counts with the
first. Then each is checked by solvers that share no code with the program:

* cards, up to six each: by brute force (``tests/solver/brute.py``), every legal card;
* cards, as far as four hands can be made of them: by DDS, the solver of four-hand bridge (``tests/solver/oracle.py``);
* calls: by an auction followed to its end (``tests/solver/naive_auction.py``), its trick table in no-trump by DDS as
  well, in which four hands can always be made.

The right answers must be exactly the puzzle's, and not all there are. From the checkout:
``python -m tools.bench_compose``; ``make bench-compose`` does it.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import click

from tests.solver.auctions import naive, spoken
from tests.solver.brute import BruteForce, Cards
from tests.solver.oracle import fits, oracle_card_values
from tests.solver.positions import Layout, from_card, to_card
from tutor.bench.figures import machine, written
from tutor.cards import NORTH, SEATS, Mask, Strain, card_name, cards_of
from tutor.coach.puzzle.kinds import CallPuzzle
from tutor.coach.puzzle.play import Puzzle, keeping_cards, touching
from tutor.composer.composing import Composer, GivenUpError, ImpossibleError
from tutor.composer.spec import load_spec
from tutor.composer.writing import Composed, write_up
from tutor.resources import folder
from tutor.rules import Position, call_name
from tutor.solver import trick_table, warm_up

MOST_BRUTE: Final = 6
"""Cards each up to which brute force is in time."""

TARGET: Final = 5.0
"""Seconds that a puzzle should take at most, by the median of a specification."""


class WrongError(Exception):
    """A composed puzzle is not what it says."""


class ImpatientError(Exception):
    """A specification took too long."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Within the block, raise ImpatientError when it takes longer than *seconds*; not for threads."""

    def ring(_number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_name == "on_solution_callback":
                signal.setitimer(signal.ITIMER_REAL, 0.01)  # no exception may cross CP-SAT: a moment later
                return
            frame = frame.f_back
        raise ImpatientError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@click.command()
@click.argument("specs", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-n", "--count", default=10, show_default=True, type=click.IntRange(1), help="Puzzles of each.")
@click.option("--seed", default=1, show_default=True, help="Which puzzles.")
@click.option("--patience", default=60, show_default=True, type=click.IntRange(1), help="Seconds for all of each.")
def main(specs: tuple[Path, ...], *, count: int, seed: int, patience: int) -> None:
    """Compose puzzles from the files SPECS (default: all that come with the program), time and check each."""
    paths = specs or tuple(sorted((folder("puzzles") / "specs").glob("*.toml")))
    warm_up()
    click.echo(f"{count} puzzles from each of {len(paths)} specifications (seed {seed}), on {machine()}")
    click.echo(f"{'':<22}{'median':>9}{'max':>9}  checked by")
    wrong, slow, times = 0, 0, []
    for path in paths:
        seconds: list[float] = []
        judges: Counter[str] = Counter()
        try:
            for composed, taken in timed(path, count, seed, patience):
                seconds.append(taken)
                judges.update(check(composed.puzzle))
        except (WrongError, ImpossibleError, GivenUpError) as error:
            click.echo(f"{path.stem}: {error}", err=True)
            wrong += 1
        except ImpatientError:
            click.echo(f"{path.stem:<22}{len(seconds)} of {count} in {patience} s")
            slow += 1
        if seconds:
            slow += len(seconds) == count and statistics.median(seconds) > TARGET
            times += seconds
            click.echo(line(path.stem, seconds, judges))
    if times:
        click.echo(line("all", times, Counter()))
    click.echo(f"A median of at most {TARGET:.0f} s for each specification: {'missed' if slow else 'met'}.")
    if wrong:
        sys.exit(1)
    click.echo(f"All {len(times)} puzzles hold.")


def line(name: str, seconds: list[float], judges: Counter[str]) -> str:
    """One specification's figures."""
    by = ", ".join(f"{judge} {number}" for judge, number in judges.items())
    return f"{name:<22}{written(statistics.median(seconds)):>7} s{written(max(seconds)):>7} s  {by}".rstrip()


def timed(path: Path, count: int, seed: int, patience: float) -> Iterator[tuple[Composed, float]]:
    """So many puzzles of the specification *path*, and the seconds that each took.

    Raises:
        ImpatientError: when together they take longer than *patience* seconds; what is done with them does not count.
    """
    started, left = time.perf_counter(), patience
    with limited(left):
        spec = load_spec(path)
        made = Composer(spec, seed).compose()
    for _ in range(count):
        with limited(left):
            composed = write_up(spec, next(made))
        taken = time.perf_counter() - started
        left -= taken
        yield composed, taken
        started = time.perf_counter()


def check(puzzle: Puzzle | CallPuzzle) -> list[str]:
    """The judges that *puzzle* holds by.

    Raises:
        WrongError: when it does not hold, or nobody can judge it.
    """
    if isinstance(puzzle, CallPuzzle):
        judged = {"naive auction": _calls_by_auction, "DDS (no-trump)": _calls_by_dds}
        for judge in judged.values():
            judge(puzzle)
        return list(judged)
    layout, cards_each = layout_of(puzzle.position), puzzle.length
    judges = []
    if cards_each <= MOST_BRUTE:
        values = BruteForce(layout.trump).card_values(layout.mine, layout.theirs, layout.led)
        _compare(puzzle, "brute force", values)
        judges.append("brute force")
    if layout.trump is None or fits(cards_each, _trumps(layout)):
        _compare(puzzle, "DDS", oracle_card_values(layout))
        judges.append("DDS")
    if not judges:
        raise WrongError(f"{puzzle.slug}: it is too large for brute force, and makes no four hands")
    return judges


def layout_of(position: Position) -> Layout:
    """*position* as the judges take it."""
    mine, theirs = (_plain(position.hand(seat)) for seat in (position.turn, position.turn.other))
    trump = None if position.strain == Strain.NOTRUMP else position.strain.letter
    return Layout(mine, theirs, trump, None if position.led is None else from_card(position.led))


def _plain(hand: Mask) -> Cards:
    return frozenset(map(from_card, cards_of(hand)))


def _trumps(layout: Layout) -> int:
    """Trumps in the two hands, one on the table included."""
    cards = [*layout.mine, *layout.theirs, *([] if layout.led is None else [layout.led])]
    return sum(suit == layout.trump for suit, _ in cards)


def _compare(puzzle: Puzzle, judge: str, values: Mapping[tuple[str, int], int]) -> None:
    """Raise WrongError unless by *values* exactly the cards that the program finds keep the goal, and not all do."""
    right = {to_card(card) for card, tricks in values.items() if tricks >= puzzle.goal}
    found = set(keeping_cards(puzzle, puzzle.position.play))
    if right != found:
        raise WrongError(f"{puzzle.slug}: by {judge} {_named(right)} would be right, not {_named(found)}")
    if not right or len(right) == len(values):
        raise WrongError(f"{puzzle.slug}: by {judge} there is nothing to find")
    if (len(touching(puzzle.position, right)) > 1) != puzzle.several:
        raise WrongError(f"{puzzle.slug}: several = {puzzle.several}, and right are {_named(right)}")


def _named(cards: Iterable[int]) -> str:
    return ", ".join(card_name(card) for card in sorted(cards))


def _calls_by_auction(puzzle: CallPuzzle) -> None:
    table = trick_table(puzzle.north, puzzle.south)
    values = naive(table, puzzle.rules).call_values(*spoken(puzzle.auction))
    most = (max if puzzle.solver == NORTH else min)(values.values())
    right = {call for call, score in values.items() if score == most}
    found = {call_name(call) for call in puzzle.best}
    if right != found:
        raise WrongError(f"{puzzle.slug}: by the naive auction {sorted(right)} would be right, not {sorted(found)}")
    if len(right) == len(values):
        raise WrongError(f"{puzzle.slug}: by the naive auction there is nothing to find")


def _calls_by_dds(puzzle: CallPuzzle) -> None:
    table, hands = trick_table(puzzle.north, puzzle.south), (_plain(puzzle.north), _plain(puzzle.south))
    for declarer in SEATS:
        layout = Layout(hands[declarer.other], hands[declarer], None)
        tricks = len(layout.mine) - max(oracle_card_values(layout).values())
        if tricks != table[declarer][Strain.NOTRUMP]:
            raise WrongError(f"{puzzle.slug}: {declarer.letter} takes {tricks} tricks in no-trump by DDS")


if __name__ == "__main__":
    main()
