"""Answers of the solver as JSON values: one shape for the terminal and for the web.

Cards, calls and seats are written by their canonical names. Keys keep their order: seats North first, strains from
clubs up, cards and calls as :meth:`tutor.rules.Deal.legal` has them.
"""

from collections.abc import Sequence
from typing import TypedDict

from tutor.cards import SEATS, STRAINS_LOW_FIRST, Mask, Seat, card_name
from tutor.messages import N_, Message
from tutor.rules import WRITTEN, Auction, Call, Position, RuleError, Ruleset, call_name
from tutor.solver import best_line, card_values, trick_table
from tutor.solver.bidding import Opponent, values_and_line
from tutor.solver.engine import TrickTable


class SolveJson(TypedDict):
    """The answer about a position; all counts are tricks from now on, a card on the table counted.

    Attributes:
        tricks: of each seat with best play.
        cards: for every legal card, those of the seat to play.
        line: one line of best play to the last card.
    """

    tricks: dict[str, int]
    cards: dict[str, int]
    line: list[str]


class AuctionJson(TypedDict):
    """The answer about a moment of an auction; all scores are points, North's less South's.

    Attributes:
        rules: the ruleset.
        turn: whose call it is.
        calls: for every legal call, the score that it leads to.
        best: the calls that no other call betters.
        line: best calls by both to the end of the auction.
        value: the score that the best calls lead to.
    """

    rules: str
    turn: str
    calls: dict[str, int]
    best: list[str]
    line: list[str]
    value: int


def table_names(table: TrickTable) -> dict[str, dict[str, int]]:
    """The trick table as JSON has it: ``{"N": {"C": 6, …, "NT": 7}, "S": {…}}``."""
    return {s.letter: {strain.letter: table[s][strain] for strain in STRAINS_LOW_FIRST} for s in SEATS}


def solve_json(position: Position) -> SolveJson:
    """What *position* is worth, card by card."""
    cards = card_values(position)
    mine = max(cards.values())
    tricks = {position.turn: mine, position.turn.other: position.tricks_left - mine}
    return {
        "tricks": {seat.letter: tricks[seat] for seat in SEATS},
        "cards": {card_name(card): value for card, value in cards.items()},
        "line": [card_name(card) for card in best_line(position)],
    }


def table_json(north: Mask, south: Mask) -> dict[str, dict[str, int]]:
    """Declarer's tricks for each declarer and strain, the opponent leading, of two hands of 13 cards."""
    return table_names(trick_table(north, south))


def auction_json(  # noqa: PLR0917 - an auction has six parts, in the order people say them
    north: Mask,
    south: Mask,
    dealer: Seat,
    ruleset: Ruleset = WRITTEN,
    opponent: Opponent = "perfect",
    calls: Sequence[Call] = (),
) -> AuctionJson:
    """What every legal call after *calls* leads to, against a perfect or a natural opponent.

    Raises:
        RuleError: at the first of *calls* that is illegal (``index`` says which), and when they end the auction.
    """
    auction = Auction.of(dealer, calls, doubling=ruleset.doubling)
    if auction.over:
        raise RuleError("auction-over", Message(N_("The auction is over: no call can follow.")))
    table = trick_table(north, south)
    values, line = values_and_line(table, auction, ruleset, opponent)
    best = (max if auction.turn == Seat.NORTH else min)(values.values())
    return {
        "rules": str(ruleset),
        "turn": auction.turn.letter,
        "calls": {call_name(call): value for call, value in values.items()},
        "best": [call_name(call) for call, value in values.items() if value == best],
        "line": [call_name(call) for call in line],
        "value": best,
    }
