"""Puzzles that ask for an answer without play: how many tricks a position is worth, what the opponent must hold."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from tutor.cards import FULL_DECK, NORTH, SEATS, SUIT_MASK, Suit, cards_of, suit_bits
from tutor.coach.content import in_english
from tutor.coach.puzzle.difficulty import difficulty
from tutor.coach.puzzle.kinds import CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.words import COUNTED, suppose_card
from tutor.coach.reasons.explain import reasons_for_card
from tutor.coach.telling import advice
from tutor.coach.telling.explanations import what_happens
from tutor.coach.telling.knowing import OPEN
from tutor.coach.telling.marks import marked_apart, marked_cards
from tutor.coach.telling.theme_words import theme_sentence
from tutor.composer.demands import Demand, Span, SuitLength
from tutor.composer.judging import Sound, themes_of_puzzle
from tutor.composer.model import PositionModel
from tutor.composer.spec import AUTHOR, HANDS
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES, SUIT_NAMES

T = TypeVar("T", TricksPuzzle, CountPuzzle)

FEWEST_GONE = 3
"""Cards of the suit asked for that are gone at least."""
FEWEST_THEIRS = 2
"""And that the opponent holds at least."""
USUAL = Span(1, 6)
"""Cards of each suit in either hand."""


def tricks_puzzle(sound: Sound) -> TricksPuzzle:
    """The puzzle of how many tricks the position of *sound* is worth."""
    position = sound.position
    puzzle = TricksPuzzle(
        "",
        in_english((Message(N_("How many tricks?")),)),
        position,
        1,
        ("counting", *(theme.value for theme in themes_of_puzzle(sound))),
        AUTHOR,
        "\n\n".join(in_english(part) for part in _tricks_solution(sound)),
    )
    return _levelled(puzzle)


def _tricks_solution(sound: Sound) -> list[tuple[Message, ...]]:
    position = sound.position
    values: dict[str, object] = {"seat": SEAT_NAMES[position.turn], "all": position.tricks_left}
    forms = P_(
        "%(seat)s takes one of the %(all)s tricks, when both sides play their best.",
        "%(seat)s takes %(count)s of the %(all)s tricks, when both sides play their best.",
    )
    first = Message(N_("It begins with %(choices)s."), {"choices": marked_apart(sound.right)})
    parts: list[tuple[Message, ...]] = [(Message.counted(forms, sound.goal, values), first)]
    if sound.finding is not None:
        reasons = reasons_for_card(position.play, sound.card)
        suppose = suppose_card(position, sound.card)
        parts.append((suppose, *what_happens(reasons.refutation, OPEN), theme_sentence(reasons, sound.finding)))
        parts.append((Message(advice.NEXT_TIME[sound.finding.theme]),))
    return parts


def count_puzzles(rng: random.Random, count: int) -> Iterator[CountPuzzle]:
    """*count* puzzles of what the opponent holds in a suit; seats and suits change from one to the next."""
    shapes = [SuitLength(place, suit, USUAL) for place in HANDS for suit in Suit]
    model = PositionModel([Demand("", None, shape) for shape in shapes], NORTH, whole=True)
    made = 0
    while made < count:
        for position in model.positions(rng, 1):
            seat = SEATS[made % 2]
            hand = position.hand(seat)
            gone = FULL_DECK & ~(position.north | position.south)
            theirs = position.hand(seat.other)
            suits = [
                suit
                for suit in Suit
                if suit_bits(gone, suit).bit_count() >= FEWEST_GONE
                and suit_bits(theirs, suit).bit_count() >= FEWEST_THEIRS
            ]
            if suits:
                made += 1
                suit = rng.choice(suits)
                title = in_english((Message(N_("What is left of the %(suit)s?"), {"suit": SUIT_NAMES[suit]}),))
                puzzle = CountPuzzle("", title, seat, hand, gone, suit, 1, (COUNTED,), AUTHOR, "-")
                yield _levelled(_with_count(puzzle))


def _with_count(puzzle: CountPuzzle) -> CountPuzzle:
    """*puzzle* with its solution."""
    suit = puzzle.suit
    bits = SUIT_MASK << 13 * suit
    mine, gone = tuple(cards_of(puzzle.hand & bits)), tuple(cards_of(puzzle.gone & bits))
    values: dict[str, object] = {
        "seat": SEAT_NAMES[puzzle.seat],
        "opponent": SEAT_NAMES[puzzle.seat.other],
        "suit": SUIT_NAMES[suit],
        "theirs": marked_cards(tuple(cards_of(puzzle.answer))),
        "gone": marked_cards(gone),
    }
    holds = Message(N_("%(opponent)s holds %(theirs)s."), values)
    if mine:
        sentence = N_("Of the thirteen %(suit)s %(seat)s has %(mine)s, and %(gone)s are gone: these are left.")
        count = Message(sentence, {**values, "mine": marked_cards(mine)})
    else:
        count = Message(
            N_("Of the thirteen %(suit)s %(seat)s has none, and %(gone)s are gone: these are left."), values
        )
    return replace(puzzle, solution=in_english((holds, count)))


def _levelled(puzzle: T) -> T:
    """*puzzle* with the level that is measured."""
    return replace(puzzle, level=difficulty(puzzle).level)
