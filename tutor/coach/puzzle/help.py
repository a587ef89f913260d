"""What the coach says of a puzzle: hints in steps beforehand, and why a card fails afterwards."""

from collections import Counter
from dataclasses import dataclass

from tutor.cards import Card, suit_of
from tutor.coach.puzzle.kinds import known_theme
from tutor.coach.puzzle.play import PuzzleState, touching
from tutor.coach.reasons.explain import reasons_for_card
from tutor.coach.telling.advice import NEXT_TIME, PUNISHED
from tutor.coach.telling.explanations import what_happens
from tutor.coach.telling.knowing import OPEN
from tutor.coach.telling.marks import listed
from tutor.coach.telling.theme_words import shown_finding, theme_sentence
from tutor.coach.themes import Theme
from tutor.messages import N_, P_, Message
from tutor.rules import SUIT_NAMES, Play, Position


@dataclass(frozen=True, slots=True)
class WrongCard:
    """What the coach says of a card that gives away a trick or more.

    Attributes:
        happens: what happens after it.
        reason: its theme in words; None where no theme was found.
        next_time: what to look for next time; None where there is nothing to learn.
        better: the line after a best card, which is its first, that ``happens`` and ``reason`` speak of.
    """

    happens: tuple[Message, ...]
    reason: Message | None
    next_time: Message | None
    better: tuple[Card, ...]


def wrong_card(play: Play, card: Card) -> WrongCard:
    """What the coach says of *card*, which gives a trick away in *play*.

    Raises:
        KeyError: when *card* is not legal.
        ValueError: when it gives nothing away.
    """
    reasons = reasons_for_card(play, card)
    finding = shown_finding(reasons, OPEN)
    happens, better = tuple(what_happens(reasons.refutation)), reasons.refutation.better
    if finding is None:
        return WrongCard(happens, None, Message(PUNISHED) if reasons.punishing else None, better)
    return WrongCard(happens, theme_sentence(reasons, finding), Message(NEXT_TIME[finding.theme]), better)


def idea(state: PuzzleState) -> Message | None:
    """What to think about before the next card, without naming one: the advice that goes with the theme.

    At the first card it is the puzzle's theme, later the one that the coach finds in most of the cards that fail.

    Returns:
        None where every card keeps the goal, or the puzzle is over.
    """
    keeping = set(state.keeping)
    failing = [card for card in state.legal if card not in keeping]
    if not failing:
        return None
    known = known_theme(state.puzzle)
    if not state.play.played and known is not None:
        return Message(NEXT_TIME[known])
    found = Counter[Theme]()
    for group in touching(Position.of(state.play), failing):
        finding = shown_finding(reasons_for_card(state.play, group[0]), OPEN)
        if finding is not None:
            found[finding.theme] += 1
    return Message(NEXT_TIME[found.most_common(1)[0][0]] if found else PUNISHED)


def right_suits(state: PuzzleState) -> Message:
    """In which suits a card keeps the goal; how many do where that leaves out no suit. *state* is not over."""
    legal = state.legal
    if {suit_of(card) for card in state.keeping} == {suit_of(card) for card in legal}:
        forms = P_(
            "Of the %(legal)s cards that you may play, one is right.",
            "Of the %(legal)s cards that you may play, %(count)s are right.",
        )
        return Message.counted(forms, len(state.keeping), {"legal": len(legal)})
    suits = sorted({suit_of(card) for card in state.keeping}, reverse=True)
    names = [SUIT_NAMES[suit] for suit in suits]
    if len(names) == 1:
        return Message(N_("The right card is one of your %(suit)s."), {"suit": names[0]})
    return Message(N_("There is a right card in %(suits)s."), {"suits": listed(names)})
