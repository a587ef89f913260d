"""Retry your mistakes: those of a recorded hand, one by one, as small problems.

``/analyse/SLUG/retry`` asks; the address holds everything: ``seat`` (``N``, ``S`` or ``both``) whose mistakes,
``answers=SQ-0-2H`` the first answers so far (``0`` where the answer was asked for instead), ``opponent`` and ``rules``
as on the analysis. With answers alone the page is the verdict on the last one; ``next`` goes on from there, ``again``
asks the same mistake once more, ``try=SK`` is the verdict on such a further try, ``show`` tells the answer.

Opening an address keeps nothing. A first answer comes by a form and is kept, and what was wrong comes back like any
decision; ``…/retry/keep`` lets all these mistakes come back at once. It is always the hand as it was recorded: one with
another contract or swapped cards was played by nobody.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError

from tutor.cards import SEATS
from tutor.messages import P_, Message, translate
from tutor.notation import Record, record_from_json
from tutor.rules import Action, action_name
from tutor.rules.play import SEAT_NAMES
from tutor.store import Attempt, db
from tutor.store.hands import find_hand, hand_of
from tutor.store.practice import decision_attempts
from tutor.web.again.returning import keep_decision, let_return, read_number
from tutor.web.analyse.sample import SAMPLE, sample
from tutor.web.analyse.viewing import PRICED
from tutor.web.parts.board import CallFace, CardFace, action_face, grade_of
from tutor.web.people.visitors import current_person
from tutor.web.practise.lessons import Progress
from tutor.web.retry.mistakes import (
    FORM,
    Mistake,
    analysis,
    head,
    mistakes,
    question_page,
    stored_record,
    then_words,
    verdict_page,
)
from tutor.web.retry.record_code import RecordCode
from tutor.web.storage import trouble

retrying = Blueprint("retrying", __name__, url_prefix="/analyse/<slug>/retry")

BOTH: Final = "both"
FOUND: Final = ("best", "slip")
"""The marks of answers that lost no points."""
SHOWN: Final = "0"
"""Stands among the answers where the answer was asked for."""

Answers = tuple[Action | None, ...]
"""The first answers; None where the answer was asked for."""


@dataclass(frozen=True, slots=True)
class Whose:
    """A choice of whose mistakes are retried: its value in the address, its name, how many they are, where it is."""

    value: str
    name: str
    count: int
    href: str


@dataclass(frozen=True, slots=True)
class Retry:
    """How far a visitor has come with the mistakes of a hand.

    Attributes:
        slug: the hand's, as the address has it.
        record: the hand.
        code: the record, and how it is judged.
        seat: ``N``, ``S`` or ``both``: whose mistakes.
        all: the mistakes of both.
        answers: the first answers so far.
    """

    slug: str
    record: Record
    code: RecordCode
    seat: str
    all: tuple[Mistake, ...]
    answers: Answers = ()

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The mistakes that are retried."""
        return self.of(self.seat)

    def of(self, seat: str) -> tuple[Mistake, ...]:
        """The mistakes of *seat*, or of both."""
        return tuple(each for each in self.all if seat in (BOTH, each.seat.letter))

    def link(self, answers: Answers, **more: Any) -> str:
        """The address after *answers*."""
        return url_for("retrying.ask", **self.query(answers), **more)

    def onward(self, answers: Answers) -> str:
        """The address that goes on after *answers*: to the next mistake, or to the sum."""
        return self.link(answers, **({"next": "1"} if answers else {}))

    def query(self, answers: Answers) -> dict[str, Any]:
        """The parts of that address."""
        text = "-".join(SHOWN if each is None else action_name(each) for each in answers)
        given = {"answers": text} if text else {}
        return {"slug": self.slug, "seat": self.seat, **self.code.query(), **given}

    def analysis(self, mistake: Mistake | None = None) -> str:
        """The analysis of the hand, at *mistake*."""
        return analysis(self.slug, self.code, None if mistake is None else mistake.ply)

    def whose(self) -> tuple[Whose, ...]:
        """What may be chosen."""
        names = {**{seat.letter: str(SEAT_NAMES[seat]) for seat in SEATS}, BOTH: translate("Both")}
        return tuple(
            Whose(value, name, len(self.of(value)), replace(self, seat=value).link(())) for value, name in names.items()
        )

    @property
    def judged(self) -> bool:
        """Whether there is a call or card in the hand that is judged: the draw phase is not."""
        return bool(self.record.calls or self.record.played)

    def progress(self, now: int | None) -> Progress:
        """How the answers were: ``best``, ``slip``, ``bad``, ``shown``; *now* is the mistake on the page."""
        found = [_mark(each, answer) for each, answer in zip(self.mistakes, self.answers, strict=False)]
        count = len(self.mistakes)
        later = ["now" if index == now else "later" for index in range(len(found), count)]
        return Progress((*found, *later), count if now is None else now + 1, count)


