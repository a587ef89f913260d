"""What a reading of the rules means for the score, in sentences: its name alone tells nothing to who is new."""

from tutor.messages import N_, P_, Message
from tutor.rules import Ruleset


def scoring_words(rules: Ruleset) -> tuple[str, ...]:
    """What *rules* say of the score, as far as a call depends on it."""
    told = [_price(rules)]
    if not rules.overtricks:
        told.append(Message(N_("Tricks above the bid count nothing.")))
    if not rules.doubling:
        told.append(Message(N_("Nobody may double.")))
    return tuple(str(each) for each in told)


def _price(rules: Ruleset) -> Message:
    points = rules.undertrick
    if not points:
        return Message(N_("A contract that fails costs nothing."))
    if not rules.doubling:
        forms = P_("Each trick short costs %(count)s point.", "Each trick short costs %(count)s points.")
    else:
        forms = P_(
            "Each trick short costs %(count)s point, twice as much when doubled and four times when redoubled.",
            "Each trick short costs %(count)s points, twice as much when doubled and four times when redoubled.",
        )
    return Message.counted(forms, points)
