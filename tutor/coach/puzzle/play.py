"""Puzzles that are played out: a position with a goal, the learner's cards, and a defence that never errs.

The *defence* gives no trick away. Among its equal cards it takes the one after which the fewest of the learner's next
cards keep the goal, touching cards counted as one (a turn where nothing can go wrong is no test and comes last); among
those the one after which the most fail, and then the lowest. So the whole game follows from the learner's own cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from tutor.cards import Card, Seat, bit, rank_of, suit_of
from tutor.coach.authored import Places
from tutor.coach.content import paragraphs
from tutor.messages import N_, Message
from tutor.rules import Play, Position, RuleError
from tutor.solver import best_line, card_values, value

PLAYED_KINDS: Final = ("make", "beat", "only-card")
"""What a played puzzle may ask for; see :mod:`tutor.coach.puzzle`."""

_NO_TEST: Final = (99, 0)
"""Stands for a turn at which no card of the learner fails: easier than every real test."""


class Titled:
    """What puzzles of all kinds say by their title."""

    __slots__ = ()
    title: str

    @property
    def heading(self) -> str:
        """The title in the reader's language."""
        return " ".join(paragraphs(self.title))


class OfPosition(Titled):
    """What puzzles have that begin with a position."""

    __slots__ = ()
    position: Position

    @property
    def length(self) -> int:
        """Tricks from the position to its end, a card on the table counted."""
        return self.position.tricks_left

    @property
    def solver(self) -> Seat:
        """The seat to play: the learner's."""
        return self.position.turn


@dataclass(frozen=True, slots=True)
class Puzzle(OfPosition):
    """A position and the tricks to take from it; the fields are the keys of the file.

    ``places`` says on which line of the file each key stands.
    """

    slug: str
    title: str
    position: Position
    goal: int
    level: int
    themes: tuple[str, ...]
    by: str
    solution: str
    prompt: str = ""
    line: tuple[Card, ...] = ()
    several: bool = False
    places: Places = field(default_factory=lambda: Places({}), compare=False, repr=False)
    kind: str = "make"


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """A puzzle being played; made by :func:`start_puzzle` and :func:`play_card`.

    Unless it is over, the learner is to play.

    Attributes:
        puzzle: what is being played.
        play: the state of play, the defence's replies included; ``play.played`` are all cards so far.
        wrong: the learner's card after which the goal could no longer be reached; None when there was none.
        refutation: best play from ``wrong`` on (``wrong`` not included) to the last card; empty without it.
    """

    puzzle: Puzzle
    play: Play
    wrong: Card | None = None
    refutation: tuple[Card, ...] = ()

    @property
    def taken(self) -> int:
        """Tricks the learner has won since the puzzle began."""
        return self.play.tricks[self.puzzle.solver]

    @property
    def left(self) -> int:
        """Tricks the learner ends with after a card that failed and its refutation; else :attr:`taken`."""
        return self.play.run(self.refutation).tricks[self.puzzle.solver]

    @property
    def solved(self) -> bool:
        """Whether the learner has the tricks of the goal, or the first card where that is all that is asked for."""
        if self.puzzle.kind == "only-card":
            return not self.failed and bool(self.play.played)
        return self.taken >= self.puzzle.goal

    @property
    def failed(self) -> bool:
        """Whether the goal can no longer be reached against perfect defence."""
        return self.wrong is not None

    @property
    def over(self) -> bool:
        """Whether the puzzle has been solved or failed."""
        return self.solved or self.failed

    @property
    def legal(self) -> tuple[Card, ...]:
        """The cards that the learner may play now; empty when over."""
        return () if self.over else self.play.legal()

    @property
    def keeping(self) -> tuple[Card, ...]:
        """The learner's cards that keep the goal within reach; empty when over. The answer: not to be shown early."""
        return () if self.over else keeping_cards(self.puzzle, self.play)


def keeping_cards(puzzle: Puzzle, play: Play) -> tuple[Card, ...]:
    """The cards after which the learner, to play in *play*, still reaches the goal."""
    wanted = puzzle.goal - play.tricks[puzzle.solver]
    return tuple(card for card, tricks in card_values(Position.of(play)).items() if tricks >= wanted)


