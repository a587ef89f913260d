"""Practice hands by their forms: every state, every fault; a fault changes nothing."""

import re
from html import unescape

import pytest
from sqlalchemy import select

from tests.web.hands_desk import Desk, attempts, rows, sittings
from tutor.cards import Seat
from tutor.coach.dealing import from_code
from tutor.coach.facts import decide
from tutor.coach.themes import Theme
from tutor.rules import PENALTY, WRITTEN, Phase, action_name
from tutor.store import db
from tutor.store.models import Review
from tutor.web.practise.sitting import Walk

# The opponent deals and opens 1H; the learner dealt; only the honours are known.
COUNTED, OPEN, HONOURS = "1p-ncns-dk9qt6a", "1w-nonn-x2q142g", "1p-nhss-1gmkvkw"


@pytest.fixture
def desk(client):
    return Desk(client)


def settings(**changes):
    return {"rules": "written", "opponent": "natural", "knowledge": "counted", "theme": "", **changes}


# Dealing


def test_from_the_front_page_one_click_deals_a_hand_to_call_on(client):
    page = client.get("/").text
    form = re.search(r'<form[^>]*action="/practise/deal">(.*?)</form>', page, flags=re.DOTALL).group(1)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    sent = client.post("/practise/deal", data=fields)
    assert sent.status_code == 303
    code = sent.location.rsplit("/", 1)[1]
    hand = from_code(code)
    assert (hand.ruleset, hand.opponent, hand.knowledge) == (WRITTEN, "natural", "counted")
    assert "Your call" in client.get(sent.location).text


@pytest.mark.parametrize("rules", ["written", "penalty", "level"])
@pytest.mark.parametrize("opponent", ["natural", "perfect"])
@pytest.mark.parametrize("knowledge", ["open", "counted", "honours"])
def test_a_hand_is_dealt_as_it_was_asked_for(desk, rules, opponent, knowledge):
    sent = desk.post("/practise/deal", **settings(rules=rules, opponent=opponent, knowledge=knowledge))
    assert sent.status_code == 303
    hand = from_code(sent.location.rsplit("/", 1)[1])
    assert (str(hand.ruleset), hand.opponent, hand.knowledge) == (rules, opponent, knowledge)
    assert any(moment.real for moment in hand.moments)


def test_what_was_chosen_is_remembered_without_keeping_anything_of_a_guest(app, desk):
    desk.post("/practise/deal", **settings(rules="penalty", knowledge="open", theme="sacrifice"))
    page = desk.get("/practise/").text
    assert re.findall(r'name="(\w+)" value="(\w+)" checked', page) == [
        ("rules", "penalty"),
        ("opponent", "natural"),
        ("knowledge", "open"),
    ]
    assert '<option value="sacrifice" selected>' in page
    assert rows(app) == (0, 0, 0)
    again = desk.post("/practise/deal")
    assert from_code(again.location.rsplit("/", 1)[1]).settings.ruleset == PENALTY


def test_what_was_chosen_is_remembered_with_the_person_once_there_is_one(app, desk):
    desk.act(COUNTED, "Pass")
    desk.post("/practise/deal", **settings(rules="level"))
    with desk.client.session_transaction() as cookie:
        cookie.pop("practise")
    assert 'value="level" checked' in desk.get("/practise/").text
    assert rows(app)[0] == 1


def test_the_next_hand_is_like_the_last_one(desk):
    sent = desk.post("/practise/deal", like=HONOURS)
    hand = from_code(sent.location.rsplit("/", 1)[1])
    assert hand.settings == from_code(HONOURS).settings
    assert hand.code != HONOURS
    # Somebody else's hand does not change what the visitor chose.
    assert 'value="written" checked' in desk.get("/practise/").text


def test_a_theme_that_does_not_come_up_under_the_rules_is_said_so_with_the_form(desk):
    sent = desk.post("/practise/deal", **settings(theme="sacrifice"))
    assert sent.status_code == 422
    assert "“Sacrificing” does not come up under the rules “written”" in sent.text
    assert 'name="rules" value="written" checked' in sent.text


@pytest.mark.parametrize(
    "fields",
    [
        {"rules": "nonsense"},
        {"rules": "penalty,undertrick=7"},
        {"opponent": "kind"},
        {"knowledge": "all"},
        {"theme": "nonsense"},
    ],
)
def test_settings_that_nobody_offered_are_refused(app, desk, fields):
    assert desk.post("/practise/deal", **settings(**fields)).status_code == 400
    assert rows(app) == (0, 0, 0)


def test_a_hand_to_be_like_that_is_none_is_refused(desk):
    assert desk.post("/practise/deal", like="nonsense").status_code == 400


