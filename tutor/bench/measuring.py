"""Every figure of ``tutor bench``: what is timed, how often, and what it should meet.

Solving starts with the memory of the search cleared, the endgame table in place and the program warm, through the same
functions that everybody calls. What needs minutes in all, and a table of depth 10, is measured only when asked for.
"""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from tutor.bench import processes
from tutor.bench.batching import run_batch
from tutor.bench.figures import Figure, Goal, clock, on_cores
from tutor.bench.work import auction_tasks, played_hands, random_deals, random_knowledge
from tutor.cards import NORTH, Strain
from tutor.messages import N_, Message
from tutor.rules import PENALTY, Auction, Position
from tutor.solver import endgame, warm_up
from tutor.solver.bidding import call_values
from tutor.solver.engine import Engine
from tutor.solver.sampling import DEFAULT_HANDS, outlook

DEPTH: Final = endgame.DEFAULT_DEPTH
DEEP: Final = 10
DEALS: Final = 2000
"""How many deals, unless another number is asked for."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Attributes:
        deals: how many deals the trick tables are of; the slower the work, the smaller a share of it is done.
        seed: which deals.
        deep: also compile from nothing and make a table of depth 10, which takes most of a minute.
        batch: also run a batch, which takes some twenty seconds.
    """

    deals: int = DEALS
    seed: int = 1
    deep: bool = False
    batch: bool = False

    def share(self, part: int) -> int:
        """One deal of *part*, at least one."""
        return max(1, self.deals // part)


def _table_goal(depth: int, target: float, target_99: float | None = None) -> Goal:
    label = Message(N_("Trick table of a full deal, depth %(depth)s"), {"depth": depth})
    return Goal(f"trick_table_depth_{depth}", label, "ms", target, target_99)


TABLE: Final = _table_goal(DEPTH, 0.25, 0.6)
DEEP_TABLE: Final = _table_goal(DEEP, 0.10)
NOTRUMP: Final = Goal(
    f"notrump_solve_depth_{DEPTH}",
    Message(N_("One no-trump position of 13 cards each, depth %(depth)s"), {"depth": DEPTH}),
    "ms",
)
FINISHED_HAND: Final = Goal(
    f"finished_hand_depth_{DEPTH}",
    Message(N_("Every card at all 26 plays of a hand, depth %(depth)s"), {"depth": DEPTH}),
    "ms",
    3,
)
CALLS: Final = Goal("calls_of_an_auction", Message(N_("All calls of an auction, from the trick table")), "ms", 1)
OUTLOOK: Final = Goal(
    f"expected_scores_depth_{DEPTH}",
    Message(
        N_("Expected score of every call, %(hands)s hands, depth %(depth)s"), {"hands": DEFAULT_HANDS, "depth": DEPTH}
    ),
    "ms",
    250,
)
COMMAND: Final = Goal("new_process_command", Message(N_("New process to the first answer, the command")), "s", 0.8)
IMPORT: Final = Goal("new_process_library", Message(N_("New process to the first answer, the library")), "s", 0.8)
COMPILING: Final = Goal("compiling_from_nothing", Message(N_("The same, compiling from nothing")), "s", 8)
FROM_NOTHING: Final = Goal(
    f"depth_{DEPTH}_from_nothing",
    Message(N_("Endgame table of depth %(depth)s from nothing, one core"), {"depth": DEPTH}),
    "s",
    1.5,
)
DEEP_FROM_NOTHING: Final = Goal(
    f"depth_{DEEP}_from_nothing",
    Message(N_("Endgame table of depth %(depth)s from nothing, two cores"), {"depth": DEEP}),
    "s",
    15,
)
BATCH_RATE: Final = Goal("batch_rate", Message(N_("Trick tables by `tutor batch`, two processes")), "/s", 6000)
BATCH_MEMORY: Final = Goal("batch_memory", Message(N_("The memory of its processes together")), "MB", 600)


def figures(plan: Plan) -> Iterator[Figure]:
    """Measure what *plan* says, one figure after the other."""
    warm_up()
    engine = Engine(DEPTH, endgame.load(DEPTH))
    yield Figure.of_seconds(TABLE, _trick_tables(engine, plan))
    if not plan.deep and (deep_table := endgame.open_table(endgame.table_path(DEEP), DEEP)) is not None:
        yield Figure.of_seconds(DEEP_TABLE, _trick_tables(Engine(DEEP, deep_table), plan))
    yield Figure.of_seconds(NOTRUMP, _notrump_solves(engine, plan))
    yield Figure.of_seconds(FINISHED_HAND, _finished_hands(engine, plan))
    yield Figure.of_seconds(CALLS, _calls(engine, plan))
    yield Figure.of_seconds(OUTLOOK, _outlooks(engine, plan))
    for goal, arguments in ((COMMAND, processes.COMMAND), (IMPORT, processes.IMPORT)):
        yield Figure.of_seconds(goal, _again(partial(processes.run, arguments), plan.share(400)))
    with on_cores(1):
        yield Figure.of_seconds(FROM_NOTHING, _again(partial(_build_anew, DEPTH), plan.share(600)))
    if plan.deep:
        yield from _deep_figures(plan)
    if plan.batch:
        yield from _batch_figures(plan)


def not_measured(plan: Plan) -> list[tuple[Goal, Message]]:
    """The figures that *plan* leaves out, each with what would have it measured."""
    left_out = []
    if not plan.deep:
        if DEEP not in endgame.kept_depths():
            words = N_(
                "No table of depth %(depth)s is kept: `tutor tablebase build --depth %(depth)s` makes one to keep, "
                "`tutor bench --deep` one for the occasion."
            )
            left_out.append((DEEP_TABLE, Message(words, {"depth": DEEP})))
        option = Message(N_("`tutor bench --deep` measures it."))
        left_out += [(COMPILING, option), (DEEP_FROM_NOTHING, option)]
    if not plan.batch:
        left_out.append((BATCH_RATE, Message(N_("`tutor bench --batch` measures it."))))
    return left_out


def _deep_figures(plan: Plan) -> Iterator[Figure]:
    yield Figure.of_seconds(COMPILING, clock([processes.compile_anew], warm_ups=0))
    with tempfile.TemporaryDirectory(prefix="tutor-bench-") as folder:
        # A new table even where one is kept: the time is asked for.
        with on_cores(2):
            yield Figure.of_seconds(DEEP_FROM_NOTHING, clock([partial(endgame.build, DEEP, Path(folder))], warm_ups=0))
        engine = Engine(DEEP, endgame.load(DEEP, Path(folder)))
        yield Figure.of_seconds(DEEP_TABLE, _trick_tables(engine, plan))


def _batch_figures(plan: Plan) -> Iterator[Figure]:
    deals = random_deals(60 * plan.deals, plan.seed)
    with on_cores(2):
        ran = run_batch(deals, workers=2)
    yield Figure(BATCH_RATE, (len(deals) / ran.seconds,))
    if ran.megabytes is not None:
        yield Figure(BATCH_MEMORY, (ran.megabytes,))


def _again(job: Callable[[], object], runs: int) -> tuple[float, ...]:
    """The seconds of *runs* runs of slow *job*, after one to warm up unless it is to run only once."""
    return clock([job] * runs, warm_ups=min(1, runs - 1))


def _build_anew(depth: int) -> None:
    with tempfile.TemporaryDirectory(prefix="tutor-bench-") as folder:
        endgame.build(depth, Path(folder))


def _trick_tables(engine: Engine, plan: Plan) -> tuple[float, ...]:
    jobs = (partial(engine.trick_table, *deal) for deal in random_deals(plan.deals, plan.seed))
    return clock(jobs, prepare=engine.clear, warm_ups=plan.share(10))


def _notrump_solves(engine: Engine, plan: Plan) -> tuple[float, ...]:
    deals = random_deals(plan.deals, plan.seed)
    jobs = (partial(engine.value, Position(north, south, Strain.NOTRUMP, NORTH)) for north, south in deals)
    return clock(jobs, prepare=engine.clear, warm_ups=plan.share(10))


def _finished_hands(engine: Engine, plan: Plan) -> tuple[float, ...]:
    hands = played_hands(plan.share(5), plan.seed)
    jobs = (partial(engine.played_values, hand.start, hand.cards) for hand in hands)
    return clock(jobs, prepare=engine.clear, warm_ups=plan.share(50))


def _calls(engine: Engine, plan: Plan) -> tuple[float, ...]:
    tasks = auction_tasks(plan.share(2), plan.seed, engine)
    jobs = (partial(call_values, task.table, task.auction, task.ruleset, task.opponent) for task in tasks)
    return clock(jobs, warm_ups=plan.share(20))


def _outlooks(engine: Engine, plan: Plan) -> tuple[float, ...]:
    auction = Auction(NORTH)
    jobs = (
        partial(outlook, knowledge, auction, PENALTY, seed=number, engine=engine)
        for number, knowledge in enumerate(random_knowledge(plan.share(100), plan.seed))
    )
    return clock(jobs, prepare=engine.clear)
