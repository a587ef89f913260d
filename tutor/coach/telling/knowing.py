"""Which of the opponent's cards the words may name: never one that the learner cannot know.

Who counted all the discards knows the opponent's hand, as who sees it does. Who noticed only which honours are gone
knows the opponent's honours, and of the smaller cards only those that have been played.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tutor.cards import Card, Mask, Rank, Seat, rank_of

TEN: Final[Rank] = 8
"""The rank of the lowest honour."""


@dataclass(frozen=True, slots=True)
class Known:
    """What a learner may be told of.

    Attributes:
        seat: the learner's, or None for somebody who sees both hands.
        honours_only: whether the learner knows no card of the opponent's below the ten before it is played.
    """

    seat: Seat | None = None
    honours_only: bool = False

    def may_name(self, card: Card, hands: tuple[Mask, Mask]) -> bool:
        """Whether *card* may be named to the learner when North and South hold *hands*; played cards always may."""
        if self.seat is None or not self.honours_only:
            return True
        return not hands[self.seat.other] >> card & 1 or rank_of(card) >= TEN

    def may_name_all(self, cards: Iterable[Card], hands: tuple[Mask, Mask]) -> bool:
        """Whether each of *cards* may be named."""
        return all(self.may_name(card, hands) for card in cards)


OPEN: Final = Known()
"""Both hands are seen, or every discard was counted, which comes to the same."""
