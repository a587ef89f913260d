"""A match: the target, the alternating deal, and who wins."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.engine import read_mask
from tests.strategies import finished_deals, seats
from tutor.cards import NORTH, SOUTH, Strain
from tutor.rules import PASS, PENALTY, WRITTEN, Deal, Match, RuleError, make_bid

HANDS = read_mask("AKQJT98765432.-.-.-"), read_mask("-.AKQJT98765432.-.-")


def finished(dealer, *calls, ruleset=WRITTEN):
    deal = Deal.from_hands(*HANDS, dealer, ruleset).run((*calls, PASS))
    while not deal.over:
        deal = deal.apply(deal.legal()[0])
    return deal


def rule_of(match, deal):
    with pytest.raises(RuleError) as caught:
        match.add(deal)
    return caught.value.rule


ONE_SPADE = make_bid(1, Strain.SPADES)
ONE_HEART = make_bid(1, Strain.HEARTS)


def test_the_deal_alternates_after_every_deal_and_after_a_passed_out_one_too():
    match = Match(SOUTH, 10_000)
    assert match.dealer == SOUTH
    match = match.add(finished(SOUTH, ONE_HEART))
    assert match.dealer == NORTH
    match = match.add(finished(NORTH, PASS))
    assert match.dealer == SOUTH
    assert match.scores == (-210, 0)
    assert match.points == (0, 210)


@pytest.mark.parametrize("target", [10, 100, 9_999, 10_000])
def test_any_target_from_ten_to_ten_thousand_can_be_agreed(target):
    assert Match(NORTH, target).target == target


@pytest.mark.parametrize("target", [9, 10_001, 0, -100, 100.0, True, "100"])
def test_any_other_target_is_refused(target):
    with pytest.raises(ValueError, match="target of 10 to 10000"):
        Match(NORTH, target)


def test_the_offered_target_is_a_hundred():
    assert Match(NORTH).target == 100


def test_reaching_the_target_exactly_wins():
    match = Match(NORTH, 210).add(finished(NORTH, ONE_SPADE))
    assert match.winner == NORTH
    assert Match(NORTH, 211).add(finished(NORTH, ONE_SPADE)).winner is None


def test_passing_the_target_wins_for_either_seat():
    assert Match(SOUTH, 100).add(finished(SOUTH, ONE_HEART)).winner == SOUTH
    assert Match(NORTH, 100).add(finished(NORTH, ONE_SPADE)).winner == NORTH


def test_points_of_both_sides_stand_side_by_side():
    match = Match(NORTH, 500).add(finished(NORTH, ONE_SPADE)).add(finished(SOUTH, ONE_HEART))
    assert match.points == (210, 210)
    assert match.winner is None


def test_a_price_for_undertricks_goes_to_the_opponent():
    match = Match(SOUTH, 100, PENALTY).add(finished(SOUTH, ONE_SPADE, ruleset=PENALTY))
    assert match.points == (350, 0)
    assert match.winner == NORTH


def test_no_deal_follows_the_one_that_won_the_match():
    match = Match(NORTH, 100).add(finished(NORTH, ONE_SPADE))
    assert rule_of(match, finished(SOUTH, ONE_HEART)) == "match-over"


def test_only_the_next_deal_of_this_match_is_counted():
    match = Match(NORTH, 100)
    assert rule_of(match, Deal.from_hands(*HANDS, NORTH)) == "deal-not-over"
    assert rule_of(match, finished(SOUTH, ONE_HEART)) == "wrong-dealer"
    assert rule_of(match, finished(NORTH, ONE_SPADE, ruleset=PENALTY)) == "other-rules"


@settings(max_examples=40)
@given(seats(), st.lists(finished_deals(ruleset=PENALTY), max_size=8), st.integers(10, 1000))
def test_a_match_ends_with_the_first_deal_that_takes_a_player_to_the_target(first, deals, target):
    match, points = Match(first, target, PENALTY), [0, 0]
    for deal in deals:
        if deal.dealer != match.dealer:
            assert rule_of(match, deal) == "wrong-dealer"
            continue
        match = match.add(deal)
        if deal.score:
            points[0 if deal.score > 0 else 1] += abs(deal.score)
        assert match.points == tuple(points)
        if max(points) >= target:
            assert match.winner == points.index(max(points))
            return
        assert match.winner is None
