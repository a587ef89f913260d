"""What went wrong comes back on its schedule, as the same decision, and a decision is kept once."""

import json
import re
from datetime import timedelta

import pytest
from fsrs import Card, Rating, Scheduler
from sqlalchemy import func, select

from tests.web.times import START, stopped
from tutor.coach.dealing import PracticeHand, Settings
from tutor.coach.lesson import load_lessons
from tutor.notation import parse_seat
from tutor.rules import action_name
from tutor.store import Attempt, Review, begin_writing, db
from tutor.store.people import add_guest, new_key
from tutor.store.practice import attempts_of, get_review
from tutor.web.again.returning import Made, keep_decision, read_schedule, waiting, when

LESSON = next(each for each in load_lessons() if each.slug == "no-way-out")
HAND = PracticeHand(Settings(), parse_seat("S"), parse_seat("S"), 7).code
MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock(monkeypatch):
    return stopped(monkeypatch)


@pytest.fixture
def me(app):
    """A person, within the app's context, in a transaction that writes."""
    with app.app_context():
        begin_writing(db.session)
        yield add_guest(db.session, new_key()).id


def decided(best: bool, **changed) -> Made:
    values = {"source": "hand", "code": HAND, "place": 2, "before": ("1S", "2H"), "action": "2S"}
    return Made(**{**values, "best": best, "loss_points": 0 if best else 60, **changed})


def keep(me: int, best: bool, at, **changed) -> Review | None:
    """The review of a decision after it was made."""
    made = decided(best, **changed)
    keep_decision(db.session, me, made, at=at)
    return get_review(db.session, me, made.code, made.place, made.before)


def attempts() -> int:
    return db.session.scalar(select(func.count()).select_from(Attempt))


def test_a_right_answer_to_what_never_went_wrong_makes_no_card(me):
    assert keep(me, True, START) is None
    assert attempts() == 1


def test_a_mistake_comes_back_as_the_same_decision(me):
    review = keep(me, False, START)
    assert (review.code, review.place) == (HAND, 2)
    assert read_schedule(review.card).before == ("1S", "2H")
    assert waiting(db.session, me, START).due == ()
    assert waiting(db.session, me, START).following == review.due
    assert waiting(db.session, me, review.due).due == (review,)


def test_the_schedule_is_that_of_fsrs_with_one_step_after_a_mistake_and_without_chance(me):
    soon = (10 * MINUTE,)
    wrong = Scheduler(learning_steps=soon, relearning_steps=soon, enable_fuzzing=False)
    right = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, moment = Card(card_id=0, due=START), START
    review = None
    for best, rating in [(False, Rating.Again), *[(True, Rating.Good)] * 5, (False, Rating.Again), (True, Rating.Good)]:
        card, _ = (right if best else wrong).review_card(card, rating, moment)
        review = keep(me, best, moment, source="again" if review else "hand")
        assert review.due == card.due
        moment = card.due
    assert review.due - START > timedelta(days=30)


@pytest.mark.parametrize("help_level", [0, 1])
def test_a_mistake_is_back_in_ten_minutes_and_a_right_answer_sends_it_a_day_away_at_least(me, help_level):
    moment = START
    for mistakes in (1, 3):
        for _ in range(mistakes):
            review = keep(me, False, moment, source="again")
            assert review.due == moment + 10 * MINUTE
            moment = review.due
        review = keep(me, True, moment, source="again", help_level=help_level)
        assert review.due >= moment + timedelta(days=1)
        moment = review.due


def test_the_verdict_was_seen_of_the_same_decision_on_the_same_day_only(me):
    other = ("2S", "3H")
    keep(me, False, START)
    keep(me, False, START + MINUTE, before=other)
    keep(me, True, START + 2 * MINUTE)
    keep(me, True, START + 3 * MINUTE, place=4)
    keep(me, True, START + timedelta(days=1))
    assert [each.help for each in attempts_of(db.session, me)] == [0, 0, 1, 0, 0]


