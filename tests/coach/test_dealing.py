"""Practice hands: their addresses, what they show, and that they teach what was asked for."""

import re
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tutor.cards import FULL_DECK, NORTH, SEATS, SOUTH, Strain, cards_of, hand_name, rank_of
from tutor.coach.choosing import offered_themes
from tutor.coach.dealing import (
    DIGITS,
    HONOUR_HANDS,
    HONOURS,
    KNOWLEDGE_LEVELS,
    SEEDS,
    NoHandError,
    PracticeHand,
    Settings,
    Shown,
    deal_hand,
    dealt,
    from_code,
)
from tutor.coach.facts import decide
from tutor.coach.reasons.explain import explain
from tutor.coach.telling.knowing import OPEN, Known
from tutor.coach.themes import Theme
from tutor.notation import NotationError
from tutor.players.calls import next_call
from tutor.rules import BIDS, DOUBLE, LEVEL, PASS, PENALTY, PRESETS, WRITTEN, Deal, Phase, Ruleset, observe
from tutor.solver import trick_table
from tutor.solver.bidding import OPPONENTS
from tutor.solver.sampling import fitting, outlook

GOLDEN = [
    ("1w-ncns-0", "AQJ.AKJ97.AJT8.J KT9.Q.KQ.AKT9765"),
    ("1w-ncnn-0", "AQJ.AKJ97.AJT8.J KT9.Q.KQ.AKT9765"),
    ("1pxu100-pons-zz", "K.A.QJ7.AKQJT986 A.KQT876542.AK.7"),
    ("1lsfxn-phsn-zzzzzzz", "QT.AK6.9865.AJ76 AK.Q8.AKQJ.KQT85"),
    ("1w-ncns-4k7qz", "AKQ8.-.AKJ975432.- -.AQJT3.-.AKQJT976"),
]


@st.composite
def practice_hands(draw):
    chosen = Settings(draw(some.rulesets()), draw(st.sampled_from(OPPONENTS)), draw(st.sampled_from(KNOWLEDGE_LEVELS)))
    return PracticeHand(chosen, draw(some.seats()), draw(some.seats()), draw(st.integers(0, SEEDS - 1)))


@given(practice_hands())
def test_a_code_says_everything_and_a_hand_has_one_code(hand):
    assert re.fullmatch(r"[0-9a-z-]{9,30}", hand.code)
    assert from_code(hand.code) == hand
    assert from_code(hand.code).code == hand.code


@settings(max_examples=50)
@given(practice_hands(), practice_hands())
def test_different_hands_have_different_codes(one, other):
    assert (one == other) == (one.code == other.code)


@pytest.mark.parametrize(("code", "hands"), GOLDEN)
def test_a_code_deals_the_same_hands_for_ever(code, hands):
    made = from_code(code)
    assert " ".join(map(hand_name, made.deal.start_hands)) == hands


@pytest.mark.parametrize(
    "code",
    [
        "",
        "1",
        "w-ncns-0",
        "1w-ncns-",
        "1w-ncns",
        "1w-ncns-0 ",
        "1w-ncns-0\n",
        " 1w-ncns-0",
        "1W-NCNS-0",
        "1w-ncns-00",
        "1w-ncns-01",
        "01w-ncns-1",
        "1w-ncns-i",
        "1w-ncns-u",
        "1w-ncns-00000000",
        "1w-ncns-zzzzzzzz",
        "1w-xcns-0",
        "1w-nxns-0",
        "1w-ncew-0",
        "1w-ncn-0",
        "1q-ncns-0",
        "1wz-ncns-0",
        "1wfs-ncns-0",
        "1wss-ncns-0",
        "1wu50-ncns-0",
        "1wu0-ncns-0",
        "1pu50-ncns-0",
        "1pu050-ncns-0",
        "1pu1001-ncns-0",
        "1pu9999-ncns-0",
        "1pu-ncns-0",
        "1po-ncns-0",
        "1pt-ncns-0",
        "1lt-ncns-0",
        "1w--ncns-0",
        "../../etc/passwd",
        "1w-ncns-0/..",
        "１w-ncns-0",
        "1w-ncns-٣",
        "x" * 100_000,
        "1w-ncns-\ud800",
        "\x00",
    ],
)
def test_what_is_no_code_is_refused_with_a_sentence(code):
    with pytest.raises(NotationError) as error:
        from_code(code)
    assert len(str(error.value)) < 300
    assert str(error.value).isprintable()


