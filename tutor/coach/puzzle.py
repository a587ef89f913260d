"""Puzzles: a position line with a goal, written as a TOML file, and played out against perfect defence.

A file ``puzzles/NAME.toml`` holds one puzzle; NAME is its slug. Keys:

``title``
    What it is called. It never names the answer.
``position``
    The position line (:func:`tutor.notation.parse_position`); the *learner* is the seat to play.
``goal``
    Tricks the learner must take from here on, a card on the table counted.
``level``
    1 to 5.
``themes``
    Names from :data:`tutor.coach.authored.THEMES`.
``by``
    Who made it.
``solution``
    The idea in words, shown when the puzzle has been played, by whatever cards: it says what works, not what the
    learner did.
``prompt``
    Optional: what to tell the learner beforehand. It never names the answer.
``line``
    Optional: a line of play from the position on that keeps the goal, the cards of both sides in order.
``several``
    Optional: true when more than one first card is right. Without it a puzzle has one, cards that touch counted as one.

The *defence* plays perfectly: no card of it gives a trick away. Among its equal cards it takes the one after which
the fewest of the learner's next cards keep the goal, touching cards counted as one (a turn where nothing can go wrong
is no test and comes last); among those the one after which the most fail, and then the lowest. So the whole game
follows from the learner's own cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tutor.cards import Card, Seat, bit, card_name, rank_of, suit_of
from tutor.coach.authored import LEVELS, ContentError, Fields, Places, gives_away, read_authored
from tutor.messages import N_, Message
from tutor.notation import Fault, parse_card, parse_position
from tutor.resources import folder
from tutor.rules import Play, Position, RuleError
from tutor.solver import best_line, card_values, value

_NO_TEST: Final = (99, 0)
"""Stands for a turn at which no card of the learner fails: easier than every real test."""


@dataclass(frozen=True, slots=True)
class Puzzle:
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

    @property
    def solver(self) -> Seat:
        """The seat that the goal is for."""
        return self.position.turn


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
    def solved(self) -> bool:
        """Whether the learner has the tricks of the goal."""
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
    if _learner_tricks(puzzle, play) < puzzle.goal:
        return PuzzleState(puzzle, play, card, () if play.over else best_line(Position.of(play)))
    while play.turn != puzzle.solver and not play.over and play.tricks[puzzle.solver] < puzzle.goal:
        play = play.push(defence_card(puzzle, play))
    return PuzzleState(puzzle, play)


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


def _learner_tricks(puzzle: Puzzle, play: Play) -> int:
    """Tricks the learner takes in all, those already won included, with best play by both from *play* on."""
    taken = play.tricks[puzzle.solver]
    if play.over:
        return taken
    position = Position.of(play)
    tricks = value(position)
    return taken + (tricks if position.turn == puzzle.solver else position.tricks_left - tricks)


def defence_card(puzzle: Puzzle, play: Play) -> Card:
    """The defence's card in *play*, where it is its turn: perfect, as hard to meet as can be, and always the same."""
    best = _perfect_cards(play)
    return min(best, key=lambda card: (*_test(puzzle, play.push(card)), rank_of(card), suit_of(card)))


def _perfect_cards(play: Play) -> tuple[Card, ...]:
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
        return min(_test(puzzle, play.push(card)) for card in _perfect_cards(play))
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


def check_puzzle(puzzle: Puzzle) -> tuple[Fault, ...]:
    """What is wrong with *puzzle*, all at once: the goal, how many first cards are right, the line, what is given away.

    Empty when nothing is.
    """
    values = card_values(puzzle.position)
    right = [card for card, tricks in values.items() if tricks >= puzzle.goal]
    faults: list[Fault] = []

    def fault(key: str, code: str, sentence: str, /, **facts: object) -> None:
        faults.append(Fault(Message(sentence, facts), puzzle.places.line((key,)), None, code))

    if not right:
        sentence = N_("The goal of %(goal)s tricks cannot be reached: best play takes %(best)s.")
        fault("goal", "goal-out-of-reach", sentence, goal=puzzle.goal, best=max(values.values()))
        return tuple(faults)
    if len(right) == len(values):
        fault("goal", "goal-certain", N_("Every card reaches the goal: there is nothing to find."))
    groups = touching(puzzle.position, right)
    named = ", ".join(card_name(group[0]) for group in groups)
    if len(groups) > 1 and not puzzle.several:
        sentence = N_("More than one first card is right (%(cards)s): change the puzzle or say several = true.")
        fault("position", "several-answers", sentence, cards=named)
    if len(groups) == 1 and puzzle.several:
        sentence = N_("Only one first card is right (%(cards)s): leave out “several”.")
        fault("several", "one-answer", sentence, cards=named)
    wrong = [card for card in values if card not in right]
    for key, text, others in (("title", puzzle.title, ()), ("prompt", puzzle.prompt, wrong)):
        secret = gives_away(text, right, others)
        if secret is not None:
            fault(key, "gives-away", N_("“%(key)s” gives the answer away: it names %(name)s."), key=key, name=secret)
    return (*faults, *_line_faults(puzzle))


def _line_faults(puzzle: Puzzle) -> list[Fault]:
    """What is wrong with the author's line: an illegal card, or one of either side that gives a trick away."""
    play, place = puzzle.position.play, puzzle.places.line(("line",))
    for card in puzzle.line:
        try:
            after = play.apply(card)
        except RuleError as error:
            return [Fault(error.message, place, None, error.rule)]
        sentence = None
        if play.turn == puzzle.solver and _learner_tricks(puzzle, after) < puzzle.goal:
            sentence = N_("%(card)s in the line gives the goal away.")
        if play.turn != puzzle.solver and card not in _perfect_cards(play):
            sentence = N_("%(card)s in the line is not the best defence.")
        if sentence is not None:
            return [Fault(Message(sentence, {"card": card_name(card)}), place, None, "line-weak")]
        play = after
    return []


def load_puzzle(path: Path) -> Puzzle:
    """The puzzle in the file *path*. What the solver says of it is the business of :func:`check_puzzle`.

    Raises:
        ContentError: when it cannot be read; all its faults at once.
        OSError: when it cannot be opened.
    """
    return puzzle_from(read_authored(path), path)


def puzzle_from(fields: Fields, path: Path) -> Puzzle:
    """The puzzle that *fields*, read from *path*, make.

    Raises:
        ContentError: as :func:`load_puzzle`.
    """
    slug, position = fields.slug(path), fields.parsed("position", parse_position)
    goal = fields.integer("goal", range(1, position.tricks_left + 1 if position else 14))
    title, level, themes = fields.text("title"), fields.integer("level", LEVELS), fields.themes()
    by, solution, prompt = fields.text("by"), fields.text("solution"), fields.text("prompt", required=False)
    line = fields.parsed_list("line", parse_card, required=False)
    several = fields.flag("several")
    fields.finish()
    if fields.faults:
        raise ContentError(path, fields.faults)
    assert position is not None
    assert goal is not None
    assert level is not None
    facts = (slug, title, position, goal, level, themes, by, solution, prompt, line, several, fields.places)
    return Puzzle(*facts)


def load_puzzles(directory: Path | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of *directory* (default: those that come with the program), the easy ones first.

    Raises:
        ContentError: at the first file that cannot be read.
    """
    source = folder("puzzles") if directory is None else directory
    puzzles = [load_puzzle(path) for path in sorted(source.glob("*.toml"))]
    return tuple(sorted(puzzles, key=lambda puzzle: (puzzle.level, puzzle.slug)))
