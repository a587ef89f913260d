"""Cards as people type them.

A card is one suit letter and one rank letter, in either order. The English letters of suits (S H D C) and ranks
(A K Q J T 9 … 2) have none in common, so the order never matters. Letters of other languages are refused by name and
never taken for what they mean there: ``D`` is diamonds here and a queen in half of Europe.
"""

import re
from typing import Final

from tutor.cards import RANK_LETTERS, Card, Rank, card_name, make_card
from tutor.messages import N_, Message
from tutor.notation.errors import Fault, NotationError
from tutor.notation.text import enough, fold, moved, refusal, shown

SUIT_LETTERS: Final = "CDHS"
"""In the order of the ints of :class:`tutor.cards.Suit`."""

_CANONICAL: Final = {card_name(card): card for card in range(52)}

_NATIONAL: Final = {
    "B": "J",  # Bube, boer
    "D": "Q",  # dame, dam, Dame
    "E": "A",  # ess, es
    "H": "K",  # heer
    "R": "K",  # roi, rey, re
    "V": "J / Q",  # valet, but vrouw
}


def rank_at(folded: str, at: int) -> tuple[Rank, int] | Message:
    """The rank that starts at *at* of a folded text and how many letters it has, or why none does."""
    letter = folded[at : at + 1]
    if folded[at : at + 2] == "10":
        return RANK_LETTERS.index("T"), 2
    if letter and letter in RANK_LETTERS:
        # Kn is a jack in Swedish, Norwegian and Danish: not a king and something after it.
        if folded[at : at + 2] == "KN":
            return Message(N_("“%(typed)s” is no rank: write %(right)s for it."), {"typed": "Kn", "right": "J"})
        return RANK_LETTERS.index(letter), 1
    if letter in ("0", "1", "X"):
        return Message(N_("“%(typed)s” is no rank: a ten is written T or 10."), {"typed": letter})
    if letter in _NATIONAL:
        return Message(
            N_("“%(typed)s” is no rank: write %(right)s for it."), {"typed": letter, "right": _NATIONAL[letter]}
        )
    return Message(
        N_("“%(typed)s” is no rank: the ranks are A K Q J T 9 8 7 6 5 4 3 2."), {"typed": shown(letter) or " "}
    )


def parse_card(text: str) -> Card:
    """The card that *text* names: ``SA``, ``as``, ``A♠``, ``S10``, ``ＨＱ``; space around it does not matter.

    Raises:
        NotationError: when it is no card, with the column of what is wrong and what would be right.
    """
    if text in _CANONICAL:
        return _CANONICAL[text]
    folded, offsets = fold(text)
    start, end = len(folded) - len(folded.lstrip()), len(folded.rstrip())
    name = folded[start:end]
    typed = {"typed": shown(text.strip())}
    column = offsets[min(start, len(folded))] + 1
    if not name:
        raise refusal("no-card", Message(N_("A card is wanted here, for example SA or HT.")))
    if len(name) > 1 and all(letter in SUIT_LETTERS for letter in (name[0], name[-1])):
        raise refusal(
            "two-suits",
            Message(N_("“%(typed)s” has two suit letters and no rank: the ranks are A K Q J T 9 … 2."), typed),
            column,
        )
    if name[0] in SUIT_LETTERS:
        suit, rank, at = name[0], name[1:], start + 1
    elif name[-1] in SUIT_LETTERS:
        suit, rank, at = name[-1], name[:-1], start
    else:
        raise refusal(
            "no-suit",
            Message(N_("“%(typed)s” names no suit: a card is one of S H D C and one of A K Q J T 9 … 2."), typed),
            column,
        )
    if not rank:
        message = Message(N_("“%(typed)s” names no rank: a card is one of S H D C and one of A K Q J T 9 … 2."), typed)
        raise refusal("no-rank", message, column)
    read = rank_at(rank, 0)
    if isinstance(read, Message):
        raise refusal("no-rank", read, offsets[at] + 1)
    if len(rank) != read[1]:
        raise refusal("no-card", Message(N_("“%(typed)s” is more than one card."), typed), offsets[at + read[1]] + 1)
    return make_card(SUIT_LETTERS.index(suit), read[0])


def parse_cards(text: str) -> list[tuple[Card, int]]:
    """The cards of *text*, with space between, each with the column it starts at.

    Raises:
        NotationError: with the faults of all that are none.
    """
    cards: list[tuple[Card, int]] = []
    faults: list[Fault] = []
    for word in re.finditer(r"\S+", text):
        if enough(faults):
            break
        try:
            cards.append((parse_card(word.group()), word.start() + 1))
        except NotationError as error:
            faults.extend(moved(error.faults, 1, word.start() + 1))
    if faults:
        raise NotationError(faults)
    return cards
