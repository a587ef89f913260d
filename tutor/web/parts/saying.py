"""The coach's sentences for a page: text, and the cards and calls in it to be drawn in colour and left to right."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from tutor.coach.facts import Decision
from tutor.coach.reasons.explain import Explanation, explain
from tutor.coach.telling.explanations import tell
from tutor.coach.telling.knowing import OPEN, Known
from tutor.coach.telling.marks import Marked
from tutor.messages import Message
from tutor.rules import Action
from tutor.web.parts.board import CallFace, CardFace, action_face

Said: TypeAlias = tuple[str | tuple[CardFace | CallFace, ...], ...]
"""A sentence: texts, and between them a call or cards of one suit."""


@dataclass(frozen=True, slots=True)
class Why:
    """Why a choice is wrong: what happens after it, the reason, and what to look for next time. Any may be empty."""

    happens: tuple[Said, ...]
    reason: tuple[Said, ...]
    next_time: Said


def said(message: Message) -> Said:
    """*message* for a page, in the current language."""
    return tuple(_piece(part) for part in message.parts())


def _piece(part: object) -> str | tuple[CardFace | CallFace, ...]:
    if isinstance(part, Marked):
        return tuple(action_face(action) for action in part.actions)
    return str(part)


KEPT: Final = 64
"""Explanations kept in memory: a page asks for the same one here and there."""


@lru_cache(maxsize=KEPT)
def explained(decision: Decision, action: Action) -> Explanation:
    """The coach's explanation of *action*.

    Raises:
        KeyError: when *action* is not legal.
    """
    return explain(decision, action)


def right(decision: Decision, action: Action, known: Known = OPEN) -> Said:
    """The coach's one sentence about *action*, which loses no points."""
    return said(tell(explained(decision, action), known).verdict)


def why(decision: Decision, action: Action, known: Known = OPEN) -> Why | None:
    """Why *action* is wrong, for a learner who knows what *known* says; None when it loses no points."""
    if decision.choice(action).best:
        return None
    told = tell(explained(decision, action), known)
    next_time = () if told.next_time is None else said(told.next_time)
    return Why(tuple(said(each) for each in told.happens), tuple(said(each) for each in told.reason), next_time)
