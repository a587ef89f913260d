"""The facts of a decision, each worked out again by other means."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tests.solver.auctions import CALL, naive, spoken
from tests.solver.brute import BruteForce
from tests.solver.positions import from_card
from tutor.cards import NORTH, SOUTH, Seat, Strain, cards_of, make_card, mask_of
from tutor.coach.facts import decide
from tutor.notation import parse_card, parse_deal
from tutor.rules import (
    LEVEL,
    PASS,
    PENALTY,
    PRESETS,
    WRITTEN,
    Contract,
    Deal,
    Phase,
    Position,
    RuleError,
    call_name,
    north_score,
)
from tutor.solver import best_line, trick_table
from tutor.solver.bidding import OPPONENTS, call_line

HANDS = parse_deal("A2.AKQJT987654.-.- KQ.-.AKQJT987654.-")
"""North takes twelve tricks in hearts: eleven trumps and the ace of spades."""


def gain(seat, score, other):
    """By how many points *seat* likes *score* better than *other*."""
    return score - other if seat == NORTH else other - score


def played_out(deal):
    """*deal*, in its play, after best play to the last card."""
    return deal.run(best_line(Position.of(deal.play)))


def one_heart(ruleset, *cards):
    """North's contract of one heart with :data:`HANDS`, after *cards*."""
    deal = Deal.from_hands(*HANDS, NORTH, ruleset).with_contract(Contract(1, Strain.HEARTS, 1, NORTH))
    return deal.run(parse_card(card) for card in cards)


def random_ending(rng, cards_each):
    """A deal of random play that has come down to *cards_each* cards each, maybe with one of them on the table."""
    deck = rng.sample(range(52), 26)
    deal = Deal.from_hands(mask_of(deck[:13]), mask_of(deck[13:]), NORTH, rng.choice(list(PRESETS.values())))
    contract = Contract(rng.randint(1, 4), rng.choice(list(Strain)), rng.choice((1, 2, 4)), rng.choice(list(Seat)))
    deal = deal.with_contract(contract)
    for _ in range(26 - 2 * cards_each + rng.randint(0, 1)):
        deal = deal.apply(rng.choice(deal.legal()))
    return deal


# Calls.


@settings(max_examples=30)
@given(some.deals(phase=Phase.AUCTION), st.sampled_from(OPPONENTS))
def test_every_call_scores_what_a_naive_auction_finds(deal, opponent):
    decision = decide(deal, opponent=opponent)
    seat, table = deal.turn, trick_table(*deal.start_hands)
    expected = naive(table, deal.ruleset, seat.other if opponent == "natural" else None).call_values(
        *spoken(deal.auction)
    )
    assert decision.phase is Phase.AUCTION
    assert (decision.seat, decision.taken) == (seat, None)
    assert {call_name(c.action): c.score for c in decision.choices} == expected
    assert tuple(c.action for c in decision.choices) == deal.legal()
    for choice in decision.choices:
        assert choice.loss_points == max(gain(seat, score, choice.score) for score in expected.values())
        assert (choice.tricks, choice.loss_tricks) == (None, 0)


@settings(max_examples=20)
@given(some.deals(phase=Phase.AUCTION))
def test_every_call_scores_what_the_deal_comes_to_with_best_calls_and_cards_after_it(deal):
    table = trick_table(*deal.start_hands)
    ends = {}
    for choice in decide(deal).choices:
        after = deal.apply(choice.action)
        if not after.auction.over:
            after = after.run(call_line(table, after.auction, deal.ruleset))
        if after.contract not in ends:
            ends[after.contract] = after.score if after.over else played_out(after).score
        assert choice.score == ends[after.contract], (deal, choice)


@settings(max_examples=20)
@given(some.deals(phase=Phase.AUCTION), st.sampled_from(OPPONENTS))
def test_the_line_of_a_call_ends_the_deal_with_the_score_of_the_decision(deal, opponent):
    decision = decide(deal, opponent=opponent)
    ended = deal.run(decision.line)
    assert ended.over
    assert ended.score == decision.score


