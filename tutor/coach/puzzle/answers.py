"""Answers to the puzzles that ask for one: read, judged, hinted at in steps, and refuted without telling the right one.

An *answer* is a tuple: of one number of tricks, of one call, or of the cards of the suit that the opponent is said to
hold, in the order of :func:`tutor.cards.cards_of`.
"""

from collections.abc import Sequence
from hashlib import blake2s
from typing import Final, TypeAlias

from tutor.cards import Card, card_name, cards_of, mask_of, suit_bits
from tutor.coach.puzzle.kinds import AskedPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle, known_theme
from tutor.coach.reasons.call_case import target_of
from tutor.coach.reasons.call_reasons import CallReasons
from tutor.coach.reasons.explain import explain
from tutor.coach.telling.advice import ESCAPE_MAKES, HIGHEST, NEXT_TIME
from tutor.coach.telling.marks import STRAIN_NAMES, listed, marked, marked_cards
from tutor.coach.telling.wrong_calls import happens
from tutor.coach.themes import Theme
from tutor.messages import N_, P_, Message
from tutor.notation import Fault, NotationError, parse_call, parse_card
from tutor.rules import SEAT_NAMES, SUIT_NAMES, call_name, is_bid, strain_of

Answer: TypeAlias = tuple[int, ...]

LETTERS: Final = 2
"""Letters that a number of tricks may have: more are no number that can be meant."""


def read_answer(puzzle: AskedPuzzle, texts: Sequence[str]) -> Answer:
    """The answer that *texts* name: one number or call, or any number of cards, none of which need be in an order.

    Raises:
        NotationError: when one cannot be read, is no possible answer, or there are too many.
        RuleError: when the call is not legal.
    """
    match puzzle:
        case TricksPuzzle():
            return (_number(_only(texts), puzzle.length),)
        case CallPuzzle():
            call = parse_call(_only(texts))
            puzzle.auction.apply(call)
            return (call,)
        case CountPuzzle():
            cards = mask_of(_thinkable(puzzle, text) for text in texts)
            return tuple(cards_of(cards))


def _only(texts: Sequence[str]) -> str:
    if len(texts) != 1:
        raise NotationError([Fault(Message(N_("One answer is wanted here.")), code="one-answer")])
    return texts[0]


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LETTERS and int(text) <= most):
        message = Message(N_("A number of tricks is wanted here, 0 to %(most)s."), {"most": most})
        raise NotationError([Fault(message, code="no-number")])
    return int(text)


def _thinkable(puzzle: CountPuzzle, text: str) -> Card:
    card = parse_card(text)
    if card not in puzzle.thinkable:
        values = {"card": marked(card), "suit": SUIT_NAMES[puzzle.suit]}
        message = Message(N_("%(card)s is not one of the %(suit)s that the opponent might hold."), values)
        raise NotationError([Fault(message, code="not-thinkable")])
    return card


def write_answer(puzzle: AskedPuzzle, answer: Answer) -> str:
    """*answer* as an address has it; with hyphens between, its parts are what :func:`read_answer` reads."""
    match puzzle:
        case TricksPuzzle():
            return str(answer[0])
        case CallPuzzle():
            return call_name(answer[0])
        case CountPuzzle():
            return "-".join(card_name(card) for card in answer)


def short_answer(puzzle: AskedPuzzle, answer: Answer) -> str:
    """*answer* in eight letters or fewer, to be kept; cards as their suit and its 13 bits, the deuce lowest, in hex."""
    if isinstance(puzzle, CountPuzzle):
        return f"{puzzle.suit.letter}{suit_bits(mask_of(answer), puzzle.suit):04x}"
    return write_answer(puzzle, answer)


def is_right(puzzle: AskedPuzzle, answer: Answer) -> bool:
    """Whether *answer* is right: the number of tricks, any best call, exactly the cards."""
    match puzzle:
        case TricksPuzzle():
            return answer == (puzzle.answer,)
        case CallPuzzle():
            return answer[0] in puzzle.best
        case CountPuzzle():
            return mask_of(answer) == puzzle.answer


def right_answers(puzzle: AskedPuzzle) -> tuple[int, ...]:
    """What is right: the number of tricks, the best calls, the cards."""
    match puzzle:
        case TricksPuzzle():
            return (puzzle.answer,)
        case CallPuzzle():
            return puzzle.best
        case CountPuzzle():
            return tuple(cards_of(puzzle.answer))


def idea_of(puzzle: AskedPuzzle) -> Message:
    """What to think about: the advice that goes with the theme, else how such a question is worked out."""
    if isinstance(puzzle, CountPuzzle):
        return Message(
            N_("A suit has thirteen cards. Take away yours and those that are gone: the rest are the opponent’s.")
        )
    known = known_theme(puzzle)
    if known is not None:
        return _advice(puzzle, known)
    if isinstance(puzzle, CallPuzzle):
        return Message(N_("Work out what each side takes in each strain, and what the opponent does after your call."))
    return Message(N_("Count the sure tricks first, then what each side takes when it gets the lead."))


