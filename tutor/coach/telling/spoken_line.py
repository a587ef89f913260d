"""The best line beside a call: it begins with the call that the verdict speaks for, and does not climb for nothing.

Often many calls are best, and the quietest of them at every turn makes a long ladder of bids and doubles that nobody
would call. So of equal best calls those are taken with which the auction is over soonest; a natural opponent has no
choice.
"""

from tutor.coach.dealing import PracticeHand
from tutor.coach.facts import line_from
from tutor.coach.reasons.call_reasons import CallReasons
from tutor.coach.reasons.explain import Explanation
from tutor.rules import Action, Call, Phase
from tutor.solver.bidding import SolvedAuction, State


def best_line_beside(hand: PracticeHand, explanation: Explanation) -> tuple[Action, ...]:
    """One line of best play by both from the moment of *explanation* on, beside the learner's choice: calls and cards.

    Of calls the first is the learner's when nothing is better, else the one that the coach speaks for. In the play it
    is :attr:`Decision.line`.
    """
    decision = explanation.decision
    deal = decision.deal
    if decision.phase is not Phase.AUCTION or deal.auction is None:
        return decision.line
    first = explanation.choice.action if explanation.choice.best else _spoken_for(explanation)
    calls = (first, *_shortest(hand, State.of(deal.auction).after(first)))
    return (*calls, *line_from(deal.run(calls), opponent=hand.opponent, seat=hand.learner, table=hand.table))


def _spoken_for(explanation: Explanation) -> Call:
    reasons = explanation.reasons
    return reasons.instead if isinstance(reasons, CallReasons) else explanation.decision.best[0].action


def _shortest(hand: PracticeHand, state: State | None) -> tuple[Call, ...]:
    """The fewest calls from *state* to the end of the auction, each of them best, those of a natural opponent natural.

    Of equally many the first in the order pass, double, redouble, bids upwards.
    """
    solved = SolvedAuction(hand.table, hand.ruleset, hand.learner.other if hand.opponent == "natural" else None)
    known: dict[State, tuple[Call, ...]] = {}

    def rest(here: State | None) -> tuple[Call, ...]:
        if here is None:
            return ()
        if here not in known:
            if here.turn == solved.natural:
                calls = [solved.natural_call(here)]
            else:
                value = solved.value(here)
                calls = [call for call in solved.legal(here) if solved.leads_to(here, call) == value]
            known[here] = min(((call, *rest(here.after(call))) for call in calls), key=len)
        return known[here]

    return rest(state)