@dataclass(frozen=True, slots=True)
class Result:
    """One mistake at the end.

    Attributes:
        number: 1 the first.
        mark: how the first answer was, as in :meth:`Retry.progress`.
        own: the first answer; None where the answer was asked for.
        then: what was chosen when the hand was played, and what that cost.
        href: the verdict.
        analysis: the analysis at that moment.
    """

    number: int
    mark: str
    own: CardFace | CallFace | None
    then: str
    href: str
    analysis: str


@retrying.get("")
def ask(slug: str) -> ResponseReturnValue:
    """The next mistake, the verdict on the last answer, or the sum at the end."""
    retry = _asked(slug)
    if not retry.mistakes:
        return render_template("retry/none.html", retry=retry, judged=bool(retry.judged))
    count = len(retry.answers)
    if count and "again" in request.args:
        return _question(retry, count - 1, again=True)
    if count and "next" not in request.args:
        return _verdict(retry)
    return _end(retry) if count == len(retry.mistakes) else _question(retry, count)


@retrying.post("")
def answer(slug: str) -> ResponseReturnValue:
    """Keep the first answer to a mistake, and go on to its verdict; a stale form changes nothing and is told so."""
    retry = _asked(slug)
    place, seen = len(retry.answers), read_number(request.form.get("seen", ""))
    if seen is None or place >= len(retry.mistakes):
        abort(HTTPStatus.BAD_REQUEST)
    action = retry.mistakes[place].read(request.form.get("action", ""))
    if action is None:
        abort(HTTPStatus.BAD_REQUEST)
    if not _keep(retry.mistakes[place], action, seen):
        page = render_template("practise/again_moved.html", href=retry.onward(retry.answers), lesson=retry)
        return page, HTTPStatus.CONFLICT
    return redirect(retry.link((*retry.answers, action), _anchor="verdict"), HTTPStatus.SEE_OTHER)


@retrying.post("/keep")
def keep(slug: str) -> ResponseReturnValue:
    """Let all these mistakes come back, due at once; those that come back already stay as they are."""
    retry = _asked(slug)
    coming = [(str(each.code), each.ply, each.before) for each in retry.mistakes]
    if not coming:
        abort(HTTPStatus.BAD_REQUEST)
    person = current_person(create=True)
    assert person is not None
    added = sum(let_return(db.session, person.id, *each) for each in coming)
    db.session.commit()
    if added:
        flash(str(Message.counted(P_("One mistake comes back now.", "%(count)s mistakes come back now."), added)))
    else:
        flash(translate("They come back already."))
    return redirect(retry.onward(retry.answers), HTTPStatus.SEE_OTHER)


def _asked(slug: str) -> Retry:
    """What the address names; ends the request when there is no such hand, or the answers are none."""
    known, record, own = _hand(slug)
    natural = request.args.get("opponent") == "natural"
    code = RecordCode(known, "natural" if natural else "perfect", request.args.get("rules") == PRICED)
    found = mistakes(record, code)
    asked = request.args.get("seat", "")
    seat = asked if asked in ("N", "S", BOTH) else own or BOTH
    retry = Retry(slug, record, found[0].code if found else code, seat, found)
    answers = _read_answers(retry.mistakes, request.args.get("answers", ""))
    if answers is None:
        abort(HTTPStatus.BAD_REQUEST)
    return replace(retry, answers=answers)


def _hand(slug: str) -> tuple[str, Record, str]:
    """The record's own slug, the record, and the visitor's side in it, ``""`` where that is not known."""
    if slug == SAMPLE:
        return slug, sample(), ""
    known, record = slug, stored_record(slug)
    if record is None:
        kept = find_hand(db.session, slug)
        if kept is None:
            abort(HTTPStatus.NOT_FOUND)
        known, record = kept.record.slug, record_from_json(json.loads(kept.record.document))
    person = current_person()
    own = None if person is None else hand_of(db.session, person.id, known)
    return known, record, "" if own is None else own.seat


