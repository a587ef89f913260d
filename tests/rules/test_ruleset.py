"""Readings of the rules: presets, their canonical names, and values that are none."""

import pytest
from hypothesis import given

from tests.rules import naive
from tests.rules.engine import ruleset
from tests.strategies import rulesets
from tutor.rules import LEVEL, PENALTY, PRESETS, WRITTEN, Ruleset


@pytest.mark.parametrize("name", ["written", "penalty", "level"])
def test_a_preset_is_what_the_rules_say_and_is_called_by_its_name(name):
    assert PRESETS[name] == ruleset(name)
    assert str(PRESETS[name]) == name


def test_there_are_three_presets():
    assert PRESETS == {"written": WRITTEN, "penalty": PENALTY, "level": LEVEL}
    assert set(naive.PRESETS) == set(PRESETS)


@pytest.mark.parametrize(
    "name",
    [
        "written,stock=exposed",
        "written,overtricks=false",
        "written,draw_winner=led-suit,draw_follow=true,stock=exposed,doubling=false",
        "penalty,undertrick=100",
        "penalty,stock=exposed,undertrick=100",
        "level,draw_follow=true",
        "level,undertrick=1000",
    ],
)
def test_the_canonical_name_is_the_nearest_preset_and_what_differs(name):
    assert str(ruleset(name)) == name


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("written,undertrick=50", "penalty"),
        ("penalty,undertrick=0", "written"),
        ("penalty,overtricks=false", "level"),
        ("level,overtricks=true", "penalty"),
        ("level,undertrick=0", "written,overtricks=false"),
        ("written,undertrick=100", "penalty,undertrick=100"),
        ("written,undertrick=50,stock=exposed", "penalty,stock=exposed"),
    ],
)
def test_two_ways_to_say_the_same_rules_have_one_name(name, canonical):
    assert str(ruleset(name)) == canonical


@given(rulesets(), rulesets())
def test_a_name_names_one_ruleset_only(one, other):
    assert ruleset(str(one)) == one
    assert (str(one) == str(other)) == (one == other)


@given(rulesets())
def test_the_differences_from_a_preset_make_the_ruleset_again(rules):
    for name, base in PRESETS.items():
        assert ruleset(",".join([name, *rules.differences(base)])) == rules


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("draw_winner", "lowest", "highest-rank, led-suit"),
        ("draw_winner", True, "highest-rank, led-suit"),
        ("stock", "open", "hidden, exposed"),
        ("stock", None, "hidden, exposed"),
        ("draw_follow", "false", "false, true"),
        ("draw_follow", 0, "false, true"),
        ("doubling", "true", "false, true"),
        ("doubling", 1, "false, true"),
        ("overtricks", None, "false, true"),
        ("undertrick", -1, "0 to 1000"),
        ("undertrick", 1001, "0 to 1000"),
        ("undertrick", 50.0, "0 to 1000"),
        ("undertrick", True, "0 to 1000"),
        ("undertrick", "50", "0 to 1000"),
    ],
)
def test_a_value_that_no_rule_has_is_refused_with_those_allowed(field, value, words):
    with pytest.raises(ValueError, match=words) as caught:
        Ruleset(**{field: value})
    assert str(caught.value).startswith(field)
    assert repr(value) in str(caught.value)
