"""What a seat may know: all that it has seen, and never more."""

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.strategies import deals, fresh_deals, rulesets, seats, walk
from tutor.cards import FULL_DECK, SEATS, bit, cards_of, mask_of
from tutor.rules import PASS, Deal, Phase, Ruleset, observe


def known_to(deal, seat):
    """The cards whose place *seat* knows in the draw phase, found by watching the tricks one by one."""
    draw = deal.draw
    known = draw.hands[seat] | draw.discards
    if deal.ruleset.stock == "exposed":
        for number, pair in enumerate(draw.drawn):
            known |= bit(pair[draw.winners[number]])  # it lay face up before the winner took it
        if draw.face_up is not None:
            known |= bit(draw.face_up)
    return known


@given(deals(phase=Phase.DRAW), seats())
def test_in_the_draw_phase_a_seat_knows_its_hand_the_discards_and_what_lay_open(deal, seat):
    seen = observe(deal, seat)
    assert seen.hand == deal.draw.hands[seat]
    assert seen.discards == deal.draw.discards
    assert seen.unseen == FULL_DECK & ~known_to(deal, seat)
    assert seen.opponent & deal.draw.hands[seat.other] == seen.opponent
    assert seen.face_up == deal.draw.face_up
    hidden = deal.draw.hands[seat.other].bit_count() - seen.opponent.bit_count()
    assert seen.unseen.bit_count() == hidden + seen.stock_left - (seen.face_up is not None)


@given(deals(phase=Phase.DRAW), seats())
def test_with_a_hidden_stock_nothing_of_the_opponent_is_known_before_the_end(deal, seat):
    if deal.ruleset.stock == "hidden":
        seen = observe(deal, seat)
        assert seen.opponent == 0
        assert seen.face_up is None


