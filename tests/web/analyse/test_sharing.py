"""A hand for others: paper, picture, text, frame, oEmbed, previews, and the list of published hands."""

import hashlib
import html
import json
import re
from base64 import b64encode
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import parse_qs, quote, urlsplit
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from sqlalchemy import update

from tests.store.examples import finished_record
from tests.web.texts import FINISHED, KINDS, calls, record
from tutor.cli import cli
from tutor.notation import read_pbn, write_pbn
from tutor.store import begin_writing, db, save_record
from tutor.store.hand_models import StudiedHand
from tutor.store.hands import KeptLine, change_hand, keep_hand
from tutor.store.models import StoredRecord, now
from tutor.store.people import add_guest, new_key, register
from tutor.web.storage import keep

POSITION = "AQ52.K3.-.T KJ43.-.A2.9 H N"
AT = quote(POSITION)
SVG = "{http://www.w3.org/2000/svg}"
MARK = "<script>alert(1)</script>"
HOSTILE = (MARK, "\u202eevil\u2066", "a\x00b\x1bc", '"onload="x', "]]>&lt;", "שלום", "\ufffe", "x" * 500)


@pytest.fixture
def slug_of(app):
    """Keep a record and give its link."""

    def make(made) -> str:
        with app.app_context():
            return keep(made, "pbn")

    return make


@pytest.fixture
def named(slug_of):
    """The link of a finished hand whose players have these names."""

    def make(name: str) -> str:
        return slug_of(replace(read_pbn(FINISHED).records[0], players=(name, name)))

    return make


