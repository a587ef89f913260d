"""What a run is made of: puzzles of rising level, of all kinds, and none like the one before.

Two puzzles are *alike* when they have the same leading theme, or are calls under the same rules where these are not the
usual ones, those with a price for failing: other rules are themselves the idea. Of a level as many different themes are
drawn as there are.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Final

from tutor.coach.authored import LEVELS
from tutor.coach.puzzle import AnyPuzzle, CallPuzzle
from tutor.coach.puzzle.play import PLAYED_KINDS
from tutor.rules import PENALTY

OF_A_LEVEL: Final = 8
"""Puzzles of a level in a run, but of the last: so the difficulty rises within minutes. Of the last there are more."""
OF_THE_LAST: Final = 24

TURNS: Final = (
    frozenset(PLAYED_KINDS),
    frozenset({"call"}),
    frozenset(PLAYED_KINDS),
    frozenset({"tricks", "count"}),
)
"""The kinds of which puzzles are drawn by turns, as long as there are some."""

APART: Final = 10
"""Among so many puzzles in a row none has the rating and the leading theme of another."""


def leading_theme(puzzle: AnyPuzzle) -> str:
    """What *puzzle* is about before all; "" when that is not told."""
    return puzzle.themes[0] if puzzle.themes else ""


def are_alike(one: AnyPuzzle, other: AnyPuzzle) -> bool:
    """Whether two puzzles would be monotonous one after the other."""
    theme = leading_theme(one)
    if theme and theme == leading_theme(other):
        return True
    if not isinstance(one, CallPuzzle) or not isinstance(other, CallPuzzle):
        return False
    return one.rules == other.rules != PENALTY


def drawn_puzzles(puzzles: Sequence[AnyPuzzle], seed: int) -> tuple[AnyPuzzle, ...]:
    """Some of *puzzles* for a run, as *seed* draws them: of every level :data:`OF_A_LEVEL`, of the last more."""
    rng = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    drawn: list[AnyPuzzle] = []
    for level in LEVELS:
        there = [each for each in puzzles if each.level == level]
        rng.shuffle(there)
        drawn += _by_turns(there, OF_THE_LAST if level == LEVELS[-1] else OF_A_LEVEL)
    return tuple(drawn)


def _by_turns(puzzles: Sequence[AnyPuzzle], count: int) -> list[AnyPuzzle]:
    """The first *count* of *puzzles* by turns of their kinds, those first whose theme was drawn least often."""
    left, drawn = list(puzzles), list[AnyPuzzle]()
    while left and len(drawn) < count:
        turn = TURNS[len(drawn) % len(TURNS)]
        of_turn = [each for each in left if each.kind in turn] or left
        themes = [leading_theme(each) for each in drawn]
        chosen = min(of_turn, key=lambda each: themes.count(leading_theme(each)))
        left.remove(chosen)
        drawn.append(chosen)
    return drawn


def run_order(puzzles: Sequence[AnyPuzzle], ratings: Mapping[str, float]) -> tuple[str, ...]:
    """The slugs of *puzzles*, the lower levels first; in a level the easy ones, as far as none follows one like it.

    Each is put as far back among those of its level as it fits: where it can be, between puzzles of other kinds. One
    for which there is no room is put in when the others are there, or left out if one of its rating and theme is near.
    """
    marks = {each.slug: (round(ratings[each.slug]), leading_theme(each)) for each in puzzles}
    ordered: list[AnyPuzzle] = []
    for level in sorted({each.level for each in puzzles}):
        start, waiting = len(ordered), list[AnyPuzzle]()
        of_level = [each for each in puzzles if each.level == level]
        of_level.sort(key=lambda each: (ratings[each.slug], each.slug))
        for puzzle in of_level:
            place, jars = _place(ordered, start, puzzle, marks)
            if any(jars[:2]):
                waiting.append(puzzle)
            else:
                ordered.insert(place, puzzle)
        for puzzle in waiting:
            place, jars = _place(ordered, start, puzzle, marks)
            if not jars[0]:
                ordered.insert(place, puzzle)
    return tuple(each.slug for each in ordered)


def _place(
    ordered: Sequence[AnyPuzzle], start: int, puzzle: AnyPuzzle, marks: Mapping[str, tuple[int, str]]
) -> tuple[int, tuple[bool, bool, bool]]:
    """The place from *start* on where *puzzle* goes best with *ordered*, and how badly it fits there."""
    jars = {place: _jars(ordered, place, puzzle, marks) for place in range(len(ordered), start - 1, -1)}
    best = min(jars, key=lambda place: jars[place])
    return best, jars[best]


def _jars(
    ordered: Sequence[AnyPuzzle], place: int, puzzle: AnyPuzzle, marks: Mapping[str, tuple[int, str]]
) -> tuple[bool, bool, bool]:
    """How badly *puzzle* fits into *ordered* at *place*, the gravest reason first."""
    beside = ordered[max(0, place - 1) : place + 1]
    near = ordered[max(0, place + 1 - APART) : place + APART - 1]
    return (
        any(marks[each.slug] == marks[puzzle.slug] for each in near),
        any(are_alike(each, puzzle) for each in beside),
        any(each.kind == puzzle.kind for each in beside),
    )
