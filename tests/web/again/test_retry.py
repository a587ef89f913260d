"""Retrying the mistakes of a recorded hand: questions without answers, verdicts, what is kept and comes back."""

import html
import re
from dataclasses import replace

import pytest
from sqlalchemy import delete, event, func, select

from tests.web.texts import KINDS
from tests.web.times import stopped
from tutor.coach.dealing import from_code
from tutor.coach.review import review
from tutor.notation import NotationError, Record
from tutor.rules import WRITTEN, action_name
from tutor.store import Attempt, Person, Review, StoredRecord, begin_writing, db
from tutor.store.hands import keep_hand
from tutor.store.people import find_person
from tutor.store.records import known_slugs
from tutor.web.analyse.sample import sample
from tutor.web.parts.board import grade_of
from tutor.web.people.visitors import KEY
from tutor.web.practise.lessons import all_lessons
from tutor.web.retry.record_code import RecordCode
from tutor.web.storage import keep

MISTAKES = review(sample()).mistakes
"""Four: North's pass, two cards of South's and one of North's."""
PLIES = tuple(review(sample()).ply_of(each) for each in MISTAKES)
RETRY = "/analyse/sample/retry"
REVEALING = ("worth-", "call-worth", "call-best", "taken", "Best line", "chosen", "played</span>")


@pytest.fixture
def clock(monkeypatch):
    return stopped(monkeypatch)


def form(page: str) -> tuple[str, dict[str, str]]:
    """Where the form of a question is sent, and what it sends by itself."""
    ((action, inside),) = re.findall(r'(?s)<form id="decide" method="post" action="([^"]*)">(.*?)</form>', page)
    return action.replace("&amp;", "&"), dict(re.findall(r'name="(\w+)" value="([^"]*)"', inside))


def answer(client, address: str, action: str, **changed):
    """Answer the question at *address*."""
    target, sent = form(client.get(address).text)
    return client.post(target, data={**sent, "action": action, **changed})


def right(index: int) -> str:
    return action_name(MISTAKES[index].faultless[0])


def wrong(index: int) -> str:
    return action_name(MISTAKES[index].taken)


def kept(client) -> dict:
    """All that is kept of the visitor but when they were seen last."""
    return {name: value for name, value in client.get("/people/export").json.items() if name != "seen"}


def rows(app) -> tuple[int, ...]:
    with app.app_context():
        return tuple(db.session.scalar(select(func.count()).select_from(each)) for each in (Person, Attempt, Review))


def at(index: int, **more: str) -> str:
    """The address of a mistake, those before it shown."""
    parts = {"seat": "both", "answers": "-".join("0" * index), "next": "1", **more}
    return f"{RETRY}?" + "&".join(f"{name}={value}" for name, value in parts.items() if value)


# The question.


@pytest.mark.parametrize("index", range(len(MISTAKES)))
def test_a_question_shows_the_moment_as_it_stood_and_no_value(client, index):
    page = client.get(at(index)).text
    assert f"Mistake {index + 1} of {len(MISTAKES)}" in page
    offered = re.findall(r'form="decide" name="action" value="(\w+)"', page)
    assert sorted(offered) == sorted(action_name(action) for action in MISTAKES[index].deal.legal())
    for revealing in REVEALING:
        assert revealing not in page
    learner = "North" if MISTAKES[index].seat == 0 else "South"
    assert re.findall(r'class="hand-name" id="hand-(\w)"', page)[-1] == learner[0]
    assert f"You are {learner}" in page


@pytest.mark.parametrize("index", [0, 1, 3])
def test_a_question_is_the_same_whatever_was_chosen_then(app, client, index):
    mistake = MISTAKES[index]
    bad = [choice.action for choice in mistake.choices if not choice.best]
    pages = []
    for action in (bad[0], bad[-1]):
        record = cut(PLIES[index], action)
        with app.app_context():
            slug = keep(record, "pbn")
        answers = "-".join("0" * index)
        page = client.get(f"/analyse/{slug}/retry", query_string={"answers": answers, "next": 1}).text
        pages.append(re.sub(r'name="csrf_token" value="[^"]*"', "", page.replace(slug, "")))
    assert bad[0] != bad[-1]
    assert pages[0] == pages[1]
    assert f"Mistake {index + 1} of {index + 1}" in pages[0]


