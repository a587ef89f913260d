"""Lessons: reading them, checking every statement, and the course they follow."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tutor.cards import NORTH
from tutor.coach.authored import ContentError
from tutor.coach.lesson import Lesson, check_lesson, load_lesson, load_lessons, parse_action
from tutor.notation import Fault, NotationError
from tutor.resources import folder
from tutor.rules import Phase, action_name

SHIPPED = [lesson.slug for lesson in load_lessons()]
SOURCE = folder("puzzles") / "lessons" / "no-way-out.toml"

Changed = Callable[[str, str], tuple[Fault, ...]]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """The faults of the first lesson after a change to its text."""

    def check(old: str, new: str) -> tuple[Fault, ...]:
        text = SOURCE.read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "changed.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        try:
            return check_lesson(load_lesson(path))
        except ContentError as error:
            return error.faults

    return check


def lesson(slug: str) -> Lesson:
    return next(each for each in load_lessons() if each.slug == slug)


def line_of(words: str) -> int:
    """The line of the first lesson's file that starts with *words*, the first of them."""
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    return next(number for number, text in enumerate(lines, 1) if text.startswith(words))


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_lesson_that_comes_with_the_program_is_what_it_says(slug: str):
    assert check_lesson(lesson(slug)) == ()


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_decision_is_the_learners_and_leaves_a_choice(slug: str):
    each = lesson(slug)
    for index, step in enumerate(each.decisions):
        facts = each.decision(index)
        assert facts.seat == step.seat == each.learner
        assert len(facts.choices) > len(step.best)


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_course_keeps_the_score_of_its_first_decision(slug: str):
    each = lesson(slug)
    assert {step.value for step in each.decisions} == {each.decisions[0].value}
    end = each.deal_before(len(each.decisions))
    assert end.score in (None, each.decisions[0].value)


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_right_choice_that_is_played_has_a_note_and_so_has_a_wrong_one(slug: str):
    for step in lesson(slug).decisions:
        assert step.note(step.played) is not None
        assert any(note.action not in step.best for note in step.notes)


def test_the_first_lesson_asks_for_calls_and_cards():
    each = lesson("no-way-out")
    phases = [each.deal_before(index).phase for index in range(len(each.decisions))]
    assert phases.count(Phase.AUCTION) >= 2
    assert phases.count(Phase.PLAY) >= 5


def test_a_choice_of_the_learner_is_judged_as_itself():
    each = lesson("no-way-out")
    taken = parse_action("X")
    facts = each.decision(1, taken)
    assert facts.taken == taken
    assert (facts.mistake, facts.loss_points) == (True, 140)
    assert each.deal_before(2).auction.calls[2] == each.decisions[1].played


def test_the_course_leads_from_decision_to_decision():
    each = lesson("no-way-out")
    assert each.course(0) == ()
    assert [action_name(action) for action in each.course(2)] == ["1S", "2C", "2S", "Pass", "D9"]
    assert each.start.dealer == NORTH


def test_lessons_come_the_easy_ones_first():
    levels = [each.level for each in load_lessons()]
    assert levels == sorted(levels)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('best = ["1S", "2S"]', 'best = ["1S"]', "not-best"),
        ('best = ["1S", "2S"]', 'best = ["1S", "2S", "3S"]', "not-best"),
        ("value = 60\nplayed", "value = 70\nplayed", "wrong-value"),
        ("value = -150\nline", "value = -100\nline", "wrong-value"),
        ("tricks = 7", "tricks = 6", "wrong-tricks"),
        ('action = "1D"\nvalue = 40', 'action = "1D"\nvalue = 40\ntricks = 8', "wrong-tricks"),
        ("level = 4", 'level = 4\nbefore = ["1S"]', "not-the-turn"),
        ("level = 4", 'level = 4\nbefore = ["SA"]', None),
        ("level = 4", 'level = 4\nbefore = ["Pass", "Pass"]', "deal-over"),
        ("level = 4", 'level = 4\ncontract = "1SX N"\n# ', "not-the-turn"),
        ('rules = "penalty"', 'rules = "penalty,doubling=false"\ncontract = "1SX N"', "no-doubling"),
        ('line = ["H9", "H2", "HK"]', 'line = ["H4", "H2", "HK"]', "other-hand"),
        ('line = ["SK"]', 'line = ["S7"]', "line-weak"),
        ('line = ["CA"]', 'line = ["C2"]', "line-weak"),
        ('then = ["2C"]', 'then = ["1C"]', "bid-higher"),
        ('then = ["H2"]', 'then = ["D2"]', "not-held"),
        ('then = ["2C"]', 'then = ["2C", "2S"]', "not-the-turn"),
        ('action = "1H"', 'action = "HA"', "not-a-choice"),
        ('title = "No way out"', 'title = "A small heart: H6"', "gives-away"),
        ("You sit North", "You sit North and bid one spade. You sit", "gives-away"),
        ("Your call. You hold", "Your call: 1♠? You hold", "gives-away"),
        ('played = "1S"', 'played = "1D"', "played-not-best"),
        ("In the line of the lesson North takes", "You took", "not-the-learners"),
        ("North bids one spade and South bids two clubs.", "Your bid was best. South bids 2C.", "not-the-learners"),
    ],
)
def test_a_statement_that_is_not_so_is_a_fault(changed: Changed, old: str, new: str, code: str | None):
    faults = changed(old, new)
    assert faults
    assert code is None or code in {fault.code for fault in faults}
    assert all(fault.line is not None for fault in faults)


