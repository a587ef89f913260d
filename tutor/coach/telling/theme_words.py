"""The themes of a wrong card in words: one template for each, with the counterfactual that backs it."""

from typing import Final

from tutor.coach.reasons.counterfactual import Recast
from tutor.coach.reasons.explain import CardReasons
from tutor.coach.telling.knowing import Known
from tutor.coach.telling.marks import marked, marked_cards
from tutor.coach.themes import Finding, Theme
from tutor.coach.words import trick_count
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES, SUIT_NAMES

SENTENCES: Final[dict[Theme, str]] = {
    Theme.KEEP_TRUMPS: N_(
        "%(seat)s’s trumps are needed for ruffing: after %(instead)s, %(first)s wins a trick that way. Without a "
        "trump suit, %(card)s would cost nothing."
    ),
    Theme.FORCE: N_(
        "After %(instead)s, %(opponent)s can do no better than ruff with %(first)s. If %(second)s were a low card in "
        "%(suit)s, so that %(opponent)s could follow suit, %(card)s would cost nothing."
    ),
    Theme.CASH_FIRST: N_("Only the order is wrong: cash %(cards)s first, and %(card)s costs nothing."),
    Theme.LONG_SUIT: N_(
        "After %(instead)s, %(first)s grows into a winner: %(opponent)s runs out of the suit. If %(first)s were "
        "a low card "
        "in %(suit)s, %(card)s would cost nothing."
    ),
    Theme.DRIVE_OUT: N_(
        "%(instead)s drives out %(first)s, and %(second)s wins a trick later. If %(first)s were the lowest of its "
        "suit, %(card)s would cost nothing."
    ),
    Theme.THROW_IN: N_(
        "After %(instead)s, %(opponent)s can do no better than take the trick and lead, and that lead helps %(seat)s: "
        "had %(seat)s to lead there, %(instead)s would be no better than %(card)s."
    ),
    Theme.TENACE: N_(
        "%(seat)s’s %(second)s and %(third)s lie on either side of %(first)s, and the suit is better led by "
        "%(opponent)s. If %(first)s were the lowest of its suit, %(card)s would cost nothing."
    ),
    Theme.EXIT: N_(
        "It is no gain to be on lead: if %(opponent)s were to lead now, %(seat)s would take as many tricks as with the "
        "best card. %(instead)s offers the lead to %(opponent)s and gives nothing away."
    ),
    Theme.SQUEEZE: N_(
        "After %(instead)s comes %(first)s, and whatever %(opponent)s throws on it gives away a trick. With an idle "
        "card to throw, %(card)s would cost nothing."
    ),
    Theme.STAY_ON_LEAD: N_(
        "%(card)s lets %(opponent)s in too early: if %(seat)s were on lead again after this trick, it would cost "
        "nothing."
    ),
    Theme.HOLD_UP: N_(
        "%(card)s wins too early: if %(first)s were a low card in %(suit)s, so that %(opponent)s had one card less of "
        "the suit, winning now would cost nothing."
    ),
    Theme.GUARD: N_(
        "%(card)s guards %(second)s against %(first)s: if %(first)s were the lowest of its suit, %(card)s could be "
        "thrown."
    ),
    Theme.LENGTH: N_(
        "%(seat)s needs the length: if %(first)s were a low card in %(suit)s, so that %(opponent)s had one card less "
        "of the suit, %(card)s could be thrown."
    ),
    Theme.WIN_CHEAPLY: N_("%(instead)s wins the trick as well, and %(card)s stays above %(cards)s."),
    Theme.REFUSE_RUFF: N_(
        "The trump is worth more later: if %(first)s were a low trump, so that %(seat)s had one more, ruffing would "
        "cost nothing."
    ),
    Theme.SAVE_HIGH: N_(
        "%(card)s loses the trick and is too good for that: if it were the lowest of its suit, it would cost nothing."
    ),
    Theme.STAY_OFF_LEAD: N_(
        "The trick brings the lead, and the lead is not wanted: if %(opponent)s were on lead after it, %(card)s would "
        "cost nothing."
    ),
}
"""By theme; ``cards`` are all of the finding's cards, ``first`` to ``third`` each of them."""


