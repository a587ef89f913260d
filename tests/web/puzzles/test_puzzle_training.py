"""What follows from a try at a puzzle: rating, streaks, that it comes back, the replay, what is next; and the list."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask, session
from flask.testing import FlaskClient
from sqlalchemy import func, select

from tests.web.people import test_people_at_once as people_at_once
from tests.web.people.test_people import register, sign_in
from tests.web.people.test_people_at_once import at_once, same_browser
from tests.web.puzzles.test_puzzles import ADDRESS, PUZZLE, WRONG, easy_first, listed, names, solution
from tests.web.times import START, Clock, stopped
from tutor.cards import card_name
from tutor.coach.puzzle import Puzzle, load_puzzles, start_puzzle
from tutor.coach.puzzle.day import puzzle_of_the_day
from tutor.coach.puzzle.difficulty import level_of
from tutor.coach.puzzle.document import as_json
from tutor.coach.puzzle.same import likeness
from tutor.store import Attempt, PostedPuzzle, PuzzleRating, PuzzleTry, Review, SolverRating, begin_writing, db
from tutor.store.models import Person
from tutor.store.posting import Verified, post_puzzle, withdraw
from tutor.web.again.returning import VERDICT_SEEN
from tutor.web.puzzles.listing import PAGE, puzzle_list
from tutor.web.puzzles.rating import NEWCOMER, measured
from tutor.web.puzzles.results import Result
from tutor.web.puzzles.shown import MOST, forget_shown, note_shown, shown_before
from tutor.web.puzzles.standing import CHART_HEIGHT, CHART_WIDTH, chart_of
from tutor.web.puzzles.streaks import Streak, day_streak, row_streak

PUZZLES = tuple(each for each in load_puzzles() if isinstance(each, Puzzle))
OTHER = next(each for each in PUZZLES if each.slug != PUZZLE.slug and len(solution(each)) < 6)

both_databases = people_at_once.app
cluster, postgresql_url, sqlite_url = (
    people_at_once.cluster,
    people_at_once.postgresql_url,
    people_at_once.sqlite_url,
)


@pytest.fixture
def clock(monkeypatch) -> Clock:
    clock = stopped(monkeypatch)
    for module in ("results", "standing", "run", "views"):
        monkeypatch.setattr(f"tutor.web.puzzles.{module}.now", clock)
    return clock


def answer(client: FlaskClient, address: str, card: str) -> str:
    """Send the form of the page with a card; gives the address that follows."""
    page = client.get(address).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)
    action = html.unescape(re.search(r'<form id="card" method="post" action="([^"]+)"', page).group(1))
    sent = client.post(action, data={"csrf_token": token, "action": card})
    assert sent.status_code == 303, sent.text
    return sent.location.removesuffix("#status")


def solve(client: FlaskClient, puzzle=PUZZLE, query: str = "") -> str:
    """Solve a puzzle; gives the page that says so."""
    address = f"/puzzles/{puzzle.slug}{query}"
    for card in solution(puzzle):
        address = answer(client, address, card_name(card))
    return html.unescape(client.get(address).text)


def fail(client: FlaskClient, puzzle=PUZZLE) -> str:
    """Fail a puzzle; gives the page that says so."""
    start = start_puzzle(puzzle)
    wrong = next(card for card in start.legal if card not in start.keeping)
    return html.unescape(client.get(answer(client, f"/puzzles/{puzzle.slug}", card_name(wrong))).text)


def standing(page: str) -> str:
    """What a page says of how somebody stands, without its tags."""
    part = page[page.index('<section class="puzzle-standing"') :].split("</section>", maxsplit=1)[0]
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


@pytest.fixture
def rows(app: Flask) -> Callable[..., list]:
    def read(model) -> list:
        with app.app_context():
            return list(db.session.scalars(select(model)))

    return read


# Ratings.


def test_the_first_try_is_rated_and_its_page_says_what_the_rating_was_and_is(client, rows):
    page = standing(solve(client))
    (kept,), (made,) = rows(SolverRating), rows(PuzzleTry)
    assert kept.rating > 1200
    assert f"Your rating was 1200 and is now {round(kept.rating)}." in page
    assert page.startswith(f"+{round(kept.rating) - 1200} ")
    assert f"The puzzle is rated {round(measured(PUZZLE))}." in page
    assert (made.slug, made.solved, made.before, made.after) == (PUZZLE.slug, True, 1200, kept.rating)


def test_a_failed_try_lowers_it_and_a_later_one_changes_nothing_and_says_so(client, rows):
    page = standing(fail(client))
    lowered = rows(SolverRating)[0].rating
    assert f"Your rating was 1200 and is now {round(lowered)}." in page
    assert page.startswith(f"−{1200 - round(lowered)} ")
    later = standing(solve(client))
    assert "Only the first try is rated; this was a later one." in later
    assert f"By the first try your rating went from 1200 to {round(lowered)}." in later
    assert rows(SolverRating)[0].rating == lowered
    assert len(rows(PuzzleTry)) == 1


def test_another_day_the_page_says_what_the_first_try_did_and_not_that_it_is_so_now(client, rows):
    solve(client)
    after = round(rows(SolverRating)[0].rating)
    fail(client, OTHER)
    page = standing(html.unescape(client.get(f"{ADDRESS}?played={names(solution(PUZZLE))}").text))
    assert f"By the first try your rating went from 1200 to {after}." in page


def test_a_page_that_somebody_was_sent_says_nothing_of_how_they_stand(app):
    page = app.test_client().get(f"{ADDRESS}?played={names(solution(PUZZLE))}").text
    assert ">Solved</h2>" in page
    assert "puzzle-standing" not in page


def test_after_a_hint_a_try_is_not_rated(client, rows):
    page = standing(solve(client, query="?hint=1"))
    assert "Your first try was not rated: something had been shown before." in page
    assert rows(SolverRating) == []
    assert [(each.reason, each.help) for each in rows(PuzzleTry)] == [("help", 1)]


@pytest.mark.parametrize("query", ["?hint=2", f"?played={WRONG}&told=1", f"?played={names(solution(PUZZLE))}"])
def test_what_was_shown_is_remembered_when_the_page_is_left_and_opened_anew(client, rows, query):
    client.get(ADDRESS)
    client.get(ADDRESS + query)
    client.get("/puzzles/")
    assert "not rated" in standing(solve(client))
    assert rows(SolverRating) == []
    assert "is now" in standing(solve(client, OTHER))


def test_what_was_shown_is_remembered_until_the_puzzle_is_tried_and_fits_into_a_cookie(app):
    with app.test_request_context():
        for number in range(MOST - 1):
            note_shown(f"p-{number}", 1 + number % 4)
        note_shown("p-10", 4)
        note_shown("p-11", 0)
        assert [shown_before(f"p-{number}") for number in (0, 6, 7, 10, 11)] == [1, 3, 4, 4, 4]
        assert shown_before("other") == 0
        forget_shown("p-7")
        forget_shown("other")
        assert [shown_before(f"p-{number}") for number in (6, 7, 8)] == [3, 0, 1]
        signed = app.session_interface.get_signing_serializer(app).dumps(dict(session))
        assert len(signed) < 2500
        # Who has looked into so many has looked into all.
        for number in range(MOST, MOST + 3):
            note_shown(f"p-{number}", 3)
        assert shown_before(f"p-{MOST + 2}") == shown_before("other") == 1
        assert shown_before(f"p-{MOST}") == 3


def test_a_hint_counts_for_all_that_follows_though_the_page_is_left_by_the_way_back(client, clock, rows):
    client.get(f"{ADDRESS}?hint=3")
    page = solve(client)
    assert "Solved at the first try" not in client.get("/puzzles/").text
    assert "something had been shown" in standing(page)
    assert [each.help for each in rows(Attempt)] == [3]
    # What came back was seen when it failed, and that alone is no help; a hint is.
    fail(client, OTHER)
    clock.forward(days=1)
    client.get(f"/puzzles/{OTHER.slug}?hint=2")
    solve(client, OTHER)
    assert [each.help for each in rows(Attempt)] == [3, 0, 2]


def test_what_was_shown_at_the_end_of_a_first_try_is_no_help_when_the_puzzle_comes_back(client, clock, rows):
    fail(client)
    clock.forward(days=1)
    solve(client)
    assert [each.help for each in rows(Attempt)] == [0, VERDICT_SEEN]


@pytest.mark.parametrize("how", ["guest", "signed out", "many"])
def test_a_hint_is_remembered_when_somebody_signs_in_or_out_or_has_seen_many(app, client, rows, how):
    register(app.test_client() if how != "signed out" else client)
    client.get(ADDRESS)
    client.get(f"{ADDRESS}?hint=3")
    if how == "guest":
        sign_in(client)
    elif how == "signed out":
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/people/").text).group(1)
        assert client.post("/people/sign-out", data={"csrf_token": token}).status_code == 303
        sign_in(client)
    else:
        for each in PUZZLES[:40]:
            client.get(f"/puzzles/{each.slug}?hint=1")
    assert "something had been shown" in standing(solve(client))
    assert rows(SolverRating) == []


def test_a_guest_s_rating_goes_along_to_an_account_that_has_none(app, client, rows):
    register(app.test_client())
    solve(client)
    before = rows(SolverRating)[0].rating
    sign_in(client)
    page = client.get("/puzzles/").text
    assert f"Your rating</dt><dd>{round(before)} " in page
    assert [(each.rating, each.tries) for each in rows(SolverRating)] == [(before, 1)]
    assert "Only the first try is rated" in standing(solve(client))


def posted_by(app: Flask, name: str, *, withdrawn: str = "") -> Puzzle:
    """The puzzle as the account *name*, which may be new, has posted it, after another's *withdrawn* was taken back."""
    with app.app_context():
        begin_writing(db.session)
        owner = db.session.scalars(select(Person).where(Person.name == name)).one_or_none()
        if owner is None:
            owner = Person(name=name, folded=name.lower())
            db.session.add(owner)
            db.session.flush()
        if withdrawn:
            before = db.session.scalars(select(PostedPuzzle).where(PostedPuzzle.slug == withdrawn)).one()
            withdraw(db.session, before.person_id, withdrawn)
        document = {"puzzle": {key: value for key, value in as_json(PUZZLE).items() if key != "slug"}}
        verified = Verified(document, PUZZLE.kind, PUZZLE.themes, PUZZLE.level, 1500, likeness(PUZZLE))
        slug = post_puzzle(db.session, owner.id, verified).slug
        db.session.commit()
    return replace(PUZZLE, slug=slug)


