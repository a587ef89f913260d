"""Files of many games: sent by people, analysed in the background, game by game.

A *worker* takes an upload by one statement, so that no two have the same. Whatever it writes it writes together with
how far it has come, and only while the upload is still its own: work that is done again after a crash, or after
somebody cancelled, leaves no trace. A person is given by their number. Functions take a session and leave the commit to
the caller; those that write belong in a transaction begun by :func:`tutor.store.begin_writing`.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias, get_args

from sqlalchemy import CursorResult, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session

from tutor.messages import Message
from tutor.store.hand_models import OPEN, StudiedHand, Upload, UploadFault
from tutor.store.models import Person, now
from tutor.store.records import is_slug, label, new_slug

State: TypeAlias = Literal["waiting", "working", "done", "cancelled", "failed"]
STATES: Final[tuple[str, ...]] = get_args(State)
"""Sent; taken by a worker; all games dealt with; stopped by the person; not one game in it could be taken."""

FAULT_ORDER: Final = (func.coalesce(UploadFault.line, 0), UploadFault.id)
"""What the faults of an upload are sorted by: the order of the file."""

SILENCE: Final = timedelta(seconds=10)
"""After how long a worker that was not heard of is taken to be gone."""


@dataclass(frozen=True, slots=True)
class GameFault:
    """What is wrong with a file or with one game of it; the attributes are as in the table."""

    message: Message
    game: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """How far a worker came with an upload since it last wrote.

    Attributes:
        place: how many of the games that could be read were dealt with before.
        after: how many are by now.
        faults: those of them that could not be analysed.
    """

    place: int
    after: int
    faults: tuple[GameFault, ...] = ()


def written_message(message: Message) -> str:
    """*message* as it is kept, to be told later in the reader's language. Values that are no numbers become texts."""
    return json.dumps(_message_value(message), ensure_ascii=True)


def _message_value(message: Message) -> dict[str, Any]:
    values = {name: _value(value) for name, value in message.values.items()}
    return {"sentence": message.sentence, "values": values, "many": message.many, "count": message.count}


def _value(value: object) -> object:
    if isinstance(value, Message):
        return _message_value(value)
    return value if isinstance(value, int | float | str) and type(value) in (int, float, str) else str(value)


def read_message(text: str) -> Message:
    """The message that :func:`written_message` wrote."""
    return _read_message(json.loads(text))


def _read_message(found: dict[str, Any]) -> Message:
    values = {name: _read_message(each) if isinstance(each, dict) else each for name, each in found["values"].items()}
    return Message(found["sentence"], values, found["many"], found["count"])


def keep_upload(
    session: Session,
    person_id: int,
    *,
    name: str,
    content: bytes,
    rules: str = "",
    opponent: str = "perfect",
    seat: str = "",
    player: str = "",
) -> Upload:
    """Keep a file for the workers; the arguments are as in :class:`~tutor.store.hand_models.Upload`."""
    upload = Upload(
        slug=new_slug(),
        person_id=person_id,
        name=label(name),
        content=content,
        rules=rules,
        opponent=opponent,
        seat=seat,
        player=label(player),
    )
    session.add(upload)
    session.flush()
    return upload


def find_upload(session: Session, person_id: int, slug: str) -> Upload | None:
    """The person's own upload under *slug*; None when there is none, or it is somebody else's."""
    if not is_slug(slug):
        return None
    query = select(Upload).where(Upload.person_id == person_id, Upload.slug == slug)
    return session.scalars(query.execution_options(populate_existing=True)).one_or_none()


def uploads_of(session: Session, person_id: int, *, limit: int | None = None) -> Sequence[Upload]:
    """The person's uploads, the last sent first."""
    query = select(Upload).where(Upload.person_id == person_id)
    query = query.order_by(Upload.created.desc(), Upload.id.desc()).limit(limit)
    return session.scalars(query.execution_options(populate_existing=True)).all()


def count_open(session: Session, person_id: int) -> int:
    """How many of the person's uploads have something left to do."""
    return session.scalars(select(func.count()).where(Upload.person_id == person_id, Upload.state.in_(OPEN))).one()


def games_since(session: Session, person_id: int, moment: datetime) -> int:
    """How many games the person's uploads since *moment* hold, as far as they were read."""
    query = select(func.sum(Upload.games)).where(Upload.person_id == person_id, Upload.created >= moment)
    return session.scalars(query).one() or 0


def faults_of(session: Session, upload_id: int, *, limit: int | None = None) -> Sequence[UploadFault]:
    """What is wrong with the file or its games, in the order of the file."""
    query = select(UploadFault).where(UploadFault.upload_id == upload_id)
    return session.scalars(query.order_by(*FAULT_ORDER).limit(limit)).all()


def count_faults(session: Session, upload_id: int) -> int:
    """How many faults the file has."""
    return session.scalars(select(func.count()).where(UploadFault.upload_id == upload_id)).one()


def cancel_upload(session: Session, person_id: int, slug: str) -> bool:
    """Stop the person's own upload; whether there was something left to do. What is analysed already stays."""
    if not is_slug(slug):
        return False
    change = update(Upload).where(Upload.person_id == person_id, Upload.slug == slug, Upload.state.in_(OPEN))
    return _changes(session, change.values(state="cancelled", content=None, worker="", finished=now()))


