"""One worker: takes an upload, analyses its games a few at a time, writes what it found as it goes.

The hands of a *step*, the faults and how far the worker has come are written in one transaction, and only when the
upload is still the worker's. A crash therefore loses the step at most, which is done again by whoever goes on, and
nothing is there twice. While it works a second thread says so to the database every second and learns there when
somebody cancelled.

A game that the coach cannot judge is noted as a fault of that game. One that kills the process is found by the number
of workers lost at the same place: the second one goes step by step through single games, the third passes over the game
at which it begins.
"""

import logging
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from tutor.messages import N_, Message
from tutor.notation import LIMIT_BYTES, NotationError
from tutor.solver.bidding import Opponent
from tutor.store import begin_writing
from tutor.store.hands import NewHand, add_hands
from tutor.store.records import row_of
from tutor.store.uploads import (
    GameFault,
    Step,
    beat,
    begin_games,
    claim,
    count_step,
    finish,
    hold_step,
    is_work,
    release,
)
from tutor.worker.judging import judge
from tutor.worker.reading import ReadFile, ReadGame, read_file, side_of

STEP_SECONDS: Final = 0.4
"""How long a worker computes before it writes: people see their hands come, and a crash costs no more than this."""

STEP_GAMES: Final = 40
"""How many games a step has at most."""

BEAT_SECONDS: Final = 1.0
"""How often a worker says that it is at work."""

PAUSE_SECONDS: Final = 0.5
"""How long a worker waits before it asks again whether there is something to do."""

RETRY_SECONDS: Final = 2.0
"""How long it waits when the database cannot be used."""

ONE_BY_ONE: Final = 2
"""From this try on, games are written one by one."""

PASSED_OVER: Final = 3
"""From this try on, the first game is passed over."""

NOT_JUDGED: Final = Message(N_("This game could not be analysed: a fault on our side, which is in the log."))
TOO_LONG: Final = Message(N_("This game is too long to be kept."))

log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Job:
    """An upload as a worker has it.

    Attributes:
        id: the upload's number.
        content: the file.
        rules: the ruleset in words; "" for what each game says.
        opponent: whom the calls are judged against.
        seat: the person's own side in all games.
        player: the person's name as the games have it.
        place: how many games were dealt with before.
        tries: how many workers took it since anything was written.
    """

    id: int
    content: bytes
    rules: str
    opponent: Opponent
    seat: str
    player: str
    place: int
    tries: int


