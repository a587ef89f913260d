"""Whatever is sent: which notation it is, which bytes, how long, how hostile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.games import DEAL, GOOD, codes, only, only_fault, sample
from tutor.notation import LIMIT_BYTES, read_json, read_pbn, read_records, write_json

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
    text = GOOD + "{" + "x" * (LIMIT_BYTES - len(GOOD) - 2) + "}"
    assert len(read_records(text).records) == 1
    for longer in (text + "\n", (text + " ").encode(), "é" * (LIMIT_BYTES // 2 + 1)):
        fault = only_fault(longer)
        assert fault.code == "too-large"
        assert "400,000" in str(fault)
    assert len(read_records(text + "\n", limit=None).records) == 1


def test_samples_are_read_without_faults():
    counts = {"finished.pbn": 1, "finished.json": 1, "passed_out.pbn": 1, "several.pbn": 4}
    for name, count in counts.items():
        result = read_records(sample(name))
        assert result.faults == ()
        assert len(result.records) == count


# --- hostile text: every one of these is linear, and none recurses ---

FULL = 390_000
HOSTILE = {
    "braces": "{" * FULL,
    "brackets": "[" * FULL,
    "bracket lines": "[\n" * (FULL // 2),
    "quotes": '"' * FULL,
    "open tags": '[A "' * (FULL // 4),
    "backslashes": '[A "' + "\\" * FULL,
    "blanks": " \n" * (FULL // 2),
    "tags": '[A "x"]\n\n' * (FULL // 9),
    "inherited": "".join(f'[A{n} "##"]\n' for n in range(9000)) + "\n" + '[A "#"]\n\n' * 20000,
    "row after row": DEAL + '[Play "N"]\n' + "S2\n\n" * (FULL // 8),
    "calls": DEAL + '[Auction "N"]\n' + "1S " * (FULL // 6),
    "dashes": DEAL + '[Auction "N"]\n' + "- " * (FULL // 4),
    "section": '[X "x"]\n' + "a " * (FULL // 4),
    "deal": '[Deal "' + "." * FULL + '"]',
    "hand": '[Deal "N:' + "A" * FULL + '"]',
    "stock": '[Stock "' + "SA " * (FULL // 6) + '"]',
    "notes": DEAL + '[Note "1:x"]\n' * (FULL // 20),
    "deep arrays": "[" * 1000 + "]" * 1000,
    "deep objects": '{"a":' * (FULL // 5),
    "digits": "[[" + "9" * FULL + "]]",
    "string": '["' + "a" * FULL,
    "numbers": "[" + "1," * (FULL // 4) + "1]",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_gives_faults_and_no_trouble(text):
    result = read_records(text)
    assert len(result.records) <= 1
    assert result.records or result.faults
    assert len(result.faults) <= 201
    assert all(fault.line is not None and len(str(fault)) < 400 for fault in result.faults)


def test_very_many_faults_are_counted_after_the_first_two_hundred():
    faults = read_pbn("word\n" * 1000).faults
    assert len(faults) == 201
    assert "800 more faults" in str(faults[-1])


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
