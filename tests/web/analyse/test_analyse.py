"""Analyse: reading what is sent, and the board of what was read."""

import html
import json
import re

import pytest

from tests.web.texts import FINISHED, KINDS, pbn, record, record_to_json
from tutor.cards import card_name
from tutor.coach.review import states
from tutor.notation import read_pbn, record_from_json
from tutor.rules import Position
from tutor.solver import card_values, clear_cache


def board_of(client, answer, **query):
    assert answer.status_code == 303, answer.text
    return client.get(answer.headers["Location"], query_string=query).text


def test_a_pasted_hand_is_stored_once_and_has_a_link_that_lasts(send, client, stored):
    first, second = send(FINISHED), send(FINISHED)
    assert first.headers["Location"] == second.headers["Location"]
    assert re.fullmatch("/analyse/[a-z0-9]{13}", first.headers["Location"])
    assert stored() == 1
    assert "<h1>4 spades by South, one trick short</h1>" in client.get(first.headers["Location"]).text


def test_an_uploaded_file_is_read_and_wins_over_the_text_field(upload, client):
    assert "4 spades by South" in board_of(client, upload(FINISHED.encode()))


def test_a_json_record_is_read(send, client):
    answer = send(json.dumps(record_to_json(read_pbn(FINISHED).records[0])))
    assert "4 spades by South" in board_of(client, answer)


@pytest.mark.parametrize(
    ("old", "new", "place", "marked"),
    [
        ("1H 1S", "1H 1C", "Line 20, column 4", "1"),
        ("HK DJ", "HK CJ", "Line 27, column 4", "C"),
        ("H9 H6", "HA H6", "Line 26, column 1", "H"),
    ],
)
def test_an_illegal_action_is_named_at_its_place_and_nothing_is_stored(send, stored, old, new, place, marked):  # noqa: PLR0917
    answer = send(FINISHED.replace(old, new))
    assert answer.status_code == 400
    assert f"{place}</span>" in answer.text
    assert f"<mark>{marked}</mark>" in answer.text
    assert "Traceback" not in answer.text
    assert stored() == 0


@pytest.mark.parametrize("text", ["", "   \n ", "hello", "{", "[]", '{"format": "drawbridge/1"}', "\x00", "[Deal"])
def test_what_cannot_be_read_is_said_and_nothing_is_stored(send, stored, text):
    answer = send(text)
    assert answer.status_code == 400
    assert 'id="faults"' in answer.text
    assert stored() == 0


def test_a_file_that_is_no_text_is_refused(upload, stored):
    answer = upload(bytes(range(256)))
    assert answer.status_code == 400
    assert 'id="faults"' in answer.text
    assert stored() == 0


def test_what_was_sent_stays_in_the_form_escaped(send):
    answer = send('<script>alert("x")</script>')
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text


def test_several_games_are_offered_and_only_the_chosen_one_is_stored(send, client, stored):
    text = pbn() + "\n" + FINISHED
    answer = send(text)
    assert answer.status_code == 200
    assert stored() == 0
    assert "A hand without a contract" in answer.text
    assert 'name="game" value="2"' in answer.text
    assert "4 spades by South, one trick short" in board_of(client, send(text, game="2"))
    assert stored() == 1


def test_games_of_a_list_are_told_apart_by_their_number_event_and_board(send):
    first = FINISHED.replace('"Kitchen table, second deal"', '"<i>Cup</i>"').replace('[Board "2"]', '[Board "7"]')
    plain = FINISHED.replace('"Kitchen table, second deal"', '"?"').replace('[Board "2"]', '[Board ""]')
    page = send(f"{first}\n{FINISHED}\n{plain}").text
    rows = re.findall(r'<button class="choice".*?</button>', page, re.DOTALL)
    assert "<bdi>&lt;i&gt;Cup&lt;/i&gt;</bdi>, board <bdi>7</bdi>" in rows[0]
    assert "<bdi>Kitchen table, second deal</bdi>, board <bdi>2</bdi>" in rows[1]
    assert "board" not in rows[2]
    assert [re.search(r'class="sr">Game </span>(\d)<', row).group(1) for row in rows] == ["1", "2", "3"]


def test_a_bad_game_does_not_spoil_the_good_one_beside_it(send, stored):
    bad = FINISHED.replace("1H 1S", "1H 1C")
    answer = send(FINISHED + "\n" + bad)
    assert answer.status_code == 200
    assert 'name="game" value="1"' in answer.text
    assert 'name="game" value="2"' not in answer.text
    assert "One thing stands in the way" in answer.text
    assert 'id="faults"' not in answer.text
    assert stored() == 0