@given(st.text(alphabet="1wplsfxnuto-0ch" + DIGITS, max_size=16))
def test_whatever_is_read_is_written_so(text):
    try:
        hand = from_code(text)
    except NotationError:
        return
    assert hand.code == text


def test_a_code_of_another_version_is_said_to_be_that():
    with pytest.raises(NotationError, match="too old"):
        from_code("2w-ncns-0")


def test_a_code_that_is_written_otherwise_is_told_how():
    with pytest.raises(NotationError, match="1w-ncns-1"):
        from_code("1w-ncns-01")


@pytest.mark.parametrize("seed", [-1, SEEDS])
def test_a_seed_that_no_code_can_hold_is_refused(seed):
    with pytest.raises(ValueError, match="seed"):
        PracticeHand(Settings(), NORTH, SOUTH, seed)


def test_settings_know_their_opponents_and_their_levels_of_knowledge():
    with pytest.raises(ValueError, match="opponent"):
        Settings(opponent="wild")
    with pytest.raises(ValueError, match="knowledge"):
        Settings(knowledge="all")


@settings(max_examples=30)
@given(practice_hands())
def test_a_hand_comes_out_of_a_draw_phase_that_was_played(hand):
    deal = hand.deal
    assert deal.phase is Phase.AUCTION
    assert deal.turn == deal.dealer == hand.dealer
    assert deal.ruleset == hand.ruleset
    assert len(deal.draw.played) == 26
    assert hand.discards == deal.draw.discards
    assert hand.discards.bit_count() == 26
    assert hand.table == trick_table(*deal.start_hands)


def test_seeds_deal_different_cards_and_neither_seat_nor_opponent_changes_them():
    assert len({dealt(seed, NORTH, WRITTEN).start_hands for seed in range(50)}) == 50
    hand = from_code("1w-ncns-5")
    for other in ("1w-ncss-5", "1w-pcns-5", "1w-nhns-5", "1p-ncns-5"):
        assert from_code(other).deal.start_hands == hand.deal.start_hands


@settings(max_examples=30)
@given(practice_hands())
def test_a_page_is_given_no_card_that_the_learner_may_not_see(hand):
    shown, (mine, theirs) = hand.shown(), (hand.deal.start_hands[seat] for seat in (hand.learner, hand.learner.other))
    assert shown.hand == mine
    assert shown.opponent == (theirs if hand.knowledge == "open" else 0)
    if hand.knowledge == "honours":
        assert all(rank_of(card) >= 8 for card in cards_of(shown.gone))
        assert shown.gone == hand.honours_gone == hand.discards & HONOURS
    else:
        assert shown.gone == hand.discards == FULL_DECK & ~(mine | theirs)


@settings(max_examples=30)
@given(practice_hands())
def test_hands_that_look_the_same_to_the_learner_are_shown_the_same(hand):
    """A low card of the opponent changes places with a low discard; who noticed honours alone sees no difference."""
    if hand.knowledge != "honours":
        return
    before = hand.shown()
    theirs = hand.deal.start_hands[hand.learner.other]
    low = next((card for card in cards_of(theirs & ~HONOURS)), None)
    gone = next((card for card in cards_of(hand.discards & ~HONOURS)), None)
    if low is None or gone is None:
        return
    hands = list(hand.deal.start_hands)
    hands[hand.learner.other] = theirs & ~(1 << low) | 1 << gone
    other = PracticeHand(hand.settings, hand.learner, hand.dealer, hand.seed)
    other.__dict__["deal"] = Deal.from_hands(*hands, hand.dealer, hand.ruleset)
    assert other.shown() == before
    assert other.remembered == hand.remembered
    assert other.known == hand.known


def test_what_is_shown_has_no_place_for_a_hidden_card():
    assert {each.name for each in fields(Shown)} == {"seat", "hand", "opponent", "gone"}


def test_in_the_play_the_cards_that_are_left_are_shown():
    hand = from_code("1w-ncns-5")
    deal = hand.deal
    while deal.phase is Phase.AUCTION:
        deal = deal.apply(next_call(hand.table, deal.auction, deal.ruleset))
    deal = deal.apply(deal.legal()[0]).apply(deal.apply(deal.legal()[0]).legal()[0])
    assert hand.shown(deal).hand == deal.play.hands[hand.learner]
    assert hand.shown(deal).hand.bit_count() == 12
    assert hand.shown(deal).gone == hand.discards
    with pytest.raises(ValueError, match="not that of"):
        hand.shown(from_code("1w-ncns-6").deal)


