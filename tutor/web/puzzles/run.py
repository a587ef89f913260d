"""Runs: as many puzzles as one can, in five minutes, in three, or without a clock until the third failure.

A run goes through puzzles of rising difficulty, each once, in the order that was drawn when it began. A puzzle is
answered by what ends it on its own page, whose address then has ``run=CODE``; an answer counts when it is the first to
the puzzle that is due, while there is time by the server's clock. Neither the way back nor the same form sent twice
counts again. The rule is told on the page where one begins: in a run by the clock every solved puzzle is a point and
every failed one takes a point away; in one without a clock every solved puzzle is a point and the third failure ends
it. A puzzle of which a hint was shown counts as failed. Runs are not rated; what is tried when nothing of it counts in
a run any more is tried as on any other day. Their puzzles are those of the program:
posted ones can be withdrawn while a run goes on.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from sqlalchemy.orm import Session

from tutor.messages import N_, P_, Message, translate
from tutor.store import PuzzleRun, db
from tutor.store.models import now
from tutor.store.puzzle_runs import begin_run, end_run, find_run, keep_answer, runs_of
from tutor.web.people.visitors import current_person
from tutor.web.problems import NoRun
from tutor.web.puzzles.draw import drawn_puzzles, run_order
from tutor.web.puzzles.pages import read_run
from tutor.web.puzzles.pool import find_puzzle, own_puzzles
from tutor.web.puzzles.rating import ratings_of

runs = Blueprint("runs", __name__, url_prefix="/puzzles/run")

LENGTHS: Final = (300, 180, 0)
"""Seconds that a run may last, as they are offered; 0 is the one without a clock."""

FAILURES: Final = 3
"""Failed puzzles that end a run without a clock."""

LISTED: Final = 5
"""Runs of each length on the page where one begins: the best."""

_SEEDS: Final = 2**31


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it stands at a moment.

    Attributes:
        kept: what the store keeps of it.
        moment: the moment.
    """

    kept: PuzzleRun
    moment: datetime

    @property
    def code(self) -> str:
        """The last part of its address."""
        return self.kept.code

    @property
    def timed(self) -> bool:
        """Whether it is one by the clock."""
        return self.kept.seconds > 0

    @property
    def solved(self) -> int:
        """Puzzles solved."""
        return self.kept.results.count("+")

    @property
    def failed(self) -> int:
        """Puzzles failed."""
        return self.kept.results.count("-")

    @property
    def points(self) -> int:
        """What it is worth."""
        return self.solved - self.failed if self.timed else self.solved

    @property
    def points_written(self) -> str:
        """The points as a text, with a minus sign where there is one."""
        return f"{self.points}".replace("-", "−")

    @property
    def ends(self) -> datetime | None:
        """When its time is up; None without a clock."""
        return self.kept.started + timedelta(seconds=self.kept.seconds) if self.timed else None

    @property
    def left(self) -> int:
        """Whole seconds left; 0 without a clock, and when it is over."""
        if self.ends is None or self.over:
            return 0
        return max(0, int((self.ends - self.moment).total_seconds()))

    @property
    def out_of_time(self) -> bool:
        """Whether the time is up."""
        return self.ends is not None and self.moment >= self.ends

    @property
    def over(self) -> bool:
        """Whether nothing counts any more."""
        return self.kept.finished is not None or self.out_of_time or self.due is None

    @property
    def ending(self) -> str:
        """Why it is over: ``time``, ``failures``, ``puzzles`` (all are answered), ``ended``; "" while it goes on."""
        if not self.over:
            return ""
        if self.due is None:
            return "failures" if not self.timed and self.failed >= FAILURES else "puzzles"
        return "ended" if self.kept.finished is not None else "time"

    @property
    def due(self) -> str | None:
        """The slug of the puzzle that is to be answered; None when none is left, or there were too many failures."""
        place, slugs = len(self.kept.results), self.kept.puzzles
        if place >= len(slugs) or (not self.timed and self.failed >= FAILURES):
            return None
        return slugs[place]

    @property
    def answers(self) -> tuple[tuple[str, bool], ...]:
        """The puzzles answered so far, each with whether it was solved."""
        return tuple((slug, mark == "+") for slug, mark in zip(self.kept.puzzles, self.kept.results, strict=False))

    @property
    def best_first(self) -> tuple[int, int, float]:
        """What runs of one length are ordered by: more points, then fewer failures, then the earlier one."""
        return -self.points, self.failed, self.kept.started.timestamp()


