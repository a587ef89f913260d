"""Runs: as many puzzles as one can, each counted once, by the server's clock."""

import html
import re
from datetime import timedelta
from itertools import pairwise

import pytest
from flask.testing import FlaskClient

from tests.coach.puzzles import call
from tests.web.people.test_people_at_once import same_browser
from tests.web.puzzles.test_puzzle_training import answer, clock, fail, rows, standing
from tests.web.puzzles.test_puzzles import names, solution
from tests.web.times import START
from tutor.cards import card_name
from tutor.coach.puzzle import Puzzle, load_puzzles, start_puzzle
from tutor.notation import parse_ruleset
from tutor.store import PuzzleRun, PuzzleTry, Review, SolverRating
from tutor.web.puzzles.draw import APART, OF_A_LEVEL, OF_THE_LAST, are_alike, drawn_puzzles, leading_theme, run_order
from tutor.web.puzzles.pool import own_puzzles
from tutor.web.puzzles.rating import measured
from tutor.web.puzzles.run import FAILURES, Run, time_words

assert clock
assert rows
PLAYED = tuple(each for each in load_puzzles() if isinstance(each, Puzzle))
BY_SLUG = {each.slug: each for each in PLAYED}


@pytest.fixture(autouse=True)
def played_alone(monkeypatch):
    """Runs of puzzles that are played: those that are answered are tested on their own pages."""
    monkeypatch.setattr("tutor.web.puzzles.run.own_puzzles", lambda: PLAYED)


def begin(client: FlaskClient, seconds: int = 300) -> str:
    """Begin a run; gives the address of its first puzzle."""
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/puzzles/run").text).group(1)
    sent = client.post("/puzzles/run", data={"csrf_token": token, "seconds": str(seconds)})
    assert sent.status_code == 303
    return sent.location


def parts(address: str) -> tuple[Puzzle, str]:
    """The puzzle of an address and the run that it is part of."""
    found = re.fullmatch(r"/puzzles/([a-z0-9-]+)\?run=([\w-]+)", address)
    return BY_SLUG[found.group(1)], found.group(2)


def finish(client: FlaskClient, address: str, *, right: bool = True) -> str:
    """Answer the puzzle of the address; gives the page that follows."""
    puzzle, _ = parts(address)
    if right:
        for card in solution(puzzle):
            address = answer(client, address, card_name(card))
    else:
        start = start_puzzle(puzzle)
        wrong = next(card for card in start.legal if card not in start.keeping)
        address = answer(client, address, card_name(wrong))
    assert "run=" in address
    return html.unescape(client.get(address).text)


def finish_late(client: FlaskClient, address: str) -> str:
    """Answer the puzzle of the address rightly from a page that came before the run was over; gives what follows."""
    puzzle, code = parts(address)
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/puzzles/run").text).group(1)
    *before, last = solution(puzzle)
    query, data = {"played": names(before), "run": code}, {"csrf_token": token, "action": card_name(last)}
    sent = client.post(f"/puzzles/{puzzle.slug}", query_string=query, data=data)
    assert sent.status_code == 303
    return html.unescape(client.get(sent.location).text)


def onward(page: str) -> str:
    """Where a page leads on in its run."""
    return re.search(r'href="([^"]+)" data-key="run-on"', page).group(1)


def state(page: str) -> str:
    """What a page says of its run."""
    part = page[page.index('<p class="run-state">') :].split("</p>", maxsplit=1)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def figures(page: str) -> list[str]:
    """Points, puzzles solved and puzzles failed, as the page of a run tells them."""
    return re.findall(r"<dd>(?:<bdi[^>]*>)?([^<]+)<", page)


def code_of(address: str) -> str:
    return parts(address)[1]