@dataclass
class Worker:
    """A worker on the database of *engine*.

    Attributes:
        engine: of a database with the newest tables.
        key: what the worker is known by in the database.
        lost: set while the upload in hand is no longer the worker's.
    """

    engine: Engine
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    lost: threading.Event = field(default_factory=threading.Event)

    def run(self, stop: threading.Event, *, once: bool = False) -> None:
        """Work until *stop* is set; with *once* until nothing is left to do.

        A database that cannot be used is asked again after a while.

        Raises:
            SQLAlchemyError: with *once*, when it cannot be used.
        """
        while not stop.is_set():
            try:
                if self.work():
                    continue
                wait = PAUSE_SECONDS
            except SQLAlchemyError as error:
                self.give_back()
                if once:
                    raise
                log.warning("the database cannot be used: %s", getattr(error, "orig", None) or error)
                wait = RETRY_SECONDS
            if once:
                return
            stop.wait(wait)

    def work(self) -> bool:
        """Take an upload and deal with all of it; whether there was one."""
        job = self._take()
        if job is None:
            return False
        self.lost.clear()
        with self._beating(job):
            self._deal_with(job)
        return True

    def give_back(self) -> None:
        """Let others go on with what the worker has."""
        with suppress(SQLAlchemyError), self._writing() as session:
            release(session, self.key)

    def _take(self) -> Job | None:
        # Only who has seen that there is something to do asks for the writer's place.
        with Session(self.engine) as session:
            if not is_work(session):
                return None
        with self._writing() as session:
            taken = claim(session, self.key)
            if taken is None:
                return None
            opponent: Opponent = "natural" if taken.opponent == "natural" else "perfect"
            sides = taken.seat, taken.player
            return Job(taken.id, taken.content or b"", taken.rules, opponent, *sides, taken.place, taken.tries)

    def _deal_with(self, job: Job) -> None:
        try:
            file = read_file(job.content, job.rules)
        except NotationError as error:  # rules that no longer mean anything
            file = ReadFile((), (GameFault(error.faults[0].message),), 0, "pbn")
        except Exception:
            log.exception("an upload could not be read")
            file = ReadFile((), (GameFault(Message(N_("The file could not be read: a fault on our side."))),), 0, "pbn")
        with self._writing() as session:
            own = begin_games(session, job.id, self.key, file.total, file.faults)
        place, passed_over = job.place, job.tries >= PASSED_OVER
        singly = STEP_GAMES if job.tries >= ONE_BY_ONE else 0
        while own and place < len(file.games) and not self.lost.is_set():
            hands: list[NewHand] = []
            game = file.games[place]
            if passed_over:
                faults, after = [_fault(game, NOT_JUDGED)], place + 1
                passed_over = False
            else:
                hands, faults, after = self._judge(job, file, place, single=singly > 0)
            try:
                own = self._write(job, Step(place, after, tuple(faults)), hands)
            except (ValueError, DBAPIError) as error:
                if isinstance(error, OperationalError):
                    raise
                log.exception("game %d of an upload could not be kept", game.number)
                # Once more, each game by itself; the one that cannot be kept then is passed over.
                singly, passed_over = after - place, after == place + 1
                continue
            place, singly = after, singly - (after - place)
        if own and not self.lost.is_set():
            with self._writing() as session:
                finish(session, job.id, self.key)

    def _judge(
        self, job: Job, file: ReadFile, place: int, *, single: bool
    ) -> tuple[list[NewHand], list[GameFault], int]:
        """The hands and faults of one step from *place* on, and where the next one begins."""
        hands: list[NewHand] = []
        faults: list[GameFault] = []
        end = time.monotonic() + STEP_SECONDS
        for game in file.games[place : place + (1 if single else STEP_GAMES)]:
            try:
                row = row_of(game.record, source=file.source)
                if len(row["document"]) > LIMIT_BYTES:
                    faults.append(_fault(game, TOO_LONG))
                else:
                    found = judge(game.record, opponent=job.opponent)
                    side = side_of(game.record, job.seat, job.player)
                    hands.append(NewHand(game.record, row, side, found))
            except Exception:
                log.exception("game %d of an upload could not be analysed", game.number)
                faults.append(_fault(game, NOT_JUDGED))
            place += 1
            if self.lost.is_set() or time.monotonic() >= end:
                break
        return hands, faults, place

    def _write(self, job: Job, step: Step, hands: list[NewHand]) -> bool:
        """Write a step whole or not at all; whether the upload is still the worker's."""
        with self._writing() as session:
            person_id = hold_step(session, job.id, self.key, step)
            if person_id is None:
                return False
            new = add_hands(session, person_id, hands, upload_id=job.id, opponent=job.opponent)
            count_step(session, job.id, new=new, repeated=len(hands) - new)
        return True

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        """A session in a transaction that writes, committed at the end of the block."""
        with Session(self.engine) as session:
            begin_writing(session)
            yield session
            session.commit()

    @contextmanager
    def _beating(self, job: Job) -> Iterator[None]:
        """Within the block the database is told every second that the upload is worked on."""
        over = threading.Event()

        def tell() -> None:
            while not over.wait(BEAT_SECONDS):
                try:
                    with self._writing() as session:
                        own = beat(session, job.id, self.key)
                except SQLAlchemyError:
                    continue  # the step that is written next says what is the matter
                if not own:
                    self.lost.set()
                    return

        thread = threading.Thread(target=tell, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _fault(game: ReadGame, message: Message) -> GameFault:
    return GameFault(message, game.number, game.line)
