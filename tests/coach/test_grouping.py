"""Choices put together that are one idea."""

from tutor.coach.grouping import grouped
from tutor.notation import parse_call, parse_card


def cards(text: str) -> list[int]:
    return [parse_card(each) for each in text.split()]


def calls(text: str) -> list[int]:
    return [parse_call(each) for each in text.split()]


def test_cards_of_a_suit_stand_together_and_another_suit_is_another_idea():
    assert grouped(cards("SA SJ ST S9 C9")) == (tuple(cards("SA SJ ST S9")), tuple(cards("C9")))


def test_levels_of_a_strain_stand_together_as_far_as_they_follow_each_other():
    found = grouped(calls("Pass 1S 1NT 2S 2NT 3S 5S 7NT"))
    assert found == tuple(tuple(calls(each)) for each in ("Pass", "1S 2S 3S", "1NT 2NT", "5S", "7NT"))


def test_pass_and_double_stand_alone():
    assert grouped(calls("Pass X XX")) == tuple((call,) for call in calls("Pass X XX"))


def test_of_nothing_there_is_no_group():
    assert grouped([]) == ()
