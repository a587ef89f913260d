"""The list of kept hands: filters, pages, themes, and how few statements it takes."""

import html
import re
from dataclasses import replace
from datetime import date

import pytest
from babel.dates import format_date
from sqlalchemy import event, insert, select

from tests.web.kept import Desk, stored
from tests.worker.games import finished, pbn
from tutor.store import HandMistake, Person, StoredRecord, StudiedHand, db
from tutor.store.models import now
from tutor.web.analyse.sample import sample
from tutor.web.storage import keep


@pytest.fixture
def desk(app) -> Desk:
    return Desk(app)


@pytest.fixture
def many(app, desk) -> Desk:
    """Somebody with sixty hands made up in the database, half of them with two mistakes, and one that is real."""
    desk.save(stored(app))
    with app.app_context():
        person = db.session.scalars(select(Person.id)).one()
        record = {"document": "{}", "source": "pbn", "title": "", "south": "Sven", "unlisted": True, "created": now()}
        db.session.execute(
            insert(StoredRecord),
            [{**record, "slug": f"r{at}", "digest": f"d{at}", "north": f"Nora{at}"} for at in range(60)],
        )
        numbers = db.session.scalars(select(StoredRecord.id).where(StoredRecord.document == "{}")).all()
        hands = [
            {
                "slug": f"h{at}",
                "person_id": person,
                "record_id": number,
                "title": f"hand {at}",
                "folded_title": f"hand {at}",
                "seat": "N",
                "rules": "written" if at % 2 else "penalty",
                "day": date(2026, 1 + at // 28, 1 + at % 28),
                "contract": "4SXN",
                "tricks": 9,
                "score": 100 - at,
                "analysed": now(),
                "north_mistakes": 2 * (at % 2),
                "north_points": 10 * at * (at % 2),
                "north_right": 3,
                "north_counted": 5,
                **{f"south_{name}": 0 for name in ("mistakes", "points", "right", "counted")},
            }
            for at, number in enumerate(numbers)
        ]
        db.session.execute(insert(StudiedHand), hands)
        kept = db.session.execute(select(StudiedHand.id, StudiedHand.slug).where(StudiedHand.title != "")).all()
        mistakes = [
            {"hand_id": number, "ply": 3, "seat": "N", "phase": "play", "action": "SA", "loss_tricks": 1}
            | {"loss_points": 5 * int(slug[1:]), "themes": theme}
            for number, slug in kept
            if int(slug[1:]) % 2
            for theme in ("draw-trumps", "exit tenace")
        ]
        db.session.execute(insert(HandMistake), mistakes)
        db.session.commit()
    return desk


def rows(page: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split('<th scope="row"><a href="/analyse/')[1:]]


def test_nothing_kept_says_how_to_begin(desk):
    page = desk.client.get("/hands/").text
    assert "No hand is kept yet" in page
    assert 'href="/hands/uploads/"' in page


def test_the_list_comes_in_pages_sorted_as_asked(many):
    first = many.client.get("/hands/?order=day").text
    assert rows(first)[:2] == ["h0", "h1"]
    assert len(rows(first)) == 50
    second = many.client.get("/hands/?order=day&page=2").text
    assert len(rows(second)) == 11
    assert not set(rows(first)) & set(rows(second))
    assert rows(many.client.get("/hands/?order=-points").text)[:2] == ["h59", "h57"]
    assert rows(many.client.get("/hands/?order=day&page=999").text) == rows(second)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("rules=written", 30),
        ("theme=exit", 30),
        ("theme=exit&errors=none", 0),
        ("result=lost", 0),
        ("text=NORA7", 1),
        ("text=hand+12", 1),
        ("since=2026-02-01&until=2026-02-28", 28),
        ("seat=S", 0),
    ],
)
def test_filters_narrow_the_list_and_the_sums(many, query, found):
    page = many.client.get(f"/hands/?{query}").text
    # What a search finds in the names it finds by the words kept beside the hand; these made-up hands have none.
    expected = 0 if query == "text=NORA7" else found
    assert len(rows(page)) == min(expected, 50)
    assert ("None of your hands is like that." in page) == (expected == 0)


