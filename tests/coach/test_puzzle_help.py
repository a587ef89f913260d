"""What the coach says of a puzzle: hints that name no card too early, reasons for the cards that fail."""

import re

import pytest

from tutor.coach.content import source_paragraphs
from tutor.coach.puzzle import Puzzle, load_puzzles, play_card, play_out, start_puzzle
from tutor.coach.puzzle.help import idea, right_suits, wrong_card
from tutor.coach.puzzle.words import line_told
from tutor.coach.reasons.refutation import tricks_of
from tutor.coach.telling.advice import NEXT_TIME
from tutor.coach.telling.marks import marked
from tutor.coach.themes import Theme
from tutor.notation import parse_card, parse_position
from tutor.rules import SEAT_NAMES
from tutor.solver import best_line

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


TOLD = re.compile(r"After (\S+), (North|South) wins trick (\d+) with ([^\s.]+)\.")


def agrees(puzzle: Puzzle, texts, line) -> int:
    """Whether all that *texts* tell of the better line stands in *line*; how much that was."""
    tricks, found = tricks_of(puzzle.position.play, line), TOLD.findall(" ".join(texts))
    for first, seat, number, card in found:
        trick = tricks[int(number) - 1]
        assert str(marked(line[0])) == first
        assert (str(SEAT_NAMES[trick.winner]), str(marked(trick.won_with))) == (seat, card)
    return len(found)


def test_the_line_beside_a_solution_is_the_one_that_its_words_tell_of():
    puzzles = [each for each in load_puzzles() if isinstance(each, Puzzle)]
    assert sum(agrees(each, source_paragraphs(each.solution), line_told(each)) for each in puzzles) > 200


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda each: each.slug)
def test_the_better_line_is_the_one_that_is_told_of_against_a_card_that_fails(puzzle: Puzzle):
    start = start_puzzle(puzzle)
    for card in start.legal:
        if card not in start.keeping:
            said = wrong_card(start.play, card)
            agrees(puzzle, map(str, said.happens), said.better)
            assert start.play.run(said.better).tricks[puzzle.solver] >= puzzle.goal


def test_an_author_s_own_words_have_the_author_s_own_line_beside_them():
    position, line = "AKQ.2.-.- 432.A.-.- NT N", ("SK", "S2", "SA", "S3", "SQ", "S4")
    cards = tuple(map(parse_card, line))
    assert line_told(make(position, 3, line=cards, solution="Take what is yours.\n\nThen look on.")) == cards
    assert line_told(make(position, 3, solution="Take what is yours.")) == best_line(parse_position(position))
