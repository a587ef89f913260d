"""The paragraph about a finished hand: golden texts, and figures in it that must be those of the hand."""

import gettext
import random
import re
from dataclasses import replace

import pytest

from tests.cli import games
from tests.coach.test_review import HANDS, SEEDS, parts_of, played_at_random
from tests.coach.test_turning import played_in_one_spade
from tests.solver.auctions import CALL
from tutor.cards import NORTH, SEATS, SOUTH, Strain
from tutor.coach.facts import decide
from tutor.coach.review import changes_who_scores, review, review_json
from tutor.coach.summing import summary
from tutor.coach.telling.marks import Marked
from tutor.messages import use_translations
from tutor.notation import parse_card, parse_deal
from tutor.notation.record import Record
from tutor.rules import DOUBLE, LEVEL, PASS, PENALTY, REDOUBLE, WRITTEN, Contract, Deal, Phase

ONE_HEART = Contract(1, Strain.HEARTS, 1, NORTH)
TWO_DIAMONDS = Contract(2, Strain.DIAMONDS, 1, NORTH)


def told(record, **options):
    """The paragraph as a reader has it."""
    return " ".join(str(sentence) for sentence in summary(review(record, **options)))


def hand(ruleset=PENALTY, **parts):
    """A record of :data:`HANDS`: North takes twelve tricks in hearts, South eleven in diamonds and none elsewhere."""
    return Record(*HANDS, NORTH, ruleset, **parts)


def played_out(record):
    """*record*, whose last card leaves a contract, with best play to its end."""
    deal = record.deal()
    played = deal.play.played if deal.play is not None else ()
    line = decide(deal).line
    return replace(record, contract=deal.contract, played=(*played, *line))


# Golden texts.


def test_a_hand_with_several_mistakes():
    assert told(games.record()) == (
        "North played 2♠ and was 3 tricks short. South scored 150 points. "
        "With perfect bidding and play North would play 1♠ and score 60 points. "
        "North gave away 230 points: 20 in the auction and 210 in the play. "
        "South gave away 20 points in the auction. "
        "The turning point: in trick 8 North led ♣K, which cost 210 points. "
        "Until then the contract would have been made."
    )


def test_the_same_hand_where_a_failed_contract_has_no_price():
    assert told(replace(games.record(), ruleset=WRITTEN)) == (
        "North played 2♠ and was 3 tricks short. "
        "Nobody scored: under the rules written a contract that fails costs nothing. "
        "Perfect bidding and play come to the same score. "
        "North gave away 60 points in the play. South gave away 60 points in the auction. "
        "The turning point: in trick 8 North led ♣K, which cost 60 points. "
        "Until then the contract would have been made."
    )


def test_a_hand_with_one_mistake_tells_it_once():
    one = played_out(hand(contract=ONE_HEART, played=tuple(map(parse_card, ("DA", "SA")))))
    assert told(one) == (
        "North played 1♥ and made it with 4 tricks over. North scored 150 points. "
        "With perfect play in this contract North would score 180 points. "
        "The one mistake: in trick 1 North played ♠A, which cost 30 points. South gave away nothing."
    )


def test_a_perfect_hand_says_that_nothing_was_given_away():
    assert told(played_out(hand(calls=(CALL["6H"], CALL["7D"], DOUBLE, PASS)))) == (
        "South played 7♦ doubled and was one trick short. North scored 100 points. "
        "Perfect bidding and play come to the same score. "
        "Nothing was given away: every call and every card kept the score."
    )


