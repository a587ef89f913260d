"""Lessons: annotated practice hands, worked decision by decision.

:mod:`tutor.coach.teaching` makes one from any deal; people write them as TOML files. A file
``puzzles/lessons/NAME.toml`` holds one lesson; NAME is its slug. The lesson follows one course of the deal, from the
first call or, where the auction is left out, the first card to wherever its author stops. At each *decision* the
learner chooses, sees what every choice is worth, reads the author's note on it, and the lesson goes on along its own
course. Keys at the top:

``title``, ``introduction``
    Words for the learner. They never name a right choice of any decision.
``wrap_up``
    What the lesson's own line teaches. Learners read it whatever they answered, so it tells of the line and the seats
    (“in the line of the lesson North takes eight tricks”) and never says “you”.
``rules``, ``dealer``, ``deal``
    The ruleset, ``N`` or ``S``, and the two hands of the second phase.
``learner``
    ``N`` or ``S``: whose decisions the lesson is about.
``opponent``
    Optional: ``perfect`` (the default) or ``natural``: against whom calls are valued.
``contract``
    Optional: what is played (``3S N``), for a lesson that leaves out the auction.
``before``
    Optional: the calls and cards before the first decision.
``level``, ``themes``
    As for puzzles.

Each ``[[decision]]``:

``prompt``
    The situation in words, as the line has led to it. It may name cards and calls only so that it does not give the
    answer away.
``seat``
    Who decides.
``best``, ``value``
    The author's statements: exactly which choices lose no points, and the points, North's less South's, they lead to.
``played``
    The choice that the lesson goes on with: one of the best.
``then``
    What follows, up to the next decision: the other side's moves and such of the learner's own as teach nothing.
``after``
    Optional: what to say of ``played`` and of these moves; as for ``wrap_up``, of the seats and never of “you”.

Each ``[[decision.choice]]`` is the author's note on a choice: ``action``, ``note``, and optional statements, ``value``
(points as above), ``tricks`` (of the 13, for who decides) and ``line`` (best play by both after it). The note stands
beside a choice that was not taken, too: it says what the choice does, not what the learner did.

Every statement is checked against the solver by :func:`check_lesson`; a lesson never says what is not so.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tutor.cards import Mask, Seat
from tutor.coach.authored import LEVELS, ContentError, Fields, KeyPath, Places, gives_away, read_authored
from tutor.coach.content import Text, in_english, load_folder, paragraphs
from tutor.coach.facts import Decision, decide
from tutor.messages import N_, P_, Message
from tutor.notation import (
    Fault,
    NotationError,
    parse_call,
    parse_card,
    parse_contract,
    parse_deal,
    parse_ruleset,
    parse_seat,
)
from tutor.resources import folder
from tutor.rules import DOUBLE, PASS, REDOUBLE, Action, Contract, Deal, RuleError, Ruleset, action_name
from tutor.solver.bidding import OPPONENTS, Opponent

_LEARNER: Final = re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE)
"""How a text of ours speaks to the learner."""


@dataclass(frozen=True, slots=True)
class Note:
    """What the author says about one choice; the fields are the keys of ``[[decision.choice]]``, None when absent."""

    action: Action
    note: Text
    value: int | None = None
    tricks: int | None = None
    line: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonDecision:
    """One decision of a lesson; the fields are the keys of ``[[decision]]``."""

    prompt: Text
    seat: Seat
    best: tuple[Action, ...]
    value: int
    played: Action
    then: tuple[Action, ...] = ()
    after: Text = ""
    notes: tuple[Note, ...] = ()

    def note(self, action: Action) -> Note | None:
        """The author's note on *action*, or None."""
        return next((note for note in self.notes if note.action == action), None)