def visitors_run(code: str) -> PuzzleRun:
    """The visitor's own run *code*; ends the request where there is none of theirs."""
    person = current_person()
    found = None if person is None else find_run(db.session, person.id, code)
    if found is None:
        raise NoRun
    return found


def due_run(code: str, slug: str, moment: datetime) -> int | None:
    """The number of the visitor's run *code*, if the puzzle *slug* is to be answered in it at *moment*; else None."""
    person = current_person()
    found = None if person is None or not code else find_run(db.session, person.id, code)
    if found is None or Run(found, moment).over or Run(found, moment).due != slug:
        return None
    return found.id


def is_visitors(code: str) -> bool:
    """Whether *code* is a run of the visitor's own."""
    person = current_person()
    return person is not None and find_run(db.session, person.id, code) is not None


def is_over(code: str, moment: datetime) -> bool:
    """Whether nothing counts any more in the visitor's own run *code*."""
    return Run(visitors_run(code), moment).over


def answer_run(session: Session, run_id: int, slug: str, moment: datetime, *, solved: bool) -> None:
    """Let an answer to the puzzle *slug* count in a run, if it is the one that is due and there is time.

    Args:
        session: in a transaction that writes.
        run_id: the run's number, of the visitor's own.
        slug: the puzzle's.
        moment: when the answer came.
        solved: whether it was right, and with nothing shown.
    """
    kept = session.get(PuzzleRun, run_id, populate_existing=True)
    if kept is None or Run(kept, moment).over or Run(kept, moment).due != slug:
        return
    keep_answer(session, kept, len(kept.results), solved=solved)
    if Run(kept, moment).due is None:
        end_run(session, kept, moment)


# What the pages show.


@dataclass(frozen=True, slots=True)
class Frame:
    """What the page of a puzzle says of the run that it is part of.

    Attributes:
        run: the run.
        here: whether the puzzle is the one that is due.
        onward: the address of the puzzle that is due; None when it is here, or the run is over.
        result: the address of the run's result.
        ends_at: when the time is up and
        now_at: what time it is by the server's clock, in milliseconds since 1970, for the display that counts down.
    """

    run: Run
    here: bool
    onward: str | None
    result: str
    ends_at: int
    now_at: int

    @property
    def left_words(self) -> str:
        """The time left in words."""
        return time_words(self.run.left)


def time_words(seconds: int) -> str:
    """*seconds* in words: “4 minutes, 5 seconds”."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(str(Message.counted(P_("%(count)s minute", "%(count)s minutes"), minutes)))
    if rest or not minutes:
        parts.append(str(Message.counted(P_("%(count)s second", "%(count)s seconds"), rest)))
    return translate("%(minutes)s, %(seconds)s", minutes=parts[0], seconds=parts[1]) if len(parts) > 1 else parts[0]


def run_frame(code: str, slug: str = "") -> Frame:
    """What the page of the puzzle *slug* says of the run *code*; ends the request where it is not the visitor's own."""
    run = Run(visitors_run(code), now())
    return Frame(
        run=run,
        here=run.due == slug and not run.over,
        onward=puzzle_link(run) if not run.over and run.due != slug else None,
        result=url_for("runs.show", code=code),
        ends_at=0 if run.ends is None else round(run.ends.timestamp() * 1000),
        now_at=round(run.moment.timestamp() * 1000),
    )


