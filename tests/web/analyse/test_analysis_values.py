"""What stands on the cards and calls of the analysis board is what the solver says: 200 random records, every ply."""

import random
import re

import pytest

from tutor.cards import NORTH, SEATS, Strain, card_name, mask_of
from tutor.coach.review import states
from tutor.notation import Record
from tutor.rules import LEVEL, PASS, PENALTY, WRITTEN, Deal, Phase, Position, call_name
from tutor.solver import card_values, clear_cache, trick_table
from tutor.solver.bidding import call_values
from tutor.web.storage import keep

RECORDS = 200
TOGETHER = 5
"""Records of one test: small enough for several workers to share them evenly."""
CARD = re.compile(r'data-key="([SHDC][2-9TJQKA])".*?<b>(\d+)</b>', re.DOTALL)
CALL = re.compile(
    r'data-key="(Pass|XX?|[1-7](?:NT|[SHDC]))".*?class="call-worth" aria-hidden="true">([+−]?\d+)<', re.DOTALL
)


def any_record(seed: int) -> Record:
    """A random deal under one of the three readings of the rules: every third whole, else broken off anywhere."""
    rng = random.Random(seed)
    deck = rng.sample(range(52), 26)
    north, south = mask_of(deck[:13]), mask_of(deck[13:])
    deal = Deal.from_hands(north, south, rng.choice(SEATS), rng.choice((WRITTEN, PENALTY, LEVEL)))
    length = 99 if seed % 3 == 0 else rng.randrange(32)
    while not deal.over and length:
        calls = deal.phase is Phase.AUCTION and deal.legal()
        deal = deal.apply(PASS if calls and rng.random() < 0.45 else rng.choice((calls or deal.legal())[:12]))
        length -= 1
    played = () if deal.play is None else deal.play.played
    return Record(
        north, south, deal.dealer, deal.ruleset, calls=deal.auction.calls, contract=deal.contract, played=played
    )


def expected(deal: Deal) -> dict[str, str]:
    """What has to stand on every legal card or call of *deal*."""
    if deal.phase is Phase.PLAY:
        won = deal.play.tricks[deal.play.turn]
        return {card_name(card): str(won + more) for card, more in card_values(Position.of(deal.play)).items()}
    if deal.phase is Phase.AUCTION:
        scores = call_values(trick_table(*deal.start_hands), deal.auction, deal.ruleset)
        points = {call: score if deal.turn == NORTH else -score for call, score in scores.items()}
        return {call_name(call): f"{value:+d}".replace("-", "−") if value else "0" for call, value in points.items()}
    return {}


def test_the_records_are_of_every_kind():
    records = [any_record(seed) for seed in range(RECORDS)]
    assert len({record.ruleset for record in records}) == 3
    assert {record.contract.strain for record in records if record.contract} == set(Strain)
    assert sum(len(record.played) == 26 for record in records) > 40
    assert sum(0 < len(record.played) < 26 for record in records) > 40
    assert any(record.passed_out for record in records)


@pytest.mark.parametrize("first", range(0, RECORDS, TOGETHER))
def test_the_values_on_the_page_are_the_solvers_at_every_ply(app, client, first):
    for seed in range(first, first + TOGETHER):
        record = any_record(seed)
        with app.app_context():
            slug = keep(record, "json")
        deals = [*(deal for deal, _ in states(record)), record.deal()]
        pages = [client.get(f"/analyse/{slug}?part=board&ply={ply}").text for ply in range(len(deals))]
        clear_cache()
        for ply, (deal, page) in enumerate(zip(deals, pages, strict=True)):
            board = page[page.index("data-wheel") : page.index('class="side"')]
            found = CARD.findall(board) if deal.phase is Phase.PLAY else CALL.findall(board)
            assert (seed, ply, dict(found)) == (seed, ply, expected(deal))
