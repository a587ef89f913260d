"""How long a learner waits for the verdict on a call, with many learners at once.

The server is started as ``tutor serve`` starts it, with its own number of workers, a free port of this machine and a
database of its own, and is stopped at the end. Each learner is a client that keeps its connection as a browser does:
has a hand dealt, reads it, calls, reads the verdict, goes on to the next call of the auction or has the next hand
dealt, and pauses before every call and every step after a verdict. Calls are legal ones, drawn at random from pass, the
doubles and the next bids.

A verdict's time runs from sending the form with the call to the last byte of the page that the answer leads to: the
call is judged and kept, and the page with the values made. In the first part half of the learners see both hands and
half have counted them; in the second all have noticed the honours only. The client runs on the same cores as the
server, and what it takes is in the figures.

From the checkout: ``python -m tools.bench_pages``; ``make bench-pages`` does it. It ends after a minute.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.cookies import SimpleCookie
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Final
from urllib.parse import urlencode, urlsplit

import click

from tutor.bench.figures import Figure, Goal, machine, written
from tutor.coach.dealing import KnowledgeLevel
from tutor.coach.lesson import parse_action
from tutor.messages import Message
from tutor.rules import action_name, is_bid

HOST: Final = "127.0.0.1"
PATIENCE: Final = 60.0
"""Seconds that the server may take to start, and a single page to come."""

NEAR: Final = 8
"""How many of the next bids a learner considers."""

_TOKEN: Final = re.compile(r'name="csrf_token" value="([^"]+)"')
_VERSION: Final = re.compile(r'name="at" value="([0-9]+)"')
_CALL: Final = re.compile(r'name="action" value="([^"]+)"')
_HAND: Final = re.compile(r"/practise/hand/[^/?#]+")
_CALLING: Final = re.compile(r"phase-auction")
_VERDICT: Final = re.compile(r'id="verdict"[^>]* class="verdict verdict-(?:best|slip|bad)"')


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the measurement.

    Attributes:
        label: for people.
        levels: what the learners see, in turn.
        limit: milliseconds within which 95 of 100 verdicts should come.
    """

    label: str
    levels: tuple[KnowledgeLevel, ...]
    limit: float


PARTS: Final = (
    Part("both hands seen, or counted", ("counted", "open"), 100),
    Part("honours noticed", ("honours",), 400),
)


class WrongPageError(Exception):
    """The server answered with something other than the page that should come."""


@dataclass(frozen=True, slots=True)
class Page:
    """An answer.

    Attributes:
        path: the address it came from.
        status: of HTTP.
        location: where it leads to, else "".
        text: its body.
    """

    path: str
    status: int
    location: str
    text: str


class Browser:
    """A client with cookies and one connection, which is opened anew when the server has closed it."""

    def __init__(self, port: int) -> None:
        self.connection = HTTPConnection(HOST, port, timeout=PATIENCE)
        self.cookies: dict[str, str] = {}
        self.requests = 0

    def get(self, path: str) -> Page:
        """The page at *path*."""
        return self._ask("GET", path)

    def post(self, path: str, values: dict[str, str]) -> Page:
        """The page that the answer to a form leads to.

        Raises:
            WrongPageError: when the form is refused.
        """
        answer = self._ask("POST", path, urlencode(values))
        if answer.status != 303:
            raise WrongPageError(f"{answer.status} for the form to {path}")
        return self.get(urlsplit(answer.location).path)

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _ask(self, method: str, path: str, body: str | None = None) -> Page:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        response = self._send(method, path, body, headers)
        text = response.read().decode()
        self.requests += 1
        for cookie in response.headers.get_all("Set-Cookie", []):
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(cookie).items()})
        if response.status >= 400:
            raise WrongPageError(f"{response.status} for {method} {path}")
        return Page(path, response.status, response.headers.get("Location", ""), text)

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> HTTPResponse:
        """The answer; asked once more where the server let go of the quiet connection meanwhile, as browsers do."""
        kept = self.connection.sock is not None
        try:
            self.connection.request(method, path, body, headers)
            return self.connection.getresponse()
        except ConnectionError:
            self.connection.close()
            if not kept:
                raise
        self.connection.request(method, path, body, headers)
        return self.connection.getresponse()