def test_one_s_own_puzzle_is_not_rated(app, client, rows):
    register(client)
    own = posted_by(app, "Nora")
    slug = own.slug
    assert "the puzzle is your own" in standing(solve(client, own))
    assert rows(SolverRating) == []
    assert "is now" in standing(solve(app.test_client(), own))
    assert listed(client, **{"from": "posted"}) == [slug]
    assert slug not in listed(client, **{"from": "own"})
    assert re.findall(r"by <bdi>(.*?)</bdi>", client.get("/puzzles/?from=posted").text) == ["Nora"]


def test_one_s_own_puzzle_is_not_rated_when_it_was_solved_as_a_guest(app, client, rows):
    register(app.test_client())
    solve(client, posted_by(app, "Nora"))
    solve(client, OTHER)
    assert rows(SolverRating)[0].tries == 2
    sign_in(client)
    assert rows(SolverRating) == []
    assert [(each.reason, each.after) for each in rows(PuzzleTry)] == [("own", None), ("guest", None)]


def test_a_puzzle_that_is_posted_again_is_no_new_one(app, client, rows):
    first = posted_by(app, "Sven")
    fail(client, first)
    (before,) = rows(SolverRating)
    again = posted_by(app, "Kari", withdrawn=first.slug)
    assert again.slug != first.slug
    assert "you had tried the same puzzle before" in standing(solve(client, again))
    assert rows(SolverRating)[0].rating == before.rating
    assert [each.reason for each in rows(PuzzleTry)] == ["", "again"]
    assert "is now" in standing(solve(app.test_client(), again))


