"""Puzzles of which one answer is all that is asked for: how many tricks, which call, which cards.

The answer is never written down by an author; each of these computes it. Puzzles that are played out are in
:mod:`tutor.coach.puzzle.play`.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2s
from typing import Final, TypeAlias

from tutor.cards import FULL_DECK, SUIT_MASK, Card, Mask, Seat, Suit, cards_of
from tutor.coach.authored import Places
from tutor.coach.facts import Decision, decide
from tutor.coach.puzzle.play import OfPosition, Puzzle, Titled
from tutor.coach.themes import Theme
from tutor.rules import PENALTY, Auction, Call, Deal, Position, Ruleset
from tutor.solver import value

DEAL_LENGTH: Final = 13
"""Tricks of a whole deal: the length of a puzzle that is about all of it."""


class OfDeal(Titled):
    """What puzzles have that are about a whole deal."""

    __slots__ = ()

    @property
    def length(self) -> int:
        """Tricks of the whole deal."""
        return DEAL_LENGTH


@dataclass(frozen=True, slots=True)
class TricksPuzzle(OfPosition):
    """How many tricks does the seat to play take from here on, when both sides play their best?

    The fields are the keys of the file; ``places`` says on which line of the file each key stands.
    """

    slug: str
    title: str
    position: Position
    level: int
    themes: tuple[str, ...]
    by: str
    solution: str
    prompt: str = ""
    places: Places = field(default_factory=lambda: Places({}), compare=False, repr=False)
    kind: str = "tricks"

    @property
    def answer(self) -> int:
        """The right number of tricks, a card on the table counted."""
        return value(self.position)


@dataclass(frozen=True, slots=True)
class CallPuzzle(OfDeal):
    """Which call is best? The opponent calls perfectly, and both sides then play their best.

    The fields are the keys of the file, ``north`` and ``south`` those of ``deal``; ``places`` says on which line of
    the file each key stands.
    """

    slug: str
    title: str
    north: Mask
    south: Mask
    dealer: Seat
    calls: tuple[Call, ...]
    level: int
    themes: tuple[str, ...]
    by: str
    solution: str
    prompt: str = ""
    rules: Ruleset = PENALTY
    several: bool = False
    places: Places = field(default_factory=lambda: Places({}), compare=False, repr=False)
    kind: str = "call"

    @property
    def auction(self) -> Auction:
        """The auction so far."""
        return Auction(self.dealer, self.calls, self.rules.doubling)

    @property
    def deal(self) -> Deal:
        """The deal when the learner is to call."""
        return Deal.from_hands(self.north, self.south, self.dealer, self.rules).run(self.calls)

    @property
    def solver(self) -> Seat:
        """The seat that is to call: the learner's."""
        return self.auction.turn

    @property
    def decision(self) -> Decision:
        """Every legal call and what it is worth."""
        return _decision(self.deal)

    @property
    def best(self) -> tuple[Call, ...]:
        """The right calls: those that lose no points."""
        return self.decision.faultless


@lru_cache(maxsize=64)
def _decision(deal: Deal) -> Decision:
    """The facts of a call; kept, since a page asks for them again and again."""
    return decide(deal)


@dataclass(frozen=True, slots=True)
class CountPuzzle(OfDeal):
    """Which cards of a suit does the opponent hold, when these 26 are gone?

    The fields are the keys of the file; ``places`` says on which line of the file each key stands.
    """

    slug: str
    title: str
    seat: Seat
    hand: Mask
    gone: Mask
    suit: Suit
    level: int
    themes: tuple[str, ...]
    by: str
    solution: str
    prompt: str = ""
    places: Places = field(default_factory=lambda: Places({}), compare=False, repr=False)
    kind: str = "count"

    @property
    def solver(self) -> Seat:
        """The seat that counts: the learner's."""
        return self.seat

    @property
    def opponent(self) -> Mask:
        """The opponent's hand: all that is left."""
        return FULL_DECK & ~(self.hand | self.gone)

    @property
    def answer(self) -> Mask:
        """The cards of the suit that the opponent holds."""
        return self.opponent & _of_suit(self.suit)

    @property
    def thinkable(self) -> tuple[Card, ...]:
        """The cards of the suit that the learner does not hold, from the top: those to choose from."""
        return tuple(cards_of(_of_suit(self.suit) & ~self.hand))

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards that are gone, mixed: always in the same order, which says nothing of where they came from."""

        def drawn(card: Card) -> bytes:
            return blake2s(f"{self.hand:x} {self.gone:x} {card}".encode()).digest()

        return tuple(sorted(cards_of(self.gone), key=drawn))


def _of_suit(suit: Suit) -> Mask:
    return SUIT_MASK << (13 * suit)


AnyPuzzle: TypeAlias = Puzzle | TricksPuzzle | CallPuzzle | CountPuzzle
"""A puzzle of any kind."""

AskedPuzzle: TypeAlias = TricksPuzzle | CallPuzzle | CountPuzzle
"""A puzzle of which one answer is all that is asked for."""


def known_theme(puzzle: AnyPuzzle) -> Theme | None:
    """The first of the themes of *puzzle* that the coach recognises; None where it has none such."""
    return next((theme for name in puzzle.themes for theme in Theme if theme.value == name), None)
