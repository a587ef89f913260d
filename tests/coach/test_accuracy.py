"""Accuracy: which decisions count, examples worked out by hand, and its bounds."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.coach.test_review import HANDS, RULES, SEEDS, played_at_random
from tests.solver.auctions import CALL
from tutor.cards import NORTH, SEATS, SOUTH, Strain
from tutor.coach.accuracy import Accuracy, accuracy, mattered
from tutor.coach.facts import decide
from tutor.coach.review import review, review_json
from tutor.notation import parse_card
from tutor.notation.record import Record
from tutor.rules import PASS, PENALTY, WRITTEN, Contract, Deal, Phase


def decisions(ruleset, *cards, level=1):
    """The decisions on *cards*, played in North's contract in hearts with :data:`HANDS`."""
    deal, found = Deal.from_hands(*HANDS, NORTH, ruleset).with_contract(Contract(level, Strain.HEARTS, 1, NORTH)), []
    for card in map(parse_card, cards):
        found.append(decide(deal, card))
        deal = deal.apply(card)
    return found


# Examples: North has eleven trumps and the ace of spades, South the king and queen of spades and the diamonds.


def test_a_card_that_is_the_only_legal_one_does_not_count():
    made = decisions(PENALTY, "DA", "H4", "SA", "SQ", "S2", "SK")
    assert made[-1].forced
    assert not mattered(made[-1])
    assert accuracy(made[-1:]) is None


def test_cards_that_all_come_to_the_same_do_not_count():
    # Whatever South leads, North takes twelve.
    (lead,) = decisions(PENALTY, "DA")
    assert len(lead.choices) == 13
    assert len({choice.score for choice in lead.choices}) == 1
    assert accuracy([lead]) is None


def test_a_discard_that_could_cost_a_trick_counts_as_right_or_wrong():
    for card, right in (("H4", 1), ("S2", 1), ("SA", 0)):
        _, discard = decisions(PENALTY, "DA", card)
        assert mattered(discard)
        assert accuracy([discard]) == Accuracy(right, 1)


def test_tricks_that_change_no_score_count_neither_way():
    # Seven hearts fail by a trick or by two: under the written rules that is all one.
    _, discard = decisions(WRITTEN, "DA", "SA", level=7)
    assert discard.loss_tricks == 1
    assert accuracy([discard]) is None
    _, discard = decisions(PENALTY, "DA", "SA", level=7)
    assert accuracy([discard]) == Accuracy(0, 1)


def test_calls_that_all_come_to_the_same_do_not_count():
    deal = Deal.from_hands(*HANDS, NORTH, WRITTEN)
    assert accuracy([decide(deal, call) for call in (PASS, CALL["1H"], CALL["7NT"])]) is None


def test_one_right_of_two_is_half():
    made = review(Record(*HANDS, NORTH, PENALTY, calls=(CALL["7NT"], PASS)))
    # North cannot make seven; South, who passes, could have doubled.
    assert made.accuracy(NORTH, Phase.AUCTION) == Accuracy(0, 1)
    assert made.accuracy(SOUTH, Phase.AUCTION) == Accuracy(0, 1)
    doubled = review(Record(*HANDS, NORTH, PENALTY, calls=(CALL["7NT"], CALL["X"], PASS)))
    assert doubled.accuracy(NORTH, Phase.AUCTION) == Accuracy(1, 2)
    assert doubled.accuracy(SOUTH, Phase.AUCTION) == Accuracy(1, 1)
    assert doubled.accuracy(NORTH, Phase.AUCTION).percent == 50


# Bounds.


def test_without_a_decision_that_mattered_there_is_no_accuracy_rather_than_100_percent():
    assert accuracy([]) is None
    with pytest.raises(ValueError, match="0 right of 0"):
        Accuracy(0, 0)


@pytest.mark.parametrize(("right", "of"), [(-1, 2), (3, 2)])
def test_more_right_than_there_were_is_refused(right, of):
    with pytest.raises(ValueError, match="no accuracy"):
        Accuracy(right, of)


def test_100_percent_is_said_only_where_nothing_was_lost():
    assert Accuracy(999, 1000).percent == 99
    assert Accuracy(199, 200).percent == 99
    assert [Accuracy(right, 7).percent for right in (0, 7)] == [0, 100]


def test_0_percent_is_said_only_where_nothing_was_right():
    assert Accuracy(1, 1000).percent == 1
    assert Accuracy(0, 1000).percent == 0


def test_a_share_between_these_is_rounded_to_the_nearest_whole_per_cent_and_not_cut():
    assert [Accuracy(right, 3).percent for right in (1, 2)] == [33, 67]
    assert [Accuracy(right, 8).percent for right in (1, 7)] == [13, 88], "a half goes up"
    for of in range(1, 210):
        for right in range(of + 1):
            found = Accuracy(right, of).percent
            assert (found == 0, found == 100) == (right == 0, right == of)
            # Off by half a per cent at most, but for what would round to 0 or 100 and must not.
            off = abs(Fraction(100 * right, of) - found)
            assert off <= Fraction(1, 2) or (found in (1, 99) and off < 1)


@pytest.mark.parametrize("seed", range(12))
def test_of_random_play_each_share_is_what_counting_by_hand_gives(seed):
    record, _ = played_at_random(seed)
    for made in (review(record), review(record, opponent="natural")):
        for seat in SEATS:
            for phase in (Phase.AUCTION, Phase.PLAY):
                right = wrong = 0
                for decision in made.decisions:
                    scores = {choice.score for choice in decision.choices}
                    if (decision.seat, decision.phase) != (seat, phase) or len(scores) == 1:
                        continue
                    best = max(scores) if seat == NORTH else min(scores)
                    hit = next(c.score for c in decision.choices if c.action == decision.taken) == best
                    right, wrong = right + hit, wrong + (not hit)
                found = made.accuracy(seat, phase)
                assert found == (Accuracy(right, right + wrong) if right + wrong else None)
                assert found is None or 0 <= found.percent <= 100
                assert found is None or (found.percent == 100) == (made.points_lost(seat, phase) == 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_better_choice_at_any_decision_never_lowers_it(seed):
    made = review(played_at_random(seed).record)
    rng = random.Random(seed)
    for seat in SEATS:
        taken = list(made.of(seat))
        before = accuracy(taken)
        for index in rng.sample(range(len(taken)), len(taken)):
            taken[index] = replace(taken[index], taken=taken[index].best[0].action)
            after = accuracy(taken)
            assert (before is None) == (after is None)
            assert before is None or before.percent <= after.percent
            before = after
        assert before is None or before.percent == 100


def test_the_json_has_each_share_by_seat_and_phase_and_null_where_there_is_none():
    assert len(RULES) == len(SEEDS)
    shown = set()
    for seed in SEEDS:
        made = review(played_at_random(seed).record)
        for letter, phases in review_json(made)["accuracy"].items():
            assert list(phases) == ["auction", "play"]
            for name, value in phases.items():
                found = made.accuracy(next(s for s in SEATS if s.letter == letter), Phase(name))
                shown.add(value is None)
                expected = None
                if found is not None:
                    expected = {"right": found.right, "decisions": found.decisions, "percent": found.percent}
                assert value == expected
    assert shown == {True, False}
