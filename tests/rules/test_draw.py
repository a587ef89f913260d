"""The draw phase: who wins, who draws what, and what may be played."""

import pytest
from hypothesis import given

from tests.rules.engine import ACTION, read_mask
from tests.strategies import any_actions, deals, fresh_deals
from tutor.cards import FULL_DECK, NORTH, SOUTH, bit, card_name, cards_of, mask_of, rank_of, suit_of
from tutor.rules import Auction, DrawPhase, Phase, RuleError, Ruleset

NORTH_HAND = read_mask("AKQ.AKQ.AKQ.AKQJ")
SOUTH_HAND = read_mask("JT9.JT9.JT9.T987")
STOCK = tuple(card for card in range(52) if not (NORTH_HAND | SOUTH_HAND) & bit(card))


def start(dealer=SOUTH, **rules):
    return DrawPhase.start(NORTH_HAND, SOUTH_HAND, STOCK, dealer, Ruleset(**rules))


def play(state, *names):
    return state.run([ACTION[name] for name in names])


def rule_of(state, card):
    with pytest.raises(RuleError) as caught:
        state.apply(card)
    assert caught.value.legal == tuple(card_name(c) for c in state.legal())
    return caught.value.rule


def test_the_non_dealer_leads_first():
    assert start(SOUTH).turn == NORTH
    assert start(NORTH).turn == SOUTH


def test_the_highest_rank_wins_whatever_its_suit():
    state = play(start(NORTH), "SJ", "CQ")
    assert state.winners == (NORTH,)
    assert state.turn == NORTH


def test_equal_ranks_leave_the_trick_to_the_leader():
    north, south = read_mask("A2345.6789.TJ.QK"), read_mask("Q.A234.5678.9TJ2")
    stock = [card for card in range(52) if not (north | south) & bit(card)]
    state = play(DrawPhase.start(north, south, stock, SOUTH), "SA", "HA")
    assert state.winners == (NORTH,)
    assert play(DrawPhase.start(north, south, stock, NORTH), "HA", "SA").winners == (SOUTH,)


def test_under_the_other_reading_only_the_suit_led_can_win():
    assert play(start(NORTH, draw_winner="led-suit"), "SJ", "CQ").winners == (SOUTH,)
    assert play(start(NORTH, draw_winner="led-suit"), "SJ", "SQ").winners == (NORTH,)
    assert play(start(SOUTH, draw_winner="led-suit"), "SQ", "SJ").winners == (NORTH,)


def test_the_winner_takes_the_top_card_and_the_loser_the_next():
    state = play(start(NORTH), "SJ", "CQ")
    assert state.drawn == ((STOCK[0], STOCK[1]),)
    assert state.hands[NORTH] & bit(STOCK[0])
    assert state.hands[SOUTH] & bit(STOCK[1])
    lost = play(start(SOUTH, draw_winner="led-suit"), "SA", "CT")
    assert lost.drawn == ((STOCK[0], STOCK[1]),)
    won_by_south = play(start(NORTH, draw_winner="led-suit"), "SJ", "CQ")
    assert won_by_south.drawn == ((STOCK[1], STOCK[0]),)


def test_there_is_no_duty_to_follow_suit():
    assert set(play(start(SOUTH), "SA").legal()) == set(cards_of(SOUTH_HAND))


def test_with_the_duty_to_follow_another_suit_is_refused_as_long_as_one_holds_the_suit():
    state = play(start(SOUTH, draw_follow=True), "SA")
    assert [card_name(card) for card in state.legal()] == ["SJ", "ST", "S9"]
    assert rule_of(state, ACTION["HJ"]) == "follow-suit"


def test_an_illegal_card_is_refused_by_the_rule_it_breaks():
    state = play(start(SOUTH), "SA")
    assert rule_of(state, ACTION["SA"]) == "played-before"
    assert rule_of(state, ACTION["SK"]) == "other-hand"
    assert rule_of(state, STOCK[5]) == "not-held"
    for no_card in (-1, 52, 55, 89, 90):
        assert rule_of(state, no_card) == "not-a-card"


