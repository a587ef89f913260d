"""The draw phase: 13 tricks without trumps, played to draw cards.

Source: the non-dealer leads first; any card may be led and, unless the ruleset says otherwise, any played to it; the
highest rank wins whatever its suit and a tie goes to the leader; the winner takes the top card of the stock, the loser
the next one, and the winner leads again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tutor.cards import FULL_DECK, Card, Mask, Seat, bit, card_name, cards_of, mask_of, rank_of, suit_of
from tutor.messages import N_, Message
from tutor.rules.errors import RuleError
from tutor.rules.play import SEAT_NAMES, SUIT_NAMES, followers
from tutor.rules.ruleset import WRITTEN, Ruleset
from tutor.rules.sequence import run


@dataclass(frozen=True, slots=True)
class DrawPhase:
    """The draw phase. Immutable; :meth:`apply` gives the next state.

    Attributes:
        ruleset: the reading of the rules in force.
        hands: the masks of what North and South hold.
        stock: the cards not yet drawn, the top one first.
        turn: whose card is next.
        led: the card on the table that waits for a reply, or None.
        played: all cards played so far, in order.
        drawn: for each finished trick, the cards that North and South took.
        winners: who won each finished trick.
    """

    ruleset: Ruleset
    hands: tuple[Mask, Mask]
    stock: tuple[Card, ...]
    turn: Seat
    led: Card | None = None
    played: tuple[Card, ...] = ()
    drawn: tuple[tuple[Card, Card], ...] = ()
    winners: tuple[Seat, ...] = ()

    @classmethod
    def start(
        cls, north: Mask, south: Mask, stock: Iterable[Card], dealer: Seat, ruleset: Ruleset = WRITTEN
    ) -> "DrawPhase":
        """The start: 13 cards each and 26 in the stock, the non-dealer to lead.

        Raises:
            ValueError: when these are not the 52 cards, 13, 13 and 26.
        """
        pile = tuple(stock)
        if north.bit_count() != 13 or south.bit_count() != 13 or len(pile) != 26:
            raise ValueError("a deal is 13 cards for each player and 26 in the stock")
        if north | south | mask_of(pile) != FULL_DECK:
            raise ValueError("the two hands and the stock must be the 52 cards, each once")
        return cls(ruleset, (north, south), pile, dealer.other)

    @property
    def over(self) -> bool:
        """Whether all 13 tricks have been played and the stock is gone."""
        return not self.stock

    @property
    def discards(self) -> Mask:
        """All cards that have been played; they never come back."""
        return mask_of(self.played)

    @property
    def face_up(self) -> Card | None:
        """The top card of the stock where the rules lay it open, else None."""
        return self.stock[0] if self.stock and self.ruleset.stock == "exposed" else None

    def legal(self) -> tuple[Card, ...]:
        """The cards that may be played now, spades first, each suit from the top; empty when over."""
        if self.over:
            return ()
        hand = self.hands[self.turn]
        return tuple(cards_of(followers(hand, self.led) if self.ruleset.draw_follow else hand))

    def reply_wins(self, reply: Card) -> bool:
        """Whether *reply* wins the trick on the table."""
        assert self.led is not None
        if self.ruleset.draw_winner == "led-suit":
            return suit_of(reply) == suit_of(self.led) and reply > self.led
        return rank_of(reply) > rank_of(self.led)

    def apply(self, card: Card) -> "DrawPhase":
        """The state after *card*; when it ends a trick, both have drawn.

        Raises:
            RuleError: when *card* is not legal here.
        """
        if card not in self.legal():
            rule, message = self._fault(card)
            raise RuleError(rule, message, tuple(card_name(c) for c in self.legal()))
        north, south = self.hands[0] & ~bit(card), self.hands[1] & ~bit(card)
        played = (*self.played, card)
        if self.led is None:
            return replace(self, hands=(north, south), turn=self.turn.other, led=card, played=played)
        winner = self.turn if self.reply_wins(card) else self.turn.other
        first, second = self.stock[:2]
        drawn = (first, second) if winner == Seat.NORTH else (second, first)
        return replace(
            self,
            hands=(north | bit(drawn[0]), south | bit(drawn[1])),
            stock=self.stock[2:],
            turn=winner,
            led=None,
            played=played,
            drawn=(*self.drawn, drawn),
            winners=(*self.winners, winner),
        )

    def run(self, cards: Iterable[Card]) -> "DrawPhase":
        """The state after *cards*.

        Raises:
            RuleError: at the first illegal card; its ``index`` says which.
        """
        return run(self, cards)

    def _fault(self, card: Card) -> tuple[str, Message]:
        """Why *card* is illegal here."""
        if self.over:
            return "draw-over", Message(N_("The draw phase is over: the auction comes next, not a card."))
        if not 0 <= card < 52:
            return "not-a-card", Message(N_("The draw phase is on: a card is wanted here, not a call."))
        named = {"card": card_name(card), "seat": SEAT_NAMES[self.turn]}
        if card in self.played:
            return "played-before", Message(N_("%(card)s has been played already."), named)
        if self.hands[self.turn.other] & bit(card):
            return "other-hand", Message(
                N_("%(card)s is in the other hand: it is the turn of %(seat)s. Are the hands the wrong way round?"),
                named,
            )
        if not self.hands[self.turn] & bit(card):
            return "not-held", Message(N_("%(card)s is still in the stock: %(seat)s has not drawn it."), named)
        assert self.led is not None
        return "follow-suit", Message(
            N_("%(card)s does not follow suit: %(seat)s holds %(suit)s and must play one."),
            {**named, "suit": SUIT_NAMES[suit_of(self.led)]},
        )
