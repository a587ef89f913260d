"""The review of a finished hand: what every call and every card of it was worth."""

from dataclasses import dataclass
from typing import Any

from tutor.cards import SEATS, STRAINS_LOW_FIRST, Seat
from tutor.coach.facts import Decision, decide
from tutor.notation.record import Record
from tutor.rules import Action, Deal, Phase, action_name, call_name, north_score
from tutor.solver import trick_table
from tutor.solver.bidding import Opponent, Par, par
from tutor.solver.engine import TrickTable


@dataclass(frozen=True, slots=True)
class Review:
    """A record with the facts of every decision in it.

    Attributes:
        record: what was reviewed.
        opponent: how each seat's opponent was taken to call when its calls were judged.
        deal: the deal after all that was recorded.
        table: declarer's tricks of the 13 in every contract.
        par: what perfect calling and play would have come to.
        decisions: one for each recorded call and card of the second phase, in order. The draw phase is not judged.
    """

    record: Record
    opponent: Opponent
    deal: Deal
    table: TrickTable
    par: Par
    decisions: tuple[Decision, ...]

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that changed the deal's score, in order."""
        return tuple(d for d in self.decisions if d.mistake)

    def points_lost(self, seat: Seat) -> int:
        """Points that *seat* gave away in the whole deal."""
        return sum(d.loss_points for d in self.decisions if d.seat == seat)

    @property
    def finished_by_claim(self) -> bool:
        """Whether the play was not recorded to its end, but the tricks that declarer was given are stated."""
        return not self.deal.over and self.deal.contract is not None and self.record.claimed is not None

    @property
    def score(self) -> int | None:
        """Points of the deal as it ended, North's less South's; None when neither cards nor a claim say how."""
        if self.finished_by_claim:
            assert self.record.claimed is not None
            return north_score(self.deal.contract, self.record.claimed, self.record.ruleset)
        return self.deal.score

    @property
    def tricks(self) -> int | None:
        """Tricks that declarer took in all; None without a contract or an end."""
        if self.deal.contract is None or self.score is None:
            return None
        return self.record.claimed if self.finished_by_claim else self.deal.declarer_tricks

    @property
    def outlook(self) -> int:
        """Points, North's less South's, that the deal comes to with perfect play from the last recorded action on.

        Where a claim ended the deal this may differ from the score: the claim was for other tricks than were there.
        """
        if self.deal.score is not None:
            return self.deal.score
        return decide(self.deal, opponent=self.opponent, table=self.table).score


def states(record: Record) -> tuple[tuple[Deal, Action], ...]:
    """Each state that the record went through with the action taken there, the draw phase included."""
    found = []
    deal = record.start()
    for action in record.actions():
        found.append((deal, action))
        deal = deal.apply(action)
    if record.contract is not None and deal.contract is None:
        # The contract is stated, but no recorded auction ends in it.
        deal = deal.with_contract(record.contract)
        for card in record.played:
            found.append((deal, card))
            deal = deal.apply(card)
    return tuple(found)


def review(record: Record, *, opponent: Opponent = "perfect") -> Review:
    """What every call and card of *record* was worth.

    Arguments:
        record: a whole deal or any part of one; its actions must be legal, as readers make sure.
        opponent: how the other seat is taken to call when a call is judged.

    Raises:
        RuleError: when an action of the record is illegal.
    """
    table = trick_table(record.north, record.south)
    decisions = tuple(
        decide(deal, action, opponent=opponent, table=table)
        for deal, action in states(record)
        if deal.phase is not Phase.DRAW
    )
    return Review(record, opponent, record.deal(), table, par(table, record.dealer, record.ruleset), decisions)


def table_names(table: TrickTable) -> dict[str, dict[str, int]]:
    """The trick table as JSON has it: ``{"N": {"C": 6, …, "NT": 7}, "S": {…}}``."""
    return {s.letter: {strain.letter: table[s][strain] for strain in STRAINS_LOW_FIRST} for s in SEATS}


def review_json(made: Review) -> dict[str, Any]:
    """The review as one JSON value; points are North's less South's, losses the mover's.

    ``result`` is declarer's tricks, ``claimed`` whether a claim ended the play. ``decisions`` holds for each call and
    card: ``ply`` (its number among the recorded actions), ``phase``, ``seat``, ``action``, ``value`` (the score it
    leads to), ``tricks`` (in the play: the mover's tricks in all), ``loss`` in tricks and points, ``mistake``,
    ``best``, and ``choices`` with the same figures for every legal action.
    """
    drawn = len(made.record.draw.played) if made.record.draw is not None else 0
    contract = made.deal.contract
    return {
        "rules": str(made.record.ruleset),
        "opponent": made.opponent,
        "dealer": made.record.dealer.letter,
        "contract": None if contract is None else str(contract),
        "result": made.tricks,
        "claimed": made.finished_by_claim,
        "score": made.score,
        "outlook": made.outlook,
        "table": table_names(made.table),
        "par": {
            "contract": None if made.par.contract is None else str(made.par.contract),
            "score": made.par.score,
            "line": [call_name(call) for call in made.par.line],
        },
        "lost": {seat.letter: made.points_lost(seat) for seat in SEATS},
        "decisions": [_decision_json(d, ply) for ply, d in enumerate(made.decisions, start=drawn)],
    }


def _decision_json(decision: Decision, ply: int) -> dict[str, Any]:
    assert decision.taken is not None
    taken = decision.choice(decision.taken)
    return {
        "ply": ply,
        "phase": decision.phase.value,
        "seat": decision.seat.letter,
        "action": action_name(decision.taken),
        "value": taken.score,
        "tricks": taken.tricks,
        "loss": {"tricks": decision.loss_tricks, "points": decision.loss_points},
        "mistake": decision.mistake,
        "best": [action_name(choice.action) for choice in decision.best],
        "choices": {
            action_name(c.action): {
                "value": c.score,
                "tricks": c.tricks,
                "loss": {"tricks": c.loss_tricks, "points": c.loss_points},
            }
            for c in decision.choices
        },
    }