def test_what_was_right_with_help_comes_back_sooner_than_what_was_right_without(me):
    dues = []
    for place, level in ((2, 0), (4, 1)):
        moment = START
        for best in (False, True, True, True):
            review = keep(me, best, moment, place=place, help_level=level if best else 0)
            moment = review.due
        dues.append(moment)
    assert dues[1] < dues[0]


def test_a_right_answer_before_the_decision_is_due_changes_nothing(me):
    due, card = (review := keep(me, False, START)).due, review.card
    again = keep(me, True, due - MINUTE / 2)
    assert (again.due, again.card) == (due, card)
    assert keep(me, True, due).due > due


def test_a_mistake_counts_before_the_decision_is_due_as_well(me):
    moment = START
    for best in (False, True, True):
        moment = keep(me, best, moment).due
    assert moment - START > timedelta(days=1)
    assert keep(me, False, START + timedelta(hours=2)).due < moment


def test_a_right_answer_on_another_line_is_another_decision(me):
    review = keep(me, False, START)
    card = review.card
    assert keep(me, True, review.due, before=("2S", "3H")) is None
    assert get_review(db.session, me, HAND, 2, ("1S", "2H")).card == card


def test_of_two_lines_with_a_mistake_each_comes_back(me):
    other = ("2S", "3H")
    first, second = keep(me, False, START), keep(me, False, START + MINUTE, before=other)
    assert waiting(db.session, me, START + timedelta(days=1)).due == (first, second)
    card = second.card
    assert keep(me, True, START + timedelta(days=1)).due > START + timedelta(days=1)
    assert get_review(db.session, me, HAND, 2, other).card == card
    assert read_schedule(card).before == other


def test_a_schedule_that_cannot_be_read_is_begun_anew_by_the_next_mistake(me):
    review = keep(me, False, START)
    review.card = json.dumps({"another": "program"})
    db.session.flush()
    assert waiting(db.session, me, START + timedelta(days=9)).due == ()
    assert read_schedule(keep(me, False, START + MINUTE).card) is not None


def test_what_cannot_be_asked_any_more_is_not_due(me):
    later = START + timedelta(days=2)
    for code, place, before in (
        ("a-lesson-that-was-withdrawn", 0, ()),
        (LESSON.slug, len(LESSON.decisions), ()),
        (LESSON.slug, 1, ("1C", "Pass")),
        ("9w-ncss-7", 0, ()),
    ):
        keep(me, False, START, code=code, place=place, before=before)
    assert waiting(db.session, me, later).due == ()
    course = tuple(action_name(each) for each in LESSON.course(1))
    keep(me, False, START, code=LESSON.slug, place=1, before=course)
    assert [(each.code, each.place) for each in waiting(db.session, me, later).due] == [(LESSON.slug, 1)]


def test_nothing_is_kept_when_the_transaction_is_not_committed(me):
    db.session.commit()
    begin_writing(db.session)
    keep(me, False, START)
    db.session.rollback()
    assert attempts_of(db.session, me) == []
    assert get_review(db.session, me, HAND, 2, ("1S", "2H")) is None


@pytest.mark.parametrize(
    ("length", "said"),
    [
        (timedelta(seconds=1), "in 1 minute"),
        (timedelta(seconds=61), "in 2 minutes"),
        (timedelta(minutes=59), "in 59 minutes"),
        (timedelta(minutes=60), "in 1 hour"),
        (timedelta(hours=23), "in 23 hours"),
        (timedelta(hours=24), "tomorrow"),
        (timedelta(days=12, hours=3), "in 12 days"),
    ],
)
def test_how_long_it_takes_is_told_without_a_time_zone(app, length, said):
    with app.test_request_context():
        assert when(START + length, START) == said


# The pages.


def fields(page: str) -> dict[str, str]:
    """What the form of a question sends by itself."""
    (form,) = re.findall(r'(?s)<form id="decide".*?</form>', page)
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def wrong(index: int) -> str:
    return action_name(max(LESSON.decision(index).choices, key=lambda each: each.loss_points).action)