def test_a_run_leads_from_puzzle_to_puzzle_and_counts_what_is_solved_and_what_failed(client, clock, rows):
    address = begin(client)
    assert state(client.get(address).text) == "5 minutes left 0 solved 0 failed"
    clock.forward(seconds=65)
    page = finish(client, address)
    assert state(page) == "3 minutes, 55 seconds left one solved 0 failed"
    page = finish(client, onward(page), right=False)
    assert state(page) == "3 minutes, 55 seconds left one solved one failed"
    page = finish(client, onward(page))
    assert [each.results for each in rows(PuzzleRun)] == ["+-+"]
    clock.forward(seconds=300)
    result = html.unescape(client.get(f"/puzzles/run/{code_of(address)}").text)
    assert figures(result) == ["1", "2", "1"]
    assert "Your run is over" in result
    failed = rows(PuzzleRun)[0].puzzles[1]
    to_try_again = result[result.index('id="failed-title"') : result.index('id="solved-title"')]
    assert re.findall(r'href="/puzzles/([^"]+)"', to_try_again) == [failed]


def test_an_answer_after_the_time_does_not_count_though_its_page_came_before(client, clock, rows):
    address = begin(client, 180)
    page = client.get(address).text
    assert "3 minutes left" in state(page)
    clock.forward(seconds=180)
    page = finish_late(client, address)
    assert state(page) == "Time is up. Nothing counts any more."
    assert rows(PuzzleRun)[0].results == ""
    assert figures(client.get(f"/puzzles/run/{code_of(address)}").text) == ["0", "0", "0"]


@pytest.mark.parametrize("kind", ["make", "only-card", "tricks", "call", "count"])
def test_when_the_time_is_up_nothing_can_be_chosen_and_the_page_leads_to_what_it_came_to(
    client, clock, monkeypatch, kind
):
    puzzle = next(each for each in own_puzzles() if each.kind == kind)
    monkeypatch.setattr("tutor.web.puzzles.run.own_puzzles", lambda: (puzzle,))
    address = begin(client)
    choices = re.compile(r'name="action"|id="card"|data-key="hint"')
    assert len(choices.findall(client.get(address).text)) > 3
    clock.forward(seconds=300)
    for place in (address, f"{address}&hint=1"):
        page = html.unescape(client.get(place).text)
        assert choices.findall(re.sub(r"<input[^>]* disabled ?[^>]*>", "", page)) == []
        assert state(page) == "Time is up. Nothing counts any more."
        assert f'href="/puzzles/run/{address.partition("run=")[2]}">What it came to' in page
        assert f'href="/puzzles/{puzzle.slug}">Solve it outside of the run' in page
    assert len(choices.findall(client.get(f"/puzzles/{puzzle.slug}").text)) > 3


def test_a_run_that_is_no_longer_kept_says_why(client, clock):
    address = begin(client)
    clock.forward(minutes=10)
    begin(client)
    gone = client.get(f"/puzzles/run/{code_of(address)}")
    assert gone.status_code == 404
    assert "a run without an answer is not kept" in gone.text
    assert "lost a few letters" not in gone.text


def test_the_last_moment_still_counts(client, clock, rows):
    address = begin(client, 180)
    puzzle, _ = parts(address)
    for card in solution(puzzle)[:-1]:
        address = answer(client, address, card_name(card))
    clock.forward(seconds=179.9)
    answer(client, address, card_name(solution(puzzle)[-1]))
    assert rows(PuzzleRun)[0].results == "+"


def test_neither_the_way_back_nor_the_same_form_again_counts_twice(client, rows):
    address = begin(client)
    finish(client, address, right=False)
    finish(client, address)
    finish(client, address)
    assert rows(PuzzleRun)[0].results == "-"
    page = client.get(address).text
    assert state(page).endswith("0 solved one failed")
    assert onward(page) != address


def test_an_answer_to_a_puzzle_that_is_not_due_does_not_count(client, rows):
    address = begin(client)
    (run,) = rows(PuzzleRun)
    finish(client, f"/puzzles/{run.puzzles[3]}?run={code_of(address)}")
    assert rows(PuzzleRun)[0].results == ""
    assert onward(client.get(f"/puzzles/{run.puzzles[3]}?run={code_of(address)}").text) == address


