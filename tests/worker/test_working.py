"""A worker on a database of its own: what it finds, crashes, cancelling, games that cannot be judged."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from tests.worker.games import finished, pbn
from tutor.coach.reasons.explain import explain
from tutor.coach.reasons.recognising import themes_of_taken
from tutor.coach.review import review
from tutor.store import HandMistake, StudiedHand, Upload, open_engine, upgrade
from tutor.store.hands import mistakes_of
from tutor.store.models import now
from tutor.store.people import add_guest, delete_person, find_person, new_key
from tutor.store.uploads import SILENCE, cancel_upload, faults_of, keep_upload, read_message
from tutor.worker import working
from tutor.worker.judging import judge
from tutor.worker.reading import MOST_GAMES, read_file, side_of
from tutor.worker.working import Worker


@pytest.fixture
def engine(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/tutor.sqlite3"
    upgrade(url)
    engine = open_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture
def worker(engine: Engine) -> Worker:
    return Worker(engine)


class Desk:
    """Somebody who sends files."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.key = new_key()
        with Session(engine) as session:
            self.id = add_guest(session, self.key).id
            session.commit()

    def send(self, content: bytes, **values) -> int:
        with Session(self.engine) as session:
            number = keep_upload(session, self.id, name="games.pbn", content=content, **values).id
            session.commit()
            return number

    def upload(self, number: int) -> Upload:
        with Session(self.engine) as session:
            return session.get(Upload, number)

    def counts(self, number: int) -> tuple[str, int | None, int, int, int]:
        found = self.upload(number)
        return found.state, found.games, found.done, found.repeated, found.faulty

    def faults(self, number: int) -> list[tuple[int | None, int | None, str]]:
        with Session(self.engine) as session:
            return [(each.game, each.line, str(read_message(each.message))) for each in faults_of(session, number)]

    def hands(self) -> int:
        with Session(self.engine) as session:
            return session.scalars(select(func.count()).select_from(StudiedHand)).one()

    def silence(self, number: int) -> None:
        """Let the upload's worker be unheard of for long."""
        with Session(self.engine) as session:
            session.execute(update(Upload).where(Upload.id == number).values(heartbeat=now() - 2 * SILENCE))
            session.commit()


@pytest.fixture
def desk(engine: Engine) -> Desk:
    return Desk(engine)


def test_the_themes_that_are_counted_are_those_of_the_explanations():
    for seed in range(6):
        for opponent in ("perfect", "natural"):
            made = review(finished(seed), opponent=opponent)
            assert made.mistakes
            for decision in made.mistakes:
                told = explain(decision).reasons
                assert themes_of_taken(decision) == tuple(finding.theme for finding in told.findings)


def test_a_hand_is_judged_as_its_review_says():
    made = review(finished(3))
    found = judge(finished(3))
    assert (found.score, found.tricks, found.contract) == (made.score, made.tricks, "1SN")
    assert found.points == tuple(made.points_lost(seat) for seat in (0, 1))
    assert [each.ply for each in found.mistakes] == [made.ply_of(each) for each in made.mistakes]
    assert found.turning_ply == made.ply_of(made.turning_point)
    assert found.counted[0] >= found.right[0] > 0


def test_every_game_of_a_file_becomes_a_hand_with_its_mistakes(worker: Worker, desk: Desk):
    assert not worker.work()
    number = desk.send(pbn(6), player="nora")
    assert worker.work()
    assert desk.counts(number) == ("done", 6, 6, 0, 0)
    with Session(desk.engine) as session:
        hands = session.scalars(select(StudiedHand).order_by(StudiedHand.id)).all()
        for hand in hands:
            seed = hand.day.day - 1
            found = judge(finished(seed))
            assert hand.seat == ("N" if seed % 2 else "S")
            assert (hand.score, hand.north_points, hand.south_points) == (found.score, *found.points)
            assert [each.ply for each in mistakes_of(session, hand.id)] == [each.ply for each in found.mistakes]
            assert hand.analysed is not None
    assert desk.upload(number).finished is not None