def test_the_page_of_what_failed_does_not_say_that_a_puzzle_was_solved_which_is_gone(app, client):
    fail(client, posted := posted_by(app, "Sven"))
    with app.app_context():
        begin_writing(db.session)
        owner = db.session.scalars(select(Person.id).where(Person.name == "Sven")).one()
        withdraw(db.session, owner, posted.slug)
        db.session.commit()
    page = html.unescape(client.get("/puzzles/failed").text)
    assert "what failed is no longer among the puzzles" in page
    assert "you have solved" not in page


def test_the_ratings_are_shown_in_the_list_with_the_visitor_s_own(client, rows):
    assert "Your rating" not in client.get("/puzzles/").text
    solve(client)
    page = client.get("/puzzles/").text
    kept = rows(SolverRating)[0]
    assert f"Your rating</dt><dd>{round(kept.rating)} <small>" in page
    assert f"± {round(kept.deviation)}</bdi>, still uncertain" in page
    assert "rating-chart" not in page
    fail(client, OTHER)
    assert "Your last 2 ratings, between" in client.get("/puzzles/").text


def test_two_forms_sent_at_once_count_once(both_databases):
    app = both_databases
    with app.app_context():
        db.session.rollback()
    client = app.test_client()
    page = client.get(ADDRESS).text
    token = re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)
    tabs = [same_browser(client) for _ in range(3)]
    data = {"csrf_token": token, "action": WRONG}
    answers = at_once(*[lambda tab=tab: tab.post(ADDRESS, data=data) for tab in tabs])
    assert {each.status_code for each in answers} == {303}
    with app.app_context():
        counts = [db.session.scalar(select(func.count()).select_from(each)) for each in (Attempt, PuzzleTry, Review)]
        assert counts == [1, 1, 1]
        assert db.session.scalars(select(SolverRating.tries)).all() == [1]


