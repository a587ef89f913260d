"""The review of a recorded deal: every call and card of it against fresh answers, and sums that must come out."""

import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.solver.auctions import CALL
from tutor.cards import NORTH, SEATS, SOUTH, Strain
from tutor.coach.facts import decide
from tutor.coach.reasons.explain import explain
from tutor.coach.review import review, review_json, states
from tutor.coach.telling.explanations import tell
from tutor.notation import parse_card, parse_deal, parse_ruleset
from tutor.notation.record import DrawRecord, Record
from tutor.rules import (
    DOUBLE,
    PASS,
    PENALTY,
    REDOUBLE,
    WRITTEN,
    Contract,
    Deal,
    Phase,
    Position,
    RuleError,
    action_name,
    north_score,
)
from tutor.solver import clear_cache, trick_table
from tutor.solver.bidding import OPPONENTS, call_line, par
from tutor.solver.engine import Engine

RULES = ("written", "penalty", "level", "penalty,doubling=false", "level,stock=exposed,undertrick=30")
SEEDS = range(len(RULES))
HANDS = parse_deal("A2.AKQJT987654.-.- KQ.-.AKQJT987654.-")


class Game(NamedTuple):
    """A deal played at random and the record of it."""

    record: Record
    end: Deal


def played_at_random(seed):
    """A whole deal, its draw phase included, of random actions; the auction goes beyond two passes."""
    rng = random.Random(seed)
    deal = start = Deal.shuffled(rng, rng.choice(SEATS), parse_ruleset(RULES[seed % len(RULES)]))
    while deal.phase is Phase.DRAW:
        deal = deal.apply(rng.choice(deal.legal()))
    while deal.phase is Phase.AUCTION:
        legal = deal.legal()
        doubles = [call for call in legal if call in (DOUBLE, REDOUBLE)]
        cheap = [call for call in legal if call not in (PASS, *doubles)][:6]
        opening = not deal.auction.calls or deal.auction.calls == (PASS,)
        deal = deal.apply(rng.choice(cheap if opening else [PASS, *doubles, *cheap]))
    while deal.phase is Phase.PLAY:
        deal = deal.apply(rng.choice(deal.legal()))
    draw = DrawRecord(*start.draw.hands, start.draw.stock, deal.draw.played)
    record = Record(
        *deal.start_hands, deal.dealer, deal.ruleset, draw, deal.auction.calls, deal.contract, deal.play.played
    )
    return Game(record, deal)


def signed_losses(decisions):
    """By how much the decisions changed North's score, in all."""
    return sum(d.loss_points if d.seat == SOUTH else -d.loss_points for d in decisions)


def actions_of(made):
    """The actions judged, in order."""
    return tuple(decision.taken for decision in made.decisions)


# Every ply.


@pytest.mark.parametrize("seed", SEEDS)
def test_every_ply_is_judged_as_a_fresh_solve_judges_it_warm_or_cold(seed):
    record, end = played_at_random(seed)
    warm = review(record)
    clear_cache()
    assert review(record) == warm, "from an empty cache"
    deal, fresh = Deal.from_hands(*end.start_hands, end.dealer, end.ruleset), []
    for action in (*end.auction.calls, *end.play.played):
        clear_cache()
        fresh.append(decide(deal, action))
        deal = deal.apply(action)
    assert [d.choices for d in warm.decisions] == [d.choices for d in fresh]
    assert [d.line for d in warm.decisions] == [d.line for d in fresh]
    # The same hand backwards, so that the cache has seen the endings before their beginnings.
    clear_cache()
    for decision in reversed(warm.decisions):
        assert decide(decision.deal, decision.taken) == decision


