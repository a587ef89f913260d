"""Places in a text, and the many spellings of a letter.

Lines end at CR, LF or CRLF and nowhere else; lines and columns count from 1, a column being one character.

*Folding* takes away what does not change the meaning of a card, a hand or a call: lower case, full-width letters,
digits and marks, suit symbols with or without a variation selector, the several dashes, and the invisible marks of
writing direction that come along when a card is copied from a page. It never turns one rank or suit into another.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sized
from dataclasses import replace
from itertools import groupby, islice
from typing import Final

from tutor.messages import N_, Message
from tutor.notation.errors import Fault, NotationError

LINE_END: Final = re.compile(r"\r\n|\r|\n")
MAX_FAULTS: Final = 200
"""More faults of one text than this are not listed: nobody reads them, and hostile text has one every character.

A part of a text that has more is not read to its end.
"""

DASHES: Final = frozenset("-－—–−‒‑")
"""What folds to a dash."""

_HALF: Final = re.compile("[\ud800-\udfff]")
_SHOWN: Final = 24
_DROPPED: Final = "\ufe0e\ufe0f\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
_FOLDED: Final = {
    **{chr(ord(letter.lower())): letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{chr(code + 0xFEE0): chr(code).upper() for code in range(0x21, 0x7F)},  # the full-width forms of ASCII
    **dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True)),
    **dict.fromkeys(DASHES, "-"),
    "\u3000": " ",
}


class Places:
    """The lines of a text, to turn an offset into a place."""

    __slots__ = ("_starts",)

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in LINE_END.finditer(text))]

    def at(self, offset: int) -> tuple[int, int]:
        """The line and column, from 1, of the character at *offset*."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def folded(text: str) -> str:
    """*text* in canonical letters."""
    return text.upper() if text.isascii() else fold(text)[0]


def fold(text: str) -> tuple[str, list[int]]:
    """*text* in canonical letters, and for each of them the offset in *text* it stood at (one more for the end)."""
    if text.isascii():
        return text.upper(), list(range(len(text) + 1))
    letters, offsets = [], []
    for offset, character in enumerate(text):
        if character not in _DROPPED:
            letters.append(_FOLDED.get(character, character))
            offsets.append(offset)
    return "".join(letters), [*offsets, len(text)]


def shown(text: str) -> str:
    """*text* fit to be quoted in a sentence: short, and without characters that cannot be seen."""
    short = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return short if short.isprintable() else named_invisible(short)


def named_invisible(text: str, form: str = "%s") -> str:
    """*text* with every run of a character that cannot be seen named: ``U+200B``, ``U+200B ×23``.

    Args:
        text: any text.
        form: what a name stands in, with ``%s`` for it, so that it is told from the text around it.
    """
    parts = []
    for character, run in groupby(text):
        count = len(list(run))
        if character.isprintable() or (character == "\t" and form != "%s"):
            parts.append(character * count)
        else:
            times = f" ×{count}" if count > 1 else ""
            parts.append(form % f"U+{ord(character):04X}{times}")
    return "".join(parts)


def half_characters(text: str) -> list[Fault]:
    """A fault for each half of a surrogate pair in *text*: no file can hold one, so that nothing is read beside it."""
    halves = [] if text.isascii() else list(islice(_HALF.finditer(text), MAX_FAULTS + 1))
    if not halves:
        return []
    places = Places(text)
    message = Message(N_("There is half a character here, which no text can hold."))
    return [Fault(message, *places.at(match.start()), "half-character") for match in halves]


def fault(code: str, message: Message, column: int = 1) -> Fault:
    """A fault of a text of one line, at *column*."""
    return Fault(message, line=1, column=column, code=code)


def refusal(code: str, message: Message, column: int = 1) -> NotationError:
    """The error of a text of one line with one fault, at *column*."""
    return NotationError([fault(code, message, column)])


def moved(faults: Iterable[Fault], line: int, column: int, game: int | None = None) -> list[Fault]:
    """*faults* of a text of one line, as faults of the text that has it at *line*, *column*."""
    return [replace(f, line=line, column=column - 1 + (f.column or 1), game=game) for f in faults]


def enough(faults: Sized) -> bool:
    """Whether *faults*, found in the order of the text, are more than will be listed."""
    return len(faults) > MAX_FAULTS


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """*faults* in the order of the text; of very many the first, and a last one that says that there are more."""
    ordered = sorted(faults, key=lambda f: (f.line or 0, f.column or 0))
    if not enough(ordered):
        return tuple(ordered)
    rest = ordered[MAX_FAULTS]
    more = Message(N_("More is wrong from here on: only the first %(count)s faults are listed."), {"count": MAX_FAULTS})
    return (*ordered[:MAX_FAULTS], Fault(more, rest.line, rest.column, "more-faults"))
