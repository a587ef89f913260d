"""What the pages of puzzles say beside the question: the rules of the score, how many cards are asked for."""

import html

import pytest

from tests.web.puzzles.test_puzzles import PUZZLES
from tutor.rules import LEVEL, PENALTY, WRITTEN, Ruleset
from tutor.web.parts.rule_words import scoring_words


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (WRITTEN, "A contract that fails costs nothing."),
        (
            Ruleset(undertrick=20),
            "Each trick short costs 20 points, twice as much when doubled and four times when redoubled.",
        ),
        (Ruleset(undertrick=1, doubling=False), "Each trick short costs 1 point. Nobody may double."),
        (LEVEL, " ".join((*scoring_words(PENALTY), "Tricks above the bid count nothing."))),
    ],
)
def test_the_rules_of_the_score_are_told_in_sentences(app, rules, said):
    with app.test_request_context():
        assert " ".join(scoring_words(rules)) == said


def test_the_page_of_a_call_says_what_its_rules_mean(client, app):
    puzzle = next(each for each in PUZZLES if each.kind == "call" and each.rules.undertrick)
    with app.test_request_context():
        said = " ".join(scoring_words(puzzle.rules))
    assert said.startswith(f"Each trick short costs {puzzle.rules.undertrick} point")
    assert f"<p>{said}</p>" in html.unescape(client.get(f"/puzzles/{puzzle.slug}").text)


def test_where_one_card_is_asked_for_nothing_is_said_of_tricks_so_far(client):
    one, many = (next(each for each in PUZZLES if each.kind == kind) for kind in ("only-card", "make"))
    page = client.get(f"/puzzles/{one.slug}").text
    assert "only this one is asked for" in page
    assert "so far" not in page
    assert "You have 0 tricks so far." in client.get(f"/puzzles/{many.slug}").text