def cut(ply: int, action: int) -> Record:
    """The sample up to *ply* and then *action*."""
    record = sample()
    calls = len(record.calls)
    if ply < calls:
        called = replace(record, calls=(*record.calls[:ply], action), contract=None, played=())
        return replace(called, contract=called.deal().contract)
    return replace(record, played=(*record.played[: ply - calls], action))


def test_the_title_of_the_hand_is_nowhere_in_a_question_about_its_auction(client):
    page = client.get(RETRY).text
    assert "spades by South" not in page
    assert "one trick short" not in page
    assert "spades by South" in client.get("/analyse/sample").text


def test_whose_mistakes_may_be_chosen(client):
    for seat, count in (("N", 2), ("S", 2), ("both", 4), ("nobody", 4)):
        page = client.get(RETRY, query_string={"seat": seat}).text
        assert f"Mistake 1 of {count}" in page
        chosen = re.search(r'seat=(\w+)"[^>]*aria-current="true"', page).group(1)
        assert chosen == (seat if seat != "nobody" else "both")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("draw phase only", "only the draw phase was recorded"),
        ("hands only", "no call and no card was recorded"),
        ("contract only", "no call and no card was recorded"),
    ],
)
def test_a_hand_without_a_judged_moment_says_so(app, client, kind, said):
    with app.app_context():
        slug = keep(KINDS[kind](), "pbn")
    page = client.get(f"/analyse/{slug}/retry")
    assert page.status_code == 200
    assert "<h1>No mistake to retry</h1>" in page.text
    assert said in page.text


def test_a_hand_without_a_mistake_says_so_for_the_seat(app, client):
    with app.app_context():
        slug = keep(cut(PLIES[0], MISTAKES[0].taken), "pbn")
    assert "Mistake 1 of 1" in client.get(f"/analyse/{slug}/retry?seat=N").text
    page = client.get(f"/analyse/{slug}/retry?seat=S").text
    assert "Nothing that South chose changed the score." in page
    assert f'href="/analyse/{slug}/retry?seat=N"' in page


def test_a_hand_with_its_draw_phase_is_asked_by_the_number_of_the_recorded_action(app, client):
    record = KINDS["with its draw phase"]()
    with app.app_context():
        slug = keep(record, "pbn")
    target, sent = form(client.get(f"/analyse/{slug}/retry").text)
    first = review(record).mistakes[0]
    client.post(target, data={**sent, "action": action_name(first.taken)})
    (attempt,) = kept(client)["attempts"]
    assert attempt["place"] == review(record).ply_of(first) == len(attempt["before"])


@pytest.mark.parametrize("query", ["?answers=nonsense", "?answers=SA", "?answers=0-0-0-0-0", "?answers=0&try=2H"])
def test_an_address_with_answers_that_are_none_is_refused(client, query):
    assert client.get(RETRY + query).status_code == 400


def test_there_is_nothing_to_retry_where_there_is_no_hand(client):
    for slug in ("nohand", "a" * 13, "x%00y"):
        assert client.get(f"/analyse/{slug}/retry").status_code == 404


# The verdict.


def test_every_choice_is_graded_as_itself_and_all_that_are_best_are_right(client):
    for index, mistake in enumerate(MISTAKES):
        for choice in mistake.choices:
            own = action_name(choice.action)
            page = client.get(RETRY, query_string={"answers": "-".join(["0"] * index + [own])}).text
            assert f'class="verdict verdict-{grade_of(choice)}"' in page
            assert ("Best line from here" in page) == choice.best
            assert ("Try again" in page) == (not choice.best)
            assert ("The same choice was made then." in page) == (choice.action == mistake.taken)


def test_a_wrong_answer_hides_the_values_until_they_are_asked_for(client):
    page = client.get(f"{RETRY}?answers={wrong(0)}").text
    assert "It costs 20 points." in page
    assert "worth" not in page
    href = re.search(r'href="([^"]*)"[^>]*data-key="show"', page).group(1).replace("&amp;", "&")
    page = client.get(href).text
    assert "call-best" in page
    assert "Best were" in page or "Best was" in page
    assert "Best line from here" in page


