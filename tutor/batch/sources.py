"""Files of any size, read in chunks that workers can answer each by itself.

A *chunk* is a stretch of one file: some lines with one deal each, or some games. The reading here only finds where to
cut; what the text means is found out by the workers. A file is read once from front to back, so it may be a pipe, and
no more of it than a chunk is kept. (A JSON array is the exception: it is kept whole while it is cut.)

Three kinds of files are told apart by their names, ``.pbn``, or how they begin:

* PBN: cut between games, where the reader of games would part them as well;
* JSON: one record, or an array of them, cut between its elements;
* lines: one deal a line, or one JSON record; blank lines and lines that start with ``%`` count but hold nothing.

The first two lines that hold something tell: when the first is broken, the second shows what it was meant to be.
"""

import codecs
import errno
import io
import json
import os
import re
import stat
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Any, Final

from tutor.messages import N_, Message
from tutor.notation.pbn_scan import scan
from tutor.notation.reader import looks_like_json
from tutor.notation.text import LINE_END, Places

STANDARD_INPUT: Final = "-"
LINES: Final = 256  # deals in a chunk: some fifty milliseconds of work
PIECE: Final = 12_000  # characters in a chunk: a dozen games or two, a quarter of a second of work
LONGEST_LINE: Final = 65_536
LONGEST_PIECE: Final = 4_000_000  # games that depend on each other, or that nothing parts, are read together up to here
LONGEST_JSON: Final = 32_000_000

_HEAD_BYTES: Final = 65_536
_TAG: Final = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s*"')
_HAND: Final = r"[AKQJTakqjt0-9-]*(?:\.[AKQJTakqjt0-9-]*){3}"
_DEAL: Final = re.compile(rf"\s*{_HAND}\s+{_HAND}\s*")
_BLANKS: Final = re.compile(r"[ \t\r\n]*")


