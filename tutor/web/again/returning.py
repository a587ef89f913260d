"""What comes back: a decision that went wrong returns on days when it is about to be forgotten.

The schedule is that of FSRS (the package ``fsrs``) with its default parameters and without its random fuzz, so that
the same answers at the same moments give the same days. After a mistake a decision is back in ten minutes; a right
answer sends it a day away at least, so that what is due comes to an end. A decision gets a schedule with its first
mistake; one that never went wrong has none. A mistake is graded *again* at any time; a right answer counts from the
moment when the decision has come back, as *good*, or as *hard* when there was help; before that it was still fresh and
changes nothing.

A decision is the same one only after the same calls and cards, so it is known by these as well. A puzzle that failed
comes back too, always as a whole, and is known by its slug alone.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from math import ceil
from typing import Any, Final

from fsrs import Card, Rating, Scheduler
from sqlalchemy.orm import Session

from tutor.coach.dealing import from_code
from tutor.coach.facts import Choice, Decision
from tutor.messages import P_, Message, translate
from tutor.notation import NotationError
from tutor.rules import Action, Phase, action_name
from tutor.store.models import Review, now
from tutor.store.practice import (
    AttemptSource,
    answered_since,
    due_reviews,
    get_review,
    keep_attempt,
    keep_review,
    later_reviews,
)
from tutor.store.records import known_slugs
from tutor.web.analyse.sample import SAMPLE
from tutor.web.practise.lessons import find_lesson
from tutor.web.puzzles.pool import find_puzzle
from tutor.web.retry.record_code import RecordCode

SOON: Final = (timedelta(minutes=10),)
AFTER_MISTAKE: Final = Scheduler(learning_steps=SOON, relearning_steps=SOON, enable_fuzzing=False)
AFTER_RIGHT: Final = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""The scheduler has one setting for the steps within a day, and here only a mistake has such a step."""
VERDICT_SEEN: Final = 1
"""The help of having read the verdict of an earlier try."""
PUZZLE: Final = "puzzle:"
"""Stands before a puzzle's slug where an attempt is kept or comes back: a lesson can have the same slug."""


@dataclass(frozen=True, slots=True)
class Made:
    """One decision as somebody made it, judged.

    Attributes:
        source: where it was made: in a hand, in a lesson, in the analysis of a hand, or when it came back.
        code: the hand's code, the lesson's slug, or of a recorded hand a
            :class:`~tutor.web.retry.record_code.RecordCode`.
        place: the number of the action in the hand, of the decision in the lesson; 0 the first.
        before: all the calls and cards before it, in short form; of a lesson its own course.
        action: what was chosen, in short form.
        best: whether nothing was better.
        loss_points: what it cost in points, 0 when nothing; a mean where the hands are not known.
        loss_tricks: what it cost in tricks; None where tricks are not the measure.
        themes: names of what the decision is about, whatever was chosen, so that right answers count by theme as well.
        help_level: how much was shown before it, 0 for nothing: a hint, or the verdict of an earlier try.
        returns: whether it comes back when it was a mistake.
    """

    source: AttemptSource
    code: str
    place: int
    before: tuple[str, ...]
    action: str
    best: bool
    loss_points: float
    loss_tricks: float | None = None
    themes: tuple[str, ...] = ()
    help_level: int = 0
    returns: bool = True

    @classmethod
    def of(
        cls,
        decision: Decision,
        taken: Action,
        *,
        source: AttemptSource,
        code: str,
        place: int,
        before: Sequence[Action] = (),
        themes: Sequence[str] = (),
        help_level: int = 0,
    ) -> "Made":
        """*taken* in *decision*, judged by its values; the rest as in :class:`Made`.

        Raises:
            KeyError: when *taken* was not legal.
        """
        choice: Choice = decision.choice(taken)
        return cls(
            source,
            code,
            place,
            tuple(action_name(action) for action in before),
            action_name(taken),
            choice.best,
            choice.loss_points,
            choice.loss_tricks if decision.phase is Phase.PLAY else None,
            tuple(themes),
            help_level,
        )


@dataclass(frozen=True, slots=True)
class Schedule:
    """When a decision comes back, and which it is: what a review's ``card`` holds.

    Attributes:
        card: of FSRS.
        before: as in :class:`Made`.
    """

    card: Card
    before: tuple[str, ...]

    def write(self) -> str:
        """The text that :func:`read_schedule` reads."""
        return json.dumps({"before": self.before, "card": self.card.to_dict()}, sort_keys=True)


def read_schedule(text: str) -> Schedule | None:
    """The schedule of a review's ``card``; None for a text that is none."""
    try:
        value: dict[str, Any] = json.loads(text)
        return Schedule(Card.from_dict(value["card"]), tuple(str(each) for each in value["before"]))
    except (ValueError, KeyError, TypeError):
        return None


def keep_decision(session: Session, person_id: int, made: Made, *, at: datetime | None = None) -> None:
    """Keep a decision that was made, and let it come back when it was a mistake or had come back.

    The commit is the caller's: attempt and schedule are kept together or not at all.

    Args:
        session: in a transaction begun by ``begin_writing`` (as after ``current_person(create=True)``).
        person_id: whose decision it is.
        made: the decision. That it is not kept twice is the caller's care.
        at: when it was made; now, when left out.

    Whoever has answered the same decision of a hand or lesson on the same day (of UTC) has read its verdict; this
    counts as help. What came back was read before in any case, and is not counted so.

    Raises:
        ValueError: as :func:`tutor.store.practice.keep_attempt`.
    """
    moment = (now() if at is None else at).astimezone(UTC)
    if made.source != "again" and not made.help_level and _answered_on_the_day(session, person_id, made, moment):
        made = replace(made, help_level=VERDICT_SEEN)
    keep_attempt(
        session,
        person_id,
        source=made.source,
        code=made.code,
        place=made.place,
        before=made.before,
        action=made.action,
        best=made.best,
        loss_points=made.loss_points,
        loss_tricks=made.loss_tricks,
        themes=made.themes,
        help_level=made.help_level,
        created=moment,
    )
    let_follow(session, person_id, made, moment)


