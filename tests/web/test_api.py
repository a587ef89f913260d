"""The JSON API: the shapes of the command, errors as JSON, and its own description."""

import json

import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from tests.web.texts import FINISHED, pbn
from tutor.coach.answers import auction_json, solve_json, table_json
from tutor.coach.review import review, review_json
from tutor.notation import parse_deal, parse_position, read_pbn, record_from_json
from tutor.rules import PENALTY
from tutor.store import StoredRecord, db

ILLEGAL = FINISHED.replace("HK DJ", "HK CJ")
UNREADABLE = FINISHED.replace("HK DJ", "HK ZZ")
DEAL = "8.KT9743.T7.KQ63 AJT9754.6.J865.9"
LINE = "AQ5.K2.-.T8 KJ3.A4.2.9 H S"


def test_solve_answers_as_the_command_does_in_the_same_order(client):
    answer = client.get("/api/v1/solve", query_string={"position": LINE})
    assert answer.json == solve_json(parse_position(LINE))
    assert list(answer.json["cards"]) == list(solve_json(parse_position(LINE))["cards"])


def test_table_answers_as_the_command_does(client):
    answer = client.get("/api/v1/table", query_string={"deal": DEAL})
    assert answer.json == table_json(*parse_deal(DEAL))
    assert list(answer.json["N"]) == ["C", "D", "H", "S", "NT"]


def test_auction_answers_as_the_command_does(client):
    query = {"deal": DEAL, "dealer": "N", "rules": "penalty", "calls": "1H 1S"}
    answer = client.get("/api/v1/auction", query_string=query)
    north, south = parse_deal(DEAL)
    assert answer.json == auction_json(north, south, 0, PENALTY, "perfect", [57, 58])
    natural = client.get("/api/v1/auction", query_string={**query, "opponent": "natural"})
    assert natural.json == auction_json(north, south, 0, PENALTY, "natural", [57, 58])


def test_review_answers_as_the_command_does_and_stores_nothing(client, stored):
    answer = client.post("/api/v1/review", data=FINISHED)
    one = json.loads(json.dumps(review_json(review(read_pbn(FINISHED).records[0]))))
    assert answer.json == one
    both = client.post("/api/v1/review", data=FINISHED + "\n" + FINISHED).json
    assert both == [{"game": 1, **one}, {"game": 2, **one}]
    assert stored() == 0


def test_review_explains_each_mistake_part_by_part_and_nothing_else(client):
    decisions = client.post("/api/v1/review", data=FINISHED).json["decisions"]
    assert [d["action"] for d in decisions if d["why"] is not None] == ["Pass", "DJ", "S5", "DT"]
    for decision in decisions:
        assert (decision["why"] is not None) == decision["mistake"]
    passed = next(d["why"] for d in decisions if d["mistake"])
    assert list(passed) == ["verdict", "happens", "reason", "instead", "next_time"]
    assert passed["verdict"] == "Pass costs 20 points."
    assert passed["instead"] == ["Better is 5♣ or 5♥."]


def test_a_bad_game_is_an_error_and_the_good_ones_beside_it_are_reviewed(client, stored):
    answer = client.post("/api/v1/review", data=FINISHED.replace("1H 1S", "1H 1C") + "\n" + FINISHED)
    assert answer.status_code == 422
    assert [(error["line"], error["column"]) for error in answer.json["errors"]] == [(20, 4)]
    assert [each["game"] for each in answer.json["reviews"]] == [2]
    assert stored() == 0


@pytest.mark.parametrize("address", ["/api/v1/records", "/api/v1/review"])
@pytest.mark.parametrize(
    ("text", "status"),
    [
        (ILLEGAL, 422),
        (ILLEGAL + "\n" + ILLEGAL, 422),
        (UNREADABLE, 400),
        (ILLEGAL + "\n" + UNREADABLE, 400),
        ("{}", 400),
        ("", 400),
    ],
)
def test_what_is_read_but_against_the_rules_is_422_and_what_cannot_be_read_400(client, stored, address, text, status):
    answer = client.post(address, data=text)
    assert answer.status_code == status
    assert answer.json["errors"]
    assert stored() == 0