def delete_upload(session: Session, person_id: int, slug: str) -> bool:
    """Delete the person's own upload with the hands that came with it; whether there was one.

    Hands that the person had before the file stay. The records stay as well, as they do whenever a hand is deleted.
    """
    upload = find_upload(session, person_id, slug)
    if upload is None:
        return False
    # The upload first: a worker that has it waits here, and finds nothing to go on with.
    session.execute(select(Upload.id).where(Upload.id == upload.id).with_for_update())
    session.execute(delete(StudiedHand).where(StudiedHand.upload_id == upload.id))
    session.execute(delete(Upload).where(Upload.id == upload.id))
    session.expunge(upload)
    return True


def is_work(session: Session) -> bool:
    """Whether an upload waits for a worker, or for another than the one that was not heard of for long."""
    return session.scalars(select(Upload.id).where(_free(now())).limit(1)).first() is not None


def claim(session: Session, worker: str) -> Upload | None:
    """Let *worker* take the upload that waits longest, the one of a worker that is gone included; None without one.

    ``tries`` of the upload says how often it was taken since anything was written for it.
    """
    moment = now()
    first = select(Upload.id).where(_free(moment)).order_by(Upload.created, Upload.id).limit(1)
    # Of two that ask at once PostgreSQL shows each another row, and looks again at the row that was waited for.
    first = first.with_for_update(skip_locked=True)
    change = update(Upload).where(Upload.id == first.scalar_subquery(), _free(moment))
    change = change.values(
        state="working",
        worker=worker,
        heartbeat=moment,
        started=func.coalesce(Upload.started, moment),
        tries=Upload.tries + 1,
    )
    found = session.scalars(change.returning(Upload.id).execution_options(synchronize_session=False)).one_or_none()
    return None if found is None else session.get(Upload, found, populate_existing=True)


def _free(moment: datetime) -> Any:
    """The condition for an upload that a worker may take."""
    return or_(
        Upload.state == "waiting",
        (Upload.state == "working") & (Upload.heartbeat < moment - SILENCE),
    )


def beat(session: Session, upload_id: int, worker: str) -> bool:
    """Say that *worker* is at work on the upload; whether it is still its own."""
    return _changes(session, _own(upload_id, worker).values(heartbeat=now()))


def begin_games(session: Session, upload_id: int, worker: str, games: int, faults: Iterable[GameFault]) -> bool:
    """Write how many games the file holds and what is wrong with it, once it was read; whether it is still its own.

    Where an earlier worker has written that, nothing changes.
    """
    if not _changes(session, _own(upload_id, worker).where(Upload.games.is_(None)).values(games=games)):
        return beat(session, upload_id, worker)
    found = list(faults)
    spoiled = len({each.game for each in found if each.game is not None})
    _add_faults(session, upload_id, found)
    return _changes(session, _own(upload_id, worker).values(faulty=spoiled, heartbeat=now()))


def hold_step(session: Session, upload_id: int, worker: str, step: Step) -> int | None:
    """Write how far *worker* came, before the hands of *step* are added and counted in the same transaction.

    Returns:
        The number of the person whose upload it is, who stays until the transaction ends; None when the upload is no
        longer the worker's or somebody else went on: then nothing may be added.
    """
    person = select(Person.id).join(Upload, Upload.person_id == Person.id).where(Upload.id == upload_id)
    # The person before the upload, as everybody takes them: two who wait for each other would lock up.
    person_id = session.scalars(person.with_for_update(key_share=True, of=Person)).one_or_none()
    change = _own(upload_id, worker).where(Upload.place == step.place)
    values = {
        "place": step.after,
        "faulty": Upload.faulty + len(step.faults),
        "heartbeat": now(),
        "tries": 0,
    }
    if person_id is None or not _changes(session, change.values(values)):
        return None
    _add_faults(session, upload_id, step.faults)
    return person_id


def count_step(session: Session, upload_id: int, *, new: int, repeated: int) -> None:
    """Count the hands that were added for a step, and the games that were the person's already."""
    values = {"done": Upload.done + new, "repeated": Upload.repeated + repeated}
    _changes(session, update(Upload).where(Upload.id == upload_id).values(values))


def finish(session: Session, upload_id: int, worker: str) -> bool:
    """Write that nothing is left to do; whether the upload was still the worker's. The file is not kept any longer."""
    done = _own(upload_id, worker).values(content=None, worker="", finished=now(), state="done")
    if not _changes(session, done):
        return False
    empty = (Upload.id == upload_id) & (Upload.done + Upload.repeated == 0)
    session.execute(update(Upload).where(empty).values(state="failed").execution_options(synchronize_session=False))
    return True


def release(session: Session, worker: str) -> None:
    """Give back what *worker* has: it ends, and the next one goes on at once."""
    change = update(Upload).where(Upload.worker == worker, Upload.state == "working")
    _changes(session, change.values(state="waiting", worker="", tries=0))


def _own(upload_id: int, worker: str) -> Any:
    """An ``UPDATE`` of the upload that *worker* has."""
    return update(Upload).where(Upload.id == upload_id, Upload.worker == worker, Upload.state == "working")


def _changes(session: Session, change: Any) -> bool:
    """Whether *change*, which is made, changed anything."""
    result = session.execute(change.execution_options(synchronize_session=False))
    assert isinstance(result, CursorResult)
    return result.rowcount > 0


def _add_faults(session: Session, upload_id: int, faults: Sequence[GameFault]) -> None:
    rows = [
        {"upload_id": upload_id, "game": each.game, "line": each.line, "message": written_message(each.message)}
        for each in faults
    ]
    if rows:
        session.execute(insert(UploadFault), rows)