def test_faults_are_told_by_game_and_line_and_spoil_no_other(worker: Worker, desk: Desk):
    good = pbn(1, 1).decode()
    bad = pbn(1, 2).decode().replace('[Deal "N:', '[Deal "N:A.')
    number = desk.send((good + "\n" + bad + "\n" + pbn(1, 3).decode()).encode())
    worker.work()
    assert desk.counts(number) == ("done", 3, 2, 0, 1)
    faults = desk.faults(number)
    assert {game for game, _, _ in faults} == {2}
    assert all(line for _, line, _ in faults)


@pytest.mark.parametrize("content", [b"", b"no hand at all", b"\xff\xfe\x00", b"[" * 5000, b"{}"])
def test_a_file_without_a_game_fails_and_says_why(worker: Worker, desk: Desk, content: bytes):
    number = desk.send(content)
    worker.work()
    state, games, done, *_ = desk.counts(number)
    assert (state, done) == ("failed", 0)
    assert games is not None
    assert desk.faults(number)
    assert desk.hands() == 0


def test_rules_that_mean_nothing_fail_the_upload(worker: Worker, desk: Desk):
    number = desk.send(pbn(1), rules="nonsense")
    worker.work()
    assert desk.counts(number)[0] == "failed"
    assert "nonsense" in desk.faults(number)[0][2]


def test_the_same_games_again_are_counted_and_not_doubled(worker: Worker, desk: Desk):
    desk.send(pbn(3))
    again = desk.send(pbn(4))
    worker.work()
    worker.work()
    assert desk.counts(again) == ("done", 4, 1, 3, 0)
    assert desk.hands() == 4


class Crash(BaseException):
    """The end of a process, as far as a test can have it."""


def crash_at(monkeypatch, seed: int, times: int = 99) -> list[int]:
    """Let the judging of the game with board *seed* end the worker *times* times."""
    crashes: list[int] = []

    def judge_or_crash(record, **how):
        if dict(record.tags)["Board"] == str(seed) and len(crashes) < times:
            crashes.append(seed)
            raise Crash
        return judge(record, **how)

    monkeypatch.setattr(working, "judge", judge_or_crash)
    return crashes


def test_a_crash_loses_a_step_at_most_and_the_next_worker_goes_on_without_doubles(engine, desk, monkeypatch):
    monkeypatch.setattr(working, "STEP_GAMES", 2)
    number = desk.send(pbn(7))
    crash_at(monkeypatch, 4, times=1)
    with pytest.raises(Crash):
        Worker(engine).work()
    assert desk.counts(number) == ("working", 7, 2, 0, 0)
    assert desk.hands() == 2
    assert not Worker(engine).work()
    desk.silence(number)
    assert Worker(engine).work()
    assert desk.counts(number) == ("done", 7, 7, 0, 0)
    assert desk.hands() == 7


def test_a_game_that_kills_its_workers_is_passed_over_alone(engine, desk, monkeypatch):
    monkeypatch.setattr(working, "STEP_GAMES", 3)
    number = desk.send(pbn(8))
    crashes = crash_at(monkeypatch, 5)
    for _ in range(6):
        try:
            assert Worker(engine).work()
            break
        except Crash:
            desk.silence(number)
    assert desk.counts(number) == ("done", 8, 7, 0, 1)
    assert len(crashes) == 5  # in two steps of three, by itself, and the same again once others were written
    ((game, _, said),) = desk.faults(number)
    assert (game, said) == (5, str(working.NOT_JUDGED))


def test_a_game_that_the_coach_cannot_judge_is_a_fault_of_its_own(worker, desk, monkeypatch, caplog):
    def judge_or_fail(record, **how):
        if dict(record.tags)["Board"] == "2":
            raise ZeroDivisionError
        return judge(record, **how)

    monkeypatch.setattr(working, "judge", judge_or_fail)
    number = desk.send(pbn(3))
    worker.work()
    assert desk.counts(number) == ("done", 3, 2, 0, 1)
    assert desk.faults(number)[0][0] == 2
    assert "game 2 of an upload could not be analysed" in caplog.text


def test_a_hand_that_cannot_be_kept_is_a_fault_of_its_own(worker, desk, monkeypatch):
    whole = working.add_hands

    def keep_or_fail(session, person, hands, **how):
        if any(dict(each.record.tags)["Board"] == "3" for each in hands):
            raise ValueError("a theme is one word")
        return whole(session, person, hands, **how)

    monkeypatch.setattr(working, "add_hands", keep_or_fail)
    number = desk.send(pbn(5))
    worker.work()
    assert desk.counts(number) == ("done", 5, 4, 0, 1)
    assert [game for game, *_ in desk.faults(number)] == [3]