def test_a_mistaken_call_is_named_as_what_it_was():
    assert told(played_out(hand(calls=(CALL["6H"], CALL["7D"], DOUBLE, REDOUBLE, PASS)))) == (
        "South played 7♦ redoubled and was one trick short. North scored 200 points. "
        "With perfect bidding and play South would play 7♦ doubled, and North would score 100 points. "
        "The one mistake: South redoubled, which cost 100 points. North gave away nothing."
    )
    assert "The one mistake: North passed, which cost 100 points." in told(hand(calls=(PASS, PASS)))
    doubled = told(hand(calls=(CALL["6H"], DOUBLE, PASS)))
    assert re.search(r"South doubled, which cost \d+ points\.", doubled)
    outbid = told(hand(calls=(CALL["1H"], CALL["7NT"]), contract=ONE_HEART))
    assert "The one mistake: South bid 7NT, which cost 1100 points." in outbid


def test_perfect_play_of_a_stated_contract():
    assert told(played_out(hand(contract=ONE_HEART))) == (
        "North played 1♥ and made it with 5 tricks over. North scored 180 points. "
        "Perfect play in this contract comes to the same score. "
        "Nothing was given away: every card kept the score."
    )


def test_a_deal_that_both_passed():
    assert told(hand(WRITTEN, calls=(PASS, PASS))) == (
        "Both players passed, and nobody scored. Perfect bidding and play come to the same score. "
        "Nothing that was called or played could have changed the score."
    )


def test_a_claim_of_what_was_not_there():
    claimed = hand(contract=ONE_HEART, played=tuple(map(parse_card, ("DA", "SA"))), claimed=1)
    assert told(claimed) == (
        "North played 1♥, and by a claim took one trick. South scored 300 points. "
        "Without the claim North would have scored 150 points, with perfect play from there on. "
        "With perfect play in this contract North would score 180 points. "
        "The one mistake: in trick 1 North played ♠A, which cost 30 points."
    )
    assert "Without the claim" not in told(replace(claimed, claimed=11)), "the eleven tricks that are there"


def test_a_result_without_the_play_is_no_claim():
    text = told(hand(contract=ONE_HEART, claimed=9))
    assert text.startswith("North played 1♥ and took 9 tricks; the play is not recorded. North scored 90 points. ")
    assert "With perfect play in this contract North would score 180 points." in text
    assert "claim" not in text


def test_an_unfinished_auction_and_an_unfinished_play():
    assert told(hand(calls=(PASS,))) == (
        "The auction is not recorded to its end. With perfect play from there on nobody would score. "
        "With perfect bidding and play South would play 7♦ doubled, and North would score 100 points. "
        "The one mistake: North passed, which cost 100 points."
    )
    assert told(hand(contract=ONE_HEART, played=(parse_card("DA"), parse_card("SA")))) == (
        "North played 1♥; 2 cards of the play are recorded. With perfect play from there on North would score 150 "
        "points. With perfect play in this contract North would score 180 points. "
        "The one mistake: in trick 1 North played ♠A, which cost 30 points."
    )
    # Where the value of the contract has not changed, it is told once.
    assert told(hand(contract=ONE_HEART, played=(parse_card("DA"),))) == (
        "North played 1♥; one card of the play is recorded. "
        "With perfect play in this contract North would score 180 points. "
        "Nothing that was called or played could have changed the score."
    )
    assert told(hand(contract=ONE_HEART)) == (
        "North played 1♥; the play is not recorded. With perfect play in this contract North would score 180 points."
    )


def test_a_hand_without_a_choice_that_mattered_says_so():
    # One heart needs seven tricks, and nothing over it counts: eleven trumps are enough whatever is discarded.
    slip = played_out(hand(LEVEL, contract=ONE_HEART, played=tuple(map(parse_card, ("DA", "SA")))))
    assert told(slip) == (
        "North played 1♥ and made it with 4 tricks over. North scored 30 points. "
        "Perfect play in this contract comes to the same score. "
        "Nothing that was called or played could have changed the score."
    )