@pytest.mark.parametrize("address", ["/api/v1/records", "/api/v1/review"])
def test_what_chosen_rules_forbid_is_told_where_it_stands_with_what_was_legal(client, stored, address):
    text = FINISHED.replace("1H 1S", "1H X")
    text = text[: text.index("[Auction")].replace('"S"', '"?"').replace('"4S"', '"?"') + '[Auction "N"]\n1H X\nPass\n'
    answer = client.post(address, query_string={"rules": "penalty,doubling=false"}, data=text)
    assert answer.status_code == 422
    (error,) = answer.json["errors"]
    assert (error["code"], error["column"]) == ("no-doubling", 4)
    assert text.splitlines()[error["line"] - 1].startswith("1H X")
    assert "is read under penalty,doubling=false" in error["message"]
    assert "Legal here: Pass" in error["message"]
    assert stored() == 0


@pytest.mark.parametrize("address", ["records", "review"])
@pytest.mark.parametrize("text", [FINISHED, UNREADABLE, ""])
def test_rules_that_are_none_are_a_fault_of_the_parameter_and_not_of_the_text(client, stored, address, text):
    answer = client.post(f"/api/v1/{address}", query_string={"rules": "house,a=b"}, data=text)
    assert answer.status_code == 422
    assert {(error["code"], error["line"], error["column"]) for error in answer.json["errors"]} == {
        ("parameter-value", None, None)
    }
    assert "written, penalty, level" in answer.json["errors"][0]["message"]
    assert stored() == 0


def test_no_more_hands_are_judged_at_once_than_a_worker_can_be_spared_for(client):
    deal = "8.KT9743.T7.KQ63 AJT9754.6.J865.9\n"
    assert len(client.post("/api/v1/review", data=deal * 200).json) == 200
    refused = client.post("/api/v1/review", data=deal * 201)
    assert refused.status_code == 413
    assert "at most 200 are judged at once" in refused.json["errors"][0]["message"]
    assert client.post("/api/v1/records", data=deal * 201).status_code == 201


def test_the_hands_of_a_text_are_stored_together_or_not_at_all(client, app, monkeypatch):
    def fails(*_, **__):
        raise OperationalError("INSERT", {}, Exception("disk full"))

    monkeypatch.setattr("tutor.web.storage.save_records", fails)
    deals = "8.KT9743.T7.KQ63 AJT9754.6.J865.9\nAJT2.J6.9754.AJ9 K95.9872.6.KQ732\n"
    assert client.post("/api/v1/records", data=deals).status_code == 503
    with app.app_context():
        assert db.session.scalars(select(StoredRecord)).all() == []


