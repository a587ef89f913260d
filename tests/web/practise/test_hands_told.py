"""What the pages of a practice hand tell, and what they keep to themselves until it is time."""

import re
from html import unescape

import pytest

from tests.web.hands_desk import Desk, attempts, sittings
from tutor.cards import NORTH, cards_of, rank_of
from tutor.coach.dealing import from_code
from tutor.coach.facts import decide
from tutor.coach.telling.knowing import TEN
from tutor.coach.words import card_words
from tutor.rules import BIDS, PASS, Phase, action_name
from tutor.web.practise import verdicts
from tutor.web.practise.counting import count_chart
from tutor.web.practise.hand_pages import question_page, verdict_page
from tutor.web.practise.sitting import Walk
from tutor.web.practise.value_chart import exact_chart

COUNTED, OPEN, HONOURS = "1p-ncns-dk9qt6a", "1w-nonn-x2q142g", "1p-nhss-1gmkvkw"
LEVEL = "1l-pcns-jzqm8d9"
EVERY = (COUNTED, OPEN, HONOURS, LEVEL)


@pytest.fixture
def desk(client):
    return Desk(client)


def walk_of(app) -> Walk:
    ((_, code, actions, _, _),) = sittings(app)
    return Walk.read(from_code(code), actions.split())


def hidden(walk: Walk, deal=None) -> list[int]:
    """The opponent's cards that the learner does not know by what was thrown away."""
    here = walk.deal if deal is None else deal
    hands = here.start_hands if here.play is None else here.play.hands
    theirs = cards_of(hands[walk.learner.other])
    return [card for card in theirs if walk.hand.knowledge != "honours" or rank_of(card) < TEN]


# The question keeps its answer (a prompt, a title or raw mark-up that gives the answer away)


@pytest.mark.parametrize("code", EVERY)
def test_a_question_about_a_call_holds_no_value_and_no_verdict(client, code):
    page = client.get(f"/practise/hand/{code}").text
    for telling in (
        "worth-",
        "call-worth",
        "call-best",
        "taken",
        "Best",
        "best line",
        "trick-table",
        "It costs",
        "bar-",
    ):
        assert telling not in page


@pytest.mark.parametrize("code", [COUNTED, HONOURS, LEVEL])
def test_a_hand_that_lies_face_down_is_not_in_the_page(client, code):
    page = client.get(f"/practise/hand/{code}").text
    walk = Walk.read(from_code(code))
    for card in cards_of(walk.hand.deal.start_hands[walk.learner.other]):
        assert str(card_words(card)) not in page
        assert f'"{action_name(card)}"' not in page
    assert "13 cards, face down" in page


def test_both_hands_are_seen_where_they_are_open(client):
    page = client.get(f"/practise/hand/{OPEN}").text
    north, south = from_code(OPEN).deal.start_hands
    for card in cards_of(north | south):
        assert str(card_words(card)) in page


@pytest.mark.parametrize("code", EVERY)
def test_all_that_is_asked_depends_only_on_what_the_learner_knows(code):
    """The page is made from the own hand, the discards known, and the calls: with them the same it is the same."""
    walk = Walk.read(from_code(code))
    page = question_page(walk)
    assert page.board.own.valued is False
    assert page.board.pad is not None
    assert all(call.worth is None and not call.taken for row in page.board.pad.rows for call in row)


@pytest.mark.parametrize("code", [COUNTED, HONOURS])
def test_a_question_about_a_card_holds_no_value(app, desk, code):
    desk.call_out(code, "7NT")
    assert walk_of(app).phase is Phase.PLAY
    page = desk.get(f"/practise/hand/{code}").text
    for telling in ("worth-", "worth-key", "Best", "It costs", "trick-table"):
        assert telling not in page
    for card in hidden(walk_of(app)):
        assert f'"{action_name(card)}"' not in page


@pytest.mark.parametrize("code", [COUNTED, LEVEL])
def test_the_chart_places_what_was_seen_and_leaves_the_rest(code):
    hand = from_code(code)
    chart = count_chart(hand, hand.deal)
    own, gone = hand.deal.start_hands[hand.learner], hand.discards
    for row, suit in zip(chart.rows, (3, 2, 1, 0), strict=True):
        for spot, rank in zip(row.spots, range(12, -1, -1), strict=True):
            card = 1 << 13 * suit + rank
            assert spot.state == ("own" if own & card else "gone" if gone & card else "theirs")
    assert sum(spot.state == "theirs" for row in chart.rows for spot in row.spots) == 13


def test_the_chart_of_who_noticed_the_honours_has_no_smaller_card():
    hand = from_code(HONOURS)
    chart = count_chart(hand, hand.deal)
    assert [[spot.rank for spot in row.spots] for row in chart.rows] == [["A", "K", "Q", "J", "10"]] * 4
    assert count_chart(from_code(OPEN), from_code(OPEN).deal) is None