def test_games_keep_the_numbers_that_they_have_in_the_text(send, client, stored):
    text = "\n".join([FINISHED.replace("1H 1S", "1H 1C"), pbn(), FINISHED])
    answer = send(text)
    assert re.findall(r'name="game" value="(\d)"', answer.text) == ["2", "3"]
    assert "4 spades by South, one trick short" in board_of(client, send(text, game="3"))
    assert send(text, game="1").status_code == 200
    assert stored() == 1


def test_the_hand_can_be_judged_by_other_rules(send, client):
    assert '<bdi dir="ltr">level</bdi>' in board_of(client, send(FINISHED, rules="level"))
    answer = send(FINISHED, rules="other", other_rules="penalty,undertrick=100")
    assert '<bdi dir="ltr">penalty,undertrick=100</bdi>' in board_of(client, answer)


def test_unknown_rules_are_refused_by_name(send, stored):
    answer = send(FINISHED, rules="other", other_rules="penalty,undertrick=lots")
    assert answer.status_code == 400
    assert "lots" in answer.text
    assert stored() == 0


def test_a_double_is_refused_under_rules_without_doubling(send, stored):
    answer = send(FINISHED.replace("1H 1S\n2H 2S", "1H X\n2H 2S"), rules="other", other_rules="penalty,doubling=false")
    assert answer.status_code == 400
    assert stored() == 0


def test_the_example_fills_the_form(client):
    assert "[North &#34;Nora&#34;]" in client.get("/analyse/?example=1").text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_record_can_be_stepped_through_from_end_to_end(send, client, kind):
    answer = send(json.dumps(record_to_json(KINDS[kind]())))
    address = f"{answer.headers['Location']}?ply=0"
    seen = []
    while True:
        page = client.get(address)
        assert page.status_code == 200
        seen.append(address)
        following = re.search(r'<a class="step" href="([^"]+)" data-step="ArrowRight"', page.text)
        if following is None:
            break
        address = following.group(1)
    count = len(KINDS[kind]().actions()) + (
        len(KINDS[kind]().played) if KINDS[kind]().draw and not KINDS[kind]().calls else 0
    )
    assert len(seen) == count + 1


def test_a_passed_out_hand_scores_nothing_and_says_so(send, client):
    page = board_of(client, send(json.dumps(record_to_json(KINDS["passed out"]()))), ply=2)
    assert "<h1>Passed out</h1>" in page
    assert "nobody scores" in page


def test_a_recorded_draw_phase_is_shown_but_not_judged(send, client):
    page = board_of(client, send(json.dumps(record_to_json(KINDS["with its draw phase"]()))), ply=3)
    assert "it is not judged" in page
    assert "cards in the stock" in page
    assert "worth-" not in page
    assert "&lt;b&gt;Bo&lt;/b&gt;" in page


def test_a_trick_that_changes_no_score_is_shown_lightly_and_not_blamed(send, client):
    page = board_of(client, send(json.dumps(record_to_json(KINDS["slips"]()))))
    assert 'class="move slip"' in page
    assert "costs one trick, score unchanged." in page


def test_every_legal_card_shows_the_tricks_its_player_takes_in_all(client):
    page = client.get("/analyse/sample?ply=12").text
    shown = dict(re.findall(r'data-key="([SHDC][2-9TJQKA])".*?<b>(\d+)</b>', page, flags=re.DOTALL))
    assert shown == {
        "SA": "10",
        "SJ": "10",
        "ST": "10",
        "S9": "10",
        "S7": "10",
        "S5": "10",
        "S4": "10",
        "DJ": "8",
        "D8": "9",
        "D6": "9",
        "D5": "9",
        "C9": "10",
    }
    assert "It costs 2 tricks, 220 points. The contract now fails." in page


def test_the_values_on_the_cards_are_those_of_a_fresh_solve_at_every_ply(client):
    record = read_pbn(FINISHED).records[0]
    clear_cache()
    for ply, (deal, _) in enumerate(states(record)):
        if deal.play is None:
            continue
        page = client.get("/analyse/sample", query_string={"ply": ply}).text
        shown = dict(re.findall(r'data-key="([SHDC][2-9TJQKA])".*?<b>(\d+)</b>', page, flags=re.DOTALL))
        won = deal.play.tricks[deal.play.turn]
        values = card_values(Position.of(deal.play))
        assert shown == {card_name(card): str(tricks + won) for card, tricks in values.items()}


