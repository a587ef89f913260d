"""Puzzles: reading them, checking them, and playing them out against perfect defence."""

import random
from pathlib import Path

import pytest

from tutor.cards import card_name
from tutor.coach.authored import ContentError
from tutor.coach.puzzle import (
    Puzzle,
    PuzzleState,
    check_puzzle,
    defence_card,
    load_collection,
    load_puzzle,
    load_puzzles,
    play_card,
    play_out,
    start_puzzle,
    touching,
)
from tutor.coach.reasons.explain import reasons_for_card
from tutor.notation import parse_card, parse_position
from tutor.resources import folder
from tutor.rules import Position, RuleError
from tutor.solver import card_values, clear_cache

SHIPPED = load_puzzles()
SOURCE = folder("puzzles") / "patience.toml"

PLAYED = [puzzle for puzzle in SHIPPED if isinstance(puzzle, Puzzle)]
SOME = PLAYED[:: len(PLAYED) // 24]
"""Some of every level: what is played out takes its time."""

shipped = pytest.mark.parametrize("puzzle", SOME, ids=[puzzle.slug for puzzle in SOME])


def make(position: str, goal: int, **fields) -> Puzzle:
    facts = {"slug": "x", "title": "X", "level": 1, "themes": (), "by": "", "solution": "", **fields}
    return Puzzle(position=parse_position(position), goal=goal, **facts)


def codes(puzzle: Puzzle) -> list[str]:
    return [fault.code for fault in check_puzzle(puzzle)]


@shipped
def test_every_puzzle_that_comes_with_the_program_is_what_it_says(puzzle: Puzzle):
    assert check_puzzle(puzzle) == ()


@shipped
def test_a_bot_that_plays_any_card_that_keeps_the_goal_always_solves_it(puzzle: Puzzle):
    for seed in range(12):
        rng, state = random.Random(seed), start_puzzle(puzzle)
        while not state.over:
            state = play_card(state, rng.choice(state.keeping))
        assert state.solved
        assert not state.failed


@shipped
def test_any_other_first_card_fails_at_once_and_is_refuted_to_the_last_card(puzzle: Puzzle):
    start = start_puzzle(puzzle)
    wrong = [card for card in start.legal if card not in start.keeping]
    assert wrong
    for card in wrong:
        state = play_card(start, card)
        assert (state.failed, state.wrong, state.legal) == (True, card, ())
        end = state.play.run(state.refutation)
        assert end.over
        assert end.tricks[puzzle.solver] < puzzle.goal


@shipped
def test_a_bot_that_plays_at_random_is_told_exactly_where_it_went_wrong(puzzle: Puzzle):
    for seed in range(12):
        rng, state = random.Random(seed), start_puzzle(puzzle)
        while not state.over:
            keeping, card = state.keeping, rng.choice(state.legal)
            state = play_card(state, card)
            assert state.failed == (card not in keeping)


@shipped
def test_the_defence_never_gives_a_trick_away(puzzle: Puzzle):
    rng, state = random.Random(3), start_puzzle(puzzle)
    play = puzzle.position.play
    while not state.over:
        state = play_card(state, rng.choice(state.keeping))
    for card in state.play.played:
        if play.turn != puzzle.solver:
            values = card_values(Position.of(play))
            assert values[card] == max(values.values())
        play = play.apply(card)


def puzzle_named(slug: str) -> Puzzle:
    return next(puzzle for puzzle in PLAYED if puzzle.slug == slug)


def names(state: PuzzleState) -> str:
    return " ".join(card_name(card) for card in state.play.played)


def test_the_same_cards_always_meet_the_same_defence():
    cards = [parse_card(name) for name in ("D6", "S3", "C5", "CQ")]
    first = play_out(puzzle_named("patience"), cards)
    clear_cache()
    assert play_out(puzzle_named("patience"), cards) == first
    assert names(first) == "D6 DK D2 S3 C2 C5 CQ C9"


def test_among_equal_cards_the_defence_takes_the_one_after_which_the_fewest_keep_the_goal():
    puzzle = puzzle_named("patience")
    play = puzzle.position.play.apply(parse_card("D6")).apply(parse_card("DK"))
    equal = {card_name(card) for card, tricks in card_values(Position.of(play)).items() if tricks == 2}
    assert equal == {"H9", "H3", "D2", "C9", "C2"}
    # After the diamond two of seven cards are right, after any other of these one of two.
    assert card_name(defence_card(puzzle, play)) == "D2"


def test_the_tricks_of_a_state_are_those_won_since_the_puzzle_began():
    state = play_out(puzzle_named("patience"), [parse_card(name) for name in ("D6", "S3", "C5")])
    assert (state.taken, state.solved, state.over) == (1, False, False)


def test_a_puzzle_is_solved_as_soon_as_the_tricks_are_there():
    state = play_out(make("A2.-.-.- K3.-.-.- NT N", 1), [parse_card("SA")])
    assert state.solved
    assert names(state) == "SA S3"


def test_a_puzzle_may_begin_with_a_card_on_the_table():
    puzzle = make("AQ.-.-.- K.-.-.- NT N SJ", 2)
    assert check_puzzle(puzzle) == ()
    assert play_out(puzzle, [parse_card("SQ"), parse_card("SA")]).solved
    assert play_card(start_puzzle(puzzle), parse_card("SA")).failed


def test_south_may_be_the_one_who_solves():
    puzzle = make("K.-.-.- AQ.-.-.- NT S SJ", 2)
    assert play_out(puzzle, [parse_card("SQ"), parse_card("SA")]).solved


def test_an_illegal_card_is_refused_with_its_number():
    with pytest.raises(RuleError) as caught:
        play_out(puzzle_named("patience"), [parse_card("D6"), parse_card("HA")])
    assert (caught.value.rule, caught.value.index) == ("not-held", 1)


def test_no_card_follows_the_end():
    with pytest.raises(RuleError) as caught:
        play_out(puzzle_named("patience"), [parse_card("SK"), parse_card("S3")])
    assert (caught.value.rule, caught.value.index) == ("puzzle-over", 1)


def test_a_goal_out_of_reach_is_a_fault():
    assert codes(make("A2.-.-.- K3.-.-.- NT N", 2)) == ["goal-out-of-reach"]


def test_a_goal_out_of_reach_is_told_in_the_form_that_its_number_has():
    (fault,) = check_puzzle(make("2.-.-.- A.-.-.- NT N", 1))
    assert str(fault.message) == "The goal of one trick cannot be reached: best play takes 0."
    (fault,) = check_puzzle(make("A2.-.-.- K3.-.-.- NT N", 2))
    assert str(fault.message) == "The goal of 2 tricks cannot be reached: best play takes 1."


def test_a_goal_that_every_card_reaches_is_a_fault():
    assert "goal-certain" in codes(make("A2.-.-.- K3.-.-.- NT N", 1))


def test_more_than_one_first_card_is_refused_or_labelled():
    position = "A.A.2.- -.-.AKQ.- NT N"
    assert codes(make(position, 2)) == ["several-answers"]
    assert codes(make(position, 2, several=True)) == []


def test_the_label_of_several_answers_must_be_true():
    puzzle = puzzle_named("patience")
    fields = {name: getattr(puzzle, name) for name in ("goal", "title", "line")}
    assert codes(make("K93.K7.6.Q5 Q2.93.K2.92 NT N", **fields, several=True)) == ["one-answer"]


def test_a_title_or_prompt_that_names_the_card_is_a_fault():
    position = "K93.K7.6.Q5 Q2.93.K2.92 NT N"
    assert codes(make(position, 5, title="The six of diamonds")) == ["gives-away"]
    assert codes(make(position, 5, prompt="Start with ♦6.")) == ["gives-away"]
    assert codes(make(position, 5, prompt="Is it ♦6, ♣Q or ♥K?")) == []


def test_the_suit_alone_gives_the_answer_away_where_its_cards_are_all_right_and_no_other():
    position = "A3.2.2.- K2.AK.-.- NT N"
    assert codes(make(position, 3, title="Begin with a diamond")) == ["gives-away"]
    assert codes(make(position, 3, title="Three by a diamond")) == ["gives-away"]
    assert codes(make(position, 3, title="Three tricks with diamonds left")) == []
    assert codes(make(position, 3, prompt="Will you lead the diamond?")) == ["gives-away"]
    assert codes(make(position, 3, prompt="Will you lead the diamond or play a spade?")) == []
    assert codes(make(position, 3, prompt="Throw a heart?")) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("D6 DA", "not-held"),
        ("SK S2", "line-weak"),
        ("D6 DK S2", "line-weak"),
        ("D6 DK D2 HK", "line-weak"),
    ],
)
def test_a_line_that_is_illegal_or_not_best_is_a_fault(line: str, code: str):
    cards = tuple(parse_card(name) for name in line.split())
    assert codes(make("K93.K7.6.Q5 Q2.93.K2.92 NT N", 5, line=cards)) == [code]


