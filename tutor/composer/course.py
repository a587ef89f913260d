"""Courses: puzzles picked from a pool so that together they teach, from the easy ones to the hard ones.

Which puzzles are picked is a constraint problem for CP-SAT: how many there are, which themes they cover, how they are
spread over the levels, and that no two are nearly the same (:func:`nearness`). Each of these is a demand with a literal
of its own; when no choice meets them all, the fewest literals that cannot hold together say which demands conflict.
Among the choices that meet them one is taken in which no leading theme comes more often than it must; the seed decides
among those, so that the same pool, demands and seed always give the same course.

A puzzle's level and rating are measured (:mod:`tutor.coach.puzzle.difficulty`), whatever its file says. Its *leading
theme* is the first of its themes, or its kind when it has none.
"""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from ortools.sat.python import cp_model

from tutor.cards import NORTH, Mask, Strain, Suit, bit, suit_bits
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle
from tutor.messages import N_, P_, Message
from tutor.rules import Position, call_name

EFFORT: Final = 5.0
"""Of one search, in the deterministic seconds of CP-SAT; a choice that meets the demands is mostly found at once, the
best one need not be."""

SETS: Final = 50
"""Sets of demands that are tried for the smallest that conflicts; there can be thousands."""


@dataclass(frozen=True, slots=True)
class HowMany:
    """The course has *count* puzzles."""

    count: int

    def words(self) -> Message:
        """The demand in words."""
        return Message.counted(P_("the course has one puzzle", "the course has %(count)s puzzles"), self.count)


@dataclass(frozen=True, slots=True)
class Covers:
    """At least *count* puzzles have *theme*, which is called *name*."""

    theme: str
    name: Message = field(compare=False)
    count: int

    def words(self) -> Message:
        """The demand in words."""
        forms = P_(
            "at least one puzzle has the theme “%(theme)s”", "at least %(count)s puzzles have the theme “%(theme)s”"
        )
        return Message.counted(forms, self.count, {"theme": self.name})


@dataclass(frozen=True, slots=True)
class Share:
    """Of *level* there are *low* to *high* puzzles."""

    level: int
    low: int
    high: int

    def words(self) -> Message:
        """The demand in words."""
        if self.low == self.high:
            forms = P_("one puzzle is of level %(level)s", "%(count)s puzzles are of level %(level)s")
            return Message.counted(forms, self.low, {"level": self.level})
        values = {"low": self.low, "high": self.high, "level": self.level}
        return Message(N_("%(low)s to %(high)s puzzles are of level %(level)s"), values)