def test_every_call_shows_its_value_and_all_equal_calls_are_marked(client):
    page = client.get("/analyse/sample?ply=2").text
    assert page.count("call-best") >= 8
    assert len(re.findall(r'class="call-worth"', page)) == 33  # pass, double and the 31 bids over 1S


def test_mistakes_are_marked_by_the_points_they_lost(client):
    page = client.get("/analyse/sample").text
    assert [int(points) for points in re.findall(r'class="cost"><bdi dir="ltr">−(\d+)', page)] == [
        20,
        220,
        50,
        100,
    ]


def test_a_card_can_be_tried_out_and_taken_back(client):
    page = client.get("/analyse/sample?ply=9&tried=HK-H6").text
    assert "Trying out: six of hearts." in page
    assert 'href="/analyse/sample?ply=9&amp;lines=9.HK-H6" data-live data-key="leave"' in page
    assert 'href="/analyse/sample?ply=9&amp;tried=HK&amp;lines=9.HK-H6"' in page


@pytest.mark.parametrize("tried", ["H6", "nonsense", "HK-HK", "1S", "-", "HK--H6"])
def test_a_trial_that_cannot_be_is_dropped(client, tried):
    page = client.get("/analyse/sample", query_string={"ply": 9, "tried": tried})
    assert page.status_code == 200
    assert "Trying out" not in page.text


@pytest.mark.parametrize("ply", ["-5", "999", "x", ""])
def test_a_ply_that_is_not_there_shows_the_nearest(client, ply):
    assert client.get("/analyse/sample", query_string={"ply": ply}).status_code == 200


def test_a_whole_auction_can_be_tried_out_on_two_hands(send, client):
    page = board_of(client, send(pbn()), ply=0, tried="1S-Pass-H6")
    assert "Trying out: six of hearts." in page


def test_the_opponent_may_be_taken_to_bid_only_what_makes(client):
    page = client.get("/analyse/sample?ply=2&opponent=natural").text
    assert "an opponent who bids only what makes" in page
    assert "opponent=natural" in re.search(r'data-step="ArrowRight"', page).string


def test_the_exports_read_back_as_the_hand(client):
    sample = read_pbn(FINISHED).records[0]
    exported = client.get("/analyse/sample.pbn")
    assert exported.headers["Content-Disposition"] == 'attachment; filename="sample.pbn"'
    assert read_pbn(exported.text).records[0].played == sample.played
    assert record_from_json(client.get("/analyse/sample.json").json) == sample


def test_the_fragment_is_the_board_alone(client):
    fragment = client.get("/analyse/sample?ply=12&part=board").text
    assert fragment.startswith('<div class="analysis"')
    assert "<html" not in fragment
    assert fragment.strip() in client.get("/analyse/sample?ply=12").text


def test_written_rules_come_with_the_word_that_a_failing_bid_is_free(send, client):
    assert "7 no-trump stops any opponent for free" in board_of(client, send(FINISHED, rules="written"))


def test_a_position_is_solved_at_its_own_address_and_played_on(client):
    page = client.get("/analyse/position?line=AQ.-.-.-+KJ.-.-.-+NT+N&tried=SA-SJ").text
    assert "North" in page
    assert "With best play North takes one trick, South one trick." in page


def test_a_position_without_values_gives_nothing_away_and_shows_them_when_asked(client):
    line = "AQ52.K3.-.T KJ43.-.A2.9 H N"
    shown = client.get("/analyse/position", query_string={"line": line}).text
    hidden = client.get("/analyse/position", query_string={"line": line, "values": "off"}).text
    for told in ("With best play", "Best line from here", 'class="worth', "Best card</"):
        assert told not in hidden, told
    assert "With best play" in shown
    assert "values are hidden" in hidden
    switch = html.unescape(re.search(r'href="([^"]+)"[^>]*>Show values', hidden).group(1))
    assert "values" not in switch
    card = html.unescape(re.search(r'href="(/analyse/position\?[^"]*tried=[^"]+)"', hidden).group(1))
    assert "values=off" in card
    assert "With best play" not in client.get(card).text


def test_a_position_that_cannot_be_read_is_said_beside_its_field(client):
    page = client.get("/analyse/position?line=AQ.-.-.-+KJ.-.-+NT+N")
    assert page.status_code == 400
    assert 'id="line-faults"' in page.text
    assert 'value="AQ.-.-.- KJ.-.- NT N"' in page.text


def test_the_record_of_a_hand_is_left_as_it_was(send, client):
    answer = send(json.dumps(record_to_json(record())))
    assert client.get(answer.headers["Location"] + ".json").json["hands"]["N"] == "8.KT9743.T7.KQ63"
