"""``tutor solve``, ``tutor table`` and ``tutor auction``: answers about what stands on the command line."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from tutor.cards import NORTH, SOUTH
from tutor.cli.shell import fail, fault_line, print_json
from tutor.coach.answers import auction_json, solve_json, table_json
from tutor.notation import NotationError, parse_call, parse_calls, parse_card, parse_deal, parse_position, parse_ruleset
from tutor.notation.judge import with_legal
from tutor.rules import RuleError
from tutor.solver.bidding import OPPONENTS

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AuctionOptions:
    """What the command line says beside the hands, unread."""

    dealer: str
    rules: str
    opponent: str
    calls: str


def read_argument(name: str, text: str, read: Callable[[str], T]) -> T:
    """*text* read by *read*; ends the command with each fault as ``name:line:column: message`` when it cannot be."""
    try:
        return read(text)
    except NotationError as error:
        fail(*(fault_line(name, fault) for fault in error.faults))
    except RuleError as error:
        fail(f"{name}: {error}")


_WORD = re.compile(r"(?<!\S)[A-Za-z-]+(?!\S)")
_LETTERS: Final = {
    "CLUBS": "C",
    "DIAMONDS": "D",
    "HEARTS": "H",
    "SPADES": "S",
    "NOTRUMP": "NT",
    "NO-TRUMP": "NT",
    "CLUB": "C",
    "DIAMOND": "D",
    "HEART": "H",
    "SPADE": "S",
    "NOTRUMPS": "NT",
    "NORTH": "N",
    "SOUTH": "S",
}


def with_letters(text: str) -> str:
    """*text* with strains and seats that are written out (``spades``, ``north``) as letters; the columns stay."""

    def letter(match: re.Match[str]) -> str:
        word = match.group()
        return _LETTERS.get(word.upper(), word).ljust(len(word))

    return _WORD.sub(letter, text)


def solve(text: str, *, as_json: bool) -> None:
    """Answer about the position line *text*."""
    position = read_argument("position", with_letters(text.strip()), parse_position)
    answer = solve_json(position)
    if as_json:
        print_json(answer)
        return
    from tutor.coach import terminal  # noqa: PLC0415 - drawing loads what JSON does without

    terminal.show(terminal.solve_view(position, answer, [parse_card(name) for name in answer["line"]]))


def table(text: str, *, as_json: bool) -> None:
    """Answer about the deal *text*."""
    north, south = read_argument("deal", text.strip(), parse_deal)
    answer = table_json(north, south)
    if as_json:
        print_json(answer)
        return
    from tutor.coach import terminal  # noqa: PLC0415 - drawing loads what JSON does without

    terminal.show(terminal.hands_table(north, south))
    terminal.show(terminal.trick_table_table(answer))


def auction(text: str, options: AuctionOptions, *, as_json: bool) -> None:
    """Answer about the auction of the deal *text*."""
    north, south = read_argument("deal", text.strip(), parse_deal)
    ruleset = read_argument("rules", options.rules, parse_ruleset)
    calls = read_argument("calls", options.calls, parse_calls)
    dealer = NORTH if options.dealer == "N" else SOUTH
    (opponent,) = (each for each in OPPONENTS if each == options.opponent)
    try:
        answer = auction_json(north, south, dealer, ruleset, opponent, [call for call, _ in calls])
    except RuleError as error:
        place = "" if error.index is None else f"1:{calls[error.index][1]}:"
        fail(f"calls:{place} {with_legal(error)}")
    if as_json:
        print_json(answer)
        return
    turn = NORTH if answer["turn"] == "N" else SOUTH
    from tutor.coach import terminal  # noqa: PLC0415 - drawing loads what JSON does without

    terminal.show(
        terminal.auction_view(
            turn, answer, [parse_call(name) for name in answer["calls"]], [parse_call(name) for name in answer["best"]]
        )
    )
