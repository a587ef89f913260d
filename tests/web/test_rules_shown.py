"""Rules under which no call matters: it is said, and rules with a price for failing are one link away."""

import json
import re

import pytest

from tests.web.texts import FINISHED, record, record_to_json
from tutor.coach.facts import decide
from tutor.coach.words import all_the_same
from tutor.rules import WRITTEN

SAME = "All calls are worth the same here, under the rules written."
LINK = "Judge by the rules penalty, where each trick short costs 50 points"
UNNAMED = re.sub(r'\[Ruleset "penalty"\]\n', "", FINISHED)


def two_hands() -> str:
    """Two hands without rules of their own, on a line."""
    return "8.KT9743.T7.KQ63 AJT9754.6.J865.9"


@pytest.fixture
def page_of(send, client):
    def get(text: str, **query) -> str:
        answer = send(text)
        assert answer.status_code == 303, answer.text
        return client.get(answer.headers["Location"], query_string=query).text

    return get


def test_a_hand_without_named_rules_says_that_its_calls_are_all_worth_the_same(page_of):
    page = page_of(UNNAMED, ply=0)
    assert SAME in page
    assert page.count(LINK) == 2
    assert "rules=penalty" in page


def test_where_no_call_matters_the_verdict_says_why_and_offers_a_price_before_all_else(page_of):
    page = page_of(two_hands(), ply=0)
    (verdict,) = re.findall(r'(?s)<section class="verdict .*?</section>', page)
    assert "Under these rules a contract that fails costs nothing" in verdict
    assert re.search(rf'<a class="button" href="[^"]*rules=penalty" rel="nofollow">{LINK}</a>', verdict)
    assert verdict.index(LINK) < verdict.index('class="verdict-more"')
    priced = page_of(two_hands(), ply=0, rules="penalty")
    assert "Under these rules a contract that fails costs nothing" not in priced


def test_the_link_judges_the_same_hand_by_penalties_and_leads_back(page_of, client):
    page = page_of(UNNAMED, ply=0)
    href = re.search(rf'href="([^"]+)" rel="nofollow">{LINK}', page).group(1).replace("&amp;", "&")
    priced = client.get(href).text
    assert '<bdi dir="ltr">penalty</bdi>' in priced
    assert SAME not in priced
    assert LINK not in priced
    steps = re.findall(r'<a class="step" href="([^"]+)"', priced)
    assert steps
    assert all("rules=penalty" in step for step in steps)
    back = re.search(r'href="([^"]+)"[^>]*>Judge by the rules of the hand', priced).group(1).replace("&amp;", "&")
    assert '<bdi dir="ltr">written</bdi>' in client.get(back).text


def test_a_hand_with_a_price_keeps_its_own_rules(page_of):
    page = page_of(FINISHED.replace('"penalty"', '"penalty,undertrick=100"'), ply=0, rules="penalty")
    assert '<bdi dir="ltr">penalty,undertrick=100</bdi>' in page
    assert LINK not in page


def test_a_step_by_script_carries_the_link_as_well(page_of):
    assert LINK in page_of(UNNAMED, ply=0, part="board")


def test_calls_that_differ_are_not_called_the_same_and_cards_never_are():
    assert all_the_same(decide(record(ruleset=WRITTEN).deal()))
    assert not all_the_same(decide(record().deal()))


def test_the_exports_stay_under_the_rules_of_the_hand(send, client):
    answer = send(json.dumps(record_to_json(record(ruleset=WRITTEN))))
    text = client.get(f"{answer.headers['Location']}.pbn", query_string={"rules": "penalty"}).text
    assert '[Ruleset "written"]' in text
