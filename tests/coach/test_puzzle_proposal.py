"""Proposed puzzles: solved, and given ideas, level and words, or refused with every reason."""

import random
from dataclasses import replace

import pytest

from tutor.cards import Seat, Strain, mask_of
from tutor.coach.authored import THEMES
from tutor.coach.puzzle import check_puzzle, load_puzzles
from tutor.coach.puzzle.contracts import AtStake
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.play import PLAYED_KINDS
from tutor.coach.puzzle.proposal import KINDS, Accepted, Proposal, Same, examine, of_document
from tutor.coach.puzzle.same import likeness
from tutor.notation import NotationError, parse_position, write_position
from tutor.rules import Contract, Deal, Position
from tutor.solver import card_values

POSITION = "J6.-.-.AKQ76 3.J64.Q42.- S N"
DEFENDER = Proposal("beat", "T", goal=2, position="8.T743.T7.KQ6 AJT9754.-.65.- S N D8", contract="4S S", taken=1)
"""North defends and needs two of ten tricks; declarer has taken one of three."""
DECLARER = Proposal("make", "T", goal=10, position="-.KT9743.T7.KQ63 AJT9754.6.J865.9 S S S8", contract="4S S", taken=0)
"""South is declarer, to the first lead."""
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


def test_the_kinds_of_a_contract_are_those_of_the_seat_to_play():
    assert DEFENDER.kinds == ("beat", "only-card", "tricks")
    assert DECLARER.kinds == ("make", "only-card", "tricks")
    for without in (
        replace(DEFENDER, contract="", taken=None),
        replace(DEFENDER, contract="3S S", taken=0, position="-.43.-.Q6 J97.-.5.- S N"),  # beaten long ago
    ):
        assert without.kinds == ("make", "only-card", "tricks")
    for proposal, kind in ((DEFENDER, "make"), (DECLARER, "beat")):
        assert codes(replace(proposal, kind=kind)) == ["kind"]


def test_what_is_told_beforehand_begins_with_the_contract():
    told = (
        "The contract is 4 spades by South. South has one trick already. "
        "North needs 2 of the 10 tricks that are left to beat it."
    )
    for kind in DEFENDER.kinds:
        for prompt, whole in (("", told), ("Think.\n\nTwice.", f"{told}\n\nThink.\n\nTwice.")):
            found = examine(replace(DEFENDER, kind=kind, prompt=prompt))
            assert found.puzzle.prompt == whole
            assert found.puzzle.kind == kind
            assert check_puzzle(of_document(found.document(), "abc", "Nora")) == ()
    found = examine(DECLARER)
    assert found.puzzle.prompt == (
        "The contract is 4 spades by South. South has no trick yet. "
        "South needs 10 of the 13 tricks that are left to make it."
    )
    doubled = examine(replace(DEFENDER, contract="4SXX S"))
    assert doubled.puzzle.prompt.startswith("The contract is 4 spades by South, redoubled.")


@pytest.mark.parametrize(
    ("proposal", "code", "field", "sentence"),
    [
        (
            replace(DEFENDER, goal=3),
            "goal-of-contract",
            "goal",
            "To beat 4 spades by South North needs 2 tricks from here on: the number to be taken is 2.",
        ),
        (
            replace(DEFENDER, goal=None),
            "goal-of-contract",
            "goal",
            "To beat 4 spades by South North needs 2 tricks from here on: the number to be taken is 2.",
        ),
        (
            replace(DEFENDER, contract="5S S", goal=2),
            "goal-of-contract",
            "goal",
            "To beat 5 spades by South North needs one trick from here on: the number to be taken is 1.",
        ),
        (
            replace(DECLARER, goal=9),
            "goal-of-contract",
            "goal",
            "To make 4 spades by South South needs 10 tricks from here on: the number to be taken is 10.",
        ),
        (
            replace(DEFENDER, contract="2S S", goal=4),
            "goal-out-of-reach",
            "kind",
            "The contract can no longer be beaten: North needs 4 tricks, and best play takes 2.",
        ),
        (
            replace(DECLARER, contract="5S S", goal=11),
            "goal-out-of-reach",
            "kind",
            "The contract can no longer be made: South needs 11 tricks, and best play takes 10.",
        ),
        (
            replace(DEFENDER, contract="6S S", position="8.T743.T7.KQ63 AJT9754.-.865.9 S N", goal=1),
            "goal-certain",
            "kind",
            "Every card beats the contract: there is nothing to find.",
        ),
        (
            replace(DECLARER, contract="1S S", goal=7),
            "goal-certain",
            "kind",
            "Every card makes the contract: there is nothing to find.",
        ),
    ],
)
def test_the_goal_is_what_the_contract_says(proposal: Proposal, code: str, field: str, sentence: str):
    (refusal,) = examine(proposal)
    assert (refusal.code, refusal.field, str(refusal.message)) == (code, field, sentence)


