"""``tutor review``: finished hands from files and standard input."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.cli.games import CALLS, CARDS, json_text, pbn, record, spoilt
from tutor.cli import cli
from tutor.notation import LIMIT_BYTES, parse_call, write_pbn


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


def test_the_terminal_shows_each_choice_and_explains_the_mistakes(file: Path):
    result = run(str(file))
    assert result.exit_code == 0
    assert "Ann against Bob" in result.stdout
    assert "Rules penalty" in result.stdout
    assert "3 tricks, 210 points" in result.stdout
    assert "19. Trick 8: North leads ♣K. It lost 210 points." in result.stdout
    assert "1. North calls 1♦. It lost 20 points." in result.stdout
    assert "A card of" not in result.stdout


def test_the_best_play_after_a_mistake_is_printed_by_tricks(file: Path):
    out = run(str(file)).stdout
    assert re.search(r"\n +8  North ♦K  South ♠A  South wins\n", out)


def test_a_claim_is_told_with_its_score():
    text = write_pbn([replace(record(), played=record().played[:4], claimed=9)])
    out = " ".join(run("-", text=text).stdout.split())
    assert "Claimed: declarer won 9 tricks; North’s points less South’s: +90." in out


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
