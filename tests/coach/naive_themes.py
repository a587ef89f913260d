"""The themes of the play once more, from their definitions and on other data (:mod:`tests.coach.naive_table`).

:func:`why_not` says which part of a theme's definition does not hold, or nothing when all of it does.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.coach.naive_table import OTHER, SUITS, Table, Trick


class Moment:
    """A position and a card that gives away tricks in it."""

    def __init__(self, line: str, wrong: str) -> None:
        self.table = Table.read(line)
        self.wrong = wrong
        self.me = self.table.turn
        self.opponent = OTHER[self.me]
        self.trump = self.table.trump
        self.suit = wrong[0]
        values = self.table.values
        self.value = max(values.values())
        self.best = [card for card, tricks in values.items() if tricks == self.value]
        self.loss = self.value - values[wrong]
        self.natural = self.table.line()[0]
        self.tries = [min(cards, key=self._last_choice) for cards in self._equals()]
        self._lines: dict[str, list[str]] = {}

    def _equals(self) -> list[list[str]]:
        """The best cards in groups without another's card between, each from the lowest up."""
        groups: list[list[str]] = []
        for held in self.table.suits:
            groups.append([])
            for name, owner in held:
                if owner != self.me:
                    groups.append([])
                elif name in self.best:
                    groups[-1].append(name)
        return [group for group in groups if group]

    def _last_choice(self, card: str) -> tuple[bool, int]:
        """The natural card of equals before others, then the highest of those that are led and sure to win."""
        suit, place = self.table.place[card]
        above = self.table.suits[SUITS.index(suit)][place:]
        high = self.table.led is None and all(owner == self.me for _, owner in above)
        return card != self.natural, -place if high else place

    def line(self, card: str) -> list[str]:
        """*card* and best play after it."""
        if card not in self._lines:
            self._lines[card] = [card, *self.table.played(card).line()]
        return self._lines[card]

    def tricks(self, card: str) -> list[Trick]:
        """The tricks of that line."""
        table, found = self.table, []
        for each in self.line(card):
            before, table = table, table.played(each)
            if before.led is not None:
                found.append(Trick(OTHER[before.turn], before.led, each, table.turn))
        return found

    def won_by(self, seat: str, card: str) -> list[str]:
        """The cards with which *seat* wins tricks after *card*."""
        return [t.lead if t.leader == seat else t.reply for t in self.tricks(card) if t.winner == seat]

    def ruffed(self, seat: str, card: str) -> list[Trick]:
        """The tricks after *card* in which *seat* ruffs a plain card led by the other."""
        return [t for t in self.tricks(card) if t.winner == seat != t.leader and t.reply[0] == self.trump != t.lead[0]]

    def after(self, card: str) -> Table:
        """After the trick of *card*."""
        table = self.table.played(card)
        return table if table.led is None else table.played(self.line(card)[1])

    def keeps_lead(self, card: str) -> bool:
        """Whether I win the trick of *card*."""
        return self.tricks(card)[0].winner == self.me

    def free(self, table: Table) -> bool:
        """Whether the wrong card costs nothing in *table*."""
        return table.cost(self.wrong) == 0

    def plain(self, *but: str | None) -> list[str]:
        """The suits other than *but* and trumps."""
        return [suit for suit in SUITS if suit not in (*but, self.trump)]

    def rest(self, *but: str) -> list[str]:
        """The suits other than *but*."""
        return [suit for suit in SUITS if suit not in but]

    def discards(self) -> bool:
        """Whether the wrong card neither follows suit nor ruffs."""
        return self.table.led is not None and self.suit not in (self.table.led[0], self.trump)


def draw_trumps(m: Moment) -> str:
    theirs = m.table.holding(m.opponent, m.trump)
    ruffed = {t.lead for t in m.ruffed(m.opponent, m.wrong)}
    if m.trump is None or m.suit == m.trump or not theirs:
        return "a plain suit is not led against trumps"
    if not ruffed:
        return "nothing is ruffed"
    if not any(card[0] == m.trump for card in m.best):
        return "no trump is best"
    if not any(ruffed & set(m.won_by(m.me, card)) for card in m.tries if card[0] == m.trump):
        return "what is ruffed could not win"
    if not any(m.free(m.table.recast(theirs, suit)) for suit in m.plain()):
        return "it costs without their trumps as well"
    return ""


