"""Practise: one decision after the other, the learner's own answer judged as itself."""

import re

import pytest

from tests.web.times import stopped
from tutor.coach.authored import THEMES
from tutor.coach.content import paragraphs
from tutor.coach.facts import decide
from tutor.coach.lesson import load_lessons
from tutor.coach.reasons.explain import explain
from tutor.coach.words import action_words
from tutor.rules import Phase, action_name
from tutor.web.practise.lessons import answer_page, decision_themes

LESSON = next(each for each in load_lessons() if each.slug == "no-way-out")
ADDRESS = f"/practise/{LESSON.slug}"
PICKS = r'class="(?:call-)?pick" type="submit" form="decide" name="action" value="(\w+)"'


def fields(page: str) -> dict[str, str]:
    """What the form of a question sends by itself."""
    (form,) = re.findall(r'(?s)<form id="decide".*?</form>', page)
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))


def choose(client, page: str, action: str):
    """Send the form of the question *page* with *action*."""
    address = re.search(r'<form id="decide" method="post" action="([^"]+)"', page).group(1)
    return client.post(address.replace("&amp;", "&"), data={**fields(page), "action": action})


def kept(client) -> list[dict]:
    """The attempts that are kept of the visitor; none of somebody unknown."""
    answer = client.get("/people/export")
    return answer.json["attempts"] if answer.status_code == 200 else []


def answers(count: int) -> str:
    return "-".join(action_name(each.played) for each in LESSON.decisions[:count])


@pytest.mark.parametrize("index", range(len(LESSON.decisions)))
def test_a_question_shows_every_legal_choice_as_a_button_and_no_value(client, index):
    page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
    assert f"Decision {index + 1} of {len(LESSON.decisions)}" in page
    legal = {action_name(action) for action in LESSON.deal_before(index).legal()}
    assert set(re.findall(PICKS, page)) == legal
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


def test_the_lesson_can_be_worked_to_its_end_by_its_buttons_and_links(client):
    page = client.get(ADDRESS).text
    for step in LESSON.decisions:
        answered = choose(client, page, action_name(step.played))
        assert answered.status_code == 303
        page = client.get(answered.location).text
        onward = re.search(r'<a class="button" href="([^"]+)" data-live data-key="onward">', page).group(1)
        page = client.get(onward.replace("&amp;", "&")).text
    assert f"The end: all {len(LESSON.decisions)} decisions cost nothing" in page


def test_what_happened_since_is_folded_after_the_first_decision(client):
    assert '<details class="before">' not in client.get(ADDRESS).text
    for index in range(1, len(LESSON.decisions)):
        page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
        assert ('<details class="before">' in page) == bool(LESSON.decisions[index - 1].after)


def test_every_choice_leads_to_its_verdict(client):
    for name in re.findall(PICKS, client.get(ADDRESS).text)[::7]:
        answered = choose(client, client.get(ADDRESS).text, name)
        assert answered.location == f"{ADDRESS}?answers={name}#verdict"
        assert 'id="verdict"' in client.get(answered.location).text


def test_an_answer_is_kept_with_what_it_cost_and_what_it_was_about(client):
    wrong = max(LESSON.decision(0).choices, key=lambda choice: choice.loss_points)
    choose(client, client.get(ADDRESS).text, action_name(wrong.action))
    (attempt,) = kept(client)
    assert attempt.pop("created")
    assert attempt.pop("themes") == list(decision_themes(LESSON.slug, 0))
    assert attempt == {
        "source": "lesson",
        "code": LESSON.slug,
        "place": 0,
        "before": [],
        "action": action_name(wrong.action),
        "best": False,
        "loss_points": wrong.loss_points,
        "loss_tricks": None,
        "help": 0,
    }


def test_a_card_is_kept_with_the_tricks_it_cost(client):
    index = next(i for i in range(len(LESSON.decisions)) if LESSON.decisions[i].played < 52)
    wrong = max(LESSON.decision(index).choices, key=lambda choice: choice.loss_tricks)
    page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
    choose(client, page, action_name(wrong.action))
    (attempt,) = kept(client)
    assert (attempt["place"], attempt["loss_tricks"]) == (index, wrong.loss_tricks)
    assert wrong.loss_tricks > 0


def test_opening_pages_keeps_nothing(client):
    for index in range(len(LESSON.decisions) + 1):
        for query in ({"answers": answers(index)}, {"answers": answers(index), "next": 1}):
            assert client.get(ADDRESS, query_string=query).status_code == 200
    assert client.get("/people/export").status_code == 404


def test_a_shared_address_opens_for_a_stranger_and_keeps_nothing_of_them(client, app):
    shared = choose(client, client.get(ADDRESS).text, "1D").location
    stranger = app.test_client()
    assert 'id="verdict"' in stranger.get(shared).text
    assert stranger.get("/people/export").status_code == 404
    assert len(kept(client)) == 1


