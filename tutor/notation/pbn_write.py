"""Records to PBN, in export format.

Source of the format: the PBN 2.1 standard, chapters 2 and 3. Lines end in CRLF; the fifteen mandatory tags stand first
in their order, then the others by name; then the sections Auction and Play, then the others by name. Rows have the two
seats only. An auction or a play that is not finished ends in ``*`` when its outcome is stated and in ``+`` when not.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from tutor.cards import Card, Seat, card_name, hand_name
from tutor.notation.judge import miscounted
from tutor.notation.pbn_games import MANDATORY
from tutor.notation.pbn_scan import quoted
from tutor.notation.pbn_tags import GAME
from tutor.notation.record import DrawRecord, Record
from tutor.rules import DrawPhase, beats, call_name

HEADER: Final = "% PBN 2.1\n% EXPORT\n"

_WHEN_UNKNOWN: Final = {"West": "-", "East": "-", "Vulnerable": "None", "Scoring": ""}


def write_pbn(records: Iterable[Record]) -> str:
    """The PBN text of *records*, a game for each; lines end in CRLF.

    Raises:
        ValueError: when a record holds text that PBN cannot write. Readers give no such record.
    """
    games = "\n".join(_game(record) for record in records)
    return (HEADER + games).replace("\n", "\r\n")


class _Lines:
    """Lines under construction: tokens with one space between."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._fresh = True

    def token(self, text: str) -> None:
        """Add *text*; a comment to the end of the line ends it."""
        if not self._fresh:
            self._text.append(" ")
        self._text.append(text)
        self._fresh = False
        if text.startswith(";"):
            self.newline()

    def newline(self) -> None:
        """End the line, unless nothing stands on it."""
        if not self._fresh:
            self._text.append("\n")
            self._fresh = True

    def line(self, text: str) -> None:
        """Add a line of its own."""
        self.newline()
        self._text.append(text + "\n")

    def __str__(self) -> str:
        self.newline()
        return "".join(self._text)


def _tag(name: str, value: str) -> str:
    return f"[{name} {quoted(value)}]"


def _game(record: Record) -> str:
    lines = _Lines()
    for place, _, text in record.remarks:
        if place == "game":
            lines.token(text)
            lines.newline()
    own = _mandatory(record)
    extra = [(name, value) for name, value in record.tags if name not in MANDATORY]
    extra += [("Game", GAME), ("Ruleset", str(record.ruleset))]
    if record.draw is not None:
        extra.append(("InitialDeal", _deal(record.dealer, record.draw.north, record.draw.south)))
        extra.append(("Stock", " ".join(card_name(card) for card in record.draw.stock)))
    for name in MANDATORY:
        given = [value for tag, value in record.tags if tag == name]
        for value in given or [own.get(name, "?")]:
            lines.line(_tag(name, value))
    for name, value in sorted(extra, key=lambda tag: tag[0]):
        lines.line(_tag(name, value))
    _notes(lines, record, "game")
    _sections(lines, record)
    return str(lines)


def _deal(dealer: Seat, north: int, south: int) -> str:
    # PBN writes a void as nothing: a dash there is a hand that is not given.
    hands = (hand_name(north).replace("-", ""), hand_name(south).replace("-", ""))
    return f"{dealer.letter}:{hands[dealer]} - {hands[dealer.other]} -"


def _mandatory(record: Record) -> dict[str, str]:
    """The values of the mandatory tags that the fields of *record* give, or that this game gives."""
    values = {
        **_WHEN_UNKNOWN,
        "North": record.players[0] or "?",
        "South": record.players[1] or "?",
        "Dealer": record.dealer.letter,
        "Deal": _deal(record.dealer, record.north, record.south),
    }
    if record.contract is not None:
        values["Declarer"] = record.contract.declarer.letter
        values["Contract"] = record.contract.bid
    elif record.passed_out:
        values |= {"Declarer": "", "Contract": "Pass", "Result": ""}
    if record.result is not None:
        values["Result"] = str(record.result)
    if record.claimed is not None:
        values["Result"] = f"{'^' if miscounted(record) else ''}{record.claimed}"
    return values


def _notes(lines: _Lines, record: Record, place: str) -> None:
    for where, value in record.notes:
        if where == place:
            lines.line(_tag("Note", value))


