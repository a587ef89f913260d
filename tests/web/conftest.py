"""The app on a database of its own, its client, and a browser in front of a server on a free port."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2.bccache import Bucket, BytecodeCache
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from sqlalchemy import func, select
from werkzeug.serving import make_server

from tests.databases import make_new
from tests.web.posters import Poster, poster
from tests.web.texts import KINDS
from tutor.store import StoredRecord, db
from tutor.web import create_app
from tutor.web.storage import keep

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

expect.set_options(timeout=15_000)  # what is waited for comes late on a machine with other work; it is never timed
CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Compiled(BytecodeCache):
    """Templates that one app has compiled, for the next: compiling them takes longer than most tests."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


def make_app(folder: Path) -> Flask:
    url = f"sqlite:///{folder}/tutor.sqlite3"
    make_new(url)
    config = {"TESTING": True, "PROPAGATE_EXCEPTIONS": False, "DATABASE": url, "INSTANCE_PATH": str(folder)}
    app = create_app(config)
    app.jinja_env.bytecode_cache = COMPILED
    return app


def close(app: Flask) -> None:
    with app.app_context():
        for engine in db.engines.values():
            engine.dispose()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = make_app(tmp_path)
    yield app
    close(app)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def nora(app: Flask) -> Poster:
    """The holder of an account who posts puzzles."""
    return poster(app)


@pytest.fixture
def sven(app: Flask) -> Poster:
    """Another one."""
    return poster(app, "Sven")


@pytest.fixture
def stored(app: Flask) -> Callable[[], int]:
    """How many records the database holds."""

    def count() -> int:
        with app.app_context():
            return db.session.scalar(select(func.count()).select_from(StoredRecord))

    return count


@pytest.fixture
def send(client: FlaskClient) -> Callable[..., object]:
    """Send the form of the analyse page."""

    def post(text: str = "", **fields):
        page = client.get("/analyse/").text
        token = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', page).group(1)
        return client.post("/analyse/", data={"csrf_token": token, "text": text, **fields})

    return post


@pytest.fixture
def upload(client: FlaskClient) -> Callable[[bytes], object]:
    """Send a file with the form of the analyse page."""

    def post(data: bytes):
        page = client.get("/analyse/").text
        token = re.search(r'name="csrf_token" type="hidden" value="([^"]+)"', page).group(1)
        # Written out by hand: the test client keeps a long upload in a file that it forgets to close.
        parts = [
            b'--cut\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n' + token.encode(),
            b'--cut\r\nContent-Disposition: form-data; name="text"\r\n\r\nnonsense',
            b'--cut\r\nContent-Disposition: form-data; name="file"; filename="hand.pbn"\r\n\r\n' + data,
            b"--cut--\r\n",
        ]
        return client.post("/analyse/", data=b"\r\n".join(parts), content_type="multipart/form-data; boundary=cut")

    return post


def whole(app: Flask) -> "WSGIApplication":
    """*app*, each answer read to its end before it is sent.

    A browser that goes on to the next page drops what it was still loading; the test server then leaves a static file
    open that it was sending from, and warnings are errors here.
    """

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> list[bytes]:
        body = app(environ, start_response)
        try:
            return [b"".join(body)]
        finally:
            if hasattr(body, "close"):
                body.close()

    return answer


@pytest.fixture(scope="session")
def served(tmp_path_factory) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a running app, and the links of one stored record of every kind."""
    app = make_app(tmp_path_factory.mktemp("served"))
    with app.app_context():
        links = {kind: keep(make(), "pbn") for kind, make in KINDS.items()}
    running = make_server("127.0.0.1", 0, whole(app), threaded=True)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}", links
    running.shutdown()
    thread.join()
    running.server_close()
    close(app)


@pytest.fixture(scope="session")
def server(served) -> str:
    """The address of a running app."""
    return served[0]


@pytest.fixture(scope="session")
def slugs(served) -> dict[str, str]:
    """The links of the records that the running app holds, by their kind."""
    return served[1]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Try what fails in the browser once more.

    On a machine with much other work Chromium loses one click in some thousands; what is wrong with a page fails twice.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


@contextmanager
def patience() -> Iterator[None]:
    """Nobody clicks on a page that is still being laid out: what is under the pointer may move away under it."""
    click = Locator.click

    def click_when_there(self: Locator, **how) -> None:
        self.page.wait_for_load_state()
        click(self, **how)

    Locator.click = click_when_there
    try:
        yield
    finally:
        Locator.click = click


# One for each module, not for the session: while Playwright is there, no app can be used in the same thread, since
# the end of an app's context runs a coroutine. The server comes first for the same reason.
@pytest.fixture(scope="module")
def browser(served) -> Iterator[Browser]:  # noqa: ARG001
    with patience(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def profiles(browser: Browser, server: str) -> Iterator[tuple[Callable[..., Page], list[str]]]:
    """What opens a page in a fresh profile, and what the pages' consoles say of errors; profiles close at the end."""
    contexts, complaints = [], []

    def open_at(address: str, **options) -> Page:
        usual = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"}
        context = browser.new_context(base_url=server, **usual | options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.goto(address)
        return page

    yield open_at, complaints
    for context in contexts:
        context.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a fresh profile; anything on its console that is an error fails the test at its end."""
    with profiles(browser, server) as (open_at, complaints):
        yield open_at
    assert not complaints
