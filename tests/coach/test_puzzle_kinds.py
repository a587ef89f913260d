"""Puzzles that ask for one answer: it is computed, the checks find what is wrong, and nothing tells it beforehand."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from tests.coach.puzzles import DEAL, GONE, NOTHING_TO_LOSE, OWN, call, calling, count, counting, puzzles, tricks
from tutor.cards import FULL_DECK, Seat, Suit, card_name, cards_of, hand_name, mask_of, suit_of
from tutor.coach.authored import ContentError
from tutor.coach.facts import decide
from tutor.coach.puzzle import (
    AnyPuzzle,
    CallPuzzle,
    CountPuzzle,
    check_puzzle,
    load_collection,
    load_puzzle,
    load_puzzles,
)
from tutor.coach.puzzle.answers import (
    idea_of,
    is_right,
    narrower,
    read_answer,
    refuted,
    right_answers,
    short_answer,
    write_answer,
)
from tutor.coach.telling.advice import NEXT_TIME
from tutor.coach.themes import Theme
from tutor.notation import NotationError, parse_call
from tutor.rules import LEVEL, PENALTY, WRITTEN, Play, Position, RuleError, call_name, is_bid, strain_of

QUIET = "-.98.3.AT82 K3.A.6.J76 NT N"
"""North takes three of seven tricks."""


def codes(puzzle: AnyPuzzle) -> list[str]:
    return [fault.code for fault in check_puzzle(puzzle)]


# What is right.


def test_the_number_of_tricks_is_that_of_the_seat_to_play_with_the_card_on_the_table_counted():
    assert tricks(QUIET).answer == 3
    assert tricks("AQ.-.-.- K.-.-.- NT N SJ").answer == 2
    assert tricks("K.-.-.- AQ.-.-.- NT S SJ").answer == 2
    assert tricks("2.-.-.- K.-.-.- NT N").answer == 0


@given(calling())
def test_the_best_calls_are_those_of_an_opponent_who_calls_perfectly(puzzle: CallPuzzle):
    decision = decide(puzzle.deal)
    assert puzzle.best == decision.faultless
    assert puzzle.solver == puzzle.auction.turn == decision.seat
    assert decision.opponent == "perfect"


@given(counting())
def test_the_opponent_holds_what_is_neither_in_the_hand_nor_gone(puzzle: CountPuzzle):
    assert puzzle.opponent.bit_count() == 13
    assert puzzle.hand | puzzle.gone | puzzle.opponent == FULL_DECK
    assert set(cards_of(puzzle.answer)) == {c for c in cards_of(puzzle.opponent) if suit_of(c) == puzzle.suit}
    assert mask_of(puzzle.thinkable) == puzzle.answer | mask_of(
        card for card in cards_of(puzzle.gone) if suit_of(card) == puzzle.suit
    )


def test_the_cards_that_are_gone_lie_mixed_and_always_alike():
    puzzle = count()
    assert mask_of(puzzle.laid) == puzzle.gone
    assert puzzle.laid == count(title="Another", slug="another").laid
    assert puzzle.laid != tuple(cards_of(puzzle.gone))


def test_every_equal_best_call_is_right_and_no_other():
    puzzle = call(several=True, calls="1S X")
    assert len(puzzle.best) == 2
    for choice in puzzle.decision.choices:
        assert is_right(puzzle, (choice.action,)) == choice.best


# Checks.


@pytest.mark.parametrize("puzzle", [tricks(QUIET), call(), count(), tricks("AQ.-.-.- K2.-.-.- NT N")])
def test_a_good_puzzle_has_no_fault(puzzle: AnyPuzzle):
    assert check_puzzle(puzzle) == ()


def all_results(position: Position) -> set[int]:
    """Every number of tricks that the seat to play of *position* can come to, whatever both sides do."""
    return set(_results(position.play, position.turn))


def _results(play: Play, seat: Seat) -> Iterator[int]:
    if play.over:
        yield play.tricks[seat]
        return
    for card in play.legal():
        yield from _results(play.apply(card), seat)


@pytest.mark.parametrize(
    "line",
    [
        NOTHING_TO_LOSE,
        "A.A.A.- K.K.K.- S N",
        "AKQ.-.-.2 432.-.-.A NT N",
        "5.-.-.43 -.-.6.72 D S",
        "K2.3.-.- A4.5.-.- H S",
    ],
)
def test_tricks_are_certain_exactly_where_no_card_can_change_them(line: str):
    puzzle = tricks(line)
    assert (codes(puzzle) == ["answer-certain"]) == (len(all_results(puzzle.position)) == 1)


def test_a_long_hand_in_which_nothing_can_be_lost_is_found_soon():
    assert codes(tricks("AKQJ.AKQJ.AKQ.AK T987.T98.T98.T98 NT N")) == ["answer-certain"]


def test_a_call_puzzle_has_something_to_find():
    blocked = call(calls="7NT", rules=WRITTEN)
    assert {choice.loss_points for choice in blocked.decision.choices} == {0}
    assert codes(blocked) == ["call-certain"]


def test_a_call_puzzle_says_whether_more_than_one_call_is_best():
    many = call(calls="1S X")
    assert [call_name(each) for each in many.best] == ["1NT", "2C"]
    assert codes(many) == ["several-answers"]
    assert "(1NT, 2C)" in str(check_puzzle(many)[0].message)
    assert codes(call(calls="1S X", several=True)) == []
    assert codes(call(several=True)) == ["one-answer"]


def test_a_count_has_something_to_find_and_something_to_remember():
    assert codes(count(suit=Suit.DIAMONDS)) == []
    gone, own = "AKQJT98765432.AKQJT98765432.-.-", "-.-.AKQJT98765432.-"
    assert codes(count(hand=own, gone=gone, suit=Suit.SPADES)) == ["count-nothing"]
    assert codes(count(hand=own, gone=gone, suit=Suit.CLUBS)) == ["count-certain"]


TOLD_OF_CONTRACT = (
    "The contract is 3NT by North. North has 3 tricks already. North needs 3 of the 7 tricks that are left to make it."
)


@pytest.mark.parametrize(
    ("title", "prompt", "fault"),
    [
        ("Three tricks", "", "title"),
        ("How to take 3 tricks", "", "title"),
        ("Seven cards", "North can take three tricks.", "prompt"),
        ("Seven cards", "Best play takes 3 of the 7 tricks.", "prompt"),
        ("Seven cards", "North has 3 tricks already, and is sure of them.", "prompt"),
        ("Seven cards", "Three of the 3 tricks that are left are won.", "prompt"),
        ("North has 3 tricks already.", "", "title"),
        ("Seven cards", TOLD_OF_CONTRACT, None),
        ("Seven cards", "Is it two tricks or three tricks?", None),
        ("Seven cards", "No trick is sure but one.", None),
        ("Three of a kind", "", None),
    ],
)
def test_a_title_or_prompt_may_not_name_the_number_of_tricks(title: str, prompt: str, fault: str | None):
    found = check_puzzle(tricks(QUIET, title=title, prompt=prompt))
    assert [each.message.values["key"] for each in found] == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("title", "prompt", "fault"),
    [
        ("Time to double", "", "title"),
        ("A call", "South doubles, of course.", "prompt"),
        ("A call", "Is it worth a double, or rather 1S?", None),
        ("A call", "North has bid 1C.", None),
    ],
)
def test_a_title_or_prompt_may_not_name_the_best_call(title: str, prompt: str, fault: str | None):
    found = check_puzzle(call(title=title, prompt=prompt))
    assert [each.message.values["key"] for each in found] == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("title", "prompt", "fault"),
    [
        ("The king of hearts", "", "title"),
        ("Hearts", "North still has the ♥9.", "prompt"),
        ("Hearts", "The ♥A is yours.", None),
        ("Hearts", "Where are the ♥K and the ♥8?", None),
    ],
)
def test_a_title_or_prompt_may_not_name_the_opponents_cards(title: str, prompt: str, fault: str | None):
    found = check_puzzle(count(title=title, prompt=prompt))
    assert [each.message.values["key"] for each in found] == ([fault] if fault else [])


@given(puzzles())
def test_whatever_somebody_makes_is_checked_and_every_fault_has_a_sentence_and_a_code(puzzle: AnyPuzzle):
    for fault in check_puzzle(puzzle):
        assert str(fault.message)
        assert re.fullmatch(r"[a-z-]+", fault.code)


# Reading.

HEAD = 'title = "X"\nlevel = 1\nthemes = ["counting"]\nby = "Somebody"\nsolution = "So."\n'
TEXTS = {
    "tricks": f'{HEAD}kind = "tricks"\nposition = "{QUIET}"\n',
    "call": f'{HEAD}kind = "call"\ndeal = "{DEAL}"\ndealer = "N"\ncalls = "1C"\n',
    "count": f'{HEAD}kind = "count"\nseat = "S"\nhand = "{OWN}"\ngone = "{GONE}"\nsuit = "H"\n',
}


def write(folder: Path, text: str) -> Path:
    path = folder / "one.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_kind_is_read_with_its_keys(tmp_path: Path):
    read = {kind: load_puzzle(write(tmp_path, text)) for kind, text in TEXTS.items()}
    made = {"tricks": tricks(QUIET), "call": call(), "count": count()}
    for kind, puzzle in read.items():
        assert (puzzle.slug, puzzle.kind) == ("one", kind)
        assert puzzle == type(puzzle)(**{**fields(made[kind]), "slug": "one"})
    assert read["call"].rules == PENALTY
    assert load_puzzle(write(tmp_path, TEXTS["call"] + 'rules = "level"\n')).rules == LEVEL
    assert read["count"].places.line(("gone",)) == 9


def fields(puzzle: AnyPuzzle) -> dict[str, object]:
    return {name: getattr(puzzle, name) for name in puzzle.__dataclass_fields__ if name != "places"}


def test_a_collection_may_hold_puzzles_of_all_kinds(tmp_path: Path):
    text = "".join(f"[{kind}-puzzle]\n{text}" for kind, text in TEXTS.items())
    assert [each.kind for each in load_collection(write(tmp_path, text))] == list(TEXTS)


@pytest.mark.parametrize(
    ("kind", "old", "new", "code"),
    [
        ("tricks", "position", "positions", "missing"),
        ("tricks", HEAD, f"{HEAD}goal = 3\n", "unknown-key"),
        ("call", 'calls = "1C"', 'calls = "1C 1C"', "bid-higher"),
        ("call", 'calls = "1C"', 'calls = "1C Pass"', "over"),
        ("call", 'calls = "1C"', 'calls = "8C"', "no-level"),
        ("call", 'calls = "1C"', 'calls = "1C X"\nrules = "penalty,doubling=false"', "no-doubling"),
        ("call", "763.", "76.", "hand-size"),
        ("call", 'dealer = "N"', 'dealer = "W"', "no-seat"),
        ("call", HEAD, f'{HEAD}line = ["SA"]\n', "unknown-key"),
        ("count", GONE, GONE.replace("6543.", "K543."), "card-twice"),
        ("count", GONE, GONE.replace("6543.", "543."), "hand-size"),
        ("count", 'suit = "H"', 'suit = "NT"', "no-suit"),
        ("count", 'suit = "H"', 'suit = "Z"', "no-strain"),
        ("count", 'seat = "S"', "", "missing"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, kind: str, old: str, new: str, code: str):
    assert old in TEXTS[kind]
    with pytest.raises(ContentError) as caught:
        load_puzzle(write(tmp_path, TEXTS[kind].replace(old, new, 1)))
    assert code in {fault.code for fault in caught.value.faults}


# Answers.


@pytest.mark.parametrize(
    ("puzzle", "texts", "error"),
    [
        (tricks(QUIET), ["8"], NotationError),
        (tricks(QUIET), ["-1"], NotationError),
        (tricks(QUIET), ["３"], NotationError),
        (tricks(QUIET), [], NotationError),
        (tricks(QUIET), ["1", "2"], NotationError),
        (call(), ["1C"], RuleError),
        (call(), ["nonsense"], NotationError),
        (count(), ["HA"], NotationError),
        (count(), ["S2"], NotationError),
        (count(), ["H"], NotationError),
    ],
)
def test_what_is_no_possible_answer_is_refused(puzzle, texts: list[str], error: type[Exception]):
    with pytest.raises(error):
        read_answer(puzzle, texts)


@pytest.mark.parametrize("puzzle", [tricks(QUIET), call(), count()])
def test_an_answer_is_read_as_it_was_written_and_kept_in_eight_letters(puzzle):
    right = right_answers(puzzle)
    assert is_right(puzzle, right)
    assert read_answer(puzzle, write_answer(puzzle, right).split("-")) == right
    assert len(short_answer(puzzle, right)) <= 8


def test_cards_are_right_in_whatever_order_and_only_all_of_them():
    puzzle = count()
    assert is_right(puzzle, read_answer(puzzle, ["H9", "HK", "HT"]))
    for texts in (["HK", "HT"], ["HK", "HT", "H9", "H8"], ["HK", "HT", "H8"], []):
        assert not is_right(puzzle, read_answer(puzzle, texts))
    assert short_answer(puzzle, read_answer(puzzle, ["H2", "HK"])) == "H0801"


# Hints and refutations.


@pytest.mark.parametrize("theme", [Theme.THROW_IN, Theme.EXIT])
def test_the_idea_is_the_advice_of_the_first_theme_that_the_coach_knows(theme: Theme):
    assert str(idea_of(tricks(QUIET, themes=("counting", theme.value)))) == NEXT_TIME[theme]
    assert str(idea_of(tricks(QUIET))).startswith("Count the sure tricks")


def test_half_of_a_number_is_two_numbers_of_which_one_is_right_and_neither_out_of_reach():
    assert {str(narrower(tricks(QUIET, slug=slug))) for slug in "abcdefgh"} == {"It is 2 or 3.", "It is 3 or 4."}
    for line in ("AKQ.-.-.- 432.-.-.- NT N", "432.-.-.- AKQ.-.-.- NT N"):
        for slug in "abcdefgh":
            puzzle = tricks(line, slug=slug)
            text = str(narrower(puzzle))
            assert text == ("It is 2 or 3." if puzzle.answer else "It is 0 or 1.")


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (call(), "No bid is right."),
        (call("AT87543.-.T97.AK4 KQ.9.KQJ643.9862", "1NT X"), "Right is a bid in spades."),
        (call(calls="1S X"), "Right is a bid in no-trump and clubs."),
        (count(), "The opponent holds 3 of the hearts."),
    ],
)
def test_half_of_another_answer_is_the_kind_of_call_or_how_many_cards(puzzle, words: str):
    assert str(narrower(puzzle)) == words


def test_a_wrong_number_is_refuted_by_its_side():
    puzzle = tricks(QUIET)
    assert [str(each) for each in refuted(puzzle, (4,))] == ["Against the best play of South, North takes fewer."]
    assert [str(each) for each in refuted(puzzle, (2,))] == [
        "With the best play, North takes more, whatever South does."
    ]
    with pytest.raises(ValueError, match="right"):
        refuted(puzzle, (3,))


def test_a_wrong_call_is_refuted_without_the_best_one():
    puzzle = call()
    for choice in puzzle.decision.choices:
        if choice.best:
            continue
        text = " ".join(str(each) for each in refuted(puzzle, (choice.action,)))
        assert f"After {call_name(choice.action)[0]}" in text
        assert "After X the contract" not in text
    assert parse_call("X") in puzzle.best


def test_marked_cards_are_refuted_by_what_was_seen_to_go_and_by_the_number():
    puzzle = count()

    def said(*names: str) -> str:
        return " ".join(str(each) for each in refuted(puzzle, read_answer(puzzle, names)))

    assert said("HK", "HT", "H8") == "♥8 is among the cards that are gone."
    assert said("HK", "HT") == "Of the thirteen hearts you hold 4 and 6 are gone: that leaves 3, and you marked 2."
    assert said("HK", "H8", "H7", "H2") == (
        "♥872 are among the cards that are gone. "
        "Of the thirteen hearts you hold 4 and 6 are gone: that leaves 3, and you marked 4."
    )


def test_the_shortest_names_of_the_answer_fit_what_is_asked():
    assert hand_name(count().answer) == "-.KT9.-.-"
    assert [card_name(card) for card in right_answers(count())] == ["HK", "HT", "H9"]


def test_half_of_a_call_in_every_strain_is_how_many_calls_are_right():
    puzzle = next(each for each in load_puzzles() if isinstance(each, CallPuzzle) and len(strains(each)) == 5)
    assert str(narrower(puzzle)) == (
        f"Of the {len(puzzle.decision.choices)} calls that you may make, {len(puzzle.best)} are right, "
        "some in every strain."
    )


def strains(puzzle: CallPuzzle) -> set[int]:
    return {strain_of(each) for each in puzzle.best if is_bid(each)}


def test_the_advice_of_an_escape_that_makes_is_not_to_lose_less():
    escapes = [each for each in load_puzzles() if isinstance(each, CallPuzzle) and each.themes[0] == Theme.ESCAPE]
    makes = [each for each in escapes if max(_own_points(each, call) for call in each.best) > 0]
    assert makes
    for puzzle in makes:
        assert str(idea_of(puzzle)) == "When a doubled contract fails, look for a strain that makes."


def _own_points(puzzle: CallPuzzle, made: int) -> int:
    """What the solver scores after the call *made*."""
    score = puzzle.decision.choice(made).score
    return -score if puzzle.solver else score
