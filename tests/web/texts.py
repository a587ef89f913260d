"""Hands as people send them, one for each kind the pages must show."""

import random
from dataclasses import replace
from importlib import resources

from tutor.cards import NORTH, SOUTH, Strain
from tutor.notation import DrawRecord, Record, parse_call, parse_deal, record_to_json, write_pbn
from tutor.rules import LEVEL, PENALTY, Contract, Deal, Ruleset

FINISHED = resources.files("tutor.web").joinpath("sample.pbn").read_text(encoding="utf-8")
"""4S by South, one trick short; four mistakes: a pass, a discard, a low trump, a ruff let go."""

HANDS = parse_deal("8.KT9743.T7.KQ63 AJT9754.6.J865.9")
FOUR_SPADES = Contract(4, Strain.SPADES, 1, SOUTH)


def calls(text: str) -> tuple[int, ...]:
    return tuple(parse_call(each) for each in text.split())


def pbn(**parts) -> str:
    return write_pbn([record(**parts)])


def record(**parts) -> Record:
    return Record(*HANDS, **{"dealer": NORTH, "ruleset": PENALTY, **parts})


def passed_out() -> Record:
    return record(calls=calls("Pass Pass"))


def hands_only() -> Record:
    return record()


def unfinished_auction() -> Record:
    return record(calls=calls("1H 1S"))


def contract_only() -> Record:
    return record(contract=FOUR_SPADES)


def unfinished_play() -> Record:
    deal = record(calls=calls("1H 1S 2H 4S Pass")).deal()
    for _ in range(5):
        deal = deal.apply(deal.legal()[-1])
    return record(calls=calls("1H 1S 2H 4S Pass"), contract=FOUR_SPADES, played=deal.play.played)


def drawn(ruleset: Ruleset = PENALTY, *, to_the_end: bool = True) -> Record:
    """A deal with its draw phase, played by a careless hand."""
    rng = random.Random(20)
    start = Deal.shuffled(rng, SOUTH, ruleset)
    deal = start
    while deal.draw is not None and not deal.draw.over:
        deal = deal.apply(rng.choice(deal.legal()))
    draw = DrawRecord(*start.draw.hands, start.draw.stock, deal.draw.played)
    made = calls("1C 2NT Pass")
    deal = deal.run(made)
    while not deal.over:
        deal = deal.apply(rng.choice(deal.legal()))
    known = {"ruleset": ruleset, "draw": draw, "players": ("Åsa", "<b>Bo</b>")}
    if not to_the_end:
        return Record(*deal.start_hands, SOUTH, **known)
    return Record(*deal.start_hands, SOUTH, calls=made, contract=deal.contract, played=deal.play.played, **known)


def slips() -> Record:
    """A finished hand under rules by which many a lost trick changes no score."""
    rng = random.Random(4)
    deal = record(ruleset=LEVEL, calls=calls("1H 1S Pass")).deal()
    while not deal.over:
        deal = deal.apply(rng.choice(deal.legal()))
    return record(ruleset=LEVEL, calls=calls("1H 1S Pass"), contract=deal.contract, played=deal.play.played)


def claimed() -> Record:
    """One spade by North and nothing but its result: nine tricks, where perfect play takes another number."""
    return record(contract=Contract(1, Strain.SPADES, 1, NORTH), claimed=9)


def claimed_in_play() -> Record:
    """Five cards played, then a claim of nine tricks in four spades."""
    return replace(unfinished_play(), claimed=9)


KINDS = {
    "passed out": passed_out,
    "hands only": hands_only,
    "unfinished auction": unfinished_auction,
    "contract only": contract_only,
    "unfinished play": unfinished_play,
    "with its draw phase": drawn,
    "draw phase only": lambda: drawn(to_the_end=False),
    "slips": slips,
    "claimed": claimed,
    "claimed in the play": claimed_in_play,
}

__all__ = ["FINISHED", "KINDS", "pbn", "record", "record_to_json"]