def test_with_a_hint_a_puzzle_counts_as_failed(client, rows):
    address = begin(client)
    finish(client, address)
    following = onward(client.get(address).text)
    hint = re.search(r'href="([^"]+)" data-live data-key="hint"', client.get(following).text).group(1)
    shown = html.unescape(hint)
    assert "run=" in shown
    for card in solution(parts(following)[0]):
        shown = answer(client, shown, card_name(card))
    assert rows(PuzzleRun)[0].results == "+-"


def test_a_hint_counts_though_the_page_is_left_by_the_way_back(client, rows):
    address = begin(client)
    client.get(f"{address}&hint=3")
    finish(client, address)
    assert rows(PuzzleRun)[0].results == "-"
    following = onward(client.get(address).text)
    client.get(following.partition("?")[0] + "?hint=1")
    finish(client, following)
    assert rows(PuzzleRun)[0].results == "--"


def test_what_was_tried_before_the_run_counts_in_it_when_it_is_solved(client, rows, monkeypatch):
    address = begin(client)
    puzzle, code = parts(address)
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/puzzles/run").text).group(1)
    client.post(f"/puzzles/run/{code}/end", data={"csrf_token": token})
    monkeypatch.setattr("tutor.web.puzzles.run.own_puzzles", lambda: (puzzle,))
    fail(client, puzzle)
    finish(client, begin(client))
    assert [each.results for each in rows(PuzzleRun)] == ["+"]


def test_what_does_not_count_in_a_run_is_rated_as_on_any_other_day(client, clock, rows):
    address = begin(client)
    (run,) = rows(PuzzleRun)
    early = standing(finish(client, f"/puzzles/{run.puzzles[3]}?run={run.code}"))
    clock.forward(seconds=300)
    late = standing(finish_late(client, address))
    for page in (early, late):
        assert "is now" in page
        assert "Runs are not rated" not in page
    assert [(each.reason, each.after is None) for each in rows(PuzzleTry)] == [("", False)] * 2
    assert rows(SolverRating)[0].tries == 2


def test_a_run_without_a_clock_ends_at_the_third_failure(client, clock, rows):
    address = begin(client, 0)
    page = finish(client, address)
    clock.forward(days=2)
    for _ in range(FAILURES):
        assert "left" not in state(page)
        page = finish(client, onward(page), right=False)
    assert state(page) == "The run is over. Failure number 3 ends it. Nothing counts any more."
    (run,) = rows(PuzzleRun)
    assert "Failure number 3 ends it." in client.get(f"/puzzles/run/{run.code}").text
    assert (run.results, run.finished is not None) == ("+---", True)
    assert figures(client.get(f"/puzzles/run/{run.code}").text) == ["1", "1", "3"]


def test_a_run_can_be_ended_before_its_time(client, rows):
    address = begin(client)
    code = code_of(address)
    page = client.get(f"/puzzles/run/{code}").text
    assert "Your run goes on" in page
    assert "A run of yours is under way." in client.get("/puzzles/run").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)
    assert client.post(f"/puzzles/run/{code}/end").status_code == 400
    assert rows(PuzzleRun)[0].finished is None
    assert client.post(f"/puzzles/run/{code}/end", data={"csrf_token": token}).status_code == 303
    assert state(finish_late(client, address)) == "The run is over. You have ended it. Nothing counts any more."
    assert rows(PuzzleRun)[0].results == ""
    assert "under way" not in client.get("/puzzles/run").text


def test_a_run_whose_time_is_up_is_not_ended_by_a_button_pressed_too_late(client, clock, rows):
    code = code_of(begin(client))
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(f"/puzzles/run/{code}").text).group(1)
    clock.forward(minutes=5)
    assert client.post(f"/puzzles/run/{code}/end", data={"csrf_token": token}).status_code == 303
    assert rows(PuzzleRun)[0].finished is None
    page = client.get(f"/puzzles/run/{code}").text
    assert "Time is up." in page
    assert "You have ended it." not in page