def test_every_ply_has_the_values_of_a_solver_that_was_made_for_it_alone():
    record, _ = played_at_random(3)
    for decision in review(record).decisions:
        if decision.phase is Phase.PLAY:
            play = decision.deal.play
            values = Engine(depth=2).card_values(Position.of(play))
            won = play.tricks[decision.seat]
            assert {c.action: c.tricks for c in decision.choices} == {card: won + v for card, v in values.items()}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_recorded_call_and_card_is_judged_once_and_in_order(seed):
    record, end = played_at_random(seed)
    made = review(record)
    assert actions_of(made) == (*end.auction.calls, *end.play.played)
    assert [d.seat for d in made.decisions] == [d.deal.turn for d in made.decisions]
    assert len([d for d in made.decisions if d.phase is Phase.PLAY]) == 26
    assert tuple(action for _, action in states(record)) == record.actions()
    assert made.deal == end
    assert made.score == made.outlook == end.score


# Sums.


@pytest.mark.parametrize("seed", range(20))
def test_the_score_is_par_and_what_each_side_gave_away(seed):
    record, end = played_at_random(seed)
    made = review(record)
    assert end.score == made.par.score + signed_losses(made.decisions)
    assert end.score == made.par.score - made.points_lost(NORTH) + made.points_lost(SOUTH)
    assert made.par == par(trick_table(*end.start_hands), end.dealer, end.ruleset)
    assert made.mistakes == tuple(d for d in made.decisions if d.loss_points)
    # Each choice leads to where the next one starts.
    for decision, following in zip(made.decisions, made.decisions[1:], strict=False):
        assert decision.choice(decision.taken).score == following.score
    assert made.decisions[-1].choice(made.decisions[-1].taken).score == end.score


@pytest.mark.parametrize("seed", SEEDS)
def test_the_tricks_given_away_add_up_as_well(seed):
    record, end = played_at_random(seed)
    declarer, cards = end.contract.declarer, [d for d in review(record).decisions if d.phase is Phase.PLAY]
    promised = trick_table(*end.start_hands)[declarer][end.contract.strain]
    changes = (-d.loss_tricks if d.seat == declarer else d.loss_tricks for d in cards)
    assert end.declarer_tricks == promised + sum(changes)


@pytest.mark.parametrize("seed", SEEDS)
def test_wherever_a_record_stops_its_outlook_is_par_and_what_was_given_away_so_far(seed):
    record, _ = played_at_random(seed)
    whole = review(record)
    for calls in range(len(record.calls) + 1):
        finished = calls == len(record.calls)
        for cards in (0, 1, 2, 13, 25) if finished else (0,):
            part = replace(
                record,
                calls=record.calls[:calls],
                contract=record.contract if finished else None,
                played=record.played[:cards],
            )
            made = review(part)
            assert made.decisions == whole.decisions[: calls + cards]
            assert made.score is None
            assert made.outlook == made.par.score + signed_losses(made.decisions)


def test_perfect_calls_and_cards_have_no_mistake_and_come_to_par():
    for seed in range(6):
        record, end = played_at_random(seed)
        deal = Deal.from_hands(*end.start_hands, end.dealer, end.ruleset)
        deal = deal.run(decide(deal).line)
        played = deal.play.played if deal.play else ()
        perfect = replace(record, calls=deal.auction.calls, contract=deal.contract, played=played)
        made = review(perfect)
        assert made.mistakes == ()
        assert [made.points_lost(seat) for seat in SEATS] == [0, 0]
        assert made.score == made.par.score


# The deal's value along the hand.


@pytest.mark.parametrize("seed", SEEDS)
def test_the_values_along_the_hand_are_those_of_fresh_solves(seed):
    record, end = played_at_random(seed)
    made = review(record)
    deal, fresh = record.start(), []
    for action in record.actions():
        clear_cache()
        if deal.phase is Phase.DRAW:
            fresh.append(None)
        elif deal.phase is Phase.AUCTION:
            line = call_line(trick_table(*deal.start_hands), deal.auction, deal.ruleset)
            fresh.append(played_out(deal.run(line)))
        else:
            fresh.append(played_out(deal))
        deal = deal.apply(action)
    assert made.values == (*fresh, end.score)
    assert len(made.values) == len(record.actions()) + 1
    assert review_json(made)["values"] == list(made.values)


def played_out(deal):
    """The score of *deal*, whose auction is over, after best play to the last card by a solver of its own."""
    engine = Engine(depth=2)
    while not deal.over:
        values = engine.card_values(Position.of(deal.play))
        deal = deal.apply(max(values, key=values.__getitem__))
    return deal.score


