"""Deals and games for the tests of batches, and what their answers must be, found without the code under test."""

import json
import random
from pathlib import Path
from typing import Any

from tests.cli.games import DEAL, json_text, pbn, spoilt
from tutor.cards import Mask, mask_of
from tutor.coach.answers import table_names
from tutor.coach.review import review, review_json
from tutor.notation import Record, parse_deal, read_records, write_deal
from tutor.solver import trick_table


def random_hands(count: int, seed: int = 1) -> list[tuple[Mask, Mask]]:
    rng = random.Random(seed)
    shuffled = (rng.sample(range(52), 26) for _ in range(count))
    return [(mask_of(cards[:13]), mask_of(cards[13:])) for cards in shuffled]


def deal_lines(count: int, seed: int = 1) -> list[str]:
    return [write_deal(*hands) for hands in random_hands(count, seed)]


def dumped(value: Any) -> str:
    return json.dumps(value) + "\n"


def of_deal(text: str) -> str:
    """The line that answers a deal."""
    hands = parse_deal(text)
    return dumped({"deal": write_deal(*hands), "table": table_names(trick_table(*hands))})


def of_record(record: Record, **options: Any) -> str:
    """The line that answers a finished hand."""
    table = table_names(trick_table(record.north, record.south))
    made = review_json(review(record, **options))
    return dumped({"deal": write_deal(record.north, record.south), "table": table, "review": made})


def of_error(error: str, file: object, line: int | None) -> str:
    return dumped({"error": error, "file": str(file), "line": line})


def the_record() -> Record:
    (record,) = read_records(json_text()).records
    return record


MIXED = {
    "deals.txt": "% eleven deals, two of them bad\n\n"
    + "\n".join([*deal_lines(4, 2), "", "AK.Q 32", *deal_lines(3, 3), f"N:{DEAL.replace(' ', ' - ')} -", "what?"])
    + "\n",
    "games.pbn": spoilt(3),
    "record.json": json_text(),
    "more.txt": "\n".join(deal_lines(3, 2)),
}


def write_mixed(folder: Path) -> list[str]:
    """Files of every kind in *folder*, and one that is not there; their names in order."""
    for name, text in MIXED.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [str(folder / name) for name in (*list(MIXED)[:2], "missing.pbn", *list(MIXED)[2:])]


__all__ = ["DEAL", "json_text", "pbn", "spoilt"]
