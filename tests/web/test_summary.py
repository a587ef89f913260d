"""What is said of a hand as a whole: above all of one that a claim ended."""

import json
import re
from dataclasses import replace

import pytest

from tests.web.texts import FOUR_SPADES, KINDS, claimed, claimed_in_play, record, record_to_json, unfinished_play
from tutor.coach.review import review
from tutor.notation import write_pbn
from tutor.rules import LEVEL
from tutor.web.summary import claim_words, result_words
from tutor.web.timeline import timeline


def said_of(made) -> str:
    found = review(made)
    return claim_words(found, timeline(found)[-1].decision)


@pytest.fixture
def page_of(send, client):
    """The page of a record, at a ply."""

    def get(made, **query) -> str:
        answer = send(json.dumps(record_to_json(made)))
        assert answer.status_code == 303, answer.text
        return client.get(answer.headers["Location"], query_string=query).text

    return get


def test_a_contract_with_nothing_but_its_result_is_shown_as_finished_by_claim(send, client):
    deal = '[Dealer "N"]\n[Deal "N:8.KT9743.T7.KQ63 - AJT9754.6.J865.9 -"]\n'
    text = f'{deal}[Declarer "N"]\n[Contract "1S"]\n[Result "9"]\n[Ruleset "penalty"]\n'
    answer = send(text)
    assert answer.status_code == 303, answer.text
    page = client.get(answer.headers["Location"]).text
    assert "<h1>1 spade by North, made with 2 tricks over, by claim</h1>" in page
    assert "North scores 90 points." in page
    assert "Claimed: 9 tricks, North scores 90 points." in page
    assert "not played to the end" not in page


def test_the_note_says_what_perfect_play_would_have_given_instead():
    assert said_of(claimed()) == (
        "Claimed: 9 tricks, North scores 90 points. Perfect play from there gives 3 tricks, South scores 200 points."
    )


def test_a_claim_of_what_perfect_play_gives_needs_no_note():
    assert said_of(replace(claimed(), claimed=3)) == "Claimed: 3 tricks, South scores 200 points."


def test_a_claim_of_other_tricks_that_score_the_same_is_told_as_well():
    made = record(contract=FOUR_SPADES, claimed=11, ruleset=LEVEL)
    assert said_of(made) == (
        "Claimed: 11 tricks, South scores 120 points. Perfect play from there gives 10 tricks, South scores 120 points."
    )


@pytest.mark.parametrize("tricks", [9, 10, 11, 12])
def test_a_claim_in_the_play_ends_the_hand_with_its_own_score(page_of, tricks):
    made = replace(claimed_in_play(), claimed=tricks)
    found = review(made)
    page = page_of(made, ply=99)
    points = abs(found.score)
    seat = "North" if found.score > 0 else "South"
    title = result_words(found.deal, tricks)
    assert title.endswith(", by claim")
    assert f"<h1>{title}</h1>" in page
    assert f'<h2 id="verdict-title">The end: {title}.</h2>' in page
    assert f"{seat} scores {points} points." in page
    assert f"in the end {seat} scores {points} points." in re.search("<figcaption>(.*?)</figcaption>", page).group(1)
    assert "With best play from here" not in page


def test_the_chart_ends_with_the_claim_and_says_when_that_changed_the_score(page_of):
    for tricks in (9, 10, 11):
        made = replace(claimed_in_play(), claimed=tricks)
        found = review(made)
        assert ("The claim changed it." in page_of(made)) == (found.score != found.outlook)


def test_an_unfinished_hand_without_a_result_stays_unfinished(page_of):
    page = page_of(unfinished_play(), ply=99)
    assert "not played to the end" in page
    assert "laim" not in page


def test_the_cards_of_a_claimed_hand_can_still_be_tried_out(page_of):
    made = claimed()
    page = page_of(made, ply=0)
    card = re.search(r'<a class="pick" href="([^"]+)" data-key="(\w+)"', page)
    assert f"tried={card.group(2)}" in card.group(1)
    assert "Trying out" in page_of(made, ply=0, tried=card.group(2))


def test_a_claimed_hand_among_several_is_offered_by_its_result(send):
    text = write_pbn([claimed(), record()])
    assert "1 spade by North, made with 2 tricks over, by claim" in send(text).text


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_claim_is_called_one(page_of, kind):
    assert ("by claim" in page_of(KINDS[kind]())) == kind.startswith("claimed")