def start_puzzle(puzzle: Puzzle) -> PuzzleState:
    """The puzzle before the learner's first card."""
    return PuzzleState(puzzle, puzzle.position.play)


def play_card(state: PuzzleState, card: Card) -> PuzzleState:
    """The state after the learner's *card* and the defence's replies to it, up to the learner's next turn or the end.

    After a card that fails the defence's replies are not played; they are the ``refutation``.

    Raises:
        RuleError: when the puzzle is over or *card* is not legal.
    """
    if state.over:
        raise RuleError("puzzle-over", Message(N_("The puzzle is over: start it again to try another card.")))
    puzzle = state.puzzle
    play = state.play.apply(card)
    if learner_tricks(puzzle, play) < puzzle.goal:
        return PuzzleState(puzzle, play, card, () if play.over else best_line(Position.of(play)))
    if puzzle.kind == "only-card":
        return PuzzleState(puzzle, play)
    return PuzzleState(puzzle, defended(puzzle, play))


def defended(puzzle: Puzzle, play: Play) -> Play:
    """*play* after the defence's cards up to the learner's next turn; no further than the goal or the last card."""
    while play.turn != puzzle.solver and not play.over and play.tricks[puzzle.solver] < puzzle.goal:
        play = play.push(defence_card(puzzle, play))
    return play


def play_out(puzzle: Puzzle, cards: Iterable[Card]) -> PuzzleState:
    """The state after the learner's *cards*, one after the other; the defence's are found, not given.

    Raises:
        RuleError: at the first that is illegal or comes after the end; ``index`` says which.
    """
    state = start_puzzle(puzzle)
    for index, card in enumerate(cards):
        try:
            state = play_card(state, card)
        except RuleError as error:
            raise error.at(index) from None
    return state


def learner_tricks(puzzle: Puzzle, play: Play) -> int:
    """Tricks the learner takes in all, those already won included, with best play by both from *play* on."""
    taken = play.tricks[puzzle.solver]
    if play.over:
        return taken
    position = Position.of(play)
    tricks = value(position)
    return taken + (tricks if position.turn == puzzle.solver else position.tricks_left - tricks)


def defence_card(puzzle: Puzzle, play: Play) -> Card:
    """The defence's card in *play*, where it is its turn: perfect, as hard to meet as can be, and always the same."""
    best = perfect_cards(play)
    return min(best, key=lambda card: (*_test(puzzle, play.push(card)), rank_of(card), suit_of(card)))


def perfect_cards(play: Play) -> tuple[Card, ...]:
    """The cards that give no trick away in *play*, whosever turn it is."""
    values = card_values(Position.of(play))
    most = max(values.values())
    return tuple(card for card, tricks in values.items() if tricks == most)


def _test(puzzle: Puzzle, play: Play) -> tuple[int, int]:
    """How easy the learner's next turn is, the hardest that perfect defence can reach from *play*; less is harder.

    First how many cards keep the goal, touching ones counted as one; then, negative, how many fail.
    """
    if play.over or play.tricks[puzzle.solver] >= puzzle.goal:
        return _NO_TEST
    if play.turn != puzzle.solver:
        return min(_test(puzzle, play.push(card)) for card in perfect_cards(play))
    keeping, legal = keeping_cards(puzzle, play), play.legal()
    if len(keeping) == len(legal):
        return _NO_TEST
    return len(touching(Position.of(play), keeping)), len(keeping) - len(legal)


def touching(position: Position, cards: Iterable[Card]) -> list[tuple[Card, ...]]:
    """*cards* of the seat to play, grouped so that those of a group are equal: no card still in play lies between."""
    others = position.hand(position.turn.other) | (0 if position.led is None else bit(position.led))
    groups: list[list[Card]] = []
    for card in sorted(cards, reverse=True):
        last = groups[-1][-1] if groups else None
        between = 0 if last is None else (bit(last) - bit(card + 1)) & others
        if last is not None and suit_of(last) == suit_of(card) and not between:
            groups[-1].append(card)
        else:
            groups.append([card])
    return [tuple(group) for group in groups]
