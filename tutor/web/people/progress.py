"""Progress: what a learner has done so far, in numbers and pictures. It works for guests and accounts alike."""

from dataclasses import dataclass
from datetime import UTC, date, timedelta
from itertools import groupby
from math import ceil
from typing import Final

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_decimal, format_percent

from tutor.messages import P_, Message, translate
from tutor.store import db
from tutor.store.models import now
from tutor.store.practice import attempts_of, lesson_places
from tutor.web.people.pictures import SEASON, YEAR, Calendar, LossPicture, calendar, loss_picture
from tutor.web.people.standing import LEAST, PERCENT_FROM, RANKED_FROM, WINDOW, HandLoss, Standing, standing
from tutor.web.people.visitors import current_person
from tutor.web.practise.lessons import all_lessons
from tutor.web.practise.syllabus import arrange

progress = Blueprint("progress", __name__, url_prefix="/progress")

LISTED: Final = 20
"""Hands in the table beside the picture: the newest."""


@dataclass(frozen=True, slots=True)
class MonthRow:
    """One month of the calendar in numbers."""

    name: str
    days: int
    answers: int


@dataclass(frozen=True, slots=True)
class Page:
    """What the page shows.

    Attributes:
        standing: the numbers.
        lessons_done: lessons with every decision answered.
        lessons: lessons there are.
        losses: the picture of points lost; None for fewer than two hands.
        losses_said: the same in sentences.
        listed: the newest hands, the newest first.
        year: the calendar of a wide page.
        season: that of a narrow one.
        days_said: the calendar in a sentence.
        months: the calendar in numbers, the newest month first; only those with an answer.
    """

    standing: Standing
    lessons_done: int
    lessons: int
    losses: LossPicture | None
    losses_said: tuple[str, ...]
    listed: tuple[HandLoss, ...]
    year: Calendar
    season: Calendar
    days_said: str
    months: tuple[MonthRow, ...]


@progress.after_request
def not_kept(response: Response) -> Response:
    """Leave no copy behind, for those who sit down at the same computer later."""
    response.headers["Cache-Control"] = "no-store"
    return response


@progress.get("")
def index() -> ResponseReturnValue:
    """How far the visitor has come."""
    person = current_person()
    page = None if person is None else make_page(person.id, now().astimezone(UTC).date())
    empty = page is None or not page.standing.answers
    return render_template(
        "progress/index.html",
        page=None if empty else page,
        person=person,
        percent_from=PERCENT_FROM,
        ranked_from=RANKED_FROM,
        points=points,
        percent=lambda share: format_percent(share / 100),
        day=lambda each: format_date(each, "medium"),
    )


def make_page(person_id: int, today: date) -> Page:
    """The page of the person on the day *today*."""
    found = standing(attempts_of(db.session, person_id), today)
    course = arrange(all_lessons(), lesson_places(db.session, person_id), "", "")
    return Page(
        found,
        course.done,
        course.total,
        loss_picture(found.hands),
        _losses_said(found),
        found.hands[: -LISTED - 1 : -1],
        calendar(found.days, today, YEAR),
        calendar(found.days, today, SEASON),
        _days_said(found, today),
        _months(found),
    )


def points(value: float) -> str:
    """A number of points for a reader, with a decimal only where there is one."""
    return str(format_decimal(round(value, 1)))


def _point_words(value: float) -> Message:
    """*value* with its word: ``1 point``, ``1.5 points``."""
    forms = P_("%(number)s point", "%(number)s points")
    one = points(value) == points(1)
    return Message.counted(forms, 1 if one else max(2, ceil(value)), {"number": points(value)})


def _losses_said(found: Standing) -> tuple[str, ...]:
    if not found.hands:
        return ()
    forms = P_("%(count)s hand so far.", "%(count)s hands so far.")
    said = [str(Message.counted(forms, len(found.hands)))]
    clean = sum(not each.loss for each in found.hands)
    forms = P_("%(count)s of them lost nothing.", "%(count)s of them lost nothing.")
    if len(found.hands) > 1:
        said.append(str(Message.counted(forms, clean)))
    mean = found.hands[-1].mean
    if mean is None:
        said.append(translate("From %(least)s hands on a line shows the mean.", least=LEAST))
    else:
        recent = found.hands[-WINDOW:]
        forms = P_("The last %(count)s hand lost %(mean)s.", "The last %(count)s hands lost %(mean)s on average.")
        said.append(str(Message.counted(forms, len(recent), {"mean": _point_words(mean)})))
    return tuple(said)


def _days_said(found: Standing, today: date) -> str:
    within = [day for day in found.days if day > today - timedelta(days=365)]
    forms = P_("You practised on %(count)s day of the last year.", "You practised on %(count)s days of the last year.")
    return str(Message.counted(forms, len(within)))


def _months(found: Standing) -> tuple[MonthRow, ...]:
    days = sorted(found.days, reverse=True)
    rows = []
    for (_, _), group in groupby(days, key=lambda day: (day.year, day.month)):
        month = list(group)
        rows.append(MonthRow(format_date(month[0], "LLLL y"), len(month), sum(found.days[day] for day in month)))
    return tuple(rows)
