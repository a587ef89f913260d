"""The games of an uploaded file, and what is wrong with it."""

from dataclasses import dataclass
from typing import Final

from tutor.messages import N_, P_, Message
from tutor.notation import Fault, parse_named_rules, read_records
from tutor.notation.reader import looks_like_json
from tutor.notation.record import Record
from tutor.store import Source
from tutor.store.hands import folded
from tutor.store.uploads import GameFault

MOST_BYTES: Final = 4_000_000
"""The longest file that is taken."""

MOST_GAMES: Final = 2000
"""How many games of a file are analysed."""

MOST_FAULTS: Final = 500
"""How many faults are told of a file; nobody reads more."""


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game that could be read.

    Attributes:
        record: the game.
        number: which of the file, 1 the first.
        line: the line on which it begins.
    """

    record: Record
    number: int
    line: int


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a file holds.

    Attributes:
        games: those that could be read, in the order of the file.
        faults: what is wrong.
        total: how many games it holds, good or not.
        source: its format.
    """

    games: tuple[ReadGame, ...]
    faults: tuple[GameFault, ...]
    total: int
    source: Source


def read_file(content: bytes, rules: str = "") -> ReadFile:
    """The games in *content*, judged by *rules* (a ruleset in words; "" for what each says).

    The same bytes always give the same games in the same order.

    Raises:
        NotationError: when *rules* names no ruleset.
    """
    result = read_records(content, None, parse_named_rules(rules) if rules else None)
    numbered = zip(result.records, result.games, result.lines, strict=True)
    games = tuple(ReadGame(record, number, line) for record, number, line in numbered if number <= MOST_GAMES)
    faults = [GameFault(each.message, each.game, each.line) for each in _told(result.faults)]
    if result.total > MOST_GAMES:
        forms = P_(
            "The file holds %(total)s games; only the first %(count)s is taken.",
            "The file holds %(total)s games; only the first %(count)s are taken.",
        )
        faults.insert(0, GameFault(Message.counted(forms, MOST_GAMES, {"total": result.total})))
    if not result.total and not faults:
        faults.append(GameFault(Message(N_("There is no hand in the file."))))
    text = content[:1000].decode("utf-8", "replace")
    return ReadFile(games, tuple(faults), min(result.total, MOST_GAMES), "json" if looks_like_json(text) else "pbn")


def _told(faults: tuple[Fault, ...]) -> list[Fault]:
    return [each for each in faults if each.game is None or each.game <= MOST_GAMES][:MOST_FAULTS]


def side_of(record: Record, seat: str, player: str) -> str:
    """The person's own side in *record*: where *player* sits, else *seat*."""
    if player:
        found = [letter for letter, name in zip("NS", record.players, strict=True) if folded(name) == folded(player)]
        if len(found) == 1:
            return found[0]
    return seat
