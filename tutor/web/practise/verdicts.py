"""What the decisions of a practice hand were worth: by the cards as they lie, or over all that may lie so.

Who sees or has counted the opponent's cards is judged by them. Who noticed only the honours is judged, in the auction,
by the mean over the hands that the opponent may hold and would have called so far as it did; a difference within two
standard errors is no mistake.

What was worked out is kept for the next page: it depends on the hand and on the actions before, on nothing else.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tutor.cards import NORTH
from tutor.coach.choosing import Moment, sensible_calls
from tutor.coach.dealing import PracticeHand, from_code
from tutor.coach.facts import Decision, decide
from tutor.coach.reasons.explain import reasons_for_card
from tutor.coach.themes import Theme
from tutor.messages import N_, P_, Message
from tutor.rules import PASS, Action, Phase, action_name
from tutor.solver.bidding import Opponent, SolvedAuction, State
from tutor.solver.sampling import Estimate, Outlook
from tutor.web.again.returning import Made
from tutor.web.parts.board import grade_of
from tutor.web.parts.saying import explained
from tutor.web.practise.sitting import Walk

ERRORS: Final = 2
"""Standard errors within which two means are taken for the same."""

EVIDENCE: Final[dict[Opponent, Message]] = {
    "natural": Message(
        N_(
            "A call tells of the hand: this opponent bids what makes and scores most, so hands with which it would "
            "have called otherwise are left out."
        )
    ),
    "perfect": Message(
        N_(
            "A call tells of the hand: this opponent finds the best call every time, so hands with which its calls "
            "would have given points away are left out."
        )
    ),
}
"""What the opponent's calls tell of its hand."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What a call is worth on average, to the seat that makes it.

    Attributes:
        call: the call.
        score: points for the caller, and its standard error.
        loss: points less than the best call's.
        doubt: the standard error of *loss*, that of a mean of differences: both calls are weighed on the same hands.
    """

    call: Action
    score: Estimate
    loss: float
    doubt: float

    @property
    def best(self) -> bool:
        """Whether no other call is better by more than chance in the sample explains."""
        return self.loss <= ERRORS * self.doubt

    @property
    def grade(self) -> str:
        """``best``, ``slip`` (a little less, within the error) or ``bad``."""
        if not self.loss:
            return "best"
        return "slip" if self.best else "bad"


def decision_at(walk: Walk, place: int) -> Decision:
    """The decision number *place* of *walk*, its action taken, by the cards as they lie."""
    return _decision(walk.hand.code, walk.actions[: place + 1])


@lru_cache(maxsize=2048)
def _decision(code: str, actions: tuple[Action, ...]) -> Decision:
    hand = from_code(code)
    return decide(hand.deal.run(actions[:-1]), actions[-1], opponent=hand.opponent, table=hand.table)


def by_chances(walk: Walk, place: int) -> bool:
    """Whether the decision number *place* is judged over all the hands that the opponent may hold."""
    return walk.hand.knowledge == "honours" and walk.actions[place] >= PASS


def outlook_at(walk: Walk, place: int) -> Outlook:
    """What the calls and contracts are worth at the call number *place*, for who noticed only the honours."""
    return _outlook(walk.hand.code, walk.actions[:place])


@lru_cache(maxsize=256)
def _outlook(code: str, calls: tuple[Action, ...]) -> Outlook:
    hand = from_code(code)
    return hand.outlook(hand.deal.run(calls))


def odds_at(walk: Walk, place: int) -> tuple[Odds, ...]:
    """What each legal call at the call number *place* is worth on average, the best first."""
    sign, outlook = 1 if walk.learner == NORTH else -1, outlook_at(walk, place)
    found = []
    for call, score in outlook.scores.items():
        loss = outlook.losses[call]
        mean = loss.mean if loss.mean > 1e-9 else 0.0
        found.append(Odds(call, Estimate(sign * score.mean, score.error), mean, loss.error))
    return tuple(sorted(found, key=lambda each: each.loss))


def percent(chance: Estimate) -> tuple[int, int]:
    """A chance and its standard error in percent, rounded.

    Only what holds of all the hands weighed is 100 and only what holds of none is 0; an error that there is is at
    least 1.
    """
    error = max(1, round(100 * chance.error)) if chance.error else 0
    if chance.mean in {0.0, 1.0}:
        return round(100 * chance.mean), error
    return min(99, max(1, round(100 * chance.mean))), error


def basis(walk: Walk, place: int) -> tuple[Message, ...]:
    """Over which hands the calls were weighed at the call number *place*, and why over these."""
    found = outlook_at(walk, place)
    called = any(before not in walk.own for before in range(place))
    if found.heeded:
        return _fitting(found), EVIDENCE[walk.hand.opponent]
    if called and not found.exact:
        forms = P_(
            "One hand drawn at random was tried, and it does not fit the opponent’s calls so far.",
            "Of %(count)s hands drawn at random next to none fits the opponent’s calls so far.",
        )
        return Message.counted(forms, found.drawn), _drawn(found)
    if called:
        return Message(N_("No hand that the opponent may hold fits its calls so far.")), _drawn(found)
    return (_drawn(found),)


def _drawn(found: Outlook) -> Message:
    """How many hands were weighed, whatever the opponent called."""
    if found.exact:
        forms = P_(
            "The opponent could hold only this one hand.",
            "All %(count)s hands that the opponent may hold were weighed.",
        )
    else:
        forms = P_(
            "One hand that the opponent may hold was weighed.",
            "%(count)s of the hands that the opponent may hold were weighed, drawn at random.",
        )
    return Message.counted(forms, found.hands)


def _fitting(found: Outlook) -> Message:
    """How many hands that fit the opponent's calls were weighed."""
    values = {"drawn": found.drawn}
    if found.exact:
        forms = P_(
            "Only one of the hands that the opponent may hold (%(drawn)s by the cards) fits its calls so far.",
            "Of the hands that the opponent may hold (%(drawn)s by the cards) %(count)s fit its calls so far, and all "
            "of these were weighed.",
        )
        return Message.counted(forms, found.hands, values)
    forms = P_(
        "One hand that fits the opponent’s calls so far was weighed, of %(drawn)s drawn at random.",
        "%(count)s hands that fit the opponent’s calls so far were weighed, of %(drawn)s drawn at random.",
    )
    return Message.counted(forms, found.hands, values)


