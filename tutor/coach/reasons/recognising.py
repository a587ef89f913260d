"""The themes of a mistake and nothing else: what is counted over hundreds of hands.

An :class:`~tutor.coach.reasons.explain.Explanation` asks for more, the refutation and the cards that punish, which
takes twice as long. The themes are the same.
"""

from tutor.coach.facts import Decision
from tutor.coach.reasons.call_reasons import case_of_call
from tutor.coach.reasons.call_themes import telling_themes
from tutor.coach.reasons.case import Case
from tutor.coach.reasons.play_themes import play_themes
from tutor.coach.themes import Theme
from tutor.rules import Phase, Position
from tutor.solver import card_values
from tutor.solver.engine import natural_choice


def themes_of_taken(decision: Decision) -> tuple[Theme, ...]:
    """The themes of the action taken, those that :func:`tutor.coach.reasons.explain.explain` finds, in its order.

    Raises:
        ValueError: when no action was taken.
    """
    taken, deal = decision.taken, decision.deal
    if taken is None:
        raise ValueError("no action was taken")
    if decision.phase is Phase.PLAY:
        assert deal.play is not None
        position = Position.of(deal.play)
        values = card_values(position)
        case = Case(deal.play, taken, values, natural_choice(position, values))
        return tuple(finding.theme for finding in play_themes(case))
    if decision.choice(taken).best:
        return ()
    return tuple(finding.theme for finding in telling_themes(case_of_call(decision, taken)))
