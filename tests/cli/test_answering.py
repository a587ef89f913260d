"""``tutor solve``, ``table`` and ``auction``."""

import json
import re

import pytest
from click.testing import CliRunner, Result

from tests.cli.games import DEAL
from tutor.cli import cli

POSITION = "K93.K7.6.Q5 Q2.93.K2.92 NT N"


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args)


def value_of(*args: str):
    result = run(*args, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_solve_prints_tricks_cards_and_a_line_as_one_json_value():
    answer = value_of("solve", POSITION)
    assert list(answer) == ["tricks", "cards", "line"]
    assert answer["tricks"] == {"N": 5, "S": 3}
    assert answer["cards"] == {"SK": 4, "S9": 4, "S3": 4, "HK": 4, "H7": 4, "D6": 5, "CQ": 4, "C5": 4}
    assert answer["line"][0] == "D6"
    assert len(answer["line"]) == 16


def test_solve_counts_the_card_on_the_table():
    answer = value_of("solve", "-.-.-.A2 -.-.-.K NT N C3")
    assert answer["tricks"] == {"N": 1, "S": 1}
    assert answer["cards"] == {"CA": 1, "C2": 1}


def test_solve_reads_a_position_given_as_several_arguments():
    assert value_of("solve", *POSITION.split()) == value_of("solve", POSITION)


@pytest.mark.parametrize("void", ["-", "—", ""])
def test_a_hand_may_start_with_a_void_however_it_is_written(void: str):
    answer = value_of("solve", f"{void}.JT.-.A A.Q9.-.- NT N")
    assert sum(answer["tricks"].values()) == 3


def test_solve_answers_about_a_forced_card():
    assert value_of("solve", "A.-.-.- -.K.-.- H S")["cards"] == {"HK": 1}


def test_solve_answers_when_all_cards_are_equal():
    assert set(value_of("solve", "AKQ.-.-.- 432.-.-.- NT N")["cards"].values()) == {3}


def test_solve_answers_about_the_last_trick_in_progress():
    answer = value_of("solve", "-.-.-.- -.-.-.A NT S CK")
    assert answer == {"tricks": {"N": 0, "S": 1}, "cards": {"CA": 1}, "line": ["CA"]}


def test_solve_shows_the_position_and_the_cards_by_value():
    out = run("solve", POSITION).stdout
    assert "5 tricks  ♦6" in out
    assert "♠K ♠9 ♠3 ♥K ♥7 ♣Q ♣5" in out


@pytest.mark.parametrize(
    "text", ["", "ZZ", "AK AK NT N", "A.-.-.- A.-.-.- NT N", "A.-.-.- K.-.-.- NT E", "A.-.-.- KQ.-.-.- NT N"]
)
def test_an_unreadable_position_is_told_line_by_line_and_prints_no_json(text: str):
    result = run("solve", text, "--json")
    assert (result.exit_code, result.stdout) == (1, "")
    assert all(line.startswith("position:") for line in result.stderr.splitlines())
    assert result.stderr.strip()


def test_table_prints_declarers_tricks_by_seat_and_strain():
    answer = value_of("table", DEAL)
    assert list(answer) == ["N", "S"]
    assert list(answer["N"]) == list(answer["S"]) == ["C", "D", "H", "S", "NT"]
    assert answer["N"] == {"C": 5, "D": 8, "H": 5, "S": 8, "NT": 7}


def test_table_shows_both_hands_and_the_tricks():
    out = run("table", DEAL).stdout
    assert "♠T832 ♥K6 ♦AKT74 ♣K6" in out
    assert "7  8  5  8  5" in out


def test_table_refuses_hands_that_are_not_of_13_cards():
    result = run("table", "AK.-.-.- QJ.-.-.-")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "deal:1:1: North: The hand has 2 cards, not 13.",
        "deal:1:10: South: The hand has 2 cards, not 13.",
    ]


def test_auction_names_its_rules_and_gives_scores_as_norths_less_souths():
    answer = value_of("auction", DEAL, "--dealer", "N", "--rules", "penalty", "--calls", "1S 2C")
    assert list(answer) == ["rules", "turn", "calls", "best", "line", "value"]
    assert (answer["rules"], answer["turn"], answer["value"]) == ("penalty", "N", 60)
    assert answer["best"] == ["2S"]
    assert answer["line"] == ["2S", "Pass"]
    assert answer["calls"]["Pass"] == -40


