"""Puzzles that ask for one answer: the question tells nothing, the right answer is right, any other fails at once."""

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from tests.coach.puzzles import call
from tests.web.conftest import close, make_app
from tests.web.puzzles.test_puzzles import listed
from tutor.cards import card_name, cards_of
from tutor.coach.content import source_paragraphs
from tutor.coach.puzzle import (
    CallPuzzle,
    CountPuzzle,
    Puzzle,
    TricksPuzzle,
    check_puzzle,
    load_collection,
    load_puzzles,
)
from tutor.coach.puzzle.answers import idea_of, is_right, narrower, right_answers, short_answer, write_answer
from tutor.coach.puzzle.kinds import AskedPuzzle
from tutor.coach.words import card_words
from tutor.notation import parse_position
from tutor.resources import folder
from tutor.rules import call_name
from tutor.store import Attempt, db
from tutor.web.puzzles.answers import AnswerAt
from tutor.web.puzzles.pages import read_run

EXAMPLES: tuple[AskedPuzzle, ...] = load_collection(Path(folder("puzzles")) / "collection" / "examples.toml")
TRICKS, CALL, COUNT = (
    next(each for each in EXAMPLES if isinstance(each, kind)) for kind in (TricksPuzzle, CallPuzzle, CountPuzzle)
)
KINDS = (TRICKS, CALL, COUNT)

each_example = pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda each: each.slug)
each_kind = pytest.mark.parametrize("puzzle", KINDS, ids=lambda each: each.kind)


def address(puzzle: AskedPuzzle) -> str:
    return f"/puzzles/{puzzle.slug}"


def right(puzzle: AskedPuzzle) -> str:
    """A right answer, as an address has it."""
    answers = right_answers(puzzle)
    return write_answer(puzzle, answers[:1] if isinstance(puzzle, CallPuzzle) else answers)


def wrong_answers(puzzle: AskedPuzzle) -> list[tuple[int, ...]]:
    """Every wrong number or call; some wrong sets of cards, too many, too few and others."""
    match puzzle:
        case TricksPuzzle():
            answers = [(number,) for number in range(puzzle.length + 1)]
        case CallPuzzle():
            answers = [(choice.action,) for choice in puzzle.decision.choices]
        case CountPuzzle():
            cards, all_cards = tuple(cards_of(puzzle.answer)), puzzle.thinkable
            others = [card for card in all_cards if card not in cards]
            answers = [cards[1:], (*cards[:-1], others[0]), all_cards, tuple(others)]
    return [each for each in answers if not is_right(puzzle, each)]


def wrong(puzzle: AskedPuzzle) -> str:
    return write_answer(puzzle, wrong_answers(puzzle)[0])


@pytest.fixture(scope="module")
def reader(tmp_path_factory) -> Iterator[FlaskClient]:
    """Somebody who only looks, so that one app is enough for all of them."""
    app = make_app(tmp_path_factory.mktemp("read"))
    yield app.test_client()
    close(app)


@pytest.fixture
def answer(client: FlaskClient) -> Callable[..., object]:
    """Send the form of a page with an answer."""

    def send(address: str, *texts: str):
        page = client.get(address).text
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        action = html.unescape(re.search(r'<form id="card" method="post" action="([^"]+)"', page).group(1))
        return client.post(action, data={"csrf_token": token.group(1), "action": list(texts)})

    return send


@pytest.fixture
def kept(app: Flask) -> Callable[[], list[Attempt]]:
    """The attempts that the database holds."""

    def read() -> list[Attempt]:
        with app.app_context():
            return list(db.session.scalars(select(Attempt).order_by(Attempt.id)))

    return read


def spoils(puzzle: AskedPuzzle) -> list[str]:
    """What no page may say before the answer is right or asked for."""
    texts = source_paragraphs(puzzle.solution)
    return ["worth-", "Best line", "Right is", "Trick table", *(text[:40] for text in texts)]


def opponents_cards_shown(page: str, puzzle: CountPuzzle) -> list[str]:
    """The opponent's cards of other suits that are named in *page*: those can be nowhere but in the opponent's hand."""
    hidden = cards_of(puzzle.opponent & ~puzzle.answer)
    return [str(card_words(card)) for card in hidden if str(card_words(card)) in page]


@each_example
def test_before_the_answer_nothing_gives_it_away(reader: FlaskClient, puzzle: AskedPuzzle):
    page = html.unescape(reader.get(address(puzzle)).text)
    assert not [text for text in spoils(puzzle) if text in page]
    assert str(idea_of(puzzle)) not in page
    assert str(narrower(puzzle)) not in page
    if isinstance(puzzle, CountPuzzle):
        assert opponents_cards_shown(page, puzzle) == []
    offered = re.findall(r'name="action" value="([^"]+)"', page)
    thinkable = {
        TricksPuzzle: lambda: [str(number) for number in range(puzzle.length + 1)],
        CallPuzzle: lambda: [write_answer(puzzle, (each.action,)) for each in puzzle.decision.choices],
        CountPuzzle: lambda: [card_name(card) for card in puzzle.thinkable],
    }[type(puzzle)]()
    assert offered == thinkable