def _advice(puzzle: AskedPuzzle, theme: Theme) -> Message:
    """The advice that goes with *theme*, by the rules of a call and for what can be made."""
    if isinstance(puzzle, CallPuzzle):
        if theme is Theme.BEST_STRAIN and not puzzle.rules.overtricks:
            return Message(HIGHEST)
        if theme is Theme.ESCAPE and _can_make(puzzle):
            return Message(ESCAPE_MAKES)
    return Message(NEXT_TIME[theme])


def _can_make(puzzle: CallPuzzle) -> bool:
    """Whether a best bid makes."""
    table = puzzle.decision.table
    assert table is not None
    return any(is_bid(call) and table[puzzle.solver][strain_of(call)] >= target_of(call) for call in puzzle.best)


def narrower(puzzle: AskedPuzzle) -> Message:
    """Half of the answer: two numbers of which one is right, what kind of call, how many cards."""
    match puzzle:
        case TricksPuzzle():
            low, high = _two_numbers(puzzle)
            return Message(N_("It is %(low)s or %(high)s."), {"low": low, "high": high})
        case CallPuzzle():
            return _kind_of_call(puzzle)
        case CountPuzzle():
            forms = P_("The opponent holds one of the %(suit)s.", "The opponent holds %(count)s of the %(suit)s.")
            return Message.counted(forms, puzzle.answer.bit_count(), {"suit": SUIT_NAMES[puzzle.suit]})


def _two_numbers(puzzle: TricksPuzzle) -> tuple[int, int]:
    """The answer and the number beside it on a side that says nothing: it follows from the puzzle's name."""
    answer = puzzle.answer
    above = blake2s(puzzle.slug.encode()).digest()[0] % 2 == 1
    if answer == 0 or (above and answer < puzzle.length):
        return answer, answer + 1
    return answer - 1, answer


def _kind_of_call(puzzle: CallPuzzle) -> Message:
    """The strains of the best calls; how many calls are best where every strain has one."""
    calls = puzzle.best
    strains = sorted({strain_of(call) for call in calls if is_bid(call)}, reverse=True)
    if not strains:
        return Message(N_("No bid is right."))
    if len(strains) == len(STRAIN_NAMES):
        counts = {"calls": len(puzzle.decision.choices), "right": len(calls)}
        return Message(
            N_("Of the %(calls)s calls that you may make, %(right)s are right, some in every strain."), counts
        )
    values = {"strains": listed([STRAIN_NAMES[strain] for strain in strains])}
    if all(is_bid(call) for call in calls):
        return Message(N_("Right is a bid in %(strains)s."), values)
    return Message(N_("Right is a bid in %(strains)s, or another call."), values)


def refuted(puzzle: AskedPuzzle, answer: Answer) -> tuple[Message, ...]:
    """Why *answer*, which is wrong, is wrong: what can be seen without being told what is right.

    Raises:
        ValueError: when it is right.
    """
    if is_right(puzzle, answer):
        raise ValueError("the answer is right")
    match puzzle:
        case TricksPuzzle():
            values = {"seat": SEAT_NAMES[puzzle.solver], "opponent": SEAT_NAMES[puzzle.solver.other]}
            if answer[0] > puzzle.answer:
                return (Message(N_("Against the best play of %(opponent)s, %(seat)s takes fewer."), values),)
            return (Message(N_("With the best play, %(seat)s takes more, whatever %(opponent)s does."), values),)
        case CallPuzzle():
            reasons = explain(puzzle.decision, answer[0]).reasons
            assert isinstance(reasons, CallReasons)
            return happens(puzzle.decision, reasons)[:-1]  # the last sentence is about the better call
        case CountPuzzle():
            return _miscounted(puzzle, answer)


def _miscounted(puzzle: CountPuzzle, answer: Answer) -> tuple[Message, ...]:
    """The cards that were marked and are gone; and the count of the suit, where it does not come to thirteen."""
    found = []
    suit, theirs = SUIT_NAMES[puzzle.suit], mask_of(answer)
    gone = tuple(cards_of(theirs & puzzle.gone))
    if gone:
        values: dict[str, object] = {"cards": marked_cards(gone)}
        forms = P_("%(cards)s is among the cards that are gone.", "%(cards)s are among the cards that are gone.")
        found.append(Message.counted(forms, len(gone), values))
    left, own = puzzle.answer.bit_count(), suit_bits(puzzle.hand, puzzle.suit).bit_count()
    if len(answer) != left:
        values = {
            "suit": suit,
            "own": own or Message(N_("none")),
            "gone": suit_bits(puzzle.gone, puzzle.suit).bit_count(),
            "marked": len(answer),
        }
        forms = P_(
            "Of the thirteen %(suit)s you hold %(own)s and %(gone)s are gone: that leaves one, and you marked "
            "%(marked)s.",
            "Of the thirteen %(suit)s you hold %(own)s and %(gone)s are gone: that leaves %(count)s, and you marked "
            "%(marked)s.",
        )
        found.append(Message.counted(forms, left, values))
    return tuple(found)