def test_tricks_that_change_no_score_are_told_and_not_called_a_mistake():
    seen = set()
    for seed in range(60):
        deal = Deal.from_hands(*parse_deal(games.DEAL), NORTH, LEVEL).with_contract(TWO_DIAMONDS)
        rng = random.Random(seed)
        while not deal.over:
            deal = deal.apply(rng.choice(deal.legal()))
        made = review(Record(*deal.start_hands, NORTH, LEVEL, contract=deal.contract, played=deal.play.played))
        if not made.mistakes:
            tricks = sum(d.loss_tricks for d in made.decisions)
            were = "one trick was" if tricks == 1 else f"{tricks} tricks were"
            assert tricks, "random cards always lose some"
            assert str(summary(made)[-1]) == f"No points were given away: {were}, but the score stayed the same."
            seen.add(tricks)
    assert len(seen) > 1


def test_hands_of_which_only_the_draw_phase_is_recorded_say_what_is_known():
    record, _ = played_at_random(0)
    drawn = replace(record, calls=None, contract=None, played=())
    assert told(drawn) == (
        "No call and no card of the play is recorded. "
        f"{summary(review(drawn))[1]} "
        "The draw phase is recorded, but not judged."
    )
    assert "draw phase" not in told(replace(drawn, draw=None))


def test_a_natural_opponent_is_named_where_calls_are_judged():
    said = "Each call is judged against an opponent who bids only what can be made."
    assert said in told(games.record(), opponent="natural")
    assert said not in told(games.record())
    assert said not in told(hand(contract=ONE_HEART), opponent="natural")


# Figures.


def points(text, pattern):
    """The numbers that *pattern*, with one group, finds in *text*."""
    return [int(number) for number in re.findall(pattern, text)]


@pytest.mark.parametrize("seed", range(40))
def test_every_figure_of_a_random_hand_is_that_of_the_hand(seed):
    record, end = played_at_random(seed)
    made, text = review(record), told(record)
    signed = {seat: points(text, rf"{seat.name.title()} scored (\d+) points") for seat in SEATS}
    assert sum(signed[NORTH]) - sum(signed[SOUTH]) == end.score
    assert ("Nobody scored" in text) == (end.score == 0)
    lost = {seat: points(text, rf"{seat.name.title()} gave away (\d+) points") for seat in SEATS}
    if len(made.mistakes) > 1:
        assert {seat: sum(lost[seat]) for seat in SEATS} == {seat: made.points_lost(seat) for seat in SEATS}
    short, over = points(text, r"(\d+) tricks short"), points(text, r"(\d+) tricks over")
    spare = end.declarer_tricks - end.contract.target
    assert short == ([-spare] if spare < -1 else [])
    assert over == ([spare] if spare > 1 else [])
    assert ("just made it" in text) == (spare == 0)
    for before, after in points_by_phase(text):
        assert before + after in [made.points_lost(seat) for seat in SEATS]
    cost = points(text, r"which cost (\d+) points")
    assert cost == ([made.turning_point.loss_points] if made.mistakes else [])


def points_by_phase(text):
    """The pairs of points given away in the auction and in the play that *text* tells."""
    return [(int(a), int(b)) for a, b in re.findall(r"(\d+) in the auction and (\d+) in the play", text)]


@pytest.mark.parametrize("seed", range(40))
def test_until_the_turning_point_the_contract_had_the_fate_that_best_play_gives_it(seed):
    record, end = played_at_random(seed)
    made, text = review(record), told(record)
    found, said = made.turning_point, re.findall(r"would have (been made|failed)\.", text)
    if found is None or found.phase is not Phase.PLAY:
        assert said == []
        return
    fates = []
    for line in (found.line, found.line_after(found.taken)):
        done = found.deal.run(line)
        fates.append(done.declarer_tricks >= end.contract.target)
    expected = {(True, False): ["been made"], (False, True): ["failed"]}
    assert said == expected.get(tuple(fates), [])
    # However often it changed before, the hand ended as the turning point left it.
    if fates[0] != fates[1]:
        assert fates[1] == (end.declarer_tricks >= end.contract.target)


