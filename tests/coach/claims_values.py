"""The values of a sentence read back: the cards and calls it names, the seats, suits and numbers."""

from collections.abc import Iterator
from itertools import pairwise

from tutor.cards import Seat
from tutor.coach.telling.marks import Marked
from tutor.messages import Message

SEATS = {"North": Seat.NORTH, "South": Seat.SOUTH}
SUITS = {"clubs": 0, "diamonds": 1, "hearts": 2, "spades": 3}
STRAINS = {**SUITS, "no-trump": 4}
LOW_CARDS = {"a low club": 0, "a low diamond": 1, "a low heart": 2, "a low spade": 3}

COUNTS = {
    "one trick": ("%(count)s tricks", "tricks"),
    "one point": ("%(count)s points", "points"),
}
"""What is counted by messages inside sentences: the plural, and the name of the thing."""

JOINED = "%(first)s, %(next)s"
AND = "%(first)s and %(last)s"
OR = "%(first)s or %(last)s"
RANGE = "any bid in %(strain)s from %(first)s to %(last)s"

CALLED = "%(call)s by %(seat)s"

PIECES = {"no trick", *SEATS, *STRAINS, *LOW_CARDS, *COUNTS, JOINED, AND, OR, RANGE, CALLED}
"""The templates of the messages that stand inside sentences."""


def named(message: Message, name: str) -> Seat:
    """The seat in a place of *message*."""
    value = message.values[name]
    assert isinstance(value, Message)
    return SEATS[value.sentence]


def suit_named(message: Message, name: str) -> int:
    """The suit in a place of *message*."""
    value = message.values[name]
    assert isinstance(value, Message)
    return SUITS[value.sentence]


def strain_named(message: Message, name: str) -> int:
    """The strain in a place of *message*: a suit or 4."""
    value = message.values[name]
    assert isinstance(value, Message)
    return STRAINS[value.sentence]


def counted(message: Message, name: str, thing: str) -> int:
    """How many of *thing* a place of *message* counts."""
    value = message.values[name]
    assert isinstance(value, Message)
    assert COUNTS[value.sentence] == (value.many, thing)
    return value.count


def number(message: Message, name: str) -> int:
    """The number in a place of *message*."""
    value = message.values[name]
    assert isinstance(value, int)
    return value


def action(message: Message, name: str) -> int:
    """The one card or call in a place of *message*."""
    (one,) = _actions(message.values[name])
    return one


def actions(message: Message, name: str, last: str) -> list[int]:
    """The cards or calls listed in a place of *message*, none twice; *last* joins the last of several."""
    found = list(_actions(message.values[name], last))
    assert len(set(found)) == len(found)
    return found


def sequence(message: Message, name: str, last: str) -> list[int]:
    """The calls in a place of *message* in their order; one may come twice."""
    return list(_actions(message.values[name], last))


def callers(value: object) -> list[Seat]:
    """Who makes each of the calls listed in *value*, in their order."""
    assert isinstance(value, Message)
    if value.sentence == CALLED:
        return [named(value, "seat")]
    last = value.values["next" if value.sentence == JOINED else "last"]
    return [*callers(value.values["first"]), *callers(last)]


def card_or_suit(message: Message, name: str) -> tuple[int | None, int]:
    """The card in a place of *message*, or None when only its suit is told; and the suit."""
    value = message.values[name]
    if isinstance(value, Message):
        return None, LOW_CARDS[value.sentence]
    card = action(message, name)
    return card, card // 13


def cards_named(value: object) -> Iterator[int]:
    """All cards that are named in a message, at any depth, in places that its template shows."""
    if isinstance(value, Marked):
        yield from (each for each in value.actions if each < 52)
    elif isinstance(value, Message):
        for name, inner in value.values.items():
            if f"%({name})s" in value.sentence + (value.many or ""):
                yield from cards_named(inner)


def _actions(value: object, last: str | None = None) -> Iterator[int]:
    if isinstance(value, Marked):
        # In a mark stand one call or the cards of one suit, from the top.
        assert len(value.actions) == 1 or len({card // 13 for card in value.actions}) == 1
        assert all(above > below for above, below in pairwise(value.actions))
        assert len(value.actions) == 1 or max(value.actions) < 52
        yield from value.actions
        return
    assert isinstance(value, Message)
    if value.sentence == CALLED:
        yield from _actions(value.values["call"])
        return
    if value.sentence == RANGE:
        (low,), (high,) = _actions(value.values["first"]), _actions(value.values["last"])
        assert 55 <= low < high
        assert low % 5 == high % 5 == strain_named(value, "strain")
        yield from range(low, high + 1, 5)
        return
    assert value.sentence in ((JOINED,) if last is None else (JOINED, last)), value.sentence
    yield from _actions(value.values["first"])
    yield from _actions(value.values["next" if value.sentence == JOINED else "last"])
