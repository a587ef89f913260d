"""A second solver that knows the rules and nothing else.

It is written from the rules alone, shares no code with the program and takes no short cut: every legal card is tried,
equal cards and hopeless ones included, and the only thing remembered is the value of a position already met.

A card is a pair of a suit letter and a rank from 2 to 14; a hand is a frozenset of cards; a trump suit is a letter or
None. A value is the tricks that the player *to play* takes from now on, the trick on the table included.
"""

Card = tuple[str, int]
Cards = frozenset[Card]


def legal_replies(hand: Cards, led: Card) -> list[Card]:
    """The cards of *hand* that may be played to *led*: follow suit if able, otherwise anything."""
    following = [card for card in hand if card[0] == led[0]]
    return following or list(hand)


def reply_wins(led: Card, reply: Card, trump: str | None) -> bool:
    """Whether *reply* takes the trick: the highest trump wins, else the highest card of the suit led."""
    if reply[0] == trump and led[0] != trump:
        return True
    return reply[0] == led[0] and reply[1] > led[1]


class BruteForce:
    """Plain minimax in one strain; what it has worked out it keeps for as long as the object lives."""

    def __init__(self, trump: str | None) -> None:
        self.trump = trump
        self._known: dict[tuple[Cards, Cards, Card | None], int] = {}

    def value(self, mine: Cards, theirs: Cards, led: Card | None = None) -> int:
        """Tricks for the holder of *mine*, who is to play: to the card *led* by the holder of *theirs*, or on lead."""
        if not mine:
            return 0
        key = mine, theirs, led
        if key not in self._known:
            self._known[key] = max(self.card_values(mine, theirs, led).values())
        return self._known[key]

    def card_values(self, mine: Cards, theirs: Cards, led: Card | None = None) -> dict[Card, int]:
        """The same for each legal card of *mine*."""
        if led is None:
            return {card: len(mine) - self.value(theirs, mine - {card}, card) for card in mine}
        values = {}
        for card in legal_replies(mine, led):
            rest = mine - {card}
            if reply_wins(led, card, self.trump):
                values[card] = 1 + self.value(rest, theirs)
            else:
                values[card] = len(rest) - self.value(theirs, rest)
        return values