@pytest.mark.parametrize("seed", range(12))
def test_the_value_changes_by_what_the_seat_to_act_gave_away_and_by_nothing_else(seed):
    made = review(played_at_random(seed).record)
    assert made.values[: made.drawn] == (None,) * made.drawn
    judged = made.values[made.drawn :]
    for (before, after), decision in zip(pairwise(judged), made.decisions, strict=True):
        lost = before - after if decision.seat == NORTH else after - before
        assert lost == decision.loss_points >= 0
    assert judged[0] == made.par.score
    assert judged[-1] == made.score == made.outlook


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_every_part_of_a_hand_has_a_value_for_each_ply_and_the_end(opponent):
    record, _ = played_at_random(1)
    for part in parts_of(record):
        made = review(part, opponent=opponent)
        assert len(made.values) == len(states(part)) + 1
        assert made.values[-1] == made.outlook
        assert [made.values[made.ply_of(d)] for d in made.decisions] == [d.score for d in made.decisions]
        assert [v is None for v in made.values] == [d.phase is Phase.DRAW for d, _ in states(part)] + [False]


def parts_of(record):
    """*record* and what is left of it when something was not recorded."""
    return (
        record,
        replace(record, draw=None),
        replace(record, calls=None),
        replace(record, calls=None, played=()),
        replace(record, calls=None, contract=None, played=()),
        replace(record, calls=record.calls[:1], contract=None, played=()),
        replace(record, calls=record.calls[:1], played=record.played[:2]),
        replace(record, played=record.played[:9]),
        replace(record, played=record.played[:9], claimed=7),
    )


# Why.


@pytest.mark.parametrize("seed", SEEDS)
def test_each_mistake_is_explained_and_nothing_else_is(seed):
    made = review(played_at_random(seed).record)
    assert [each.decision for each in made.explanations] == list(made.mistakes)
    for each in made.explanations:
        assert each.choice == each.decision.choice(each.decision.taken)
        assert each.reasons == explain(each.decision).reasons
        assert each.reasons is not None
    assert made.explanations is made.explanations, "worked out once"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_json_explains_each_mistake_in_words_and_nothing_else(seed):
    made = review(played_at_random(seed).record)
    for said, decision in zip(review_json(made)["decisions"], made.decisions, strict=True):
        why = said["why"]
        if not decision.mistake:
            assert why is None
            continue
        told = tell(explain(decision))
        assert list(why) == ["verdict", "happens", "reason", "instead", "next_time"]
        assert why["verdict"] == str(told.verdict)
        for part in ("happens", "reason", "instead"):
            assert why[part] == [str(sentence) for sentence in getattr(told, part)]
        assert why["next_time"] == (None if told.next_time is None else str(told.next_time))
        last = [] if why["next_time"] is None else [why["next_time"]]
        every = [why["verdict"], *why["happens"], *why["reason"], *why["instead"], *last]
        assert every == [str(sentence) for sentence in told.sentences()]
        assert all(sentence.endswith(".") for sentence in every)
        assert why["happens"], "what happens is always known"
        assert why["instead"], "what is better is always known"


# Records of every kind.


def test_a_passed_out_deal_is_judged_at_both_passes():
    record = Record(*HANDS, NORTH, PENALTY, calls=(PASS, PASS))
    assert record.passed_out
    made = review(record)
    assert actions_of(made) == (PASS, PASS)
    assert made.score == made.outlook == 0
    assert made.deal.contract is None
    assert made.par.score + signed_losses(made.decisions) == 0
    assert review_json(made)["contract"] is None


def test_a_passed_out_deal_after_a_draw_phase_too():
    record, _ = played_at_random(0)
    made = review(replace(record, calls=(PASS, PASS), contract=None, played=()))
    assert actions_of(made) == (PASS, PASS)
    assert made.score == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_without_its_draw_phase_a_deal_is_judged_the_same(seed):
    record, _ = played_at_random(seed)
    whole, short = review(record), review(replace(record, draw=None))
    assert [(d.choices, d.line, d.taken) for d in short.decisions] == [
        (d.choices, d.line, d.taken) for d in whole.decisions
    ]
    assert (short.table, short.par, short.score) == (whole.table, whole.par, whole.score)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("drawn", [True, False])