def right(index: int) -> str:
    return action_name(LESSON.decisions[index].played)


def fail_lesson(client, count: int = 1) -> None:
    """Answer the first decisions of the lesson wrong."""
    given = []
    for index in range(count):
        where = {"answers": "-".join(given), "next": 1}
        page = client.get(f"/practise/{LESSON.slug}", query_string=where).text
        sent = {**fields(page), "action": wrong(index)}
        client.post(f"/practise/{LESSON.slug}", query_string={"answers": "-".join(given)}, data=sent)
        given.append(right(index))


def test_the_page_says_that_nothing_is_due_and_when_the_next_comes(client, clock):
    page = client.get("/practise/again").text
    assert "<h1>Nothing is due</h1>" in page
    assert "A decision that goes wrong comes back here" in page
    fail_lesson(client)
    assert "The next decision comes back in 10 minutes." in client.get("/practise/again").text
    clock.forward(minutes=10)
    assert "Nothing is due" not in client.get("/practise/again").text


def test_what_is_due_is_counted_in_the_head_of_every_page(client, clock):
    fail_lesson(client, 2)
    count = '<span class="nav-count">'
    for address in ("/", "/practise/", "/progress", "/no-such-page"):
        assert count not in client.get(address).text
    clock.forward(minutes=10)
    for address in ("/", "/practise/", "/progress", "/no-such-page"):
        assert f'{count}<span class="sr">(</span>2 to repeat<span class="sr">)' in client.get(address).text
    assert "2 due today" in client.get("/progress").text


def test_it_comes_back_as_the_question_it_was_and_gives_nothing_away(client, clock):
    fail_lesson(client, 2)
    clock.forward(minutes=10)
    first = client.get("/practise/again").text
    asked = client.get(f"/practise/{LESSON.slug}").text
    picks = r'class="(?:call-)?pick" type="submit" form="decide" name="action" value="(\w+)"'
    assert re.findall(picks, first) == re.findall(picks, asked)
    for revealing in ("worth-", "call-worth", "call-best", "Best line", "taken"):
        assert revealing not in first


@pytest.mark.parametrize(("answer", "source"), [(wrong, "verdict-bad"), (right, "verdict-best")])
def test_the_answer_is_kept_judged_and_scheduled(client, clock, answer, source):
    fail_lesson(client)
    clock.forward(days=1)
    sent = {**fields(client.get("/practise/again").text), "action": answer(0)}
    answered = client.post("/practise/again", data=sent)
    assert answered.status_code == 303
    page = client.get(answered.location).text
    assert f'class="verdict {source}"' in page
    assert re.search(
        f"This decision comes back {r'(tomorrow|in . days)' if answer is right else 'in 10 minutes'}.", page
    )
    assert "Nothing else is due." in page
    kept = client.get("/people/export").json["attempts"]
    assert [(each["source"], each["best"]) for each in kept] == [("lesson", False), ("again", answer is right)]
    assert "Nothing is due" in client.get("/practise/again").text


def test_an_answer_sent_twice_is_kept_once(client, clock):
    fail_lesson(client)
    clock.forward(days=1)
    sent = {**fields(client.get("/practise/again").text), "action": right(0)}
    pages = {client.post("/practise/again", data=sent).location for _ in range(2)}
    assert len(pages) == 1
    assert len(client.get("/people/export").json["attempts"]) == 2


def test_opening_the_address_of_a_verdict_keeps_nothing(client, app, clock):
    fail_lesson(client)
    clock.forward(days=1)
    sent = {**fields(client.get("/practise/again").text), "action": wrong(0)}
    address = client.post("/practise/again", data=sent).location
    before = client.get("/people/export").json
    assert client.get(address).status_code == 200
    assert client.get("/people/export").json == before
    assert app.test_client().get(address).location == "/practise/again"


