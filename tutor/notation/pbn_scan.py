r"""PBN text to items: tags, comments, tokens and semi-empty lines, each with its place.

Source of the rules: the PBN 2.1 standard, chapters 2 and 3. A tag is ``[Name "value"]`` with ``\"`` and ``\\`` inside
the value. ``{…}`` is a comment, over several lines too, and does not nest; ``;`` begins a comment to the end of the
line; ``%`` in column one hides its line from readers. ``#`` begins nothing. A line of blanks, outside a comment, is
*semi-empty* and parts games.

The scan goes over the text once, by patterns that never look back, so hostile text costs no more than any other.
"""

import re
from enum import Enum
from typing import Final, NamedTuple

from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.notation.text import LINE_END, Places, enough, shown


class Kind(Enum):
    """What an item is."""

    TAG = "tag"
    COMMENT = "comment"
    WORD = "word"
    BLANK = "blank"
    BROKEN = "broken"


class Item(NamedTuple):
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
    r"""[^\S\r\n]*+(?:
        (?P<newline>\r\n|\r|\n)
      | (?P<brace>\{[^}]*+\})
      | (?P<open>\{)
      | (?P<rest>;[^\r\n]*)
      | (?P<tag>\[\s*+(?P<name>[A-Za-z0-9_]++)\s*+"(?P<value>(?:[^"\\\r\n]|\\[^\r\n])*+)"\s*+\])
      | (?P<bracket>\[)
      | (?P<string>"(?:[^"\\\r\n]|\\[^\r\n])*+")
      | (?P<token>[^\s\[\]{};"]+)
      | (?P<odd>.)
      | (?P<end>$(?!\n))
    )""",
    re.VERBOSE,
)
_BLANK_LINES: Final = re.compile(r"(?:[^\S\r\n]*+(?:\r\n|\r|\n))++")
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

    def add(self, kind: Kind, start: int, end: int, text: str = "") -> None:
        self.items.append(Item(kind, start, end, self.line, text))

    def broken(self, code: str, message: Message, start: int, end: int) -> int:
        """Note a fault and stand a BROKEN item for ``text[start:end]``; returns *end*."""
        if enough(self.faults) and self.items[-1].kind is Kind.BROKEN:
            self.items[-1] = self.items[-1]._replace(end=end)  # one more that would not be listed
            return end
        line, column = self.places.at(start)
        self.faults[start] = Fault(message, line, column, code)
        self.add(Kind.BROKEN, start, end, self.text[start:end])
        return end

    def blank(self, start: int, end: int) -> None:
        """Take the semi-empty lines ``text[start:end]``; many in a row part games as one does."""
        self.items.append(Item(Kind.BLANK, start, end, self.line))
        self.line += _line_ends(self.text[start:end])

    def run(self) -> None:
        """Read the whole text."""
        at, column_one, size = 0, True, len(self.text)
        while at < size:
            if column_one:
                blank = _BLANK_LINES.match(self.text, at)
                if blank is not None:
                    self.blank(at, blank.end())
                    at = blank.end()
                    continue
                if self.text[at] == "%":
                    match = _LINE.match(self.text, at)
                    assert match is not None
                    at, column_one = match.end(), False
                    continue
            match = _PIECE.match(self.text, at)
            assert match is not None
            column_one = match["newline"] is not None
            if column_one:
                self.line += 1
                at = match.end()
            elif match["end"] is not None:
                return
            else:
                at = self.piece(match)

    def piece(self, match: re.Match[str]) -> int:
        """Take what is neither space nor the end of a line; returns where to go on."""
        kind = match.lastgroup
        assert kind is not None
        start, end, whole = match.start(kind), match.end(), match[kind]
        if kind in ("token", "string"):
            self.add(Kind.WORD, start, end, whole)
            return end
        if kind == "tag":
            value = _ESCAPED.sub(r"\1", match["value"])
            self.items.append(Item(Kind.TAG, start, end, self.line, value, match["name"], match.start("value")))
        elif kind in ("brace", "rest"):
            lines = re.sub(r"\r\n?", "\n", whole)
            self.add(Kind.COMMENT, start, end, lines.rstrip() if kind == "rest" else lines)
        elif kind == "open":
            message = Message(N_("A comment opens here with “{” and is never closed."))
            return self.broken("comment-open", message, start, len(self.text))
        else:
            return self.odd(start)
        self.line += _line_ends(whole)
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


def _line_ends(text: str) -> int:
    """How many lines end in *text*."""
    return len(LINE_END.findall(text)) if "\n" in text or "\r" in text else 0


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
