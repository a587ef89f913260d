"""Lessons made from any deal: what they ask, the words they find, and that all of it passes the check of lessons."""

import gettext
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from tutor.bench.coaching import reviewed_hands
from tutor.bench.work import drawn_deals, random_deals
from tutor.cards import NORTH, SEATS, SOUTH, Seat, Strain, card_name
from tutor.coach.asking import at_first_sight, at_stake, costliest, is_easy, is_filler, is_real, sensible_choices
from tutor.coach.authored import THEMES, gives_away
from tutor.coach.content import in_english, paragraphs
from tutor.coach.facts import decide
from tutor.coach.lesson import Lesson, Note, check_lesson, parse_action
from tutor.coach.review import review
from tutor.coach.teaching import Annotations, course_of, lesson_from
from tutor.coach.telling.prompting import prompt
from tutor.messages import use_translations
from tutor.notation import parse_calls, parse_card, parse_deal, parse_ruleset
from tutor.notation.record import Record
from tutor.rules import LEVEL, PASS, PENALTY, WRITTEN, Contract, Deal, Phase, action_name
from tutor.solver import trick_table
from tutor.solver.bidding import OPPONENTS
from tutor.web.practise import lessons as pages

HANDS = parse_deal("T832.K6.AKT74.K6 AK7.J942.95.A842")  # those of the first lesson that people wrote
DEAL = Deal.from_hands(*HANDS, NORTH, PENALTY)


def actions(text: str) -> tuple[int, ...]:
    return tuple(parse_action(name) for name in text.split())


def many_deals() -> list[Deal]:
    """Deals of both kinds, under three rulesets, some at their start, some in a contract, some with mistakes made."""
    rng = random.Random(5)
    deals = []
    for number, hands in enumerate([*random_deals(12, 1), *drawn_deals(12, 1)]):
        ruleset = (PENALTY, LEVEL, parse_ruleset("penalty,doubling=false"))[number % 3]
        deal = Deal.from_hands(*hands, rng.choice(SEATS), ruleset)
        if number % 4 == 1:
            deal = deal.with_contract(Contract(rng.randint(1, 3), rng.choice(list(Strain)), 1, rng.choice(SEATS)))
            deal = deal.run(deal.play.legal()[:1])
        deals.append(deal)
    return deals + [record.deal() for record in reviewed_hands(6, 3)]


