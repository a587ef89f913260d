"""A reviewed hand as a row of moments, and what each moment looks like in the lists beside the board.

A *ply* numbers the moments: ply ``k`` stands before the action number ``k`` of what was recorded (0 is the first), the
last ply after all of them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tutor.cards import SEATS, Card, Seat
from tutor.coach.facts import Decision, decide
from tutor.coach.review import Review, states
from tutor.rules import Action, Deal, Phase
from tutor.rules.play import SEAT_NAMES
from tutor.web import words
from tutor.web.board import CallFace, CardFace, action_face

PlyLink = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of a hand.

    Attributes:
        ply: its number.
        deal: the deal at this moment.
        action: what was done next; None at the last moment.
        decision: every choice and its value; None in the draw phase, which is not judged, and when nothing is to be
            chosen.
    """

    ply: int
    deal: Deal
    action: Action | None
    decision: Decision | None


def timeline(review: Review) -> tuple[Moment, ...]:
    """The moments of a reviewed hand, the one after the last action included."""
    decisions = iter(review.decisions)
    moments = [
        Moment(ply, deal, action, None if deal.phase is Phase.DRAW else next(decisions))
        for ply, (deal, action) in enumerate(states(review.record))
    ]
    end = review.deal
    last = None
    if end.phase in (Phase.AUCTION, Phase.PLAY):
        last = decide(end, opponent=review.opponent, table=review.table)
    return (*moments, Moment(len(moments), end, None, last))


