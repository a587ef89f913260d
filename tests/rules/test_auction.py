"""The auction: what may be called, what a new call does to the old ones, and the contract it ends in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import any_actions, auctions, bids, calls, seats
from tutor.cards import NORTH, SOUTH, Strain
from tutor.rules import (
    ALL_CALLS,
    BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Contract,
    RuleError,
    call_name,
    is_bid,
    level_of,
    make_bid,
    strain_of,
)

CALL = {call_name(call): call for call in ALL_CALLS}


def after(text, dealer=NORTH, *, doubling=True):
    return Auction.of(dealer, [CALL[name] for name in text.split()], doubling=doubling)


def rule_of(auction, call):
    with pytest.raises(RuleError) as caught:
        auction.apply(call)
    assert caught.value.legal == tuple(call_name(c) for c in auction.legal())
    return caught.value.rule


def test_the_bids_rise_from_one_club_to_seven_no_trump():
    names = [call_name(bid) for bid in BIDS]
    assert names[:6] == ["1C", "1D", "1H", "1S", "1NT", "2C"]
    assert names[-1] == "7NT"
    assert len(names) == 35


@given(bids())
def test_a_bid_is_its_level_and_its_strain(bid):
    assert make_bid(level_of(bid), strain_of(bid)) == bid
    assert is_bid(bid)


@pytest.mark.parametrize(("level", "strain"), [(0, 0), (8, 0), (1, 5), (1, -1), (-1, 0)])
def test_a_bid_that_does_not_exist_cannot_be_made(level, strain):
    with pytest.raises(ValueError, match="no bid"):
        make_bid(level, strain)


@pytest.mark.parametrize("call", [-1, 0, 49, 50, 51, 90])
def test_only_calls_have_the_names_of_calls(call):
    with pytest.raises(ValueError, match="no call"):
        call_name(call)


def test_the_dealer_calls_first_and_then_the_two_alternately():
    auction = after("Pass 1C X XX", SOUTH)
    assert [auction.caller(i) for i in range(4)] == [SOUTH, NORTH, SOUTH, NORTH]
    assert auction.turn == SOUTH


def test_an_opening_pass_passes_the_turn_and_the_opener_may_call_again():
    auction = after("Pass")
    assert not auction.over
    assert auction.legal() == (PASS, *BIDS)
    again = after("Pass 1C")
    assert again.turn == NORTH
    assert not again.over
    assert after("Pass 1C 2C Pass").contract == Contract(2, Strain.CLUBS, 1, NORTH)


def test_two_passes_at_once_throw_the_deal_in():
    auction = after("Pass Pass")
    assert auction.over
    assert auction.passed_out
    assert auction.contract is None
    assert auction.legal() == ()


def test_a_pass_over_a_bid_a_double_or_a_redouble_ends_the_auction():
    assert after("1S Pass").contract == Contract(1, Strain.SPADES, 1, NORTH)
    assert after("1S X Pass").contract == Contract(1, Strain.SPADES, 2, NORTH)
    assert after("1S X XX Pass").contract == Contract(1, Strain.SPADES, 4, NORTH)
    assert after("Pass 3S X XX Pass").contract == Contract(3, Strain.SPADES, 4, SOUTH)


def test_a_new_bid_clears_a_double_and_a_redouble():
    assert after("1S X 2S Pass").contract == Contract(2, Strain.SPADES, 1, NORTH)
    assert after("1S X XX 2C Pass").contract == Contract(2, Strain.CLUBS, 1, SOUTH)
    assert after("1S X 2C").multiplier == 1
    assert DOUBLE in after("1S X 2C").legal()
    assert after("1S X 2C X Pass").contract == Contract(2, Strain.CLUBS, 2, NORTH)


def test_three_spades_redoubled_keeps_both_marks():
    contract = after("3S X XX Pass").contract
    assert contract.bid == "3SXX"
    assert str(contract) == "3SXX N"
    assert contract.target == 9
    assert contract.leader == SOUTH


@pytest.mark.parametrize(
    ("calls_before", "call", "rule"),
    [
        ("", "X", "double-needs-bid"),
        ("", "XX", "redouble-needs-double"),
        ("Pass", "X", "double-needs-bid"),
        ("Pass", "XX", "redouble-needs-double"),
        ("1C", "XX", "redouble-needs-double"),
        ("1C X", "X", "double-once"),
        ("1C X XX", "X", "double-once"),
        ("1C X XX", "XX", "redouble-once"),
        ("1C X 1D", "XX", "redouble-needs-double"),
        ("1NT", "1S", "bid-higher"),
        ("1NT", "1NT", "bid-higher"),
        ("7NT", "7S", "bid-higher"),
        ("2C", "1NT", "bid-higher"),
        ("1C X XX", "1C", "bid-higher"),
        ("1C Pass", "1D", "auction-over"),
        ("1C Pass", "Pass", "auction-over"),
        ("Pass Pass", "1C", "auction-over"),
    ],
)
def test_an_illegal_call_is_refused_by_the_rule_it_breaks(calls_before, call, rule):
    assert rule_of(after(calls_before), CALL[call]) == rule


def test_the_words_of_a_refusal_name_the_bids():
    with pytest.raises(RuleError, match=r"^1S is not higher than 2C: a bid must name more tricks"):
        after("2C").apply(CALL["1S"])


def test_nobody_is_told_to_double_a_redoubled_bid_or_to_redouble_it():
    with pytest.raises(RuleError) as caught:
        after("7NT X XX").apply(DOUBLE)
    assert "redouble" not in str(caught.value)


def test_over_seven_no_trump_only_double_and_pass_are_left():
    assert after("7NT").legal() == (PASS, DOUBLE)
    assert after("7NT X").legal() == (PASS, REDOUBLE)
    assert after("7NT X XX").legal() == (PASS,)


@given(auctions(doubling=False))
def test_without_doubling_there_is_neither_double_nor_redouble(auction):
    assert not {DOUBLE, REDOUBLE} & {*auction.calls, *auction.legal()}
    for call in (DOUBLE, REDOUBLE):
        assert rule_of(auction, call) == ("auction-over" if auction.over else "no-doubling")


def test_a_sequence_of_calls_names_its_first_illegal_one():
    with pytest.raises(RuleError) as caught:
        after("1C X X 1D")
    assert caught.value.index == 2
    assert caught.value.rule == "double-once"
    assert caught.value.legal[:3] == ("Pass", "XX", "1D")


@given(auctions())
def test_every_bid_of_an_auction_is_higher_than_the_last(auction):
    made = [call for call in auction.calls if is_bid(call)]
    assert made == sorted(set(made))


@given(auctions(), any_actions())
def test_what_is_not_legal_is_refused_and_what_is_legal_is_taken(auction, call):
    if call in auction.legal():
        assert auction.apply(call).calls == (*auction.calls, call)
    else:
        rule = rule_of(auction, call)
        assert (rule == "not-a-call") == (call not in ALL_CALLS and not auction.over)


@given(auctions())
def test_legal_calls_come_in_ascending_order_with_pass_first(auction):
    legal = auction.legal()
    assert list(legal) == sorted(legal)
    assert (not legal) == auction.over
    assert auction.over or legal[0] == PASS


@given(auctions(max_calls=20))
def test_passing_ends_every_auction_within_two_calls(auction):
    ended = auction
    for _ in range(2):
        ended = ended if ended.over else ended.apply(PASS)
    assert ended.over
    assert (ended.contract is None) == ended.passed_out
    if ended.contract is not None:
        last = ended.last_bid_index
        assert ended.contract.declarer == ended.caller(last)
        assert make_bid(ended.contract.level, ended.contract.strain) == ended.calls[last] == ended.last_bid


@given(auctions(), seats())
def test_the_sequence_of_calls_alone_makes_the_auction(auction, dealer):
    again = Auction.of(dealer, auction.calls, doubling=auction.doubling)
    assert again.calls == auction.calls
    assert again.legal() == auction.legal()
    assert again.multiplier == auction.multiplier


@given(st.lists(calls(), max_size=6))
def test_a_sequence_is_refused_at_the_first_call_that_is_not_legal(made):
    auction, index = Auction(NORTH), 0
    while index < len(made) and made[index] in auction.legal():
        auction, index = auction.apply(made[index]), index + 1
    if index == len(made):
        assert Auction.of(NORTH, made) == auction
        return
    with pytest.raises(RuleError) as caught:
        Auction.of(NORTH, made)
    assert caught.value.index == index
    assert caught.value.legal == tuple(call_name(call) for call in auction.legal())


@pytest.mark.parametrize(("level", "times"), [(0, 1), (8, 1), (7, 3), (7, 0), (1, 8)])
def test_a_contract_that_no_auction_ends_in_cannot_be_made(level, times):
    with pytest.raises(ValueError, match="a contract"):
        Contract(level, Strain.CLUBS, times, NORTH)
