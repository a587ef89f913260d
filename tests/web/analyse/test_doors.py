"""Texts with the faults that neighbouring programs really had: pages, JSON API and command say the same of each.

A case holds a text, how many good games there are in it, and for each thing that is wrong its line and a piece of the
sentence. The numbers are those of the list that the cases come from.
"""

import html
import json
import re
from dataclasses import dataclass, replace

import pytest
from click.testing import CliRunner
from sqlalchemy import select

from tests.notation.games import AUCTION, CONTRACT, DEAL, GOOD, NORTH, PLAY, SOUTH
from tests.web.kept import Desk
from tests.web.texts import calls, drawn
from tutor.cli import cli
from tutor.notation import LIMIT_BYTES, read_records, write_json, write_pbn
from tutor.rules import PENALTY
from tutor.store import StudiedHand, db
from tutor.web.settings import TEXT_LIMIT
from tutor.worker.reading import read_file

HAND = DEAL + CONTRACT
VOIDS = (
    (".KQJT98.AKQJ.543", "AKQJT98..T987.76"),
    ("-.KQJT98.AKQJ.543", "AKQJT98.-.T987.76"),
    ("—.KQJT98.AKQJ.543", "AKQJT98.—.T987.76"),
    ("KQJT98.AKQJ.543.", "A765432.T9.T987."),
    ("KQJT98.AKQJ..543", "A765432.T98..876"),
    ("HKQJT98DAKQJC543", "SAKQJT98DT987C76"),
    ("S-HKQJT98DAKQJC543", "SAKQJT98H-DT987C76"),
)
TEN = DEAL.replace("QJT", "QJ{}", 1)


@dataclass(frozen=True)
class Case:
    """A text and what is to be said of it."""

    hazard: int
    name: str
    text: str | bytes
    good: int
    faults: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.hazard} {self.name}"


def deal(north: str, south: str) -> str:
    return f'[Dealer "N"]\n[Deal "N:{north} - {south} -"]\n'


def discarded_twice() -> str:
    """A hand with its draw phase, whose second line of discards is the first one once more."""
    head, rows = write_pbn([drawn()]).split("[Draw ", 1)
    tag, first, _, *rest = rows.split("\n")
    return "\n".join([f"{head}[Draw {tag}", first, first, *rest])


def line_of(text: str, piece: str) -> int:
    return text[: text.index(piece)].count("\n") + 1


TWICE = discarded_twice()
COMMENTED = DEAL + AUCTION.replace("\n", " {one\ntwo}\n", 2) + PLAY.replace("HA", "{x\n\ny} HA")

