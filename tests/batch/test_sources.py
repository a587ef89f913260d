"""Reading files in chunks: nothing is lost or moved, wherever the cuts are."""

import io
import json
import os
import threading
import time
from pathlib import Path

import pytest

from tests.batch.texts import DEAL, deal_lines, dumped, json_text, pbn, spoilt
from tutor.batch import sources
from tutor.batch.jobs import Settings
from tutor.batch.sources import Chunk, Kind, chunks, total_size
from tutor.batch.work import Item, items

DATA = Path(__file__).parent.parent / "data" / "notation"


def cut(path: Path, data: str | bytes) -> list[Chunk]:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return list(chunks([str(path)]))


def kinds(found: list[Chunk]) -> set[Kind]:
    return {chunk.kind for chunk in found}


def all_items(found: list[Chunk]) -> list[Item]:
    return [item for chunk in found for item in items(chunk, Settings())]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks as small as they can be."""
    monkeypatch.setattr(sources, "LINES", 1)
    monkeypatch.setattr(sources, "PIECE", 1)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_are_cut_without_losing_any(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int):
    monkeypatch.setattr(sources, "LINES", size)
    text = "% first\n\n" + "\n".join(deal_lines(5)) + "\n \n%\n"
    found = cut(tmp_path / "deals.txt", text)
    assert "".join(chunk.text for chunk in found) == text
    assert all(chunk.text == "".join(text.splitlines(keepends=True)[chunk.line - 1 :][:size]) for chunk in found)
    assert [item.line for item in all_items(found)] == [3, 4, 5, 6, 7]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("last", ["", "end"])
def test_line_ends_and_encodings_change_nothing(tmp_path: Path, end: str, encoding: str, last: str):
    lines = deal_lines(3)
    text = end.join(["% ♠", "", *lines]) + last.replace("end", end)
    found = all_items(cut(tmp_path / "deals.txt", text.encode(encoding)))
    assert [(item.line, item.deal) for item in found] == list(enumerate(lines, 3))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["broken.pbn", "finished.pbn", "passed_out.pbn", "several.pbn", "finished.json"])
def test_games_read_in_pieces_are_the_games_read_whole(name: str, monkeypatch: pytest.MonkeyPatch):
    pieces = list(chunks([str(DATA / name)]))
    monkeypatch.setattr(sources, "PIECE", 1_000_000)
    (whole,) = chunks([str(DATA / name)])
    assert all_items(pieces) == all_items([whole])
    assert "".join(piece.text for piece in pieces) == whole.text


@pytest.mark.usefixtures("small")
def test_a_file_of_games_is_cut_between_all_of_them(tmp_path: Path):
    found = cut(tmp_path / "games.pbn", pbn(5))
    assert len(found) == 5
    lines = pbn(5).split("\n")
    assert all(lines[chunk.line - 1].startswith("[Event") or chunk.line == 1 for chunk in found)


@pytest.mark.usefixtures("small")
def test_games_that_take_values_from_the_game_before_stay_with_it(tmp_path: Path):
    games = pbn(1).split("[Event", 1)[1]
    plain, taking = f"[Event{games}", f'[Event "#"]{games.partition("]")[2]}'
    found = cut(tmp_path / "games.pbn", f"{plain}\n{plain}\n{taking}\n{taking}\n{plain}")
    assert [chunk.text.count("[Event") for chunk in found] == [1, 3, 1]


@pytest.mark.usefixtures("small")
def test_after_a_value_for_all_later_games_nothing_is_cut(tmp_path: Path):
    games = pbn(1).split("[Event", 1)[1]
    plain, giving = f"[Event{games}", f'[Event "##Cup"]{games.partition("]")[2]}'
    found = cut(tmp_path / "games.pbn", f"{plain}\n{giving}\n{plain}\n{plain}")
    assert [chunk.text.count("[Event") for chunk in found] == [1, 3]


@pytest.mark.usefixtures("small")
def test_a_comment_is_never_cut(tmp_path: Path):
    game = pbn(1)
    commented = game.rstrip("\n") + "\n{ not a game:\n\n" + game + "\n}\n\n"
    found = cut(tmp_path / "games.pbn", commented + 4 * (game + "\n"))
    assert [chunk.text.count("[Event") for chunk in found] == [3, 1, 1, 1]
    assert [item.error for item in all_items(found)] == [""] * 5


@pytest.mark.usefixtures("small")
def test_an_array_is_cut_between_its_elements(tmp_path: Path):
    record = json_text()
    found = cut(tmp_path / "records.json", f"[{record},\n{record}\n, {record} ]\n")
    assert [json.loads(chunk.text) for chunk in found] == [[json.loads(record)]] * 3
    size = record.count("\n")
    assert [item.line for item in all_items(found)] == [1, 2 + size, 3 + 2 * size]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("rest", ["", ",", ",]", ', {"format": ]', "] more", ", {"])
def test_the_good_elements_before_broken_json_are_kept(tmp_path: Path, rest: str):
    record = json.dumps(json.loads(json_text()))
    found = all_items(cut(tmp_path / "records.json", f"[{record},\n{record}{rest}"))
    assert (found[0].line, found[0].error) == (1, "")
    assert found[-1].error
    assert found[-1].line == 2
    assert len(found) in (2, 3)


@pytest.mark.parametrize("text", ["", "\n\n \n", "% nothing\n", "[]", " [ ]\n", "{just a comment}\n", "; a comment"])
@pytest.mark.parametrize("name", ["a.txt", "a.pbn", "a.json"])
def test_a_file_without_deals_gives_nothing(tmp_path: Path, text: str, name: str):
    assert all_items(cut(tmp_path / name, text)) == []


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (DEAL, Kind.LINES),
        (f"% [Event]\n\n{DEAL}", Kind.LINES),
        ("-.AKQJT98765432.-.- A.-.KQJ432.A65432", Kind.LINES),
        (json.dumps(json.loads(json_text())) + "\n" + DEAL, Kind.LINES),
        (json_text(), Kind.JSON),
        ("[" + json_text() + "]", Kind.JSON),
        ("[oops", Kind.PBN),
        ("[ {oops", Kind.JSON),
        (pbn(), Kind.PBN),
        ("% PBN 2.1\n\n" + pbn(), Kind.PBN),
        ("{a comment}\n" + pbn(), Kind.PBN),
        ("; a comment\n" + pbn(), Kind.PBN),
    ],
)
def test_files_are_told_apart_by_how_they_begin(tmp_path: Path, text: str, kind: Kind):
    assert kinds(cut(tmp_path / "file", text)) == {kind}


def test_a_file_called_pbn_is_read_as_such_whatever_stands_first(tmp_path: Path):
    found = all_items(cut(tmp_path / "games.PBN", "What is this?\n\n" + pbn()))
    assert [bool(item.error) for item in found] == [True, False]


def test_what_cannot_be_read_is_one_fault_each_and_the_rest_goes_on(tmp_path: Path):
    (tmp_path / "deals.txt").write_text(DEAL)
    names = [str(tmp_path / "none"), str(tmp_path), "a\0b", str(tmp_path / "deals.txt")]
    found = list(chunks(names))
    assert [chunk.kind for chunk in found] == [Kind.FAULT] * 3 + [Kind.LINES]
    assert [chunk.line for chunk in found] == [None, None, None, 1]
    assert found[0].text == "The file cannot be read: No such file or directory."


def test_of_a_line_without_end_only_the_beginning_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sources, "LONGEST_LINE", 100)
    found = cut(tmp_path / "deals.txt", f"{DEAL}\n{'x' * 1000}\n{DEAL}\n% {'y' * 500}\n{DEAL}")
    assert [len(line) for chunk in found for line in chunk.text.split("\n")] == [
        len(DEAL),
        100,
        len(DEAL),
        100,
        *[len(DEAL), 0],
    ]
    assert [item.line for item in all_items(found)] == [1, 2, 3, 5]


@pytest.mark.parametrize(
    "text", [pbn(1) + '[Event "##Cup"]\n' + pbn(9), "[Event" * 900, "[" + json_text() * 3, json_text()]
)
def test_what_cannot_be_cut_is_refused_where_it_begins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setattr(sources, "LONGEST_PIECE", 600)
    found = cut(tmp_path / "file", text)
    assert found[-1].kind is Kind.FAULT
    assert found[-1].line is not None
    assert "600 characters" in found[-1].text


def test_an_array_longer_than_what_is_kept_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sources, "LONGEST_JSON", 600)
    (fault,) = cut(tmp_path / "records.json", "[" + json_text() + "]")
    assert (fault.kind, fault.line) == (Kind.FAULT, 1)


def test_a_pipe_is_read_like_a_file(tmp_path: Path):
    text = "\n".join(deal_lines(300)) + "\n"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    found = list(chunks([str(pipe)]))
    writer.join()
    assert "".join(chunk.text for chunk in found) == text


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{DEAL}\n{DEAL}\n", Kind.LINES),
        ("% some\n\n" + pbn(), Kind.PBN),
        (json_text(), Kind.JSON),
        (json.dumps(json.loads(json_text())) + "\n", Kind.LINES),
        (f"[{json_text()}]", Kind.JSON),
    ],
)
def test_the_kind_of_a_pipe_does_not_depend_on_how_its_bytes_arrive(tmp_path: Path, text: str, kind: Kind):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def feed() -> None:
        with pipe.open("wb", buffering=0) as file:
            for byte in text[:40]:
                file.write(byte.encode())
                time.sleep(0.001)
            file.write(text[40:].encode())

    writer = threading.Thread(target=feed)
    writer.start()
    found = list(chunks([str(pipe)]))
    writer.join()
    assert kinds(found) == {kind}
    assert found == [Chunk(str(pipe), chunk.line, chunk.text, chunk.kind) for chunk in cut(tmp_path / "file", text)]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        (f"[oops\n{DEAL}\n{DEAL}\n", [1]),
        (f"{{oops\n{DEAL}\n{DEAL}\n", [1]),
        (f'{{"north": "\n{dumped(json.loads(json_text()))}\n{DEAL}\n', [1]),
        (f'{{"north": 1,\n{dumped(json.loads(json_text()))}\n{DEAL}\n', [1]),
        (f"[\n{dumped(json.loads(json_text()))}\n]", []),
        (f"oops\n{pbn()}\n{pbn()}", [1]),
    ],
)
def test_a_bad_first_line_spoils_none_after_it(tmp_path: Path, text: str, errors: list[int]):
    found = all_items(cut(tmp_path / "file", text))
    assert [item.line for item in found if item.error] == errors
    assert len(found) - len(errors) == (2 if errors else 1)


@pytest.mark.parametrize("rest", [DEAL, DEAL + " "])
def test_a_mark_of_utf_16_before_other_text_spoils_one_line(tmp_path: Path, rest: str):
    found = all_items(cut(tmp_path / "file", b"\xff\xfe" + f"{rest}\n{DEAL}\n".encode()))
    assert [bool(item.error) for item in found] == [True, False]


def test_standard_input_that_is_closed_cannot_be_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", None)
    (fault,) = chunks(["-"])
    assert (fault.kind, fault.line) == (Kind.FAULT, None)
    assert "cannot be read" in fault.text


def test_the_size_of_the_input_is_known_when_all_of_it_are_files(tmp_path: Path):
    (tmp_path / "a").write_text("123")
    (tmp_path / "b").write_text("45")
    assert total_size([str(tmp_path / "a"), str(tmp_path / "b"), str(tmp_path / "none")]) == 5
    assert total_size([str(tmp_path / "a"), "-"]) is None
    assert total_size([str(tmp_path / "a"), os.devnull]) is None


def test_standard_input_is_read_and_left_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "deals.txt").write_text(DEAL)
    with (tmp_path / "deals.txt").open("rb") as file:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(file))
        (chunk,) = chunks(["-"])
        assert not file.closed
    assert (chunk.file, chunk.text) == ("-", DEAL + "\n")


def test_a_bad_game_spoils_none_beside_it_wherever_the_cuts_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    whole = all_items(cut(tmp_path / "games.pbn", spoilt(4)))
    monkeypatch.setattr(sources, "PIECE", 1)
    assert all_items(cut(tmp_path / "games.pbn", spoilt(4))) == whole
    assert [bool(item.error) for item in whole] == [True, False, False, False]
