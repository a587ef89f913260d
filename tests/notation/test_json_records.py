"""The JSON record: its schema, its places, and what is refused."""

import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.notation.games import GOOD, only, only_fault, sample
from tests.notation.strategies import records
from tutor.notation import (
    NotationError,
    read_json,
    read_records,
    record_from_json,
    record_schema,
    record_to_json,
    write_json,
    write_pbn,
)

RECORD = only(GOOD)
VALUE = record_to_json(RECORD)
TEXT = write_json([RECORD])


def changed(**fields):
    return {**copy.deepcopy(VALUE), **fields}


def code_of(value):
    with pytest.raises(NotationError) as caught:
        record_from_json(value)
    return caught.value.faults[0].code


def test_the_published_schema_is_a_schema():
    Draft202012Validator.check_schema(record_schema())


@given(records())
def test_every_written_record_fits_the_schema(record):
    assert list(Draft202012Validator(record_schema()).iter_errors(record_to_json(record))) == []


def test_the_sample_is_read_and_written_the_same():
    result = read_records(sample("finished.json"))
    assert result.faults == ()
    assert write_json(result.records).encode() == sample("finished.json")
    assert write_pbn(result.records).encode() == sample("finished.pbn")


def test_only_format_dealer_and_hands_are_needed():
    record = record_from_json({key: VALUE[key] for key in ("format", "dealer", "hands")})
    assert (record.calls, record.contract, record.draw, str(record.ruleset)) == (None, None, None, "written")


def test_the_contract_is_taken_from_the_calls():
    assert record_from_json(changed(calls=["Pass", "1S", "Pass"], contract=None)) == record_from_json(
        changed(calls=["Pass", "1S", "Pass"])
    )


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"format": "drawbridge/2"}, "json-format"),
        ({"format": 1}, "json-schema"),
        ({"dealer": "E"}, "json-schema"),
        ({"hands": {"N": "A", "S": "..."}}, "four-suits"),
        ({"hands": {"N": "A..."}}, "json-schema"),
        ({"hand": 1}, "json-schema"),
        ({"claimed": 14}, "json-schema"),
        ({"claimed": True}, "json-schema"),
        ({"claimed": 8}, "result-contradicts"),
        ({"calls": ["1S", "-"]}, "dash"),
        ({"calls": ["1S", "1S"]}, "bid-higher"),
        ({"calls": ["1S", "Pass"]}, "contract-contradicts"),
        ({"contract": "7NNX S"}, "no-contract"),
        ({"contract": None}, "play-without-contract"),
        ({"played": ["HA", "SA"]}, "follow-suit"),
        ({"played": ["SA"]}, "other-hand"),
        ({"played": [0]}, "json-schema"),
        ({"ruleset": "house"}, "no-preset"),
        ({"tags": [["Deal", "x"]]}, "tag-taken"),
        ({"tags": [["Event", "a\nb"]]}, "json-schema"),
        ({"tags": [["Event\n", "a"]]}, "not-pbn"),
        ({"tags": [["Event", "#"]]}, "not-pbn"),
        ({"tags": [["Contract", "2S"]]}, "not-pbn"),
        ({"tags": [["a", "b", "c"]]}, "json-schema"),
        ({"players": {"N": "##all"}}, "not-pbn"),
        ({"sections": [{"name": "X", "value": "", "lines": ['[Deal "x"]']}]}, "not-pbn"),
        ({"sections": [{"name": "X", "value": "", "lines": ["{"]}]}, "not-pbn"),
        ({"sections": [{"name": "X", "value": "", "lines": ["a", "", "b"]}]}, "not-pbn"),
        ({"sections": [{"name": "X", "value": "", "lines": ["%hidden"]}]}, "not-pbn"),
        ({"sections": [{"name": "Play", "value": "N", "lines": ["HA"]}]}, "not-pbn"),
        ({"remarks": [["play", 30, "$1"]]}, "not-pbn"),
        ({"remarks": [["play", 1, "HA"]]}, "not-pbn"),
        ({"remarks": [["play", 1, "{a} HA {b}"]]}, "not-pbn"),
        ({"notes": [["play", "#"]]}, "not-pbn"),
    ],
)
def test_wrong_values_are_refused(fields, code):
    assert code_of(changed(**fields)) == code


@pytest.mark.parametrize("value", [None, 1, "x", [], {}, [VALUE], {"format": "drawbridge/1"}, {"hands": []}])
def test_what_is_no_record_is_refused(value):
    assert code_of(value) == "json-schema"


