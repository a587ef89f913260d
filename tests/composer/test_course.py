"""Courses: what is picked from a pool, in which order, and what is said when nothing can be."""

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tutor.cards import NORTH, SOUTH, STRAINS_LOW_FIRST, mask_of
from tutor.cli import cli
from tutor.coach.authored import THEMES
from tutor.coach.puzzle import load_collection
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.document import as_toml
from tutor.coach.puzzle.kinds import CountPuzzle
from tutor.coach.puzzle.play import Puzzle
from tutor.composer.course import (
    SETS,
    AllDifferent,
    Covers,
    Entry,
    HowMany,
    NoCourseError,
    Share,
    Wanted,
    Within,
    build_course,
    in_order,
    nearness,
    shares,
)
from tutor.messages import Message
from tutor.notation import parse_position
from tutor.rules import Position
from tutor.solver import card_values

NAMES = list(THEMES)[:6]


def make(slug: str, position: Position, goal: int, themes: tuple[str, ...], kind: str = "make") -> Puzzle:
    return Puzzle(slug, slug.title(), position, goal, 1, themes, "nobody", "So.", kind=kind)


def dealt(count: int, seed: int = 1) -> list[Puzzle]:
    """Endings with one or two themes each, which nobody has looked for."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        size = rng.randrange(4, 9)
        cards = rng.sample(range(52), 2 * size)
        position = Position(
            mask_of(cards[:size]), mask_of(cards[size:]), rng.choice(STRAINS_LOW_FIRST), rng.choice((NORTH, SOUTH))
        )
        values = card_values(position)
        if len(set(values.values())) > 1:
            themes = tuple(rng.sample(NAMES, rng.randrange(1, 3)))
            found.append(make(f"p{len(found)}", position, max(values.values()), themes))
    return found


POOL = dealt(160)


def covers(theme: str, count: int) -> Covers:
    return Covers(theme, Message(THEMES[theme]), count)


def demands(count: int, *more: Wanted) -> list[Wanted]:
    return [HowMany(count), *more, AllDifferent()]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_course_meets_its_demands(seed: int):
    wanted = demands(20, Within(1, 4), *shares(20, {1: 3, 2: 3, 3: 2, 4: 2}), *(covers(theme, 4) for theme in NAMES))
    course = build_course(POOL, wanted, seed)
    puzzles = [entry.puzzle for entry in course]
    assert len({puzzle.slug for puzzle in puzzles}) == len(puzzles) == 20
    assert Counter(difficulty(puzzle).level for puzzle in puzzles) == {1: 6, 2: 6, 3: 4, 4: 4}
    having = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    assert all(having[theme] >= 4 for theme in NAMES)
    assert len({nearness(puzzle) for puzzle in puzzles}) == 20
    # Twenty leading themes, six names: four of each at most.
    assert max(Counter(entry.theme for entry in course).values()) == 4


def test_the_same_seed_gives_the_same_course_and_another_seed_another():
    wanted = demands(10, *shares(10, {1: 1, 2: 1}))
    first, again, other = (build_course(pool, wanted, seed) for pool, seed in ((POOL, 1), (POOL[::-1], 1), (POOL, 2)))
    assert first == again
    assert set(first) != set(other)


def test_the_course_rises_and_no_two_neighbours_have_the_same_leading_theme():
    course = build_course(POOL, demands(25, *shares(25, dict.fromkeys(range(1, 6), 1))))
    levels = [entry.level for entry in course]
    assert levels == sorted(levels)
    assert all(before.theme != after.theme for before, after in pairwise(course))


def test_a_theme_that_leads_more_than_half_is_kept_apart_as_long_as_there_are_others():
    same = [entry for entry in map(Entry, POOL) if entry.level == 2]
    lead = same[0].theme
    mine = [entry for entry in same if entry.theme == lead][:4]
    others = [entry for entry in same if entry.theme != lead][:2]
    assert (len(mine), len(others)) == (4, 2)
    order = in_order([*mine, *others])
    assert [entry.theme == lead for entry in order] == [True, False, True, False, True, True]
    alone = in_order(mine)
    assert [entry.rating for entry in alone] == sorted(entry.rating for entry in mine)


def test_shares_are_rounded_up_or_down():
    assert [(share.level, share.low, share.high) for share in shares(10, {1: 2, 3: 1})] == [(1, 6, 7), (3, 3, 4)]
    assert [(share.low, share.high) for share in shares(10, {1: 1, 2: 1, 3: 0})] == [(5, 5), (5, 5), (0, 0)]


A_THEME, ANOTHER = NAMES[:2]
FEW = [make(f"q{index}", puzzle.position, puzzle.goal, (A_THEME,)) for index, puzzle in enumerate(POOL[:6])]


@pytest.mark.parametrize(
    ("wanted", "conflict"),
    [
        (demands(7), {HowMany(7)}),
        (demands(3, covers(ANOTHER, 1)), {covers(ANOTHER, 1)}),
        (demands(2, covers(A_THEME, 3), Within(1, 5)), {HowMany(2), covers(A_THEME, 3)}),
        (demands(3, *shares(3, {2: 1, 3: 1}), Within(3, 5)), {Share(2, 1, 2), Within(3, 5)}),
    ],
)
def test_what_cannot_be_is_refused_with_the_demands_that_conflict(wanted: list[Wanted], conflict: set[Wanted]):
    with pytest.raises(NoCourseError) as refused:
        build_course(FEW, wanted)
    assert set(refused.value.conflict) == conflict


@pytest.mark.parametrize("sets", [SETS, 1])
def test_without_any_one_of_the_demands_that_conflict_there_is_a_course(sets: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tutor.composer.course.SETS", sets)
    # Six themes three times each want nine puzzles, of which no more than two themes each can make.
    wanted = demands(8, *(covers(theme, 3) for theme in NAMES), Within(1, 5))
    with pytest.raises(NoCourseError) as refused:
        build_course(POOL, wanted)
    conflict = refused.value.conflict
    assert set(conflict) == {HowMany(8), *(covers(theme, 3) for theme in NAMES)}
    for left_out in conflict:
        assert build_course(POOL, [each for each in wanted if each != left_out]) is not None


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        # Other ranks, the suits in another order, the table turned.
        ("A3.K2.-.- K5.Q4.-.- NT N", "-.A3.-.K2 -.92.-.87 NT N", True),
        ("A3.K2.-.- K5.Q4.-.- NT N", "K5.Q4.-.- A3.K2.-.- NT S", True),
        ("A3.K.-.2 K5.Q4.-.- S N", "A.K3.-.2 Q4.75.-.- H N", True),
        # Other lengths, other trumps, another card to meet.
        ("A3.K2.-.- K5.Q4.-.- NT N", "A32.K.-.- K5.Q4.-.- NT N", False),
        ("A3.K.-.2 K5.Q4.-.- S N", "A3.K.-.2 K5.Q4.-.- H N", False),
        ("A3.K2.-.- K5.Q4.-.- NT N", "A3.K2.-.- K5.Q.-.- NT N H4", False),
    ],
)
def test_two_puzzles_are_near_when_the_lengths_of_the_suits_are_the_same(one: str, other: str, near: bool):
    first, second = (make("x", parse_position(text), 1, ()) for text in (one, other))
    assert (nearness(first) == nearness(second)) == near
    assert nearness(first) != nearness(make("x", first.position, 2, ()))


def test_counts_are_near_when_as_many_cards_of_the_suit_are_seen():
    hand, gone = mask_of(range(0, 26, 2)), mask_of(range(1, 26, 2)) | mask_of(range(26, 39))
    puzzle = CountPuzzle("x", "X", NORTH, hand, gone, 0, 1, (), "", "")
    assert nearness(puzzle) == ("count", 7, 6)


# the command


def run(*args: object) -> Result:
    return CliRunner().invoke(cli, ("course", *map(str, args)))


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pool")
    (folder / "specs").mkdir()
    (folder / "specs" / "no.toml").write_text("cards = 5\n", encoding="utf-8")
    (folder / "lesson.toml").write_text("[[decision]]\nafter = ''\n", encoding="utf-8")
    text = "\n".join(f"[{puzzle.slug}]\n{as_toml(puzzle)}" for puzzle in POOL[:60])
    (folder / "many.toml").write_text(text, encoding="utf-8")
    return folder


def test_the_command_prints_each_puzzle_with_its_level_and_leading_theme(pool: Path):
    result = run(pool, "-n", 8, "--levels", "1-2", "--spread", "1:3")
    assert (result.exit_code, result.stderr) == (0, "")
    rows = [line.split() for line in result.stdout.splitlines()]
    by_slug = {puzzle.slug: puzzle for puzzle in POOL}
    assert [row[1] for row in rows] == ["1"] * 2 + ["2"] * 6
    assert all(row[3] == by_slug[row[0]].themes[0] for row in rows)
    found = json.loads(run(pool, "-n", 8, "--levels", "1-2", "--spread", "1:3", "--json").stdout)
    assert [[each["slug"], str(each["level"]), str(each["rating"]), each["theme"]] for each in found] == rows


def test_the_course_is_written_as_a_collection_with_the_measured_levels(pool: Path, tmp_path: Path):
    out = tmp_path / "course.toml"
    result = run(pool, "-n", 5, "--each", 0, "--levels", "2-3", "-o", out)
    assert result.exit_code == 0
    puzzles = load_collection(out)
    assert [puzzle.slug for puzzle in puzzles] == [line.split()[0] for line in result.stdout.splitlines()]
    assert [puzzle.level for puzzle in puzzles] == [difficulty(puzzle).level for puzzle in puzzles]


def test_the_command_refuses_in_words(pool: Path):
    result = run(pool, "-n", 2, "--levels", "1-2", "--each", 3)
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    assert lines[0] == f"These puzzles cannot meet all of these {len(lines) - 1} demands:"
    assert "- the course has 2 puzzles" in lines
    assert "- at least 3 puzzles have the theme" in result.stderr


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("--levels", "0-3"), 2, "--levels wants"),
        (("--levels", "3-1"), 2, "--levels wants"),
        (("--spread", "1:x"), 2, "--spread wants whole numbers"),
        (("--levels", "1-3", "--spread", "1:1"), 2, "--spread wants a number for each of the levels, which are 3"),
        (("--theme", "nonsense"), 2, "“nonsense” is no theme"),
        (("-n", "0"), 2, "0"),
    ],
)
def test_a_wrong_command_line_says_what_would_be_right(pool: Path, args: tuple[str, ...], code: int, words: str):
    result = run(pool, *args)
    assert result.exit_code == code
    assert words in result.stderr


@pytest.mark.parametrize("seed", [-1, 2**31, 10**30])
def test_any_number_is_a_seed(pool: Path, seed: int):
    first, again = (run(pool, "-n", 5, "--each", 0, "--seed", seed) for _ in range(2))
    assert (first.exit_code, first.stderr, len(first.stdout.splitlines())) == (0, "", 5)
    assert first.stdout == again.stdout


def test_without_any_puzzle_that_is_what_is_told(pool: Path):
    result = run(pool / "specs")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "There is no puzzle to pick from.\n")


def test_a_file_that_is_no_puzzle_and_a_slug_that_comes_twice_are_told(pool: Path, tmp_path: Path):
    result = run(pool / "lesson.toml")
    assert result.exit_code == 1
    assert str(pool / "lesson.toml") in result.stderr
    result = run(pool / "many.toml", pool / "many.toml")
    assert result.exit_code == 1
    assert "“p0” already" in result.stderr
    assert run(tmp_path / "none.toml").exit_code == 2
