"""The lines that answer a chunk."""

import json
from dataclasses import replace

import pytest
from hypothesis import given

from tests.batch.texts import DEAL, deal_lines, dumped, json_text, of_deal, of_error, of_record, pbn, spoilt, the_record
from tests.strategies import two_hands
from tutor.batch import work
from tutor.batch.jobs import FAULT_IN_PROGRAM, Answer, Settings, answer, expected, judged_in
from tutor.batch.sources import LONGEST_LINE, Chunk, Kind
from tutor.batch.work import Item, items
from tutor.cards import NORTH
from tutor.notation import parse_call, parse_ruleset, record_to_json, write_deal, write_pbn
from tutor.rules import WRITTEN

PLAIN = Settings()


def lines_of(text: str, settings: Settings = PLAIN, kind: Kind = Kind.LINES, line: int = 1) -> list[str]:
    return answer(Chunk("file", line, text, kind), settings).text.splitlines(keepends=True)


def games_of(text: str, settings: Settings = PLAIN, line: int = 1) -> list[str]:
    return lines_of(text, settings, Kind.PBN, line)


def records_of(text: str) -> list[str]:
    return lines_of(text, kind=Kind.JSON)


def errors_of(lines: list[str]) -> list[tuple[int, str]]:
    values = [json.loads(line) for line in lines]
    return [(value["line"], value["error"]) for value in values if "error" in value]


def test_a_deal_is_answered_with_its_trick_table():
    assert lines_of(DEAL) == [of_deal(DEAL)]
    assert json.loads(lines_of(DEAL)[0])["table"]["N"]["S"] == 8


def test_every_deal_of_a_chunk_has_its_own_line_the_same_deal_too():
    deals = deal_lines(4)
    deals = [*deals, deals[1], deals[1], deals[3]]
    assert lines_of("\n".join(deals)) == [of_deal(deal) for deal in deals]


@given(two_hands())
def test_a_canonical_deal_is_read_the_quick_way_as_every_other(hands: tuple[int, int]):
    deal = write_deal(*hands)
    quick, slow = items(Chunk("file", 1, f"{deal}\n {deal}", Kind.LINES), PLAIN)
    assert quick == Item(1, "", deal, hands)
    assert slow == Item(2, "", deal, hands)


@pytest.mark.parametrize(
    "text",
    [
        DEAL.lower(),
        DEAL.replace(" ", "   "),
        f"\t{DEAL} ",
        f"N:{DEAL.replace(' ', ' - ')} -",
        f"E:- {' - '.join(reversed(DEAL.split()))}",
        DEAL.replace("T", "10"),
        "♠T832♥K6♦AKT74♣K6 AK7.J942.95.A842",
    ],
)
def test_a_deal_is_answered_in_canonical_form_however_it_is_written(text: str):
    assert lines_of(text) == [of_deal(DEAL)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("what?", "A deal is two hands"),
        (DEAL.replace("T832", "T83"), "North: The hand has 12 cards, not 13."),
        (DEAL.replace("T832", "T83A"), "SA is in both hands."),
        (DEAL.replace("T832", "T833"), "North: S3 is twice in the hand."),
        (f"{DEAL} {DEAL}", "This is a deal of four hands."),
        ("K" * 300, "A deal is two hands"),
        ("." * 30 + " " + "." * 30, "A hand is four suits"),
        (DEAL + "\udcff", "The line holds bytes that are no text in UTF-8."),
        ("x" * LONGEST_LINE, "The line is longer than"),
        ("{}", "Here is missing: "),
        ("{", "The JSON text ends before it is complete."),
    ],
)
def test_a_bad_line_is_one_error_at_its_place_and_the_others_are_answered(text: str, words: str):
    lines = lines_of(f"{DEAL}\n{text}\n{DEAL}", line=7)
    assert [lines[0], lines[2]] == [of_deal(DEAL)] * 2
    ((line, error),) = errors_of(lines)
    assert line == 8
    assert words in error


def test_of_very_many_faults_of_a_deal_the_first_are_told():
    ((_, error),) = errors_of(lines_of("ZZZZZZZZZZ.-.-.- -.-.-.-"))
    assert error.endswith("And 6 more faults.")


def test_a_record_on_a_line_is_answered_as_a_finished_hand():
    text = json.dumps(record_to_json(the_record()))
    assert lines_of(f"{DEAL}\n{text}") == [of_deal(DEAL), of_record(the_record())]


def test_a_finished_hand_has_its_review_beside_its_table():
    assert games_of(pbn(2)) == [of_record(the_record())] * 2
    assert records_of(json_text()) == [of_record(the_record())]
    assert list(json.loads(games_of(pbn())[0])) == ["deal", "table", "review"]


def test_a_record_without_calls_or_cards_has_a_table_only():
    bare = replace(the_record(), calls=None, contract=None, played=())
    assert games_of(write_pbn([bare])) == [of_deal(DEAL)]
    stated = replace(the_record(), calls=None, played=())
    assert games_of(write_pbn([stated])) == [of_deal(DEAL)]


def test_a_passed_out_deal_has_a_review():
    out = replace(the_record(), calls=(parse_call("Pass"),) * 2, contract=None, played=())
    assert games_of(write_pbn([out])) == [of_record(out)]


def test_the_rules_and_the_opponent_of_the_review_can_be_set():
    settings = Settings(WRITTEN, "natural")
    (line,) = games_of(pbn(), settings)
    assert line == of_record(replace(the_record(), ruleset=WRITTEN), opponent="natural")
    assert json.loads(line)["review"]["rules"] == "written"