CASES = [
    *(Case(1, f"voids {number}", deal(*hands), 1) for number, hands in enumerate(VOIDS)),
    Case(1, "a void at the front of a deal line", " ".join(VOIDS[0]), 1),
    Case(2, "a comment before the first tag", "{a comment}\n" + HAND, 1),
    Case(2, "comments between the tags", HAND.replace("]\n", "]\n{a comment}\n"), 1),
    Case(2, "comments of several lines inside the sections", COMMENTED, 1),
    Case(2, "a comment that never closes", HAND + '{open\n[Event "x"]\n', 0, ((5, "never closed"),)),
    *(
        Case(3, f"unknown as {value!r}", f'{DEAL}[Declarer "{value}"]\n[Contract "{value}"]\n[Result "{value}"]\n', 1)
        for value in ("?", "", "-")
    ),
    Case(3, "nothing said at all", DEAL, 1),
    Case(4, "statistics after the last game", HAND + "\n\nTotal 1 deal\nBye\n", 1, ((7, "Total"), (8, "Bye"))),
    Case(5, "passed out", DEAL + '[Auction "N"]\nPass Pass\n', 1),
    Case(5, "passed out by its contract", DEAL + '[Contract "Pass"]\n', 1),
    Case(6, "hands the wrong way round", deal(SOUTH, NORTH) + CONTRACT + PLAY, 0, ((6, "wrong way round"),)),
    Case(7, "CRLF", GOOD.replace("\n", "\r\n").encode(), 1),
    Case(7, "CR", GOOD.replace("\n", "\r").encode(), 1),
    Case(7, "no final newline", GOOD.strip(), 1),
    Case(7, "many blank lines at both ends", "\n" * 20 + GOOD + "\n" * 20, 1),
    Case(7, "a mark of the byte order", b"\xef\xbb\xbf" + GOOD.encode(), 1),
    Case(7, "UTF-16", GOOD.encode("utf-16"), 1),
    Case(7, "one newline only", "\n", 0, ((0, ""),)),
    Case(8, "an unfinished last trick", HAND + '[Play "N"]\nHA H9\nDA -\n', 1),
    Case(8, "holes at the end", HAND + '[Play "N"]\nHA H9\n- -\n- -\n', 1),
    Case(8, "a hole in the middle", HAND + '[Play "N"]\nHA H9\n- D9\nCT CA\n', 0, ((7, "Trick 2 has no card"),)),
    Case(9, "a percent sign in column one", "% [Broken\n" + HAND, 1),
    Case(9, "a semicolon anywhere", HAND.replace("]\n", "] ; a word\n"), 1),
    Case(9, "a percent sign elsewhere", HAND + '[Auction "N"]\nPass % 1S\n', 0, ((6, "“%” is no call"),)),
    Case(9, "a hash is no comment", HAND + "# words\n", 1, ((5, "#"),)),
    *(Case(10, f"a ten as {ten}", TEN.format(ten), 1) for ten in ("10", "T", "t", "１０", "Ｔ")),
    *(Case(10, f"no ten as {ten}", TEN.format(ten), 0, ((2, "a ten is written T or 10"),)) for ten in ("X", "0")),
    *(
        Case(10, f"the letter {letter}", DEAL.replace("KJ.", f"{letter}J.", 1), 0, ((2, f"write {right} for it"),))
        for letter, right in (("Kn", "J"), ("E", "A"), ("R", "K"), ("V", "J / Q"))
    ),
    Case(10, "a D is diamonds and no queen", DEAL.replace("KJ.", "DJ.", 1), 0, ((2, "letter"),)),
    Case(11, "12 cards", DEAL.replace("KJ.", "K.", 1), 0, ((2, "12 cards, not 13"),)),
    Case(11, "14 cards", DEAL.replace("KJ.", "KJ2.", 1), 0, ((2, "14 cards, not 13"),)),
    Case(11, "no cards", deal("...", SOUTH), 0, ((2, "0 cards, not 13"),)),
    Case(11, "a card twice in a hand", DEAL.replace("KJ.", "KK.", 1), 0, ((2, "SK is twice in the hand"),)),
    Case(11, "a card in both hands", deal(NORTH, SOUTH.replace("AQT9", "KQT9")), 0, ((2, "SK is in both hands"),)),
    Case(11, "hands of unequal length", deal(NORTH, SOUTH[:-1]), 0, ((2, "12 cards, not 13"),)),
    Case(11, "a card discarded twice", TWICE, 0, ((line_of(TWICE, "[Draw ") + 2, "has been played already"),)),
    Case(12, "no hand at all", "Dear Sol,\n\nthank you for\nthe game.\n", 0, ((1, "neither PBN nor JSON"),)),
    Case(12, "bytes that are no text", b"\x80\x81" + GOOD.encode(), 0, ((1, "0x80"),)),
    Case(12, "JSON cut short", '{"format": "drawbridge/1",', 0, ((1, ""),)),
    Case(13, "an event from the game before", f'[Event "Cup"]\n{HAND}\n[Event "#"]\n{HAND}', 2),
    Case(13, "a deal from the game before", f'{HAND}\n[Dealer "N"]\n[Deal "#"]\n', 1, ((7, "cannot take its value"),)),
]  # fmt: skip

Said = tuple[int, list[tuple[int, str]]]


def as_bytes(case: Case) -> bytes:
    return case.text if isinstance(case.text, bytes) else case.text.encode()


def by_command(case: Case) -> Said:
    result = CliRunner().invoke(cli, ("review", "-", "--json"), input=as_bytes(case))
    assert "Traceback" not in result.output
    value = json.loads(result.stdout) if result.stdout else []
    told = [re.fullmatch(r"-:(?:(\d+):(?:\d+:)?)? (?:Game \d+: )?(.*)", line) for line in result.stderr.splitlines()]
    assert result.exit_code == (1 if told else 0)
    return len(value) if isinstance(value, list) else 1, [(int(each[1] or 0), each[2]) for each in told]


