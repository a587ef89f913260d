"""Records from whatever somebody sends: PBN or JSON, text or bytes.

Bytes are UTF-8, with or without a byte-order mark, or UTF-16 with one. The PBN standard's own set is ISO 8859-1, so
bytes that are no UTF-8 are read as that when every one of them is a character of it; otherwise the first byte that
cannot be read is the fault. JSON is UTF-8 always.
"""

import codecs
import json
import re
from collections.abc import Iterable
from typing import Final

from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.notation.json_record import read_json, record_to_json
from tutor.notation.pbn_read import read_pbn
from tutor.notation.record import ReadResult, Record
from tutor.notation.text import Places

_SPEECH: Final = re.compile(r'"(?:[^"\\]|\\.)*+"\s*+[^:\s]')
"""Something between quotes that no colon follows: the beginning of a comment, not of an object."""

LIMIT_BYTES: Final = 400_000
"""The longest text that people may send in, in bytes of UTF-8."""


def read_records(text: str | bytes, limit: int | None = LIMIT_BYTES) -> ReadResult:
    """The records of *text* and everything that is wrong with it.

    A text whose first character is ``{`` or ``[`` and that is no PBN tag or comment is JSON, any other is PBN.

    Args:
        text: PBN or JSON.
        limit: the most bytes that are read; a longer text gives one fault, ``too-large``. None for no limit.
    """
    size = len(text) if isinstance(text, bytes) else len(text.encode("utf-8", "surrogatepass"))
    if limit is not None and size > limit:
        message = Message(
            N_("The text has %(size)s bytes; at most %(limit)s are read."), {"size": f"{size:,}", "limit": f"{limit:,}"}
        )
        return ReadResult((), (Fault(message, code="too-large"),))
    decoded = _decoded(text) if isinstance(text, bytes) else text
    if isinstance(decoded, Fault):
        return ReadResult((), (decoded,))
    decoded = decoded.removeprefix("\ufeff")
    return read_json(decoded) if looks_like_json(decoded) else read_pbn(decoded)


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
