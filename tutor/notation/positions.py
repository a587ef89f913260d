"""The position line: ``N-hand S-hand strain turn [card]``, one position of the second phase in one line.

*turn* is the seat to play; *card*, if any, was led to the trick by the other seat and is in no hand any more.
"""

import re
from collections.abc import Callable
from typing import TypeVar

from tutor.cards import SEATS, Card, Mask, bit, card_name, hand_name
from tutor.messages import N_, P_, Message
from tutor.notation.calls import parse_seat, parse_strain
from tutor.notation.cards import parse_card
from tutor.notation.errors import Fault, NotationError
from tutor.notation.hands import parse_hand, shared_faults
from tutor.notation.text import fault, in_order, moved, refusal
from tutor.rules import SEAT_NAMES, Position

_T = TypeVar("_T")


class _Draft(Position):
    """A position that may be wrong, to ask what is."""

    def __post_init__(self) -> None:
        """Accept it as it is."""


def write_position(position: Position) -> str:
    """The canonical line of *position*."""
    fields = [
        hand_name(position.north),
        hand_name(position.south),
        position.strain.letter,
        position.turn.letter,
    ]
    if position.led is not None:
        fields.append(card_name(position.led))
    return " ".join(fields)


def parse_position(text: str) -> Position:
    """The position that *text* writes.

    Raises:
        NotationError: with all its faults, unreadable fields and impossible positions alike.
    """
    fields = [(match.group(), match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(fields) not in (4, 5):
        raise refusal(
            "position-fields",
            Message.counted(
                P_(
                    "A position is North’s hand, South’s hand, the strain, the seat to play and, if one is on the "
                    "table, the card led: here there is %(count)s of these.",
                    "A position is North’s hand, South’s hand, the strain, the seat to play and, if one is on the "
                    "table, the card led: here there are %(count)s of these.",
                ),
                len(fields),
            ),
            fields[0][1] if fields else 1,
        )
    faults: list[Fault] = []

    def read(index: int, parse: Callable[[str], _T]) -> _T | None:
        try:
            return parse(fields[index][0])
        except NotationError as error:
            faults.extend(moved(error.faults, 1, fields[index][1]))
            return None

    hands = [read(0, parse_hand), read(1, parse_hand)]
    strain, turn = read(2, parse_strain), read(3, parse_seat)
    led = read(4, parse_card) if len(fields) == 5 else None
    columns = [column for _, column in fields]
    north, south = hands
    if north is not None and south is not None:
        faults.extend(shared_faults(north, south, columns[1]))
    if led is not None:
        faults.extend(_led_faults(hands, led, columns[4]))
    if north is not None and south is not None and strain is not None and turn is not None and not faults:
        draft = _Draft(north, south, strain, turn, led)
        faults.extend(fault("position", message, columns[0]) for message in draft.faults())
        if not faults:
            return Position(north, south, strain, turn, led)
    raise NotationError(in_order(faults))


def _led_faults(hands: list[Mask | None], led: Card, column: int) -> list[Fault]:
    """Faults for the hands that still hold the card on the table."""
    return [
        fault(
            "led-in-hand",
            Message(
                N_("%(card)s is on the table and also in the hand of %(seat)s."),
                {"card": card_name(led), "seat": SEAT_NAMES[seat]},
            ),
            column,
        )
        for seat in SEATS
        if (hands[seat] or 0) & bit(led)
    ]
