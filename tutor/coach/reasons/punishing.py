"""The cards that punish a mistake: were they the lowest of their suits, it would cost nothing."""

from collections.abc import Iterable
from itertools import combinations

from tutor.cards import Card, cards_of, suit_bits, suit_of
from tutor.coach.reasons.counterfactual import Change, Lowered, changed
from tutor.rules import Position
from tutor.solver import card_losses


def loss_if(position: Position, card: Card, change: Change) -> int | None:
    """Tricks that *card* would give away in *position* with *change* made; None where it could not be played."""
    other = changed(position, change)
    return None if other is None else card_losses(other.position).get(other.now[card])


def costs_nothing_if(position: Position, card: Card, change: Change) -> bool:
    """Whether *card* would give nothing away in *position* with *change* made."""
    return loss_if(position, card, change) == 0


def punishing_cards(position: Position, card: Card, first: Iterable[Card] = ()) -> tuple[Card, ...]:
    """The opponent's card, or the two, whose rank makes *card* a mistake; none when no one and no two do it alone.

    A card counts when *card* would give nothing away were it the lowest of its suit; a pair when both together do.
    A card on the table is one of the opponent's.

    Arguments:
        position: the moment.
        card: a legal card that gives away tricks.
        first: cards to name rather than others, the best first: those that take the decisive tricks.
    """
    theirs = list(cards_of(position.hand(position.turn.other)))
    if position.led is not None:
        theirs.append(position.led)
    preferred = {each: place for place, each in reversed(list(enumerate(first)))}
    last = len(preferred)
    # After the preferred ones the cards of the suit played, then the higher before the lower.
    theirs.sort(key=lambda each: (preferred.get(each, last), suit_of(each) != suit_of(card), -(each % 13)))
    # To lower a card that stands above none of yours changes nothing; and of those above the same ones, all are alike.
    alike = {each: (each // 13, _yours_below(position, each), each == position.led) for each in theirs}
    tried = set()
    for count in (1, 2):
        for cards in combinations([each for each in theirs if alike[each][1]], count):
            kinds = tuple(sorted(alike[each] for each in cards))
            if kinds not in tried and costs_nothing_if(position, card, Lowered(cards)):
                return cards
            tried.add(kinds)
    return ()


def _yours_below(position: Position, card: Card) -> int:
    """How many cards of the seat to play *card* beats in its suit."""
    return (suit_bits(position.hand(position.turn), card // 13) & ((1 << card % 13) - 1)).bit_count()