def test_cards_touch_when_nothing_in_play_lies_between():
    position = parse_position("AQJ9.-.-.- T8.32.-.- NT N")
    groups = touching(position, position.play.legal())
    assert [[card_name(card) for card in group] for group in groups] == [["SA", "SQ", "SJ"], ["S9"]]


def test_cards_do_not_touch_across_the_card_led():
    position = parse_position("AQ.-.-.- 2.-.-.- NT N SK")
    assert len(touching(position, position.play.legal())) == 2


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("goal = 5", "goal = 9", "out-of-range"),
        ("goal = 5", 'goal = "five"', "not-number"),
        ("position = ", 'position = "nonsense"\n#', None),
        ('by = "', 'bye = "', "unknown-key"),
        ("level = 5", "level = 5\nseveral = 1", "not-flag"),
        ('line = ["D6"', 'line = ["D66"', None),
    ],
)
def test_a_file_that_cannot_be_read_is_told_key_by_key(tmp_path: Path, old: str, new: str, code: str | None):
    text = SOURCE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_puzzle(path)
    assert code is None or code in {fault.code for fault in caught.value.faults}


def test_puzzles_come_the_easy_ones_first():
    assert [puzzle.level for puzzle in SHIPPED] == sorted(puzzle.level for puzzle in SHIPPED)


