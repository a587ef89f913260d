"""The perfect player of cards."""

import pytest
from hypothesis import given, settings

from tests import strategies as some
from tutor.players.play import next_card, play_out
from tutor.rules import Position
from tutor.solver import card_values, value


@settings(max_examples=40)
@given(some.plays())
def test_the_player_gives_no_trick_away_and_plays_what_is_legal(play):
    if play.over:
        return
    values = card_values(Position.of(play))
    card = next_card(play)
    assert card in play.legal()
    assert values[card] == max(values.values())
    assert next_card(play) == card


@settings(max_examples=20)
@given(some.plays())
def test_two_perfect_players_share_the_tricks_as_the_solver_says(play):
    if play.over:
        with pytest.raises(ValueError, match="every card"):
            next_card(play)
        assert play_out(play) is play
        return
    mine = play.tricks[play.turn] + value(Position.of(play))
    done = play_out(play)
    assert done.over
    assert done.tricks[play.turn] == mine
