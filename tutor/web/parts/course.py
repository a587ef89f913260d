"""What has happened so far, as a list to read: round by round and trick by trick, with the learner's own choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor.cards import Seat
from tutor.rules import PASS, Action, Deal, Play
from tutor.rules.play import SEAT_NAMES
from tutor.web.parts.board import CallFace, CardFace, action_face


@dataclass(frozen=True, slots=True)
class Step:
    """A call or a card, and what the learner had chosen there; None where that is the same or nothing was asked."""

    face: CardFace | CallFace
    own: CardFace | CallFace | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A round of calls or a trick, finished or not.

    Attributes:
        leader: who called or led first, in words.
        steps: what was called or played.
        winner: who won the trick, in words; "" for calls and for an unfinished trick.
    """

    leader: str
    steps: tuple[Step, ...]
    winner: str = ""


@dataclass(frozen=True, slots=True)
class _Moved:
    """A step with who took it and whose turn it was then."""

    seat: Seat
    action: Action
    after: Seat
    own: Action | None = None


def played_rows(start: Play, end: Play) -> tuple[Row, ...]:
    """The tricks from *start* (a card on the table counted) to *end*, which came from it."""
    moved = [] if start.led is None else [_Moved(start.turn.other, start.led, start.turn)]
    play = start
    for card in end.played:
        after = play.push(card)
        moved.append(_Moved(play.turn, card, after.turn))
        play = after
    return _rows(moved)


def course_rows(start: Deal, actions: Sequence[Action], own: Mapping[int, Action]) -> tuple[Row, ...]:
    """The calls and tricks that *actions* make from *start* on; *own* are the learner's choices, by index."""
    calls: list[_Moved] = []
    cards: list[_Moved] = []
    deal = start
    for index, action in enumerate(actions):
        assert deal.turn is not None
        seat, deal = deal.turn, deal.apply(action)
        after = deal.play.turn if deal.play is not None else deal.turn or seat
        moved = _Moved(seat, action, after, own.get(index))
        (cards if action < PASS else calls).append(moved)
    return (*_rows(calls), *_rows(cards))


def _rows(moved: Sequence[_Moved]) -> tuple[Row, ...]:
    return tuple(_row(moved[at : at + 2]) for at in range(0, len(moved), 2))


def _row(pair: Sequence[_Moved]) -> Row:
    steps = tuple(
        Step(action_face(each.action), None if each.own in (None, each.action) else action_face(each.own))
        for each in pair
    )
    won = len(pair) == 2 and pair[1].action < PASS
    return Row(str(SEAT_NAMES[pair[0].seat]), steps, str(SEAT_NAMES[pair[1].after]) if won else "")