def own_odds(walk: Walk, place: int) -> Odds:
    """What the learner's call number *place* is worth on average."""
    return next(each for each in odds_at(walk, place) if each.call == walk.actions[place])


def mark(walk: Walk, place: int) -> str:
    """``best``, ``slip`` or ``bad`` for the learner's action number *place*."""
    if by_chances(walk, place):
        return own_odds(walk, place).grade
    return grade_of(decision_at(walk, place).choice(walk.actions[place]))


def matters(decision: Decision) -> bool:
    """Whether *decision* is one to be kept and marked: every call, and a card where another changes the score."""
    return decision.phase is Phase.AUCTION or len({choice.score for choice in decision.choices}) > 1


def made(walk: Walk, place: int, help_level: int) -> Made | None:
    """The learner's action number *place* for the store; None for a card where no other changes the score."""
    decision, action = decision_at(walk, place), walk.actions[place]
    if not matters(decision):
        return None
    themes = tuple(str(theme.value) for theme in wrong_choice_themes(walk.hand, decision, action))
    before = walk.actions[:place]
    code = walk.hand.code
    if not by_chances(walk, place):
        return Made.of(
            decision, action, source="hand", code=code, place=place, before=before, themes=themes, help_level=help_level
        )
    odds = own_odds(walk, place)
    names = tuple(action_name(each) for each in before)
    loss = 0.0 if odds.best else round(odds.loss, 2)
    return Made("hand", code, place, names, action_name(action), odds.best, loss, None, themes, help_level)


def wrong_choice_themes(hand: PracticeHand, decision: Decision, action: Action) -> tuple[Theme, ...]:
    """What *decision* is about, whatever was chosen: the first themes that the coach finds in its wrong choices.

    Of calls these are the sensible ones, and where none of them says anything, *action*; of cards *action* where it is
    wrong, else the first that gives away least.
    """
    if decision.phase is Phase.AUCTION:
        found = tuple(dict.fromkeys(_moment(hand, decision).themes.values()))
        if found or decision.choice(action).best:
            return found
        reasons = explained(decision, action).reasons
    else:
        wrong = [choice for choice in decision.choices if not choice.best and choice.loss_tricks]
        own = [choice for choice in wrong if choice.action == action]
        chosen = min(own or wrong, key=lambda choice: choice.loss_points, default=None)
        assert decision.deal.play is not None
        reasons = None if chosen is None else reasons_for_card(decision.deal.play, chosen.action)
    return () if reasons is None else tuple(finding.theme for finding in reasons.findings[:1])


def _moment(hand: PracticeHand, decision: Decision) -> Moment:
    """The decision about a call with the calls that a thinking player might make."""
    deal = decision.deal
    assert deal.auction is not None
    assert deal.start_hands is not None
    natural = hand.learner.other if hand.opponent == "natural" else None
    solved = SolvedAuction(hand.table, hand.ruleset, natural)
    sensible = sensible_calls(solved, State.of(deal.auction), deal.start_hands[hand.learner])
    scores = {call: decision.choice(call).score for call in sensible}
    best = tuple(call for call in sensible if decision.choice(call).best)
    return Moment(deal.auction, scores, best, deal, hand.table, natural)