def test_the_old_choice_is_told_after_the_answer_and_leads_to_the_analysis_there(client):
    other = next(each for each in MISTAKES[1].choices if not each.best and each.action != MISTAKES[1].taken)
    for own in (right(1), action_name(other.action), "0"):
        page = client.get(RETRY, query_string={"answers": f"0-{own}"}).text
        assert "Trick 2: South plays the jack of diamonds. It costs 2 tricks, 220 points." in page
        assert f'href="/analyse/sample?ply={PLIES[1]}"' in page


def test_a_mistake_is_tried_again_by_links_and_nothing_is_kept(app, client):
    before = rows(app)
    page = client.get(f"{RETRY}?answers={wrong(0)}&again=1").text
    assert 'form id="decide"' not in page
    for revealing in REVEALING:
        assert revealing not in page
    links = {name: href for href, name in re.findall(r'href="([^"]*)#verdict" data-key="(\w+)"', page)}
    assert sorted(links) == sorted(action_name(action) for action in MISTAKES[0].deal.legal())
    page = client.get(links[right(0)].replace("&amp;", "&")).text
    assert 'class="verdict verdict-best"' in page
    assert "1: not found" in page  # the first answer is the one that counts
    assert rows(app) == before == (0, 0, 0)


def test_at_the_end_it_is_told_how_many_were_found_at_once(client):
    answers = "-".join([right(0), wrong(1), "0", right(3)])
    page = client.get(RETRY, query_string={"answers": answers, "next": 1}).text
    assert "<h1>2 of 4 found at once</h1>" in page
    assert re.findall(r'class="option option-(\w+)"', page) == ["best", "bad", "bad", "best"]
    for ply in PLIES:
        assert f'href="/analyse/sample?ply={ply}"' in page
    assert "To the sum" in client.get(RETRY, query_string={"answers": answers}).text


# What is kept.


def test_a_first_answer_is_kept_and_a_wrong_one_comes_back(client, clock):
    answered = answer(client, RETRY, wrong(0))
    assert answered.status_code == 303
    assert answered.location == f"{RETRY}?seat=both&answers={wrong(0)}#verdict"
    export = kept(client)
    (attempt,), (coming,) = export["attempts"], export["reviews"]
    before = [action_name(action) for action in sample().calls[: PLIES[0]]]
    assert attempt["source"] == "analysis"
    assert (attempt["code"], attempt["place"], attempt["before"]) == ("record:sample", PLIES[0], before)
    assert (attempt["action"], attempt["best"], attempt["loss_points"]) == (wrong(0), False, 20)
    assert attempt["themes"] == ["sacrifice"]
    assert (coming["code"], coming["place"], coming["before"]) == ("record:sample", PLIES[0], before)
    assert coming["due"] == clock.forward(minutes=10).isoformat()


def test_a_right_answer_is_kept_with_what_it_is_about_and_does_not_come_back(client):
    assert answer(client, at(1), right(1)).status_code == 303
    export = kept(client)
    (attempt,) = export["attempts"]
    assert (attempt["best"], attempt["loss_points"], attempt["loss_tricks"]) == (True, 0, 0)
    assert attempt["themes"]
    assert export["reviews"] == []


def test_the_progress_counts_the_themes_of_first_answers(client):
    answer(client, RETRY, wrong(0))
    answer(client, RETRY, right(0))
    page = client.get("/progress").text
    assert "0 of 1" in re.search(r'(?s)<table class="theme-table">.*?</table>', page).group()
    assert "One answer was given again" in page


def test_looking_keeps_nothing(app, client):
    for address in (
        RETRY,
        at(2),
        f"{RETRY}?answers=0",
        f"{RETRY}?answers=0-0-0-0&next=1",
        f"{RETRY}?answers=0&again=1",
    ):
        assert client.get(address).status_code == 200
    assert rows(app) == (0, 0, 0)