@dataclass(frozen=True, slots=True)
class Step:
    """One action in a list of moves.

    Attributes:
        ply: where it stands.
        face: the card or call.
        words: what happened and what it was worth, as a sentence.
        points: points it cost.
        tricks: tricks it cost.
        current: whether the board shows this moment.
        href: the link to that moment.
    """

    ply: int
    face: CardFace | CallFace
    words: str
    points: int
    tricks: int
    current: bool
    href: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a list of moves: a round of calls or a trick, one cell for each seat.

    Attributes:
        number: 1 the first.
        cells: North's step and South's; None where there is none.
        leader: who called or led first.
        winner: who won the trick; None for calls and unfinished tricks.
        drawn: the cards that North and South drew after a trick of the draw phase.
    """

    number: int
    cells: tuple[Step | None, Step | None]
    leader: Seat | None = None
    winner: Seat | None = None
    drawn: tuple[CardFace | CallFace, CardFace | CallFace] | None = None


@dataclass(frozen=True, slots=True)
class Moves:
    """The three lists of moves."""

    draw: tuple[Row, ...]
    auction: tuple[Row, ...]
    play: tuple[Row, ...]


def step_of(moment: Moment, current: int, link: PlyLink) -> Step:
    """The step at *moment*, which has an action."""
    assert moment.action is not None
    decision = moment.decision
    said = [str(words.action_words(moment.action))]
    if decision is not None:
        said += [str(m) for m in words.judgement(decision, moment.action)]
    return Step(
        moment.ply,
        action_face(moment.action),
        ": ".join((said[0], " ".join(said[1:]))) if said[1:] else said[0],
        decision.loss_points if decision else 0,
        decision.loss_tricks if decision else 0,
        moment.ply == current,
        link(moment.ply),
    )


def moves(moments: tuple[Moment, ...], current: int, link: PlyLink) -> Moves:
    """The moves of a hand as rows; *current* is the ply on the board."""
    played: dict[Phase, list[tuple[Seat, Step]]] = {phase: [] for phase in Phase}
    for moment in moments:
        if moment.action is not None and moment.deal.turn is not None:
            played[moment.deal.phase].append((moment.deal.turn, step_of(moment, current, link)))
    end = moments[-1].deal
    draw_winners = end.draw.winners if end.draw else ()
    drawn = end.draw.drawn if end.draw else ()
    return Moves(
        tuple(
            _row(
                n,
                pair,
                draw_winners[n] if n < len(draw_winners) else None,
                (action_face(drawn[n][0]), action_face(drawn[n][1])) if n < len(drawn) else None,
            )
            for n, pair in enumerate(_pairs(played[Phase.DRAW]))
        ),
        tuple(_call_rows(played[Phase.AUCTION], end.dealer)),
        tuple(_row(n, pair, _winner(moments, pair)) for n, pair in enumerate(_pairs(played[Phase.PLAY]))),
    )


def _pairs(steps: list[tuple[Seat, Step]]) -> list[list[tuple[Seat, Step]]]:
    return [steps[i : i + 2] for i in range(0, len(steps), 2)]


def _row(
    number: int,
    pair: list[tuple[Seat, Step]],
    winner: Seat | None,
    drawn: tuple[CardFace | CallFace, CardFace | CallFace] | None = None,
) -> Row:
    cells = dict(pair)
    return Row(number + 1, (cells.get(Seat.NORTH), cells.get(Seat.SOUTH)), pair[0][0], winner, drawn)


def _call_rows(steps: list[tuple[Seat, Step]], dealer: Seat) -> list[Row]:
    """Rounds of calls: North's column stands first, so a South dealer's first round holds one call only."""
    rows = []
    start = 0
    if dealer == Seat.SOUTH and steps:
        rows.append(Row(1, (None, steps[0][1])))
        start = 1
    for index in range(start, len(steps), 2):
        cells = dict(steps[index : index + 2])
        rows.append(Row(len(rows) + 1, (cells.get(Seat.NORTH), cells.get(Seat.SOUTH))))
    return rows


def _winner(moments: tuple[Moment, ...], pair: list[tuple[Seat, Step]]) -> Seat | None:
    """Who won the trick of *pair*: whose count went up in the moment after it."""
    if len(pair) < 2:
        return None
    before, after = moments[pair[0][1].ply].deal.play, moments[pair[1][1].ply + 1].deal.play
    assert before is not None
    assert after is not None
    return next(seat for seat in SEATS if after.tricks[seat] > before.tricks[seat])


@dataclass(frozen=True, slots=True)
class TableTrick:
    """What lies on the table.

    Attributes:
        cards: North's card and South's; None where there is none.
        last: whether it is the trick just finished, shown until the next is led.
        winner: who won it; None while it is in progress.
    """

    cards: tuple[CardFace | None, CardFace | None]
    last: bool = False
    winner: Seat | None = None

    @property
    def winner_name(self) -> str:
        """The winner's seat in words, "" while the trick is in progress."""
        return "" if self.winner is None else str(SEAT_NAMES[self.winner])


def table_trick(deal: Deal) -> TableTrick:
    """The trick on the table in *deal*: the one in progress, else the last one, else nothing."""
    state = deal.draw if deal.phase is Phase.DRAW else deal.play
    if state is None:
        return TableTrick((None, None))
    if state.led is not None:
        return _laid(state.turn.other, state.led, None)
    if not state.played:
        return TableTrick((None, None))
    led, reply = state.played[-2:]
    leader = _leader_of_last(deal)
    laid = _laid(leader, led, reply)
    return TableTrick(laid.cards, last=True, winner=state.turn)


def _laid(leader: Seat, led: Card, reply: Card | None) -> TableTrick:
    faces: list[CardFace | None] = [None, None]
    for seat, card in ((leader, led), (leader.other, reply)):
        face = None if card is None else action_face(card)
        assert face is None or isinstance(face, CardFace)
        faces[seat] = face
    return TableTrick((faces[0], faces[1]))


def _leader_of_last(deal: Deal) -> Seat:
    """Who led the last finished trick: who won the one before it, or the first leader."""
    if deal.phase is Phase.DRAW:
        assert deal.draw is not None
        return deal.draw.winners[-2] if len(deal.draw.winners) > 1 else deal.dealer.other
    assert deal.play is not None
    assert deal.start_hands is not None
    led = deal.play.played[-2]
    return Seat.NORTH if deal.start_hands[Seat.NORTH] >> led & 1 else Seat.SOUTH
