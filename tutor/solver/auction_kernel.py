"""The compiled heart of the solved auction: every state of an auction valued, from 7NT down to the first call.

A state is (last, bidder, standing): *last* 0 before the first bid, then 1 (1C) to 35 (7NT); *bidder* the seat of the
last bid; *standing* 0 plain, 1 doubled, 2 redoubled. Before the first bid *bidder* is the opponent of the seat to call
and *standing* 1 means that the dealer has passed. :mod:`tutor.solver.bidding` is the face of this.
"""

from typing import Final

import numpy as np

from tutor.solver.cache import compiled

# Compiled functions take the whole state as plain numbers.
# ruff: noqa: PLR0917

NO_CALL: Final = -(1 << 30)
"""Stands for the score of a call that cannot or will not be made; no score of a deal is so low."""


@compiled
def _better(seat: int, score: int, other: int) -> int:
    """The one of two scores (North's less South's) that *seat* prefers; NO_CALL is no score."""
    if NO_CALL in (score, other):
        return max(score, other)
    return max(score, other) if seat == 0 else min(score, other)


@compiled
def _settle(seat: int, natural: bool, passed: int, raised: int, doubled: int) -> int:
    """The score after *seat*'s choice: a natural one raises if it can, else doubles if it will, else passes."""
    if natural:
        if raised != NO_CALL:
            return raised
        return passed if doubled == NO_CALL else doubled
    return _better(seat, _better(seat, passed, raised), doubled)


@compiled
def _ending(tricks: np.ndarray, scores: np.ndarray, last: int, bidder: int, standing: int) -> int:
    """The score when the state is passed out."""
    score = int(scores[standing, last - 1, tricks[5 * bidder + (last - 1) % 5]])
    return score if bidder == 0 else -score


@compiled
def solve_auction(
    tricks: np.ndarray,
    scores: np.ndarray,
    doubling: bool,
    priced: bool,
    natural: int,
    values: np.ndarray,
    naturals: np.ndarray,
) -> None:
    """Value every state of an auction.

    Arguments:
        tricks: int8, 10: declarer's tricks of the 13, of North in strains 0–4, then of South.
        scores: int64, 3 by 35 by 14: declarer's score by standing, bid and tricks.
        doubling: whether there is doubling.
        priced: whether a trick short costs anything: a natural seat doubles only then.
        natural: the seat that calls naturally, or -1.
        values: int64, 36 by 2 by 3; set to the scores, North's less South's, that the states lead to.
        naturals: int64, 36 by 2; set to the bid (1–35) that a natural seat chooses over *last*, or 0.
    """
    making = np.zeros(2, dtype=np.int64)
    raises = np.full(2, NO_CALL, dtype=np.int64)
    for last in range(35, 0, -1):
        for bidder in range(2):
            naturals[last, bidder] = making[bidder]
            other = 1 - bidder
            fails = tricks[5 * bidder + (last - 1) % 5] < 7 + (last - 1) // 5
            # Redoubled, then doubled, then plain: each may lead to the one before it.
            ending = _ending(tricks, scores, last, bidder, 2)
            values[last, bidder, 2] = _settle(other, other == natural, ending, raises[other], NO_CALL)
            redouble = values[last, bidder, 2] if doubling and bidder != natural else NO_CALL
            ending = _ending(tricks, scores, last, bidder, 1)
            values[last, bidder, 1] = _settle(bidder, bidder == natural, ending, raises[bidder], redouble)
            double = values[last, bidder, 1] if doubling and (other != natural or (priced and fails)) else NO_CALL
            ending = _ending(tricks, scores, last, bidder, 0)
            values[last, bidder, 0] = _settle(other, other == natural, ending, raises[other], double)
        for seat in range(2):
            value = values[last, seat, 0]
            if tricks[5 * seat + (last - 1) % 5] >= 7 + (last - 1) // 5:
                mine = _ending(tricks, scores, last, seat, 0)
                best = making[seat]
                if best == 0 or _better(seat, mine, _ending(tricks, scores, best, seat, 0)) == mine:
                    making[seat] = last
                    if seat == natural:
                        raises[seat] = value
            if seat != natural:
                raises[seat] = _better(seat, value, raises[seat])
    for seat in range(2):
        naturals[0, seat] = making[seat]
        values[0, 1 - seat, 1] = _settle(seat, seat == natural, 0, raises[seat], NO_CALL)
    for seat in range(2):
        values[0, 1 - seat, 0] = _settle(seat, seat == natural, values[0, seat, 1], raises[seat], NO_CALL)
        values[0, 1 - seat, 2] = 0


@compiled
def solve_auctions(
    tricks: np.ndarray,
    scores: np.ndarray,
    doubling: bool,
    priced: bool,
    natural: int,
    values: np.ndarray,
    naturals: np.ndarray,
) -> None:
    """As :func:`solve_auction` for many trick tables, the first dimension of *tricks*, *values* and *naturals*."""
    for deal in range(tricks.shape[0]):
        solve_auction(tricks[deal], scores, doubling, priced, natural, values[deal], naturals[deal])
