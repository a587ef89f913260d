"""What a worker does: the text of a chunk to the lines of its answer.

An answer is a pure function of the chunk and the settings. It does not depend on where the chunks are cut, on who
answers them or on what that worker did before.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from tutor.batch.jobs import FAULT_IN_PROGRAM, Answer, Expected, Settings, error_line
from tutor.batch.sources import LONGEST_LINE, Chunk, Kind, json_elements, skip_blanks
from tutor.cards import RANK_LETTERS, Mask
from tutor.coach.review import review, review_json
from tutor.messages import N_, P_, Message
from tutor.notation import (
    ChosenRules,
    Fault,
    NotationError,
    ReadResult,
    Record,
    parse_deal,
    read_json,
    read_pbn,
    read_records,
    write_deal,
)
from tutor.notation.pbn_games import part
from tutor.notation.pbn_scan import scan
from tutor.notation.text import Places
from tutor.rules import action_name
from tutor.solver.engine import default_engine

_ODD_BYTE: Final = re.compile("[\ud800-\udfff]")
_MOST_FAULTS: Final = 5  # of one deal; nobody reads more
_TABLE: Final = (
    '{"N": {"C": %d, "D": %d, "H": %d, "S": %d, "NT": %d}, "S": {"C": %d, "D": %d, "H": %d, "S": %d, "NT": %d}}'
)


class Item(NamedTuple):
    """One deal of a chunk, or one error.

    Attributes:
        line: the line it is on; None when it concerns a whole file.
        error: what is wrong, in a sentence; "" for a deal.
        deal: the deal in canonical form.
        hands: North's and South's.
        record: the finished hand, when there is a call or card to judge.
    """

    line: int | None
    error: str = ""
    deal: str = ""
    hands: tuple[Mask, Mask] = (0, 0)
    record: Record | None = None


Read: TypeAlias = tuple[int, Record | str]
"""The line of a game, and the game or what is wrong with it."""


def answer(chunk: Chunk, settings: Settings, skip: int = 0) -> Answer:
    """The answer to *chunk* without its first *skip* lines."""
    found = items(chunk, settings)[skip:]
    distinct = list(dict.fromkeys(item.hands for item in found if not item.error))
    tables: dict[tuple[Mask, Mask], str] = {}
    if distinct:
        tricks = default_engine().trick_tables(np.array(distinct, dtype=np.int64)).tolist()
        tables = {hands: _TABLE % tuple(row) for hands, row in zip(distinct, tricks, strict=True)}
    lines = []
    errors = 0
    for item in found:
        if item.error:
            line = error_line(item.error, chunk.file, item.line)
        elif item.record is None:
            line = f'{{"deal": "{item.deal}", "table": {tables[item.hands]}}}\n'
        else:
            line = _reviewed(item, tables[item.hands], chunk.file, settings)
        errors += line.startswith('{"error"')
        lines.append(line)
    return Answer("".join(lines), len(lines) - errors, errors)


def expected(chunk: Chunk, settings: Settings) -> list[Expected]:
    """What the lines of the answer to *chunk* must hold; nothing is solved for it."""
    return [
        Expected(
            error_line(item.error, chunk.file, item.line) if item.error else "",
            item.deal,
            None if item.record is None else _judged(item.record, settings),
            f"{json.dumps({'file': chunk.file, 'line': item.line})[1:]}\n",
        )
        for item in items(chunk, settings)
    ]


def _judged(record: Record, settings: Settings) -> list[str]:
    actions = (*(record.calls or ()), *record.played)
    return [str(record.ruleset), settings.opponent, record.dealer.letter, *map(action_name, actions)]


def _reviewed(item: Item, table: str, file: str, settings: Settings) -> str:
    """The line of a finished hand."""
    assert item.record is not None
    try:
        made = json.dumps(review_json(review(item.record, opponent=settings.opponent)))
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours in one hand does not cost the others
        return error_line(f"{FAULT_IN_PROGRAM}{type(error).__name__}: {error}", file, item.line)
    return f'{{"deal": "{item.deal}", "table": {table}, "review": {made}}}\n'


def items(chunk: Chunk, settings: Settings) -> list[Item]:
    """The deals and errors of *chunk*, in the order of its text."""
    if chunk.kind is Kind.FAULT:
        return [Item(chunk.line, chunk.text)]
    assert chunk.line is not None
    if chunk.kind is not Kind.LINES:
        found = (read_pbn_games if chunk.kind is Kind.PBN else read_json_records)(chunk.text, settings.ruleset)
        return [_item(chunk.line + line - 1, read) for line, read in found]
    return [
        _line_item(number, line, settings)
        for number, line in enumerate(chunk.text.split("\n"), chunk.line)
        if line and not line.startswith("%") and not line.isspace()
    ]


def _item(line: int, read: Record | str) -> Item:
    """The item of a game that begins on *line*."""
    if isinstance(read, str):
        return Item(line, read)
    hands = (read.north, read.south)
    return Item(line, "", write_deal(*hands), hands, read if read.calls or read.played else None)


def _holdings() -> dict[str, int]:
    """The ranks of each holding by its canonical text: 13 bits, the deuce lowest."""
    texts = {"": 0}
    for rank, letter in enumerate(RANK_LETTERS):
        texts |= {letter + text: bits | 1 << rank for text, bits in texts.items()}
    del texts[""]
    return {"-": 0, **texts}


_HOLDINGS: Final = _holdings()


def _canonical_hand(text: str) -> Mask:
    """The hand that *text* is in canonical form (ValueError or KeyError when it is not)."""
    spades, hearts, diamonds, clubs = text.split(".")
    return _HOLDINGS[spades] << 39 | _HOLDINGS[hearts] << 26 | _HOLDINGS[diamonds] << 13 | _HOLDINGS[clubs]


def _line_item(number: int, line: str, settings: Settings) -> Item:
    """The item of a line with one deal or one JSON record."""
    try:
        # Nearly all of a million deals are canonical, and reading those is twenty times quicker so.
        first, second = line.split(" ")
        north, south = _canonical_hand(first), _canonical_hand(second)
        if north.bit_count() == south.bit_count() == 13 and not north & south:
            return Item(number, "", line, (north, south))
    except (ValueError, KeyError):
        pass
    if len(line) >= LONGEST_LINE - 1:
        words = N_("The line is longer than the %(limit)s characters that are read.")
        return Item(number, str(Message(words, {"limit": f"{LONGEST_LINE - 2:,}"})))
    if _has_odd_bytes(line):
        return Item(number, str(Message(N_("The line holds bytes that are no text in UTF-8."))))
    if line.lstrip().startswith("{"):
        result = read_json(line, settings.ruleset)
        if result.faults or len(result.records) != 1:
            return Item(number, _words(fault.message for fault in result.faults))
        return _item(number, result.records[0])
    try:
        north, south = parse_deal(line)
    except NotationError as error:
        return Item(number, _words(fault.message for fault in error.faults))
    return Item(number, "", write_deal(north, south), (north, south))


def _words(messages: Iterable[Message]) -> str:
    """The sentences *messages*; of very many the first."""
    told = list(messages)
    rest = len(told) - _MOST_FAULTS
    more = Message.counted(P_("And %(count)s more fault.", "And %(count)s more faults."), rest)
    return " ".join(map(str, [*told[:_MOST_FAULTS], more] if rest > 0 else told))


def _read(
    text: str, reader: Callable[[str, ChosenRules | None], ReadResult], ruleset: ChosenRules | None
) -> ReadResult:
    """What *reader* makes of *text*; of text with odd bytes what the reader of bytes makes of it."""
    if _has_odd_bytes(text):
        return read_records(text.encode("utf-8", "surrogateescape"), None, ruleset)
    return reader(text, ruleset)


def _has_odd_bytes(text: str) -> bool:
    return not text.isascii() and _ODD_BYTE.search(text) is not None


def read_json_records(text: str, ruleset: ChosenRules | None = None) -> list[Read]:
    """The records of the JSON *text*, an object or an array, or the beginning of one; bad ones at their first fault.

    They are judged by the rules *ruleset*, or by those that each of them names.
    """
    opening = text.index("[") if text.lstrip()[0] == "[" else -1
    spans = [(0, len(text), True)] if opening < 0 else json_elements(text, skip_blanks(text, opening + 1))
    found: list[Read] = []
    line, counted = 1, 0
    for start, end, whole in spans:
        line += text.count("\n", counted, start)
        counted = start
        # What is no JSON is read as the array that it began, so that the words about it are right.
        result = _read(text[start:end] if whole else "[" + text[start:end], read_json, ruleset)
        found.extend(_alone(result, line, line))
    return found


def _alone(result: ReadResult, line: int, start: int) -> Iterator[Read]:
    """What was read of a text that begins on *line* and has one game or record, which begins on *start*."""
    yield from ((start, record) for record in result.records)
    faults = [fault for fault in result.faults if fault.code != "empty"]
    if faults:
        yield line - 1 + (faults[0].line or 1), _words(fault.message for fault in faults)


def read_pbn_games(text: str, ruleset: ChosenRules | None = None) -> list[Read]:
    """The games of the PBN *text*, bad ones at their first fault; text that belongs to none is told where it stands.

    They are judged by the rules *ruleset*, or by those that each of them names.
    """
    result = _read(text, read_pbn, ruleset)
    spoilt: dict[int, list[Fault]] = {}
    found: list[tuple[int, Read]] = []  # with the line to sort by
    for fault in result.faults:
        if fault.game is not None:
            spoilt.setdefault(fault.game, []).append(fault)
        elif fault.code != "empty":
            found.append((fault.line or 1, (fault.line or 1, str(fault.message))))
    if len(result.records) + len(spoilt) != result.total or any(fault.code == "encoding" for fault in result.faults):
        # Of very many faults some are left out, and one odd byte spoils a whole text: game by game each is told of.
        return _read_one_by_one(text, ruleset)
    found.extend((line, (line, record)) for line, record in zip(result.lines, result.records, strict=True))
    for faults in spoilt.values():
        line = faults[0].line or 1
        found.append((line, (line, _words(fault.message for fault in faults))))
    return [read for _, read in sorted(found, key=lambda each: each[0])]


def _read_one_by_one(text: str, ruleset: ChosenRules | None) -> list[Read]:
    """The games of the PBN *text*, each read by itself."""
    places = Places(text)
    starts = [game.line for game in part(*scan(text, places), places)[0]] or [1]
    lines = text.split("\n")
    found: list[Read] = []
    for start, (line, end) in zip(starts, pairwise([1, *starts[1:], len(lines) + 1]), strict=True):
        result = _read("\n".join(lines[line - 1 : end - 1]), read_pbn, ruleset)
        found.extend(_alone(result, line, start))
    return found
