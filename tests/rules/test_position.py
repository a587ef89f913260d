"""Positions: what makes one, and all that is wrong with what does not, at once."""

import pytest
from hypothesis import given

from tests.rules.engine import ACTION, read_mask
from tests.strategies import plays, positions
from tutor.cards import FULL_DECK, NORTH, SOUTH, Strain, bit, mask_of
from tutor.rules import Position, RuleError, beats

AK, QJ = read_mask("AK.-.-.-"), read_mask("QJ.-.-.-")


def faults_of(north, south, turn=NORTH, led=None):
    with pytest.raises(RuleError) as caught:
        Position(north, south, Strain.NOTRUMP, turn, led)
    error = caught.value
    assert error.rule == "position"
    assert error.legal == ()
    assert str(error) == " ".join(str(message) for message in error.messages)
    return [str(message) for message in error.messages]


@given(positions())
def test_a_position_keeps_its_cards_and_knows_the_tricks_left(position):
    assert position.faults() == []
    assert position.tricks_left == position.hand(position.turn).bit_count()
    on_table = 0 if position.led is None else bit(position.led)
    assert (position.north | position.south | on_table).bit_count() == 2 * position.tricks_left
    assert Position.of(position.play) == position


@given(positions(led=True))
def test_a_card_wins_when_it_beats_the_card_on_the_table(position):
    for card in position.play.legal():
        assert position.wins(card) == beats(position.led, card, position.strain)
        after = position.play.apply(card)
        assert after.turn == (position.turn if position.wins(card) else position.turn.other)


@given(positions(led=False))
def test_with_no_card_on_the_table_no_card_wins(position):
    assert not any(position.wins(card) for card in position.play.legal())


@given(plays())
def test_every_moment_of_play_but_the_end_is_a_position(play):
    if play.over:
        with pytest.raises(RuleError, match="No cards are left"):
            Position.of(play)
    else:
        position = Position.of(play)
        assert position.play.legal() == play.legal()
        assert (position.turn, position.led, position.strain) == (play.turn, play.led, play.strain)


def test_a_position_of_nothing_is_refused():
    assert faults_of(0, 0) == ["No cards are left to play."]


def test_a_shared_card_is_a_fault():
    assert faults_of(AK, AK) == ["The two hands share a card."]


def test_hands_of_unequal_length_are_a_fault():
    assert faults_of(AK, bit(ACTION["SQ"])) == ["With no card on the table the two hands must hold as many cards each."]


def test_the_card_on_the_table_must_come_out_of_the_other_hand():
    table = ACTION["SQ"]
    assert Position(AK, bit(ACTION["SJ"]), Strain.NOTRUMP, NORTH, table).tricks_left == 2
    must = "With a card on the table the seat to play must hold one card more than the other."
    assert faults_of(AK, read_mask("JT.-.-.-"), NORTH, table) == [must]
    assert faults_of(AK, bit(ACTION["SJ"]), SOUTH, table) == [must]
    assert faults_of(AK, bit(table), NORTH, table) == ["The card on the table must be in neither hand."]


def test_a_hand_has_at_most_thirteen_cards():
    assert faults_of(mask_of(range(14)), mask_of(range(20, 34))) == ["A hand has at most 13 cards."]
    assert faults_of(mask_of(range(14)), mask_of(range(20, 33)), NORTH, 50) == ["A hand has at most 13 cards."]


def test_all_faults_are_said_at_once():
    found = faults_of(AK, AK | QJ, NORTH, ACTION["SA"])
    assert found == [
        "The two hands share a card.",
        "The card on the table must be in neither hand.",
        "With a card on the table the seat to play must hold one card more than the other.",
    ]
    assert len(faults_of(mask_of(range(15)), mask_of(range(14)))) == 3


@pytest.mark.parametrize(
    ("north", "south", "led"),
    [
        (FULL_DECK + 1, 1, None),
        (-1, 1, None),
        (1, 1 << 52, None),
        (AK, bit(ACTION["SQ"]), 52),
        (AK, 1, -1),
        (AK, 1, 90),
    ],
)
def test_what_is_no_card_is_in_no_position(north, south, led):
    assert faults_of(north, south, NORTH, led) == ["A position is made of the 52 cards and of nothing else."]
