"""One deal from the shuffle to the score: whatever is done legally ends in a score, all else is refused."""

import copy
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.engine import ACTION, read_mask
from tests.strategies import any_actions, contracts, deals, finished_deals, fresh_deals, seats, two_hands, walk
from tutor.cards import NORTH, SOUTH, Seat, Strain, mask_of
from tutor.rules import (
    DOUBLE,
    PASS,
    PENALTY,
    REDOUBLE,
    WRITTEN,
    Contract,
    Deal,
    Phase,
    RuleError,
    Ruleset,
    action_name,
    declarer_score,
    make_bid,
)

RULES = {
    Phase.DRAW: {"not-a-card", "played-before", "other-hand", "not-held", "follow-suit"},
    Phase.AUCTION: {
        *("not-a-call", "no-doubling", "double-once", "double-needs-bid"),
        *("redouble-once", "redouble-needs-double", "bid-higher"),
    },
    Phase.PLAY: {"not-a-card", "played-before", "other-hand", "not-held", "follow-suit"},
    Phase.OVER: {"deal-over"},
}


@st.composite
def whole_deals(draw):
    """A deal played by legal actions alone from the shuffle to its end."""
    return walk(draw, draw(fresh_deals()), 200)


@settings(max_examples=60)
@given(whole_deals())
def test_any_sequence_of_legal_actions_ends_in_a_score(deal):
    assert deal.over
    assert isinstance(deal.score, int)
    assert deal.turn is None
    assert deal.legal() == ()
    if deal.contract is None:
        assert deal.score == 0
        assert deal.play is None
    else:
        assert sum(deal.play.tricks) == 13
        points = declarer_score(deal.contract, deal.declarer_tricks, deal.ruleset)
        assert deal.score == (points if deal.contract.declarer == NORTH else -points)


@settings(max_examples=200)
@given(deals(), any_actions())
def test_every_action_that_is_not_legal_is_refused_with_the_rule_and_what_was_legal(deal, action):
    if action in deal.legal():
        assert deal.apply(action) != deal
        return
    with pytest.raises(RuleError) as caught:
        deal.apply(action)
    error = caught.value
    assert error.rule in RULES[deal.phase]
    assert error.legal == tuple(action_name(each) for each in deal.legal())
    assert error.index is None
    assert str(error).endswith((".", "?"))
    assert "%" not in str(error)


@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.value)
def test_every_number_near_the_actions_is_either_legal_or_refused(phase):
    @settings(max_examples=15)
    @given(deals(phase=phase))
    def check(deal):
        assert deal.phase is phase
        taken = set()
        for action in range(-5, 96):
            try:
                deal.apply(action)
            except RuleError:
                continue
            taken.add(action)
        assert taken == set(deal.legal())

    check()


@given(deals())
def test_applying_an_action_changes_nothing_of_the_deal_before(deal):
    before = copy.deepcopy(deal)
    for action in deal.legal():
        deal.apply(action)
    assert deal == before
    assert hash(deal) == hash(before)
    with pytest.raises(AttributeError):
        deal.dealer = NORTH


@given(deals())
def test_a_deal_and_its_errors_can_be_sent_to_another_process(deal):
    assert pickle.loads(pickle.dumps(deal)) == deal
    with pytest.raises(RuleError) as caught:
        deal.run((-1,))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.rule, again.legal, again.index, str(again)) == (
        caught.value.rule, caught.value.legal, 0, str(caught.value)
    )  # fmt: skip


@given(deals())
def test_the_phase_says_whose_turn_it_is_and_what_there_is_to_see(deal):
    assert deal.over == (deal.phase is Phase.OVER) == (deal.turn is None) == (deal.score is not None)
    assert (deal.start_hands is None) == (deal.phase is Phase.DRAW)
    if deal.phase is Phase.PLAY:
        assert deal.contract is not None
        assert deal.play.strain == deal.contract.strain
    if deal.phase in (Phase.DRAW, Phase.AUCTION):
        assert deal.contract is None
        assert deal.declarer_tricks == 0


@given(seats(), st.integers(0, 2**32))
def test_the_same_state_of_chance_shuffles_the_same_deal(dealer, seed):
    assert Deal.shuffled(random.Random(seed), dealer) == Deal.shuffled(random.Random(seed), dealer)
    deal = Deal.shuffled(random.Random(seed), dealer, PENALTY)
    assert (deal.dealer, deal.ruleset, deal.phase, deal.turn) == (dealer, PENALTY, Phase.DRAW, dealer.other)


HANDS = read_mask("AKQJT98765432.-.-.-"), read_mask("-.AKQJT98765432.-.-")


def test_a_deal_without_its_draw_phase_begins_with_the_dealers_call():
    deal = Deal.from_hands(*HANDS, SOUTH)
    assert (deal.phase, deal.turn, deal.draw) == (Phase.AUCTION, SOUTH, None)


