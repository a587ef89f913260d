"""Holders of accounts who post puzzles, for tests: forms are sent as the pages give them."""

import re
from dataclasses import dataclass
from datetime import timedelta

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from werkzeug.test import TestResponse

from tutor.store import Person, PostedPuzzle, db
from tutor.store.models import now
from tutor.store.moderation import grant
from tutor.store.people import add_browser, fold, named
from tutor.store.secrecy import hash_password
from tutor.web.people.visitors import KEY

PASSWORD = "correct horse battery"
# All of seven cards each: those of the program's own puzzles are many, and most are shorter.
POSITION = "J6.-.-.AKQ76 3.J64.Q42.- S N"
GOAL = 7
"""North takes all seven tricks by drawing the trump first, and by nothing else."""
SAME = "KT876.A9.-.- -.2.J75.643 H N"
"""The same up to the order of the suits and the ranks that count."""
SOLUTION = "SJ-S6-CA-CK-CQ-C7-C6"
"""North's cards to the end of :data:`POSITION`."""
OTHER = "-.K42.75.K2 2.JT5.AKQ.- S N"
"""North takes two tricks by a club, and by nothing else."""
SEVERAL = "-.T9.Q63.K8 T74.-.52.A3 NT N"
SEVERAL_GOAL = 5
"""North takes five tricks by the ten of hearts or by the queen of diamonds."""
DEAL = "AJT2.J6.9754.AJ9 K95.9872.6.KQ732"


@dataclass
class Poster:
    """Somebody with an account, at a browser."""

    app: Flask
    client: FlaskClient
    name: str

    def get(self, address: str) -> TestResponse:
        return self.client.get(address)

    @property
    def token(self) -> str:
        page = self.client.get(f"/puzzles/post?line={POSITION}").text
        return re.search(r'name="csrf_token" value="([^"]+)"', page).group(1)

    def send(self, address: str, **fields: object) -> TestResponse:
        return self.client.post(address, data={"csrf_token": self.token, **fields})

    def do(self, what: str, **fields: object) -> TestResponse:
        """Press a button of the form: ``check``, ``save``, ``send``; *fields* are over a good puzzle's."""
        usual = {"position": POSITION, "kind": "make", "goal": GOAL, "title": "Seven of seven", "at": 0}
        return self.send(f"/puzzles/post/{what}", **usual | fields)

    def post(self, **fields: object) -> str:
        """Post a puzzle; gives its slug."""
        answer = self.do("send", **fields)
        assert answer.status_code == 303, answer.text
        return answer.location.rpartition("#puzzle-")[2]

    def save(self, **fields: object) -> str:
        """Save a draft; gives its slug."""
        answer = self.do("save", **fields)
        assert answer.status_code == 303, answer.text
        return answer.location.rpartition("/")[2]


def poster(app: Flask, name: str = "Nora", *, days: int = 2, administrator: bool = False) -> Poster:
    """Somebody new with an account of so many *days*, in a browser that knows them.

    The account has no password yet (:func:`give_password`): to hash one takes longer than many a test.
    """
    with app.app_context():
        person = Person(name=name, folded=fold(name), created=now() - timedelta(days=days))
        db.session.add(person)
        db.session.flush()
        if administrator:
            grant(db.session, person)
        key = add_browser(db.session, person)
        db.session.commit()
    client = app.test_client()
    with client.session_transaction() as kept:
        kept[KEY] = key
        kept.permanent = True
    return Poster(app, client, name)


def give_password(app: Flask, name: str) -> None:
    """Give the account *name* the password :data:`PASSWORD`."""
    with app.app_context():
        person = named(db.session, name)
        person.password = hash_password(PASSWORD)
        db.session.commit()


def make_administrator(app: Flask, name: str) -> None:
    with app.app_context():
        grant(db.session, named(db.session, name))
        db.session.commit()


def states(app: Flask) -> dict[str, str]:
    """The state of every puzzle that is kept, by slug."""
    with app.app_context():
        return dict(db.session.execute(select(PostedPuzzle.slug, PostedPuzzle.state)).all())


def count(app: Flask, model: type) -> int:
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(model))


def messages(page: str) -> list[str]:
    """What stands in the way, as the page lists it."""
    found = re.search(r'<ul class="fault-items">(.*?)</ul>', page, re.DOTALL)
    return re.findall(r"<li><p>(.*?)(?: <a|</p>)", found.group(1)) if found else []
