"""What one seat may know of a deal: its own type, made from the deal, never the deal with parts hidden later."""

from dataclasses import dataclass

from tutor.cards import FULL_DECK, Card, Mask, Seat, bit, mask_of
from tutor.rules.auction import Call, Contract
from tutor.rules.deal import Action, Deal, Phase
from tutor.rules.draw import DrawPhase
from tutor.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Observation:
    """What *seat* may know, if it remembers everything it has seen.

    Attributes:
        seat: whose knowledge this is.
        ruleset: the reading of the rules in force.
        dealer: who dealt.
        phase: where the deal stands.
        turn: whose action is next, or None.
        hand: the seat's own cards.
        opponent: the opponent's cards that the seat knows. Before the draw phase ends, those it has seen the opponent
            take from an exposed stock and not yet play; after it, all of them.
        discards: every card played in the draw phase so far.
        face_up: the card lying open on the stock, or None.
        stock_left: cards left in the stock.
        draw_led: the card on the table in the draw phase, or None.
        draw_played: the cards of the draw phase in order.
        own_drawn: the cards the seat has drawn, in order.
        calls: the calls so far.
        contract: what is being played, or None.
        led: the card on the table in the second phase, or None.
        played: the cards of the second phase in order.
        tricks: tricks won by North and South in the second phase.
        legal: the seat's legal actions; empty when it is not its turn.
    """

    seat: Seat
    ruleset: Ruleset
    dealer: Seat
    phase: Phase
    turn: Seat | None
    hand: Mask
    opponent: Mask
    discards: Mask
    face_up: Card | None
    stock_left: int
    draw_led: Card | None
    draw_played: tuple[Card, ...]
    own_drawn: tuple[Card, ...]
    calls: tuple[Call, ...]
    contract: Contract | None
    led: Card | None
    played: tuple[Card, ...]
    tricks: tuple[int, int]
    legal: tuple[Action, ...]

    @property
    def unseen(self) -> Mask:
        """The cards whose place the seat does not know: in the stock or in the opponent's hand."""
        if self.phase is not Phase.DRAW:
            return 0
        shown = 0 if self.face_up is None else bit(self.face_up)
        return FULL_DECK & ~(self.hand | self.opponent | self.discards | shown)


def observe(deal: Deal, seat: Seat) -> Observation:
    """What *seat* may know of *deal*.

    After the draw phase a seat knows the opponent's 13 cards exactly: it has seen the 26 discards and holds 13 itself.
    A deal that starts after the draw phase is taken to have been watched from the start.
    """
    draw, play = deal.draw, deal.play
    if deal.phase is Phase.DRAW:
        assert draw is not None
        hands = draw.hands
        opponent = _seen_taken(draw, seat) & hands[seat.other]
        discards = draw.discards
    else:
        assert deal.start_hands is not None
        hands = play.hands if play is not None else deal.start_hands
        opponent = hands[seat.other]
        discards = FULL_DECK & ~(deal.start_hands[0] | deal.start_hands[1])
    return Observation(
        seat=seat,
        ruleset=deal.ruleset,
        dealer=deal.dealer,
        phase=deal.phase,
        turn=deal.turn,
        hand=hands[seat],
        opponent=opponent,
        discards=discards,
        face_up=draw.face_up if draw else None,
        stock_left=len(draw.stock) if draw else 0,
        draw_led=draw.led if draw else None,
        draw_played=draw.played if draw else (),
        own_drawn=tuple(pair[seat] for pair in draw.drawn) if draw else (),
        calls=deal.auction.calls if deal.auction else (),
        contract=deal.contract,
        led=play.led if play else None,
        played=play.played if play else (),
        tricks=play.tricks if play else (0, 0),
        legal=deal.legal() if deal.turn == seat else (),
    )


def _seen_taken(draw: DrawPhase, seat: Seat) -> Mask:
    """The cards *seat* has seen the opponent take: with an exposed stock, the face-up card of each trick it won."""
    if draw.ruleset.stock != "exposed":
        return 0
    return mask_of(
        pair[seat.other] for pair, winner in zip(draw.drawn, draw.winners, strict=True) if winner == seat.other
    )