def test_a_game_that_is_illegal_by_other_rules_is_an_error_at_its_line():
    doubled = replace(
        the_record(),
        calls=tuple(map(parse_call, ("1D", "X", "XX", "Pass"))),
        contract=None,
        played=(),
        dealer=NORTH,
    )
    text = write_pbn([the_record(), doubled])
    settings = Settings(parse_ruleset("penalty,doubling=false"))
    first, second = games_of(text, settings)
    assert json.loads(first)["review"]["rules"] == str(settings.ruleset)
    ((line, error),) = errors_of([second])
    assert text.split("\n")[line - 1].startswith("1D X")
    assert error


def test_a_bad_game_is_one_error_at_its_fault():
    text = spoilt(3)
    lines = games_of(text, line=11)
    ((line, error),) = errors_of(lines)
    assert "9Z" in text.split("\n")[line - 11]
    assert lines == [of_error(error, "file", line), of_record(the_record()), of_record(the_record())]


def test_text_that_belongs_to_no_game_is_told_where_it_stands():
    text = f"{pbn()}\nTotal: 12 boards\n\n{pbn()}\nThe end\n"
    lines = games_of(text)
    assert [line.startswith('{"error"') for line in lines] == [False, True, False, True]
    assert [text.split("\n")[line - 1] for line, _ in errors_of(lines)] == ["Total: 12 boards", "The end"]


def test_every_bad_game_is_told_of_however_many_faults_they_have():
    bad = pbn().replace("D9", "Z1 Z2 Z3 Z4 Z5 Z6 Z7 Z8 Z9 ZT")
    text = "\n".join([*[bad] * 40, pbn()])
    lines = games_of(text)
    assert [line.startswith('{"error"') for line in lines] == [True] * 40 + [False]
    assert all("Z1" in text.split("\n")[line - 1] for line, _ in errors_of(lines))


def test_one_odd_byte_spoils_one_game():
    odd = pbn().replace("Ann", "Ann\udc92s")
    text = f"{pbn()}\n{odd}\n{pbn()}"
    lines = games_of(text)
    assert [line.startswith('{"error"') for line in lines] == [False, True, False]
    ((line, error),) = errors_of(lines)
    assert "Ann" in text.split("\n")[line - 1]
    assert "0x92" in error


def test_names_in_latin_letters_are_read():
    assert games_of(pbn().replace("Ann", "\udcc5sa")) == [of_record(the_record())]


@pytest.mark.parametrize(
    ("text", "line"), [("[1]", 1), ('["x",\nnull]', 1), ("[\n{oops", 2), ("[\n\n1 2]", 3), ("{oops", 1)]
)
def test_json_that_is_no_record_is_an_error_about_json(text: str, line: int):
    lines = records_of(text)
    assert all("JSON" in error or "of type object" in error for _, error in errors_of(lines))
    assert errors_of(lines)[0][0] == line


def test_a_bad_element_of_an_array_spoils_none_beside_it():
    record = json_text()
    twice = record.replace('"dealer"', '"dealer": "N", "dealer"', 1)
    lines = records_of(f"[{record}, 1, {twice}, {{}}, {record}]")
    assert [line.startswith('{"error"') for line in lines] == [False, True, True, True, False]
    assert "a second time" in errors_of(lines)[1][1]


def test_bytes_that_are_no_text_in_json_are_an_error_of_their_element():
    record = json_text()
    lines = records_of(f"[{record}, {record.replace('Ann', chr(0xDCFF))}]")
    assert [line.startswith('{"error"') for line in lines] == [False, True]
    assert "0xFF" in errors_of(lines)[0][1]


def test_a_fault_of_the_program_is_an_error_of_its_deal(monkeypatch: pytest.MonkeyPatch):
    def broken(*_args: object, **_options: object) -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(work, "review", broken)
    lines = lines_of(f"{DEAL}\n{json.dumps(record_to_json(the_record()))}")
    assert lines == [of_deal(DEAL), of_error(f"{FAULT_IN_PROGRAM}RuntimeError: no", "file", 2)]


def test_want_of_memory_is_no_error_of_the_deal(monkeypatch: pytest.MonkeyPatch):
    def broken(*_args: object, **_options: object) -> None:
        raise MemoryError

    monkeypatch.setattr(work, "review", broken)
    with pytest.raises(MemoryError):
        games_of(pbn())


def test_a_fault_of_a_file_is_an_error_without_a_line():
    chunk = Chunk("missing", None, "The file cannot be read.", Kind.FAULT)
    assert answer(chunk, PLAIN) == Answer(of_error("The file cannot be read.", "missing", None), 0, 1)


def test_an_answer_can_leave_out_the_lines_that_are_there():
    text = "\n".join([*deal_lines(3), "bad", *deal_lines(2)])
    chunk = Chunk("file", 1, text, Kind.LINES)
    whole = answer(chunk, PLAIN).text.splitlines(keepends=True)
    for skip in range(7):
        assert answer(chunk, PLAIN, skip).text == "".join(whole[skip:])
    assert answer(chunk, PLAIN, 4)[1:] == (2, 0)


def test_what_a_line_must_hold_is_known_without_solving():
    chunk = Chunk("file", 1, "bad\n" + pbn(), Kind.PBN)
    found = expected(chunk, PLAIN)
    lines = answer(chunk, PLAIN).text.splitlines(keepends=True)
    assert len(found) == len(lines) == 2
    assert found[0].error == lines[0]
    value = json.loads(lines[1])
    assert (found[1].error, found[1].deal) == ("", value["deal"])
    assert found[1].judged == judged_in(value["review"])
    assert found[1].place == dumped({"file": "file", "line": 4})[1:]
