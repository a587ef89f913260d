"""What somebody has done so far, in numbers: accuracy by theme, points lost hand by hand, days practised.

*First answers* are what accuracy and losses are counted by: at each decision of a lesson the first answer ever given,
and at each place of a practice hand the first of the first time through it. Who tries again has read the verdicts, and
knows the hand even where other calls lead to other decisions. What comes back on its schedule is counted by itself.
Days are those of UTC: nothing is known of where a visitor's midnight is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from itertools import groupby
from typing import Final

from tutor.coach.authored import THEMES
from tutor.messages import translate
from tutor.store.models import Attempt

WINDOW: Final = 10
"""Hands that the moving mean is taken over."""
LEAST: Final = 5
"""Hands before there is a mean worth drawing."""
PERCENT_FROM: Final = 10
"""Answers before a share is told in percent; of fewer the two numbers say more."""
RANKED_FROM: Final = 5
"""Answers before a theme is put in the order of the shares that went wrong: one in one says nothing of it."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some answers were right."""

    right: int
    count: int

    @property
    def percent(self) -> int | None:
        """The share in percent, rounded; None when there is too little to measure.

        All is 100 and nothing is 0, and no other share is told as one of these.
        """
        if self.count < PERCENT_FROM:
            return None
        if self.right in (0, self.count):
            return 100 * self.right // self.count
        return min(99, max(1, round(100 * self.right / self.count)))


@dataclass(frozen=True, slots=True)
class ThemeShare:
    """The first answers at decisions about one theme."""

    name: str
    words: str
    share: Share


@dataclass(frozen=True, slots=True)
class HandLoss:
    """One practice hand: what its first answers lost.

    Attributes:
        code: the hand's code.
        day: when it was first met.
        decisions: how many decisions were answered.
        loss: points lost by them; a mean where the hands are not known.
        mean: the mean loss of this hand and those before it, of :data:`WINDOW` in all at most; None before there are
            :data:`LEAST`.
    """

    code: str
    day: date
    decisions: int
    loss: float
    mean: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """All that somebody has done so far.

    Attributes:
        answers: decisions answered, again and again included.
        first: the first answers, without those given with help.
        retried: the other answers at hands and lessons: given again, or with help.
        returned: the answers to what came back.
        themes: those of the first answers: the largest share that went wrong first, of themes with at least
            :data:`RANKED_FROM` answers, and then of the others.
        hands: the practice hands, the earliest first.
        days: answers on each day with any.
        streak: days in a row up to today, or up to yesterday while there is none today.
        longest: the most days in a row ever.
    """

    answers: int
    first: Share
    retried: int
    returned: Share
    themes: tuple[ThemeShare, ...]
    hands: tuple[HandLoss, ...]
    days: Mapping[date, int]
    streak: int
    longest: int


def standing(attempts: Sequence[Attempt], today: date) -> Standing:
    """What *attempts*, the earliest first, come to on the day *today*."""
    first = first_answers(attempts)
    alone = _share(each for each in first if not each.help)
    returned = _share(each for each in attempts if each.source == "again")
    days = Counter(day_of(each) for each in attempts)
    streaks = _streaks(days)
    last = streaks[-1] if streaks else (today, 0)
    return Standing(
        len(attempts),
        alone,
        len(attempts) - alone.count - returned.count,
        returned,
        _themes(first),
        _hands(first),
        days,
        last[1] if last[0] >= today - timedelta(days=1) else 0,
        max((length for _, length in streaks), default=0),
    )


def first_answers(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Of every decision of a lesson, and of every place of a hand the first time through it, the first answer.

    Args:
        attempts: the earliest first.
    """
    found: dict[tuple[str, str, int], Attempt] = {}
    begun: dict[str, int] = {}
    over: set[str] = set()
    for each in attempts:
        if each.source == "again" or (each.source == "hand" and each.code in over):
            continue
        key = (each.source, each.code, each.place)
        # The first call of a hand is always kept and never taken back: made once more, the hand was begun anew.
        if each.source == "hand" and key in found and begun[each.code] == each.place:
            over.add(each.code)
            continue
        begun.setdefault(each.code, each.place)
        found.setdefault(key, each)
    return list(found.values())


def day_of(attempt: Attempt) -> date:
    """The day of UTC on which *attempt* was made."""
    return attempt.created.astimezone(UTC).date()


def _share(attempts: Iterable[Attempt]) -> Share:
    found = [each.best for each in attempts]
    return Share(sum(found), len(found))


def _themes(first: Iterable[Attempt]) -> tuple[ThemeShare, ...]:
    right, count = Counter[str](), Counter[str]()
    for each in first:
        for name in each.theme_names:
            if each.help or name not in THEMES:
                continue
            count[name] += 1
            right[name] += each.best
    found = [ThemeShare(name, translate(THEMES[name]), Share(right[name], number)) for name, number in count.items()]
    return tuple(sorted(found, key=_rank))


def _rank(theme: ThemeShare) -> tuple[bool, float, int, str]:
    share = theme.share
    return share.count < RANKED_FROM, share.right / share.count, -share.count, theme.words


def _hands(first: Iterable[Attempt]) -> tuple[HandLoss, ...]:
    by_code: dict[str, list[Attempt]] = {}
    for each in first:
        if each.source == "hand":
            by_code.setdefault(each.code, []).append(each)
    losses: list[float] = []
    hands = []
    for code, answers in by_code.items():
        losses.append(sum(each.loss_points for each in answers))
        window = losses[-WINDOW:]
        mean = sum(window) / len(window) if len(losses) >= LEAST else None
        hands.append(HandLoss(code, day_of(answers[0]), len(answers), losses[-1], mean))
    return tuple(hands)


def _streaks(days: Iterable[date]) -> list[tuple[date, int]]:
    """The runs of days in a row: the last day of each and its length, the earliest first."""
    ordered = enumerate(sorted(days))
    runs = [[day for _, day in run] for _, run in groupby(ordered, key=lambda each: each[1].toordinal() - each[0])]
    return [(run[-1], len(run)) for run in runs]