def test_somebody_else_s_run_is_not_there(app, client, rows):
    address = begin(client)
    code = code_of(address)
    stranger = app.test_client()
    begin(stranger)
    for place in (f"/puzzles/run/{code}", "/puzzles/run/nonsense"):
        assert stranger.get(place).status_code == 404
    for place in (address, f"/puzzles/{PLAYED[0].slug}?run=nonsense"):
        shown = stranger.get(place)
        assert shown.status_code == 200
        assert "run-state" not in shown.text
        assert "run=" not in shown.text
    own = stranger.get("/puzzles/").text
    assert code not in own
    token = re.search(r'name="csrf_token" value="([^"]+)"', stranger.get("/puzzles/run").text).group(1)
    puzzle = parts(address)[0]
    *before, last = solution(puzzle)
    query = {"played": names(before), "run": code}
    data = {"csrf_token": token, "action": card_name(last)}
    sent = stranger.post(f"/puzzles/{puzzle.slug}", query_string=query, data=data)
    assert sent.status_code == 303
    assert "run=" not in sent.location
    assert stranger.post(f"/puzzles/run/{code}/end", data={"csrf_token": token}).status_code == 404
    assert {each.results for each in rows(PuzzleRun)} == {""}
    assert [each.reason for each in rows(PuzzleTry)] == [""]
    assert same_browser(client).get(f"/puzzles/run/{code}").status_code == 200


@pytest.mark.parametrize("seconds", ["", "1", "86400", "x"])
def test_only_the_lengths_that_are_offered_can_be_chosen(client, rows, seconds):
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/puzzles/run").text).group(1)
    assert client.post("/puzzles/run", data={"csrf_token": token, "seconds": seconds}).status_code == 400
    assert client.post("/puzzles/run", data={"seconds": "300"}).status_code == 400
    assert rows(PuzzleRun) == []


def test_a_run_is_not_rated_and_its_failures_come_back(client, rows):
    address = begin(client)
    page = finish(client, address, right=False)
    assert "Another puzzle" not in standing(page)
    assert "Runs are not rated." in standing(page)
    assert rows(SolverRating) == []
    assert [(each.reason, each.solved) for each in rows(PuzzleTry)] == [("run", False)]
    assert [each.code for each in rows(Review)] == [f"puzzle:{parts(address)[0].slug}"]


def test_the_best_runs_are_listed_with_the_most_points_first(client, clock):
    for right in ((), (True, True), (True, False), (True,)):
        address = begin(client)
        for each in right:
            address = onward(finish(client, address, right=each))
        clock.forward(minutes=6)
    page = client.get("/puzzles/run").text
    found = re.findall(r'<tr ><th scope="row"><bdi dir="ltr">(.?\d+)</bdi></th><td>(\d+)</td><td>(\d+)</td>', page)
    assert found == [("2", "2", "0"), ("1", "1", "0"), ("0", "1", "1")]


# What a run is made of.


@pytest.mark.parametrize("seed", [1, 2, 77])
def test_a_run_has_every_puzzle_once_and_gets_harder(seed):
    drawn = drawn_puzzles(own_puzzles(), seed)
    ratings = {each.slug: measured(each) for each in drawn}
    order = run_order(drawn, ratings)
    assert len(set(order)) == len(order)
    assert set(order) <= {each.slug for each in drawn}
    levels = {each.slug: each.level for each in drawn}
    assert [levels[slug] for slug in order] == sorted(levels[slug] for slug in order)
    for level in range(1, 5):
        assert sum(each.level == level for each in drawn) <= OF_A_LEVEL
    assert drawn_puzzles(own_puzzles(), seed) == drawn


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_a_run_is_of_all_kinds_and_no_puzzle_is_like_the_one_before(start):
    for seed in range(start, start + 20):
        drawn = drawn_puzzles(own_puzzles(), seed)
        by_slug, ratings = {each.slug: each for each in drawn}, {each.slug: measured(each) for each in drawn}
        run = [by_slug[slug] for slug in run_order(drawn, ratings)]
        assert 4 * OF_A_LEVEL + OF_THE_LAST - 2 <= len(run) <= len(drawn)
        assert not [(one.slug, two.slug) for one, two in pairwise(run) if are_alike(one, two)]
        marks = [(round(ratings[each.slug]), leading_theme(each)) for each in run]
        for place in range(len(run)):
            assert len(set(marks[place : place + APART])) == len(marks[place : place + APART])
        for level in range(1, 5):
            kinds = [each.kind for each in run if each.level == level]
            assert max(kinds.count(each) for each in set(kinds)) <= OF_A_LEVEL / 2
            assert len(set(kinds)) >= 3


