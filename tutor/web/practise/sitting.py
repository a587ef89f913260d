"""The walk through a practice hand: the learner's calls and cards, the opponent's answers, and how it ended.

A walk is made from the hand and from what the store keeps of a sitting: the calls and cards in short form, those of the
opponent among them, and at the end, where the learner did not play to the last card, one word more: ``rest`` when the
learner asked for the best line from there, ``claim5`` when a claim of five of the tricks left was granted.

The opponent answers at once, so that a walk which is not over stands at the learner's turn.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from tutor.cards import Seat
from tutor.coach.dealing import PracticeHand
from tutor.coach.facts import line_from
from tutor.coach.lesson import parse_action
from tutor.players.calls import next_call
from tutor.players.play import next_card
from tutor.rules import Action, Deal, Phase, Position, action_name, north_score
from tutor.solver import card_values

REST: Final = "rest"
_CLAIM: Final = re.compile("claim(1[0-3]|[0-9])")


class NotNowError(ValueError):
    """What was asked for does not fit the moment: there is nothing to take back, say, or nothing to claim."""


@dataclass(frozen=True)
class Walk:
    """A practice hand as far as it has come.

    Attributes:
        hand: the hand.
        actions: the calls and cards so far, the opponent's among them.
        deal: the deal after them.
        left: whether the learner asked for the best line instead of playing on.
        claimed: of the tricks left those that the learner claimed and was granted; None without a claim.
    """

    hand: PracticeHand
    actions: tuple[Action, ...]
    deal: Deal
    left: bool = False
    claimed: int | None = None

    @classmethod
    def read(cls, hand: PracticeHand, words: Sequence[str] = ()) -> "Walk":
        """The walk that the store keeps as *words*; without any, the start, the opponent's first call made.

        Raises:
            NotationError, RuleError: when these are not the actions of the hand.
        """
        left, claimed = False, None
        if words and words[-1] == REST:
            left, words = True, words[:-1]
        elif words and (found := _CLAIM.fullmatch(words[-1])):
            claimed, words = int(found[1]), words[:-1]
        actions = tuple(parse_action(word) for word in words)
        walk = cls(hand, actions, hand.deal.run(actions), left, claimed)
        return _answered(walk)

    @property
    def words(self) -> tuple[str, ...]:
        """What :meth:`read` reads."""
        ends = (REST,) if self.left else () if self.claimed is None else (f"claim{self.claimed}",)
        return (*(action_name(action) for action in self.actions), *ends)

    @property
    def learner(self) -> Seat:
        """The learner's seat."""
        return self.hand.learner

    @property
    def over(self) -> bool:
        """Whether nothing more is to be decided."""
        return self.left or self.claimed is not None or self.deal.over

    @property
    def phase(self) -> Phase:
        """Auction or play, or over."""
        return Phase.OVER if self.over else self.deal.phase

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The places of the learner's actions, 0 the first action of all."""
        places, deal = [], self.hand.deal
        for place, action in enumerate(self.actions):
            if deal.turn == self.learner:
                places.append(place)
            deal = deal.apply(action)
        return tuple(places)

    def before(self, place: int) -> Deal:
        """The deal before the action number *place*."""
        return self.hand.deal.run(self.actions[:place])

    @cached_property
    def calls(self) -> int:
        """How many of the actions are calls."""
        return 0 if self.deal.auction is None else len(self.deal.auction.calls)

    def choose(self, action: Action) -> "Walk":
        """The walk after the learner's *action* and the opponent's answers.

        Raises:
            RuleError: when *action* is not legal.
            NotNowError: when the hand is over.
        """
        if self.over:
            raise NotNowError("the hand is over")
        return _answered(_with(self, action))

    def take_back(self) -> "Walk":
        """The walk before the learner's last card.

        Raises:
            NotNowError: when the learner has played no card yet, and when the hand is over.
        """
        if not self.may_take_back:
            raise NotNowError("there is no card to take back")
        place = self.own[-1]
        return Walk(self.hand, self.actions[:place], self.before(place))

    @property
    def may_take_back(self) -> bool:
        """Whether the learner has a card to take back."""
        return not self.over and bool(self.own) and self.own[-1] >= self.calls

    @property
    def tricks_left(self) -> int:
        """The tricks that are not won yet, one in progress counted; 0 outside the play."""
        return 0 if self.deal.play is None else 13 - sum(self.deal.play.tricks)

    def sure_tricks(self) -> int:
        """How many of the tricks left the learner takes against the best defence.

        Raises:
            NotNowError: when the learner is not to play.
        """
        if self.phase is not Phase.PLAY or self.deal.play is None:
            raise NotNowError("tricks are claimed in the play")
        return max(card_values(Position.of(self.deal.play)).values())

    def claim(self, tricks: int) -> "Walk":
        """The walk ended by a claim of *tricks* of those left, which must not be more than :meth:`sure_tricks`.

        Raises:
            NotNowError: when the learner is not to play.
            ValueError: for a negative number, or one that the best defence does not allow.
        """
        if not 0 <= tricks <= self.sure_tricks():
            raise ValueError(f"{tricks} tricks cannot be claimed")
        return replace(self, claimed=tricks)

    def leave(self) -> "Walk":
        """The walk ended by asking for the best line from here.

        Raises:
            NotNowError: before the play, and when the hand is over.
        """
        if self.phase is not Phase.PLAY:
            raise NotNowError("the best line is asked for in the play")
        return replace(self, left=True)

    @cached_property
    def rest(self) -> tuple[Action, ...]:
        """The best line to the last card from where the walk stands; empty when all is played."""
        return line_from(self.deal, opponent=self.hand.opponent, seat=self.learner, table=self.hand.table)

    @cached_property
    def declarer_tricks(self) -> int | None:
        """Declarer's tricks in all, as played, as claimed or as the best line has it; None while the hand goes on."""
        contract, play = self.deal.contract, self.deal.play
        if not self.over or contract is None or play is None:
            return None
        if self.claimed is None:
            return self.deal.run(self.rest).declarer_tricks
        mine = contract.declarer == self.learner
        return play.tricks[contract.declarer] + (self.claimed if mine else self.tricks_left - self.claimed)

    @property
    def score(self) -> int | None:
        """North's points less South's; None while the hand goes on."""
        if not self.over:
            return None
        return north_score(self.deal.contract, self.declarer_tricks or 0, self.hand.ruleset)


def _with(walk: Walk, action: Action) -> Walk:
    return Walk(walk.hand, (*walk.actions, action), walk.deal.apply(action))


def _answered(walk: Walk) -> Walk:
    """The walk at the learner's next turn, or over."""
    while not walk.over and walk.deal.turn != walk.learner:
        walk = _with(walk, _answer(walk))
    return walk


def _answer(walk: Walk) -> Action:
    """What the opponent calls or plays now."""
    if walk.deal.play is not None:
        return next_card(walk.deal.play)
    assert walk.deal.auction is not None
    return next_call(walk.hand.table, walk.deal.auction, walk.hand.ruleset, walk.hand.opponent)
