"""The second phase: 13 tricks in the strain of the contract, or any part of them.

Source: follow suit if able, otherwise anything; the highest trump wins, else the highest card of the suit led; the
winner leads next.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tutor.cards import FULL_DECK, SUIT_MASK, Card, Mask, Seat, Strain, bit, card_name, cards_of, suit_of
from tutor.messages import N_, Message
from tutor.rules.errors import RuleError
from tutor.rules.sequence import run


def beats(led: Card, reply: Card, strain: int) -> bool:
    """Whether *reply* wins the trick that *led* opened."""
    if led // 13 == reply // 13:
        return reply > led
    return reply // 13 == strain


def followers(hand: Mask, led: Card | None) -> Mask:
    """The cards of *hand* that may be played to *led* (None: on lead): those of its suit if any, else all."""
    if led is None:
        return hand
    same = hand & (SUIT_MASK << (13 * (led // 13)))
    return same or hand


@dataclass(frozen=True, slots=True)
class Play:
    """Two hands being played out. Immutable; :meth:`apply` gives the next state.

    Attributes:
        hands: the masks of what North and South still hold.
        strain: trump suit or no-trump.
        turn: whose card is next.
        led: the card on the table that waits for a reply, or None.
        tricks: tricks won so far by North and South.
        played: all cards played so far, in order.
    """

    hands: tuple[Mask, Mask]
    strain: Strain
    turn: Seat
    led: Card | None = None
    tricks: tuple[int, int] = (0, 0)
    played: tuple[Card, ...] = ()

    @classmethod
    def start(cls, north: Mask, south: Mask, strain: Strain, leader: Seat) -> "Play":
        """The start of the play of two hands of equal size.

        Raises:
            ValueError: when the hands share a card or differ in size, or hold what is no card.
        """
        if north & south or north.bit_count() != south.bit_count() or (north | south) & ~FULL_DECK:
            raise ValueError("the two hands must hold different cards of the 52, as many each")
        return cls((north, south), strain, leader)

    @property
    def over(self) -> bool:
        """Whether every card has been played."""
        return self.led is None and not self.hands[self.turn]

    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played now, spades first, each suit from the top; empty when over."""
        return tuple(cards_of(followers(self.hands[self.turn], self.led)))

    def apply(self, card: Card) -> "Play":
        """The state after *card*.

        Raises:
            RuleError: when *card* is not legal here.
        """
        fault = self._fault(card)
        if fault is not None:
            rule, message = fault
            raise RuleError(rule, message, tuple(card_name(c) for c in self.legal()))
        return self.push(card)

    def push(self, card: Card) -> "Play":
        """As :meth:`apply`, but unchecked: *card* must be legal."""
        north, south = self.hands
        hands = (north & ~bit(card), south & ~bit(card))
        played = (*self.played, card)
        if self.led is None:
            return Play(hands, self.strain, self.turn.other, card, self.tricks, played)
        winner = self.turn if beats(self.led, card, self.strain) else self.turn.other
        north_won, south_won = self.tricks
        tricks = (north_won + (winner == 0), south_won + (winner == 1))
        return Play(hands, self.strain, winner, None, tricks, played)

    def run(self, cards: Iterable[Card]) -> "Play":
        """The state after *cards*.

        Raises:
            RuleError: at the first illegal card; its ``index`` says which.
        """
        return run(self, cards)

    def _fault(self, card: Card) -> tuple[str, Message] | None:
        """Why *card* is illegal here, or None when it is legal."""
        if self.over:
            return "play-over", Message(N_("All the cards have been played: no card can follow."))
        if not 0 <= card < 52:
            return "not-a-card", Message(N_("The play is on: a card is wanted here, not a call."))
        named = {"card": card_name(card), "seat": SEAT_NAMES[self.turn]}
        if self.hands[self.turn.other] & bit(card):
            return "other-hand", Message(
                N_("%(card)s is in the other hand: it is the turn of %(seat)s. Are the hands the wrong way round?"),
                named,
            )
        if card == self.led or card in self.played:
            return "played-before", Message(N_("%(card)s has been played already."), named)
        if not self.hands[self.turn] & bit(card):
            return "not-held", Message(N_("%(seat)s does not hold %(card)s."), named)
        if self.led is not None and not followers(self.hands[self.turn], self.led) & bit(card):
            return "follow-suit", Message(
                N_("%(card)s does not follow suit: %(seat)s holds %(suit)s and must play one."),
                {**named, "suit": SUIT_NAMES[suit_of(self.led)]},
            )
        return None


SEAT_NAMES = {Seat.NORTH: Message(N_("North")), Seat.SOUTH: Message(N_("South"))}
SUIT_NAMES = (
    Message(N_("clubs")),
    Message(N_("diamonds")),
    Message(N_("hearts")),
    Message(N_("spades")),
)
