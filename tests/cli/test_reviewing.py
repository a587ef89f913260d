"""``tutor review``: finished hands from files and standard input."""

import gettext
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.games import CALLS, CARDS, json_text, pbn, record, spoilt
from tests.coach.test_review import played_at_random
from tests.web.texts import KINDS
from tutor.cli import cli, reviewing
from tutor.coach.facts import Decision
from tutor.coach.review import review
from tutor.coach.summing import summary
from tutor.coach.telling.explanations import Told, tell
from tutor.coach.telling.marks import marked
from tutor.messages import Message
from tutor.notation import LIMIT_BYTES, parse_call, write_pbn
from tutor.rules import PASS


def run(*args: str, text: str | bytes = "") -> Result:
    return CliRunner().invoke(cli, ("review", *args), input=text)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "hand.pbn"
    path.write_text(pbn(), encoding="utf-8")
    return path


def test_one_game_is_reviewed_as_one_json_object(file: Path):
    result = run(str(file), "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert answer["rules"] == "penalty"
    assert [each["action"] for each in answer["decisions"]] == [*CALLS.split(), *CARDS.split()]
    mistakes = {each["action"]: each["loss"] for each in answer["decisions"] if each["mistake"]}
    assert {each["action"] for each in answer["decisions"] if each["why"] is not None} == set(mistakes)
    assert mistakes["CK"] == {"tricks": 3, "points": 210}
    assert set(mistakes) == {"1D", "2C", "CK"}


def test_several_games_are_reviewed_as_a_list_with_their_numbers():
    answer = json.loads(run("-", "--json", text=pbn(3)).stdout)
    assert [each["game"] for each in answer] == [1, 2, 3]
    one = json.loads(run("-", "--json", text=pbn()).stdout)
    assert "game" not in one
    assert answer == [{"game": number, **one} for number in (1, 2, 3)]


def test_a_game_keeps_its_number_when_one_before_it_is_bad():
    result = run("-", "--json", text=spoilt(3))
    assert [each["game"] for each in json.loads(result.stdout)] == [2, 3]
    assert "-:22:4: Game 1: " in result.stderr
    shown = run("-", text=spoilt(3)).stdout
    assert "Game 1" not in shown
    assert "Game 2" in shown
    assert "Game 3" in shown


def test_standard_input_reads_the_json_record_as_well(file: Path):
    assert run("-", "--json", text=json_text()).stdout == run(str(file), "--json").stdout


def test_a_bad_game_is_told_with_its_line_and_a_good_one_beside_it_is_reviewed():
    result = run("-", "--json", text=spoilt())
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)) == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("-:22:4: Game 1: ")


def test_a_bad_game_alone_prints_no_json():
    result = run("-", "--json", text=spoilt(1))
    assert (result.exit_code, result.stdout) == (1, "")


