"""Whether a puzzle is what it says: its answer exists, is not certain, is one, and is told by nothing beforehand."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tutor.cards import Card, Suit, card_name, cards_of, suit_bits, suit_of
from tutor.coach.authored import gives_away
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.play import Puzzle, learner_tricks, perfect_cards, touching
from tutor.messages import N_, P_, Message
from tutor.notation import Fault
from tutor.rules import SUIT_NAMES, Action, Position, RuleError, call_name
from tutor.solver import card_losses, card_values

MOST_MOMENTS: Final = 300
"""Positions that are looked at for one in which a card loses a trick; where none of so many has one, none matters."""
FEWEST_GONE: Final = 2
"""Cards of the suit asked for that must be among those that are gone: with fewer there is nothing to remember."""

GIVES_AWAY: Final = N_("“%(key)s” gives the answer away: it names %(name)s.")

_NUMBERS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)


def check_puzzle(puzzle: AnyPuzzle) -> tuple[Fault, ...]:
    """What is wrong with *puzzle*, all at once; empty when nothing is.

    Of a played puzzle: the goal, how many first cards are right, the line. Of a call: that not every call is best, and
    how many are. Of a number of tricks: that the play can come to another. Of a count: that the opponent holds cards
    of the suit, and that some of it are gone. Of all: what title and prompt give away.
    """
    match puzzle:
        case Puzzle():
            return _check_played(puzzle)
        case TricksPuzzle():
            return _check_tricks(puzzle)
        case CallPuzzle():
            return _check_call(puzzle)
        case CountPuzzle():
            return _check_count(puzzle)


def _fault(puzzle: AnyPuzzle, key: str, code: str, sentence: str, /, **facts: object) -> Fault:
    return Fault(Message(sentence, facts), puzzle.places.line((key,)), None, code)


def _texts(puzzle: AnyPuzzle) -> tuple[tuple[str, str], ...]:
    """What is read beforehand, by key."""
    return ("title", puzzle.title), ("prompt", puzzle.prompt)


def _told(puzzle: AnyPuzzle, right: Sequence[Action], wrong: Sequence[Action]) -> Iterable[Fault]:
    """That title or prompt names a right action; in the prompt that is no secret where a wrong one is named as well."""
    for (key, text), others in zip(_texts(puzzle), ((), wrong), strict=True):
        secret = gives_away(text, right, others)
        if secret is not None:
            yield _fault(puzzle, key, "gives-away", GIVES_AWAY, key=key, name=secret)


_SUIT_WORDS: Final = ("club", "diamond", "heart", "spade")


def _suit_told(puzzle: Puzzle, right: Sequence[Card], wrong: Sequence[Card]) -> list[Fault]:
    """That title or prompt says which suit to play, “start with a club”, where that names the right cards and no other.

    It is no secret where a suit with wrong cards is named so as well.
    """
    suits = {suit_of(card) for card in right}
    if len(suits) > 1 or suits & {suit_of(card) for card in wrong}:
        return []
    verb = r"\b(?:lead|play|start with|begin with|ruff with|throw|cash|try|(?:by|with|through)(?= an? ))"

    def said(text: str, suit: Suit) -> bool:
        pattern = rf"{verb} (?:an? |the |your |that )?(?:\w+ )?{_SUIT_WORDS[suit]}s?\b"
        return re.search(pattern, " ".join(text.split()), re.IGNORECASE) is not None

    (suit,) = suits
    named = [
        key
        for key, text in _texts(puzzle)
        if said(text, suit) and not any(said(text, other) for other in Suit if other != suit)
    ]
    return [_fault(puzzle, key, "gives-away", GIVES_AWAY, key=key, name=SUIT_NAMES[suit]) for key in named]


def _several(puzzle: Puzzle | CallPuzzle, key: str, ways: int, sentences: tuple[str, str], named: str) -> list[Fault]:
    """That ``several`` does not say how many *ways* are right; *sentences* are for more than one and for one."""
    if ways > 1 and not puzzle.several:
        return [_fault(puzzle, key, "several-answers", sentences[0], named=named)]
    if ways == 1 and puzzle.several:
        return [_fault(puzzle, "several", "one-answer", sentences[1], named=named)]
    return []


SEVERAL_CARDS: Final = (
    N_("More than one first card is right (%(named)s): change the puzzle or say several = true."),
    N_("Only one first card is right (%(named)s): leave out “several”."),
)
SEVERAL_CALLS: Final = (
    N_("More than one call is best (%(named)s): change the puzzle or say several = true."),
    N_("Only one call is best (%(named)s): leave out “several”."),
)


def _check_played(puzzle: Puzzle) -> tuple[Fault, ...]:
    values = card_values(puzzle.position)
    right = [card for card, tricks in values.items() if tricks >= puzzle.goal]
    if not right:
        forms = P_(
            "The goal of one trick cannot be reached: best play takes %(best)s.",
            "The goal of %(count)s tricks cannot be reached: best play takes %(best)s.",
        )
        message = Message.counted(forms, puzzle.goal, {"best": max(values.values())})
        return (Fault(message, puzzle.places.line(("goal",)), None, "goal-out-of-reach"),)
    faults = []
    if len(right) == len(values):
        sentence = N_("Every card reaches the goal: there is nothing to find.")
        faults.append(_fault(puzzle, "goal", "goal-certain", sentence))
    groups = touching(puzzle.position, right)
    named = ", ".join(card_name(group[0]) for group in groups)
    faults += _several(puzzle, "position", len(groups), SEVERAL_CARDS, named)
    wrong = [card for card in values if card not in right]
    told = [*_told(puzzle, right, wrong)] or _suit_told(puzzle, right, wrong)
    return (*faults, *told, *_line_faults(puzzle))


def _line_faults(puzzle: Puzzle) -> list[Fault]:
    """What is wrong with the author's line: an illegal card, or one of either side that gives a trick away."""
    play, place = puzzle.position.play, puzzle.places.line(("line",))
    for card in puzzle.line:
        try:
            after = play.apply(card)
        except RuleError as error:
            return [Fault(error.message, place, None, error.rule)]
        sentence = None
        if play.turn == puzzle.solver and learner_tricks(puzzle, after) < puzzle.goal:
            sentence = N_("%(card)s in the line gives the goal away.")
        if play.turn != puzzle.solver and card not in perfect_cards(play):
            sentence = N_("%(card)s in the line is not the best defence.")
        if sentence is not None:
            return [Fault(Message(sentence, {"card": card_name(card)}), place, None, "line-weak")]
        play = after
    return []


