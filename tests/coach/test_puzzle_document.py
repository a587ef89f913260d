"""Puzzles as JSON and as TOML: what is written is read back as it was."""

import json
import tomllib
from dataclasses import replace

import pytest
from hypothesis import given

from tests.coach.puzzles import call, count, played, puzzles, tricks
from tutor.coach.puzzle import AnyPuzzle, load_collection, load_puzzle, load_puzzles
from tutor.coach.puzzle.document import as_json, as_toml, from_json
from tutor.notation import NotationError


@given(puzzles())
def test_a_puzzle_of_any_kind_is_read_back_from_json(puzzle: AnyPuzzle):
    assert from_json(json.loads(json.dumps(as_json(puzzle)))) == puzzle


@given(puzzles())
def test_a_puzzle_of_any_kind_is_read_back_from_toml(puzzle: AnyPuzzle):
    assert from_json({"slug": puzzle.slug, **tomllib.loads(as_toml(puzzle))}) == puzzle


def test_all_that_comes_with_the_program_is_read_back_from_the_files_that_are_written(tmp_path):
    shipped = load_puzzles()
    for puzzle in shipped[:3]:
        path = tmp_path / f"{puzzle.slug}.toml"
        path.write_text(as_toml(puzzle), encoding="utf-8")
        assert load_puzzle(path) == puzzle
    collection = tmp_path / "collection.toml"
    some = [replace(each, slug=f"p{number}") for number, each in enumerate(shipped[:100])]
    collection.write_text("".join(f"[{each.slug}]\n{as_toml(each)}\n" for each in some), encoding="utf-8")
    assert load_collection(collection) == tuple(some)


@given(played())
def test_keys_that_say_nothing_are_left_out(puzzle):
    written = as_json(puzzle)
    assert ("kind" in written) == (puzzle.kind != "make")
    assert ("prompt" in written) == bool(puzzle.prompt)
    assert ("line" in written) == bool(puzzle.line)
    assert ("several" in written) == puzzle.several


def test_the_keys_of_each_kind_are_those_of_the_file():
    common = ["slug", "title", "kind"], ["level", "themes", "by", "solution"]
    own = {
        tricks("AQ.-.-.- K2.-.-.- NT N"): ["position"],
        call(): ["deal", "dealer", "rules", "calls"],
        call(calls=""): ["deal", "dealer", "rules"],
        count(): ["seat", "hand", "gone", "suit"],
    }
    for puzzle, keys in own.items():
        assert list(as_json(puzzle)) == [*common[0], *keys, *common[1]]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"slug": "No Slug"}, "slug"),
        ({"slug": 5}, "slug"),
        ({"slug": "today"}, "reserved"),
        ({"level": "three"}, "not-number"),
        ({"themes": "counting"}, "not-list"),
        ({"position": None}, "missing"),
        ({"kind": "riddle"}, "kind"),
        ({"extra": 1}, "unknown-key"),
        ({"title": ""}, "not-text"),
    ],
)
def test_values_that_are_no_puzzle_are_refused_with_the_reason(change: dict[str, object], code: str):
    written = as_json(tricks("AQ.-.-.- K2.-.-.- NT N"))
    with pytest.raises(NotationError) as caught:
        from_json({**written, **change})
    assert code in {fault.code for fault in caught.value.faults}
