"""The progress page: its numbers, its pictures, and what it says with little to show."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from babel import Locale

from tests.web.again.test_returning import HAND, decided
from tests.web.times import START, stopped
from tutor.coach.authored import THEMES
from tutor.store import Attempt, begin_writing, db
from tutor.store.people import add_guest, find_person, new_key
from tutor.web.again.returning import keep_decision
from tutor.web.people import pictures
from tutor.web.people.standing import LEAST, PERCENT_FROM, WINDOW, Share, standing
from tutor.web.people.visitors import KEY

TODAY = START.date()


def attempt(best: bool = True, loss: float = 0, **changed) -> Attempt:
    values = {"source": "hand", "code": "h", "place": 0, "themes": "", "help": 0, "created": START, **changed}
    return Attempt(best=best, loss_points=loss, action="1S", **values)


def on(*days: int) -> list[Attempt]:
    """An attempt on each of the days, counted back from today."""
    return [attempt(code=f"h{day}", created=START - timedelta(days=day)) for day in sorted(days, reverse=True)]


# The numbers.


def test_only_the_first_answer_to_a_decision_counts_for_accuracy():
    found = standing([attempt(False, 50), attempt(place=2), attempt(), attempt(source="again")], TODAY)
    assert found.first == Share(1, 2)
    assert found.retried == 1
    assert found.returned == Share(1, 1)
    assert found.answers == 4


def test_what_a_second_time_through_a_hand_comes_to_is_no_first_answer():
    first = [attempt(place=1), attempt(False, 50, place=3)]
    second = [attempt(False, 20, place=1), attempt(False, 90, place=5), attempt(False, 70, place=7)]
    found = standing([*first, *second], TODAY)
    assert found.first == Share(1, 2)
    assert found.retried == 3
    assert [(each.loss, each.decisions) for each in found.hands] == [(50, 2)]


def test_a_card_taken_back_ends_no_first_time_through_and_is_counted_once():
    made = [attempt(place=1), attempt(False, 60, place=8), attempt(place=8), attempt(False, 30, place=10)]
    found = standing(made, TODAY)
    assert found.first == Share(1, 3)
    assert [(each.loss, each.decisions) for each in found.hands] == [(90, 3)]


def test_lessons_are_counted_decision_by_decision_whichever_was_answered_first():
    made = [attempt(source="lesson", place=each) for each in (1, 1, 0, 2)]
    assert standing(made, TODAY).first == Share(3, 3)


def test_an_answer_with_help_does_not_count_for_accuracy():
    found = standing([attempt(themes="overbid", help=1), attempt(False, place=2, themes="overbid")], TODAY)
    assert found.first == Share(0, 1)
    assert [each.share for each in found.themes] == [Share(0, 1)]


def test_themes_stand_by_the_share_that_went_wrong_and_those_with_few_answers_after_them():
    def answers(theme: str, right: int, count: int) -> list[Attempt]:
        return [attempt(each < right, themes=theme, code=f"{theme}{each}") for each in range(count)]

    attempts = [
        *answers("overbid", 6, 8),
        *answers("double", 1, 5),
        *answers("squeeze", 0, 1),
        *answers("free-block", 1, 2),
        *answers("sacrifice", 30, 40),
    ]
    found = [each.name for each in standing(attempts, TODAY).themes]
    assert found == ["double", "sacrifice", "overbid", "squeeze", "free-block"]


def test_themes_are_counted_by_the_first_answers():
    attempts = [
        attempt(True, place=0, themes="double overbid"),
        attempt(False, 20, place=2, themes="overbid"),
        attempt(True, place=2, themes="overbid"),
        attempt(True, place=4, themes="free-block"),
        attempt(True, place=6, themes="no-theme-of-ours"),
    ]
    found = [(each.name, each.share.right, each.share.count) for each in standing(attempts, TODAY).themes]
    assert found[0] == ("overbid", 1, 2)
    assert sorted(found[1:]) == [("double", 1, 1), ("free-block", 1, 1)]


def test_no_share_is_told_in_percent_with_too_little_to_measure():
    assert [Share(right, PERCENT_FROM - 1).percent for right in range(PERCENT_FROM)] == [None] * PERCENT_FROM
    assert Share(0, 0).percent is None


def test_all_and_nothing_are_told_of_no_other_share():
    assert (Share(0, 400).percent, Share(400, 400).percent) == (0, 100)
    assert (Share(1, 400).percent, Share(399, 400).percent) == (1, 99)
    assert Share(7, 10).percent == 70


def test_a_hand_loses_what_its_first_answers_lost():
    attempts = [
        attempt(False, 50, code="a"),
        attempt(False, 60, code="b"),
        attempt(False, 30, code="a", place=2),
        attempt(False, 90, code="a"),
        attempt(False, 70, code="a", place=4),
        attempt(False, 20, source="lesson", code="c"),
        attempt(False, 20, source="again", code="b"),
    ]
    assert [(each.code, each.loss, each.decisions) for each in standing(attempts, TODAY).hands] == [
        ("a", 80, 2),
        ("b", 60, 1),
    ]


def test_the_mean_moves_over_the_last_hands_and_begins_when_there_are_some():
    losses = [10 * (each % 7) for each in range(25)]
    hands = standing([attempt(False, loss, code=f"h{n}") for n, loss in enumerate(losses)], TODAY).hands
    for number, each in enumerate(hands, 1):
        window = losses[max(0, number - WINDOW) : number]
        assert each.mean == (None if number < LEAST else pytest.approx(sum(window) / len(window)))


@pytest.mark.parametrize(
    ("days", "streak", "longest"),
    [
        ((), 0, 0),
        ((0,), 1, 1),
        ((1,), 1, 1),
        ((2,), 0, 1),
        ((0, 1, 2, 4, 5), 3, 3),
        ((1, 2, 5, 6, 7, 8), 2, 4),
        ((0, 0, 1), 2, 2),
    ],
)
def test_days_in_a_row_go_on_until_a_day_is_missed(days, streak, longest):
    found = standing(on(*days), TODAY)
    assert (found.streak, found.longest) == (streak, longest)


def test_a_day_begins_at_midnight_utc():
    late = attempt(created=datetime(2026, 5, 3, 23, 59, 59, tzinfo=UTC))
    early = attempt(place=2, created=datetime(2026, 5, 4, 0, 0, tzinfo=UTC))
    assert standing([late, early], TODAY).days == {date(2026, 5, 3): 1, date(2026, 5, 4): 1}


# The pictures.


def losing(*losses: float):
    return standing([attempt(loss > 0, loss, code=f"h{n}") for n, loss in enumerate(losses)], TODAY).hands


@pytest.fixture
def reader(app):
    with app.test_request_context():
        yield


@pytest.mark.usefixtures("reader")
def test_the_picture_of_losses_needs_two_hands_and_shows_the_newest():
    assert pictures.loss_picture(losing()) is None
    assert pictures.loss_picture(losing(50)) is None
    assert len(pictures.loss_picture(losing(50, 0)).dots) == 2
    many = pictures.loss_picture(losing(*[0] * 80, *[70] * 30))
    assert len(many.dots) == pictures.MOST_HANDS
    assert sum(dot.wrong for dot in many.dots) == 30


@pytest.mark.usefixtures("reader")
def test_every_loss_stands_within_the_picture_at_its_height():
    losses = [0, 10, 180, 999.5, 0, 20, 30]
    picture = pictures.loss_picture(losing(*losses))
    (zero, _), _, (top, span) = picture.lines
    assert zero == picture.zero
    for loss, dot in zip(losses, picture.dots, strict=True):
        assert dot.y == pytest.approx(zero - (zero - top) * loss / span, abs=0.06)
        assert picture.left < dot.x < picture.right
        assert top <= dot.y <= zero


@pytest.mark.usefixtures("reader")
def test_the_mean_is_drawn_where_there_are_enough_hands_for_two_points():
    assert pictures.loss_picture(losing(*[10] * LEAST)).mean == ""
    path = pictures.loss_picture(losing(*[10] * (LEAST + 2))).mean
    points = re.findall(r"[ML]([\d.]+) ([\d.]+)", path)
    assert len(points) == 3
    assert len({height for _, height in points}) == 1


@pytest.mark.parametrize(
    ("most", "top"), [(0, 40), (40, 40), (41, 100), (100, 100), (101, 200), (201, 400), (999, 1000), (14000, 20000)]
)
def test_the_axis_ends_at_a_round_number(most, top):
    assert pictures._axis(most) == top


@pytest.mark.usefixtures("reader")
@pytest.mark.parametrize("weeks", [pictures.YEAR, pictures.SEASON])
@pytest.mark.parametrize("ahead", range(7))
def test_the_calendar_has_a_square_for_every_day_up_to_today(weeks, ahead):
    today = TODAY + timedelta(days=ahead)
    found = pictures.calendar({today: 3, today - timedelta(days=8): 40}, today, weeks)
    places = {(square.x, square.y) for square in found.squares}
    assert len(places) == len(found.squares) > 7 * (weeks - 1)
    assert {square.x for square in found.squares} == {pictures.MARGIN + pictures.CELL * n for n in range(weeks)}
    assert [square.step for square in found.squares if square.step] == [4, 1]
    assert found.squares[-1].today
    assert found.squares[-1].step == 1
    assert not any(square.today for square in found.squares[:-1])
    for square in found.squares:
        assert 0 <= square.x <= found.width - found.side
        assert 0 <= square.y <= found.height - found.side


@pytest.mark.parametrize(("language", "first"), [("en_US", 6), ("sv", 0), ("ar_EG", 5)])
def test_weeks_begin_where_the_reader_begins_them(app, monkeypatch, language, first):
    monkeypatch.setattr(pictures, "get_locale", lambda: Locale.parse(language))
    with app.test_request_context():
        found = pictures.calendar({}, TODAY, 4)
    # The squares of the first column are those of the first week: the last column ends today.
    last = [square for square in found.squares if square.x == found.squares[-1].x]
    assert len(last) == (TODAY.weekday() - first) % 7 + 1


# The page.


@pytest.fixture
def learner(client, app, monkeypatch):
    """Keep decisions of the client's visitor, on given days before now."""
    stopped(monkeypatch)
    key = new_key()
    with client.session_transaction() as session:
        session[KEY] = key

    def keep(best: bool = True, days: float = 0, **changed) -> None:
        with app.app_context():
            begin_writing(db.session)
            person = find_person(db.session, key) or add_guest(db.session, key)
            keep_decision(db.session, person.id, decided(best, **changed), at=START - timedelta(days=days))
            db.session.commit()

    return keep


