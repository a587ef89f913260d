"""Hands dealt ahead: what is ready, and the process that makes it so."""

import os
import signal
from tempfile import TemporaryDirectory, mkdtemp

import pytest

from tests.web.conftest import close, make_app
from tutor.coach.dealing import NoHandError, Settings, from_code
from tutor.coach.themes import Theme
from tutor.messages import Message
from tutor.rules import LEVEL, WRITTEN
from tutor.web.practise import dealer
from tutor.web.practise.dealer import FIRST, KINDS, MOST, Ready

COUNTED, OPEN = Settings(), Settings(knowledge="open")
READY = 2  # of a kind that was asked for once


class Searches:
    """Codes that are numbered, and what was searched for."""

    def __init__(self) -> None:
        self.asked: list[dealer.Kind] = []

    def __call__(self, settings, theme):
        self.asked.append((settings, theme))
        if theme is Theme.SQUEEZE:
            raise NoHandError(Message("No such hand."))
        return f"hand {len(self.asked)}"


def test_a_hand_that_is_ready_is_given_once_and_the_earliest_first():
    searches = Searches()
    ready = Ready(searches)
    assert ready.take(COUNTED, None) == "hand 1"
    for _ in range(READY):
        ready.fill()
    assert searches.asked == [(COUNTED, None)] * (1 + READY)
    assert [ready.take(COUNTED, None) for _ in range(READY)] == [f"hand {2 + number}" for number in range(READY)]
    assert len(searches.asked) == 1 + READY
    assert ready.take(COUNTED, None) == f"hand {2 + READY}"


def test_hands_are_ready_of_the_kind_that_was_asked_for():
    ready = Ready(Searches())
    ready.take(COUNTED, None)
    ready.take(OPEN, None)
    ready.take(OPEN, Theme.OVERBID)
    for _ in range(3 * READY):
        ready.fill()
    found = [ready.take(OPEN, Theme.OVERBID), ready.take(OPEN, None), ready.take(COUNTED, None)]
    assert found == ["hand 4", "hand 5", "hand 6"], "the kind asked for last comes first"


def test_what_is_asked_for_most_is_kept_in_greater_number():
    searches = Searches()
    ready = Ready(searches)
    for _ in range(10):
        ready.take(COUNTED, None)
    ready.take(OPEN, None)
    for _ in range(MOST + READY):
        ready.fill()
    asked = searches.asked[11:]
    assert (asked.count((COUNTED, None)), asked.count((OPEN, None))) == (MOST, READY)


def test_what_newcomers_ask_for_is_ready_before_they_do():
    searches = Searches()
    ready = Ready(searches, [(OPEN, None), (COUNTED, None)])
    for _ in range(2 * FIRST):
        ready.fill()
    assert searches.asked[0] == (COUNTED, None)
    assert [ready.take(kind, None) for kind in (COUNTED, OPEN)] == ["hand 1", "hand 2"]
    assert len(searches.asked) == 2 * FIRST


def test_a_kind_without_hands_says_so_each_time_and_is_not_searched_for_ahead_again():
    searches = Searches()
    ready = Ready(searches)
    for _ in range(2):
        with pytest.raises(NoHandError):
            ready.take(COUNTED, Theme.SQUEEZE)
    ready.fill()
    assert len(searches.asked) == 3
    ready.take(OPEN, None)
    ready.fill()
    assert searches.asked[3:] == [(OPEN, None)] * 2


def test_no_more_kinds_are_remembered_than_there_may_be():
    searches = Searches()
    ready = Ready(searches)
    kinds = [(settings, theme) for settings in (COUNTED, OPEN) for theme in Theme if theme is not Theme.SQUEEZE]
    for kind in kinds[: KINDS + 1]:
        ready.take(*kind)
    for _ in range(KINDS * READY):
        ready.fill()
    asked = searches.asked[KINDS + 1 :]
    assert kinds[0] not in asked
    assert all(asked.count(kind) == READY for kind in kinds[1 : KINDS + 1])


@pytest.fixture
def served(tmp_path, monkeypatch):
    app = make_app(tmp_path)
    # One that is killed leaves its folder, and the path of a socket has to be short.
    with TemporaryDirectory() as folder:
        monkeypatch.setattr(dealer, "mkdtemp", lambda prefix: mkdtemp(prefix=prefix, dir=folder))
        number = dealer.start(app)
        yield app, number
        close(app)
        app.extensions.pop("dealer").line.close()
        os.waitpid(number, 0)


@pytest.mark.parametrize("settings", [COUNTED, Settings(LEVEL, "perfect", "honours")])
def test_the_process_deals_hands_of_the_kind_and_never_one_twice(served, settings):
    app, _ = served
    with app.app_context():
        hands = [dealer.deal(settings, Theme.OVERBID) for _ in range(4)]
    assert {hand.settings for hand in hands} == {settings}
    assert all(any(moment.shows(Theme.OVERBID) for moment in hand.moments) for hand in hands)
    assert len({hand.code for hand in hands}) == 4


def test_the_process_says_why_there_is_no_hand(served):
    app, _ = served
    with app.app_context(), pytest.raises(NoHandError, match="does not come up under the rules “written”"):
        dealer.deal(Settings(WRITTEN), Theme.SACRIFICE)


def test_when_the_process_is_gone_hands_are_dealt_all_the_same(served):
    app, number = served
    with app.app_context():
        assert dealer.deal(COUNTED, None).settings == COUNTED
        os.kill(number, signal.SIGKILL)
        os.waitid(os.P_PID, number, os.WEXITED | os.WNOWAIT)
        for _ in range(2):
            assert dealer.deal(COUNTED, Theme.OVERBID).settings == COUNTED


def test_the_process_ends_with_those_that_it_deals_for(tmp_path):
    app = make_app(tmp_path)
    number = dealer.start(app)
    app.extensions["dealer"].line.close()
    assert os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) == 0
    close(app)


def test_without_a_process_the_hand_is_dealt_where_it_is_wanted(app):
    with app.app_context():
        hand = dealer.deal(OPEN, Theme.OVERBID)
    assert from_code(hand.code).settings == OPEN
    assert any(moment.shows(Theme.OVERBID) for moment in hand.moments)
