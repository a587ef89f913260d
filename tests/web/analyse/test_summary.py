"""What is said of a hand as a whole: above all of one that a claim ended."""

import html
import json
import re
from dataclasses import replace

import pytest

from tests.web.texts import FOUR_SPADES, KINDS, claimed, claimed_in_play, record, record_to_json, unfinished_play
from tutor.cards import SOUTH, Strain
from tutor.coach.review import review
from tutor.coach.supposing import suppose
from tutor.notation import write_pbn
from tutor.rules import LEVEL, Contract
from tutor.web.analyse.sample import sample
from tutor.web.analyse.summary import claim_words, result_words, turning_words
from tutor.web.analyse.timeline import timeline


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


def test_where_the_hand_was_lost_stands_below_its_title_with_a_link_there_and_to_the_retry(client):
    page = client.get("/analyse/sample").text
    (box,) = re.findall(r'(?s)<div class="turning">(.*?)</div>', page)
    seen = html.unescape(re.sub(r'<span class="sr">.*?</span>|<[^>]+>', "", box)).replace("\ufe0e", "")
    assert " ".join(seen.split()) == "Lost in trick 2: ♦J by South cost 220 points. Go there Retry the mistakes"
    assert 'href="/analyse/sample?ply=12"' in box
    assert page.index("</h1>") < page.index(box) < page.index('id="live"')
    assert page.count("Retry the mistakes") == 1


def test_with_values_hidden_and_without_a_mistake_nothing_is_said_of_where_it_was_lost(client, page_of):
    hidden = client.get("/analyse/sample?values=off").text
    assert 'class="turning"' not in hidden
    assert "Retry the mistakes" in hidden
    assert 'class="turning"' not in page_of(record())


def test_the_turning_point_of_a_supposed_hand_leads_to_the_ply_of_the_recorded_one(client):
    page = client.get("/analyse/sample?contract=3SS").text
    supposed = suppose(sample(), Contract(3, Strain.SPADES, 1, SOUTH))
    found = review(supposed.record)
    ply = supposed.first + found.ply_of(found.turning_point)
    (box,) = re.findall(r'(?s)<div class="turning">(.*?)</div>', page)
    assert f"ply={ply}&amp;contract=3SS" in box
    marked = re.search(rf'<li><a href="[^"]*ply={ply}&amp;[^"]*"[^>]*>[^<]*</a>[^<]*<span class="tag">turning', page)
    assert marked


def test_each_turning_point_is_told_as_what_it_was():
    found = review(sample())
    assert str(turning_words(found)) == "Lost in trick 2: ♦J by South cost 220 points."
    told = {kind: turning_words(review(KINDS[kind]())) for kind in ("passed out", "slips", "unfinished play")}
    assert {kind: str(words) for kind, words in told.items()} == {
        "passed out": "Lost in the auction: Pass by South cost 100 points.",
        "slips": "The costliest mistake, in the auction: 1♠ by South cost 70 points.",
        "unfinished play": "The costliest mistake, in trick 1: ♣3 by North cost 30 points.",
    }
    assert turning_words(review(record())) is None
