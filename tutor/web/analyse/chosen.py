"""What is read by rules that somebody chose for it, when the draw phase was played by another reading than theirs.

Who wins a trick of the draw phase (``draw_winner``) is a matter of how it was played, which the cards tell, not of how
a hand is scored. Rules chosen without a word on it leave it to the cards of a game that does not say it either.
"""

from dataclasses import replace

from tutor.notation import ReadResult, parse_ruleset
from tutor.notation.rulesets import names_draw_winner
from tutor.notation.text import in_order
from tutor.web import reading


def read_by(data: str | bytes, rules: str, dealer: str = "") -> tuple[ReadResult, frozenset[int]]:
    """What *data* holds, as :func:`tutor.web.reading.read` says, with the games that fit another reading than *rules*.

    Returns:
        What was read, and the numbers of those games: their records are by *rules* but for ``draw_winner``, and a note
        says so.

    Raises:
        NotationError: when *rules* names no ruleset; what is wrong with *data* is in the result.
    """
    result = reading.read(data, rules, dealer)
    if not rules or not result.faults or names_draw_winner(rules):
        return result, frozenset()
    other = reading.read(data, str(replace(parse_ruleset(rules), draw_winner="led-suit")), dealer)
    settled = {note.game for note in other.notes if note.code == "draw-reading"}
    gained = frozenset(game for game in other.games if game in settled and game not in result.games)
    return (_joined(result, other, gained) if gained else result), gained


def _joined(result: ReadResult, other: ReadResult, gained: frozenset[int]) -> ReadResult:
    """*result* with the games *gained* of *other*, and what is said of them there."""
    games = dict(zip(result.games, zip(result.records, result.lines, strict=True), strict=True))
    more = zip(other.games, zip(other.records, other.lines, strict=True), strict=True)
    games.update((number, found) for number, found in more if number in gained)
    numbers = sorted(games)
    faults = [fault for fault in result.faults if fault.game not in gained]
    notes = [note for note in result.notes if note.game not in gained]
    return ReadResult(
        tuple(games[number][0] for number in numbers),
        in_order([*faults, *(fault for fault in other.faults if fault.game in gained)]),
        tuple(numbers),
        tuple(games[number][1] for number in numbers),
        result.total,
        in_order([*notes, *(note for note in other.notes if note.game in gained)]),
    )
