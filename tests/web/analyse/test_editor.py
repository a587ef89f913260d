"""The board editor without a script: every button leads to an address that holds all that is on the board."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.texts import KINDS, contract_only, drawn
from tutor.notation import read_pbn
from tutor.web.storage import keep

HANDS = {"north": "8.KT9743.T7.KQ63", "south": "AJT9754.6.J865.9"}


@pytest.fixture
def board(client):
    """What the editor leads to: the parameters of the address, and the page there."""

    def press(**query):
        answer = client.get("/analyse/editor", query_string=query)
        while answer.status_code == 303:
            address = answer.headers["Location"]
            answer = client.get(address)
            query = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert answer.status_code == 200
        return query, answer.text

    return press


def square(page: str, card: str) -> str:
    return re.search(rf'<button class="square square-(\w+)"[^>]*data-key="{card}"', page).group(1)


def judgement(page: str) -> str:
    found = re.search(r'<section class="judgement".*?</section>', page, re.DOTALL).group(0)
    return " ".join(re.sub(r"<[^>]+>", " ", found).split())


def field(page: str, name: str) -> str:
    return re.search(rf'<input id="editor-{name}"[^>]*>', page).group(0)


def test_an_empty_board_has_52_places_and_says_what_to_do(board, stored):
    _, page = board()
    assert len(set(re.findall(r'name="card" value="(\w\w)"', page))) == 52
    assert page.count("square-none") == 52
    assert "Give cards to North and to South." in page
    assert 'form="analyse-form"' not in page
    assert stored() == 0


def test_a_place_is_pressed_to_north_to_south_and_to_neither(board):
    query, page = board(card="SA")
    assert (query, square(page, "SA")) == ({"north": "A.-.-.-"}, "N")
    query, page = board(card="SA", **query)
    assert (query, square(page, "SA")) == ({"south": "A.-.-.-"}, "S")
    query, page = board(card="SA", **query)
    assert (query, square(page, "SA")) == ({}, "none")


def test_a_card_is_put_where_the_key_says(board):
    query, _ = board(card="HK:S", north="A...")
    assert query == {"north": "A.-.-.-", "south": "-.K.-.-"}
    assert board(card="HK:-", **query)[0] == {"north": "A.-.-.-"}
    assert board(card="HK:Q", north="A...")[0] == {"north": "A.-.-.-"}
    assert board(card="nonsense", north="A...")[0] == {"card": "nonsense", "north": "A..."}


def test_hands_that_are_typed_stand_on_the_chart_and_what_is_wrong_at_their_field(board):
    _, page = board(north="a10.kq..", south="AX...")
    assert [square(page, card) for card in ("ST", "HK", "SA", "S2")] == ["N", "N", "NS", "none"]
    assert "“X” is no rank" in judgement(page)
    assert "SA is in both hands" in judgement(page)
    assert 'aria-invalid="true"' in field(page, "south")
    assert "editor-faults" in field(page, "south")
    assert 'aria-invalid="true"' not in field(page, "north")
    assert 'value="a10.kq.."' in field(page, "north")


def test_two_whole_hands_are_analysed_as_a_record(board, client, stored):
    _, page = board(**HANDS, dealer="S", rules="penalty", calls="1S X Pass")
    assert "North has 13 cards, South 13 cards." in judgement(page)
    form = re.search(r'<form id="analyse-form".*?</form>', page, re.DOTALL).group(0)
    token = re.search('name="csrf_token" value="([^"]+)"', form).group(1)
    text = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", form, re.DOTALL).group(1).replace("&#34;", '"')
    assert stored() == 0
    answer = client.post("/analyse/", data={"csrf_token": token, "text": text})
    assert answer.status_code == 303
    assert stored() == 1
    made = client.get(f"{answer.headers['Location']}.pbn").text
    (record,) = read_pbn(made).records
    assert (str(record.contract), str(record.ruleset), record.dealer.letter) == ("1SX S", "penalty", "S")


def test_fewer_cards_lead_to_the_page_of_the_position(board, client):
    _, page = board(north="AQ...", south="K.2..", strain="H", turn="S")
    href = re.search(r'<a class="button" href="([^"]+)" data-key="solve"', page).group(1)
    assert "AQ.-.-.- K.2.-.- H S" in client.get(href.replace("&amp;", "&")).text
    _, page = board(north="AQ...", south="K...", led="H2", turn="N")
    assert 'data-key="solve"' in page


def test_hands_of_unequal_length_are_no_fault_and_say_what_is_wanting(board):
    _, page = board(north="AQ...", south="K...")
    assert "North has 2 cards, South 1 card." in judgement(page)
    assert "as many cards each" in judgement(page)
    assert 'id="editor-faults"' not in page
    assert 'data-key="solve"' not in page


def test_calls_are_made_on_the_pad_and_taken_back(board):
    query, page = board(action="1H", **HANDS)
    assert query["calls"] == "1H"
    assert re.search(r'<button class="call-pick"[^>]*value="1S"', page)
    assert not re.search(r'<button class="call-pick"[^>]*value="1C"', page)
    query, page = board(action="Pass", **query)
    assert query["calls"] == "1H Pass"
    query, page = board(action="HA", **query)
    assert "HA" in judgement(page)
    query, page = board(do="back", **query)
    query, page = board(action="SA", **query)
    assert query["played"] == "SA"
    assert re.search(r'<button class="pick"[^>]*value="S8"', page)
    query, page = board(do="back", **query)
    assert "played" not in query
    assert board(do="back", **query)[0]["calls"] == "1H"


def test_an_illegal_call_or_card_is_told_with_what_was_legal(board):
    _, page = board(**HANDS, calls="1H 1C")
    assert "Auction , column 4" in judgement(page)
    assert "Legal here" in judgement(page)
    assert 'form="analyse-form"' not in page
    assert 'data-key="back"' in page


def test_random_hands_swapped_sides_and_a_cleared_board(board):
    query, page = board(do="random", rules="level", dealer="S")
    assert (query["rules"], query["dealer"]) == ("level", "S")
    assert page.count('square-N"') - 1 == page.count('square-S"') - 1 == 13
    other, _ = board(do="swap", **query)
    assert (other["north"], other["south"], "dealer" in other) == (query["south"], query["north"], False)
    assert board(do="clear", **other)[0] == {"rules": "level"}


def test_other_rules_are_written_out_and_refused_by_name(board):
    query, page = board(**HANDS, rules="other", other_rules="penalty,undertrick=70", do="swap")
    assert (query["rules"], query["other_rules"]) == ("other", "penalty,undertrick=70")
    assert 'value="penalty,undertrick=70"' in field(page, "other_rules")
    _, page = board(**HANDS, rules="other", other_rules="harsh")
    assert "harsh" in judgement(page)
    assert 'aria-invalid="true"' in field(page, "other_rules")


def test_a_hand_is_opened_in_the_editor_from_its_page(board, client):
    page = client.get("/analyse/sample?contract=3NTXN&swap=S8-SA&ply=12&values=off").text
    assert 'href="/analyse/editor?from=sample&amp;contract=3NTXN&amp;swap=S8-SA"' in page
    query, page = board(**{"from": "sample"})
    assert query["calls"] == "1H 1S 2H 2S 3H 3S 4H 4S Pass"
    assert query["rules"] == "penalty"
    assert len(query["played"].split()) == 26
    assert "The hand is whole" in judgement(page)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_hand_can_be_opened_and_is_without_fault(app, board, kind):
    with app.app_context():
        slug = keep(KINDS[kind](), "pbn")
    _, page = board(**{"from": slug})
    assert 'id="editor-faults"' not in page
    assert 'form="analyse-form"' in page


def test_a_changed_hand_is_opened_as_it_is_shown(app, board):
    with app.app_context():
        slug = keep(contract_only(), "pbn")
    query, page = board(**{"from": slug, "contract": "3NTXN", "swap": "S8-SA", "ply": "3", "values": "off"})
    assert (query["contract"], query["north"]) == ("3NTX N", "A.KT9743.T7.KQ63")
    assert 'id="editor-faults"' not in page


def test_the_draw_phase_is_left_out_and_what_it_led_to_stays(app, board):
    record = drawn()
    with app.app_context():
        slug = keep(record, "pbn")
    query, _ = board(**{"from": slug})
    assert query["calls"] == "1C 2NT Pass"


def test_a_position_line_is_opened_and_one_that_is_none_is_told(client, board):
    answer = client.get("/analyse/editor", query_string={"line": "AQ5.K2.-.T KJ4.3.A2.- H S D9"})
    told = client.get(answer.headers["Location"])
    assert told.status_code == 400
    assert "one card more" in told.text
    line = "AQ5.K2.-.T KJ4.3.A2.- H S"
    assert 'href="/analyse/editor?line=AQ5.K2' in client.get("/analyse/position", query_string={"line": line}).text
    query, _ = board(line=line)
    assert query == {"north": "AQ5.K2.-.T", "south": "KJ4.3.A2.-", "strain": "H", "turn": "S"}


def test_no_hand_no_editor(client):
    assert client.get("/analyse/editor?from=nothing").status_code == 404


def test_the_fragment_is_the_editor_alone_with_its_address(client):
    page = client.get("/analyse/editor?part=editor&card=SA&north=K...").text
    assert "<html" not in page
    assert 'data-address="/analyse/editor?north=AK.-.-.-"' in page


@pytest.mark.parametrize(
    "query",
    [
        {"north": "<script>alert(1)</script>"},
        {"north": "\x00", "south": "\u202e"},
        {"calls": "1H " * 500, **HANDS},
        {"turn": '"><i id=x>', "dealer": "'", "strain": "&", "north": "A...", "south": "K..."},
        {"dealer": "E", **HANDS},
        {"rules": "other"},
        {"action": "99Z", "card": "", "do": "explode"},
    ],
)
def test_whatever_the_address_says_the_page_is_there_and_escapes_it(client, query):
    answer = client.get("/analyse/editor", query_string=query)
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text
    assert "<i id=x>" not in answer.text


def test_the_form_of_the_analyse_page_leads_to_the_editor(client):
    assert 'href="/analyse/editor"' in client.get("/analyse/").text
