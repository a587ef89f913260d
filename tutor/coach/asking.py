"""Which moments of a deal are decisions worth asking about: where something that people do can go wrong."""

from itertools import groupby

from tutor.cards import Card, suit_of
from tutor.coach.accuracy import mattered
from tutor.coach.facts import Choice, Decision
from tutor.rules import Phase, Position, is_bid, strain_of
from tutor.solver.engine import natural_choice


def is_real(decision: Decision) -> bool:
    """Whether something that people do goes wrong here, and something else is right."""
    return not decision.forced and mattered(decision) and costliest(decision) is not None


def is_easy(decision: Decision) -> bool:
    """Whether the card that comes to hand by itself is right. A call is never easy."""
    card = at_first_sight(decision)
    return card is not None and decision.choice(card).best


def is_filler(decision: Decision) -> bool:
    """Whether it is easy and most of the sensible choices are right: a question that teaches little."""
    sensible = sensible_choices(decision)
    return is_easy(decision) and 2 * sum(choice.best for choice in sensible) > len(sensible)


def at_stake(decision: Decision) -> int:
    """Points that the costliest of the sensible choices gives away; 0 when all are right."""
    wrong = costliest(decision)
    return 0 if wrong is None else wrong.loss_points


def costliest(decision: Decision) -> Choice | None:
    """The sensible choice that gives away the most points; None when none does."""
    wrong = [choice for choice in sensible_choices(decision) if not choice.best]
    return max(wrong, key=lambda choice: choice.loss_points, default=None)


def sensible_choices(decision: Decision) -> tuple[Choice, ...]:
    """What people think of, and what is best.

    On lead the highest and the lowest card of each suit. In reply the lowest card, the lowest that wins and the
    highest of the suit led; for who has none of it the lowest card of each suit, a trump to ruff with among them. In
    the auction a pass, a double or redouble, and the cheapest bid in each strain.
    """
    if decision.phase is Phase.PLAY:
        thought_of = _sensible_cards(decision)
    else:
        calls = [choice.action for choice in decision.choices]
        bids = {strain_of(call): call for call in reversed(calls) if is_bid(call)}
        thought_of = {*bids.values(), *(call for call in calls if not is_bid(call))}
    return tuple(choice for choice in decision.choices if choice.best or choice.action in thought_of)


def _sensible_cards(decision: Decision) -> set[Card]:
    position = _position(decision)
    cards = [choice.action for choice in decision.choices]
    suits = [list(run) for _, run in groupby(cards, key=suit_of)]  # each from the top
    lowest = {suit[-1] for suit in suits}
    if position.led is None:
        return lowest | {suit[0] for suit in suits}
    if suit_of(position.led) != suit_of(cards[0]) or len(suits) > 1:
        return lowest
    return {*lowest, cards[0], *[card for card in cards if position.wins(card)][-1:]}


def at_first_sight(decision: Decision) -> Card | None:
    """The card that comes to hand by itself, the values unknown; None in the auction.

    On lead one that cannot be beaten, or else a low one of the longest suit; in reply the cheapest that wins, or else
    the lowest.
    """
    if decision.phase is not Phase.PLAY:
        return None
    return natural_choice(_position(decision), {choice.action: 0 for choice in decision.choices})


def _position(decision: Decision) -> Position:
    assert decision.deal.play is not None
    return Position.of(decision.deal.play)
