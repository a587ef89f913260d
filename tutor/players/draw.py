"""The draw phase as a sensible player plays it: what to throw away, and when a card on show is worth a trick.

With a hidden stock both cards that a trick brings are unknown, so that winning it gains nothing but the lead, and the
lead gains nothing either: any card may be played to any other. The draw phase is then only about what to throw away.
What is kept is meant for the second phase, where a player needs tricks in a strain of its own choice: high cards, and
one long suit to be trumps. The policy:

* A card is worth more the fewer cards stand above it in its suit. Cards that were thrown away stand above nothing, and
  neither do one's own: with the ace and the king gone the queen is as good as an ace. Each card above takes three
  tenths of the worth (:data:`TOPS`): half of the cards not seen yet will end in the opponent's hand, but a player has
  other trumps to draw it with.
* Length is worth its square (:data:`LENGTH`): a card more is worth the more, the longer its suit is. So short suits
  wither, and the long one grows.
* Throw the card that takes least from the worth of the hand. It is always the lowest of its suit, and mostly of a
  short and weak one.

With an exposed stock the winner takes the card on show, the loser an unseen one. The *stake* is what the hand gains by
the card on show against the unseen ones on average, a card being worth to it what it would add beyond the worst card
held. In reply a player wins the trick where that costs no more than the stake, and loses it where the stake is below 0
and losing costs no more. On lead it throws as with a hidden stock: leading a high card in order to keep the trick costs
more than it brings, since the other may pay the price or not.

What the numbers give: against a player who throws away at random, four tricks more in the better of the two best
strains (``tests/players/test_draw.py`` plays such matches). Other weights of the same kind do no better by more than
the noise of 3,000 deals; weights that all but forget either length or rank do worse. To lead for the card on show as
well as to reply for it is 10 to 15 points a deal worse under ``penalty`` than only to reply for it.

A player decides from its :class:`tutor.rules.Observation` alone, and the same observation always gives the same card.
All is counted in whole hundredths of a trick, so that no machine rounds otherwise than another: **deals that have an
address are made by this policy, and a change of it changes them** (see :mod:`tutor.coach.dealing`).
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

from tutor.cards import SUIT_MASK, Card, Mask, Seat, cards_of
from tutor.rules import Deal, Observation, Phase, observe

Policy: TypeAlias = Callable[[Observation], Card]
"""Chooses a card of the draw phase; it must be one of ``seen.legal``."""

TOPS: Final = (100, 70, 49, 34, 24, 16, 11, 8, 5, 4, 2, 1, 1)
"""Hundredths of a trick that a card is worth with 0, 1, 2, … cards above it that may come to be the opponent's."""

LENGTH: Final = 3
"""Hundredths of a trick that a suit of *n* cards is worth, times the square of *n*."""


def throw(seen: Observation) -> Card:
    """The card to play now; among equals the lowest rank, then the shortest suit, then clubs before spades.

    Raises:
        ValueError: when it is not the seat's turn in the draw phase.
    """
    if seen.phase is not Phase.DRAW or seen.turn != seen.seat:
        raise ValueError("a card is thrown in the draw phase, by the player whose turn it is")
    hand, gone, led = seen.hand, seen.discards, seen.draw_led
    stake = 0 if led is None else _stake(seen)

    def cost(card: Card) -> tuple[int, int, int, int]:
        lost = loss(hand, gone, card)
        if stake and led is not None and _beats(seen, led, card):
            lost -= stake
        return lost, card % 13, (hand >> card // 13 * 13 & SUIT_MASK).bit_count(), card // 13

    return min(seen.legal, key=cost)


def play_draw(deal: Deal, north: Policy = throw, south: Policy = throw) -> Deal:
    """*deal* at the start of its auction, the rest of its draw phase played by two players.

    Arguments:
        deal: a deal in its draw phase (one that is past it stays as it is).
        north: how North plays.
        south: how South plays.

    Raises:
        RuleError: when a policy chooses an illegal card.
    """
    while deal.phase is Phase.DRAW:
        assert deal.turn is not None
        policy = north if deal.turn is Seat.NORTH else south
        deal = deal.apply(policy(observe(deal, deal.turn)))
    return deal


def loss(hand: Mask, discards: Mask, card: Card) -> int:
    """Hundredths of a trick that *hand* is worth less without *card* of its own, *discards* being gone already."""
    start = card // 13 * 13
    return _loss(hand >> start & SUIT_MASK, discards >> start & SUIT_MASK, card % 13)


def gain(hand: Mask, discards: Mask, card: Card) -> int:
    """Hundredths of a trick that *hand* is worth more with *card*, which it does not hold."""
    start = card // 13 * 13
    own, gone = hand >> start & SUIT_MASK, discards >> start & SUIT_MASK
    return suit_worth(own | 1 << card % 13, gone) - suit_worth(own, gone)


@lru_cache(maxsize=1 << 16)
def _loss(own: int, gone: int, rank: int) -> int:
    return suit_worth(own, gone) - suit_worth(own & ~(1 << rank), gone | 1 << rank)


@lru_cache(maxsize=1 << 16)
def suit_worth(own: int, gone: int) -> int:
    """Hundredths of a trick that the cards of one suit are worth in hand.

    Arguments:
        own: the ranks held, 13 bits, the deuce lowest.
        gone: the ranks thrown away.
    """
    worth = LENGTH * own.bit_count() ** 2
    above = 0
    for rank in range(12, -1, -1):
        if own >> rank & 1:
            worth += TOPS[above]
        elif not gone >> rank & 1:
            above += 1
    return worth


def _stake(seen: Observation) -> int:
    """Hundredths of a trick that the card on show is worth more than an unseen one; 0 with a hidden stock."""
    if seen.face_up is None:
        return 0
    hand, gone = seen.hand, seen.discards
    worst = min(loss(hand, gone, card) for card in cards_of(hand))
    unseen = [max(0, gain(hand, gone, card) - worst) for card in cards_of(seen.unseen)]
    shown = max(0, gain(hand, gone, seen.face_up) - worst)
    return shown - sum(unseen) // len(unseen)


def _beats(seen: Observation, led: Card, reply: Card) -> bool:
    """Whether *reply* wins a trick of the draw phase that *led* opened."""
    if seen.ruleset.draw_winner == "led-suit":
        return reply // 13 == led // 13 and reply > led
    return reply % 13 > led % 13
