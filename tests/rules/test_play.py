"""The second phase: following suit, trumps, and the refusal of a wrong card."""

import pytest
from hypothesis import given

from tests.rules.engine import ACTION, ending, read_mask
from tests.strategies import any_actions, cards, plays, strains
from tutor.cards import NORTH, SOUTH, Strain, bit, card_name, suit_of
from tutor.rules import Play, Position, RuleError, beats, followers


def play(state, *names):
    return state.run([ACTION[name] for name in names])


def rule_of(state, card):
    with pytest.raises(RuleError) as caught:
        state.apply(card)
    assert caught.value.legal == tuple(card_name(c) for c in state.legal())
    return caught.value.rule


@given(cards(), cards(), strains())
def test_a_card_wins_as_a_higher_one_of_its_suit_or_as_a_trump(led, reply, strain):
    if suit_of(led) == suit_of(reply):
        assert beats(led, reply, strain) == (reply > led)
    else:
        assert beats(led, reply, strain) == (strain != Strain.NOTRUMP and suit_of(reply) == int(strain))


def test_one_must_follow_suit_if_one_can():
    state = play(ending("A2.-.3.-", "-.5.76.-", "NT", "N"), "D3")
    assert [card_name(card) for card in state.legal()] == ["D7", "D6"]
    assert rule_of(state, ACTION["H5"]) == "follow-suit"


def test_one_who_cannot_follow_may_ruff_or_discard():
    state = play(ending("A2.-.3.-", "-.54.6.-", "H", "N"), "SA")
    assert [card_name(card) for card in state.legal()] == ["H5", "H4", "D6"]
    assert play(state, "H4").tricks == (0, 1)
    assert play(state, "D6").tricks == (1, 0)


def test_the_winner_leads_next():
    state = play(ending("A2.-.-.-", "K3.-.-.-", "NT", "S"), "SK", "SA")
    assert state.turn == NORTH
    assert play(state, "S2").turn == SOUTH


def test_an_illegal_card_is_refused_by_the_rule_it_breaks():
    state = play(ending("A2.-.3.-", "-.54.7.-", "NT", "N"), "SA", "H4", "D3")
    assert rule_of(state, ACTION["S2"]) == "other-hand"
    assert rule_of(state, ACTION["D3"]) == "played-before"
    assert rule_of(state, ACTION["H4"]) == "played-before"
    assert rule_of(state, ACTION["CA"]) == "not-held"
    assert rule_of(state, ACTION["H5"]) == "follow-suit"
    for no_card in (-1, 52, 60, 90):
        assert rule_of(state, no_card) == "not-a-card"


def test_after_the_last_trick_nothing_follows():
    state = play(ending("A.-.-.-", "K.-.-.-", "NT", "N"), "SA", "SK")
    assert state.over
    assert state.legal() == ()
    assert {rule_of(state, action) for action in (-1, 0, 51, 52, 90)} == {"play-over"}


def test_the_words_of_a_revoke_say_who_holds_what():
    state = play(ending("A2.-.3.-", "-.5.76.-", "NT", "N"), "D3")
    with pytest.raises(RuleError, match=r"^H5 does not follow suit: South holds diamonds and must play one\.$"):
        state.apply(ACTION["H5"])


def test_a_card_of_the_other_hand_asks_whether_the_hands_are_the_wrong_way_round():
    with pytest.raises(RuleError, match=r"in the other hand.*wrong way round") as caught:
        play(ending("A2.-.-.-", "K3.-.-.-", "NT", "N"), "SA", "S2")
    assert caught.value.index == 1


def test_the_card_on_the_table_cannot_be_played_again():
    state = Position(read_mask("2.-.-.-"), read_mask("K3.-.-.-"), Strain.NOTRUMP, SOUTH, ACTION["SA"]).play
    assert rule_of(state, ACTION["SA"]) == "played-before"


@pytest.mark.parametrize(
    ("north", "south"), [(0b11, 0b10), (0b11, 0b100), (1 << 52, 1), (1, 1 << 60), (-1, 1), (0b11, 0b101)]
)
def test_hands_that_cannot_be_played_are_refused(north, south):
    with pytest.raises(ValueError, match="the two hands"):
        Play.start(north, south, Strain.CLUBS, NORTH)


@given(plays(), any_actions())
def test_what_is_not_legal_is_refused_and_what_is_legal_is_taken(state, card):
    before = (state.hands, state.turn, state.led, state.tricks, state.played)
    if card in state.legal():
        after = state.apply(card)
        assert after == state.push(card)
        assert after.played == (*state.played, card)
        assert after.hands[state.turn] == state.hands[state.turn] & ~bit(card)
    else:
        assert rule_of(state, card) in {
            "not-a-card", "play-over", "other-hand", "played-before", "not-held", "follow-suit"
        }  # fmt: skip
    assert before == (state.hands, state.turn, state.led, state.tricks, state.played)


@given(plays())
def test_tricks_and_cards_always_add_up(state):
    size = sum(state.tricks) + state.hands[state.turn].bit_count()
    assert len(state.played) == 2 * sum(state.tricks) + (state.led is not None)
    assert 2 * size == len(state.played) + (state.hands[0] | state.hands[1]).bit_count()
    assert not state.hands[0] & state.hands[1]
    assert state.over == (not state.legal())


@given(plays())
def test_who_holds_the_suit_led_plays_it(state):
    legal = followers(state.hands[state.turn], state.led)
    assert set(state.legal()) == {card for card in range(52) if legal & bit(card)}
    if state.led is not None and legal != state.hands[state.turn]:
        assert {suit_of(card) for card in state.legal()} == {suit_of(state.led)}