def test_the_collection_has_every_level_and_the_first_theme_is_one_that_the_coach_finds_in_a_wrong_card():
    collected = load_collection(folder("puzzles") / "collection" / "first.toml")
    assert {puzzle.level for puzzle in collected} == {1, 2, 3, 4, 5}
    for puzzle in collected:
        start = start_puzzle(puzzle)
        wrong = [card for card in start.legal if card not in start.keeping]
        found = {each.theme.value for card in wrong for each in reasons_for_card(start.play, card).findings}
        assert puzzle.themes[0] in found


ONE = """[first]
title = "One"
position = "A2.-.-.- K3.-.-.- NT N"
goal = 1
level = 2
themes = ["exit"]
by = "Somebody"
solution = "Win."
"""
"""A table of a collection."""


def write(folder: Path, **texts: str) -> Path:
    collection = folder / "collection"
    collection.mkdir()
    for name, text in texts.items():
        (collection / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_file_may_hold_many_puzzles_in_tables_with_the_same_keys(tmp_path: Path):
    folder = write(tmp_path, many=ONE + ONE.replace("[first]", "[second-one]").replace("level = 2", "level = 1"))
    puzzles = load_puzzles(folder)
    assert [puzzle.slug for puzzle in puzzles] == ["second-one", "first"]
    assert puzzles[1].places.line(("goal",)) == 4
    assert puzzles[0].places.line(("goal",)) == 12
    assert puzzles[1].position == parse_position("A2.-.-.- K3.-.-.- NT N")


def test_the_files_of_both_forms_are_listed_together(tmp_path: Path):
    (tmp_path / "patience.toml").write_text(SOURCE.read_text(encoding="utf-8"), encoding="utf-8")
    assert [puzzle.slug for puzzle in load_puzzles(write(tmp_path, many=ONE))] == ["first", "patience"]


def test_faults_in_a_collection_are_told_all_at_once_each_with_its_line(tmp_path: Path):
    bad = ONE.replace("goal = 1", "goal = 9") + ONE.replace("[first]", "[Second]").replace("level = 2\n", "")
    folder = write(tmp_path, many="loose = 1\n" + bad)
    with pytest.raises(ContentError) as caught:
        load_collection(folder / "collection" / "many.toml")
    assert [(fault.line, fault.code) for fault in caught.value.faults] == [
        (1, "no-table"),
        (5, "out-of-range"),
        (10, "slug"),
        (10, "missing"),
    ]


def test_no_two_puzzles_have_the_same_slug_in_whatever_file(tmp_path: Path):
    with pytest.raises(ContentError) as caught:
        load_puzzles(write(tmp_path, a=ONE, b="\n" + ONE))
    assert caught.value.path.name == "b.toml"
    assert [(fault.line, fault.code) for fault in caught.value.faults] == [(2, "same-slug")]


def test_no_puzzle_takes_the_address_of_another_page(tmp_path: Path):
    folder = write(tmp_path, many=ONE.replace("[first]", "[today]"))
    with pytest.raises(ContentError) as caught:
        load_puzzles(folder)
    assert [(fault.line, fault.code) for fault in caught.value.faults] == [(1, "reserved")]


@pytest.mark.parametrize(("kind", "fault"), [("make", None), ("beat", None), ("only-card", None), ("other", "kind")])
def test_a_puzzle_is_of_one_of_the_kinds(tmp_path: Path, kind: str, fault: str | None):
    folder = write(tmp_path, many=ONE + f'kind = "{kind}"\n')
    if fault is None:
        assert [puzzle.kind for puzzle in load_puzzles(folder)] == [kind]
        return
    with pytest.raises(ContentError) as caught:
        load_puzzles(folder)
    assert [(found.line, found.code) for found in caught.value.faults] == [(9, fault)]


def test_of_an_only_card_puzzle_nothing_but_the_first_card_is_asked_for():
    puzzle = make("K93.K7.6.Q5 Q2.93.K2.92 NT N", 5, kind="only-card")
    state = play_card(start_puzzle(puzzle), parse_card("D6"))
    assert (state.solved, state.over, names(state)) == (True, True, "D6")
    assert play_card(start_puzzle(puzzle), parse_card("SK")).failed
