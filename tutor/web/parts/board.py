"""What a page shows of hands, cards and calls: values ready for a template, made from facts, never computed there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tutor.cards import RANK_LETTERS, SUITS_HIGH_FIRST, Card, Mask, Seat, Suit, card_name, cards_of, rank_of, suit_of
from tutor.coach import words
from tutor.coach.facts import Choice, Decision
from tutor.coach.grouping import grouped
from tutor.messages import translate
from tutor.rules import DOUBLE, PASS, REDOUBLE, Action, Call, Deal, call_name, make_bid
from tutor.rules.play import SEAT_NAMES, SUIT_NAMES

Link = Callable[[Action], str]


@dataclass(frozen=True, slots=True)
class Worth:
    """What stands on a card or a call.

    Attributes:
        text: the value itself: tricks in the play, points for the caller in the auction.
        loss: the tricks that it loses against the best card (``−1``); "" for a best one and for a call.
        grade: as :func:`grade_of` gives it.
        words: the same for a screen reader.
    """

    text: str
    loss: str
    grade: str
    words: str


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card: what is printed on it, what it is worth here, and how it is chosen.

    Attributes:
        href: where choosing it leads; None when it is no link.
        form: the id of the form that choosing it sends, as its value ``action``; None when it is no button.
    """

    name: str
    rank: str
    suit: str
    words: str
    worth: Worth | None = None
    taken: bool = False
    href: str | None = None
    form: str | None = None


