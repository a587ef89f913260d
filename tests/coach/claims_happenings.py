"""What happens after a wrong card: the checkers of those sentences.

Each says what it can by itself and adds the tricks it tells of to the tale of the moment, which is looked for as a
whole in the lines of best play.
"""

from tests.coach.claims import Moment, claim, counts, says
from tests.coach.claims_lines import Told, best_cards, trick_made
from tests.coach.claims_values import AND, action, actions, card_or_suit, named, number
from tutor.cards import Seat
from tutor.messages import Message
from tutor.rules import Play

HONOUR = 8  # the ten


def _pick(moment: Moment, seat: Seat, message: Message, name: str) -> frozenset[int]:
    """The cards that a place of *message* may mean: the one it names, or the low ones of a suit that *seat* holds."""
    card, suit = card_or_suit(message, name)
    held = moment.held(seat) | (moment.theirs if seat == moment.they else set())
    if card is not None:
        claim(card in held, f"{seat.name} has the card told in {name}")
        return frozenset({card})
    low = frozenset(each for each in held if each // 13 == suit and each % 13 < HONOUR)
    claim(low, f"{seat.name} has a low card of the suit told in {name}")
    return low


def _first(moment: Moment, message: Message, winner: Seat, *, on_lead: bool) -> frozenset[int]:
    """Tell of the trick of the wrong card; gives the opponent's card of it."""
    claim(not moment.tale, "the trick of the wrong card is told first")
    claim((moment.play.led is None) == on_lead, "the card is led or is a reply, as it is told")
    reply = _pick(moment, moment.they, message, "reply") if "%(reply)s" in message.sentence else None
    if "%(card)s" in message.sentence:
        claim(action(message, "card") == moment.choice, "this is the choice")
    for name, seat in (("seat", moment.you), ("opponent", moment.they)):
        if f"%({name})s" in message.sentence:
            claim(named(message, name) == seat, f"{name} is who is meant")
    mine = frozenset({moment.choice})
    if on_lead:
        moment.tale.append(Told(winner, led=mine, reply=reply, leader=moment.you))
    else:
        assert moment.play.led is not None
        theirs = frozenset({moment.play.led})
        claim(reply in (None, theirs), "the card on the table is the opponent's")
        moment.tale.append(Told(winner, led=theirs, reply=mine, leader=moment.they))
    return reply or frozenset()


@says("%(reply)s wins the trick for %(opponent)s.")
def _lost_in_reply(moment: Moment, message: Message) -> None:
    _first(moment, message, moment.they, on_lead=False)


@says("%(card)s wins the trick, and %(seat)s has to lead.")
def _won_in_reply(moment: Moment, message: Message) -> None:
    _first(moment, message, moment.you, on_lead=False)
    claim(moment.held(moment.you) != {moment.choice}, "there is a card left to lead")


@says("%(opponent)s ruffs %(card)s with %(reply)s.")
def _ruffed(moment: Moment, message: Message) -> None:
    reply = _first(moment, message, moment.they, on_lead=True)
    claim({card // 13 for card in reply} == {moment.trump} != {moment.suit}, "a plain card is ruffed")


@says("%(opponent)s wins %(card)s with %(reply)s.")
def _lost_on_lead(moment: Moment, message: Message) -> None:
    reply = _first(moment, message, moment.they, on_lead=True)
    claim({card // 13 for card in reply} == {moment.suit}, "the reply follows suit")


@says("%(card)s wins the trick, and %(opponent)s follows with %(reply)s.")
def _won_followed(moment: Moment, message: Message) -> None:
    reply = _first(moment, message, moment.you, on_lead=True)
    claim({card // 13 for card in reply} == {moment.suit}, "the reply follows suit")


@says("%(card)s wins the trick, and %(opponent)s throws %(reply)s.")
def _won_thrown(moment: Moment, message: Message) -> None:
    reply = _first(moment, message, moment.you, on_lead=True)
    (suit,) = {card // 13 for card in reply}
    claim(suit not in (moment.suit, moment.trump), "the reply is thrown")


def _winners(moment: Moment, message: Message) -> tuple[Seat, frozenset[int]]:
    seat, cards = named(message, "seat"), frozenset(actions(message, "cards", AND))
    claim(cards <= moment.held(seat), f"{seat.name} holds the winning cards")
    claim(moment.tale, "the trick of the wrong card was told before")
    return seat, cards


@says("Then %(seat)s wins with %(cards)s.")
def _then(moment: Moment, message: Message) -> None:
    seat, cards = _winners(moment, message)
    moment.tale.append(Told(seat, len(cards), cards))


@says("Later, from trick %(number)s on, %(seat)s wins with %(cards)s.")
def _later(moment: Moment, message: Message) -> None:
    seat, cards = _winners(moment, message)
    told = sum(moment.play.tricks) + 1 + sum(each.count for each in moment.tale)
    claim(number(message, "number") > told, "something comes between")
    moment.tale.append(Told(seat, len(cards), cards, start=number(message, "number")))


@says("Then %(seat)s ruffs %(lead)s with %(cards)s.")
def _then_ruffed(moment: Moment, message: Message) -> None:
    seat, cards = _winners(moment, message)
    lead = _pick(moment, seat.other, message, "lead")
    claim(len(cards) == 1, "one trump ruffs")
    claim({card // 13 for card in cards} == {moment.trump}, "a trump ruffs")
    claim(moment.trump not in {card // 13 for card in lead}, "a plain card is ruffed")
    moment.tale.append(Told(seat, 1, cards, led=lead, leader=seat.other))


@counts("Then %(seat)s wins one trick.", "Then %(seat)s wins %(count)s tricks in a row.")
def _then_some(moment: Moment, message: Message) -> None:
    claim(moment.tale, "the trick of the wrong card was told before")
    moment.tale.append(Told(named(message, "seat"), message.count, None))


@counts(
    "Later, from trick %(number)s on, %(seat)s wins one trick.",
    "Later, from trick %(number)s on, %(seat)s wins %(count)s tricks in a row.",
)
def _later_some(moment: Moment, message: Message) -> None:
    told = sum(moment.play.tricks) + 1 + sum(each.count for each in moment.tale)
    claim(number(message, "number") > told, "something comes between")
    moment.tale.append(Told(named(message, "seat"), message.count, None, start=number(message, "number")))


def _right_card(moment: Moment, message: Message) -> int:
    instead = action(message, "instead")
    claim(instead in moment.faultless, "the card instead gives nothing away")
    claim(named(message, "seat") == moment.you, "the seat is that of the choice")
    return instead


@says("After %(instead)s, %(seat)s wins trick %(number)s with %(card)s.")
def _there(moment: Moment, message: Message) -> None:
    instead, card = _right_card(moment, message), action(message, "card")
    claim(card in moment.held(moment.you) - {instead}, "the seat holds the winning card")
    trick = Told(moment.you, 1, frozenset({card}), start=number(message, "number"))
    claim(moment.can_happen(trick, after=instead), "the card can win that trick with best play")


@says("%(seat)s takes no trick at all instead of %(instead)s.")
def _no_trick(moment: Moment, message: Message) -> None:
    _in_all(moment, message, 0)


@counts(
    "In all %(seat)s takes one trick instead of %(instead)s.",
    "In all %(seat)s takes %(count)s tricks instead of %(instead)s.",
)
def _tricks(moment: Moment, message: Message) -> None:
    _in_all(moment, message, message.count)


def _in_all(moment: Moment, message: Message, tricks: int) -> None:
    claim(named(message, "seat") == moment.you, "the seat is that of the choice")
    claim(moment.tricks[moment.choice] == tricks, "so many tricks in all")
    claim(max(moment.tricks.values()) == number(message, "instead") > tricks, "so many after a right card")


def replies(play: Play) -> list[Play]:
    """The play after each best reply to the card on the table; *play* itself where none lies there."""
    return [play] if play.led is None else [trick_made(play, card)[1] for card in best_cards(play)]
