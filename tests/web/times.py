"""A clock that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 5, 4, 12, tzinfo=UTC)
"""A Monday at noon."""


class Clock:
    """What the pages take for now."""

    def __init__(self, moment: datetime = START) -> None:
        self.moment = moment

    def __call__(self) -> datetime:
        return self.moment

    def forward(self, **length: float) -> datetime:
        self.moment += timedelta(**length)
        return self.moment


def stopped(monkeypatch) -> Clock:
    """The clock of everything that keeps decisions, lets them come back or counts them."""
    clock = Clock()
    for module in ("again.returning", "again.views", "people.progress"):
        monkeypatch.setattr(f"tutor.web.{module}.now", clock)
    return clock
