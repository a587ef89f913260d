"""Uploads: taken by one worker at a time, written step by step, stopped, resumed and deleted."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from sqlalchemy import Engine, func, select, update
from sqlalchemy.orm import Session

from tests.store.examples import finished_record, statements
from tests.store.test_kept_hands import figures, keep, new
from tutor.messages import P_, Message
from tutor.store import Person, StudiedHand, Upload, UploadFault, begin_writing
from tutor.store.export import export_person
from tutor.store.hands import add_hands, count_hands, find_hand
from tutor.store.merging import merge
from tutor.store.models import now
from tutor.store.people import add_guest, delete_person, new_key, register
from tutor.store.uploads import (
    SILENCE,
    GameFault,
    Step,
    beat,
    begin_games,
    cancel_upload,
    claim,
    count_faults,
    count_open,
    count_step,
    delete_upload,
    faults_of,
    find_upload,
    finish,
    games_since,
    hold_step,
    is_work,
    keep_upload,
    read_message,
    release,
    uploads_of,
    written_message,
)

CARD_TWICE = GameFault(Message("%(card)s stands twice.", {"card": "SA"}), game=2, line=17)


def send(session: Session, person: int, name: str = "games.pbn", **values) -> Upload:
    return keep_upload(session, person, name=name, content=b"the games", **values)


def write_step(session: Session, upload: Upload, worker: str, step: Step) -> int | None:
    """A step as a worker writes it, all its games but the faulty ones new to the person."""
    person = hold_step(session, upload.id, worker, step)
    if person is not None:
        count_step(session, upload.id, new=step.after - step.place - len(step.faults), repeated=0)
    return person


def rows(session: Session, model: type) -> int:
    return session.scalars(select(func.count()).select_from(model)).one()


def silence(session: Session, upload: Upload) -> None:
    """Let the upload's worker be unheard of for long."""
    session.execute(
        update(Upload).where(Upload.id == upload.id).values(heartbeat=now() - SILENCE - timedelta(seconds=1))
    )


def test_a_message_is_told_in_the_reader_s_language_after_it_was_kept():
    inner = Message.counted(P_("%(count)s card", "%(count)s cards"), 3)
    message = Message("In %(where)s: %(what)s, %(at)s.", {"where": "trick 100%", "what": inner, "at": 7})
    assert read_message(written_message(message)) == message
    assert str(read_message(written_message(message))) == "In trick 100%: 3 cards, 7."
    assert read_message(written_message(Message("%(x)s", {"x": [1]}))).values == {"x": "[1]"}


def test_an_upload_waits_is_taken_by_one_worker_and_ends(session: Session, me: int):
    assert not is_work(session)
    assert claim(session, "one") is None
    upload = send(session, me, rules="penalty", seat="N", player="Nora")
    assert is_work(session)
    assert (upload.state, upload.open, upload.games, find_upload(session, me, upload.slug)) == (
        "waiting",
        True,
        None,
        upload,
    )
    taken = claim(session, "one")
    assert (taken.id, taken.state, taken.worker, taken.tries, taken.content) == (
        upload.id,
        "working",
        "one",
        1,
        b"the games",
    )
    assert not is_work(session)
    assert claim(session, "two") is None
    assert begin_games(session, upload.id, "one", 3, [CARD_TWICE])
    assert hold_step(session, upload.id, "one", Step(0, 3)) == me
    count_step(session, upload.id, new=2, repeated=0)
    assert finish(session, upload.id, "one")
    found = find_upload(session, me, upload.slug)
    assert (found.state, found.open, found.games, found.done, found.faulty) == ("done", False, 3, 2, 1)
    assert (found.content, found.worker) == (None, "")
    assert found.started <= found.finished
    (fault,) = faults_of(session, upload.id)
    assert (fault.game, fault.line, str(read_message(fault.message))) == (2, 17, "SA stands twice.")


