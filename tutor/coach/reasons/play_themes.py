"""Themes of the play, each defined by what changes in the value when one thing is changed.

Below, *you* play the wrong card, the *opponent* is the other seat, the *refutation* is the line after the wrong card
beside the line after a best one (:mod:`tutor.coach.reasons.refutation`), and a card *costs* the tricks it gives away
against the best one. "Were it so, the card costs nothing" is always a solution of the changed position. Where a theme
names cards, :attr:`Finding.cards` has them in the order given. Of best cards that are equal one stands for all
(:attr:`tutor.coach.reasons.case.Case.tries`).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tutor.cards import Card, Seat, Suit, suit_bits, suit_of
from tutor.coach.reasons.case import Case
from tutor.coach.reasons.counterfactual import IDLE, Lowered, NoTrumps, OtherLeads, Recast, Spare, changed
from tutor.coach.reasons.refutation import Trick
from tutor.coach.themes import Finding, Theme
from tutor.rules import Play, Position
from tutor.solver import card_values, value

Recogniser = Callable[[Case], Finding | None]

MOST_CASHED: Final = 3
"""So many winners can be named before the one that comes too early."""


def draw_trumps(case: Case) -> Finding | None:
    """Draw trumps first: on lead you play a plain suit, a trump is best, and a card is ruffed that could win.

    The opponent ruffs it after the wrong card; after the trump it wins a trick. Were the opponent's trumps the lowest
    cards of a plain suit instead, the wrong card costs nothing. Cards: the opponent's trumps.
    """
    trump = case.trump
    if trump is None or case.suit == trump:
        return None
    theirs = case.of_suit(case.theirs, trump)
    ruffed = {t.cards[0] for t in case.tricks if _ruffs(t, case.you.other, trump)}
    if not theirs or not ruffed:
        return None
    for instead in case.of_suit(case.tries, trump):
        if ruffed.isdisjoint(_winners(case, case.against(instead).better_tricks)):
            continue
        for suit in case.other_suits(trump):
            if case.free_if(Recast(theirs, suit)):
                return Finding(Theme.DRAW_TRUMPS, instead, Recast(theirs, suit), theirs)
    return None


def keep_trumps(case: Case) -> Finding | None:
    """Keep trumps to ruff: you lead a trump, no trump is best, and you ruff fewer tricks than after the best card.

    Without a trump suit, the card costs nothing. Cards: a trump that ruffs after the best card, the wrong one only when
    no other does.
    """
    trump = case.trump
    if trump is None or case.suit != trump or case.of_suit(case.best, trump):
        return None
    now = sum(_ruffs(t, case.you, trump) for t in case.tricks)
    for instead in case.tries:
        ruffs = [t.won_with for t in case.against(instead).better_tricks if _ruffs(t, case.you, trump)]
        if len(ruffs) > now and case.free_if(NoTrumps()):
            ruff = next((card for card in ruffs if card != case.card), case.card)
            return Finding(Theme.KEEP_TRUMPS, instead, NoTrumps(), (ruff,))
    return None


def force(case: Case) -> Finding | None:
    """Force the other to ruff: the best lead is a plain suit that the opponent is out of and ruffs.

    Were the opponent's lowest card of another plain suit the lowest of that one, so that it must follow, the wrong card
    costs nothing. Cards: the trump that the opponent has to spend, the card that would be another.
    """
    trump = case.trump
    if trump is None:
        return None
    for instead in case.tries:
        suit = suit_of(instead)
        if suit in (trump, case.suit) or case.of_suit(case.theirs, suit):
            continue
        reply = case.after(instead).played[-1]
        if suit_of(reply) != trump:
            continue
        for other in _lowest_of_each(case.theirs):
            if other // 13 != trump and case.free_if(Recast((other,), suit)):
                return Finding(Theme.FORCE, instead, Recast((other,), suit), (reply, other))
    return None


def cash_first(case: Case) -> Finding | None:
    """Cash before losing the lead: the wrong card loses its trick, and it would cost nothing after some that you win.

    The best card is of the same suit, or else every best card wins its trick. When you have won one to three tricks by
    leading to them, the best card first and each best at its turn, the wrong card costs nothing: only the order is
    wrong. Cards: those that you lead before it. *then*: they and the replies.
    """
    if case.keeps_lead(case.card):
        return None
    all_win = all(case.keeps_lead(card) for card in case.tries)
    for instead in case.tries:
        if case.keeps_lead(instead) and (all_win or suit_of(instead) == case.suit):
            then = _winners_before(case, instead)
            if then:
                return Finding(Theme.CASH_FIRST, instead, None, then[::2], then)
    return None


def _winners_before(case: Case, instead: Card) -> tuple[Card, ...]:
    """The cards of tricks of yours, *instead* first, after which the wrong one costs nothing; as few as can be."""
    play = case.play
    for trick in case.against(instead).better_tricks[:-1][:MOST_CASHED]:
        if trick.leader != case.you or trick.winner != case.you or trick.cards[0] == case.card:
            break
        play = play.push(trick.cards[0]).push(trick.cards[1])
        values = card_values(Position.of(play))
        if values[case.card] == max(values.values()):
            return play.played[len(case.play.played) :]
    return ()


def long_suit(case: Case) -> Finding | None:
    """Establish a long suit: the best lead is from another suit than the wrong one and makes a low card of it good.

    The opponent has two cards or more of the suit. After the best lead you lead a card that one of them beats now when
    the opponent has none left, and win; after the wrong card it wins no trick. Were it the lowest of another suit
    instead, the wrong card costs nothing. Cards: it.
    """
    lost = _winners(case, case.tricks)
    for instead in case.tries:
        suit = suit_of(instead)
        theirs = case.of_suit(case.theirs, suit)
        if suit in (case.trump, case.suit) or len(theirs) < 2:
            continue
        for trick in case.against(instead).better_tricks[1:]:
            lead, reply = trick.cards
            if trick.leader != case.you or trick.winner != case.you or lead // 13 != suit or reply // 13 == suit:
                continue
            if lead > theirs[0] or lead in lost:
                continue
            for other in case.other_suits(suit):
                if case.free_if(Recast((lead,), other)):
                    return Finding(Theme.LONG_SUIT, instead, Recast((lead,), other), (lead,))
    return None


def drive_out(case: Case) -> Finding | None:
    """Drive out a stopper: the best lead loses to a higher card of its suit, and one of yours below that wins later.

    The lead is from another suit than the wrong one, and yours wins no trick after the wrong card. Were the stopper the
    lowest of its suit, the wrong card costs nothing. Cards: the stopper, your card.
    """
    for instead in case.tries:
        stopper = case.after(instead).played[-1]
        suit = suit_of(instead)
        if suit == case.suit or suit_of(stopper) != suit or stopper < instead or not case.free_if(Lowered((stopper,))):
            continue
        lost = _winners(case, case.tricks)
        for made in _winners(case, case.against(instead).better_tricks):
            if suit_of(made) == suit and made < stopper and made not in lost:
                return Finding(Theme.DRIVE_OUT, instead, Lowered((stopper,)), (stopper, made))
    return None


def throw_in(case: Case) -> Finding | None:
    """Throw in: every best card gives the opponent the lead, and having to lead costs the opponent.

    Were you on lead after that trick instead, the best card would gain nothing over the wrong one. *then*: the best
    card and the reply, after which the change is made.
    """
    if any(case.keeps_lead(card) for card in case.tries):
        return None
    for instead in case.tries:
        after = case.after(instead)
        if not after.over and _yours_if_other_leads(after, case.you) <= case.values[case.card]:
            return Finding(Theme.THROW_IN, instead, OtherLeads(), (), after.played[-2:])
    return None


def tenace(case: Case) -> Finding | None:
    """A tenace, do not lead from it: you lead a suit in which you hold cards on both sides of one of the opponent's.

    Your card above that one can be beaten by none of the opponent's. No card of the suit is best, and did the opponent
    lead the suit now, whichever card of it, you would take as many tricks as with the best card. Were that card of the
    opponent's the lowest of the suit, yours costs nothing. Cards: it, your next above, your next below.
    """
    theirs = case.of_suit(case.theirs, case.suit)
    if case.of_suit(case.best, case.suit) or not theirs:
        return None
    mine = case.of_suit(case.mine, case.suit)
    for caught in theirs:
        above, below = [c for c in mine if c > caught], [c for c in mine if c < caught]
        if above and below and min(above) > theirs[0] and case.free_if(Lowered((caught,))):
            leads = card_values(Position.of(_other_leads(case.play)))
            if case.position.tricks_left - max(leads[card] for card in theirs) < case.best_value:
                return None
            return Finding(Theme.TENACE, case.natural, Lowered((caught,)), (caught, min(above), max(below)))
    return None


def leave_safely(case: Case) -> Finding | None:
    """Exit safely: every best card is of another suit and gives up the lead, and gives up nothing else.

    Were the opponent on lead now, you would take as many tricks as with the best card: it is as good as not having to
    lead.
    """
    if any(suit_of(card) == case.suit or case.keeps_lead(card) for card in case.tries):
        return None
    if case.position.tricks_left < 2 or _yours_if_other_leads(case.play, case.you) != case.best_value:
        return None
    return Finding(Theme.EXIT, case.natural, OtherLeads())


def squeeze(case: Case) -> Finding | None:
    """Squeeze: after the best card the opponent has to throw away, and every card that may be thrown gives you a trick.

    It is out of the suit led and throws from two suits or more; after the wrong card that never happens. With an idle
    card more (both hands one card longer, see :class:`Spare`) the opponent would lose nothing there; and with it from
    the start, the wrong card costs nothing. Cards: your card that squeezes, the card thrown.
    """
    refutation = case.against(case.natural)
    for trick, suit in _squeezes(case, refutation.better_tricks):
        if case.free_if(Spare(suit)) and not any(_squeezes(case, refutation.tricks)):
            return Finding(Theme.SQUEEZE, case.natural, Spare(suit), trick.cards)
    return None


def _squeezes(case: Case, tricks: Sequence[Trick]) -> Iterator[tuple[Trick, Suit]]:
    """The tricks at which the opponent is squeezed, each with the suit of an idle card that would save it."""
    play = case.play
    for trick in tricks[:-1]:
        lead, thrown = trick.cards
        if trick.leader == case.you and lead // 13 != thrown // 13 and thrown // 13 != case.trump:
            suit = _saving_suit(play.push(lead))
            if suit is not None:
                yield trick, suit
        play = play.push(lead).push(thrown)


def _saving_suit(play: Play) -> Suit | None:
    """The suit of an idle card that would save whoever has to discard in *play*; None when none would."""
    hand = play.hands[play.turn]
    if sum(1 for suit in range(4) if suit_bits(hand, suit)) < 2:
        return None
    position = Position.of(play)
    most = max(card_values(position).values())
    for suit in Suit:
        spare = changed(position, Spare(suit))
        if spare is None or position.led is None or suit_of(position.led) == suit:
            continue
        kept = card_values(spare.position)[spare.now[IDLE]]
        # One trick more is played with the spare cards, and the idle one cannot win it for the other side: the thrower
        # has saved a trick when it comes out two ahead.
        if kept - most > 1:
            return suit
    return None


def stay_on_lead(case: Case) -> Finding | None:
    """Stay on lead: the wrong card loses its trick and the lead with it, every best one keeps it.

    Were you on lead again after that trick, the wrong card costs nothing; or, when it costs two tricks or more, only
    one, its own (:attr:`Finding.cost`). *then*: the wrong card and the reply, after which the change is made.
    """
    after = case.after(case.card)
    if after.over or after.turn == case.you or not all(case.keeps_lead(card) for card in case.tries):
        return None
    cost = max(0, case.best_value - _yours_if_other_leads(after, case.you))
    if cost <= min(1, case.loss - 1):
        return Finding(Theme.STAY_ON_LEAD, case.natural, OtherLeads(), (), after.played[-2:], cost)
    return None


def hold_up(case: Case) -> Finding | None:
    """Hold up: you win, and every best card is a lower one of the suit that loses.

    Were the lowest card that the opponent still has of the suit the lowest of another one instead, winning costs
    nothing. Cards: the opponent's lowest card of the suit.
    """
    if not case.wins(case.card) or any(c // 13 != case.suit or case.wins(c) for c in case.best):
        return None
    theirs = case.of_suit(case.theirs, case.suit)
    if not theirs:
        return None
    for other in case.other_suits(case.suit):
        change = Recast((theirs[-1],), other)
        if case.free_if(change):
            return Finding(Theme.HOLD_UP, case.best[0], change, (theirs[-1],))
    return None


def guard(case: Case) -> Finding | None:
    """Keep the guard: you throw a card below another of yours that stands below one of the opponent's and can win.

    It does so after the best card, and a best card loses the trick as well. Were that card of the opponent's the lowest
    of the suit, the card costs nothing. Cards: it, your card that it would catch.
    """
    if not _discards(case) or all(case.wins(card) for card in case.tries):
        return None
    better = case.against(case.natural).better_tricks
    won = {trick.won_with for trick in better if trick.winner == case.you}
    for high in case.of_suit(case.theirs, case.suit):
        kept = next((c for c in case.of_suit(case.mine, case.suit) if case.card < c < high and c in won), None)
        if kept is not None and case.free_if(Lowered((high,))):
            return Finding(Theme.GUARD, case.natural, Lowered((high,)), (high, kept))
    return None


def length(case: Case) -> Finding | None:
    """Keep the length: you throw from a suit of the opponent's, and not the rank of your card is what counts.

    A best card loses the trick as well, and were yours the lowest of its suit, it would cost all the same. Were the
    opponent's lowest card of the suit the lowest of another one instead, so that the opponent has one less of it, the
    card costs nothing. Cards: that card.
    """
    theirs = case.of_suit(case.theirs, case.suit)
    if not _discards(case) or not theirs or all(case.wins(card) for card in case.tries):
        return None
    if case.free_if(Lowered((case.card,))):
        return None
    for other in case.other_suits(case.suit):
        change = Recast((theirs[-1],), other)
        if case.free_if(change):
            return Finding(Theme.LENGTH, case.natural, change, (theirs[-1],))
    return None


def win_cheaply(case: Case) -> Finding | None:
    """Win cheaply: a lower card of the same suit wins the trick as well.

    Were the opponent's cards between the two the lowest of the suit, the card costs nothing. Cards: they.
    """
    if not case.wins(case.card):
        return None
    cheaper = [c for c in case.best if c // 13 == case.suit and c < case.card and case.wins(c)]
    return _between(case, Theme.WIN_CHEAPLY, cheaper)


def save_high(case: Case) -> Finding | None:
    """Do not waste a good card: the trick is lost, and you lose a card to it that is too good.

    Were it the lowest of its suit, the card costs nothing. Or it is a discard that wins a trick after the best card,
    whatever its rank: were it the lowest of another plain suit that a best card is of, it costs nothing. Cards: the
    wrong card.
    """
    if case.position.led is None or case.wins(case.card):
        return None
    losing = [card for card in case.tries if not case.wins(card)]
    if losing and case.free_if(Lowered((case.card,))):
        return Finding(Theme.SAVE_HIGH, losing[0], Lowered((case.card,)), (case.card,))
    if not losing or not _discards(case):
        return None
    changes = [Recast((case.card,), suit) for suit in dict.fromkeys(suit_of(card) for card in case.best)]
    change = next((c for c in changes if c.suit not in (case.suit, case.trump) and case.free_if(c)), None)
    for instead in losing if change is not None else ():
        if case.card in _winners(case, case.against(instead).better_tricks):
            return Finding(Theme.SAVE_HIGH, instead, change, (case.card,))
    return None


def refuse_ruff(case: Case) -> Finding | None:
    """Refuse to ruff: you ruff a plain suit, and only discards are best.

    Were your lowest card of a plain suit the lowest trump instead, so that you have one trump more, ruffing costs
    nothing. Cards: that plain card.
    """
    trump = case.trump
    if trump is None or case.suit != trump or not case.wins(case.card) or case.position.led is None:
        return None
    if case.position.led // 13 == trump or any(c // 13 == trump for c in case.best):
        return None
    for card in _lowest_of_each(case.mine):
        if card // 13 != trump and case.free_if(Recast((card,), trump)):
            return Finding(Theme.REFUSE_RUFF, case.natural, Recast((card,), trump), (card,))
    return None


def take(case: Case) -> Finding | None:
    """Take the trick: every best card wins it, the wrong one does not.

    Had the wrong card won it, with the lead that goes with it, it would cost nothing, or less (:attr:`Finding.cost`).
    """
    if case.position.led is None or case.wins(case.card) or not all(case.wins(c) for c in case.best):
        return None
    after = case.after(case.card)
    rest = 0 if after.over else _yours_if_other_leads(after, case.you)
    cost = max(0, case.best_value - 1 - rest)
    return Finding(Theme.TAKE, case.natural, cost=cost) if cost < case.loss else None


def stay_off_lead(case: Case) -> Finding | None:
    """Stay off lead: you win the trick, and every best card loses it.

    Were the opponent on lead after the trick that you won, the card costs nothing. *then*: the wrong card, after which
    the change is made.
    """
    if case.position.led is None or not case.wins(case.card) or any(case.wins(c) for c in case.best):
        return None
    after = case.after(case.card)
    if after.over or 1 + _yours_if_other_leads(after, case.you) < case.best_value:
        return None
    return Finding(Theme.STAY_OFF_LEAD, case.best[0], OtherLeads(), (), (case.card,))


PLANS: Final[tuple[Recogniser, ...]] = (draw_trumps, force, drive_out, long_suit, cash_first)
"""On lead: what the best card does."""
FAULTS: Final[tuple[Recogniser, ...]] = (keep_trumps, tenace, leave_safely)
"""On lead: what is wrong with the wrong card."""
ON_LEAD: Final[tuple[Recogniser, ...]] = (squeeze, throw_in, *PLANS, *FAULTS, stay_on_lead)
ON_LEAD_WITH_CHOICE: Final[tuple[Recogniser, ...]] = (squeeze, throw_in, *FAULTS, *PLANS, stay_on_lead)
"""When cards of several suits are best, a plan tells less than what is wrong with the wrong card."""
IN_REPLY: Final[tuple[Recogniser, ...]] = (
    hold_up,
    refuse_ruff,
    win_cheaply,
    save_high,
    guard,
    length,
    take,
    stay_off_lead,
)


def play_themes(case: Case) -> Iterator[Finding]:
    """The themes of a wrong card, the more telling ones first; a card that costs nothing has none."""
    if not case.loss:
        return
    order = IN_REPLY
    if case.position.led is None:
        order = ON_LEAD if len({suit_of(card) for card in case.tries}) == 1 else ON_LEAD_WITH_CHOICE
    for recognise in order:
        found = recognise(case)
        if found is not None:
            yield found


def _ruffs(trick: Trick, seat: Seat, trump: Suit) -> bool:
    """Whether *seat* wins *trick* with a trump to a plain suit that the other led."""
    return trick.winner == seat != trick.leader and trick.cards[1] // 13 == trump != trick.cards[0] // 13


def _discards(case: Case) -> bool:
    """Whether the wrong card neither follows suit nor ruffs."""
    led = case.position.led
    return led is not None and led // 13 != case.suit != case.trump


def _lowest_of_each(cards: tuple[Card, ...]) -> list[Card]:
    """The lowest card of each suit among *cards*, which are ordered from the top."""
    return list({card // 13: card for card in cards}.values())


def _between(case: Case, theme: Theme, cheaper: list[Card]) -> Finding | None:
    """The finding that one of *cheaper* does what the wrong card does, and spares what beats the cards between."""
    for instead in cheaper:
        between = tuple(c for c in case.theirs if instead < c < case.card)
        if between and case.free_if(Lowered(between)):
            return Finding(theme, instead, Lowered(between), between)
    return None


def _winners(case: Case, tricks: Sequence[Trick]) -> tuple[Card, ...]:
    """Your cards that win one of *tricks*, in their order."""
    return tuple(trick.won_with for trick in tricks if trick.winner == case.you)


def _other_leads(play: Play) -> Play:
    """*play* with the other seat on lead."""
    return Play(play.hands, play.strain, play.turn.other)


def _yours_if_other_leads(play: Play, you: Seat) -> int:
    """Tricks that *you* take from now on when the other seat than the one on lead in *play* leads."""
    position = Position.of(_other_leads(play))
    tricks = value(position)
    return tricks if position.turn == you else position.tricks_left - tricks