def _check_call(puzzle: CallPuzzle) -> tuple[Fault, ...]:
    decision = puzzle.decision
    best, wrong = puzzle.best, [choice.action for choice in decision.choices if not choice.best]
    if not wrong:
        sentence = N_("Every call is worth the same: there is nothing to find.")
        return (_fault(puzzle, "deal", "call-certain", sentence),)
    named = ", ".join(call_name(call) for call in best)
    return (*_several(puzzle, "deal", len(best), SEVERAL_CALLS, named), *_told(puzzle, best, wrong))


def _check_tricks(puzzle: TricksPuzzle) -> tuple[Fault, ...]:
    faults = []
    if _certain(puzzle.position):
        sentence = N_("Whatever is played, the tricks are the same: there is nothing to find.")
        faults.append(_fault(puzzle, "position", "answer-certain", sentence))
    right, most = puzzle.answer, puzzle.length
    for key, text in _texts(puzzle):
        words = " ".join(text.split())
        # What a contract has come to everybody sees: that says nothing.
        named = _tricks_named(_TOLD_OF_CONTRACT.sub("", words) if key == "prompt" else words, most)
        if right in named and (key == "title" or named == {right}):
            faults.append(_fault(puzzle, key, "gives-away", GIVES_AWAY, key=key, name=_NUMBERS[right]))
    return tuple(faults)


_TOLD_OF_CONTRACT: Final = re.compile(
    r"^The contract is [^.]+\. (?:North|South) has (?:no trick yet|one trick already|\d+ tricks already)\. "
    r"(?:North|South) needs (?:one|\d+) of the \d+ tricks that are left to (?:make|beat) it\."
)
"""How a prompt begins where there is a contract: :meth:`tutor.coach.puzzle.contracts.AtStake.told`."""


def _tricks_named(text: str, most: int) -> set[int]:
    """The numbers of tricks, *most* being all, that *text* names: “3 tricks”, “two of the 7 tricks”, “every trick”."""
    between = r"(?: (?:of the|more|last|sure|easy))?"
    text = re.sub(rf"\bof the (?:\d+|{'|'.join(_NUMBERS[1:])}) tricks", "of the tricks", text, flags=re.IGNORECASE)
    text = re.sub(r"\bevery one of the tricks", "every trick", text, flags=re.IGNORECASE)
    named = {
        number
        for number in range(most + 1)
        if re.search(rf"\b(?:{number}|{_NUMBERS[number]}){between} tricks?\b", text, re.IGNORECASE)
    }
    if re.search(r"\b(?:every trick|all (?:the |your |of the )?(?:\w+ )?tricks)\b", text, re.IGNORECASE):
        named.add(most)
    return named


def _certain(position: Position) -> bool:
    """Whether no card of either side ever loses a trick, as far as :data:`MOST_MOMENTS` positions tell.

    Of cards that touch one is looked at.
    """
    waiting, seen = [position], {position}
    while waiting:
        here = waiting.pop()
        losses = card_losses(here)
        if any(losses.values()):
            return False
        for group in touching(here, losses):
            play = here.play.push(group[0])
            if play.over:
                continue
            after = Position.of(play)
            if after not in seen and len(seen) < MOST_MOMENTS:
                seen.add(after)
                waiting.append(after)
    return True


def _check_count(puzzle: CountPuzzle) -> tuple[Fault, ...]:
    faults = []
    suit = SUIT_NAMES[puzzle.suit]
    if not puzzle.answer:
        sentence = N_("The opponent has none of the %(suit)s: ask for a suit of which there is something to find.")
        faults.append(_fault(puzzle, "suit", "count-nothing", sentence, suit=suit))
    elif suit_bits(puzzle.gone, puzzle.suit).bit_count() < FEWEST_GONE:
        sentence = N_("Hardly any of the %(suit)s are gone: there is nothing to remember.")
        faults.append(_fault(puzzle, "suit", "count-certain", sentence, suit=suit))
    right = tuple(cards_of(puzzle.answer))
    return (*faults, *_told(puzzle, right, [card for card in puzzle.thinkable if card not in right]))