def test_an_answer_sent_twice_is_kept_once_and_a_stale_one_changes_nothing(client):
    target, sent = form(client.get(RETRY).text)
    places = {client.post(target, data={**sent, "action": wrong(0)}).location for _ in range(2)}
    assert len(places) == 1
    before = kept(client)
    assert len(before["attempts"]) == 1
    stale = client.post(target, data={**sent, "action": right(0)})
    assert stale.status_code == 409
    assert "<h1>Nothing was changed</h1>" in stale.text
    assert f'href="{RETRY}?seat=both"' in stale.text
    assert kept(client) == before


@pytest.mark.parametrize(
    "changed",
    [
        {"action": "1S"},
        {"action": "SA"},
        {"action": ""},
        {"action": "0"},
        {"action": "Pass\0"},
        {"seen": "many"},
        {"seen": ""},
        {"csrf_token": "forged"},
    ],
)
def test_a_forged_answer_is_refused_and_nothing_is_kept(app, client, changed):
    sent = {"action": right(0), **changed}
    assert answer(client, RETRY, **sent).status_code == 400
    assert rows(app) == (0, 0, 0)


@pytest.mark.parametrize("answers", ["0-0-0-0", "1S", "nonsense"])
def test_an_answer_to_no_mistake_of_the_hand_is_refused(app, client, answers):
    _, sent = form(client.get(RETRY).text)
    sent["action"] = right(0)
    assert client.post(RETRY, query_string={"answers": answers}, data=sent).status_code == 400
    assert client.post("/analyse/nohand/retry", data=sent).status_code == 404
    assert rows(app) == (0, 0, 0)


def let_come(client, **query):
    _, sent = form(client.get(RETRY).text)
    return client.post(f"{RETRY}/keep", query_string=query, data={"csrf_token": sent["csrf_token"]})


@pytest.mark.usefixtures("clock")
def test_all_mistakes_come_back_by_one_form_at_once_and_only_once(client):
    answer(client, RETRY, wrong(0))
    (first,) = kept(client)["reviews"]
    done = let_come(client, seat="both")
    assert done.status_code == 303
    assert "3 mistakes come back now." in client.get(done.location).text
    export = kept(client)
    assert sorted(each["place"] for each in export["reviews"]) == sorted(PLIES)
    assert first in export["reviews"]
    assert "</span>3 to repeat" in client.get("/").text
    assert "They come back already." in client.get(let_come(client, seat="both").location).text
    assert kept(client) == export
    assert len(export["attempts"]) == 1


def test_only_the_mistakes_of_the_seat_come_back(client):
    let_come(client, seat="S")
    assert [each["place"] for each in kept(client)["reviews"]] == [
        ply for ply, each in zip(PLIES, MISTAKES, strict=True) if each.seat == 1
    ]


def test_a_forged_wish_that_mistakes_come_back_is_refused(app, client):
    assert client.post(f"{RETRY}/keep").status_code == 400
    with app.app_context():
        slug = keep(KINDS["hands only"](), "pbn")
    _, sent = form(client.get(RETRY).text)
    assert client.post(f"/analyse/{slug}/retry/keep", data=sent).status_code == 400
    assert rows(app) == (0, 0, 0)


# What comes back.


@pytest.mark.parametrize("index", range(len(MISTAKES)))
def test_a_mistake_comes_back_exactly_as_it_was_asked(client, clock, index):
    asked = client.get(at(index)).text
    answer(client, at(index), wrong(index))
    clock.forward(minutes=10)
    page = client.get("/practise/again").text
    parts = r'(?s)<div class="board.*?<div class="side">|<p class="ask">.*?</p>|<ol class="trick-list">.*?</ol>'
    assert re.findall(parts, page) == re.findall(parts, asked)
    assert len(re.findall(parts, page)) >= 2
    for revealing in REVEALING:
        assert revealing not in page
    assert "It comes back" in page