def hand(number: int) -> str:
    return f"{HAND.rsplit('-', 1)[0]}-{number}"


def text(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_with_nothing_kept_the_page_says_so_and_measures_nothing(client):
    page = client.get("/progress").text
    assert "Nothing to show yet" in page
    assert "%" not in text(page)
    assert "<svg" not in page.split("<main")[1].split("</main>")[0]


def test_with_little_to_show_the_page_says_how_little(client, learner):
    for number in range(1, 4):
        learner(number > 1, code=hand(number), days=number)
    learner(True, code=hand(1))
    page = text(client.get("/progress").text)
    assert "Decisions answered 4" in page
    assert "One answer was given again, or after its verdict had been read" in page
    assert "3 hands so far. 2 of them lost nothing. From 5 hands on a line shows the mean." in page
    assert "Right at the first go 2 of 3" in page
    assert "%" not in page
    assert "No theme has come up yet." in page


def test_one_hand_has_no_picture_yet(client, learner):
    learner(False)
    page = client.get("/progress").text
    assert "1 hand so far." in page
    assert '<svg class="loss-picture"' not in page


def test_the_numbers_of_every_picture_stand_in_the_page_as_well(client, learner):
    for number in range(1, 13):
        learner(number % 3 > 0, code=hand(number), days=12 - number, themes=("overbid",))
    page = client.get("/progress").text
    said = text(page)
    assert f"{THEMES['overbid']} 8 of 12 67%" in said
    assert "The last 10 hands lost 24 points on average." in said
    assert "You practised on 12 days of the last year." in said
    assert "Days in a row 12" in said
    assert re.search(r"May 2026 4 4 .*April 2026 8 8", said)
    rows = re.findall(r'href="/practise/hand/([\w-]+)".*?<td>(\d+)</td><td>([\d.]+)</td>', page)
    assert [code for code, _, _ in rows] == [hand(number) for number in range(12, 0, -1)]
    assert {loss for _, _, loss in rows} == {"0", "60"}
    assert not re.findall(r'<svg(?![^>]*aria-hidden="true")[^>]*>', page.split("<main")[1])


@pytest.mark.parametrize(
    ("lost", "said"), [(10, "1 point"), (10.2, "1 point"), (8, "0.8 points"), (15, "1.5 points"), (0, "0 points")]
)
def test_a_mean_of_one_point_is_told_as_one(client, learner, lost, said):
    for number in range(1, 11):
        learner(not lost or number > 1, code=hand(number), days=number, loss_points=lost if number == 1 else 0)
    assert f"The last 10 hands lost {said} on average." in text(client.get("/progress").text)


def test_the_pictures_have_no_style_of_their_own(client, learner):
    for number in range(1, 9):
        learner(number % 2 > 0, code=hand(number), days=number)
    page = client.get("/progress").text
    assert "style=" not in page
    assert "<style" not in page


def test_the_page_says_by_whose_midnight_it_counts_and_links_to_export_and_deletion(client, learner):
    learner()
    page = client.get("/progress").text
    assert "midnight UTC" in page
    assert 'href="/people/export"' in page
    assert 'href="/people/delete"' in page


def test_progress_is_ones_own_and_is_not_left_in_a_cache(client, app, learner):
    learner()
    page = client.get("/progress")
    assert "Nothing to show yet" not in page.text
    assert page.headers["Cache-Control"] == "private, no-store"
    assert "Nothing to show yet" in app.test_client().get("/progress").text
