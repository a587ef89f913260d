"""Files of many games: sent, told how far they are, stopped, deleted, refused."""

import html
import re

import pytest
from sqlalchemy import func, select, update

from tests.web.kept import Desk
from tests.worker.games import pbn
from tutor.store import StudiedHand, Upload, db
from tutor.web.my_hands import uploads as pages
from tutor.worker.reading import MOST_BYTES


@pytest.fixture
def desk(app) -> Desk:
    return Desk(app)


def count(app, model) -> int:
    with app.app_context():
        return db.session.scalar(select(func.count()).select_from(model))


def test_a_file_is_taken_and_its_page_tells_how_far_it_is(app, desk):
    slug = desk.send(pbn(3) + b"\n\nnonsense\n", player="Nora", rules="level")
    waiting = desk.client.get(f"/hands/uploads/{slug}").text
    assert "Waiting for its turn." in waiting
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in waiting
    assert "club night.pbn" in waiting
    assert "is being analysed" in desk.client.get("/hands/").text
    desk.work()
    done = desk.client.get(f"/hands/uploads/{slug}").text
    assert "All games are dealt with." in done
    assert "3 of 3 games" in done
    assert "http-equiv" not in done
    assert "What is wrong" in done
    part = desk.client.get(f"/hands/uploads/{slug}?part=progress").text
    assert part.lstrip().startswith('<div class="upload-state" data-state="done"')
    with app.app_context():
        hands = db.session.scalars(select(StudiedHand)).all()
        assert {each.seat for each in hands} == {"N", "S"}
        assert {each.rules for each in hands} == {"level"}


def test_pasted_games_are_taken_as_well(desk, app):
    answer = desk.post("/hands/uploads/", text=pbn(2).decode().replace("\n", "\r\n"))
    assert answer.status_code == 303
    desk.work()
    assert count(app, StudiedHand) == 2


def keep_all(page: str) -> tuple[str, dict[str, str]]:
    """Where the form that keeps all games of a list is sent, and what it sends."""
    ((action, inside),) = re.findall(r'(?s)<form class="keep-all" method="post" action="([^"]*)">(.*?)</form>', page)
    fields = dict(re.findall(r'<input [^>]*name="([^"]*)"[^>]* value="([^"]*)"', inside))
    text = html.unescape(re.search(r"(?s)<textarea[^>]*>\n(.*?)</textarea>", inside).group(1))
    return action, {**fields, "text": text}


def test_all_the_games_that_were_pasted_for_analysis_are_kept_and_analysed_at_once(desk, app):
    page = desk.post("/analyse/", text=pbn(3).decode(), rules="level").text
    assert "Keep and analyse all 3</button>" in page
    action, fields = keep_all(page)
    assert fields["rules"] == "level"
    answer = desk.client.post(action, data=fields)
    assert answer.status_code == 303
    desk.work()
    assert "All games are dealt with." in desk.client.get(answer.location).text
    assert count(app, StudiedHand) == 3
    with app.app_context():
        assert set(db.session.scalars(select(StudiedHand.rules))) == {"level"}


def test_games_are_not_kept_at_once_without_a_token_nor_offered_where_they_would_be_read_otherwise(desk, app):
    action, fields = keep_all(desk.post("/analyse/", text=pbn(2).decode()).text)
    assert desk.client.post(action, data={**fields, "csrf_token": "x"}).status_code == 400
    assert count(app, Upload) == 0
    two = "8.KT9743.T7.KQ63 AJT9754.6.J865.9\n"
    assert "keep-all" in desk.post("/analyse/", text=2 * two).text
    assert "keep-all" not in desk.post("/analyse/", text=2 * two, dealer="S").text
    assert "keep-all" not in desk.post("/analyse/", text=pbn(1).decode() + "[Deal 1]").text


def test_faults_are_told_game_by_game_with_their_lines(desk):
    bad = pbn(1, 2).decode().replace('[Deal "N:', '[Deal "N:A.')
    slug = desk.send((pbn(1).decode() + "\n" + bad).encode())
    desk.work()
    page = desk.client.get(f"/hands/uploads/{slug}").text
    assert re.search(r"Game 2, line \d+", page)


@pytest.mark.parametrize("fields", [{"side": "W"}, {"opponent": "nobody"}])
def test_a_forged_choice_is_refused(app, desk, fields):
    assert desk.sent(pbn(1), **fields).status_code == 400
    assert count(app, Upload) == 0


def test_nothing_and_unknown_rules_are_told_at_their_fields(app, desk):
    nothing = desk.sent(b"  \n ")
    assert (nothing.status_code, "There is no hand in the text." in nothing.text) == (400, True)
    rules = desk.sent(pbn(1), rules="nonsense")
    assert (rules.status_code, 'id="rules-fault"' in rules.text) == (400, True)
    assert count(app, Upload) == 0


def test_a_file_over_the_limit_is_refused_by_its_real_limit_and_the_limit_elsewhere_stays(app, desk):
    for size in (MOST_BYTES + 1, pages.REQUEST_LIMIT + 10):
        answer = desk.sent(b"%" * size)
        assert answer.status_code == 413
        assert "at most 4,000,000 bytes (4 MB)" in answer.text
    assert count(app, Upload) == 0
    pasted = desk.post("/hands/uploads/", text="%" * (MOST_BYTES + 1))
    assert pasted.status_code == 413
    elsewhere = desk.post("/analyse/", text="%" * 3_000_000)
    assert elsewhere.status_code == 413
    assert "400 kB" in elsewhere.text


