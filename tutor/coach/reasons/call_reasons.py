"""Why a call gives away points: the lines that part, its themes, and the cards that punish it."""

from dataclasses import dataclass

from tutor.cards import Card
from tutor.coach.facts import Choice, Decision
from tutor.coach.reasons.call_case import CallCase
from tutor.coach.reasons.call_punishing import punishing_cards
from tutor.coach.reasons.call_themes import telling_themes
from tutor.coach.themes import Finding
from tutor.rules import Call, Contract
from tutor.solver import trick_table
from tutor.solver.bidding import natural_seat


@dataclass(frozen=True, slots=True)
class CallReasons:
    """Why a call gives away points.

    Attributes:
        after: the wrong call and the line after it, to the end of the auction.
        better: the same of :attr:`instead`.
        contract: what *after* ends in; None when the deal is passed out.
        better_contract: what *better* ends in.
        tricks: what the declarer of *contract* takes of the 13; None without a contract.
        better_tricks: what the declarer of *better_contract* takes.
        score: points, North's less South's, that the wrong call leads to.
        better_score: points that a best call leads to.
        instead: the best call that the first theme speaks for; without one the first of the best in the order pass,
            double, redouble, bids upwards.
        findings: its themes, those whose change mends all first, else the more telling ones; may be empty.
        punishing: the opponent's card or two whose rank makes it wrong, see
            :func:`tutor.coach.reasons.call_punishing.punishing_cards`; may be empty.
    """

    after: tuple[Call, ...]
    better: tuple[Call, ...]
    contract: Contract | None
    better_contract: Contract | None
    tricks: int | None
    better_tricks: int | None
    score: int
    better_score: int
    instead: Call
    findings: tuple[Finding, ...] = ()
    punishing: tuple[Card, ...] = ()

    @property
    def explained(self) -> bool:
        """Whether there is a reason beyond what happens."""
        return bool(self.punishing or self.findings)


def case_of_call(decision: Decision, call: Call) -> CallCase:
    """*call* at *decision*, a moment of the auction, as the themes look at it."""
    auction, hands, ruleset = decision.deal.auction, decision.deal.start_hands, decision.deal.ruleset
    assert auction is not None
    assert hands is not None
    table = trick_table(*hands) if decision.table is None else decision.table
    return CallCase(auction, call, table, ruleset, natural_seat(auction, ruleset, decision.opponent))


def reasons_for_call(decision: Decision, choice: Choice) -> CallReasons:
    """Why the call of *choice* gives away points.

    Arguments:
        decision: a moment of the auction.
        choice: one of its choices.

    Raises:
        ValueError: when *decision* is not of the auction, or the call gives nothing away.
    """
    auction, hands = decision.deal.auction, decision.deal.start_hands
    if auction is None or auction.over or hands is None:
        raise ValueError("only a call has its reasons in the auction")
    if choice.best:
        raise ValueError("the call gives nothing away")
    case = case_of_call(decision, choice.action)
    findings = telling_themes(case)
    instead = findings[0].instead if findings else case.best[0]
    after, better = case.after, case.outcome(instead)
    return CallReasons(
        after.calls,
        better.calls,
        after.contract,
        better.contract,
        after.tricks,
        better.tricks,
        after.score,
        better.score,
        instead,
        findings,
        punishing_cards(case, hands),
    )