def test_the_coach_names_the_opponents_small_cards_only_to_whoever_counted_them():
    known = {level: PracticeHand(Settings(knowledge=level), NORTH, SOUTH, 3).known for level in KNOWLEDGE_LEVELS}
    assert known["open"] == OPEN
    assert known["counted"] == Known(NORTH)
    assert known["honours"] == Known(NORTH, honours_only=True)


@settings(max_examples=20)
@given(practice_hands())
def test_what_the_learner_remembers_leaves_no_doubt_unless_only_honours_were_noticed(hand):
    remembered, theirs = hand.remembered, hand.deal.start_hands[hand.learner.other]
    assert remembered.own == observe(hand.deal, hand.learner).hand
    assert remembered.held & ~theirs == 0
    assert remembered.held & HONOURS == theirs & HONOURS
    if hand.knowledge == "honours":
        assert remembered.gone | remembered.held | (remembered.own & HONOURS) == HONOURS
    else:
        assert remembered.count == 1
        assert remembered.held == theirs


def test_an_outlook_is_that_of_the_sample_of_the_hands_own_seed():
    hand = from_code("1p-phnn-77")
    found = hand.outlook(hands=30)
    assert found.hands == 30
    assert found == from_code("1p-phnn-77").outlook(hands=30)
    same = outlook(hand.remembered, hand.deal.auction, PENALTY, hands=30, seed=hand.seed)
    assert found == same
    assert list(found.scores) == list(hand.deal.legal())
    assert any(estimate.error > 0 for estimate in found.scores.values())
    known = replace(hand, settings=replace(hand.settings, knowledge="counted")).outlook()
    assert known.exact
    assert {call: estimate.mean for call, estimate in known.scores.items()} == {
        choice.action: choice.score for choice in decide(hand.deal).choices
    }


def test_the_opponents_opening_is_evidence_and_the_outlook_agrees_with_the_cards():
    """South opened 1C, which few of the hands would that the honours allow: over all of them a double looks best."""
    hand = from_code("1p-nhns-4phx2")
    deal = hand.deal.apply(next_call(hand.table, hand.deal.auction, PENALTY, "natural"))
    assert deal.auction.calls == (BIDS[0],)
    found = hand.outlook(deal)
    assert (found.heeded, found.hands) == (True, HONOUR_HANDS)
    assert found.drawn > 2 * found.hands
    assert hand.learner == NORTH
    truth = {choice.action: choice.score for choice in decide(deal, opponent="natural").choices}
    one_notrump = BIDS[4]
    assert truth[one_notrump] == max(truth.values()) > 0 > truth[DOUBLE]
    assert found.losses[one_notrump].mean == 0
    assert found.losses[DOUBLE].mean > 2 * found.losses[DOUBLE].error
    # A natural player who opens 1C makes it, and makes nothing that scores more.
    assert found.makes[SOUTH][BIDS[0]].mean == 1
    assert found.makes[SOUTH][one_notrump].mean == 0


