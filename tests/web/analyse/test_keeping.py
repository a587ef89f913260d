"""Saving a hand from the analysis board, changing, publishing and deleting it; and what others may not do."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from sqlalchemy import func, select, text

from tests.databases import make_new
from tests.store import conftest as databases
from tests.web.conftest import close
from tests.web.kept import PASSWORD, Desk, stored
from tests.worker.games import finished
from tutor.cards import card_name
from tutor.rules import WRITTEN
from tutor.store import Person, StudiedHand, db
from tutor.store.hands import lines_of
from tutor.web import create_app
from tutor.web.storage import keep
from tutor.worker.judging import judge

cluster, postgresql_url = databases.cluster, databases.postgresql_url


@pytest.fixture
def on_postgresql(postgresql_url: str, tmp_path) -> Iterator[Flask]:
    """The app on a PostgreSQL database."""
    make_new(postgresql_url)
    app = create_app({"TESTING": True, "DATABASE": postgresql_url, "INSTANCE_PATH": str(tmp_path)})
    yield app
    close(app)


@pytest.fixture
def desk(app) -> Desk:
    return Desk(app)


@pytest.fixture
def other(app) -> Desk:
    return Desk(app)


def hands(app) -> dict[str, StudiedHand]:
    with app.app_context():
        return {each.slug: each for each in db.session.scalars(select(StudiedHand))}


def lines(seed: int = 1) -> str:
    """A side line of the first lead: the last card of that hand."""
    record = finished(seed)
    deal = record.start().run(record.calls)
    return f"2.{card_name(deal.legal()[-1])}~the low one"


def test_a_guest_saves_a_hand_with_its_lines_and_finds_it_under_its_own_link(app, desk):
    slug = stored(app)
    assert "Save to my hands" in desk.client.get(f"/analyse/{slug}").text
    mine = desk.save(slug, f"?ply=5&lines={lines()}")
    assert mine != slug
    (hand,) = hands(app).values()
    assert [(each.ply, each.name) for each in lines_of(hand)] == [(2, "the low one")]
    found = judge(finished(1))
    assert (hand.score, hand.north_points, hand.south_points, hand.rules) == (found.score, *found.points, "penalty")
    page = desk.client.get(f"/analyse/{mine}").text
    assert "the low one" in page
    assert "This is one of your hands" in page
    listed = desk.client.get("/hands/").text
    assert f'href="/analyse/{mine}"' in listed


def test_the_sample_can_be_kept_as_well(app, desk):
    mine = desk.save("sample")
    assert list(hands(app)) == [mine]
    assert desk.client.get(f"/analyse/{mine}").status_code == 200


def test_the_same_form_sent_twice_leads_to_the_same_hand(app, desk):
    slug = stored(app)
    assert desk.save(slug, f"?lines={lines()}") == desk.save(slug, f"?lines={lines()}")
    assert len(hands(app)) == 1


def test_other_lines_of_a_hand_that_is_kept_already_change_nothing_unless_they_are_added(app, desk):
    slug = stored(app)
    mine = desk.save(slug)
    refused = desk.post(f"/analyse/{slug}/save", view=f"?lines={lines()}", at="0")
    assert refused.status_code == 409
    assert "Nothing was changed now" in refused.text
    assert lines_of(hands(app)[mine]) == ()
    assert desk.save(slug, f"?lines={lines()}", at=1, join="1") == mine
    assert len(lines_of(hands(app)[mine])) == 1
    assert hands(app)[mine].version == 2


def test_the_lines_saved_before_stay_when_the_page_s_own_link_is_saved_again(app, desk):
    mine = desk.save(stored(app), f"?lines={lines()}")
    deal = finished(1).start().run(finished(1).calls)
    tried = card_name(deal.legal()[0])
    assert desk.save(mine, f"?ply=2&tried={tried}", at=1) == mine
    assert {each.name for each in lines_of(hands(app)[mine])} == {"the low one", ""}
    assert desk.save(mine, "?ply=0", at=2) == mine
    assert len(lines_of(hands(app)[mine])) == 2


def test_what_is_tried_in_a_supposed_hand_is_no_line_of_the_recorded_one(app, desk):
    record = finished(1)
    led = record.start().run(record.calls).turn
    other = led.letter  # it is declarer in the supposed contract, so the other hand leads
    slug = stored(app)
    supposed = desk.client.get(f"/analyse/{slug}?contract=1NT{other}&part=board").text
    card = re.search(r"tried=([SHDC][2-9TJQKA])", supposed).group(1)
    answer = desk.post(f"/analyse/{slug}/save", view=f"?contract=1NT{other}&ply=2&tried={card}&lines={lines()}", at="0")
    assert answer.status_code == 303
    (hand,) = hands(app).values()
    assert [each.name for each in lines_of(hand)] == ["the low one"]
    assert f"contract=1NT{other}" in answer.location
    page = desk.client.get(answer.location).text
    assert "What was tried in the supposed hand stays in its address alone." in page


def test_a_kept_hand_is_judged_as_when_it_was_kept_wherever_it_is_opened_from(app, desk):
    record = replace(finished(1), ruleset=WRITTEN)
    with app.app_context():
        slug = keep(record, "pbn")
    mine = desk.save(slug, "?rules=penalty&opponent=natural")
    hand = hands(app)[mine]
    assert (hand.rules, hand.opponent) == ("penalty", "natural")
    for address in (f"/analyse/{mine}", f"/analyse/{mine}?ply=2", f"/analyse/{mine}.txt"):
        told = desk.client.get(address).text
        assert "Here each trick short costs 50 points" in told or "penalty" in told
    page = desk.client.get(f"/analyse/{mine}").text
    assert "Calls are valued against an opponent who bids only what makes." in page
    plain = desk.client.get(f"/analyse/{mine}?rules=own&opponent=perfect").text
    assert "Calls are valued against a perfect bidder." in plain
    assert "Here each trick short costs 50 points" not in plain
    assert html.unescape(re.search(r'href="([^"]+)"[^>]*>Judge by the rules of the hand', page).group(1)).endswith(
        "rules=own"
    )


def test_a_stale_version_changes_nothing(app, desk):
    mine = desk.save(stored(app), f"?lines={lines()}")
    desk.post(f"/hands/{mine}/change", at="1", title="first")
    for path, fields in ((f"/hands/{mine}/change", {"title": "late"}), (f"/analyse/{mine}/save", {"view": ""})):
        assert desk.post(path, at="1", **fields).status_code == 409
    hand = hands(app)[mine]
    assert (hand.title, hand.version, len(lines_of(hand))) == ("first", 2, 1)


def test_a_hand_gets_a_name_and_a_side_and_only_accounts_publish(app, desk):
    mine = desk.save(stored(app))
    desk.post(f"/hands/{mine}/change", at="1", title="  The <b>squeeze</b> ", seat="S", listed="on")
    hand = hands(app)[mine]
    assert (hand.title, hand.seat, hand.listed) == ("The <b>squeeze</b>", "S", False)
    assert "<b>squeeze" not in desk.client.get("/hands/").text
    desk.account("Nora")
    desk.post(f"/hands/{mine}/change", at="2", title="mine", seat="S", listed="on")
    assert hands(app)[mine].listed
    desk.post(f"/hands/{mine}/change", at="3", title="mine", seat="S")
    assert not hands(app)[mine].listed


@pytest.mark.parametrize("seat", ["W", "NS", "n"])
def test_a_side_that_is_none_is_refused(app, desk, seat):
    mine = desk.save(stored(app))
    assert desk.post(f"/hands/{mine}/change", at="1", title="x", seat=seat).status_code == 400
    assert hands(app)[mine].version == 1


def test_a_deleted_hand_is_gone_and_the_record_stays(app, desk):
    slug = stored(app)
    mine = desk.save(slug)
    assert desk.post(f"/hands/{mine}/delete").status_code == 303
    assert hands(app) == {}
    assert desk.client.get(f"/analyse/{mine}").status_code == 404
    assert desk.client.get(f"/analyse/{slug}").status_code == 200
    assert desk.post(f"/hands/{mine}/delete").status_code == 404


def test_others_see_a_hand_and_its_lines_but_cannot_change_or_delete_it(app, desk, other):
    mine = desk.save(stored(app), f"?lines={lines()}")
    other.save(stored(app, 2))
    before = {slug: (each.version, each.title, each.lines) for slug, each in hands(app).items()}
    page = other.client.get(f"/analyse/{mine}").text
    assert "the low one" in page
    assert f"/hands/{mine}/delete" not in page
    for path, fields in (
        (f"/hands/{mine}/change", {"title": "taken", "at": "1"}),
        (f"/hands/{mine}/delete", {}),
        (f"/analyse/{mine}/save", {"at": "1", "view": ""}),
    ):
        assert other.post(path, **fields).status_code == 404, path
    assert {slug: (each.version, each.title, each.lines) for slug, each in hands(app).items()} == before
    assert mine not in other.client.get("/hands/").text


def test_others_save_a_copy_of_their_own(app, desk, other):
    mine = desk.save(stored(app), f"?lines={lines()}")
    theirs = other.save(mine)
    assert theirs != mine
    assert other.save(mine) == theirs
    assert f'href="/analyse/{theirs}"' in other.client.get(f"/analyse/{mine}").text
    assert len(hands(app)) == 2


@pytest.mark.parametrize("slug", ["nothing", "2222222222222", "%00", "a" * 300, "..%2F..", "é"])
def test_a_forged_link_is_not_found_and_stores_nothing(app, desk, slug):
    for path in (f"/analyse/{slug}/save", f"/hands/{slug}/change", f"/hands/{slug}/delete"):
        assert desk.post(path, at="1").status_code == 404
    assert hands(app) == {}


def test_without_a_token_nothing_is_saved_changed_or_deleted(app, desk):
    slug = stored(app)
    mine = desk.save(slug)
    for path in (f"/analyse/{slug}/save", f"/hands/{mine}/change", f"/hands/{mine}/delete"):
        assert desk.client.post(path, data={"at": "1"}).status_code == 400
    assert hands(app)[mine].version == 1


@pytest.mark.parametrize("view", ["?lines=999.SA", "?lines=2.ZZ", "?ply=x&lines=" + "2.SA;" * 9000, "\0", "?%ff=%fe"])
def test_lines_that_cannot_be_are_left_out(app, desk, view):
    mine = desk.save(stored(app), view)
    assert lines_of(hands(app)[mine]) == ()


def test_the_lines_go_into_the_export(app, desk):
    desk.save(stored(app), f"?lines={lines()}")
    export = json.loads(desk.client.get("/people/export").text)
    assert [each["name"] for each in export["hands"][0]["lines"]] == ["the low one"]


def test_a_guest_s_hands_come_along_to_an_account(app, desk):
    mine = desk.save(stored(app))
    desk.account("Nora")
    assert mine in desk.client.get("/hands/").text
    assert re.search(r"aria-current=\"page\">My hands", desk.client.get("/hands/").text)


def joined(app, desk, other) -> tuple[str, str]:
    """An account's hand and the link that a guest, who has signed in to the account since, had for theirs."""
    slug = stored(app)
    desk.account("Nora")
    mine = desk.save(slug)
    former = other.save(slug, f"?lines={lines()}")
    assert other.post("/people/sign-in", name="Nora", password=PASSWORD).status_code == 303
    return mine, former