def test_accounts_that_try_the_same_puzzle_at_once_all_count(both_databases):
    app, clients, sends = both_databases, [], []
    for number in range(3):
        client = app.test_client()
        register(client, f"Nora {number}")
        clients.append(client)
    with app.app_context():
        begin_writing(db.session)
        for person in db.session.scalars(select(Person)):
            row = SolverRating(person_id=person.id, rating=1500, deviation=70, volatility=0.06, rated=person.created)
            db.session.add(row)
        db.session.commit()
    for client in clients:
        token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(ADDRESS).text).group(1)
        tab, data = same_browser(client), {"csrf_token": token, "action": WRONG}
        sends.append(lambda tab=tab, data=data: tab.post(ADDRESS, data=data))
    assert {each.status_code for each in at_once(*sends)} == {303}
    with app.app_context():
        kept = db.session.scalars(select(PuzzleRating)).one()
        assert (kept.tries, kept.rating > kept.start) == (3, True)
        made = db.session.scalars(select(PuzzleTry).order_by(PuzzleTry.puzzle_before)).all()
        assert [each.puzzle_before for each in made[1:]] == [each.puzzle_after for each in made[:-1]]


# What failed comes back.


def test_a_failed_puzzle_comes_back_and_stays_away_when_it_is_solved(client, clock, rows):
    assert "This puzzle comes back in 10 minutes." in standing(fail(client))
    assert "Nothing is due" in client.get("/practise/again").text
    clock.forward(minutes=11)
    page = html.unescape(client.get("/practise/again").text)
    assert "A puzzle comes back" in page
    assert PUZZLE.heading in page
    assert "1 to repeat" in page
    assert f'href="{ADDRESS}"' in page
    assert "days." in standing(solve(client)) or "tomorrow" in standing(solve(client))
    assert "Nothing is due" in client.get("/practise/again").text
    assert rows(Review)[0].due > clock.moment


def test_it_comes_back_again_and_again_until_it_is_solved(client, clock, rows):
    fail(client)
    for _ in range(3):
        clock.forward(days=1)
        assert "A puzzle comes back" in client.get("/practise/again").text
        fail(client)
        assert (rows(Review)[0].due - clock.moment).total_seconds() == 600
    assert len(rows(Review)) == 1


def test_a_puzzle_solved_at_once_never_comes_back(client, rows):
    assert "comes back" not in standing(solve(client))
    assert rows(Review) == []


def test_the_answer_to_a_puzzle_is_not_taken_on_the_page_that_announces_it(client, clock):
    fail(client)
    clock.forward(days=1)
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get(ADDRESS).text).group(1)
    form = {"csrf_token": token, "code": f"puzzle:{PUZZLE.slug}", "place": "0", "state": "x", "action": "SA"}
    assert client.post("/practise/again", data=form).status_code == 400
    query = {"code": f"puzzle:{PUZZLE.slug}", "place": "0", "action": "SA"}
    assert client.get("/practise/again/answer", query_string=query).status_code == 400


