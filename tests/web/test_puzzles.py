"""Puzzles: against perfect defence, every card that keeps the goal is right, any other fails at once."""

import html
import re

import pytest

from tutor.cards import card_name
from tutor.coach.puzzle import load_puzzles, play_card, start_puzzle
from tutor.web.words import trick_count

PUZZLES = load_puzzles()
PUZZLE = PUZZLES[0]
ADDRESS = f"/puzzles/{PUZZLE.slug}"


def names(cards) -> str:
    return "-".join(card_name(card) for card in cards)


def solution(puzzle):
    """The solver's cards of one way to the goal."""
    state, cards = start_puzzle(puzzle), []
    while not state.over:
        cards.append(state.keeping[0])
        state = play_card(state, cards[-1])
    return cards


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda each: each.slug)
def test_before_the_answer_nothing_gives_it_away(client, puzzle):
    page = client.get(f"/puzzles/{puzzle.slug}").text
    picks = re.findall(r'class="pick" href="[^"]+" data-key="(\w+)"', page)
    assert picks == [card_name(card) for card in start_puzzle(puzzle).legal]
    for revealing in ("worth-", "best card", "taken", puzzle.solution.strip()[:30]):
        assert revealing not in page
    for line in puzzle.solution.split("\n"):
        assert not line or line not in page


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda each: each.slug)
def test_the_puzzle_can_be_solved_and_leads_on_to_its_analysis(client, puzzle):
    page = client.get(f"/puzzles/{puzzle.slug}", query_string={"played": names(solution(puzzle))}).text
    assert ">Solved</h2>" in page
    analysis = re.search(r'href="(/analyse/position[^"]+)"', page).group(1)
    assert client.get(analysis.replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda each: each.slug)
def test_every_first_card_is_right_or_refuted_at_once(client, puzzle):
    state = start_puzzle(puzzle)
    for card in state.legal:
        page = client.get(f"/puzzles/{puzzle.slug}", query_string={"played": card_name(card)}).text
        if card in state.keeping:
            assert "Not this card" not in page
        else:
            assert "Not this card" in page
            assert "It goes on" in page
            play = play_card(state, card)
            left = play.play.run(play.refutation).tricks[puzzle.solver]
            assert f"After it you take only {trick_count(left)} against the best defence" in page
            assert left < puzzle.goal
            assert f'href="/puzzles/{puzzle.slug}" data-live data-key="back"' in page


def test_a_later_mistake_takes_back_to_the_moment_before_it(client):
    cards, state = [], start_puzzle(PUZZLE)
    while True:
        wrong = next((card for card in state.legal if card not in state.keeping), None)
        if wrong is not None and cards:
            break
        cards.append(state.keeping[0])
        state = play_card(state, cards[-1])
    page = client.get(ADDRESS, query_string={"played": names([*cards, wrong])}).text
    assert "Not this card" in page
    assert f'href="{ADDRESS}?played={names(cards)}" data-live data-key="back"' in page


def test_what_is_asked_stays_while_the_puzzle_is_played(client):
    puzzle = next(each for each in PUZZLES if each.prompt)
    first = start_puzzle(puzzle).keeping[0]
    for played in (None, card_name(first)):
        page = html.unescape(client.get(f"/puzzles/{puzzle.slug}", query_string={"played": played}).text)
        assert puzzle.prompt in page


def test_nothing_can_follow_the_end(client):
    answer = client.get(ADDRESS, query_string={"played": names([*solution(PUZZLE), solution(PUZZLE)[0]])})
    assert answer.status_code == 400
