"""A visitor at the practice hands, for tests: forms are sent as the pages give them."""

import re
from dataclasses import dataclass

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tutor.store import db
from tutor.store.models import Attempt, Person, Sitting


@dataclass
class Desk:
    """One browser."""

    client: FlaskClient

    def get(self, address: str) -> TestResponse:
        return self.client.get(address)

    @property
    def token(self) -> str:
        return re.search(r'name="csrf_token" value="([^"]+)"', self.client.get("/practise/").text).group(1)

    def at(self, code: str) -> int:
        """The version that the page of the hand shows now."""
        found = re.search(r'name="at" value="(\d+)"', self.client.get(f"/practise/hand/{code}").text)
        return int(found.group(1))

    def post(self, address: str, **fields: object) -> TestResponse:
        return self.client.post(address, data={"csrf_token": self.token, **fields})

    def act(self, code: str, action: str, *, at: int | None = None) -> TestResponse:
        version = self.at(code) if at is None else at
        return self.post(f"/practise/hand/{code}", at=version, action=action)

    def do(self, code: str, what: str, *, at: int | None = None, **fields: object) -> TestResponse:
        version = self.at(code) if at is None else at
        return self.post(f"/practise/hand/{code}/{what}", at=version, **fields)

    def offered(self, code: str) -> list[str]:
        """The calls or cards that may be chosen on the page of the hand."""
        page = self.client.get(f"/practise/hand/{code}").text
        return re.findall(r'form="decide" name="action" value="(\w+)"', page)

    def call_out(self, code: str, first: str) -> None:
        """Call *first*, then pass until the auction is over."""
        assert self.act(code, first).status_code == 303
        while "Pass" in self.offered(code):
            assert self.act(code, "Pass").status_code == 303


def rows(app: Flask) -> tuple[int, int, int]:
    """How many people, sittings and attempts there are."""
    with app.app_context():
        counts = [db.session.scalar(select(func.count()).select_from(table)) for table in (Person, Sitting, Attempt)]
        return counts[0], counts[1], counts[2]


def sittings(app: Flask) -> list[tuple[int, str, str, int, bool]]:
    """The sittings: person, code, actions, version, whether over."""
    with app.app_context():
        found = db.session.scalars(select(Sitting).order_by(Sitting.id)).all()
        return [(each.person_id, each.code, each.actions, each.version, each.finished) for each in found]


def attempts(app: Flask) -> list[Attempt]:
    """The attempts, the earliest first."""
    with app.app_context():
        found = db.session.scalars(select(Attempt).order_by(Attempt.id)).all()
        db.session.expunge_all()
        return list(found)
