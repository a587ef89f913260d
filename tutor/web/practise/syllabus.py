"""The course: the lessons by level, those on one theme if asked for, with what the learner has done of them."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.authored import LEVELS, THEMES
from tutor.coach.lesson import Lesson
from tutor.messages import N_, P_, Message, translate
from tutor.store import db
from tutor.store.practice import lesson_places
from tutor.web.people.visitors import current_person
from tutor.web.practise.lessons import all_lessons

LEVEL_NAMES = {
    1: Message(N_("First steps")),
    2: Message(N_("Sure ground")),
    3: Message(N_("Planning")),
    4: Message(N_("Reading both hands")),
    5: Message(N_("For experts")),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One lesson in the list.

    Attributes:
        lesson: the lesson.
        state: ``new``, ``begun``, ``done``, or ``mistakes`` when all is answered and not all of it right the last time.
        said: the same in words; "" for a new one.
        right: how many decisions were answered right the last time.
        answered: how many decisions were answered.
    """

    lesson: Lesson
    state: str
    said: str
    right: int
    answered: int


@dataclass(frozen=True, slots=True)
class Level:
    """The lessons of one level that are shown.

    Attributes:
        number: 1 the easiest.
        name: what it is called.
        entries: its lessons, by title.
        done: how many of them are done.
        open: whether its list stands open: what was asked for, or where the learner goes on.
    """

    number: int
    name: str
    entries: tuple[Entry, ...]
    done: int
    open: bool


@dataclass(frozen=True, slots=True)
class Syllabus:
    """The course as it is shown.

    Attributes:
        levels: those with lessons to show, the easiest first.
        themes: by which one can choose: name, words, number of lessons; in the order of the words.
        theme: the one chosen; "" for all.
        level: the one chosen; 0 for all.
        total: how many lessons there are in the course.
        shown: how many are shown.
        done: how many of the whole course the learner has done.
        next_up: the lesson to go on with: the first one begun, else the first new one; None when all are done.
    """

    levels: tuple[Level, ...]
    themes: tuple[tuple[str, str, int], ...]
    theme: str
    level: int
    total: int
    shown: int
    done: int
    next_up: Entry | None


def syllabus(chosen: Mapping[str, str]) -> Syllabus:
    """The course for the visitor.

    Args:
        chosen: the address's arguments: ``about`` is a theme's name and ``level`` a number; anything else means all.
    """
    return arrange(all_lessons(), _answered(), chosen.get("about", ""), chosen.get("level", ""))


def arrange(lessons: Iterable[Lesson], answered: Mapping[str, Mapping[int, bool]], theme: str, level: str) -> Syllabus:
    """The course of *lessons* after what was *answered*, as :func:`tutor.store.practice.lesson_places` gives it."""
    entries = sorted(
        (_entry(each, answered.get(each.slug, {})) for each in lessons),
        key=lambda entry: (entry.lesson.level, entry.lesson.heading),
    )
    counts: dict[str, int] = {}
    for entry in entries:
        for name in entry.lesson.themes:
            counts[name] = counts.get(name, 0) + 1
    themes = sorted(
        ((name, translate(THEMES[name]), count) for name, count in counts.items()), key=lambda each: each[1]
    )
    about = theme if theme in counts else ""
    numbers = [number for number in LEVELS if str(number) == level]
    shown = [
        entry
        for entry in entries
        if (not about or about in entry.lesson.themes) and (not numbers or entry.lesson.level in numbers)
    ]
    waiting = [entry for state in ("begun", "new") for entry in entries if entry.state == state]
    here = waiting[0].lesson.level if waiting else 0
    levels = []
    for number in LEVELS:
        group = tuple(entry for entry in shown if entry.lesson.level == number)
        if group:
            levels.append(
                Level(
                    number,
                    str(LEVEL_NAMES[number]),
                    group,
                    sum(map(_done, group)),
                    bool(about or numbers or number == here),
                )
            )
    return Syllabus(
        tuple(levels),
        tuple(themes),
        about,
        numbers[0] if numbers else 0,
        len(entries),
        len(shown),
        sum(map(_done, entries)),
        waiting[0] if waiting else None,
    )


def _done(entry: Entry) -> bool:
    return entry.state in ("done", "mistakes")


def _answered() -> Mapping[str, Mapping[int, bool]]:
    """What the visitor has answered; nothing where the database cannot be read: the lessons are there all the same."""
    with suppress(SQLAlchemyError):
        person = current_person()
        return {} if person is None else lesson_places(db.session, person.id)
    return {}


def _entry(lesson: Lesson, places: Mapping[int, bool]) -> Entry:
    count = len(lesson.decisions)
    # A lesson may have lost a decision since it was answered.
    answers = [best for place, best in places.items() if 0 <= place < count]
    right, wrong = answers.count(True), answers.count(False)
    if not answers:
        return Entry(lesson, "new", "", 0, 0)
    if len(answers) < count:
        forms = P_("%(answered)s of %(count)s decision answered", "%(answered)s of %(count)s decisions answered")
        return Entry(
            lesson, "begun", str(Message.counted(forms, count, {"answered": len(answers)})), right, len(answers)
        )
    if wrong:
        forms = P_("Done, with %(count)s mistake", "Done, with %(count)s mistakes")
        return Entry(lesson, "mistakes", str(Message.counted(forms, wrong)), right, count)
    return Entry(lesson, "done", translate("Done, all right"), right, count)
