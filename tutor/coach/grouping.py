"""Choices that are one idea, put together: the cards of a suit, the levels of a strain that follow each other."""

from collections.abc import Iterable

from tutor.cards import suit_of
from tutor.rules import Action, is_bid, level_of, strain_of

CARDS = 52


def grouped(actions: Iterable[Action]) -> tuple[tuple[Action, ...], ...]:
    """*actions* in groups, each in the order that its first one has among them.

    Cards of one suit make a group, and so do bids of one strain whose levels follow each other without a gap; any other
    call stands alone.
    """
    groups: list[list[Action]] = []
    for action in actions:
        mate = next((group for group in groups if _belongs(group[-1], action)), None)
        if mate is None:
            groups.append([action])
        else:
            mate.append(action)
    return tuple(tuple(group) for group in groups)


def _belongs(last: Action, action: Action) -> bool:
    """Whether *action* goes on with the group that *last* ends."""
    if last < CARDS and action < CARDS:
        return suit_of(last) == suit_of(action)
    if not (is_bid(last) and is_bid(action)):
        return False
    return strain_of(last) == strain_of(action) and level_of(action) == level_of(last) + 1
