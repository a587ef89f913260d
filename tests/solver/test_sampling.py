"""Hands under partial knowledge: uniform, repeatable, consistent, and worth what solving them says."""

import random
from collections import Counter
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tutor.cards import FULL_DECK, NORTH, SEATS, SOUTH, Strain, mask_of, rank_of
from tutor.players.calls import next_call
from tutor.rules import BIDS, DOUBLE, LEVEL, PASS, PENALTY, WRITTEN, Auction, Deal, Phase, make_bid, observe
from tutor.solver import trick_table
from tutor.solver.bidding import OPPONENTS, SolvedAuction, State, call_values
from tutor.solver.sampling import Estimate, Knowledge, all_hands, fitting, hands_of_rank, outlook, sample_hands

HONOURS = mask_of(card for card in range(52) if rank_of(card) >= 8)


@st.composite
def knowledges(draw, most_unknown=39):
    """A player's knowledge that leaves at most *most_unknown* cards in doubt, and the hand the opponent really has."""
    deck = draw(st.permutations(range(52)))
    own, theirs, gone = deck[:13], deck[13:26], deck[26:]
    unknown_gone = draw(st.integers(0, min(26, most_unknown)))
    unknown_held = draw(st.integers(0, min(13, most_unknown - unknown_gone)))
    known = Knowledge(mask_of(own), mask_of(gone[unknown_gone:]), mask_of(theirs[unknown_held:]))
    return known, mask_of(theirs)


def some_knowledge(seed, unknown_gone, unknown_held):
    deck = random.Random(seed).sample(range(52), 52)
    held, gone = mask_of(deck[13 + unknown_held : 26]), mask_of(deck[26 + unknown_gone :])
    return Knowledge(mask_of(deck[:13]), gone, held)


@given(knowledges(most_unknown=9))
def test_all_hands_are_the_possible_ones_each_once(case):
    known, theirs = case
    found = [int(hand) for hand in all_hands(known)]
    pool = [card for card in range(52) if known.pool >> card & 1]
    assert sorted(found) == sorted(known.held | mask_of(some) for some in combinations(pool, known.needed))
    assert len(found) == known.count == comb(len(pool), known.needed)
    assert theirs in found


@given(knowledges(), st.integers(0, 2**32))
def test_sampled_hands_agree_with_what_is_known_and_the_same_seed_gives_the_same(case, seed):
    known, _ = case
    hands = sample_hands(known, 20, seed)
    for hand in map(int, hands):
        assert hand.bit_count() == 13
        assert hand & known.held == known.held
        assert not hand & (known.own | known.gone)
        assert not hand & ~FULL_DECK
    assert (hands == sample_hands(known, 20, seed)).all()


def test_other_seeds_give_other_hands():
    known = some_knowledge(1, 26, 13)
    assert len({tuple(map(int, sample_hands(known, 3, seed))) for seed in range(50)}) == 50


@pytest.mark.parametrize(("unknown_gone", "unknown_held"), [(1, 1), (2, 2), (4, 3), (1, 8), (6, 1)])
def test_each_possible_hand_is_drawn_equally_often(unknown_gone, unknown_held):
    known = some_knowledge(5, unknown_gone, unknown_held)
    draws = 400 * known.count
    seen = Counter(map(int, sample_hands(known, draws, 11)))
    chi_squared = sum((seen[int(hand)] - 400) ** 2 / 400 for hand in all_hands(known))
    freedom = known.count - 1
    # Four standard deviations of the chi-squared distribution; with a fixed seed the outcome is always the same.
    assert chi_squared < freedom + 4 * sqrt(2 * freedom)


def test_in_a_large_pool_each_card_and_each_pair_is_held_as_often_as_it_should_be():
    known = some_knowledge(2, 26, 13)
    draws = 20_000
    hands = sample_hands(known, draws, 3)
    pool = [card for card in range(52) if known.pool >> card & 1]
    held = np.array([[hand >> card & 1 for card in pool] for hand in map(int, hands)])
    for share, expected in (
        (held.mean(axis=0), 13 / 39),
        ((held[:, 1:] * held[:, :-1]).mean(axis=0), 13 * 12 / 39 / 38),
    ):
        error = sqrt(expected * (1 - expected) / draws)
        assert abs(share - expected).max() < 4.5 * error


