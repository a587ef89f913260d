"""Records from whatever somebody sends: PBN, JSON or lines with two hands each, text or bytes.

Bytes are UTF-8, with or without a byte-order mark, or UTF-16 with one. The PBN standard's own set is ISO 8859-1, so
bytes that are no UTF-8 are read as that when every one of them is a character of it; otherwise the first byte that
cannot be read is the fault. JSON is UTF-8 always.
"""

import codecs
import json
import re
from collections.abc import Iterable
from typing import Final

from tutor.cards import Seat
from tutor.messages import N_, P_, Message
from tutor.notation.deal_lines import line_kind, read_deal_lines
from tutor.notation.errors import Fault
from tutor.notation.json_record import read_json, record_to_json
from tutor.notation.pbn_read import read_pbn
from tutor.notation.pbn_write import write_pbn
from tutor.notation.record import ReadResult, Record
from tutor.notation.rulesets import ChosenRules
from tutor.notation.text import Places, in_order

_SPEECH: Final = re.compile(r'"(?:[^"\\]|\\.)*+"\s*+[^:\s]')
"""Something between quotes that no colon follows: the beginning of a comment, not of an object."""

LIMIT_BYTES: Final = 400_000
"""The longest text that people may send in, in bytes of UTF-8."""

EXPORT_ROOM: Final = 20_000
"""What export may add to a text of that length: a record with nothing said beside its cards has some 4,000 bytes."""


def read_records(
    text: str | bytes,
    limit: int | None = LIMIT_BYTES,
    ruleset: ChosenRules | None = None,
    dealer: Seat | None = None,
) -> ReadResult:
    """The records of *text* and everything that is wrong with it.

    A text whose first character is ``{`` or ``[`` and that is no PBN tag or comment is JSON. One that begins with a
    line of two hands has a deal on each line (:mod:`tutor.notation.deal_lines`); any other is PBN. A line that writes
    a position is no deal, and a fault that says so.

    Args:
        text: PBN, JSON, or lines with two hands each.
        limit: the most bytes that are read; a longer text gives one fault, ``too-large``. Whatever is read can be read
            again when it is exported: what export adds is allowed for (:func:`is_too_large`), and a game to which it
            would add more than ``EXPORT_ROOM`` is a fault, ``too-large``. None for no limit.
        ruleset: the rules to judge every game by; None for those that each game names. Where neither they nor a game
            names who wins a trick of the draw phase, its cards tell; a ``Ruleset`` names everything.
        dealer: who dealt the games that do not say it. When it is None that is a fault of a game in PBN, and of a deal
            line North is taken.
    """
    if limit is not None and is_too_large(text, limit):
        size = _size(text)
        forms = P_(
            "The text has %(size)s byte; at most %(limit)s are read.",
            "The text has %(size)s bytes; at most %(limit)s are read.",
        )
        message = Message.counted(forms, size, {"size": f"{size:,}", "limit": f"{limit:,}"})
        return ReadResult((), (Fault(message, code="too-large"),))
    decoded = _decoded(text) if isinstance(text, bytes) else text
    if isinstance(decoded, Fault):
        return ReadResult((), (decoded,))
    result = _read(decoded, ruleset, dealer)
    return result if limit is None else _exportable(result, limit + EXPORT_ROOM)


def is_too_large(text: str | bytes, limit: int = LIMIT_BYTES) -> bool:
    """Whether *text* has more than *limit* bytes and is not, letter for letter, what this program exports.

    Export adds tags and a heading to what people sent; for those, and only for those, there is room beyond the limit.
    """
    size = _size(text)
    return size > limit and (size > limit + EXPORT_ROOM or not _is_export(text))


def _size(text: str | bytes) -> int:
    """The bytes of *text*, in UTF-8."""
    return len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))


