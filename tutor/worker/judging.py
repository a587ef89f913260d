"""What the coach finds in a hand, as the numbers and names that are kept of it."""

from tutor.cards import SEATS, Seat
from tutor.coach.accuracy import Accuracy, accuracy
from tutor.coach.reasons.recognising import themes_of_taken
from tutor.coach.review import Review, review
from tutor.notation.record import Record
from tutor.rules import action_name
from tutor.solver.bidding import Opponent
from tutor.store.hands import Figures, KeptMistake


def judge(record: Record, *, opponent: Opponent = "perfect") -> Figures:
    """What the coach finds in *record*.

    Args:
        record: a finished hand or any part of one.
        opponent: how the other seat is taken to call when a call is judged.

    Raises:
        RuleError: when an action of the record is illegal.
    """
    return figures(review(record, opponent=opponent))


def figures(made: Review) -> Figures:
    """What is kept of the review *made*, the themes of its mistakes included."""
    contract, turning = made.deal.contract, made.turning_point
    north, south = (_accuracy(made, seat) for seat in SEATS)
    return Figures(
        contract="" if contract is None else f"{contract.bid}{contract.declarer.letter}",
        tricks=made.tricks,
        score=made.score,
        points=(made.points_lost(SEATS[0]), made.points_lost(SEATS[1])),
        right=(north[0], south[0]),
        counted=(north[1], south[1]),
        turning_ply=None if turning is None else made.ply_of(turning),
        mistakes=tuple(
            KeptMistake(
                ply=ply,
                seat=decision.seat.letter,
                phase=decision.phase.value,
                action=action_name(decision.taken),
                loss_points=decision.loss_points,
                loss_tricks=decision.loss_tricks,
                themes=tuple(theme.value for theme in themes_of_taken(decision)),
            )
            for ply, decision in enumerate(made.decisions, start=made.drawn)
            if decision.mistake and decision.taken is not None
        ),
    )


def _accuracy(made: Review, seat: Seat) -> tuple[int, int]:
    """How many decisions of *seat* lost nothing, of those that mattered, in both phases together."""
    found: Accuracy | None = accuracy(made.of(seat))
    return (0, 0) if found is None else (found.right, found.decisions)
