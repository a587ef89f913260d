"""A wrong card and what is asked about it to find out why."""

from dataclasses import dataclass, field
from functools import cached_property

from tutor.cards import Card, Seat, Strain, Suit, bit, cards_of, suit_bits, suit_of
from tutor.coach.reasons.counterfactual import Change
from tutor.coach.reasons.punishing import costs_nothing_if
from tutor.coach.reasons.refutation import Refutation, Trick, compare, line_after, tricks_of
from tutor.rules import Play, Position
from tutor.solver import card_values
from tutor.solver.engine import natural_choice


@dataclass(frozen=True)
class Case:
    """A wrong card and what the recognisers ask about it; what is worked out once is kept.

    Attributes:
        play: the moment.
        card: the wrong card.
        values: tricks from now on by each legal card.
        natural: the best card that the line of best play begins with.
    """

    play: Play
    card: Card
    values: dict[Card, int]
    natural: Card
    _refutations: dict[Card, Refutation] = field(default_factory=dict, init=False, repr=False)
    _after: dict[Card, Play] = field(default_factory=dict, init=False, repr=False)
    _free: dict[Change, bool] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def position(self) -> Position:
        """The moment as a position."""
        return Position.of(self.play)

    @property
    def you(self) -> Seat:
        """Who played the wrong card."""
        return self.play.turn

    @cached_property
    def suit(self) -> Suit:
        """The suit of the wrong card."""
        return suit_of(self.card)

    @cached_property
    def trump(self) -> Suit | None:
        """The trump suit, or None."""
        return None if self.play.strain == Strain.NOTRUMP else Suit(self.play.strain)

    @cached_property
    def mine(self) -> tuple[Card, ...]:
        """Your cards, spades first, each suit from the top."""
        return tuple(cards_of(self.play.hands[self.you]))

    @cached_property
    def theirs(self) -> tuple[Card, ...]:
        """The opponent's cards in hand, ordered so too."""
        return tuple(cards_of(self.play.hands[self.you.other]))

    @cached_property
    def best_value(self) -> int:
        """Tricks from now on with the best card."""
        return max(self.values.values())

    @property
    def loss(self) -> int:
        """Tricks that the wrong card costs."""
        return self.best_value - self.values[self.card]

    @cached_property
    def best(self) -> tuple[Card, ...]:
        """The cards that cost nothing, :attr:`natural` first."""
        cards = [card for card, tricks in self.values.items() if tricks == self.best_value]
        return tuple(sorted(cards, key=lambda card: card != self.natural))

    @cached_property
    def tries(self) -> tuple[Card, ...]:
        """One of each class of equal cards among :attr:`best`, :attr:`natural` first.

        Cards are equal when one hand holds them and no card that is left stands between them. Of a class, the highest
        when it is led and the opponent cannot beat it in the suit, else the lowest.
        """
        theirs = self.play.hands[self.you.other] | (0 if self.play.led is None else bit(self.play.led))
        found: dict[tuple[Suit, int], Card] = {}
        for card in self.best:
            suit = suit_of(card)
            above = suit_bits(theirs, suit) >> card % 13
            of_class = suit, above.bit_count()
            if of_class not in found or (found[of_class] != self.natural and (above or self.play.led is not None)):
                found[of_class] = card
        return tuple(found.values())

    def against(self, instead: Card) -> Refutation:
        """The refutation with *instead* as the best card; worked out once for each."""
        made = self._refutations.get(instead)
        if made is None:
            made = compare(self.play, self._line, line_after(self.play, instead))
            self._refutations[instead] = made
        return made

    @cached_property
    def _line(self) -> tuple[Card, ...]:
        return line_after(self.play, self.card)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of the line after the wrong card."""
        return tricks_of(self.play, self._line)

    def after(self, card: Card) -> Play:
        """The play after the trick of *card*, the opponent's reply that of the refutation; without its later tricks."""
        known = self._after.get(card)
        if known is None:
            known = self.play.push(card)
            if known.led is not None:
                position = Position.of(known)
                known = known.push(natural_choice(position, card_values(position)))
            self._after[card] = known
        return known

    def keeps_lead(self, card: Card) -> bool:
        """Whether you win the trick of *card*, the opponent's reply the best."""
        return self.after(card).turn == self.you

    def wins(self, card: Card) -> bool:
        """Whether *card* wins the trick on the table."""
        return self.position.wins(card)

    def free_if(self, change: Change) -> bool:
        """Whether the wrong card would cost nothing with *change* made."""
        known = self._free.get(change)
        if known is None:
            known = self._free[change] = costs_nothing_if(self.position, self.card, change)
        return known

    def of_suit(self, cards: tuple[Card, ...], suit: int) -> tuple[Card, ...]:
        """Those of *cards* in *suit*."""
        return tuple(card for card in cards if card // 13 == suit)

    def other_suits(self, suit: int) -> list[Suit]:
        """The suits that are not *suit*, plain ones first, that of the wrong card before the others."""
        suits = [each for each in Suit if each != suit]
        return sorted(suits, key=lambda each: (each == self.trump, each != self.suit))
