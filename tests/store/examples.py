"""Records to store, and how many statements it takes."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import event
from sqlalchemy.orm import Session

from tutor.cards import NORTH, card_name
from tutor.notation.record import DrawRecord, Record
from tutor.rules import DOUBLE, PASS, PENALTY, REDOUBLE, Deal, Phase, make_bid

CALLS = (PASS, make_bid(1, 3), DOUBLE, REDOUBLE, make_bid(2, 4), DOUBLE, PASS)


def finished_record(seed: int = 1) -> Record:
    """All that can be recorded of a deal, its cards played at random: with names and tags in several scripts."""
    rng = random.Random(seed)
    start = deal = Deal.shuffled(rng, NORTH, PENALTY)
    while deal.phase is Phase.DRAW:
        deal = deal.apply(rng.choice(deal.legal()))
    deal = deal.run(CALLS)
    while not deal.over:
        deal = deal.apply(rng.choice(deal.legal()))
    assert start.draw is not None
    assert deal.draw is not None
    assert deal.play is not None
    assert deal.start_hands is not None
    return Record(
        *deal.start_hands,
        dealer=NORTH,
        ruleset=PENALTY,
        draw=DrawRecord(*start.draw.hands, start.draw.stock, deal.draw.played),
        calls=CALLS,
        contract=deal.contract,
        played=deal.play.played,
        claimed=deal.declarer_tricks,
        players=("Åsa Öberg", "ناهید"),
        tags=(("Event", "Östra salen 春の会"), ("Site", "Malmö")),
    )


def passed_out_record() -> Record:
    """A deal that both passed at once, of which only the hands and the calls are known."""
    whole = finished_record(2)
    return Record(whole.north, whole.south, whole.dealer, calls=(PASS, PASS))


def illegal_record() -> Record:
    """A finished deal in which the second card played was in the other hand."""
    whole = finished_record(3)
    first, second, third, *rest = whole.played
    assert card_name(second) != card_name(third)
    return replace(whole, played=(first, third, second, *rest))


@contextmanager
def statements(session: Session) -> Iterator[list[str]]:
    """What is sent to the database of *session* within the block, but for the beginnings of transactions."""
    sent: list[str] = []

    def note(*seen: Any) -> None:
        if not seen[2].startswith("BEGIN"):
            sent.append(seen[2])

    engine = session.get_bind()
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)