def test_auction_judges_against_a_natural_opponent():
    perfect = value_of("auction", DEAL, "--dealer", "N")
    natural = value_of("auction", DEAL, "--dealer", "N", "--opponent", "natural")
    assert perfect["value"] == 0
    assert natural["value"] > 0


def test_auction_shows_the_best_calls_first():
    out = run("auction", DEAL, "--dealer", "S", "--rules", "penalty").stdout
    assert "South to call" in out
    assert "rules penalty" in out
    assert out.index("Best calls") > out.index("+40")


@pytest.mark.parametrize(
    ("calls", "words"),
    [
        ("1S 1C", "calls:1:4: 1C is not higher than 1S"),
        ("X", "calls:1:1: Only the opponent"),
        ("1S 2C Pass", "calls: The auction is over"),
        ("7NNX", "calls:1:"),
        ("1S nonsense", "calls:1:4:"),
    ],
)
def test_a_call_that_cannot_be_is_told_with_its_place(calls: str, words: str):
    result = run("auction", DEAL, "--dealer", "N", "--calls", calls)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(words)
    assert len(result.stderr.splitlines()) == 1


def test_a_new_bid_clears_a_double():
    answer = value_of("auction", DEAL, "--dealer", "N", "--rules", "penalty", "--calls", "1C X 1S")
    assert answer["calls"]["Pass"] == 60


def test_an_unknown_ruleset_is_refused_with_those_there_are():
    result = run("auction", DEAL, "--dealer", "N", "--rules", "penalti")
    assert result.exit_code == 1
    assert "written, penalty, level" in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("solve",),
        ("solve", POSITION, "--jason"),
        ("auction", DEAL),
        ("auction", DEAL, "--dealer", "E"),
        ("auction", DEAL, "--dealer", "N", "--opponent", "human"),
        ("nonsense",),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line_with_code_2(args: tuple[str, ...]):
    result = run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1


def test_the_command_alone_says_how_it_is_used():
    result = run()
    assert result.exit_code == 2
    assert "Usage" in result.stderr


def test_every_command_has_help():
    for name in cli.commands:
        result = run(name, "--help")
        assert result.exit_code == 0
        assert "Usage" in result.stdout


HANDS = "AJT2.J6.9754.AJ9 K95.9872.6.KQ732"


def test_auction_says_so_when_all_calls_are_worth_the_same_and_names_rules_that_differ():
    out = " ".join(run("auction", HANDS, "--dealer", "N").stdout.split())
    assert (
        "All calls are worth the same under written, where a failed contract costs nothing; try --rules penalty." in out
    )
    assert "Best calls" not in out
    priced = run("auction", HANDS, "--dealer", "N", "--rules", "penalty").stdout
    assert "worth the same" not in priced
    assert "Best calls: 1NT 2NT 3NT" in priced


def test_the_best_play_of_a_position_is_printed_by_tricks():
    out = run("solve", "A.K.-.2", "2.-.3.A", "NT", "N").stdout
    assert "Best play:\n  1  North ♥K  South ♠2  North wins\n" in out
    assert len(re.findall(r"(?:North|South) wins", out)) == 3


def test_a_card_on_the_table_belongs_to_the_first_trick_of_the_best_play():
    assert "1  South ♣3  North ♣A  North wins" in run("solve", "-.-.-.A2 -.-.-.K NT N C3").stdout


@pytest.mark.parametrize(("word", "letter"), [("spades", "S"), ("Hearts", "H"), ("notrump", "NT"), ("no-trump", "NT")])
def test_strains_and_seats_may_be_written_out(word: str, letter: str):
    hands = ("AQ.-.-.2", "KJ.3.-.-")
    assert value_of("solve", *hands, word, "north") == value_of("solve", *hands, letter, "N")


def test_a_fault_after_a_word_keeps_its_column():
    result = run("solve", "A.-.-.- K.-.-.- spades West")
    assert result.stderr.startswith("position:1:24:")


@pytest.mark.parametrize("dealer", ["north", "North", "n", "N"])
def test_the_dealer_may_be_written_out(dealer: str):
    assert value_of("auction", HANDS, "--dealer", dealer) == value_of("auction", HANDS, "--dealer", "N")


@pytest.mark.parametrize("command", ["solve", "table", "auction"])
def test_a_command_without_its_hands_names_an_example(command: str):
    result = run(command, *(("--dealer", "N") if command == "auction" else ()))
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert f'For example: tutor {command} "' in line
