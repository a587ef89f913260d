"""The file of answers: what an earlier run left there is kept, if it belongs to the input."""

import json
import os
import re
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from tutor.batch.errors import RefusedError
from tutor.batch.jobs import FAULT_IN_PROGRAM, Expected, judged_in
from tutor.messages import N_, Message

if sys.platform != "win32":
    import fcntl

_SEAT: Final = r'\{"C": \d+, "D": \d+, "H": \d+, "S": \d+, "NT": \d+\}'
_NUMBER: Final = re.compile(r": \d+")
_SEAT_OF_ZEROS: Final = '{"C": 0, "D": 0, "H": 0, "S": 0, "NT": 0}'
_LONGEST: Final = 16_000_000  # bytes of a line; one of this program is far shorter
_PLAIN: Final = re.compile(rf'\{{"deal": "([^"]+)", "table": \{{"N": {_SEAT}, "S": {_SEAT}\}}\}}\n')


def matches(line: str, expected: Expected) -> bool:
    """Whether *line*, with its end, is an answer to what *expected* is about."""
    if expected.error:
        return line == expected.error
    if expected.judged is None:
        plain = _PLAIN.fullmatch(line)
        if plain is not None:
            return plain[1] == expected.deal
    elif not line.startswith('{"error"'):
        return _is_review_of(line, expected)
    return line.startswith(f'{{"error": "{FAULT_IN_PROGRAM}') and line.endswith(f", {expected.place}")


def begins(text: str, expected: Expected) -> bool:
    """Whether *text* is a part, from its beginning, of a line that is an answer to what *expected* is about."""
    if expected.error:
        return expected.error.startswith(text)
    failed = f'{{"error": "{FAULT_IN_PROGRAM}'
    if failed.startswith(text) or text.startswith(failed):
        return True
    head = f'{{"deal": "{expected.deal}", "table": {{"N": {_SEAT_OF_ZEROS}, "S": {_SEAT_OF_ZEROS}}}'
    if expected.judged is None:
        return f"{head}}}\n".startswith(_NUMBER.sub(": 0", text))
    review = json.dumps(dict(zip(("rules", "opponent", "dealer"), expected.judged, strict=False)))
    head = _NUMBER.sub(": 0", f'{head}, "review": {review[:-1]}, ')
    return head.startswith(_NUMBER.sub(": 0", text[: 2 * len(head)])[: len(head)])


def _is_review_of(line: str, expected: Expected) -> bool:
    try:
        value = json.loads(line)
        return (
            list(value) == ["deal", "table", "review"]
            and value["deal"] == expected.deal
            and judged_in(value["review"]) == expected.judged
        )
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


class Output:
    """The file *path*, opened to be gone on with, and closed at the end of the block.

    Lines that are there already are taken for the answers of an earlier run: give :meth:`keep` what they must hold,
    and :meth:`cut` what follows them. The file is changed only from then on. Tables and the values in reviews are not
    computed again: of a line that is kept, only what it is about is compared.

    Attributes:
        has_lines: whether there are lines that :meth:`keep` has not seen yet, the last perhaps without its end.

    Raises:
        RefusedError: when another run writes to it.
        OSError: when it cannot be opened.
    """

    def __init__(self, path: Path, *, overwrite: bool) -> None:
        self.path = path
        self._seen = 0
        self._line = ""
        self._end = 0  # of the lines that are kept
        self._file = self._open()
        self._regular = stat.S_ISREG(path.stat().st_mode)
        if self._regular:
            self._lock()
            if overwrite:
                self._file.truncate(0)
        self._advance()

    def _open(self) -> IO[bytes]:
        if self.path.exists() and not self.path.is_file():
            return self.path.open("wb")
        # Made when it is not there, also where a symbolic link points to; never emptied.
        return open(self.path, "rb+", opener=lambda name, flags: os.open(name, flags | os.O_CREAT, 0o666))

    def _lock(self) -> None:
        if sys.platform == "win32":
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            words = N_("Another run writes to %(file)s.")
            raise RefusedError(Message(words, {"file": self.path})) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def _advance(self) -> None:
        """Go to the next line."""
        data = self._file.readline(_LONGEST) if self._regular else b""
        # ASCII is all that this program writes; anything else must not match.
        self._line = data.decode("ascii", "replace")

    @property
    def has_lines(self) -> bool:
        """Whether there are lines that :meth:`keep` has not seen yet, the last perhaps without its end."""
        return bool(self._line)

    def keep(self, expected: Iterable[Expected]) -> tuple[int, int]:
        """Take the lines that are there for what is *expected*, as far as there are any.

        A last line without its end is not taken, but must be the beginning of the one that is expected.

        Returns:
            How many lines were there, and how many of them are errors.

        Raises:
            RefusedError: at a line that is no answer to what is expected.
        """
        kept = errors = 0
        for each in expected:
            if not self.has_lines:
                break
            if not self._line.endswith("\n") and begins(self._line, each):
                self._line = ""
                break
            if not matches(self._line, each):
                self.refuse()
            kept += 1
            errors += self._line.startswith('{"error"')
            self._seen += 1
            self._end += len(self._line)
            self._advance()
        return kept, errors

    def refuse(self) -> None:
        """Refuse the line that comes next.

        Raises:
            RefusedError: always.
        """
        words = N_(
            "Line %(line)s of %(file)s does not belong to this input: it was made from other files, or with other"
            " options. Name another file, or overwrite it."
        )
        raise RefusedError(Message(words, {"line": self._seen + 1, "file": self.path}))

    def cut(self) -> None:
        """Cut off what follows the lines that were kept: half a line, when a run was ended in the middle of it."""
        if self._regular:
            self._file.seek(self._end)
            self._file.truncate()

    def write(self, text: str) -> None:
        """Add *text*, whole lines; they are there for other processes at once."""
        self._file.write(text.encode("ascii"))
        self._file.flush()