def test_after_thirteen_tricks_nothing_can_be_played_to_it():
    state = start()
    while not state.over:
        state = state.apply(state.legal()[0])
    assert len(state.winners) == len(state.drawn) == 13
    assert {rule_of(state, action) for action in (-1, 0, 51, 52, 90)} == {"draw-over"}


def test_a_sequence_names_its_first_illegal_card():
    with pytest.raises(RuleError) as caught:
        play(start(SOUTH), "SA", "SJ", "SA")
    assert caught.value.index == 2


def test_only_an_exposed_stock_shows_its_top_card():
    assert start().face_up is None
    shown = start(stock="exposed")
    assert shown.face_up == STOCK[0]
    assert play(shown, "SA").face_up == STOCK[0]
    assert play(shown, "SA", "SJ").face_up == STOCK[2]


@pytest.mark.parametrize(
    ("north", "south", "stock"),
    [
        (NORTH_HAND, SOUTH_HAND, STOCK[1:]),
        (NORTH_HAND, SOUTH_HAND, (*STOCK[1:], ACTION["SA"])),
        (NORTH_HAND, SOUTH_HAND, (*STOCK[1:], STOCK[1])),
        (NORTH_HAND, SOUTH_HAND, (*STOCK[1:], 52)),
        (NORTH_HAND, NORTH_HAND, STOCK),
        (NORTH_HAND & (NORTH_HAND - 1), SOUTH_HAND, STOCK),
        (NORTH_HAND | bit(STOCK[0]), SOUTH_HAND, STOCK),
        (-NORTH_HAND, SOUTH_HAND, STOCK),
    ],
)
def test_what_is_not_the_fifty_two_cards_is_no_deal(north, south, stock):
    with pytest.raises(ValueError, match="stock"):
        DrawPhase.start(north, south, stock, NORTH)


@given(deals(phase=Phase.DRAW))
def test_the_fifty_two_cards_are_always_somewhere_exactly_once(deal):
    draw = deal.draw
    parts = [draw.hands[0], draw.hands[1], mask_of(draw.stock), draw.discards]
    assert sum(part.bit_count() for part in parts) == 52
    assert parts[0] | parts[1] | parts[2] | parts[3] == FULL_DECK
    waiting = draw.led is not None
    assert draw.hands[draw.turn].bit_count() == 13
    assert draw.hands[draw.turn.other].bit_count() == 13 - waiting
    assert len(draw.played) == 2 * len(draw.winners) + waiting


@given(fresh_deals())
def test_the_auction_follows_the_last_trick_and_the_dealer_calls_first(deal):
    while deal.phase is Phase.DRAW:
        deal = deal.apply(deal.legal()[-1])
    assert deal.phase is Phase.AUCTION
    assert deal.turn == deal.dealer
    assert deal.auction == Auction(deal.dealer, (), deal.ruleset.doubling)
    assert deal.start_hands[0] | deal.start_hands[1] == FULL_DECK & ~deal.draw.discards
    assert [hand.bit_count() for hand in deal.start_hands] == [13, 13]


@given(deals(phase=Phase.DRAW), any_actions())
def test_every_card_held_may_be_played_unless_one_must_follow(deal, card):
    draw = deal.draw
    held = 0 <= card < 52 and bool(draw.hands[draw.turn] & bit(card))
    suit_led_held = draw.led is not None and any(
        suit_of(own) == suit_of(draw.led) for own in cards_of(draw.hands[draw.turn])
    )
    follows = draw.led is None or (0 <= card < 52 and suit_of(card) == suit_of(draw.led))
    bound = deal.ruleset.draw_follow and suit_led_held
    assert (card in draw.legal()) == (held and (follows or not bound))


@given(deals(phase=Phase.DRAW))
def test_every_finished_trick_went_to_the_higher_card(deal):
    draw, leader = deal.draw, deal.dealer.other
    for number, winner in enumerate(draw.winners):
        led, reply = draw.played[2 * number : 2 * number + 2]
        beaten = rank_of(reply) > rank_of(led) and (
            draw.ruleset.draw_winner == "highest-rank" or suit_of(reply) == suit_of(led)
        )
        assert winner == (leader.other if beaten else leader)
        leader = winner
