"""Hands dealt ahead, by a process of its own that gives way to those that answer.

The search for a hand that teaches looks at one deal or at hundreds, and whoever shares a worker with it waits. So the
server keeps a process for it, of lower priority, which has hands ready of the kinds that were asked for last: any hand
of a kind is as good as another, and a code says all there is to it. Where there is no such process, as in the tests and
under other servers, or it does not answer, the search is made where the hand is wanted.
"""

import os
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.managers import BaseManager
from pathlib import Path
from shutil import rmtree
from signal import SIG_IGN, SIGINT, signal
from socket import socket, socketpair
from tempfile import mkdtemp
from threading import Condition, Thread
from typing import TYPE_CHECKING, Final, NoReturn, Protocol, TypeAlias

from flask import Flask, current_app

from tutor.coach.dealing import SEEDS, KnowledgeLevel, NoHandError, PracticeHand, Settings, deal_hand, from_code
from tutor.coach.themes import Theme
from tutor.rules import PENALTY, WRITTEN

FIRST: Final = 4
"""Hands kept ready of each of the kinds that newcomers ask for."""

MOST: Final = 16
"""Hands of a kind that are kept ready at most: two when it is first asked for, twice as many when none was left."""

KINDS: Final = 40
"""Kinds that hands are kept ready of: those asked for last."""

YIELDS: Final = 5
"""How much the dealing process gives way, as :func:`os.nice` has it."""

LEVELS: Final[tuple[KnowledgeLevel, ...]] = ("honours", "open", "counted")
LIKELY: Final = tuple(Settings(rules, knowledge=knowledge) for rules in (PENALTY, WRITTEN) for knowledge in LEVELS)
"""What newcomers ask for; the defaults stand last."""

_NAME: Final = "dealer"

Kind: TypeAlias = tuple[Settings, Theme | None]
"""What somebody wants to practise; the theme None for any."""

Search: TypeAlias = Callable[[Settings, Theme | None], str]


def search(settings: Settings, theme: Theme | None) -> str:
    """The code of a hand, found from a random seed on.

    Raises:
        NoHandError: as :func:`tutor.coach.dealing.deal_hand`.
    """
    return deal_hand(secrets.randbelow(SEEDS), settings, theme).code


@dataclass(slots=True)
class _Shelf:
    """The hands of one kind.

    Attributes:
        codes: those that are ready.
        wanted: how many there should be.
    """

    codes: deque[str] = field(default_factory=deque)
    wanted: int = 1


class Ready:
    """Codes of hands that wait for those who ask next. Threads may share it.

    Args:
        find: searches for a hand.
        kinds: what is made ready before anybody asks, the most likely last.
    """

    def __init__(self, find: Search = search, kinds: Iterable[Kind] = ()) -> None:
        self._find = find
        self._shelves = {kind: _Shelf(wanted=FIRST) for kind in kinds}  # the kind asked for last stands last
        self._waited_for = 0  # searches whose hand somebody waits for
        self._asked = Condition()

    def take(self, settings: Settings, theme: Theme | None) -> str:
        """The code of a hand of this kind, which nobody else gets; one is searched for where none is ready.

        Raises:
            NoHandError: as :func:`tutor.coach.dealing.deal_hand`.
        """
        with self._asked:
            shelf = self._shelves.pop((settings, theme), None) or _Shelf()
            code = shelf.codes.popleft() if shelf.codes else None
            if code is None:
                shelf.wanted = min(2 * shelf.wanted, MOST)
                self._waited_for += 1
            self._shelves[settings, theme] = shelf
            if len(self._shelves) > KINDS:
                del self._shelves[next(iter(self._shelves))]
            self._asked.notify()
        if code is not None:
            return code
        try:
            return self._find(settings, theme)
        finally:
            with self._asked:
                self._waited_for -= 1
                self._asked.notify()

    def fill(self) -> None:
        """Search for one hand of the kind that has fewest and too few; waits until there is one.

        Of equal ones that comes first which was asked for last. What somebody waits for comes before all that is only
        made ready. A kind of which none is found is not searched for again before somebody asks.
        """
        with self._asked:
            self._asked.wait_for(lambda: not self._waited_for and self._lacking())
            kind = self._lacking()
        assert kind is not None
        try:
            code = self._find(*kind)
        except NoHandError:
            with self._asked:
                self._shelves.pop(kind, None)
            return
        with self._asked:
            if kind in self._shelves:
                self._shelves[kind].codes.append(code)

    def _lacking(self) -> Kind | None:
        shelves = [(kind, shelf) for kind, shelf in reversed(self._shelves.items()) if len(shelf.codes) < shelf.wanted]
        return min(shelves, key=lambda each: len(each[1].codes), default=(None, None))[0]


class _Taking(Protocol):
    """What can be asked of :class:`Ready` from another process."""

    def take(self, settings: Settings, theme: Theme | None) -> str:
        """As :meth:`Ready.take`."""
        ...


class _Manager(BaseManager):
    """The dealing process, and how it is reached."""

    if TYPE_CHECKING:  # as registered

        def ready(self) -> _Taking:
            """The hands of the process."""
            ...


def _begin() -> Ready:
    """The hands of the dealing process, which go on to be made ready as long as it lives."""
    ready = Ready(kinds=[(settings, None) for settings in LIKELY])

    def fill() -> None:
        while True:
            ready.fill()

    Thread(target=fill, daemon=True).start()
    return ready


_Manager.register("ready", callable=_begin, exposed=("take",))


def start(app: Flask) -> int:
    """Begin a process that deals for *app* and ends with the last of those that it deals for; gives its number.

    It is forked, so that it has in memory what this one has: before there are threads and workers.
    """
    folder = Path(mkdtemp(prefix="tutor-dealer-"))
    manager = _Manager(str(folder / "socket"), authkey=secrets.token_bytes())
    mine, theirs = socketpair()
    number = os.fork()
    if not number:
        mine.close()
        _serve(manager, theirs, folder)
    theirs.close()
    mine.recv(1)
    manager.connect()
    # The line is held open by this process and all that are forked of it.
    app.extensions[_NAME] = _Dealer(manager.ready(), mine)
    return number


def _serve(manager: _Manager, line: socket, folder: Path) -> NoReturn:
    """Deal until nobody is at the other end of *line*."""
    signal(SIGINT, SIG_IGN)  # those who deal with Ctrl-C let go of the line
    os.nice(YIELDS)

    def follow() -> None:
        line.recv(1)
        rmtree(folder, ignore_errors=True)
        os._exit(0)

    try:
        server = manager.get_server()
        line.send(b"1")
        Thread(target=follow, daemon=True).start()
        server.serve_forever()
    finally:
        os._exit(1)


@dataclass(frozen=True, slots=True)
class _Dealer:
    """The hands of the dealing process, and the line that it lives by."""

    ready: _Taking
    line: socket


def deal(settings: Settings, theme: Theme | None) -> PracticeHand:
    """A hand of this kind for the visitor.

    Raises:
        NoHandError: as :func:`tutor.coach.dealing.deal_hand`.
    """
    dealer: _Dealer | None = current_app.extensions.get(_NAME)
    if dealer is not None:
        with suppress(OSError, EOFError):
            return from_code(dealer.ready.take(settings, theme))
    return from_code(search(settings, theme))
