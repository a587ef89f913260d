"""Lines of best play in which what is told happens: found by trying every best card, played by the rules engine."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from tutor.cards import Seat
from tutor.rules import Play, Position
from tutor.solver import card_values
from tutor.solver.engine import natural_choice

MOST_MOMENTS = 1_000
"""Moments looked at before a tale is taken for one that never happens; what the coach tells is mostly the first try."""


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as it was played: its number in the whole play, who led, the two cards, who won."""

    number: int
    leader: Seat
    led: int
    reply: int
    winner: Seat

    @property
    def won_with(self) -> int:
        return self.led if self.winner == self.leader else self.reply


@dataclass(frozen=True, slots=True)
class Told:
    """Tricks in a row that are told of.

    Attributes:
        winner: who wins each of them.
        count: how many there are.
        cards: the cards they are won with, in any order; None when it is not said.
        start: the number of the first; 0 for the one that comes next, None for any later one.
        led: the cards of which one is led to the first; None when it is not said.
        reply: the same for the reply.
        leader: who leads to the first; None when it is not said.
        test: anything else that is said of each, from the trick and the play before it.
    """

    winner: Seat
    count: int = 1
    cards: frozenset[int] | None = None
    start: int | None = 0
    led: frozenset[int] | None = None
    reply: frozenset[int] | None = None
    leader: Seat | None = None
    test: Callable[[Trick, Play], bool] = field(default=lambda _trick, _play: True)

    def fits(self, trick: Trick, before: Play, cards: frozenset[int] | None, *, first: bool) -> bool:
        """Whether *trick* may be one of these when *cards* are still to win."""
        if trick.winner != self.winner or (cards is not None and trick.won_with not in cards):
            return False
        if first:
            for said, played in ((self.led, trick.led), (self.reply, trick.reply)):
                if said is not None and played not in said:
                    return False
            if self.leader is not None and trick.leader != self.leader:
                return False
        return self.test(trick, before)


@dataclass(frozen=True, slots=True)
class _Place:
    """How far a tale has come: the next thing told, how many of its tricks are left, and the cards that win them."""

    index: int
    left: int
    cards: frozenset[int] | None


def happens(play: Play, card: int, tale: Sequence[Told]) -> bool:
    """Whether both sides can go on with best cards only after *card* so that *tale* is what happens.

    Arguments:
        play: the moment before *card*.
        card: a legal card, good or bad.
        tale: what is told of the tricks from that of *card* on, in their order.
    """
    return _Search(tale).after(play, card)


def best_cards(play: Play) -> list[int]:
    """All best cards, the natural one first."""
    position = Position.of(play)
    values = card_values(position)
    most, first = max(values.values()), natural_choice(position, values)
    return sorted((card for card, tricks in values.items() if tricks == most), key=lambda card: card != first)


def trick_made(before: Play, reply: int) -> tuple[Trick, Play]:
    """The trick that *reply* makes, and the play after it, by the rules engine."""
    after = before.apply(reply)
    assert before.led is not None
    return Trick(sum(before.tricks) + 1, before.turn.other, before.led, reply, after.turn), after


class _Search:
    def __init__(self, tale: Sequence[Told]) -> None:
        self.tale = tuple(tale)
        self.hopeless: set[tuple[object, ...]] = set()
        self.moments = 0

    def after(self, play: Play, card: int) -> bool:
        """Whether the tale may come after *card*."""
        return self._goes_on(play, card, self._at(0))

    def _at(self, index: int) -> _Place:
        if index == len(self.tale):
            return _Place(index, 0, None)
        told = self.tale[index]
        return _Place(index, told.count, told.cards)

    def _from(self, play: Play, place: _Place) -> bool:
        if place.index == len(self.tale):
            return True
        if play.over:
            return False
        key = play.hands, play.led, play.turn, place
        if key in self.hopeless or self.moments == MOST_MOMENTS:
            return False
        self.moments += 1
        if any(self._goes_on(play, card, place) for card in best_cards(play)):
            return True
        self.hopeless.add(key)
        return False

    def _goes_on(self, play: Play, card: int, place: _Place) -> bool:
        if play.led is None:
            return self._from(play.apply(card), place)
        trick, after = trick_made(play, card)
        return any(self._from(after, next_place) for next_place in self._next(place, trick, play))

    def _next(self, place: _Place, trick: Trick, before: Play) -> Iterator[_Place]:
        told = self.tale[place.index]
        first = place.left == told.count
        due = not first or told.start in (0, None) or told.start == trick.number
        if due and told.fits(trick, before, place.cards, first=first):
            rest = None if place.cards is None else place.cards - {trick.won_with}
            yield self._at(place.index + 1) if place.left == 1 else _Place(place.index, place.left - 1, rest)
        if first and (told.start is None or (told.start and trick.number < told.start)):
            yield place
