"""Composed calls: best by a naive auction as well, of the theme that was asked for, the same again, or refused."""

from itertools import islice

import pytest

from tests.coach.naive_call_themes import World
from tutor.cards import SEATS, STRAINS_LOW_FIRST, suit_bits
from tutor.coach.authored import ContentError
from tutor.coach.puzzle import check_puzzle, load_puzzle
from tutor.coach.puzzle.document import as_toml
from tutor.coach.puzzle.kinds import CallPuzzle
from tutor.coach.reasons.call_reasons import reasons_for_call
from tutor.coach.telling.wrong_calls import shown_finding
from tutor.composer.call_judging import MOST_BEST, SoundCall
from tutor.composer.composing import Composer, ImpossibleError
from tutor.composer.demands import Points, SuitLength
from tutor.composer.model import PositionModel
from tutor.composer.spec import CALL_THEMES, Spec, load_spec
from tutor.composer.writing import write_up
from tutor.resources import folder
from tutor.rules import PENALTY, call_name, is_bid
from tutor.solver import trick_table

from .conftest import Specify

SPECS = folder("puzzles") / "specs"
each_theme = pytest.mark.parametrize("theme", CALL_THEMES, ids=str)


def composed(spec: Spec, count: int, seed: int = 1) -> list[SoundCall]:
    return list(islice(Composer(spec, seed).compose(), count))


def naive(sound: SoundCall) -> World:
    """The auction by other means."""
    table = trick_table(sound.north, sound.south)
    letters = {seat.letter: {strain.letter: table[seat][strain] for strain in STRAINS_LOW_FIRST} for seat in SEATS}
    rules = {
        "doubling": sound.ruleset.doubling,
        "undertrick": sound.ruleset.undertrick,
        "overtricks": sound.ruleset.overtricks,
    }
    calls = tuple(call_name(call) for call in sound.auction.calls)
    return World(letters, rules, sound.auction.dealer.letter, calls, False)


@each_theme
def test_a_composed_call_holds_by_every_other_judge(theme, tmp_path):
    spec = load_spec(SPECS / f"{theme}.toml")
    (sound,) = composed(spec, 1, 3)
    puzzle = write_up(spec, sound).puzzle
    assert check_puzzle(puzzle) == ()
    path = tmp_path / f"{puzzle.slug}.toml"
    path.write_text(as_toml(puzzle), encoding="utf-8")
    assert load_puzzle(path) == puzzle
    assert {call_name(call) for call in sound.best} == set(naive(sound).best)
    assert call_name(sound.call) not in naive(sound).best


@each_theme
def test_the_theme_is_what_the_coach_says_of_the_wrong_call(theme):
    spec = load_spec(SPECS / f"{theme}.toml")
    (sound,) = composed(spec, 1, 4)
    puzzle = write_up(spec, sound).puzzle
    assert isinstance(puzzle, CallPuzzle)
    assert puzzle.themes[0] == theme
    decision = puzzle.decision
    told = shown_finding(reasons_for_call(decision, decision.choice(sound.call)))
    assert told is not None
    assert told.theme == theme


@each_theme
def test_the_demands_on_the_cards_and_the_auction_are_kept(theme):
    spec = load_spec(SPECS / f"{theme}.toml")
    (sound,) = composed(spec, 1, 5)
    hands = (sound.north, sound.south)
    assert [hand.bit_count() for hand in hands] == [13, 13]
    assert sound.auction.turn == spec.learner
    assert 1 <= len(sound.best) <= MOST_BEST
    for asked in (demand.asked for demand in spec.demands):
        match asked:
            case SuitLength(place, suit, span):
                assert suit_bits(hands[place], suit).bit_count() in span
            case Points(seat, span):
                ranks = [rank for suit in range(4) for rank in range(9, 13) if suit_bits(hands[seat], suit) >> rank & 1]
                assert sum(rank - 8 for rank in ranks) in span


def test_there_is_nothing_to_gain_where_every_bid_is_best_and_a_pass_is_not():
    spec = load_spec(SPECS / "nothing-to-gain.toml")
    for sound in composed(spec, 3):
        puzzle = write_up(spec, sound).puzzle
        assert check_puzzle(puzzle) == ()
        assert puzzle.themes[0] == "nothing-to-gain"
        assert sound.best == tuple(call for call in sound.auction.legal() if is_bid(call))
        assert {call_name(call) for call in sound.best} == set(naive(sound).best)