@dataclass(frozen=True, slots=True)
class SuitRow:
    """The cards of one suit in a hand; none for a void."""

    suit: str
    words: str
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand on the page."""

    seat: str
    name: str
    player: str
    turn: bool
    rows: tuple[SuitRow, ...]

    @property
    def count(self) -> int:
        """How many cards it holds."""
        return sum(len(row.cards) for row in self.rows)

    @property
    def valued(self) -> bool:
        """Whether any of its cards shows what it is worth."""
        return any(card.worth is not None for row in self.rows for card in row.cards)


@dataclass(frozen=True, slots=True)
class CallFace:
    """A call on the bid pad or in a list of calls.

    Attributes:
        level: ``3``, or "" when the call is not a bid.
        suit: the strain's letter (``NT`` for no-trump), or "".
        label: what is printed for a call that is not a bid.
        href: where choosing it leads; None when it is no link.
        form: the id of the form that choosing it sends, as its value ``action``; None when it is no button.
        barred: why it is not legal, in a sentence; "" where that is not told.
    """

    name: str
    level: str
    suit: str
    label: str
    words: str
    legal: bool = False
    worth: Worth | None = None
    taken: bool = False
    href: str | None = None
    form: str | None = None
    barred: str = ""


@dataclass(frozen=True, slots=True)
class BidPad:
    """The calls as a table: rows of five bids from level 1 to 7, and the three other calls."""

    rows: tuple[tuple[CallFace, ...], ...]
    others: tuple[CallFace, ...]


Alike = tuple[tuple[CardFace | CallFace, ...], ...]
"""Choices in groups that are one idea each."""


def grade_of(choice: Choice) -> str:
    """``best``, ``slip`` (a trick lost that changes no score) or ``bad`` (the score changes)."""
    if not choice.best:
        return "bad"
    return "slip" if choice.loss_tricks else "best"


def choice_worth(decision: Decision, choice: Choice) -> Worth:
    """What *choice* is worth to the seat that decides."""
    grade, said = grade_of(choice), words.choice_words(choice)
    if choice.tricks is None:
        points = choice.score if decision.seat == Seat.NORTH else -choice.score
        return Worth(words.signed(points), "", grade, said)
    return Worth(str(choice.tricks), _loss(choice.loss_tricks), grade, said)


def _loss(tricks: int) -> str:
    return words.signed(-tricks) if tricks else ""


def decision_worths(decision: Decision | None) -> dict[Action, Worth]:
    """What every legal action of *decision* is worth; empty for None."""
    if decision is None:
        return {}
    return {choice.action: choice_worth(decision, choice) for choice in decision.choices}


def trick_worths(values: Mapping[Card, int], won: int = 0) -> dict[Card, Worth]:
    """What every card is worth where only tricks count: *values* from now on, *won* before."""
    top = max(values.values(), default=0)
    worths = {}
    for card, tricks in values.items():
        said = [str(words.trick_count(tricks + won))]
        if tricks == top:
            said.append(translate("best"))
        else:
            said.append(translate("costs %(tricks)s", tricks=words.trick_count(top - tricks)))
        worths[card] = Worth(
            str(tricks + won), _loss(top - tricks), "best" if tricks == top else "bad", ", ".join(said)
        )
    return worths


def card_face(
    card: Card,
    worth: Worth | None = None,
    *,
    taken: Action | None = None,
    link: Link | None = None,
    form: str | None = None,
) -> CardFace:
    """*card* as it is shown."""
    return CardFace(
        card_name(card),
        RANK_LETTERS[rank_of(card)].replace("T", "10"),
        suit_of(card).letter,
        str(words.card_words(card)),
        worth,
        taken == card,
        None if link is None else link(card),
        form,
    )


def hand_view(
    hand: Mask,
    seat: Seat,
    *,
    turn: bool = False,
    worths: Mapping[Action, Worth] | None = None,
    legal: tuple[Action, ...] = (),
    taken: Action | None = None,
    link: Link | None = None,
    form: str | None = None,
    player: str = "",
) -> HandView:
    """*hand* as it is shown.

    Args:
        hand: the cards.
        seat: whose they are.
        turn: whether it is this seat's turn.
        worths: what the cards are worth, as far as it is to be shown.
        legal: the actions that may be chosen: these cards become links or buttons.
        taken: the action that was taken at this moment.
        link: where choosing a card leads; None when the cards are no links.
        form: the id of the form that choosing a card sends; None when the cards are no buttons.
        player: the player's name, "" when unknown.
    """
    shown = worths or {}
    rows = []
    for suit in SUITS_HIGH_FIRST:
        faces = tuple(
            card_face(
                card,
                shown.get(card),
                taken=taken,
                link=link if card in legal else None,
                form=form if card in legal else None,
            )
            for card in cards_of(hand)
            if suit_of(card) == suit
        )
        rows.append(SuitRow(suit.letter, str(SUIT_NAMES[suit]), faces))
    return HandView(seat.letter, str(SEAT_NAMES[seat]), player, turn, tuple(rows))


def call_face(
    call: Call,
    worth: Worth | None = None,
    *,
    legal: bool = True,
    taken: Action | None = None,
    link: Link | None = None,
    form: str | None = None,
    barred: str = "",
) -> CallFace:
    """*call* as it is shown."""
    name = call_name(call)
    bid = name[0].isdigit()
    labels = {PASS: translate("Pass"), DOUBLE: "X", REDOUBLE: "XX"}
    return CallFace(
        name,
        name[0] if bid else "",
        name[1:] if bid else "",
        labels.get(call, ""),
        str(words.call_words(call)),
        legal,
        worth,
        taken == call,
        link(call) if link is not None and legal else None,
        form if legal else None,
        barred,
    )


def bid_pad(
    legal: tuple[Action, ...],
    *,
    worths: Mapping[Action, Worth] | None = None,
    taken: Action | None = None,
    link: Link | None = None,
    form: str | None = None,
    barred: Mapping[Call, str] | None = None,
) -> BidPad:
    """All 38 calls; those that are not legal stay in their place, plainly off, with the reason where *barred* has it.

    Args:
        legal: the calls that may be chosen: these become links or buttons.
        worths: what the calls are worth, as far as it is to be shown.
        taken: the call that was made at this moment.
        link: where choosing a call leads; None when the calls are no links.
        form: the id of the form that choosing a call sends; None when the calls are no buttons.
        barred: why calls are not legal, in sentences.
    """
    shown, reasons = worths or {}, barred or {}

    def face(call: Call) -> CallFace:
        may = call in legal
        reason = "" if may else reasons.get(call, "")
        return call_face(call, shown.get(call), legal=may, taken=taken, link=link, form=form, barred=reason)

    rows = tuple(tuple(face(make_bid(level, strain)) for strain in range(5)) for level in range(1, 8))
    return BidPad(rows, tuple(face(call) for call in (PASS, DOUBLE, REDOUBLE)))


def action_face(action: Action) -> CardFace | CallFace:
    """A card or a call as it is shown in a line."""
    return card_face(action) if action < PASS else call_face(action)


def alike(actions: Sequence[Action]) -> Alike:
    """*actions*, all as good as each other, as they are named: a suit with all its ranks, a strain with its levels."""
    return tuple(tuple(action_face(action) for action in group) for group in grouped(actions))


def suit_letter(strain: int) -> str:
    """The letter of a strain for a template: ``C`` … ``S``, ``NT``."""
    return "NT" if strain == 4 else Suit(strain).letter


def calls_so_far(deal: Deal) -> tuple[tuple[str, CallFace], ...]:
    """The calls of *deal*, each with its caller in words; none when its auction is not known."""
    if deal.auction is None:
        return ()
    faces = []
    for index, call in enumerate(deal.auction.calls):
        face = action_face(call)
        assert isinstance(face, CallFace)
        faces.append((str(SEAT_NAMES[deal.auction.caller(index)]), face))
    return tuple(faces)
