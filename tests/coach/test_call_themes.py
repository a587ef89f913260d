"""Why calls are wrong: a table of positions, and the same definitions by a naive auction on many others."""

import random
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.coach.naive_call_themes import DEFINITIONS, World
from tests.solver.auctions import CALL
from tutor.cards import NORTH, SEATS, SOUTH, STRAINS_LOW_FIRST, Seat, cards_of, mask_of
from tutor.coach.facts import decide
from tutor.coach.reasons.call_reasons import reasons_for_call
from tutor.coach.reasons.call_themes import BESIDE
from tutor.coach.reasons.counterfactual import Both, NothingAbove, RulesInstead, TricksInstead
from tutor.coach.themes import Theme
from tutor.coach.words import all_the_same
from tutor.notation import parse_deal, parse_ruleset
from tutor.rules import PASS, PRESETS, Auction, Contract, Deal, Phase, call_name, is_bid, make_bid, north_score
from tutor.solver import trick_table
from tutor.solver.bidding import OPPONENTS

DATA = Path(__file__).parent.parent / "data" / "call_themes.txt"
RULES = ("written", "penalty", "level", "penalty,undertrick=20", "written,overtricks=false", "level,doubling=false")


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    deal: Deal
    opponent: str
    wrong: str
    theme: str
    holds: bool
    text: str


def read_row(line):
    hands, dealer, rules, opponent, calls, wrong, theme, holds, _ = (part.strip() for part in line.split("|"))
    seat = {"N": NORTH, "S": SOUTH}[dealer]
    deal = Deal.from_hands(*parse_deal(hands), seat, parse_ruleset(rules))
    said = [] if calls == "-" else [CALL[name] for name in calls.split()]
    return Row(deal.run(said), opponent, wrong, theme, {"yes": True, "no": False}[holds], line)


