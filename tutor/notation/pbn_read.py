"""PBN to records: lax in what it takes, exact about what is wrong.

Beside the rules of :mod:`tutor.notation.pbn_scan`, :mod:`~tutor.notation.pbn_games` and
:mod:`~tutor.notation.pbn_rows`:

* ``?``, ``-``, the empty value and a missing tag mean unknown. The contract is taken from the auction where one is
  recorded; a tag that contradicts the auction or the play is a fault. A contract or a declarer without the other is
  kept as a tag, and so is a Play section whose contract is not known: nothing is guessed.
* The dealer may be missing where the auction or the draw phase shows it; the Deal where the draw phase leads to it.
* A tag that comes again in a game is a fault when this reader uses it and its value differs; others are all kept.
* Text after a tag that has no section, or after the end of a section, belongs to no game.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, TypeVar

from tutor.cards import Card, Mask, Seat, Strain
from tutor.messages import N_, Message
from tutor.notation.calls import parse_risked_bid, parse_seat
from tutor.notation.cards import parse_cards
from tutor.notation.draw_reading import settle
from tutor.notation.errors import Fault, NotationError
from tutor.notation.hands import parse_deal
from tutor.notation.judge import Draft, judge
from tutor.notation.pbn_games import MANDATORY, ROWS, Entry, Game, part, section_lines, stray_faults
from tutor.notation.pbn_misread import curly_quotes, no_hand
from tutor.notation.pbn_rows import Cell, Hole, Rows, by_seat, called_order, drawn_order, played_order, read_rows
from tutor.notation.pbn_scan import Kind, scan
from tutor.notation.pbn_tags import (
    CONTRACT_TAGS,
    DRAW_TAGS,
    GAME,
    MEANT,
    PLACE_OF,
    TAKEN,
    Claim,
    in_deal_order,
    in_export_order,
    in_note_order,
    parse_result,
    unknown,
)
from tutor.notation.record import DrawRecord, ReadResult, Record, Remark, Section
from tutor.notation.rulesets import ChosenRules, NamedRules, as_named, parse_named_rules
from tutor.notation.text import Places, enough, folded, half_characters, in_order, moved, shown
from tutor.rules import (
    PASS,
    SEAT_NAMES,
    WRITTEN,
    Auction,
    Contract,
    RuleError,
    Ruleset,
    beats,
    is_bid,
)

_T = TypeVar("_T")

_TAG_MEANT: Final = re.compile(r"[^\[]|\[\s*[A-Za-z0-9_]+\s")


class _Given(NamedTuple):
    """What whoever reads the text says beside it."""

    rules: NamedRules | None
    dealer: Seat | None


@dataclass
class _Known:
    """What the tags of a game say, as far as they could be read."""

    deal: tuple[Mask, Mask] | None = None
    initial: tuple[Mask, Mask] | None = None
    stock: tuple[Card, ...] | None = None
    stock_at: list[int] = field(default_factory=list)
    dealer: Seat | None = None
    recorded: NamedRules | None = None
    bid: tuple[int, Strain, int] | None = None
    passed_out: bool = False
    declarer: Seat | None = None
    claim: Claim | None = None


class _GameReader:
    """Makes a record of one game."""

    def __init__(self, text: str, game: Game, places: Places, faults_at: dict[int, Fault], given: _Given) -> None:
        self.text = text
        self.chosen, self.dealer = given
        self.game = game
        self.places = places
        self.faults_at = faults_at
        self.faults = list(game.faults)
        self.stray: list[Fault] = []
        self.found: list[Fault] = []
        self.known = _Known()
        self.rows: dict[str, Rows] = {}
        self.entries: dict[str, Entry] = {}
        self.offsets: dict[tuple[str, int | None], int] = {}
        self.remarks: list[Remark] = []
        self.kept_play = False

    def fault(self, code: str, message: Message, offset: int, *, illegal: bool = False) -> None:
        """Note a fault of this game at *offset* of the text."""
        self.faults.append(Fault(message, *self.places.at(offset), code, self.game.number, illegal))

    def read(self) -> Record | None:
        """The record, or None with the faults noted."""
        self.remarks.extend(("game", 0, item.text) for item in self.game.lead)
        for entry in self.game.entries:
            self.take(entry)
        self.values()
        if not self.faults:
            draft = self.draft()
            if not self.faults:
                return self.judged(draft)
        return None

    def take(self, entry: Entry) -> None:
        """Sort *entry* in, and what follows it."""
        name = entry.name
        first = self.entries.setdefault(name, entry)
        used = name in MEANT
        if used and name != "Note" and first is not entry and (first.value != entry.value or name in ROWS):
            line, _ = self.places.at(first.item.start)
            message = Message(
                N_("%(tag)s is given twice in this game, first on line %(line)s."), {"tag": name, "line": line}
            )
            self.fault("tag-twice", message, entry.item.start)
        if name in ROWS:
            if first is entry:
                rows = self.rows[name] = read_rows(entry, self.places, self.faults_at, self.game.number)
                self.faults.extend(replace(each, game=self.game.number) for each in rows.faults)
                self.stray.extend(stray_faults(rows.rest, self.places, self.faults_at))
            return
        plain = used or name in MANDATORY
        worded = set()
        for item in entry.body:
            if enough(self.faults):
                break
            if item.kind is Kind.WORD:
                worded.add(item.line)
            # A bracket among other words is a part of them, unless a tag may have been meant.
            elif item.kind is Kind.BROKEN and not (plain and item.line in worded and not _TAG_MEANT.match(item.text)):
                self.faults.append(replace(self.faults_at[item.start], game=self.game.number))
        if plain or not entry.is_section:
            self.remarks.extend(("game", 0, item.text) for item in entry.body if item.kind is Kind.COMMENT)
        if plain:
            words = [item for item in entry.body if item.kind is Kind.WORD]
            self.stray.extend(stray_faults(words, self.places, self.faults_at))

    def value(self, name: str, parse: Callable[[str], _T]) -> _T | None:
        """What *parse* makes of the value of tag *name*; None when unknown or, with a fault noted, unreadable."""
        entry = self.entries.get(name)
        if entry is None or unknown(entry.value) or entry.value == "#":  # what may not be inherited has its fault
            return None
        try:
            return parse(entry.value)
        except NotationError as error:
            place = self.places.at(entry.item.value_at)
            self.faults.extend(moved(error.faults, *place, self.game.number))
            return None

    def values(self) -> None:
        """Read the values of the tags that have a meaning here."""
        known = self.known
        game = self.entries.get("Game")
        if game is not None and not unknown(game.value) and game.value.strip().lower() != GAME.lower():
            message = Message(N_("This is a game of “%(name)s”, not of Draw Bridge."), {"name": shown(game.value)})
            self.fault("other-game", message, game.item.value_at)
        known.recorded = self.value("Ruleset", parse_named_rules)
        known.dealer = self.value("Dealer", parse_seat)
        known.deal = self.value("Deal", parse_deal)
        known.initial = self.value("InitialDeal", parse_deal)
        known.stock = self.value("Stock", self.stock)
        known.declarer = self.value("Declarer", parse_seat)
        known.claim = self.value("Result", parse_result)
        contract = self.entries.get("Contract")
        known.passed_out = contract is not None and folded(contract.value).strip() == "PASS"
        if not known.passed_out:
            known.bid = self.value("Contract", parse_risked_bid)
        elif known.declarer is not None:
            message = Message(N_("A passed-out deal has no declarer."))
            self.fault("contract-contradicts", message, self.entries["Declarer"].item.value_at)

    def stock(self, value: str) -> tuple[Card, ...]:
        """The cards of a Stock tag; where each stands is kept."""
        cards = parse_cards(value.replace(",", " "))
        start = self.entries["Stock"].item.value_at
        self.known.stock_at.extend(start + column - 1 for _, column in cards)
        return tuple(card for card, _ in cards)

    def first_column(self, name: str) -> str:
        """The seat that the tag of section *name* gives to its first column; "" when it gives none."""
        entry = self.entries[name]
        seat = folded(entry.value).strip()
        if seat in ("N", "S", "E", "W"):
            return seat
        if not unknown(entry.value):
            message = Message(N_("“%(typed)s” is no seat: N, E, S or W."), {"typed": shown(entry.value)})
            self.fault("no-seat", message, entry.item.value_at)
        return ""

    def seats(self, name: str) -> tuple[Seat | None, list[Cell]]:
        """The seat of the first column of section *name* and the places of its two seats."""
        seat, cells, absent = by_seat(self.rows[name].cells, self.first_column(name))
        if absent is not None:
            message = Message(N_("East and West do not play: their places hold “-”."))
            self.fault("absent-seat", message, absent.start)
        return seat, cells

    def hole(self, hole: Hole | None) -> None:
        """Note *hole* when there is one."""
        if hole is not None:
            self.fault("hole", hole.message, hole.cell.start)

    def draft(self) -> Draft:
        """What the game says, in the order in which it happened."""
        known = self.known
        calls = self.calls() if "Auction" in self.rows else None
        draw_column, draw_cells = self.seats("Draw") if "Draw" in self.rows else (None, [])
        if known.dealer is None and draw_column is not None:
            known.dealer = draw_column.other
        start = self.game.entries[0].item.start
        if known.dealer is None:
            message = Message(N_("Who dealt is not given: add [Dealer %(value)s]."), {"value": '"N"'})
            if self.dealer is None:
                self.fault("no-dealer", message, start)
            known.dealer = self.dealer or Seat.NORTH
        ruleset = WRITTEN if known.recorded is None else known.recorded.ruleset
        draft = Draft(known.dealer, known.deal, ruleset, known.recorded, calls=calls, passed_out=known.passed_out)
        if any(cell.action is not None for cell in draw_cells):
            self.draw(draft, draw_column, draw_cells)
        if known.deal is None and draft.draw is None:
            self.fault("no-deal", Message(N_("This game has no Deal.")), start)
        draft.contract = self.contract(draft)
        if known.claim is not None:
            draft.claimed, draft.claimed_by = known.claim.tricks, known.claim.seat
            draft.miscounted = known.claim.miscounted
        if "Play" in self.rows:
            draft.partial = self.rows["Play"].goes_on
            self.play(draft)
        return draft

    def calls(self) -> tuple[int, ...] | None:
        """The calls of the Auction section; None when it has none and does not go on."""
        column, cells = self.seats("Auction")
        waiting, ordered, hole = called_order(cells)
        self.hole(hole)
        calls: list[int] = []
        for cell in ordered:
            made = [cell.action or PASS]
            if cell.all_pass and not any(is_bid(call) for call in calls):
                made = [PASS] * max(2 - len(calls), 1)
            self.offsets.update({("calls", len(calls) + index): cell.start for index in range(len(made))})
            calls.extend(made)
        if not calls:
            return () if self.rows["Auction"].goes_on else None
        if column is not None:
            caller = Seat((column + waiting) % 2)
            if self.known.dealer is None:
                self.known.dealer = caller
            elif self.known.dealer != caller:
                message = Message(
                    N_("The first call here is of %(seat)s, but the dealer, who calls first, is %(dealer)s."),
                    {"seat": SEAT_NAMES[caller], "dealer": SEAT_NAMES[self.known.dealer]},
                )
                self.fault("dealer-contradicts", message, ordered[0].start)
        return tuple(calls)

    def draw(self, draft: Draft, column: Seat | None, cells: list[Cell]) -> None:
        """Put the draw phase into *draft*, its cards in the order played."""
        leader, initial, stock = draft.dealer.other, self.known.initial, self.known.stock
        drawn = self.entries["Draw"].item.start
        if initial is None or stock is None:
            message = Message(N_("A draw phase needs the hands as dealt (InitialDeal) and the stock (Stock)."))
            self.fault("draw-incomplete", message, drawn)
            return
        self.check_column("Draw", column, leader)

        def draw_by(ruleset: Ruleset) -> DrawRecord:
            cards = tuple(cell.action or 0 for cell in drawn_order(cells, leader, ruleset)[0])
            return DrawRecord(*initial, stock, cards)

        note = settle(draft, draw_by, self.chosen)
        if note is not None:
            self.found.append(Fault(note, *self.places.at(drawn), "draw-reading", self.game.number))
        ordered, hole = drawn_order(cells, leader, draft.ruleset)
        self.hole(hole)
        self.offsets.update({("drawn", index): cell.start for index, cell in enumerate(ordered)})
        self.offsets.update({("stock", index): at for index, at in enumerate(self.known.stock_at)})

    def check_column(self, name: str, column: Seat | None, leader: Seat) -> None:
        """Note when the first column of section *name* is not the seat that leads first."""
        if column not in (None, leader):
            message = Message(
                N_("%(seat)s leads first here and so stands in the first column of %(section)s."),
                {"seat": SEAT_NAMES[leader], "section": name},
            )
            self.fault("leader-contradicts", message, self.entries[name].item.value_at)

    def contract(self, draft: Draft) -> Contract | None:
        """The contract that the tags state, what one of them leaves out filled in from a finished auction."""
        bid, declarer = self.known.bid, self.known.declarer
        made = _made(draft)
        if made is not None:
            if bid is None and declarer is None:
                return None
            level, strain, multiplier = bid or (made.level, made.strain, made.multiplier)
            return Contract(level, strain, multiplier, made.declarer if declarer is None else declarer)
        if bid is None or declarer is None:
            return None
        return Contract(bid[0], bid[1], bid[2], declarer)

    def play(self, draft: Draft) -> None:
        """Put the cards of the Play section into *draft*, or keep the section when its contract is not known."""
        rows = self.rows["Play"]
        contract = _made(draft) or draft.contract
        if not any(cell.action is not None for cell in rows.cells):
            return
        if contract is None and not self.known.passed_out and not _passed_out(draft):
            self.kept_play = True
            return
        column, cells = self.seats("Play")
        if contract is None:
            ordered, hole = [cell for cell in cells if cell.action is not None], None
        else:
            self.check_column("Play", column, contract.leader)
            strain = contract.strain
            ordered, hole = played_order(
                cells, contract.leader, contract.leader, lambda led, reply: beats(led, reply, strain)
            )
        self.hole(hole)
        self.offsets.update({("played", index): cell.start for index, cell in enumerate(ordered)})
        draft.played = tuple(cell.action or 0 for cell in ordered)

    def judged(self, draft: Draft) -> Record | None:
        """The record of *draft* with all that belongs to it, or None with its problems noted."""
        # Rows are put in order by the rules that the game was recorded under, and judged by those that were asked for.
        record, problems = judge(draft, self.chosen)
        for problem in problems:
            place = self.offset(problem.where, problem.index)
            self.fault(problem.code, problem.message, place, illegal=problem.illegal)
        if record is None:
            return None
        if record.contract is None and not self.plain_claim:
            record = replace(record, claimed=None)
        tags, sections = self.others(record)
        self.section_remarks()
        return replace(
            record,
            players=(self.player("North"), self.player("South")),
            tags=tags,
            sections=sections,
            notes=self.notes(),
            remarks=in_deal_order(self.remarks),
        )

    @property
    def plain_claim(self) -> bool:
        """Whether the Result tag gives declarer's tricks and nothing else."""
        claim = self.known.claim
        return claim is not None and claim.seat is None and not claim.miscounted

    def offset(self, where: str, index: int | None) -> int:
        """Where in the text the part *where* of a draft stands."""
        at = self.offsets.get((where, index))
        if at is not None:
            return at
        names = {
            "stock": ("Stock",),
            "drawn": ("Draw",),
            "hands": ("Deal",),
            "calls": ("Auction",),
            "contract": ("Contract", "Declarer"),
            "played": ("Play",),
            "claimed": ("Result",),
        }[where]
        entry = next(self.entries[name] for name in names if name in self.entries)
        return entry.item.start if entry.name in ROWS else entry.item.value_at

    def player(self, name: str) -> str:
        """The name of a player, "" when unknown."""
        entry = self.entries.get(name)
        return "" if entry is None or unknown(entry.value) else entry.value

    def others(self, record: Record) -> tuple[tuple[tuple[str, str], ...], tuple[Section, ...]]:
        """The tags and sections that no field of the record holds."""
        written = set(TAKEN)
        if record.draw is not None:
            written |= DRAW_TAGS
        if record.contract is not None or record.passed_out:
            written |= CONTRACT_TAGS
        elif record.claimed is not None:
            written.add("Result")
        tags, sections = [], []
        once = DRAW_TAGS | CONTRACT_TAGS
        for entry in self.game.entries:
            if entry.name in written or (entry.name in once and self.entries[entry.name] is not entry):
                continue
            if entry.is_section and entry.name not in MANDATORY and entry.name not in once:
                sections.append((entry.name, entry.value, section_lines(self.text, entry)))
            else:
                tags.append((entry.name, entry.value))
        if self.kept_play:
            play = self.entries["Play"]
            sections.append((play.name, play.value, section_lines(self.text, play)))
        return in_export_order(tags), tuple(sorted(sections, key=lambda section: section[0]))

    def notes(self) -> tuple[tuple[str, str], ...]:
        """The Note tags, each with the section it stands after."""
        place, notes = "game", []
        for entry in self.game.entries:
            place = PLACE_OF.get(entry.name, place)
            if entry.name == "Note":
                notes.append((place, entry.value))
        return in_note_order(notes)

    def section_remarks(self) -> None:
        """Add what is said among the rows of the sections."""
        for name, where in (("Draw", "drawn"), ("Auction", "calls"), ("Play", "played")):
            if name not in self.rows or (name == "Play" and self.kept_play):
                continue
            rows = self.rows[name]
            number = {
                at: index + 1 for (what, index), at in self.offsets.items() if what == where and index is not None
            }
            after = [0]
            for cell in rows.cells:
                after.append(number.get(cell.start, after[-1]))
            self.remarks.extend((PLACE_OF[name], after[count], text) for count, text in rows.notes)


