"""The themes of a wrong card, and what to look for next time: the checkers of those sentences.

"If it were so, the card would cost nothing" is the changed position made with :mod:`tests.coach.claims_layout` and
solved.
What is told of the tricks after a card is one way in which both can go on as well as can be: the opponent may have
another reply as good. What is said to be without exception ("whatever", "every", "has to be won") has none.
"""

from collections.abc import Callable

from tests.coach.claims import PLURALS, Checker, Moment, claim, named_rightly, says
from tests.coach.claims_happenings import replies
from tests.coach.claims_layout import YOURS, Layout
from tests.coach.claims_lines import Told, Trick, best_cards
from tests.coach.claims_values import AND, action, actions, counted, suit_named
from tutor.messages import Message
from tutor.rules import Play


def _theme(*templates: str, on_lead: bool) -> Callable[[Checker], Checker]:
    """The decorated function checks a theme of a card led, or of a reply; seats and cards are checked before it."""

    def register(checker: Checker) -> Checker:
        def check(moment: Moment, message: Message) -> None:
            claim((moment.play.led is None) == on_lead, "the card is led or is a reply, as the theme wants")
            claim(moment.lost_tricks(moment.choice) > 0, "the choice gives tricks away")
            named_rightly(moment, message)
            checker(moment, message)

        says(*templates)(check)
        return checker

    return register


def _yours(moment: Moment, message: Message, name: str) -> int:
    card = action(message, name)
    claim(card in moment.held(moment.you), f"the {name} card is in the hand of the seat that chose")
    return card


def _theirs(moment: Moment, message: Message, name: str) -> int:
    card = action(message, name)
    claim(card in moment.held(moment.they), f"the {name} card is in the hand of the opponent")
    return card


def _free(moment: Moment, layout: Layout, change: str) -> None:
    claim(moment.costs_nothing(layout), f"the choice costs nothing {change}")


def _free_if_lowest(moment: Moment, *cards: int) -> None:
    _free(moment, moment.layout.lowest(cards), "with these cards the lowest of their suits")