@each_example
def test_a_wrong_answer_fails_and_does_not_tell_the_right_one_until_it_is_asked_for(reader, puzzle: AskedPuzzle):
    for each in wrong_answers(puzzle):
        query = {"answer": write_answer(puzzle, each)}
        page = html.unescape(reader.get(address(puzzle), query_string=query).text)
        assert ">Not th" in page
        assert not [text for text in spoils(puzzle) if text in page]
        assert 'class="refutation"' in page
        assert f'href="{address(puzzle)}" data-live data-key="back"' in page
        assert 'name="action"' not in page or "disabled" in page
        if isinstance(puzzle, CountPuzzle):
            assert opponents_cards_shown(page, puzzle) == []
    told = html.unescape(reader.get(address(puzzle), query_string={"answer": wrong(puzzle), "told": "1"}).text)
    assert source_paragraphs(puzzle.solution)[0] in told
    assert "Right is" in told


@each_example
def test_the_right_answer_solves_it_and_all_is_told(reader: FlaskClient, puzzle: AskedPuzzle):
    page = html.unescape(reader.get(address(puzzle), query_string={"answer": right(puzzle)}).text)
    assert ">Solved: " in page
    assert source_paragraphs(puzzle.solution)[0] in page
    if isinstance(puzzle, CountPuzzle):
        assert len(opponents_cards_shown(page, puzzle)) == 13 - puzzle.answer.bit_count()
    else:
        assert "Best line" in page


def test_every_call_is_shown_with_what_it_is_worth_and_the_own_one_as_itself(reader: FlaskClient):
    page = reader.get(address(CALL), query_string={"answer": wrong(CALL), "told": "1"}).text
    assert page.count('class="call-worth"') == len(CALL.decision.choices)
    own = re.search(r'<span class="call-pick taken[^"]*">(.*?)</span>\s*</li>', page, re.DOTALL).group(1)
    assert ", chosen" in own
    assert "costs" in own
    assert "What happens" in page


def test_what_happens_after_a_wrong_call_is_told_before_it_is_taken_back(reader: FlaskClient):
    page = html.unescape(reader.get(address(CALL), query_string={"answer": "Pass"}).text)
    cost = CALL.decision.choice(52).loss_points
    assert f"It costs {cost} points." in page
    refutation = page[page.index('class="refutation"') : page.index("Take it back")]
    assert "2 tricks short" in refutation
    assert "What happens then" in page


def test_what_is_said_of_the_wrong_call_is_not_said_again_by_the_solution(reader: FlaskClient):
    puzzle = next(
        each for each in load_puzzles() if isinstance(each, CallPuzzle) and "Suppose you choose Pass." in each.solution
    )
    page = html.unescape(reader.get(address(puzzle), query_string={"answer": "Pass", "told": "1"}).text)
    assert "Suppose you choose" not in page
    assert "every other call costs points" not in page
    right_one = {"answer": call_name(puzzle.best[0])}
    assert "Suppose you choose Pass." in html.unescape(reader.get(address(puzzle), query_string=right_one).text)


def test_more_than_one_right_call_is_labelled_and_each_of_them_solves(client, monkeypatch):
    puzzle = call(calls="1S X", several=True)
    monkeypatch.setattr("tutor.web.puzzles.views.find_puzzle", lambda _: puzzle)
    assert "More than one call is right." in client.get("/puzzles/x").text
    assert "More than one call is right." not in client.get(address(puzzle), query_string={"answer": "Pass"}).text
    for name in ("1NT", "2C"):
        assert ">Solved: " in client.get("/puzzles/x", query_string={"answer": name}).text


# Hints.


@each_kind
def test_hints_come_one_by_one_the_idea_half_of_it_the_answer(client: FlaskClient, puzzle: AskedPuzzle):
    page, seen = client.get(address(puzzle)).text, []
    while more := re.search(r'href="([^"]+)" data-live data-key="hint"', page):
        page = html.unescape(client.get(html.unescape(more.group(1))).text)
        seen.append(page[page.index('id="hint"') :].split("</section>")[0])
    texts = str(idea_of(puzzle)), str(narrower(puzzle)), "Right is"
    assert [[text in hint for text in texts] for hint in seen] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]


@each_kind
def test_a_hint_counts_as_help(answer, kept, puzzle: AskedPuzzle):
    response = answer(f"{address(puzzle)}?hint=2", *right(puzzle).split("-"))
    assert "help=2" in response.location
    assert [(each.best, each.help) for each in kept()] == [(True, 2)]


@pytest.mark.parametrize("query", ["hint=9", "hint=x", "help=-1", "help=99999999999", "told=1", "step=4", "run=%2F%2F"])
@each_kind
def test_numbers_in_the_address_that_say_nothing_do_no_harm(client: FlaskClient, puzzle: AskedPuzzle, query: str):
    page = client.get(f"{address(puzzle)}?{query}")
    assert page.status_code == 200
    assert "Right is" not in page.text


