"""The auction as a solved game, against an auction that follows every call to the end, and what must hold of it."""

import random
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tests.solver.auctions import (
    CALL,
    RULES,
    RULESETS,
    every_standing,
    naive,
    named,
    published_tables,
    random_auction,
    random_table,
    spoken,
    started,
)
from tests.solver.naive_auction import LADDER
from tutor.cards import NORTH, SEATS, SOUTH, STRAINS_LOW_FIRST, Strain, mask_of
from tutor.notation import parse_deal
from tutor.rules import BIDS, DOUBLE, LEVEL, PASS, PENALTY, WRITTEN, Auction, Ruleset, call_name, north_score
from tutor.solver import trick_table
from tutor.solver.bidding import OPPONENTS, SolvedAuction, State, call_line, call_values, par

PUBLISHED = published_tables()
EACH_RULESET = pytest.mark.parametrize("rules", RULES)


def tables():
    """A strategy for trick tables: of real deals, or of any numbers."""
    numbers = st.integers(0, 13)
    rows = st.fixed_dictionaries(dict.fromkeys(STRAINS_LOW_FIRST, numbers))
    return st.sampled_from(PUBLISHED) | st.fixed_dictionaries(dict.fromkeys(SEATS, rows))


@st.composite
def open_auctions(draw):
    """A ruleset and an auction under it that is not over."""
    ruleset = draw(some.rulesets())
    auction = draw(some.auctions(doubling=ruleset.doubling))
    assume(not auction.over)
    return ruleset, auction


def natural_seat(auction, opponent):
    """The seat that calls naturally when the one to call is judged against *opponent*."""
    return auction.turn.other if opponent == "natural" else None


def best(seat, values):
    """The value among *values* that *seat* likes best."""
    return max(values) if seat == NORTH else min(values)


def tricks(north, south=(0, 0, 0, 0, 0)):
    """A trick table from the tricks of North and South in C, D, H, S, NT."""
    return {seat: dict(zip(STRAINS_LOW_FIRST, row, strict=True)) for seat, row in ((NORTH, north), (SOUTH, south))}


