"""The draw phase: a policy that is legal, sees only what it may, and beats throwing away at random."""

import random
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tutor.cards import FULL_DECK, NORTH, SEATS, SOUTH, Seat, card_name, cards_of, hand_name, mask_of
from tutor.notation import parse_card, parse_hand
from tutor.players import draw
from tutor.players.draw import play_draw, throw
from tutor.rules import WRITTEN, Deal, Phase, RuleError, Ruleset, observe
from tutor.solver.engine import default_engine

READINGS = [
    Ruleset(draw_winner=winner, draw_follow=follow, stock=stock)
    for winner, follow, stock in product(("highest-rank", "led-suit"), (False, True), ("hidden", "exposed"))
]
EXPOSED = replace(WRITTEN, stock="exposed")


def deck_of(seed):
    deck = list(range(52))
    random.Random(seed).shuffle(deck)
    return deck


def deal_of(deck, dealer=NORTH, ruleset=WRITTEN):
    return Deal.start(mask_of(deck[:13]), mask_of(deck[13:26]), deck[26:], dealer, ruleset)


def deal_with(north, stock=(), led=None, ruleset=WRITTEN):
    """A deal in which North holds *north* and is to play: first, or to the card *led*; *stock* is on top."""
    hand = parse_hand(north)
    top = [parse_card(card) for card in stock]
    rest = [card for card in range(52) if not hand >> card & 1 and card not in top]
    if led is not None:
        rest.remove(parse_card(led))
        rest.insert(0, parse_card(led))
    dealer = SOUTH if led is None else NORTH
    deal = Deal.start(hand, mask_of(rest[:13]), [*top, *rest[13:]], dealer, ruleset)
    return deal if led is None else deal.apply(parse_card(led))


def thrown(deal):
    return card_name(throw(observe(deal, NORTH)))


def at_random(seed):
    rng = random.Random(seed)
    return lambda seen: seen.legal[int(rng.random() * len(seen.legal))]


def keeps_no_stake(seen):
    """The policy without the fight for the card on show: what a hidden stock would have thrown."""
    return throw(replace(seen, ruleset=WRITTEN, face_up=None))


def match(first, second, deals, ruleset=WRITTEN):
    """Tricks in the best strain of a player *first* less those of a player *second*: a mean and its standard error.

    Each deck is played twice, the cards changed over.
    """
    hands = []
    for number in range(deals):
        deck = deck_of(number)
        for seat in SEATS:
            cards = deck if seat == NORTH else [*deck[13:26], *deck[:13], *deck[26:]]
            dealer = Seat((number + seat) % 2)
            hands.append(play_draw(deal_of(cards, dealer, ruleset), first, second).start_hands)
    tricks = default_engine().trick_tables(np.array(hands, dtype=np.int64)).astype(int)
    ahead = (tricks[:, :5].max(axis=1) - tricks[:, 5:].max(axis=1)).reshape(deals, 2).mean(axis=1)
    return ahead.mean(), ahead.std(ddof=1) / deals**0.5


@settings(max_examples=40)
@given(some.decks(), some.seats(), st.sampled_from(READINGS))
def test_the_draw_phase_is_played_to_its_end_under_every_reading_of_the_rules(deck, dealer, ruleset):
    played = play_draw(deal_of(deck, dealer, ruleset))
    assert played.phase is Phase.AUCTION
    assert played.draw is not None
    assert len(played.draw.played) == 26
    assert played.start_hands == deal_of(deck, dealer, ruleset).run(played.draw.played).start_hands


@settings(max_examples=60)
@given(some.decks(), some.seats(), st.sampled_from(READINGS), st.integers(0, 25), st.randoms(use_true_random=False))
def test_cards_that_a_player_cannot_see_do_not_change_what_it_throws(deck, dealer, ruleset, cards, rng):
    deal = deal_of(deck, dealer, ruleset)
    for _ in range(cards):
        deal = deal.apply(rng.choice(deal.legal()))
    seat, draw_phase = deal.turn, deal.draw
    seen = observe(deal, seat)
    unseen = list(cards_of(seen.unseen))
    rng.shuffle(unseen)
    hidden = 13 - seen.opponent.bit_count() - (draw_phase.led is not None)
    other_hand = mask_of(unseen[:hidden]) | seen.opponent
    hands = (seen.hand, other_hand) if seat == NORTH else (other_hand, seen.hand)
    shown = () if seen.face_up is None else (seen.face_up,)
    other = replace(deal, draw=replace(draw_phase, hands=hands, stock=(*shown, *unseen[hidden:])))
    assert sorted(cards_of(hands[0] | hands[1] | mask_of(other.draw.stock) | seen.discards)) == list(range(52))
    assert throw(observe(other, seat)) == throw(seen)


