"""The mistakes of a recorded hand as small problems: the moment as it stood, asked without its answer, then judged.

The learner sits in the seat that made the mistake and sees both hands, as whoever looks at the analysis does. Nothing
about the question says what was chosen then: no value, no contract that an auction had yet to come to.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flask import url_for

from tutor.cards import Seat
from tutor.coach import words
from tutor.coach.facts import Decision
from tutor.coach.lesson import parse_action
from tutor.coach.reasons.explain import explain
from tutor.coach.review import states
from tutor.messages import N_, Message
from tutor.notation import NotationError
from tutor.notation.record import Record
from tutor.rules import Action, Deal, Phase, Ruleset, action_name
from tutor.rules.play import SEAT_NAMES
from tutor.store import db, load_record
from tutor.store.practice import AttemptSource
from tutor.web.again.returning import Made
from tutor.web.analyse.finding import Found
from tutor.web.analyse.sample import SAMPLE, sample
from tutor.web.analyse.viewing import OWN_RULES, PRICED
from tutor.web.analyse.views import shown
from tutor.web.parts.board import Alike, CallFace, CardFace, action_face, alike, grade_of
from tutor.web.parts.captions import CAPTIONS
from tutor.web.parts.course import Row, course_rows
from tutor.web.parts.lines import Line, deal_line
from tutor.web.parts.saying import Said, Why, right, why
from tutor.web.practise.lessons import Progress, Scene, scene
from tutor.web.retry.record_code import RecordCode

FORM: Final = "decide"
"""The id of the form that a choice sends."""

ALONE: Final = Progress((), 1, 1)
"""The progress of a mistake that is asked by itself."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake in a recorded hand.

    Attributes:
        code: the record, and how it is judged.
        ply: the number of the action among the recorded ones.
        past: the moments before it, each with what was done.
        decision: every choice and what it is worth; ``taken`` is the mistake.
    """

    code: RecordCode
    ply: int
    past: tuple[tuple[Deal, Action], ...]
    decision: Decision

    @property
    def seat(self) -> Seat:
        """Who made it."""
        return self.decision.seat

    @property
    def then(self) -> Action:
        """What was chosen then."""
        assert self.decision.taken is not None
        return self.decision.taken

    @property
    def before(self) -> tuple[str, ...]:
        """All the calls and cards before it, in short form."""
        return tuple(action_name(action) for _, action in self.past)

    @property
    def themes(self) -> tuple[str, ...]:
        """What it is about: the first theme that the coach finds in it; none where the coach finds none."""
        reasons = explain(self.decision).reasons
        return () if reasons is None else tuple(finding.theme.value for finding in reasons.findings[:1])

    def read(self, text: str) -> Action | None:
        """The choice that *text* names; None when it cannot be read or is not legal here."""
        try:
            action = parse_action(text)
        except NotationError:
            return None
        return action if action in self.decision.deal.legal() else None

    def made(self, action: Action, source: AttemptSource) -> Made:
        """*action*, a legal one, as a decision for the store."""
        return Made.of(
            self.decision,
            action,
            source=source,
            code=str(self.code),
            place=self.ply,
            before=tuple(each for _, each in self.past),
            themes=self.themes,
        )


def stored_record(slug: str) -> Record | None:
    """The record under *slug*, the sample included; None when there is none."""
    return sample() if slug == SAMPLE else load_record(db.session, slug)


def mistakes(record: Record, code: RecordCode) -> tuple[Mistake, ...]:
    """The mistakes of both seats in *record*, judged as *code* says, in order."""
    at = shown(Found(code.slug, record), code.query())
    # Where the record's own rules have a price for a failed contract there is no other way to judge it.
    plain = RecordCode(code.slug, at.view.opponent, at.view.priced)
    found = [(at.review.ply_of(decision), decision) for decision in at.review.mistakes]
    past = states(at.record) if found else ()
    return tuple(Mistake(plain, ply, past[:ply], decision) for ply, decision in found)


def find_mistake(code: RecordCode, place: int, before: tuple[str, ...]) -> Mistake | None:
    """The mistake at the ply *place* of a record, after *before*; None when it is not there (any more)."""
    record = stored_record(code.slug)
    found = () if record is None else mistakes(record, code)
    return next((each for each in found if each.code == code and each.ply == place and each.before == before), None)


# What the pages show.


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above a page: the heading, who the learner is, who dealt, by which rules it is judged."""

    heading: str
    learner: Seat
    dealer: Seat
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class Question:
    """A mistake to be put right; nothing in it depends on the answer.

    Attributes:
        scene: the table.
        prompt: what is asked.
        calling: whether a call is asked for.
        leading: whether a card is to be led.
        course: the calls and tricks so far.
        progress: how far the learner has come with the mistakes.
        departure: always "": a page of a lesson tells here where the learner left its line.
        before: always empty: a page of a lesson tells here what happened since.
    """

    scene: Scene
    prompt: tuple[str, ...]
    calling: bool
    leading: bool
    course: tuple[Row, ...]
    progress: Progress
    departure: str = ""
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a choice was worth where a mistake had been made.

    Attributes:
        scene: the table; with values where the answer is told.
        caption: what the numbers on the calls are; "" where there are none.
        own: what was chosen now; None when the learner asked for the answer.
        grade: as :func:`~tutor.web.parts.board.grade_of` gives it; ``plain`` without a choice.
        verdict: what it was worth, in words; "" without a choice.
        note: why a right choice is right; empty where there is nothing to say.
        why: why a wrong one is wrong.
        told: whether the answer is told.
        best: the best choices, where they are told and the own is not among them.
        line: the best line, where it is told.
        then: what was chosen when the hand was played, and what that cost.
        then_why: why that was wrong, where it is told and not said already.
        same: whether it was chosen once more.
        course: the calls and tricks so far.
        progress: as in :class:`Question`.
    """

    scene: Scene
    caption: str
    own: CardFace | CallFace | None
    grade: str
    verdict: str
    note: Said
    why: Why | None
    told: bool
    best: Alike
    line: Line
    then: str
    then_why: Why | None
    same: bool
    course: tuple[Row, ...]
    progress: Progress


def analysis(slug: str, code: RecordCode, ply: int | None = None) -> str:
    """The address of the analysis of the hand *slug*, judged as *code* says, at *ply*.

    The address of a hand that somebody keeps says all of it: its page would else judge as it did when it was kept.
    """
    judged = code.query()
    if slug != code.slug:
        judged = {"opponent": code.opponent, "rules": PRICED if code.priced else OWN_RULES}
    return url_for("analyse.show", slug=slug, ply=ply, **judged)


def head(mistake: Mistake, heading: str) -> Head:
    """What stands above the pages of *mistake*."""
    deal = mistake.decision.deal
    return Head(heading, mistake.seat, deal.dealer, deal.ruleset)


def question_page(
    mistake: Mistake, progress: Progress = ALONE, link: Callable[[Action], str] | None = None
) -> Question:
    """*mistake* as a question; a choice goes where *link* says, or sends the form :data:`FORM`."""
    deal = mistake.decision.deal
    return Question(
        scene(deal, mistake.seat, link=link, form=FORM if link is None else None),
        (str(_prompt(mistake)),),
        deal.phase is Phase.AUCTION,
        deal.play is not None and deal.play.led is None,
        _course(mistake),
        progress,
    )


def _prompt(mistake: Mistake) -> Message:
    """What is asked, without a word of what was chosen then."""
    deal, values = mistake.decision.deal, {"seat": SEAT_NAMES[mistake.seat]}
    if deal.phase is Phase.AUCTION:
        sentence = N_("When the hand was played, what %(seat)s called here gave points away. What would you call?")
    elif deal.play is not None and deal.play.led is None:
        sentence = N_("When the hand was played, what %(seat)s led here gave points away. What would you lead?")
    else:
        sentence = N_("When the hand was played, what %(seat)s played here gave points away. What would you play?")
    return Message(sentence, values)


def verdict_page(mistake: Mistake, own: Action | None, progress: Progress = ALONE, *, told: bool = False) -> Verdict:
    """What *own* was worth, None for no choice; the answer where *told*, or where it was found."""
    decision, then = mistake.decision, mistake.then
    choice = None if own is None else decision.choice(own)
    found = choice is not None and choice.best
    told = told or found or own is None
    bare = own is not None and found and grade_of(decision.choice(own)) == "best" and not words.all_the_same(decision)
    return Verdict(
        scene(decision.deal, mistake.seat, decision=decision if told else None, taken=own),
        str(CAPTIONS[decision.opponent]) if told else "",
        None if own is None else action_face(own),
        "plain" if choice is None else grade_of(choice),
        "" if own is None else " ".join(str(each) for each in words.judgement(decision, own)),
        right(decision, own) if bare and own is not None else (),
        None if own is None else why(decision, own),
        told,
        alike(decision.faultless) if told and not found else (),
        deal_line(decision.deal, decision.line) if told else Line(),
        then_words(mistake),
        why(decision, then) if told and own != then else None,
        own == then,
        _course(mistake),
        progress,
    )


def then_words(mistake: Mistake) -> str:
    """What was chosen when the hand was played, and what that cost."""
    decision, then = mistake.decision, mistake.then
    return " ".join(str(each) for each in (words.what_happened(decision, then), *words.judgement(decision, then)))


def _course(mistake: Mistake) -> tuple[Row, ...]:
    """The calls and tricks before *mistake*; of the draw phase nothing, it is over."""
    rows: tuple[Row, ...] = ()
    for phase in (Phase.AUCTION, Phase.PLAY):
        moments = [(deal, action) for deal, action in mistake.past if deal.phase is phase]
        if moments:
            rows += course_rows(moments[0][0], [action for _, action in moments], {})
    return rows