def test_a_form_sent_twice_is_kept_once_and_leads_to_the_same_verdict(client):
    page = client.get(ADDRESS).text
    assert choose(client, page, "1D").location == choose(client, page, "1D").location
    assert len(kept(client)) == 1


def test_another_answer_by_a_stale_form_is_not_kept_and_told_so(client):
    page = client.get(ADDRESS).text
    choose(client, page, "Pass")
    before = kept(client)
    answered = choose(client, page, "1C")
    assert answered.status_code == 409
    assert "<h1>Nothing was changed</h1>" in answered.text
    assert f'href="{ADDRESS}">To the question as it stands' in answered.text
    assert 'id="verdict"' not in answered.text
    assert kept(client) == before
    choose(client, client.get(ADDRESS).text, "1D")
    assert choose(client, page, "1D").status_code == 409
    assert len(kept(client)) == 2


def test_a_form_that_knows_of_more_answers_than_there_are_is_not_kept(client):
    choose(client, client.get(ADDRESS).text, "Pass")
    sent = {**fields(client.get(ADDRESS).text), "action": "1D", "seen": "2"}
    assert client.post(ADDRESS, data=sent).status_code == 409
    assert len(kept(client)) == 1


def test_the_lesson_goes_on_only_where_there_is_something_to_go_on_with(client):
    given = wrong_answers()
    for count in range(1, len(given) + 1):
        assert ("The lesson goes on with" in work(client, given[:count])) == (count < len(given))


def test_who_answers_again_on_the_same_day_has_seen_the_verdict(client, monkeypatch):
    clock = stopped(monkeypatch)
    for _ in range(2):
        choose(client, client.get(ADDRESS).text, "1D")
    clock.forward(days=1)
    choose(client, client.get(ADDRESS).text, "1D")
    assert [each["help"] for each in kept(client)] == [0, 1, 0]


@pytest.mark.parametrize("action", ["", "8S", "SA", "1S 2S", "nonsense"])
def test_an_answer_that_is_no_choice_is_refused_and_nothing_is_kept(client, action):
    answered = choose(client, client.get(ADDRESS).text, action)
    assert answered.status_code == 400
    assert client.get("/people/export").status_code == 404


@pytest.mark.parametrize(
    "changed", [{"csrf_token": "forged"}, {"csrf_token": ""}, {"seen": "many"}, {"seen": ""}, {"seen": "9" * 30}]
)
def test_a_forged_form_is_refused_and_nothing_is_kept(client, changed):
    sent = {**fields(client.get(ADDRESS).text), "action": "1D", **changed}
    assert client.post(ADDRESS, data=sent).status_code == 400
    assert client.get("/people/export").status_code == 404


@pytest.mark.parametrize("place", ["?answers=9S", f"?answers={answers(len(LESSON.decisions))}"])
def test_an_answer_to_a_question_that_is_not_there_is_refused(client, place):
    sent = {**fields(client.get(ADDRESS).text), "action": "1D"}
    assert client.post(f"{ADDRESS}{place}", data=sent).status_code == 400
    assert client.post("/practise/no-such-lesson", data=sent).status_code == 404


def test_a_decision_is_about_what_the_coach_finds_in_the_wrong_choices(client):  # noqa: ARG001
    for index in range(len(LESSON.decisions)):
        found = set()
        for note in LESSON.decisions[index].notes:
            decision = LESSON.decision(index, note.action)
            if decision.mistake:
                found.update(each.theme.value for each in explain(decision).reasons.findings[:1])
        assert set(decision_themes(LESSON.slug, index)) == found
    assert decision_themes(LESSON.slug, 0)
    with pytest.raises(KeyError):
        decision_themes("no-such-lesson", 0)


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


def lessons_listed(page: str) -> dict[str, str]:
    """The lessons in the list, by slug: how each is marked."""
    return {
        slug: state
        for state, slug in re.findall(r'(?s)<li class="lesson-item lesson-(\w+)">.*?href="/practise/([^"?]+)"', page)
    }


def test_the_list_names_every_lesson_by_level_and_none_of_their_ideas(client):
    page = client.get("/practise/").text
    listed = list(lessons_listed(page))
    levels = {lesson.slug: lesson.level for lesson in load_lessons()}
    assert sorted(listed) == sorted(levels)
    assert [levels[slug] for slug in listed] == sorted(levels.values())
    items = " ".join(re.findall(r'(?s)<li class="lesson-item.*?</li>', page))
    for words in THEMES.values():
        assert words not in items


