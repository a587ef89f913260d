"""When two puzzles are the same: what is left of them when names of suits and seats and exact ranks do not count.

A *pattern* says for each suit who holds its cards, from the highest down: a text of ``N``, ``S`` and ``T`` (the card
on the table). The solver's values follow from the pattern, the strain and the seat to play.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from tutor.cards import Card, Mask, Seat, Strain, bit, mask_of
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle
from tutor.rules import Position, Ruleset, call_name


@dataclass(frozen=True)
class Pattern:
    """A position with its ranks compressed.

    Attributes:
        suits: for each suit, clubs first, the holders of its cards from the highest down.
        strain: the strain.
        turn: the seat to play.
    """

    suits: tuple[str, str, str, str]
    strain: Strain
    turn: Seat

    @classmethod
    def of(cls, position: Position) -> Self:
        """The pattern of *position*."""
        table = 0 if position.led is None else bit(position.led)
        suits = _holders({"N": position.north, "S": position.south, "T": table})
        return cls(suits, position.strain, position.turn)

    @cached_property
    def position(self) -> Position:
        """The position of the lowest cards that has this pattern."""
        hands: dict[str, list[Card]] = {"N": [], "S": [], "T": []}
        for suit, holders in enumerate(self.suits):
            for rank, letter in enumerate(reversed(holders)):
                hands[letter].append(13 * suit + rank)
        led = hands["T"][0] if hands["T"] else None
        return Position(mask_of(hands["N"]), mask_of(hands["S"]), self.strain, self.turn, led)

    @cached_property
    def standard(self) -> tuple[str, ...]:
        """The same for all patterns that differ only in the order of plain suits or in which suit is trumps.

        Seats are those of who is to play (``N``) and of the opponent (``S``), so that turning the table changes
        nothing. The trump suit comes first, or ``-`` with no trumps.
        """
        suits = list(self.suits)
        if self.turn == Seat.SOUTH:
            suits = [holders.translate(_TURNED) for holders in suits]
        trumps = "-" if self.strain == Strain.NOTRUMP else suits.pop(self.strain)
        return (trumps, *sorted(suits))


_TURNED = str.maketrans("NS", "SN")


def _holders(places: dict[str, Mask]) -> tuple[str, str, str, str]:
    """For each suit, clubs first, the letters of *places* that hold its cards, from the highest down."""
    clubs, diamonds, hearts, spades = (
        "".join(
            letter for rank in range(12, -1, -1) for letter, held in places.items() if held >> (13 * suit + rank) & 1
        )
        for suit in range(4)
    )
    return clubs, diamonds, hearts, spades


def likeness(puzzle: AnyPuzzle) -> str:
    """A text that two puzzles have in common exactly when they are the same puzzle.

    Names and words never count, nor do the seats: the learner's place is what matters.

    * Played ones and those that ask for tricks: the pattern, whichever suit is trumps and in whatever order the others
      are; of a played one the goal. Whether it is to be made, or to beat a contract, or asks for the first card only,
      is a way to tell of the same cards.
    * Calls: both hands with their ranks compressed, the auction and what the rules say of calls and scores. Suits are
      ranked in the auction, so their order counts.
    * Counts: who has each card, in whatever order the suits are; the one that is asked for is marked.
    """
    match puzzle:
        case Puzzle():
            return " ".join(("play", *_suits(Pattern.of(puzzle.position).standard), str(puzzle.goal)))
        case TricksPuzzle():
            return " ".join(("tricks", *_suits(Pattern.of(puzzle.position).standard)))
        case CallPuzzle():
            north, south = puzzle.north, puzzle.south
            mine, theirs = (north, south) if puzzle.solver is Seat.NORTH else (south, north)
            calls = "-".join(call_name(call) for call in puzzle.calls)
            return " ".join(("call", *_suits(_holders({"N": mine, "S": theirs})), calls or "-", _scoring(puzzle.rules)))
        case CountPuzzle():
            suits = list(_holders({"N": puzzle.hand, "G": puzzle.gone, "S": puzzle.opponent}))
            asked = suits.pop(puzzle.suit)
            return " ".join(("count", asked, *sorted(suits)))


def _suits(suits: tuple[str, ...]) -> tuple[str, ...]:
    """*suits* as words of a text, an empty one as ``=``."""
    return tuple(suit or "=" for suit in suits)


def _scoring(rules: Ruleset) -> str:
    """What *rules* say of calls and scores: the draw phase is over."""
    return str(Ruleset(doubling=rules.doubling, undertrick=rules.undertrick, overtricks=rules.overtricks))
