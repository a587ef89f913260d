"""The review of a finished hand: what every call and every card of it was worth."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from tutor.cards import SEATS, Seat
from tutor.coach.accuracy import Accuracy, accuracy
from tutor.coach.answers import table_names
from tutor.coach.facts import Decision, decide
from tutor.coach.reasons.explain import Explanation, explain
from tutor.coach.summing import summary
from tutor.coach.telling.explanations import Told, tell
from tutor.notation.record import ReadResult, Record
from tutor.rules import Action, Deal, Phase, action_name, call_name, north_score
from tutor.solver import trick_table
from tutor.solver.bidding import Opponent, Par, par
from tutor.solver.engine import TrickTable

JUDGED: Final = (Phase.AUCTION, Phase.PLAY)
"""The phases whose decisions are judged."""


@dataclass(frozen=True)
class Review:
    """A record with the facts of every decision in it.

    A *ply* numbers the recorded actions, those of the draw phase included: 0 is the first.

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

    @cached_property
    def explanations(self) -> tuple[Explanation, ...]:
        """Why each of the :attr:`mistakes` is one, in order; worked out when they are first asked for."""
        return tuple(explain(decision) for decision in self.mistakes)

    def of(self, seat: Seat, phase: Phase | None = None) -> tuple[Decision, ...]:
        """The decisions of *seat*, in *phase* only where one is given, in order."""
        return tuple(d for d in self.decisions if d.seat == seat and phase in (None, d.phase))

    def points_lost(self, seat: Seat, phase: Phase | None = None) -> int:
        """Points that *seat* gave away in the whole deal, or in *phase*."""
        return sum(d.loss_points for d in self.of(seat, phase))

    def accuracy(self, seat: Seat, phase: Phase) -> Accuracy | None:
        """How many of the decisions of *seat* in *phase* that mattered lost nothing; None when none mattered.

        What matters and why it is counted so is said in :mod:`tutor.coach.accuracy`.
        """
        return accuracy(self.of(seat, phase))

    @property
    def turning_point(self) -> Decision | None:
        """The last mistake after which somebody else is to score (:func:`changes_who_scores`); None without a mistake.

        That one decided the deal, because after it who scores never changed by a mistake again. A costlier mistake
        before it did not, if what it gave away was given back: a contract that was made did not turn where, for a
        trick or two, it would have failed. Where no mistake changed who scores, it is the one that gave away the most
        points, the last among equals.
        """
        backwards = self.mistakes[::-1]
        turned = next((d for d in backwards if changes_who_scores(d)), None)
        # The greatest of equals is the first one met.
        return turned or max(backwards, key=lambda d: d.loss_points, default=None)

    @property
    def drawn(self) -> int:
        """Cards of the draw phase that were recorded: the ply of the first decision."""
        return 0 if self.record.draw is None else len(self.record.draw.played)

    def ply_of(self, decision: Decision) -> int:
        """The ply of one of the :attr:`decisions` (ValueError when it is none of them)."""
        return self.drawn + self.decisions.index(decision)

    @cached_property
    def values(self) -> tuple[int | None, ...]:
        """What the deal was worth along the hand: points, North's less South's, with perfect play from each ply on.

        One number for each recorded action, before it is taken, and one for the end. The draw phase is not judged: its
        plies have None. From one number to the next the deal loses what North gave away, or gains what South did.
        Two things change it besides: an auction that breaks off before a stated contract, and, where the calls are
        judged against a natural opponent, any call. The last number is the :attr:`outlook`, whatever was claimed.
        """
        return (*[None] * self.drawn, *(d.score for d in self.decisions), self.outlook)

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

    @cached_property
    def outlook(self) -> int:
        """Points, North's less South's, that the deal comes to with perfect play from the last recorded action on.

        Where a claim ended the deal this may differ from the score: the claim was for other tricks than were there.
        """
        if self.deal.score is not None:
            return self.deal.score
        return decide(self.deal, opponent=self.opponent, table=self.table).score