def as_dealt(deal):
    """The hands and the whole stock with which the draw phase of *deal* began."""
    draw, hands, stock = deal.draw, list(deal.draw.hands), []
    leaders = (deal.dealer.other, *draw.winners)
    for number, card in enumerate(draw.played):
        leader = leaders[number // 2]
        hands[leader.other if number % 2 else leader] |= bit(card)
    for pair, winner in zip(draw.drawn, draw.winners, strict=True):
        stock += [pair[winner], pair[winner.other]]
        for seat in SEATS:
            hands[seat] &= ~bit(pair[seat])
    return hands, [*stock, *draw.stock]


@st.composite
def twins(draw):
    """A deal up to the end of its draw phase, a seat, and the beginning of another deal.

    The other deal differs only in where the cards are that the seat has not seen: in the opponent's hand from the
    start, drawn by the opponent sooner or later, or still in the stock.
    """
    deal = walk(draw, draw(fresh_deals()), draw(st.integers(0, 26) | st.just(26)))
    seat = draw(seats())
    hands, stock = as_dealt(deal)
    assert Deal.start(*hands, stock, deal.dealer, deal.ruleset).run(deal.draw.played) == deal
    seen = hands[seat] | mask_of(deal.draw.played) | mask_of(pair[seat] for pair in deal.draw.drawn)
    if deal.ruleset.stock == "exposed":
        seen |= mask_of(stock[::2][: len(deal.draw.winners) + 1])  # the top card of every trick so far and of this one
    free = [card for card in range(52) if not seen & bit(card)]
    moved = dict(zip(free, random.Random(draw(st.integers(0, 2**32))).sample(free, len(free)), strict=True))
    hands[seat.other] = mask_of(moved.get(card, card) for card in cards_of(hands[seat.other]))
    return deal, seat, Deal.start(*hands, [moved.get(card, card) for card in stock], deal.dealer, deal.ruleset)


@settings(max_examples=200)
@given(twins())
def test_two_deals_that_differ_only_in_what_a_seat_cannot_know_look_the_same_to_it(both):
    deal, seat, twin = both
    for card in deal.draw.played:
        # Where one must follow suit, the twin's opponent may hold the suit it did not follow: an impossible past.
        assume(card in twin.legal())
        twin = twin.apply(card)
    assert observe(twin, seat) == observe(deal, seat)


@given(fresh_deals(), seats(), st.integers(0, 2**32))
def test_at_the_start_a_seat_cannot_tell_the_opponents_hand_from_the_stock(deal, seat, seed):
    shown = {deal.draw.face_up} - {None}
    hidden = [c for c in range(52) if not deal.draw.hands[seat] & bit(c) and c not in shown]
    random.Random(seed).shuffle(hidden)
    hands = [deal.draw.hands[seat]] * 2
    hands[seat.other] = mask_of(hidden[:13])
    twin = Deal.start(hands[0], hands[1], [*shown, *hidden[13:]], deal.dealer, deal.ruleset)
    assert observe(twin, seat) == observe(deal, seat)
    assert observe(deal, seat).unseen.bit_count() == 39 - len(shown)


@given(deals(phase=Phase.AUCTION) | deals(phase=Phase.PLAY) | deals(phase=Phase.OVER), seats())
def test_after_the_draw_phase_the_opponents_hand_is_known_and_nothing_is_unseen(deal, seat):
    seen = observe(deal, seat)
    hands = deal.start_hands if deal.play is None else deal.play.hands
    assert seen.hand == hands[seat]
    assert seen.opponent == hands[seat.other]
    assert seen.unseen == 0
    assert seen.discards == FULL_DECK & ~(deal.start_hands[0] | deal.start_hands[1])
    assert seen.discards.bit_count() == 26


@given(deals(), seats())
def test_a_seat_sees_the_table_and_only_its_own_choices(deal, seat):
    seen = observe(deal, seat)
    assert (seen.seat, seen.dealer, seen.phase, seen.turn) == (seat, deal.dealer, deal.phase, deal.turn)
    assert seen.ruleset == deal.ruleset
    assert seen.legal == (deal.legal() if deal.turn == seat else ())
    assert seen.contract == deal.contract
    assert seen.calls == (deal.auction.calls if deal.auction else ())
    assert (seen.played, seen.led, seen.tricks) == (
        (deal.play.played, deal.play.led, deal.play.tricks) if deal.play else ((), None, (0, 0))
    )


@given(deals(), seats())
def test_every_card_is_in_one_place_only_as_a_seat_sees_it(deal, seat):
    seen = observe(deal, seat)
    shown = 0 if seen.face_up is None else bit(seen.face_up)
    places = [seen.hand, seen.opponent, seen.discards, seen.unseen, shown, mask_of(seen.played)]
    assert sum(place.bit_count() for place in places) == 52
    together = 0
    for place in places:
        together |= place
    assert together == FULL_DECK


@settings(max_examples=30)
@given(rulesets(), st.data())
def test_the_cards_a_seat_drew_are_told_in_the_order_it_drew_them(rules, data):
    deal = walk(data.draw, data.draw(fresh_deals(ruleset=rules)), 26)
    for seat in SEATS:
        seen = observe(deal, seat)
        assert seen.own_drawn == tuple(pair[seat] for pair in deal.draw.drawn)
        assert len(seen.own_drawn) == 13
        assert seen.draw_played == deal.draw.played


def test_an_exposed_card_the_opponent_took_is_known_until_it_is_played():
    deal = Deal.start(
        mask_of(range(13)), mask_of(range(13, 26)), range(26, 52), SEATS[1], Ruleset(stock="exposed")
    )  # North leads
    after = deal.run((0, 25))  # the deuce of clubs; the ace of diamonds wins, and South takes the card face up
    seen = observe(after, SEATS[0])
    assert seen.opponent == bit(26)
    assert seen.face_up == 28
    assert observe(after, SEATS[1]).opponent == 0, "what the loser took was not seen"
    later = observe(after.apply(26), SEATS[0])
    assert later.opponent == 0
    assert later.draw_led == 26
    assert later.discards == mask_of((0, 25, 26))


def test_a_passed_out_deal_leaves_both_hands_known():
    deal = Deal.from_hands(mask_of(range(13)), mask_of(range(13, 26)), SEATS[0]).run((PASS, PASS))
    seen = observe(deal, SEATS[1])
    assert (seen.hand, seen.opponent, seen.unseen) == (mask_of(range(13, 26)), mask_of(range(13)), 0)
    assert seen.turn is None
