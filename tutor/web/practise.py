"""Practise: annotated hands, worked decision by decision. All state is in the address.

``/practise/NAME`` asks the first decision; ``?answers=1S-SQ`` are the answers so far and shows what the last one was
worth; with ``&next=1`` it asks the next decision instead.
"""

from functools import lru_cache
from http import HTTPStatus

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tutor.coach.authored import THEMES
from tutor.coach.lesson import Lesson, load_lessons
from tutor.messages import translate
from tutor.web import lessons

practise = Blueprint("practise", __name__, url_prefix="/practise")


@lru_cache(maxsize=1)
def all_lessons() -> tuple[Lesson, ...]:
    """The lessons that come with the program."""
    return load_lessons()


@practise.get("/")
def index() -> ResponseReturnValue:
    """The list of practice hands."""
    return render_template("practise/index.html", lessons=all_lessons())


@practise.get("/<slug>")
def work(slug: str) -> ResponseReturnValue:
    """One practice hand: the next decision, or what the last answer was worth, or the end."""
    lesson = next((each for each in all_lessons() if each.slug == slug), None)
    if lesson is None:
        abort(HTTPStatus.NOT_FOUND)
    answers = lessons.read_answers(lesson, request.args.get("answers", ""))
    if answers is None:
        abort(HTTPStatus.BAD_REQUEST)

    def link(given: tuple[int, ...], *, ask: bool) -> str:
        text = lessons.write_answers(given) or None
        # Without a script a page that is loaded anew shows its verdict at once, however small the screen.
        place = None if ask else "verdict"
        return url_for("practise.work", slug=slug, answers=text, next=1 if ask and given else None, _anchor=place)

    ask = not answers or "next" in request.args
    common = {"lesson": lesson, "themes": [translate(THEMES[name]) for name in lesson.themes], "link": link}
    if not ask:
        return render_template("practise/answer.html", page=lessons.answer_page(lesson, answers, link), **common)
    if len(answers) == len(lesson.decisions):
        return render_template("practise/end.html", page=lessons.end_page(lesson, answers, link), **common)
    return render_template("practise/question.html", page=lessons.question_page(lesson, answers, link), **common)