def changes_who_scores(decision: Decision) -> bool:
    """Whether somebody else is to score after the action taken: North, South or nobody.

    In the play this is the contract's fate: declarer scores when it is made and never when it fails.
    """
    return decision.taken is not None and _sign(decision.score) != _sign(decision.choice(decision.taken).score)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


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


def review_json(made: Review) -> dict[str, Any]:
    """The review as one JSON value; points are North's less South's, losses the mover's.

    ``result`` is declarer's tricks, ``claimed`` whether a claim ended the play. ``lost`` has the points that each seat
    gave away, ``lost_by_phase`` the same in the ``auction`` and in the ``play``, null where nothing of the seat was
    judged there. ``accuracy`` has for each seat and phase how many ``decisions`` mattered, how many of them were
    ``right`` and these in ``percent``, rounded, but 0 or 100 only where none or all of them were; null where none
    mattered (see :mod:`tutor.coach.accuracy`). ``values`` is what the deal was worth before each ply and at the end
    (:attr:`Review.values`), null in the draw phase; ``turning_point`` is the ply of the decision that decided it
    (:attr:`Review.turning_point`), null without a mistake; ``summary`` is the paragraph about the hand, a list of
    sentences.

    ``decisions`` holds for each call and card: ``ply`` (its number among the recorded actions), ``phase``, ``seat``,
    ``action``, ``value`` (the score it leads to), ``tricks`` (in the play: the mover's tricks in all), ``loss`` in
    tricks and points, ``mistake``, ``best``, ``choices`` with the same figures for every legal action, and ``why``,
    which is null unless it was a mistake.

    ``why`` explains a mistake in words (:class:`tutor.coach.telling.explanations.Told`): ``verdict``, a sentence on
    what it cost; ``happens``, ``reason`` and ``instead``, lists of sentences on what happens after it, why, and what to
    do instead, of which ``reason`` is empty where none was found; ``next_time``, a sentence on what to look for next
    time, or null.

    Sentences are in the current language.
    """
    contract, turning_point = made.deal.contract, made.turning_point
    explanations = iter(made.explanations)
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
        "lost_by_phase": {
            seat.letter: {p.value: made.points_lost(seat, p) if made.of(seat, p) else None for p in JUDGED}
            for seat in SEATS
        },
        "accuracy": {seat.letter: {p.value: _accuracy_json(made.accuracy(seat, p)) for p in JUDGED} for seat in SEATS},
        "turning_point": None if turning_point is None else made.ply_of(turning_point),
        "values": list(made.values),
        "summary": [str(sentence) for sentence in summary(made)],
        "decisions": [
            _decision_json(d, ply, next(explanations) if d.mistake else None)
            for ply, d in enumerate(made.decisions, start=made.drawn)
        ],
    }


def review_answer(made: Review, result: ReadResult, game: int) -> dict[str, Any]:
    """The review of game number *game* of *result* as one JSON value, as commands and programs get it.

    Before it stands ``game``, where the text holds several; after it ``notes``, a list of sentences on what the reader
    found out about the game or took for granted, where there are any.
    """
    notes = [str(note) for note in result.notes_of(game)]
    number = {"game": game} if result.total > 1 else {}
    return {**number, **review_json(made), **({"notes": notes} if notes else {})}


def _accuracy_json(found: Accuracy | None) -> dict[str, int] | None:
    if found is None:
        return None
    return {"right": found.right, "decisions": found.decisions, "percent": found.percent}


def _decision_json(decision: Decision, ply: int, explanation: Explanation | None) -> dict[str, Any]:
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
        "why": None if explanation is None else _why_json(tell(explanation)),
    }


def _why_json(told: Told) -> dict[str, Any]:
    return {
        "verdict": str(told.verdict),
        "happens": [str(sentence) for sentence in told.happens],
        "reason": [str(sentence) for sentence in told.reason],
        "instead": [str(sentence) for sentence in told.instead],
        "next_time": None if told.next_time is None else str(told.next_time),
    }
