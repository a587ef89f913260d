"""The items of a PBN text, parted into games.

By the standard a semi-empty line ends a game. Files exist that have none between their games, and files that have one
after every line, so:

* a stretch without semi-empty lines is parted before a tag that the game already has, when another ``Deal`` follows;
* where every stretch has one tag at most, a stretch belongs to the game before it unless it repeats a tag of it, or
  is an opening tag after the ``Deal``;
* elsewhere a stretch is a new game, except for sections without a ``Deal`` and for rows of calls or cards that go on
  with the section before them.

Text that belongs to no game is a fault for each of its lines and spoils nothing.

Values are inherited as chapter 4.8 of the standard has it: ``#`` is the value in the game before, ``##text`` is the
value here and in all later games that do not give the tag. What says who held or did what cannot be inherited.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.notation.hands import HAND_SIZE
from tutor.notation.pbn_scan import Item, Kind
from tutor.notation.text import Places, enough, folded, shown

BEFORE_DEAL: Final = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
)
MANDATORY: Final = (*BEFORE_DEAL, "Deal", "Scoring", "Declarer", "Contract", "Result")
"""The tags that export always has, in their order."""

ROWS: Final = ("Auction", "Play", "Draw")
"""The sections whose rows are calls or cards."""

MAX_FOR_ALL: Final = 25
"""Tags with ``##`` that a text may have: each is written into every later game."""