def _made(draft: Draft) -> Contract | None:
    """The contract that the calls of *draft* end in, when they are legal and do."""
    try:
        return Auction.of(draft.dealer, draft.calls or (), doubling=draft.ruleset.doubling).contract
    except RuleError:
        return None


def _passed_out(draft: Draft) -> bool:
    return draft.calls == (PASS, PASS)


def read_pbn(text: str, ruleset: ChosenRules | None = None, dealer: Seat | None = None) -> ReadResult:
    """The records of a PBN text and everything that is wrong with it.

    A game with a fault gives no record and spoils no other game.

    Args:
        text: the text.
        ruleset: the rules to judge every game by; None for those that each game names. Where neither they nor a game
            names who wins a trick of the draw phase, its cards tell.
        dealer: who dealt the games that do not say it; None when that is not known, which is a fault of such a game.
    """
    halves = half_characters(text)
    if halves:
        return ReadResult((), in_order(halves))
    places = Places(text)
    items, faults_at = scan(text, places)
    games, stray = part(items, faults_at, places)
    records: list[tuple[Record, Game]] = []
    faults: list[Fault] = []
    notes: list[Fault] = []
    given = _Given(as_named(ruleset), dealer)
    for game in games:
        if enough(faults) and not game.may_hold_cards:
            continue  # It gives no record, and its faults would not be listed.
        reader = _GameReader(text, game, places, faults_at, given)
        record = reader.read()
        if record is not None:
            records.append((record, game))
            notes.extend(reader.found)
        faults.extend(reader.faults)
        faults.extend(reader.stray)
    faults.extend(stray if games else no_hand(items, stray))
    curly = curly_quotes(items, places)
    if curly is not None:
        faults = [curly]
    if not games and not faults:
        faults.append(Fault(Message(N_("There is nothing in this text to read.")), 1, 1, "empty"))
    return ReadResult(
        tuple(record for record, _ in records),
        in_order(faults),
        tuple(game.number for _, game in records),
        tuple(game.line for _, game in records),
        len(games),
        tuple(notes),
    )