def test_against_a_natural_opponent_a_bid_that_makes_is_worth_its_score():
    deal = Deal.from_hands(*HANDS, NORTH, WRITTEN)
    against_perfect, against_natural = (decide(deal, opponent=opponent) for opponent in OPPONENTS)
    # South takes eleven in diamonds, but not over 6H; a perfect South bids 7NT, which costs nothing.
    assert against_perfect.choice(CALL["6H"]).score == 0
    assert against_natural.choice(CALL["6H"]).score == 180
    assert against_natural.score == 180
    assert against_natural.choice(CALL["7NT"]).loss_points == 180
    assert not against_perfect.choice(CALL["7NT"]).loss_points


@settings(max_examples=20)
@given(some.deals(phase=Phase.AUCTION), st.sampled_from(OPPONENTS))
def test_a_trick_table_that_the_caller_has_changes_nothing(deal, opponent):
    table = trick_table(*deal.start_hands)
    assert decide(deal, opponent=opponent, table=table) == decide(deal, opponent=opponent)


# Cards.


@settings(max_examples=40)
@given(some.deals(phase=Phase.PLAY))
def test_every_card_scores_what_the_deal_comes_to_with_best_play_after_it(deal):
    decision, seat = decide(deal), deal.turn
    assert (decision.phase, decision.seat) == (Phase.PLAY, seat)
    assert tuple(c.action for c in decision.choices) == deal.legal()
    ends = {card: deal.apply(card) for card in deal.legal()}
    ends = {card: after if after.over else played_out(after) for card, after in ends.items()}
    most = max(end.play.tricks[seat] for end in ends.values())
    for choice in decision.choices:
        end = ends[choice.action]
        assert (choice.score, choice.tricks) == (end.score, end.play.tricks[seat])
        assert choice.loss_tricks == most - choice.tricks
        assert choice.loss_points == max(gain(seat, other.score, end.score) for other in ends.values())


@settings(max_examples=40)
@given(some.deals(phase=Phase.PLAY))
def test_the_line_of_a_card_ends_the_deal_with_the_score_of_the_decision(deal):
    decision = decide(deal)
    assert deal.run(decision.line).score == decision.score
    assert decision.choice(decision.line[0]).loss_tricks == 0


@pytest.mark.parametrize("cards_each", [1, 2, 3, 4, 5])
def test_in_endings_every_card_scores_what_brute_force_finds(cards_each):
    rng = random.Random(cards_each)
    tables = set()
    for _ in range(30):
        deal = random_ending(rng, cards_each)
        play, contract, seat = deal.play, deal.contract, deal.turn
        tables.add(play.led is not None)
        mine, theirs = (frozenset(map(from_card, cards_of(play.hands[s]))) for s in (seat, seat.other))
        brute = BruteForce(None if contract.strain is Strain.NOTRUMP else contract.strain.letter)
        expected = brute.card_values(mine, theirs, None if play.led is None else from_card(play.led))
        for choice in decide(deal).choices:
            tricks = play.tricks[seat] + expected[from_card(choice.action)]
            assert choice.tricks == tricks, (deal, choice)
            declarers = tricks if seat == contract.declarer else 13 - tricks
            assert choice.score == north_score(contract, declarers, deal.ruleset), (deal, choice)
    assert tables == {True, False}, "with and without a card on the table"


def test_the_very_last_card_and_the_one_before_it_are_forced_and_right():
    deal = random_ending(random.Random(1), 1)
    while not deal.over:
        (card,) = deal.legal()
        decision = decide(deal, card)
        assert decision.forced
        assert not decision.mistake
        assert (decision.loss_points, decision.loss_tricks) == (0, 0)
        assert decision.best == decision.choices
        deal = deal.apply(card)
        assert deal.phase is Phase.OVER or decide(deal).score == decision.score
    assert decision.score == deal.score


def test_a_singleton_of_the_suit_led_is_forced_though_the_hand_holds_other_cards():
    assert not decide(one_heart(PENALTY, "DA", "H4", "SA")).forced
    decision = decide(one_heart(PENALTY, "DA", "H4", "SA", "SQ", "S2"), parse_card("SK"))
    assert decision.forced
    assert decision.taken == parse_card("SK")
    assert not decision.mistake


def test_cards_that_come_to_the_same_are_all_best():
    decision = decide(one_heart(PENALTY, "DA"))
    ruffs = {make_card(Strain.HEARTS, rank) for rank in range(2, 13)}
    best = {choice.action for choice in decision.best}
    # A ruff keeps both spades; the small spade may go as well: it loses this trick instead of one to the king.
    assert best == ruffs | {parse_card("S2")}
    assert all(choice.best and choice.tricks == 12 for choice in decision.best)
    for card in best:
        assert not decide(one_heart(PENALTY, "DA"), card).mistake


