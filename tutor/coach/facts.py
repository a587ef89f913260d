"""The facts of a decision: every choice, what it leads to, and what it costs.

Scores are points, North's less South's, at the end of the deal with perfect play by both from there on. A *loss* is
never negative and is the mover's: tricks or points that the choice gives away against the best one. A *mistake* is a
change of the deal's score; a trick that changes no score is shown, not blamed. All choices of equal score are best.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tutor.cards import NORTH, Seat
from tutor.rules import Action, Deal, Phase, Position, north_score
from tutor.solver import best_line, card_values, trick_table
from tutor.solver.bidding import Opponent, SolvedAuction, State, call_values
from tutor.solver.engine import TrickTable


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
        opponent: how the other seat is taken to call from here on; the play is always perfect.
        table: the trick table of the deal's hands; None in the play, where nothing needs it.
    """

    deal: Deal
    phase: Phase
    seat: Seat
    choices: tuple[Choice, ...]
    taken: Action | None
    opponent: Opponent = "perfect"
    table: TrickTable | None = field(default=None, compare=False, repr=False)

    @property
    def line(self) -> tuple[Action, ...]:
        """One line of best play by both from here on, to the end of the deal: calls and cards.

        Worked out each time it is asked for: few of the decisions of a hand are looked at so closely.
        """
        return line_from(self.deal, opponent=self.opponent, seat=self.seat, table=self.table)

    def line_after(self, action: Action) -> tuple[Action, ...]:
        """*action* and one line of best play by both after it, to the end of the deal.

        Raises:
            RuleError: when *action* is not legal.
        """
        after = self.deal.apply(action)
        return (action, *line_from(after, opponent=self.opponent, seat=self.seat, table=self.table))

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
    def faultless(self) -> tuple[Action, ...]:
        """The choices that lose nothing, neither points nor tricks: those to name as better. Never empty."""
        return tuple(choice.action for choice in self.best if not choice.loss_tricks)

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


def decide(
    deal: Deal,
    taken: Action | None = None,
    *,
    opponent: Opponent = "perfect",
    table: TrickTable | None = None,
) -> Decision:
    """The facts of the choice that *deal* has come to.

    Arguments:
        deal: a deal in its auction or its play.
        taken: the action that was taken, or None.
        opponent: how the other seat is taken to call from here on; the play is always perfect.
        table: the trick table of the deal's hands, where the caller has it already.

    Raises:
        ValueError: in the draw phase and when the deal is over: nothing exact can be said there.
        RuleError: when *taken* is not legal.
    """
    if taken is not None:
        deal.apply(taken)
    if deal.phase is Phase.PLAY:
        return _decide_card(deal, taken)
    if deal.phase is not Phase.AUCTION or deal.auction is None or deal.start_hands is None:
        raise ValueError("only a call or a card of the second phase can be judged")
    seat = deal.auction.turn
    table = trick_table(*deal.start_hands) if table is None else table
    scores = call_values(table, deal.auction, deal.ruleset, opponent)
    best = _best_score(seat, scores.values())
    choices = tuple(Choice(call, score, abs(best - score)) for call, score in scores.items())
    return Decision(deal, Phase.AUCTION, seat, choices, taken, opponent, table)


def line_from(
    deal: Deal, *, opponent: Opponent = "perfect", seat: Seat | None = None, table: TrickTable | None = None
) -> tuple[Action, ...]:
    """One line of best play by both from *deal* on to its end: calls and cards; empty when it is over.

    Arguments:
        deal: a deal in its auction, in its play, or over.
        opponent: how the other seat is taken to call.
        seat: the seat that calls perfectly, whoever is to call in *deal*; by default that one.
        table: the trick table of the deal's hands, where the caller has it already.
    """
    calls: tuple[Action, ...] = ()
    if deal.phase is Phase.AUCTION:
        assert deal.auction is not None
        assert deal.start_hands is not None
        table = trick_table(*deal.start_hands) if table is None else table
        mine = deal.auction.turn if seat is None else seat
        natural = mine.other if opponent == "natural" else None
        calls = SolvedAuction(table, deal.ruleset, natural).line(State.of(deal.auction))
        deal = deal.run(calls)
    if deal.play is None or deal.play.over:
        return calls
    return (*calls, *best_line(Position.of(deal.play)))


def _decide_card(deal: Deal, taken: Action | None) -> Decision:
    play, contract = deal.play, deal.contract
    assert play is not None
    assert contract is not None
    seat, position = play.turn, Position.of(play)
    won, in_all = play.tricks[seat], sum(play.tricks) + position.tricks_left
    values = card_values(position)
    scores = {}
    for card, value in values.items():
        tricks = won + value
        declarer_tricks = tricks if seat == contract.declarer else in_all - tricks
        scores[card] = north_score(contract, declarer_tricks, deal.ruleset)
    best, most = _best_score(seat, scores.values()), max(values.values())
    choices = tuple(
        Choice(card, scores[card], abs(best - scores[card]), won + value, most - value)
        for card, value in values.items()
    )
    return Decision(deal, Phase.PLAY, seat, choices, taken)


def _best_score(seat: Seat, scores: Iterable[int]) -> int:
    return max(scores) if seat == NORTH else min(scores)