@pytest.mark.parametrize(("ruleset", "opponent"), [(rules, kind) for rules in PRESETS.values() for kind in OPPONENTS])
def test_the_hand_that_the_opponent_holds_is_among_those_that_are_weighed_at_every_turn(ruleset, opponent):
    for seed in range(6):
        hand = PracticeHand(Settings(ruleset, opponent, "honours"), SEATS[seed % 2], SEATS[seed // 2 % 2], seed)
        deal = hand.deal
        natural = hand.learner.other if opponent == "natural" else None
        row = np.array([[hand.table[seat][strain] for seat in SEATS for strain in Strain]])
        while deal.phase is Phase.AUCTION:
            if deal.turn == hand.learner:
                assert fitting(row, deal.auction, ruleset, natural).all()
                deal = deal.apply(next((bid for bid in deal.legal() if bid >= BIDS[seed]), PASS))
            else:
                deal = deal.apply(next_call(hand.table, deal.auction, ruleset, opponent))


def test_there_is_no_outlook_when_the_opponent_is_to_call():
    hand = from_code("1p-phns-77")
    with pytest.raises(ValueError, match="learner's call"):
        hand.outlook()


KINDS = [(rules, opponent) for rules in PRESETS.values() for opponent in OPPONENTS]


@pytest.mark.parametrize(("ruleset", "opponent"), KINDS, ids=str)
def test_a_hand_dealt_for_a_theme_has_a_real_decision_that_the_coach_tells_so(ruleset, opponent):
    for number, theme in enumerate(offered_themes(ruleset, opponent)):
        hand = deal_hand(50 * number, Settings(ruleset, opponent), theme)
        assert theme in hand.themes
        told = []
        for moment in hand.moments:
            deal = hand.deal.run(moment.auction.calls)
            decision = decide(deal, opponent=opponent, table=hand.table)
            assert decision.seat == hand.learner
            scores = {choice.action: choice.score for choice in decision.choices}
            assert moment.scores == {call: scores[call] for call in moment.scores}
            assert set(moment.best) == {c.action for c in decision.best} & set(moment.scores)
            if not moment.real:
                continue
            assert len(moment.scores) >= 2
            assert len(moment.wrong) >= len(moment.best) >= 1
            for call in moment.wrong:
                findings = explain(decision, call).reasons.findings
                assert moment.themes.get(call) == (findings[0].theme if findings else None)
                told.extend(finding.theme for finding in findings[:1])
        assert theme in told


@pytest.mark.parametrize(("ruleset", "opponent"), KINDS, ids=str)
def test_the_decisions_of_a_hand_are_those_of_the_opponents_own_calls(ruleset, opponent):
    hand = deal_hand(9, Settings(ruleset, opponent))
    auction = hand.deal.auction
    places = {moment.place for moment in hand.moments}
    calls = hand.moments[-1].auction.calls
    for place, call in enumerate(calls):
        if auction.turn == hand.learner:
            assert place in places
            moment = next(each for each in hand.moments if each.place == place)
            scores = {c.action: c for c in decide(hand.deal.run(calls[:place]), opponent=opponent).choices}
            assert scores[call].best
            assert moment.auction == auction
        else:
            assert call == next_call(hand.table, auction, ruleset, opponent)
        auction = auction.apply(call)


def test_surprises_bring_every_theme_there_is():
    chosen = Settings(LEVEL, "perfect")
    found = [deal_hand(1000 * number, chosen) for number in range(40)]
    assert {theme for hand in found for theme in hand.themes} >= set(offered_themes(LEVEL, "perfect"))
    assert len({hand.code for hand in found}) == 40
    assert {hand.learner for hand in found} == {hand.dealer for hand in found} == set(SEATS)


def test_the_same_seed_finds_the_same_hand_and_a_seed_may_be_any_number():
    assert deal_hand(4, Settings()).code == deal_hand(4, Settings()).code
    assert 0 <= deal_hand(-7, Settings(), Theme.OVERBID).seed < SEEDS
    assert 0 <= deal_hand(10**30, Settings(), Theme.OVERBID).seed < SEEDS


def test_no_theme_is_offered_that_the_rules_rule_out():
    for opponent in OPPONENTS:
        assert Theme.SACRIFICE not in offered_themes(WRITTEN, opponent)
        assert Theme.FREE_BLOCK in offered_themes(WRITTEN, opponent)
        assert Theme.FREE_BLOCK not in offered_themes(PENALTY, opponent)
        assert Theme.RAISE_WHEN_OUTBID not in offered_themes(LEVEL, opponent)
        assert Theme.DOUBLE_OF_MAKING not in offered_themes(replace(PENALTY, doubling=False), opponent)


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_without_doubling_too_every_theme_offered_is_found(opponent):
    rules = replace(PENALTY, doubling=False)
    for theme in offered_themes(rules, opponent):
        hand = deal_hand(0, Settings(rules, opponent), theme)
        assert theme in hand.themes
        assert all(DOUBLE not in moment.scores for moment in hand.moments)


def test_a_theme_that_cannot_come_up_is_refused_by_name():
    with pytest.raises(NoHandError, match="“Sacrificing” does not come up under the rules “written”"):
        deal_hand(0, Settings(), Theme.SACRIFICE)
    with pytest.raises(NoHandError, match="“Sacrificing” did not come up in 3 deals"):
        deal_hand(0, Settings(Ruleset(undertrick=1000)), Theme.SACRIFICE, tries=3)


def test_pass_is_always_sensible_and_seven_no_trump_where_failing_is_free():
    for ruleset, opponent in KINDS:
        for moment in deal_hand(1, Settings(ruleset, opponent)).moments:
            assert PASS in moment.scores
            assert list(moment.scores) == [call for call in moment.auction.legal() if call in moment.scores]
            if not ruleset.undertrick:
                assert max(moment.auction.legal()) in moment.scores