@dataclass
class Learner:
    """Somebody who practises.

    Attributes:
        browser: theirs.
        knowledge: what they see.
        rng: decides about calls and pauses.
        pause: seconds between two actions: half as long to half as long again.
        verdicts: seconds for each verdict.
        deals: seconds from asking for a hand to its page.
        faults: what went wrong.
    """

    browser: Browser
    knowledge: KnowledgeLevel
    rng: Random
    pause: float
    verdicts: list[float] = field(default_factory=list)
    deals: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def practise(self, end: float) -> None:
        """Deal and call until the clock shows *end*."""
        try:
            time.sleep(self.rng.random() * self.pause)  # they do not all begin in the same moment
            start = self.browser.get("/practise/")
            page = self._deal(start, {"rules": "written", "opponent": "natural", "knowledge": self.knowledge})
            while self._read(end):
                hand = _found(_HAND, page.path)
                version, token = _found(_VERSION, page.text), _found(_TOKEN, page.text)
                values = {"csrf_token": token, "at": version, "action": self._choose(page)}
                verdict = self._timed(self.verdicts, hand, values)
                _found(_VERDICT, verdict.text)
                if not self._read(end):
                    return
                page = self.browser.get(hand)
                if not _CALL.search(page.text) or not _CALLING.search(page.text):
                    page = self._deal(page, {"like": hand.rpartition("/")[2]})
        except (WrongPageError, HTTPException, OSError) as error:
            self.faults.append(f"{type(error).__name__}: {error}")
        finally:
            self.browser.close()

    def _read(self, end: float) -> bool:
        """Pause; whether there is time for another action."""
        time.sleep(self.pause * (0.5 + self.rng.random()))
        return time.monotonic() < end

    def _deal(self, page: Page, values: dict[str, str]) -> Page:
        form = {"csrf_token": _found(_TOKEN, page.text), **values}
        return self._timed(self.deals, "/practise/deal", form)

    def _timed(self, times: list[float], path: str, form: dict[str, str]) -> Page:
        start = time.perf_counter()
        page = self.browser.post(path, form)
        times.append(time.perf_counter() - start)
        return page

    def _choose(self, page: Page) -> str:
        legal = sorted(parse_action(name) for name in _CALL.findall(page.text))
        near = [call for call in legal if not is_bid(call)] + [call for call in legal if is_bid(call)][:NEAR]
        return action_name(near[int(self.rng.random() * len(near))])


def _found(what: re.Pattern[str], text: str) -> str:
    """The part of *text* that *what* stands for.

    Raises:
        WrongPageError: when it is not there.
    """
    found = what.search(text)
    if found is None:
        raise WrongPageError(f"nothing like {what.pattern} in the page")
    return found[what.groups]


@dataclass(frozen=True, slots=True)
class Load:
    """How much is asked of the server.

    Attributes:
        learners: how many there are at once.
        seconds: how long each part takes.
        pause: the mean pause before an action, in seconds.
        seed: of calls and pauses; the deals are the server's.
    """

    learners: int
    seconds: float
    pause: float
    seed: int


