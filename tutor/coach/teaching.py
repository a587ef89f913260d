"""Lessons made from any deal: which of its decisions are worth asking, and neutral words for them.

The *course* of such a lesson is what was recorded, until the learner's first mistake or the end of the record; from
there on it is a line of best play by both. Of the learner's turns on it those are asked at which something that people
do can go wrong (:func:`tutor.coach.asking.is_real`). A turn is *easy* when the card that comes to hand by itself is
right (:func:`tutor.coach.asking.is_easy`); of easy turns that follow each other only the one with the most at stake is
asked.

What is said of a choice is not part of the lesson: whoever shows it tells the explanation of the choice
(:mod:`tutor.coach.telling.explanations`) beside the author's note, where there is one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from tutor.cards import NORTH, Seat
from tutor.coach.asking import at_stake, costliest, is_easy, is_filler, is_real
from tutor.coach.facts import Decision, decide, line_from
from tutor.coach.lesson import Lesson, LessonDecision, Note
from tutor.coach.reasons.explain import explain
from tutor.coach.telling import prompting
from tutor.coach.themes import Theme
from tutor.notation.record import Record
from tutor.rules import Action, Deal, Phase
from tutor.solver import trick_table
from tutor.solver.bidding import Opponent
from tutor.solver.engine import TrickTable

MOST_DECISIONS: Final = 8
"""How many decisions a lesson asks, unless another number is given: more are tiring."""

_MOST_THEMES: Final = 5


@dataclass(frozen=True, slots=True)
class Annotations:
    """What an author says about a deal; it goes before what the program would say. Everything is optional.

    *Plies* count the calls and cards of the second phase on the lesson's course, 0 the first.

    Attributes:
        title, introduction, wrap_up: as in a lesson; "" where the program finds the words.
        level: 1 to 5.
        themes: names of :data:`tutor.coach.authored.THEMES`; empty where the program names what it finds.
        prompts: for a ply the situation in words.
        afters: for a ply what to say of what follows it.
        notes: for a ply the notes on its choices.
    """

    title: str = ""
    introduction: str = ""
    wrap_up: str = ""
    level: int | None = None
    themes: tuple[str, ...] = ()
    prompts: Mapping[int, str] = field(default_factory=dict)
    afters: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, tuple[Note, ...]] = field(default_factory=dict)

    def speaks_of(self, ply: int) -> bool:
        """Whether the author wants *ply* asked."""
        return ply in self.prompts or ply in self.notes


NOTHING_SAID: Final = Annotations()


def lesson_from(
    source: Record | Deal,
    learner: Seat,
    *,
    slug: str = "",
    opponent: Opponent = "perfect",
    annotations: Annotations = NOTHING_SAID,
    most: int = MOST_DECISIONS,
) -> Lesson | None:
    """A lesson on *source* for *learner*.

    It passes :func:`tutor.coach.lesson.check_lesson`, unless *annotations* say what is not so.

    Arguments:
        source: a deal, or a record of one, its draw phase over; what was called and played is followed.
        learner: whose decisions are asked.
        slug: the name of the lesson.
        opponent: against whom calls are valued.
        annotations: what an author says.
        most: how many decisions are asked at most; those that an author speaks of are asked in any case.

    Returns:
        None when the learner has nothing to decide: nothing that people do costs a point.

    Raises:
        ValueError: while the draw phase goes on.
        RuleError: when an action of the record is illegal.
    """
    deal = source.deal() if isinstance(source, Record) else source
    if deal.start_hands is None:
        raise ValueError("a lesson is about the second phase: the draw phase has to be over")
    table = trick_table(*deal.start_hands)
    course = course_of(deal, learner, opponent, table)
    asked = worth_asking(course, learner, annotations, most)
    if not asked:
        return None
    decisions = tuple(
        _lesson_decision(course, ply, following, annotations)
        for ply, following in zip(asked, [*asked[1:], len(course)], strict=True)
    )
    turns = [course[ply] for ply in asked]
    themes = annotations.themes or tuple(theme.value for theme in _themes(turns))
    level = min(5, 1 + sum(not is_easy(turn) for turn in turns if turn.phase is Phase.PLAY))
    return Lesson(
        slug=slug,
        title=annotations.title or prompting.title(learner),
        ruleset=deal.ruleset,
        dealer=deal.dealer,
        north=deal.start_hands[0],
        south=deal.start_hands[1],
        learner=learner,
        level=annotations.level or level,
        themes=themes,
        introduction=annotations.introduction or prompting.introduction(course[0].deal, learner, opponent),
        wrap_up=annotations.wrap_up or prompting.wrap_up(course, turns, opponent),
        decisions=decisions,
        opponent=opponent,
        contract=None if deal.auction is not None else deal.contract,
        before=tuple(_taken(each) for each in course[: asked[0]]),
    )


def course_of(deal: Deal, learner: Seat, opponent: Opponent, table: TrickTable) -> list[Decision]:
    """Every call and card of a lesson on *deal*, in order, with its facts; ``taken`` is what the course goes on with.

    What was called and played up to *deal* is followed until the learner's first mistake, or until the opponent makes a
    call that no *opponent* of that kind would make and that leaves the learner with less: calls that reckoned with the
    other would look wrong. Then, and after its end, a line of best play by both follows.
    """
    now, recorded = _start(deal), _recorded(deal)
    line: Sequence[Action] | None = None
    found: list[Decision] = []
    while not now.over:
        ply = len(found)
        if line is None and ply < len(recorded):
            facts = decide(now, recorded[ply], opponent=opponent, table=table)
            followed = not facts.mistake if facts.seat == learner else _bearable(facts, learner, opponent, table)
            if followed:
                found.append(facts)
                now = now.apply(recorded[ply])
                continue
        if line is None:
            best = line_from(now, opponent=opponent, seat=learner, table=table)
            line = (*(_taken(each) for each in found), *best)
        found.append(decide(now, line[ply], opponent=opponent, table=table))
        now = now.apply(line[ply])
    return found


def _bearable(call: Decision, learner: Seat, opponent: Opponent, table: TrickTable) -> bool:
    """Whether what the other seat did leaves *learner* with as much as what was to be expected of it."""
    if call.phase is not Phase.AUCTION or opponent == "perfect":
        return True  # whoever leaves the best line of a perfect player only gives

    def comes_to(deal: Deal) -> int:
        score = deal.run(line_from(deal, opponent=opponent, seat=learner, table=table)).score
        assert score is not None
        return score if learner == NORTH else -score

    return comes_to(call.deal.apply(_taken(call))) >= comes_to(call.deal)


def _start(deal: Deal) -> Deal:
    """*deal* before its first call, or before its first card where the auction is not known."""
    assert deal.start_hands is not None
    start = Deal.from_hands(*deal.start_hands, deal.dealer, deal.ruleset)
    if deal.auction is not None:
        return start
    assert deal.contract is not None
    return start.with_contract(deal.contract)


def _recorded(deal: Deal) -> tuple[Action, ...]:
    calls = () if deal.auction is None else deal.auction.calls
    return (*calls, *(() if deal.play is None else deal.play.played))


def worth_asking(course: Sequence[Decision], learner: Seat, annotations: Annotations, most: int) -> list[int]:
    """The plies of *course* that a lesson asks, in order."""
    every = [ply for ply, each in enumerate(course) if each.seat == learner and is_real(each)]
    real = [ply for ply in every if not is_filler(course[ply])] or every
    asked: list[int] = []
    for easy, run in groupby(real, key=lambda ply: is_easy(course[ply])):
        plies = list(run)
        asked += [max(plies, key=lambda ply: (at_stake(course[ply]), -ply))] if easy else plies
    told = {
        ply
        for ply, each in enumerate(course)
        if each.seat == learner and not each.forced and annotations.speaks_of(ply)
    }
    others = sorted(
        (ply for ply in asked if ply not in told),
        key=lambda ply: (is_easy(course[ply]), -at_stake(course[ply]), ply),
    )
    return sorted([*told, *others[: max(0, most - len(told))]])


def _taken(decision: Decision) -> Action:
    assert decision.taken is not None
    return decision.taken


def _lesson_decision(course: Sequence[Decision], ply: int, following: int, annotations: Annotations) -> LessonDecision:
    """The decision at *ply*; the next one comes at *following*."""
    facts = course[ply]
    return LessonDecision(
        prompt=annotations.prompts.get(ply) or prompting.prompt(facts),
        seat=facts.seat,
        best=tuple(choice.action for choice in facts.choices if choice.best),
        value=facts.score,
        played=_taken(facts),
        then=tuple(_taken(each) for each in course[ply + 1 : following]),
        after=annotations.afters.get(ply, ""),
        notes=annotations.notes.get(ply, ()),
    )


def _themes(turns: Iterable[Decision]) -> list[Theme]:
    """The themes that explain the costliest sensible choices best, the more frequent ones first."""
    found: Counter[Theme] = Counter()
    for turn in turns:
        wrong = costliest(turn)
        reasons = None if wrong is None else explain(turn, wrong.action).reasons
        if reasons is not None:
            found.update(finding.theme for finding in reasons.findings[:1])
    return [theme for theme, _ in found.most_common(_MOST_THEMES)]
