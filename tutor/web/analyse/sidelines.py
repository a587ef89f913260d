"""The side lines of a hand as a tree in its list of moves: what was tried out instead, where, and what it came to.

A *grove* is all that leaves the hand at one moment; a *branch* goes on until the lines in it part, or until a line with
a name ends.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tutor.cards import Mask, Seat
from tutor.coach import words
from tutor.coach.facts import Decision, decide
from tutor.coach.telling.speaking import plain_step, spoken_step
from tutor.messages import N_, Message, translate
from tutor.rules import Action, Deal, Phase
from tutor.solver import trick_table
from tutor.solver.bidding import Opponent
from tutor.solver.engine import TrickTable
from tutor.web.analyse.viewing import SideLine, Tried, Viewing
from tutor.web.parts.board import CallFace, CardFace, action_face

KEPT: Final = 4096
"""Moments off the hand whose choices are kept in memory: every step shows the whole tree again."""

ViewLink = Callable[[Viewing], str]
"""The address of a view."""


@dataclass(frozen=True, slots=True)
class Twig:
    """One action of a side line.

    Attributes:
        face: the card or call.
        words: what happens and what it costs, as a sentence.
        points: points it costs; 0 where that is not shown.
        tricks: tricks it costs; 0 where that is not shown.
        current: whether the board shows what follows it.
        passed: whether it leads to what the board shows.
        trick: the number of the trick that it leads to; None for a reply, a call and a discard before the play.
        href: the address of what follows it.
        key: where it stands in the tree, for a script that keeps the keyboard's place.
    """

    face: CardFace | CallFace
    words: str
    points: int
    tricks: int
    current: bool
    passed: bool
    trick: int | None
    href: str
    key: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A side line from where it parts from the others to where it ends or they part again.

    Attributes:
        twigs: its actions; never empty.
        name: what a person called the line that ends here; "" when nobody did.
        place: the line up to here, as an address has it.
        ends: what the deal comes to after its last action, in words; "" where it goes on or that is not shown.
        score: the same in short, ``S +120``.
        branches: how it goes on.
        remove: the address of the page without it.
    """

    twigs: tuple[Twig, ...]
    name: str
    place: str
    ends: str
    score: str
    branches: tuple["Branch", ...]
    remove: str


@dataclass(frozen=True, slots=True)
class Grove:
    """All side lines that leave the hand at one moment.

    Attributes:
        ply: the moment.
        instead: the card or call that was really chosen there; None at the end of the hand.
        words: where they leave the hand, as a heading.
        branches: the lines.
    """

    ply: int
    instead: CardFace | CallFace | None
    words: str
    branches: tuple[Branch, ...]


@lru_cache(maxsize=64)
def _table(north: Mask, south: Mask) -> TrickTable:
    return trick_table(north, south)


@lru_cache(maxsize=KEPT)
def judged(deal: Deal, opponent: Opponent) -> Decision | None:
    """Every choice at this moment of *deal* and what it is worth; None in the draw phase and at the end."""
    if deal.phase not in (Phase.AUCTION, Phase.PLAY):
        return None
    table = None
    if deal.phase is Phase.AUCTION:
        assert deal.start_hands is not None
        table = _table(*deal.start_hands)
    return decide(deal, opponent=opponent, table=table)