@pytest.mark.parametrize("pick", [right, wrong])
def test_the_answer_to_what_came_back_is_judged_and_kept(client, clock, pick):
    let_come(client, seat="S")
    clock.forward(days=1)
    page = client.get("/practise/again").text
    ((inside,),) = [re.findall(r'(?s)<form id="decide".*?</form>', page)]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', inside))
    assert int(sent["place"]) == PLIES[1]
    answered = client.post("/practise/again", data={**sent, "action": pick(1)})
    assert answered.status_code == 303
    page = client.get(answered.location).text
    assert f'class="verdict verdict-{"best" if pick is right else "bad"}"' in page
    assert "Best line from here" in page
    assert f'href="/analyse/sample?ply={PLIES[1]}"' in page
    (attempt,) = kept(client)["attempts"]
    assert (attempt["source"], attempt["best"]) == ("again", pick is right)
    returns = "in 10 minutes" if pick is wrong else "(tomorrow|in . days)"
    assert re.search(f"This decision comes back {returns}", page)
    assert client.post("/practise/again", data={**sent, "action": "1C"}).status_code == 400


@pytest.mark.usefixtures("clock")
def test_a_record_that_is_gone_is_skipped_and_not_counted(app, client):
    with app.app_context():
        slug = keep(KINDS["slips"](), "pbn")
    _, sent = form(client.get(RETRY).text)
    token = {"csrf_token": sent["csrf_token"]}
    client.post(f"/analyse/{slug}/retry/keep", data=token)
    count = len(kept(client)["reviews"])
    assert count > 0
    let_come(client, seat="N")
    assert f"</span>{count + 2} to repeat" in client.get("/").text
    with app.app_context():
        db.session.execute(delete(StoredRecord).where(StoredRecord.slug == slug))
        db.session.commit()
    assert "</span>2 to repeat" in client.get("/").text
    page = client.get("/practise/again").text
    assert 'name="code" value="record:sample"' in page
    assert client.get(f"/analyse/{slug}/retry").status_code == 404


@pytest.mark.usefixtures("clock")
def test_recorded_hands_among_what_is_due_cost_one_statement_however_many(app, client):
    statements: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *seen: statements.append(seen[2]))
    answer(client, RETRY, wrong(0))
    client.get("/rules")
    statements.clear()
    client.get("/rules")
    without = len(statements)
    for kind in ("slips", "unfinished play", "with its draw phase"):
        with app.app_context():
            slug = keep(KINDS[kind](), "pbn")
        _, sent = form(client.get(RETRY).text)
        client.post(f"/analyse/{slug}/retry/keep", data={"csrf_token": sent["csrf_token"]})
    statements.clear()
    assert '<span class="nav-count">' in client.get("/rules").text
    assert len(statements) == without + 1


# Codes, saved hands, and what the analysis offers.


@pytest.mark.parametrize(
    "code",
    [RecordCode("abc"), RecordCode("abc", "natural"), RecordCode("abc", priced=True), RecordCode("a", "natural", True)],
)
def test_a_code_reads_back_as_itself_and_is_no_lesson_and_no_hand(code):
    assert RecordCode.read(str(code)) == code
    assert str(code) not in {lesson.slug for lesson in all_lessons()}
    with pytest.raises(NotationError):
        from_code(str(code))


@pytest.mark.parametrize("text", ["", "abc", "record:", "record::natural", "record:a:b", "record:a:penalty:natural"])
def test_what_is_no_code_of_a_record_is_read_as_none(text):
    assert RecordCode.read(text) is None


def test_no_lesson_has_a_slug_that_could_be_the_code_of_a_record():
    assert [lesson.slug for lesson in all_lessons() if RecordCode.read(lesson.slug) is not None] == []


def test_only_slugs_of_records_are_known(app):
    with app.app_context():
        slug = keep(KINDS["slips"](), "pbn")
        assert known_slugs(db.session, [slug, "sample", "2" * 13, "\0", ""]) == {slug}
        assert known_slugs(db.session, []) == set()


def test_judged_otherwise_a_mistake_is_a_decision_of_its_own(app, client):
    with app.app_context():
        slug = keep(replace(sample(), ruleset=WRITTEN), "pbn")
    for query in ("", "?opponent=natural", "?rules=penalty"):
        page = client.get(f"/analyse/{slug}/retry{query}").text
        target, sent = form(page)
        action = re.search(r'form="decide" name="action" value="(\w+)"', page).group(1)
        assert client.post(target, data={**sent, "action": action}).status_code == 303
    codes = [each["code"] for each in kept(client)["attempts"]]
    assert codes == [f"record:{slug}", f"record:{slug}:natural", f"record:{slug}:penalty"]