def test_without_its_auction_a_deal_is_judged_from_its_opening_lead(seed, drawn):
    record, end = played_at_random(seed)
    record = replace(record, calls=None, draw=record.draw if drawn else None)
    made = review(record)
    assert actions_of(made) == end.play.played
    assert {d.phase for d in made.decisions} == {Phase.PLAY}
    assert made.score == end.score
    promised = made.table[end.contract.declarer][end.contract.strain]
    assert made.decisions[0].score == north_score(end.contract, promised, end.ruleset)
    assert made.score == made.decisions[0].score + signed_losses(made.decisions)


@pytest.mark.parametrize("calls", [(), (PASS,), (CALL["1C"],), (CALL["1C"], DOUBLE), (PASS, CALL["1C"])])
def test_where_the_auction_breaks_off_and_the_contract_is_stated_calls_and_cards_are_judged(calls):
    contract = Contract(2, Strain.HEARTS, 1, NORTH)
    play = Deal.from_hands(*HANDS, NORTH, PENALTY).with_contract(contract)
    cards = tuple(play.legal()[:1])
    made = review(Record(*HANDS, NORTH, PENALTY, calls=calls, contract=contract, played=cards))
    assert actions_of(made) == (*calls, *cards)
    assert made.deal.contract == contract
    assert made.decisions[-1].choices == decide(play, cards[0]).choices
    assert [d["ply"] for d in review_json(made)["decisions"]] == list(range(len(calls) + 1))


@pytest.mark.parametrize("calls", [None, ()])
def test_a_contract_without_play_is_worth_what_best_play_makes_of_it(calls):
    contract = Contract(4, Strain.HEARTS, 2, NORTH)
    made = review(Record(*HANDS, NORTH, PENALTY, calls=calls, contract=contract))
    assert made.decisions == ()
    assert made.score is None
    assert made.outlook == 360, "twelve tricks in hearts, doubled"


def test_hands_alone_are_worth_their_par():
    made = review(Record(*HANDS, SOUTH, PENALTY))
    assert made.decisions == made.mistakes == ()
    assert made.score is None
    assert made.outlook == made.par.score
    assert made.table == trick_table(*HANDS)


def test_an_unfinished_trick_is_judged_up_to_its_last_card():
    record, _ = played_at_random(4)
    made = review(replace(record, played=record.played[:7]))
    assert made.decisions[-1].taken == record.played[6]
    assert made.deal.play.led == record.played[6]
    assert made.outlook == decide(made.deal).score


def test_a_record_with_an_illegal_action_is_refused():
    record, _ = played_at_random(2)
    broken = replace(record, draw=None, played=(*record.played[:3], record.played[0]))
    with pytest.raises(RuleError) as refused:
        review(broken)
    assert refused.value.rule == "played-before"


def test_against_natural_opponents_each_call_is_judged_against_one():
    record = Record(*HANDS, NORTH, WRITTEN, calls=(CALL["1H"], CALL["1S"], CALL["6H"], PASS))
    made = review(record, opponent="natural")
    assert made.opponent == "natural"
    deal = Deal.from_hands(*HANDS, NORTH, WRITTEN)
    for decision, call in zip(made.decisions, record.calls, strict=True):
        assert decision == decide(deal, call, opponent="natural")
        deal = deal.apply(call)
    assert made.outlook == 180
    # North may still be outbid by a perfect South, but not by one who bids only what makes.
    assert made.decisions[2].score == 180
    assert review(record).decisions[2].score == 0
    stopped = replace(record, calls=record.calls[:2])
    assert review(stopped, opponent="natural").outlook == 180
    assert review(stopped).outlook == 0


def test_a_review_among_others_is_the_same_as_alone():
    games = [played_at_random(seed).record for seed in range(4)]
    alone = []
    for record in games:
        clear_cache()
        alone.append(review(record))
    clear_cache()
    assert [review(record) for record in games] == alone
    assert [review(record) for record in reversed(games)] == alone[::-1]


