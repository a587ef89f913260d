"""What a call was worth to who noticed only the honours: the figures, over which hands they are, and the marks."""

from math import hypot, inf

import pytest

from tutor.cards import NORTH
from tutor.coach.dealing import HONOUR_HANDS, from_code
from tutor.rules import BIDS, DOUBLE, PASS, Phase
from tutor.solver.sampling import MOST_DRAWN, Estimate
from tutor.web.practise import hand_pages, verdicts
from tutor.web.practise.sitting import Walk

OPENED = "1p-nhns-4phx2"
"""The opponent deals and opens 1C; few of the hands that the honours allow would."""

FIRST = "1p-nhss-1gmkvkw"
"""The learner calls first."""


def walk_to(code: str, *calls: int) -> Walk:
    walk = Walk.read(from_code(code))
    for call in calls:
        walk = walk.choose(call)
    return walk


def said(walk: Walk, place: int) -> str:
    return " ".join(str(each) for each in verdicts.basis(walk, place))


def test_a_call_is_graded_by_the_hands_with_which_the_opponent_would_have_called_as_it_did():
    one_notrump = BIDS[4]
    assert verdicts.mark(walk_to(OPENED, one_notrump), 1) == "best"
    assert verdicts.mark(walk_to(OPENED, DOUBLE), 1) == "bad"


def test_the_basis_says_how_many_hands_fitted_the_calls_and_why_only_these_were_weighed():
    walk = walk_to(OPENED, PASS)
    found = verdicts.outlook_at(walk, 1)
    assert found.heeded
    assert said(walk, 1) == (
        f"{HONOUR_HANDS} hands that fit the opponent’s calls so far were weighed, of {found.drawn} drawn at random. "
        "A call tells of the hand: this opponent bids what makes and scores most, so hands with which it would have "
        "called otherwise are left out."
    )


def test_of_a_perfect_opponent_it_is_said_that_its_calls_give_nothing_away():
    walk = Walk.read(from_code("1p-phns-4phx2"))
    place = len(walk.actions)
    walk = walk.choose(PASS)
    assert said(walk, place).endswith("hands with which its calls would have given points away are left out.")


def test_before_the_opponent_has_called_nothing_is_said_of_its_calls():
    walk = walk_to(FIRST, PASS)
    assert said(walk, 0) == (f"{HONOUR_HANDS} of the hands that the opponent may hold were weighed, drawn at random.")


def test_when_all_hands_could_be_tried_the_basis_says_how_many_of_them_fit():
    walk, place, found = next(
        each
        for each in (reply(f"1p-nhns-{seed}") for seed in "123456789abcdefghjkmnpqrstvwxyz")
        if each[2].exact and 1 < each[2].hands < each[2].drawn
    )
    assert found.drawn == walk.hand.remembered.count <= MOST_DRAWN
    assert said(walk, place).startswith(
        f"Of the hands that the opponent may hold ({found.drawn} by the cards) {found.hands} fit its calls so far, "
        "and all of these were weighed."
    )
    assert all(each.doubt == 0 for each in verdicts.odds_at(walk, place))


def reply(code: str):
    """The walk in which the learner passes at its first turn, the place of that, and the outlook there."""
    walk = Walk.read(from_code(code))
    assert walk.phase is Phase.AUCTION
    place = len(walk.actions)
    walk = walk.choose(PASS)
    return walk, place, verdicts.outlook_at(walk, place)


def test_calls_that_no_hand_explains_are_said_to_be_that():
    """An auction that this opponent never calls, as an older keeping of the hand may have it."""
    hand = from_code(OPENED)
    calls = (BIDS[-1], PASS)
    seven = Walk(hand, calls, hand.deal.run(calls))
    found = verdicts.outlook_at(seven, 1)
    assert not found.heeded
    assert said(seven, 1) == (
        f"Of {MOST_DRAWN} hands drawn at random next to none fits the opponent’s calls so far. "
        f"{HONOUR_HANDS} of the hands that the opponent may hold were weighed, drawn at random."
    )


def test_the_doubt_of_a_difference_is_that_of_the_same_hands_and_marks_more_calls_as_bad():
    walk = walk_to(FIRST, PASS)
    found, odds = verdicts.outlook_at(walk, 0), verdicts.odds_at(walk, 0)
    sign = 1 if walk.learner == NORTH else -1
    told_apart = 0
    for each in odds:
        assert (each.score.mean, each.score.error) == (
            sign * found.scores[each.call].mean,
            found.scores[each.call].error,
        )
        assert each.loss == pytest.approx(odds[0].score.mean - each.score.mean)
        assert each.doubt == found.losses[each.call].error
        assert each.grade == ("bad" if each.loss > 2 * each.doubt else "slip" if each.loss else "best")
        told_apart += 2 * each.doubt < each.loss <= 2 * hypot(odds[0].score.error, each.score.error)
    assert told_apart


@pytest.mark.parametrize(
    ("chance", "shown"),
    [
        (Estimate(1.0, 0.0), (100, 0)),
        (Estimate(0.0, 0.0), (0, 0)),
        (Estimate(249 / 250, 0.004), (99, 1)),
        (Estimate(1 / 250, 0.004), (1, 1)),
        (Estimate(3999 / 4000, 0.0), (99, 0)),
        (Estimate(1 / 4000, 0.0), (1, 0)),
        (Estimate(0.5, 0.0316), (50, 3)),
        (Estimate(0.994, 0.005), (99, 1)),
    ],
)
def test_only_all_is_a_hundred_percent_and_only_none_is_nothing(chance, shown):
    assert verdicts.percent(chance) == shown


def test_the_chances_of_a_hand_are_a_hundred_or_nothing_only_where_every_hand_agrees():
    near = 0
    for code in (OPENED, FIRST, "1p-nhns-7", "1l-nhss-9"):
        _, _, found = reply(code)
        for each in (chance for bids in found.makes.values() for chance in bids.values()):
            shown, _ = verdicts.percent(each)
            assert (shown == 100) == (round(each.mean * found.hands) == found.hands)
            assert (shown == 0) == (round(each.mean * found.hands) == 0)
            near += each.mean != round(each.mean) and round(100 * each.mean) in {0, 100}
            assert each.error < inf
    assert near


@pytest.mark.parametrize(
    ("loss", "told"), [(0.2, "less than one point"), (0.5, "one point"), (1.2, "one point"), (2.5, "2 points")]
)
def test_a_difference_is_told_in_whole_points_and_never_as_none(monkeypatch, loss, told):
    walk = walk_to(FIRST, PASS)
    own, best = Estimate(10.0, 0.1), Estimate(10.0 + loss, 0.1)
    odds = (verdicts.Odds(BIDS[0], best, 0.0, 0.0), verdicts.Odds(PASS, own, loss, 0.01))
    for module in (hand_pages, verdicts):
        monkeypatch.setattr(module, "odds_at", lambda _walk, _place: odds)
    assert f", {told} less than 1 club." in hand_pages.judge(walk, 0).said