@pytest.mark.parametrize(
    "changed",
    [
        {"action": "9S"},
        {"action": ""},
        {"action": "SA"},
        {"place": "7"},
        {"place": "one"},
        {"place": "-1"},
        {"place": "9" * 30},
        {"place": ""},
        {"before": "Pass"},
        {"before": "1S\0"},
        {"code": f"{LESSON.slug}\0"},
        {"done": "9" * 30},
        {"done": "-1"},
        {"state": ""},
        {"action": "1S\0"},
        {"code": "the-same-hand"},
        {"csrf_token": "forged"},
    ],
)
def test_a_forged_form_changes_nothing(client, clock, changed):
    fail_lesson(client)
    clock.forward(days=1)
    before = client.get("/people/export").json
    sent = {**fields(client.get("/practise/again").text), "action": right(0), **changed}
    assert client.post("/practise/again", data=sent).status_code == 400
    assert client.get("/people/export").json == before


def test_what_comes_back_to_one_cannot_be_answered_by_another(client, app, clock):
    fail_lesson(client)
    clock.forward(days=1)
    mine = fields(client.get("/practise/again").text)
    other = app.test_client()
    token = fields(other.get(f"/practise/{LESSON.slug}").text)["csrf_token"]
    before = client.get("/people/export").json
    sent = {**mine, "csrf_token": token, "action": right(0)}
    assert other.post("/practise/again", data=sent).status_code == 400
    assert client.get("/people/export").json == before
    assert other.get("/people/export").status_code == 404


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("?code=no-way-out", 400),
        ("?place=x", 400),
        ("?code=no-way-out&place=0", 400),
        ("?code=no-way-out&place=0&action=9S", 400),
        ("?code=no-way-out&place=1&action=1S", 302),
        ("?code=no-such-lesson&place=0&action=1S", 302),
    ],
)
def test_the_address_of_no_verdict_shows_none(client, query, status):
    fail_lesson(client)
    assert client.get(f"/practise/again/answer{query}").status_code == status


@pytest.mark.parametrize("wrong", [{"place": "9" * 30}, {"place": "-1"}, {"code": "no-way-out\0"}, {"before": "1S\0"}])
def test_an_address_of_no_decision_at_all_is_refused(client, wrong):
    query = {"code": "no-way-out", "place": "0", "action": "1S", **wrong}
    assert client.get("/practise/again/answer", query_string=query).status_code == 400


def refused(answered) -> None:
    """The page says that nothing was changed, and leads to what is due now."""
    assert answered.status_code == 409
    assert "<h1>Nothing was changed</h1>" in answered.text
    assert "This answer was not kept." in answered.text


def test_a_stale_form_is_told_that_nothing_was_changed(client, clock):
    fail_lesson(client)
    clock.forward(days=1)
    stale = fields(client.get("/practise/again").text)
    client.post("/practise/again", data={**stale, "action": right(0)})
    before = client.get("/people/export").json
    # Another answer by the same form, and the same one when the decision is back.
    refused(client.post("/practise/again", data={**stale, "action": wrong(0)}))
    clock.forward(days=90)
    answered = client.post("/practise/again", data={**stale, "action": right(0)})
    refused(answered)
    assert 'href="/practise/again">To what is due now' in answered.text
    refused(client.post("/practise/again", data={**stale, "state": "forged", "action": right(0)}))
    assert client.get("/people/export").json == before


def test_what_is_not_due_is_not_asked_by_a_form_of_ones_own(client, clock):
    fail_lesson(client)
    clock.forward(minutes=10)
    sent = fields(client.get("/practise/again").text)
    clock.forward(minutes=-1)
    refused(client.post("/practise/again", data={**sent, "action": wrong(0)}))


def test_the_heading_counts_what_is_done_and_it_comes_to_an_end(client, clock):
    fail_lesson(client, 2)
    clock.forward(days=1)
    page = client.get("/practise/again").text
    for number in (1, 2):
        assert f"What comes back: {number} of 2" in page
        sent = fields(page)
        page = client.get(client.post("/practise/again", data={**sent, "action": right(int(sent["place"]))}).location)
        assert f"What comes back: {number} of 2" in page.text
        onward = re.search(r'class="button" href="(/practise/again[^"]*)"', page.text)
        assert (onward is not None) == (number == 1)
        page = client.get(onward.group(1)).text if onward else ""
    clock.forward(hours=23)
    assert "Nothing is due" in client.get("/practise/again").text


