"""A position of the second phase: what the solver is asked about, and what a position line writes."""

from dataclasses import dataclass

from tutor.cards import FULL_DECK, Card, Mask, Seat, Strain, bit
from tutor.messages import N_, Message
from tutor.rules.errors import RuleError
from tutor.rules.play import Play, beats


@dataclass(frozen=True, slots=True)
class Position:
    """Two hands with everything known, the strain, whose turn it is, and the card on the table if there is one.

    The card on the table was led by the other seat and is in no hand; the seat to play then holds one card more.

    Raises:
        RuleError: when the parts do not make a position (``index`` is None, ``legal`` empty); its ``messages`` are
            all that is wrong, at once.
    """

    north: Mask
    south: Mask
    strain: Strain
    turn: Seat
    led: Card | None = None

    def __post_init__(self) -> None:
        faults = self.faults()
        if faults:
            raise RuleError("position", faults[0], others=tuple(faults[1:]))

    def faults(self) -> list[Message]:
        """All that is wrong with the position, at once; empty for every position that could be made."""
        if (self.north | self.south) & ~FULL_DECK or (self.led is not None and not 0 <= self.led < 52):
            return [Message(N_("A position is made of the 52 cards and of nothing else."))]
        found = []
        if self.north & self.south:
            found.append(Message(N_("The two hands share a card.")))
        mine, theirs = self.hand(self.turn).bit_count(), self.hand(self.turn.other).bit_count()
        if self.led is None and mine != theirs:
            found.append(Message(N_("With no card on the table the two hands must hold as many cards each.")))
        if self.led is not None:
            if (self.north | self.south) & bit(self.led):
                found.append(Message(N_("The card on the table must be in neither hand.")))
            if mine != theirs + 1:
                found.append(
                    Message(N_("With a card on the table the seat to play must hold one card more than the other."))
                )
        if max(mine, theirs + (self.led is not None)) > 13:
            found.append(Message(N_("A hand has at most 13 cards.")))
        if not mine:
            found.append(Message(N_("No cards are left to play.")))
        return found

    def hand(self, seat: Seat) -> Mask:
        """What *seat* holds."""
        return self.north if seat == Seat.NORTH else self.south

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the one on the table included."""
        return self.hand(self.turn).bit_count()

    @property
    def play(self) -> Play:
        """The position as a state of play, with no tricks won before it."""
        return Play((self.north, self.south), self.strain, self.turn, self.led)

    @classmethod
    def of(cls, play: Play) -> "Position":
        """The position that *play* has come to."""
        return cls(play.hands[0], play.hands[1], play.strain, play.turn, play.led)

    def wins(self, card: Card) -> bool:
        """Whether *card*, played to the card on the table, wins the trick."""
        return self.led is not None and beats(self.led, card, self.strain)
