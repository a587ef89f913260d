"""Practise: one decision after the other, the learner's own answer judged as itself."""

import re

import pytest

from tutor.coach.facts import decide
from tutor.coach.lesson import load_lessons, paragraphs
from tutor.rules import action_name

LESSON = load_lessons()[0]
ADDRESS = f"/practise/{LESSON.slug}"


def answers(count: int) -> str:
    return "-".join(action_name(each.played) for each in LESSON.decisions[:count])


@pytest.mark.parametrize("index", range(len(LESSON.decisions)))
def test_a_question_shows_every_legal_choice_as_a_link_and_no_value(client, index):
    page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
    assert f"Decision {index + 1} of {len(LESSON.decisions)}" in page
    legal = {action_name(action) for action in LESSON.deal_before(index).legal()}
    assert set(re.findall(r'class="(?:call-)?pick" href="[^"]+" data-key="(\w+)"', page)) == legal
    for revealing in ("worth-", "call-worth", "call-best", "Best line", "taken"):
        assert revealing not in page


@pytest.mark.parametrize("index", range(len(LESSON.decisions)))
def test_a_question_holds_no_word_of_the_notes_on_its_choices(client, index):
    page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
    for note in LESSON.decisions[index].notes:
        for text in paragraphs(note.note):
            assert text not in page


@pytest.mark.parametrize("index", range(len(LESSON.decisions)))
def test_any_answer_stays_visible_and_is_judged_as_itself(client, index):
    deal = LESSON.deal_before(index)
    for action in deal.legal()[:: max(1, len(deal.legal()) // 6)]:
        given = "-".join(filter(None, (answers(index), action_name(action))))
        page = client.get(ADDRESS, query_string={"answers": given}).text
        choice = decide(deal, action, opponent=LESSON.opponent).choice(action)
        own = re.search(r'class="own">Your choice: <b>(.*?)</b>', page, flags=re.DOTALL).group(1)
        expected = "verdict-bad" if not choice.best else "verdict-slip" if choice.loss_tricks else "verdict-best"
        assert f'class="verdict {expected}"' in page
        assert page.count(own) >= 2  # in the verdict and in the list of choices, marked as the learner's
        assert '<span class="tag">yours</span>' in page
        if not choice.best:
            assert f"It costs {choice.loss_points} points" in page or "It costs" in page


def test_an_answer_shows_the_value_of_every_choice_the_note_and_the_best_line(client):
    step = LESSON.decisions[0]
    page = client.get(ADDRESS, query_string={"answers": answers(1)}).text
    assert page.count('class="call-worth"') == len(LESSON.start.legal())
    assert "Best line from here" in page
    note = step.note(step.played)
    if note is not None:
        assert paragraphs(note.note)[0].split("’")[0] in page


def test_every_best_answer_is_right_not_only_the_recorded_one(client):
    for action in LESSON.decisions[0].best:
        page = client.get(ADDRESS, query_string={"answers": action_name(action)}).text
        assert "verdict-bad" not in page


def test_the_lesson_can_be_worked_to_its_end_by_following_links(client):
    page = client.get(ADDRESS).text
    for step in LESSON.decisions:
        name = action_name(step.played)
        href = re.search(rf'class="(?:call-)?pick" href="([^"]+)" data-key="{name}"', page).group(1)
        page = client.get(href.replace("&amp;", "&")).text
        onward = re.search(r'<a class="button" href="([^"]+)" data-live data-key="onward">', page).group(1)
        page = client.get(onward.replace("&amp;", "&")).text
    count = len(LESSON.decisions)
    assert f"The end: {count} of {count} decisions cost nothing" in page


def test_the_list_names_the_hands_and_none_of_their_answers(client):
    page = client.get("/practise/").text
    for lesson in load_lessons():
        assert f'href="/practise/{lesson.slug}"' in page
    assert "best" not in re.sub(r"(?s)<(head|header).*?</\1>", "", page)
