"""Calls, contracts, strains and seats as people type them."""

import re
from typing import Final

from tutor.cards import Seat, Strain
from tutor.messages import N_, Message
from tutor.notation.errors import Fault, NotationError
from tutor.notation.text import enough, folded, moved, refusal, shown
from tutor.rules import DOUBLE, PASS, REDOUBLE, Call, Contract, make_bid

_WORDS: Final = {
    "PASS": PASS,
    "P": PASS,
    "X": DOUBLE,
    "DBL": DOUBLE,
    "XX": REDOUBLE,
    "RDBL": REDOUBLE,
}
_STRAINS: Final = {**{strain.letter: strain for strain in Strain}, "N": Strain.NOTRUMP}
_BID: Final = re.compile(r"([1-7])(NT|[CDHSN])")
_RISKED: Final = re.compile(r"([1-7])(NT|[CDHSN])(X{0,2})")
_LEVEL: Final = re.compile(r"([0-9]+)(NT|[CDHSN])")


def parse_call(text: str) -> Call:
    """The call that *text* names: ``1C`` … ``7NT``, ``1N``, ``1♠``, ``Pass``, ``P``, ``X``, ``XX``, ``Dbl``, ``Rdbl``.

    Raises:
        NotationError: when it is no call. A dash is an absent seat in PBN and never a pass.
    """
    name = folded(text).strip()
    column = len(text) - len(text.lstrip()) + 1 if name else 1
    typed = {"typed": shown(text.strip())}
    if name in _WORDS:
        return _WORDS[name]
    if bid := _BID.fullmatch(name):
        return make_bid(int(bid[1]), _STRAINS[bid[2]])
    if not name:
        raise refusal("no-call", Message(N_("A call is wanted here, for example 1S, Pass or X.")))
    if name == "-":
        raise refusal("dash", Message(N_("A dash is an absent seat, never a pass: write Pass.")), column)
    if _RISKED.fullmatch(name):
        raise refusal(
            "contract-not-call",
            Message(N_("“%(typed)s” is a contract, not a call: a bid and a double are calls of their own."), typed),
            column,
        )
    if _LEVEL.fullmatch(name):
        raise refusal("no-level", Message(N_("“%(typed)s” is no call: a bid has a level from 1 to 7."), typed), column)
    raise refusal(
        "no-call",
        Message(N_("“%(typed)s” is no call: write 1C to 7NT, Pass, X for double or XX for redouble."), typed),
        column,
    )


def parse_calls(text: str) -> list[tuple[Call, int]]:
    """The calls of an auction, with space between, each with the column it starts at.

    Raises:
        NotationError: with the faults of all that are none.
    """
    calls: list[tuple[Call, int]] = []
    faults: list[Fault] = []
    for word in re.finditer(r"\S+", text):
        if enough(faults):
            break
        try:
            calls.append((parse_call(word.group()), word.start() + 1))
        except NotationError as error:
            faults.extend(moved(error.faults, 1, word.start() + 1))
    if faults:
        raise NotationError(faults)
    return calls


def parse_risked_bid(text: str) -> tuple[int, Strain, int]:
    """Level, strain and multiplier (1, 2, 4) of a contract without its declarer: ``3SXX``.

    Raises:
        NotationError: when it is no contract.
    """
    name = folded(text).strip()
    match = _RISKED.fullmatch(name)
    if match is None:
        raise refusal(
            "no-contract",
            Message(
                N_("“%(typed)s” is no contract: write a level 1–7, a strain C D H S NT, and X or XX when doubled."),
                {"typed": shown(text.strip())},
            ),
            len(text) - len(text.lstrip()) + 1 if name else 1,
        )
    return int(match[1]), _STRAINS[match[2]], 1 << len(match[3])


def parse_contract(text: str) -> Contract:
    """The contract that *text* writes, its declarer after a space: ``3SXX N``.

    Raises:
        NotationError: when it is no contract.
    """
    fields = list(re.finditer(r"\S+", text))
    if len(fields) != 2:
        raise refusal(
            "no-contract",
            Message(
                N_("“%(typed)s” is no contract with its declarer, for example 3SX N."), {"typed": shown(text.strip())}
            ),
        )
    level, strain, multiplier = parse_risked_bid(text[: fields[0].end()])
    return Contract(level, strain, multiplier, parse_seat(text[: fields[1].end()], fields[1].start()))


def parse_strain(text: str) -> Strain:
    """The strain that *text* names: C, D, H, S, NT or N, or a suit symbol.

    Raises:
        NotationError: when it is no strain.
    """
    name = folded(text).strip()
    if name not in _STRAINS:
        raise refusal(
            "no-strain", Message(N_("“%(typed)s” is no strain: C, D, H, S or NT."), {"typed": shown(text.strip())})
        )
    return _STRAINS[name]


def parse_seat(text: str, start: int = 0) -> Seat:
    """The seat that ``text[start:]`` names: N or S.

    Raises:
        NotationError: when it is no seat of this game.
    """
    name = folded(text[start:]).strip()
    if name not in ("N", "S"):
        typed = {"typed": shown(text[start:].strip())}
        raise refusal("no-seat", Message(N_("“%(typed)s” is no seat of this game: N or S."), typed), start + 1)
    return Seat("NS".index(name))
