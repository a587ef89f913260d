"""What the solver says of a composed position: which demand it fails, or how its solution goes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tutor.cards import Card
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.play import Puzzle, defended, keeping_cards, touching
from tutor.coach.puzzle.words import themes_of_cards
from tutor.coach.reasons.case import Case
from tutor.coach.reasons.play_themes import IN_REPLY, ON_LEAD, play_themes
from tutor.coach.themes import Finding, Theme
from tutor.composer.demands import (
    Asked,
    Contracted,
    Demand,
    Failed,
    FirstCardAsked,
    Goal,
    LevelIn,
    OnlyFirstCard,
    Span,
    ThemeIs,
    Turns,
)
from tutor.composer.spec import theme_of
from tutor.rules import Play, Position
from tutor.solver import best_line, card_values
from tutor.solver.engine import natural_choice

_BY_THEME: Final = {theme_of(recognise): recognise for recognise in (*ON_LEAD, *IN_REPLY)}


@dataclass(frozen=True, slots=True)
class Sound:
    """A position that meets all demands.

    Attributes:
        position: the position.
        goal: tricks to take.
        right: the first cards that keep the goal, in legal order.
        wrong: the others.
        card: the wrong card that the solution tells of: one that shows the theme, else the first that has a theme.
        finding: the most telling theme of it; None when it has none.
        line: the learner's lowest right cards and the defence's replies until the goal is reached; of a puzzle that is
            not played on, the lowest right card and best play.
        turns: the learner's turns in *line* until nothing can go wrong any more, the last of them one where it can.
        kind: of the puzzle: ``make``, ``beat`` or ``only-card``.
    """

    position: Position
    goal: int
    right: tuple[Card, ...]
    wrong: tuple[Card, ...]
    card: Card
    finding: Finding | None
    line: tuple[Card, ...]
    turns: int
    kind: str = "make"

    @property
    def level(self) -> int:
        """1 to 5, as :func:`tutor.coach.puzzle.difficulty.difficulty` measures it."""
        return difficulty(_unnamed(self.position, self.goal, self.kind)).level

    @property
    def several(self) -> bool:
        """Whether more than one first card is right."""
        return len(touching(self.position, self.right)) > 1


def judge(position: Position, demands: Sequence[Demand]) -> Sound | Failed:
    """Whether *position* meets *demands*, as far as only the solver can tell."""
    asked = {type(demand.asked): demand for demand in demands}
    values = card_values(position)
    best = max(values.values())
    goal, wanted = best, asked.get(Goal)
    if wanted is not None:
        span = _span(wanted)
        if best < span.low:
            return Failed(wanted)
        goal = min(best, span.high)
    right = tuple(card for card, tricks in values.items() if tricks >= goal)
    wrong = tuple(card for card in values if card not in right)
    if not wrong or not goal:
        # With other goals allowed the same cards might do.
        return Failed(wanted if goal < best else None)
    only = asked.get(OnlyFirstCard)
    if only is not None and len(touching(position, right)) > 1:
        return Failed(only)
    theme = asked.get(ThemeIs)
    shown = _shown(position, values, wrong, theme)
    if shown is None:
        return Failed(theme)
    sound = _solved(_unnamed(position, goal, _kind(asked, position)), (right, wrong), shown)
    turns, level = asked.get(Turns), asked.get(LevelIn)
    if turns is not None and sound.turns not in _span(turns):
        return Failed(turns)
    if level is not None and sound.level not in _span(level):
        return Failed(level)
    return sound


def _span(demand: Demand) -> Span:
    assert isinstance(demand.asked, Goal | Turns | LevelIn)
    return demand.asked.span


def _shown(
    position: Position, values: dict[Card, int], wrong: Sequence[Card], demand: Demand | None
) -> tuple[Card, Finding | None] | None:
    """The wrong card to tell of and its most telling theme; None when no card has the theme that *demand* wants."""
    theme: Theme | None = None
    if demand is not None:
        assert isinstance(demand.asked, ThemeIs)
        theme = demand.asked.theme
    natural = natural_choice(position, values)
    first: tuple[Card, Finding | None] = (wrong[0], None)
    for group in touching(position, wrong):
        case = Case(position.play, group[0], values, natural)
        if theme is not None and _BY_THEME[theme](case) is None:
            # To ask for the one theme is much quicker than to find the first, and mostly it is not there.
            continue
        found = next(play_themes(case), None)
        if found is not None and theme in (None, found.theme):
            return group[0], found
        first = first if first[1] is not None or found is None else (group[0], found)
    return first if theme is None else None


def _kind(asked: Mapping[type[Asked], Demand], position: Position) -> str:
    """The kind of the puzzle that *asked*, demands by what they ask for, make of *position*."""
    if FirstCardAsked in asked:
        return "only-card"
    demand = asked.get(Contracted)
    if demand is None:
        return "make"
    assert isinstance(demand.asked, Contracted)
    return demand.asked.at(position).kind


def _solved(
    puzzle: Puzzle, cards: tuple[tuple[Card, ...], tuple[Card, ...]], shown: tuple[Card, Finding | None]
) -> Sound:
    """The solution of a position: its line, and how long it is."""
    position, goal = puzzle.position, puzzle.goal
    if puzzle.kind == "only-card":
        return Sound(position, goal, *cards, *shown, _line_of_best_play(puzzle), 1, puzzle.kind)
    turns, play = 0, position.play
    for number, (before, after) in enumerate(_line(puzzle), 1):
        if len(keeping_cards(puzzle, before)) < len(before.legal()):
            turns = number
        play = after
    return Sound(position, goal, *cards, *shown, play.played, turns, puzzle.kind)


def _unnamed(position: Position, goal: int, kind: str) -> Puzzle:
    """A puzzle of which only position, goal and kind are known."""
    return Puzzle("", "", position, goal, 1, (), "", "", kind=kind)


def _lowest(puzzle: Puzzle, play: Play) -> Card:
    """The lowest of the learner's cards that keep the goal."""
    return min(keeping_cards(puzzle, play), key=lambda card: (card % 13, card))


def _line_of_best_play(puzzle: Puzzle) -> tuple[Card, ...]:
    """The learner's lowest right card and best play after it until the goal is reached.

    The defence of a puzzle (:func:`tutor.coach.puzzle.play.defence_card`) tries out every way on: in a long position
    that takes too much time, and here nobody meets it.
    """
    play = puzzle.position.play
    play = play.push(_lowest(puzzle, play))
    for card in best_line(Position.of(play)):
        if play.tricks[puzzle.solver] >= puzzle.goal:
            break
        play = play.push(card)
    return play.played


def _line(puzzle: Puzzle) -> Iterator[tuple[Play, Play]]:
    """For each of the learner's turns: the play before it, and after the replies to it."""
    play = puzzle.position.play
    while play.tricks[puzzle.solver] < puzzle.goal:
        before = play
        play = defended(puzzle, play.push(_lowest(puzzle, play)))
        yield before, play


def themes_of_puzzle(sound: Sound) -> tuple[Theme, ...]:
    """The most telling themes of the wrong first cards, that of :attr:`Sound.card` first; each once."""
    return themes_of_cards(sound.position, sound.wrong, sound.finding)
