"""What the learner knows of the 52 cards, as a chart: the own cards, those that are gone, and the opponent's."""

from dataclasses import dataclass
from typing import Final

from tutor.cards import FULL_DECK, RANK_LETTERS, SUITS_HIGH_FIRST, Mask, bit
from tutor.coach.dealing import HONOURS, PracticeHand
from tutor.messages import N_, P_, Message, translate
from tutor.rules import Deal
from tutor.rules.play import SUIT_NAMES

STATES: Final = {
    "own": Message(N_("yours")),
    "theirs": Message(N_("the opponent’s")),
    "gone": Message(N_("thrown away")),
    "played": Message(N_("played")),
}
"""Where a card may be, in words. What is neither one's own nor gone nor played is the opponent's."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card in the chart and where it is: one of :data:`STATES`."""

    rank: str
    state: str
    words: str


@dataclass(frozen=True, slots=True)
class SuitSpots:
    """A suit in the chart, the highest card first."""

    suit: str
    words: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CountChart:
    """What the learner knows of the cards.

    Attributes:
        rows: the suits.
        states: the states that occur, with their words, for the key.
        title: what the chart is.
        hint: how to read it.
    """

    rows: tuple[SuitSpots, ...]
    states: tuple[tuple[str, str], ...]
    title: str
    hint: str


def count_chart(hand: PracticeHand, deal: Deal, *, revealed: bool = False) -> CountChart | None:
    """The chart of what the learner knows when *deal*, which began as *hand*, has come so far.

    None where both hands are open, or *revealed*: there is nothing to be worked out.
    """
    if revealed or hand.knowledge == "open":
        return None
    seen = hand.shown(deal)
    honours = hand.knowledge == "honours"
    deck = HONOURS if honours else FULL_DECK
    played: Mask = 0
    if deal.play is not None:
        for card in deal.play.played:
            played |= bit(card)
    places = (("own", seen.hand & ~played), ("played", played), ("gone", seen.gone))
    rows = tuple(_row(suit, deck, places) for suit in SUITS_HIGH_FIRST)
    occurring = {spot.state for row in rows for spot in row.spots}
    states = tuple((state, str(words)) for state, words in STATES.items() if state in occurring)
    left = sum(spot.state == "theirs" for row in rows for spot in row.spots)
    if honours:
        title = translate("The honours")
        hint = translate("You noticed which honours were thrown away in the draw phase, and no more.")
    else:
        title = translate("The 52 cards")
        hint = translate("You counted all 26 cards thrown away in the draw phase.")
    forms = P_("One is left: it is the opponent’s.", "%(count)s are left: they are the opponent’s.")
    said = str(Message.counted(forms, left)) if left else translate("None is left for the opponent.")
    return CountChart(rows, states, title, f"{hint} {said}")


def _row(suit: int, deck: Mask, places: tuple[tuple[str, Mask], ...]) -> SuitSpots:
    spots = []
    for rank in range(12, -1, -1):
        card = bit(13 * suit + rank)
        if deck & card:
            state = next((name for name, mask in places if mask & card), "theirs")
            spots.append(Spot(RANK_LETTERS[rank].replace("T", "10"), state, str(STATES[state])))
    return SuitSpots("CDHS"[suit], str(SUIT_NAMES[suit]), tuple(spots))