def _read_answers(asked: Sequence[Mistake], text: str) -> Answers | None:
    """The answers of *text*; None when one cannot be read, is not legal at its mistake or is too many."""
    parts = text.split("-") if text else []
    if len(parts) > len(asked):
        return None
    answers: list[Action | None] = []
    for mistake, part in zip(asked, parts, strict=False):
        action = None if part == SHOWN else mistake.read(part)
        if action is None and part != SHOWN:
            return None
        answers.append(action)
    return tuple(answers)


def _keep(mistake: Mistake, action: Action, seen: int) -> bool:
    """Keep *action* for a form that knew of *seen* earlier answers to *mistake*.

    Returns:
        Whether *action* is the visitor's last answer now: False when the form was stale and nothing was changed. A form
        sent twice is kept once and is not stale.
    """
    made = mistake.made(action, "analysis")
    person = current_person(create=True)
    assert person is not None
    earlier = _earlier(person.id, mistake)
    if len(earlier) != seen:
        sent_twice = len(earlier) == seen + 1 and earlier[-1].action == made.action
        db.session.rollback()
        return sent_twice
    keep_decision(db.session, person.id, made)
    db.session.commit()
    return True


def _earlier(person_id: int, mistake: Mistake) -> Sequence[Attempt]:
    """The person's answers to *mistake* so far, the earliest first."""
    return decision_attempts(db.session, person_id, str(mistake.code), mistake.ply, mistake.before)


def _times_answered(mistake: Mistake) -> int:
    """How often the visitor has answered *mistake*: a form that was made before the last time is stale.

    A question is readable without a database.
    """
    try:
        person = current_person()
        return 0 if person is None else len(_earlier(person.id, mistake))
    except SQLAlchemyError as error:
        if trouble(error) is None:
            raise
        # PostgreSQL takes no other statement in a transaction in which one has failed.
        db.session.rollback()
        return 0


def _question(retry: Retry, index: int, *, again: bool = False) -> str:
    """The mistake number *index*; asked once *again*, a choice is a link and nothing is kept."""
    mistake = retry.mistakes[index]

    def choose(action: Action) -> str:
        return retry.link(retry.answers, **{"try": action_name(action)}, _anchor="verdict")

    page = question_page(mistake, retry.progress(index), choose if again else None)
    return render_template(
        "retry/question.html",
        retry=retry,
        lesson=head(mistake, translate("Retry the mistakes")),
        page=page,
        form=FORM,
        seen=0 if again else _times_answered(mistake),
        again=again,
        show=retry.link(retry.answers, show="1") if again else retry.link((*retry.answers, None)),
    )


def _verdict(retry: Retry) -> str:
    """What the last answer was worth, or a further try in its place."""
    index, first = len(retry.answers) - 1, retry.answers[-1]
    mistake = retry.mistakes[index]
    tried = None
    if "try" in request.args:
        tried = mistake.read(request.args["try"])
        if tried is None:
            abort(HTTPStatus.BAD_REQUEST)
    told = {"show": "1"} if tried is None else {"show": "1", "try": action_name(tried)}
    return render_template(
        "retry/verdict.html",
        retry=retry,
        lesson=head(mistake, translate("Retry the mistakes")),
        page=verdict_page(
            mistake, first if tried is None else tried, retry.progress(index), told="show" in request.args
        ),
        show=retry.link(retry.answers, **told),
        once_more=retry.link(retry.answers, again="1"),
        onward=retry.onward(retry.answers),
        analysis=retry.analysis(mistake),
        last=len(retry.answers) == len(retry.mistakes),
    )


def _end(retry: Retry) -> str:
    """How many were found at once, and each of them."""
    results = tuple(_result(retry, index) for index in range(len(retry.answers)))
    found = sum(each.mark in FOUND for each in results)
    forms = P_("%(found)s of %(count)s found at once", "%(found)s of %(count)s found at once")
    said = str(Message.counted(forms, len(results), {"found": found}))
    return render_template(
        "retry/end.html", retry=retry, said=said, results=results, progress=retry.progress(None), all_found=FOUND
    )


def _result(retry: Retry, index: int) -> Result:
    mistake, own = retry.mistakes[index], retry.answers[index]
    return Result(
        index + 1,
        _mark(mistake, own),
        None if own is None else action_face(own),
        then_words(mistake),
        retry.link(retry.answers[: index + 1]),
        retry.analysis(mistake),
    )


def _mark(mistake: Mistake, answer: Action | None) -> str:
    """How an answer to *mistake* was: ``best``, ``slip``, ``bad``, or ``shown``."""
    return "shown" if answer is None else grade_of(mistake.decision.choice(answer))
