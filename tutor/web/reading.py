"""Texts that people paste or upload: measured, decoded and read, with what is wrong shown where it stands."""

from dataclasses import dataclass
from typing import IO, Final

from flask import abort
from werkzeug.datastructures import FileStorage

from tutor.cards import SEATS
from tutor.notation import Fault, NamedRules, ReadResult, parse_named_rules, read_records
from tutor.notation.deal_lines import line_kind
from tutor.notation.reader import EXPORT_ROOM, is_too_large, looks_like_json
from tutor.store import Source
from tutor.web.settings import TEXT_LIMIT

CONTEXT: Final = 160
"""Characters of a faulty line that are shown at most: a whole file may be one line."""


@dataclass(frozen=True, slots=True)
class ShownFault:
    """A fault with the line it stands on.

    Attributes:
        fault: the fault.
        before: the line up to the faulty column.
        at: the character in that column; "" at the end of the line or where there is no column.
        after: the rest of the line.
    """

    fault: Fault
    before: str
    at: str
    after: str


def measured(text: str) -> str:
    """*text* with the line ends a browser adds taken back; ends the request with 413 when it is over the limit."""
    plain = text.replace("\r\n", "\n")
    if is_too_large(plain, TEXT_LIMIT):
        abort(413)
    return plain


def uploaded(file: FileStorage) -> bytes:
    """What an uploaded *file* holds; ends the request with 413 when it is over the limit."""
    return taken(file.stream)


def taken(stream: IO[bytes]) -> bytes:
    """What *stream* holds; ends the request with 413 when it is over the limit."""
    data = stream.read(TEXT_LIMIT + EXPORT_ROOM + 1)
    if is_too_large(data, TEXT_LIMIT):
        abort(413)
    return data


def as_text(data: str | bytes) -> str:
    """*data* as it can be shown again: bytes that are no UTF-8 are read as ISO 8859-1, which every byte is."""
    if isinstance(data, str):
        return data
    for encoding in ("utf-16", "utf-8") if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8",):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def chosen_rules(rules: str) -> NamedRules | None:
    """The rules that *rules* names; None for "", which keeps what each hand says.

    Raises:
        NotationError: when it names none.
    """
    return parse_named_rules(rules) if rules else None


def read(data: str | bytes, rules: str = "", dealer: str = "") -> ReadResult:
    """What *data* holds.

    Args:
        data: the text or file.
        rules: a ruleset in words to judge by; "" keeps what each hand says.
        dealer: who dealt the hands that do not say it, ``N`` or ``S``; anything else leaves it open.

    Raises:
        NotationError: when *rules* names no ruleset; what is wrong with *data* is in the result.
    """
    dealt = next((seat for seat in SEATS if seat.letter == dealer), None)
    return read_records(data, TEXT_LIMIT, chosen_rules(rules), dealt)


def is_position(text: str) -> bool:
    """Whether *text* writes a position and no hand."""
    return not looks_like_json(text) and line_kind(text) == "position"


def source_of(text: str) -> Source:
    """Which format *text* is in."""
    return "json" if looks_like_json(text) else "pbn"


def shown(faults: tuple[Fault, ...], text: str) -> list[ShownFault]:
    """*faults* with the lines of *text* they stand on, in the order of the text."""
    # The readers count lines by these three ends alone; str.splitlines knows more.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [_shown(fault, lines) for fault in faults]


def _shown(fault: Fault, lines: list[str]) -> ShownFault:
    if fault.line is None or not 1 <= fault.line <= len(lines):
        return ShownFault(fault, "", "", "")
    line = lines[fault.line - 1]
    place = len(line) if fault.column is None else min(max(fault.column - 1, 0), len(line))
    start = max(0, place - CONTEXT // 2)
    end = min(len(line), start + CONTEXT)
    before = ("…" if start else "") + line[start:place]
    after = line[place + 1 : end] + ("…" if end < len(line) else "")
    return ShownFault(fault, before, line[place : place + 1], after)
