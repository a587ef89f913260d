"""JSON text to values, every one with its place.

The standard library's reader forgets where values stood, takes duplicate keys and NaN, and fails on deep nesting by
exhausting the stack. This one goes over the tokens once with a stack of its own, and calls a text that is nested more
than ``MAX_DEPTH`` deep a fault. It accepts exactly RFC 8259.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.notation.text import Places, shown

Path: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead to a value."""

MAX_DEPTH: Final = 20

_TOKEN: Final = re.compile(
    r"""[ \t\r\n]*+(?:
        (?P<mark>[\[\]{},:])
      | (?P<string>"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+")
      | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)(?![0-9.eE+\-])
      | (?P<word>true|false|null)(?![A-Za-z0-9_])
      | (?P<end>$(?!\n))
    )""",
    re.VERBOSE,
)
_SPACE: Final = re.compile(r"[ \t\r\n]*+")
_NOT_A_NUMBER: Final = re.compile(r"-?(?:NaN|Infinity)\b")
_WORDS: Final = {"true": True, "false": False, "null": None}
_LONGEST_INT: Final = 15


class _SyntaxFault(Exception):  # noqa: N818 - it never leaves this module, and carries a Fault
    """The text stops being JSON here."""

    def __init__(self, code: str, message: Message, offset: int) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.offset = offset


@dataclass(slots=True)
class JsonText:
    """What a JSON text holds.

    Attributes:
        value: the value; None when the text is no JSON.
        offsets: where each value starts, by its path.
        places: the lines of the text.
        faults: what is wrong with it as JSON, duplicate keys included.
        twice: the paths of the values that a second key of the same name overwrote.
    """

    value: Any
    offsets: dict[Path, int]
    places: Places
    faults: list[Fault] = field(default_factory=list)
    twice: list[Path] = field(default_factory=list)

    def at(self, path: Path) -> tuple[int, int]:
        """Line and column of the value at *path*, or of the nearest that holds its place."""
        while path not in self.offsets and path:
            path = path[:-1]
        return self.places.at(self.offsets.get(path, 0))


@dataclass(slots=True)
class _Open:
    """An array or object that is being read, and in an object the key whose value is next."""

    value: list[Any] | dict[str, Any]
    path: Path
    key: str = ""

    def next_path(self) -> Path:
        """The path of the value that comes next."""
        return (*self.path, self.key if isinstance(self.value, dict) else len(self.value))


class _JsonReader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.result = JsonText(None, {}, Places(text))
        self.stack: list[_Open] = []

    def token(self) -> tuple[str, str, int]:
        """The next token: its kind, its text and where it starts."""
        match = _TOKEN.match(self.text, self.at)
        if match is None or match.lastgroup is None:
            raise self.unreadable()
        self.at = match.end()
        return match.lastgroup, match[match.lastgroup], match.start(match.lastgroup)

    def unreadable(self) -> _SyntaxFault:
        """The error for what stands here and is no token."""
        space = _SPACE.match(self.text, self.at)
        assert space is not None
        offset = space.end()
        odd = _NOT_A_NUMBER.match(self.text, offset)
        if odd is not None:
            message = Message(N_("%(word)s is no number of JSON."), {"word": odd.group()})
            return _SyntaxFault("json-nan", message, offset)
        if self.text[offset] == '"':
            return _SyntaxFault("json-string", Message(N_("A string opens here and is not closed rightly.")), offset)
        rest = re.split(r"[\s,\]}]", self.text[offset : offset + 40], maxsplit=1)[0] or self.text[offset]
        return _SyntaxFault(
            "json-syntax", Message(N_("“%(typed)s” cannot stand here in JSON."), {"typed": shown(rest)}), offset
        )

    def unexpected(self, kind: str, text: str, offset: int) -> _SyntaxFault:
        """The error for a token that cannot come here."""
        if kind == "end":
            return _SyntaxFault("json-end", Message(N_("The JSON text ends before it is complete.")), offset)
        return _SyntaxFault(
            "json-syntax", Message(N_("“%(typed)s” cannot stand here in JSON."), {"typed": shown(text)}), offset
        )

    def run(self) -> None:
        """Read the whole text."""
        self.read_value(*self.token())
        while self.stack:
            self.step()
        kind, _, offset = self.token()
        if kind != "end":
            message = Message(N_("After the JSON value comes more text; several records go into one array [ … ]."))
            raise _SyntaxFault("json-more", message, offset)

    def step(self) -> None:
        """Read the next piece of the innermost open array or object."""
        top = self.stack[-1]
        kind, text, offset = self.token()
        closing = "}" if isinstance(top.value, dict) else "]"
        if text == closing and kind == "mark":
            self.stack.pop()
            return
        if top.value:
            if text != "," or kind != "mark":
                raise self.unexpected(kind, text, offset)
            kind, text, offset = self.token()
        if isinstance(top.value, dict):
            if kind != "string":
                raise self.unexpected(kind, text, offset)
            top.key = self.string(text, offset)
            if top.key in top.value:
                message = Message(N_("The key “%(key)s” is here a second time."), {"key": shown(top.key)})
                self.result.faults.append(Fault(message, *self.result.places.at(offset), "json-key-twice"))
                self.result.twice.append(top.next_path())
            kind, colon, at = self.token()
            if colon != ":" or kind != "mark":
                raise self.unexpected(kind, colon, at)
            kind, text, offset = self.token()
        self.read_value(kind, text, offset)

    def read_value(self, kind: str, text: str, offset: int) -> None:
        """Read a value whose first token is given, and put it where it belongs."""
        path = self.stack[-1].next_path() if self.stack else ()
        value: Any
        if kind == "string":
            value = self.string(text, offset)
        elif kind == "word":
            value = _WORDS[text]
        elif kind == "number":
            whole = text.lstrip("-").isdigit() and len(text) <= _LONGEST_INT
            value = int(text) if whole else float(text)
        elif kind == "mark" and text in "[{":
            value = [] if text == "[" else {}
        else:
            raise self.unexpected(kind, text, offset)
        if self.stack:
            holder = self.stack[-1].value
            if isinstance(holder, dict):
                holder[self.stack[-1].key] = value
            else:
                holder.append(value)
        else:
            self.result.value = value
        self.result.offsets[path] = offset
        if isinstance(value, list | dict):
            if len(self.stack) >= MAX_DEPTH:
                message = Message(N_("The JSON is nested more than %(depth)s deep."), {"depth": MAX_DEPTH})
                raise _SyntaxFault("json-depth", message, offset)
            self.stack.append(_Open(value, path))

    def string(self, text: str, offset: int) -> str:
        """The string that the token *text* writes."""
        value: str = json.loads(text) if "\\" in text else text[1:-1]
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise _SyntaxFault("json-surrogate", Message(N_("This string has half a character in it.")), offset)
        return value


def scan_json(text: str) -> JsonText:
    """The value of *text* and its places; with faults where it is no JSON."""
    reader = _JsonReader(text)
    try:
        reader.run()
    except _SyntaxFault as error:
        reader.result.value = None
        place = reader.result.places.at(error.offset)
        reader.result.faults.append(Fault(error.message, *place, error.code))
    return reader.result
