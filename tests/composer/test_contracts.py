"""Puzzles to make or beat a contract, and those of the first card only: kind, goal, what is told beforehand."""

import re
from itertools import islice

import pytest

from tests.solver.brute import BruteForce, Cards
from tutor.cards import Mask, Strain, cards_of
from tutor.coach.authored import ContentError
from tutor.coach.puzzle import Puzzle, check_puzzle, load_collection, play_card, start_puzzle
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.document import as_toml
from tutor.composer.composing import Composer
from tutor.composer.spec import Spec, load_spec
from tutor.composer.writing import write_up
from tutor.notation import parse_contract
from tutor.resources import folder
from tutor.solver import card_values

from .conftest import Specify

PUZZLES = folder("puzzles")
BEAT = ("beat-3nt", "beat-2s")
MAKE = ("make-3nt", "make-4h")
CONTRACT = re.compile(r"The contract is (\d) (no-trump|spades|hearts) by (North|South)(, doubled)?\.")
TAKEN = re.compile(r"(North|South) has (no|one|\d+) tricks? (?:already|yet)\.")
NEEDS = re.compile(r"(North|South) needs (one|\d) of the (\d+) tricks that are left to (make|beat) it\.")


def composed(spec: Spec, count: int, seed: int = 1) -> list[Puzzle]:
    return [write_up(spec, sound).puzzle for sound in islice(Composer(spec, seed).compose(), count)]


def spec_of(name: str) -> Spec:
    return load_spec(PUZZLES / "specs" / f"{name}.toml")


def number(word: str) -> int:
    return {"no": 0, "one": 1}.get(word) if word in ("no", "one") else int(word)


def told(puzzle: Puzzle) -> tuple[str, str, int, int, str]:
    """The contract as its notation, the declarer, declarer's tricks, those that the learner needs, and to what end."""
    text = " ".join(puzzle.prompt.split())
    level, strain, declarer, doubled = CONTRACT.search(text).groups()
    who, taken = TAKEN.search(text).groups()
    learner, needed, left, end = NEEDS.search(text).groups()
    assert who == declarer
    assert learner[0] == puzzle.solver.letter
    assert int(left) == puzzle.length
    letters = {"no-trump": "NT", "spades": "S", "hearts": "H"}[strain]
    written = f"{level}{letters}{'X' if doubled else ''} {declarer[0]}"
    return written, declarer[0], number(taken), number(needed), end