@pytest.mark.parametrize(
    "query", ["page=x", "page=-1", "order=drop", "theme=%00", "rules=%00", "since=1", "text=%00", "upload=x", "seat=Q"]
)
def test_what_an_address_does_not_say_right_is_left_out(many, query):
    answer = many.client.get(f"/hands/?{query}")
    assert answer.status_code == 200
    assert len(rows(answer.text)) == 50


def test_mistakes_stand_by_theme_with_links_to_hands_and_moments(many):
    page = many.client.get("/hands/?text=hand").text
    points = sum(5 * at for at in range(1, 60, 2))
    assert "Drawing trumps first" in page
    assert f"{points:,}" in page
    assert '/hands/?text=hand&amp;theme=draw-trumps"' in page
    assert 'href="/analyse/h59?ply=3"' in page
    assert '<rect class="bar-lost" width="100.0"' in page
    assert 'class="loss-picture"' in page


def plain(page: str) -> str:
    """The words of *page* as they are seen."""
    seen = html.unescape(re.sub(r'<span class="sr">.*?</span>|<[^>]+>', "", page)).replace("\ufe0e", "")
    return " ".join(seen.split())


def test_a_row_says_where_and_when_a_hand_was_played_and_a_day_of_keeping_is_called_one(app, desk):
    tags = {
        "Club night 5": (("Event", "Club night"), ("Date", "2026.05.04"), ("Board", "5")),
        "Board 6": (("Board", "6"),),
        "Spring cup": (("Event", "Spring cup"), ("Date", "2026")),
    }
    for at, each in enumerate(tags.values()):
        with app.app_context():
            slug = keep(replace(finished(at), tags=each), "pbn")
        desk.save(slug)
    page = plain(desk.client.get("/hands/?order=saved").text)
    assert "Club night, board 5 May 4, 2026" in page
    kept_on = f"kept {format_date(now().date(), 'medium', locale='en')}"
    assert f"Board 6 {kept_on}" in page
    assert f"Spring cup {kept_on}" in page


def test_the_costliest_moments_name_hand_trick_card_and_contract(app, desk):
    record = replace(sample(), tags=(("Event", "Club night"), ("Board", "5")))
    with app.app_context():
        slug = keep(record, "pbn")
    own = desk.save(slug)
    desk.work()
    page = desk.client.get("/hands/").text
    (moments,) = re.findall(r'(?s)<ol class="moment-list">(.*?)</ol>', page)
    first = plain(moments.split("</li>")[0])
    assert first.startswith("Club night, board 5 Trick 2: ♦J by South cost 220 points in 4♠ by South.")
    assert f'href="/analyse/{own}?ply=12"' in moments
    assert "Club night, board 5 Auction: Pass by North cost 20 points." in plain(moments)


def test_the_page_takes_as_many_statements_for_sixty_hands_as_for_one(app, many):
    other = Desk(app)
    other.save(stored(app, 2))
    counts = []
    with app.app_context():
        engine = db.engine
    statements = []
    event.listen(engine, "before_cursor_execute", lambda *seen: statements.append(seen[2]))
    for each in (other, many):
        statements.clear()
        assert each.client.get("/hands/").status_code == 200
        counts.append(len(statements))
    assert counts[0] == counts[1] < 16


def test_the_hands_of_one_upload_are_a_list_of_their_own(app, desk):
    desk.save(stored(app, 40))
    slug = desk.send(pbn(3))
    desk.work()
    assert len(rows(desk.client.get("/hands/").text)) == 4
    assert len(rows(desk.client.get(f"/hands/?upload={slug}").text)) == 3
    assert len(rows(Desk(app).client.get(f"/hands/?upload={slug}").text)) == 0


def test_the_account_page_leads_to_the_hands(desk, app):
    desk.save(stored(app))
    assert 'href="/hands/">My hands</a></li>' in desk.client.get("/people/").text