def test_the_chart_follows_the_play(app, desk):
    desk.call_out(COUNTED, "7NT")
    desk.act(COUNTED, desk.offered(COUNTED)[0])
    walk = walk_of(app)
    chart = count_chart(walk.hand, walk.deal)
    played = sum(spot.state == "played" for row in chart.rows for spot in row.spots)
    assert played == len(walk.deal.play.played)


# The verdict judges the learner's own choice as itself, and all that are as good as the best are right


@pytest.mark.parametrize("code", [COUNTED, OPEN, LEVEL])
def test_any_call_stays_visible_and_is_judged_as_itself(code):
    hand = from_code(code)
    start = Walk.read(hand)
    for call in start.deal.legal():
        walk = start.choose(call)
        page = verdict_page(walk, len(start.actions))
        choice = decide(start.deal, call, opponent=hand.opponent).choice(call)
        assert page.judged.own.name == action_name(call)
        assert page.judged.grade == ("best" if choice.best else "bad")
        assert (f"{choice.loss_points} points" in page.judged.said) == bool(choice.loss_points)
        assert (page.judged.why is None) == choice.best
        own = [bar for bar in (*page.values.shown, *page.values.others) if bar.own]
        assert len(own) == 1
        assert own[0].best == choice.best


@pytest.mark.parametrize("code", [COUNTED, OPEN, LEVEL])
def test_the_chart_of_values_has_every_call_once_at_its_value(code):
    hand = from_code(code)
    start = Walk.read(hand)
    decision = decide(start.deal, start.deal.legal()[0], opponent=hand.opponent)
    chart = exact_chart(decision, start.deal.legal()[0])
    sign = 1 if decision.seat == NORTH else -1
    shown = {}
    for bar in (*chart.shown, *chart.others):
        for group in bar.calls:
            for face in group:
                assert face.name not in shown
                shown[face.name] = int(bar.value.replace("−", "-"))
    assert shown == {action_name(choice.action): sign * choice.score for choice in decision.choices}


def test_a_trick_that_changes_no_score_is_no_mistake():
    """“Blunder” where the deal's score did not change."""
    found = 0
    for code in (f"1w-ncns-{seed}" for seed in "12345"):
        walk = Walk.read(from_code(code))
        # A contract that fails anyway: under these rules it does not matter by how much.
        walk = walk.choose(BIDS[-1])
        while walk.phase is Phase.AUCTION:
            walk = walk.choose(PASS)
        while not walk.over:
            decision = decide(walk.deal)
            slip = next((each for each in decision.choices if each.loss_tricks and each.best), None)
            place = len(walk.actions)
            walk = walk.choose(decision.best[0].action if slip is None else slip.action)
            if slip is not None:
                found += 1
                page = verdict_page(walk, place)
                assert page.judged.grade == "slip"
                assert "the score stays the same" in page.judged.said
                assert page.best == ()
                made = verdicts.made(walk, place, 0)
                assert made is None or (made.best, made.loss_points) == (True, 0)
    assert found > 3


# What comes later is not told before


def test_after_a_right_call_the_line_that_would_answer_the_next_question_is_kept_back(app, desk):
    hand = from_code(COUNTED)
    best = decide(Walk.read(hand).deal, opponent=hand.opponent).best[0].action
    desk.act(COUNTED, action_name(best))
    if not walk_of(app).over:
        assert "best line" not in desk.get(f"/practise/hand/{COUNTED}/1").text.lower()


def test_before_the_play_no_card_of_it_is_told(desk):
    desk.act(COUNTED, "7NT")
    page = desk.get(f"/practise/hand/{COUNTED}/1").text
    assert "The best line instead" in page
    assert "line-table" not in page
    while "Pass" in desk.offered(COUNTED):
        desk.act(COUNTED, "Pass")
    assert "line-table" not in desk.get(f"/practise/hand/{COUNTED}/1").text
    desk.do(COUNTED, "leave")
    page = desk.get(f"/practise/hand/{COUNTED}/1").text
    assert "line-table" in page
    assert "face down" not in page


# Who noticed only the honours


def test_calls_are_weighed_over_the_hands_that_the_opponent_may_hold(app, desk):
    hand = from_code(HONOURS)
    expected = hand.outlook()
    sign = 1 if hand.learner == NORTH else -1
    best = max(sign * each.mean for each in expected.scores.values())
    desk.act(HONOURS, "Pass")
    walk = walk_of(app)
    own = verdicts.own_odds(walk, 0)
    assert own.score.mean == sign * expected.scores[PASS].mean
    assert own.loss == pytest.approx(best - own.score.mean)
    (attempt,) = attempts(app)
    assert attempt.best is own.best
    assert attempt.loss_points == pytest.approx(own.loss, abs=0.01)
    page = desk.get(f"/practise/hand/{HONOURS}/0").text
    assert "on average" in page
    assert f"{expected.hands} of the hands that the opponent may hold were weighed" in page
    # The chief thing is in sight, the tables are folded away, and by how much they may err is said once.
    assert page.index("of 100 hands") < page.index("What each call was worth") < page.index('<details class="chances">')
    assert page.count("standard error") == 2
    assert page.count("Figures of a sample err") == 1
    assert "±" not in page
    table = page[page.index("chances-table") :]
    level_one = re.search(r'<th scope="row">1</th>(.*?)</tr>', table, flags=re.DOTALL).group(1)
    percents = [int(each) for each in re.findall(r"<td>(\d+)", level_one)]
    from_one_club = [round(100 * expected.makes[hand.learner][PASS + 3 + strain].mean) for strain in range(5)]
    assert percents == from_one_club