def test_the_opponent_of_the_declarer_leads():
    deal = Deal.from_hands(*HANDS, SOUTH).run((make_bid(1, Strain.HEARTS), PASS))
    assert (deal.phase, deal.turn) == (Phase.PLAY, NORTH)
    assert deal.contract == Contract(1, Strain.HEARTS, 1, SOUTH)


def test_a_passed_out_deal_is_over_and_scores_nothing():
    deal = Deal.from_hands(*HANDS, NORTH, PENALTY).run((PASS, PASS))
    assert (deal.phase, deal.score, deal.contract, deal.turn) == (Phase.OVER, 0, None, None)
    with pytest.raises(RuleError) as caught:
        deal.apply(PASS)
    assert caught.value.rule == "deal-over"


def test_the_rules_of_the_deal_decide_whether_its_auction_has_doubles():
    deal = Deal.from_hands(*HANDS, NORTH, Ruleset(doubling=False)).apply(make_bid(1, Strain.CLUBS))
    assert DOUBLE not in deal.legal()
    with pytest.raises(RuleError) as caught:
        deal.apply(DOUBLE)
    assert caught.value.rule == "no-doubling"


@pytest.mark.parametrize(
    ("north", "south"),
    [
        (HANDS[0], HANDS[0]),
        (HANDS[0], HANDS[1] & (HANDS[1] - 1)),
        (0, 0),
        (-HANDS[0], HANDS[1]),
        (HANDS[0], mask_of(range(40, 53))),
        (HANDS[0] << 20, HANDS[1]),
    ],
)
def test_an_auction_over_hands_that_cannot_be_is_refused(north, south):
    with pytest.raises(ValueError, match="13 cards each"):
        Deal.from_hands(north, south, NORTH)


@given(two_hands(), seats(), contracts())
def test_a_deal_can_start_from_its_contract(hands, dealer, contract):
    deal = Deal.from_hands(*hands, dealer).with_contract(contract)
    assert (deal.phase, deal.turn, deal.contract) == (Phase.PLAY, contract.declarer.other, contract)
    assert deal.auction is None
    assert deal.play.hands == hands


@given(fresh_deals(ruleset=WRITTEN), contracts(), st.data())
def test_a_contract_can_be_given_once_the_cards_are_drawn_and_not_before(deal, contract, data):
    with pytest.raises(ValueError, match="draw phase"):
        deal.with_contract(contract)
    drawn = walk(data.draw, deal, 26)
    assert drawn.phase is Phase.AUCTION
    given_contract = drawn.with_contract(contract)
    assert given_contract.draw == drawn.draw
    assert given_contract.play.hands == drawn.draw.hands == drawn.start_hands


def test_a_doubled_contract_is_refused_where_there_is_no_doubling():
    deal = Deal.from_hands(*HANDS, NORTH, Ruleset(doubling=False))
    for times in (2, 4):
        with pytest.raises(RuleError) as caught:
            deal.with_contract(Contract(1, Strain.CLUBS, times, NORTH))
        assert caught.value.rule == "no-doubling"
    assert deal.with_contract(Contract(1, Strain.CLUBS, 1, NORTH)).phase is Phase.PLAY


def test_a_sequence_of_actions_names_its_first_illegal_one_across_the_phases():
    calls = (make_bid(1, Strain.NOTRUMP), DOUBLE, REDOUBLE, PASS)
    with pytest.raises(RuleError) as caught:
        Deal.from_hands(*HANDS, NORTH).run((*calls, ACTION["SA"]))
    assert (caught.value.index, caught.value.rule) == (4, "other-hand")
    with pytest.raises(RuleError) as caught:
        Deal.from_hands(*HANDS, NORTH).run((*calls, ACTION["HA"], PASS))
    assert (caught.value.index, caught.value.rule) == (5, "not-a-card")


@given(finished_deals())
def test_the_actions_alone_replay_the_deal(deal):
    calls = deal.auction.calls if deal.auction is not None else ()
    if deal.draw is not None:
        dealt = deal.start_hands
        assert dealt == deal.draw.hands
    start = Deal.from_hands(*deal.start_hands, deal.dealer, deal.ruleset)
    if deal.auction is None:
        start = start.with_contract(deal.contract)
    again = start.run((*calls, *(deal.play.played if deal.play else ())))
    assert (again.score, again.contract, again.play) == (deal.score, deal.contract, deal.play)


def test_declarers_tricks_are_counted_for_the_right_seat():
    deal = Deal.from_hands(*HANDS, Seat.NORTH, PENALTY).run((make_bid(7, Strain.SPADES), PASS))
    while not deal.over:
        deal = deal.apply(deal.legal()[0])
    assert (deal.declarer_tricks, deal.score) == (13, 210)
    lost = Deal.from_hands(*HANDS, Seat.SOUTH, PENALTY).run((make_bid(7, Strain.SPADES), DOUBLE, PASS))
    while not lost.over:
        lost = lost.apply(lost.legal()[0])
    assert (lost.declarer_tricks, lost.score) == (0, 1300)
