"""Cards and calls inside a sentence, so that a page can set them left to right and in colour, and a terminal too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor.cards import RANK_LETTERS, Card, Strain, rank_of, suit_of
from tutor.coach.grouping import grouped
from tutor.messages import N_, Mark, Message
from tutor.rules import ALL_CALLS, PASS, SUIT_NAMES, Action, action_name, call_name, is_bid, level_of, strain_of

FEW_LEVELS: Final = 3
"""Bids of a strain that are named one by one."""

STRAIN_NAMES: Final = (*SUIT_NAMES, Message(N_("no-trump")))
"""The strains in words, clubs first."""

SYMBOLS: Final = "♣♦♥♠"
"""The symbols of the suits, clubs first."""


@dataclass(frozen=True, slots=True)
class Marked(Mark):
    """A call, a card, or several cards of one suit.

    Attributes:
        actions: one call, or the cards, at least one, in the order in which they are shown.
    """

    actions: tuple[Action, ...]

    def plain(self) -> str:
        """``♠A``, ``♠AKQ``, ``1♠``, ``Pass``."""
        first = self.actions[0]
        if first < PASS:
            return SYMBOLS[suit_of(first)] + "".join(RANK_LETTERS[rank_of(card)] for card in self.actions)
        if is_bid(first) and strain_of(first) != Strain.NOTRUMP:
            return f"{level_of(first)}{SYMBOLS[strain_of(first)]}"
        return call_name(first)


def marked(*actions: Action) -> Marked:
    """The mark of a call, of a card or of cards of one suit."""
    return Marked(actions)


_NAMED: Final = {action_name(action): marked(action) for action in (*range(PASS), *ALL_CALLS)}


def with_marks(message: Message) -> Message:
    """*message* with marks for the cards and calls that it names: the rules name them as files do, ``1C``."""
    values = {
        place: _NAMED.get(value, value) if isinstance(value, str) else value for place, value in message.values.items()
    }
    return replace(message, values=values)


def marked_cards(cards: Iterable[Card]) -> object:
    """*cards* for a sentence: those of a suit together, from the top, joined as a list is; see :func:`listed`."""
    ordered = sorted(cards, reverse=True)
    return listed([Marked(group) for group in grouped(ordered)])


def marked_choices(actions: Iterable[Action]) -> object:
    """Choices that are as good as each other, for a sentence: the cards of a suit, the levels of a strain together."""
    return listed([each for group in grouped(actions) for each in _choices(group)], either=True)


def marked_apart(actions: Iterable[Action]) -> object:
    """Choices as :func:`marked_choices` has them, but each card by itself: “♣3 or ♣2”, for “♣32” reads as a number."""
    parts = [
        mark
        for group in grouped(actions)
        for mark in ([marked(card) for card in group] if group[0] < PASS else _choices(group))
    ]
    return listed(parts, either=True)


def _choices(group: Sequence[Action]) -> Iterator[object]:
    """One mark for cards of a suit, one for each of a few bids, and for many bids of a strain from where to where."""
    if group[0] < PASS:
        yield Marked(tuple(group))
    elif len(group) <= FEW_LEVELS:
        yield from (marked(call) for call in group)
    else:
        bids = {"strain": STRAIN_NAMES[strain_of(group[0])], "first": marked(group[0]), "last": marked(group[-1])}
        yield Message(N_("any bid in %(strain)s from %(first)s to %(last)s"), bids)


def listed(items: Sequence[object], *, either: bool = False) -> object:
    """*items* joined for a sentence: ``A``, ``A and B``, ``A, B and C``; with *either*, ``or`` for ``and``."""
    if len(items) == 1:
        return items[0]
    joined = items[0]
    for item in items[1:-1]:
        joined = Message(N_("%(first)s, %(next)s"), {"first": joined, "next": item})
    last = N_("%(first)s or %(last)s") if either else N_("%(first)s and %(last)s")
    return Message(last, {"first": joined, "last": items[-1]})
