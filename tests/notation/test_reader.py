"""Whatever is sent: which notation it is, which bytes, how long, how many games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import DEAL, GOOD, NORTH, SOUTH, codes, faults_of, only, only_fault, sample, within
from tutor.notation import (
    LIMIT_BYTES,
    NotationError,
    parse_call,
    parse_card,
    parse_contract,
    parse_deal,
    parse_hand,
    parse_position,
    parse_ruleset,
    read_json,
    read_pbn,
    read_records,
    record_from_json,
    record_to_json,
    write_json,
    write_pbn,
)
from tutor.notation.reader import EXPORT_ROOM

RECORD = only(GOOD)


@pytest.mark.parametrize("mark", ["", "\ufeff", "\n \t", "\ufeff\r\n"])
def test_pbn_and_json_are_told_apart(mark):
    assert read_records(mark + GOOD).records == (RECORD,)
    assert read_records(mark + write_json([RECORD])).records == (RECORD,)
    assert read_records(mark + write_json([RECORD, RECORD])).records == (RECORD, RECORD)


@pytest.mark.parametrize(
    "head",
    ["{a comment}\n", '{"Quoted" words}\n', '{"Quoted", words}\n', "{ [x] }\n", '[ Event\n"x"]\n', "% PBN 2.1\n"],
)
def test_pbn_that_begins_with_a_brace_or_bracket_is_pbn(head):
    assert len(read_records(head + GOOD).records) == 1


@pytest.mark.parametrize("text", ["{}", "[]", "{", "[", '{"a": 1}', '{"a', "[{", "[[", '["', "[ ]"])
def test_json_that_is_cut_short_is_still_json(text):
    assert read_records(text).faults == read_json(text).faults


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_names_beyond_ascii_are_read_in_every_encoding_of_pbn(encoding):
    data = (DEAL + '[North "Björn Ærø"]\n').encode(encoding)
    (record,) = read_records(data).records
    assert record.players == ("Björn Ærø", "")


@pytest.mark.parametrize("byte", [b"\x80", b"\x9f", b"\xff\x81"])
def test_a_byte_that_is_no_text_is_told_with_its_line(byte):
    fault = only_fault(DEAL.encode() + b'[North "Bj' + byte + b'rn"]\n')
    assert (fault.code, fault.line, fault.column) == ("encoding", 3, 11)


def test_json_is_utf_8_only():
    data = write_json([RECORD]).replace('"N": ""', '"N": "Björn"').encode("latin-1")
    fault = only_fault(data)
    assert (fault.code, fault.line) == ("encoding", 6)


def test_a_broken_utf_16_text_is_a_fault():
    assert only_fault(b"\xff\xfe" + DEAL.encode("utf-16-le") + b"\x00\xd8").code == "encoding"


def test_a_text_over_the_limit_is_refused_with_the_limit_named():
    text = GOOD + "%" + "x" * (LIMIT_BYTES - len(GOOD) - 1)
    assert len(read_records(text).records) == 1
    for longer in (text + "\n", (text + " ").encode(), "é" * (LIMIT_BYTES // 2 + 1)):
        fault = only_fault(longer)
        assert fault.code == "too-large"
        assert "400,000" in str(fault)
    assert len(read_records(text + "\n", limit=None).records) == 1


def said(room, each="{" + "x" * 96 + "}\n"):
    """A game with about *room* bytes of comments."""
    return DEAL + each * (room // len(each))


@pytest.mark.parametrize(
    "game",
    [
        said(LIMIT_BYTES - len(DEAL) - 1000, "{" + "x" * 9000 + "}\n"),
        said(LIMIT_BYTES // 2),
        said(LIMIT_BYTES // 2, "{}"),
        said(LIMIT_BYTES // 2, "{\x01}"),
        DEAL + "".join(f'[A{number} "é"]\n' for number in range(5000)),
        DEAL + "{" + "x" * (LIMIT_BYTES - len(DEAL) - 2) + "}",
        DEAL + "{" + "ä\n" * ((LIMIT_BYTES - len(DEAL) - 2) // 3 - 9_000) + "}",
    ],
)
def test_what_is_read_can_be_read_again_when_it_is_exported_and_a_longer_game_is_a_fault(game):
    assert len(game.encode()) <= LIMIT_BYTES
    result = read_records(game)
    for record in result.records:
        assert read_records(write_pbn([record])).records == (record,)
        assert read_records(write_json([record])).records == (record,)
    (unlimited,) = read_records(game, limit=None).records
    longest = max(len(text.encode()) for text in (write_pbn([unlimited]), write_json([unlimited])))
    assert [fault.code for fault in result.faults] == (["too-large"] if longest > LIMIT_BYTES + EXPORT_ROOM else [])


def test_beyond_the_limit_an_export_is_read_letter_for_letter_and_nothing_else():
    text = DEAL + "{" + "x" * (LIMIT_BYTES - len(DEAL) - 2) + "}"
    (record,) = read_records(text).records
    for exported in (write_pbn([record]), write_pbn([record]).replace("\r\n", "\n"), write_json([record])):
        assert LIMIT_BYTES < len(exported) <= LIMIT_BYTES + EXPORT_ROOM
        for form in (exported, exported.encode()):
            assert read_records(form).records == (record,)
        assert only_fault(exported + "\n").code == "too-large"
        assert only_fault("\n" + exported).code == "too-large"


def test_a_game_that_is_too_long_to_export_is_told_with_its_line_and_spoils_no_other():
    result = read_records(GOOD + "\n" + said(LIMIT_BYTES // 3, "{}") + "\n" + GOOD)
    assert (len(result.records), result.games, result.total) == (2, (1, 3), 3)
    (fault,) = result.faults
    assert (fault.code, fault.line, fault.game) == ("too-large", GOOD.count("\n") + 2, 2)
    assert "longer than 420,000 bytes when it is exported" in str(fault)


# --- which game of the text a record is ---

BAD_GAME = GOOD.replace("HA H9", "HA H8")


@pytest.mark.parametrize("good", [(1,), (2,), (1, 3), (2, 3), (4,), ()])
def test_each_record_has_the_number_and_the_line_of_its_game(good):
    games = [GOOD if number in good else BAD_GAME for number in range(1, 5)]
    result = read_records("\n".join(games))
    assert (result.games, result.total) == (good, 4)
    assert result.lines == tuple((number - 1) * (GOOD.count("\n") + 1) + 1 for number in good)
    assert {fault.game for fault in result.faults} == {1, 2, 3, 4} - set(good)
    values = [write_json([RECORD]) if number in good else "{}" for number in range(1, 5)]
    result = read_records("[\n" + ",\n".join(values) + "]")
    assert (result.games, result.total, len(result.lines)) == (good, 4, len(good))


def test_a_game_alone_is_the_first_of_one():
    for text in (GOOD, write_json([RECORD]), write_json([RECORD, RECORD])):
        result = read_records(text)
        assert (result.games[0], result.total) == (1, len(result.records))
    assert (read_records("nothing").games, read_records("nothing").total) == ((), 0)


def test_samples_are_read_without_faults():
    counts = {"finished.pbn": 1, "finished.json": 1, "passed_out.pbn": 1, "several.pbn": 4}
    for name, count in counts.items():
        result = read_records(sample(name))
        assert result.faults == ()
        assert len(result.records) == count


def test_of_very_many_faults_the_first_two_hundred_are_listed():
    faults = read_pbn("[Contract 3S]\n" + "word\n" * 1000).faults
    assert len(faults) == 201
    assert "only the first 200 faults are listed" in str(faults[-1])


def test_a_file_of_very_many_games_is_read_whole():
    text = (GOOD + "\n") * 300
    assert read_records(text, limit=None).records == (RECORD,) * 300


@given(st.binary(max_size=60) | st.text(max_size=40))
def test_any_bytes_and_any_text_give_records_or_faults(data):
    result = read_records(data)
    assert result.faults
    assert all(str(fault) for fault in result.faults)


@given(st.text(alphabet=st.characters(), max_size=30))
def test_half_characters_do_no_harm(text):
    assert codes(text + "\ud800")


@pytest.mark.parametrize("half", [chr(0xD800), chr(0xDFFF), chr(0xDCFF)])
@pytest.mark.parametrize("read", [read_records, read_pbn, read_json])
def test_half_a_character_is_a_fault_where_it_stands(read, half):
    for text in (GOOD + '[North "Bj' + half + 'rn"]\n', write_json([RECORD]).replace('"N": ""', f'"N": "{half}"')):
        result = read(text)
        assert result.records == ()
        (fault,) = result.faults
        before = text[: text.index(half)]
        place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        assert (fault.code, fault.line, fault.column) == ("half-character", *place)
        assert str(fault).isprintable()


@pytest.mark.parametrize("value", ["\ud800", "a\udcffb"])
def test_half_a_character_in_a_json_value_is_a_fault_with_its_path(value):
    fields = {
        "players": {"N": value, "S": ""},
        "tags": [["Site", value]],
        "notes": [["game", value]],
        "remarks": [["game", 0, "{" + value + "}"]],
        "sections": [{"name": "X", "value": "", "lines": [value]}],
        value: 1,
    }
    for name, inside in fields.items():
        with pytest.raises(NotationError) as caught:
            record_from_json({**record_to_json(RECORD), name: inside})
        (fault,) = caught.value.faults
        assert fault.code == "half-character"
        assert name == value or f"/{name}" in str(fault)


@pytest.mark.parametrize(
    "parse", [parse_card, parse_hand, parse_deal, parse_call, parse_contract, parse_position, parse_ruleset]
)
@pytest.mark.parametrize(
    "text", ["\ud800", "SA\udcff", "S\ud800", "A\ud800.K.Q.J", f"{NORTH} {SOUTH}\udcff S N", "1S \ud800"]
)
def test_half_a_character_is_never_a_card_hand_call_or_rule(parse, text):
    faults = faults_of(parse, text)
    assert within(faults, text)
    assert faults
    assert all(str(fault).encode() for fault in faults)
