"""What the coach says of a puzzle: hints that name no card too early, reasons for the cards that fail."""

import pytest

from tutor.coach.puzzle import Puzzle, load_puzzles, play_card, play_out, start_puzzle
from tutor.coach.puzzle.help import idea, right_suits, wrong_card
from tutor.coach.telling.advice import NEXT_TIME
from tutor.coach.themes import Theme
from tutor.notation import parse_card, parse_position

SHIPPED = [each for each in load_puzzles() if isinstance(each, Puzzle)]
SHIPPED = SHIPPED[:: len(SHIPPED) // 24]  # some of every level
ADVICE = {str(text) for text in NEXT_TIME.values()}


def make(position: str, goal: int, **fields) -> Puzzle:
    facts = {"slug": "x", "title": "X", "level": 1, "themes": (), "by": "", "solution": "", **fields}
    return Puzzle(position=parse_position(position), goal=goal, **facts)


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda each: each.slug)
def test_the_first_idea_is_the_advice_of_the_first_theme(puzzle: Puzzle):
    assert str(idea(start_puzzle(puzzle))) == NEXT_TIME[Theme(puzzle.themes[0])]


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda each: each.slug)
def test_every_card_that_fails_has_its_reasons(puzzle: Puzzle):
    start = start_puzzle(puzzle)
    for card in start.legal:
        if card in start.keeping:
            with pytest.raises(ValueError, match="nothing away"):
                wrong_card(start.play, card)
            continue
        said = wrong_card(start.play, card)
        assert said.happens
        assert (said.reason is None) or str(said.next_time) in ADVICE


def test_where_every_card_is_right_there_is_nothing_to_think_about():
    state = play_out(make("AK.2.-.- 32.-.3.- NT N", 3), [parse_card("SA")])
    assert len(state.keeping) == len(state.legal) == 2
    assert idea(state) is None
    assert idea(play_card(start_puzzle(make("AQ.-.-.- K.-.-.- NT N SJ", 2)), parse_card("SA"))) is None


def test_without_a_theme_of_the_coach_the_idea_is_the_one_found_in_the_cards_that_fail():
    puzzle = make("AQ.-.-.- K.-.-.- NT N SJ", 2, themes=("counting",))
    assert str(idea(start_puzzle(puzzle))) == NEXT_TIME[Theme.WIN_CHEAPLY]


def test_the_suits_of_the_right_cards_are_named_in_the_form_that_their_number_has():
    assert str(right_suits(start_puzzle(make("A3.2.2.- K2.AK.-.- NT N", 3)))) == (
        "The right card is one of your diamonds."
    )
    assert str(right_suits(start_puzzle(make("A.A.2.- -.-.AKQ.- NT N", 2)))) == (
        "There is a right card in spades and hearts."
    )


def test_where_no_suit_is_left_out_the_hint_is_how_many_cards_are_right():
    assert str(right_suits(start_puzzle(make("AQ.-.-.- K.-.-.- NT N SJ", 2)))) == (
        "Of the 2 cards that you may play, one is right."
    )