def keep_trumps(m: Moment) -> str:
    if m.trump is None or m.suit != m.trump:
        return "no trump is led"
    if any(card[0] == m.trump for card in m.best):
        return "a trump is best"
    if not any(len(m.ruffed(m.me, card)) > len(m.ruffed(m.me, m.wrong)) for card in m.tries):
        return "as much is ruffed"
    return "" if m.free(replace(m.table, trump=None)) else "it costs without trumps as well"


def force(m: Moment) -> str:
    leads = [c for c in m.tries if c[0] not in (m.trump, m.suit) and not m.table.holding(m.opponent, c[0])]
    if m.trump is None or not leads:
        return "no suit that they are out of is best"
    leads = [card for card in leads if m.line(card)[1][0] == m.trump]
    if not leads:
        return "they do not ruff it"
    others = [held[0] for suit in m.plain() if (held := m.table.holding(m.opponent, suit))]
    if not any(m.free(m.table.recast([other], card[0])) for card in leads for other in others):
        return "it costs though they follow suit"
    return ""


def cash_first(m: Moment) -> str:
    if m.keeps_lead(m.wrong):
        return "it wins its trick"
    winners = [card for card in m.tries if m.keeps_lead(card)]
    if winners != m.tries:
        winners = [card for card in winners if card[0] == m.suit]
    if not winners:
        return "winning is not needed"
    for card in winners:
        table, cards = m.table, iter(m.line(card))
        for trick in m.tricks(card)[:3]:
            if trick.leader != m.me or trick.winner != m.me or trick.lead == m.wrong:
                break
            table = table.played(next(cards)).played(next(cards))
            if table.owned(m.me) and m.free(table):
                return ""
    return "it costs after them as well"


def long_suit(m: Moment) -> str:
    reason = "no other plain suit is best in which they have two"
    for card in m.tries:
        theirs = m.table.holding(m.opponent, card[0])
        if card[0] in (m.suit, m.trump) or len(theirs) < 2:
            continue
        top = m.table.place[theirs[-1]]
        made = [
            t.lead
            for t in m.tricks(card)[1:]
            if t.leader == t.winner == m.me and t.lead[0] == card[0] != t.reply[0] and m.table.place[t.lead] < top
        ]
        if not made:
            reason = "no low card of it becomes good"
            continue
        made = [c for c in made if c not in m.won_by(m.me, m.wrong)]
        if not made:
            reason = "it becomes good all the same"
            continue
        if any(m.free(m.table.recast([c], suit)) for c in made for suit in m.rest(card[0])):
            return ""
        reason = "it costs without that card as well"
    return reason


def drive_out(m: Moment) -> str:
    reason = "no lead from another suit is best"
    for card in m.tries:
        if card[0] == m.suit:
            continue
        stopper = m.line(card)[1]
        if stopper[0] != card[0] or m.table.place[stopper] < m.table.place[card]:
            reason = "no stopper takes the best lead"
            continue
        made = [c for c in m.won_by(m.me, card) if c[0] == card[0] and m.table.place[c] < m.table.place[stopper]]
        if not made:
            reason = "no card below it wins"
        elif all(c in m.won_by(m.me, m.wrong) for c in made):
            reason = "what it beats wins all the same"
        elif m.free(m.table.lowered(stopper)):
            return ""
        else:
            reason = "it costs with the stopper lowest as well"
    return reason


def throw_in(m: Moment) -> str:
    if any(m.keeps_lead(card) for card in m.tries):
        return "a best card keeps the lead"
    for card in m.tries:
        after = m.after(card)
        if after.owned(m.me) and after.other_leads().value_for(m.me) <= m.table.values[m.wrong]:
            return ""
    return "they can lead as well as not"