# As JSON.


@pytest.mark.parametrize("seed", SEEDS)
def test_a_review_is_json_and_names_its_rules_whatever_was_recorded(seed):
    record, _ = played_at_random(seed)
    for part in parts_of(record):
        for opponent in OPPONENTS:
            made = review(part, opponent=opponent)
            value = review_json(made)
            assert json.loads(json.dumps(value)) == value
            assert value["rules"] == RULES[seed % len(RULES)]
            assert value["opponent"] == opponent
            assert value["dealer"] == record.dealer.letter
            assert (value["score"], value["outlook"]) == (made.score, made.outlook)


@pytest.mark.parametrize("seed", SEEDS)
def test_plies_count_from_the_first_recorded_action(seed):
    record, _ = played_at_random(seed)
    for part, first in ((record, 26), (replace(record, draw=None), 0), (replace(record, calls=None), 26)):
        decisions = review_json(review(part))["decisions"]
        assert [d["ply"] for d in decisions] == list(range(first, first + len(decisions)))
        recorded = [action_name(action) for _, action in states(part)]
        assert [d["action"] for d in decisions] == [recorded[d["ply"]] for d in decisions]
        assert len(recorded) == first + len(decisions)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_json_says_what_the_review_says(seed):
    record, end = played_at_random(seed)
    made = review(record)
    value = review_json(made)
    assert value["contract"] == str(end.contract)
    assert value["score"] == value["outlook"] == end.score
    assert value["lost"] == {"N": made.points_lost(NORTH), "S": made.points_lost(SOUTH)}
    assert value["par"]["score"] == made.par.score
    assert value["table"]["S"]["NT"] == made.table[SOUTH][Strain.NOTRUMP]
    for seat in "NS":
        assert value["lost"][seat] == sum(d["loss"]["points"] for d in value["decisions"] if d["seat"] == seat)
    for said, decision in zip(value["decisions"], made.decisions, strict=True):
        assert said["phase"] == decision.phase.value
        assert said["seat"] == decision.seat.letter
        assert said["mistake"] == decision.mistake
        assert list(said["choices"]) == [action_name(action) for action in decision.deal.legal()]
        taken = said["choices"][said["action"]]
        assert (said["value"], said["tricks"], said["loss"]) == (taken["value"], taken["tricks"], taken["loss"])
        best = [name for name, choice in said["choices"].items() if choice["loss"]["points"] == 0]
        assert sorted(said["best"]) == sorted(best)
        assert {said["choices"][name]["value"] for name in best} == {decision.score}


@pytest.mark.parametrize(("claimed", "score"), [(9, 90), (13, 210), (6, -50), (0, -350)])
@pytest.mark.parametrize("played", [(), ("DA", "DT")])
def test_a_claim_ends_a_deal_whose_cards_were_not_played_out(claimed, score, played):
    north, south = parse_deal("AKQT.AT.QT.AKQT9 J8.KQJ9.AKJ983.J")
    contract = Contract(1, Strain.SPADES, 1, NORTH)
    cards = tuple(parse_card(card) for card in played)
    made = review(Record(north, south, NORTH, PENALTY, contract=contract, played=cards, claimed=claimed))
    assert made.finished_by_claim
    assert (made.tricks, made.score) == (claimed, score)
    assert made.outlook == 120  # ten tricks are there, whatever was claimed
    value = review_json(made)
    assert (value["result"], value["claimed"], value["score"], value["outlook"]) == (claimed, True, score, 120)


def test_without_a_claim_an_unfinished_deal_has_no_score_and_a_finished_one_its_own():
    game = played_at_random(1)
    made = review(game.record)
    assert (made.finished_by_claim, made.score, made.tricks) == (False, game.end.score, game.end.declarer_tricks)
    unfinished = review(replace(game.record, played=game.record.played[:7], claimed=None))
    assert (unfinished.finished_by_claim, unfinished.score, unfinished.tricks) == (False, None, None)