def test_a_record_can_be_stored_and_fetched_in_both_formats(client, stored):
    answer = client.post("/api/v1/records", data=FINISHED, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 201
    assert stored() == 1
    kept = answer.json["records"][0]
    assert record_from_json(client.get(kept["record"]).json) == read_pbn(FINISHED).records[0]
    text = client.get(kept["record"], query_string={"format": "pbn"}).text
    assert read_pbn(text).records == read_pbn(FINISHED).records
    assert client.get(kept["page"]).status_code == 200


def test_a_bad_game_is_reported_and_only_the_good_one_stored(client, stored):
    answer = client.post("/api/v1/records", data=FINISHED.replace("1H 1S", "1H 1C") + "\n" + pbn())
    assert answer.status_code == 201
    assert len(answer.json["records"]) == stored() == 1
    assert answer.json["records"][0]["game"] == 2
    assert {"line": 20, "column": 4, "code": "bid-higher"}.items() <= answer.json["errors"][0].items()


@pytest.mark.parametrize("address", ["/api/v1/records", "/api/v1/review"])
@pytest.mark.parametrize("text", [b"", b"hello", b"{", b"\xff\xfe\x00", UNREADABLE.encode()])
def test_a_text_without_a_good_hand_is_refused_and_nothing_stored(client, stored, address, text):
    answer = client.post(address, data=text)
    assert answer.status_code == 400
    for error in answer.json["errors"]:
        assert set(error) == {"message", "line", "column", "code"}
    assert answer.json["errors"][0]["line"] is not None
    assert stored() == 0


@pytest.mark.parametrize(
    ("address", "query", "status", "code"),
    [
        ("solve", {}, 422, "parameter-missing"),
        ("solve", {"position": LINE, "colour": "red"}, 422, "parameter-unknown"),
        ("solve", {"position": "nonsense"}, 400, None),
        ("solve", {"position": "AQ5.K2.-.T8 AQ5.A4.2.9 H S"}, 400, None),
        ("table", {"deal": "AQ.-.-.- KJ.-.-.-"}, 400, "hand-size"),
        ("auction", {"deal": DEAL, "dealer": "E"}, 422, "parameter-value"),
        ("auction", {"deal": DEAL, "dealer": "N", "rules": "house"}, 422, "parameter-value"),
        ("auction", {"deal": DEAL, "dealer": "N", "calls": "1S 1H"}, 422, "bid-higher"),
        ("auction", {"deal": DEAL, "dealer": "N", "calls": "Pass Pass"}, 422, "auction-over"),
        ("auction", {"deal": DEAL, "dealer": "N", "calls": "7NNX"}, 400, None),
        ("records/notaslug", {}, 404, "not-found"),
        ("nothing", {}, 404, "not-found"),
    ],
)
def test_a_wrong_question_is_answered_with_errors_as_json(client, address, query, status, code):
    answer = client.get(f"/api/v1/{address}", query_string=query)
    assert answer.status_code == status
    error = answer.json["errors"][0]
    assert error["message"]
    assert code in (None, error["code"])


def test_the_api_describes_itself_in_openapi_3_1(client):
    spec = client.get("/api/v1/openapi.json").json
    assert spec["openapi"].startswith("3.1")
    assert set(spec["paths"]) == {
        f"/api/v1/{p}" for p in ("solve", "table", "auction", "review", "records", "records/{slug}")
    }
    used = set(json.dumps(spec).split('"#/components/schemas/')[1:])
    named = {part.split('"')[0] for part in used}
    assert named <= set(spec["components"]["schemas"])
    for path in spec["paths"].values():
        for operation in path.values():
            assert {"422"} < set(operation["responses"])
    assert "requestBody" in spec["paths"]["/api/v1/records"]["post"]


def test_a_call_that_is_none_or_illegal_is_told_at_its_column(client):
    query = {"deal": DEAL, "dealer": "N", "calls": "1H  1Z Pass 9"}
    answer = client.get("/api/v1/auction", query_string=query)
    assert (answer.status_code, [error["column"] for error in answer.json["errors"]]) == (400, [5, 13])
    answer = client.get("/api/v1/auction", query_string={**query, "calls": "1S  1H"})
    (error,) = answer.json["errors"]
    assert (answer.status_code, error["line"], error["column"]) == (422, 1, 5)
    assert "Legal here: Pass, X, 1NT–7NT." in error["message"]


@pytest.mark.parametrize("format_", ["json", "pbn"])
@pytest.mark.parametrize("letter", ["x", "ä", "\\", "♠"])
def test_what_the_api_gives_it_takes_again_however_long_it_is(client, stored, format_, letter):
    room = 400_000 - len(FINISHED.encode()) - 4
    text = FINISHED + "\n{" + letter * (room // len((letter + letter).encode())) + "}"
    kept = client.post("/api/v1/records", data=text.encode())
    assert kept.status_code == 201
    address = kept.json["records"][0]["record"]
    exported = client.get(address, query_string={"format": format_})
    again = client.post("/api/v1/records", data=exported.data)
    assert (again.status_code, again.json["records"][0]["record"], stored()) == (201, address, 1)
