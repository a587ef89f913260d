"""Positions as a constraint model: each of the 52 cards is with North, with South, on the table or gone.

CP-SAT finds positions that meet the demands on the cards. What only the solver can tell (whether the goal is within
reach, how many first cards are right, the theme) comes back as *learnt constraints*: a pattern of cards
(:class:`tutor.composer.patterns.Pattern`) that failed a demand is forbidden while that demand stands. So every demand
has a literal of its own, and when no position is left the literals say which demands conflict.

Everything depends on the seed alone: one worker, and no limit of time.
"""

import random
from collections.abc import Sequence
from functools import cache
from typing import Final

from ortools.sat.python import cp_model

from tutor.cards import NORTH, SOUTH, Seat, Strain, bit, rank_of
from tutor.coach.themes import Theme
from tutor.composer import needs
from tutor.composer.demands import (
    CardsEach,
    Demand,
    Goal,
    InStrain,
    LeadOrReply,
    Place,
    Placed,
    Points,
    SuitLength,
    ThemeIs,
    Turns,
    Under,
)
from tutor.composer.patterns import Pattern
from tutor.composer.spec import CALL_THEMES
from tutor.rules import Position

HELD: Final = (Place.NORTH, Place.SOUTH, Place.TABLE)
"""Where cards are that are still to be played."""


WHOLE: Final = 13
"""Cards of each hand of a deal."""

EFFORT: Final = 0.5
"""Of one search for positions, in the deterministic seconds of CP-SAT; it is quick at finding them, not at proving that
there are none."""


PROOF: Final = 10.0
"""Of one search for a proof that there are no positions, in the same seconds."""


