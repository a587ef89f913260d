"""Which reading of the rules a recorded draw phase fits.

Players read the rule on who wins a trick of the draw phase in two ways (``draw_winner``), and the winner of each trick
draws first and leads the next: played by one of them, thirteen tricks are hardly ever possible by the other. So the
cards themselves tell how the phase was played where the text does not.
"""

from collections.abc import Callable
from dataclasses import replace

from tutor.messages import N_, Message
from tutor.notation.judge import Draft, draw_fits
from tutor.notation.record import DrawRecord
from tutor.notation.rulesets import NamedRules
from tutor.rules import Ruleset


def settle(draft: Draft, draw_by: Callable[[Ruleset], DrawRecord], chosen: NamedRules | None = None) -> Message | None:
    """Give *draft* its draw phase, and where its text names no reading the one that the phase fits.

    A phase that fits another reading than the one the text names is left for :func:`tutor.notation.judge.judge` to
    refuse; ``draft.fits`` then says by which rules it would be in order. So is one that fits another reading than the
    chosen rules name.

    Args:
        draft: the draft; its ``draw``, ``ruleset`` and ``fits`` are set.
        draw_by: the phase as it is read by a ruleset; in PBN the order of the cards depends on who wins the tricks.
        chosen: the rules that whoever reads the text judges by; None for those of the text.

    Returns:
        A sentence on the reading when the text names none and the phase fits one only; else None.
    """
    own, named = draft.ruleset, draft.names_draw_winner
    if chosen is not None and not named:
        own = replace(own, draw_winner=chosen.ruleset.draw_winner, draw_follow=chosen.ruleset.draw_follow)
    other = _other(own)
    own_fits, other_fits = (draw_fits(replace(draft, ruleset=each, draw=draw_by(each))) for each in (own, other))
    if own_fits or (other_fits and not named):
        draft.ruleset = own if own_fits else other
    elif other_fits:
        draft.fits = other
    elif own.draw_follow:
        free = (replace(each, draw_follow=False) for each in (own, other))
        draft.fits = next((each for each in free if draw_fits(replace(draft, ruleset=each, draw=draw_by(each)))), None)
    draft.draw = draw_by(draft.ruleset)
    if named or own_fits == other_fits:
        return None
    return Message(
        N_("The draw phase fits one reading of the rules only, draw_winner=%(reading)s, and is read by it."),
        {"reading": draft.ruleset.draw_winner},
    )


def _other(ruleset: Ruleset) -> Ruleset:
    """*ruleset* with the other reading of who wins a trick of the draw phase."""
    return replace(ruleset, draw_winner="led-suit" if ruleset.draw_winner == "highest-rank" else "highest-rank")