@pytest.fixture(scope="module")
def made() -> list[Lesson]:
    """A lesson on each of these deals for either seat, where there is something to decide."""
    found = []
    for number, deal in enumerate(many_deals()):
        opponent = OPPONENTS[number // 2 % 2]
        found += [lesson_from(deal, learner, slug=f"n{number}", opponent=opponent) for learner in SEATS]
    return [lesson for lesson in found if lesson is not None]


def test_most_deals_make_a_lesson_for_either_seat(made):
    assert len(made) > 45
    assert {lesson.learner for lesson in made} == set(SEATS)
    assert {lesson.opponent for lesson in made} == {"perfect", "natural"}
    assert {lesson.contract is None for lesson in made} == {True, False}


def test_a_lesson_is_what_it_says(made):
    for lesson in made:
        assert check_lesson(lesson) == ()


def test_every_decision_is_the_learners_real_and_followed_by_the_whole_deal(made):
    for lesson in made:
        assert 1 <= len(lesson.decisions) <= 8
        for index, step in enumerate(lesson.decisions):
            facts = lesson.decision(index)
            assert facts.seat == step.seat == lesson.learner
            assert is_real(facts)
            sensible = sensible_choices(facts)
            assert len(sensible) > 1
            assert {choice.best for choice in sensible} == {True, False}
        assert lesson.deal_before(len(lesson.decisions)).over


def test_no_prompt_names_a_right_choice_and_none_is_empty(made):
    for lesson in made:
        for index, step in enumerate(lesson.decisions):
            text = in_english(step.prompt)
            assert text.endswith(".")
            assert gives_away(text, [each.action for each in lesson.decision(index).choices]) is None


def test_the_wrap_up_tells_what_the_line_came_to(made):
    for lesson in made:
        end, text = lesson.deal_before(len(lesson.decisions)), in_english(lesson.wrap_up)
        if end.contract is None:
            assert "both players pass" in text
            continue
        tricks = "one trick" if end.declarer_tricks == 1 else f"{end.declarer_tricks} tricks"
        assert f"declarer takes {tricks}, " in text
        scorer = (
            "nobody scores" if end.score == 0 else f"{'North' if end.score > 0 else 'South'} scores {abs(end.score)}"
        )
        assert scorer in text
        same = "That is what the deal is worth when both play their best." in text
        assert not (same and end.score != lesson.decisions[0].value)
        most = max(at_stake(lesson.decision(index)) for index in range(len(lesson.decisions)))
        assert f" {most} points there." in text


def test_levels_and_themes_are_those_that_files_may_have(made):
    for lesson in made:
        assert lesson.level in range(1, 6)
        assert set(lesson.themes) <= set(THEMES)
        assert len(set(lesson.themes)) == len(lesson.themes) <= 5


def test_easy_questions_do_not_follow_each_other_unless_there_is_nothing_else(made):
    for lesson in made:
        turns = [lesson.decision(index) for index in range(len(lesson.decisions))]
        assert not any(is_easy(one) and is_easy(two) for one, two in pairwise(turns))
        assert not any(is_filler(each) for each in turns) or all(is_filler(each) for each in turns)


def test_the_pages_of_practice_hands_show_it(made):
    for lesson in made:

        def link(answers, *, ask):
            return f"{answers}{ask}"

        answers = ()
        for step in lesson.decisions:
            question = pages.question_page(lesson, answers)
            assert question.prompt == paragraphs(step.prompt)
            answers = (*answers, next(a for a in lesson.decision(len(answers)).deal.legal() if a not in step.best))
            assert pages.answer_page(lesson, answers, link).verdict
        assert pages.end_page(lesson, answers, link).wrap_up == paragraphs(lesson.wrap_up)


def test_the_same_deal_makes_the_same_lesson():
    assert lesson_from(DEAL, NORTH) == lesson_from(Deal.from_hands(*HANDS, NORTH, PENALTY), NORTH)


def test_a_record_and_its_deal_make_the_same_lesson():
    record = reviewed_hands(1, 1)[0]
    assert lesson_from(record, NORTH) == lesson_from(record.deal(), NORTH)


def course(deal: Deal, learner: Seat) -> list[int]:
    return [each.taken for each in course_of(deal, learner, "perfect", trick_table(*deal.start_hands))]


def test_a_recorded_course_is_followed_while_the_learner_makes_no_mistake():
    played = actions("1S 2C 2S Pass D9")
    assert course(DEAL.run(played), NORTH)[:5] == list(played)
    lesson = lesson_from(DEAL.run(played), NORTH)
    assert lesson.course(len(lesson.decisions))[:5] == played


def test_the_learners_first_mistake_is_corrected_and_best_play_follows():
    found = course(DEAL.run(actions("1S 2C X Pass")), NORTH)
    assert found[:2] == list(actions("1S 2C"))
    deal = DEAL.run(found[:2])
    assert found[2] in {choice.action for choice in decide(deal).best}
    end = DEAL.run(found)
    assert end.over
    assert end.score == decide(deal).score


def test_a_mistake_of_the_other_side_is_followed_and_told():
    record = next(each for each in reviewed_hands(12, 3) if any(d.mistake and d.seat == SOUTH for d in reviewed(each)))
    learner = NORTH
    decisions = reviewed(record)
    first = next((d for d in decisions if d.mistake and d.seat == learner), None)
    kept = decisions if first is None else decisions[: decisions.index(first)]
    assert course(record.deal(), learner)[: len(kept)] == [d.taken for d in kept]


def reviewed(record: Record):
    return review(record).decisions


def test_a_call_that_no_natural_opponent_makes_is_not_followed_where_it_leaves_the_learner_with_less():
    # North passes four diamonds, six tricks short: South bid that only because a natural North would bid on.
    hands = parse_deal("7.AKQT98.KQ9854.- AKQJT95.-.A.AQJT9")
    deal = Deal.from_hands(*hands, SOUTH, WRITTEN).run(call for call, _ in parse_calls("2NT 3D X 3H 4D Pass"))
    made = lesson_from(deal, SOUTH, opponent="natural")
    assert made is not None
    course = made.start.run(made.course(len(made.decisions)))
    assert course.over
    assert course.score == made.decisions[-1].value


def test_where_a_mistake_of_the_other_side_made_a_difference_the_wrap_up_says_what_was_there_before():
    # South overbids without need, and North, who sits and waits, gets the points.
    start = decide(DEAL.run(actions("1S")))
    worst = max(start.choices, key=lambda choice: choice.loss_points).action
    lesson = lesson_from(DEAL.run((*actions("1S"), worst)), NORTH)
    assert lesson.deal_before(len(lesson.decisions)).score > lesson.decisions[0].value
    assert "With best play by both from the first decision on, North scores 60 points." in in_english(lesson.wrap_up)
    assert check_lesson(lesson) == ()


def test_a_contract_without_an_auction_makes_a_lesson_of_the_play_alone():
    contract = Contract(2, Strain.SPADES, 1, NORTH)
    lesson = lesson_from(DEAL.with_contract(contract), NORTH, slug="play")
    assert lesson.contract == contract
    assert lesson.deal_before(0).phase is Phase.PLAY
    assert check_lesson(lesson) == ()
    assert "The contract is 2 spades by North." in in_english(lesson.introduction)


def test_where_every_choice_comes_to_the_same_there_is_no_lesson():
    deal = Deal.from_hands(*HANDS, NORTH, WRITTEN).run((*actions("7NT"), PASS))
    assert all(not decide(deal).choice(card).loss_points for card in deal.legal())
    assert lesson_from(deal, NORTH) is None


def test_before_the_draw_phase_is_over_there_is_no_lesson():
    with pytest.raises(ValueError, match="draw phase"):
        lesson_from(Deal.shuffled(random.Random(1), NORTH), NORTH)


def test_fewer_decisions_are_asked_when_fewer_are_wanted_and_the_hard_and_costly_ones_stay(made):
    for lesson in made:
        if len(lesson.decisions) < 4:
            continue
        deal = lesson.deal_before(len(lesson.decisions))
        short = lesson_from(deal, lesson.learner, opponent=lesson.opponent, most=2)
        assert len(short.decisions) == 2
        ranks = sorted(
            ((is_easy(d), -at_stake(d)) for d in (lesson.decision(i) for i in range(len(lesson.decisions)))),
        )
        kept = sorted((is_easy(d), -at_stake(d)) for d in (short.decision(i) for i in range(2)))
        assert kept == ranks[:2]
        assert check_lesson(short) == ()


ANNOTATIONS = Annotations(
    title="As the author has it",
    introduction="Listen.",
    wrap_up="North did it.",
    level=4,
    themes=("counting",),
    prompts={2: "What does North say now?"},
    afters={2: "North goes on."},
    notes={2: (Note(parse_action("X"), "Too early.", value=-80), Note(parse_action("2S"), "Yes."))},
)


def test_what_an_author_says_goes_before_what_the_program_finds():
    deal = DEAL.run(actions("1S 2C 2S Pass"))
    lesson = lesson_from(deal, NORTH, slug="author", annotations=ANNOTATIONS, most=1)
    assert (lesson.title, lesson.introduction, lesson.wrap_up) == ("As the author has it", "Listen.", "North did it.")
    assert (lesson.level, lesson.themes) == (4, ("counting",))
    (step,) = lesson.decisions
    assert (step.prompt, step.after) == ("What does North say now?", "North goes on.")
    assert [note.note for note in step.notes] == ["Too early.", "Yes."]
    assert lesson.before == actions("1S 2C")
    assert check_lesson(lesson) == ()
    others = lesson_from(deal, NORTH, slug="author", annotations=ANNOTATIONS)
    assert len(others.decisions) > 1
    assert check_lesson(others) == ()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"notes": {2: (Note(parse_action("X"), "No.", value=10),)}}, "wrong-value"),
        ({"prompts": {2: "Will you bid 2S?"}}, "gives-away"),
        ({"wrap_up": "You did it."}, "not-the-learners"),
    ],
)
def test_what_an_author_says_wrongly_is_found_by_the_check(change, code):
    deal = DEAL.run(actions("1S 2C 2S Pass"))
    lesson = lesson_from(deal, NORTH, slug="author", annotations=replace(ANNOTATIONS, **change))
    assert [fault.code for fault in check_lesson(lesson)] == [code]


