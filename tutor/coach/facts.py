"""The facts of a decision: every choice, what it leads to, and what it costs.

Scores are points, North's less South's, at the end of the deal with perfect play by both from there on. A *loss* is
never negative and is the mover's: tricks or points that the choice gives away against the best one. A *mistake* is a
change of the deal's score; a trick that changes no score is shown, not blamed. All choices of equal score are best.
"""

from dataclasses import dataclass

from tutor.cards import Seat
from tutor.rules import Action, Deal, Phase


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action of a decision and what it leads to.

    Attributes:
        action: the card or call.
        score: points, North's less South's, that the deal then comes to.
        loss_points: points it gives away, 0 or more.
        tricks: in the play, tricks of the 13 (or of all that the play has) that the mover then takes in all,
            those already won included; None in the auction.
        loss_tricks: tricks it gives away, 0 or more; 0 in the auction.
    """

    action: Action
    score: int
    loss_points: int
    tricks: int | None = None
    loss_tricks: int = 0

    @property
    def best(self) -> bool:
        """Whether no other choice scores more."""
        return self.loss_points == 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A moment at which a seat chooses.

    Attributes:
        deal: the deal before the choice.
        phase: auction or play.
        seat: who chooses.
        choices: every legal action, in the order of ``deal.legal()``.
        taken: the action that was taken, or None when none was (yet).
        line: one line of best play by both from here on, to the end of the deal: calls and cards.
    """

    deal: Deal
    phase: Phase
    seat: Seat
    choices: tuple[Choice, ...]
    taken: Action | None
    line: tuple[Action, ...]

    def choice(self, action: Action) -> Choice:
        """The choice that is *action* (KeyError when it is not legal)."""
        for choice in self.choices:
            if choice.action == action:
                return choice
        raise KeyError(action)

    @property
    def forced(self) -> bool:
        """Whether there was only one legal action."""
        return len(self.choices) == 1

    @property
    def best(self) -> tuple[Choice, ...]:
        """All the choices that lose no points; in the play those that lose no trick come first."""
        return tuple(sorted((c for c in self.choices if c.best), key=lambda c: c.loss_tricks))

    @property
    def score(self) -> int:
        """Points, North's less South's, with perfect play from here on."""
        return self.best[0].score

    @property
    def loss_points(self) -> int:
        """Points that the action taken gave away."""
        return 0 if self.taken is None else self.choice(self.taken).loss_points

    @property
    def loss_tricks(self) -> int:
        """Tricks that the action taken gave away."""
        return 0 if self.taken is None else self.choice(self.taken).loss_tricks

    @property
    def mistake(self) -> bool:
        """Whether the action taken changed the deal's score."""
        return self.loss_points > 0
