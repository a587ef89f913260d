"""PBN and JSON give back what was written, and writing again changes nothing."""

from hypothesis import given, settings

from tests.notation.strategies import bare_records, records
from tutor.notation import read_json, read_pbn, read_records, record_from_json, record_to_json, write_json, write_pbn


@given(records())
def test_pbn_gives_back_the_record_that_was_written(record):
    result = read_pbn(write_pbn([record]))
    assert [str(fault) for fault in result.faults] == []
    assert result.records == (record,)


@given(records())
def test_writing_pbn_again_changes_nothing(record):
    text = write_pbn([record])
    assert write_pbn(read_pbn(text).records) == text


@settings(max_examples=30)
@given(records(), records(), bare_records())
def test_several_games_do_not_run_into_each_other(first, second, third):
    result = read_pbn(write_pbn([first, second, third]))
    assert [str(fault) for fault in result.faults] == []
    assert result.records == (first, second, third)


@given(records())
def test_json_gives_back_the_record_that_was_written(record):
    assert record_from_json(record_to_json(record)) == record


@settings(max_examples=30)
@given(records(), records())
def test_a_json_text_gives_back_its_records_and_is_written_again_the_same(first, second):
    text = write_json([first, second])
    result = read_json(text)
    assert [str(fault) for fault in result.faults] == []
    assert result.records == (first, second)
    assert write_json(result.records) == text


@given(records())
def test_pbn_to_json_to_pbn_loses_nothing(record):
    text = write_pbn([record])
    through = read_records(write_json(read_records(text).records)).records
    assert write_pbn(through) == text


@given(bare_records())
def test_a_record_that_is_read_can_be_played_to_its_end(record):
    (read,) = read_pbn(write_pbn([record])).records
    deal = read.deal()
    assert deal.contract == record.contract
    assert (deal.play.played if deal.play else ()) == record.played


@settings(max_examples=20)
@given(bare_records())
def test_every_line_of_written_pbn_ends_in_crlf(record):
    text = write_pbn([record])
    assert text.endswith("\r\n")
    assert text.count("\r") == text.count("\n") == text.count("\r\n")
