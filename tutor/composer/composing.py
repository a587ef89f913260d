"""Composing: the constraint model proposes positions, the solver judges them, and what fails is learnt.

What a seed gives is always the same. Each position differs from all others of a run in more than the order of suits
and the ranks between which no card lies (:attr:`tutor.composer.patterns.Pattern.standard`); no two calls are of one
deal.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from tutor.composer.call_judging import SoundCall, judge_deal
from tutor.composer.demands import Demand, Failed
from tutor.composer.judging import Sound, judge
from tutor.composer.model import PositionModel
from tutor.composer.patterns import Pattern
from tutor.composer.spec import Spec
from tutor.rules import Position

PROPOSALS: Final = 24
"""Positions of one search: so many that its start costs little, so few that the next one begins elsewhere."""

EMPTY: Final = 20
"""Searches that come to nothing, without a proof that there is nothing, before it is given up. One that uses up its
effort before it has :data:`PROPOSALS` counts as the part of such a search that is missing: where few positions are
left, each takes longer to find than the one before."""

TRIES: Final = 20_000
"""Positions judged without finding another puzzle, before it is given up."""

CALL_TRIES: Final = 600
"""Deals judged without finding another puzzle: each takes some hundred times as long as a position."""


class ImpossibleError(Exception):
    """No puzzle meets the demands, or no other one.

    Attributes:
        conflict: the demands that conflict, as few as can be: without any of them there would be positions to try.
            Empty when nothing but the puzzles that were found meets the demands.
        found: how many puzzles had been found.
    """

    def __init__(self, conflict: tuple[Demand, ...], found: int) -> None:
        super().__init__("the demands conflict")
        self.conflict = conflict
        self.found = found


class GivenUpError(Exception):
    """No other puzzle among :data:`TRIES` positions, or :data:`CALL_TRIES` deals.

    Attributes:
        failed: the demand that most of them failed; None when most were no puzzle at all.
        found: how many puzzles had been found.
    """

    def __init__(self, failed: Demand | None, found: int) -> None:
        super().__init__("no puzzle found")
        self.failed = failed
        self.found = found


class Composer:
    """Composes the puzzles of *spec*.

    Patterns that failed, or were taken, are known and never judged twice. When half of what the model proposes is
    known, what it proposed once more becomes a constraint: all that is known would only slow it down.

    *report* is called before each position is judged, with how many have been.
    """

    def __init__(
        self, spec: Spec, seed: int = 1, *, tries: int | None = None, report: Callable[[int], None] | None = None
    ) -> None:
        self.spec = spec
        self._report = report or (lambda *_: None)
        self._tries = tries or (CALL_TRIES if spec.call else TRIES)
        self._model = PositionModel(spec.demands, spec.learner, whole=spec.call)
        # Patterns are costly to express in a model, and the one that proposes has to be quick.
        self._cleaner = PositionModel(spec.demands, spec.learner, whole=spec.call)
        self._rng = random.Random(seed)  # noqa: S311 - chooses puzzles, guards nothing
        self._known: set[Pattern] = set()
        self._taken: set[tuple[str, ...]] = set()
        self._waiting: dict[Pattern, Demand | None] = {}
        self._failures: dict[Demand | None, int] = {}

    def compose(self) -> Iterator[Sound | SoundCall]:
        """The puzzles, one after the other, as long as there are any.

        Raises:
            ImpossibleError: when there is no other.
            GivenUpError: when none was found for long.
        """
        judged, empty = 0, False
        self._refuse()
        while True:
            proposals = self._model.positions(self._rng, PROPOSALS)
            judged += self._tries * (PROPOSALS - len(proposals)) // (EMPTY * PROPOSALS)
            if not proposals and not empty:
                # A proof that comes to nothing takes as long as many searches: one at first, and one before giving up.
                empty = True
                self._refuse()
            patterns = {Pattern.of(position): position for position in proposals}
            new = [pattern for pattern in patterns if pattern not in self._known]
            for pattern in new:
                judged += 1
                self._report(len(self._known))
                position = patterns[pattern]
                sound = self._judged_deal(pattern, position) if self.spec.call else self._judged(pattern)
                if sound is not None:
                    yield sound
                    judged, empty = 0, False
            if 2 * len(new) <= len(patterns):
                self._learn(patterns)
            if judged >= self._tries:
                if empty:
                    self._refuse()
                worst = max(self._failures, key=lambda demand: self._failures[demand], default=None)
                raise GivenUpError(worst, len(self._taken))

    def _refuse(self) -> None:
        """Raise ImpossibleError when the model has no other position."""
        conflict = self._model.conflict()
        if conflict:
            raise ImpossibleError(() if self._taken else conflict, len(self._taken))

    def _judged(self, pattern: Pattern) -> Sound | None:
        """The puzzle of *pattern*, its ranks the cleanest; None when it is none or like one that has been taken."""
        self._known.add(pattern)
        if pattern.standard in self._taken:
            self._waiting[pattern] = None
            return None
        verdict = judge(pattern.position, self.spec.demands)
        if isinstance(verdict, Failed):
            self._waiting[pattern] = verdict.demand
            self._failures[verdict.demand] = self._failures.get(verdict.demand, 0) + 1
            return None
        self._waiting[pattern] = None
        # The ranks change no value, but they can change which of several equal lines the coach tells of.
        position = self._cleaner.cleanest(pattern)
        clean = None if position is None else judge(position, self.spec.demands)
        if not isinstance(clean, Sound):
            return None
        self._taken.add(pattern.standard)
        return clean

    def _judged_deal(self, pattern: Pattern, position: Position) -> SoundCall | None:
        """The puzzle of the hands of *position*, which has *pattern*; None when it is none."""
        self._known.add(pattern)
        verdict = judge_deal((position.north, position.south), self.spec.learner, self.spec.demands)
        if isinstance(verdict, Failed):
            self._waiting[pattern] = verdict.demand
            self._failures[verdict.demand] = self._failures.get(verdict.demand, 0) + 1
            return None
        self._waiting[pattern] = None
        self._taken.add(pattern.suits)
        return verdict

    def _learn(self, patterns: Iterable[Pattern]) -> None:
        """Tell the model of those of *patterns* that it does not know of."""
        for pattern in patterns:
            if pattern in self._waiting:
                self._model.forbid(pattern, self._waiting.pop(pattern))