def seeded_tables(seed, count):
    """The trick tables of *count* random deals."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        deck = rng.sample(range(52), 26)
        found.append(trick_table(mask_of(deck[:13]), mask_of(deck[13:])))
    return found


# The naive auction against itself: what it remembers is all that matters.


@EACH_RULESET
@pytest.mark.parametrize("ladder", [LADDER[-4:], ("1C", "1NT", "4S", "6D"), ("3H", "5C", "7NT")])
def test_an_auction_that_remembers_agrees_with_one_that_follows_every_call(ladder, rules):
    rng = random.Random(f"{rules} {ladder}")
    for _ in range(2):
        table = random_table(rng)
        for natural in (None, *SEATS):
            plain, remembering = (
                naive(table, RULESETS[rules], natural, ladder=ladder, remember=remember) for remember in (False, True)
            )
            for dealer in "NS":
                for calls in ([], ["Pass"], [ladder[0]], ["Pass", ladder[1]]):
                    expected = plain.call_values(dealer, calls)
                    assert remembering.call_values(dealer, calls) == expected, (table, natural, dealer, calls)


# The program against the naive auction.


@EACH_RULESET
def test_late_in_an_auction_every_call_is_worth_what_following_every_call_to_the_end_finds(rules):
    rng, ruleset = random.Random(f"late {rules}"), RULESETS[rules]
    for number in range(18):
        table = rng.choice(PUBLISHED) if number % 2 else random_table(rng)
        auction = random_auction(rng, ruleset, bids_left=number % 6)
        for opponent in OPPONENTS:
            plain = naive(table, ruleset, natural_seat(auction, opponent), remember=False)
            expected = plain.call_values(*spoken(auction))
            assert named(call_values(table, auction, ruleset, opponent)) == expected, (table, auction, opponent)


@pytest.mark.parametrize("rules", ["penalty", "level,undertrick=10"])
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_with_seven_bids_left_too(opponent, rules):
    rng, ruleset = random.Random(f"seven {rules}"), RULESETS[rules]
    table, auction = rng.choice(PUBLISHED), random_auction(rng, ruleset, bids_left=7)
    plain = naive(table, ruleset, natural_seat(auction, opponent), remember=False)
    assert named(call_values(table, auction, ruleset, opponent)) == plain.call_values(*spoken(auction))


@EACH_RULESET
def test_however_an_auction_stands_every_call_is_worth_what_the_naive_auction_says(rules):
    rng, ruleset = random.Random(f"standings {rules}"), RULESETS[rules]
    for table in (rng.choice(PUBLISHED), random_table(rng)):
        for natural in (None, *SEATS):
            solved, plain = SolvedAuction(table, ruleset, natural), naive(table, ruleset, natural)
            for auction in every_standing(rng.choice(SEATS), ruleset):
                state = State.of(auction)
                found = {call: solved.leads_to(state, call) for call in solved.legal(state)}
                assert named(found) == plain.call_values(*spoken(auction)), (table, natural, auction)


@EACH_RULESET
@pytest.mark.parametrize("natural", SEATS)
def test_however_an_auction_stands_a_natural_seat_calls_as_it_is_defined(natural, rules):
    rng, ruleset = random.Random(f"natural {rules}"), RULESETS[rules]
    for table in (*rng.sample(PUBLISHED, 3), *(random_table(rng) for _ in range(3))):
        solved, plain = SolvedAuction(table, ruleset, natural), naive(table, ruleset, natural)
        for auction in every_standing(rng.choice(SEATS), ruleset):
            if auction.turn == natural:
                state, expected = State.of(auction), plain.natural_call(*spoken(auction))
                assert call_name(solved.natural_call(state)) == expected, (table, auction)
                assert solved.value(state) == solved.leads_to(state, CALL[expected]), (table, auction)


@settings(max_examples=50)
@given(open_auctions(), tables(), st.sampled_from(OPPONENTS))
def test_at_any_point_of_any_auction_every_call_is_worth_what_the_naive_auction_says(opened, table, opponent):
    ruleset, auction = opened
    plain = naive(table, ruleset, natural_seat(auction, opponent))
    assert named(call_values(table, auction, ruleset, opponent)) == plain.call_values(*spoken(auction))


# What must hold of any answer.


@settings(max_examples=40)
@given(open_auctions(), tables(), st.sampled_from(OPPONENTS))
def test_the_calls_are_the_legal_ones_in_their_order(opened, table, opponent):
    ruleset, auction = opened
    assert tuple(call_values(table, auction, ruleset, opponent)) == auction.legal()


@settings(max_examples=40)
@given(open_auctions(), tables(), st.sampled_from(OPPONENTS))
def test_the_line_is_legal_and_comes_to_the_value_of_the_best_call(opened, table, opponent):
    ruleset, auction = opened
    ended = auction
    for call in call_line(table, auction, ruleset, opponent):
        ended = ended.apply(call)
    assert ended.over
    contract = ended.contract
    taken = 0 if contract is None else table[contract.declarer][contract.strain]
    values = call_values(table, auction, ruleset, opponent)
    assert north_score(contract, taken, ruleset) == best(auction.turn, values.values())


@settings(max_examples=30)
@given(open_auctions(), tables(), st.sampled_from(OPPONENTS))
def test_every_call_of_the_line_is_the_first_best_one_or_the_natural_one(opened, table, opponent):
    ruleset, auction = opened
    natural = natural_seat(auction, opponent)
    plain = naive(table, ruleset, natural)
    for call in call_line(table, auction, ruleset, opponent):
        dealer, calls = spoken(auction)
        if auction.turn == natural:
            expected = plain.natural_call(dealer, calls)
        else:
            values = plain.call_values(dealer, calls)
            expected = next(c for c in values if values[c] == best(auction.turn, values.values()))
        assert call_name(call) == expected
        auction = auction.apply(call)


@settings(max_examples=40)
@given(open_auctions(), tables(), st.sampled_from(OPPONENTS))
def test_when_the_seats_change_places_every_score_changes_sides(opened, table, opponent):
    ruleset, auction = opened
    mirrored = replace(auction, dealer=auction.dealer.other)
    swapped = {seat: table[seat.other] for seat in SEATS}
    values = call_values(table, auction, ruleset, opponent)
    assert call_values(swapped, mirrored, ruleset, opponent) == {call: -score for call, score in values.items()}
    assert call_line(swapped, mirrored, ruleset, opponent) == call_line(table, auction, ruleset, opponent)


@settings(max_examples=40)
@given(open_auctions(), tables())
def test_an_opponent_who_calls_naturally_never_does_better_than_a_perfect_one(opened, table):
    ruleset, auction = opened
    against_perfect, against_natural = (call_values(table, auction, ruleset, opponent) for opponent in OPPONENTS)
    for call, score in against_perfect.items():
        assert best(auction.turn, (score, against_natural[call])) == against_natural[call]


@settings(max_examples=40)
@given(open_auctions(), tables())
def test_where_failing_costs_nothing_a_double_never_gains_over_a_pass(opened, table):
    ruleset, auction = opened
    values = call_values(table, auction, replace(ruleset, undertrick=0))
    if DOUBLE in values:
        assert best(auction.turn, (values[DOUBLE], values[PASS])) == values[PASS]


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_the_same_question_has_the_same_answer_whatever_was_asked_before(opponent):
    rng = random.Random(7)
    asked = []
    for _ in range(20):
        ruleset = RULESETS[rng.choice(RULES)]
        asked.append((random_table(rng), random_auction(rng, ruleset, rng.randrange(30)), ruleset, opponent))
    answers = [call_values(*question) for question in asked]
    for question, answer in reversed(list(zip(asked, answers, strict=True))):
        assert call_values(*question) == answer


# Auctions worked out by hand.


def test_in_the_written_game_7nt_blocks_any_score_for_free():
    # North makes 6S. South takes nothing in any strain, and loses nothing by it.
    table = tricks((6, 6, 6, 12, 6))
    auction = started(NORTH, "1S", WRITTEN)
    values = named(call_values(table, auction, WRITTEN))
    assert values["7NT"] == 0
    assert values["Pass"] == 180
    assert values["X"] == 360
    # Below 7NT South only gives North another turn: North bids over it.
    assert values["2C"] == 0, "South bids 7NT later"
    assert par(table, NORTH, WRITTEN).score == 0


def test_against_a_natural_opponent_the_written_game_is_won_by_those_who_make_their_bids():
    # South makes 1NT and nothing else; North makes up to 3S.
    table = tricks((6, 6, 6, 9, 6), (6, 6, 6, 4, 7))
    values = named(call_values(table, Auction(NORTH), WRITTEN, "natural"))
    assert values["1S"] == 90, "South bids 1NT over it, North 2S, and South has nothing left that makes"
    assert values["2S"] == 90
    assert values["3S"] == 90
    assert values["4S"] == 0, "fails, and failing costs nothing"
    assert values["Pass"] == 90, "South bids 1NT, North 2S"
    assert [call_name(c) for c in call_line(table, Auction(NORTH), WRITTEN, "natural")] == ["Pass", "1NT", "2S", "Pass"]


def test_a_natural_opponent_names_the_lowest_of_the_bids_that_score_most():
    # 3D and 2H both come to 60; every overtrick counts, so 1H and 2H tie as well: the lowest of all is 1D.
    table = tricks((0, 0, 0, 0, 0), (6, 9, 8, 6, 6))
    assert call_line(table, started(NORTH, "Pass", PENALTY), PENALTY)[0] == CALL["1D"]
    solved = SolvedAuction(table, PENALTY, SOUTH)
    assert call_name(solved.natural_call(State.of(started(NORTH, "Pass", PENALTY)))) == "1D"
    assert call_name(solved.natural_call(State.of(started(NORTH, "1D", PENALTY)))) == "1H"
    assert call_name(solved.natural_call(State.of(started(NORTH, "1H", PENALTY)))) == "2D"
    # Where only the tricks bid count, 1D is worth 20, 2H and 3D 60: 2H is the lower.
    solved = SolvedAuction(table, LEVEL, SOUTH)
    assert call_name(solved.natural_call(State.of(started(NORTH, "Pass", LEVEL)))) == "2H"
    assert call_name(solved.natural_call(State.of(started(NORTH, "2H", LEVEL)))) == "3D"


def test_a_natural_opponent_doubles_only_what_fails_and_only_for_a_price():
    table = tricks((6, 6, 6, 8, 6))
    for calls, ruleset, expected in (
        ("3S", PENALTY, "X"),
        ("2S", PENALTY, "Pass"),
        ("3S", WRITTEN, "Pass"),
        ("3S", RULESETS["penalty,doubling=false"], "Pass"),
        ("Pass", PENALTY, "Pass"),
    ):
        state = State.of(started(NORTH, calls, ruleset))
        assert call_name(SolvedAuction(table, ruleset, SOUTH).natural_call(state)) == expected, (calls, str(ruleset))


def test_a_natural_opponent_who_is_doubled_passes_unless_another_bid_makes():
    # South's 3S fails and is doubled; no bid of South's makes, and it never redoubles.
    state = State.of(started(SOUTH, "3S X", PENALTY))
    assert SolvedAuction(tricks((0,) * 5, (6, 6, 6, 8, 6)), PENALTY, SOUTH).natural_call(state) == PASS
    assert call_name(SolvedAuction(tricks((0,) * 5, (6, 6, 6, 8, 9)), PENALTY, SOUTH).natural_call(state)) == "3NT"


def test_doubled_into_a_contract_that_makes_the_bidder_redoubles():
    table = tricks((6, 6, 6, 10, 6))
    values = named(call_values(table, started(NORTH, "4S X", PENALTY), PENALTY))
    # South's cheapest way out of 4SXX (480) is 4NT doubled, ten tricks short at 100 each: dearer, so South stays.
    assert values["XX"] == 480
    assert values["Pass"] == 240


def test_a_sacrifice_is_made_when_it_is_cheaper():
    # North makes 4S for 120; South's 5C doubled is one short: 100.
    table = tricks((0, 0, 0, 10, 0), (10, 0, 0, 0, 0))
    values = named(call_values(table, started(NORTH, "4S", PENALTY), PENALTY))
    assert values["Pass"] == 120
    assert values["5C"] == 100
    assert min(values, key=values.get) == "5C"
    undoubled = RULESETS["penalty,doubling=false"]
    assert named(call_values(table, started(NORTH, "4S", undoubled), undoubled))["5C"] == 50


# Questions that have no answer.


@pytest.mark.parametrize("calls", ["Pass Pass", "1C Pass", "1C X XX Pass"])
@pytest.mark.parametrize("ask", [call_values, call_line])
def test_when_the_auction_is_over_no_call_has_a_value(ask, calls):
    with pytest.raises(ValueError, match="over"):
        ask(PUBLISHED[0], started(NORTH, calls, WRITTEN), WRITTEN)


@pytest.mark.parametrize("ask", [call_values, call_line])
def test_an_opponent_of_an_unknown_kind_is_refused_by_name(ask):
    with pytest.raises(ValueError, match="perfect, natural, not 'friendly'"):
        ask(PUBLISHED[0], Auction(NORTH), WRITTEN, "friendly")


@pytest.mark.parametrize("doubling", [True, False])
@pytest.mark.parametrize("ask", [call_values, call_line])
def test_an_auction_under_other_rules_about_doubling_is_refused(ask, doubling):
    with pytest.raises(ValueError, match="doubling"):
        ask(PUBLISHED[0], Auction(NORTH, (), not doubling), Ruleset(doubling=doubling))


# Par.


@EACH_RULESET
def test_par_is_the_value_of_the_best_opening_call_and_of_its_contract(rules):
    rng, ruleset = random.Random(f"par {rules}"), RULESETS[rules]
    for table in (*rng.sample(PUBLISHED, 10), *(random_table(rng) for _ in range(10))):
        for dealer in SEATS:
            made = par(table, dealer, ruleset)
            auction = Auction(dealer, (), ruleset.doubling)
            assert made.score == best(dealer, call_values(table, auction, ruleset).values())
            assert made.line == call_line(table, auction, ruleset)
            ended = Auction.of(dealer, made.line, doubling=ruleset.doubling)
            assert ended.over
            assert made.contract == ended.contract
            taken = 0 if made.contract is None else table[made.contract.declarer][made.contract.strain]
            assert made.score == north_score(made.contract, taken, ruleset)


@given(some.rulesets(), tables())
def test_to_deal_is_never_a_disadvantage(ruleset, table):
    # Both seats have the same bids to begin with, and the dealer who passes still has them if the other passes too:
    # max(min(0, b), a) >= min(max(0, a), b), where a and b are the scores of North's and South's best opening bids.
    assert par(table, NORTH, ruleset).score >= par(table, SOUTH, ruleset).score


@pytest.mark.parametrize("rules", ["written", "penalty", "level"])
def test_for_real_deals_it_does_not_matter_who_deals(rules):
    for table in PUBLISHED:
        assert par(table, NORTH, RULESETS[rules]).score == par(table, SOUTH, RULESETS[rules]).score, table


def test_for_a_deal_on_which_one_side_takes_everything_it_does():
    table = trick_table(*parse_deal("AKQJ.AKQ.AKQ.AKQ T98.JT98.JT9.JT9"))
    assert table[NORTH][Strain.NOTRUMP] == 13
    assert par(table, NORTH, WRITTEN).score == 220, "nothing can be bid over 7NT"
    assert par(table, SOUTH, WRITTEN).score == 0, "South bids 7NT first"


@given(tables(), st.sampled_from(SEATS))
def test_the_written_game_is_worth_nothing_unless_the_dealer_takes_all_tricks_in_notrump(table, dealer):
    won = 220 if table[dealer][Strain.NOTRUMP] == 13 else 0
    assert par(table, dealer, WRITTEN).score == (won if dealer == NORTH else -won)


def test_the_written_game_is_worth_nothing_on_the_published_deals_and_on_300_more():
    for table in (*PUBLISHED, *seeded_tables(400, 300)):
        assert par(table, NORTH, WRITTEN).score == 0, table


@pytest.mark.parametrize(("rules", "level"), [("penalty", 1.0), ("level", 2.6)])
def test_the_mean_level_of_the_perfect_contract_is_the_one_that_the_rules_state(rules, level):
    # Source of the figures: "What follows from the rules".
    for found in (PUBLISHED, seeded_tables(500, 300)):
        levels = [par(table, NORTH, RULESETS[rules]).contract.level for table in found]
        assert sum(levels) / len(levels) == pytest.approx(level, abs=0.3)


def test_the_highest_bid_leaves_only_pass_and_double():
    assert list(named(call_values(PUBLISHED[0], started(NORTH, "7NT", PENALTY), PENALTY))) == ["Pass", "X"]
    assert len(BIDS) == len(LADDER) == 35


@pytest.mark.parametrize("wrong", [-1, 14, 200])
def test_tricks_that_nobody_can_take_are_refused(wrong):
    table = {seat: dict.fromkeys(Strain, 6) for seat in SEATS} | {NORTH: dict.fromkeys(Strain, wrong)}
    with pytest.raises(ValueError, match="0 to 13"):
        call_values(table, Auction(NORTH), PENALTY)
