"""How well a player decided, as a share of the decisions that mattered.

*Accuracy* is the number of decisions that lost no points among those at which points could be lost. A decision
counts when its legal choices lead to different scores: a forced card, cards that all come to the same and calls that
all come to the same say nothing about the player. Where nothing counts there is no accuracy, which is not 100 %.

Why decisions, and not the points kept of those that could be lost: at nearly every call some absurd bid would cost
hundreds of points, so that any auction keeps most of what it could lose. Over 100 hands of random calls and cards the
median kept 73 % of the points at stake in the auction and 62 % in the play, where by decisions it got none of the
calls right and 57 % of the cards. How much the wrong ones cost is told beside it, in points.

The share is between 0 and 1. Of the same decisions, one more without loss never lowers it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tutor.coach.facts import Decision


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A player's decisions that mattered.

    Attributes:
        right: how many lost no points.
        decisions: how many there were, 1 or more.

    Raises:
        ValueError: when there was none, or more were right than there were.
    """

    right: int
    decisions: int

    def __post_init__(self) -> None:
        if not 0 <= self.right <= self.decisions or not self.decisions:
            raise ValueError(f"no accuracy of {self.right} right of {self.decisions}")

    @property
    def percent(self) -> int:
        """The share in per cent, rounded to the nearest whole one, a half upwards.

        100 says that no decision lost anything and 0 that each of them did; a share that would be rounded to one of
        these without being it is 99 or 1.
        """
        nearest = (200 * self.right + self.decisions) // (2 * self.decisions)
        if 0 < self.right < self.decisions:
            return min(max(nearest, 1), 99)
        return nearest


def mattered(decision: Decision) -> bool:
    """Whether points could be lost: the choices do not all lead to the same score."""
    return any(choice.loss_points for choice in decision.choices)


def accuracy(decisions: Iterable[Decision]) -> Accuracy | None:
    """The accuracy of *decisions*, of one player as a rule; None when none of them mattered."""
    counted = [decision for decision in decisions if mattered(decision)]
    if not counted:
        return None
    return Accuracy(sum(not decision.mistake for decision in counted), len(counted))
