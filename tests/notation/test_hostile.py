"""Hostile text: every kind of it is read in work that grows as its length does, and little of it."""

import sys

import pytest

from tests.notation.games import CONTRACT, DEAL, GOOD
from tutor.notation import LIMIT_BYTES, read_records, write_json

PLAY = DEAL + CONTRACT + '[Play "N"]\n'
RECORD = '{"format":"drawbridge/1","dealer":"N","hands":{"N":"-","S":"-"},'

HOSTILE = {
    # name: what it begins with, what is repeated, what it ends in
    "braces": ("", "{", ""),
    "brackets": ("", "[", ""),
    "bracket lines": ("", "[\n", ""),
    "closing lines": ("", "]\n", ""),
    "quotes": ("", '"', ""),
    "quote lines": ("", '"\n', ""),
    "open tags": ("", '[A "', ""),
    "tags in tags": ("", "[A ", ""),
    "backslashes": ('[A "', "\\", ""),
    "newlines": ("", "\n", ""),
    "carriage returns": ("", "\r", ""),
    "newlines after a game": (GOOD, "\n", ""),
    "blanks": ("", " \n", ""),
    "spaces": ("", " ", ""),
    "empty comments": ("", "{}\n\n", ""),
    "comments of a line": ("", ";\n", ""),
    "hidden lines": ("", "%\n", ""),
    "words": ("", "w\n", ""),
    "words apart": ("", "w\n\n", ""),
    "tags": ("", '[A ""]\n\n', ""),
    "tags together": ("", '[A ""]\n', ""),
    "inherited": ('[A "##"]\n\n', '[A "#"]\n\n', ""),
    "games without cards": ("", '[Deal ""]\n\n', ""),
    "games with bad cards": ("", '[Deal "x"]\n\n', ""),
    "games of one stretch": ("", '[Dealer ""]\n[Deal ""]\n', ""),
    "events": ("", '[Event ""]\n\n', ""),
    "auctions": ("", '[Auction ""]\n\n', ""),
    "sections": ("", '[X ""]\na\n', ""),
    "row after row": (PLAY, "S2\n\n", ""),
    "cards": (PLAY, "SA ", ""),
    "cards that hold": (PLAY, "SA S2 ", ""),
    "cards in one word": (PLAY, "SA-", ""),
    "letters": (PLAY, "S", ""),
    "no cards": (PLAY, "QQ ", ""),
    "dashes in the play": (PLAY, "- ", ""),
    "pluses": (PLAY, "+", ""),
    "irregularities": (PLAY, "^", ""),
    "numbers of notes": (PLAY, "=1", ""),
    "suffixes": (PLAY, "!", ""),
    "glyphs": (PLAY, "$1 ", ""),
    "comments in the play": (PLAY, "{}", ""),
    "draw phase": (DEAL + '[Draw "N"]\n', "SA ", ""),
    "calls": (DEAL + '[Auction "N"]\n', "1S ", ""),
    "passes": (DEAL + '[Auction "N"]\n', "P ", ""),
    "all passes": (DEAL + '[Auction "N"]\n', "AP ", ""),
    "dashes in the auction": (DEAL + '[Auction "N"]\n', "- ", ""),
    "lines of a section": (DEAL + '[X ""]\n', "a [\n", ""),
    "section": ('[X "x"]\n', "a ", ""),
    "deal": ('[Deal "', ".", '"]'),
    "hands": ('[Deal "', "A.K ", '"]'),
    "hand": ('[Deal "N:', "A", '"]'),
    "letters of suits": ('[Deal "N:', "S", ' - - -"]'),
    "stock": ('[Stock "', "SA ", '"]'),
    "stock of nothing": ('[Stock "', "x ", '"]'),
    "ruleset": ('[Ruleset "', ",", '"]'),
    "rules": ('[Ruleset "written', ",a", '"]'),
    "result": ('[Result "', "9", '"]'),
    "notes": (DEAL, '[Note "1:x"]\n', ""),
    "deep arrays": ("", "[", "]"),
    "deep objects": ("", '{"a":', ""),
    "objects": ("[", "{},", "{}]"),
    "objects with a key": ("[", '{"a":1},', "{}]"),
    "other formats": ("[", '{"format":"x"},', "{}]"),
    "numbers": ("[", "1,", "1]"),
    "digits": ("[[", "9", "]]"),
    "string": ('["', "a", ""),
    "escapes": ('["', "\\n", '"]'),
    "keys twice": ("{", '"a":1,', '"a":1}'),
    "remarks": (RECORD + '"remarks":[', '["play",0,"$1"],', '["play",0,"$1"]]}'),
    "bad remarks": (RECORD + '"remarks":[', "[],", "[]]}"),
    "json calls": (RECORD + '"calls":[', '"x",', '"x"]}'),
    "json stock": (RECORD + '"draw":{"stock":[', '"x",', '"x"]}}'),
}


def text_of(name, size):
    """The hostile text *name* of about *size* characters, and no more."""
    head, piece, tail = HOSTILE[name]
    return head + piece * ((size - len(head) - len(tail)) // len(piece)) + tail


def work(text):
    """How many functions are called to read *text*, of Python and of C: a measure that no other process disturbs."""
    calls = 0

    def count(_frame, event, _function):
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read_records(text)
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_read_in_a_few_steps_for_each_character_however_long_it_is(name):
    # Before the faults are more than are listed, each may cost a lot.
    short, long = text_of(name, 8_000), text_of(name, 24_000)
    work(short)  # what is made once and kept is not counted
    assert work(long) - work(short) <= 50 * (len(long) - len(short))


LONGEST = ("objects", "dashes in the play", "cards", "newlines", "tags", "closing lines", "glyphs")


@pytest.mark.parametrize(("name", "size"), [(name, LIMIT_BYTES if name in LONGEST else 80_000) for name in HOSTILE])
def test_a_long_hostile_text_gives_faults_and_no_trouble(name, size):
    result = read_records(text_of(name, size))
    assert len(result.records) <= 1
    assert result.records or result.faults
    assert len(result.faults) <= 201
    assert all(fault.line is not None and len(str(fault)) < 400 for fault in result.faults)


@pytest.mark.parametrize("before", ["{},", '{"format":"x"},'])
def test_good_records_after_very_many_faults_are_read_all_the_same(before):
    (record,) = read_records(GOOD).records
    result = read_records("[" + before * 500 + write_json([record]) + "]")
    assert (result.records, result.games, result.total) == ((record,), (501,), 501)
    result = read_records('[A ""]\n\n' * 500 + GOOD)
    assert (result.records, result.games, result.total) == ((record,), (501,), 501)


def test_a_section_longer_than_any_deal_is_a_fault_and_spoils_no_other_game():
    result = read_records(PLAY + "- " * 600 + "\n\n" + GOOD)
    assert (len(result.records), [fault.code for fault in result.faults]) == (1, ["too-many-places"])
