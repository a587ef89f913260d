"""The rows of calls or cards in the sections Auction, Play and Draw.

A row has a place for each of the two seats, or four with a dash for the absent ones; the tag names the seat of the
first column. Rows need not end where lines do. A row of four shows itself by dashes in every place of an absent seat
and by a line with three places or more; a tag that names East or West says so too.

A trick's row has the opening leader's card first throughout, whoever led the trick.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tutor.cards import Card, Seat
from tutor.messages import N_, Message
from tutor.notation.calls import parse_call
from tutor.notation.cards import parse_card
from tutor.notation.errors import Fault, NotationError
from tutor.notation.pbn_games import Entry
from tutor.notation.pbn_scan import Item, Kind
from tutor.notation.text import DASHES, Places, enough, folded, moved
from tutor.rules import PASS, SEAT_NAMES, DrawPhase, Ruleset

SUFFIXES: Final = ("!", "?", "!!", "??", "!?", "?!")
"""In the order of the glyphs that export writes for them: $1 … $6 for calls, $7 … $12 for cards."""

TRICKS: Final = 13

MAX_PLACES: Final = 500
"""More than any section needs: an auction has 107 calls at most, and each may stand in a row of four."""
_PARTS: Final = re.compile(
    r"(?P<note>=[0-9]+=)|(?P<nag>\$[0-9]+)|(?P<suffix>[!?！？]{1,2})|(?P<irregular>\^[A-Za-z]?)"
    r"|(?P<star>\*)|(?P<plus>\+)|(?P<word>[^=$!?！？^*+]+)|(?P<odd>.)"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of a row.

    Attributes:
        start: its offset in the text.
        line: its line, from 1.
        action: the card or call; None for a dash, a plus and the word for all passing.
        all_pass: whether it is that word.
    """

    start: int
    line: int
    action: int | None = None
    all_pass: bool = False


@dataclass(slots=True)
class Rows:
    """What a section holds.

    Attributes:
        cells: its places in order.
        goes_on: whether a plus marks that more is to come.
        notes: the annotations and comments, each after how many cells.
        rest: what follows the end of the section and is none of it.
        faults: what could not be read.
    """

    cells: list[Cell] = field(default_factory=list)
    goes_on: bool = False
    notes: list[tuple[int, str]] = field(default_factory=list)
    rest: list[Item] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


class _RowReader:
    """Reads the body of one section."""

    def __init__(self, entry: Entry, places: Places, faults_at: dict[int, Fault], game: int) -> None:
        self.calls = entry.name == "Auction"
        self.places = places
        self.faults_at = faults_at
        self.game = game
        self.rows = Rows()
        self.actions: list[int] = []
        self.ended = False

    @property
    def complete(self) -> bool:
        """Whether nothing more can belong to the section but annotations."""
        if self.ended or not self.calls:
            return self.ended or len(self.actions) >= 2 * TRICKS
        return len(self.actions) > 1 and self.actions[-1] == PASS

    def read(self, items: Sequence[Item]) -> Rows:
        """Read *items*, the body of the section."""
        for index, item in enumerate(items):
            if self.full:
                break
            if item.kind is Kind.COMMENT:
                self.rows.notes.append((len(self.rows.cells), item.text))
            elif item.kind is Kind.BROKEN:
                if self.complete:
                    self.rows.rest.extend(items[index:])
                    break
                self.rows.faults.append(self.faults_at[item.start])
            elif self.complete and self.is_foreign(item.text):
                self.rows.rest.extend(items[index:])
                break
            else:
                self.word(item)
        return self.rows

    @property
    def full(self) -> bool:
        """Whether it is not worth reading on: nothing after this can make a deal of it."""
        return len(self.rows.cells) > MAX_PLACES or enough(self.rows.faults)

    def is_foreign(self, text: str) -> bool:
        """Whether *text*, after all that the section can hold, is no part of it."""
        first = _PARTS.match(text)
        if first is None or first.lastgroup not in ("word", "odd"):
            return False
        if self.ended:
            return True
        try:
            self.parse(first.group())
        except NotationError:
            return first.group() not in DASHES
        return False

    def parse(self, text: str) -> int:
        """The call or card that *text* names (NotationError when it names none)."""
        return parse_call(text) if self.calls else parse_card(text)

    def word(self, item: Item) -> None:
        """Read a token, which may be an action with its annotations attached."""
        rows = self.rows
        for match in _PARTS.finditer(item.text):
            if self.full:
                break
            kind, text, start = match.lastgroup, match.group(), item.start + match.start()
            if kind in ("note", "nag"):
                rows.notes.append((len(rows.cells), text))
            elif kind == "suffix":
                glyph = SUFFIXES.index(folded(text)) + (1 if self.calls else 7)
                rows.notes.append((len(rows.cells), f"${glyph}"))
            elif kind == "star":
                self.ended = True
            elif kind == "plus":
                rows.goes_on = True
                rows.cells.append(Cell(start, item.line))
            elif kind == "irregular":
                self.fault(
                    "irregular",
                    Message(
                        N_("“%(mark)s” marks an irregularity of four-handed bridge: here an action is legal or wrong."),
                        {"mark": text},
                    ),
                    start,
                )
            else:
                self.cell(text, start, item.line)
            if len(rows.cells) > MAX_PLACES:
                message = Message(N_("There are more places here than any deal fills: the rest is not read."))
                self.fault("too-many-places", message, start)

    def cell(self, text: str, start: int, line: int) -> None:
        """Read one place of a row."""
        if text in DASHES:
            self.rows.cells.append(Cell(start, line))
        elif self.calls and folded(text) == "AP":
            self.rows.cells.append(Cell(start, line, all_pass=True))
            self.ended = True
        else:
            try:
                action = self.parse(text)
            except NotationError as error:
                self.rows.faults.extend(moved(error.faults, *self.places.at(start), self.game))
                return
            self.actions.append(action)
            self.rows.cells.append(Cell(start, line, action))

    def fault(self, code: str, message: Message, start: int) -> None:
        """Note a fault at offset *start*."""
        self.rows.faults.append(Fault(message, *self.places.at(start), code, self.game))


