"""Texts that are wrong as a whole: one fault that says how to mend it, in place of one for every line."""

import re
from collections.abc import Sequence
from typing import Final

from tutor.messages import N_, Message
from tutor.notation.errors import Fault
from tutor.notation.pbn_scan import Item, Kind
from tutor.notation.text import Places

_CURLY: Final = re.compile(r"\[\s*\w+\s*[“”„‟«»]")


def curly_quotes(items: Sequence[Item], places: Places) -> Fault | None:
    """The fault of the first tag whose value stands between curly quotes; None when there is none.

    All else that is wrong with such a text comes of it, or is seen once it is mended.
    """
    curly = next((item for item in items if item.kind is Kind.BROKEN and _CURLY.match(item.text)), None)
    if curly is None:
        return None
    message = Message(N_('The values of tags stand between straight quotes ("…"), not between curly ones (“…”).'))
    return Fault(message, *places.at(curly.start), "curly-quotes")


def no_hand(items: Sequence[Item], stray: list[Fault]) -> list[Fault]:
    """The faults *stray* of a text without a game; one for all its lines when it is not meant as PBN at all."""
    lines = [fault for fault in stray if fault.code == "stray-text"]
    if len(lines) < 2 or any(item.kind is Kind.BROKEN and item.text.startswith("[") for item in items):
        return stray
    first = lines[0]
    message = Message(N_('This text is neither PBN nor JSON. A hand in PBN begins with its tags, as [Dealer "N"].'))
    rest = [fault for fault in stray if fault.code != "stray-text"]
    return [Fault(message, first.line, first.column, "no-format"), *rest]
