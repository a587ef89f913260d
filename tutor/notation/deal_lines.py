"""Texts that have a deal or a position on each line and nothing else: ``N-hand S-hand``.

What such a line does not say, who dealt and by which rules, is taken as :data:`DEALER` and the written rules, and a
note says so. Blank lines, lines that begin with ``%`` and comments (``{…}``, and ``;`` to the end of its line) hold
nothing.
"""

import re
from typing import Final, Literal

from tutor.cards import Seat
from tutor.messages import N_, Message
from tutor.notation.errors import Fault, NotationError
from tutor.notation.hands import parse_deal
from tutor.notation.positions import parse_position
from tutor.notation.record import ReadResult, Record
from tutor.notation.rulesets import ChosenRules, NamedRules, as_named
from tutor.notation.text import LINE_END, enough, folded, in_order, moved
from tutor.rules import SEAT_NAMES, WRITTEN, Position

DEALER: Final = Seat.NORTH
"""Who is taken to have dealt where nobody says it."""

Kind = Literal["deals", "position"]

_FIRST_SEAT: Final = re.compile(r"[NESW]:")
_DOTTED: Final = re.compile(r"[^.\[\]{}\"]*(\.[^.\[\]{}\"]*){3}")
_LETTERED: Final = re.compile(r"([SHDC]([AKQJT2-9]|10|-)+[.,]?){2,4}")
# The words of a sentence may have dots in them, too; what is meant as a hand has a void, a number or a court card.
_CARDS: Final = re.compile(r"[AKQJT0-9-]")
_NOT_MEANT: Final = "[{"
_COMMENT: Final = re.compile(r"^%[^\r\n]*|;[^\r\n]*|\{[^}]*\}", re.MULTILINE)


def line_kind(text: str) -> Kind | None:
    """Whether *text* has deals on its lines, or a position; None when its first line is neither.

    A line is meant as one when it begins with a hand: four suits with dots between, or at least two suits with their
    letters. What follows two hands, a strain or a seat, makes it a position.
    """
    fields = next((fields for _, line in _lines(text) if (fields := folded(line).split())), [])
    if not fields or fields[0][0] in _NOT_MEANT:
        return None
    if _FIRST_SEAT.match(fields[0]):
        return "deals" if len(fields) > 1 or _is_hand(fields[0][2:]) else None
    if not _is_hand(fields[0]) or len(fields) > 6:
        return None
    if len(fields) > 2 and _is_hand(fields[1]) and not _is_hand(fields[2]) and fields[2] != "-":
        return "position"
    return "deals" if len(fields) == 1 or _is_hand(fields[1]) or fields[1] == "-" else None


def _is_hand(field: str) -> bool:
    """Whether *field*, in canonical letters, is meant as a hand."""
    if _LETTERED.fullmatch(field):
        return True
    return (_DOTTED.fullmatch(field) is not None and _CARDS.search(field) is not None) or field == "..."


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of *text* that hold something, each with its number, 1 the first."""
    # What is no comment keeps its line and column.
    plain = _COMMENT.sub(lambda found: re.sub(r"[^\r\n]", " ", found[0]), text.removeprefix("\ufeff"))
    return [(number, line) for number, line in enumerate(LINE_END.split(plain), 1) if line.strip()]


def read_deal_lines(text: str, ruleset: ChosenRules | None = None, dealer: Seat | None = None) -> ReadResult:
    """The deals of *text*, one a line, as records of two hands; and everything that is wrong with it.

    Args:
        text: lines of which the first is of a :func:`line_kind`.
        ruleset: the rules of all of them; None for the written ones.
        dealer: who dealt all of them; None for :data:`DEALER`.
    """
    if line_kind(text) == "position":
        number = _lines(text)[0][0]
        message = Message(
            N_("This line writes a position, not a hand: it can be solved, but there is nothing to judge.")
        )
        return ReadResult((), (Fault(message, number, 1, "position-line"),))
    chosen = as_named(ruleset)
    taken = WRITTEN if chosen is None else chosen.ruleset
    good: list[tuple[int, int, Record]] = []
    faults: list[Fault] = []
    lines = _lines(text)
    for game, (number, line) in enumerate(lines, 1):
        if enough(faults):
            break
        try:
            hands = parse_deal(line)
        except NotationError as error:
            faults.extend(moved(error.faults, number, 1, game))
            continue
        good.append((game, number, Record(*hands, DEALER if dealer is None else dealer, taken)))
    return ReadResult(
        tuple(record for _, _, record in good),
        in_order(faults),
        tuple(game for game, _, _ in good),
        tuple(number for _, number, _ in good),
        len(lines),
        _assumed(good[0], chosen, dealer) if good else (),
    )


def _assumed(first: tuple[int, int, Record], chosen: NamedRules | None, dealer: Seat | None) -> tuple[Fault, ...]:
    """What was taken for granted of lines of which *first* is the first, in one sentence."""
    _, number, record = first
    values = {"seat": SEAT_NAMES[record.dealer], "rules": record.ruleset}
    if dealer is None and chosen is None:
        sentence = N_("Two hands alone name neither dealer nor rules: %(seat)s deals, and the rules are %(rules)s.")
    elif dealer is None:
        sentence = N_("Two hands alone do not name the dealer: %(seat)s deals.")
    elif chosen is None:
        sentence = N_("Two hands alone name no rules: the rules are %(rules)s.")
    else:
        return ()
    return (Fault(Message(sentence, values), number, 1, "taken-for-granted"),)


def read_position_line(text: str) -> Position:
    """The position that the only line of *text* writes.

    Raises:
        NotationError: with all its faults by line and column; also when there is more than one line.
    """
    (number, line), *rest = _lines(text)
    if rest:
        message = Message(N_("One position is solved at a time: here is another one."))
        raise NotationError([Fault(message, rest[0][0], 1, "second-position")])
    try:
        return parse_position(line)
    except NotationError as error:
        raise NotationError(moved(error.faults, number, 1)) from None
