"""What the values of PBN tags say, which say nothing, and in which order what a game says is kept."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tutor.cards import Seat
from tutor.messages import N_, Message
from tutor.notation.pbn_games import MANDATORY
from tutor.notation.record import Remark
from tutor.notation.text import folded, refusal, shown

GAME: Final = "Draw Bridge"

TAKEN: Final = frozenset({"North", "South", "Dealer", "Deal", "Game", "Ruleset", "Note", "Auction", "Play", "Draw"})
"""Tags that the fields of a record are written in, always."""

DRAW_TAGS: Final = frozenset({"InitialDeal", "Stock"})
"""Tags that a recorded draw phase is written in; without one they are kept as they are."""

CONTRACT_TAGS: Final = frozenset({"Declarer", "Contract", "Result"})
"""Tags that a known contract is written in; without one what they say is kept as it is."""

MEANT: Final = TAKEN | DRAW_TAGS | CONTRACT_TAGS
"""All tags that have a meaning here."""

PLACE_OF: Final = {"Draw": "draw", "Auction": "auction", "Play": "play"}
"""The sections of rows, and the names that notes and remarks have for them."""

_PLACES: Final = ("game", *PLACE_OF.values())

_UNKNOWN: Final = ("", "?", "-")
_SAYS_NOTHING: Final = {
    "Event": ("", "?"),
    "Site": ("", "?"),
    "Date": ("", "?", "????.??.??"),
    "Board": ("", "?"),
    "West": _UNKNOWN,
    "East": _UNKNOWN,
    "Vulnerable": ("", "?", "-", "none", "love"),
    "Scoring": ("", "?"),
    **dict.fromkeys(CONTRACT_TAGS, _UNKNOWN),
}
_RESULT: Final = re.compile(r"(\^?)\s*(?:([0-9]{1,3})|([NS])\s+([0-9]{1,3})(?:\s+([NS])\s+([0-9]{1,3}))?)")


def unknown(value: str) -> bool:
    """Whether the value of a tag says that it is not known."""
    return value.strip() in _UNKNOWN


def says_nothing(name: str, value: str) -> bool:
    """Whether the tag is what export writes for a thing that is not known or has no meaning in this game."""
    return value.strip().lower() in _SAYS_NOTHING.get(name, ())


def in_export_order(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """*tags* as PBN exports them: the mandatory ones in their order, then the others by name.

    Those that say nothing are left out. Tags of one name keep their order.
    """

    def place(tag: tuple[str, str]) -> tuple[int, str]:
        name = tag[0]
        return (MANDATORY.index(name), "") if name in MANDATORY else (len(MANDATORY), name)

    return tuple(sorted((tag for tag in tags if not says_nothing(*tag)), key=place))


def in_note_order(notes: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """*notes* by place; those of one place keep their order."""
    return tuple(sorted(notes, key=lambda note: _PLACES.index(note[0])))


def in_deal_order(remarks: list[Remark]) -> tuple[Remark, ...]:
    """*remarks* by place; at one place the note’s number first, then the glyphs in order, then the comments."""

    def key(remark: Remark) -> tuple[int, int, int, int]:
        place, after, text = remark
        kind = "=$".find(text[0])
        glyph = int(text[1:4]) if kind == 1 and text[1:4].isdecimal() else 0
        return _PLACES.index(place), after, kind if kind >= 0 else 2, glyph

    return tuple(sorted(remarks, key=key))


@dataclass(frozen=True, slots=True)
class Claim:
    """What a Result tag says.

    Attributes:
        tricks: how many, 0–13.
        seat: whose; None for declarer's.
        miscounted: whether it says that the play does not bear them out.
    """

    tricks: int
    seat: Seat | None
    miscounted: bool


def parse_result(value: str) -> Claim:
    """The tricks that the value of a Result tag gives: ``9``, ``N 9``, ``N 9 S 4``, each perhaps after ``^``.

    Raises:
        NotationError: when it gives none, or more than 13.
    """
    match = _RESULT.fullmatch(folded(value).strip())
    if match is None:
        raise refusal(
            "no-result",
            Message(
                N_("“%(typed)s” is no result: write declarer’s tricks, or the tricks of one seat as N 9 or S 4."),
                {"typed": shown(value.strip())},
            ),
        )
    caret, plain, seat, count, other, rest = match.groups()
    tricks = int(plain if plain is not None else count)
    if tricks > 13 or (other is not None and (other == seat or tricks + int(rest) != 13)):
        raise refusal(
            "no-result",
            Message(N_("“%(typed)s” is no result of 13 tricks."), {"typed": shown(value.strip())}),
        )
    return Claim(tricks, None if seat is None else Seat("NS".index(seat)), bool(caret))
