"""Practise: the page to begin at, and lessons, worked decision by decision. Where a learner stands is in the address.

``/practise/NAME`` asks the first decision; ``?answers=1S-SQ`` are the answers so far and shows what the last one was
worth; with ``&next=1`` it asks the next decision instead. Such an address can be shared, and opening it keeps nothing.
A choice is a form sent to the address that asks for it: it is kept, once, and leads to the address of its verdict.
"""

from contextlib import suppress
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.authored import THEMES
from tutor.coach.lesson import Lesson
from tutor.messages import translate
from tutor.rules import action_name
from tutor.store import Attempt, db
from tutor.store.practice import attempts_of
from tutor.web.again.returning import Made, keep_decision, read_number
from tutor.web.people.visitors import current_person
from tutor.web.practise import lessons
from tutor.web.practise.syllabus import syllabus

practise = Blueprint("practise", __name__, url_prefix="/practise")


@practise.get("/")
def index() -> ResponseReturnValue:
    """The form for a practice hand, and the course of lessons."""
    return render_template("practise/index.html", course=syllabus(request.args))


@practise.get("/<slug>")
def work(slug: str) -> ResponseReturnValue:
    """One lesson: the next decision, or what the last answer was worth, or the end."""
    lesson, answers = _asked(slug)

    def link(given: lessons.Answers, *, ask: bool) -> str:
        return _link(lesson, given, ask=ask)

    ask = not answers or "next" in request.args
    common = {"lesson": lesson, "themes": [translate(THEMES[name]) for name in lesson.themes], "link": link}
    if not ask:
        return render_template("practise/answer.html", page=lessons.answer_page(lesson, answers, link), **common)
    if len(answers) == len(lesson.decisions):
        return render_template("practise/end.html", page=lessons.end_page(lesson, answers, link), **common)
    page = lessons.question_page(lesson, answers)
    seen = _times_answered(lesson, len(answers))
    return render_template("practise/question.html", page=page, form=lessons.FORM, seen=seen, **common)


@practise.post("/<slug>")
def choose(slug: str) -> ResponseReturnValue:
    """Keep the choice at the decision after the answers in the address, and go on to its verdict."""
    lesson, answers = _asked(slug)
    if len(answers) == len(lesson.decisions):
        abort(HTTPStatus.BAD_REQUEST)
    action = lessons.read_choice(lesson, len(answers), request.form.get("action", ""))
    seen = read_number(request.form.get("seen", ""))
    if action is None or seen is None:
        abort(HTTPStatus.BAD_REQUEST)
    if not _keep(lesson, (*answers, action), seen):
        here = _link(lesson, answers, ask=True)
        page = render_template("practise/again_moved.html", href=here, lesson=lesson)
        return page, HTTPStatus.CONFLICT
    return redirect(_link(lesson, (*answers, action), ask=False), HTTPStatus.SEE_OTHER)


def _asked(slug: str) -> tuple[Lesson, lessons.Answers]:
    """The lesson and the answers that the address names; ends the request when there are none such."""
    lesson = lessons.find_lesson(slug)
    if lesson is None:
        abort(HTTPStatus.NOT_FOUND)
    answers = lessons.read_answers(lesson, request.args.get("answers", ""))
    if answers is None:
        abort(HTTPStatus.BAD_REQUEST)
    return lesson, answers


def _link(lesson: Lesson, given: lessons.Answers, *, ask: bool) -> str:
    text = lessons.write_answers(given) or None
    # Without a script a page that is loaded anew shows its verdict at once, however small the screen.
    place = None if ask else "verdict"
    return url_for("practise.work", slug=lesson.slug, answers=text, next=1 if ask and given else None, _anchor=place)


def _earlier(person_id: int, lesson: Lesson, index: int) -> list[Attempt]:
    """The person's answers to decision number *index* of *lesson* so far, the earliest first."""
    found = attempts_of(db.session, person_id, source="lesson", code=lesson.slug)
    return [each for each in found if each.place == index]


def _times_answered(lesson: Lesson, index: int) -> int:
    """How often the visitor has answered a decision: a form that was made before the last time is stale."""
    with suppress(SQLAlchemyError):  # a question is readable without a database
        person = current_person()
        return 0 if person is None else len(_earlier(person.id, lesson, index))
    return 0


def _keep(lesson: Lesson, answers: lessons.Answers, seen: int) -> bool:
    """Keep the last of *answers* for a form that knew of *seen* earlier ones.

    Returns:
        Whether the last of *answers* is the visitor's last now: False when the form was stale and nothing was changed.
        A form sent twice is kept once and is not stale.
    """
    index, own = len(answers) - 1, answers[-1]
    decision, themes = lesson.decision(index, own), lessons.decision_themes(lesson.slug, index)
    person = current_person(create=True)
    assert person is not None
    earlier = _earlier(person.id, lesson, index)
    if len(earlier) != seen:
        sent_twice = len(earlier) == seen + 1 and earlier[-1].action == action_name(own)
        db.session.rollback()
        return sent_twice
    made = Made.of(
        decision,
        own,
        source="lesson",
        code=lesson.slug,
        place=index,
        before=lesson.course(index),
        themes=themes,
    )
    keep_decision(db.session, person.id, made)
    db.session.commit()
    return True