def test_a_puzzle_that_is_no_longer_there_is_not_asked(client, clock, monkeypatch):
    fail(client)
    clock.forward(days=1)
    monkeypatch.setattr("tutor.web.again.returning.find_puzzle", lambda _: None)
    page = client.get("/practise/again").text
    assert "Nothing is due" in page
    assert "to repeat" not in page


def test_the_replay_leads_through_what_failed_until_nothing_is_left(client):
    failed = [PUZZLES[2], PUZZLES[5], PUZZLES[9]]
    assert "There is none: you have not tried a puzzle yet." in client.get("/puzzles/failed").text
    for puzzle in failed:
        fail(client, puzzle)
    page = client.get("/puzzles/failed").text
    assert re.findall(r'<h3><a href="/puzzles/([^"]+)"', page) == [each.slug for each in failed]
    assert client.get("/puzzles/failed/next").location == f"/puzzles/{failed[0].slug}"
    assert client.get(f"/puzzles/failed/next?after={failed[1].slug}").location == f"/puzzles/{failed[2].slug}"
    assert client.get(f"/puzzles/failed/next?after={failed[2].slug}").location == f"/puzzles/{failed[0].slug}"
    page = solve(client, failed[0])
    assert "Retry 2 failed puzzles" in page
    assert f'href="/puzzles/failed/next?after={failed[0].slug}"' in page
    for puzzle in failed[1:]:
        solve(client, puzzle)
    assert client.get("/puzzles/failed/next").location == "/puzzles/failed"
    assert "what you have tried you have solved" in client.get("/puzzles/failed").text


# Streaks.


def test_days_in_a_row_with_the_puzzle_of_the_day(client, clock, monkeypatch):
    monkeypatch.setattr("tutor.web.puzzles.today.own_puzzles", lambda: PUZZLES)
    for length in (1, 2, 3):
        solve(client, puzzle_of_the_day(PUZZLES, clock.moment.date()))
        page = client.get("/puzzles/").text
        assert f"days in a row</dt><dd>{length}</dd>" in page
        assert "(solved)" in page
        clock.forward(days=1)
        assert "(solved)" not in client.get("/puzzles/").text
    assert "days in a row</dt><dd>3</dd>" in client.get("/puzzles/").text
    clock.forward(days=1)
    assert "days in a row</dt><dd>0 <small>best: 3</small></dd>" in client.get("/puzzles/").text


def test_another_puzzle_than_that_of_the_day_does_not_count_for_the_day(client, clock):
    today = puzzle_of_the_day(load_puzzles(), clock.moment.date())
    solve(client, next(each for each in (PUZZLE, OTHER) if each.slug != today.slug))
    assert "days in a row</dt><dd>0</dd>" in client.get("/puzzles/").text


@pytest.mark.parametrize(
    ("days", "expected"),
    [([], (0, 0)), ([0], (1, 1)), ([1], (1, 1)), ([2], (0, 1)), ([9, 8, 7, 1, 0], (2, 3)), ([3, 2, 1], (3, 3))],
)
def test_a_streak_of_days_lives_until_a_whole_day_has_passed(days, expected):
    today = START.date()
    made = sorted(today - timedelta(days=each) for each in days)
    assert day_streak(made, today) == Streak(*expected)


def test_a_row_ends_with_a_first_try_that_was_not_clean():
    assert row_streak([]) == Streak(0, 0)
    assert row_streak([True, True, False, True]) == Streak(1, 2)
    assert row_streak([True, True, True]) == Streak(3, 3)
    assert row_streak([False]) == Streak(0, 0)


def test_a_hint_ends_the_row_and_the_progress_page_tells_both(client):
    for puzzle in PUZZLES[:2]:
        solve(client, puzzle)
    assert "in a row</dt><dd>2</dd>" in client.get("/progress").text
    solve(client, PUZZLES[3], query="?hint=1")
    page = client.get("/progress").text
    assert "in a row</dt><dd>0 <small>best: 2</small></dd>" in page
    assert "Your rating" in page


# Where it goes on.


def onward(page: str) -> str:
    return re.search(r'href="/puzzles/([^"/?]+)"[^>]*>(?:Next puzzle|Another puzzle)<', page).group(1)


