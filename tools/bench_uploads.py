"""How long 2,000 games take in the background, and how long other pages take meanwhile.

The server is started as ``tutor serve`` starts it, on a free port of this machine with a database of its own. The games
are dealt from a seed; their cards are perfect but for those drawn at random, which makes about six mistakes a game. A
visitor sends them as one file, then another visitor asks once a second for a page: the start page, the sample on the
analysis board and the list of hands in turn. The time ends when the upload's page says that nothing is left to do.

From the checkout: ``python -m tools.bench_uploads``; ``make bench-uploads`` does it, in about two minutes.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import re
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import click

from tools.bench_pages import HOST, Browser, WrongPageError, server
from tutor.bench.figures import machine
from tutor.cards import NORTH
from tutor.coach.review import review
from tutor.notation import write_pbn
from tutor.notation.record import Record
from tutor.rules import PASS, PENALTY, Deal, Phase, Position, make_bid
from tutor.solver import card_values

TARGET_SECONDS: Final = 60.0
"""Within this time 2,000 games should be analysed."""

TARGET_PAGE: Final = 100.0
"""Within this many milliseconds 95 of 100 pages should come."""

PAGES: Final = ("/", "/analyse/sample", "/hands/")
PATIENCE: Final = 900.0
SLIPS: Final = 0.9
"""The share of the cards that are drawn at random: with two calls it makes about six mistakes a game."""

_TOKEN: Final = re.compile(r'name="csrf_token" value="([^"]+)"')
_STATE: Final = re.compile(r'data-state="(\w+)"')


def game(seed: int) -> Record:
    """A finished deal with about six mistakes."""
    rng = Random(seed)  # noqa: S311 - games to measure by, not secrets
    deal = Deal.shuffled(rng, NORTH, PENALTY)
    while deal.phase is Phase.DRAW:
        deal = deal.apply(rng.choice(deal.legal()))
    calls = (make_bid(2, rng.randrange(5)), PASS)
    deal = deal.run(calls)
    while not deal.over:
        assert deal.play is not None
        values = card_values(Position.of(deal.play))
        best = [card for card, tricks in values.items() if tricks == max(values.values())]
        deal = deal.apply(rng.choice(list(values) if rng.random() < SLIPS else best))
    assert deal.start_hands is not None
    assert deal.play is not None
    return Record(
        *deal.start_hands,
        dealer=NORTH,
        ruleset=PENALTY,
        calls=calls,
        contract=deal.contract,
        played=deal.play.played,
        players=("Nora", "Sven"),
        tags=(("Event", "Bench"), ("Board", str(seed))),
    )


def send(browser: Browser, text: str) -> str:
    """Send the games and give the address of the upload.

    Raises:
        WrongPageError: when they are refused.
    """
    found = _TOKEN.search(browser.get("/hands/uploads/").text)
    if found is None:
        raise WrongPageError("no form in the page")
    cut = secrets.token_hex()
    fields = {"csrf_token": found[1], "player": "Nora", "text": text}
    parts = [f'--{cut}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{v}\r\n' for name, v in fields.items()]
    body = "".join([*parts, f"--{cut}--\r\n"]).encode()
    headers = {
        "Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items()),
        "Content-Type": f"multipart/form-data; boundary={cut}",
    }
    browser.connection.request("POST", "/hands/uploads/", body, headers)
    answer = browser.connection.getresponse()
    answer.read()
    if answer.status != 303:
        raise WrongPageError(f"{answer.status} for the upload")
    return answer.headers["Location"]


def wait_for(browser: Browser, other: Browser, address: str, times: list[float]) -> Iterator[tuple[float, str]]:
    """The state of the upload, seen every second, until nothing is left to do; *times* gets those of other pages."""
    start = time.monotonic()
    for turn in range(int(PATIENCE)):
        began = time.perf_counter()
        other.get(PAGES[turn % len(PAGES)])
        times.append(time.perf_counter() - began)
        state = _STATE.search(browser.get(f"{address}?part=progress").text)
        if state is None:
            raise WrongPageError("no state in the upload's page")
        yield time.monotonic() - start, state[1]
        if state[1] not in ("waiting", "working"):
            return
        time.sleep(max(0.0, start + turn + 1 - time.monotonic()))
    raise WrongPageError("the games are not done")


@click.command()
@click.option("--games", default=2000, show_default=True, type=click.IntRange(1, 2000), help="How many games.")
@click.option("--seed", default=1, show_default=True, help="Which games.")
def main(*, games: int, seed: int) -> None:
    """Measure how long a file of games takes in the background, and other pages meanwhile."""
    records = [game(seed + at) for at in range(games)]
    some = records[:: max(1, games // 50)]
    mistakes = sum(len(review(record).mistakes) for record in some) / len(some)
    click.echo(f"{games} games, {mistakes:.1f} mistakes a game, on {machine()}")
    with tempfile.TemporaryDirectory(prefix="tutor-bench-") as folder, server(Path(folder)) as port:
        click.echo(f"Served on {HOST}, port {port}")
        browser, other = Browser(port), Browser(port)
        times: list[float] = []
        try:
            for path in PAGES:  # what a page needs is compiled and kept when it is first asked for
                other.get(path)
            address = send(browser, write_pbn(records))
            seconds, state = 0.0, ""
            for seconds, state in wait_for(browser, other, address, times):  # noqa: B007 - the last one counts
                pass
            found = browser.get(address).text
        except (WrongPageError, OSError) as error:
            click.echo(f"Not measured: {error}", err=True)
            sys.exit(1)
        finally:
            browser.close()
            other.close()
    dealt = re.search(r"<dt>Analysed</dt><dd>([0-9]+)</dd>", found)
    if state != "done" or dealt is None or int(dealt[1]) != games:
        click.echo(f"Not all games were analysed: {state}, {dealt and dealt[1]}", err=True)
        sys.exit(1)
    click.echo(report(games, seconds, times))


def report(games: int, seconds: float, times: list[float]) -> str:
    """The figures beside their targets: the whole time, a game's, and the pages' meanwhile."""
    allowed = TARGET_SECONDS * games / 2000
    ranked = sorted(1000 * each for each in times)
    most = ranked[-(-95 * len(ranked) // 100) - 1]
    return (
        f"All games: {seconds:.1f} s, {1000 * seconds / games:.1f} ms a game; at most {allowed:.1f} s: "
        f"{'met' if seconds <= allowed else 'missed'}\n"
        f"Other pages: median {ranked[len(ranked) // 2]:.1f} ms, 95 % {most:.1f} ms, most {ranked[-1]:.1f} ms of "
        f"{len(ranked)}; at most {TARGET_PAGE:.0f} ms: {'met' if most <= TARGET_PAGE else 'missed'}"
    )


if __name__ == "__main__":
    main()