def test_a_trick_that_costs_no_points_is_shown_and_not_blamed():
    # Discarding the ace of spades on the ace of diamonds leaves eleven tricks of twelve; seven were bid.
    ace = parse_card("SA")
    shown = decide(one_heart(LEVEL, "DA"), ace)
    assert (shown.loss_tricks, shown.loss_points, shown.mistake) == (1, 0, False)
    assert shown.choice(ace).best
    assert shown.score == 30
    assert shown.best[-1].action == ace, "what loses a trick comes last of the best"
    assert [choice.loss_tricks for choice in shown.best] == sorted(choice.loss_tricks for choice in shown.best)
    # Where every trick over six counts it is a mistake.
    blamed = decide(one_heart(PENALTY, "DA"), ace)
    assert (blamed.loss_tricks, blamed.loss_points, blamed.mistake) == (1, 30, True)
    assert ace not in {choice.action for choice in blamed.best}


def test_a_trick_given_away_in_a_contract_that_fails_anyway_is_not_blamed_where_failing_costs_nothing():
    seven = Contract(7, Strain.HEARTS, 1, NORTH)
    for ruleset, points in ((WRITTEN, 0), (PENALTY, 50)):
        deal = Deal.from_hands(*HANDS, NORTH, ruleset).with_contract(seven).apply(parse_card("DA"))
        decision = decide(deal, parse_card("SA"))
        assert (decision.loss_tricks, decision.loss_points, decision.mistake) == (1, points, points > 0)


# Any decision.


@settings(max_examples=40)
@given(st.data())
def test_a_decision_agrees_with_itself_whatever_was_taken(data):
    deal = data.draw(some.deals(phase=data.draw(st.sampled_from((Phase.AUCTION, Phase.PLAY)))))
    taken = data.draw(st.sampled_from(deal.legal()))
    decision = decide(deal, taken)
    choice = decision.choice(taken)
    assert choice.action == decision.taken == taken
    assert (decision.loss_points, decision.loss_tricks) == (choice.loss_points, choice.loss_tricks)
    assert decision.mistake == (choice.score != decision.score) == (not choice.best)
    assert decision.forced == (len(deal.legal()) == 1)
    assert all(c.loss_points >= 0 and c.loss_tricks >= 0 for c in decision.choices)
    assert set(decision.best) == {c for c in decision.choices if c.score == decision.score}
    assert any(c.loss_tricks == 0 for c in decision.best), "the most tricks never score less"
    assert decision.choices == decide(deal).choices


def test_where_nothing_was_taken_nothing_is_lost():
    decision = decide(one_heart(PENALTY))
    assert decision.taken is None
    assert (decision.loss_points, decision.loss_tricks, decision.mistake) == (0, 0, False)


def test_an_action_that_is_not_legal_is_no_choice():
    decision = decide(one_heart(PENALTY, "DA"))
    for action in (parse_card("DA"), parse_card("DK"), PASS):
        with pytest.raises(KeyError):
            decision.choice(action)


# What cannot be judged.


def test_an_illegal_action_is_refused_with_the_rule_it_breaks():
    deal = one_heart(PENALTY, "SK")
    with pytest.raises(RuleError) as refused:
        decide(deal, parse_card("HA"))
    assert refused.value.rule == "follow-suit"
    with pytest.raises(RuleError) as refused:
        decide(Deal.from_hands(*HANDS, SOUTH, PENALTY), CALL["X"])
    assert refused.value.rule == "double-needs-bid"


def test_in_the_draw_phase_nothing_exact_can_be_said():
    deal = Deal.shuffled(random.Random(1), NORTH)
    for taken in (None, deal.legal()[0]):
        with pytest.raises(ValueError, match="second phase"):
            decide(deal, taken)


def test_when_the_deal_is_over_there_is_nothing_to_choose():
    passed_out = Deal.from_hands(*HANDS, NORTH).run((PASS, PASS))
    deal = random_ending(random.Random(1), 1)
    while not deal.over:
        deal = deal.apply(deal.legal()[0])
    for over in (passed_out, deal):
        with pytest.raises(ValueError, match="second phase"):
            decide(over)
        with pytest.raises(RuleError):
            decide(over, PASS)