def test_the_words_of_the_program_read_in_the_readers_language():
    class Shouted(gettext.NullTranslations):
        def gettext(self, message):
            return message.replace("The contract is", "KONTRAKTET ÄR").replace("A hand for", "EN GIV FÖR")

        def ngettext(self, one, many, count):
            return self.gettext(super().ngettext(one, many, count))

    lesson = lesson_from(DEAL.with_contract(Contract(2, Strain.SPADES, 1, NORTH)), NORTH)
    with use_translations(Shouted()):
        assert lesson.heading == "EN GIV FÖR North"
        assert all("KONTRAKTET ÄR" in paragraphs(step.prompt)[0] for step in lesson.decisions)
        assert "KONTRAKTET" not in in_english(lesson.decisions[0].prompt)


def said(deal: Deal) -> str:
    return in_english(prompt(decide(deal)))


def test_a_prompt_in_the_auction_says_what_was_called_last_and_never_names_a_pass():
    assert said(DEAL) == "Nothing has been called yet. It is your call."
    assert said(DEAL.run(actions("1S"))) == "North has bid 1 spade. It is your call."
    assert said(DEAL.run(actions("Pass"))) == "North has made no bid. It is your call."
    assert said(DEAL.run(actions("1S X"))) == "South has doubled. It is your call."
    assert said(DEAL.run(actions("1S X XX"))) == "North has redoubled. It is your call."