def test_the_last_number_is_the_highest_hand_and_the_first_the_lowest():
    known = some_knowledge(2, 26, 13)
    pool = [card for card in range(52) if known.pool >> card & 1]
    low, high = hands_of_rank(known, np.array([0, known.count - 1]))
    assert (int(low), int(high)) == (mask_of(pool[:13]), mask_of(pool[-13:]))


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("ruleset", [PENALTY, WRITTEN, LEVEL])
@pytest.mark.parametrize("seed", range(6))
def test_where_few_hands_are_possible_the_figures_are_the_means_over_all_that_fit_the_calls(ruleset, seed, opponent):
    known = some_knowledge(seed, 4, 2)
    seat = SEATS[seed % 2]
    tables = [table_of(known, hand, seat) for hand in map(int, all_hands(known))]
    truth = tables[seed]
    # The opponent calls by the hand that it has, the learner passes; both openings are among the seeds.
    auction = Auction(SEATS[seed // 2 % 2])
    while not auction.over:
        if auction.turn == seat:
            assert called_so(truth, auction, ruleset, opponent)
            fit = [table for table in tables if called_so(table, auction, ruleset, opponent)]
            found = outlook(known, auction, ruleset, opponent)
            assert (found.exact, found.drawn, found.hands) == (True, known.count, len(fit)) == (True, 15, len(fit))
            check_means(found, fit, [call_values(table, auction, ruleset, opponent) for table in fit])
        auction = auction.apply(PASS if auction.turn == seat else next_call(truth, auction, ruleset, opponent))


def table_of(known, hand, seat):
    return trick_table(*((known.own, hand) if seat == NORTH else (hand, known.own)))


def called_so(table, auction, ruleset, opponent):
    """Whether the opponent of the seat to call, with the cards of *table*, would have made its calls of *auction*."""
    solved = SolvedAuction(table, ruleset)
    for number, call in enumerate(auction.calls):
        before = Auction.of(auction.dealer, auction.calls[:number])
        if before.turn == auction.turn:
            continue
        if opponent == "natural":
            if call != solved.natural_call(State.of(before)):
                return False
        else:
            values = call_values(table, before, ruleset)
            if values[call] != (max if before.turn == NORTH else min)(values.values()):
                return False
    return True


def check_means(found, tables, values):
    """The figures of *found* are the means over *tables*, with what every call is worth in each."""
    count = len(tables)
    assert list(found.scores) == list(found.losses) == list(values[0])
    for call, estimate in found.scores.items():
        assert estimate == Estimate(pytest.approx(sum(v[call] for v in values) / count), 0)
    for declarer in SEATS:
        for bid in BIDS:
            level, strain = (bid - BIDS[0]) // 5 + 1, Strain((bid - BIDS[0]) % 5)
            made = sum(table[declarer][strain] >= 6 + level for table in tables)
            assert found.makes[declarer][bid] == Estimate(pytest.approx(made / count), 0)


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("ruleset", [PENALTY, WRITTEN, LEVEL])
def test_the_opponents_calls_leave_out_hands_and_never_the_one_that_it_has(ruleset, opponent):
    """Every call of the computer players, whatever the learner called in between."""
    rng = random.Random(f"{ruleset} {opponent}")
    left_out = turns = 0
    for number in range(12):
        known, seat = some_knowledge(number, 4, 3), SEATS[number % 2]
        theirs = all_hands(known)
        tables = [table_of(known, int(hand), seat) for hand in theirs]
        tricks = np.array([[table[s][t] for s in SEATS for t in Strain] for table in tables])
        truth, auction = rng.randrange(len(tables)), Auction(SEATS[number // 2 % 2])
        natural = seat.other if opponent == "natural" else None
        while not auction.over:
            if auction.turn == seat:
                fits = fitting(tricks, auction, ruleset, natural)
                assert fits[truth]
                assert [bool(each) for each in fits] == [called_so(t, auction, ruleset, opponent) for t in tables]
                left_out, turns = left_out + int((~fits).sum()), turns + 1
                auction = auction.apply(rng.choice(auction.legal()[:12]))
            else:
                auction = auction.apply(next_call(tables[truth], auction, ruleset, opponent))
    assert turns > 12
    # Where failing is free a perfect player loses nothing by a call, for all can be blocked: it tells nothing.
    assert left_out > 100 or (ruleset, opponent) == (WRITTEN, "perfect")


def opened(number, ruleset=PENALTY):
    """A player's knowledge of 462 hands, and the auction that a natural opponent opened with one of them."""
    known = some_knowledge(number, 6, 5)
    theirs = int(all_hands(known)[number])
    auction = Auction(SOUTH)
    return known, auction.apply(next_call(trick_table(known.own, theirs), auction, ruleset, "natural"))


def test_a_sample_of_the_hands_that_fit_is_near_the_truth_about_them_by_its_own_standard_error():
    within = in_all = 0
    for number in range(8):
        known, auction = opened(number)
        truth = outlook(known, auction, PENALTY, "natural")
        assert (truth.exact, truth.heeded, truth.drawn) == (True, True, 462)
        for seed in range(5):
            found = outlook(known, auction, PENALTY, "natural", hands=60, most=400, seed=seed)
            assert (found.exact, found.heeded) == (False, True)
            assert 2 <= found.hands <= 60 <= found.drawn <= 400
            assert found.hands == 60 or found.drawn == 400
            assert found == outlook(known, auction, PENALTY, "natural", hands=60, most=400, seed=seed)
            for call, estimate in found.scores.items():
                in_all += 1
                within += abs(estimate.mean - truth.scores[call].mean) <= 2 * estimate.error + 1e-9
    assert within / in_all > 0.9


@pytest.mark.parametrize(("hands", "most", "exact"), [(20, 100, False), (20, 462, True)])
def test_where_no_hand_fits_all_are_taken_and_it_says_so(hands, most, exact):
    known, _ = opened(0)
    # 7NT fails with every hand, and a natural player never bids what fails.
    auction = Auction.of(SOUTH, (BIDS[-1],))
    assert max(trick_table(known.own, int(hand))[SOUTH][Strain.NOTRUMP] for hand in all_hands(known)) < 13
    found = outlook(known, auction, PENALTY, "natural", hands=hands, most=most, seed=4)
    assert (found.exact, found.heeded, found.drawn) == (exact, False, most)
    assert found.hands == (462 if exact else 20)
    assert found.scores[DOUBLE].mean > found.scores[PASS].mean > 0


def test_before_the_opponent_has_called_there_is_nothing_to_heed():
    known, _ = opened(0)
    found = outlook(known, Auction(NORTH), PENALTY, "natural", hands=20, seed=4)
    assert (found.exact, found.heeded, found.hands, found.drawn) == (False, False, 20, 20)


def test_the_error_of_a_difference_is_that_of_the_differences_on_the_same_hands():
    known, auction = some_knowledge(4, 20, 10), Auction(SOUTH)
    found = outlook(known, auction, PENALTY, hands=80, seed=5)
    values = [call_values(trick_table(int(hand), known.own), auction, PENALTY) for hand in sample_hands(known, 80, 5)]
    best = min(found.scores, key=lambda call: found.scores[call].mean)
    assert found.losses[best] == Estimate(0, 0)
    smaller = 0
    for call, loss in found.losses.items():
        differences = np.array([each[call] - each[best] for each in values])
        assert loss.mean == pytest.approx(differences.mean())
        assert loss.mean == pytest.approx(found.scores[call].mean - found.scores[best].mean)
        assert loss.error == pytest.approx(differences.std(ddof=1) / sqrt(80))
        smaller += loss.error < 0.9 * sqrt(found.scores[call].error ** 2 + found.scores[best].error ** 2)
    assert smaller


def test_a_sample_is_near_the_truth_by_its_own_standard_error():
    known = some_knowledge(4, 5, 4)
    auction = Auction(NORTH)
    truth = outlook(known, auction, PENALTY, hands=known.count)
    assert truth.exact
    assert known.count == 126
    within, in_all = 0, 0
    for seed in range(40):
        found = outlook(known, auction, PENALTY, hands=100, seed=seed)
        assert (found.exact, found.hands) == (False, 100)
        for call, estimate in found.scores.items():
            in_all += 1
            within += abs(estimate.mean - truth.scores[call].mean) <= 2 * estimate.error + 1e-9
    # Two standard errors hold 95 of 100 estimates of a normal mean.
    assert within / in_all > 0.9


def test_the_same_seed_gives_the_same_outlook_and_full_knowledge_the_exact_one():
    known = some_knowledge(9, 20, 10)
    auction = Auction(SOUTH)
    assert outlook(known, auction, PENALTY, hands=50, seed=3) == outlook(known, auction, PENALTY, hands=50, seed=3)
    certain = some_knowledge(9, 0, 0)
    (theirs,) = map(int, all_hands(certain))
    found = outlook(certain, auction, PENALTY, hands=1)
    exact = call_values(trick_table(theirs, certain.own), auction, PENALTY)
    assert found.exact
    assert {call: estimate.mean for call, estimate in found.scores.items()} == exact


def test_one_hand_of_many_has_no_error_to_tell():
    found = outlook(some_knowledge(9, 20, 10), Auction(NORTH), PENALTY, hands=1)
    assert found.scores[PASS].error == float("inf")


def drawn_deal(seed):
    rng = random.Random(seed)
    deal = Deal.shuffled(rng, NORTH, PENALTY)
    while deal.phase is Phase.DRAW:
        deal = deal.apply(rng.choice(deal.legal()))
    return deal


def test_who_counted_everything_knows_the_hand_and_who_counted_honours_knows_the_honours():
    deal = drawn_deal(6)
    for seat in SEATS:
        theirs = deal.start_hands[seat.other]
        full = Knowledge.of(observe(deal, seat))
        assert (full.held, full.count) == (theirs, 1)
        part = Knowledge.of(observe(deal, seat), HONOURS)
        assert part.held == theirs & HONOURS
        assert part.gone == HONOURS & ~(deal.start_hands[0] | deal.start_hands[1])
        nothing = Knowledge.of(observe(deal, seat), 0)
        assert (nothing.gone, nothing.held, nothing.count) == (0, 0, comb(39, 13))


def test_in_the_draw_phase_there_is_no_hand_to_reckon_with_yet():
    deal = Deal.shuffled(random.Random(1), NORTH, PENALTY)
    with pytest.raises(ValueError, match="draw phase"):
        Knowledge.of(observe(deal, NORTH))


ACES = mask_of((12, 25, 38, 51))


@pytest.mark.parametrize(
    ("own", "gone", "held", "words"),
    [
        (ACES, 0, 0, "13 cards, not 4"),
        (mask_of(range(13)), mask_of(range(12, 20)), 0, "one place"),
        (mask_of(range(13)), 0, mask_of(range(20, 34)), "13 cards, not 14"),
        (mask_of(range(13)), mask_of(range(13, 40)), 0, "too many cards are gone"),
        (1 << 60, 0, 0, "of the 52 cards"),
        (-1, 0, 0, "of the 52 cards"),
    ],
)
def test_knowledge_that_cannot_be_is_refused(own, gone, held, words):
    with pytest.raises(ValueError, match=words):
        Knowledge(own, gone, held)


@pytest.mark.parametrize(
    ("auction", "hands"),
    [(Auction.of(NORTH, (PASS, PASS)), 5), (Auction(NORTH), 0), (Auction(NORTH, (), doubling=False), 5)],
)
def test_a_question_that_has_no_answer_is_refused(auction, hands):
    with pytest.raises(ValueError, match=r"auction|hand"):
        outlook(some_knowledge(9, 20, 10), auction, PENALTY, hands=hands)


def test_doubling_counts_in_the_expected_score():
    found = outlook(some_knowledge(9, 5, 4), Auction.of(NORTH, (make_bid(7, 4),)), PENALTY, hands=60)
    assert list(found.scores) == [PASS, DOUBLE]
    assert found.scores[DOUBLE].mean == 2 * found.scores[PASS].mean


def test_an_opponent_of_no_known_kind_is_refused():
    with pytest.raises(ValueError, match="perfect, natural"):
        outlook(some_knowledge(9, 2, 1), Auction(NORTH), PENALTY, "Natural")


@pytest.mark.parametrize("rank", [-1, 3])
def test_a_number_that_no_hand_has_is_refused(rank):
    known = some_knowledge(9, 2, 1)
    assert known.count == 3
    with pytest.raises(ValueError, match="0 to 2"):
        hands_of_rank(known, np.array([rank]))
