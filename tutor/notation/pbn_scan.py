r"""PBN text to items: tags, comments, tokens and semi-empty lines, each with its place.

Source of the rules: the PBN 2.1 standard, chapters 2 and 3. A tag is ``[Name "value"]`` with ``\"`` and ``\\`` inside
the value. ``{…}`` is a comment, over several lines too, and does not nest; ``;`` begins a comment to the end of the
line; ``%`` in column one hides its line from readers. ``#`` begins nothing. A line of blanks, outside a comment, is
*semi-empty* and parts games.

The scan goes over the text once, by patterns that never look back, so hostile text costs no more than any other.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.notation.text import Places, shown


class Kind(Enum):
    """What an item is."""

    TAG = "tag"
    COMMENT = "comment"
    WORD = "word"
    BLANK = "blank"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Item:
    """A piece of PBN text.

    Attributes:
        kind: what it is; BROKEN stands where something could not be read, and a fault tells what.
        start: the offset of its first character.
        end: the offset after its last.
        line: the line it starts on, from 1.
        text: the token or comment as it stands, the lines of a comment ending in LF; of a tag its value.
        name: the name of a tag.
        value_at: the offset of the first character of a tag's value.
    """

    kind: Kind
    start: int
    end: int
    line: int
    text: str = ""
    name: str = ""
    value_at: int = 0


_PIECE: Final = re.compile(
    r"""(?P<newline>\r\n|\r|\n)
      | (?P<space>[^\S\r\n]+)
      | (?P<brace>\{[^}]*+\})
      | (?P<open>\{)
      | (?P<rest>;[^\r\n]*)
      | (?P<tag>\[\s*+(?P<name>[A-Za-z0-9_]++)\s*+"(?P<value>(?:[^"\\\r\n]|\\[^\r\n])*+)"\s*+\])
      | (?P<bracket>\[)
      | (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*+")
      | (?P<token>[^\s\[\]{};"]+)
      | (?P<odd>.)
    """,
    re.VERBOSE,
)
_LINE: Final = re.compile(r"[^\r\n]*")
_ESCAPED: Final = re.compile(r'\\(["\\])')


class _Scan:
    """One pass over a text."""

    def __init__(self, text: str, places: Places) -> None:
        self.text = text
        self.places = places
        self.items: list[Item] = []
        self.faults: dict[int, Fault] = {}
        self.line = 1
        self.empty = True

    def add(self, kind: Kind, start: int, end: int, text: str = "") -> None:
        self.items.append(Item(kind, start, end, self.line, text))
        self.empty = False

    def broken(self, code: str, message: Message, start: int, end: int) -> int:
        """Note a fault and stand a BROKEN item for ``text[start:end]``; returns *end*."""
        line, column = self.places.at(start)
        self.faults[start] = Fault(message, line, column, code)
        self.add(Kind.BROKEN, start, end, self.text[start:end])
        return end

    def newline(self, start: int, end: int) -> None:
        """Take the end of a line, which may have been semi-empty."""
        if self.empty:
            self.items.append(Item(Kind.BLANK, start, end, self.line))
        self.line += 1
        self.empty = True

    def run(self) -> None:
        """Read the whole text."""
        at, column_one, size = 0, True, len(self.text)
        while at < size:
            if column_one and self.text[at] == "%":
                match = _LINE.match(self.text, at)
                assert match is not None
                at, column_one, self.empty = match.end(), False, False
                continue
            match = _PIECE.match(self.text, at)
            assert match is not None
            kind = match.lastgroup
            column_one = kind == "newline"
            if kind == "newline":
                self.newline(at, match.end())
                at = match.end()
            elif kind == "space":
                at = match.end()
            else:
                at = self.piece(match)

    def piece(self, match: re.Match[str]) -> int:
        """Take what is neither space nor the end of a line; returns where to go on."""
        start, end, whole = match.start(), match.end(), match.group()
        if match["tag"] is not None:
            value = _ESCAPED.sub(r"\1", match["value"])
            item = Item(Kind.TAG, start, end, self.line, value, match["name"], match.start("value"))
            self.items.append(item)
            self.empty = False
        elif match["brace"] is not None or match["rest"] is not None:
            lines = re.sub(r"\r\n?", "\n", whole)
            self.add(Kind.COMMENT, start, end, lines.rstrip() if match["rest"] is not None else lines)
        elif match["open"] is not None:
            message = Message(N_("A comment opens here with “{” and is never closed."))
            return self.broken("comment-open", message, start, len(self.text))
        elif match["token"] is not None or match["string"] is not None:
            self.add(Kind.WORD, start, end, whole)
        else:
            return self.odd(start)
        self.line += len(re.findall(r"\r\n|\r|\n", whole)) if "\n" in whole or "\r" in whole else 0
        return end

    def odd(self, start: int) -> int:
        """Take a bracket, brace or quote that begins nothing, and the rest of its line with it."""
        match = _LINE.match(self.text, start)
        assert match is not None
        if self.text[start] == "[":
            message = Message(
                N_('“%(typed)s” is no tag. A tag is [Name "value"], and a quote inside the value is written \\".'),
                {"typed": shown(match.group())},
            )
            return self.broken("no-tag", message, start, match.end())
        message = Message(N_("“%(typed)s” belongs to nothing here."), {"typed": self.text[start]})
        return self.broken("stray-character", message, start, match.end())


def scan(text: str, places: Places) -> tuple[list[Item], dict[int, Fault]]:
    """The items of *text*, which has the lines of *places*, and the faults of its BROKEN items by their offsets."""
    work = _Scan(text, places)
    work.run()
    return work.items, work.faults


def quoted(value: str) -> str:
    """*value* as the value of a tag, quotes and backslashes escaped.

    Raises:
        ValueError: when PBN has no way to write it: a line end inside, or ``#`` and ``##…``, which mean inheritance.
    """
    if re.search(r"[\r\n]", value) or value == "#" or value.startswith("##"):
        raise ValueError(f"PBN cannot write the value {value!r}")
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
