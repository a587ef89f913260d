"""The coach's words for the solution of a puzzle, the ideas that it shows, and the line that they tell of.

They say what is right, what happens after one wrong choice and why, and what to look for next time.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final, TypeAlias

from tutor.cards import Card, cards_of
from tutor.coach import words
from tutor.coach.choosing import sensible_calls
from tutor.coach.content import in_english, source_paragraphs
from tutor.coach.facts import Choice, Decision
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle, touching
from tutor.coach.reasons.call_reasons import CallReasons, reasons_for_call
from tutor.coach.reasons.case import Case
from tutor.coach.reasons.explain import reasons_for_card
from tutor.coach.reasons.play_themes import play_themes
from tutor.coach.telling import advice
from tutor.coach.telling.explanations import what_happens
from tutor.coach.telling.knowing import OPEN
from tutor.coach.telling.marks import marked, marked_apart
from tutor.coach.telling.theme_words import theme_sentence
from tutor.coach.telling.wrong_calls import happens, next_time, reason, shown_finding
from tutor.coach.themes import Finding, Theme
from tutor.messages import N_, Message
from tutor.rules import SEAT_NAMES, Call, Position
from tutor.solver import best_line, card_values, trick_table
from tutor.solver.bidding import SolvedAuction, State
from tutor.solver.engine import natural_choice

Paragraphs: TypeAlias = tuple[tuple[Message, ...], ...]
"""Each paragraph is its sentences."""

NO_THEME: Final = "counting"
"""What a puzzle is filed under in which the coach recognises no idea (:data:`tutor.coach.authored.THEMES`)."""

COUNTED: Final = "counting-cards"
"""What a puzzle is filed under that asks which cards are left."""

LEAD_IN: Final = 60
"""Letters that may stand before what is told of a wrong choice, in a paragraph that is about nothing else."""

CALLS_LOOKED_AT: Final = 6
"""Wrong calls among which one is looked for that shows an idea: the explanation of each is some work."""


def solution_words(puzzle: AnyPuzzle) -> tuple[tuple[str, ...], Paragraphs]:
    """The names of the ideas in *puzzle*, at least one, and the coach's words for its solution.

    Raises:
        ValueError: when no choice is wrong, or none is right: that is no puzzle.
    """
    themes: tuple[Theme, ...] = ()
    names: tuple[str, ...] = (NO_THEME,)
    match puzzle:
        case Puzzle():
            themes, told = _of_cards(puzzle)
        case CallPuzzle():
            themes, told = _of_calls(puzzle)
        case TricksPuzzle():
            sentence = N_("With the best play of both sides %(seat)s takes %(tricks)s.")
            values = {"seat": SEAT_NAMES[puzzle.solver], "tricks": words.trick_count(puzzle.answer)}
            told = ((Message(sentence, values),),)
        case CountPuzzle():
            names = (COUNTED,)
            held = {"cards": ", ".join(str(marked(card)) for card in cards_of(puzzle.answer))}
            told = ((Message(N_("The opponent holds %(cards)s."), held),),)
    return tuple(theme.value for theme in themes) or names, told


def _of_cards(puzzle: Puzzle) -> tuple[tuple[Theme, ...], Paragraphs]:
    values = card_values(puzzle.position)
    wrong = _wrong_cards(puzzle, values)
    right = tuple(card for card in values if card not in wrong)
    if not right or not wrong:
        raise ValueError("a puzzle has a right card and a wrong one")
    card, finding = _telling_card(puzzle.position, values, wrong)
    return themes_of_cards(puzzle.position, wrong, finding), card_paragraphs(puzzle.position, right, card, finding)


def _wrong_cards(puzzle: Puzzle, values: Mapping[Card, int]) -> tuple[Card, ...]:
    """The first cards that give the goal away, by *values*, the tricks that each is worth."""
    return tuple(card for card, tricks in values.items() if tricks < puzzle.goal)


def _telling_card(position: Position, values: Mapping[Card, int], wrong: Sequence[Card]) -> tuple[Card, Finding | None]:
    """The first card of *wrong* in which there is a theme, and the most telling one; where none has one, the first.

    *values* are the tricks that each card of *position* is worth.
    """
    natural = natural_choice(position, dict(values))
    for group in touching(position, wrong):
        found = next(play_themes(Case(position.play, group[0], dict(values), natural)), None)
        if found is not None:
            return group[0], found
    return wrong[0], None


def themes_of_cards(position: Position, wrong: Sequence[Card], first: Finding | None) -> tuple[Theme, ...]:
    """The most telling themes of the *wrong* cards that cost a trick, that of *first* before all; each once."""
    values = card_values(position)
    natural = natural_choice(position, values)
    most = max(values.values())
    groups = touching(position, [card for card in wrong if values[card] < most])
    cases = (Case(position.play, group[0], values, natural) for group in groups)
    found = (next(play_themes(case), None) for case in cases)
    return tuple(dict.fromkeys(each.theme for each in chain([first], found) if each is not None))


def right_cards(right: Sequence[Card]) -> Message:
    """That the cards *right* reach the goal, and no other."""
    return Message(N_("Right is %(choices)s; every other card fails."), {"choices": marked_apart(right)})


def right_calls(right: Sequence[Call]) -> Message:
    """That the calls *right* are best, and no other."""
    return Message(N_("Right is %(choices)s; every other call costs points."), {"choices": marked_apart(right)})


def suppose_card(position: Position, card: Card) -> Message:
    """What comes before the tale of a wrong *card*: nobody is to take it for advice."""
    sentence = N_("Suppose you lead %(card)s.") if position.led is None else N_("Suppose you play %(card)s.")
    return Message(sentence, {"card": marked(card)})


def card_paragraphs(position: Position, right: Sequence[Card], card: Card, finding: Finding | None) -> Paragraphs:
    """What is *right*, what happens after the wrong *card*, why by its theme *finding*, and what to learn."""
    first = (right_cards(right),)
    if finding is None:
        return (first,)
    reasons = reasons_for_card(position.play, card)
    why = theme_sentence(reasons, finding)
    return (
        first,
        (suppose_card(position, card), *what_happens(reasons.refutation, OPEN), why),
        (Message(advice.NEXT_TIME[finding.theme]),),
    )


def line_told(puzzle: Puzzle) -> tuple[Card, ...]:
    """A line that reaches the goal of *puzzle*, to stand beside its solution.

    Where the solution tells of a wrong card in the coach's words, it is the line that these set against that card: of
    several perfect defences the page is to show the one that it speaks of. Elsewhere it is the author's line, or where
    there is none one of best play.
    """
    position = puzzle.position
    texts = source_paragraphs(puzzle.solution)
    for card in _wrong_cards(puzzle, card_values(position)):
        suppose = in_english((suppose_card(position, card),))
        if any(text.startswith(f"{suppose} ") for text in texts):
            return reasons_for_card(position.play, card).refutation.better
    return puzzle.line or best_line(position)


def _of_calls(puzzle: CallPuzzle) -> tuple[tuple[Theme, ...], Paragraphs]:
    decision = puzzle.decision
    wrong = _wrong_calls(puzzle)
    if not wrong:
        raise ValueError("a puzzle has a wrong call")
    reasons = [reasons_for_call(decision, choice) for choice in wrong]
    telling = next((each for each in zip(wrong, reasons, strict=True) if each[1].findings), (wrong[0], reasons[0]))
    found = [each.findings[0].theme for each in (telling[1], *reasons) if each.findings]
    told = ((right_calls(puzzle.best),), *call_paragraphs(decision, telling[0].action, telling[1]))
    return tuple(dict.fromkeys(found)), told


def call_paragraphs(decision: Decision, call: Call, reasons: CallReasons) -> Paragraphs:
    """What happens after the wrong *call* and why, which *reasons* say, and what to learn where a theme was found."""
    suppose = Message(N_("Suppose you choose %(call)s."), {"call": marked(call)})
    told: Paragraphs = ((suppose, *happens(decision, reasons), *reason(decision, reasons, OPEN)),)
    finding = shown_finding(reasons)
    return told if finding is None else (*told, (next_time(decision, reasons, finding),))


def left_to_say(solution: str, *said: Sequence[Message]) -> str:
    """*solution* without the paragraphs that say again what is *said* already: each some sentences in a row.

    An author's paragraph that says more than these stays.
    """
    repeated = [text for each in said if (text := in_english(tuple(each)))]

    def again(paragraph: str) -> bool:
        return any(paragraph.endswith(text) and len(paragraph) - len(text) <= LEAD_IN for text in repeated)

    return "\n\n".join(each for each in source_paragraphs(solution) if not again(each))


def _wrong_calls(puzzle: CallPuzzle) -> list[Choice]:
    """A few wrong calls that a thinking player might make; where there are none, the one that costs least."""
    solved = SolvedAuction(trick_table(puzzle.north, puzzle.south), puzzle.rules)
    hand = (puzzle.north, puzzle.south)[puzzle.solver]
    sensible = sensible_calls(solved, State.of(puzzle.auction), hand)
    wrong = [choice for choice in puzzle.decision.choices if not choice.best]
    thinkable = [choice for choice in wrong if choice.action in sensible]
    return thinkable[:CALLS_LOOKED_AT] or sorted(wrong, key=lambda choice: choice.loss_points)[:1]