GIVES_UP_THE_LEAD: Final = N_(
    "%(card)s lets %(opponent)s in too early: if %(seat)s were on lead again after this trick, it would cost only "
    "%(tricks)s."
)
"""For :attr:`Theme.STAY_ON_LEAD`, where the card loses a trick by itself and the lead loses more."""

STILL_WINS: Final = N_(
    "%(card)s loses here and could win a trick later: if it were a low card in %(suit)s, it would cost nothing."
)
"""For :attr:`Theme.SAVE_HIGH`, where the card thrown is good whatever its rank."""


TRUMPS: Final = P_(
    "%(opponent)s still holds a trump, %(cards)s: if it were a low card in %(suit)s instead, %(card)s would cost "
    "nothing. Lead a trump first, such as %(instead)s.",
    "%(opponent)s still holds trumps, %(cards)s: if they were low cards in %(suit)s instead, %(card)s would cost "
    "nothing. Lead a trump first, such as %(instead)s.",
)
"""For :attr:`Theme.DRAW_TRUMPS`."""

MUST_WIN: Final = N_("This trick has to be won: every card that costs nothing wins it.")
"""For :attr:`Theme.TAKE`, where the trick and its lead are not all that is lost."""

LOST_FOR_GOOD: Final = N_("This trick has to be won: it does not come back, and every card that costs nothing wins it.")
"""For :attr:`Theme.TAKE`, where the trick alone is lost."""

LEAD_LOST: Final = N_(
    "This trick has to be won: with it goes the lead, and that costs %(tricks)s more. Every card that costs "
    "nothing wins "
    "the trick."
)
"""For :attr:`Theme.TAKE`, where more is lost than the trick."""

AT_ONCE: Final = N_(
    "Whatever %(opponent)s throws on %(instead)s gives away a trick. With an idle card to throw, %(card)s would cost "
    "nothing."
)
"""For :attr:`Theme.SQUEEZE`, where the best card squeezes by itself."""


def shown_finding(reasons: CardReasons, known: Known) -> Finding | None:
    """The most telling theme all of whose cards may be named to a learner who knows *known*; None without one."""
    hands = reasons.refutation.play.hands
    return next((f for f in reasons.findings if known.may_name_all((*f.cards, f.instead), hands)), None)


def theme_sentence(reasons: CardReasons, finding: Finding) -> Message:
    """*finding* in words."""
    refutation = reasons.refutation
    values: dict[str, object] = {
        "seat": SEAT_NAMES[refutation.seat],
        "opponent": SEAT_NAMES[refutation.seat.other],
        "card": marked(refutation.card),
        "instead": marked(finding.instead),
    }
    if finding.cards:
        values["cards"] = marked_cards(finding.cards)
        for name, card in zip(("first", "second", "third"), finding.cards, strict=False):
            values[name] = marked(card)
    if isinstance(finding.change, Recast):
        values["suit"] = SUIT_NAMES[finding.change.suit]
    if finding.theme is Theme.DRAW_TRUMPS:
        return Message.counted(TRUMPS, len(finding.cards), values)
    if finding.theme is Theme.TAKE:
        return _to_be_won(reasons, finding)
    if finding.theme is Theme.STAY_ON_LEAD and finding.cost:
        values["tricks"] = trick_count(finding.cost)
        return Message(GIVES_UP_THE_LEAD, values)
    if finding.theme is Theme.SQUEEZE and finding.cards[0] == finding.instead:
        return Message(AT_ONCE, values)
    if finding.theme is Theme.SAVE_HIGH and isinstance(finding.change, Recast):
        return Message(STILL_WINS, values)
    return Message(SENTENCES[finding.theme], values)


def _to_be_won(reasons: CardReasons, finding: Finding) -> Message:
    """That a trick must be won, and what is lost with it."""
    loss = reasons.refutation.loss
    if loss == 1:
        return Message(LOST_FOR_GOOD)
    if finding.cost:
        return Message(MUST_WIN)
    return Message(LEAD_LOST, {"tricks": trick_count(loss - 1)})