# What is kept.


@each_kind
def test_the_first_try_is_kept_and_that_it_was_solved_after_all(answer, kept, puzzle: AskedPuzzle):
    bad = wrong_answers(puzzle)[0]
    response = answer(address(puzzle), *write_answer(puzzle, bad).split("-"))
    assert response.status_code == 303
    assert response.location == f"{address(puzzle)}?answer={write_answer(puzzle, bad)}#status"
    answer(address(puzzle), *right(puzzle).split("-"))
    answer(address(puzzle), *right(puzzle).split("-"))
    found = kept()
    assert [(each.code, each.best) for each in found] == [(f"puzzle:{puzzle.slug}", done) for done in (False, True)]
    assert found[0].action == short_answer(puzzle, bad)
    assert found[0].themes == " ".join(puzzle.themes)
    assert found[0].before == {"call": "1C"}.get(puzzle.kind, "")


@each_kind
def test_to_look_keeps_nothing(client: FlaskClient, kept, puzzle: AskedPuzzle):
    for query in ({}, {"hint": 3}, {"answer": wrong(puzzle)}, {"answer": right(puzzle)}):
        assert client.get(address(puzzle), query_string=query).status_code == 200
    assert kept() == []


def test_cards_may_be_marked_in_any_order(answer, kept):
    names = right(COUNT).split("-")
    answer(address(COUNT), *reversed(names))
    assert [each.best for each in kept()] == [True]


def test_to_mark_nothing_is_no_answer_and_says_so(answer, kept):
    response = answer(address(COUNT))
    assert response.status_code == 400
    assert "Mark at least one card." in response.text
    assert 'id="card"' in response.text
    assert kept() == []


@pytest.mark.parametrize(
    ("puzzle", "texts"),
    [
        (TRICKS, ["99"]),
        (TRICKS, ["two"]),
        (TRICKS, []),
        (TRICKS, ["1", "2"]),
        (CALL, ["1C"]),
        (CALL, ["SA"]),
        (CALL, []),
        (COUNT, ["HA"]),
        (COUNT, ["HK", "S2"]),
        (COUNT, ["nonsense"]),
    ],
)
def test_what_is_no_possible_answer_is_refused_and_keeps_nothing(answer, client, kept, puzzle, texts: list[str]):
    assert answer(address(puzzle), *texts).status_code == 400
    if texts:
        assert client.get(address(puzzle), query_string={"answer": "-".join(texts)}).status_code == 400
    assert kept() == []


@each_kind
def test_without_the_token_of_a_form_nothing_is_kept(client: FlaskClient, kept, puzzle: AskedPuzzle):
    assert client.post(address(puzzle), data={"action": right(puzzle).split("-")}).status_code == 400
    assert kept() == []


@each_kind
def test_a_second_answer_to_the_same_question_is_refused(client: FlaskClient, kept, puzzle: AskedPuzzle):
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(address(puzzle)).text).group(1)
    over = f"{address(puzzle)}?answer={wrong(puzzle)}"
    data = {"csrf_token": token, "action": right(puzzle).split("-")}
    assert client.post(over, data=data).status_code == 400
    assert kept() == []


# A run.


@each_kind
def test_a_run_is_carried_through_every_address(app: Flask, puzzle: AskedPuzzle):
    with app.test_request_context():
        at = AnswerAt.read(puzzle, {"run": "Abc_9-x", "hint": "1"})
        answered = at.answered(right_answers(puzzle)[:1])
        assert [each.run for each in (at, answered, answered.answered(None))] == ["Abc_9-x"] * 3
        assert "run=Abc_9-x" in answered.link()


@pytest.mark.parametrize("code", ["", "a b", "a/b", "<b>", "ä", "x" * 65, "a\n"])
def test_what_cannot_be_the_code_of_a_run_counts_as_none(code: str):
    assert read_run({"run": code}) == ""


def test_the_list_leads_to_puzzles_of_all_kinds(client: FlaskClient):
    for puzzle in KINDS:
        assert puzzle.slug in listed(client, kind=puzzle.kind)


def test_a_played_puzzle_with_more_than_one_right_card_is_labelled_until_a_card_is_played(client, monkeypatch):
    words = {"slug": "x", "title": "X", "level": 1, "themes": (), "by": "", "solution": "So."}
    position = parse_position("Q.K.-.J -.A.J.4 NT N")
    puzzle = Puzzle(position=position, goal=2, several=True, **words)
    assert check_puzzle(puzzle) == ()
    monkeypatch.setattr("tutor.web.puzzles.views.find_puzzle", lambda _: puzzle)
    label = "More than one first card is right."
    assert label in client.get("/puzzles/x").text
    assert label not in client.get("/puzzles/x?played=HK").text
    monkeypatch.setattr("tutor.web.puzzles.views.find_puzzle", lambda _: replace(puzzle, several=False))
    assert label not in client.get("/puzzles/x").text
