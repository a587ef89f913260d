"""A line of best play as a page shows it: its calls, then trick by trick who led and who won."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tutor.cards import Card, Seat
from tutor.coach.facts import Decision
from tutor.coach.reasons.call_reasons import CallReasons
from tutor.coach.reasons.explain import CardReasons
from tutor.rules import Action, Deal, Phase, Play
from tutor.rules.play import SEAT_NAMES
from tutor.web.parts.board import CallFace, CardFace, call_face, card_face
from tutor.web.parts.saying import explained


@dataclass(frozen=True, slots=True)
class LineTrick:
    """One trick of a line.

    Attributes:
        number: of the trick in the whole play, 1 the first.
        cells: North's card and South's; a card that lay on the table when the line began is among them.
        leader: who led.
        winner: who won; None for a trick that the line does not finish.
        parts: whether this is the first trick that another player wins than in the line beside it.
    """

    number: int
    cells: tuple[CardFace | None, CardFace | None]
    leader: Seat
    winner: Seat | None
    parts: bool = False

    @property
    def winner_name(self) -> str:
        """The winner in words; "" for an unfinished trick."""
        return "" if self.winner is None else str(SEAT_NAMES[self.winner])


@dataclass(frozen=True, slots=True)
class Line:
    """A line: calls with their callers, and tricks; either may be missing, and nothing at all is false."""

    calls: tuple[tuple[str, CallFace], ...] = ()
    tricks: tuple[LineTrick, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.calls or self.tricks)


def play_line(play: Play, cards: Sequence[Card]) -> Line:
    """The line of *cards* from *play* on."""
    tricks = []
    laid = [] if play.led is None else [(play.turn.other, play.led)]
    for card in cards:
        number = sum(play.tricks) + 1
        laid.append((play.turn, card))
        play = play.push(card)
        if len(laid) == 2:
            tricks.append(_trick(number, laid, play.turn))
            laid = []
    if laid and cards:
        tricks.append(_trick(sum(play.tricks) + 1, laid, None))
    return Line((), tuple(tricks))


def deal_line(deal: Deal, actions: Sequence[Action]) -> Line:
    """The line of the calls and cards *actions* from *deal* on."""
    calls = []
    taken = 0
    while taken < len(actions) and deal.phase is Phase.AUCTION:
        assert deal.turn is not None
        calls.append((str(SEAT_NAMES[deal.turn]), call_face(actions[taken])))
        deal = deal.apply(actions[taken])
        taken += 1
    tricks = () if deal.play is None else play_line(deal.play, actions[taken:]).tricks
    return Line(tuple(calls), tricks)


def best_beside(decision: Decision, action: Action | None) -> tuple[Action, ...]:
    """One line of best play by both from the moment of *decision* on, to stand beside *action*: calls and cards.

    Where *action* is a mistake the line begins with the best choice that the coach's words compare it with: a reader
    looks there for what the words tell. Else it is :attr:`Decision.line`.
    """
    if action is None or decision.choice(action).best:
        return decision.line
    match explained(decision, action).reasons:
        case CardReasons(refutation=refutation):
            return decision.line_after(refutation.instead)
        case CallReasons(instead=instead):
            return decision.line_after(instead)
    return decision.line


def parted(line: Line, other: Line) -> Line:
    """*line*, marked at the first trick that another player wins than in *other*; calls make lines incomparable."""
    if line.calls or other.calls:
        return line
    winners = {trick.number: trick.winner for trick in other.tricks}
    for index, trick in enumerate(line.tricks):
        if trick.winner != winners.get(trick.number):
            marked = replace(trick, parts=True)
            return replace(line, tricks=(*line.tricks[:index], marked, *line.tricks[index + 1 :]))
    return line


def _trick(number: int, laid: Sequence[tuple[Seat, Card]], winner: Seat | None) -> LineTrick:
    faces: list[CardFace | None] = [None, None]
    for seat, card in laid:
        faces[seat] = card_face(card)
    return LineTrick(number, (faces[0], faces[1]), laid[0][0], winner)