def tenace(m: Moment) -> str:
    mine, theirs = m.table.holding(m.me, m.suit), m.table.holding(m.opponent, m.suit)
    place = m.table.place
    if any(card[0] == m.suit for card in m.best):
        return "a card of the suit is best"
    around = [c for c in theirs if place[mine[0]] < place[c] < place[mine[-1]]]
    if not around:
        return "no card of theirs stands between"
    held = [c for c in around if min(place[x] for x in mine if place[x] > place[c]) > max(place[x] for x in theirs)]
    if not held:
        return "the card above can be beaten"
    if not any(m.free(m.table.lowered(card)) for card in held):
        return "it costs with that card lowest as well"
    leads = m.table.other_leads().values
    if any(len(m.table.owned(m.me)) - leads[card] < m.value for card in theirs):
        return "it is not better led by them"
    return ""


def leave_safely(m: Moment) -> str:
    if any(card[0] == m.suit for card in m.best):
        return "a card of the suit is best"
    if any(m.keeps_lead(card) for card in m.tries):
        return "a best card keeps the lead"
    if m.table.other_leads().value_for(m.me) != m.value:
        return "giving up the lead changes something"
    return ""


def squeeze(m: Moment) -> str:
    squeezed = list(_squeezes(m, m.natural))
    if not squeezed:
        return "nobody is squeezed"
    if any(_squeezes(m, m.wrong)):
        return "it squeezes as well"
    return "" if any(m.free(m.table.spare(suit)) for suit in squeezed) else "it costs with an idle card as well"


def _squeezes(m: Moment, card: str) -> Iterator[str]:
    """A suit of an idle card that saves the opponent, for each trick after *card* where one does."""
    table, cards = m.table, iter(m.line(card))
    for trick in m.tricks(card)[:-1]:
        table = table.played(next(cards))
        if trick.leader == m.me and trick.reply[0] not in (trick.lead[0], m.trump):
            held = {name[0] for name in table.owned(m.opponent)}
            for suit in SUITS:
                with_spare = table.spare(suit)
                if suit == trick.lead[0] or len(held) < 2 or not with_spare.possible():
                    continue
                if with_spare.values["idle"] >= table.value + 2:
                    yield suit
                    break
        table = table.played(next(cards))


def stay_on_lead(m: Moment) -> str:
    if m.keeps_lead(m.wrong):
        return "it wins its trick"
    if not all(m.keeps_lead(card) for card in m.tries):
        return "a best card gives up the lead"
    left = m.value - m.after(m.wrong).other_leads().value_for(m.me)
    return "" if left <= 0 or left == 1 < m.loss else "it costs on lead as well"


def hold_up(m: Moment) -> str:
    theirs = m.table.holding(m.opponent, m.suit)
    if not m.table.takes(m.wrong):
        return "it does not win"
    if any(card[0] != m.suit or m.table.takes(card) for card in m.best):
        return "to lose with the suit is not all that is best"
    if not theirs:
        return "they have none of the suit"
    if not any(m.free(m.table.recast([theirs[0]], suit)) for suit in m.rest(m.suit)):
        return "it costs with one card less of theirs as well"
    return ""


def guard(m: Moment) -> str:
    place = m.table.place
    if not m.discards():
        return "it is no discard"
    if all(m.table.takes(card) for card in m.tries):
        return "losing the trick is wrong"
    kept = [c for c in m.won_by(m.me, m.natural) if c[0] == m.suit and place[c] > place[m.wrong]]
    if not kept:
        return "no card above it wins"
    high = [c for c in m.table.holding(m.opponent, m.suit) if place[c] > min(place[k] for k in kept)]
    if not high:
        return "they have nothing higher"
    return "" if any(m.free(m.table.lowered(card)) for card in high) else "it costs with that card lowest as well"


