"""How quick the solver is on this machine: median times over seeded random deals.

The deals follow from the seed alone, so two machines, or two versions of the program, measure the same work. Each
figure is the median over the deals, in milliseconds; the search starts from an empty memory each time.
"""

import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from functools import partial

from tutor.cards import NORTH, Mask, Strain, mask_of
from tutor.rules import Play, Position
from tutor.solver import card_values, clear_cache, trick_table, value, warm_up

_STARTS = 5


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured. Times are medians in milliseconds.

    Attributes:
        deals: how many deals.
        seed: which deals.
        trick_table: the 5 × 2 table of a full deal.
        notrump_solve: one full no-trump position, the value of its leader.
        finished_hand: all legal cards' values at each of the 26 plies of a hand played at random.
        start_up: ``tutor --version`` in a process of its own.
        machine: the processor and Python.
    """

    deals: int
    seed: int
    trick_table: float
    notrump_solve: float
    finished_hand: float
    start_up: float
    machine: str

    def as_json(self) -> dict[str, object]:
        """The figures by name."""
        return asdict(self)

    def lines(self) -> list[str]:
        """The figures as lines of text."""
        rows = (
            ("trick table of a full deal", self.trick_table),
            ("one full no-trump position", self.notrump_solve),
            ("card values of a finished hand", self.finished_hand),
            ("start of the tutor command", self.start_up),
        )
        head = f"Medians over {self.deals} random deals (seed {self.seed}), {self.machine}"
        return [head, *(f"{name:<32}{milliseconds:9.2f} ms" for name, milliseconds in rows)]


def random_deals(count: int, seed: int) -> list[tuple[Mask, Mask]]:
    """*count* pairs of 13 cards each, the same for the same *seed*."""
    rng = random.Random(seed)  # noqa: S311 - deals to measure by, not secrets
    deals = []
    for _ in range(count):
        cards = rng.sample(range(52), 26)
        deals.append((mask_of(cards[:13]), mask_of(cards[13:])))
    return deals


def finished_hand(north: Mask, south: Mask, rng: random.Random) -> list[Position]:
    """The 26 positions of a deal played out at random in a random strain, North leading."""
    play = Play.start(north, south, Strain(rng.randrange(5)), NORTH)
    positions = []
    while not play.over:
        positions.append(Position.of(play))
        play = play.push(rng.choice(play.legal()))
    return positions


def median_ms(jobs: Iterable[Callable[[], object]]) -> float:
    """The median time of *jobs* in milliseconds, each from an empty memory."""
    times = []
    for job in jobs:
        clear_cache()
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def measure(count: int, seed: int) -> Figures:
    """Measure over *count* deals."""
    warm_up()
    deals = random_deals(count, seed)
    notrump = [Position(north, south, Strain.NOTRUMP, NORTH) for north, south in deals]
    rng = random.Random(seed)  # noqa: S311 - as above
    hands = [finished_hand(north, south, rng) for north, south in deals]
    return Figures(
        deals=count,
        seed=seed,
        trick_table=median_ms(partial(trick_table, *deal) for deal in deals),
        notrump_solve=median_ms(partial(value, position) for position in notrump),
        finished_hand=median_ms(partial(_all_card_values, hand) for hand in hands),
        start_up=median_ms([_start_command] * _STARTS),
        machine=f"{platform.machine()}, Python {platform.python_version()}",
    )


def _all_card_values(positions: Iterable[Position]) -> None:
    for position in positions:
        card_values(position)


def _start_command() -> None:
    command = (sys.executable, "-c", "from tutor.cli import main; main()", "--version")
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own command