def test_a_fault_stands_at_the_line_of_its_key(changed: Changed):
    (fault,) = changed("tricks = 7", "tricks = 6")
    assert fault.line == line_of("tricks = 7")


def test_tricks_that_are_not_so_are_told_in_the_form_that_their_number_has(changed: Changed):
    (fault,) = changed("tricks = 7", "tricks = 6")
    assert str(fault.message).endswith("there are 7 tricks.")
    (fault,) = changed('action = "1D"\nvalue = 40', 'action = "1D"\nvalue = 40\ntricks = 8')
    assert str(fault.message) == "1D is a call: no tricks are counted for it."


def test_an_illegal_action_of_the_course_is_named_with_the_rule(changed: Changed):
    (fault,) = changed('then = ["2C"]', 'then = ["1C"]')
    assert str(fault.message) == (
        "1C cannot come here: 1C is not higher than 1S: a bid must name more tricks, or as many in a higher strain."
    )


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('title = "No way out"\n', "", "missing"),
        ('rules = "penalty"', 'rules = "harsh"', None),
        ("deal = ", 'deal = "AK QJ"\n#', None),
        ("level = 4", "level = 9", "out-of-range"),
        ('themes = ["best-strain"', 'themes = ["magic"', "unknown-theme"),
        ('dealer = "N"', 'dealer = "E"', None),
        ("level = 4", 'level = 4\nopponent = "kind"', "unknown-opponent"),
        ("level = 4", "level = 4\nlevle = 2", "unknown-key"),
        ('seat = "N"', 'saet = "N"', "missing"),
        ('action = "1S"', 'action = "8S"', None),
        ('played = "1S"', "played = 1", "not-text"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_key_by_key(changed: Changed, old: str, new: str, code: str | None):
    faults = changed(old, new)
    assert faults
    assert code is None or code in {fault.code for fault in faults}


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path):
    path = tmp_path / "Bad Name.toml"
    path.write_text('title = ""\nlevel = "x"\n[[decision]]\nseat = "Q"\n', encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_lesson(path)
    codes = [fault.code for fault in caught.value.faults]
    assert {"file-name", "not-text", "not-number", "missing"} <= set(codes)
    assert len(codes) > 8


def test_a_lesson_without_decisions_is_refused(tmp_path: Path):
    text = SOURCE.read_text(encoding="utf-8")
    path = tmp_path / "empty.toml"
    path.write_text(text[: text.index("[[decision]]")], encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_lesson(path)
    assert [fault.code for fault in caught.value.faults] == ["missing"]


def test_a_folder_of_lessons_fails_at_the_file_that_is_bad(tmp_path: Path):
    (tmp_path / "bad.toml").write_text("nonsense", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_lessons(tmp_path)
    assert caught.value.path.name == "bad.toml"


def test_an_action_is_a_call_or_a_card_or_refused():
    assert action_name(parse_action("1S")) == "1S"
    assert action_name(parse_action("SA")) == "SA"
    with pytest.raises(NotationError):
        parse_action("hello")
