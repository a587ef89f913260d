"""What the list of published hands says about each of them."""

from dataclasses import dataclass

from flask_babel import format_date

from tutor.coach import words
from tutor.messages import P_, Message, translate
from tutor.notation import NotationError
from tutor.notation.calls import parse_contract
from tutor.rules import Contract
from tutor.store.hand_models import StudiedHand


@dataclass(frozen=True, slots=True)
class Published:
    """A published hand.

    Attributes:
        slug: its link.
        title: what its owner calls it, else its result.
        result: its result where the title does not say it; "" where nothing is known.
        score: who scored; "" before it is analysed or without an end.
        day: when it was played.
        mistakes: how many there are, in words; "" before it is analysed.
    """

    slug: str
    title: str
    result: str
    score: str
    day: str
    mistakes: str


def published(hand: StudiedHand) -> Published:
    """What is said about *hand*."""
    result = _result(hand)
    score = "" if hand.score is None else str(words.score_words(hand.score))
    title = words.visible(hand.title)
    return Published(
        hand.slug,
        title or result or translate("A hand"),
        result if title else "",
        score,
        format_date(hand.day, "long"),
        _mistakes(hand),
    )


def contract_of(hand: StudiedHand) -> Contract | None:
    """The contract of *hand*; None where there is none or it is not known."""
    try:
        return parse_contract(f"{hand.contract[:-1]} {hand.contract[-1:]}")
    except NotationError:
        return None


def _result(hand: StudiedHand) -> str:
    """The contract and what came of it; "" where they are not known."""
    if not hand.contract:
        return translate("Passed out") if hand.score == 0 else ""
    contract = contract_of(hand)
    if contract is None:
        return ""
    said = words.contract_words(contract)
    if hand.tricks is None:
        return translate("%(contract)s, not played to the end", contract=said)
    outcome = words.outcome_words(contract, hand.tricks)
    return translate("%(contract)s, %(outcome)s", contract=said, outcome=outcome)


def _mistakes(hand: StudiedHand) -> str:
    if hand.north_mistakes is None or hand.south_mistakes is None:
        return ""
    count = hand.north_mistakes + hand.south_mistakes
    if not count:
        return translate("No mistake")
    return str(Message.counted(P_("One mistake", "%(count)s mistakes"), count))
