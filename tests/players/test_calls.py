"""Natural and perfect callers, against what every call is worth."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tests.solver.auctions import random_table
from tutor.cards import NORTH, SEATS, Strain
from tutor.players.calls import call_out, next_call
from tutor.rules import DOUBLE, PASS, PENALTY, PRESETS, WRITTEN, Auction, is_bid, level_of, north_score, strain_of
from tutor.solver.bidding import OPPONENTS, call_values

RULES = st.sampled_from(list(PRESETS.values()))
TABLES = st.randoms(use_true_random=False).map(random_table)
KINDS = st.sampled_from(OPPONENTS)


def mine(seat, score):
    return score if seat == NORTH else -score


@given(TABLES, some.auctions(doubling=True), RULES, KINDS)
def test_a_perfect_player_makes_a_best_call(table, auction, ruleset, against):
    if auction.over:
        return
    scores = call_values(table, auction, ruleset, against)
    call = next_call(table, auction, ruleset, against=against)
    assert mine(auction.turn, scores[call]) == max(mine(auction.turn, score) for score in scores.values())


@given(TABLES, some.auctions(doubling=True), RULES)
def test_among_best_calls_a_perfect_player_makes_the_natural_one_else_the_first(table, auction, ruleset):
    if auction.over:
        return
    scores = call_values(table, auction, ruleset)
    most = max(mine(auction.turn, score) for score in scores.values())
    best = [call for call in auction.legal() if mine(auction.turn, scores[call]) == most]
    natural = next_call(table, auction, ruleset, "natural")
    assert next_call(table, auction, ruleset) == (natural if natural in best else best[0])


@given(TABLES, some.auctions(doubling=True), RULES)
def test_a_natural_player_bids_the_cheapest_of_what_makes_and_scores_most_else_doubles_or_passes(
    table, auction, ruleset
):
    if auction.over:
        return
    seat = auction.turn

    def score(bid):
        after = auction.apply(bid).apply(PASS)
        return mine(seat, north_score(after.contract, table[seat][strain_of(bid)], ruleset))

    making = [b for b in auction.legal() if is_bid(b) and table[seat][strain_of(b)] >= 6 + level_of(b)]
    call = next_call(table, auction, ruleset, "natural")
    if making:
        assert call == min(making, key=lambda bid: (-score(bid), bid))
        return
    last = auction.last_bid
    fails = last is not None and table[seat.other][strain_of(last)] < 6 + level_of(last)
    doubles = fails and ruleset.undertrick and DOUBLE in auction.legal()
    assert call == (DOUBLE if doubles else PASS)


@settings(max_examples=50)
@given(TABLES, some.seats(), RULES, KINDS, KINDS)
def test_any_two_players_call_to_the_end_of_an_auction(table, dealer, ruleset, north, south):
    called = call_out(table, Auction(dealer), ruleset, north, south)
    assert called.over
    assert called == Auction.of(dealer, called.calls)
    assert call_out(table, called, ruleset, north, south) is called


@settings(max_examples=50)
@given(TABLES, some.seats(), RULES)
def test_two_perfect_players_come_to_the_par_of_the_deal(table, dealer, ruleset):
    start = Auction(dealer)
    called = call_out(table, start, ruleset)
    contract = called.contract
    score = 0 if contract is None else north_score(contract, table[contract.declarer][contract.strain], ruleset)
    scores = call_values(table, start, ruleset)
    assert score == (max if dealer == NORTH else min)(scores.values())


def test_where_failing_is_free_a_perfect_player_still_opens_with_what_it_can_make():
    table = {seat: dict.fromkeys(Strain, 9 if seat == NORTH else 3) for seat in SEATS}
    called = call_out(table, Auction(NORTH), WRITTEN)
    assert called.calls[0] != PASS


def test_what_cannot_be_called_is_refused():
    table = {seat: dict.fromkeys(Strain, 6) for seat in SEATS}
    with pytest.raises(ValueError, match="over"):
        next_call(table, Auction(NORTH, (PASS, PASS)), PENALTY)
    with pytest.raises(ValueError, match="doubling"):
        next_call(table, Auction(NORTH, doubling=False), PENALTY)
    for kinds in ({"kind": "wild"}, {"against": "wild"}):
        with pytest.raises(ValueError, match="wild"):
            next_call(table, Auction(NORTH), PENALTY, **kinds)