def words_of(svg: str) -> list[str]:
    return ["".join(each.itertext()) for each in ET.fromstring(svg).iter(f"{SVG}text")]


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def addresses(slug: str) -> list[str]:
    return [f"/analyse/{slug}{form}" for form in ("/print", ".svg", ".txt", "/embed")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_record_has_all_its_forms_with_values_and_without(client, slug_of, kind):
    slug = slug_of(KINDS[kind]())
    for address in addresses(slug):
        for query in ("", "?ply=3", "?values=off", "?ply=99&opponent=natural&rules=penalty"):
            answer = client.get(address + query)
            assert (address, query, answer.status_code) == (address, query, 200)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("form", ["/print", ".svg", ".txt", "/embed"])
def test_what_is_not_there_is_not_found_and_a_line_that_cannot_be_read_is_refused(client, form):
    assert client.get(f"/analyse/nothing{form}").status_code == 404
    assert client.get(f"/analyse/%00{form}").status_code == 404
    for line in ("", "?line=nonsense", f"?line={AT}&tried=H2"):
        assert client.get(f"/analyse/position{form}{line}").status_code == 400
    assert client.get(f"/analyse/position{form}?line={AT}&tried=SA").status_code == 200


# The picture


def test_the_picture_has_both_hands_the_trick_the_contract_the_tricks_and_the_turn(client):
    answer = client.get("/analyse/sample.svg?ply=12")
    assert answer.content_type == "image/svg+xml; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=3600"
    words = words_of(answer.text)
    for said in ("North\u2068Nora\u2069", "● to play", "4♠\ufe0eby South", "Tricks: North 1, South 0"):
        assert said in words
    picture = ET.fromstring(answer.text)
    assert picture.get("role") == "img"
    assert {picture.find(f"{SVG}{each}").get("id") for each in ("title", "desc")} == set(
        picture.get("aria-labelledby").split()
    )
    desc = picture.find(f"{SVG}desc").text
    assert "North holds spades 8, hearts 10 7 4 3, diamonds 10 7, clubs K Q 6 3." in desc
    assert "North has led the king of hearts. South is to play." in desc
    assert [each for each in picture.iter() if each.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}a")] == []
    assert "url(" not in answer.text
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


def test_the_picture_shows_what_cards_are_worth_only_where_the_page_does(client):
    shown, hidden = (client.get(f"/analyse/sample.svg?ply=12{off}").text for off in ("", "&values=off"))
    assert shown.count('class="worth ') == 12
    assert 'class="taken"' in shown
    assert "contract now fails" in shown
    assert hidden.count('class="worth ') == 0
    assert 'class="taken"' not in hidden
    assert "jack of diamonds" not in hidden


def test_the_picture_follows_what_is_tried_and_supposed(client):
    assert "Last trick" not in client.get("/analyse/sample.svg?ply=12").text
    tried = client.get("/analyse/sample.svg?ply=12&tried=D8").text
    assert "Last trick: North the king of hearts, South the eight of diamonds; North won it." in tried
    assert "The contract is 3 no-trump by North." in client.get("/analyse/sample.svg?ply=12&contract=3NTN").text


def test_the_style_sheet_of_the_picture_is_the_one_that_its_policy_lets_through(client):
    sheets = {}
    for theme in ("", "light", "dark", "purple"):
        answer = client.get(f"/analyse/sample.svg?theme={theme}")
        sheets[theme] = ET.fromstring(answer.text).find(f"{SVG}style").text
        digest = b64encode(hashlib.sha256(sheets[theme].encode()).digest()).decode()
        policy = answer.headers["Content-Security-Policy"]
        assert policy == f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"
    assert sheets["purple"] == sheets[""] != sheets["light"]
    assert "prefers-color-scheme" in sheets[""]
    assert "prefers-color-scheme" not in sheets["light"] + sheets["dark"]


def test_the_cards_of_two_full_hands_stay_within_the_picture(client):
    picture = ET.fromstring(client.get("/analyse/sample.svg?ply=0").text)
    places = [each.get("transform") for each in picture.iter(f"{SVG}g")]
    assert len(places) == 26
    assert max(float(re.search(r"\(([\d.]+)", place).group(1)) + 38 for place in places) <= 580


def test_of_a_long_auction_the_last_calls_are_drawn(client, slug_of):
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    slug = slug_of(record(calls=calls(" ".join(bids))))
    words = words_of(client.get(f"/analyse/{slug}.svg?ply=99").text)
    assert "…" in words
    assert "N7NT" in words
    assert len([each for each in words if re.fullmatch(r"[NS]\d.*", each)]) == 26


def test_a_picture_that_is_known_is_not_sent_again(client):
    first = client.get("/analyse/sample.svg?ply=12")
    again = client.get("/analyse/sample.svg?ply=12", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = client.get("/analyse/sample.svg?ply=13", headers={"If-None-Match": first.headers["ETag"]})
    assert other.status_code == 200


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_a_name_whatever_stands_in_it(client, named, name):
    slug = named(name)
    picture = client.get(f"/analyse/{slug}.svg").text
    assert MARK not in picture
    tree = ET.fromstring(picture)
    assert {each.tag for each in tree.iter()} <= {
        f"{SVG}{tag}" for tag in ["svg", "title", "desc", "style", "rect", "text", "tspan", "g"]
    }
    assert max(len(each) for each in words_of(picture)) < 120
    for form in ("/print", "/embed", ""):
        page = client.get(f"/analyse/{slug}{form}").text
        tags = Tags(page).found
        assert all(tag != "script" or "src" in attributes for tag, attributes in tags)
        assert not any(each.startswith("on") for _, attributes in tags for each in attributes)
        if form:
            assert not {"\x00", "\x1b", "\u202e", "\u2066", "\ufffe"} & set(page)
    found = client.get(f"/oembed?url=http://localhost/analyse/{slug}").json
    (frame,) = Tags(found["html"]).found
    assert frame[0] == "iframe"
    assert set(frame[1]) == {"src", "title", "width", "height", "loading", "style"}
    xml = client.get(f"/oembed?format=xml&url=http://localhost/analyse/{slug}").data
    assert ET.fromstring(xml).find("title").text == found["title"]


# Text


@pytest.mark.parametrize("kind", KINDS)
def test_the_text_is_what_the_command_prints(client, slug_of, tmp_path, monkeypatch, kind):
    monkeypatch.setenv("COLUMNS", "80")
    made = KINDS[kind]()
    file = tmp_path / "hand.pbn"
    file.write_text(write_pbn([made]), encoding="utf-8")
    printed = CliRunner().invoke(cli, ("review", str(file))).stdout
    answer = client.get(f"/analyse/{slug_of(made)}.txt")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.text == printed[printed.index(answer.text.splitlines()[0]) :]
    assert "\x1b" not in answer.text


def test_the_lines_tried_stand_below_the_text_with_their_names_and_costs(client):
    plain = client.get("/analyse/sample.txt").text
    lines = client.get("/analyse/sample.txt?lines=12.D8-C3~why%20not;12.D8-CK;10.HA").text
    assert lines.startswith(plain.rstrip("\n"))
    tail = lines[len(plain) :]
    assert "Tried in trick 2 instead of the jack of diamonds\n  ♦8 −170\n" in tail
    assert "    why not: ♣3" in tail
    assert "♣K" in tail


def test_the_text_says_what_is_supposed(client):
    text = client.get("/analyse/sample.txt?contract=3NTN").text
    assert text.startswith("Supposed: the contract is 3 no-trump by North.")


def test_without_values_the_text_is_the_hand_alone(client):
    text = client.get("/analyse/sample.txt?values=off").text
    assert "North ♥K  South ♦J" in text
    assert "4 spades by South, one trick short." in text
    assert not re.search("[−+]\\d|cost|Better|Worth", text)


def test_the_text_of_a_position_is_what_the_command_prints(client, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    printed = CliRunner().invoke(cli, ("solve", POSITION)).stdout
    assert client.get(f"/analyse/position.txt?line={AT}").text == printed
    hidden = client.get(f"/analyse/position.txt?line={AT}&values=off").text
    assert "North is to play." in hidden
    assert "trick" not in hidden


# Paper


def test_the_sheet_has_hands_auction_play_marks_mistakes_with_their_reasons_table_and_course(client):
    page = client.get("/analyse/sample/print").text
    for heading in ("The hands", "In sum", "The hand", "The course of the hand", "Mistakes"):
        assert f">{heading}</h2>" in page
    assert page.count('<article class="mistake">') == 4
    assert "Next time" in page
    assert "turning point" in page
    assert page.count("<tr>") == 3 + 1 + 5 + 2 + 13
    assert "Nora" in page
    assert "The moment on the board" not in page
    assert "The moment on the board" in client.get("/analyse/sample/print?ply=12").text


def test_the_sheet_without_values_gives_nothing_away(client):
    page = client.get("/analyse/sample/print?values=off&ply=12").text
    for said in ("Mistakes", "The course of the hand", "In sum", "Tricks for each declarer", "cost", "−"):
        assert said not in page
    assert "The moment on the board" in page


def test_the_sheet_has_the_lines_tried_and_what_is_supposed(client):
    page = client.get("/analyse/sample/print?lines=12.D8~mine&swap=S8-SA").text
    assert "Supposed: the eight of spades and the ace of spades are in each other" in html.unescape(page)
    page = client.get("/analyse/sample/print?lines=12.D8~mine").text
    assert "Lines tried" in page
    assert "mine:" in page


# In a frame


def test_only_the_small_board_may_stand_in_a_frame(client):
    for address in ("/analyse/sample/embed", f"/analyse/position/embed?line={AT}", "/analyse/nothing/embed"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert policy.endswith("frame-ancestors *")
        assert "unsafe" not in policy
    for address in (
        "/analyse/sample",
        "/analyse/sample/print",
        "/analyse/sample.txt",
        "/analyse/published",
        "/oembed",
        "/",
    ):
        assert client.get(address).headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")


def test_the_small_board_steps_in_its_frame_and_leads_out_in_a_tab_of_its_own(client):
    page = client.get("/analyse/sample/embed?ply=12&values=off")
    assert "Set-Cookie" not in page.headers
    links = [attributes for tag, attributes in Tags(page.text).found if tag == "a"]
    steps = [each for each in links if "data-step" in each]
    assert [parse_qs(urlsplit(each["href"]).query)["ply"] for each in steps] == [["0"], ["11"], ["13"], ["35"]]
    assert all(each["href"].startswith("/analyse/sample/embed?") for each in steps)
    (out,) = [each for each in links if each not in steps]
    assert (out["target"], out["rel"]) == ("_blank", "noopener")
    assert out["href"] == "/analyse/sample?ply=12&values=off"
    assert "<form" not in page.text


def test_what_is_wrong_is_said_within_the_frame(client):
    page = client.get("/analyse/nothing/embed")
    assert page.status_code == 404
    assert "There is nothing at this address." in page.text
    assert "<nav" not in page.text


# oEmbed


def ask(client, url: str, **query):
    return client.get("/oembed", query_string={"url": url, **query})


def test_the_provider_answers_about_a_hand_as_the_specification_has_it(client):
    found = ask(client, "http://localhost/analyse/sample?ply=12&values=off")
    assert found.content_type == "application/json; charset=utf-8"
    assert found.headers["Access-Control-Allow-Origin"] == "*"
    assert (found.json["version"], found.json["type"]) == ("1.0", "rich")
    assert found.json["title"] == "Nora against Sol: 4 spades by South, one trick short"
    ((_, frame),) = Tags(found.json["html"]).found
    assert frame["src"] == "http://localhost/analyse/sample/embed?ply=12&values=off"
    assert client.get(frame["src"]).status_code == 200
    assert (frame["width"], frame["height"]) == (str(found.json["width"]), str(found.json["height"]))


def test_the_two_formats_say_the_same(client):
    found = ask(client, "http://localhost/analyse/sample").json
    answer = ask(client, "http://localhost/analyse/sample", format="xml")
    assert answer.content_type == "text/xml; charset=utf-8"
    tree = ET.fromstring(answer.data)
    assert {each.tag: each.text for each in tree} == {name: str(value) for name, value in found.items()}


def test_a_position_is_embedded_with_what_is_tried(client):
    found = ask(client, f"http://localhost/analyse/position?line={AT}&tried=SA").json
    ((_, frame),) = Tags(found["html"]).found
    assert parse_qs(urlsplit(frame["src"]).query) == {"line": [POSITION], "tried": ["SA"]}


def test_the_frame_is_never_greater_than_what_is_asked_for(client):
    found = ask(client, "http://localhost/analyse/sample", maxwidth=300, maxheight=200).json
    assert (found["width"], found["height"]) == (300, 200)
    assert 'width="300" height="200"' in found["html"]
    found = ask(client, "http://localhost/analyse/sample", maxwidth=9000, maxheight=9000).json
    assert (found["width"], found["height"]) == (480, 480)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nonsense",
        "http://",
        "http://localhost",
        "http://localhost/",
        "http://localhost/analyse/",
        "http://localhost/analyse/nothing",
        "http://localhost/analyse/sample.pbn",
        "http://localhost/practise/",
        "http://localhost/analyse/position?line=nonsense",
        f"http://localhost/analyse/position?line={AT}&tried=H2",
        "http://elsewhere.example/analyse/sample",
        "http://localhost.elsewhere.example/analyse/sample",
        "http://elsewhere.example@localhost/analyse/sample",
        "http://localhost@elsewhere.example/analyse/sample",
        "http://localhost:81/analyse/sample",
        "http://localhost:nonsense/analyse/sample",
        "http://[/analyse/sample",
        "//localhost/analyse/sample",
        "ftp://localhost/analyse/sample",
        "javascript://localhost/analyse/sample",
        "/analyse/sample",
    ],
)
def test_what_is_no_link_of_a_hand_here_is_not_found(client, url):
    answer = ask(client, url)
    assert answer.status_code == 404
    assert "<" not in answer.text


def test_both_ways_to_the_site_are_the_site(client):
    assert ask(client, "https://localhost/analyse/sample").status_code == 200
    assert ask(client, "http://LOCALHOST:80/analyse/sample").status_code == 200


def test_another_format_is_not_implemented_and_a_size_that_is_none_is_refused(client):
    assert ask(client, "http://localhost/analyse/sample", format="yaml").status_code == 501
    for size in ("0", "-1", "wide", "1e3", "٣", "9" * 40):
        assert ask(client, "http://localhost/analyse/sample", maxwidth=size).status_code == 400


def test_the_page_of_a_hand_tells_programs_where_to_ask_and_what_it_is(client):
    tags = Tags(client.get("/analyse/sample?ply=12").text).found
    alternates = {each["type"]: each["href"] for tag, each in tags if tag == "link" and each["rel"] == "alternate"}
    assert set(alternates) == {"application/json+oembed", "text/xml+oembed"}
    found = client.get(alternates["application/json+oembed"]).json
    assert "ply=12" in found["html"]
    assert client.get(alternates["text/xml+oembed"]).status_code == 200
    properties = {each["property"]: each["content"] for tag, each in tags if tag == "meta" and "property" in each}
    assert properties["og:title"] == "4 spades by South, one trick short"
    assert properties["og:description"] == "Nora against Sol, rules penalty. North scores 50 points."
    assert properties["og:url"] == "http://localhost/analyse/sample?ply=12"
    (described,) = [each["content"] for tag, each in tags if tag == "meta" and each.get("name") == "description"]
    assert described == properties["og:description"]


def test_the_panel_has_every_form_of_exactly_what_is_seen(client):
    page = client.get("/analyse/sample?ply=12&tried=D8&values=off").text
    tags = Tags(page).found
    fields = {each["id"]: each["value"] for tag, each in tags if tag == "input" and "readonly" in each}
    assert set(fields) == {"share-page", "share-moment", "share-frame"}
    assert fields["share-moment"] == "http://localhost/analyse/sample?ply=12&tried=D8&values=off"
    assert "tried" not in urlsplit(fields["share-page"]).query.split("lines")[0]
    ((_, frame),) = Tags(fields["share-frame"]).found
    assert frame["src"] == "http://localhost/analyse/sample/embed?ply=12&tried=D8&values=off"
    links = [each["href"] for tag, each in tags if tag == "a" and (each.get("data-key") or "").startswith("share-")]
    assert len(links) == 5
    assert all(client.get(each).status_code == 200 for each in (*links, *list(fields.values())[:2], frame["src"]))


def test_the_panel_of_a_position_has_its_forms(client):
    page = client.get(f"/analyse/position?line={AT}&tried=SA").text
    tags = Tags(page).found
    links = [each["href"] for tag, each in tags if tag == "a" and (each.get("data-key") or "").startswith("share-")]
    assert len(links) == 3
    assert all("tried=SA" in each and client.get(each).status_code == 200 for each in links)


# Published hands


@pytest.fixture
def publish(app):
    """Keep a hand for somebody, published or not, and give its link; all accounts' hands are one person's."""
    people: dict[bool, int] = {}

    def make(number: int, *, listed: bool = True, account: bool = True, title: str = "") -> str:
        made = finished_record(number)
        with app.app_context():
            session = db.session
            begin_writing(session)
            if account not in people:
                person = add_guest(session, new_key())
                if account:
                    register(session, person, "Player One", "a password of mine")
                people[account] = person.id
            slug = save_record(session, made, source="json")
            stored = session.query(StoredRecord).filter_by(slug=slug).one()
            line = KeptLine(26, ("1NT",), MARK)
            hand = keep_hand(session, people[account], stored, about=made, rules="penalty", title=title, lines=[line])
            hand = change_hand(session, people[account], hand.slug, at=hand.version, listed=listed)
            link = hand.slug
            session.commit()
        return link

    return make


def listed_on(page: str) -> list[str]:
    return re.findall(r'<h2><a href="/analyse/([a-z0-9]+)">', page)


def test_the_list_has_what_account_holders_published_and_nothing_else(client, publish):
    shown = publish(1, title=MARK)
    publish(2, listed=False)
    publish(3, account=False)
    page = client.get("/analyse/published")
    assert listed_on(page.text) == [shown]
    assert MARK not in page.text
    assert "Player One" not in page.text
    assert client.get(f"/analyse/{shown}").status_code == 200


def test_the_forms_of_a_kept_hand_have_its_lines(client, publish):
    link = publish(1, listed=False)
    assert MARK in client.get(f"/analyse/{link}.txt").text
    paper = client.get(f"/analyse/{link}/print").text
    assert html.escape(MARK) in paper
    assert MARK not in paper
    for address in addresses(link):
        assert client.get(address).status_code == 200


def test_the_list_goes_on_page_by_page_the_newest_first(client, publish):
    links = [publish(number) for number in range(23)]
    first = client.get("/analyse/published").text
    assert listed_on(first) == links[:2:-1]
    older = html.unescape(re.search(r'href="([^"]+)" rel="next"', first).group(1))
    second = client.get(older).text
    assert listed_on(second) == links[2::-1]
    assert 'rel="next"' not in second
    assert 'href="/analyse/published"' in second


def test_hands_changed_in_the_same_moment_are_all_listed(client, publish, app):
    links = [publish(number) for number in range(23)]
    with app.app_context():
        db.session.execute(update(StudiedHand).values(updated=now()))
        db.session.commit()
    first = client.get("/analyse/published").text
    older = html.unescape(re.search(r'href="([^"]+)" rel="next"', first).group(1))
    assert [*listed_on(first), *listed_on(client.get(older).text)] == links[::-1]


def test_a_list_without_hands_says_so_and_goes_on_behind_a_hand_only(client, publish):
    assert "Nobody has published a hand yet." in client.get("/analyse/published").text
    for link in ("", "yesterday", "2345678923456"):
        assert client.get(f"/analyse/published?after={link}").status_code == 404
    assert "There are no older ones." in client.get(f"/analyse/published?after={publish(1)}").text
    assert 'href="/analyse/published"' in client.get("/analyse/").text


def test_json_of_the_provider_is_one_value(client):
    assert isinstance(json.loads(ask(client, "http://localhost/analyse/sample").data), dict)