def by_api(client, case: Case) -> Said:
    answer = client.post("/api/v1/review", data=as_bytes(case))
    value = answer.json
    if answer.status_code == 200:
        return len(value) if isinstance(value, list) else 1, []
    assert answer.status_code in (400, 422)
    return len(value.get("reviews", [])), [(each["line"] or 0, each["message"]) for each in value["errors"]]


def by_page(upload, case: Case) -> Said:
    answer = upload(as_bytes(case))
    if answer.status_code == 303:
        return 1, []
    assert answer.status_code in (200, 400)
    items = re.findall(
        r'<li>\s*<p>(?:<span class="place">Line (\d+)(?:, column \d+)?</span> )?(.*?)</p>', answer.text, re.DOTALL
    )
    good = answer.text.count('name="game"') if answer.status_code == 200 else 0
    return good, [(int(line or 0), html.unescape(words)) for line, words in items]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_three_doors_say_the_same_of_a_text(client, upload, stored, case):
    said = {"command": by_command(case), "API": by_api(client, case), "page": by_page(upload, case)}
    assert len(case.faults) == len(said["API"][1])
    for door, (good, faults) in said.items():
        assert (door, good) == (door, case.good)
        if case.faults == ((0, ""),):
            assert len(faults) == 1
            continue
        assert sorted(faults) == sorted(said["API"][1])
        for line, piece in case.faults:
            assert any(line == at and piece in words for at, words in faults), (door, piece, faults)
    assert stored() == (1 if case.good == 1 and not case.faults else 0)


@pytest.mark.parametrize("case", [case for case in CASES if case.good], ids=str)
def test_what_was_read_survives_a_round_trip(case):
    records = read_records(case.text).records
    assert read_records(write_pbn(records)).records == records


@pytest.mark.parametrize("case", [case for case in CASES if not case.good], ids=str)
def test_of_a_text_without_a_good_game_a_program_stores_nothing(client, stored, case):
    assert client.post("/api/v1/records", data=as_bytes(case)).status_code in (400, 422)
    assert stored() == 0