def test_a_link_that_a_guest_has_shared_leads_to_the_account_s_hand(app, desk, other):
    mine, former = joined(app, desk, other)
    assert list(hands(app)) == [mine]
    stranger = app.test_client()
    for path in ("?ply=5&values=off", "?rules=penalty&part=board", "", "/print?ply=5", "/embed", ".pbn", ".svg?ply=2"):
        answer = stranger.get(f"/analyse/{former}{path}")
        assert (answer.status_code, answer.location) == (301, f"/analyse/{mine}{path}"), path
        assert stranger.get(answer.location).status_code == 200, path
    assert "the low one" in stranger.get(f"/analyse/{former}", follow_redirects=True).text
    assert "This is one of your hands" in desk.client.get(f"/analyse/{former}", follow_redirects=True).text


def test_the_query_of_a_former_link_leads_nowhere_else(app, desk, other):
    mine, former = joined(app, desk, other)
    query = "?slug=2&_external=1&_scheme=javascript&_anchor=a&next=//example.org&n=%C3%A5"
    answer = desk.client.get(f"/analyse/{former}{query}")
    assert (answer.status_code, answer.location) == (301, f"/analyse/{mine}{query}")


def test_all_that_is_asked_of_a_former_link_is_answered(app, desk, other):
    mine, former = joined(app, desk, other)
    stranger = Desk(app)
    assert stranger.client.get(f"/analyse/{former}/retry").status_code == 200
    assert stranger.client.get("/oembed", query_string={"url": f"http://localhost/analyse/{former}"}).status_code == 200
    assert stranger.client.get(f"/analyse/editor?from={former}").status_code == 303
    assert stranger.client.get(f"/analyse/published?after={former}").status_code == 200
    copy = stranger.save(former)
    assert copy not in (mine, former)
    assert desk.save(former, f"?lines={lines()}", at=2) == mine
    answer = desk.post(f"/hands/{former}/change", at="3", title="known")
    assert (answer.status_code, answer.location) == (303, f"/analyse/{mine}")
    assert hands(app)[mine].title == "known"


