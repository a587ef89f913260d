"""Practise: one decision after the other, the learner's own answer judged as itself."""

import re

import pytest

from tutor.coach.facts import decide
from tutor.coach.lesson import load_lessons, paragraphs
from tutor.rules import action_name
from tutor.web.words import action_words

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
    assert f"The end: all {len(LESSON.decisions)} decisions cost nothing" in page


def test_what_happened_since_is_folded_after_the_first_decision(client):
    assert '<details class="before">' not in client.get(ADDRESS).text
    for index in range(1, len(LESSON.decisions)):
        page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
        assert ('<details class="before">' in page) == bool(LESSON.decisions[index - 1].after)


def test_every_choice_leads_to_its_verdict(client):
    page = client.get(ADDRESS).text
    links = re.findall(r'class="(?:call-)?pick" href="([^"]+)"', page)
    assert links
    assert all(link.endswith("#verdict") for link in links)
    assert 'id="verdict"' in client.get(links[0]).text


def wrong_answers() -> list[int]:
    """For every decision the answer that costs the most."""
    found = []
    for index in range(len(LESSON.decisions)):
        choices = LESSON.decision(index).choices
        found.append(max(choices, key=lambda choice: choice.loss_points).action)
    return found


def work(client, given, **query):
    return client.get(ADDRESS, query_string={"answers": "-".join(action_name(each) for each in given), **query}).text


@pytest.mark.parametrize("index", range(len(LESSON.decisions) - 1))
def test_after_an_answer_off_its_line_the_lesson_says_what_it_goes_on_with(client, index):
    own, played = wrong_answers()[index], LESSON.decisions[index].played
    given = [*(each.played for each in LESSON.decisions[:index]), own]
    page = work(client, given, next=1)
    said = re.search(r'class="departure">(.*?)</p>', page).group(1)
    assert said.startswith("You ")
    assert str(action_words(own)) in said or action_name(own) in ("Pass", "X", "XX")
    assert said.endswith(f"{action_words(played)}.")
    assert "the lesson goes on with" in said
    (mark,) = re.findall(r'class="strayed">(.*?)</span> ', page, flags=re.DOTALL)
    assert str(action_words(own)) in mark


def test_a_pass_and_a_card_are_named_for_what_they_were(client):
    assert ">You passed; the lesson goes on with 1 spade.<" in client.get(f"{ADDRESS}?answers=Pass&next=1").text
    assert ">You doubled; the lesson goes on with 2 spades.<" in client.get(f"{ADDRESS}?answers=1S-X&next=1").text
    page = client.get(f"{ADDRESS}?answers=1S-2S-D7&next=1").text
    assert ">You played the seven of diamonds; the lesson goes on with the ten of diamonds.<" in page


def test_an_answer_on_the_line_of_the_lesson_is_no_departure(client):
    for index in range(1, len(LESSON.decisions)):
        page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
        assert 'class="departure"' not in page
        assert 'class="strayed"' not in page


def test_what_the_learner_chose_stays_beside_the_line_to_the_last_decision(client):
    given = wrong_answers()[:-1]
    assert work(client, given, next=1).count('class="strayed"') == len(given)


def test_the_end_lists_the_learners_own_answers_with_what_each_cost(client):
    given = wrong_answers()
    listed = re.findall(r'<li class="option option-(\w+)">(.*?)</li>', work(client, given, next=1), flags=re.DOTALL)
    assert len(listed) == len(given)
    for index, (grade, said) in enumerate(listed):
        choice = LESSON.decision(index).choice(given[index])
        assert grade == "bad"
        assert str(action_words(given[index])) in said
        assert f"{choice.loss_points} points" in said
        assert "The lesson went on with" in said
        assert str(action_words(LESSON.decisions[index].played)) in said


@pytest.mark.parametrize("count", range(len(LESSON.decisions) + 1))
def test_the_verdict_at_the_end_counts_what_cost_nothing(client, count):
    right = [each.played for each in LESSON.decisions[:count]]
    verdict = re.search(r"<h2 [^>]*data-focus>(.*?)</h2>", work(client, right + wrong_answers()[count:], next=1)).group(
        1
    )
    every = len(LESSON.decisions)
    expected = {
        0: f"The end: each of the {every} decisions cost points",
        every: f"The end: all {every} decisions cost nothing",
    }
    assert verdict == expected.get(count, f"The end: {count} of {every} decisions cost nothing")


def test_the_authors_words_at_the_end_are_about_the_line_of_the_lesson(client):
    page = work(client, wrong_answers(), next=1)
    _, own_line = page.split('<h3 id="wrap-title">The line of the lesson: 2 spades by North, just made</h3>')
    for text in paragraphs(LESSON.wrap_up):
        assert text in own_line
    for praise in ("Well done", "Right", "you made", "You took", "Eight tricks, contract made"):
        assert praise not in page


def test_the_list_names_the_hands_and_none_of_their_answers(client):
    page = client.get("/practise/").text
    for lesson in load_lessons():
        assert f'href="/practise/{lesson.slug}"' in page
    assert "best" not in re.sub(r"(?s)<(head|header).*?</\1>", "", page)