@dataclass(frozen=True, slots=True)
class Planter:
    """Makes the tree of one view.

    Attributes:
        view: the view; its ply is known.
        opponent: against whom calls are judged.
        link: where a view is found.
        twig_link: where a view of this tree is found that an action leads to; there are hundreds of them.
    """

    view: Viewing
    opponent: Opponent
    link: ViewLink
    twig_link: ViewLink

    def grove(self, ply: int, deal: Deal, recorded: Action | None) -> Grove:
        """The side lines that leave the hand at *ply*, where *deal* stands and *recorded* was done."""
        lines = [line for line in self.view.lines if line.ply == ply]
        return Grove(
            ply,
            None if recorded is None else action_face(recorded),
            _heading(deal, recorded),
            self._branches(SideLine(ply, ()), deal, lines),
        )

    def _branches(self, start: SideLine, deal: Deal, lines: Sequence[SideLine]) -> tuple[Branch, ...]:
        """What goes on from the end of *start*, in the order in which a hand is held: a tree must not jump about."""
        depth = len(start.actions)
        firsts = {line.actions[depth] for line in lines if len(line.actions) > depth}
        order = {action: place for place, action in enumerate(deal.legal())}
        return tuple(
            self._branch(SideLine(start.ply, (*start.actions, action)), deal, lines)
            for action in sorted(firsts, key=lambda each: order[each])
        )

    def _branch(self, line: SideLine, deal: Deal, lines: Sequence[SideLine]) -> Branch:
        """The branch whose first action is the last of *line*; *deal* is before it."""
        first = line
        within = [each for each in lines if line.begins(each)]
        twigs = [self._twig(line, deal)]
        name = _name_at(line, within)
        while not name and (following := _only_one(line, within)) is not None:
            deal = deal.apply(line.actions[-1])
            line = SideLine(line.ply, (*line.actions, following))
            twigs.append(self._twig(line, deal))
            name = _name_at(line, within)
        ends, score = self._end(deal, line.actions[-1])
        branches = self._branches(line, deal.apply(line.actions[-1]), within)
        return Branch(
            tuple(twigs),
            name,
            str(line),
            "" if branches else ends,
            "" if branches else score,
            branches,
            self.link(self.view.without(first)),
        )

    def _twig(self, line: SideLine, deal: Deal) -> Twig:
        action, tried = line.actions[-1], self.view.tried
        decision = judged(deal, self.opponent) if self.view.values else None
        choice = None if decision is None else decision.choice(action)
        said = plain_step(deal, action) if decision is None else spoken_step(decision, action)
        passed = self.view.ply == line.ply and tried[: len(line.actions)] == line.actions
        leads = deal.play is not None and deal.play.led is None
        return Twig(
            action_face(action),
            str(said),
            choice.loss_points if choice else 0,
            choice.loss_tricks if choice else 0,
            passed and len(tried) == len(line.actions),
            passed,
            sum(deal.play.tricks) + 1 if leads and deal.play else None,
            self.twig_link(self.view.at(line.ply, line.actions)),
            str(line),
        )

    def _end(self, deal: Deal, action: Action) -> tuple[str, str]:
        """What the deal comes to after *action*, in words and in short."""
        decision = judged(deal, self.opponent) if self.view.values else None
        if decision is None:
            return "", ""
        score = decision.choice(action).score
        return str(words.score_words(score)), short_score(score)


def short_score(score: int) -> str:
    """North's points less South's as whose they are: ``N +60``, ``S +120``, ``0``."""
    if score == 0:
        return "0"
    return f"{(Seat.NORTH if score > 0 else Seat.SOUTH).letter} {words.signed(abs(score))}"


def forward(view: Viewing, ply: int) -> Tried | None:
    """What is tried one step further along the line looked at last; None where no line goes on."""
    here = SideLine(ply, view.tried)
    following = next((line for line in view.lines if line != here and here.begins(line) and _longer(line, here)), None)
    return None if following is None else following.actions[: len(view.tried) + 1]


def last_of(view: Viewing, ply: int) -> Tried | None:
    """The line looked at last to its end; None where no line goes on."""
    here = SideLine(ply, view.tried)
    return next((line.actions for line in view.lines if here.begins(line) and _longer(line, here)), None)


def _longer(line: SideLine, other: SideLine) -> bool:
    return len(line.actions) > len(other.actions)


def _name_at(line: SideLine, lines: Iterable[SideLine]) -> str:
    """The name of the line that ends where *line* does."""
    return next((each.name for each in lines if each.actions == line.actions), "")


def _only_one(line: SideLine, lines: Iterable[SideLine]) -> Action | None:
    """The one action that all *lines* go on with after *line*; None when they part or end."""
    depth = len(line.actions)
    following = {each.actions[depth] for each in lines if len(each.actions) > depth}
    return following.pop() if len(following) == 1 else None


def _heading(deal: Deal, recorded: Action | None) -> str:
    """Where the side lines leave the hand."""
    if recorded is None:
        return translate("Tried at the end of the hand")
    values: dict[str, object] = {"action": words.action_words(recorded)}
    if deal.phase is Phase.DRAW:
        return str(Message(N_("Tried in the draw phase instead of the %(action)s"), values))
    if deal.play is None:
        return str(Message(N_("Tried instead of %(action)s"), values))
    values["trick"] = sum(deal.play.tricks) + 1
    return str(Message(N_("Tried in trick %(trick)s instead of the %(action)s"), values))
