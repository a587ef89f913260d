"""What stands under the cards: the tricks their player takes in all, and what each loses against the best."""

import re

from tests.web.texts import KINDS
from tutor.cards import card_name
from tutor.coach.lesson import load_lessons
from tutor.coach.review import review
from tutor.rules import Phase, action_name
from tutor.web.analyse.timeline import timeline
from tutor.web.parts.board import choice_worth

KEY = "Under each card: tricks its player then takes in all, and what it loses against the best."
POSITION = "/analyse/position?line=A.K.-.2+2.-.3.A+NT+N"


def badges(page: str) -> dict[str, tuple[str, str]]:
    """The value and the loss under every card that may be chosen."""
    found = re.findall(r'data-key="(\w+)" data-live rel="nofollow">.*?<b>(.*?)</b>(?:<i>(.*?)</i>)?', page, re.DOTALL)
    return {name: (value, loss) for name, value, loss in found}


def test_each_card_shows_its_players_tricks_and_the_tricks_it_loses():
    for kind in ("slips", "unfinished play"):
        for moment in timeline(review(KINDS[kind]())):
            decision = moment.decision
            if decision is None or decision.phase is not Phase.PLAY:
                continue
            most = max(choice.tricks for choice in decision.choices)
            for choice in decision.choices:
                worth = choice_worth(decision, choice)
                assert worth.text == str(choice.tricks)
                assert worth.loss == ("" if choice.tricks == most else f"−{most - choice.tricks}")
                assert (worth.grade == "best") == (worth.loss == "")


def test_a_defenders_best_cards_show_no_loss(client):
    page = client.get("/analyse/sample?ply=12").text
    grades = re.findall(r'class="worth worth-(\w+)"[^>]*><b>\d+</b>(<i>)?', page)
    assert {grade for grade, _ in grades} == {"best", "bad"}
    assert all(bool(loss) == (grade == "bad") for grade, loss in grades)


def test_a_position_shows_what_each_card_loses(client):
    assert badges(client.get(POSITION).text) == {"SA": ("2", ""), "HK": ("2", ""), "C2": ("1", "−1")}


def test_the_numbers_are_explained_wherever_they_stand_and_nowhere_else(client):
    assert KEY in client.get("/analyse/sample?ply=12").text
    assert KEY in client.get(POSITION).text
    assert KEY not in client.get("/analyse/sample?ply=0").text
    lesson = next(each for each in load_lessons() if each.decisions[-1].played < 52)
    answers = "-".join(action_name(each.played) for each in lesson.decisions)
    assert KEY in client.get(f"/practise/{lesson.slug}?answers={answers}").text
    assert KEY not in client.get(f"/practise/{lesson.slug}?answers={answers.rpartition('-')[0]}&next=1").text


def test_a_screen_reader_hears_tricks_and_points(client):
    page = client.get("/analyse/sample?ply=12").text
    assert "jack of diamonds: 8 tricks, costs 2 tricks, 220 points" in page
    assert re.search(r"6 tricks, best|10 tricks, best", page)


def test_a_trick_lost_for_nothing_is_told_as_such():
    for moment in timeline(review(KINDS["slips"]())):
        decision = moment.decision
        for choice in decision.choices if decision is not None else ():
            if choice.best and choice.loss_tricks:
                assert choice_worth(decision, choice).words.endswith(", the same score"), card_name(choice.action)


def test_the_home_page_promises_what_the_pages_hold(client):
    page = client.get("/").text
    assert "what was best, what any other choice cost, and how the play would go on" in page
