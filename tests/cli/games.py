"""Finished hands for the tests of the command."""

from tutor.cards import NORTH
from tutor.notation import Record, parse_call, parse_card, parse_deal, write_json, write_pbn
from tutor.rules import PENALTY, Deal

DEAL = "T832.K6.AKT74.K6 AK7.J942.95.A842"
CALLS = "1D 2C 2S Pass"
CARDS = "D9 DT DA D5 HK H2 H6 H9 H4 S2 S8 SK S7 ST CK CA C8 C6 SA S3 C4 D4 C2 D7 HJ DK"


def record(players: tuple[str, str] = ("Ann", "Bob")) -> Record:
    """A whole hand with three mistakes: the calls 1D and 2C, and the card CK."""
    north, south = parse_deal(DEAL)
    calls, cards = [parse_call(name) for name in CALLS.split()], [parse_card(name) for name in CARDS.split()]
    deal = Deal.from_hands(north, south, NORTH, PENALTY).run(calls)
    return Record(
        north,
        south,
        NORTH,
        PENALTY,
        calls=tuple(calls),
        contract=deal.contract,
        played=tuple(cards),
        players=players,
    )


def pbn(count: int = 1) -> str:
    return write_pbn([record()] * count)


def spoilt(count: int = 2) -> str:
    """As :func:`pbn`, the first game with a call that is none."""
    return pbn(count).replace("2S Pass", "2S 9Z", 1)


def json_text() -> str:
    return write_json([record()])