def test_workers_that_ask_at_once_take_different_uploads(engine: Engine):
    with Session(engine) as session:
        me = add_guest(session, new_key()).id
        sent = {send(session, me).id for _ in range(5)}
        session.commit()

    def ask(number: int) -> int | None:
        with Session(engine) as session:
            begin_writing(session)
            taken = claim(session, f"worker {number}")
            found = None if taken is None else taken.id
            session.commit()
            return found

    with ThreadPoolExecutor(8) as pool:
        taken = list(pool.map(ask, range(24)))
    found = [each for each in taken if each is not None]
    # One that had to wait may go away empty-handed, but nobody has what another has.
    assert len(found) == len(set(found))
    while (number := ask(99)) is not None:
        found.append(number)
    assert sorted(found) == sorted(sent)


def test_the_upload_of_a_worker_that_is_gone_is_taken_over_and_the_late_one_can_write_nothing(
    session: Session, me: int
):
    upload = send(session, me)
    claim(session, "gone")
    assert begin_games(session, upload.id, "gone", 10, [])
    assert write_step(session, upload, "gone", Step(0, 4)) == me
    silence(session, upload)
    assert is_work(session)
    taken = claim(session, "next")
    assert (taken.id, taken.place, taken.done, taken.tries) == (upload.id, 4, 4, 1)
    assert hold_step(session, upload.id, "gone", Step(4, 8)) is None
    assert not beat(session, upload.id, "gone")
    assert not begin_games(session, upload.id, "gone", 99, [CARD_TWICE])
    assert not finish(session, upload.id, "gone")
    assert begin_games(session, upload.id, "next", 10, [CARD_TWICE])
    assert count_faults(session, upload.id) == 0
    assert write_step(session, upload, "next", Step(4, 8, (CARD_TWICE,))) == me
    found = find_upload(session, me, upload.slug)
    assert (found.games, found.place, found.done, found.faulty) == (10, 8, 7, 1)


def test_a_step_that_was_written_is_not_written_again(session: Session, me: int):
    upload = send(session, me)
    claim(session, "one")
    step = Step(0, 4)
    assert write_step(session, upload, "one", step) == me
    assert write_step(session, upload, "one", step) is None
    assert find_upload(session, me, upload.slug).done == 4


def test_tries_count_workers_lost_until_something_is_written(session: Session, me: int):
    upload = send(session, me)
    for number in range(1, 4):
        assert claim(session, "one").tries == number
        silence(session, upload)
    hold_step(session, upload.id, "one", Step(0, 1))
    silence(session, upload)
    assert claim(session, "one").tries == 1


def test_a_worker_that_ends_gives_its_upload_back_at_once(session: Session, me: int):
    upload = send(session, me)
    claim(session, "one")
    release(session, "somebody else")
    assert claim(session, "two") is None
    release(session, "one")
    assert find_upload(session, me, upload.slug).state == "waiting"
    assert (claim(session, "two").id, find_upload(session, me, upload.slug).tries) == (upload.id, 1)


def test_uploads_are_taken_in_the_order_in_which_they_came(session: Session, me: int, other: int):
    sent = [send(session, person, name=str(at)) for at, person in enumerate((me, other, me))]
    assert [claim(session, "one").id for _ in sent] == [each.id for each in sent]


def test_a_cancelled_upload_takes_nothing_more_and_keeps_what_it_has(session: Session, me: int):
    upload = send(session, me)
    claim(session, "one")
    assert write_step(session, upload, "one", Step(0, 1)) == me
    add_hands(session, me, [new(1, figures())], upload_id=upload.id, opponent="perfect")
    assert cancel_upload(session, me, upload.slug)
    assert not cancel_upload(session, me, upload.slug)
    assert write_step(session, upload, "one", Step(1, 2)) is None
    assert not finish(session, upload.id, "one")
    assert claim(session, "two") is None
    found = find_upload(session, me, upload.slug)
    assert (found.state, found.done, found.content, count_hands(session, me)) == ("cancelled", 1, None, 1)


def test_an_upload_without_one_good_game_has_failed(session: Session, me: int):
    upload = send(session, me)
    claim(session, "one")
    begin_games(session, upload.id, "one", 1, [CARD_TWICE])
    assert finish(session, upload.id, "one")
    assert find_upload(session, me, upload.slug).state == "failed"


def test_somebody_else_s_upload_is_not_found_cancelled_or_deleted(session: Session, me: int, other: int):
    upload = send(session, other)
    for slug in (upload.slug, "", "\0", "é", "' OR 1=1", str(upload.id)):
        assert find_upload(session, me, slug) is None
        assert not delete_upload(session, me, slug)
        assert not cancel_upload(session, me, slug)
    assert find_upload(session, other, upload.slug).state == "waiting"
    assert uploads_of(session, me) == []


