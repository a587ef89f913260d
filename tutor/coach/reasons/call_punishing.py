"""The cards that punish a wrong call: were they the lowest of their suits, it would cost nothing."""

from itertools import combinations
from typing import Final

from tutor.cards import Card, Mask, cards_of
from tutor.coach.reasons.call_case import CallCase
from tutor.coach.reasons.counterfactual import Lowered, changed
from tutor.rules import DOUBLE, Position
from tutor.solver import trick_table, value

MOST_PAIRS: Final = 12
"""Pairs of cards that :func:`punishing_cards` looks at, each in 0.1 ms."""

MOST_TABLES: Final = 8
"""Changed deals that it solves wholly, each in 0.4 ms, before it gives up."""


def punishing_cards(case: CallCase, hands: tuple[Mask, Mask]) -> tuple[Card, ...]:
    """The opponent's card, or the two, whose rank makes a call wrong; none when no one and no two are found.

    Asked only where the call leads to a contract of your own, or to one of the opponent's that you doubled and that
    makes. A card counts when the call would cost nothing were it the lowest of its suit in the deal, a pair when both
    together do: the whole trick table and the auction are solved again. To be quick, only those are solved so that
    change the tricks of the contract by enough, of pairs only the :data:`MOST_PAIRS` whose cards do most alone, and
    :data:`MOST_TABLES` in all.

    Arguments:
        case: the wrong call.
        hands: the deal's, North's first.
    """
    after, contract = case.after, case.after.contract
    doubled = case.call == DOUBLE and after.became(case.standing) and after.makes and not after.mine
    if contract is None or not (after.mine or doubled):
        return ()
    start = Position(hands[0], hands[1], contract.strain, contract.leader)
    needed, both = _needed(case), hands[0] | hands[1]
    alone: dict[Card, int] = {}
    tables = 0
    theirs = cards_of(hands[case.opponent])
    for card in sorted(theirs, key=lambda each: (each // 13 != contract.strain, -(each % 13))):
        if both & ((1 << card % 13) - 1) << 13 * (card // 13):
            alone[card] = _gained(case, start, (card,))
            if alone[card] >= needed and tables < MOST_TABLES:
                tables += 1
                if _free_without(case, start, (card,)):
                    return (card,)
    pairs = [pair for pair in combinations(alone, 2) if alone[pair[0]] > 0 or alone[pair[1]] > 0]
    pairs.sort(key=lambda pair: -alone[pair[0]] - alone[pair[1]])
    for pair in pairs[:MOST_PAIRS]:
        if tables >= MOST_TABLES:
            break
        if _gained(case, start, pair) >= needed:
            tables += 1
            if _free_without(case, start, pair):
                # One of them may do it alone by what it changes in other contracts.
                return next(((card,) for card in pair if _free_without(case, start, (card,))), pair)
    return ()


def _needed(case: CallCase) -> int:
    """Tricks by which the contract that the wrong call leads to has to change for you, for the call to cost nothing."""
    after = case.after
    assert after.contract is not None
    tricks = range(after.taken + 1, 14) if after.mine else range(after.taken - 1, -1, -1)
    change = case.enough(after.contract.declarer, after.contract.strain, tricks)
    if change is not None and case.loss_if(change) == 0:
        return abs(change.tricks - after.taken)
    return max(1, after.contract.target - after.taken)


def _gained(case: CallCase, start: Position, cards: tuple[Card, ...]) -> int:
    """Tricks for you in the contract that the wrong call leads to, were *cards* the lowest of their suits."""
    other = changed(start, Lowered(cards))
    assert other is not None
    more = 13 - value(other.position) - case.after.taken
    return more if case.after.mine else -more


def _free_without(case: CallCase, start: Position, cards: tuple[Card, ...]) -> bool:
    other = changed(start, Lowered(cards))
    assert other is not None
    return case.free_with(trick_table(other.position.north, other.position.south))