def test_the_address_of_the_deal_form_leads_to_the_form(client):
    assert client.get("/practise/deal").location == "/practise/"


# The question


@pytest.mark.parametrize("code", ["nonsense", "1p-ncns-", "2p-ncns-7", "1p-ncns-07", "1q-ncns-7", "1p-ncns-7" * 9])
def test_an_address_that_is_no_hand_leads_nowhere(app, desk, code):
    for sent in (
        desk.get(f"/practise/hand/{code}"),
        desk.get(f"/practise/hand/{code}/0"),
        desk.get(f"/practise/hand/{code}/line"),
        desk.post(f"/practise/hand/{code}", at=0, action="Pass"),
        desk.post(f"/practise/hand/{code}/anew", at=0),
    ):
        assert sent.status_code == 404
    assert rows(app) == (0, 0, 0)


def test_looking_at_a_hand_keeps_nothing(app, client):
    for code in (COUNTED, OPEN, HONOURS):
        assert client.get(f"/practise/hand/{code}").status_code == 200
    assert rows(app) == (0, 0, 0)


@pytest.mark.parametrize("code", [COUNTED, OPEN, HONOURS])
def test_every_legal_call_is_a_button_and_every_other_says_why_it_is_none(desk, code):
    walk = Walk.read(from_code(code))
    assert sorted(desk.offered(code)) == sorted(action_name(call) for call in walk.deal.legal())
    page = desk.get(f"/practise/hand/{code}").text
    off = re.findall(r'<span class="call-reason" aria-hidden="true">([^<]+)</span>', page)
    assert page.count('class="call-pick off" type="button" aria-disabled="true"') == len(off)
    assert len(off) == 38 - len(walk.deal.legal())
    for reason in set(off):
        assert page.count(f"not possible: {reason}") == off.count(reason)


# Calls


def test_a_call_is_kept_judged_and_leads_to_its_verdict(app, desk):
    sent = desk.act(COUNTED, "7NT")
    assert (sent.status_code, sent.location) == (303, f"/practise/hand/{COUNTED}/1#verdict")
    page = desk.get(f"/practise/hand/{COUNTED}/1").text
    assert "It costs 810 points." in page
    ((person, code, actions, version, over),) = sittings(app)
    assert (code, actions.split()[:2], version, over) == (COUNTED, ["1H", "7NT"], 1, False)
    (attempt,) = attempts(app)
    assert (attempt.person_id, attempt.source, attempt.code, attempt.place) == (person, "hand", COUNTED, 1)
    assert (attempt.action, attempt.best, attempt.loss_points, attempt.help) == ("7NT", False, 810, 0)
    assert attempt.theme_names


def test_every_turn_of_the_auction_is_a_decision_passes_too(app, desk):
    desk.act(COUNTED, "1S")
    turns = 1
    while "Pass" in desk.offered(COUNTED):
        desk.act(COUNTED, "Pass")
        turns += 1
    kept = attempts(app)
    assert turns >= 2
    assert [attempt.action for attempt in kept] == ["1S"] + ["Pass"] * (turns - 1)
    assert [attempt.place for attempt in kept] == sorted({attempt.place for attempt in kept})


def test_a_typed_call_does_what_its_button_does(app, desk):
    sent = desk.post(f"/practise/hand/{COUNTED}", at=0, typed=" 7n ")
    assert sent.status_code == 303
    assert attempts(app)[0].action == "7NT"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [("hello", "hello"), ("1C", "is not higher than"), ("XX", "can be redoubled"), ("SA", "a call is wanted")],
)
def test_a_typed_call_that_cannot_be_is_said_so_beside_the_field(app, desk, typed, reason):
    sent = desk.post(f"/practise/hand/{COUNTED}", at=0, typed=typed)
    assert sent.status_code == 422
    fault = re.search(r'id="form-fault"[^>]*>(.+?)</p>', sent.text).group(1)
    assert reason in re.sub("<[^>]*>", "", fault)
    assert f'value="{typed}"' in sent.text
    assert 'aria-describedby="form-fault"' in sent.text
    assert rows(app) == (0, 0, 0)


def test_the_calls_that_a_rule_speaks_of_have_their_signs(desk):
    page = desk.get(f"/practise/hand/{COUNTED}").text
    assert "1♣ is not higher than 1♥: a bid must" in page
    sent = desk.post(f"/practise/hand/{COUNTED}", at=0, typed="1c")
    fault = re.search(r'id="form-fault"[^>]*>(.+?)</p>', sent.text).group(1)
    faces = re.findall(r'<bdi dir="ltr" class="inline-face">.*?<span class="sr">([^<]*)</span></bdi>', fault)
    assert faces == ["1 club", "1 heart"]
    for text in (page, sent.text):
        assert not re.search(r"\b[1-7](?:[CDHS]|NT) is not higher|higher than [1-7](?:[CDHS]|NT)\b", text)