@pytest.mark.parametrize(("rules", "alike"), [("penalty", False), ("written", True), ("level", True)])
def test_calls_under_the_same_rules_are_alike_unless_these_are_the_usual_ones(rules, alike):
    one, other = (call(rules=parse_ruleset(rules), themes=(theme,)) for theme in ("sacrifice", "escape"))
    assert are_alike(one, other) is alike


def test_what_cannot_be_mixed_is_still_all_played():
    same = [each for each in own_puzzles() if leading_theme(each) == "take"]
    drawn = drawn_puzzles(same, 1)
    assert len(drawn) > 1
    ratings = {each.slug: 1000 + place for place, each in enumerate(drawn)}
    assert sorted(run_order(drawn, ratings)) == sorted(each.slug for each in drawn)
    assert len(run_order(drawn, dict.fromkeys(ratings, 1000))) == 1


def test_another_seed_draws_another_run():
    drawn = [drawn_puzzles(own_puzzles(), seed) for seed in range(5)]
    assert len(set(drawn)) > 1 or len(own_puzzles()) < OF_A_LEVEL


def test_points_are_solved_less_failed_by_the_clock_and_solved_without_one():
    def run(seconds: int, results: str) -> Run:
        kept = PuzzleRun(code="x", seconds=seconds, slugs="a b c d e", results=results, started=START)
        return Run(kept, START + timedelta(seconds=10))

    assert [run(300, each).points for each in ("", "+", "+-", "--", "++-+")] == [0, 1, 0, -2, 2]
    assert [run(0, each).points for each in ("+-+", "---")] == [2, 0]
    assert run(300, "---").over is False
    assert run(0, "---").over is True
    assert run(300, "+++++").due is None
    assert run(300, "").left == 290
    assert min((run(300, "+-"), run(300, "+"), run(300, "")), key=lambda each: each.best_first).solved == 1


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 seconds"), (1, "1 second"), (60, "1 minute"), (61, "1 minute, 1 second"), (300, "5 minutes")],
)
def test_the_time_is_told_in_words(app, seconds, words):
    with app.test_request_context():
        assert time_words(seconds) == words


def test_without_puzzles_there_is_no_run(client, monkeypatch, rows):
    monkeypatch.setattr("tutor.web.puzzles.run.own_puzzles", tuple)
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/puzzles/run").text).group(1)
    assert client.post("/puzzles/run", data={"csrf_token": token, "seconds": "300"}).status_code == 404
    assert rows(PuzzleRun) == []


def test_a_run_whose_puzzle_is_gone_can_still_be_looked_at_and_ended(client, monkeypatch, rows):
    begin(client, 0)
    (run,) = rows(PuzzleRun)
    monkeypatch.setattr("tutor.web.puzzles.run.find_puzzle", lambda _: None)
    assert f'href="/puzzles/run/{run.code}">Go on with it' in client.get("/puzzles/run").text
    page = client.get(f"/puzzles/run/{run.code}").text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)
    assert client.post(f"/puzzles/run/{run.code}/end", data={"csrf_token": token}).status_code == 303
    assert "Your run is over" in client.get(f"/puzzles/run/{run.code}").text