def let_follow(session: Session, person_id: int, made: Made, moment: datetime) -> None:
    """Let a decision that was *made* at *moment* come back as :func:`keep_decision` does, which keeps it as well."""
    review = get_review(session, person_id, made.code, made.place, made.before)
    following = _following(made, review, moment)
    if following is None:
        return
    last = None if review is None else review.card
    card, due = following.write(), following.card.due
    keep_review(session, person_id, made.code, made.place, made.before, card=card, due=due, last=last)


def let_return(
    session: Session, person_id: int, code: str, place: int, before: tuple[str, ...], *, at: datetime | None = None
) -> bool:
    """Let a decision come back that was not asked yet, due at once (*at*); one that comes back already stays as it is.

    The commit is the caller's, the transaction as for :func:`keep_decision`.

    Returns:
        Whether it had not come back before.
    """
    moment = (now() if at is None else at).astimezone(UTC)
    card = Schedule(Card(card_id=0, due=moment), before).write()
    return keep_review(session, person_id, code, place, before, card=card, due=moment, last=None)


def _answered_on_the_day(session: Session, person_id: int, made: Made, moment: datetime) -> bool:
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    return answered_since(session, person_id, made.code, made.place, made.before, since=midnight)


def _following(made: Made, review: Review | None, moment: datetime) -> Schedule | None:
    """The schedule after *made*; None when nothing changes in it."""
    if not made.returns:
        return None
    kept = None if review is None else read_schedule(review.card)
    if made.best and (kept is None or review is None or review.due > moment):
        return None
    card = kept.card if kept is not None else Card(card_id=0, due=moment)
    scheduler = AFTER_RIGHT if made.best else AFTER_MISTAKE
    graded, _ = scheduler.review_card(card, _rating(made), moment)
    return Schedule(graded, made.before)


def _rating(made: Made) -> Rating:
    if not made.best:
        return Rating.Again
    return Rating.Hard if made.help_level else Rating.Good


def askable(session: Session, reviews: Sequence[Review]) -> Iterator[Review]:
    """Those of *reviews* that can still be asked: lessons change, and so may the program's deals; records may be gone.

    The database is asked once, and only where a recorded hand is among them.
    """
    codes = ((each.code, RecordCode.read(each.code)) for each in reviews)
    records = {text: code.slug for text, code in codes if code is not None}
    there = {SAMPLE, *known_slugs(session, set(records.values()))} if records else set()
    return (each for each in reviews if _is_there(each) and (each.code not in records or records[each.code] in there))


def _is_there(review: Review) -> bool:
    """Whether the program has what *review* is about. Posted puzzles come and go, so nothing is remembered of them."""
    if review.code.startswith(PUZZLE):
        return find_puzzle(review.code.removeprefix(PUZZLE)) is not None
    return _can_be_asked(review.code, review.place, review.card)


# Every page says how much is due, and reading hundreds of schedules anew for each would take tens of milliseconds.
@lru_cache(maxsize=1 << 14)
def _can_be_asked(code: str, place: int, card: str) -> bool:
    """Whether the program has a decision of this code; of a recorded hand, whether its schedule can be read."""
    schedule = read_schedule(card)
    if schedule is None:
        return False
    if RecordCode.read(code) is not None:
        return True
    lesson = find_lesson(code)
    if lesson is not None:
        course = lesson.course(place) if 0 <= place < len(lesson.decisions) else None
        return course is not None and schedule.before == tuple(action_name(action) for action in course)
    try:
        from_code(code)
    except NotationError:
        return False
    return True


@dataclass(frozen=True)
class Waiting:
    """What comes back to somebody.

    Attributes:
        due: what has come back, the earliest first.
        later: gives what comes back after that and can be asked, the earliest first.
    """

    due: tuple[Review, ...] = ()
    later: Callable[[], Iterable[Review]] = tuple

    @cached_property
    def following(self) -> datetime | None:
        """When the next one comes after what is due; None when none does. Few pages ask."""
        return next((each.due for each in self.later()), None)


def waiting(session: Session, person_id: int, at: datetime) -> Waiting:
    """What has come back to the person by the moment *at*, and what comes later, to be asked while *session* lasts."""
    due = tuple(askable(session, due_reviews(session, person_id, at)))
    return Waiting(due, lambda: askable(session, later_reviews(session, person_id, at)))


def read_number(text: str) -> int | None:
    """The number of a place or a count that a form or an address gives; None for what is none of ours."""
    return int(text) if re.fullmatch("[0-9]{1,6}", text) else None


def when(moment: datetime, at: datetime) -> str:
    """How long it is from *at* until *moment*, in words that need no time zone."""
    minutes = max(1, ceil((moment - at).total_seconds() / 60))
    if minutes < 60:
        return str(Message.counted(P_("in %(count)s minute", "in %(count)s minutes"), minutes))
    hours = round(minutes / 60)
    days = round(minutes / 1440)
    if hours < 24:
        return str(Message.counted(P_("in %(count)s hour", "in %(count)s hours"), hours))
    if days == 1:
        return translate("tomorrow")
    return str(Message.counted(P_("in %(count)s day", "in %(count)s days"), days))
