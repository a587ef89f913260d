"""A step in the words of somebody who reads a hand out."""

import pytest
from hypothesis import given

from tests.strategies import deals
from tests.web.texts import FINISHED, drawn, record, slips
from tutor.coach.facts import decide
from tutor.coach.review import review, states
from tutor.coach.telling.speaking import plain_step, spoken_step
from tutor.notation import parse_call, parse_card, read_pbn
from tutor.rules import Phase

REVIEW = review(read_pbn(FINISHED).records[0])


def spoken(found, ply: int) -> str:
    decision = found.decisions[ply]
    return str(spoken_step(decision, decision.taken))


def test_a_card_that_lets_the_contract_fail():
    assert spoken(REVIEW, 12) == "Trick 2, South plays the jack of diamonds, costs 2 tricks, contract now fails."


def test_what_a_mistake_costs_is_said_in_tricks_and_points_or_by_the_fate_of_the_contract():
    assert [str(spoken_step(d, d.taken)) for d in REVIEW.mistakes] == [
        "North passes, costs 20 points.",
        "Trick 2, South plays the jack of diamonds, costs 2 tricks, contract now fails.",
        "Trick 4, South plays the five of spades, costs one trick, 50 points.",
        "Trick 6, North plays the ten of diamonds, costs 2 tricks, 100 points.",
    ]


def test_calls_are_said_as_what_their_caller_does():
    deal = record().deal()
    assert str(plain_step(deal, parse_call("1H"))) == "North bids 1 heart."
    deal = deal.apply(parse_call("1H"))
    assert str(plain_step(deal, parse_call("X"))) == "South doubles."
    assert str(plain_step(deal, parse_call("Pass"))) == "South passes."
    deal = deal.apply(parse_call("X"))
    assert str(plain_step(deal, parse_call("XX"))) == "North redoubles."


def test_a_card_of_the_draw_phase_is_told_and_not_judged():
    moments = states(drawn())
    assert str(plain_step(*moments[0])).startswith("Draw phase, trick 1, North leads the ")
    assert str(plain_step(*moments[3])).startswith("Draw phase, trick 2, ")
    assert " plays the " in str(plain_step(*moments[3]))


def test_a_lost_trick_that_changes_no_score_says_so():
    found = review(slips())
    slip = next(d for d in found.decisions if d.loss_tricks and not d.mistake)
    assert str(spoken_step(slip, slip.taken)).endswith(", score unchanged.")


def test_a_card_without_a_choice_says_so():
    decision = next(d for d in REVIEW.decisions if d.forced)
    assert str(spoken_step(decision, decision.taken)).endswith(", the only choice.")


def test_calls_that_are_all_the_same_say_so():
    written = review(read_pbn(FINISHED.replace("penalty", "written")).records[0])
    same = [d for d in written.decisions if d.phase is Phase.AUCTION and len({c.score for c in d.choices}) == 1]
    assert same
    assert all(str(spoken_step(d, d.taken)).endswith((", as good as any call.", ", the only choice.")) for d in same)


def test_an_illegal_action_and_a_deal_that_is_over_are_refused():
    with pytest.raises(KeyError):
        spoken_step(REVIEW.decisions[0], parse_card("S2"))
    with pytest.raises(ValueError, match="over"):
        plain_step(REVIEW.deal, parse_card("S2"))


@given(deals())
def test_what_is_said_of_a_choice_is_what_it_costs(deal):
    if deal.phase is not Phase.PLAY:
        return
    decision = decide(deal)
    target = deal.contract.target
    for choice in decision.choices:
        said = str(spoken_step(decision, choice.action))
        assert said.startswith(str(plain_step(deal, choice.action))[:-1])
        assert ("costs" in said and "costs nothing" not in said) == (choice.loss_tricks > 0)
        best, mine = (
            c.tricks if decision.seat == deal.contract.declarer else 13 - c.tricks for c in (decision.best[0], choice)
        )
        assert ("now fails" in said) == (best >= target > mine)
        assert ("can now be made" in said) == (mine >= target > best)
        if choice.loss_points and not (best >= target > mine or mine >= target > best):
            assert f"{choice.loss_points} point" in said or "one point" in said