def test_a_text_over_the_limit_is_refused_by_every_door_with_the_limit_and_nothing_stored(client, upload, send, stored):
    text = GOOD + "\n" + "; a comment\n" * (TEXT_LIMIT // 12)
    assert len(text) > LIMIT_BYTES
    for answer in (upload(text.encode()), send(text), client.post("/api/v1/records", data=text.encode())):
        assert answer.status_code == 413
        assert f"{TEXT_LIMIT:,} bytes" in answer.text
    told = CliRunner().invoke(cli, ("review", "-", "--json"), input=text)
    assert (told.exit_code, told.stdout) == (1, "")
    assert "larger than 400 kB" in told.stderr
    assert stored() == 0


LED_SUIT = replace(drawn(replace(PENALTY, draw_winner="led-suit")), calls=calls("Pass Pass"), contract=None, played=())
"""Passed out after a draw phase that fits one reading of the rules only."""

UNNAMED = {
    "PBN that names a preset": write_pbn([LED_SUIT]).replace(",draw_winner=led-suit", ""),
    "PBN that names no rules": re.sub(r"\[Ruleset .*\n", "", write_pbn([LED_SUIT])),
    "JSON that names a preset": write_json([LED_SUIT]).replace(",draw_winner=led-suit", ""),
    "JSON that names no rules": re.sub(r' *"ruleset": .*\n', "", write_json([LED_SUIT])),
}

Judged = tuple[str | None, list[str]]
"""The rules that a text of one game is judged by, None when it is refused; and what is said against it."""


def judged_by_page(client, send, text: str, rules: str) -> Judged:
    answer = send(text, rules="other", other_rules=rules)
    if answer.status_code == 303:
        (found,) = read_records(client.get(answer.headers["Location"] + ".pbn").text).records
        return str(found.ruleset), []
    said = re.findall(r'<li>\s*<p>(?:<span class="place">[^<]*</span> )?(.*?)</p>', answer.text, re.DOTALL)
    return None, list(map(html.unescape, said))


def judged_by_api(client, address: str, text: str, rules: str) -> Judged:
    answer = client.post(f"/api/v1/{address}", query_string={"rules": rules}, data=text.encode())
    if "errors" in answer.json and answer.status_code != 201:
        return None, [each["message"] for each in answer.json["errors"]]
    if address == "records":
        (kept,) = answer.json["records"]
        return client.get(kept["record"]).json["ruleset"], []
    return answer.json["rules"], []


def judged_by_worker(text: str, rules: str) -> Judged:
    found = read_file(text.encode(), rules)
    names = [str(each.record.ruleset) for each in found.games]
    return (names[0] if names else None), [str(fault.message) for fault in found.faults]


def judged_by_review(text: str, rules: str) -> Judged:
    result = CliRunner().invoke(cli, ("review", "-", "--json", "--rules", rules), input=text)
    said = [re.sub(r"^-:\d+:(\d+:)? ", "", line) for line in result.stderr.splitlines()]
    return (json.loads(result.stdout)["rules"] if result.stdout else None), said


def judged_by_batch(folder, text: str, rules: str) -> Judged:
    source, out = folder / "games", folder / "out.jsonl"
    source.write_text(text, encoding="utf-8")
    CliRunner().invoke(cli, ("batch", str(source), "-j", "1", "--rules", rules, "-o", str(out), "--overwrite"))
    (value,) = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    return (None, [value["error"]]) if "error" in value else (value["review"]["rules"], [])


@pytest.fixture
def judged(client, send, tmp_path):
    """What each door judges a text by."""

    def by_all(text: str, rules: str) -> dict[str, Judged]:
        return {
            "page": judged_by_page(client, send, text, rules),
            "API": judged_by_api(client, "review", text, rules),
            "API, to keep": judged_by_api(client, "records", text, rules),
            "background": judged_by_worker(text, rules),
            "review": judged_by_review(text, rules),
            "batch": judged_by_batch(tmp_path, text, rules),
        }

    return by_all


@pytest.mark.parametrize("text", UNNAMED.values(), ids=UNNAMED)
@pytest.mark.parametrize("rules", ["written", "penalty", "level", "penalty,stock=exposed"])
def test_every_door_leaves_who_won_a_draw_phase_to_its_cards_when_nobody_names_it(judged, text, rules):
    preset, _, rest = rules.partition(",")
    expected = ",".join(filter(None, (preset, "draw_winner=led-suit", rest)))
    for door, found in judged(text, rules).items():
        assert (door, *found) == (door, expected, [])


@pytest.mark.parametrize("text", UNNAMED.values(), ids=UNNAMED)
def test_every_door_takes_rules_that_name_the_reading_at_their_word(judged, text):
    for door, found in judged(text, "level,draw_winner=led-suit").items():
        assert (door, *found) == (door, "level,draw_winner=led-suit", [])
    refused = judged(text, "level,draw_winner=highest-rank")
    named = "penalty" in text
    start = "was recorded under the rules penalty,draw_winner=led-suit and" if named else "names no rules and"
    for door, (rules, said) in refused.items():
        assert (door, rules) == (door, None)
        assert " ".join(said) == " ".join(refused["API"][1])
        assert f"This game {start} is read under level: " in said[0]
        assert said[0].endswith("By the rules level,draw_winner=led-suit the draw phase is in order.")


@pytest.mark.parametrize("text", UNNAMED.values(), ids=UNNAMED)
def test_an_uploaded_file_comes_among_the_hands_by_the_rules_chosen_and_the_reading_of_its_cards(app, text):
    desk = Desk(app)
    desk.send(text.encode(), rules="level")
    desk.work()
    with app.app_context():
        assert db.session.scalars(select(StudiedHand.rules)).all() == ["level,draw_winner=led-suit"]


@pytest.mark.parametrize("text", UNNAMED.values(), ids=UNNAMED)
def test_an_uploaded_file_is_judged_by_the_reading_that_the_rules_name(app, text):
    desk = Desk(app)
    slug = desk.send(text.encode(), rules="level, draw_winner=highest-rank")
    desk.work()
    assert "draw_winner=led-suit the draw phase is in order" in desk.client.get(f"/hands/uploads/{slug}").text
    with app.app_context():
        assert db.session.scalars(select(StudiedHand.rules)).all() == []