def _free_if_moved(moment: Moment, message: Message, *cards: int) -> None:
    suit = suit_named(message, "suit")
    claim(all(card // 13 != suit for card in cards), "the cards change their suit")
    _free(moment, moment.layout.moved(cards, suit), "with these cards the lowest of that suit")


# On lead.


ONE_TRUMP = (
    "%(opponent)s still holds a trump, %(cards)s: if it were a low card in %(suit)s instead, %(card)s would cost "
    "nothing. Lead a trump first, such as %(instead)s."
)
PLURALS[ONE_TRUMP] = (
    "%(opponent)s still holds trumps, %(cards)s: if they were low cards in %(suit)s instead, %(card)s would cost "
    "nothing. Lead a trump first, such as %(instead)s."
)


@_theme(ONE_TRUMP, on_lead=True)
def _draw_trumps(moment: Moment, message: Message) -> None:
    cards = actions(message, "cards", AND)
    trumps = {card for card in moment.held(moment.they) if card // 13 == moment.trump}
    claim(set(cards) == trumps and len(trumps) == message.count, "these are the trumps")
    claim(moment.suit != moment.trump, "the choice is a plain card")
    claim(action(message, "instead") // 13 == moment.trump, "the card instead is a trump")
    _free_if_moved(moment, message, *cards)


@_theme(
    "%(seat)s’s trumps are needed for ruffing: after %(instead)s, %(first)s wins a trick that way. Without a "
    "trump suit, "
    "%(card)s would cost nothing.",
    on_lead=True,
)
def _keep_trumps(moment: Moment, message: Message) -> None:
    first = _yours(moment, message, "first")
    claim(moment.suit == moment.trump == first // 13, "a trump is led, and a trump ruffs")

    def ruffs(trick: Trick, _before: Play) -> bool:
        return trick.reply == first and trick.led // 13 != moment.trump

    ruff = Told(moment.you, 1, frozenset({first}), start=None, leader=moment.they, test=ruffs)
    claim(moment.can_happen(ruff, after=action(message, "instead")), "the trump can win a trick by ruffing")
    _free(moment, moment.layout.plain(), "without a trump suit")


@_theme(
    "After %(instead)s, %(opponent)s can do no better than ruff with %(first)s. If %(second)s were a low card in "
    "%(suit)s, so that %(opponent)s could follow suit, %(card)s would cost nothing.",
    on_lead=True,
)
def _force(moment: Moment, message: Message) -> None:
    instead, first = action(message, "instead"), _theirs(moment, message, "first")
    suit = suit_named(message, "suit")
    claim(first // 13 == moment.trump != instead // 13, "a plain card is ruffed")
    claim(instead // 13 == suit, "the suit is that of the card instead")
    claim(all(card // 13 != suit for card in moment.held(moment.they)), "the opponent cannot follow suit")
    spent = {after.played[-1] for after in replies(moment.play.apply(instead))}
    claim(first in spent, "the trump is a best reply")
    _free_if_moved(moment, message, _theirs(moment, message, "second"))


@_theme("Only the order is wrong: cash %(cards)s first, and %(card)s costs nothing.", on_lead=True)
def _cash_first(moment: Moment, message: Message) -> None:
    cards = set(actions(message, "cards", AND))
    claim(cards <= moment.held(moment.you) - {moment.choice}, "the seat holds the cards to cash")
    claim(_cashed(moment, moment.play, cards), "the cards can be cashed, and then the choice costs nothing")


def _cashed(moment: Moment, play: Play, cards: set[int]) -> bool:
    """Whether *cards*, each best, can be led in some order and win their tricks, and the choice then costs nothing."""
    if not cards:
        return moment.costs_nothing(Layout.of(play))
    leads = [card for card in best_cards(play) if card in cards]
    won = [(card, after) for card in leads for after in replies(play.apply(card)) if after.turn == moment.you]
    return any(_cashed(moment, after, cards - {card}) for card, after in won)


@_theme(
    "After %(instead)s, %(first)s grows into a winner: %(opponent)s runs out of the suit. If %(first)s were a low "
    "card in %(suit)s, "
    "%(card)s would cost nothing.",
    on_lead=True,
)
def _long_suit(moment: Moment, message: Message) -> None:
    first, instead = _yours(moment, message, "first"), action(message, "instead")
    suit = first // 13
    claim(instead // 13 == suit != moment.trump, "the card instead is of the suit, a plain one")
    above = {card for card in moment.held(moment.they) if card // 13 == suit and card > first}
    claim(above, "the card can be beaten in its suit now")

    def established(_trick: Trick, before: Play) -> bool:
        return not before.hands[moment.they] >> 13 * suit & 0x1FFF

    wins = Told(
        moment.you, 1, frozenset({first}), start=None, led=frozenset({first}), leader=moment.you, test=established
    )
    claim(moment.can_happen(wins, after=instead), "the card can win a trick when the opponent has run out of the suit")
    _free_if_moved(moment, message, first)


@_theme(
    "%(instead)s drives out %(first)s, and %(second)s wins a trick later. If %(first)s were the lowest of its "
    "suit, %(card)s "
    "would cost nothing.",
    on_lead=True,
)
def _drive_out(moment: Moment, message: Message) -> None:
    instead, first, second = (
        action(message, "instead"),
        _theirs(moment, message, "first"),
        _yours(moment, message, "second"),
    )
    claim(instead // 13 == first // 13 == second // 13, "the three are of one suit")
    claim(max(instead, second) < first and instead != second, "the stopper is above the two others")
    taken = Told(moment.they, led=frozenset({instead}), reply=frozenset({first}))
    wins = Told(moment.you, 1, frozenset({second}), start=None)
    claim(moment.can_happen(taken, wins, after=instead), "the stopper can take the card and the other win later")
    _free_if_lowest(moment, first)


def _if_other_leads(moment: Moment, after: Play) -> int:
    """Tricks that you take in all when the other seat leads in *after*."""
    return after.tricks[moment.you] + Layout.of(after).led_by(after.turn.other).tricks_of(moment.you)


def _theirs_to_lead(moment: Moment, card: int) -> list[Play]:
    """The play after *card* and each best reply that wins its trick."""
    return [after for after in replies(moment.play.apply(card)) if after.turn == moment.they]


@_theme(
    "After %(instead)s, %(opponent)s can do no better than take the trick and lead, and that lead helps "
    "%(seat)s: had %(seat)s to lead there, %(instead)s would be no better than %(card)s.",
    on_lead=True,
)
def _throw_in(moment: Moment, message: Message) -> None:
    claim(len(moment.held(moment.you)) > 1, "there is a card left to lead")
    thrown_in = _theirs_to_lead(moment, action(message, "instead"))
    claim(
        any(_if_other_leads(moment, after) <= moment.tricks[moment.choice] for after in thrown_in),
        "the card instead would be no better",
    )


@_theme(
    "%(seat)s’s %(second)s and %(third)s lie on either side of %(first)s, and the suit is better led by "
    "%(opponent)s. If "
    "%(first)s were the lowest of its suit, %(card)s would cost nothing.",
    on_lead=True,
)
def _tenace(moment: Moment, message: Message) -> None:
    first = _theirs(moment, message, "first")
    second, third = _yours(moment, message, "second"), _yours(moment, message, "third")
    claim({card // 13 for card in (first, second, third)} == {moment.suit}, "the three are of the suit led")
    claim(third < first < second, "two stand around the third")
    _free_if_lowest(moment, first)
    led_by_them = moment.layout.led_by(moment.they)
    theirs = max(tricks for card, tricks in led_by_them.values().items() if card // 13 == moment.suit)
    mine = max(tricks for card, tricks in moment.layout.values().items() if card // 13 == moment.suit)
    left = len(moment.held(moment.you))
    claim(left - theirs > mine, "the opponent’s lead of the suit would bring more")


@_theme(
    "It is no gain to be on lead: if %(opponent)s were to lead now, %(seat)s would take as many tricks as with the "
    "best card. %(instead)s offers the lead to %(opponent)s and gives nothing away.",
    on_lead=True,
)
def _exit(moment: Moment, message: Message) -> None:
    most = max(moment.tricks.values())
    claim(_if_other_leads(moment, moment.play) == most, "the opponent’s lead would bring as many tricks")
    claim(_theirs_to_lead(moment, action(message, "instead")), "the opponent can take the lead")


@_theme(
    "After %(instead)s comes %(first)s, and whatever %(opponent)s throws on it gives away a trick. With an idle card "
    "to throw, %(card)s would cost nothing.",
    on_lead=True,
)
def _squeeze(moment: Moment, message: Message) -> None:
    instead, first = action(message, "instead"), _yours(moment, message, "first")
    claim(first != instead, "the squeezing card comes after the card instead")
    _squeezes(moment, instead, first)


@_theme(
    "Whatever %(opponent)s throws on %(instead)s gives away a trick. With an idle card to throw, %(card)s would cost "
    "nothing.",
    on_lead=True,
)
def _squeeze_at_once(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    _squeezes(moment, instead, instead)


def _squeezes(moment: Moment, instead: int, first: int) -> None:
    def squeezed(trick: Trick, before: Play) -> bool:
        if trick.led != first or trick.reply // 13 in (first // 13, moment.trump):
            return False
        layout = Layout.of(before)
        return any(_saves(layout, suit) for suit in range(4) if suit != first // 13)

    squeeze = Told(moment.you, 1, frozenset({first}), start=None, leader=moment.you, test=squeezed)
    claim(moment.can_happen(squeeze, after=instead), "the card comes and squeezes")
    spared = [moment.layout.spared(suit) for suit in range(4)] if len(moment.held(moment.you)) < 13 else []
    claim(any(moment.costs_nothing(layout) for layout in spared), "the choice costs nothing with an idle card more")


def _saves(layout: Layout, suit: int) -> bool:
    """Whether an idle card of *suit* to throw would be worth a trick more than every real discard.

    With it a trick more is played, which the thrower may win too: so it takes two more.
    """
    spared = layout.spared(suit).values()
    return YOURS in spared and spared[YOURS] >= max(layout.values().values()) + 2


@_theme(
    "%(card)s lets %(opponent)s in too early: if %(seat)s were on lead again after this trick, it would cost nothing.",
    on_lead=True,
)
def _stay_on_lead(moment: Moment, _message: Message) -> None:
    most = max(moment.tricks.values())
    lost = _theirs_to_lead(moment, moment.choice)
    claim(any(_if_other_leads(moment, after) >= most for after in lost), "it would cost nothing")


@_theme(
    "%(card)s lets %(opponent)s in too early: if %(seat)s were on lead again after this trick, it would cost only "
    "%(tricks)s.",
    on_lead=True,
)
def _stay_on_lead_for_less(moment: Moment, message: Message) -> None:
    tricks, most = counted(message, "tricks", "tricks"), max(moment.tricks.values())
    claim(tricks < moment.lost_tricks(moment.choice), "it costs more as it is")
    lost = _theirs_to_lead(moment, moment.choice)
    claim(any(most - _if_other_leads(moment, after) == tricks for after in lost), "it would cost so many tricks")


# In reply.


def _wins(moment: Moment, card: int) -> bool:
    return moment.play.apply(card).turn == moment.you


def _discards(moment: Moment) -> None:
    assert moment.play.led is not None
    claim(moment.suit not in (moment.play.led // 13, moment.trump), "the choice is thrown away")


@_theme(
    "%(card)s wins too early: if %(first)s were a low card in %(suit)s, so that %(opponent)s had one card less of the "
    "suit, winning now would cost nothing.",
    on_lead=False,
)
def _hold_up(moment: Moment, message: Message) -> None:
    first = _theirs(moment, message, "first")
    claim(_wins(moment, moment.choice), "the choice wins the trick")
    claim(not any(_wins(moment, card) for card in moment.faultless), "the right cards do not win it")
    claim(first // 13 == moment.suit, "the opponent’s card is of the suit")
    _free_if_moved(moment, message, first)


@_theme(
    "%(card)s guards %(second)s against %(first)s: if %(first)s were the lowest of its suit, %(card)s could be thrown.",
    on_lead=False,
)
def _guard(moment: Moment, message: Message) -> None:
    first, second = _theirs(moment, message, "first"), _yours(moment, message, "second")
    _discards(moment)
    claim(first // 13 == second // 13 == moment.suit, "the three are of one suit")
    claim(moment.choice < second < first, "the guarded card stands between the guard and the other")
    wins = Told(moment.you, 1, frozenset({second}), start=None)
    claim(any(moment.can_happen(wins, after=card) for card in moment.faultless), "the guarded card can win a trick")
    _free_if_lowest(moment, first)


@_theme(
    "%(seat)s needs the length: if %(first)s were a low card in %(suit)s, so that %(opponent)s had one card less "
    "of the suit, "
    "%(card)s could be thrown.",
    on_lead=False,
)
def _length(moment: Moment, message: Message) -> None:
    first = _theirs(moment, message, "first")
    _discards(moment)
    claim(first // 13 == moment.suit, "the opponent’s card is of the suit")
    _free_if_moved(moment, message, first)


@_theme("%(instead)s wins the trick as well, and %(card)s stays above %(cards)s.", on_lead=False)
def _win_cheaply(moment: Moment, message: Message) -> None:
    instead, cards = action(message, "instead"), actions(message, "cards", AND)
    claim(_wins(moment, moment.choice) and _wins(moment, instead), "both cards win the trick")
    claim(instead < moment.choice and instead // 13 == moment.suit, "the card instead is a lower one of the suit")
    claim(set(cards) <= moment.held(moment.they), "the opponent holds the cards between")
    claim(all(instead < card < moment.choice for card in cards), "the cards stand between")
    _free_if_lowest(moment, *cards)


@_theme(
    "The trump is worth more later: if %(first)s were a low trump, so that %(seat)s had one more, ruffing would "
    "cost nothing.",
    on_lead=False,
)
def _refuse_ruff(moment: Moment, message: Message) -> None:
    first = _yours(moment, message, "first")
    assert moment.play.led is not None
    claim(moment.suit == moment.trump != moment.play.led // 13, "the choice ruffs")
    claim(first // 13 != moment.trump, "the other card is a plain one")
    _free(moment, moment.layout.moved([first], moment.trump), "with a trump more")


@_theme(
    "%(card)s loses the trick and is too good for that: if it were the lowest of its suit, it would cost nothing.",
    on_lead=False,
)
def _save_high(moment: Moment, _message: Message) -> None:
    claim(not _wins(moment, moment.choice), "the choice loses the trick")
    _free_if_lowest(moment, moment.choice)


@_theme(
    "%(card)s loses here and could win a trick later: if it were a low card in %(suit)s, it would cost nothing.",
    on_lead=False,
)
def _still_wins(moment: Moment, message: Message) -> None:
    _discards(moment)
    wins = Told(moment.you, 1, frozenset({moment.choice}), start=None)
    claim(any(moment.can_happen(wins, after=card) for card in moment.faultless), "the card can win a trick")
    _free_if_moved(moment, message, moment.choice)


@_theme("This trick has to be won: every card that costs nothing wins it.", on_lead=False)
def _take(moment: Moment, _message: Message) -> None:
    claim(not _wins(moment, moment.choice), "the choice does not win the trick")
    claim(all(_wins(moment, card) for card in moment.faultless), "every right card does")


@_theme("This trick has to be won: it does not come back, and every card that costs nothing wins it.", on_lead=False)
def _take_for_good(moment: Moment, message: Message) -> None:
    _take(moment, message)
    claim(moment.lost_tricks(moment.choice) == 1, "it is this trick that is lost")


@_theme(
    "This trick has to be won: with it goes the lead, and that costs %(tricks)s more. Every card that costs nothing "
    "wins the trick.",
    on_lead=False,
)
def _take_with_the_lead(moment: Moment, message: Message) -> None:
    _take(moment, message)
    claim(counted(message, "tricks", "tricks") == moment.lost_tricks(moment.choice) - 1, "so many tricks more")
    lost, most = _theirs_to_lead(moment, moment.choice), max(moment.tricks.values())
    claim(any(1 + _if_other_leads(moment, after) >= most for after in lost), "with the trick and the lead none is lost")


@_theme(
    "The trick brings the lead, and the lead is not wanted: if %(opponent)s were on lead after it, %(card)s would cost "
    "nothing.",
    on_lead=False,
)
def _stay_off_lead(moment: Moment, _message: Message) -> None:
    after = moment.play.apply(moment.choice)
    claim(after.turn == moment.you and not after.over, "the choice wins the trick and the lead")
    claim(not any(_wins(moment, card) for card in moment.faultless), "the right cards do not win it")
    claim(_if_other_leads(moment, after) >= max(moment.tricks.values()), "the choice would cost nothing")


# Punishing cards.


@says(
    "%(opponent)s’s %(punishing)s makes the difference: if it were the lowest of its suit, %(card)s would cost "
    "nothing.",
)
def _punished_by_one(moment: Moment, message: Message) -> None:
    named_rightly(moment, message)
    card = action(message, "punishing")
    claim(card in moment.theirs, "the card is the opponent’s")
    _free_if_lowest(moment, card)


@says(
    "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of the suit, %(card)s would "
    "cost nothing."
)
def _punished_by_two_of_a_suit(moment: Moment, message: Message) -> None:
    claim(len({card // 13 for card in actions(message, "punishing", AND)}) == 1, "they are of one suit")
    _punished_by_two(moment, message)


@says(
    "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of their suits, %(card)s "
    "would cost nothing."
)
def _punished_by_two(moment: Moment, message: Message) -> None:
    named_rightly(moment, message)
    cards = actions(message, "punishing", AND)
    claim(len(cards) == 2 and set(cards) <= moment.theirs, "the two cards are the opponent’s")
    for card in cards:
        claim(not moment.costs_nothing(moment.layout.lowest([card])), "neither does it alone")
    _free_if_lowest(moment, *cards)
