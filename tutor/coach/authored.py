"""What lessons and puzzles have in common: TOML files written by people, read with all their faults at once.

The standard reader of TOML does not keep places, so a small scanner notes on which line every key stands. A *key path*
names a place: ``("decision", 2, "choice", 0, "value")`` is ``value`` in the first ``[[decision.choice]]`` under the
third ``[[decision]]``.
"""

import re
import sys
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from tutor.cards import RANK_LETTERS, Card, rank_of, suit_of
from tutor.coach.telling.advice import THEME_NAMES
from tutor.messages import N_, Message
from tutor.notation.errors import Fault, NotationError
from tutor.rules import DOUBLE, PASS, REDOUBLE, Action, Call, RuleError, action_name, level_of, strain_of
from tutor.unseen import is_unseen

T = TypeVar("T")
KeyPath: TypeAlias = tuple[str | int, ...]

MAX_FILE_BYTES: Final = 400_000
LEVELS: Final = range(1, 6)
"""How hard: 1 for the first evening, 5 for experts."""

ONLY_AUTHORED: Final[Mapping[str, str]] = {
    "opening-lead": N_("The opening lead"),
    "trump-promotion": N_("Making small trumps into tricks"),
    "ruffing": N_("Ruffing"),
    "ducking": N_("Giving up a trick early"),
    "unblocking": N_("Unblocking a suit"),
    "discarding": N_("Choosing what to throw away"),
    "counting": N_("Counting tricks"),
    "counting-cards": N_("Counting the cards"),
}
"""The ideas that people file lessons and puzzles under and the coach does not recognise, by name."""

THEMES: Final[Mapping[str, str]] = {**{theme.value: name for theme, name in THEME_NAMES.items()}, **ONLY_AUTHORED}
"""The ideas that lessons and puzzles are filed under, by name: those that the coach recognises
(:class:`tutor.coach.themes.Theme`, by value) and a few more. Shown after an answer: an idea can give one away."""


class ContentError(NotationError):
    """A lesson or puzzle file that cannot be used; ``path`` says which, ``faults`` say why."""

    def __init__(self, path: Path, faults: Sequence[Fault]) -> None:
        super().__init__(faults)
        self.path = path

    def __str__(self) -> str:
        return "\n".join(f"{self.path}:{fault}" for fault in self.faults)


@dataclass(frozen=True, slots=True)
class Places:
    """The line of every key of a TOML text, by key path."""

    lines: Mapping[KeyPath, int]

    @classmethod
    def of(cls, text: str) -> "Places":
        """Scan *text*, which the TOML reader has accepted."""
        return cls(_key_lines(text))

    def line(self, path: KeyPath) -> int | None:
        """The line of *path*; of the nearest thing around it when the key is absent; None at the top."""
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path[:-1]
        return None


_HEADER = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*([A-Za-z0-9_-]+|"[^"]*"|'[^']*')\s*=""")