def columns(width: int, text: str, *args: str, **env: str) -> str:
    """What the terminal shows of the games in *text*, *width* columns wide."""
    result = CliRunner(env={"COLUMNS": str(width), **env}).invoke(cli, ("review", "-", *args), input=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def test_the_terminal_begins_with_the_paragraph_about_the_hand(file: Path):
    result = run(str(file))
    assert result.exit_code == 0
    title, rules, empty, *rest = result.stdout.splitlines()
    assert (title, rules, empty) == ("Ann against Bob", "Rules penalty, dealer North.", "")
    said = " ".join(str(sentence) for sentence in summary(review(record())))
    assert " ".join(rest).startswith(said)


def test_the_terminal_shows_the_calls_and_the_tricks_with_what_the_deal_is_worth_after_them():
    out = columns(80, pbn())
    assert (
        """
Auction
    North   South  Worth
    1♦ −20  2♣ −20   +60
    2♠      Pass     +60

Play
     North  South Worth         North    South Worth
  1  ♦T    >♦9      +60      8 >♣K −210  ♣A     −150
  2 >♦A     ♦5      +60      9  ♣6      >♣8     −150
"""
        in out
    )
    assert "  > leads\n  −20 after a call or card: it cost 20 points\n" in out
    assert "but no points" not in out


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("kind", KINDS)
def test_each_mistake_in_the_table_has_what_it_cost_beside_it_and_nothing_else_has(width: int, kind: str):
    made = KINDS[kind]()
    out = columns(width, write_pbn([made]))
    moves = out.partition("\nAuction\n")[2] or out.partition("\nPlay\n")[2]
    shown = re.findall(r"(Pass|XX?|[1-7](?:NT|[♣♦♥♠])|[♣♦♥♠]\S) −(\d+)", moves.partition("Worth: ")[0])
    mistakes = review(made).mistakes
    assert sorted(shown) == sorted((str(marked(d.taken)), str(d.loss_points)) for d in mistakes)
    example = re.findall(r"−(\d+) after a call or card: it cost (\S+) points?\b", out.replace("\n  ", " "))
    assert example == [(str(d.loss_points), str(d.loss_points)) for d in mistakes[:1]]


def test_what_costs_tricks_and_no_points_has_a_sign_of_its_own():
    slips = KINDS["slips"]()
    out = columns(80, write_pbn([slips]))
    wasted = [decision for decision in review(slips).decisions if decision.loss_tricks and not decision.mistake]
    assert re.findall(r"([♣♦♥♠].)\.", out.partition("\nPlay\n")[2].partition("Worth:")[0]) == by_halves(wasted)
    assert "  . costs tricks, but no points\n" in out


def by_halves(cards: list[Decision]) -> list[str]:
    """*cards* as a reader of lines meets them, the two halves of the play side by side: North's before South's."""

    def place(decision: Decision) -> tuple[int, int, int]:
        trick = sum(decision.deal.play.tricks)
        return trick % 7, trick // 7, decision.seat

    return [str(marked(d.taken)) for d in sorted(cards, key=place)]


def test_the_terminal_tells_who_gave_away_what_and_how_many_decisions_kept_the_score(file: Path):
    assert (
        """
Points given away
           North          South
  Auction  20             20
  Play     210            0

Of the decisions that mattered, so many lost nothing
           North          South
  Auction  1 of 2, 50%    1 of 2, 50%
  Play     7 of 8, 88%    3 of 3, 100%
"""
        in run(str(file)).stdout
    )


def test_where_nothing_could_be_lost_there_is_a_dash_and_no_percentage():
    out = columns(
        80, write_pbn([replace(record(), calls=(PASS, PASS), contract=None, played=())]), "--rules", "written"
    )
    assert "  Auction  —              —\n" in out
    assert "%" not in out


def test_each_mistake_is_explained_in_words_and_nothing_else_is():
    for width in (80, 40):
        out = columns(width, pbn())
        heads = re.findall(r"^(?:\w+ (?:passes|bids \S+)|Trick \d+: \w+ (?:plays|leads) \S+)\.$", out, re.MULTILINE)
        assert heads == ["North bids 1♦.", "South bids 2♣.", "Trick 8: North leads ♣K."]
    assert "A card of" not in out


def sentences(messages: Iterable[Message]) -> str:
    return " ".join(str(message) for message in messages)


def marks(message: Message) -> list[str]:
    return [str(part) for part in message.parts() if not isinstance(part, str)]


def as_shown(told: Told) -> str:
    """What the terminal shows of *told*, on one line, without what would have been better."""
    parts = [("What happens", told.happens), ("Why", told.reason), ("Next time", filter(None, [told.next_time]))]
    said = [f"{label}: {text}" for label, messages in parts if (text := sentences(messages))]
    return " ".join([str(told.verdict), *said])


@pytest.mark.parametrize("width", [80, 40])
@pytest.mark.parametrize("seed", [1, 9])
def test_each_part_of_an_explanation_stands_under_its_name_and_one_without_words_not_at_all(width: int, seed: int):
    made, _ = played_at_random(seed)
    out = columns(width, write_pbn([made]))
    heads = r"(?:\w+ (?:passes|(?:re)?doubles|bids \S+)|Trick \d+: \w+ (?:plays|leads) \S+)\.\n"
    shown = [" ".join(part.split()) for part in re.split(f"\n\n{heads}", out)[1:]]
    explanations = review(made).explanations
    assert len(shown) == len(explanations)
    for text, explanation in zip(shown, explanations, strict=True):
        told = tell(explanation)
        before, better, after = re.fullmatch(r"(.*?) Better: (.*?\.)((?: Next time: .*)?)", text).groups()
        assert before + after == as_shown(told)
        # The cards or calls of the sentence that begins with the word "better", and no other ones.
        (sentence,) = told.instead
        assert re.findall(r"Pass|XX?|[1-7](?:NT|[♣♦♥♠])|[♣♦♥♠][2-9TJQKA]+", better) == marks(sentence)
        assert ("only choice" in better) == ("only choice" in str(sentence))
        assert "etter" not in better
    if seed == 9:
        assert any("Why: " not in text for text in shown), "a call for which there is no reason beyond what happens"


class Capitals(gettext.NullTranslations):
    """A language in which every name of a part is in capitals."""

    def gettext(self, message):
        return message.upper() if message.endswith(":") else message


def test_the_names_of_the_parts_are_translated(monkeypatch):
    monkeypatch.setattr(reviewing, "translations", lambda _: Capitals())
    out = columns(80, pbn())
    for name in ("WHAT HAPPENS:", "WHY:", "BETTER:", "NEXT TIME:"):
        assert f"   {name} " in out


@pytest.mark.parametrize("width", [40, 50, 80, 200])
@pytest.mark.parametrize("kind", KINDS)
def test_no_line_is_longer_than_the_terminal_is_wide_and_no_card_is_lost(width: int, kind: str):
    made = KINDS[kind]()
    out = columns(width, write_pbn([made]))
    assert all(len(line) <= width and line == line.rstrip() for line in out.splitlines())
    assert "…" not in out
    play = out.partition("\nPlay\n")[2].partition("Worth:")[0]
    assert sorted(re.findall("[♣♦♥♠].", play)) == sorted(str(marked(card)) for card in made.played)


def test_colours_are_added_to_the_signs_and_change_no_word():
    plain, coloured = columns(80, pbn()), columns(80, pbn(), FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[32m♣K\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b" not in columns(80, pbn(), NO_COLOR="1")


def test_a_claim_is_told_with_its_score():
    text = write_pbn([replace(record(), played=record().played[:4], claimed=9)])
    out = " ".join(run("-", text=text).stdout.split())
    assert "North played 2♠, and by a claim took 9 tricks. North scored 90 points." in out


def test_the_terminal_counts_the_games_and_mistakes_of_a_file():
    assert "2 games reviewed, 6 mistakes." in run("-", text=pbn(2)).stdout


def test_other_rules_override_the_recorded_ones(file: Path):
    answer = json.loads(run(str(file), "--rules", "written", "--json").stdout)
    assert answer["rules"] == "written"
    assert answer["score"] == 0


def test_rules_that_make_a_recorded_call_illegal_are_told_at_their_place_with_what_was_legal():
    calls = tuple(parse_call(name) for name in ("1D", "2C", "X", "Pass"))
    text = write_pbn([replace(record(), calls=calls, contract=None, played=())])
    assert run("-", text=text).exit_code == 0
    result = run("-", "--rules", "written,doubling=false", "--json", text=text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "-:22:1: This game was recorded under the rules penalty and is read under written,doubling=false: "
        "These rules have no double and no redouble. Legal here: Pass, 2D–7NT.\n"
    )


def test_a_language_without_translation_is_told_and_the_words_are_english(file: Path):
    result = run(str(file), "--lang", "tlh")
    assert result.exit_code == 0
    assert "tlh" in result.stderr
    assert "against" in result.stdout


def test_a_name_that_is_no_language_is_refused(file: Path):
    assert run(str(file), "--lang", "../../etc").exit_code == 1


def test_names_of_players_are_printed_as_they_are_and_steer_nothing():
    text = write_pbn([record(("[red]Ann[/red]", "Bj\u00f6rn"))])
    out = run("-", text=text).stdout
    assert "[red]Ann[/red] against Björn" in out


@pytest.mark.parametrize("bad", [b"", b"\n\n", b"\x00\x01\x02", b"\xff\xfe\xff", b"hello", b"{}", b"[1, 2", b"null"])
def test_what_is_no_game_is_told_on_stderr_and_prints_nothing(bad: bytes):
    result = run("-", "--json", text=bad)
    assert (result.exit_code, result.stdout) == (1, "")
    assert all(line.startswith("-:") for line in result.stderr.splitlines())
    assert result.stderr


def test_a_text_over_the_limit_is_refused_with_the_limit():
    result = run("-", text=b"%" * (LIMIT_BYTES + 1))
    assert result.exit_code == 1
    assert "400 kB" in result.stderr


@pytest.mark.parametrize("name", ["missing.pbn", "."])
def test_a_missing_file_and_a_folder_are_a_wrong_command_line(tmp_path: Path, name: str):
    result = run(str(tmp_path / name))
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_an_unfinished_hand_is_reviewed_as_far_as_it_goes():
    text = pbn()
    text = re.sub(r'\[Result "\d+"\]\r\n', "", text[: text.index("HK") - 3])
    answer = json.loads(run("-", "--json", text=text).stdout)
    assert [each["action"] for each in answer["decisions"]] == [*CALLS.split(), *CARDS.split()[:4]]
    assert answer["score"] is None


def test_a_review_says_so_when_no_call_could_matter_under_its_rules(file: Path):
    out = " ".join(run(str(file), "--rules", "written").stdout.split())
    said = re.search(r"At (\d) of (\d) calls, all calls are worth the same under written, where", out)
    assert said is not None
    assert 0 < int(said.group(1)) <= int(said.group(2)) == len(CALLS.split())
    assert "worth the same" not in run(str(file)).stdout
