"""Puzzles as values for JSON and as TOML text, with the keys that :mod:`tutor.coach.puzzle` tells of."""

import json
from collections.abc import Mapping
from typing import Any

from tutor.cards import card_name, hand_name
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle
from tutor.coach.puzzle.reading import read_table
from tutor.notation import write_deal, write_position
from tutor.rules import call_name


def as_json(puzzle: AnyPuzzle) -> dict[str, Any]:
    """The keys of the puzzle's file and their values, those that say nothing left out; ``slug`` beside them."""
    found: dict[str, Any] = {"slug": puzzle.slug, "title": puzzle.title}
    if puzzle.kind != "make":
        found["kind"] = puzzle.kind
    found |= _asked(puzzle)
    found |= {"level": puzzle.level, "themes": list(puzzle.themes), "by": puzzle.by}
    if puzzle.prompt:
        found["prompt"] = puzzle.prompt
    if isinstance(puzzle, Puzzle) and puzzle.line:
        found["line"] = [card_name(card) for card in puzzle.line]
    found["solution"] = puzzle.solution
    if isinstance(puzzle, Puzzle | CallPuzzle) and puzzle.several:
        found["several"] = True
    return found


def _asked(puzzle: AnyPuzzle) -> dict[str, Any]:
    """The keys that only this kind has."""
    match puzzle:
        case Puzzle():
            return {"position": write_position(puzzle.position), "goal": puzzle.goal}
        case TricksPuzzle():
            return {"position": write_position(puzzle.position)}
        case CallPuzzle():
            found = {
                "deal": write_deal(puzzle.north, puzzle.south),
                "dealer": puzzle.dealer.letter,
                "rules": str(puzzle.rules),
            }
            return found | ({"calls": " ".join(call_name(call) for call in puzzle.calls)} if puzzle.calls else {})
        case CountPuzzle():
            return {
                "seat": puzzle.seat.letter,
                "hand": hand_name(puzzle.hand),
                "gone": hand_name(puzzle.gone),
                "suit": puzzle.suit.letter,
            }


def from_json(value: Mapping[str, object]) -> AnyPuzzle:
    """The puzzle that :func:`as_json` made *value* of, or anybody who knows the keys. A null counts as absent.

    Raises:
        NotationError: with all its faults.
    """
    table = {key: each for key, each in value.items() if each is not None}
    slug = table.pop("slug", "")
    return read_table(table, slug if isinstance(slug, str) else "")


def as_toml(puzzle: AnyPuzzle) -> str:
    """The text of the puzzle's file, without a header: a file of its own, or under ``[slug]`` a table among others."""
    lines = []
    for key, value in as_json(puzzle).items():
        if key != "slug":
            # A JSON string, number, flag or list of strings is one of TOML as well, but for one character.
            written = json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
            lines.append(f"{key} = {written}\n")
    return "".join(lines)
