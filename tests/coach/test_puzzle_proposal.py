"""Proposed puzzles: solved, and given ideas, level and words, or refused with every reason."""

import random

import pytest

from tutor.cards import Seat, Strain, mask_of
from tutor.coach.authored import THEMES
from tutor.coach.puzzle import check_puzzle, load_puzzles
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.play import PLAYED_KINDS
from tutor.coach.puzzle.proposal import KINDS, Accepted, Proposal, Same, examine, of_document
from tutor.coach.puzzle.same import likeness
from tutor.notation import NotationError, write_position
from tutor.rules import Position
from tutor.solver import card_values

POSITION = "J6.-.-.AKQ76 3.J64.Q42.- S N"
DEAL = "AJT2.J6.9754.AJ9 K95.9872.6.KQ732"


def codes(proposal: Proposal, **how) -> list[str]:
    found = examine(proposal, **how)
    return [] if isinstance(found, Accepted) else [each.code for each in found]


def drawn(seed: int) -> Proposal:
    """A proposal of a random position, whose goal is what best play takes."""
    rng = random.Random(seed)
    tricks = rng.randint(3, 8)
    cards = rng.sample(range(52), 2 * tricks)
    hands = mask_of(cards[:tricks]), mask_of(cards[tricks:])
    position = Position(*hands, Strain(rng.randrange(5)), Seat(rng.randrange(2)))
    kind = rng.choice([kind for kind in KINDS if kind != "call"])
    goal = max(1, *card_values(position).values()) if kind in PLAYED_KINDS else None
    several = kind != "tricks" and rng.random() < 0.5
    return Proposal(kind, "A title", several=several, goal=goal, position=write_position(position))


def test_what_is_accepted_has_no_fault_and_reads_back_as_itself():
    accepted = [found for seed in range(60) if isinstance(found := examine(drawn(seed)), Accepted)]
    assert len(accepted) > 15
    assert {found.puzzle.kind for found in accepted} == {kind for kind in KINDS if kind != "call"}
    for found in accepted:
        puzzle = of_document(found.document(), "abc", "Nora")
        assert check_puzzle(puzzle) == ()
        assert (puzzle.slug, puzzle.by) == ("abc", "Nora")
        assert puzzle.solution
        assert set(puzzle.themes) <= THEMES.keys()
        assert (difficulty(puzzle).rating, difficulty(puzzle).level) == (found.rating, puzzle.level)
        assert likeness(puzzle) == found.likeness


def test_an_author_without_a_name_stays_without_one():
    found = examine(Proposal("make", "T", goal=7, position=POSITION))
    assert of_document(found.document(), "abc", "").by == ""


def test_a_document_that_is_no_puzzle_is_told():
    with pytest.raises(NotationError):
        of_document({"title": "T"}, "abc", "Nora")


def test_the_author_s_words_come_before_the_coach_s():
    found = examine(Proposal("make", "T", solution="Out with it.", goal=7, position=POSITION))
    first, second, *rest = found.puzzle.solution.split("\n\n")
    assert first == "Out with it."
    assert second == "Right is ♠J or ♠6; every other card fails."
    assert rest
    assert found.puzzle.themes[0] == "draw-trumps"


def test_a_call_is_proposed_with_its_auction():
    proposal = Proposal("call", "T", deal=DEAL, dealer="N", rules="penalty", calls="1S")
    found = examine(proposal)
    if not isinstance(found, Accepted):
        assert codes(proposal) == ["several-answers"]
        found = examine(Proposal("call", "T", several=True, deal=DEAL, dealer="N", rules="penalty", calls="1S"))
    assert isinstance(found, Accepted)
    assert found.puzzle.kind == "call"
    assert "every other call costs points" in found.puzzle.solution


@pytest.mark.parametrize(
    ("proposal", "expected"),
    [
        (Proposal(), ["kind", "title-missing"]),
        (Proposal("make", "T", position=POSITION), ["goal-missing"]),
        (Proposal("make", "T", goal=8, position=POSITION), ["out-of-range"]),
        (Proposal("make", "T", goal=1, position=POSITION), ["goal-certain"]),
        (Proposal("make", "T", several=True, goal=7, position=POSITION), ["one-answer"]),
        (Proposal("make", "♠J", goal=7, position=POSITION), ["gives-away"]),
        (Proposal("make", "x" * 81, goal=7, position=POSITION), ["too-long"]),
        (Proposal("make", "T", "x" * 601, "x" * 3001, goal=7, position=POSITION), ["too-long", "too-long"]),
        (Proposal("make", "T", goal=1, position="AK.-.-.- 2.3.-.- NT N"), ["too-few-cards", "goal-certain"]),
        (Proposal("make", "T", goal=7, position=POSITION, deal=DEAL), ["kind"]),
        (Proposal("count", "T", position=POSITION), ["kind"]),
        (Proposal("call", "T", deal=DEAL, dealer="N", rules="penalty", calls="1S Pass"), ["over"]),
        (Proposal("tricks", "Seven tricks", position=POSITION), ["gives-away"]),
    ],
)
def test_every_reason_is_told(proposal: Proposal, expected: list[str]):
    assert codes(proposal) == expected


def test_a_duplicate_is_refused_with_the_first():
    proposal = Proposal("make", "T", goal=7, position=POSITION)
    first = examine(proposal)
    asked: list[str] = []

    def known(like: str) -> Same:
        asked.append(like)
        return Same("first", "The first")

    (refusal,) = examine(Proposal("beat", "T", goal=7, position="KT876.A9.-.- -.2.J75.643 H N"), known)
    assert (refusal.code, refusal.same) == ("duplicate", Same("first", "The first"))
    assert asked == [first.likeness]


def test_a_proposal_reads_back_from_its_document():
    for proposal in (Proposal(), drawn(1), Proposal("call", "T", deal=DEAL, dealer="N", rules="penalty", calls="1S")):
        assert Proposal.of(proposal.document()) == proposal
    assert Proposal.of({"title": "T", "unknown": 1}) == Proposal(title="T")


def test_the_program_s_own_puzzles_would_be_accepted_or_are_too_short():
    for puzzle in load_puzzles()[::25]:
        if puzzle.kind in PLAYED_KINDS:
            fields = {"goal": puzzle.goal, "position": write_position(puzzle.position), "several": puzzle.several}
            assert codes(Proposal(puzzle.kind, "T", **fields)) in ([], ["too-few-cards"]), puzzle.slug