@dataclass(frozen=True, slots=True)
class Lesson:
    """An annotated practice hand; the fields are the keys of the file. ``places`` says on which lines they stand."""

    slug: str
    title: Text
    ruleset: Ruleset
    dealer: Seat
    north: Mask
    south: Mask
    learner: Seat
    level: int
    themes: tuple[str, ...]
    introduction: Text
    wrap_up: Text
    decisions: tuple[LessonDecision, ...]
    opponent: Opponent = "perfect"
    contract: Contract | None = None
    before: tuple[Action, ...] = ()
    places: Places = field(default_factory=lambda: Places({}), compare=False, repr=False)

    @property
    def start(self) -> Deal:
        """The deal before its first call; where the lesson leaves out the auction, before its first card.

        Raises:
            RuleError: when the contract is doubled and the ruleset has no doubling.
        """
        deal = Deal.from_hands(self.north, self.south, self.dealer, self.ruleset)
        return deal if self.contract is None else deal.with_contract(self.contract)

    @property
    def heading(self) -> str:
        """The title in the reader's language."""
        return " ".join(paragraphs(self.title))

    @property
    def opening(self) -> str:
        """The first paragraph of the introduction in the reader's language."""
        return next(iter(paragraphs(self.introduction)), "")

    def course(self, index: int) -> tuple[Action, ...]:
        """The calls and cards of the lesson's own course that lead to decision number *index* (0 is the first).

        With the number of decisions as *index*: all of the course.
        """
        decided = (action for each in self.decisions[:index] for action in (each.played, *each.then))
        return (*self.before, *decided)

    def deal_before(self, index: int) -> Deal:
        """The deal at decision number *index*; with the number of decisions as *index*, where the lesson ends.

        Raises:
            RuleError: when the course is not legal (which :func:`check_lesson` says with its line).
        """
        return self.start.run(self.course(index))

    def decision(self, index: int, taken: Action | None = None) -> Decision:
        """The facts of decision number *index*, *taken* being the learner's choice.

        Raises:
            RuleError: when the course is not legal.
            KeyError: when *taken* is not a legal choice.
        """
        return decide(self.deal_before(index), taken, opponent=self.opponent)


def check_lesson(lesson: Lesson) -> tuple[Fault, ...]:
    """What is wrong with *lesson*, all at once; empty when nothing is.

    Checked are: that the course is legal and each decision is its seat's; every statement of the author, by the
    solver; that title, introduction and prompts keep the answers to themselves; and that what is said of the lesson's
    own line is not said of the learner.
    """
    check = _Check(lesson)
    check.own_line(("wrap_up",), lesson.wrap_up)
    check.course()
    return tuple(check.faults)


