"""Puzzles: against perfect defence, every card that keeps the goal is right, any other fails at once."""

import html
import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.web.conftest import close, make_app
from tutor.cards import Strain, card_name
from tutor.coach.content import source_paragraphs
from tutor.coach.puzzle import Puzzle, load_puzzles, play_card, start_puzzle
from tutor.coach.puzzle.day import puzzle_of_the_day
from tutor.coach.telling.advice import NEXT_TIME
from tutor.coach.themes import Theme
from tutor.coach.words import trick_count
from tutor.store import Attempt, Person, db
from tutor.web.puzzles.rating import measured

PUZZLES = load_puzzles()
PUZZLE = next(each for each in PUZZLES if each.slug == "patience")
ADDRESS = f"/puzzles/{PUZZLE.slug}"

PLAYED = [each for each in PUZZLES if isinstance(each, Puzzle)]
each_puzzle = pytest.mark.parametrize("puzzle", PLAYED[:: len(PLAYED) // 24], ids=lambda each: each.slug)


def names(cards) -> str:
    return "-".join(card_name(card) for card in cards)


def solution(puzzle):
    """The solver's cards of one way to the goal."""
    state, cards = start_puzzle(puzzle), []
    while not state.over:
        cards.append(state.keeping[0])
        state = play_card(state, cards[-1])
    return cards


def wrong_cards(state):
    return [card for card in state.legal if card not in state.keeping]


WRONG = card_name(wrong_cards(start_puzzle(PUZZLE))[0])


@pytest.fixture(scope="module")
def reader(tmp_path_factory) -> Iterator[FlaskClient]:
    """Somebody who only looks, so that one app is enough for all of them."""
    app = make_app(tmp_path_factory.mktemp("read"))
    yield app.test_client()
    close(app)


@pytest.fixture
def play(client) -> Callable[..., object]:
    """Send the form of a page with a card."""

    def send(address: str, card: str):
        page = client.get(address).text
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        action = html.unescape(re.search(r'<form id="card" method="post" action="([^"]+)"', page).group(1))
        return client.post(action, data={"csrf_token": token.group(1), "action": card})

    return send


@pytest.fixture
def kept(app) -> Callable[[], list[Attempt]]:
    """The attempts that the database holds."""

    def read() -> list[Attempt]:
        with app.app_context():
            return list(db.session.scalars(select(Attempt).order_by(Attempt.id)))

    return read


def spoils(puzzle) -> list[str]:
    """What no page may say before the puzzle is over."""
    texts = source_paragraphs(puzzle.solution)
    return ["worth-", "best card", *(text[:40] for text in texts), *(text[-40:] for text in texts)]


@each_puzzle
def test_before_the_answer_nothing_gives_it_away(reader, puzzle):
    page = html.unescape(reader.get(f"/puzzles/{puzzle.slug}").text)
    picks = re.findall(r'class="pick"[^>]* data-key="(\w+)"', page)
    assert picks == [card_name(card) for card in start_puzzle(puzzle).legal]
    assert not [text for text in spoils(puzzle) if text in page]
    advice = [NEXT_TIME[theme] for theme in Theme if theme.value in puzzle.themes]
    assert not [text for text in advice if text in page]


def test_the_page_of_a_puzzle_to_beat_a_contract_says_which_and_what_is_needed(reader):
    puzzle = next(each for each in PLAYED if each.kind == "beat" and each.position.strain == Strain.SPADES)
    page = " ".join(html.unescape(reader.get(f"/puzzles/{puzzle.slug}").text).split())
    assert f"Beat the contract: take {puzzle.goal} tricks" in page
    assert "The contract is 2 spades by North, doubled. North has 5 tricks already." in page
    assert f"South needs {puzzle.goal} of the {puzzle.length} tricks that are left to beat it." in page


def test_a_puzzle_of_the_first_card_is_over_with_it_and_says_what_it_is_worth(reader):
    puzzle = next(each for each in PLAYED if each.kind == "only-card")
    page = html.unescape(reader.get(f"/puzzles/{puzzle.slug}").text)
    assert f"Find the card that is worth {puzzle.goal} tricks" in page
    first = names(solution(puzzle))
    assert "-" not in first
    assert ">Solved</h2>" in reader.get(f"/puzzles/{puzzle.slug}", query_string={"played": first}).text


@each_puzzle
def test_a_refuted_card_does_not_give_the_solution_away_until_it_is_asked_for(reader, puzzle):
    start = start_puzzle(puzzle)
    wrong = card_name(wrong_cards(start)[0])
    page = html.unescape(reader.get(f"/puzzles/{puzzle.slug}?played={wrong}").text)
    assert not [text for text in spoils(puzzle) if text in page]
    assert "Best line" not in page
    told = html.unescape(reader.get(f"/puzzles/{puzzle.slug}?played={wrong}&told=1").text)
    assert source_paragraphs(puzzle.solution)[0] in told
    assert "Best line" in told
    assert "What happens" in told


def test_what_is_said_of_the_card_that_failed_is_not_said_again_by_the_solution(reader):
    puzzle = next(each for each in PLAYED if each.slug == "barley-water")
    page = html.unescape(reader.get(f"/puzzles/{puzzle.slug}?played=SA&told=1").text)
    assert "Right is ♦2" in page
    assert "What happens" in page
    assert "Suppose you lead" not in page
    assert page.count("wait until the opponent leads the suit") == 1
    solved = html.unescape(reader.get(f"/puzzles/{puzzle.slug}", query_string={"played": names(solution(puzzle))}).text)
    assert "Suppose you lead ♠A." in solved


@each_puzzle
def test_the_puzzle_can_be_solved_and_leads_on_to_its_analysis(reader, puzzle):
    page = reader.get(f"/puzzles/{puzzle.slug}", query_string={"played": names(solution(puzzle))}).text
    assert ">Solved</h2>" in page
    analysis = re.search(r'href="(/analyse/position[^"]+)"', page).group(1)
    assert reader.get(analysis.replace("&amp;", "&")).status_code == 200


@each_puzzle
def test_every_first_card_is_right_or_refuted_at_once(reader, puzzle):
    state = start_puzzle(puzzle)
    for card in state.legal:
        page = reader.get(f"/puzzles/{puzzle.slug}", query_string={"played": card_name(card)}).text
        if card in state.keeping:
            assert "Not this card" not in page
        else:
            assert "Not this card" in page
            left = play_card(state, card).left
            taken = f"only {trick_count(left)}" if left else "no trick at all"
            assert f"After it you take {taken} against the best defence" in page
            assert left < puzzle.goal
            assert f'href="/puzzles/{puzzle.slug}" data-live data-key="back"' in page


def test_a_refutation_is_played_out_trick_by_trick_to_the_last_card(client):
    state = play_card(start_puzzle(PUZZLE), wrong_cards(start_puzzle(PUZZLE))[0])
    address, laid = f"{ADDRESS}?played={WRONG}", []
    while address:
        page = client.get(address).text
        assert f'href="{ADDRESS}" data-live data-key="back"' in page
        refutation = page[page.index('<div class="refutation">') : page.index("Take it back")]
        laid.append(refutation.count('<tr ><th scope="row">'))
        onward = re.search(r'href="([^"]+)" data-live data-key="onward"', page)
        address = onward and html.unescape(onward.group(1))
    assert laid == list(range(PUZZLE.length + 1))
    assert len(state.refutation) == 2 * PUZZLE.length - 1
    assert "No cards left" in page


def test_a_later_mistake_takes_back_to_the_moment_before_it(client):
    cards, state = [], start_puzzle(PUZZLE)
    while not (cards and wrong_cards(state)):
        cards.append(state.keeping[0])
        state = play_card(state, cards[-1])
    page = client.get(ADDRESS, query_string={"played": names([*cards, wrong_cards(state)[0]])}).text
    assert "Not this card" in page
    assert f'href="{ADDRESS}?played={names(cards)}" data-live data-key="back"' in page


def test_what_is_asked_stays_while_the_puzzle_is_played(client):
    puzzle = next(each for each in PLAYED if each.prompt)
    first = start_puzzle(puzzle).keeping[0]
    for played in (None, card_name(first)):
        page = html.unescape(client.get(f"/puzzles/{puzzle.slug}", query_string={"played": played}).text)
        assert all(text in page for text in source_paragraphs(puzzle.prompt))


def test_nothing_can_follow_the_end(client):
    solved = solution(PUZZLE)
    assert client.get(ADDRESS, query_string={"played": names([*solved, solved[0]])}).status_code == 400


# Hints.


def test_hints_come_one_by_one_the_idea_the_suit_the_card(client):
    page, seen = client.get(ADDRESS).text, []
    while more := re.search(r'href="([^"]+)" data-live data-key="hint"', page):
        page = html.unescape(client.get(html.unescape(more.group(1))).text)
        seen.append(page[page.index('id="hint"') :].split("</section>")[0])
    idea, suit, card = NEXT_TIME[Theme.EXIT], "The right card is one of your diamonds.", "six of diamonds"
    assert [[text in hint for text in (idea, suit, card)] for hint in seen] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


@each_puzzle
def test_every_moment_on_the_way_to_the_goal_has_its_hints(reader, puzzle):
    state, cards = start_puzzle(puzzle), []
    while not state.over:
        query = {"played": names(cards), "hint": 3}
        page = reader.get(f"/puzzles/{puzzle.slug}", query_string=query).text
        hint = page[page.index('id="hint"') :].split("</section>")[0]
        assert ("every card is right" in hint) == (not wrong_cards(state))
        assert ("Right is" in hint) == bool(wrong_cards(state))
        cards.append(state.keeping[-1])
        state = play_card(state, cards[-1])


def test_a_hint_counts_as_help_for_the_rest_of_the_puzzle(play, kept):
    address = f"{ADDRESS}?hint=2"
    for card in solution(PUZZLE):
        address = play(address, card_name(card)).location
        assert "help=2" in address
        assert "hint" not in address.replace("#hint", "")
    assert [(each.best, each.help) for each in kept()] == [(True, 2)]


@pytest.mark.parametrize("query", ["hint=9", "hint=x", "help=-1", "help=99999999999", f"played={WRONG}&step=50"])
def test_numbers_in_the_address_that_say_nothing_do_no_harm(client, query):
    assert client.get(f"{ADDRESS}?{query}").status_code == 200


# What is kept.


def test_the_first_try_is_kept_with_its_last_card(play, kept):
    assert play(ADDRESS, WRONG).location == f"{ADDRESS}?played={WRONG}#status"
    (attempt,) = kept()
    assert (attempt.source, attempt.code, attempt.action) == ("puzzle", "puzzle:patience", WRONG)
    assert (attempt.best, attempt.help, attempt.loss_tricks, attempt.before) == (False, 0, 1, "")
    assert attempt.theme_names == PUZZLE.themes


def test_later_tries_are_not_kept_but_for_the_first_that_solves_it(play, kept):
    play(ADDRESS, WRONG)
    play(ADDRESS, WRONG)
    for _ in range(2):
        address = ADDRESS
        for card in solution(PUZZLE):
            address = play(address, card_name(card)).location
    assert [(each.best, each.help) for each in kept()] == [(False, 0), (True, 1)]


def test_nothing_is_kept_by_looking_or_before_the_end(client, app, play, kept):
    for query in ("", f"?played={WRONG}", f"?played={names(solution(PUZZLE))}", "?hint=3"):
        client.get(ADDRESS + query)
    play(ADDRESS, card_name(solution(PUZZLE)[0]))
    assert kept() == []
    with app.app_context():
        assert db.session.scalars(select(Person)).all() == []


@pytest.mark.parametrize("card", ["", "SA", "nonsense", "1S"])
def test_a_card_that_cannot_be_played_is_refused_and_nothing_is_kept(play, kept, card):
    assert play(ADDRESS, card).status_code == 400
    assert kept() == []


def test_a_form_of_another_site_is_refused(client, kept):
    assert client.post(ADDRESS, data={"action": WRONG}).status_code == 400
    assert kept() == []


# The list.


def listed(client, **query) -> list[str]:
    """The puzzles of the list, of all its pages."""
    page = client.get("/puzzles/", query_string=query).text
    others = re.findall(r'<a class="button quiet" href="(/puzzles/[^"]*page=[^"]*)"', page)
    pages = (page, *(client.get(html.unescape(each)).text for each in others))
    return [slug for each in pages for slug in re.findall(r'<h3><a href="/puzzles/([^"]+)"', each)]


def easy_first() -> list:
    """The puzzles as the list has them: within a level by what they are rated."""
    return sorted(PUZZLES, key=lambda each: (each.level, measured(each), each.slug))


def test_the_list_is_chosen_by_theme_level_and_length_and_within_a_level_the_easy_ones_come_first(client):
    puzzles = easy_first()
    assert listed(client) == [each.slug for each in puzzles]
    assert listed(client, about="exit") == [each.slug for each in puzzles if "exit" in each.themes]
    assert listed(client, level="4") == [each.slug for each in puzzles if each.level == 4]
    assert listed(client, length="8") == [each.slug for each in puzzles if each.length == 8]
    both = [each.slug for each in puzzles if each.length == 8 and "exit" in each.themes]
    assert both
    assert listed(client, length="8", about="exit", state="open", level="") == both
    assert listed(client, about="nonsense", level="9", length="x", state="?") == [each.slug for each in puzzles]
    assert "No puzzle fits." in client.get("/puzzles/?state=solved").text


def test_what_is_chosen_stays_chosen_in_the_form(client):
    page = client.get("/puzzles/?about=exit&level=5").text
    assert re.findall(r'<option value="([^"]+)" selected', page) == ["exit", "5"]


def test_the_list_does_not_say_what_a_puzzle_is_about(client):
    page = client.get("/puzzles/").text
    items = page[page.index('<ul class="lesson-list">') :]
    assert "Getting off lead safely" not in items
    assert "squeeze" not in items.lower()


def test_the_list_shows_what_was_solved_and_what_failed(client, play):
    other = next(each for each in PLAYED if each.slug != PUZZLE.slug)
    play(ADDRESS, WRONG)
    address = f"/puzzles/{other.slug}"
    for card in solution(other):
        address = play(address, card_name(card)).location
    assert "Not solved yet" in client.get("/puzzles/?state=failed").text
    page = client.get("/puzzles/?state=solved").text
    assert "Solved at the first try" in page
    assert f"1 of {len(PUZZLES)} solved" in page
    assert listed(client, state="failed") == [PUZZLE.slug]
    assert listed(client, state="solved") == [other.slug]
    assert listed(client, state="open") == [each.slug for each in easy_first() if each is not other]
    address = ADDRESS
    for card in solution(PUZZLE):
        address = play(address, card_name(card)).location
    assert listed(client, state="failed") == []
    assert set(listed(client, state="solved")) == {PUZZLE.slug, other.slug}


# The puzzle of the day.


def test_the_puzzle_of_the_day_changes_at_midnight_of_utc_for_everybody(app, monkeypatch):
    late = datetime(2026, 5, 1, 23, 59, tzinfo=UTC)
    for moment in (late, late + timedelta(minutes=2)):
        monkeypatch.setattr("tutor.web.puzzles.views.now", lambda moment=moment: moment)
        chosen = puzzle_of_the_day(PUZZLES, moment.date())
        for client in (app.test_client(), app.test_client()):
            assert client.get("/puzzles/today").location == f"/puzzles/{chosen.slug}"
            assert f"Puzzle of the day: {chosen.heading}" in html.unescape(client.get("/puzzles/").text)


def test_there_is_none_where_there_are_no_puzzles(client, monkeypatch):
    monkeypatch.setattr("tutor.web.puzzles.views.listed_puzzles", tuple)
    monkeypatch.setattr("tutor.web.puzzles.today.own_puzzles", tuple)
    assert client.get("/puzzles/today").status_code == 404
    assert "There are no puzzles yet." in client.get("/puzzles/").text


def test_the_day_does_not_depend_on_the_order_and_no_puzzle_comes_again_before_all_the_others():
    days = [date(2026, 1, 1) + timedelta(days=count) for count in range(3 * len(PUZZLES))]
    chosen = [puzzle_of_the_day(PUZZLES, day) for day in days]
    assert [puzzle_of_the_day(reversed(PUZZLES), day) for day in days] == chosen
    for start in range(2 * len(PUZZLES)):
        assert len({each.slug for each in chosen[start : start + len(PUZZLES)]}) == len(PUZZLES)
