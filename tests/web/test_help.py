"""What explains itself: how the game goes, how a hand is written, what programs may ask."""

import html
import re

from tutor.rules import PRESETS
from tutor.web.forms import SHORT_HAND, SHORT_PLAY


def test_the_rules_are_one_step_from_the_front_page_and_from_every_foot(client):
    assert client.get("/").text.count('href="/rules"') == 2
    for address in ("/analyse/sample", "/practise/", "/nothing"):
        assert 'href="/rules"' in client.get(address).text


def test_the_rules_tell_every_part_of_the_game_and_every_set_of_rules(client):
    page = client.get("/rules").text
    for said in (
        "any card played to it: the higher rank wins",
        "One pass over a bid ends the auction: the last bidder is declarer",
        "Declarer’s opponent leads",
        "in no-trump 40 for the first and 30 for each other",
        *(f"<code>{name}</code>" for name in PRESETS),
    ):
        assert said in page


def test_the_form_shows_a_hand_that_it_takes_itself(client, send):
    page = html.unescape(client.get("/analyse/").text)
    assert "How to write a hand" in page
    assert f"<code>{SHORT_HAND}</code>" in page
    assert f"<code>{SHORT_PLAY}</code>" in page
    assert send(SHORT_HAND).status_code == 303
    assert send(SHORT_HAND.replace("1H 1S 2H 2S Pass", "1H 1S\nPass") + "\n" + SHORT_PLAY).status_code == 303


def test_the_page_for_programs_has_every_address_of_the_api_and_examples_that_answer(client):
    page = client.get("/programs").text
    paths = client.get("/api/v1/openapi.json").json["paths"]
    for path, methods in paths.items():
        for method in methods:
            assert f"<code>{method.upper()} {path}</code>" in page
    examples = [html.unescape(each) for each in re.findall(r'<a href="(/api/v1/[^"]+\?[^"]+)">', page)]
    assert len(examples) == 3
    assert [client.get(each).status_code for each in examples] == [200, 200, 200]


def test_the_foot_leads_programs_to_that_page_and_on_to_openapi(client):
    assert 'href="/programs"' in client.get("/").text
    assert 'href="/api/v1/openapi.json"' not in client.get("/").text
    assert 'href="/api/v1/openapi.json"' in client.get("/programs").text
