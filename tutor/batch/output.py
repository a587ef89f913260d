"""The file of answers: what an earlier run left there is kept, if it belongs to the input."""

import json
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
    and :meth:`cut` what follows them. The file is changed only from then on.

    Attributes:
        has_lines: whether there are whole lines that :meth:`keep` has not seen yet.

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
        try:
            return self.path.open("xb+")
        except FileExistsError:
            return self.path.open("rb+" if self.path.is_file() else "wb")

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
        """Go to the next whole line."""
        data = self._file.readline() if self._regular else b""
        # ASCII is all that this program writes; anything else must not match.
        self._line = data.decode("ascii", "replace") if data.endswith(b"\n") else ""

    @property
    def has_lines(self) -> bool:
        """Whether there are whole lines that :meth:`keep` has not seen yet."""
        return bool(self._line)

    def keep(self, expected: Iterable[Expected]) -> tuple[int, int]:
        """Take the lines that are there for what is *expected*, as far as there are any.

        Returns:
            How many lines were there, and how many of them are errors.

        Raises:
            RefusedError: at a line that is no answer to what is expected.
        """
        kept = errors = 0
        for each in expected:
            if not self.has_lines:
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
