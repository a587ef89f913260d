"""Texts that are wrong as a whole are told in one sentence; invisible characters are named, runs of them once."""

import re

import pytest

from tests.notation.test_pbn_faults import GOOD
from tutor.notation import read_records
from tutor.notation.text import shown


@pytest.mark.parametrize("pair", ["“”", "„“", "””", "«»"])
def test_curly_quotes_are_one_fault_at_the_first_of_them(pair):
    curly = re.sub(r'"([^"\n]*)"', lambda match: pair[0] + match.group(1) + pair[1], GOOD)
    result = read_records("% from a letter\n" + curly)
    (fault,) = result.faults
    assert (fault.line, fault.column, fault.code) == (2, 1, "curly-quotes")
    assert "straight quotes" in str(fault)
    assert result.records == ()


def test_a_good_game_beside_curly_quotes_is_kept():
    result = read_records(GOOD + "\n" + GOOD.replace('"', "”"))
    assert len(result.records) == 1
    assert [fault.code for fault in result.faults] == ["curly-quotes"]


def test_curly_quotes_inside_straight_ones_are_letters_like_others():
    assert read_records('[Event "the “big” one"]\n' + GOOD).faults == ()


@pytest.mark.parametrize(
    "text", ["Dear Sol,\n\nthank you for\nthe game.\n", "<html>\n<body>\n</body>\n", "deal;1\ndeal;2\ndeal;3\n"]
)
def test_a_text_that_is_neither_pbn_nor_json_is_one_fault(text):
    (fault,) = read_records(text).faults
    assert (fault.line, fault.column, fault.code) == (1, 1, "no-format")
    assert "neither PBN nor JSON" in str(fault)


def test_a_tag_that_is_wrong_is_still_told_for_itself():
    codes = [fault.code for fault in read_records("some words\n[Contract 3S]\n").faults]
    assert "no-format" not in codes
    assert codes


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\u200b" * 23, "U+200B ×23"),
        ("A\u200bK", "AU+200BK"),
        ("\u200b\u200b\u200c", "U+200B ×2U+200C"),
        ("plain", "plain"),
        ("\t\t", "U+0009 ×2"),
    ],
)
def test_a_run_of_an_invisible_character_is_named_once(text, seen):
    assert shown(text) == seen