@pytest.mark.parametrize("action", ["1C", "1H", "XX", "SA"])
def test_a_forged_button_with_an_illegal_choice_changes_nothing(app, desk, action):
    assert desk.act(COUNTED, action).status_code == 422
    assert rows(app) == (0, 0, 0)


@pytest.mark.parametrize(
    "fields",
    [
        {"at": 0, "action": "nonsense"},
        {"at": 0, "action": ""},
        {"at": 0},
        {"at": "", "action": "Pass"},
        {"at": "x", "action": "Pass"},
        {"action": "Pass"},
        {"at": 0, "action": "Pass Pass"},
    ],
)
def test_a_form_that_is_none_of_ours_is_refused(app, desk, fields):
    assert desk.post(f"/practise/hand/{COUNTED}", **fields).status_code == 400
    assert rows(app) == (0, 0, 0)


@pytest.mark.parametrize("what", ["", "/back", "/leave", "/anew", "/claim"])
def test_a_form_without_its_token_is_refused_with_the_way_back(app, desk, what):
    desk.act(COUNTED, "Pass")
    before = sittings(app)
    sent = desk.client.post(f"/practise/hand/{COUNTED}{what}", data={"at": 1, "action": "Pass", "tricks": 0})
    assert sent.status_code == 400
    assert f'href="/practise/hand/{COUNTED}"' in sent.text
    assert "Please send it once more" in sent.text
    assert sittings(app) == before


def test_the_deal_form_without_its_token_is_shown_again(client):
    sent = client.post("/practise/deal", data=settings(rules="penalty"))
    assert sent.status_code == 400
    assert 'name="csrf_token"' in sent.text


# The play


def test_out_of_their_time_nothing_is_taken_back_left_or_claimed(app, desk):
    desk.act(COUNTED, "1S")
    before = sittings(app)
    for what, fields in (("back", {}), ("leave", {}), ("claim", {"tricks": 0})):
        assert desk.do(COUNTED, what, **fields).status_code == 409
    assert sittings(app) == before


def played(desk, code=COUNTED, first="7NT"):
    desk.call_out(code, first)
    return code


def test_each_card_of_the_learners_is_judged_and_the_opponent_answers(app, desk):
    code = played(desk)
    kept = len(attempts(app))
    card = desk.offered(code)[-1]
    sent = desk.act(code, card)
    assert (sent.status_code, sent.location) == (303, f"/practise/hand/{code}#verdict")
    page = desk.get(f"/practise/hand/{code}").text
    assert "You played" in page
    walk = Walk.read(from_code(code), sittings(app)[0][2].split())
    place = walk.own[-1]
    decision = decide(walk.before(place), walk.actions[place])
    assert action_name(walk.actions[place]) == card
    grade = "bad" if decision.mistake else "slip" if decision.loss_tricks else "best"
    assert f'class="verdict verdict-{grade}"' in page
    scores = {choice.score for choice in decision.choices}
    assert len(attempts(app)) == kept + (len(scores) > 1)
    assert walk.deal.turn == walk.learner


def test_a_mistake_in_the_play_shows_the_coachs_words_and_can_be_taken_back(app, desk):
    code = played(desk, first="1S")
    for _ in range(12):
        walk = Walk.read(from_code(code), sittings(app)[0][2].split())
        decision = decide(walk.deal)
        wrong = next((choice for choice in decision.choices if choice.loss_points), None)
        if wrong is not None:
            break
        desk.act(code, action_name(decision.best[0].action))
    assert wrong is not None
    before = sittings(app)[0][2]
    desk.act(code, action_name(wrong.action))
    page = desk.get(f"/practise/hand/{code}").text
    assert "What happens" in page
    assert 'class="verdict verdict-bad"' in page
    assert desk.do(code, "back").status_code == 303
    assert sittings(app)[0][2] == before
    # The attempt stays; the next one at the same place had help.
    desk.act(code, action_name(decision.best[0].action))
    at_the_place = [attempt for attempt in attempts(app) if attempt.place == len(before.split())]
    assert [(attempt.best, attempt.help) for attempt in at_the_place] == [(False, 0), (True, 1)]