class PositionModel:
    """The positions that meet *demands*, of which the learner is the seat *learner*; with *whole*, deals of 13 cards.

    Deals are positions without trumps of which the learner is on lead: their strain means nothing.

    Attributes:
        learner: the seat to play.
        demands: what is asked for.
        literals: for each demand, the literal under which it holds.
    """

    def __init__(self, demands: Sequence[Demand], learner: Seat, *, whole: bool = False) -> None:
        self.learner = learner
        self.demands = tuple(demands)
        self.model = cp_model.CpModel()
        self.card = {(card, place): self._new() for card in range(52) for place in Place}
        self.strain = {strain: self._new() for strain in Strain}
        self.reply = self._new()
        self._count = cache(self._new_count)
        self.at_least = cache(self._new_at_least)
        self.led = cache(self._new_led)
        self.straddled = cache(self._new_straddled)
        self._holders: dict[tuple[int, int, Place], cp_model.IntVar] = {}
        self._index: dict[tuple[int, int, int], cp_model.IntVar] = {}
        self._rules()
        if whole:
            self._make_whole()
        self.literals = [self._new() for _ in demands]
        self._under = [
            (d.asked.ruleset, x) for d, x in zip(demands, self.literals, strict=True) if isinstance(d.asked, Under)
        ]
        for literal, demand in zip(self.literals, demands, strict=True):
            self._compile(literal, demand)

    @property
    def mine(self) -> Place:
        """Where the learner's cards are."""
        return Place(self.learner)

    @property
    def theirs(self) -> Place:
        """Where the opponent's cards are."""
        return Place(self.learner.other)

    def _new(self) -> cp_model.IntVar:
        return self.model.new_bool_var("")

    def _rules(self) -> None:
        """What makes a position, whatever is asked for."""
        model = self.model
        for card in range(52):
            model.add_exactly_one(self.card[card, place] for place in Place)
        model.add_exactly_one(self.strain.values())
        model.add(sum(self.card[card, Place.TABLE] for card in range(52)) == self.reply)
        mine = sum(self.card[card, self.mine] for card in range(52))
        theirs = sum(self.card[card, self.theirs] for card in range(52))
        self.size = mine
        model.add(mine == theirs + self.reply)
        model.add_linear_constraint(mine, 2, 13)

    def _make_whole(self) -> None:
        self.model.add(self.size == WHOLE)
        self.model.add_implication(self.reply, self.reply.Not())
        self.model.add(self.strain[Strain.NOTRUMP] == 1)

    def _compile(self, literal: cp_model.IntVar, demand: Demand) -> None:
        """Let *literal* imply what *demand* says of the cards; what only the solver can tell is learnt later."""
        model = self.model
        match demand.asked:
            case CardsEach(span):
                model.add_linear_constraint(self.size, span.low, span.high).only_enforce_if(literal)
            case InStrain(strain):
                model.add_implication(literal, self.strain[strain])
            case LeadOrReply(reply):
                model.add_implication(literal, self.reply if reply else self.reply.Not())
            case Points(seat, span):
                points = sum(max(rank_of(card) - 8, 0) * self.card[card, Place(seat)] for card in range(52))
                model.add_linear_constraint(points, span.low, span.high).only_enforce_if(literal)
            case SuitLength(place, suit, span):
                model.add_linear_constraint(self._count(place, suit), span.low, span.high).only_enforce_if(literal)
            case Placed(card, place, barred):
                there = self.card[card, place]
                model.add_implication(literal, there.Not() if barred else there)
            case Goal(span) | Turns(span):
                model.add(self.size >= span.low).only_enforce_if(literal)
            case ThemeIs(theme) if theme in (*CALL_THEMES, Theme.NOTHING_TO_GAIN):
                self._call_theme(literal, theme)
            case ThemeIs(theme):
                self._theme(literal, needs.needs_of(self, theme))
            case _:
                pass

    def _call_theme(self, literal: cp_model.IntVar, theme: Theme) -> None:
        """Let *literal* imply that the rules are not such that *theme* cannot come up."""
        for ruleset, under in self._under:
            if not needs.comes_up_under(theme, ruleset):
                self.model.add_implication(literal, under.Not())

    def _theme(self, literal: cp_model.IntVar, need: needs.Needs) -> None:
        """Let *literal* imply that a card is on the table or none is, and one of the skeletons."""
        self.model.add_implication(literal, self.reply if need.reply else self.reply.Not())
        ways = []
        for skeleton in need.skeletons:
            way = self._new()
            for part in skeleton:
                self.model.add_implication(way, part)
            self.model.add_bool_or(way, *(part.Not() for part in skeleton))
            ways.append(way)
        if ways:
            self.model.add_bool_or(literal.Not(), *ways)

    def _new_count(self, place: Place, suit: int) -> cp_model.LinearExprT:
        return sum(self.card[13 * suit + rank, place] for rank in range(13))

    def _new_at_least(self, place: Place, suit: int, number: int) -> cp_model.IntVar:
        """The literal that says whether *place* has *number* cards of *suit* or more."""
        literal = self._new()
        count = self._count(place, suit)
        self.model.add(count >= number).only_enforce_if(literal)
        self.model.add(count < number).only_enforce_if(literal.Not())
        return literal

    def _new_led(self, suit: int) -> cp_model.IntVar:
        """The literal that says whether *suit* has been led."""
        literal = self._new()
        self.model.add(self._count(Place.TABLE, suit) == literal)
        return literal

    def _new_straddled(self, suit: int) -> cp_model.IntVar:
        """A literal under which the learner has a card of *suit* above the one led, if any is, and one below it."""
        literal = self._new()
        mine = [self.card[13 * suit + rank, self.mine] for rank in range(13)]
        for rank in range(13):
            here = self.card[13 * suit + rank, Place.TABLE]
            self.model.add_bool_or(literal.Not(), here.Not(), *mine[rank + 1 :])
            self.model.add_bool_or(literal.Not(), here.Not(), *mine[:rank])
        return literal

    # patterns

    def _indices(self, suit: int) -> None:
        """Make the literals ``index[suit, rank, k]``: so many cards of the suit above *rank* are not gone."""
        model = self.model
        above = [model.new_constant(k == 0) for k in range(14)]
        for rank in range(12, -2, -1):
            for k, here in enumerate(above):
                self._index[suit, rank, k] = here
            if rank < 0:
                break
            gone = self.card[13 * suit + rank, Place.GONE]
            below = [self._new() for _ in range(14)]
            model.add_exactly_one(below)
            for k, here in enumerate(above):
                model.add_bool_or(here.Not(), gone.Not(), below[k])
                model.add_bool_or(here.Not(), gone, *below[k + 1 : k + 2])
            above = below

    def holder(self, suit: int, k: int, place: Place) -> cp_model.IntVar:
        """The literal that says whether the card of *suit* with *k* others above it is in *place*, not gone."""
        if (suit, 0, 0) not in self._index:
            self._indices(suit)
        if (suit, k, place) not in self._holders:
            made = {where: self._new() for where in HELD}
            self.model.add_at_most_one(made.values())
            for where, literal in made.items():
                self._holders[suit, k, where] = literal
                for rank in range(12 - k, -1, -1):
                    index, there = self._index[suit, rank, k], self.card[13 * suit + rank, where]
                    self.model.add_bool_or(index.Not(), there.Not(), literal)
                # In a suit of k cards or fewer nobody holds it.
                self.model.add_bool_or(literal.Not(), *(self._index[suit, -1, more] for more in range(k + 1, 14)))
        return self._holders[suit, k, place]

    def forbid(self, pattern: Pattern, because: Demand | None = None) -> None:
        """Learn that no position with *pattern* will do, as long as the demand *because* stands; None: ever."""
        clause: list[cp_model.LiteralT] = [self.holder(*card).Not() for card in pattern.cards]
        clause.append(self.strain[pattern.strain].Not())
        if because is not None:
            clause.append(self.literals[self.demands.index(because)].Not())
        self.model.add_bool_or(clause)

    # answers

    def positions(self, rng: random.Random, most: int) -> list[Position]:
        """Up to *most* positions that meet all demands; none when it found none at once, or there is no other.

        They are of one size, each that the demands allow as likely as any other.

        Arguments:
            rng: gives the size and the seed of the search.
            most: how many to give.
        """
        spans = [demand.asked.sizes for demand in self.demands if isinstance(demand.asked, CardsEach)]
        sizes = spans[0] if spans else [WHOLE]
        for size in rng.sample(sizes, len(sizes)):
            found = self._positions(size, rng, most)
            if found:
                return found
        return []

    def _positions(self, size: int, rng: random.Random, most: int) -> list[Position]:
        model = self.model.clone()
        model.add(self.size == size)
        for literal in self.literals:
            model.add(literal == 1)
        solver = _solver(rng.randrange(1 << 30))
        # Half of the decisions at random: positions as unlike each other as can be, each found in a moment.
        solver.parameters.random_polarity_ratio = 0.5
        solver.parameters.random_branches_ratio = 0.5
        solver.parameters.cp_model_presolve = False
        solver.parameters.max_deterministic_time = EFFORT
        solver.parameters.linearization_level = 0
        solver.parameters.symmetry_level = 0
        solver.parameters.enumerate_all_solutions = True
        found = _Collector(self, most)
        solver.solve(model, found)
        return found.positions

    def conflict(self) -> tuple[Demand, ...]:
        """A smallest set of demands that leaves no position: without any one of them there are some.

        Empty when there are positions. As for what was learnt, only what is known so far counts.
        """
        core = self._core(self.literals)
        if core is None:
            return ()
        kept = list(core)
        for literal in core:
            rest = [each for each in kept if each is not literal]
            smaller = self._core(rest)
            if smaller is not None:
                kept = [each for each in rest if any(each is part for part in smaller)]
        return tuple(
            d for d, literal in zip(self.demands, self.literals, strict=True) if any(literal is k for k in kept)
        )

    def _core(self, literals: Sequence[cp_model.IntVar]) -> list[cp_model.IntVar] | None:
        """Those of *literals* that cannot all hold, not always as few as can be; None when they can."""
        fixed = self.model.clone()
        for literal in literals:
            fixed.add(literal == 1)
        solver = _solver(1)
        solver.parameters.linearization_level = 2
        solver.parameters.max_deterministic_time = PROOF
        if solver.solve(fixed) != cp_model.INFEASIBLE:
            return None
        # Under assumptions linear relaxations are of little help: where they are needed, all are kept for now.
        supposed = self.model.clone()
        supposed.add_assumptions(literals)
        solver = _solver(1)
        solver.parameters.max_deterministic_time = EFFORT
        if solver.solve(supposed) != cp_model.INFEASIBLE:
            return list(literals)
        indices = set(solver.sufficient_assumptions_for_infeasibility())
        return [literal for literal in literals if literal.index in indices]

    def cleanest(self, pattern: Pattern) -> Position | None:
        """The position of *pattern* that is the cleanest to look at and meets the demands; None when none does.

        Cards that fight for tricks are as high as can be, idle ones as low as can be: see :func:`_fights`.
        """
        for suit in range(4):
            self.holder(suit, 0, Place.NORTH)
        model = self.model.clone()
        cost = []
        for suit, holders in enumerate(pattern.suits):
            sides = holders.replace("T", self.learner.other.letter)
            for k, letter in enumerate(holders):
                fights, place = _fights(sides, k), HELD["NST".index(letter)]
                choices = []
                for rank in range(13):
                    here = model.new_bool_var("")
                    model.add_implication(here, self._index[suit, rank, k])
                    model.add_implication(here, self.card[13 * suit + rank, place])
                    cost.append((12 - rank if fights else 2 * rank) * here)
                    choices.append(here)
                model.add_exactly_one(choices)
            model.add(self._index[suit, -1, len(holders)] == 1)
        model.add(self.strain[pattern.strain] == 1)
        for literal in self.literals:
            model.add(literal == 1)
        model.minimize(sum(cost))
        found = _Collector(self, None)
        _solver(1).solve(model, found)
        return found.positions[-1] if found.positions else None