def _sections(lines: _Lines, record: Record) -> None:
    """Write the sections, those of rows with what is said among them."""
    said = {place for place, *_ in (*record.remarks, *record.notes)}
    if record.calls is not None or "auction" in said:
        _auction(lines, record)
    kept = sorted(record.sections, key=lambda section: section[0])
    kept_play = [section for section in kept if section[0] == "Play"]
    for section in kept_play:
        _kept(lines, section)
    if kept_play:
        _notes(lines, record, "play")
    elif record.played or "play" in said:
        _play(lines, record)
    for section in kept:
        if section[0] < "Draw":
            _kept(lines, section)
    if record.draw is not None or "draw" in said:
        _draw(lines, record)
    for section in kept:
        if section[0] > "Draw" and section[0] != "Play":
            _kept(lines, section)


def _kept(lines: _Lines, section: tuple[str, str, tuple[str, ...]]) -> None:
    name, value, body = section
    lines.line(_tag(name, value))
    for text in body:
        lines.line(text)


def _remarks(record: Record, place: str) -> dict[int, list[str]]:
    """What is said of *place*, by the number of actions before it."""
    found: dict[int, list[str]] = {}
    for where, after, text in record.remarks:
        if where == place:
            found.setdefault(after, []).append(text)
    return found


def _auction(lines: _Lines, record: Record) -> None:
    calls = record.calls or ()
    remarks = _remarks(record, "auction")
    lines.line(_tag("Auction", record.dealer.letter))
    for text in remarks.get(0, ()):
        lines.token(text)
    for index, call in enumerate(calls):
        lines.token(call_name(call))
        for text in remarks.get(index + 1, ()):
            lines.token(text)
        if index % 2:
            lines.newline()
    finished = len(calls) > 1 and call_name(calls[-1]) == "Pass"
    if not finished:
        lines.token("+" if record.calls is not None and record.contract is None else "*")
    lines.newline()
    _notes(lines, record, "auction")


def _play(lines: _Lines, record: Record) -> None:
    contract = record.contract
    leader = record.dealer.other if contract is None else contract.leader
    lines.line(_tag("Play", leader.letter))
    strain = 0 if contract is None else contract.strain
    goes_on = record.claimed is None and bool(record.played)
    rows = _Rows(record.played, leader, lambda led, reply: beats(led, reply, strain), goes_on=goes_on)
    rows.write(lines, _remarks(record, "play"))
    _notes(lines, record, "play")


def _draw(lines: _Lines, record: Record) -> None:
    leader = record.dealer.other
    lines.line(_tag("Draw", leader.letter))
    phase = DrawPhase(record.ruleset, (0, 0), (), leader)
    draw = record.draw or DrawRecord(0, 0, (), ())
    rows = _Rows(draw.played, leader, lambda led, reply: replace(phase, led=led).reply_wins(reply), goes_on=False)
    rows.write(lines, _remarks(record, "draw"))
    _notes(lines, record, "draw")


class _Rows:
    """Cards as rows of two, the seat that led first in the first column."""

    def __init__(
        self, cards: Sequence[Card], leader: Seat, wins: Callable[[Card, Card], bool], *, goes_on: bool
    ) -> None:
        self.cards = cards
        self.leader = leader
        self.wins = wins
        self.goes_on = goes_on and len(cards) < 26

    def write(self, lines: _Lines, remarks: dict[int, list[str]]) -> None:
        """Write the rows, with *remarks* by the number of cards before them."""
        for text in remarks.get(0, ()):
            lines.token(text)
        turn = self.leader
        for start in range(0, len(self.cards) + self.goes_on, 2):
            order = (turn, turn.other)
            for seat in (self.leader, self.leader.other):
                index = start + order.index(seat)
                self.place(lines, index)
                for text in remarks.get(index + 1, ()) if index < len(self.cards) else ():
                    lines.token(text)
            lines.newline()
            trick = self.cards[start : start + 2]
            if len(trick) == 2 and self.wins(*trick):
                turn = turn.other
        if len(self.cards) < 26 and not self.goes_on:
            lines.token("*")
            lines.newline()

    def place(self, lines: _Lines, index: int) -> None:
        """Write card number *index*, or what stands for one that was not played."""
        if index < len(self.cards):
            lines.token(card_name(self.cards[index]))
        else:
            lines.token("+" if self.goes_on and index == len(self.cards) else "-")
