"""The games of a text that holds several, to choose one from: the good ones and what is wrong with the others."""

from dataclasses import dataclass

from tutor.messages import translate
from tutor.notation import Fault, ReadResult
from tutor.notation.record import Record
from tutor.rules import Phase, call_name
from tutor.web import reading
from tutor.web.analyse.summary import result_words
from tutor.web.reading import ShownFault


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the list.

    Attributes:
        number: its number in the text, 1 the first.
        title: its contract and result; "" when it cannot be read.
        event: where it was played, "" when nothing is said.
        board: its number there, "" when nothing is said.
        players: the names, "" for one that is not known.
        extent: how much of the hand was recorded.
        notes: what the reader found out about it or took for granted.
        faults: what is wrong with it; none for a good one.
    """

    number: int
    title: str
    event: str = ""
    board: str = ""
    players: tuple[str, str] = ("", "")
    extent: str = ""
    notes: tuple[str, ...] = ()
    faults: tuple[ShownFault, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """The games of a text in order, how many of them are good, and what is wrong that belongs to none of them."""

    games: tuple[Game, ...]
    good: int
    faults: tuple[ShownFault, ...]


def listing(result: ReadResult, text: str) -> Listing:
    """The list of the games of *text*, which was read as *result*."""
    games = {
        number: _good(number, record, tuple(map(str, result.notes_of(number))))
        for number, record in zip(result.games, result.records, strict=True)
    }
    spoilt: dict[int, list[Fault]] = {}
    others = []
    for fault in result.faults:
        # What stands in or after a game and is no part of it spoils nothing: the game is good, and the text is told.
        if fault.game is None or fault.game in games:
            others.append(fault)
        else:
            spoilt.setdefault(fault.game, []).append(fault)
    for number, faults in spoilt.items():
        games[number] = Game(number, "", faults=tuple(reading.shown(tuple(faults), text)))
    ordered = tuple(game for _, game in sorted(games.items()))
    return Listing(ordered, len(result.records), tuple(reading.shown(tuple(others), text)))


def _good(number: int, record: Record, notes: tuple[str, ...]) -> Game:
    said = {name: value for name, value in record.tags if name in ("Event", "Board") and value.strip("?#- ")}
    return Game(
        number,
        result_words(record.deal(), record.claimed),
        said.get("Event", ""),
        said.get("Board", ""),
        record.players,
        _extent(record),
        notes,
    )


def _extent(record: Record) -> str:
    """How much of *record* there is to judge, in a sentence; "" where its title says it."""
    deal = record.deal()
    if deal.over or record.claimed is not None:
        return ""
    if deal.phase is Phase.AUCTION and record.calls:
        return translate("The auction stops at %(call)s.", call=call_name(record.calls[-1]))
    if deal.phase is Phase.AUCTION:
        return translate("Two hands and nothing more.")
    return ""
