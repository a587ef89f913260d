"""The JSON shapes that the command and the API share."""

import pytest
from hypothesis import given, settings

from tests.strategies import positions
from tutor.cards import NORTH, SOUTH
from tutor.coach.answers import auction_json, solve_json, table_json
from tutor.notation import parse_call, parse_card, parse_deal, parse_position
from tutor.rules import LEVEL, PENALTY, WRITTEN, Position, RuleError

NORTH_HAND, SOUTH_HAND = parse_deal("T832.K6.AKT74.K6 AK7.J942.95.A842")


@given(positions())
@settings(max_examples=60)
def test_tricks_add_up_and_the_best_card_takes_those_of_the_seat_to_play(position: Position):
    answer = solve_json(position)
    assert list(answer) == ["tricks", "cards", "line"]
    assert list(answer["tricks"]) == ["N", "S"]
    assert sum(answer["tricks"].values()) == position.tricks_left
    assert max(answer["cards"].values()) == answer["tricks"][position.turn.letter]
    assert [parse_card(name) for name in answer["cards"]] == list(position.play.legal())


@given(positions())
@settings(max_examples=60)
def test_the_line_is_legal_goes_to_the_last_card_and_takes_what_the_answer_says(position: Position):
    answer = solve_json(position)
    end = position.play.run(parse_card(name) for name in answer["line"])
    assert end.over
    assert end.tricks == (answer["tricks"]["N"], answer["tricks"]["S"])


@given(positions())
@settings(max_examples=40)
def test_along_the_line_the_answer_of_each_next_position_agrees(position: Position):
    answer, play = solve_json(position), position.play
    for name in answer["line"]:
        play = play.apply(parse_card(name))
        if play.over:
            break
        after = solve_json(Position.of(play))["tricks"]
        assert [after[seat] + won for seat, won in zip("NS", play.tricks, strict=True)] == list(
            answer["tricks"].values()
        )


def test_the_table_has_both_seats_and_the_strains_from_clubs_up():
    table = table_json(NORTH_HAND, SOUTH_HAND)
    assert list(table) == ["N", "S"]
    assert table["N"] == {"C": 5, "D": 8, "H": 5, "S": 8, "NT": 7}
    assert table["S"] == {"C": 8, "D": 5, "H": 8, "S": 5, "NT": 6}


def test_the_auction_names_its_rules_and_gives_every_legal_call():
    answer = auction_json(NORTH_HAND, SOUTH_HAND, NORTH, PENALTY, "perfect", [parse_call("1S"), parse_call("2C")])
    assert list(answer) == ["rules", "turn", "calls", "best", "line", "value"]
    assert (answer["rules"], answer["turn"]) == ("penalty", "N")
    assert list(answer["calls"])[:3] == ["Pass", "X", "2D"]
    assert (answer["best"], answer["line"], answer["value"]) == (["2S"], ["2S", "Pass"], 60)


def test_souths_best_calls_are_those_of_the_least_score():
    answer = auction_json(NORTH_HAND, SOUTH_HAND, SOUTH, PENALTY)
    assert answer["turn"] == "S"
    assert answer["value"] == min(answer["calls"].values())
    assert all(answer["calls"][name] == answer["value"] for name in answer["best"])


@pytest.mark.parametrize("ruleset", [WRITTEN, PENALTY, LEVEL])
@pytest.mark.parametrize("opponent", ["perfect", "natural"])
def test_the_line_ends_the_auction_and_begins_with_a_best_call(ruleset, opponent):
    answer = auction_json(NORTH_HAND, SOUTH_HAND, NORTH, ruleset, opponent)
    assert answer["line"][-1] == "Pass"
    assert answer["line"][0] in answer["best"]


def test_an_auction_that_is_over_and_an_illegal_call_are_rule_errors():
    over = [parse_call("1S"), parse_call("Pass")]
    with pytest.raises(RuleError) as caught:
        auction_json(NORTH_HAND, SOUTH_HAND, NORTH, PENALTY, "perfect", over)
    assert caught.value.rule == "auction-over"
    with pytest.raises(RuleError) as caught:
        auction_json(NORTH_HAND, SOUTH_HAND, NORTH, PENALTY, "perfect", [parse_call("1S"), parse_call("1C")])
    assert caught.value.index == 1


def test_a_position_with_a_card_on_the_table_counts_its_trick():
    assert solve_json(parse_position("-.-.-.- -.-.-.A NT S CK")) == {
        "tricks": {"N": 0, "S": 1},
        "cards": {"CA": 1},
        "line": ["CA"],
    }
