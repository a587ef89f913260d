"""What the pages of a practice hand are called, what they say of right answers, and how their best line goes."""

import re
from html import unescape

import pytest

from tests.web.hands_desk import Desk, sittings
from tutor.coach.dealing import from_code
from tutor.coach.facts import decide
from tutor.coach.lesson import parse_action
from tutor.coach.reasons.explain import explain
from tutor.coach.telling.spoken_line import best_line_beside
from tutor.coach.words import action_words, signed_points
from tutor.rules import PASS, PENALTY, Phase, action_name
from tutor.web.practise import verdicts
from tutor.web.practise.counting import count_chart
from tutor.web.practise.hand_end import end_page
from tutor.web.practise.hand_pages import question_page, verdict_page
from tutor.web.practise.sitting import Walk

# The opponent deals and opens 1H; the learner dealt; only the honours are known.
COUNTED, OPEN, HONOURS = "1p-ncns-dk9qt6a", "1w-nonn-x2q142g", "1p-nhss-1gmkvkw"


@pytest.fixture
def desk(client):
    return Desk(client)


def title(desk, address):
    return unescape(re.search(r"<title>([^<]*) – Draw Bridge tutor</title>", desk.get(address).text).group(1))


def test_each_page_of_a_hand_has_a_title_of_its_own(desk):
    here = f"/practise/hand/{COUNTED}"
    assert title(desk, here) == "Your call – Practice hand"
    desk.call_out(COUNTED, "7NT")
    assert title(desk, f"{here}/1") == "A mistake – Practice hand"
    assert re.fullmatch("Your (card|lead) – Practice hand", title(desk, here))
    desk.do(COUNTED, "leave")
    assert title(desk, f"{here}/line") == "Best play in 7 no-trump – Practice hand"
    assert title(desk, here) == "The result – Practice hand"


def test_a_right_call_is_called_right_with_the_coachs_sentence(desk):
    hand = from_code(COUNTED)
    decision = decide(Walk.read(hand).deal, opponent=hand.opponent, table=hand.table)
    desk.act(COUNTED, action_name(decision.best[0].action))
    assert title(desk, f"/practise/hand/{COUNTED}/1") == "Right – Practice hand"
    page = desk.get(f"/practise/hand/{COUNTED}/1").text
    assert re.search("is the only choice that gives nothing away|is right; just as good|as good as any other", page)


def test_a_call_among_chances_is_told_with_the_chance_of_its_contract():
    walk = Walk.read(from_code(HONOURS))
    for odds in verdicts.odds_at(walk.choose(PASS), 0):
        after = walk.choose(odds.call)
        note = "".join(
            piece if isinstance(piece, str) else piece[0].name for piece in verdict_page(after, 0).judged.note
        )
        if odds.call > PASS + 2:
            chance = verdicts.percent(verdicts.outlook_at(after, 0).makes[walk.learner][odds.call])[0]
            assert note.startswith(f"{action_name(odds.call)} makes with {chance} of 100 hands")


@pytest.mark.parametrize(
    "code", [COUNTED, OPEN, *(f"1{rules}-{who}cns-{seed}" for rules in "wpl" for who in "np" for seed in "1234")]
)
def test_the_best_line_begins_with_the_call_spoken_for_and_is_worth_the_best(code):
    walk = Walk.read(from_code(code))
    hand, decision = walk.hand, decide(walk.deal, opponent=walk.hand.opponent, table=walk.hand.table)
    for choice in decision.choices[::4]:
        line = best_line_beside(hand, explain(decision, choice.action))
        end = walk.deal.run(line)
        assert end.over
        assert end.score == decision.score
        if choice.best:
            assert line[0] == choice.action
        else:
            assert line[0] == explain(decision, choice.action).reasons.instead
        calls = [action for action in line if action >= PASS]
        longest = [action for action in decision.line if action >= PASS]
        if line[0] == longest[0]:
            assert len(calls) <= len(longest)


def test_the_next_hand_is_at_hand_when_the_auction_is_over(desk):
    desk.act(COUNTED, "1S")
    assert "Next hand" not in desk.get(f"/practise/hand/{COUNTED}/1").text
    while "Pass" in desk.offered(COUNTED):
        desk.act(COUNTED, "Pass")
    page = desk.get(f"/practise/hand/{COUNTED}/1").text
    assert "Back to the play" in page or "Play it out" in page
    assert "Next hand" in page


