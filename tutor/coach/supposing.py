"""A hand as it might have been: another contract, or cards in the other hand; and how much of its play still fits."""

from dataclasses import dataclass, replace
from typing import Final

from tutor.cards import SEATS, Card, Mask, Seat, bit
from tutor.coach import words
from tutor.messages import N_, Message
from tutor.notation.record import Record
from tutor.rules import PENALTY, Contract, Play, RuleError
from tutor.rules.play import SEAT_NAMES, SUIT_NAMES

Swap = tuple[Card, Card]
"""Two cards, one of each hand, that change places."""

REASONS: Final = {
    "turn": N_("Trick %(trick)s: it is now the turn of %(other)s, so the %(card)s of %(seat)s does not fit."),
    "other-hand": N_("Trick %(trick)s: the %(card)s that %(seat)s played is now in the other hand."),
    "follow-suit": N_("Trick %(trick)s: %(seat)s must now follow in %(suit)s, so the %(card)s does not fit."),
}


@dataclass(frozen=True, slots=True)
class Supposed:
    """A record changed by a supposition.

    Attributes:
        record: the changed hand. It starts with the hands of the second phase, and with the play where the contract
            is another one; of the recorded play it has the cards up to the first that is not legal in it. A claim is
            not in it: it was made for the hand as it was.
        kept: how many of the recorded cards of the play are still in it.
        lost: how many are not.
        why: why the first of those does not fit; None when none is lost.
        first: the ply of the recorded hand at which the changed one starts.
    """

    record: Record
    kept: int
    lost: int
    why: Message | None
    first: int


def suppose(record: Record, contract: Contract | None = None, swaps: tuple[Swap, ...] = ()) -> Supposed:
    """*record* after all *swaps*, one after the other, and in *contract* where one is given.

    Raises:
        ValueError: when a swap is not of one card of each hand.
        RuleError: when *contract* is doubled and the record's rules have no doubling.
    """
    hands = (record.north, record.south)
    for swap in swaps:
        hands = swapped(hands, swap)
    first = len(record.draw.played) if record.draw else 0
    changed = replace(
        record, north=hands[0], south=hands[1], draw=None, played=(), claimed=None, sections=(), notes=(), remarks=()
    )
    if contract is not None:
        first += len(record.calls or ())
        changed = replace(changed, calls=None, contract=contract)
    deal = changed.deal()
    if deal.play is None:
        return Supposed(changed, 0, len(record.played), None, first)
    kept, why = _fitting(deal.play, record)
    return Supposed(replace(changed, played=record.played[:kept]), kept, len(record.played) - kept, why, first)


def swapped(hands: tuple[Mask, Mask], swap: Swap) -> tuple[Mask, Mask]:
    """The *hands* with the two cards of *swap* in each other's places.

    Raises:
        ValueError: when they are not one card of each hand.
    """
    both = bit(swap[0]) | bit(swap[1])
    if any((hand & both).bit_count() != 1 for hand in hands):
        raise ValueError("only a card of each hand can change places")
    return hands[0] ^ both, hands[1] ^ both


def with_price(record: Record) -> Record:
    """*record* under its own rules, but for the price of a failed contract, where it had none."""
    ruleset = record.ruleset
    return record if ruleset.undertrick else replace(record, ruleset=replace(ruleset, undertrick=PENALTY.undertrick))


def _fitting(play: Play, record: Record) -> tuple[int, Message | None]:
    """How many of the recorded cards can be played one after the other from *play* on, and why not the next."""
    held = (record.north, record.south)
    for index, card in enumerate(record.played):
        try:
            play = play.apply(card)
        except RuleError as error:
            by = next(seat for seat in SEATS if held[seat] & bit(card))
            return index, _reason(play, card, by, error.rule)
    return len(record.played), None


def _reason(play: Play, card: Card, by: Seat, rule: str) -> Message:
    """Why *card*, which *by* played in the hand as it was, cannot be played in *play*."""
    kind = rule if rule == "follow-suit" else "other-hand"
    if play.turn != by:
        kind = "turn"
    values: dict[str, object] = {
        "trick": sum(play.tricks) + 1,
        "seat": SEAT_NAMES[by],
        "other": SEAT_NAMES[play.turn],
        "card": words.card_words(card),
    }
    if play.led is not None:
        values["suit"] = SUIT_NAMES[play.led // 13]
    return Message(REASONS[kind], values)
