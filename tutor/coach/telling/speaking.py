"""A step of a hand as somebody says it who reads a hand out: what was done, and in the same breath what it cost."""

from tutor.coach import words
from tutor.coach.facts import Choice, Decision
from tutor.messages import N_, Message
from tutor.rules import DOUBLE, PASS, REDOUBLE, Action, Deal, Phase
from tutor.rules.play import SEAT_NAMES


def plain_step(deal: Deal, action: Action) -> Message:
    """What *action* is at this moment of *deal*, in a sentence (``South leads the queen of clubs.``).

    Raises:
        ValueError: when the deal is over.
    """
    return Message(N_("%(step)s."), {"step": _step(deal, action)})


def spoken_step(decision: Decision, action: Action) -> Message:
    """The same with what it cost (``Trick 5, South leads the queen of clubs, costs one trick, contract now fails.``).

    Raises:
        KeyError: when *action* is not legal there.
    """
    choice = decision.choice(action)
    values: dict[str, object] = {
        "step": _step(decision.deal, action),
        "tricks": words.trick_count(choice.loss_tricks),
        "points": words.point_count(choice.loss_points),
    }
    return Message(_sentence(decision, choice), values)


def _step(deal: Deal, action: Action) -> Message:
    if deal.turn is None:
        raise ValueError("nothing can be done any more when a deal is over")
    seat = SEAT_NAMES[deal.turn]
    if deal.phase is Phase.DRAW:
        assert deal.draw is not None
        sentence = N_("Draw phase, trick %(trick)s, %(seat)s leads the %(card)s")
        if deal.draw.led is not None:
            sentence = N_("Draw phase, trick %(trick)s, %(seat)s plays the %(card)s")
        trick = len(deal.draw.played) // 2 + 1
        return Message(sentence, {"trick": trick, "seat": seat, "card": words.card_words(action)})
    if deal.play is not None:
        sentence = N_("Trick %(trick)s, %(seat)s leads the %(card)s")
        if deal.play.led is not None:
            sentence = N_("Trick %(trick)s, %(seat)s plays the %(card)s")
        trick = sum(deal.play.tricks) + 1
        return Message(sentence, {"trick": trick, "seat": seat, "card": words.card_words(action)})
    if action == PASS:
        return Message(N_("%(seat)s passes"), {"seat": seat})
    if action == DOUBLE:
        return Message(N_("%(seat)s doubles"), {"seat": seat})
    if action == REDOUBLE:
        return Message(N_("%(seat)s redoubles"), {"seat": seat})
    return Message(N_("%(seat)s bids %(bid)s"), {"seat": seat, "bid": words.call_words(action)})


def _sentence(decision: Decision, choice: Choice) -> str:
    """The sentence that suits *choice*; its places are the step, the tricks and the points lost."""
    if decision.forced:
        return N_("%(step)s, the only choice.")
    if choice.best and choice.loss_tricks:
        return N_("%(step)s, costs %(tricks)s, score unchanged.")
    if words.all_the_same(decision):
        return N_("%(step)s, as good as any call.")
    if choice.best:
        alone = len(decision.faultless) == 1
        return N_("%(step)s, the only best choice.") if alone else N_("%(step)s, costs nothing.")
    if not choice.loss_tricks:
        return N_("%(step)s, costs %(points)s.")
    made, makes = words.contract_makes(decision, decision.best[0]), words.contract_makes(decision, choice)
    if made and not makes:
        return N_("%(step)s, costs %(tricks)s, contract now fails.")
    if makes and not made:
        return N_("%(step)s, costs %(tricks)s, contract can now be made.")
    return N_("%(step)s, costs %(tricks)s, %(points)s.")