def test_after_a_forced_card_there_is_no_verdict_and_nothing_to_take_back():
    walk = Walk.read(from_code(COUNTED)).choose(PASS + 38 - 3)
    while walk.phase is Phase.AUCTION:
        walk = walk.choose(PASS)
    seen = set()
    while not walk.over:
        decision = decide(walk.deal)
        walk = walk.choose(decision.best[0].action)
        if not walk.over:
            seen.add(decision.forced)
            page = question_page(walk)
            assert (page.last is None) is decision.forced
            assert page.may_take_back is not decision.forced
            assert not page.first_card
    assert seen == {True, False}


def test_the_chart_says_how_many_cards_are_the_opponents():
    for code, words in ((COUNTED, "13 are left: they are the opponent’s."), (HONOURS, "the opponent’s")):
        walk = Walk.read(from_code(code))
        chart = count_chart(walk.hand, walk.deal)
        assert words in chart.hint
        assert ("theirs", "the opponent’s") in chart.states
        assert "not placed" not in dict(chart.states).values()


def test_a_hand_under_penalty_changes_the_rules_only(desk):
    chosen = {"rules": "written", "opponent": "perfect", "knowledge": "honours", "theme": ""}
    desk.post("/practise/deal", **chosen)
    page = desk.get(f"/practise/hand/{OPEN}").text
    form = re.search(r'id="penalty-title".*?<form[^>]*>(.*?)</form>', page, flags=re.DOTALL).group(1)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    sent = desk.client.post("/practise/deal", data=fields)
    hand = from_code(sent.location.rsplit("/", 1)[1])
    assert (hand.ruleset, hand.opponent, hand.knowledge) == (PENALTY, "perfect", "honours")
    assert desk.post("/practise/deal", only_rules="nonsense").status_code == 400
    assert sittings(desk.client.application) == []


def played_out(code: str, first: str, *, best: bool) -> Walk:
    """A hand called with *first* and then passed, each card a best one or the lowest that may be played."""
    walk = Walk.read(from_code(code)).choose(parse_action(first))
    while not walk.over:
        calling = walk.phase is Phase.AUCTION
        card = decide(walk.deal).best[0].action if best and not calling else walk.deal.legal()[0]
        walk = walk.choose(PASS if calling else card)
    return walk


@pytest.mark.parametrize("code", [COUNTED, OPEN])
@pytest.mark.parametrize("first", ["7NT", "1S"])
@pytest.mark.parametrize("best", [True, False])
def test_the_end_counts_the_decisions_that_could_change_the_score_and_those_that_lost_points(code, first, best):
    walk = played_out(code, first, best=best)
    scores = [{choice.score for choice in decide_at(walk, place).choices} for place in walk.own]
    costs = [decide_at(walk, place).choice(walk.actions[place]).loss_points for place in walk.own]
    open_, lost = sum(len(each) > 1 for each in scores), sum(loss > 0 for loss in costs)
    told = end_page(walk).told
    if not lost:
        assert told.startswith(("None of your", "Your one decision"))
        assert told.endswith(("lost no points.", "lost points.", "change the score."))
    elif lost == open_:
        start = {1: "Your one decision", 2: "Both of your"}.get(lost, f"All of your {lost}")
        assert told == f"{start} decisions that could change the score lost points.".replace(
            "one decision decisions", "one decision"
        )
    else:
        assert told == (
            f"Of your {open_} decisions that could change the score {'one' if lost == 1 else lost} lost points."
        )


def decide_at(walk: Walk, place: int):
    hand = walk.hand
    return decide(walk.before(place), walk.actions[place], opponent=hand.opponent, table=hand.table)


def test_after_giving_up_the_line_says_in_which_contract_and_what_the_deal_was_worth(desk):
    desk.call_out(COUNTED, "7NT")
    desk.do(COUNTED, "leave")
    page = desk.get(f"/practise/hand/{COUNTED}/line").text
    heading = re.search(r"(?s)<h1>(.*?)</h1>", page).group(1)
    assert heading.startswith("Best play in")
    assert "7NT" in re.sub(r"<[^>]*>", "", heading)
    hand = from_code(COUNTED)
    first = Walk.read(hand)
    decision = decide(first.deal, opponent=hand.opponent, table=hand.table)
    mine = decision.score if first.learner == 0 else -decision.score
    part = re.search(r'(?s)id="worth-title".*?</section>', page).group()
    assert f"the deal was worth {signed_points(mine)} to you" in part
    assert all(str(action_words(action)) in part for action in decision.faultless[:1])
    link = re.search(r'href="([^"]+)"', part).group(1)
    assert "What each call was worth to you" in desk.get(link).text