def test_the_first_card_alone_can_be_asked_for_with_another_goal():
    card = replace(DEFENDER, kind="only-card")
    assert codes(replace(card, goal=None)) == ["goal-missing"]
    assert codes(replace(card, goal=3)) == ["goal-out-of-reach"]
    overtricks = replace(card, contract="5S S")
    assert "North needs one of the 10 tricks" in examine(overtricks).puzzle.prompt
    assert examine(overtricks).puzzle.goal == 2


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"contract": "nonsense"}, "no-contract"),
        ({"contract": "8S S"}, "no-contract"),
        ({"contract": "4SX"}, "no-contract"),
        ({"contract": "4S E"}, "no-seat"),
        ({"contract": "4H S"}, "contract-strain"),
        ({"taken": None}, "contract-tricks"),
        ({"taken": -1}, "contract-tricks"),
        ({"taken": 4}, "contract-tricks"),
        ({"taken": 0}, "contract-lead"),  # South has led to this trick, and so won the last one
        ({"contract": "4S N", "taken": 3}, "contract-lead"),
        ({"position": "8.T743.T7.KQ6 nonsense S N"}, "four-suits"),
    ],
)
def test_a_contract_of_another_hand_is_refused(changed: dict[str, object], code: str):
    forged = replace(DEFENDER, **changed)
    assert codes(forged) == [code]
    with pytest.raises(NotationError):
        _ = forged.kinds


def test_at_the_first_trick_declarer_has_not_led_and_has_no_trick():
    assert codes(replace(DECLARER, contract="4S N")) == ["contract-lead"]
    assert codes(replace(DECLARER, taken=1)) == ["contract-tricks"]


def test_every_moment_of_every_play_goes_with_its_contract_and_asks_for_what_decides_it():
    rng, seen = random.Random(5), set()
    for _ in range(60):
        level, strain, times, seat = (
            rng.randint(1, 7),
            Strain(rng.randrange(5)),
            rng.choice((1, 2, 4)),
            rng.randrange(2),
        )
        cards = rng.sample(range(52), 26)
        deal = Deal.from_hands(mask_of(cards[:13]), mask_of(cards[13:]), Seat(rng.randrange(2)))
        deal, moments = deal.with_contract(Contract(level, strain, times, Seat(seat))), []
        while not deal.over:
            position = Position.of(deal.play)
            stake = AtStake.read(str(deal.contract), deal.declarer_tricks, parse_position(write_position(position)))
            assert (stake.contract, stake.position) == (deal.contract, position)
            moments.append((stake, deal.play.tricks[position.turn]))
            deal = deal.apply(rng.choice(deal.legal()))
        made = deal.declarer_tricks >= deal.contract.target
        for stake, before in moments:
            reached = deal.play.tricks[stake.position.turn] - before >= stake.needed
            assert reached == (made != stake.beating)
            assert stake.decided == (not 0 < stake.contract.target - stake.taken <= stake.position.tricks_left)
            seen.add((stake.kind, stake.decided, made))
    assert len(seen) >= 7


def test_the_tricks_that_declarer_has_do_not_give_away_how_many_are_to_come():
    position = "J6.-.-.AKQ7 3.J6.Q42.- S N"
    found = examine(Proposal("tricks", "T", position=position, contract="4S N", taken=6))
    assert "North has 6 tricks already. North needs 4 of the 6 tricks that are left" in found.puzzle.prompt
    assert found.puzzle.answer == 6
    for prompt in ("Take six tricks.", "You have 6 tricks to come."):
        assert codes(Proposal("tricks", "T", prompt, position=position, contract="4S N", taken=6)) == ["gives-away"]


def test_a_proposal_with_a_contract_reads_back_from_its_document():
    for proposal in (DEFENDER, DECLARER, replace(DECLARER, goal=None)):
        assert Proposal.of(proposal.document()) == proposal
    assert DECLARER.document()["taken"] == 0


def test_a_puzzle_stays_the_same_with_its_contract():
    with_contract, without = examine(DEFENDER), examine(replace(DEFENDER, contract="", taken=None))
    assert with_contract.likeness == without.likeness
