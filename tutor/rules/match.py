"""A match: deals one after the other until a player reaches the target.

Source: the players agree the target first; the deal alternates, after a passed-out deal too; whoever first reaches or
passes the target wins.
"""

from dataclasses import dataclass
from typing import Final

from tutor.cards import Seat
from tutor.messages import N_, Message
from tutor.rules.deal import Deal
from tutor.rules.errors import RuleError
from tutor.rules.ruleset import WRITTEN, Ruleset

MIN_TARGET: Final = 10
MAX_TARGET: Final = 10_000
DEFAULT_TARGET: Final = 100


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far. Immutable; :meth:`add` gives the next state.

    Attributes:
        first_dealer: who dealt the first deal.
        target: points that win the match, 10–10,000.
        ruleset: the reading of the rules, the same for every deal.
        scores: of each finished deal, North's points less South's.
    """

    first_dealer: Seat
    target: int = DEFAULT_TARGET
    ruleset: Ruleset = WRITTEN
    scores: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if type(self.target) is not int or not MIN_TARGET <= self.target <= MAX_TARGET:
            raise ValueError(f"a match is played to a target of {MIN_TARGET} to {MAX_TARGET}, not {self.target!r}")

    @property
    def points(self) -> tuple[int, int]:
        """Points of North and South so far."""
        return sum(s for s in self.scores if s > 0), -sum(s for s in self.scores if s < 0)

    @property
    def dealer(self) -> Seat:
        """Who deals next."""
        return Seat((self.first_dealer + len(self.scores)) % 2)

    @property
    def winner(self) -> Seat | None:
        """Who has won; None while the match goes on. One deal gives points to one side only, so there is no tie."""
        for seat in Seat:
            if self.points[seat] >= self.target:
                return seat
        return None

    def add(self, deal: Deal) -> "Match":
        """The match after the finished *deal*.

        Raises:
            RuleError: when the match is over, the deal is not, or it is not this match's next deal.
        """
        if self.winner is not None:
            raise RuleError("match-over", Message(N_("The match is over: the target has been reached.")))
        if deal.score is None:
            raise RuleError("deal-not-over", Message(N_("The deal is not over yet: it has no score.")))
        if deal.dealer != self.dealer:
            raise RuleError("wrong-dealer", Message(N_("The deal alternates: it is the other player’s turn to deal.")))
        if deal.ruleset != self.ruleset:
            raise RuleError("other-rules", Message(N_("All deals of a match are played by the same rules.")))
        return Match(self.first_dealer, self.target, self.ruleset, (*self.scores, deal.score))