def _key_lines(text: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    quotes = ""
    for number, line in enumerate(text.splitlines(), 1):
        if quotes:
            if quotes in line:
                quotes = ""
            continue
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            *parents, last = (part.strip().strip("\"'") for part in header[2].split("."))
            table = ()
            for part in parents:
                table = _newest(counts, (*table, part))
            table = (*table, last)
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            lines[table] = number
        elif key:
            lines.setdefault((*table, key[1].strip("\"'")), number)
            quotes = next((q for q in ('"""', "'''") if line.count(q) == 1), "")
    return lines


def _newest(counts: Mapping[KeyPath, int], table: KeyPath) -> KeyPath:
    """*table*, or its newest member when it is an array of tables."""
    return (*table, counts[table]) if table in counts else table


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
"""What a lesson or puzzle may be called in addresses."""


class Fields:
    """A table of an authored file, read field by field; every fault goes into the list shared by the whole file."""

    def __init__(self, table: Mapping[str, object], places: Places, faults: list[Fault], path: KeyPath = ()) -> None:
        self.table = table
        self.places = places
        self.faults = faults
        self.path = path
        self._known: set[str] = set()

    def fault(self, key: str, message: Message, code: str) -> None:
        """Note a fault at *key*."""
        self.faults.append(Fault(message, self.places.line((*self.path, key)), None, code))

    def has(self, key: str) -> bool:
        """Whether the table has *key*."""
        self._known.add(key)
        return key in self.table

    def _take(self, key: str, *, required: bool) -> object:
        if self.has(key):
            return self.table[key]
        if required:
            self.fault(key, Message(N_("“%(key)s” is missing."), {"key": key}), "missing")
        return None

    def text(self, key: str, *, required: bool = True) -> str:
        """A text without white space around it; "" when absent."""
        value = self._take(key, required=required)
        if value is None:
            return ""
        if not isinstance(value, str) or not value.strip():
            self.fault(key, Message(N_("“%(key)s” must be a text that is not empty."), {"key": key}), "not-text")
            return ""
        return value.strip()

    def integer(self, key: str, allowed: range | None = None, *, required: bool = True) -> int | None:
        """A whole number, in *allowed* when given; None when absent or wrong."""
        value = self._take(key, required=required)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(key, Message(N_("“%(key)s” must be a whole number."), {"key": key}), "not-number")
            return None
        if allowed is not None and value not in allowed:
            values = {"key": key, "low": allowed[0], "high": allowed[-1]}
            self.fault(key, Message(N_("“%(key)s” must be %(low)s to %(high)s."), values), "out-of-range")
            return None
        return value

    def flag(self, key: str) -> bool:
        """True or false; false when absent."""
        value = self._take(key, required=False)
        if not isinstance(value, bool | None):
            self.fault(key, Message(N_("“%(key)s” must be true or false."), {"key": key}), "not-flag")
        return value is True

    def texts(self, key: str, *, required: bool = True) -> tuple[str, ...]:
        """A list of texts; empty when absent."""
        value = self._take(key, required=required)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fault(key, Message(N_("“%(key)s” must be a list of texts."), {"key": key}), "not-list")
            return ()
        return tuple(value)

    def themes(self) -> tuple[str, ...]:
        """The field ``themes``: at least one name of :data:`THEMES`."""
        names = self.texts("themes")
        for name in names:
            if name not in THEMES:
                values = {"name": name, "allowed": ", ".join(THEMES)}
                message = Message(N_("“%(name)s” is no theme; the themes are %(allowed)s."), values)
                self.fault("themes", message, "unknown-theme")
        return names

    def parsed(self, key: str, read: Callable[[str], T], *, required: bool = True) -> T | None:
        """A text read by *read*, whose errors become faults here; None when absent or wrong."""
        value = self.text(key, required=required)
        return self.read_value(key, value, read) if value else None

    def parsed_list(self, key: str, read: Callable[[str], T], *, required: bool = True) -> tuple[T, ...]:
        """A list of texts, each read by *read*; those that cannot be read are left out and noted."""
        values = (self.read_value(key, value, read) for value in self.texts(key, required=required))
        return tuple(value for value in values if value is not None)

    def read_value(self, key: str, value: str, read: Callable[[str], T]) -> T | None:
        """*value* read by *read*, whose errors become faults at *key*."""
        try:
            return read(value)
        except NotationError as error:
            for fault in error.faults:
                self.fault(key, fault.message, fault.code)
        except RuleError as error:
            self.fault(key, error.message, error.rule)
        return None

    def tables(self, key: str, *, required: bool = True) -> list["Fields"]:
        """The tables of an array of tables."""
        value = self._take(key, required=required)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.fault(
                key, Message(N_("“%(key)s” must be tables, each headed [[%(key)s]]."), {"key": key}), "not-tables"
            )
            return []
        return [Fields(table, self.places, self.faults, (*self.path, key, index)) for index, table in enumerate(value)]

    def slug(self, path: Path) -> str:
        """The name of the file without its ending: it becomes part of an address."""
        if not SLUG.fullmatch(path.stem):
            message = Message(N_("The file’s name may have small letters, digits and hyphens only."))
            self.faults.append(Fault(message, code="file-name"))
        return path.stem

    def finish(self) -> None:
        """Note the keys that nobody asked for: a misspelt key is never passed over in silence."""
        for key in self.table:
            if key not in self._known:
                values = {"key": key, "allowed": ", ".join(sorted(self._known))}
                message = Message(N_("“%(key)s” is not a key here; the keys are %(allowed)s."), values)
                self.fault(key, message, "unknown-key")


def read_authored(path: Path) -> Fields:
    """The table at the top of the TOML file *path*, with an empty list of faults.

    Raises:
        ContentError: when the file is too large, is no UTF-8 text or no TOML, or is more than can be read of it: tables
            within tables a thousand deep, numbers of thousands of digits, texts with control characters.
        OSError: when it cannot be opened.
    """
    data = path.read_bytes()
    if len(data) > MAX_FILE_BYTES:
        values = {"limit": MAX_FILE_BYTES // 1000}
        raise ContentError(
            path, [Fault(Message(N_("The file is larger than %(limit)s kB."), values), code="too-large")]
        )
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
        table = tomllib.loads(text)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContentError(path, [Fault(Message(N_("This is not UTF-8 text.")), line, code="not-text")]) from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(path, [_toml_fault(str(error))]) from None
    except RecursionError:
        message = Message(N_("Its lists and tables are nested too deeply."))
        raise ContentError(path, [Fault(message, code="too-deep")]) from None
    except ValueError:  # Python reads no number of more than some thousand digits
        message = Message(N_("It has a number of more than %(limit)s digits."), {"limit": sys.get_int_max_str_digits()})
        raise ContentError(path, [Fault(message, code="long-number")]) from None
    places = Places.of(text)
    words = Message(N_("A text here holds a control character."))
    faults = [Fault(words, places.line(place), None, "control") for place in _with_controls(table)]
    if faults:
        raise ContentError(path, faults)
    return Fields(table, places, [])


def _with_controls(table: Mapping[str, object]) -> Iterator[KeyPath]:
    """Where in *table* there are texts that hold control characters other than tabs and line ends."""
    waiting: list[tuple[KeyPath, object]] = [((), table)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, dict):
            waiting += [((*place, key), each) for key, each in reversed(value.items())]
        elif isinstance(value, list):
            waiting += [((*place, number), each) for number, each in reversed([*enumerate(value)])]
        elif isinstance(value, str) and _CONTROL.search(value):
            yield place


def _toml_fault(words: str) -> Fault:
    """The reader of TOML ends its words with the place: ``(at line 3, column 7)``."""
    place = re.search(r"\s*\(at line (\d+), column (\d+)\)$", words)
    line, column = (int(place[1]), int(place[2])) if place else (None, None)
    reason = words[: place.start()] if place else words
    return Fault(Message(N_("This is not TOML: %(reason)s."), {"reason": reason}), line, column, "not-toml")


_SUIT_WORDS = {"C": "clubs?", "D": "diamonds?", "H": "hearts?", "S": "spades?", "NT": "no[- ]?trumps?"}
_SUIT_SIGNS = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANK_WORDS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_GAP = "[- :/]{0,3}"
"""What may stand between the parts of a name: ``H K``, ``H-K``, ``H: K``."""


def names_action(text: str, action: Action, *, spelt_out: bool = True) -> bool:
    """Whether *text* names *action* in any of the ways people do: ``SA``, ``♠A``, ``ace of spades``, ``spade ace``.

    With *spelt_out* false, names in words do not count for cards and bids. A name may be broken over two lines, and
    characters that show nothing, letters of full width, marks of emphasis and other dashes hide none.
    """
    text = _plain(text)
    if action in (PASS, DOUBLE, REDOUBLE):
        stem = {PASS: "pass", DOUBLE: "doubl", REDOUBLE: "redoubl"}[action]
        return re.search(rf"\b{stem}(e|ed|es|ing)?\b", text, re.IGNORECASE) is not None
    signs, words = _card_ways(action) if action < PASS else _bid_ways(action)
    # Short names are capitals ("AS" is a card, "as" is a word); what is spelt out may start a sentence.
    return re.search(signs, text) is not None or (spelt_out and re.search(words, text, re.IGNORECASE) is not None)


@lru_cache(maxsize=64)
def _plain(text: str) -> str:
    """*text* as a reader sees it, in its plainest characters."""
    text = unicodedata.normalize("NFKC", "".join(c for c in text if c.isspace() or not is_unseen(c)))
    return " ".join(re.sub(r"[_*`~]", " ", re.sub(r"[\u2010-\u2015\u2212]", "-", text)).split())


def _card_ways(card: Card) -> tuple[str, str]:
    suit, rank = suit_of(card).letter, RANK_LETTERS[rank_of(card)]
    ranks = "(?:T|10)" if rank == "T" else rank
    word = _RANK_WORDS.get(rank) or _NUMBER_WORDS[int(rank) - 1]
    sign = f"[{_SUIT_SIGNS[suit]}]"
    signs = rf"\b{suit}{_GAP}{ranks}\b|\b{ranks}{_GAP}{suit}\b|{sign}{_GAP}{ranks}(?!\w)|\b{ranks}{_GAP}{sign}"
    either, suits = f"(?:{ranks}|{word})", f"(?:{_SUIT_WORDS[suit]}|{sign})"
    words = rf"\b{either} of {suits}|\b{_SUIT_WORDS[suit]}[- ]{either}\b"
    # "Five hearts" and "hearts: five" count cards; "king hearts" and "hearts: king" name one.
    return signs, rf"{words}|\b{word}[- :]+{suits}|{suits}[- :]+{word}\b" if rank in "JQKA" else words


def _bid_ways(bid: Call) -> tuple[str, str]:
    level, strain = level_of(bid), strain_of(bid).letter
    letters = "NT?" if strain == "NT" else strain
    sign = f"[{_SUIT_SIGNS[strain]}]" if strain in _SUIT_SIGNS else letters
    count = f"(?:{level}|{_NUMBER_WORDS[level - 1]})"
    return rf"\b{level}{_GAP}{letters}\b|\b{level}{_GAP}{sign}", rf"\b{count}[- ]+{_SUIT_WORDS[strain]}\b"


def gives_away(text: str, right: Sequence[Action], wrong: Sequence[Action] = ()) -> str | None:
    """The name of a right action that *text* names while it names no wrong one; None when it keeps the secret."""
    named = next((action for action in right if names_action(text, action)), None)
    # "Five diamonds" may be a suit's length: not the name of a wrong bid that would excuse naming the right one.
    if named is None or any(names_action(text, action, spelt_out=action < PASS) for action in wrong):
        return None
    return action_name(named)
