"""Hands and deals as people type them.

A hand is its four holdings, spades first, with dots between (``AQ5.K2.-.JT98``; a void is a dash or nothing), or
holdings that each begin with their suit letter, in any order (``SA7.H864.D-.CKQ``, ``♠A7 ♥864 ♣KQ``). In the second
form every holding has its letter: ``DT9...`` is refused, for it may be a queen of spades in another language.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tutor.cards import SEATS, SUITS_HIGH_FIRST, Mask, Seat, bit, card_name, cards_of, hand_name, make_card
from tutor.messages import N_, P_, Message
from tutor.notation.cards import SUIT_LETTERS, rank_at
from tutor.notation.errors import Fault, NotationError
from tutor.notation.text import enough, fault, fold, folded, moved, refusal, shown
from tutor.rules import SEAT_NAMES

HAND_SIZE: Final = 13
_COMPASS: Final = "NESW"


@dataclass
class _HandReader:
    """The hand that is being read, and what was found wrong with it."""

    folded: str
    offsets: list[int]
    mask: Mask = 0
    faults: list[Fault] = field(default_factory=list)

    def wrong(self, code: str, message: Message, at: int) -> None:
        """Note a fault at letter *at*."""
        self.faults.append(fault(code, message, self.offsets[at] + 1))

    def rank(self, suit: int, at: int) -> int:
        """Take the card of *suit* whose rank starts at *at*; returns where the next one starts."""
        read = rank_at(self.folded, at)
        if isinstance(read, Message):
            self.wrong("no-rank", read, at)
            # Kn is one mistake, not two.
            return at + (2 if self.folded[at : at + 2] == "KN" else 1)
        card = make_card(suit, read[0])
        if self.mask & bit(card):
            twice = Message(N_("%(card)s is twice in the hand."), {"card": card_name(card)})
            self.wrong("card-twice", twice, at)
        self.mask |= bit(card)
        return at + read[1]

    def holding(self, suit: int, start: int, end: int) -> None:
        """Take the cards of *suit* written from *start* to *end*; one dash or nothing is a void."""
        at = start
        if self.folded[start:end].strip() == "-":
            return
        while at < end and not enough(self.faults):
            if self.folded[at].isspace():
                at += 1
            else:
                at = self.rank(suit, at)

    def dotted(self, start: int, end: int) -> None:
        """Read four holdings with dots between."""
        parts = _spans(self.folded, start, end)
        if len(parts) != len(SUITS_HIGH_FIRST):
            count = Message.counted(
                P_(
                    "A hand is four suits with dots between (%(example)s): here there is %(count)s.",
                    "A hand is four suits with dots between (%(example)s): here there are %(count)s.",
                ),
                len(parts),
                {"example": "AQ5.K2.-.JT98"},
            )
            self.wrong("four-suits", count, start)
            return
        for suit, (first, last) in zip(SUITS_HIGH_FIRST, parts, strict=True):
            self.holding(suit, first, last)

    def lettered(self, start: int, end: int) -> None:
        """Read holdings that each begin with their suit letter."""
        seen = set()
        for first, last in _spans(self.folded, start, end):
            starts = [at for at in range(first, last) if self.folded[at] in SUIT_LETTERS]
            lead = self.folded[first : starts[0] if starts else last]
            if not starts or lead.strip(" ,"):
                mixed = Message(N_("Give every suit its letter or none: here some suits have one and some do not."))
                self.wrong("mixed-suits", mixed, first)
                return
            for at, stop in zip(starts, [*starts[1:], last], strict=True):
                if enough(self.faults):
                    return
                letter = self.folded[at]
                if letter in seen:
                    twice = Message(N_("The suit %(suit)s is given twice."), {"suit": letter})
                    self.wrong("suit-twice", twice, at)
                seen.add(letter)
                after = stop - len(self.folded[at:stop]) + len(self.folded[at:stop].rstrip(" ,"))
                self.holding(SUIT_LETTERS.index(letter), at + 1, after)


def _spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the parts between the dots of ``text[start:end]`` start and end."""
    cuts = [at for at in range(start, end) if text[at] == "."]
    return list(zip([start, *(cut + 1 for cut in cuts)], [*cuts, end], strict=True))


def parse_hand(text: str, size: int | None = None) -> Mask:
    """The hand that *text* writes, of *size* cards, or of any number up to 13 when that is None.

    Raises:
        NotationError: with all its faults.
    """
    mask, faults = read_hand(text, size)
    if faults:
        raise NotationError(faults)
    return mask


def read_hand(text: str, size: int | None = None) -> tuple[Mask, list[Fault]]:
    """The cards that could be read of *text*, as :func:`parse_hand` reads it, and all its faults."""
    folded, offsets = fold(text)
    start, end = len(folded) - len(folded.lstrip()), len(folded.rstrip())
    if start >= end:
        wanted = Message(N_("A hand is wanted here, for example %(example)s."), {"example": "AQ5.K2.-.JT98"})
        return 0, [fault("no-hand", wanted)]
    reader = _HandReader(folded, offsets)
    if folded[start] in SUIT_LETTERS:
        reader.lettered(start, end)
    else:
        reader.dotted(start, end)
    count = reader.mask.bit_count()
    if not reader.faults and (count > HAND_SIZE if size is None else count != size):
        reader.wrong(
            "hand-size",
            Message.counted(
                P_("The hand has %(count)s card, not %(size)s.", "The hand has %(count)s cards, not %(size)s."),
                count,
                {"size": size},
            )
            if size is not None
            else Message.counted(
                P_(
                    "A hand has at most 13 cards: here there is %(count)s.",
                    "A hand has at most 13 cards: here there are %(count)s.",
                ),
                count,
            ),
            start,
        )
    return reader.mask, reader.faults


