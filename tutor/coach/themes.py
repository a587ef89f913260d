"""The ideas of the game by name, and what the coach says it found when it recognised one.

A theme is recognised by counterfactual: one thing is changed, the changed position is solved, and the wrong choice
costs nothing there. The definitions stand beside the recognisers in :mod:`tutor.coach.reasons.play_themes` and
:mod:`tutor.coach.reasons.call_themes`; the names that people read and the advice that goes with each are in
:mod:`tutor.coach.telling.advice`.
"""

from dataclasses import dataclass
from enum import StrEnum

from tutor.cards import Card
from tutor.coach.reasons.counterfactual import CallChange, Change
from tutor.rules import Action


class Theme(StrEnum):
    """The themes; the values are their names in files and addresses."""

    # the play, on lead
    DRAW_TRUMPS = "draw-trumps"
    KEEP_TRUMPS = "keep-trumps"
    FORCE = "force"
    CASH_FIRST = "cash-first"
    LONG_SUIT = "long-suit"
    DRIVE_OUT = "drive-out"
    THROW_IN = "throw-in"
    TENACE = "tenace"
    EXIT = "exit"
    SQUEEZE = "squeeze"
    STAY_ON_LEAD = "stay-on-lead"
    # the play, in reply
    HOLD_UP = "hold-up"
    GUARD = "guard"
    LENGTH = "length"
    WIN_CHEAPLY = "win-cheaply"
    REFUSE_RUFF = "refuse-ruff"
    SAVE_HIGH = "save-high"
    TAKE = "take"
    STAY_OFF_LEAD = "stay-off-lead"
    # the auction: your own contract
    BEST_STRAIN = "best-strain"
    RAISE_WHEN_OUTBID = "raise-when-outbid"
    BID_ENOUGH = "bid-enough"
    OVERBID = "overbid"
    BID_YOURS = "bid-yours"
    ESCAPE = "escape"
    REDOUBLE = "redouble"
    NO_REDOUBLE = "no-redouble"
    LAST_WORD = "last-word"
    LET_IT_STAND = "let-it-stand"
    # the auction: the opponent's contract
    OUT_OF_REACH = "out-of-reach"
    FREE_BLOCK = "free-block"
    SACRIFICE = "sacrifice"
    TOO_DEAR = "too-dear"
    PUSH = "push"
    LEAVE_IT = "leave-it"
    DOUBLE = "double"
    NO_DOUBLE = "no-double"
    DOUBLE_OF_MAKING = "double-of-making"
    NOTHING_TO_GAIN = "nothing-to-gain"


@dataclass(frozen=True, slots=True)
class Finding:
    """A theme that was recognised in a wrong choice, and what backs it.

    Attributes:
        theme: the theme.
        instead: the best choice that the theme speaks for.
        change: what is different in the counterfactual; None where the theme changes the order of things only.
        cards: the cards that the theme is about, in the order that its definition gives.
        then: cards played before the change is made, where the definition says so.
        cost: tricks, of a call points, that the wrong choice still costs with the change made; nearly always 0. See
            :func:`tutor.coach.reasons.call_themes.call_themes` for an exception.
    """

    theme: Theme
    instead: Action
    change: Change | CallChange | None = None
    cards: tuple[Card, ...] = ()
    then: tuple[Card, ...] = ()
    cost: int = 0