def _is_export(text: str | bytes) -> bool:
    """Whether *text* is what its records are written as; in PBN the ends of its lines do not matter."""
    decoded = _decoded(text) if isinstance(text, bytes) else text
    if isinstance(decoded, Fault):
        return False
    records = _read(decoded, None, None).records
    plain = decoded.replace("\r\n", "\n")
    return bool(records) and plain in (write_pbn(records).replace("\r\n", "\n"), write_json(records))


def _read(text: str, ruleset: ChosenRules | None, dealer: Seat | None) -> ReadResult:
    text = text.removeprefix("\ufeff")
    if looks_like_json(text):
        return read_json(text, ruleset)
    if line_kind(text) is not None:
        return read_deal_lines(text, ruleset, dealer)
    return read_pbn(text, ruleset, dealer)


def _exportable(result: ReadResult, limit: int) -> ReadResult:
    """*result*, each record that has more than *limit* bytes when it is written turned into a fault."""
    longer = {index for index, record in enumerate(result.records) if _is_longer(record, limit)}
    if not longer:
        return result
    kept = [index for index in range(len(result.records)) if index not in longer]
    message = Message(
        N_("This game would be longer than %(limit)s bytes when it is exported, and could not be read again."),
        {"limit": f"{limit:,}"},
    )
    faults = (Fault(message, result.lines[index], None, "too-large", result.games[index]) for index in longer)
    return ReadResult(
        tuple(result.records[index] for index in kept),
        in_order([*result.faults, *faults]),
        tuple(result.games[index] for index in kept),
        tuple(result.lines[index] for index in kept),
        result.total,
        tuple(note for note in result.notes if note.game not in {result.games[index] for index in longer}),
    )


def _is_longer(record: Record, limit: int) -> bool:
    """Whether *record* has more than *limit* bytes when it is written as PBN or as JSON."""
    texts = [
        *record.players,
        *(text for pair in (*record.tags, *record.notes) for text in pair),
        *(text for name, value, lines in record.sections for text in (name, value, *lines)),
        *(text for *_, text in record.remarks),
    ]
    length = sum(map(len, texts))
    # JSON gives each text a line of its own, indented and between quotes, and a character six bytes at most. There is
    # ample room for the cards.
    if 16_000 + 6 * length + 80 * len(texts) <= limit:
        return False
    if length + 8 * len(texts) > limit:
        return True
    return any(len(text.encode()) > limit for text in (write_pbn([record]), write_json([record])))


def looks_like_json(text: str) -> bool:
    """Whether *text* is meant as JSON, not as PBN.

    Both may begin with a bracket or a brace: a PBN tag goes on with its name, a comment with words; JSON goes on with a
    string, a value or the closing mark.
    """
    start = text.lstrip(" \t\r\n\ufeff")
    if start[:1] == "[":
        return start[1:].lstrip(" \t\r\n")[:1] in ("", "{", "[", '"', "]")
    if start[:1] == "{":
        inside = start[1:].lstrip(" \t\r\n")
        return inside[:1] in ("", "}") or (inside[0] == '"' and _SPEECH.match(inside) is None)
    return False


def _decoded(data: bytes) -> str | Fault:
    """The text of *data*, or the fault of its first byte that is none."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError as error:
                return _bad_byte(data[: error.start].decode(encoding, "replace"), data[error.start], "UTF-16")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        latin = data.decode("latin-1")
        if looks_like_json(latin.removeprefix("ï»¿")) or any("\x7f" <= character <= "\x9f" for character in latin):
            return _bad_byte(before, data[error.start], "UTF-8")
        return latin


def _bad_byte(before: str, byte: int, encoding: str) -> Fault:
    line, column = Places(before).at(len(before))
    message = Message(
        N_("The byte %(byte)s is no text in %(encoding)s."), {"byte": f"0x{byte:02X}", "encoding": encoding}
    )
    return Fault(message, line, column, "encoding")


def write_json(records: Iterable[Record]) -> str:
    """The JSON text of *records*: one object for one of them, else an array."""
    values = [record_to_json(record) for record in records]
    return json.dumps(values[0] if len(values) == 1 else values, ensure_ascii=False, indent=2) + "\n"
