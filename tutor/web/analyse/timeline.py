"""A reviewed hand as a row of moments, and what each moment looks like in the lists beside the board.

A *ply* numbers the moments: ply ``k`` stands before the action number ``k`` of what was recorded (0 is the first), the
last ply after all of them. A hand that is supposed to be another one may begin later than the recorded one; its moments
keep the plies of that, so that an address means the same place in both.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from tutor.cards import SEATS, Card, Seat
from tutor.coach.facts import Decision, decide
from tutor.coach.review import Review, states
from tutor.coach.telling.speaking import plain_step, spoken_step
from tutor.rules import Action, Deal, Phase
from tutor.rules.play import SEAT_NAMES
from tutor.web.analyse.sidelines import Grove
from tutor.web.parts.board import CallFace, CardFace, action_face

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


def timeline(review: Review, first: int = 0) -> tuple[Moment, ...]:
    """The moments of a reviewed hand, the one after the last action included; *first* is the ply of the first."""
    decisions = iter(review.decisions)
    moments = [
        Moment(ply, deal, action, None if deal.phase is Phase.DRAW else next(decisions))
        for ply, (deal, action) in enumerate(states(review.record), start=first)
    ]
    end = review.deal
    last = None
    if end.phase in (Phase.AUCTION, Phase.PLAY):
        last = decide(end, opponent=review.opponent, table=review.table)
    return (*moments, Moment(first + len(moments), end, None, last))


def moment_at(moments: tuple[Moment, ...], ply: int) -> Moment:
    """The moment *ply* of *moments*, or the nearest there is."""
    first = moments[0].ply
    return moments[min(max(ply - first, 0), len(moments) - 1)]


@dataclass(frozen=True, slots=True)
class Step:
    """One action in a list of moves.

    Attributes:
        ply: where it stands.
        face: the card or call.
        words: what happened, and what it cost where that is shown, as a sentence.
        points: points it cost; 0 where that is not shown.
        tricks: tricks it cost; 0 where that is not shown.
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
        groves: the side lines that leave the hand here.
    """

    number: int
    cells: tuple[Step | None, Step | None]
    leader: Seat | None = None
    winner: Seat | None = None
    drawn: tuple[CardFace | CallFace, CardFace | CallFace] | None = None
    groves: tuple[Grove, ...] = ()


@dataclass(frozen=True, slots=True)
class Moves:
    """The three lists of moves; *after* are the side lines that leave the hand at its end."""

    draw: tuple[Row, ...]
    auction: tuple[Row, ...]
    play: tuple[Row, ...]
    after: tuple[Grove, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """What the lists of moves show besides the moves.

    Attributes:
        current: the ply on the board; None when a side line is on it.
        link: where a ply is found.
        values: whether it is shown what a move cost.
        groves: the side lines, by the ply they leave from.
    """

    current: int | None
    link: PlyLink
    values: bool = True
    groves: Mapping[int, Grove] = field(default_factory=dict)


def step_of(moment: Moment, listing: Listing) -> Step:
    """The step at *moment*, which has an action."""
    assert moment.action is not None
    decision = moment.decision if listing.values else None
    said = plain_step(moment.deal, moment.action) if decision is None else spoken_step(decision, moment.action)
    return Step(
        moment.ply,
        action_face(moment.action),
        str(said),
        decision.loss_points if decision else 0,
        decision.loss_tricks if decision else 0,
        moment.ply == listing.current,
        listing.link(moment.ply),
    )


def moves(moments: tuple[Moment, ...], listing: Listing) -> Moves:
    """The moves of a hand as rows."""
    played: dict[Phase, list[tuple[Seat, Step]]] = {phase: [] for phase in Phase}
    for moment in moments:
        if moment.action is not None and moment.deal.turn is not None:
            played[moment.deal.phase].append((moment.deal.turn, step_of(moment, listing)))
    end = moments[-1].deal
    draw_winners = end.draw.winners if end.draw else ()
    drawn = end.draw.drawn if end.draw else ()
    draw_rows = [
        _row(
            n,
            pair,
            draw_winners[n] if n < len(draw_winners) else None,
            (action_face(drawn[n][0]), action_face(drawn[n][1])) if n < len(drawn) else None,
        )
        for n, pair in enumerate(_pairs(played[Phase.DRAW]))
    ]
    call_rows = _call_rows(played[Phase.AUCTION], end.dealer)
    play_rows = [_row(n, pair, _winner(moments, pair)) for n, pair in enumerate(_pairs(played[Phase.PLAY]))]
    after = listing.groves.get(moments[-1].ply)
    return Moves(
        _with_groves(draw_rows, listing),
        _with_groves(call_rows, listing),
        _with_groves(play_rows, listing),
        () if after is None else (after,),
    )


def _with_groves(rows: list[Row], listing: Listing) -> tuple[Row, ...]:
    """*rows* with the side lines that leave the hand in each, in the order of their plies."""
    if not listing.groves:
        return tuple(rows)
    grown = []
    for row in rows:
        plies = sorted(step.ply for step in row.cells if step is not None and step.ply in listing.groves)
        grown.append(replace(row, groves=tuple(listing.groves[ply] for ply in plies)) if plies else row)
    return tuple(grown)


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
    before, after = moment_at(moments, pair[0][1].ply).deal.play, moment_at(moments, pair[1][1].ply + 1).deal.play
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