def test_a_result_against_the_play_is_kept_when_it_says_so():
    record = record_from_json(changed(claimed=9, miscounted=True))
    assert record.claimed == 9
    assert record_to_json(record)["miscounted"] is True


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"HA"', '"SA"', "other-hand"),
        ('"CA"', '"C0"', "no-rank"),
        ('"1S S"', '"8S S"', "no-contract"),
        ('"N": "KJ.', '"N": "KX.', "no-rank"),
        ('"drawbridge/1"', '"drawbridge/9"', "json-format"),
        ('"claimed": null', '"claimed": "7"', "json-schema"),
        ('"claimed": null', '"claimed": NaN', "json-nan"),
        ('"claimed": null', '"claimed": -Infinity', "json-nan"),
        ('"claimed": null', '"claimed": 07', "json-syntax"),
        ('"claimed": null', '"claimed": null, "claimed": 7', "json-key-twice"),
        ('"claimed": null', '"claimed": "\\ud800"', "json-surrogate"),
        ('"claimed": null', '"claimed": "a\n"', "json-string"),
        ('"claimed": null', "'claimed': null", "json-syntax"),
        ('"claimed": null,', '"claimed": null', "json-syntax"),
        ('"claimed": null', '"claimed"', "json-syntax"),
    ],
)
def test_faults_of_a_text_have_the_line_of_what_is_wrong(old, new, code):
    assert old in TEXT
    fault = only_fault(TEXT.replace(old, new, 1))
    assert fault.code == code
    assert TEXT[: TEXT.index(old)].count("\n") <= fault.line - 1 <= TEXT[: TEXT.index(old)].count("\n") + 1


def test_the_column_of_a_fault_goes_into_the_string():
    fault = only_fault(TEXT.replace('"N": "KJ.', '"N": "K0.'))
    line = TEXT.splitlines()[fault.line - 1]
    assert line[fault.column - 2 : fault.column] == "KJ"
    assert str(fault.message).startswith("/hands/N: ")


def test_a_bad_record_of_an_array_never_spoils_the_good_ones():
    bad = json.dumps(changed(played=["SA"]))
    twice = TEXT.replace('"claimed": null', '"claimed": null, "claimed": 7')
    result = read_json(f"[{TEXT},\n{bad},\n{TEXT},{twice},7,{TEXT}]")
    assert result.records == (RECORD,) * 3
    assert [(fault.game, fault.code) for fault in result.faults if fault.game] == [
        (2, "other-hand"),
        (5, "json-schema"),
    ]


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("empty", ["[]"]),
        ("json-shape", ["3", '"x"', "null"]),
        ("json-end", ["{", "[", "", '{"a"', '{"a":', "[1,"]),
        ("json-more", [f"{TEXT}{TEXT}", "[] []"]),
        (
            "json-syntax",
            ['{"a" 1}', "[1,]", '{"a":1,}', "{a:1}", "[tru]", "[1] // x", "[1.]", "[-]", "[01]", "[1}", "[,]"],
        ),
        ("json-string", ['["a', '["\\x"]', '["\t"]']),
        ("json-nan", ["[NaN]", "[-Infinity]"]),
    ],
)
def test_what_is_no_json_is_one_fault(code, texts):
    for text in texts:
        (fault,) = read_json(text).faults
        assert fault.code == code


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-99, 99)
    | st.text(max_size=4)
    | st.sampled_from(["drawbridge/1", "N", "SA"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*VALUE, "N", "S", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from([*VALUE, "miscounted"]), JSON_VALUES, max_size=3))
def test_any_json_gives_a_record_or_faults_within_the_text(fields):
    text = json.dumps(changed(**fields), indent=1)
    result = read_records(text)
    assert len(result.records) + bool(result.faults) == 1
    for fault in result.faults:
        assert 1 <= fault.line <= text.count("\n") + 1
        assert str(fault)


@given(JSON_VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_the_scan_agrees_with_the_standard_library_on_json(value, indent, ascii_only):
    from tutor.notation.json_scan import scan_json

    scanned = scan_json(json.dumps(value, indent=indent, ensure_ascii=ascii_only))
    assert scanned.faults == []
    assert scanned.value == value


@given(st.text(alphabet='[]{},:"\\0123.eE+-truefalsn \n', max_size=20))
def test_the_scan_takes_what_the_standard_library_takes(text):
    from tutor.notation.json_scan import scan_json

    scanned = scan_json(text)
    try:
        value = json.loads(text, object_pairs_hook=list)
    except ValueError:
        assert scanned.faults
    else:
        assert scanned.faults == [] or "json-key-twice" in {fault.code for fault in scanned.faults} or value is not None