def test_a_contract_that_was_made_did_not_turn_where_it_would_have_failed_for_a_while():
    seen = 0
    for seed in range(60):
        record = played_in_one_spade(seed)
        made, text = review(record), told(record)
        flips = [d for d in made.mistakes if changes_who_scores(d)]
        if len(flips) < 2:
            continue
        seen += 1
        fate = "have failed." if made.score else "have been made."
        assert re.findall(r"Until then the contract would ([a-z ]+\.)", text) == [fate]
    assert seen > 5


def test_what_would_have_become_of_the_contract_is_told_only_where_the_hand_ended_otherwise():
    record = games.record()
    turned = record.played.index(parse_card("CK")) + 1
    fate = "Until then the contract would have been made."
    assert told(record).endswith(fate)
    cut = replace(record, played=record.played[:turned])
    assert "The turning point: in trick 8 North led ♣K" in told(cut)
    assert "Until then" not in told(cut), "the hand has no end"
    assert fate in told(replace(cut, claimed=7)), "one trick short by a claim"
    assert "Until then" not in told(replace(cut, claimed=8)), "a claim that made it all the same"


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_blamed_that_changed_no_score_and_nothing_is_said_in_per_cent(seed):
    record, _ = played_at_random(seed)
    for part in parts_of(record):
        for opponent in ("perfect", "natural"):
            made, text = review(part, opponent=opponent), told(part, opponent=opponent)
            assert "%" not in text
            assert "blunder" not in text.lower()
            assert bool(re.search("mistake|turning point|which cost", text)) == bool(made.mistakes)
            assert bool(re.search("Nothing was given away|No points were given away", text)) <= (not made.mistakes)
            for seat in SEATS:
                nothing = f"{seat.name.title()} gave away nothing."
                assert nothing not in text or not made.points_lost(seat)


# Shape.


@pytest.mark.parametrize("seed", SEEDS)
def test_each_message_is_a_whole_sentence_and_the_json_has_them_as_text(seed):
    record, _ = played_at_random(seed)
    for part in parts_of(record):
        made = review(part)
        said = summary(made)
        assert said
        for sentence in said:
            assert re.fullmatch(r"[A-Z][^%]*\.", str(sentence)), str(sentence)
            assert "Message" not in str(sentence)
        assert review_json(made)["summary"] == [str(sentence) for sentence in said]


def test_cards_and_calls_stand_in_the_sentences_as_marks():
    said = summary(review(games.record()))
    marks = [part.plain() for sentence in said for part in sentence.parts() if isinstance(part, Marked)]
    assert marks == ["2♠", "1♠", "♣K"]


def test_one_of_anything_has_its_own_words():
    rules = replace(PENALTY, undertrick=1)
    rng = random.Random(1)
    seen = set()
    for _ in range(200):
        deal = Deal.from_hands(*HANDS, NORTH, rules).with_contract(Contract(7, Strain.HEARTS, 1, NORTH))
        while not deal.over:
            deal = deal.apply(rng.choice(deal.legal()))
        text = told(hand(rules, contract=deal.contract, played=deal.play.played))
        assert not re.search(r"\b1 (points|tricks|cards)\b", text), text
        seen |= set(re.findall(r"one (?:point|trick)\b", text))
    assert seen == {"one point", "one trick"}


class Quoted(gettext.NullTranslations):
    """A language in which every sentence stands in angled quotes."""

    def gettext(self, message):
        return f"«{message}»"

    def ngettext(self, msgid1, msgid2, n):
        return f"«{msgid1 if n == 1 else msgid2}»"


@pytest.mark.parametrize("seed", SEEDS)
def test_every_sentence_is_translated_whole(seed):
    record, _ = played_at_random(seed)
    for part in parts_of(record):
        said = summary(review(part))
        with use_translations(Quoted()):
            assert all(re.fullmatch("«.*»", str(sentence)) for sentence in said)
