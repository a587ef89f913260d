"""Where a reviewed deal was decided, and what each side gave away in its phases."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.coach.test_review import HANDS, SEEDS, parts_of, played_at_random
from tutor.cards import NORTH, SEATS, Strain, mask_of
from tutor.coach.review import changes_who_scores, review, review_json
from tutor.notation.record import Record
from tutor.rules import PASS, PENALTY, WRITTEN, Contract, Deal, Phase
from tutor.solver.bidding import OPPONENTS

# Where points went.


@pytest.mark.parametrize("seed", range(12))
def test_points_lost_by_phase_add_up_to_points_lost(seed):
    made = review(played_at_random(seed).record)
    said = review_json(made)
    for seat in SEATS:
        auction, play = (made.points_lost(seat, phase) for phase in (Phase.AUCTION, Phase.PLAY))
        assert auction == sum(d.loss_points for d in made.decisions if d.seat == seat and d.deal.play is None)
        assert play == sum(d.loss_points for d in made.decisions if d.seat == seat and d.deal.play is not None)
        assert auction + play == made.points_lost(seat) == said["lost"][seat.letter]
        assert said["lost_by_phase"][seat.letter] == {"auction": auction, "play": play}


def test_a_phase_that_was_not_judged_has_no_loss_rather_than_none_lost():
    record, _ = played_at_random(1)
    lost = review_json(review(replace(record, calls=None)))["lost_by_phase"]
    assert [lost[seat]["auction"] for seat in "NS"] == [None, None]
    assert all(lost[seat]["play"] is not None for seat in "NS")
    lost = review_json(review(replace(record, played=record.played[:1])))["lost_by_phase"]
    leader = record.contract.leader
    assert lost[leader.letter]["play"] is not None
    assert lost[leader.other.letter]["play"] is None


# Where the deal turned.


def naive_turning_point(made):
    """The turning point from the values of the hand alone, as a ply; None when they are flat.

    It is the last step over zero, onto it or off it, after which who scores stays the same to the end; where there is
    no such step the steepest one, the last of equals.
    """
    turned, steepest, height = None, None, 1
    judged = made.values[made.drawn :]
    for ply, (before, after) in enumerate(pairwise(judged), start=made.drawn):
        side_before, side_after = (None if v == 0 else v > 0 for v in (before, after))
        if side_before != side_after:
            turned = ply
        if abs(after - before) >= height:
            steepest, height = ply, abs(after - before)
    return steepest if turned is None else turned


@pytest.mark.parametrize("seed", range(40))
def test_the_turning_point_is_the_last_step_of_the_values_to_another_side_and_without_one_the_steepest(seed):
    made = review(played_at_random(seed).record)
    found = made.turning_point
    assert (found and made.ply_of(found)) == naive_turning_point(made) == review_json(made)["turning_point"]
    assert found is None or found in made.mistakes


def played_in_one_spade(seed):
    """Random hands and random cards in one spade, under rules where a failed contract scores nothing."""
    rng = random.Random(seed)
    deck = rng.sample(range(52), 26)
    contract = Contract(1, Strain.SPADES, 1, rng.choice(SEATS))
    hands = mask_of(deck[:13]), mask_of(deck[13:])
    deal = Deal.from_hands(*hands, NORTH, WRITTEN).with_contract(contract)
    while not deal.over:
        deal = deal.apply(rng.choice(deal.legal()))
    return Record(*hands, NORTH, WRITTEN, contract=contract, played=deal.play.played)


def test_the_deal_turned_at_the_last_mistake_that_changed_who_scores_though_another_cost_more():
    seen = set()
    for seed in range(60):
        made = review(played_in_one_spade(seed))
        found = made.turning_point
        if found is None:
            continue
        flips = [d for d in made.mistakes if changes_who_scores(d)]
        most = max(d.loss_points for d in made.mistakes)
        equals = [d for d in made.mistakes if d.loss_points == most]
        assert found == (flips or equals)[-1]
        seen.add((bool(flips), found.loss_points < most, found == made.mistakes[-1], len(equals) > 1))
    assert {flips for flips, *_ in seen} == {True, False}
    assert any(flips and less for flips, less, *_ in seen), "a costlier mistake that did not decide"
    assert any(flips and not last for flips, _, last, _ in seen), "mistakes after it that changed nothing of that"
    assert any(not flips and several for flips, *_, several in seen), "the last of equals"


@pytest.mark.parametrize("seed", range(30))
def test_after_the_turning_point_who_scores_is_who_scored_in_the_end(seed):
    made = review(played_at_random(seed).record)
    if any(changes_who_scores(d) for d in made.mistakes):
        later = made.values[made.ply_of(made.turning_point) + 1 :]
        assert {(v > 0) - (v < 0) for v in later} == {(made.score > 0) - (made.score < 0)}


@pytest.mark.parametrize("seed", SEEDS)
def test_in_the_play_somebody_else_comes_to_score_when_the_contract_s_fate_changes(seed):
    record, end = played_at_random(seed)
    target, declarer = end.contract.target, end.contract.declarer
    for decision in review(record).decisions:
        if decision.phase is Phase.PLAY:
            made = {
                choice: (choice.tricks if decision.seat == declarer else 13 - choice.tricks) >= target
                for choice in (decision.best[0], decision.choice(decision.taken))
            }
            assert changes_who_scores(decision) == (len(set(made.values())) == 2)


def test_without_a_mistake_nothing_turned():
    assert review(Record(*HANDS, NORTH, PENALTY)).turning_point is None
    made = review(Record(*HANDS, NORTH, WRITTEN, calls=(PASS, PASS)))
    assert (made.mistakes, made.turning_point) == ((), None)
    assert review_json(made)["turning_point"] is None


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_recorded_the_turning_point_is_one_of_the_mistakes(seed):
    record, _ = played_at_random(seed)
    for part in parts_of(record):
        for opponent in OPPONENTS:
            made = review(part, opponent=opponent)
            found = made.turning_point
            assert (found in made.mistakes) if made.mistakes else (found is None)
            turned = [d for d in made.mistakes if changes_who_scores(d)]
            assert not turned or found == turned[-1]
