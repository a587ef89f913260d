"""Why a choice is wrong: everything that the words about it rest on, each part computed.

An :class:`Explanation` holds a decision, the choice that is explained, and *reasons* for it: for a card its refutation,
the cards that punish it and its themes; for a call the two auctions and its themes. A choice that gives away nothing
has no reasons.
"""

from dataclasses import dataclass

from tutor.cards import Card
from tutor.coach.facts import Choice, Decision
from tutor.coach.reasons.call_reasons import CallReasons, reasons_for_call
from tutor.coach.reasons.case import Case
from tutor.coach.reasons.play_themes import play_themes
from tutor.coach.reasons.punishing import punishing_cards
from tutor.coach.reasons.refutation import Refutation
from tutor.coach.themes import Finding
from tutor.rules import Action, Phase, Play, Position
from tutor.solver import card_values
from tutor.solver.engine import natural_choice


@dataclass(frozen=True, slots=True)
class CardReasons:
    """Why a card gives away tricks.

    Attributes:
        refutation: the line after it beside the line after a best card.
        punishing: the opponent's card or two whose rank makes it a mistake, see
            :func:`tutor.coach.reasons.punishing.punishing_cards`; may be empty.
        findings: its themes, the more telling ones first; may be empty.
    """

    refutation: Refutation
    punishing: tuple[Card, ...]
    findings: tuple[Finding, ...]

    @property
    def explained(self) -> bool:
        """Whether there is a reason beyond what happens."""
        return bool(self.punishing or self.findings)


@dataclass(frozen=True, slots=True)
class Explanation:
    """A choice and why it is right or wrong.

    Attributes:
        decision: the moment.
        choice: the choice that is explained.
        reasons: why it gives away tricks (a card) or points (a call); None when it gives away neither.
    """

    decision: Decision
    choice: Choice
    reasons: CardReasons | CallReasons | None


def explain(decision: Decision, action: Action | None = None) -> Explanation:
    """Why *action* is right or wrong.

    Arguments:
        decision: the moment.
        action: a legal choice; by default the one that was taken.

    Raises:
        KeyError: when *action* is not legal, or none is given and none was taken.
    """
    chosen = decision.taken if action is None else action
    if chosen is None:
        raise KeyError("no action to explain")
    choice = decision.choice(chosen)
    if decision.phase is Phase.PLAY:
        assert decision.deal.play is not None
        reasons = reasons_for_card(decision.deal.play, chosen) if choice.loss_tricks else None
        return Explanation(decision, choice, reasons)
    return Explanation(decision, choice, None if choice.best else reasons_for_call(decision, choice))


def reasons_for_card(play: Play, card: Card) -> CardReasons:
    """Why *card* gives away tricks.

    Arguments:
        play: the moment.
        card: a legal card that gives away a trick or more.

    Raises:
        KeyError: when *card* is not legal.
        ValueError: when it gives nothing away.
    """
    position = Position.of(play)
    values = card_values(position)
    if values[card] == max(values.values()):
        raise ValueError("the card gives nothing away")
    case = Case(play, card, values, natural_choice(position, values))
    findings = tuple(play_themes(case))
    instead = findings[0].instead if findings else case.natural
    refutation = case.against(instead)
    you = play.turn
    taken = [t.won_with for t in (refutation.tricks[refutation.decisive], *refutation.told) if t.winner != you]
    punishing = punishing_cards(position, card, tuple(dict.fromkeys(taken)))
    return CardReasons(refutation, punishing, findings)
