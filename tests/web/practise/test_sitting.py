"""The walk through a practice hand: the opponent answers by itself, and what is stored leads back to the same place."""

import pytest

from tutor.coach.dealing import from_code
from tutor.notation import NotationError
from tutor.players.calls import next_call
from tutor.players.play import next_card
from tutor.rules import PASS, Phase, Position, RuleError, action_name, north_score
from tutor.solver import card_values
from tutor.web.practise.sitting import NotNowError, Walk

CODES = ("1p-ncns-dk9qt6a", "1w-nonn-x2q142g", "1p-nhss-1gmkvkw", "1l-pcns-jzqm8d9", "1pn-pons-77")


def first(walk: Walk) -> int:
    return walk.deal.legal()[0]


def to_the_play(code: str) -> Walk:
    """The hand with the first bid of the learner's made and all else passed."""
    walk = Walk.read(from_code(code))
    bid = next(call for call in walk.deal.legal() if call >= PASS + 3)
    walk = walk.choose(bid)
    while walk.phase is Phase.AUCTION:
        walk = walk.choose(PASS)
    assert walk.phase is Phase.PLAY
    return walk


@pytest.mark.parametrize("code", CODES)
def test_a_walk_that_goes_on_stands_at_the_learners_turn(code):
    walk = Walk.read(from_code(code))
    while not walk.over:
        assert walk.deal.turn == walk.learner
        walk = walk.choose(walk.deal.legal()[-1])
    assert walk.deal.over


@pytest.mark.parametrize("code", CODES)
def test_the_opponent_calls_and_plays_as_its_kind_does(code):
    hand = from_code(code)
    walk = to_the_play(code)
    while not walk.over:
        walk = walk.choose(first(walk))
    deal = hand.deal
    for place, action in enumerate(walk.actions):
        if place not in walk.own:
            if deal.play is not None:
                assert action == next_card(deal.play)
            else:
                assert action == next_call(hand.table, deal.auction, hand.ruleset, hand.opponent)
        deal = deal.apply(action)
    assert [walk.before(place).turn for place in walk.own] == [hand.learner] * len(walk.own)


@pytest.mark.parametrize("code", CODES)
def test_what_is_stored_leads_back_to_the_same_place_at_every_step(code):
    walk = Walk.read(from_code(code))
    while not walk.over:
        again = Walk.read(walk.hand, walk.words)
        assert (again.actions, again.deal) == (walk.actions, walk.deal)
        assert all(len(word) <= 8 and " " not in word for word in walk.words)
        walk = walk.choose(first(walk))
    assert Walk.read(walk.hand, walk.words).score == walk.score


def test_a_walk_that_was_left_or_claimed_is_read_as_such():
    walk = to_the_play(CODES[0])
    assert Walk.read(walk.hand, walk.leave().words).left
    claimed = walk.claim(0)
    assert Walk.read(walk.hand, claimed.words).claimed == 0
    assert Walk.read(walk.hand, claimed.words).over
    assert claimed.words[-1] == "claim0"


def test_words_that_are_no_walk_are_refused():
    hand = from_code(CODES[0])
    with pytest.raises(NotationError):
        Walk.read(hand, ("nonsense",))
    with pytest.raises(NotationError):
        Walk.read(hand, ("claim14",))
    with pytest.raises(RuleError):
        Walk.read(hand, ("XX",))


def test_an_illegal_choice_is_refused_and_after_the_end_there_is_none():
    walk = Walk.read(from_code(CODES[0]))
    with pytest.raises(RuleError):
        walk.choose(0)  # a card, in the auction
    done = to_the_play(CODES[0]).leave()
    with pytest.raises(NotNowError):
        done.choose(first(done))
    with pytest.raises(NotNowError):
        done.leave()
    with pytest.raises(NotNowError):
        done.claim(0)


def test_only_cards_are_taken_back_each_with_the_opponents_answers():
    start = to_the_play(CODES[0])
    with pytest.raises(NotNowError):
        start.take_back()
    walk, stood = start, [start.actions]
    for _ in range(4):
        walk = walk.choose(first(walk))
        stood.append(walk.actions)
    for actions in reversed(stood[:-1]):
        walk = walk.take_back()
        assert walk.actions == actions
    assert not walk.may_take_back


def test_nothing_is_taken_back_when_the_hand_is_over():
    walk = to_the_play(CODES[0])
    while not walk.over:
        walk = walk.choose(first(walk))
    with pytest.raises(NotNowError):
        walk.take_back()


@pytest.mark.parametrize("code", CODES)
def test_a_claim_is_granted_up_to_what_the_best_defence_allows(code):
    walk = to_the_play(code)
    while not walk.over:
        sure = walk.sure_tricks()
        assert sure == max(card_values(Position.of(walk.deal.play)).values())
        assert sure <= walk.tricks_left
        for tricks in range(walk.tricks_left + 1):
            if tricks > sure:
                with pytest.raises(ValueError, match="cannot be claimed"):
                    walk.claim(tricks)
            else:
                assert walk.claim(tricks).over
        with pytest.raises(ValueError, match="cannot be claimed"):
            walk.claim(-1)
        walk = walk.choose(first(walk))


@pytest.mark.parametrize("code", CODES)
def test_a_claim_of_all_that_is_sure_scores_what_the_best_line_scores(code):
    walk = to_the_play(code)
    for _ in range(3):
        walk = walk.choose(first(walk))
    claimed, left = walk.claim(walk.sure_tricks()), walk.leave()
    assert claimed.declarer_tricks == left.declarer_tricks
    assert claimed.score == left.score
    less = walk.claim(0)
    mine = walk.deal.contract.declarer == walk.learner
    won = walk.deal.play.tricks[walk.deal.contract.declarer]
    assert less.declarer_tricks == won + (0 if mine else walk.tricks_left)
    assert less.score == north_score(walk.deal.contract, less.declarer_tricks, walk.hand.ruleset)


def test_while_a_hand_goes_on_there_is_no_score():
    walk = to_the_play(CODES[0])
    assert (walk.score, walk.declarer_tricks) == (None, None)


def test_a_deal_that_both_pass_is_over_and_scores_nothing():
    found = (from_code(f"1p-ncnn-{digit}{other}") for digit in "123456789abcdef" for other in "0123456789abcdef")
    walk = next(after for hand in found if (after := Walk.read(hand).choose(PASS)).deal.over)
    assert [action_name(call) for call in walk.actions] == ["Pass", "Pass"]
    assert walk.over
    assert walk.score == 0
    assert walk.rest == ()
