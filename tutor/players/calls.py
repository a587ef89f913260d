"""The auction as computer players call it.

A *natural* player bids what makes and scores it most, else doubles what fails where that has a price, else passes (the
definition is that of :mod:`tutor.solver.bidding`). A *perfect* player calls so that its score is highest, against a
player who is perfect too unless told otherwise. Where several calls come to the same, it makes the natural one if that
is among them, for it asks most of the other player: under rules where failing is free all calls come to the same
against a perfect player, and one who only passed would teach nobody to block. Otherwise it takes the first in the
order pass, double, redouble, bids upwards: the quiet call, the cheap bid. Both know both hands, as whoever counted the
discards does.
"""

from tutor.rules import Auction, Call, Ruleset
from tutor.solver.bidding import OPPONENTS, Opponent, SolvedAuction, State
from tutor.solver.engine import TrickTable


def next_call(
    table: TrickTable, auction: Auction, ruleset: Ruleset, kind: Opponent = "perfect", *, against: Opponent = "perfect"
) -> Call:
    """What a player of *kind* calls now.

    Arguments:
        table: declarer's tricks of the 13, as :func:`tutor.solver.trick_table` gives them.
        auction: the calls so far; not over.
        ruleset: decides the scores and whether there is doubling.
        kind: of the player whose turn it is.
        against: the kind of the other player, which a perfect player reckons with and a natural one does not.

    Raises:
        ValueError: when the auction is over or differs from the ruleset about doubling, or a kind is none of
            :data:`tutor.solver.bidding.OPPONENTS`.
    """
    for each in (kind, against):
        if each not in OPPONENTS:
            raise ValueError(f"a player is one of {', '.join(OPPONENTS)}, not {each!r}")
    if auction.over:
        raise ValueError("the auction is over: nobody is to call")
    if auction.doubling != ruleset.doubling:
        raise ValueError("the auction and the ruleset disagree about doubling: the legal calls would not be the same")
    natural = auction.turn.other if kind == "perfect" and against == "natural" else None
    solved, state = SolvedAuction(table, ruleset, natural), State.of(auction)
    return solved.natural_call(state) if kind == "natural" else best_call(solved, state)


def best_call(solved: SolvedAuction, state: State) -> Call:
    """The best call of the seat to call in *state*: the natural one of several, else the first in legal order."""
    value, natural = solved.value(state), solved.natural_call(state)
    if solved.leads_to(state, natural) == value:
        return natural
    return next(call for call in solved.legal(state) if solved.leads_to(state, call) == value)


def call_out(
    table: TrickTable, auction: Auction, ruleset: Ruleset, north: Opponent = "perfect", south: Opponent = "perfect"
) -> Auction:
    """*auction* called to its end by a player of the kind *north* and one of the kind *south*, each knowing the other.

    Raises:
        ValueError: as :func:`next_call`; an auction that is over stays as it is.
    """
    kinds = (north, south)
    while not auction.over:
        turn = auction.turn
        auction = auction.apply(next_call(table, auction, ruleset, kinds[turn], against=kinds[turn.other]))
    return auction