def test_a_file_that_nears_the_limit_is_taken_whether_it_is_sent_or_pasted(app, desk):
    content = pbn(2) + b"\n" + b"% nothing of it\n" * 200_000
    assert 3_000_000 < len(content) < MOST_BYTES
    assert desk.sent(content).status_code == 303
    body = [
        f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}'
        for name, value in {"csrf_token": desk.token(), "text": content.decode()}.items()
    ]
    text = "\r\n".join([*body, "--cut--\r\n"])
    kind = "multipart/form-data; boundary=cut"
    assert desk.client.post("/hands/uploads/", data=text.encode(), content_type=kind).status_code == 303
    assert count(app, Upload) == 2


def test_somebody_with_files_under_way_is_asked_to_wait(app, desk):
    for at in range(pages.OPEN_MOST):
        desk.send(pbn(1, 1 + at))
    refused = desk.sent(pbn(1, 9))
    assert refused.status_code == 429
    assert "You have 3 files under way." in refused.text
    assert count(app, Upload) == pages.OPEN_MOST
    assert Desk(app).sent(pbn(1)).status_code == 303


def test_somebody_who_sent_enough_for_a_day_is_asked_to_go_on_tomorrow(app, desk):
    desk.send(pbn(1))
    desk.work()
    with app.app_context():
        db.session.execute(update(Upload).values(games=pages.GAMES_A_DAY))
        db.session.commit()
    refused = desk.sent(pbn(1, 2))
    assert refused.status_code == 429
    assert "within a day" in refused.text
    assert count(app, Upload) == 1


def test_an_upload_is_stopped_and_what_was_done_stays(app, desk):
    slug = desk.send(pbn(2))
    assert desk.post(f"/hands/uploads/{slug}/cancel").status_code == 303
    page = desk.client.get(f"/hands/uploads/{slug}").text
    assert "Stopped." in page
    desk.work()
    assert count(app, StudiedHand) == 0
    again = desk.client.post(f"/hands/uploads/{slug}/cancel", data={"csrf_token": desk.token()}, follow_redirects=True)
    assert "There was nothing left to stop." in again.text


def test_a_deleted_upload_takes_its_hands_along(app, desk):
    slug = desk.send(pbn(2))
    desk.work()
    assert count(app, StudiedHand) == 2
    assert desk.post(f"/hands/uploads/{slug}/delete").status_code == 303
    assert (count(app, StudiedHand), count(app, Upload)) == (0, 0)
    assert desk.client.get(f"/hands/uploads/{slug}").status_code == 404


def test_somebody_else_s_upload_is_not_found_stopped_or_deleted(app, desk):
    slug = desk.send(pbn(2))
    other = Desk(app)
    other.send(pbn(1, 5))
    for somebody in (other, Desk(app)):
        assert somebody.client.get(f"/hands/uploads/{slug}").status_code == 404
        assert somebody.client.get(f"/hands/uploads/{slug}?part=progress").status_code == 404
        for doing in ("cancel", "delete"):
            assert somebody.post(f"/hands/uploads/{slug}/{doing}").status_code == 404
        assert slug not in somebody.client.get("/hands/uploads/").text
    assert "Waiting for its turn." in desk.client.get(f"/hands/uploads/{slug}").text


@pytest.mark.parametrize("slug", ["nothing", "%00", "é", "a" * 500, "1"])
def test_a_forged_link_is_not_found(desk, slug):
    desk.send(pbn(1))
    assert desk.client.get(f"/hands/uploads/{slug}").status_code == 404
    for doing in ("cancel", "delete"):
        assert desk.post(f"/hands/uploads/{slug}/{doing}").status_code == 404


def test_without_a_token_nothing_is_taken_stopped_or_deleted(app, desk):
    slug = desk.send(pbn(1))
    assert desk.client.post("/hands/uploads/", data={"text": "x"}).status_code == 400
    for doing in ("cancel", "delete"):
        assert desk.client.post(f"/hands/uploads/{slug}/{doing}").status_code == 400
    assert "Waiting for its turn." in desk.client.get(f"/hands/uploads/{slug}").text
    assert count(app, Upload) == 1


def pasted(page: str) -> str:
    return html.unescape(re.search(r'(?s)<textarea id="text"[^>]*>\n(.*?)</textarea>', page).group(1))


def test_what_was_pasted_and_chosen_stays_in_the_form_when_it_is_refused(app, desk):
    text = pbn(1).decode()
    stale = desk.client.post("/hands/uploads/", data={"text": text, "player": "Nora", "side": "S", "csrf_token": "old"})
    assert stale.status_code == 400
    assert (pasted(stale.text), 'value="Nora"' in stale.text) == (text, True)
    assert '<option value="S" selected>' in stale.text
    rules = desk.post("/hands/uploads/", text=text, rules="nonsense")
    assert (rules.status_code, pasted(rules.text)) == (400, text)
    for at in range(pages.OPEN_MOST):
        desk.send(pbn(1, 1 + at))
    waiting = desk.post("/hands/uploads/", text="<b>" + text)
    assert (waiting.status_code, pasted(waiting.text)) == (429, "<b>" + text)
    assert count(app, Upload) == pages.OPEN_MOST
