"""Choices that are one idea, put together: the cards of a suit, the levels of a strain that follow each other."""

from collections.abc import Iterable

from tutor.cards import STRAINS_LOW_FIRST, suit_of
from tutor.rules import PASS, Action, is_bid


def grouped(actions: Iterable[Action]) -> tuple[tuple[Action, ...], ...]:
    """*actions* in groups, each in the order that its first one has among them.

    Cards of one suit make a group, and so do bids of one strain whose levels follow each other without a gap; any other
    call stands alone.
    """
    groups: list[list[Action]] = []
    of_suits: dict[int, list[Action]] = {}
    before: dict[Action, list[Action]] = {}  # the groups of bids, by the bid that goes on with them
    for action in actions:
        if action < PASS:
            group = of_suits.setdefault(suit_of(action), [])
        else:
            group = before.pop(action, [])
            if is_bid(action):
                before[action + len(STRAINS_LOW_FIRST)] = group
        if not group:
            groups.append(group)
        group.append(action)
    return tuple(tuple(group) for group in groups)