def plain(hand: Mask) -> Cards:
    return frozenset(("CDHS"[card // 13], card % 13 + 2) for card in cards_of(hand))


@pytest.mark.parametrize(("name", "end"), [*((name, "beat") for name in BEAT), *((name, "make") for name in MAKE)])
def test_the_learner_is_told_the_contract_and_what_is_needed_and_needs_just_that(name: str, end: str):
    for puzzle in composed(spec_of(name), 3):
        written, declarer, taken, needed, told_end = told(puzzle)
        contract = parse_contract(written)
        assert (puzzle.kind, told_end) == (end, end)
        assert (declarer == puzzle.solver.letter) == (end == "make")
        assert contract.strain == puzzle.position.strain
        assert needed == puzzle.goal
        declarers = needed if end == "make" else puzzle.length - needed
        assert (taken + declarers >= contract.target) == (end == "make")
        assert taken + declarers in (contract.target - 1, contract.target)
        assert check_puzzle(puzzle) == ()


def test_to_beat_a_contract_is_possible_and_not_with_every_card_by_another_solver():
    for puzzle in composed(spec_of("beat-3nt"), 3):
        position = puzzle.position
        mine, theirs = plain(position.hand(position.turn)), plain(position.hand(position.turn.other))
        led = None if position.led is None else next(iter(plain(1 << position.led)))
        trump = None if position.strain == Strain.NOTRUMP else position.strain.letter
        values = BruteForce(trump).card_values(mine, theirs, led).values()
        assert min(values) < puzzle.goal <= max(values)


@pytest.mark.parametrize(
    ("taken", "sentence"),
    [(0, "South has no trick yet."), (1, "South has one trick already."), (6, "South has 6 tricks already.")],
)
def test_the_tricks_of_declarer_are_whole_sentences(specify: Specify, taken: int, sentence: str):
    spec = specify(f'cards = {13 - max(taken, 6)}\ncontract = "{max(taken - 3, 1)}S S"\ntaken = {taken}\n')
    (puzzle,) = composed(spec, 1)
    assert sentence in puzzle.prompt


def test_a_contract_is_told_in_words_so_that_no_sign_seems_to_name_a_card():
    for name in (*BEAT, *MAKE):
        for puzzle in composed(spec_of(name), 2):
            assert len(re.findall("[♣♦♥♠]", puzzle.title + puzzle.prompt)) == (puzzle.position.led is not None)


def test_of_a_long_position_only_the_first_card_is_asked_for():
    for puzzle in composed(spec_of("only-card"), 4):
        assert puzzle.kind == "only-card"
        assert 'kind = "only-card"\n' in as_toml(puzzle)
        assert 8 <= puzzle.length <= 10
        assert puzzle.prompt.endswith("Only the first card is asked for.")
        assert puzzle.level == difficulty(puzzle).level
        assert check_puzzle(puzzle) == ()
        start, values = start_puzzle(puzzle), card_values(puzzle.position)
        for card in start.legal:
            state = play_card(start, card)
            assert (state.over, state.solved) == (True, values[card] >= puzzle.goal)
        assert values[puzzle.line[0]] >= puzzle.goal


def test_a_contract_whose_first_card_is_asked_for_is_told_as_well(specify: Specify):
    (puzzle,) = composed(specify('kind = "only-card"\ncards = 8\ncontract = "3NT S"\ntaken = 4\n'), 1)
    assert puzzle.kind == "only-card"
    assert told(puzzle)[:4] == ("3NT S", "S", 4, 4)
    assert puzzle.prompt.endswith("Only the first card is asked for.")


def test_no_length_can_be_asked_for_where_nothing_is_played_on(specify: Specify):
    with pytest.raises(ContentError) as refused:
        specify('kind = "only-card"\ncards = 8\nlength = 2\n')
    assert [(fault.line, fault.code) for fault in refused.value.faults] == [(3, "one-turn")]


@pytest.mark.parametrize("name", ["beat-2s", "only-card"])
def test_the_same_seed_gives_the_same_puzzles_and_another_seed_others(name: str):
    spec = spec_of(name)
    first, other = composed(spec, 3, 5), composed(spec, 3, 6)
    assert first == composed(spec, 3, 5)
    assert not {puzzle.position for puzzle in first} & {puzzle.position for puzzle in other}


@pytest.mark.parametrize(("name", "kind", "count"), [("beat", "beat", 12), ("only-card", "only-card", 12)])
def test_the_collection_has_a_dozen_of_either_kind_of_several_levels(name: str, kind: str, count: int):
    puzzles = load_collection(PUZZLES / "collection" / f"{name}.toml")
    assert [puzzle.kind for puzzle in puzzles] == [kind] * count
    assert len({puzzle.level for puzzle in puzzles}) >= 4


@pytest.mark.parametrize(("name", "end"), [("beat", "beat"), ("contracts", "make")])
def test_the_collection_tells_its_contracts_as_they_are(name: str, end: str):
    puzzles = load_collection(PUZZLES / "collection" / f"{name}.toml")
    contracts = set()
    for puzzle in puzzles:
        written, declarer, taken, needed, told_end = told(puzzle)
        contract = parse_contract(written)
        missing = contract.target - taken
        assert (told_end, contract.strain) == (end, puzzle.position.strain)
        assert (declarer == puzzle.solver.letter) == (end == "make")
        assert needed == puzzle.goal == (missing if end == "make" else puzzle.length - missing + 1)
        contracts.add(written)
    assert len(puzzles) >= 8
    assert len(contracts) == 2