def run(part: Part, load: Load, port: int) -> list[Learner]:
    """Let the learners of *part* practise at once, and give them back when the last has stopped."""
    rng = Random(f"{part.label} {load.seed}")  # noqa: S311 - a load to measure by, not secrets
    learners = [
        Learner(Browser(port), level, Random(rng.random()), load.pause)  # noqa: S311 - as above
        for level in islice(cycle(part.levels), load.learners)
    ]
    end = time.monotonic() + load.seconds
    threads = [threading.Thread(target=learner.practise, args=(end,)) for learner in learners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return learners


@contextmanager
def server(folder: Path) -> Iterator[int]:
    """A server of our own that keeps everything in *folder*; its port.

    Raises:
        click.ClickException: when it does not start.
    """
    port = _free_port()
    environment = {
        **os.environ,
        "DRAWBRIDGE_DATABASE": f"sqlite:///{folder / 'pages.sqlite3'}",
        "DRAWBRIDGE_SECRET_KEY": secrets.token_hex(),
    }
    command = (sys.executable, "-m", "tutor.cli", "serve", "--host", HOST, "--port", str(port))
    with (folder / "log").open("w+", encoding="utf-8") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)  # noqa: S603 - our own command
        try:
            if not _answers(process, port):
                log.seek(0)
                raise click.ClickException(f"The server does not start.\n{log.read()}")
            yield port
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _answers(process: subprocess.Popen[bytes], port: int) -> bool:
    """Whether the server answers before it ends, and before the patience does."""
    end = time.monotonic() + PATIENCE
    browser = Browser(port)
    try:
        while process.poll() is None and time.monotonic() < end:
            try:
                browser.get("/practise/")
            except OSError:
                browser.close()
                time.sleep(0.1)
            else:
                return True
        return False
    finally:
        browser.close()


def report(part: Part, learners: list[Learner], seconds: float) -> list[str]:
    """Print how long the learners of *part* waited; gives what went wrong."""
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    asked = sum(learner.browser.requests for learner in learners)
    click.echo(f"{part.label.capitalize()}: {asked / seconds:.1f} requests a second{load}")
    click.echo(_line("verdict", [each for learner in learners for each in learner.verdicts], part.limit))
    click.echo(_line("hand dealt", [each for learner in learners for each in learner.deals]))
    return [fault for learner in learners for fault in learner.faults]


def _line(label: str, seconds: list[float], limit: float | None = None) -> str:
    if not seconds:
        return f"  {label:<12}      none came"
    figure = Figure.of_seconds(Goal("wait", Message(label), "ms"), seconds)
    most = figure.percentile(95)
    target = "" if limit is None else f"at most {limit:g}: {'met' if most <= limit else 'missed'}"
    cells = (len(seconds), written(figure.median), written(most), written(max(figure.runs)))
    return f"  {label:<12}{cells[0]:>6}{cells[1]:>10}{cells[2]:>10}{cells[3]:>10}  {target}".rstrip()


@click.command()
@click.option("--learners", default=20, show_default=True, type=click.IntRange(1, 200), help="How many at once.")
@click.option("--seconds", default=25.0, show_default=True, type=click.FloatRange(1, 300), help="For each part.")
@click.option("--pause", default=2.0, show_default=True, type=click.FloatRange(0.1), help="Mean seconds to an action.")
@click.option("--seed", default=1, show_default=True, help="Which calls and pauses.")
def main(*, learners: int, seconds: float, pause: float, seed: int) -> None:
    """Measure the wait for the verdict on a call, with many learners at once."""
    load = Load(learners, seconds, pause, seed)
    faults: list[str] = []
    with tempfile.TemporaryDirectory(prefix="tutor-bench-") as folder, server(Path(folder)) as port:
        click.echo(
            f"{learners} learners at once, {pause / 2:g} to {3 * pause / 2:g} seconds before each action, "
            f"{seconds:g} seconds for each part, on {machine()}"
        )
        click.echo(f"  {'ms':<12}{'times':>6}{'median':>10}{'95 %':>10}{'most':>10}")
        for part in PARTS:
            start = time.monotonic()
            practised = run(part, load, port)
            faults += report(part, practised, time.monotonic() - start)
    if faults:
        click.echo("\n".join(["Not every page came:", *faults]), err=True)
        sys.exit(1)
    click.echo("Every page came.")


if __name__ == "__main__":
    main()
