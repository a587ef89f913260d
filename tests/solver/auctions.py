"""The program's auctions and trick tables in the words of :mod:`tests.solver.naive_auction`, and some to compare on."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from tests.solver.naive_auction import NaiveAuction
from tests.solver.positions import read_rows
from tutor.cards import SEATS, STRAINS_LOW_FIRST, Seat, Strain
from tutor.notation import parse_ruleset
from tutor.rules import ALL_CALLS, BIDS, DOUBLE, PASS, REDOUBLE, Auction, Call, Ruleset, call_name

RULES = (
    "written",
    "penalty",
    "level",
    "written,doubling=false",
    "penalty,doubling=false",
    "written,overtricks=false",
    "level,undertrick=10",
    "penalty,undertrick=1000",
)
RULESETS = {name: parse_ruleset(name) for name in RULES}

CALL = {call_name(call): call for call in ALL_CALLS}

TrickTable = Mapping[Seat, Mapping[Strain, int]]


def naive(table: TrickTable, ruleset: Ruleset, natural: Seat | None = None, **options: Any) -> NaiveAuction:
    """The naive auction of *table* under *ruleset*; *options* as it has them."""
    return NaiveAuction(
        {seat.letter: {strain.letter: table[seat][strain] for strain in STRAINS_LOW_FIRST} for seat in SEATS},
        doubling=ruleset.doubling,
        undertrick=ruleset.undertrick,
        overtricks=ruleset.overtricks,
        natural=None if natural is None else natural.letter,
        **options,
    )


def spoken(auction: Auction) -> tuple[str, list[str]]:
    """The dealer and the calls of *auction* in words."""
    return auction.dealer.letter, [call_name(call) for call in auction.calls]


def named(values: Mapping[Call, int]) -> dict[str, int]:
    """Values of calls by the names of the calls."""
    return {call_name(call): value for call, value in values.items()}


def started(dealer: Seat, calls: str, ruleset: Ruleset) -> Auction:
    """The auction after *calls*, written with spaces between them."""
    return Auction.of(dealer, [CALL[name] for name in calls.split()], doubling=ruleset.doubling)


def random_table(rng: random.Random) -> TrickTable:
    """Any numbers of tricks, whether cards could bring them about or not."""
    return {seat: {strain: rng.randrange(14) for strain in STRAINS_LOW_FIRST} for seat in SEATS}


def published_tables() -> list[TrickTable]:
    """The trick tables of the 250 published deals, the second hand sitting South."""
    return [
        {
            leader.other: {strain: 13 - int(row[f"lead{letter}_{strain.letter}"]) for strain in STRAINS_LOW_FIRST}
            for letter, leader in (("N", Seat.NORTH), ("E", Seat.SOUTH))
        }
        for row in read_rows("full_deals.csv")
    ]


def every_standing(dealer: Seat, ruleset: Ruleset) -> Iterator[Auction]:
    """An auction for each way in which an auction of *dealer* can stand: last bid, bidder, doubled, redoubled."""
    yield Auction(dealer, (), ruleset.doubling)
    yield Auction(dealer, (PASS,), ruleset.doubling)
    doubles: tuple[tuple[Call, ...], ...] = ((), (DOUBLE,), (DOUBLE, REDOUBLE)) if ruleset.doubling else ((),)
    for bid in BIDS:
        for before in ((), (PASS,)):
            for after in doubles:
                yield Auction.of(dealer, (*before, bid, *after), doubling=ruleset.doubling)


def random_auction(rng: random.Random, ruleset: Ruleset, bids_left: int) -> Auction:
    """An auction, not over, of random calls after whose last bid only *bids_left* higher ones are left."""
    last = BIDS[-1] - bids_left
    auction = Auction(rng.choice(SEATS), (), ruleset.doubling)
    if rng.random() < 0.3:
        auction = auction.apply(PASS)
    while auction.last_bid is None or auction.last_bid < last:
        doubles = [call for call in auction.legal() if call in (DOUBLE, REDOUBLE)]
        if doubles and rng.random() < 0.4:
            auction = auction.apply(doubles[0])
        lowest = BIDS[0] if auction.last_bid is None else auction.last_bid + 1
        auction = auction.apply(last if rng.random() < 0.4 else rng.randint(lowest, last))
    for call in (DOUBLE, REDOUBLE):
        if call in auction.legal() and rng.random() < 0.6:
            auction = auction.apply(call)
    return auction