class _Check:
    """One examination of a lesson: its course is walked once, and the faults gather."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.faults: list[Fault] = []

    def fault(self, path: KeyPath, code: str, sentence: str, /, **facts: object) -> None:
        self.faults.append(Fault(Message(sentence, facts), self.lesson.places.line(path), None, code))

    def course(self) -> None:
        deal = self.begin()
        if deal is None:
            return
        for index, decision in enumerate(self.lesson.decisions):
            path: KeyPath = ("decision", index)
            if deal.turn != decision.seat:
                turn = "-" if deal.turn is None else deal.turn.letter
                sentence = N_("The turn here is %(turn)s, not this seat’s.")
                self.fault((*path, "seat"), "not-the-turn", sentence, turn=turn)
                return
            facts = decide(deal, opponent=self.lesson.opponent)
            self.decision(path, decision, facts)
            self.own_line((*path, "after"), decision.after)
            after = self.run(deal, (decision.played,), (*path, "played"))
            following = None if after is None else self.run(after, decision.then, (*path, "then"))
            if following is None:
                return
            deal = following

    def begin(self) -> Deal | None:
        """The deal at the first decision; None, and a fault, when the course does not come to it."""
        try:
            start = self.lesson.start
        except RuleError as error:
            self.fault(("contract",), error.rule, N_("%(reason)s"), reason=error.message)
            return None
        deal = self.run(start, self.lesson.before, ("before",))
        if deal is not None and deal.over:
            self.fault(("before",), "deal-over", N_("The deal is over before the first decision."))
            return None
        return deal

    def run(self, deal: Deal, actions: tuple[Action, ...], path: KeyPath) -> Deal | None:
        """The deal after *actions*; None, and a fault at *path*, when one is illegal."""
        try:
            return deal.run(actions)
        except RuleError as error:
            name, sentence = action_name(actions[error.index or 0]), N_("%(action)s cannot come here: %(reason)s")
            self.fault(path, error.rule, sentence, action=name, reason=error.message)
            return None

    def decision(self, path: KeyPath, decision: LessonDecision, facts: Decision) -> None:
        """Check what the author says at one decision against its *facts*."""
        best = {choice.action for choice in facts.best}
        wrong = [choice.action for choice in facts.choices if not choice.best]
        if set(decision.best) != best:
            names = " ".join(action_name(c.action) for c in facts.choices if c.best)
            self.fault((*path, "best"), "not-best", N_("The best choices here are %(names)s."), names=names)
        if decision.value != facts.score:
            self.fault((*path, "value"), "wrong-value", N_("The value here is %(value)s."), value=facts.score)
        if decision.played not in best:
            sentence = N_("The lesson goes on with %(action)s, which is not one of the best choices.")
            self.fault((*path, "played"), "played-not-best", sentence, action=action_name(decision.played))
        for key, text in (("title", self.lesson.title), ("introduction", self.lesson.introduction)):
            self.secret((key,), text, decision.best, [])
        self.secret((*path, "prompt"), decision.prompt, decision.best, wrong)
        for number, note in enumerate(decision.notes):
            self.note((*path, "choice", number), note, facts)

    def secret(self, path: KeyPath, text: Text, right: tuple[Action, ...], wrong: list[Action]) -> None:
        # A call spelt as an everyday word ("pass", "double") says nothing in the general words at the top.
        bare = right if len(path) > 1 else tuple(action for action in right if action not in (PASS, DOUBLE, REDOUBLE))
        name = gives_away(in_english(text), bare, wrong)
        if name is not None:
            sentence = N_("“%(key)s” gives the answer away: it names %(name)s.")
            self.fault(path, "gives-away", sentence, key=path[-1], name=name)

    def own_line(self, path: KeyPath, text: Text) -> None:
        """Check that *text*, which tells of the lesson's own line, does not take it for the learner's."""
        found = _LEARNER.search(in_english(text))
        if found is not None:
            sentence = N_(
                "“%(key)s” tells of the lesson’s own line, not of the learner: “%(word)s” cannot stand there."
            )
            self.fault(path, "not-the-learners", sentence, key=path[-1], word=found[0])

    def note(self, path: KeyPath, note: Note, facts: Decision) -> None:
        """Check the statements of one note."""
        name = action_name(note.action)
        choice = next((each for each in facts.choices if each.action == note.action), None)
        if choice is None:
            self.fault((*path, "action"), "not-a-choice", N_("%(action)s is not legal here."), action=name)
            return
        if note.value not in (None, choice.score):
            sentence = N_("%(action)s leads to %(value)s.")
            self.fault((*path, "value"), "wrong-value", sentence, action=name, value=choice.score)
        if note.tricks not in (None, choice.tricks):
            self.tricks((*path, "tricks"), name, choice.tricks)
        self.line((*path, "line"), note, facts.deal)

    def tricks(self, path: KeyPath, name: str, tricks: int | None) -> None:
        """Note that the choice called *name* comes to other *tricks* than its note says."""
        if tricks is None:
            self.fault(path, "wrong-tricks", N_("%(action)s is a call: no tricks are counted for it."), action=name)
            return
        forms = P_("After %(action)s there is %(count)s trick.", "After %(action)s there are %(count)s tricks.")
        message = Message.counted(forms, tricks, {"action": name})
        self.faults.append(Fault(message, self.lesson.places.line(path), None, "wrong-tricks"))

    def line(self, path: KeyPath, note: Note, deal: Deal) -> None:
        """Check that every action of the note's line is legal and best."""
        after = self.run(deal, (note.action, *note.line), path)
        if after is None:
            return
        deal = deal.apply(note.action)
        for action in note.line:
            facts = decide(deal, action, opponent=self.lesson.opponent)
            if facts.mistake:
                sentence = N_("%(action)s in the line is not best play.")
                self.fault(path, "line-weak", sentence, action=action_name(action))
                return
            deal = deal.apply(action)