ROWS = [read_row(line) for line in DATA.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def by_letters(table):
    return {seat.letter: {strain.letter: table[seat][strain] for strain in STRAINS_LOW_FIRST} for seat in SEATS}


def world_of(deal, opponent, table=None):
    """The naive auction at the moment of *deal*."""
    ruleset = deal.ruleset
    rules = {"doubling": ruleset.doubling, "undertrick": ruleset.undertrick, "overtricks": ruleset.overtricks}
    table = trick_table(*deal.start_hands) if table is None else table
    calls = tuple(call_name(call) for call in deal.auction.calls)
    return World(by_letters(table), rules, deal.auction.dealer.letter, calls, opponent == "natural")


def changed_world(world, change):
    """*world* with a change of the coach's made, as its words have it."""
    if isinstance(change, Both):
        return changed_world(changed_world(world, change.first), change.second)
    if isinstance(change, TricksInstead):
        return world.with_tricks(change.declarer.letter, change.strain.letter, change.tricks)
    if isinstance(change, NothingAbove):
        return world.unable(change.seat.letter, "" if change.bid is None else call_name(change.bid))
    assert isinstance(change, RulesInstead)
    return world.with_rules(undertrick=change.ruleset.undertrick, overtricks=change.ruleset.overtricks)


def check_costs(world, wrong, reasons):
    """What each finding says that the call still costs once its change is made."""
    for finding in reasons.findings:
        other = changed_world(world, finding.change)
        instead = call_name(finding.instead)
        assert instead in world.best
        if finding.theme in BESIDE:
            assert finding.cost == max(0, other.scores[instead] - other.scores[wrong])
        else:
            assert finding.cost == other.loss(wrong)


def random_moment(rng, ruleset):
    """A moment in the auction of a random deal; the calls before it are low, with a pass or a double now and then."""
    deck = rng.sample(range(52), 26)
    deal = Deal.from_hands(mask_of(deck[:13]), mask_of(deck[13:]), rng.choice(SEATS), ruleset)
    for _ in range(rng.randrange(6)):
        legal = deal.legal()
        bids = [call for call in legal if is_bid(call)]
        others = [call for call in legal if not is_bid(call)]
        low = bids[min(len(bids) - 1, int(rng.expovariate(0.25)))] if bids else PASS
        after = deal.apply(rng.choice(others) if rng.random() < 0.3 else low)
        if after.phase is not Phase.AUCTION:
            break
        deal = after
    return deal


def random_mistakes(seed, moments, each, rules=RULES):
    """Decisions of random moments and wrong calls in them, *each* of a moment; half of these among the first five."""
    rng = random.Random(seed)
    for number in range(moments):
        deal = random_moment(rng, parse_ruleset(rules[number % len(rules)]))
        decision = decide(deal, opponent=rng.choice(OPPONENTS))
        wrong = [choice for choice in decision.choices if not choice.best]
        for _ in range(each if wrong else 0):
            yield decision, rng.choice(wrong if rng.random() < 0.5 else wrong[:5])


# The table.


def test_every_theme_has_five_positions_and_five_near_misses():
    counted = Counter((row.theme, row.holds) for row in ROWS)
    assert set(DEFINITIONS) == {theme for theme, _ in counted}
    assert set(DEFINITIONS) == {
        theme.value for theme in list(Theme)[list(Theme).index(Theme.BEST_STRAIN) :] if theme != Theme.NOTHING_TO_GAIN
    }
    assert all(counted[theme, holds] >= 5 for theme in DEFINITIONS for holds in (True, False))
    assert len({row.text for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("theme", DEFINITIONS)
def test_the_table_the_coach_and_the_naive_definitions_agree(theme):
    for row in ROWS:
        if row.theme != theme:
            continue
        world = world_of(row.deal, row.opponent)
        assert world.loss(row.wrong) > 0, row.text
        assert DEFINITIONS[theme](world, row.wrong) == row.holds, row.text
        decision = decide(row.deal, opponent=row.opponent)
        reasons = reasons_for_call(decision, decision.choice(CALL[row.wrong]))
        assert (theme in [finding.theme for finding in reasons.findings]) == row.holds, row.text
        check_costs(world, row.wrong, reasons)


def test_comments_of_the_table_tell_where_the_calls_lead():
    for row in ROWS:
        decision = decide(row.deal, opponent=row.opponent)
        reasons = reasons_for_call(decision, decision.choice(CALL[row.wrong]))
        for contract, tricks, score in (
            (reasons.contract, reasons.tricks, reasons.score),
            (reasons.better_contract, reasons.better_tricks, reasons.better_score),
        ):
            told = "passed out" if contract is None else f"{contract} {tricks - contract.target:+d}".replace("-0", "+0")
            assert f"{told} ({score:+d})" in row.text or "the one above where" in row.text


# Many other positions.


@pytest.mark.parametrize("seed", range(3))
def test_on_random_mistakes_the_coach_finds_what_the_naive_definitions_say(seed):
    for decision, choice in random_mistakes(f"definitions {seed}", 9, 2):
        world, wrong = world_of(decision.deal, decision.opponent, decision.table), call_name(choice.action)
        reasons = reasons_for_call(decision, choice)
        found = {finding.theme.value for finding in reasons.findings}
        assert found == {theme for theme, holds in DEFINITIONS.items() if holds(world, wrong)}, (decision.deal, wrong)
        check_costs(world, wrong, reasons)


def test_the_two_lines_are_legal_and_end_in_the_contracts_and_scores_told():
    for decision, choice in random_mistakes("lines", 150, 2):
        reasons = reasons_for_call(decision, choice)
        deal, table = decision.deal, decision.table
        assert reasons.after[0] == choice.action
        assert reasons.better[0] == reasons.instead
        assert (reasons.score, reasons.better_score) == (choice.score, decision.score)
        assert decision.choice(reasons.instead).best
        for calls, contract, tricks, score in (
            (reasons.after, reasons.contract, reasons.tricks, reasons.score),
            (reasons.better, reasons.better_contract, reasons.better_tricks, reasons.better_score),
        ):
            auction = Auction.of(
                deal.auction.dealer, (*deal.auction.calls, *calls), doubling=deal.ruleset.doubling
            )  # illegal calls are refused
            assert auction.over
            assert auction.contract == contract
            assert tricks == (None if contract is None else table[contract.declarer][contract.strain])
            assert score == north_score(contract, tricks or 0, deal.ruleset)
            assert calls == decision.line_after(calls[0])[: len(calls)]


def test_a_best_call_has_no_reasons():
    rng = random.Random("best calls")
    for _ in range(40):
        decision = decide(random_moment(rng, PRESETS["penalty"]), opponent=rng.choice(OPPONENTS))
        for choice in decision.best:
            with pytest.raises(ValueError, match="gives nothing away"):
                reasons_for_call(decision, choice)


def test_a_card_has_its_reasons_elsewhere():
    deal = ROWS[0].deal
    play = Deal.from_hands(*deal.start_hands, NORTH).with_contract(Contract(1, STRAINS_LOW_FIRST[0], 1, NORTH))
    decision = decide(play)
    wrong = max(decision.choices, key=lambda choice: choice.loss_points)
    with pytest.raises(ValueError, match="auction"):
        reasons_for_call(decision, wrong)


def test_a_bid_lower_than_a_best_one_is_wrong_only_as_the_contract_or_when_the_opponent_takes_the_best_bid():
    seen = Counter()
    for decision, choice in random_mistakes("too low", 400, 4):
        best = [call.action for call in decision.best]
        if not is_bid(choice.action) or choice.action > max(best):
            continue
        reasons = reasons_for_call(decision, choice)
        contract = reasons.contract
        played = contract.declarer == decision.seat and make_bid(contract.level, contract.strain) == choice.action
        assert played or reasons.after[1] in best
        seen[played] += 1
    assert seen[True] > 100


@pytest.mark.parametrize("rules", PRESETS)
def test_nearly_every_random_mistake_has_a_theme(rules):
    reasons = [reasons_for_call(*mistake) for mistake in random_mistakes(f"share {rules}", 250, 2, (rules,))]
    assert len(reasons) > 150
    assert sum(bool(each.findings) for each in reasons) >= 0.97 * len(reasons)
    assert all(each.explained for each in reasons if each.findings or each.punishing)


# Punishing cards.


def lowest(hands, cards):
    """Both hands with *cards* the lowest of their suits; the ranks are those of the deal's own cards."""
    moved = [0, 0]
    for suit in range(4):
        here = [card for card in cards_of(hands[0] | hands[1]) if card // 13 == suit]
        order = sorted(here, key=lambda card: (card not in cards, card))
        for card, stands in zip(order, sorted(here), strict=True):
            moved[0 if hands[0] >> card & 1 else 1] |= 1 << stands
    return tuple(moved)


def test_were_the_punishing_cards_the_lowest_the_call_would_cost_nothing():
    seen = Counter()
    for decision, choice in random_mistakes("punishing", 300, 2):
        reasons = reasons_for_call(decision, choice)
        cards = reasons.punishing
        if not cards:
            continue
        hands = decision.deal.start_hands
        assert all(hands[decision.seat.other] >> card & 1 for card in cards)
        table = trick_table(*lowest(hands, cards))
        world = world_of(decision.deal, decision.opponent, table)
        assert world.loss(call_name(choice.action)) == 0
        seen[len(cards)] += 1
    assert seen[1] > 20
    assert seen[2] > 2


def test_one_card_is_named_before_two():
    """A pair is named only where none of its cards, nor any other of those that cost the contract, does it alone."""
    for decision, choice in random_mistakes("pairs", 150, 2):
        reasons = reasons_for_call(decision, choice)
        hands = decision.deal.start_hands
        if len(reasons.punishing) < 2:
            continue
        for card in reasons.punishing:
            table = trick_table(*lowest(hands, (card,)))
            assert world_of(decision.deal, decision.opponent, table).loss(call_name(choice.action)) > 0


# Nothing to gain.


def nothing_to_gain(decision):
    return not decision.forced and all_the_same(decision)


def test_there_is_nothing_to_gain_against_a_bid_of_seven_that_fails_for_nothing():
    hands = parse_deal("AKQ.AKQ.AKQ.AKQJ 5432.5432.5432.5")
    blocked, priced = (
        Deal.from_hands(*hands, SOUTH, PRESETS[name]).apply(CALL["7NT"]) for name in ("written", "penalty")
    )
    assert nothing_to_gain(decide(blocked))
    assert not nothing_to_gain(decide(priced))


def test_there_is_nothing_to_gain_where_all_of_several_calls_score_the_same():
    counted = Counter()
    rng = random.Random("nothing to gain")
    for _ in range(90):
        decision = decide(random_moment(rng, PRESETS[rng.choice(list(PRESETS))]), opponent=rng.choice(OPPONENTS))
        world = world_of(decision.deal, decision.opponent, decision.table)
        same = len(set(world.scores.values())) == 1
        assert nothing_to_gain(decision) == (same and len(world.scores) > 1)
        counted[same] += 1
    assert min(counted.values()) > 10


def test_a_forced_pass_is_no_choice():
    deal = Deal.from_hands(*ROWS[0].deal.start_hands, Seat.NORTH, PRESETS["written"])
    over = deal.run([CALL["7NT"], CALL["X"], CALL["XX"]])
    assert decide(over).forced
    assert not nothing_to_gain(decide(over))