def length(m: Moment) -> str:
    theirs = m.table.holding(m.opponent, m.suit)
    if not m.discards():
        return "it is no discard"
    if all(m.table.takes(card) for card in m.tries):
        return "losing the trick is wrong"
    if not theirs:
        return "they have none of the suit"
    if m.free(m.table.lowered(m.wrong)):
        return "it is the rank that counts"
    if not any(m.free(m.table.recast([theirs[0]], suit)) for suit in m.rest(m.suit)):
        return "it costs with one card less of theirs as well"
    return ""


def win_cheaply(m: Moment) -> str:
    place = m.table.place
    cheaper = [c for c in m.best if c[0] == m.suit and m.table.takes(c) and place[c] < place[m.wrong]]
    if not m.table.takes(m.wrong):
        return "it does not win"
    if not cheaper:
        return "no lower card wins and is best"
    for card in cheaper:
        between = [c for c in m.table.holding(m.opponent, m.suit) if place[card] < place[c] < place[m.wrong]]
        if between and m.free(m.table.lowered(*between)):
            return ""
    return "it costs with the cards between lowest as well"


def save_high(m: Moment) -> str:
    losing = [card for card in m.tries if not m.table.takes(card)]
    if m.table.led is None or m.table.takes(m.wrong):
        return "it does not lose the trick"
    if not losing:
        return "losing the trick is wrong"
    if m.free(m.table.lowered(m.wrong)):
        return ""
    if not m.discards() or not any(m.wrong in m.won_by(m.me, card) for card in losing):
        return "it would cost as the lowest as well, and wins nothing later"
    if any(m.free(m.table.recast([m.wrong], card[0])) for card in m.best if card[0] not in (m.suit, m.trump)):
        return ""
    return "it costs in another suit as well"


def refuse_ruff(m: Moment) -> str:
    if m.trump is None or m.suit != m.trump or m.table.led is None or m.table.led[0] == m.trump:
        return "it is no ruff"
    if any(card[0] == m.trump for card in m.best):
        return "a ruff is best"
    plain = [held[0] for suit in m.plain() if (held := m.table.holding(m.me, suit))]
    if not any(m.free(m.table.recast([card], m.trump)) for card in plain):
        return "it costs with a trump more as well"
    return ""


def take(m: Moment) -> str:
    if m.table.led is None or m.table.takes(m.wrong):
        return "it wins"
    if not all(m.table.takes(card) for card in m.best):
        return "a best card loses"
    left = m.value - 1 - m.after(m.wrong).other_leads().value_for(m.me)
    return "" if left < m.loss else "to have won would cost as much"


def stay_off_lead(m: Moment) -> str:
    if not m.table.takes(m.wrong):
        return "it does not win"
    if any(m.table.takes(card) for card in m.best):
        return "a best card wins"
    after = m.after(m.wrong)
    if not after.owned(m.me) or 1 + after.other_leads().value_for(m.me) < m.value:
        return "it costs off lead as well"
    return ""


CHECKS: dict[str, Callable[[Moment], str]] = {
    "draw-trumps": draw_trumps,
    "keep-trumps": keep_trumps,
    "force": force,
    "cash-first": cash_first,
    "long-suit": long_suit,
    "drive-out": drive_out,
    "throw-in": throw_in,
    "tenace": tenace,
    "exit": leave_safely,
    "squeeze": squeeze,
    "stay-on-lead": stay_on_lead,
    "hold-up": hold_up,
    "guard": guard,
    "length": length,
    "win-cheaply": win_cheaply,
    "refuse-ruff": refuse_ruff,
    "save-high": save_high,
    "take": take,
    "stay-off-lead": stay_off_lead,
}
ON_LEAD = tuple(CHECKS)[:11]


def why_not(theme: str, line: str, wrong: str) -> str:
    """Which part of the definition of *theme* does not hold of *wrong* in the position *line*; "" when all does."""
    return CHECKS[theme](Moment(line, wrong))


def themes(line: str, wrong: str) -> set[str]:
    """The themes of *wrong*, a card that gives away tricks in the position *line*."""
    moment = Moment(line, wrong)
    names = ON_LEAD if moment.table.led is None else tuple(CHECKS)[11:]
    return {name for name in names if not CHECKS[name](moment)}