def test_the_truth_is_told_only_when_the_hand_is_over(app, desk):
    desk.call_out(HONOURS, "1S")
    truths = ("By the cards as they lie", 'trick-table" dir', "call-worth")
    page = desk.get(f"/practise/hand/{HONOURS}/0").text
    assert "By the cards as they lie" not in page
    assert "Trick table" not in page
    assert "call-worth" not in page
    for card in hidden(walk_of(app), walk_of(app).before(0)):
        assert str(card_words(card)) not in page
    desk.do(HONOURS, "leave")
    page = desk.get(f"/practise/hand/{HONOURS}/0").text
    assert truths[0] in page
    assert "Trick table" in page
    assert "call-worth" in page


def test_a_difference_within_the_error_of_the_sample_is_no_mistake():
    walk = Walk.read(from_code(HONOURS))
    odds = verdicts.odds_at(walk.choose(PASS), 0)
    assert odds[0].loss == 0
    assert odds[0].grade == "best"
    close = [each for each in odds if 0 < each.loss <= 2 * each.doubt]
    far = [each for each in odds if each.loss > 2 * each.doubt]
    assert close
    assert far
    assert {each.grade for each in close} == {"slip"}
    assert {each.grade for each in far} == {"bad"}
    for each in (*close[:2], *far[:2]):
        after = walk.choose(each.call)
        page = verdict_page(after, 0)
        assert ("within the error" in page.judged.said) == each.best
        assert bool(page.best) != each.best
        made = verdicts.made(after, 0, 0)
        assert made is not None
        assert (made.best, made.loss_points > 0) == (each.best, not each.best)


def test_the_words_about_a_card_name_no_small_card_that_the_learner_cannot_know():
    """Words that argue from a card the learner cannot see."""
    wrong = 0
    for seed in "123456789abcdef":
        walk = Walk.read(from_code(f"1p-nhns-{seed}"))
        walk = walk.choose(next(call for call in walk.deal.legal() if call > PASS + 2))
        while walk.phase is Phase.AUCTION:
            walk = walk.choose(PASS)
        while not walk.over:
            decision = decide(walk.deal)
            place, before = len(walk.actions), walk.deal
            bad = next((each for each in decision.choices if each.loss_points), None)
            walk = walk.choose(decision.best[0].action if bad is None else bad.action)
            if bad is not None:
                wrong += 1
                why = verdict_page(walk, place).judged.why
                said = [piece for part in (*why.happens, *why.reason, why.next_time) for piece in part]
                named = {face.name for piece in said if not isinstance(piece, str) for face in piece}
                assert named.isdisjoint(action_name(card) for card in hidden(walk, before))
    assert wrong > 10


# The words


def test_the_reasons_of_the_coach_stand_under_a_mistake(desk):
    desk.act(COUNTED, "7NT")
    page = unescape(desk.get(f"/practise/hand/{COUNTED}/1").text)
    for part in ("It costs 810 points.", "What happens", "Why", "Next time", "What each call was worth to you"):
        assert part in page


def test_the_end_says_what_the_deal_was_worth(desk):
    desk.call_out(COUNTED, "X")
    desk.do(COUNTED, "leave")
    page = desk.get(f"/practise/hand/{COUNTED}").text
    assert "the deal was worth +210 points to you" in page
    assert "The rest of the play was shown to you: this is no result of yours." in page
    assert re.search(r"From where you stopped, the best line is worth \S+ points to you\.", page)
    assert "You score" not in page
    assert "That is what you got" not in page


def test_the_rules_written_offer_a_hand_under_penalty_with_what_it_changes(client):
    page = client.get(f"/practise/hand/{OPEN}").text
    assert "each trick short costs 50 points" in page
    assert "Deal a hand under penalty" in page
    assert "Deal a hand under penalty" not in client.get(f"/practise/hand/{COUNTED}").text


@pytest.mark.parametrize(
    ("code", "caption"),
    [
        (COUNTED, "Points for you against a natural opponent, who bids only what makes"),
        (LEVEL, "Points for you if both go on perfectly"),
    ],
)
def test_the_numbers_on_the_calls_are_said_to_be_against_the_opponent_that_they_are_for(desk, code, caption):
    desk.call_out(code, "7NT")
    page = desk.get(f"/practise/hand/{code}/{walk_of(desk.client.application).own[0]}").text
    assert caption in page
    assert page.count("Points for you") == 1