@dataclass(frozen=True, slots=True)
class Within:
    """All puzzles are of level *low* to *high*."""

    low: int
    high: int

    def words(self) -> Message:
        """The demand in words."""
        if self.low == self.high:
            return Message(N_("all puzzles are of level %(level)s"), {"level": self.low})
        values = {"low": self.low, "high": self.high}
        return Message(N_("all puzzles are of level %(low)s to %(high)s"), values)


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two puzzles are nearly the same."""

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("no two puzzles are nearly the same"))


Wanted: TypeAlias = HowMany | Covers | Within | Share | AllDifferent


class NoCourseError(Exception):
    """No choice of puzzles meets the demands.

    Attributes:
        conflict: the demands that conflict, as few as can be: without any of them there would be a choice. Empty when
            none was found, though it is not proved that there is none.
    """

    def __init__(self, conflict: tuple[Wanted, ...]) -> None:
        super().__init__("the demands conflict")
        self.conflict = conflict


@dataclass(frozen=True)
class Entry:
    """A puzzle of a pool."""

    puzzle: AnyPuzzle

    @cached_property
    def rating(self) -> float:
        """How hard it is."""
        return difficulty(self.puzzle).rating

    @cached_property
    def level(self) -> int:
        """How hard it is, 1 to 5."""
        return difficulty(self.puzzle).level

    @property
    def theme(self) -> str:
        """The leading theme."""
        return self.puzzle.themes[0] if self.puzzle.themes else self.puzzle.kind


def shares(count: int, parts: dict[int, int]) -> tuple[Share, ...]:
    """Of *count* puzzles the share of each level, as *parts* say, rounded up or down."""
    whole = sum(parts.values())
    spans = {level: divmod(count * part, whole) for level, part in parts.items()}
    return tuple(Share(level, low, low + (rest > 0)) for level, (low, rest) in spans.items())


def build_course(pool: Sequence[AnyPuzzle], demands: Sequence[Wanted], seed: int = 1) -> tuple[Entry, ...]:
    """The puzzles of a course that meets *demands*, in the order of :func:`in_order`.

    Arguments:
        pool: the puzzles to pick from, in any order.
        demands: what is asked for; one of them says how many.
        seed: which of the courses.

    Raises:
        NoCourseError: when there is none.
    """
    entries = sorted(map(Entry, pool), key=lambda entry: entry.puzzle.slug)
    model = _CourseModel(entries, demands)
    chosen = model.choice(seed)
    if chosen is None:
        raise NoCourseError(model.conflict())
    return in_order(chosen)


def in_order(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """*entries* from the easy to the hard ones: level after level, within a level as far as themes allow by rating.

    Within a level no two neighbours have the same leading theme, unless one theme leads more than half of them.
    """
    ordered: list[Entry] = []
    for level in sorted({entry.level for entry in entries}):
        rest = sorted((e for e in entries if e.level == level), key=lambda entry: (entry.rating, entry.puzzle.slug))
        while rest:
            entry = _next(rest, ordered[-1].theme if ordered else None)
            rest.remove(entry)
            ordered.append(entry)
    return tuple(ordered)


def _next(rest: Sequence[Entry], before: str | None) -> Entry:
    """Which of *rest*, sorted by rating, comes after a puzzle with the leading theme *before*."""
    theme, count = Counter(entry.theme for entry in rest).most_common(1)[0]
    if 2 * count > len(rest) and theme != before:
        return next(entry for entry in rest if entry.theme == theme)  # the others cannot keep two of it apart later
    return next((entry for entry in rest if entry.theme != before), rest[0])


def nearness(puzzle: AnyPuzzle) -> tuple[object, ...]:
    """What two puzzles have in common when they are nearly the same, so that one of them is enough for a course.

    * Played ones and those that ask for tricks: the lengths of the suits in both hands, whichever suit is trumps and in
      whatever order the others are; who is on lead; of a played one the goal.
    * Calls: the lengths of the suits in both hands, the auction and the rules.
    * Counts: how many cards of the suit are in the hand and how many are gone.
    """
    match puzzle:
        case Puzzle():
            return "play", puzzle.goal, *_shape(puzzle.position)
        case TricksPuzzle():
            return "tricks", *_shape(puzzle.position)
        case CallPuzzle():
            hands = (puzzle.north, puzzle.south) if puzzle.solver == NORTH else (puzzle.south, puzzle.north)
            calls = tuple(call_name(call) for call in puzzle.calls)
            return "call", *_lengths(*hands), calls, str(puzzle.rules)
        case CountPuzzle():
            return "count", *(_lengths(puzzle.hand, puzzle.gone)[puzzle.suit])


def _shape(position: Position) -> tuple[object, ...]:
    led = 0 if position.led is None else bit(position.led)
    seat = position.turn
    lengths = list(_lengths(position.hand(seat), position.hand(seat.other) | led))
    trumps = None if position.strain == Strain.NOTRUMP else lengths.pop(position.strain)
    return bool(led), trumps, *sorted(lengths)


def _lengths(mine: Mask, theirs: Mask) -> tuple[tuple[int, int], ...]:
    """For each suit, clubs first, how many cards both have of it."""
    return tuple((suit_bits(mine, suit).bit_count(), suit_bits(theirs, suit).bit_count()) for suit in Suit)


class _CourseModel:
    """Which of *entries* are picked, as a constraint model; each of *demands* holds under a literal of its own."""

    def __init__(self, entries: Sequence[Entry], demands: Sequence[Wanted]) -> None:
        self.entries = entries
        self.demands = tuple(demands)
        self.model = cp_model.CpModel()
        self.picked = [self.model.new_bool_var("") for _ in entries]
        self.literals = [self.model.new_bool_var("") for _ in demands]
        for literal, demand in zip(self.literals, demands, strict=True):
            self._compile(literal, demand)

    def _compile(self, literal: cp_model.IntVar, demand: Wanted) -> None:
        """Let *literal* imply *demand*."""
        model = self.model
        match demand:
            case HowMany(count):
                model.add(sum(self.picked) == count).only_enforce_if(literal)
            case Covers(theme, _, count):
                having = [p for p, entry in self._pairs() if theme in entry.puzzle.themes]
                model.add(sum(having) >= count).only_enforce_if(literal)
            case Within(low, high):
                for picked, entry in self._pairs():
                    if not low <= entry.level <= high:
                        model.add_implication(literal, picked.Not())
            case Share(level, low, high):
                there = sum(p for p, entry in self._pairs() if entry.level == level)
                model.add_linear_constraint(there, low, high).only_enforce_if(literal)
            case AllDifferent():
                for group in self._groups(lambda entry: nearness(entry.puzzle)):
                    model.add(sum(group) <= 1).only_enforce_if(literal)

    def _pairs(self) -> list[tuple[cp_model.IntVar, Entry]]:
        return list(zip(self.picked, self.entries, strict=True))

    def _groups(self, key: Callable[[Entry], Hashable]) -> list[list[cp_model.IntVar]]:
        """The variables of the entries that have the same *key*, where there is more than one."""
        groups: dict[Hashable, list[cp_model.IntVar]] = {}
        for picked, entry in self._pairs():
            groups.setdefault(key(entry), []).append(picked)
        return [group for group in groups.values() if len(group) > 1]

    def choice(self, seed: int) -> list[Entry] | None:
        """A choice that meets all demands, the leading themes as even as can be; None when there is none."""
        model = self.model.clone()
        for literal in self.literals:
            model.add(literal == 1)
        most = model.new_int_var(0, len(self.entries), "")
        for group in self._groups(lambda entry: entry.theme):
            model.add(most >= sum(group))
        rng = random.Random(seed)  # noqa: S311 - chooses puzzles, guards nothing
        likings = [rng.randrange(100) for _ in self.picked]
        weight = sum(likings) + 1
        model.minimize(weight * most + sum(liking * p for liking, p in zip(likings, self.picked, strict=True)))
        solver = _solver(seed)
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return [entry for picked, entry in self._pairs() if solver.boolean_value(picked)]

    def conflict(self) -> tuple[Wanted, ...]:
        """The smallest set of demands that leaves no choice; empty when none is proved to.

        Each choice that meets some demands gives up others, and a set that conflicts has one of those in it. So the
        smallest set with one of all that were given up so far is tried, until it leaves no choice. After :data:`SETS`
        of them it is a set of which no demand could be left out, though there may be a smaller one.
        """
        given_up: list[list[int]] = []
        while len(given_up) < SETS:
            tried = self._smallest(given_up)
            rest = self._rest(tried)
            if rest is None:
                return tuple(self.demands[index] for index in tried)
            if not rest:
                return ()
            given_up.append(rest)
        return self._reduced()

    def _reduced(self) -> tuple[Wanted, ...]:
        """All demands without those that can be left out one after the other; empty when no conflict is proved."""
        kept = list(range(len(self.demands)))
        if not self._impossible(kept):
            return ()
        for index in tuple(kept):
            rest = [each for each in kept if each != index]
            if self._impossible(rest):
                kept = rest
        return tuple(self.demands[index] for index in kept)

    def _impossible(self, indices: Sequence[int]) -> bool:
        """Whether it is proved, with a tenth of the effort, that no choice meets *indices*."""
        model = self.model.clone()
        for index in indices:
            model.add(self.literals[index] == 1)
        solver = _solver(1)
        solver.parameters.linearization_level = 2
        solver.parameters.max_deterministic_time = EFFORT / 10
        return bool(solver.solve(model) == cp_model.INFEASIBLE)

    def _smallest(self, sets: Sequence[Sequence[int]]) -> list[int]:
        """The fewest demands, by their indices, of which each of *sets* has one."""
        model = cp_model.CpModel()
        taken = [model.new_bool_var("") for _ in self.demands]
        for each in sets:
            model.add_bool_or(taken[index] for index in each)
        model.minimize(sum(taken))
        solver = _solver(1)
        solver.solve(model)
        return [index for index, literal in enumerate(taken) if solver.boolean_value(literal)]

    def _rest(self, indices: Sequence[int]) -> list[int] | None:
        """The demands that a choice gives up which meets *indices* and as many others as it can.

        None when no choice meets *indices*; none when that is not known.
        """
        model = self.model.clone()
        for index in indices:
            model.add(self.literals[index] == 1)
        model.maximize(sum(self.literals))
        solver = _solver(1)
        solver.parameters.linearization_level = 2
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return []
        return [index for index, literal in enumerate(self.literals) if not solver.boolean_value(literal)]


def _solver(seed: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % (1 << 31)  # more than CP-SAT takes
    solver.parameters.max_deterministic_time = EFFORT
    return solver
