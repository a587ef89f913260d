"""The bench of the coach: whose mistakes are explained, how they are counted, and how the share is told."""

import json
import re
import sys
from collections import Counter

import pytest
from click.testing import CliRunner

from tutor.bench import coaching
from tutor.bench.coaching import KINDS, Coverage, cover, explained_percent, moments, reason_name, reviewed_hands
from tutor.bench.work import drawn_deals, random_deals, seeded, weakest_card
from tutor.cards import SEATS, Strain, card_name, cards_of, rank_of
from tutor.cli import cli
from tutor.cli import coaching as command
from tutor.coach.facts import decide
from tutor.coach.reasons.explain import CardReasons, explain
from tutor.coach.review import review
from tutor.coach.themes import Finding, Theme
from tutor.notation import parse_card, parse_hand
from tutor.rules import PENALTY, Contract, Deal, DrawPhase, Phase, Position
from tutor.solver import card_values


def counted(coverage: Coverage) -> tuple:
    """All of *coverage* but the times."""
    return coverage.mistakes, coverage.reasons, coverage.shown, coverage.first


def hand(text: str) -> int:
    return parse_hand(text)


def test_a_draw_phase_leaves_two_hands_of_13_other_cards_the_same_for_the_same_seed():
    deals = drawn_deals(20, 3)
    assert deals == drawn_deals(25, 3)[:20]
    assert deals != drawn_deals(20, 4)
    for north, south in deals:
        assert (north.bit_count(), south.bit_count(), north & south) == (13, 13, 0)


def test_who_throws_the_weakest_cards_holds_better_ones_after_the_draw_phase():
    def ranks(deals):
        return sum(rank_of(card) for hands in deals for each in hands for card in cards_of(each)) / (26 * len(deals))

    assert ranks(random_deals(100, 1)) == pytest.approx(6, abs=0.3)
    assert ranks(drawn_deals(100, 1)) > 7.5


@pytest.mark.parametrize(
    ("cards", "weakest"),
    [("AK.3.42.-", "D2"), ("A2.K32.-.-", "S2"), ("A32.42.-.-", "H2"), ("A2.-.A2.-", "D2"), ("T.J.Q.K", "ST")],
)
def test_the_weakest_card_is_the_lowest_and_among_equals_one_of_the_shortest_suit(cards, weakest):
    assert weakest_card(hand(cards)) == parse_card(weakest)


def test_the_draw_phase_is_played_by_the_rules(monkeypatch):
    seen = []
    apply = DrawPhase.apply
    monkeypatch.setattr(DrawPhase, "apply", lambda self, card: (seen.append((self.turn, card)), apply(self, card))[1])
    drawn_deals(3, 1)
    assert len(seen) == 3 * 26
    assert {seat for seat, _ in seen} == set(SEATS)


def test_moments_are_of_every_length_strain_and_seat_and_levels_that_can_be_made():
    found = list(moments(random_deals(200, 5), seeded("here", 5)))
    assert {d.deal.contract.strain for d in found} == set(Strain)
    assert {d.deal.contract.declarer for d in found} == set(SEATS)
    lengths = Counter(len(d.deal.play.played) for d in found)
    assert min(lengths) <= 1
    assert max(lengths) == 25
    for decision in found:
        assert decision.deal.ruleset == PENALTY
        assert decision.phase is Phase.PLAY
        contract = decision.deal.contract
        north, south = decision.deal.start_hands
        start = Deal.from_hands(north, south, SEATS[0], PENALTY).with_contract(contract)
        assert start.run(decision.deal.play.played).play == decision.deal.play
        tricks = 13 - max(card_values(Position.of(start.play)).values())
        assert contract.level == 1 or tricks >= contract.target


def test_most_cards_before_the_moment_are_best_ones_and_some_are_not():
    right = wrong = 0
    for decision in moments(random_deals(40, 2), seeded("here", 2)):
        play = Deal.from_hands(*decision.deal.start_hands, SEATS[0], PENALTY).with_contract(decision.deal.contract).play
        for card in decision.deal.play.played:
            values = card_values(Position.of(play))
            right += values[card] == max(values.values())
            wrong += values[card] < max(values.values())
            play = play.push(card)
    assert 0.02 < wrong / (right + wrong) < 0.3


def decision(north: str, south: str):
    contract = Contract(1, Strain.NOTRUMP, 1, SEATS[1])
    return decide(Deal.from_hands(hand(north), hand(south), SEATS[0], PENALTY).with_contract(contract))


def test_of_cards_that_touch_the_highest_stands_for_all_and_cards_with_one_of_the_others_between_do_not_touch():
    def wrong(facts):
        return {card_name(each.action) for each in facts.choices if not each.best}

    def classes(facts):
        return [card_name(card) for card in coaching.mistaken_cards(facts)]

    apart = decision("AKQ.5432.5432.53", "JT98.AKQ.AKQ.AKQ")  # nobody has the four of clubs
    assert wrong(apart) == {"SA", "SK", "SQ", "C5", "C3"}
    assert classes(apart) == ["SA", "C5"]
    between = decision("AKQ.5432.5432.53", "JT98.AKQ.AKQ.A42")
    assert {"C5", "C3"} <= wrong(between)
    assert {"C5", "C3"} <= set(classes(between))