def test_deleting_an_upload_deletes_its_hands_and_no_other(session: Session, me: int):
    before = keep(session, me, 1, title="before").slug
    upload = send(session, me)
    claim(session, "one")
    begin_games(session, upload.id, "one", 3, [CARD_TWICE])
    add_hands(session, me, [new(seed, figures()) for seed in (1, 2, 3)], upload_id=upload.id, opponent="perfect")
    session.commit()
    assert count_hands(session, me) == 3
    assert delete_upload(session, me, upload.slug)
    session.commit()
    assert [rows(session, model) for model in (Upload, UploadFault)] == [0, 0]
    assert [each.slug for each in session.scalars(select(StudiedHand))] == [before]
    assert find_hand(session, before).title == "before"


def test_what_somebody_sent_lately_is_counted(session: Session, me: int, other: int):
    moment = now() - timedelta(days=1)
    for person, games in ((me, 5), (me, None), (me, 7), (other, 100)):
        send(session, person).games = games
    old = send(session, me)
    old.games, old.created = 1000, moment - timedelta(hours=1)
    session.flush()
    assert games_since(session, me, moment) == 12
    assert count_open(session, me) == 4
    claim(session, "one")
    cancel_upload(session, me, old.slug)
    assert count_open(session, me) == 3
    assert [each.id for each in uploads_of(session, me, limit=3)] == sorted(
        (each.id for each in uploads_of(session, me) if each is not old), reverse=True
    )


def test_an_upload_of_somebody_who_is_gone_takes_nothing(session: Session, me: int):
    upload = send(session, me).id
    claim(session, "one")
    session.commit()
    delete_person(session, session.get(Person, me))
    assert hold_step(session, upload, "one", Step(0, 1)) is None
    assert not beat(session, upload, "one")
    session.commit()
    assert rows(session, Upload) == 0


def test_a_guest_s_uploads_go_to_the_account_while_they_are_worked_on(session: Session):
    guest = add_guest(session, new_key())
    account = register(session, None, "Nora", "correct horse battery")
    upload = send(session, guest.id)
    claim(session, "one")
    merge(session, guest, account)
    session.commit()
    assert find_upload(session, account.id, upload.slug).state == "working"
    assert hold_step(session, upload.id, "one", Step(0, 1)) == account.id


def test_the_export_has_the_uploads_with_what_was_wrong_and_nothing_of_the_workers(session: Session, me: int):
    upload = send(session, me, player="Nora")
    claim(session, "one")
    begin_games(session, upload.id, "one", 2, [CARD_TWICE])
    add_hands(session, me, [new(1, figures())], upload_id=upload.id, opponent="perfect")
    session.commit()
    export = json.loads(json.dumps(export_person(session, session.get(Person, me))))
    (sent,) = export["uploads"]
    assert (sent["name"], sent["player"], sent["state"], sent["games"], sent["faulty"]) == (
        "games.pbn",
        "Nora",
        "working",
        2,
        1,
    )
    assert sent["content"] == "dGhlIGdhbWVz"
    assert sent["faults"] == [{"game": 2, "line": 17, "message": "SA stands twice."}]
    assert export["hands"][0]["upload"] == sent["slug"]
    assert not {"id", "person_id", "worker", "heartbeat"} & sent.keys()
    assert finished_record(1).players[0] == export["hands"][0]["record"]["players"]["N"]


def test_the_export_of_many_uploads_takes_no_more_statements_than_that_of_one(session: Session, me: int):
    counts = []
    for number in (1, 5):
        for _ in range(number):
            upload = send(session, me)
            claim(session, "one")
            begin_games(session, upload.id, "one", 2, [CARD_TWICE, GameFault(Message("No hand."), line=3)])
        session.commit()
        session.expunge_all()
        person = session.get(Person, me)
        with statements(session) as sent:
            found = export_person(session, person)["uploads"]
        counts.append(len(sent))
        assert all([fault["line"] for fault in each["faults"]] == [3, 17] for each in found)
    assert len(found) == 6
    assert counts[0] == counts[1]
