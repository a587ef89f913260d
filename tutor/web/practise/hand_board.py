"""The table of a practice hand as the learner may see it: the own hand, the opponent's open or face down, the calls."""

from dataclasses import dataclass

from tutor.cards import SUITS_HIGH_FIRST, Mask, Seat, bit, suit_bits
from tutor.coach.dealing import PracticeHand
from tutor.coach.facts import Decision
from tutor.coach.telling.marks import with_marks
from tutor.rules import ALL_CALLS, Action, Auction, Call, Contract, Deal, Phase, RuleError
from tutor.rules.play import SEAT_NAMES
from tutor.web.analyse.timeline import TableTrick, table_trick
from tutor.web.parts.board import (
    BidPad,
    CallFace,
    HandView,
    bid_pad,
    calls_so_far,
    card_face,
    decision_worths,
    hand_view,
)


@dataclass(frozen=True, slots=True)
class Hidden:
    """A hand that lies face down."""

    name: str
    count: int


@dataclass(frozen=True, slots=True)
class HandBoard:
    """The table.

    Attributes:
        own: the learner's hand.
        theirs: the opponent's, face down where the learner does not see it.
        pad: the calls; None in the play.
        calls: the auction so far, each call with its caller.
        contract: what is played; None before.
        tricks: North's and South's tricks; None before the play.
        table: what lies on the table.
        last: the last trick that is finished; None before there is one.
        room: how many cards of each suit the learner's hand began with, spades first: the room that it keeps.
        their_room: the same of the opponent's hand; empty where it lies face down.
        mine: whether the learner is declarer; None before the play.
        needed: the tricks that declarer needs in all; 0 before the play.
    """

    own: HandView
    theirs: HandView | Hidden
    pad: BidPad | None
    calls: tuple[tuple[str, CallFace], ...]
    contract: Contract | None
    tricks: tuple[int, int] | None
    table: TableTrick
    last: TableTrick | None
    room: tuple[int, ...]
    their_room: tuple[int, ...]
    mine: bool | None
    needed: int


def hand_board(
    hand: PracticeHand,
    deal: Deal,
    *,
    revealed: bool = False,
    still: bool = False,
    form: str | None = None,
    decision: Decision | None = None,
    taken: Action | None = None,
) -> HandBoard:
    """The table when *deal*, which began as *hand*, has come so far.

    Args:
        hand: the hand.
        deal: the moment.
        revealed: whether both hands are shown, whatever the learner knows.
        still: whether nothing is to be done, so that it is nobody's turn.
        form: the id of the form that a choice sends; None when nothing is to be chosen.
        decision: what every choice is worth, where that is to be shown.
        taken: what the learner chose at this moment.
    """
    shown = hand.shown(deal)
    hands = deal.play.hands if deal.play is not None else deal.start_hands
    assert hands is not None
    seat, phase = hand.learner, deal.phase
    in_play = phase is Phase.PLAY and deal.turn == seat
    worths = decision_worths(decision)
    own = hand_view(
        shown.hand,
        seat,
        turn=deal.turn == seat and not still,
        worths=worths if in_play else None,
        legal=deal.legal() if in_play else (),
        taken=taken if in_play else None,
        form=form,
    )
    pad = None
    if phase is Phase.AUCTION and deal.auction is not None:
        reasons = barred(deal.auction) if form is not None else None
        pad = bid_pad(deal.legal(), worths=worths, taken=taken, form=form, barred=reasons)
    contract = deal.contract
    open_hand = revealed or hand.knowledge == "open"
    start = hand.deal.start_hands
    assert start is not None
    return HandBoard(
        own,
        _theirs(hands[seat.other], seat.other, open_hand=open_hand),
        pad,
        calls_so_far(deal),
        contract,
        None if deal.play is None else deal.play.tricks,
        table_trick(deal),
        last_trick(deal),
        _lengths(start[seat]),
        _lengths(start[seat.other]) if open_hand else (),
        None if contract is None else contract.declarer == seat,
        0 if contract is None else contract.target,
    )


def _theirs(cards: Mask, seat: Seat, *, open_hand: bool) -> HandView | Hidden:
    return hand_view(cards, seat) if open_hand else Hidden(str(SEAT_NAMES[seat]), cards.bit_count())


def last_trick(deal: Deal) -> TableTrick | None:
    """The last trick of the play in *deal* that is finished, the next begun or not; None before there is one."""
    play = deal.play
    if play is None or deal.start_hands is None or len(play.played) < 2:
        return None
    done = len(play.played) // 2 * 2
    led, reply = play.played[done - 2 : done]
    north_led = bool(deal.start_hands[Seat.NORTH] & bit(led))
    cards = (card_face(led), card_face(reply)) if north_led else (card_face(reply), card_face(led))
    return TableTrick(cards, last=True, winner=play.turn if play.led is None else play.turn.other)


def _lengths(cards: Mask) -> tuple[int, ...]:
    return tuple(suit_bits(cards, suit).bit_count() for suit in SUITS_HIGH_FIRST)


def barred(auction: Auction) -> dict[Call, str]:
    """Why the calls that are not legal now are not, in sentences."""
    legal = auction.legal()
    return {call: _fault(auction, call) for call in ALL_CALLS if call not in legal}


def _fault(auction: Auction, call: Call) -> str:
    """Why *call* is not legal; "" where it is."""
    try:
        auction.apply(call)
    except RuleError as error:
        return str(with_marks(error.message))
    return ""