class Kind(Enum):
    """What the text of a chunk is."""

    LINES = "lines"
    PBN = "PBN"
    JSON = "JSON"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a file.

    Attributes:
        file: the name of the file as it was given.
        line: the line it begins on, 1 the first; None for a fault that concerns the whole file.
        text: the text, its lines ending in LF; of a fault what is wrong. Bytes that are no UTF-8 stand in it as
            surrogates (``surrogateescape``).
        kind: what it is.
    """

    file: str
    line: int | None
    text: str
    kind: Kind


def chunks(files: Iterable[str]) -> Generator[Chunk]:
    """The chunks of *files* in order; ``-`` is standard input. What cannot be read gives one chunk that says so."""
    for name in files:
        try:
            with _opened(name) as file:
                yield from _cut(name, file)
        except (OSError, _TooLongError) as error:
            yield _fault(name, error)


def total_size(files: Iterable[str]) -> int | None:
    """The bytes of all *files*; None when one of them is no regular file, so that nobody knows."""
    size = 0
    for name in files:
        path = Path(name)
        try:
            if name == STANDARD_INPUT or (path.exists() and not path.is_file()):
                return None
            size += path.stat().st_size
        except (OSError, ValueError):
            continue
    return size


class _TooLongError(Exception):
    """There is no place to cut for more characters than are read together."""

    def __init__(self, line: int, limit: int) -> None:
        super().__init__(line, limit)
        self.line = line
        self.limit = limit


def _fault(name: str, error: OSError | _TooLongError) -> Chunk:
    if isinstance(error, _TooLongError):
        message = Message(
            N_("What begins here is longer than the %(limit)s characters that are read together: part the file."),
            {"limit": f"{error.limit:,}"},
        )
        return Chunk(name, error.line, str(message), Kind.FAULT)
    message = Message(N_("The file cannot be read: %(reason)s."), {"reason": error.strerror or error})
    return Chunk(name, None, str(message), Kind.FAULT)


@contextmanager
def _opened(name: str) -> Iterator[io.FileIO]:
    """The bytes of the file *name*.

    Raises:
        OSError: when there are none to be had.
    """
    try:
        source = _standard_input() if name == STANDARD_INPUT else name
        raw = io.FileIO(source, closefd=name != STANDARD_INPUT)
    except ValueError as error:  # a NUL in the name
        raise OSError(0, str(error)) from None
    with raw:
        yield raw


def _standard_input() -> int:
    """The number of standard input (OSError or ValueError when there is none)."""
    if sys.stdin is None:  # started with ``<&-``
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.fileno()


class _Begun(io.RawIOBase):
    """The bytes *head*, which were read from *rest* already, and then those of *rest*."""

    def __init__(self, head: bytes, rest: io.FileIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        """That it can be read."""
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        """Fill *buffer* as far as there is something at hand."""
        if not self._head:
            return self._rest.readinto(buffer)
        count = min(len(buffer), len(self._head))
        buffer[:count] = self._head[:count]
        self._head = self._head[count:]
        return count


def _cut(name: str, file: io.FileIO) -> Iterator[Chunk]:
    """The chunks of the *file* called *name*."""
    head = _head(file)
    encoding = _encoding(head)
    errors = "replace" if encoding == "utf-16" else "surrogateescape"
    start = head.decode(encoding, "replace")
    first, second = [*_significant(LINE_END.split(start)), "", ""][:2]
    begun = io.BufferedReader(_Begun(head, file), _HEAD_BYTES)
    with io.TextIOWrapper(begun, encoding, errors, newline=None) as text:
        if _is_one_a_line(name, first, second):
            yield from _line_chunks(name, text)
        elif looks_like_json(start):
            yield from _json_chunks(name, text)
        elif _is_pbn(first, second) or name.lower().endswith(".pbn"):
            yield from _game_chunks(name, text)
        else:
            yield from _line_chunks(name, text)


def _head(file: io.FileIO) -> bytes:
    """The beginning of *file*: two whole lines that hold something, if it has them, however its bytes arrive."""
    head = b""
    while len(head) < _HEAD_BYTES and (data := file.read(_HEAD_BYTES - len(head))):
        head += data
        if len(_significant(LINE_END.split(head.decode(_encoding(head), "replace"))[:-1])) > 1:
            break
    return head


def _encoding(head: bytes) -> str:
    """How the text that begins with *head* is encoded: UTF-16 has a mark first, and line ends with a NUL in them."""
    if head[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) and (b"\0" in head or len(head) == len(b"..")):
        try:
            codecs.getincrementaldecoder("utf-16")().decode(head)
        except UnicodeDecodeError:
            return "utf-8-sig"
        return "utf-16"
    return "utf-8-sig"


def _significant(lines: Iterable[str]) -> list[str]:
    """Those of *lines* that are neither blank nor hidden by ``%``."""
    return [line for line in lines if line.strip() and not line.startswith("%")]


def _is_one_a_line(name: str, first: str, second: str) -> bool:
    """Whether the text with these lines has one deal or record on each."""
    if _is_record(first):
        return True
    if first.lstrip()[:1] not in ("{", "[", ";"):
        return False
    if _is_record(second):
        return not _continues(first, second)
    return bool(_DEAL.fullmatch(second)) and not _TAG.match(first) and not name.lower().endswith(".pbn")


def _is_record(line: str) -> bool:
    """Whether *line* is one whole JSON record."""
    if not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _continues(first: str, second: str) -> bool:
    """Whether *second* goes on with the JSON that *first* begins."""
    try:
        json.loads(f"{first}\n{second}")
    except json.JSONDecodeError as error:
        return error.pos > len(first) + 1 + len(second) - len(second.lstrip())
    except RecursionError:
        pass
    return True


def _is_pbn(first: str, second: str) -> bool:
    """Whether the text with these lines begins with a tag or a comment, or has a tag after one broken line."""
    return first.lstrip()[:1] in ("[", "{", ";") or (bool(_TAG.match(second)) and not _DEAL.fullmatch(first))


def _line_chunks(name: str, file: IO[str]) -> Iterator[Chunk]:
    """Chunks of some lines each. Of a line that is too long only the beginning is kept."""
    line = 1
    held: list[str] = []
    size = 0
    while text := file.readline(LONGEST_LINE):
        more = text
        while more and not more.endswith("\n"):
            more = file.readline(LONGEST_LINE)
        held.append(text)
        size += len(text)
        if len(held) == LINES or size >= PIECE:
            yield Chunk(name, line, "".join(_ended(held)), Kind.LINES)
            line, held, size = line + len(held), [], 0
    if held:
        yield Chunk(name, line, "".join(_ended(held)), Kind.LINES)


def _ended(lines: Iterable[str]) -> Iterator[str]:
    """*lines*, each with its end."""
    return (line if line.endswith("\n") else line + "\n" for line in lines)


def _game_chunks(name: str, file: IO[str]) -> Iterator[Chunk]:
    """Chunks of some PBN games each.

    Games that take values from the game before (``#``) stay with it, and after a value for all later games (``##``)
    nothing is parted any more. Neither is an open comment.
    """
    line, piece, size, enough, tied = 1, list[str](), 0, PIECE, False
    for block in _game_blocks(file):
        if size >= enough and not tied and '"#"' not in block:
            whole = "".join(piece)
            if _is_closed(whole):
                yield Chunk(name, line, whole, Kind.PBN)
                line, piece, size, enough = line + whole.count("\n"), [], 0, PIECE
            else:
                enough = 2 * size  # looked at after every game, a comment that never closes would cost hours
        tied = tied or '"##' in block
        piece.append(block)
        size += len(block)
        if size > LONGEST_PIECE:
            raise _TooLongError(line, LONGEST_PIECE)
    if piece:
        yield Chunk(name, line, "".join(piece), Kind.PBN)


def _game_blocks(file: IO[str]) -> Iterator[str]:
    """The text parted where, after a semi-empty line and a Deal, the tag comes again that the block began with.

    There a new game begins whatever else the text holds; games that are not parted so stay in one block.
    """
    block: list[str] = []
    size, first, has_deal, blank, at_start = 0, "", False, True, True
    while line := file.readline(LONGEST_LINE):
        tag = _TAG.match(line) if at_start else None
        if tag is not None:
            if blank and has_deal and tag[1] == first:
                yield "".join(block)
                block, size, first, has_deal = [], 0, "", False
            if not first and tag[1] != "Note":
                first = tag[1]
            has_deal = has_deal or tag[1] == "Deal"
        if not (at_start and line.startswith("%")):
            blank = at_start and not line.strip()
        at_start = line.endswith("\n")
        block.append(line)
        size += len(line)
        if size > LONGEST_PIECE:
            break
    yield "".join(block)


def _is_closed(text: str) -> bool:
    """Whether every comment that opens in the PBN *text* closes in it."""
    if "{" not in text:
        return True
    return all(fault.code != "comment-open" for fault in scan(text, Places(text))[1].values())


def _json_chunks(name: str, file: IO[str]) -> Iterator[Chunk]:
    """Chunks of some elements of an array each, or the one record that there is."""
    text = file.read(LONGEST_JSON + 1)
    if len(text) > LONGEST_JSON:
        raise _TooLongError(1, LONGEST_JSON)
    opening = skip_blanks(text, 0)
    if text[opening] != "[":
        yield _json_chunk(name, 1, text)
        return
    line, counted, start, end = 1, 0, -1, -1
    for at, end, whole in json_elements(text, skip_blanks(text, opening + 1)):
        if start < 0:
            line += text.count("\n", counted, at)
            counted = start = at
        if not whole or end - start >= PIECE:
            yield _json_chunk(name, line, f"[{text[start:end]}" + ("]" if whole else ""))
            start = -1
    if start >= 0:
        yield _json_chunk(name, line, f"[{text[start:end]}]")


def json_elements(text: str, at: int) -> Iterator[tuple[int, int, bool]]:
    """Where the elements of a JSON array start and end, the first at *at*, and whether all is well after them.

    The last is told to end where the text does, when from there on it is no JSON: the reader of records says why.
    """
    decoder = json.JSONDecoder()
    if text[at : at + 1] == "]" and not text[at + 1 :].strip():
        return
    while True:
        try:
            end = decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError):
            yield at, len(text), False
            return
        mark = skip_blanks(text, end)
        following = skip_blanks(text, mark + 1)
        last = text[mark : mark + 1] == "]" and following == len(text)
        if not last and (text[mark : mark + 1] != "," or text[following : following + 1] in ("", "]")):
            yield at, len(text), False
            return
        yield at, end, True
        if last:
            return
        at = following


def _json_chunk(name: str, line: int, text: str) -> Chunk:
    if len(text) > LONGEST_PIECE:
        raise _TooLongError(line, LONGEST_PIECE)
    return Chunk(name, line, text, Kind.JSON)


def skip_blanks(text: str, at: int) -> int:
    """Where the white space ends that begins at *at*."""
    match = _BLANKS.match(text, at)
    assert match is not None
    return match.end()


def same_file(name: str, path: Path) -> bool:
    """Whether the input called *name* is the file *path*."""
    try:
        if name != STANDARD_INPUT:
            return path.samefile(name)
        status = os.fstat(_standard_input())
        # A terminal may well be both.
        return stat.S_ISREG(status.st_mode) and os.path.samestat(status, path.stat())
    except (OSError, ValueError):
        return False
