"""Composed puzzles: sound by every other judge, all different, the same again, and refused with what conflicts."""

import random
import re
from itertools import islice
from pathlib import Path

import pytest

from tests.solver.brute import BruteForce, Cards
from tutor.cards import Mask, Seat, Strain, cards_of, make_card
from tutor.coach.puzzle import check_puzzle, load_puzzle
from tutor.coach.puzzle.document import as_toml
from tutor.composer.composing import EMPTY, Composer, GivenUpError, ImpossibleError
from tutor.composer.demands import CardsEach, LevelIn, Place, Placed, Points, SuitLength, ThemeIs, Turns
from tutor.composer.judging import themes_of_puzzle
from tutor.composer.model import PositionModel
from tutor.composer.patterns import Pattern
from tutor.composer.spec import load_spec
from tutor.composer.writing import write_up
from tutor.notation import parse_position, write_position
from tutor.resources import folder

from .conftest import Specify

SPECS = folder("puzzles") / "specs"
CHECKED = [(name, seed) for name in ("cash-first", "draw-trumps", "save-high", "keep-trumps") for seed in (1, 2)]


def composed(spec, count: int, seed: int = 1) -> list:
    return list(islice(Composer(spec, seed).compose(), count))


def plain(hand: Mask) -> Cards:
    return frozenset(("CDHS"[card // 13], card % 13 + 2) for card in cards_of(hand))


@pytest.mark.parametrize(("name", "seed"), CHECKED)
def test_a_composed_puzzle_holds_by_every_other_judge(name: str, seed: int, tmp_path: Path):
    spec = load_spec(SPECS / f"{name}.toml")
    for sound in composed(spec, 2, seed):
        puzzle = write_up(spec, sound).puzzle
        assert check_puzzle(puzzle) == ()
        path = tmp_path / f"{puzzle.slug}.toml"
        path.write_text(as_toml(puzzle), encoding="utf-8")
        assert load_puzzle(path) == puzzle

        position = sound.position
        trump = None if position.strain == Strain.NOTRUMP else position.strain.letter
        mine, theirs = plain(position.hand(position.turn)), plain(position.hand(position.turn.other))
        led = None if position.led is None else next(iter(plain(1 << position.led)))
        values = BruteForce(trump).card_values(mine, theirs, led)
        right = {card for card, tricks in values.items() if tricks >= sound.goal}
        assert right == {card for each in sound.right for card in plain(1 << each)}
        assert len(right) < len(values)


@pytest.mark.parametrize(("name", "seed"), CHECKED)
def test_a_composed_puzzle_is_what_was_asked_for(name: str, seed: int):
    spec = load_spec(SPECS / f"{name}.toml")
    for sound in composed(spec, 2, seed):
        assert sound.position.turn == spec.learner
        for asked in (demand.asked for demand in spec.demands):
            match asked:
                case CardsEach(span):
                    assert sound.position.tricks_left in span
                case ThemeIs(theme):
                    assert theme in themes_of_puzzle(sound)
                case Turns(span):
                    assert sound.turns in span
                case LevelIn(span):
                    assert sound.level in span
                case SuitLength(place, suit, span):
                    assert (sound.position.hand(Seat(place)) >> 13 * suit & 0x1FFF).bit_count() in span
                case Placed(card, Place.GONE, False):
                    everything = sound.position.north | sound.position.south
                    assert not everything >> card & 1
                    assert card != sound.position.led


def test_twenty_puzzles_of_one_specification_are_all_different():
    found = composed(load_spec(SPECS / "cash-first.toml"), 20)
    assert len({Pattern.of(sound.position).standard for sound in found}) == 20


def test_the_same_seed_gives_the_same_puzzles_and_another_seed_others():
    spec = load_spec(SPECS / "save-high.toml")
    first, again, other = composed(spec, 3, 5), composed(spec, 3, 5), composed(spec, 3, 6)
    assert first == again
    assert not {sound.position for sound in first} & {sound.position for sound in other}


def test_what_is_said_before_the_answer_names_no_card_but_the_one_led():
    spec = load_spec(SPECS / "save-high.toml")
    for sound in composed(spec, 3):
        puzzle = write_up(spec, sound).puzzle
        named = re.findall("[♣♦♥♠].", puzzle.title + puzzle.prompt)
        assert len(named) == 1


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        ('cards = 5\ntheme = "draw-trumps"\nstrain = "NT"\n', {"theme", "strain"}),
        ('cards = 5\ntheme = "take"\nlead = true\n', {"theme", "lead"}),
        ("cards = 5\ngoal = 6\n[north]\nspades = 2\n", {"cards", "goal"}),
        ('cards = 5\n[north]\nholds = ["SA"]\nspades = 0\nhearts = 2\n', {"north.holds", "north.spades"}),
        ('cards = 5\n[north]\nholds = ["D3"]\n[gone]\nholds = ["D3"]\n', {"north.holds", "gone.holds"}),
        ('cards = 5\n[north]\nholds = ["D3"]\nnever = ["D3", "D4"]\n', {"north.holds", "north.never"}),
        ("cards = 3\n[south]\npoints = [13, 20]\n", {"cards", "south.points"}),
        ("cards = 4\n[north]\nspades = 3\nhearts = 3\nclubs = 0\n", {"cards", "north.spades", "north.hearts"}),
    ],
)
def test_an_impossible_specification_is_refused_with_the_demands_that_conflict(
    specify: Specify, text: str, conflict: set[str]
):
    with pytest.raises(ImpossibleError) as refused:
        composed(specify(text), 1)
    assert {demand.key for demand in refused.value.conflict} == conflict


@pytest.mark.parametrize(
    "text",
    [
        "cards = 4\n[north]\nspades = 3\nhearts = 3\nclubs = 0\n[south]\npoints = [0, 30]\n",
        'cards = 4\nstrain = "H"\ntheme = "force"\n[north]\nspades = 4\n[south]\nhearts = 0\n',
    ],
)
def test_without_any_one_of_the_demands_that_conflict_there_are_positions(specify: Specify, text: str):
    spec = specify(text)
    conflict = PositionModel(spec.demands, spec.learner).conflict()
    assert conflict
    assert PositionModel(conflict, spec.learner).conflict()
    for left_out in conflict:
        rest = [demand for demand in conflict if demand is not left_out]
        assert PositionModel(rest, spec.learner).conflict() == ()


def test_what_only_the_solver_can_tell_is_learnt_and_named_in_the_conflict(specify: Specify):
    text = (
        'cards = 2\nstrain = "NT"\nlead = true\ngoal = 2\n'
        '[north]\nholds = ["S2", "H3"]\n[south]\nholds = ["S3", "H2"]\npoints = [0, 20]\n'
    )
    with pytest.raises(ImpossibleError) as refused:
        composed(specify(text), 1)
    keys = {demand.key for demand in refused.value.conflict}
    assert "goal" in keys
    assert "south.points" not in keys


def test_a_forbidden_pattern_is_forbidden_at_all_ranks(specify: Specify):
    spec = specify(
        'cards = 2\nstrain = "NT"\nlead = true\n[north]\nspades = 1\nhearts = 1\n[south]\nspades = 1\nhearts = 1\n'
    )
    model = PositionModel(spec.demands, spec.learner)
    for line in ("3.3.-.- 2.2.-.- NT N", "3.2.-.- 2.3.-.- NT N", "2.3.-.- 3.2.-.- NT N"):
        model.forbid(Pattern.of(parse_position(line)))
    left = model.positions(random.Random(1), 24)
    assert left
    assert {Pattern.of(position).suits for position in left} == {("", "", "SN", "SN")}
    model.forbid(Pattern.of(left[0]))
    assert model.positions(random.Random(1), 24) == []


def test_a_forbidden_pattern_returns_without_the_demand_that_it_failed(specify: Specify):
    spec = specify(
        'cards = 2\nstrain = "NT"\nlead = true\n[north]\nholds = ["S3", "H3"]\n[south]\nholds = ["S2", "H2"]\n'
    )
    only = next(demand for demand in spec.demands if demand.key == "only-first-card")
    pattern = Pattern.of(parse_position("3.3.-.- 2.2.-.- NT N"))
    model = PositionModel(spec.demands, spec.learner)
    model.forbid(pattern, only)
    assert model.positions(random.Random(1), 1) == []
    assert only in model.conflict()


def test_the_cleanest_position_has_its_fighting_cards_high_and_its_idle_ones_low(specify: Specify):
    spec = specify('cards = 4\nstrain = "NT"\nlead = true\n')
    pattern = Pattern.of(parse_position("J9.65.-.- T8.-.43.- NT N"))
    position = PositionModel(spec.demands, spec.learner).cleanest(pattern)
    assert position is not None
    assert write_position(position) == "A3.32.-.- K2.-.32.- NT N"
    assert Pattern.of(position) == pattern


def test_the_cleanest_position_keeps_the_demands(specify: Specify):
    spec = specify('cards = 2\nstrain = "NT"\nlead = true\n[north]\nholds = ["S9"]\npoints = [0, 0]\n')
    position = PositionModel(spec.demands, spec.learner).cleanest(Pattern.of(parse_position("K2.-.-.- A.3.-.- NT N")))
    assert position is not None
    assert position.north >> make_card(3, 7) & 1
    assert [demand.asked for demand in spec.demands if isinstance(demand.asked, Points)]
    assert all(card % 13 < 9 for card in cards_of(position.north))


def test_a_search_that_finds_nothing_for_long_is_given_up_and_says_what_most_positions_lack(specify: Specify):
    spec = specify('cards = 5\nstrain = "NT"\ntheme = "throw-in"\nlevel = 5\nlength = 1\n')
    with pytest.raises(GivenUpError) as given_up:
        next(Composer(spec, tries=48).compose())
    assert given_up.value.found == 0
    assert given_up.value.failed is None or given_up.value.failed in spec.demands


@pytest.mark.parametrize("found", [0, 3])
def test_searches_that_come_to_little_are_given_up_after_a_few_and_two_proofs_at_most(
    specify: Specify, monkeypatch: pytest.MonkeyPatch, found: int
):
    spec = specify('cards = 4\nstrain = "H"\n[north]\nholds = ["HA", "HK", "HQ", "HJ"]\n')
    few = PositionModel(spec.demands, spec.learner).positions(random.Random(1), found or 1)[:found]
    searches, proofs = [], []

    def positions(*_: object) -> list:
        assert len(searches) < 100
        searches.append(1)
        return few

    monkeypatch.setattr(PositionModel, "positions", positions)
    monkeypatch.setattr(PositionModel, "conflict", lambda _: proofs.append(1) or ())
    with pytest.raises(GivenUpError):
        next(Composer(spec).compose())
    assert EMPTY <= len(searches) <= 1.2 * EMPTY
    assert len(proofs) == (1 if found else 3)
