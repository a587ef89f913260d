"""Specifications: what they say, and everything that can be wrong with one."""

from functools import partial

import pytest

from tutor.cards import NORTH, SOUTH, Strain
from tutor.coach.authored import ContentError
from tutor.coach.reasons.play_themes import IN_REPLY, ON_LEAD
from tutor.coach.themes import Theme
from tutor.composer.demands import (
    CallsSoFar,
    CardsEach,
    Goal,
    InStrain,
    LevelIn,
    OnlyFirstCard,
    Place,
    Placed,
    Points,
    Span,
    SuitLength,
    Turns,
)
from tutor.composer.spec import LEAD_THEMES, REPLY_THEMES, load_spec
from tutor.notation import parse_card
from tutor.resources import folder

from .conftest import Specify


def asked(spec) -> list:
    return [demand.asked for demand in spec.demands]


def test_a_specification_asks_for_what_its_keys_say(specify: Specify):
    spec = specify(
        'cards = 5\nturn = "S"\nstrain = "NT"\n[north]\npoints = [2, 9]\nhearts = 3\nholds = ["SA"]\n'
        '[gone]\nnever = ["D2"]\n'
    )
    assert spec.learner == SOUTH
    assert set(asked(spec)) == {
        CardsEach(Span(5, 5)),
        InStrain(Strain.NOTRUMP),
        OnlyFirstCard(),
        Points(NORTH, Span(2, 9)),
        SuitLength(NORTH, 2, Span(3, 3)),
        Placed(parse_card("SA"), Place.NORTH),
        Placed(parse_card("D2"), Place.GONE, barred=True),
    }


def test_a_demand_knows_its_key_and_its_line(specify: Specify):
    spec = specify("cards = 5\n\n[south]\nspades = [1, 2]\n")
    assert [(demand.key, demand.line) for demand in spec.demands] == [
        ("cards", 1),
        ("only-first-card", None),
        ("south.spades", 4),
    ]


@pytest.mark.parametrize(
    ("turn", "taken", "goal"),
    [("N", 4, 3), ("S", 4, 4), ("N", 6, 1), ("S", 6, 6)],
)
def test_a_contract_gives_strain_and_goal_to_declarer_and_to_the_other(specify: Specify, turn, taken, goal):
    spec = specify(f'cards = 6\nturn = "{turn}"\ncontract = "1S N"\ntaken = {taken}\n')
    assert InStrain(Strain.SPADES) in asked(spec)
    assert Goal(Span(goal, goal)) in asked(spec)


def test_all_faults_are_told_at_once_each_with_its_line(specify: Specify):
    text = (
        'cards = 44\ntheme = "sacrifice"\ngoal = [3, 2]\nlength = "long"\nonly-first-card = 1\ncrads = 5\n'
        '[north]\nspade = 3\nholds = ["S1"]\n'
    )
    with pytest.raises(ContentError) as refused:
        specify(text)
    found = {(fault.line, fault.code) for fault in refused.value.faults}
    expected = {
        (1, "out-of-range"),
        (2, "unknown-theme"),
        (3, "out-of-range"),
        (4, "not-range"),
        (5, "not-flag"),
        (6, "unknown-key"),
        (8, "unknown-key"),
    }
    assert expected < found
    assert {line for line, _ in found} == {1, 2, 3, 4, 5, 6, 8, 9}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "missing"),
        ("cards = true", "not-range"),
        ('cards = [4, 5]\ncontract = "1S N"', "not-number"),
        ("cards = 5\ngoal = [1, true]", "not-range"),
        ("cards = 5\ngoal = [1, 2, 3]", "not-range"),
        ("cards = 5\nlevel = [0, 3]", "out-of-range"),
        ("cards = 5\nnorth = 3", "not-table"),
        ("cards = 5\ntaken = 3", "no-contract"),
        ('cards = 5\ncontract = "1S N"\ntaken = 9', "out-of-range"),
        ('cards = 5\ncontract = "1S N"\ntaken = 8', "decided"),
        ('cards = 5\ncontract = "1S N"\ntaken = 3\nstrain = "S"', "twice"),
        ('cards = 5\nturn = "E"', "no-seat"),
    ],
)
def test_a_wrong_value_is_refused(specify: Specify, text: str, code: str):
    with pytest.raises(ContentError) as refused:
        specify(text)
    assert code in {fault.code for fault in refused.value.faults}


def test_the_themes_to_ask_for_are_those_that_the_coach_recognises_in_the_play():
    names = {recognise.__name__.replace("_", "-") for recognise in (*ON_LEAD, *IN_REPLY)} - {"leave-safely"} | {"exit"}
    assert {theme.value for theme in (*LEAD_THEMES, *REPLY_THEMES)} == names
    assert set(LEAD_THEMES).isdisjoint(REPLY_THEMES)


def test_there_is_a_specification_for_every_theme_of_the_coach():
    every = [load_spec(path) for path in sorted((folder("puzzles") / "specs").glob("*.toml"))]
    specs = [spec for spec in every if any(demand.key == "theme" for demand in spec.demands)]
    themes = {demand.asked.theme for spec in specs for demand in spec.demands if demand.key == "theme"}
    assert len(specs) == len(themes)
    assert themes == set(Theme)
    assert all(Theme(spec.slug) in [d.asked.theme for d in spec.demands if d.key == "theme"] for spec in specs)


@pytest.mark.parametrize(
    ("demand", "span", "number", "one"),
    [
        (CardsEach, "2 to 3 cards each", "2 cards each", "1 card each"),
        (partial(Points, NORTH), "North has 2 to 3 high-card points", "North has 2 high-card points", "one high-card"),
        (
            partial(SuitLength, Place.SOUTH, 3),
            "South has 2 to 3 cards in",
            "South has 2 cards in",
            "South has one card",
        ),
        (Goal, "the goal is 2 to 3 tricks", "the goal is 2 tricks", "the goal is one trick"),
        (Turns, "the solution is 2 to 3 turns long", "the solution is 2 turns long", "the solution is one turn long"),
        (LevelIn, "the level is 2 to 3", "the level is 2", "the level is 1"),
        (CallsSoFar, "2 to 3 calls have been made", "2 calls have been made", "one call has been made"),
    ],
)
def test_a_range_of_one_number_is_told_as_a_number(demand, span: str, number: str, one: str):
    said = [str(demand(Span(*ends)).words()) for ends in ((2, 3), (2, 2), (1, 1))]
    assert all(words in sentence for words, sentence in zip((span, number, one), said, strict=True))
    assert not any(" to " in sentence for sentence in said[1:])


def test_a_range_of_cards_and_the_card_on_the_table_can_be_asked_for(specify: Specify):
    spec = specify('cards = [4, 6]\n[table]\nhearts = 1\nnever = ["HA"]\n')
    assert {CardsEach(Span(4, 6)), SuitLength(Place.TABLE, 2, Span(1, 1))} < set(asked(spec))
    assert Placed(parse_card("HA"), Place.TABLE, barred=True) in asked(spec)