def test_a_cancelled_upload_is_left_at_the_next_game(worker, desk, monkeypatch):
    def judge_and_cancel(record, **how):
        if dict(record.tags)["Board"] == "3":
            with Session(desk.engine) as session:
                cancel_upload(session, desk.id, desk.upload(number).slug)
                session.commit()
            assert worker.lost.wait(10)
        return judge(record, **how)

    monkeypatch.setattr(working, "STEP_GAMES", 2)
    monkeypatch.setattr(working, "BEAT_SECONDS", 0.01)
    monkeypatch.setattr(working, "judge", judge_and_cancel)
    number = desk.send(pbn(9))
    worker.work()
    assert desk.counts(number) == ("cancelled", 9, 2, 0, 0)
    assert desk.hands() == 2
    assert not worker.work()


def test_an_upload_of_a_person_who_is_deleted_meanwhile_leaves_nothing(worker, desk, monkeypatch):
    def judge_and_delete(record, **how):
        if dict(record.tags)["Board"] == "3":
            with Session(desk.engine) as session:
                delete_person(session, find_person(session, desk.key))
                session.commit()
        return judge(record, **how)

    monkeypatch.setattr(working, "STEP_GAMES", 2)
    monkeypatch.setattr(working, "judge", judge_and_delete)
    desk.send(pbn(6))
    worker.work()
    assert desk.hands() == 0
    with Session(desk.engine) as session:
        assert [session.scalars(select(func.count()).select_from(m)).one() for m in (Upload, HandMistake)] == [0, 0]


def test_two_workers_share_the_uploads_and_double_nothing(engine, desk):
    numbers = [desk.send(pbn(3, 1 + 3 * at)) for at in range(6)]
    workers = [Worker(engine), Worker(engine)]
    threads = [threading.Thread(target=each.run, args=(threading.Event(),), kwargs={"once": True}) for each in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [desk.counts(number) for number in numbers] == [("done", 3, 3, 0, 0)] * 6
    assert desk.hands() == 18


def test_a_database_that_fails_is_asked_again_and_told_when_that_is_not_wanted(worker, desk, monkeypatch, caplog):
    number = desk.send(pbn(1))
    whole, failing = Worker.work, [True]
    stop = threading.Event()

    def work(self) -> bool:
        if failing.pop() if failing else False:
            raise OperationalError("", {}, Exception("disk I/O error"))
        found = whole(self)
        if not found:
            stop.set()
        return found

    monkeypatch.setattr(Worker, "work", work)
    monkeypatch.setattr(working, "RETRY_SECONDS", 0.01)
    with pytest.raises(OperationalError):
        worker.run(stop, once=True)
    assert caplog.text == ""
    failing.append(True)
    worker.run(stop)
    assert "the database cannot be used: disk I/O error" in caplog.text
    assert desk.counts(number) == ("done", 1, 1, 0, 0)


def test_what_a_worker_gives_back_the_next_one_has_at_once(engine, desk, monkeypatch):
    number = desk.send(pbn(2))
    crash_at(monkeypatch, 1, times=1)
    first = Worker(engine)
    with pytest.raises(Crash):
        first.work()
    first.give_back()
    assert Worker(engine).work()
    assert desk.counts(number) == ("done", 2, 2, 0, 0)


def test_a_file_of_too_many_games_is_read_as_far_as_the_limit():
    game = pbn(1).decode().replace('[Board "1"]\n', "")
    found = read_file("\n".join([game] * (MOST_GAMES + 2)).encode())
    assert (len(found.games), found.total) == (MOST_GAMES, MOST_GAMES)
    assert str(found.faults[0].message) == "The file holds 2002 games; only the first 2000 are taken."


def test_the_own_side_is_where_the_player_sits():
    record = finished(1, ("Åsa", "Ben"))
    assert [side_of(record, "", name) for name in ("åsa", "BEN", "Nora", "")] == ["N", "S", "", ""]
    assert side_of(record, "S", "nobody") == "S"
    assert side_of(finished(1, ("Ben", "Ben")), "N", "Ben") == "N"
