"""What the pages of a decision that comes back say of the choice that was made before."""

import re

import pytest

from tests.web.again.test_returning import LESSON, WRONG, fail_hand, fail_lesson, fields, right, wrong
from tests.web.times import stopped
from tutor.coach.lesson import parse_action
from tutor.coach.words import action_words
from tutor.web.people.standing import RANKED_FROM


@pytest.fixture
def clock(monkeypatch):
    return stopped(monkeypatch)


def test_what_was_chosen_before_is_promised_with_the_question_and_told_with_the_verdict(client, clock):
    fail_lesson(client)
    promise = "What you chose before is told afterwards."
    assert promise not in client.get(f"/practise/{LESSON.slug}").text
    clock.forward(minutes=10)
    asked = client.get("/practise/again").text
    assert promise in asked
    assert "The time before you chose" not in asked
    answered = client.post("/practise/again", data={**fields(asked), "action": right(0)}, follow_redirects=True).text
    told = re.search(r"(?s)The time before you chose(.*?)</p>", answered).group(1)
    assert str(action_words(parse_action(wrong(0)))) in told
    assert str(action_words(parse_action(right(0)))) not in told


@pytest.mark.parametrize("code", WRONG)
def test_a_call_of_a_hand_that_comes_back_promises_the_earlier_one_and_tells_it(client, clock, code):
    fail_hand(client, code)
    clock.forward(minutes=10)
    asked = client.get("/practise/again").text
    assert "What you chose before is told afterwards." in asked
    answered = client.post("/practise/again", data={**fields(asked), "action": "Pass"}, follow_redirects=True).text
    told = re.search(r"(?s)The time before you chose(.*?)</p>", answered).group(1)
    assert str(action_words(parse_action(WRONG[code]))) in told


def test_the_progress_page_says_in_which_order_the_themes_stand(client):
    fail_lesson(client)
    page = client.get("/progress").text
    told = f"The theme that goes worst comes first; themes with fewer than {RANKED_FROM} answers stand at the end."
    assert told in page