class _Collector(cp_model.CpSolverSolutionCallback):
    """Reads the positions that a search finds, and ends it when there are *most*."""

    def __init__(self, source: PositionModel, most: int | None) -> None:
        super().__init__()
        self._source = source
        self._most = most
        self.positions: list[Position] = []

    def on_solution_callback(self) -> None:
        """Read one position."""
        source = self._source
        hands, led = [0, 0], None
        for (card, place), variable in source.card.items():
            if place != Place.GONE and self.boolean_value(variable):
                if place == Place.TABLE:
                    led = card
                else:
                    hands[place] |= bit(card)
        strain = next(strain for strain, variable in source.strain.items() if self.boolean_value(variable))
        self.positions.append(Position(hands[NORTH], hands[SOUTH], strain, source.learner, led))
        if len(self.positions) == self._most:
            self.stop_search()


def _solver(seed: int) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    return solver


def _fights(sides: str, k: int) -> bool:
    """Whether the card with *k* others above it fights for tricks in a suit whose cards belong to *sides*.

    It does when it beats a card of the other side that itself beats one, or when it beats any and none of the other
    side's beats it: a sure winner. All others are idle, and might as well be small.
    """
    beaten = [i for i in range(k + 1, len(sides)) if sides[i] != sides[k]]
    if sides[:k].strip(sides[k]) == "":
        return bool(beaten)
    return any(sides[k] in sides[i + 1 :] for i in beaten)
