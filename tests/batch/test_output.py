"""Going on where an earlier run was, from wherever it was cut off."""

import json
from pathlib import Path

import pytest

from tests.batch.texts import DEAL, deal_lines, json_text, of_deal, of_error, pbn, spoilt, write_mixed
from tutor.batch import RefusedError, run, sources
from tutor.batch.jobs import FAULT_IN_PROGRAM
from tutor.batch.output import Output
from tutor.rules import WRITTEN


@pytest.fixture
def deals(tmp_path: Path) -> Path:
    path = tmp_path / "deals.txt"
    path.write_text("% some\n" + "\n".join([*deal_lines(3), "bad", "", *deal_lines(2, 9)]))
    return path


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks small enough that there are several."""
    monkeypatch.setattr(sources, "LINES", 2)
    monkeypatch.setattr(sources, "PIECE", 600)


def test_a_run_goes_on_from_every_place_where_it_can_have_been_cut_off(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    whole = run([deals], out, workers=1)
    data = out.read_bytes()
    assert (whole.deals, whole.errors, whole.kept) == (5, 1, 0)
    for cut in range(len(data) + 1):
        out.write_bytes(data[:cut])
        tally = run([deals], out, workers=1)
        assert out.read_bytes() == data
        assert (tally.deals, tally.errors, tally.kept) == (5, 1, data[:cut].count(b"\n"))


def test_a_run_over_games_goes_on_from_anywhere_as_well(tmp_path: Path):
    files, out = write_mixed(tmp_path), tmp_path / "out.jsonl"
    run(files, out, workers=1)
    data = out.read_bytes()
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    for cut in [*ends, *(end - 1 for end in ends), *range(0, len(data), len(data) // 10)]:
        out.write_bytes(data[:cut])
        run(files, out, workers=1)
        assert out.read_bytes() == data


def test_a_whole_output_is_left_as_it_is(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    data = out.read_bytes()
    tally = run([deals], out, workers=1)
    assert out.read_bytes() == data
    assert tally.kept == tally.deals + tally.errors == 6


def test_workers_go_on_where_one_was(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    data = out.read_bytes()
    out.write_bytes(data[:-200])
    run([deals], out, workers=2)
    assert out.read_bytes() == data


def test_input_that_grew_is_gone_on_with(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    deals.write_text(deals.read_text() + "\n" + DEAL)
    tally = run([deals], out, workers=1)
    assert (tally.deals, tally.errors, tally.kept) == (6, 1, 6)
    assert out.read_text().endswith(of_deal(DEAL))


def refused(files: list[Path], out: Path, **options) -> str:
    """What is said of an output that is refused, and left as it is."""
    data = out.read_bytes()
    with pytest.raises(RefusedError) as caught:
        run(files, out, workers=1, **options)
    assert out.read_bytes() == data
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (1, of_deal(DEAL)),
        (1, "{}\n"),
        (1, "\n"),
        (1, "\0\0\0\n"),
        (1, "ÅÄÖ\n"),
        (2, of_error("bad", "deals.txt", 3)),
        (2, f'{{"error": "{FAULT_IN_PROGRAM}x", "file": "elsewhere", "line": 3}}\n'),
        (4, of_deal(DEAL)),
        (6, of_deal(DEAL) * 2),
    ],
)
def test_an_output_with_a_line_of_something_else_is_refused(deals: Path, tmp_path: Path, line: int, text: str):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    lines = out.read_text().splitlines(keepends=True)
    lines[line - 1] = text
    out.write_text("".join(lines))
    assert f"Line {line} of {out} does not belong to this input" in refused([deals], out)


@pytest.mark.parametrize(
    "text",
    ['{"deal": "mine"}', '{"deal": "AKQ', "notes", "\0\0\0", "Å", "{}", " ", of_deal(DEAL)[:-1], of_deal(DEAL)[:90]],
)
def test_half_a_line_of_something_else_is_refused_wherever_it_stands(deals: Path, tmp_path: Path, text: str):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    lines = out.read_text().splitlines(keepends=True)
    for kept in range(len(lines) + 1):
        out.write_text("".join(lines[:kept]) + text)
        assert f"Line {kept + 1} of {out} does not belong to this input" in refused([deals], out)


def test_half_a_line_of_another_game_is_refused(tmp_path: Path):
    game, out = tmp_path / "game.pbn", tmp_path / "out.jsonl"
    game.write_text(pbn())
    for text in (of_deal(DEAL)[:-1], '{"deal": "x', '{"review": ', "notes"):
        out.write_text(text)
        refused([game], out)


def test_half_a_line_about_a_fault_of_the_program_is_written_anew(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    for text in ('{"err', f'{{"error": "{FAULT_IN_PROGRAM}Runtime'):
        out.write_text(text)
        assert run([deals], out, workers=1).deals == 5


def test_an_output_with_more_lines_than_the_input_gives_is_refused(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    deals.write_text("".join(deals.read_text().splitlines(keepends=True)[:3]))
    assert f"Line 3 of {out}" in refused([deals], out)
    deals.write_text("")
    assert f"Line 1 of {out}" in refused([deals], out)


def test_a_table_that_was_altered_is_refused(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    out.write_text(out.read_text().replace('"NT": ', '"NT": "x"', 1))
    refused([deals], out)


@pytest.mark.parametrize(
    "changed",
    [
        pbn().replace("1D", "2D"),
        pbn().replace("HJ DK", ""),
        pbn().replace("penalty", "level"),
        spoilt(1),
    ],
)
def test_an_output_of_another_game_with_the_same_hands_is_refused(tmp_path: Path, changed: str):
    game, out = tmp_path / "game.pbn", tmp_path / "out.jsonl"
    game.write_text(pbn())
    run([game], out, workers=1)
    game.write_text(changed)
    assert f"Line 1 of {out}" in refused([game], out)


def test_an_output_made_with_other_options_is_refused(tmp_path: Path):
    game, out = tmp_path / "game.json", tmp_path / "out.jsonl"
    game.write_text(json_text())
    run([game], out, workers=1)
    whole = out.read_bytes()
    for end in (None, -1, len(whole) // 2):
        out.write_bytes(whole[:end])
        refused([game], out, ruleset=WRITTEN)
        refused([game], out, opponent="natural")


def test_a_deal_that_the_program_failed_at_is_not_tried_again(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    run([deals], out, workers=1)
    first, rest = out.read_text().split("\n", 1)
    failed = of_error(f"{FAULT_IN_PROGRAM}RuntimeError: no", deals, 2)
    out.write_text(failed + rest)
    tally = run([deals], out, workers=1)
    assert out.read_text() == failed + rest
    assert (tally.deals, tally.errors) == (4, 2)
    assert json.loads(first)["deal"]


def test_overwriting_begins_anew(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    out.write_text("a diary\nof mine")
    refused([deals], out)
    tally = run([deals], out, workers=1, overwrite=True)
    assert (tally.deals, tally.errors, tally.kept) == (5, 1, 0)


def test_two_runs_do_not_write_to_one_file(deals: Path, tmp_path: Path):
    out = tmp_path / "out.jsonl"
    with Output(out, overwrite=False), pytest.raises(RefusedError, match="Another run writes to"):
        run([deals], out, workers=1)


def test_an_output_that_is_no_regular_file_is_only_written_to(deals: Path):
    tally = run([deals], "/dev/null", workers=1)
    assert (tally.deals, tally.errors, tally.kept) == (5, 1, 0)


def test_a_link_to_a_file_that_is_not_there_yet_makes_it(deals: Path, tmp_path: Path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "out.jsonl")
    assert run([deals], link, workers=1).deals == 5
    assert (tmp_path / "out.jsonl").read_text().count("\n") == 6


def test_standard_output_is_no_file_to_go_on_with(deals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RefusedError, match="names none"):
        run([deals], "-", workers=1)
    assert not Path("-").exists()


def test_the_output_cannot_be_one_of_the_inputs(deals: Path, tmp_path: Path):
    link = tmp_path / "link"
    link.symlink_to(deals)
    for out in (deals, link):
        assert "input and output at once" in refused([deals], out, overwrite=True)