def test_the_next_puzzle_is_a_new_one_near_the_visitor_s_rating_and_always_the_same(app, client):
    page = solve(client)
    first = onward(page)
    assert onward(html.unescape(client.get(f"{ADDRESS}?played={names(solution(PUZZLE))}").text)) == first
    with app.app_context():
        begin_writing(db.session)
        kept = db.session.scalars(select(SolverRating)).one()
        kept.rating = 3000
        db.session.commit()
    again = onward(html.unescape(client.get(f"{ADDRESS}?played={names(solution(PUZZLE))}").text))
    levels = {each.slug: each.level for each in load_puzzles()}
    assert levels[again] == 5
    assert levels[again] >= levels[first]


def test_a_solved_puzzle_is_never_the_next(client):
    seen = set()
    address = PUZZLES[0]
    for _ in range(4):
        page = solve(client, address)
        seen.add(address.slug)
        following = onward(page)
        assert following not in seen
        address = next((each for each in PUZZLES if each.slug == following), None)
        if address is None:  # one that is answered
            break
    assert seen


def test_the_list_leads_a_newcomer_to_an_easy_puzzle_and_who_is_stronger_to_a_harder_one(app, client):
    def offered() -> str:
        return re.search(r'href="/puzzles/([^"/?]+)">Next puzzle for you<', client.get("/puzzles/").text).group(1)

    levels = {each.slug: each.level for each in load_puzzles()}
    assert levels[offered()] == level_of(NEWCOMER) == 2
    solve(client)
    with app.app_context():
        begin_writing(db.session)
        db.session.scalars(select(SolverRating)).one().rating = 1800
        db.session.commit()
    assert levels[offered()] == 5


# The list.


def test_a_long_list_has_pages_that_keep_what_was_chosen(app, monkeypatch):
    monkeypatch.setattr("tutor.web.puzzles.listing.PAGE", 5)
    with app.test_request_context():
        first = puzzle_list(PUZZLES, {}, {"state": "open"})
        second = puzzle_list(PUZZLES, {}, {"state": "open", "page": "2"})
        beyond = puzzle_list(PUZZLES, {}, {"state": "open", "page": "999"})
    assert [each.puzzle for each in (*first.entries, *second.entries)] == sorted(
        PUZZLES, key=lambda each: (each.level, measured(each), each.slug)
    )[:10]
    assert beyond.entries == first.entries
    assert [each.number for each in first.pages] == list(range(1, -(-len(PUZZLES) // 5) + 1))
    assert [each.number for each in second.pages if each.here] == [2]
    assert second.pages[1].href == "/puzzles/?state=open&page=2#list"
    assert first.pages[0].href == "/puzzles/?state=open#list"


def test_a_short_list_has_no_pages_and_a_choice_counts_all_of_its_puzzles(app):
    with app.test_request_context():
        found = puzzle_list((PUZZLE, OTHER), {PUZZLE.slug: Result("failed")}, {})
    assert found.pages == ()
    assert (found.total, found.failed, found.solved) == (2, 1, 0)


def test_the_list_is_chosen_by_kind_and_by_where_a_puzzle_comes_from(client):
    everything = easy_first()
    for kind in {each.kind for each in everything}:
        wanted = [each.slug for each in everything if each.kind == kind]
        assert listed(client, kind=kind) == wanted
    assert listed(client, **{"from": "own"}) == [each.slug for each in everything]
    assert listed(client, **{"from": "posted"}) == []


def test_every_puzzle_in_the_list_has_its_rating(client):
    page = client.get("/puzzles/").text
    shown = min(PAGE, len(load_puzzles()))
    assert len(re.findall(r"<span>Rating \d{3,4}</span>", page)) == page.count("<h3>") == shown


def test_the_chart_of_a_rating_stays_on_its_paper():
    assert chart_of([1500]) is None
    for course in ([1500, 1501], [400, 3000, 400], [1500 + 7 * each for each in range(200)]):
        chart = chart_of(course)
        points = [tuple(map(float, each.split(","))) for each in chart.points.split()]
        assert all(0 <= x <= CHART_WIDTH and 0 <= y <= CHART_HEIGHT for x, y in points)
        assert [x for x, _ in points] == sorted(x for x, _ in points)
        assert (points[-1][1] < points[0][1]) == (course[-1] > course[-len(points)])