def test_the_same_seed_gives_the_same_calls_and_no_two_of_them_are_alike():
    spec = load_spec(SPECS / "double.toml")
    first, again, other = composed(spec, 6), composed(spec, 6), composed(spec, 6, 2)
    assert first == again
    assert len({(sound.north, sound.south) for sound in first}) == 6
    assert first != other


def test_the_calls_so_far_can_be_given(specify: Specify):
    spec = specify('kind = "call"\ndealer = "S"\ncalls = "1S"\ntheme = "double"\n')
    for sound in composed(spec, 2):
        assert [call_name(call) for call in sound.auction.calls] == ["1S"]
        assert sound.ruleset == PENALTY
        assert [call_name(call) for call in sound.best] == ["X"]


def test_what_is_said_before_the_answer_names_no_call():
    spec = load_spec(SPECS / "leave-it.toml")
    for sound in composed(spec, 3):
        title = write_up(spec, sound).puzzle.title
        assert not any(call_name(call) in title for call in range(52, 90))


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        ('rules = "penalty"\ntheme = "free-block"\n', {"rules", "theme"}),
        ('rules = "written"\ntheme = "sacrifice"\n', {"rules", "theme"}),
        ('rules = "penalty"\ntheme = "bid-enough"\n', {"rules", "theme"}),
        ('rules = "level"\ntheme = "raise-when-outbid"\n', {"rules", "theme"}),
        ('rules = "penalty,doubling=false"\ntheme = "escape"\n', {"rules", "theme"}),
        ('theme = "free-block"\n', {"rules", "theme"}),
        (
            "[north]\nspades = 3\nhearts = 3\ndiamonds = 3\nclubs = 3\n",
            {"north.spades", "north.hearts", "north.diamonds", "north.clubs"},
        ),
        ("[north]\npoints = 30\n[south]\npoints = 11\n", {"north.points", "south.points"}),
    ],
)
def test_an_impossible_specification_is_refused_with_the_demands_that_conflict(
    specify: Specify, text: str, conflict: set[str]
):
    spec = specify(f'kind = "call"\n{text}')
    with pytest.raises(ImpossibleError) as refused:
        composed(spec, 1)
    assert {demand.key for demand in refused.value.conflict} == conflict
    for left_out in refused.value.conflict:
        rest = [demand for demand in refused.value.conflict if demand is not left_out]
        assert PositionModel(rest, spec.learner, whole=True).conflict() == ()


def test_what_only_the_solver_can_tell_is_learnt_and_named(specify: Specify):
    spades, hearts = (", ".join(f'"{suit}{rank}"' for rank in "AKQJT98765432") for suit in "SH")
    spec = specify(
        f'kind = "call"\ntheme = "overbid"\nso-far = 0\n[north]\nholds = [{spades}]\n[south]\nholds = [{hearts}]\n'
    )
    with pytest.raises(ImpossibleError) as refused:
        composed(spec, 2)
    assert refused.value.found == 0
    assert "north.spades" not in {demand.key for demand in refused.value.conflict}
    assert refused.value.conflict


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('calls = "1S 1C"', "bid-higher"),
        ('calls = "1S P"', "over"),
        ('dealer = "N"\ncalls = "1S"', "not-your-call"),
        ('calls = "1S 9C"', None),
        ('rules = "nonsense"', None),
        ('theme = "squeeze"', "unknown-theme"),
        ("cards = 5", "unknown-key"),
        ("only-first-card = false", "unknown-key"),
        ("so-far = 5", "out-of-range"),
    ],
)
def test_a_wrong_value_is_refused(specify: Specify, text: str, code: str | None):
    with pytest.raises(ContentError) as refused:
        specify(f'kind = "call"\n{text}\n')
    assert code is None or code in {fault.code for fault in refused.value.faults}


def test_an_unknown_kind_is_refused(specify: Specify):
    with pytest.raises(ContentError) as refused:
        specify('kind = "dance"\ncards = 5\n')
    assert "kind" in {fault.code for fault in refused.value.faults}