def test_the_lesson_itself_answers_for_what_is_due(client, clock):
    fail_lesson(client)
    clock.forward(days=1)
    page = client.get(f"/practise/{LESSON.slug}").text
    client.post(f"/practise/{LESSON.slug}", data={**fields(page), "action": right(0)})
    assert "Nothing is due" in client.get("/practise/again").text


# Practice hands.


WRONG = {
    "1w-nons-b": "Pass",
    "1w-noss-d": "2H",
    "1w-ncns-b": "Pass",
    "1w-ncss-d": "2H",
    "1w-nhns-b": "Pass",
    "1w-nhss-b": "3S",
}
"""Practice hands, open, counted and honours, for either seat, and a wrong first call on each."""


def fail_hand(client, code: str) -> None:
    """Make that call."""
    sent = {**fields(client.get(f"/practise/hand/{code}").text), "action": WRONG[code]}
    assert client.post(f"/practise/hand/{code}", data=sent).status_code == 303


@pytest.mark.parametrize("code", WRONG)
def test_a_decision_of_a_hand_comes_back_with_what_the_learner_knew(client, clock, code):
    asked = client.get(f"/practise/hand/{code}").text
    fail_hand(client, code)
    clock.forward(days=1)
    page = client.get("/practise/again").text
    parts = r'(?s)class="suit-cards" aria-label="[^"]+"|class="spot[^>]*>.*?<|name="action" value="\w+"|face-down'
    assert re.findall(parts, page) == re.findall(parts, asked)
    assert ("face-down" in page) == (code.split("-")[1][1] != "o")
    for revealing in ("worth-", "call-worth", "call-best", "taken"):
        assert revealing not in page


@pytest.mark.parametrize("code", ["1w-ncns-b", "1w-nhss-b"])
def test_the_answer_to_a_decision_of_a_hand_is_judged_and_kept_and_the_sitting_stays(client, clock, code):
    fail_hand(client, code)
    sitting = client.get("/people/export").json["sittings"]
    clock.forward(days=1)
    sent = {**fields(client.get("/practise/again").text), "action": WRONG[code]}
    page = client.get(client.post("/practise/again", data=sent).location).text
    assert 'class="verdict verdict-bad"' in page
    assert "This decision comes back in 10 minutes." in page
    kept = client.get("/people/export").json
    assert [each["source"] for each in kept["attempts"]] == ["hand", "again"]
    first, second = ({**each, "source": "", "created": ""} for each in kept["attempts"])
    assert first == second
    assert kept["sittings"] == sitting


def test_the_address_of_a_verdict_on_a_hand_says_what_came_before(client, clock):
    code = "1w-ncns-b"
    fail_hand(client, code)
    clock.forward(days=1)
    sent = {**fields(client.get("/practise/again").text), "action": "7S"}
    address = client.post("/practise/again", data=sent).location
    assert client.get(address).status_code == 200
    for wrong in ("before=7NT-X", "before=1S-1S", "before=nonsense", "before="):
        assert client.get(re.sub(r"before=[^&]+", wrong, address)).location == "/practise/again"


def test_no_address_shows_the_answer_to_a_hand_before_its_first_call(client, app, clock):
    code = "1w-ncns-b"
    fail_hand(client, code)
    clock.forward(days=1)
    sent = {**fields(client.get("/practise/again").text), "action": "7S"}
    address = client.post("/practise/again", data=sent).location
    stranger = app.test_client()
    for client_ in (stranger, client):
        shown = client_.get(address)
        assert (shown.status_code == 200) == (client_ is client)
    # Who has been wrong elsewhere in the hand has not seen this decision either.
    elsewhere = re.sub(r"before=[^&#]+", "before=2C", address)
    assert client.get(elsewhere).location == "/practise/again"
