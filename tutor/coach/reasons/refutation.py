"""What happens after a wrong card: the line after it beside the line after a best one, cut where the trick is lost."""

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.cards import Card, Seat
from tutor.rules import Play, Position
from tutor.solver import best_line


@dataclass(frozen=True, slots=True)
class Trick:
    """One whole trick of a line.

    Attributes:
        number: of the trick in the whole play, 1 the first.
        leader: who led it.
        cards: the card led and the reply.
        winner: who won it.
    """

    number: int
    leader: Seat
    cards: tuple[Card, Card]
    winner: Seat

    def card(self, seat: Seat) -> Card:
        """The card that *seat* played."""
        return self.cards[0] if seat == self.leader else self.cards[1]

    @property
    def won_with(self) -> Card:
        """The card that won."""
        return self.card(self.winner)


@dataclass(frozen=True, slots=True)
class Refutation:
    """The line after a wrong card beside the line after a best one, both to the last card.

    Attributes:
        play: where the two lines part.
        card: the wrong card.
        instead: the best one.
        after: the line after the wrong card, which is its first.
        better: the line after the best card, which is its first.
        tricks: the tricks of *after*.
        better_tricks: the tricks of *better*.
        parts: which trick of either line, from 0, is the first that different players win; a line loses a trick
            against the other, so there is one.
        decisive: which trick, from 0, is the last that has to be told: once it is won, the lines never again stand
            closer than they do at the end. It is never before *parts*; the opponent wins it after the wrong card.
        loss: tricks that the wrong card gives away, 1 or more.
    """

    play: Play
    card: Card
    instead: Card
    after: tuple[Card, ...]
    better: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    better_tricks: tuple[Trick, ...]
    parts: int
    decisive: int
    loss: int

    @property
    def told(self) -> tuple[Trick, ...]:
        """The tricks after the wrong card up to the decisive one."""
        return self.tricks[: self.decisive + 1]

    @property
    def seat(self) -> Seat:
        """Who played the wrong card."""
        return self.play.turn

    @property
    def tricks_in_all(self) -> int:
        """Tricks that :attr:`seat` takes in all after the wrong card, those before it included."""
        return self.play.tricks[self.seat] + sum(trick.winner == self.seat for trick in self.tricks)


def tricks_of(play: Play, cards: Sequence[Card]) -> tuple[Trick, ...]:
    """The whole tricks of the line *cards* from *play* on; a card on the table opens the first. Unchecked."""
    found = []
    for card in cards:
        led, number = play.led, sum(play.tricks) + 1
        leader = play.turn.other
        play = play.push(card)
        if led is not None:
            found.append(Trick(number, leader, (led, card), play.turn))
    return tuple(found)


def refute(play: Play, card: Card, instead: Card) -> Refutation:
    """The refutation of *card*.

    Arguments:
        play: the moment; *card* and *instead* must be legal in it (not checked).
        card: a card that gives away tricks.
        instead: a card that gives away none.

    Raises:
        ValueError: when *card* gives away nothing against *instead*.
    """
    return compare(play, line_after(play, card), line_after(play, instead))


def line_after(play: Play, card: Card) -> tuple[Card, ...]:
    """*card* and one line of best play by both after it, to the last card. *card* must be legal (not checked)."""
    pushed = play.push(card)
    return (card, *(() if pushed.over else best_line(Position.of(pushed))))


def compare(play: Play, after: tuple[Card, ...], better: tuple[Card, ...]) -> Refutation:
    """The refutation whose lines from *play* on are *after*, which begins with the wrong card, and *better*.

    Raises:
        ValueError: when *after* gives nothing away against *better*.
    """
    tricks, better_tricks = tricks_of(play, after), tricks_of(play, better)
    ahead, behind = 0, []
    for here, there in zip(tricks, better_tricks, strict=True):
        ahead += (there.winner == play.turn) - (here.winner == play.turn)
        behind.append(ahead)
    loss = ahead
    if loss <= 0:
        raise ValueError("the card gives nothing away")
    parts = next(i for i, (a, b) in enumerate(zip(tricks, better_tricks, strict=True)) if a.winner != b.winner)
    decisive = len(behind) - 1
    while decisive and behind[decisive - 1] >= loss:
        decisive -= 1
    return Refutation(play, after[0], better[0], after, better, tricks, better_tricks, parts, decisive, loss)