def shared_faults(north: Mask, south: Mask, column: int) -> list[Fault]:
    """A fault at *column* that names the cards that are in both hands, if any are."""
    shared = [card_name(card) for card in cards_of(north & south)]
    if not shared:
        return []
    forms = P_("%(cards)s is in both hands.", "%(cards)s are in both hands.")
    return [fault("both-hands", Message.counted(forms, len(shared), {"cards": " ".join(shared)}), column)]


def parse_deal(text: str) -> tuple[Mask, Mask]:
    """North's and South's 13 cards: ``N-hand S-hand``, or as PBN has it, ``N:<N> - <S> -`` from any first seat.

    Raises:
        NotationError: with all its faults; a deal of four hands is refused as such.
    """
    fields = [(match.group(), match.start()) for match in re.finditer(r"\S+", text)]
    if not fields:
        raise refusal("no-deal", Message(N_("A deal is wanted here: North’s hand, then South’s.")))
    first, at = fields[0]
    prefix = re.match(r"([A-Za-zＡ-Ｚａ-ｚ])[:：]", first)
    if prefix is not None:
        fields = [(first[2:], at + 2), *fields[1:]] if len(first) > 2 else fields[1:]
        places = _pbn_places(folded(prefix[1]), fields, at + 1)
    elif len(fields) == 4:
        raise refusal("four-hands", _FOUR_HANDS, at + 1)
    elif len(fields) != 2:
        raise refusal(
            "two-hands",
            Message.counted(
                P_(
                    "A deal is two hands, North’s and South’s: here there is %(count)s.",
                    "A deal is two hands, North’s and South’s: here there are %(count)s.",
                ),
                len(fields),
            ),
            at + 1,
        )
    else:
        places = fields
    return _two_hands(places)


_FOUR_HANDS: Final = Message(
    N_("This is a deal of four hands. Draw Bridge has two players: give North’s hand and South’s.")
)


def _two_hands(places: Sequence[tuple[str, int]]) -> tuple[Mask, Mask]:
    """The hands of North and South from their texts and offsets."""
    masks: list[Mask] = []
    faults: list[Fault] = []
    for seat, (text, offset) in zip(SEATS, places, strict=True):
        try:
            masks.append(parse_hand(text, HAND_SIZE))
        except NotationError as error:
            faults.extend(
                fault(f.code, _of_seat(seat, f.message), f.column or 1) for f in moved(error.faults, 1, offset + 1)
            )
    if not faults:
        faults.extend(shared_faults(masks[0], masks[1], places[1][1] + 1))
    if faults:
        raise NotationError(faults)
    return masks[0], masks[1]


def _of_seat(seat: Seat, problem: Message) -> Message:
    return Message(N_("%(seat)s: %(problem)s"), {"seat": SEAT_NAMES[seat], "problem": problem})


def _pbn_places(first: str, fields: Sequence[tuple[str, int]], column: int) -> list[tuple[str, int]]:
    """North's and South's text and offset out of the four places of a PBN deal that starts with seat *first*."""
    if first not in _COMPASS:
        raise refusal("no-seat", Message(N_("“%(typed)s” is no seat: N, E, S or W."), {"typed": shown(first)}), column)
    if len(fields) != 4:
        raise refusal(
            "four-places",
            Message.counted(
                P_(
                    "A deal after “%(seat)s:” has four places, the absent seats as “-”: here there is %(count)s.",
                    "A deal after “%(seat)s:” has four places, the absent seats as “-”: here there are %(count)s.",
                ),
                len(fields),
                {"seat": first},
            ),
            column,
        )
    start = _COMPASS.index(first)
    by_seat = {_COMPASS[(start + index) % 4]: place for index, place in enumerate(fields)}
    absent = {seat for seat, (text, _) in by_seat.items() if folded(text) == "-"}
    if not absent:
        raise refusal("four-hands", _FOUR_HANDS, column)
    faults = [
        fault("absent-seat", Message(N_("East and West do not play: their places hold “-”.")), by_seat[seat][1] + 1)
        for seat in "EW"
        if seat not in absent
    ] + [
        fault("no-hand", _of_seat(seat, Message(N_("the hand is missing."))), by_seat[seat.letter][1] + 1)
        for seat in SEATS
        if seat.letter in absent
    ]
    if faults:
        raise NotationError(faults)
    return [by_seat["N"], by_seat["S"]]


def write_deal(north: Mask, south: Mask) -> str:
    """The two hands in canonical form, North's first."""
    return f"{hand_name(north)} {hand_name(south)}"