def test_a_hand_stays_unlisted_under_a_former_link_and_is_gone_there_when_it_is_deleted(app, desk, other):
    mine, former = joined(app, desk, other)
    assert not hands(app)[mine].listed
    published = desk.client.get("/analyse/published").text
    assert mine not in published
    assert former not in published
    export = json.loads(desk.client.get("/people/export").text)
    assert [(each["slug"], each["former_links"]) for each in export["hands"]] == [(mine, [former])]
    assert desk.post(f"/hands/{mine}/delete").status_code == 303
    for link in (mine, former):
        for path in ("", ".pbn", "/retry"):
            assert desk.client.get(f"/analyse/{link}{path}").status_code == 404


def test_a_change_sent_twice_is_made_once_and_leads_to_the_hand_both_times(app, desk):
    mine = desk.save(stored(app), f"?lines={lines()}")
    for _ in range(2):
        answer = desk.post(f"/hands/{mine}/change", at="1", title=" mine ", seat="S")
        assert (answer.status_code, answer.location) == (303, f"/analyse/{mine}")
    hand = hands(app)[mine]
    assert (hand.title, hand.seat, hand.version) == ("mine", "S", 2)
    for other in ({"title": "mine", "seat": "N"}, {"title": "yours", "seat": "S"}):
        assert desk.post(f"/hands/{mine}/change", at="1", **other).status_code == 409


def test_answers_that_cannot_be_counted_spoil_nothing_that_is_asked_after_them(on_postgresql):
    @on_postgresql.context_processor
    def later():
        """What a page asks while it is drawn."""
        return {"people": db.session.scalar(select(func.count()).select_from(Person))}

    desk = Desk(on_postgresql)
    mine = desk.save("sample")
    with on_postgresql.app_context():
        db.session.execute(text("ALTER TABLE attempts RENAME TO elsewhere"))
        db.session.commit()
    answer = desk.client.get(f"/analyse/{mine}/retry")
    assert answer.status_code == 200
    assert 'name="seen" value="0"' in answer.text