@settings(max_examples=60)
@given(some.decks(), some.seats(), st.sampled_from(READINGS), st.integers(0, 25), st.randoms(use_true_random=False))
def test_the_card_thrown_is_legal_wherever_the_draw_phase_has_come_to(deck, dealer, ruleset, cards, rng):
    deal = deal_of(deck, dealer, ruleset)
    for _ in range(cards):
        deal = deal.apply(rng.choice(deal.legal()))
    assert throw(observe(deal, deal.turn)) in deal.legal()


def test_a_player_throws_from_a_short_weak_suit_and_keeps_its_length_and_its_high_cards():
    assert thrown(deal_with("AKQ9642.K3.A2.A2")) == "C2"
    assert thrown(deal_with("A98765432.K.4.A3")) == "D4"
    assert thrown(deal_with("98765432.A.KQ.AK")) not in ("HA", "DK", "CA", "CK")


def test_a_card_is_worth_what_it_will_be_when_those_above_it_are_gone():
    own = parse_hand("Q2.-.-.-") >> 39
    ace_king = parse_hand("AK.-.-.-") >> 39
    assert draw.suit_worth(own, ace_king) > draw.suit_worth(own, ace_king & -ace_king) > draw.suit_worth(own, 0)
    top = parse_hand("A.-.-.-") >> 39
    assert draw.suit_worth(top, 0) == draw.TOPS[0] + draw.LENGTH
    assert draw.suit_worth(1, 0x1FFE) == draw.TOPS[0] + draw.LENGTH


@given(some.hands(13), st.data())
def test_what_a_card_costs_is_what_the_hand_is_worth_with_it_less_without_it(hand, data):
    gone = data.draw(some.hands()) & ~hand
    card = data.draw(st.sampled_from(list(cards_of(hand))))

    def worth(cards, discards):
        return sum(draw.suit_worth(cards >> 13 * s & 0x1FFF, discards >> 13 * s & 0x1FFF) for s in range(4))

    assert draw.loss(hand, gone, card) == worth(hand, gone) - worth(hand & ~(1 << card), gone | 1 << card)
    assert draw.gain(hand & ~(1 << card), gone, card) == worth(hand, gone) - worth(hand & ~(1 << card), gone)
    assert draw.loss(hand, gone, card) > 0


def test_in_reply_an_ace_on_show_is_worth_a_trick_and_a_deuce_is_not():
    north = "KQJ98.75.J854.63"
    quiet = thrown(deal_with(north, led="H4"))
    assert thrown(deal_with(north, stock=["SA"], led="H4", ruleset=EXPOSED)) in ("H5", "C6", "D5")
    assert thrown(deal_with(north, stock=["C2"], led="H4", ruleset=EXPOSED)) == quiet
    assert quiet == "C3"


def test_on_lead_the_card_on_show_changes_nothing():
    for top in ("SA", "C2"):
        assert thrown(deal_with("KQJ98.75.J854.63", stock=[top], ruleset=EXPOSED)) == "C3"


def test_the_policy_takes_three_tricks_more_in_the_best_strain_than_throwing_at_random():
    ahead, error = match(throw, at_random(1), 60)
    assert ahead - 3 * error > 3


@pytest.mark.parametrize("ruleset", [r for r in READINGS if r != WRITTEN], ids=str)
def test_under_other_readings_too_the_policy_beats_throwing_at_random(ruleset):
    ahead, error = match(throw, at_random(2), 25, ruleset)
    assert ahead - 3 * error > 1


def test_to_fight_for_the_card_on_show_is_better_than_to_ignore_it():
    ahead, error = match(throw, keeps_no_stake, 250, EXPOSED)
    assert ahead > 2 * error


def test_a_policy_that_breaks_the_rules_is_found_out():
    deal = deal_of(deck_of(3))
    outside = next(cards_of(FULL_DECK & ~deal.draw.hands[0] & ~deal.draw.hands[1]))
    with pytest.raises(RuleError):
        play_draw(deal, lambda _: outside, lambda _: outside)


def test_nobody_throws_out_of_turn_or_after_the_draw_phase():
    deal = deal_of(deck_of(4))
    with pytest.raises(ValueError, match="whose turn"):
        throw(observe(deal, deal.turn.other))
    done = play_draw(deal)
    with pytest.raises(ValueError, match="draw phase"):
        throw(observe(done, done.turn))
    assert play_draw(done) is done


def test_the_same_cards_are_always_thrown():
    """Deals with an address are made by this policy: a change of it makes others, and needs a new version of codes."""
    hands = play_draw(deal_of(sorted(range(52), key=lambda card: card * 23 % 53))).start_hands
    assert " ".join(map(hand_name, hands)) == "AK.AKQJ64.Q.AKJ9 QT9.-.AKJ876542.Q"
