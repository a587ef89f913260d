"""A recorded draw phase says by which reading of the rules it was played, where it fits one only."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.strategies import bare_records, rulesets
from tests.web.texts import calls, drawn
from tutor.notation import NamedRules, parse_named_rules, read_json, read_pbn, write_json, write_pbn
from tutor.rules import PENALTY, Ruleset

READINGS = ("highest-rank", "led-suit")
LED_SUIT = Ruleset(draw_winner="led-suit", undertrick=50)
DOORS = {"PBN": (write_pbn, read_pbn), "JSON": (write_json, read_json)}


def named(ruleset: Ruleset) -> str:
    """The ruleset, its reading of the draw phase always written out."""
    text = str(ruleset)
    return text if "draw_winner" in text else f"{text},draw_winner={ruleset.draw_winner}"


def unnamed(ruleset: Ruleset) -> str:
    """The ruleset without a word on who wins a trick of the draw phase."""
    return str(replace(ruleset, draw_winner="highest-rank"))


def text_of(record, write, rules: str | None) -> str:
    """The record as *write* has it, its rules written as *rules*, or without rules."""
    text = write([record])
    if rules is None:
        return "\n".join(line for line in text.split("\n") if f'"{record.ruleset}"' not in line)
    return text.replace(f'"{record.ruleset}"', f'"{rules}"')


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("reading", READINGS)
def test_a_draw_phase_of_a_text_that_names_no_reading_is_read_by_the_one_it_fits(write, read, reading):
    record = drawn(replace(PENALTY, draw_winner=reading))
    result = read(text_of(record, write, unnamed(record.ruleset)))
    assert result.faults == ()
    assert result.records == (record,)
    (note,) = result.notes
    assert (note.code, note.game) == ("draw-reading", 1)
    assert str(note.message) == (
        f"The draw phase fits one reading of the rules only, draw_winner={reading}, and is read by it."
    )


def test_the_note_stands_at_the_draw_phase():
    text = text_of(drawn(LED_SUIT), write_pbn, "penalty")
    (note,) = read_pbn(text).notes
    assert text.split("\n")[note.line - 1].startswith("[Draw ")
    text = text_of(drawn(LED_SUIT), write_json, "penalty")
    (note,) = read_json(text).notes
    assert text.split("\n")[note.line - 1].strip() == '"played": ['


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("reading", READINGS)
def test_a_reading_that_the_text_names_and_the_phase_fits_needs_no_word(write, read, reading):
    record = drawn(replace(PENALTY, draw_winner=reading))
    result = read(text_of(record, write, named(record.ruleset)))
    assert (result.records, result.faults, result.notes) == ((record,), (), ())


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("reading", READINGS)
def test_of_a_named_reading_that_the_phase_does_not_fit_the_fault_names_the_one_it_fits(write, read, reading):
    record = drawn(replace(PENALTY, draw_winner=reading))
    other = next(each for each in READINGS if each != reading)
    result = read(text_of(record, write, f"penalty,draw_winner={other}"))
    assert (result.records, result.notes) == ((), ())
    assert result.faults
    for fault in result.faults:
        assert fault.illegal or fault.code == "draw-contradicts"
        assert str(fault.message).endswith(f"By the rules {record.ruleset} the draw phase is in order.")
        assert "wrong way round" not in str(fault)


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("reading", READINGS)
def test_of_a_duty_to_follow_that_was_not_kept_the_fault_says_that_the_phase_fits_without_it(write, read, reading):
    record = drawn(replace(PENALTY, draw_winner=reading))
    result = read(text_of(record, write, f"{named(record.ruleset)},draw_follow=true"))
    (fault,) = result.faults
    assert fault.code == "follow-suit"
    assert str(fault.message).endswith(f"By the rules {record.ruleset} the draw phase is in order.")


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
def test_a_duty_to_follow_that_was_kept_stays_with_the_reading_that_fits(write, read):
    record = drawn(replace(LED_SUIT, draw_follow=True))
    result = read(text_of(record, write, "penalty,draw_follow=true"))
    assert (result.records, result.faults) == ((record,), ())
    assert len(result.notes) == 1


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
def test_a_phase_that_fits_neither_reading_is_refused_as_before(write, read):
    record = drawn(PENALTY)
    led, reply = record.draw.played[:2]
    twice = replace(record, draw=replace(record.draw, played=(led, reply, led, *record.draw.played[3:])))
    result = read(text_of(twice, write, "penalty"))
    (fault,) = result.faults
    assert "in order" not in str(fault)
    assert result.notes == ()


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
def test_rules_that_the_reader_chooses_are_told_what_the_phase_fits(write, read):
    record = drawn(LED_SUIT)
    text = text_of(record, write, "penalty")
    assert read(text, LED_SUIT).records == (record,)
    faults = read(text, replace(PENALTY, overtricks=False)).faults
    assert faults
    for fault in faults:
        assert "is read under level: " in str(fault)
        assert str(fault).endswith("By the rules level,draw_winner=led-suit the draw phase is in order.")


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("own", ["penalty", None])
@pytest.mark.parametrize("rules", ["written", "penalty", "level", "level,stock=exposed"])
def test_chosen_rules_without_a_word_on_it_leave_who_won_the_phase_to_the_cards(write, read, reading, own, rules):
    record = drawn(replace(PENALTY, draw_winner=reading))
    chosen = parse_named_rules(rules)
    result = read(text_of(record, write, own), chosen)
    assert result.faults == ()
    assert result.records == (replace(record, ruleset=replace(chosen.ruleset, draw_winner=reading)),)
    assert [note.code for note in result.notes] == ["draw-reading"]


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("penalty", "This game was recorded under the rules penalty,draw_winner=led-suit and is read under level: "),
        (None, "This game names no rules and is read under level: "),
    ],
)
def test_chosen_rules_with_a_word_on_it_are_taken_at_that_word(write, read, own, said):
    result = read(text_of(drawn(LED_SUIT), write, own), parse_named_rules("level,draw_winner=highest-rank"))
    assert (result.records, result.notes) == ((), ())
    assert result.faults
    for fault in result.faults:
        assert said in str(fault)
        assert str(fault).endswith("By the rules level,draw_winner=led-suit the draw phase is in order.")


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
def test_a_game_that_names_its_reading_is_not_read_by_the_cards_whatever_rules_are_chosen(write, read):
    result = read(write([drawn(LED_SUIT)]), parse_named_rules("level"))
    assert (result.records, result.notes) == ((), ())
    assert result.faults
    for fault in result.faults:
        assert "recorded under the rules penalty,draw_winner=led-suit and is read under level: " in str(fault)


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
def test_a_game_that_is_out_of_order_by_its_own_rules_is_not_said_to_be_recorded_under_them(write, read):
    text = text_of(drawn(LED_SUIT), write, "penalty,draw_follow=true")
    assert read(text).faults
    faults = read(text, parse_named_rules("penalty,draw_winner=highest-rank")).faults
    assert faults
    assert not [fault for fault in faults if "recorded under" in str(fault)]


@pytest.mark.parametrize(("write", "read"), DOORS.values(), ids=DOORS)
@pytest.mark.parametrize("reading", READINGS)
def test_the_rules_that_a_game_is_said_to_be_recorded_under_are_those_that_it_names(write, read, reading):
    doubled = replace(drawn(replace(PENALTY, draw_winner=reading, draw_follow=True)), calls=calls("1C X"))
    text = text_of(replace(doubled, contract=None, played=()), write, "penalty,draw_follow=true")
    (fault,) = read(text, parse_named_rules("level,doubling=false")).faults
    assert fault.code == "no-doubling"
    chosen = {"highest-rank": "level,doubling=false", "led-suit": "level,draw_winner=led-suit,doubling=false"}[reading]
    assert f"was recorded under the rules penalty,draw_follow=true and is read under {chosen}: " in str(fault)


@given(bare_records(), rulesets)
def test_pbn_and_json_are_judged_alike_by_chosen_rules_that_leave_the_reading_to_the_cards(record, ruleset):
    chosen = NamedRules(replace(ruleset, draw_winner="highest-rank"), names_draw_winner=False)
    pbn, value = (read(text_of(record, write, unnamed(record.ruleset)), chosen) for write, read in DOORS.values())
    assert pbn.records == value.records
    assert [(fault.code, fault.illegal) for fault in pbn.faults] == [(f.code, f.illegal) for f in value.faults]
    for found in pbn.records:
        found.deal()
        assert replace(found.ruleset, draw_winner="highest-rank") == chosen.ruleset


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("penalty", False),
        ("level,stock=exposed,draw_follow=true", False),
        ("penalty,draw_winner=highest-rank", True),
        (" Level , Draw_Winner = led-suit,undertrick=10", True),
    ],
)
def test_a_preset_alone_does_not_name_who_wins_a_trick_of_the_draw_phase(text, names):
    assert parse_named_rules(text).names_draw_winner is names


@given(bare_records(), st.sampled_from(sorted(DOORS)))
def test_whatever_is_read_without_its_reading_comes_out_legal_or_as_it_was(record, door):
    write, read = DOORS[door]
    result = read(text_of(record, write, unnamed(record.ruleset)))
    if record.draw is None:
        assert result.notes == ()
        assert [each.draw for each in result.records] == [None]
    else:
        (found,) = result.records
        found.deal()
        if result.notes:
            assert found == record


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("level", "level"),
        (" Level , Draw_Winner = Highest-Rank ", "level,draw_winner=highest-rank"),
        ("penalty,draw_winner=led-suit", "penalty,draw_winner=led-suit"),
        ("penalty,doubling=false", "penalty,doubling=false"),
    ],
)
def test_named_rules_are_written_with_all_that_they_name(typed: str, written: str):
    named = parse_named_rules(typed)
    assert str(named) == written
    assert parse_named_rules(str(named)) == named
