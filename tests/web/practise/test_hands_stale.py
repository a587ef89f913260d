"""Forms of practice hands that come too late, or twice."""

import pytest

from tests.web.hands_desk import Desk, attempts, sittings
from tutor.web.practise import hands

COUNTED = "1p-ncns-dk9qt6a"


@pytest.fixture
def desk(client):
    return Desk(client)


@pytest.mark.parametrize("at", [0, 2, -1, 99])
def test_a_form_of_a_page_that_is_not_the_newest_changes_nothing(app, desk, at):
    desk.act(COUNTED, "1S")
    before = sittings(app), len(attempts(app))
    for sent in (
        desk.act(COUNTED, "Pass", at=at),
        desk.do(COUNTED, "anew", at=at),
        desk.do(COUNTED, "back", at=at),
        desk.do(COUNTED, "leave", at=at),
        desk.do(COUNTED, "claim", at=at, tricks=0),
    ):
        assert sent.status_code == 409
        assert f'href="/practise/hand/{COUNTED}"' in sent.text
        assert "Nothing was changed" in sent.text
    assert (sittings(app), len(attempts(app))) == before


def test_a_form_sent_twice_is_taken_once(app, desk):
    first, second = desk.act(COUNTED, "1S", at=0), desk.act(COUNTED, "1S", at=0)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.location == second.location == f"/practise/hand/{COUNTED}/1#verdict"
    typed = desk.post(f"/practise/hand/{COUNTED}", at=0, typed="1s")
    assert typed.location == first.location
    assert len(attempts(app)) == 1
    assert sittings(app)[0][3] == 1


def test_a_card_sent_twice_is_played_once(app, desk):
    code = COUNTED
    desk.call_out(code, "7NT")
    card, version = desk.offered(code)[0], desk.at(code)
    first, second = desk.act(code, card, at=version), desk.act(code, card, at=version)
    assert first.location == second.location == f"/practise/hand/{code}#verdict"
    assert sittings(app)[0][3] == version + 1


def test_a_form_that_is_two_versions_old_is_stale_whatever_it_says(desk):
    desk.act(COUNTED, "1S")
    desk.act(COUNTED, "Pass")
    assert desk.act(COUNTED, "Pass", at=0).status_code == 409


def test_a_form_sent_twice_at_the_same_moment_is_taken_once(app, desk, monkeypatch):
    real, inner = hands.made, []

    def meanwhile(*args):
        monkeypatch.setattr(hands, "made", real)
        inner.append(desk.act(COUNTED, "Pass", at=1))
        return real(*args)

    desk.act(COUNTED, "1S")
    monkeypatch.setattr(hands, "made", meanwhile)
    outer = desk.act(COUNTED, "Pass", at=1)
    assert (outer.status_code, outer.location) == (303, inner[0].location)
    assert (len(attempts(app)), sittings(app)[0][3]) == (2, 2)


def test_of_two_forms_that_read_the_same_version_one_is_taken(app, desk, monkeypatch):
    desk.act(COUNTED, "1S")
    version = desk.at(COUNTED)
    real = hands.made

    def meanwhile(*args):
        monkeypatch.setattr(hands, "made", real)
        assert desk.do(COUNTED, "anew", at=version).status_code == 303
        return real(*args)

    monkeypatch.setattr(hands, "made", meanwhile)
    kept = len(attempts(app))
    assert desk.act(COUNTED, "Pass", at=version).status_code == 409
    assert len(attempts(app)) == kept
    assert sittings(app)[0][3] == version + 1
