"""A position by itself, played out card by card: for the position page and the solved puzzle."""

from collections.abc import Callable
from dataclasses import dataclass

from tutor.cards import SEATS, Card, Strain
from tutor.coach import words
from tutor.coach.telling.marks import STRAIN_NAMES
from tutor.messages import translate
from tutor.notation import parse_card
from tutor.rules import Action, Play, Position
from tutor.rules.play import SEAT_NAMES
from tutor.solver import best_line, card_values
from tutor.web.analyse.timeline import TableTrick
from tutor.web.parts.board import CardFace, HandView, card_face, hand_view, trick_worths
from tutor.web.parts.lines import Line, play_line

CardsLink = Callable[[tuple[Card, ...]], str]


@dataclass(frozen=True, slots=True)
class PositionBoard:
    """Everything the page of a position shows."""

    hands: tuple[HandView, HandView]
    strain_words: str
    turn: str
    tricks: tuple[int, int]
    table: TableTrick
    value: str
    line: Line
    tried: tuple[CardFace, ...]
    first: str | None
    back: str | None
    forward: str | None
    over: bool
    values: bool


def read_cards(position: Position, text: str) -> tuple[Card, ...]:
    """The cards of *text* (``SQ-S3``), legal one after the other from *position* on.

    Raises:
        NotationError: when one cannot be read.
        RuleError: when one is not legal.
    """
    cards = tuple(parse_card(part) for part in text.split("-")) if text else ()
    position.play.run(cards)
    return cards


def trick_on_table(play: Play, start: Play) -> TableTrick:
    """The trick on the table of *play*, which came from *start*: the one in progress, else the last one."""
    cards: list[CardFace | None] = [None, None]
    if play.led is not None:
        cards[play.turn.other] = card_face(play.led)
        return TableTrick((cards[0], cards[1]))
    laid = ((start.led,) if start.led is not None else ()) + play.played
    if len(laid) < 2:
        return TableTrick((None, None))
    for card in laid[-2:]:
        seat = next(seat for seat in SEATS if (start.hands[seat] >> card & 1) or _led_by(start, card) == seat)
        cards[seat] = card_face(card)
    return TableTrick((cards[0], cards[1]), last=True, winner=play.turn)


def _led_by(start: Play, card: Card) -> int | None:
    """Who led *card* when it lay on the table at the start."""
    return start.turn.other if card == start.led else None


def play_hands(
    play: Play,
    *,
    values: bool,
    link: Callable[[Action], str] | None,
    taken: Card | None = None,
    form: str | None = None,
) -> tuple[HandView, HandView]:
    """Both hands of *play*; with *values* every legal card shows the tricks its seat takes in all.

    A legal card leads where *link* says, or sends the form with the id *form*.
    """
    legal = () if play.over else play.legal()
    worths = trick_worths(card_values(Position.of(play)), play.tricks[play.turn]) if values and legal else {}
    views = [
        hand_view(
            play.hands[seat],
            seat,
            turn=not play.over and play.turn == seat,
            worths=dict(worths) if play.turn == seat else None,
            legal=legal if play.turn == seat else (),
            link=link,
            form=form,
            taken=taken,
        )
        for seat in SEATS
    ]
    return views[0], views[1]


def strain_name(strain: Strain) -> str:
    """``Trumps: spades``, ``No-trump``."""
    if strain == Strain.NOTRUMP:
        return translate("No-trump")
    return translate("Trumps: %(suit)s", suit=STRAIN_NAMES[strain])


def position_board(
    position: Position, tried: tuple[Card, ...], link: CardsLink, *, values: bool = True
) -> PositionBoard:
    """The page of *position* after the cards *tried*; without *values* nothing of what best play comes to."""
    start = position.play
    play = start.run(tried)
    line = best_line(Position.of(play)) if values and not play.over else ()
    return PositionBoard(
        hands=play_hands(play, values=values, link=lambda card: link((*tried, card))),
        strain_words=strain_name(position.strain),
        turn="" if play.over else str(SEAT_NAMES[play.turn]),
        tricks=play.tricks,
        table=trick_on_table(play, start),
        value=_value(play) if values or play.over else "",
        line=play_line(play, line),
        tried=tuple(card_face(card) for card in tried),
        first=link(()) if tried else None,
        back=link(tried[:-1]) if tried else None,
        forward=link((*tried, line[0])) if line else None,
        over=play.over,
        values=values,
    )


def _value(play: Play) -> str:
    north, south = play.tricks
    if not play.over:
        mine = max(card_values(Position.of(play)).values())
        left = Position.of(play).tricks_left
        more = (mine, left - mine) if play.turn == 0 else (left - mine, mine)
        north, south = north + more[0], south + more[1]
        return translate("With best play North takes %(north)s, South %(south)s.", **_in_words(north, south))
    return translate("The end: North has %(north)s, South %(south)s.", **_in_words(north, south))


def _in_words(north: int, south: int) -> dict[str, object]:
    return {"north": words.trick_count(north), "south": words.trick_count(south)}