def puzzle_link(run: Run) -> str:
    """The address of the puzzle of *run* that is due; of its result when none is, it is over, or the puzzle is gone."""
    if run.over or run.due is None or find_puzzle(run.due) is None:
        return url_for("runs.show", code=run.code)
    return url_for("puzzles.solve", slug=run.due, run=run.code)


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of run on the page where one begins.

    Attributes:
        seconds: how long it lasts.
        name: what it is called.
        best: the visitor's best ones.
    """

    seconds: int
    name: str
    best: tuple[Run, ...]


NAMES: Final = {
    300: Message(N_("Five minutes")),
    180: Message(N_("Three minutes")),
    0: Message(N_("Without a clock")),
}


def offers(moment: datetime) -> tuple[Offer, ...]:
    """The kinds of runs, with the visitor's best."""
    person = current_person()
    own = [] if person is None else [Run(each, moment) for each in runs_of(db.session, person.id)]
    done = sorted((each for each in own if each.over and each.kept.results), key=lambda each: each.best_first)

    def offer(seconds: int) -> Offer:
        best = tuple(each for each in done if each.kept.seconds == seconds)
        return Offer(seconds, str(NAMES[seconds]), best[:LISTED])

    return tuple(offer(seconds) for seconds in LENGTHS)


@runs.get("")
def index() -> ResponseReturnValue:
    """Where a run begins: the kinds, the rule, the best ones so far."""
    moment = now()
    person = current_person()
    own = () if person is None else runs_of(db.session, person.id)
    under_way = next((run for run in (Run(each, moment) for each in own) if not run.over), None)
    return render_template(
        "puzzles/runs.html", offers=offers(moment), under_way=under_way, failures=FAILURES, on=puzzle_link
    )


@runs.post("")
def begin() -> ResponseReturnValue:
    """Begin a run and go on to its first puzzle."""
    seconds = request.form.get("seconds", "")
    if seconds not in {str(each) for each in LENGTHS}:
        abort(HTTPStatus.BAD_REQUEST)
    seed = secrets.randbelow(_SEEDS)
    drawn = drawn_puzzles(own_puzzles(), seed)
    if not drawn:
        abort(HTTPStatus.NOT_FOUND)
    slugs = run_order(drawn, ratings_of(db.session, drawn))
    person = current_person(create=True)
    assert person is not None
    begun = begin_run(db.session, person.id, slugs, seconds=int(seconds), seed=seed, started=now())
    code, first = begun.code, slugs[0]
    db.session.commit()
    return redirect(url_for("puzzles.solve", slug=first, run=code), HTTPStatus.SEE_OTHER)


@runs.get("/<code>")
def show(code: str) -> ResponseReturnValue:
    """What a run came to; while it lasts, how it stands and the way on."""
    run = Run(visitors_run(code if read_run({"run": code}) else ""), now())
    answers = [(find_puzzle(slug), solved) for slug, solved in run.answers]
    there = [(puzzle, solved) for puzzle, solved in answers if puzzle is not None]
    same = next(each for each in offers(run.moment) if each.seconds == run.kept.seconds)
    return render_template(
        "puzzles/run_result.html",
        run=run,
        answers=there,
        name=same.name,
        best=same.best,
        onward=puzzle_link(run),
        left=time_words(run.left),
    )


@runs.post("/<code>/end")
def end(code: str) -> ResponseReturnValue:
    """End a run before its time; one that is over stays as it ended."""
    number = visitors_run(code).id
    current_person(create=True)
    kept, moment = db.session.get(PuzzleRun, number, populate_existing=True), now()
    if kept is not None and not Run(kept, moment).over:
        end_run(db.session, kept, moment)
    db.session.commit()
    return redirect(url_for("runs.show", code=code), HTTPStatus.SEE_OTHER)


def init_app(app: Flask) -> None:
    """Let the pages of puzzles say how the run stands that they are part of."""
    app.register_blueprint(runs)
    app.jinja_env.globals.update(run_frame=run_frame, run_day=lambda moment: format_date(moment, "medium"))