def test_a_typed_card_is_played_and_one_that_must_not_be_is_refused(app, desk):
    code = played(desk)
    walk = Walk.read(from_code(code), sittings(app)[0][2].split())
    before = sittings(app)
    theirs = walk.deal.play.hands[walk.learner.other]
    card = theirs.bit_length() - 1
    for typed in (action_name(card), "1S", "nonsense"):
        assert desk.post(f"/practise/hand/{code}", at=desk.at(code), typed=typed).status_code == 422
    assert sittings(app) == before
    sent = desk.post(f"/practise/hand/{code}", at=desk.at(code), typed=desk.offered(code)[0].lower())
    assert sent.status_code == 303


def test_a_claim_is_granted_or_refused_by_the_solver(app, desk):
    code = played(desk)
    walk = Walk.read(from_code(code), sittings(app)[0][2].split())
    sure, before = walk.sure_tricks(), sittings(app)
    assert sure < walk.tricks_left
    sent = desk.do(code, "claim", tricks=sure + 1)
    version = desk.at(code)
    assert (sent.status_code, sent.location) == (303, f"/practise/hand/{code}?refused={version}#form-fault")
    page = desk.get(sent.location).text
    assert re.search(r'id="form-fault"[^>]*data-focus data-show>Not granted: the defence can stop that\.</p>', page)
    assert sittings(app) == before
    # It is told of the claim just refused, at no other time.
    assert "Not granted" not in desk.get(f"/practise/hand/{code}?refused={version - 1}").text
    assert "Not granted" not in desk.get(f"/practise/hand/{code}").text
    assert desk.do(code, "claim", tricks=sure).status_code == 303
    assert sittings(app)[0][4] is True
    end = desk.get(f"/practise/hand/{code}").text
    assert "You claimed" in end
    assert "given away" not in end
    assert [each.action for each in attempts(app) if each.action.startswith("claim")] == []


@pytest.mark.parametrize("first", ["1S", "7NT"])
def test_a_claim_that_is_too_low_is_told_counted_and_kept_where_it_costs_points(app, desk, first):
    code = played(desk, first=first)
    walk = Walk.read(from_code(code), sittings(app)[0][2].split())
    sure, earlier = walk.sure_tricks(), len(attempts(app))
    side = 1 if walk.learner == Seat.NORTH else -1
    cost = side * (walk.claim(sure).score - walk.claim(0).score)
    assert desk.do(code, "claim", tricks=0).status_code == 303
    page = desk.get(f"/practise/hand/{code}").text
    gift = "one trick given away" if sure == 1 else f"{sure} tricks given away"
    assert f"You claimed 0; {sure} were yours: {gift}." in page
    kept = attempts(app)[earlier:]
    assert [(each.action, each.best, each.loss_points, each.loss_tricks) for each in kept] == (
        [("claim0", False, cost, sure)] if cost else []
    )
    assert (f"That cost {cost} points." in page) == bool(cost)
    with app.app_context():
        assert db.session.scalars(select(Review).where(Review.place == len(walk.actions))).all() == []


@pytest.mark.parametrize("tricks", ["", "x", -1, 14, 99])
def test_a_claim_of_no_number_of_tricks_is_refused(app, desk, tricks):
    code = played(desk)
    before = sittings(app)
    assert desk.do(code, "claim", tricks=tricks).status_code == 400
    assert sittings(app) == before


def test_a_claim_of_more_tricks_than_are_left_is_refused(app, desk):
    code = played(desk)
    for _ in range(4):
        desk.act(code, desk.offered(code)[0])
    before = sittings(app)
    assert desk.do(code, "claim", tricks=12).status_code == 400
    assert sittings(app) == before


def test_the_best_line_is_stepped_through_from_where_the_learner_stopped(app, desk):
    code = played(desk)
    desk.act(code, desk.offered(code)[0])
    assert desk.get(f"/practise/hand/{code}/line").status_code == 302  # not before the end
    sent = desk.do(code, "leave")
    assert (sent.status_code, sent.location) == (303, f"/practise/hand/{code}/line#verdict")
    walk = Walk.read(from_code(code), sittings(app)[0][2].split())
    assert walk.left
    last = len(walk.rest)
    deal = walk.deal
    for step in range(last + 1):
        page = desk.get(f"/practise/hand/{code}/line?step={step}").text
        assert f">{step}/{last}<" in page
        north, south = deal.play.tricks
        assert f"<dt>North</dt><dd>{north}</dd>" in page
        assert f"<dt>South</dt><dd>{south}</dd>" in page
        if step < last:
            deal = deal.apply(walk.rest[step])
    assert deal.over
    assert f">{last}/{last}<" in desk.get(f"/practise/hand/{code}/line?step=999").text
    assert f">0/{last}<" in desk.get(f"/practise/hand/{code}/line?step=-4").text
    assert desk.get(f"/practise/hand/{code}/line?step=x").status_code == 200