def test_a_price_that_the_rules_have_anyway_makes_no_other_decision(client):
    answer(client, f"{RETRY}?rules=penalty", wrong(0))
    assert [each["code"] for each in kept(client)["attempts"]] == ["record:sample"]


def save(app, client, record: Record, seat: str, opponent: str = "perfect") -> tuple[str, str]:
    """A hand saved by the visitor, who is known already: its own link and that of its record."""
    with client.session_transaction() as session:
        key = session[KEY]
    with app.app_context():
        slug = keep(record, "pbn")
        begin_writing(db.session)
        person = find_person(db.session, key)
        row = db.session.scalars(select(StoredRecord).where(StoredRecord.slug == slug)).one()
        hand = keep_hand(
            db.session, person.id, row, about=record, rules=str(record.ruleset), seat=seat, opponent=opponent
        )
        own = hand.slug
        db.session.commit()
    return own, slug


@pytest.mark.parametrize(("seat", "count"), [("N", 2), ("S", 2), ("", 4)])
def test_the_own_seat_of_a_saved_hand_is_asked_first(app, client, seat, count):
    answer(client, RETRY, right(0))
    own, slug = save(app, client, sample(), seat)
    for address in (own, slug):
        page = client.get(f"/analyse/{address}/retry").text
        assert f"Mistake 1 of {count}" in page
        assert (f"You are {'South' if seat == 'S' else 'North'}") in page


@pytest.mark.parametrize("usual", ["perfect", "natural"])
def test_the_analysis_of_a_saved_hand_is_judged_as_its_mistakes_were_however_it_was_kept(app, client, usual):
    answer(client, RETRY, right(0))
    own, _ = save(app, client, sample(), "", usual)
    for opponent in ("perfect", "natural"):
        page = client.get(f"/analyse/{own}/retry", query_string={"opponent": opponent, "answers": "0"}).text
        address = html.unescape(re.search(r'href="([^"]*)">To the analysis at this moment', page).group(1))
        against = "a perfect bidder" if opponent == "perfect" else "an opponent who bids only what makes"
        assert f"Calls are valued against {against}." in client.get(address).text


def test_somebody_elses_saved_hand_is_retried_as_anybodys_and_kept_by_its_record(app, client):
    answer(client, RETRY, right(0))
    own, slug = save(app, client, sample(), "S")
    other = app.test_client()
    address = f"/analyse/{own}/retry"
    assert "Mistake 1 of 4" in other.get(address).text
    answered = answer(other, address, wrong(0))
    assert answered.status_code == 303
    assert answered.location.startswith(address)
    (attempt,) = kept(other)["attempts"]
    assert attempt["code"] == f"record:{slug}"
    assert [each["code"] for each in kept(client)["attempts"]] == ["record:sample"]


def test_the_analysis_offers_it_where_there_is_a_mistake_in_the_hand_as_it_was_played(app, client):
    link = 'href="/analyse/sample/retry'
    assert f'{link}"' in client.get("/analyse/sample").text
    assert f'{link}?opponent=natural"' in client.get("/analyse/sample?opponent=natural").text
    assert link not in client.get("/analyse/sample?contract=3SS").text
    assert link not in client.get("/analyse/sample?swap=SA-HK").text
    with app.app_context():
        slug = keep(KINDS["hands only"](), "pbn")
    assert "/retry" not in client.get(f"/analyse/{slug}").text


def test_a_supposed_hand_is_retried_as_it_was_recorded(client):
    plain = client.get(RETRY).text
    supposed = client.get(f"{RETRY}?contract=3SS&swap=SA-HK").text
    same = [re.search(r'(?s)<div class="board.*?<div class="side">', page).group() for page in (plain, supposed)]
    assert same[0] == same[1]


@pytest.mark.parametrize(("opponent", "said"), [("natural", "against a natural opponent"), ("", "if both go on")])
def test_the_numbers_on_the_calls_are_said_to_be_against_the_opponent_that_was_chosen(client, opponent, said):
    page = client.get(f"{RETRY}?seat=N&answers=0{'&opponent=' if opponent else ''}{opponent}").text
    assert 'class="call-worth"' in page
    assert f"Points for you {said}" in page