def read_rows(entry: Entry, places: Places, faults_at: dict[int, Fault], game: int) -> Rows:
    """The rows of section *entry* of game number *game*; *faults_at* are the scan's faults by offset."""
    return _RowReader(entry, places, faults_at, game).read(entry.body)


def _four_wide(cells: Sequence[Cell], first: str) -> bool:
    """Whether rows have four places."""
    if first in ("E", "W"):
        return True
    until = next((index for index, cell in enumerate(cells) if cell.all_pass), len(cells))
    if any(cell.action is not None for cell in cells[1:until:2]):
        return False
    per_line: dict[int, int] = {}
    for cell in cells:
        per_line[cell.line] = per_line.get(cell.line, 0) + 1
    return any(count > 2 for count in per_line.values())


def by_seat(cells: Sequence[Cell], first: str) -> tuple[Seat | None, list[Cell], Cell | None]:
    """The places of the two seats only: the seat of the first, the places, and one where an absent seat acts, if any.

    *first* is the seat of the first column, N, E, S or W; "" when it is not said, and then the seat is None.
    """
    if not _four_wide(cells, first):
        return (Seat("NS".index(first)) if first in ("N", "S") else None), list(cells), None
    offset = 1 if first in ("E", "W") else 0
    until = next((index for index, cell in enumerate(cells) if cell.all_pass), len(cells))
    absent = next((cell for cell in cells[1 - offset : until : 2] if cell.action is not None), None)
    present = [*cells[offset:until:2], *(cells[until : until + 1])]
    seat = {"N": Seat.NORTH, "S": Seat.SOUTH, "E": Seat.SOUTH, "W": Seat.NORTH}.get(first)
    return seat, present, absent


@dataclass(frozen=True, slots=True)
class Hole:
    """A place without a card or call, with some later: where it is and what is said of it."""

    cell: Cell
    message: Message


def played_order(
    cells: Sequence[Cell], column: Seat, leader: Seat, wins: Callable[[Card, Card], bool]
) -> tuple[list[Cell], Hole | None]:
    """The places of *cells*, two a trick, in the order in which they were played, and the first hole.

    Args:
        cells: the places row by row.
        column: the seat of the first column.
        leader: who leads the first trick.
        wins: whether the second card given to it beats the first, which was led.
    """
    ordered: list[Cell] = []
    hole: Hole | None = None
    for start in range(0, len(cells), 2):
        row = cells[start : start + 2]
        if leader != column:
            row = row[::-1] if len(row) == 2 else [Cell(row[0].start, row[0].line), row[0]]
        for seat, cell in zip((leader, leader.other), row, strict=False):
            if cell.action is None:
                message = Message(
                    N_("Trick %(trick)s has no card of %(seat)s, though cards follow."),
                    {"trick": start // 2 + 1, "seat": SEAT_NAMES[seat]},
                )
                hole = hole or Hole(cell, message)
            elif hole is not None:
                return ordered, hole
            else:
                ordered.append(cell)
        led, reply = (cell.action for cell in row) if len(row) == 2 else (None, None)
        if led is not None and reply is not None and wins(led, reply):
            leader = leader.other
    return ordered, None


def drawn_order(cells: Sequence[Cell], leader: Seat, ruleset: Ruleset) -> tuple[list[Cell], Hole | None]:
    """As :func:`played_order`, of a draw phase by *ruleset*, whose first column is of its first *leader*."""
    # Who wins a trick of the draw phase is asked of the phase itself; the hands do not matter for it.
    phase = DrawPhase(ruleset, (0, 0), (), leader)
    return played_order(cells, leader, leader, lambda led, reply: replace(phase, led=led).reply_wins(reply))


def called_order(cells: Iterable[Cell]) -> tuple[int, list[Cell], Hole | None]:
    """How many seats wait before the first call, the places of the calls, and the first hole."""
    waiting = 0
    ordered: list[Cell] = []
    hole: Hole | None = None
    for cell in cells:
        if cell.action is None and not cell.all_pass:
            if not ordered:
                waiting += 1
            else:
                hole = hole or Hole(cell, Message(N_("A call is missing here, though calls follow.")))
        elif hole is not None:
            return waiting, ordered, hole
        else:
            ordered.append(cell)
    return waiting, ordered, None