def test_lessons_are_found_by_theme_and_level(client):
    lessons = load_lessons()
    theme = lessons[0].themes[0]
    for query, wanted in (
        ({"about": theme}, [each for each in lessons if theme in each.themes]),
        ({"level": "2"}, [each for each in lessons if each.level == 2]),
        ({"about": theme, "level": str(lessons[0].level)}, [lessons[0]]),
        ({"about": "no-theme", "level": "9"}, lessons),
    ):
        listed = set(lessons_listed(client.get("/practise/", query_string=query).text))
        assert listed >= {each.slug for each in wanted}
        assert all(
            query.get("about") not in THEMES or query["about"] in each.themes for each in lessons if each.slug in listed
        )
        assert all(query.get("level") in (None, "9", str(each.level)) for each in lessons if each.slug in listed)


def test_a_theme_without_a_lesson_on_a_level_leads_back_to_all(client):
    lessons = load_lessons()
    theme, level = next(
        (theme, level)
        for theme in sorted({name for each in lessons for name in each.themes})
        for level in range(1, 6)
        if not any(theme in each.themes and each.level == level for each in lessons)
    )
    page = client.get("/practise/", query_string={"about": theme, "level": level}).text
    assert lessons_listed(page) == {}
    assert "No lesson of this level is about this theme." in page


def test_the_list_shows_what_was_begun_done_and_done_with_mistakes(client):
    assert set(lessons_listed(client.get("/practise/").text).values()) == {"new"}
    page = client.get(ADDRESS).text
    wrong = action_name(wrong_answers()[0])
    choose(client, page, wrong)
    course = client.get("/practise/").text
    assert lessons_listed(course)[LESSON.slug] == "begun"
    assert f"1 of {len(LESSON.decisions)} decisions answered" in course
    assert f"Next lesson: {LESSON.heading}" in course
    for index, step in enumerate(LESSON.decisions[1:], 1):
        page = client.get(ADDRESS, query_string={"answers": answers(index), "next": 1}).text
        choose(client, page, action_name(step.played))
    course = client.get("/practise/").text
    assert lessons_listed(course)[LESSON.slug] == "mistakes"
    assert "Done, with 1 mistake<" in course
    assert "1 of" in re.search(r"(\d+ of \d+) lessons done", course).group(1)
    choose(client, client.get(ADDRESS).text, action_name(LESSON.decisions[0].played))
    assert lessons_listed(client.get("/practise/").text)[LESSON.slug] == "done"


def test_what_one_has_done_is_not_shown_to_another(client, app):
    choose(client, client.get(ADDRESS).text, "1D")
    assert set(lessons_listed(app.test_client().get("/practise/").text).values()) == {"new"}


@pytest.mark.parametrize("lesson", load_lessons(), ids=lambda each: each.slug)
def test_the_learner_sits_below_in_every_lesson_whichever_seat_it_is(client, lesson):
    page = client.get(f"/practise/{lesson.slug}").text
    seats = re.findall(r'class="hand-name" id="hand-([NS])"', page)
    assert seats == [lesson.learner.other.letter, lesson.learner.letter]


def test_there_are_lessons_from_both_seats():
    assert {each.learner.letter for each in load_lessons()} == {"N", "S"}


OFFERED = [
    (lesson, index)
    for lesson in load_lessons()
    for index, step in enumerate(lesson.decisions)
    if len(lesson.decision(index).faultless) > len(step.notes) + 1
]


@pytest.mark.parametrize(("lesson", "index"), OFFERED, ids=lambda value: getattr(value, "slug", value))
def test_equal_choices_without_a_word_of_their_own_share_one_line_after_the_others(client, lesson, index):  # noqa: ARG001
    step, decision = lesson.decisions[index], lesson.decision(index)
    line = tuple(each.played for each in lesson.decisions[: index + 1])
    options = answer_page(lesson, line, lambda given, *, ask: f"{given}{ask}").options
    shown = [[face.name for group in option.faces for face in group] for option in options]
    spoken = {action_name(note.action) for note in step.notes} | {action_name(step.played)}
    assert {name for names in shown[:-1] for name in names} == spoken
    assert all(len(names) == 1 for names in shown[:-1])
    assert set(shown[-1]) == {action_name(action) for action in decision.faultless} - spoken
    assert options[-1].grade == "best"
    assert not options[-1].note


def test_the_numbers_on_the_calls_of_a_lesson_are_said_to_be_against_its_opponent(client):
    said = {"natural": "against a natural opponent, who bids only what makes", "perfect": "if both go on perfectly"}
    seen = set()
    for lesson in load_lessons():
        if lesson.deal_before(0).phase is Phase.AUCTION:
            page = client.get(f"/practise/{lesson.slug}?answers={action_name(lesson.decisions[0].played)}").text
            assert f"Points for you {said[lesson.opponent]}" in page
            seen.add(lesson.opponent)
    assert seen == set(said)
