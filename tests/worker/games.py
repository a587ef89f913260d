"""Files of finished games to analyse."""

import random
from dataclasses import replace

from tutor.cards import NORTH
from tutor.notation import write_pbn
from tutor.notation.record import Record
from tutor.rules import PASS, PENALTY, Deal, Phase, make_bid


def finished(seed: int, names: tuple[str, str] = ("Nora", "Sven")) -> Record:
    """A finished deal, its auction two calls and its cards played at random; its board is *seed*."""
    rng = random.Random(seed)
    deal = Deal.shuffled(rng, NORTH, PENALTY)
    while deal.phase is Phase.DRAW:
        deal = deal.apply(rng.choice(deal.legal()))
    assert deal.start_hands is not None
    deal = deal.run((make_bid(1 + seed % 3, seed % 5), PASS))
    while not deal.over:
        deal = deal.apply(rng.choice(deal.legal()))
    assert deal.play is not None
    assert deal.start_hands is not None
    return Record(
        *deal.start_hands,
        dealer=NORTH,
        ruleset=PENALTY,
        calls=(make_bid(1 + seed % 3, seed % 5), PASS),
        contract=deal.contract,
        played=deal.play.played,
        players=names if seed % 2 else names[::-1],
        tags=(("Date", f"2026.05.{1 + seed % 28:02}"), ("Board", str(seed))),
    )


def pbn(count: int, first: int = 1) -> bytes:
    """A PBN file of *count* games."""
    return write_pbn([finished(seed) for seed in range(first, first + count)]).encode()


def unplayed(record: Record) -> Record:
    """*record* before a card was played."""
    return replace(record, played=())