def test_a_prompt_in_the_play_says_contract_tricks_and_what_lies_on_the_table():
    deal = DEAL.run([call for call, _ in parse_calls("1S 2C 2S Pass")])
    assert said(deal) == (
        "The contract is 2 spades by North, and declarer needs 8 more tricks for it. No trick has been played yet. "
        "You lead to trick 1."
    )
    assert said(deal.run(actions("D9"))).endswith("To trick 1 South has led ♦9. It is your turn.")
    assert "So far you have taken one trick and South has taken no trick." in said(deal.run(actions("D9 DA")))


def test_a_prompt_says_when_the_contract_is_safe_and_when_it_is_lost():
    seven = Deal.from_hands(*parse_deal("AKQJT98765432.-.-.- -.AKQJT98765432.-.-"), NORTH, PENALTY)
    made = seven.with_contract(Contract(1, Strain.SPADES, 1, SOUTH)).run(
        actions("SA H2 SK H3 SQ H4 SJ H5 ST H6 S9 H7 S8 H8 S7")
    )
    assert "and it can no longer be made." in said(made)
    assert "and declarer has the tricks for it." in said(
        seven.with_contract(Contract(1, Strain.SPADES, 1, NORTH)).run(
            actions("HA S2 S3 H2 S4 H3 S5 H4 S6 H5 S7 H6 S8 H7")
        )
    )
    assert "and declarer needs one more trick for it." in said(
        seven.with_contract(Contract(1, Strain.SPADES, 1, NORTH)).run(actions("HA S2 S3 H2 S4 H3 S5 H4 S6 H5 S7 H6"))
    )


def moment(hands: str, line: str = "") -> Deal:
    deal = Deal.from_hands(*parse_deal(hands), NORTH, PENALTY).with_contract(Contract(1, Strain.SPADES, 1, SOUTH))
    return deal.run(actions(line))


def thought_of(deal: Deal) -> set[str]:
    facts = decide(deal)
    return {action_name(choice.action) for choice in sensible_choices(facts) if not choice.best}


def all_choices(deal: Deal) -> set[str]:
    return {action_name(choice.action) for choice in sensible_choices(decide(deal))}


LEADS = "AT9.K52.8643.J72 KQ8.AQJ.AKQ.AKQT"


def test_on_lead_people_think_of_the_top_and_the_bottom_of_a_suit():
    assert thought_of(moment(LEADS)) <= {"SA", "S9", "HK", "H2", "D8", "D3", "CJ", "C2"}
    best = {action_name(choice.action) for choice in decide(moment(LEADS)).best}
    assert all_choices(moment(LEADS)) == best | {"SA", "S9", "HK", "H2", "D8", "D3", "CJ", "C2"}


def test_in_reply_people_think_of_the_lowest_card_the_cheapest_winner_and_the_highest():
    deal = moment("AT9.K52.8643.J72 KQJ8.AQJ.AKQ.AKQ", "S9")
    best = {action_name(choice.action) for choice in decide(deal).best}
    assert all_choices(deal) == best | {"S8", "SJ", "SK"}


def test_who_cannot_follow_thinks_of_the_lowest_of_each_suit():
    deal = moment("AT9.K52.86432.J7 KQJ8.AQJT.-.AKQT9", "D2")
    best = {action_name(choice.action) for choice in decide(deal).best}
    assert all_choices(deal) == best | {"S8", "HT", "C9"}


def test_callers_think_of_a_pass_a_double_and_the_cheapest_bid_in_each_strain():
    deal = DEAL.run(actions("1S"))
    best = {action_name(choice.action) for choice in decide(deal).best}
    assert all_choices(deal) == best | {"Pass", "X", "1NT", "2C", "2D", "2H", "2S"}


def test_what_comes_to_hand_by_itself_does_not_depend_on_the_values():
    assert card_name(at_first_sight(decide(moment(LEADS)))) == "SA"  # nothing beats it
    assert card_name(at_first_sight(decide(moment("T98.K52.8643.J72 AKQ.AQJ.AKQ.AKQT")))) == "D3"
    deal = moment("AT9.K52.8643.J72 KQJ8.AQJ.AKQ.AKQ", "S9")
    assert card_name(at_first_sight(decide(deal))) == "SJ"
    assert at_first_sight(decide(DEAL)) is None


def test_the_costliest_choice_is_one_that_people_think_of():
    facts = decide(DEAL.run(actions("1S 2C")))
    wrong = costliest(facts)
    assert action_name(wrong.action) in {"Pass", "X", "2D", "2H", "2NT", "3C"}
    assert wrong.loss_points == at_stake(facts) > 0
    assert parse_card("SA") not in {choice.action for choice in sensible_choices(facts)}
