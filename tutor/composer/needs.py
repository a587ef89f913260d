"""What a theme needs of the cards before it can come about: conditions that follow from its definition.

They are necessary, not sufficient (that only the solver can tell), and let the constraint model pass over positions
that cannot have the theme. The definitions are the docstrings of :mod:`tutor.coach.reasons.play_themes`.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

from tutor.cards import Strain, Suit
from tutor.coach.themes import Theme
from tutor.composer.spec import REPLY_THEMES
from tutor.rules import Ruleset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ortools.sat.python.cp_model_helper import Literal

    from tutor.composer.model import PositionModel

    Skeleton: TypeAlias = Sequence[Literal]


@dataclass(frozen=True, slots=True)
class Needs:
    """What a theme needs.

    Attributes:
        reply: a card on the table; else the learner must be on lead.
        skeletons: ways in which the theme can come about, of which one is needed; each a list of literals that must
            all hold. Empty when nothing is known.
    """

    reply: bool
    skeletons: "Sequence[Skeleton]" = ()


def needs_of(model: "PositionModel", theme: Theme) -> Needs:
    """What *theme* needs, in literals of *model*."""
    reply = theme in REPLY_THEMES
    make = _REPLIES.get(theme) if reply else _LEADS.get(theme)
    return Needs(reply, () if make is None else make(model))


def comes_up_under(theme: Theme, ruleset: Ruleset) -> bool:
    """Whether *theme*, one of the auction, can come up under *ruleset*: as its definition says of the rules."""
    if theme in _OF_DOUBLING:
        return ruleset.doubling
    if theme in (Theme.RAISE_WHEN_OUTBID, Theme.BID_ENOUGH):
        return ruleset.overtricks == (theme is Theme.RAISE_WHEN_OUTBID)
    if theme in (Theme.FREE_BLOCK, Theme.SACRIFICE):
        return bool(ruleset.undertrick) == (theme is Theme.SACRIFICE)
    return True


def _trumps_of_both(model: "PositionModel") -> "list[Skeleton]":
    """Both hold trumps: the one to draw, the other to be drawn."""
    mine, theirs = model.mine, model.theirs
    return [[model.strain[Strain(s)], model.at_least(mine, s, 1), model.at_least(theirs, s, 1)] for s in Suit]


def _own_trump(model: "PositionModel") -> "list[Skeleton]":
    """A trump to keep, and a suit of the opponent's that the learner can be out of."""
    mine, theirs = model.mine, model.theirs
    return [
        [model.strain[Strain(t)], model.at_least(mine, t, 1), model.at_least(theirs, s, 1)]
        for t, s in permutations(Suit, 2)
    ]


def _force(model: "PositionModel") -> "list[Skeleton]":
    """The opponent has a trump and none of a plain suit of the learner's."""
    mine, theirs = model.mine, model.theirs
    return [
        [
            model.strain[Strain(t)],
            model.at_least(theirs, t, 1),
            model.at_least(mine, s, 1),
            model.at_least(theirs, s, 1).Not(),
        ]
        for t, s in permutations(Suit, 2)
    ]


def _long_suit(model: "PositionModel") -> "list[Skeleton]":
    """A plain suit to lead twice, in which the opponent has two cards, and another suit to lead wrongly."""
    mine, theirs = model.mine, model.theirs
    return [
        [
            model.strain[Strain(s)].Not(),
            model.at_least(mine, s, 2),
            model.at_least(theirs, s, 2),
            model.at_least(mine, other, 1),
        ]
        for s, other in permutations(Suit, 2)
    ]


def _two_and_one(model: "PositionModel") -> "list[Skeleton]":
    """Two of the learner's cards and one of the opponent's in a suit."""
    mine, theirs = model.mine, model.theirs
    return [[model.at_least(mine, s, 2), model.at_least(theirs, s, 1)] for s in Suit]


def _two_suits(model: "PositionModel") -> "list[Skeleton]":
    """Cards of two suits to choose from."""
    return [[model.at_least(model.mine, s, 1), model.at_least(model.mine, t, 1)] for s in Suit for t in Suit if s < t]


def _drive_out(model: "PositionModel") -> "list[Skeleton]":
    """A suit as in :func:`_two_and_one`, and another to lead wrongly."""
    mine, theirs = model.mine, model.theirs
    return [
        [model.at_least(mine, s, 2), model.at_least(theirs, s, 1), model.at_least(mine, other, 1)]
        for s, other in permutations(Suit, 2)
    ]


def _hold_up(model: "PositionModel") -> "list[Skeleton]":
    """A card above the one led and a card below it, and the opponent has another of the suit."""
    return [[model.led(s), model.straddled(s), model.at_least(model.theirs, s, 1)] for s in Suit]


def _stay_off_lead(model: "PositionModel") -> "list[Skeleton]":
    """A card of the suit led that wins and one that loses, or else a trump and another suit to throw from.

    The learner has the lead after it, and another card to lead.
    """
    following = [[model.led(s), model.straddled(s)] for s in Suit]
    return following + _refuse_ruff(model)


def _discard_from(model: "PositionModel", number: int) -> "list[Skeleton]":
    """None of the suit led; *number* cards of a plain suit to throw from, in which the opponent has one."""
    mine, theirs = model.mine, model.theirs
    return [
        [
            model.led(s),
            model.at_least(mine, s, 1).Not(),
            model.at_least(mine, other, number),
            model.at_least(theirs, other, 1),
            model.strain[Strain(other)].Not(),
        ]
        for s, other in permutations(Suit, 2)
    ]


def _refuse_ruff(model: "PositionModel") -> "list[Skeleton]":
    """None of the suit led, a trump, and a card of a third suit to throw instead."""
    mine = model.mine
    return [
        [
            model.strain[Strain(t)],
            model.led(s),
            model.at_least(mine, s, 1).Not(),
            model.at_least(mine, t, 1),
            model.at_least(mine, other, 1),
        ]
        for t, s, other in permutations(Suit, 3)
    ]


_OF_DOUBLING = frozenset(
    {
        Theme.ESCAPE,
        Theme.REDOUBLE,
        Theme.NO_REDOUBLE,
        Theme.LET_IT_STAND,
        Theme.DOUBLE,
        Theme.NO_DOUBLE,
        Theme.DOUBLE_OF_MAKING,
    }
)
_LEADS = {
    Theme.DRAW_TRUMPS: _trumps_of_both,
    Theme.KEEP_TRUMPS: _own_trump,
    Theme.FORCE: _force,
    Theme.LONG_SUIT: _long_suit,
    Theme.DRIVE_OUT: _drive_out,
    Theme.TENACE: _two_and_one,
    Theme.EXIT: _two_suits,
}
_REPLIES = {
    Theme.HOLD_UP: _hold_up,
    Theme.GUARD: lambda model: _discard_from(model, 2),
    Theme.LENGTH: lambda model: _discard_from(model, 1),
    Theme.WIN_CHEAPLY: _two_and_one,
    Theme.REFUSE_RUFF: _refuse_ruff,
    Theme.STAY_OFF_LEAD: _stay_off_lead,
}