_OWN: Final = frozenset({"Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Note", "InitialDeal", "Stock", *ROWS})
_ROW_TOKEN: Final = re.compile(
    r"([-*+]|=\d+=|\$\d+|[!?]{1,2}|\^[ISRL])+"
    r"|([SHDC](10|[2-9TJQKA])|(10|[2-9TJQKA])[SHDC]|[1-7](NT?|[SHDC])|PASS|P|AP|XX?|R?DBL)([!?$=].*)?"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A tag of a game with what follows it.

    Attributes:
        item: the tag as it stands.
        value: its value, inherited where it says so.
        body: the comments, tokens and broken pieces up to the next tag.
    """

    item: Item
    value: str
    body: tuple[Item, ...]

    @property
    def name(self) -> str:
        """The name of the tag."""
        return self.item.name

    @property
    def is_section(self) -> bool:
        """Whether text follows the tag that is no comment."""
        return any(item.kind is not Kind.COMMENT for item in self.body)


@dataclass(slots=True)
class Game:
    """One game of a file.

    Attributes:
        number: which one, 1 the first.
        lead: comments and broken pieces before its first tag.
        entries: its tags in order.
        faults: what was found wrong with it so far.
    """

    number: int
    lead: tuple[Item, ...]
    entries: list[Entry]
    faults: list[Fault] = field(default_factory=list)

    @property
    def line(self) -> int:
        """The line of its first tag."""
        return self.entries[0].item.line

    @property
    def may_hold_cards(self) -> bool:
        """Whether it has a tag that is long enough for two hands."""
        dealt = (entry for entry in self.entries if entry.name in ("Deal", "InitialDeal"))
        return any(len(entry.value) > 2 * HAND_SIZE for entry in dealt)


@dataclass(slots=True)
class _Piece:
    """A run of items that is not parted.

    Attributes:
        items: what it holds.
        names: the names of its tags.
        first: the name of its first tag; None when it has none.
        last: the name of its last tag; "" when it has none.
        is_header: whether it is nothing but tags for all later games.
        opens_with_section: whether its first tag is a section.
    """

    items: list[Item]
    names: set[str]
    first: str | None
    last: str
    is_header: bool
    opens_with_section: bool

    @classmethod
    def of(cls, items: Sequence[Item]) -> "_Piece":
        solid = [item for item in items if item.kind is not Kind.COMMENT]
        tags = [item for item in solid if item.kind is Kind.TAG]
        if not tags:
            return cls(list(items), set(), None, "", is_header=False, opens_with_section=False)
        after = solid.index(tags[0]) + 1
        return cls(
            list(items),
            {item.name for item in tags},
            tags[0].name,
            tags[-1].name,
            is_header=len(tags) == len(solid) and all(item.text.startswith("##") for item in tags),
            opens_with_section=tags[0].name in ROWS or (after < len(solid) and solid[after].kind is not Kind.TAG),
        )

    def continues(self, before: "_Piece") -> bool:
        """Whether it is rows of the section that *before* ends in."""
        return before.last in ROWS and all(
            item.kind is Kind.COMMENT or _ROW_TOKEN.fullmatch(folded(item.text)) is not None for item in self.items
        )

    def take(self, other: "_Piece", between: Sequence[Item]) -> None:
        """Join *other* to it, with the comments *between*."""
        self.items.extend([*between, *other.items])
        self.names |= other.names
        self.last = other.last or self.last


def _stretches(items: Iterable[Item]) -> list[_Piece]:
    """The runs of items between semi-empty lines, those that hold several games parted."""
    runs: list[list[Item]] = [[]]
    for item in items:
        if item.kind is Kind.BLANK:
            runs.append([])
        else:
            runs[-1].append(item)
    return [_Piece.of(part) for run in runs if run for part in _parted(run)]


def _parted(run: list[Item]) -> list[list[Item]]:
    """*run* parted where a tag comes again and another Deal is still to come."""
    deals = [index for index, item in enumerate(run) if item.kind is Kind.TAG and item.name == "Deal"]
    if len(deals) < 2:
        return [run]
    parts, start, seen = [], 0, set[str]()
    for index, item in enumerate(run):
        if item.kind is not Kind.TAG or item.name == "Note":
            continue
        if item.name in seen and "Deal" in seen and index <= deals[-1]:
            parts.append(run[start:index])
            start, seen = index, set()
        seen.add(item.name)
    return [*parts, run[start:]]


def _belongs(piece: _Piece, game: _Piece, *, spaced: bool) -> bool:
    """Whether *piece*, after a semi-empty line, still belongs to *game*; *spaced* files have one after every line."""
    if piece.first is None:
        return spaced or piece.continues(game)
    if (piece.names & game.names) - {"Note"}:
        return False
    if spaced:
        return not ("Deal" in game.names and piece.first in BEFORE_DEAL)
    return "Deal" in game.names and "Deal" not in piece.names and piece.opens_with_section


def part(items: Sequence[Item], faults_at: dict[int, Fault], places: Places) -> tuple[list[Game], list[Fault]]:
    """The games of a scanned text, and the faults that belong to none of them.

    *faults_at* has the faults of the scan by the offset of their broken items.
    """
    pieces = _stretches(items)
    spaced = all(len(piece.names) <= 1 for piece in pieces)
    found: list[_Piece] = []
    stray: list[Fault] = []
    pending: list[Item] = []
    for piece in pieces:
        current = found[-1] if found else None
        if all(item.kind is Kind.COMMENT for item in piece.items):
            pending.extend(piece.items)
        elif current is not None and not current.is_header and _belongs(piece, current, spaced=spaced):
            current.take(piece, pending)
            pending = []
        elif piece.first is None:
            if not enough(stray):
                stray.extend(stray_faults(piece.items, places, faults_at))
        else:
            found.append(_Piece.of([*pending, *piece.items]) if pending else piece)
            pending = []
    if pending and found:
        found[-1].items.extend(pending)
    games, more = _games(found, places, faults_at)
    return games, [*stray, *more]


def stray_faults(items: Iterable[Item], places: Places, faults_at: dict[int, Fault]) -> list[Fault]:
    """One fault for each line that *items*, which belong to no game, begin on; an open comment keeps its own."""
    faults: list[Fault] = []
    line = 0
    for item in items:
        if enough(faults):
            break
        own = faults_at.get(item.start)
        if own is not None and own.code == "comment-open":
            faults.append(own)
        elif item.kind is not Kind.COMMENT and item.line != line:
            line = item.line
            text = Message(N_("“%(typed)s” belongs to no game."), {"typed": shown(item.text)})
            faults.append(Fault(text, *places.at(item.start), "stray-text"))
    return faults


def _games(pieces: Sequence[_Piece], places: Places, faults_at: dict[int, Fault]) -> tuple[list[Game], list[Fault]]:
    """The games of *pieces*, values inherited; and the faults of text before the first tag."""
    games: list[Game] = []
    stray: list[Fault] = []
    before: dict[str, str] = {}
    for_all: dict[str, Entry] = {}
    comments: list[Item] = []
    for piece in pieces:
        first = next(index for index, item in enumerate(piece.items) if item.kind is Kind.TAG)
        lead = piece.items[:first]
        stray.extend(stray_faults(lead, places, faults_at))
        comments.extend(item for item in lead if item.kind is Kind.COMMENT)
        game = Game(len(games) + 1, tuple(comments), _entries(piece.items[first:]))
        _inherit(game, before, for_all, places)
        if piece.is_header:
            comments.extend(item for item in piece.items[first:] if item.kind is Kind.COMMENT)
            stray.extend(replace(each, game=None) for each in game.faults)
        else:
            comments = []
            games.append(game)
    return games, stray


def _entries(items: Sequence[Item]) -> list[Entry]:
    """The tags of *items*, which begin with one, each with what follows it."""
    starts = [index for index, item in enumerate(items) if item.kind is Kind.TAG]
    return [
        Entry(items[start], items[start].text, tuple(items[start + 1 : end]))
        for start, end in zip(starts, [*starts[1:], len(items)], strict=True)
    ]


def _inherit(game: Game, before: dict[str, str], for_all: dict[str, Entry], places: Places) -> None:
    """Give the tags of *game* the values they inherit, and remember its own for the next game."""
    given = {entry.name for entry in game.entries}
    for index, entry in enumerate(game.entries):
        value = entry.item.text
        if value == "#" or value.startswith("##"):
            if entry.name in _OWN:
                message = Message(N_("%(tag)s cannot take its value from another game."), {"tag": entry.name})
                place = places.at(entry.item.value_at)
                game.faults.append(Fault(message, *place, "inherited", game.number))
                continue
            if value.startswith("##"):
                value = value[2:]
                for_all[entry.name] = Entry(entry.item, value, ())
                if len(for_all) > MAX_FOR_ALL:
                    del for_all[entry.name]
                    message = Message(
                        N_("At most %(count)s tags can be given for all later games."), {"count": MAX_FOR_ALL}
                    )
                    place = places.at(entry.item.value_at)
                    game.faults.append(Fault(message, *place, "too-many-inherited", game.number))
            else:
                value = before.get(entry.name, "")
            game.entries[index] = replace(entry, value=value)
        if entry.name in for_all:
            for_all[entry.name] = Entry(entry.item, value, ())
    game.entries.extend(entry for name, entry in for_all.items() if name not in given)
    before.clear()
    before.update((entry.name, entry.value) for entry in reversed(game.entries))


def section_lines(text: str, entry: Entry) -> tuple[str, ...]:
    """The lines of a section as they stand, without blank lines and the space around each."""
    pieces: list[str] = []
    end = None
    for item in entry.body:
        between = "" if end is None else text[end : item.start]
        first = end is None or "\n" in between or "\r" in between
        pieces.append(between if not first else "" if end is None else "\n")
        # A percent sign may not come to stand in column one, where it would hide its line.
        pieces.append(f" {item.text}" if first and item.text.startswith("%") else item.text)
        end = item.end
    return tuple("".join(pieces).split("\n"))