def test_every_mistaken_card_is_counted_once_with_its_reasons():
    deals, rng = random_deals(12, 4), seeded("moments full", 4)
    expected = Counter()
    for facts in moments(deals, rng):
        for card in coaching.mistaken_cards(facts):
            assert facts.choice(card).loss_points > 0
            expected[reason_name(explain(facts, card).reasons)] += 1
    found = cover("full", 12, 4)
    assert found.reasons == expected
    assert found.mistakes == sum(expected.values()) == len(found.seconds) > 0
    assert all(seconds > 0 for seconds in found.seconds)


def test_the_same_seed_gives_the_same_counts_and_another_seed_gives_others():
    assert counted(cover("drawn", 15, 7)) == counted(cover("drawn", 15, 7))
    assert counted(cover("drawn", 15, 7)) != counted(cover("drawn", 15, 8))
    assert counted(cover("drawn", 15, 7)) != counted(cover("full", 15, 7))


def reasons(punishing: tuple[int, ...], *themes: Theme) -> CardReasons:
    return CardReasons(None, punishing, tuple(Finding(theme, 0) for theme in themes))


def test_reasons_are_counted_by_the_simplest_and_themes_by_all_and_by_the_first():
    coverage = Coverage()
    coverage.add(reasons((1,), Theme.EXIT, Theme.TENACE), 0.1)
    coverage.add(reasons((1, 2)), 0.2)
    coverage.add(reasons((), Theme.TENACE), 0.3)
    coverage.add(reasons(()), 0.4)
    assert coverage.reasons == {"one_card": 1, "pair": 1, "theme_only": 1, "nothing": 1}
    assert coverage.explained == 3
    assert coverage.as_json() == {
        "mistakes": 4,
        "reasons": {"one_card": 25.0, "pair": 25.0, "theme_only": 25.0, "nothing": 25.0},
        "themes": {"tenace": {"shown": 50.0, "first": 25.0}, "exit": {"shown": 25.0, "first": 25.0}},
        "explained": 75.0,
    }
    assert explained_percent([coverage, coverage]) == 75.0


def test_where_nothing_went_wrong_all_is_explained():
    assert explained_percent([Coverage()]) == 100.0
    assert Coverage().as_json()["reasons"]["nothing"] == 0


def test_hands_to_review_are_whole_with_mistakes_in_calls_and_cards():
    hands = reviewed_hands(8, 1)
    assert hands == reviewed_hands(8, 1)
    reviews = [review(each) for each in hands]
    assert all(each.deal.over and each.deal.contract is not None for each in reviews)
    assert {d.phase for each in reviews for d in each.mistakes} == {Phase.AUCTION, Phase.PLAY}


def test_reviews_are_timed_hand_by_hand():
    figure = coaching.review_times(3, 1)
    assert (len(figure.runs), figure.goal.target, figure.goal.unit) == (3, 150, "ms")
    assert figure.least > 0


def test_the_last_line_is_the_share_that_is_explained():
    result = CliRunner().invoke(cli, ["bench", "--coach", "--deals", "8", "--seed", "2"])
    assert (result.exit_code, result.stderr) == (0, "")
    *lines, last = result.stdout.splitlines()
    assert re.fullmatch(r"explained \d{1,3}\.\d%", last)
    both = [cover(kind, 8, 2) for kind in KINDS]
    assert last == f"explained {explained_percent(both):.1f}%"
    for words, coverage in zip(KINDS.values(), both, strict=True):
        row = next(line for line in lines if line.startswith(str(words)))
        assert row.removeprefix(str(words)).split()[0] == str(coverage.mistakes)
    assert sum("95 % take at most" in line for line in lines) == 3


def test_in_json_there_are_the_shares_of_both_kinds_and_the_figures():
    result = CliRunner().invoke(cli, ["bench", "--coach", "--deals", "8", "--seed", "2", "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    told = json.loads(result.stdout)
    assert (told["deals"], told["seed"]) == (8, 2)
    assert told["coach"] == {kind: cover(kind, 8, 2).as_json() for kind in KINDS}
    assert told["explained"] == explained_percent(cover(kind, 8, 2) for kind in KINDS)
    assert {name: each["target"] for name, each in told["figures"].items()} == {
        "explanation_full": 10,
        "explanation_drawn": 10,
        "review_explained": 150,
    }
    for kind in KINDS:
        figure = told["figures"][f"explanation_{kind}"]
        assert figure["runs"] == told["coach"][kind]["mistakes"]
        assert figure["least"] <= figure["median"] <= figure["percentile_95"] <= figure["percentile_99"]


def test_by_default_there_are_a_thousand_deals_of_either_kind(monkeypatch):
    asked = []
    monkeypatch.setattr(command, "cover", lambda *args: (asked.append(args[:3]), Coverage())[1])
    monkeypatch.setattr(command, "review_times", lambda count, seed: coaching.review_times(min(count, 1), seed))
    result = CliRunner().invoke(cli, ["bench", "--coach"])
    assert result.stdout.endswith("\nexplained 100.0%\n")
    assert asked == [("full", 1000, 1), ("drawn", 1000, 1)]


def test_a_bar_is_drawn_on_a_terminal_only(monkeypatch, capsys):
    with command._progress("Deals", 2) as report:
        report()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with command._progress("Deals", 2) as report:
        report()
        report()
    out, err = capsys.readouterr()
    assert out == ""
    assert "Deals" in err