def test_a_hand_played_to_its_end_tells_the_score_and_every_decision(app, desk):
    code = played(desk, first="1S")
    while desk.offered(code):
        desk.act(code, desk.offered(code)[0])
    walk = Walk.read(from_code(code), sittings(app)[0][2].split())
    assert walk.deal.phase is Phase.OVER
    assert sittings(app)[0][4] is True
    end = desk.get(f"/practise/hand/{code}").text
    points = walk.score if walk.learner == 0 else -walk.score
    assert f"You score {points} points." in end if points > 0 else f"Your opponent scores {-points} points." in end
    marked = [int(place) for place in re.findall(rf'href="/practise/hand/{code}/(\d+)"', end)]
    assert marked == [attempt.place for attempt in attempts(app)]
    for place in marked:
        assert desk.get(f"/practise/hand/{code}/{place}").status_code == 200
    # Nothing more is taken.
    assert desk.act(code, "Pass").status_code == 409
    assert desk.do(code, "back").status_code == 409


def test_the_same_hand_again_begins_at_the_start(app, desk):
    played(desk)
    desk.do(COUNTED, "leave")
    assert desk.do(COUNTED, "anew").status_code == 303
    ((_, _, actions, _, over),) = sittings(app)
    assert (actions.split(), over) == (["1H"], False)
    desk.act(COUNTED, "X")
    assert attempts(app)[-1].help == 1  # whoever begins again has read the verdict


def test_the_hand_is_analysed_as_it_was_called_and_played(desk):
    code = played(desk)
    desk.act(code, desk.offered(code)[0])
    desk.do(code, "claim", tricks=0)
    end = desk.get(f"/practise/hand/{code}").text
    text = re.search(r'name="text" value="([^"]*)"', end, flags=re.DOTALL).group(1)
    sent = desk.post("/analyse/", text=unescape(text))
    assert sent.status_code == 303
    page = desk.get(sent.location).text
    assert "7 no-trump" in page
    assert "by claim" in page


def test_whoever_has_the_address_gets_the_same_hand_and_a_sitting_of_their_own(app, desk):
    desk.act(COUNTED, "7NT")
    other = Desk(app.test_client())
    page = other.get(f"/practise/hand/{COUNTED}").text
    assert "Your call" in page
    assert "7NT</" not in re.search(r'class="calls-so-far">(.*?)</ol>', page, flags=re.DOTALL).group(1)
    assert other.get(f"/practise/hand/{COUNTED}/1").location == f"/practise/hand/{COUNTED}"
    assert other.act(COUNTED, "X").status_code == 303
    mine, theirs = sittings(app)
    assert mine[0] != theirs[0]
    assert (mine[2].split()[1], theirs[2].split()[1]) == ("7NT", "X")
    # A version of somebody else's is none of one's own.
    desk.act(COUNTED, "Pass")
    assert other.act(COUNTED, "Pass", at=desk.at(COUNTED)).status_code == 409


def test_a_place_that_is_not_the_learners_leads_to_where_the_hand_is(desk):
    desk.act(COUNTED, "1S")
    for place in (0, 2, 99):
        assert desk.get(f"/practise/hand/{COUNTED}/{place}").location == f"/practise/hand/{COUNTED}"


# The theme that was asked for


def test_a_chosen_theme_is_announced_at_its_call_and_promised_before(desk):
    said = set()
    for theme in ("raise-when-outbid", "best-strain"):
        for _ in range(6):
            code = desk.post("/practise/deal", **settings(theme=theme)).location.rsplit("/", 1)[1]
            hand = from_code(code)
            first = next(each for each in hand.moments if each.real and each.shows(Theme(theme)))
            walk = Walk.read(hand)
            page = unescape(desk.get(f"/practise/hand/{code}").text)
            now = len(walk.actions) == first.place
            said.add(now)
            assert ("Your theme comes up at this call: " in page) == now
            assert ("Your theme comes up later in this auction" in page) == (not now)
            while not now:
                call = first.auction.calls[len(walk.actions)]
                walk = walk.choose(call)
                desk.act(code, action_name(call))
                now = len(walk.actions) == first.place
            assert "Your theme comes up at this call: " in unescape(desk.get(f"/practise/hand/{code}").text)
    assert said == {True, False}


def test_without_a_chosen_theme_none_is_named(desk):
    desk.post("/practise/deal", **settings())
    assert "Your theme" not in desk.get(f"/practise/hand/{COUNTED}").text
