"""Somebody at the pages of kept hands: forms with their tokens, and a worker that is always there."""

import re

from flask import Flask

from tests.worker.games import finished
from tutor.store import db
from tutor.web.storage import keep
from tutor.worker.working import Worker

TOKEN = re.compile(r'name="csrf_token" (?:type="hidden" )?value="([^"]+)"')
PASSWORD = "correct horse battery"


def stored(app: Flask, seed: int = 1) -> str:
    """The link of a stored record."""
    with app.app_context():
        return keep(finished(seed), "pbn")


class Desk:
    """A visitor in a browser of their own."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()

    def token(self) -> str:
        return TOKEN.search(self.client.get("/hands/uploads/").text).group(1)

    def post(self, path: str, **fields):
        return self.client.post(path, data={"csrf_token": self.token(), **fields})

    def account(self, name: str) -> "Desk":
        assert self.post("/people/register", name=name, password=PASSWORD).status_code == 200
        return self

    def save(self, slug: str, view: str = "", at: int = 0, **fields) -> str:
        """Save what stands under *slug*; the link of the hand."""
        answer = self.post(f"/analyse/{slug}/save", view=view, at=str(at), **fields)
        assert answer.status_code == 303, answer.text
        return re.search(r"/analyse/([^/?]+)", answer.location).group(1)

    def send(self, content: bytes, **fields) -> str:
        """Send a file; the link of the upload."""
        answer = self.sent(content, **fields)
        assert answer.status_code == 303, answer.text
        return answer.location.rpartition("/")[2]

    def sent(self, content: bytes, **fields):
        parts = [
            f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode()
            for name, value in {"csrf_token": self.token(), **fields}.items()
        ]
        head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="club night.pbn"\r\n\r\n'
        body = b"\r\n".join([*parts, head + content, b"--cut--\r\n"])
        return self.client.post("/hands/uploads/", data=body, content_type="multipart/form-data; boundary=cut")

    def work(self) -> None:
        """Let a worker do all there is to do."""
        with self.app.app_context():
            worker = Worker(db.engine)
            while worker.work():
                pass
