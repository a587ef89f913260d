"""Playing a state of the game through a sequence of actions."""

from collections.abc import Iterable
from typing import Protocol, Self, TypeVar

from tutor.rules.errors import RuleError


class State(Protocol):
    """What has a next state for every legal action."""

    def apply(self, action: int, /) -> Self:
        """The state after *action*, or a RuleError."""
        ...


S = TypeVar("S", bound=State)


def run(state: S, actions: Iterable[int]) -> S:
    """The state after *actions*.

    Raises:
        RuleError: at the first illegal action; its ``index`` says which.
    """
    for index, action in enumerate(actions):
        try:
            state = state.apply(action)
        except RuleError as error:
            raise error.at(index) from None
    return state
