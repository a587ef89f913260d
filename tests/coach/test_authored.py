"""The files that people write: places, fields and secrets."""

from pathlib import Path

import pytest

from tutor.coach.authored import (
    ONLY_AUTHORED,
    THEMES,
    ContentError,
    Fields,
    Places,
    gives_away,
    names_action,
    read_authored,
)
from tutor.coach.telling.advice import THEME_NAMES
from tutor.coach.themes import Theme
from tutor.notation import Fault, parse_call, parse_card


def action(name: str) -> int:
    return parse_card(name) if name[0] in "CDHS" else parse_call(name)


def test_every_key_has_its_line_through_tables_and_long_texts():
    text = '''title = "x"
# goal = 1
long = """
fake = 1
[[decision]]
"""
[[decision]]
seat = "N"
[[decision.choice]]
action = "SA"
[[decision.choice]]
action = "S2"
[[decision]]
seat = "S"
[[decision.choice]]
note = "y"
'''
    places = Places.of(text)
    assert places.line(("title",)) == 1
    assert places.line(("fake",)) is None
    assert places.line(("decision", 0, "seat")) == 8
    assert places.line(("decision", 0, "choice", 1, "action")) == 12
    assert places.line(("decision", 1)) == 13
    assert places.line(("decision", 1, "choice", 0, "note")) == 16
    assert places.line(("decision", 1, "choice", 0, "absent")) == 15


def test_an_absent_key_is_placed_at_the_table_it_is_missing_from():
    assert Places.of("a = 1\n[[b]]\n").line(("b", 0, "c")) == 2


def test_the_reader_of_toml_says_its_place(tmp_path: Path):
    path = tmp_path / "x.toml"
    path.write_text('a = 1\nb = "\n', encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_authored(path)
    (fault,) = caught.value.faults
    assert (fault.line, fault.code) == (2, "not-toml")
    assert str(caught.value).startswith(f"{path}:2:")


def fields(table: dict) -> tuple[Fields, list[Fault]]:
    faults: list[Fault] = []
    return Fields(table, Places({}), faults), faults


@pytest.mark.parametrize(
    ("read", "code"),
    [
        (lambda each: each.text("missing"), "missing"),
        (lambda each: each.text("number"), "not-text"),
        (lambda each: each.text("blank"), "not-text"),
        (lambda each: each.integer("word"), "not-number"),
        (lambda each: each.integer("yes"), "not-number"),
        (lambda each: each.integer("number", range(1, 3)), "out-of-range"),
        (lambda each: each.flag("word"), "not-flag"),
        (lambda each: each.texts("word"), "not-list"),
        (lambda each: each.texts("mixed"), "not-list"),
        (lambda each: each.tables("mixed"), "not-tables"),
        (lambda each: each.parsed("word", parse_card), None),
        (lambda each: each.finish(), "unknown-key"),
    ],
)
def test_what_is_wrong_with_a_field_is_noted_and_reading_goes_on(read, code):
    each, faults = fields({"number": 7, "blank": " ", "word": "zz", "yes": True, "mixed": ["a", 1]})
    read(each)
    assert faults
    assert code is None or {fault.code for fault in faults} == {code}


def test_optional_fields_may_be_absent():
    each, faults = fields({})
    assert each.text("a", required=False) == ""
    assert each.integer("a", required=False) is None
    assert each.texts("a", required=False) == ()
    assert each.flag("a") is False
    assert each.tables("a", required=False) == []
    assert faults == []


def test_every_theme_of_the_coach_is_a_theme_of_files_under_the_same_name_in_words():
    assert set(THEMES) == {theme.value for theme in Theme} | set(ONLY_AUTHORED)
    assert not {theme.value for theme in Theme} & set(ONLY_AUTHORED)
    assert {theme: THEMES[theme] for theme in Theme} == THEME_NAMES
    assert len(set(THEMES.values())) == len(THEMES)


@pytest.mark.parametrize("name", sorted(THEMES))
def test_a_file_may_name_every_theme_and_no_other(name: str):
    each, faults = fields({"themes": [name]})
    assert each.themes() == (name,)
    assert faults == []
    each, faults = fields({"themes": [name, f"{name}s"]})
    each.themes()
    assert [fault.code for fault in faults] == ["unknown-theme"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Lead SA now", "SA"),
        ("Lead AS now", "SA"),
        ("Lead ♠A.", "SA"),
        ("Lead A♠.", "SA"),
        ("Lead ♠\ufe0fA", "SA"),
        ("the ace of spades", "SA"),
        ("The Ace of Spades", "SA"),
        ("the spade ace", "SA"),
        ("♥10 wins", "HT"),
        ("the ten of hearts", "HT"),
        ("the 10 of hearts", "HT"),
        ("the two of clubs", "C2"),
        ("bid 1S", "1S"),
        ("bid 1♠", "1S"),
        ("bid one spade", "1S"),
        ("bid three no-trumps", "3NT"),
        ("try 3N", "3NT"),
        ("you should pass", "Pass"),
        ("Doubling is right", "X"),
    ],
)
def test_an_action_is_named_in_many_ways(text: str, name: str):
    assert names_action(text, action(name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("as you see, an ad", "SA"),
        ("the ace of hearts", "SA"),
        ("SAD", "SA"),
        ("♠AK", "SA"),
        ("five diamonds headed by the ace", "DA"),
        ("11S", "1S"),
        ("one spade", "2S"),
        ("the past", "Pass"),
        ("3NT", "3C"),
    ],
)
def test_other_words_do_not_name_it(text: str, name: str):
    assert not names_action(text, action(name))


def test_a_text_that_names_right_and_wrong_choices_gives_nothing_away():
    right, wrong = [action("SA")], [action("S2")]
    assert gives_away("SA or S2?", right, wrong) is None
    assert gives_away("Try SA.", right, wrong) == "SA"
    assert gives_away("Try the ace\nof spades.", right, wrong) == "SA"  # a line of a file may end anywhere
    assert gives_away("Try S2.", right, wrong) is None


@pytest.mark.parametrize(
    "text",
    [
        *("H K", "H-K", "H – K", "_HK_", "**HK**", "H_K", "H: K", "K H", "ＨＫ", "♥: K", "♥-K", "K ♥", "♥\ufe0fK"),
        *("H\u200bK", "H\u2060K", "king hearts", "hearts: king", "the heart-king", "king of ♥", "♥ king"),
        *("Ki\u200bng of hearts", "K of hearts", "king  of\nhearts", "hearts – king", "_king_ of *hearts*"),
    ],
)
def test_no_way_of_writing_hides_the_name_of_a_card(text: str):
    assert names_action(text, action("HK"))
    assert not names_action(text, action("HQ"))
    assert not names_action(text, action("SK"))


@pytest.mark.parametrize("text", ["You hold five hearts.", "Count your hearts: five", "Two kings and a heart", "Kh5"])
def test_counting_cards_names_none(text: str):
    assert not any(names_action(text, action(name)) for name in ("H5", "HK", "H2"))


@pytest.mark.parametrize("text", ["1-S", "1 ♠", "1\u200bS", "_1S_", "one  spade", "１Ｓ"])
def test_no_way_of_writing_hides_the_name_of_a_bid(text: str):
    assert names_action(text, action("1S"))
    assert not names_action(text, action("1H"))


def test_the_length_of_a_suit_is_no_excuse_for_naming_the_right_bid():
    assert gives_away("1S? You hold five diamonds.", [action("1S")], [action("5D")]) == "1S"