def parse_action(text: str) -> Action:
    """A call or a card (NotationError when it is neither)."""
    try:
        return parse_call(text)
    except NotationError:
        return parse_card(text)


def load_lesson(path: Path) -> Lesson:
    """The lesson in the file *path*. What the rules or the solver say of it is the business of :func:`check_lesson`.

    Raises:
        ContentError: when it cannot be read; all its faults at once.
        OSError: when it cannot be opened.
    """
    return read_lesson(read_authored(path), path)


def read_lesson(fields: Fields, path: Path) -> Lesson:
    """The lesson that *fields*, read from *path*, make.

    Raises:
        ContentError: as :func:`load_lesson`.
    """
    slug = fields.slug(path)
    title, introduction, wrap_up = (fields.text(key) for key in ("title", "introduction", "wrap_up"))
    ruleset, deal = fields.parsed("rules", parse_ruleset), fields.parsed("deal", parse_deal)
    dealer, learner = fields.parsed("dealer", parse_seat), fields.parsed("learner", parse_seat)
    level, themes = fields.integer("level", LEVELS), fields.themes()
    opponent, contract = _opponent(fields), fields.parsed("contract", parse_contract, required=False)
    before = fields.parsed_list("before", parse_action, required=False)
    decisions = tuple(_decision_from(each) for each in fields.tables("decision"))
    if fields.has("decision") and not decisions:
        fields.fault("decision", Message(N_("A lesson has at least one decision.")), "no-decision")
    fields.finish()
    if fields.faults:
        raise ContentError(path, fields.faults)
    assert ruleset is not None
    assert deal is not None
    assert dealer is not None
    assert learner is not None
    assert level is not None
    return Lesson(
        slug=slug,
        title=title,
        ruleset=ruleset,
        dealer=dealer,
        north=deal[0],
        south=deal[1],
        learner=learner,
        level=level,
        themes=themes,
        introduction=introduction,
        wrap_up=wrap_up,
        decisions=tuple(each for each in decisions if each is not None),
        opponent=opponent,
        contract=contract,
        before=before,
        places=fields.places,
    )


def _opponent(fields: Fields) -> Opponent:
    name = fields.text("opponent", required=False) or "perfect"
    if name not in OPPONENTS:
        fields.fault("opponent", Message(N_("“opponent” is perfect or natural.")), "unknown-opponent")
        return "perfect"
    return name


def _decision_from(fields: Fields) -> LessonDecision | None:
    """The decision that *fields* make; None, and faults noted, when it cannot be read."""
    prompt, seat = fields.text("prompt"), fields.parsed("seat", parse_seat)
    best, value = fields.parsed_list("best", parse_action), fields.integer("value")
    played = fields.parsed("played", parse_action)
    then = fields.parsed_list("then", parse_action, required=False)
    after = fields.text("after", required=False)
    notes = tuple(_note_from(each) for each in fields.tables("choice", required=False))
    fields.finish()
    if seat is None or value is None or played is None:
        return None
    return LessonDecision(prompt, seat, best, value, played, then, after, tuple(n for n in notes if n is not None))


def _note_from(fields: Fields) -> Note | None:
    action, note = fields.parsed("action", parse_action), fields.text("note")
    value, tricks = fields.integer("value", required=False), fields.integer("tricks", range(14), required=False)
    line = fields.parsed_list("line", parse_action, required=False)
    fields.finish()
    return None if action is None else Note(action, note, value, tricks, line)


def load_lessons(directory: Path | None = None) -> tuple[Lesson, ...]:
    """The lessons of *directory* (default: those that come with the program), the easy ones first.

    Raises:
        ContentError: at the first file that cannot be read.
    """
    return load_folder(folder("puzzles") / "lessons" if directory is None else directory, load_lesson)
