"""A hand as it might have been: what of its play still fits, and why not more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import contracts, deals
from tests.web.texts import FINISHED, drawn, record, unfinished_auction
from tutor.cards import NORTH, SOUTH, Strain, bit, cards_of
from tutor.coach.review import review
from tutor.coach.supposing import suppose
from tutor.notation import parse_card, read_pbn
from tutor.notation.record import Record
from tutor.rules import Contract, RuleError
from tutor.rules.ruleset import Ruleset

SAMPLE = read_pbn(FINISHED).records[0]
"""Four spades by South; North led."""


def swap(text: str):
    return tuple(parse_card(each) for each in text.split("-"))


def test_another_level_keeps_the_whole_play():
    supposed = suppose(SAMPLE, Contract(6, Strain.SPADES, 2, SOUTH))
    assert (supposed.kept, supposed.lost, supposed.why) == (26, 0, None)
    assert supposed.first == len(SAMPLE.calls)
    assert supposed.record.calls is None
    assert str(review(supposed.record).deal.contract) == "6SX S"


def test_another_declarer_has_the_other_seat_lead_and_no_card_fits():
    supposed = suppose(SAMPLE, Contract(4, Strain.SPADES, 1, NORTH))
    assert (supposed.kept, supposed.lost) == (0, 26)
    assert "it is now the turn of South" in str(supposed.why)


def test_another_strain_keeps_the_play_to_the_first_trick_that_another_player_wins():
    supposed = suppose(SAMPLE, Contract(1, Strain.NOTRUMP, 1, SOUTH))
    assert 0 < supposed.kept < 26
    assert "it is now the turn of" in str(supposed.why)
    deal = supposed.record.deal()
    with pytest.raises(RuleError):
        deal.apply(SAMPLE.played[supposed.kept])


def test_a_card_that_went_to_the_other_hand_ends_what_fits():
    led = SAMPLE.played[0]
    other = next(card for card in cards_of(SAMPLE.south) if card // 13 != led // 13)
    supposed = suppose(SAMPLE, swaps=((led, other),))
    assert supposed.kept == 0
    assert str(supposed.why).startswith("Trick 1: the ")
    assert str(supposed.why).endswith("that North played is now in the other hand.")


def test_a_player_who_now_has_the_suit_must_follow():
    deal = SAMPLE.start().run(SAMPLE.calls)
    for card in SAMPLE.played:
        play = deal.play
        if play.led is not None and card // 13 != play.led // 13:
            break
        deal = deal.apply(card)
    suit = play.led // 13
    unseen = [c for c in cards_of(play.hands[play.turn.other]) if c // 13 == suit]
    given_up = [c for c in cards_of(play.hands[play.turn]) if c // 13 != suit and c != card]
    supposed = suppose(SAMPLE, swaps=((unseen[0], given_up[0]),))
    assert supposed.kept == len(play.played)
    assert f"{('North', 'South')[play.turn]} must now follow in" in str(supposed.why)


def test_a_swap_keeps_the_calls_and_drops_the_draw_phase_that_led_to_other_hands():
    hand = drawn()
    north, south = next(iter(cards_of(hand.north))), next(iter(cards_of(hand.south)))
    supposed = suppose(hand, swaps=((north, south),))
    assert supposed.record.draw is None
    assert supposed.record.calls == hand.calls
    assert supposed.first == 26
    assert supposed.record.north & bit(south)
    assert supposed.record.south & bit(north)


def test_a_hand_without_play_loses_none_of_it():
    supposed = suppose(unfinished_auction(), Contract(2, Strain.HEARTS, 1, NORTH))
    assert (supposed.kept, supposed.lost, supposed.first) == (0, 0, 2)
    assert suppose(record(), swaps=(swap("S8-SA"),)).record.deal().turn == NORTH


def test_a_claim_is_not_in_the_supposed_hand():
    claimed = record(contract=Contract(1, Strain.SPADES, 1, NORTH), claimed=9)
    assert suppose(claimed, swaps=(swap("S8-SA"),)).record.claimed is None
    assert suppose(claimed, Contract(2, Strain.SPADES, 1, NORTH)).record.claimed is None


@pytest.mark.parametrize("cards", ["SA-SJ", "S8-S8", "H2-SA"])
def test_cards_that_are_not_one_of_each_hand_do_not_change_places(cards):
    with pytest.raises(ValueError, match="a card of each hand"):
        suppose(record(), swaps=(swap(cards),))


def test_rules_without_doubling_have_no_doubled_contract():
    with pytest.raises(RuleError, match="no double"):
        suppose(record(ruleset=Ruleset(doubling=False)), Contract(2, Strain.HEARTS, 2, NORTH))


def test_a_swap_taken_back_is_the_hand_as_it_was():
    twice = suppose(SAMPLE, swaps=(swap("HK-SA"), swap("HK-SA")))
    assert (twice.record.north, twice.record.south, twice.kept) == (SAMPLE.north, SAMPLE.south, 26)


@given(deals(), contracts(doubling=False), st.data())
def test_what_is_kept_is_the_longest_beginning_that_is_legal(deal, contract, data):
    if deal.play is None or deal.start_hands is None or deal.contract is None:
        return
    hand = Record(*deal.start_hands, deal.dealer, deal.ruleset, contract=deal.contract, played=deal.play.played)
    pair = (
        data.draw(st.sampled_from(list(cards_of(hand.north)))),
        data.draw(st.sampled_from(list(cards_of(hand.south)))),
    )
    supposed = suppose(hand, contract, (pair,))
    after = supposed.record.deal()
    assert supposed.kept + supposed.lost == len(hand.played)
    assert after.play.played == hand.played[: supposed.kept]
    if supposed.lost:
        assert supposed.why is not None
        with pytest.raises(RuleError):
            after.apply(hand.played[supposed.kept])
