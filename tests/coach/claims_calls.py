"""Wrong calls: where the auction goes, why the call is wrong, and what would have to be different."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.coach.claims import PLURALS, Checker, Moment, claim, named_rightly, says
from tests.coach.claims_auction import (
    DOUBLE,
    LOWEST,
    PASS,
    REDOUBLE,
    Ending,
    Solution,
    contract_points,
    level,
    strain,
    table_of_layout,
    with_tricks,
)
from tests.coach.claims_layout import Layout
from tests.coach.claims_values import AND, action, actions, callers, counted, named, number, sequence, strain_named
from tutor.cards import Seat, Strain
from tutor.messages import Message
from tutor.rules import Play

DOUBLED = {"%(bid)s by %(seat)s": 1, "%(bid)s by %(seat)s, doubled": 2, "%(bid)s by %(seat)s, redoubled": 4}
OVER = ("made with one trick over", "made with %(count)s tricks over")
SHORT = ("one trick short", "%(count)s tricks short")
SCORES = ("%(seat)s scores one point", "%(seat)s scores %(count)s points")

CALL_PIECES = {*DOUBLED, "just made", OVER[0], SHORT[0], SCORES[0], "nobody scores"}
"""The templates of the messages that stand inside sentences about calls."""


# Where the auction goes.


@says("With best calling, %(call)s is followed by %(calls)s.")
def _followed(moment: Moment, message: Message) -> None:
    claim(not moment.natural, "the opponent calls as well as can be")
    _line(moment, message)


@says("After %(call)s come %(calls)s: the opponent bids only what makes.")
def _followed_naturally(moment: Moment, message: Message) -> None:
    claim(moment.natural, "the opponent calls naturally")
    _line(moment, message)
    theirs = [call for call in sequence(message, "calls", AND)[::2] if call >= LOWEST]
    claim(theirs, "the opponent bids")
    claim(all(moment.solution.makes(call, moment.they) for call in theirs), "what is bid makes")


@says("After %(call)s come %(calls)s.")
def _followed_quietly(moment: Moment, message: Message) -> None:
    _line(moment, message)


def _line(moment: Moment, message: Message) -> None:
    claim(action(message, "call") == moment.choice, "this is the choice")
    assert moment.deal.auction is not None
    auction, here = moment.deal.auction.apply(moment.choice), moment.standing.after(moment.choice)
    turns = [moment.they, moment.you] * len(moment.deal.auction.legal())
    seats = callers(message.values["calls"])
    claim(seats == turns[: len(seats)], "the calls are made in turn")
    for call in sequence(message, "calls", AND):
        claim(here is not None, "the auction goes on")
        assert here is not None
        claim(call in moment.solution.right_calls(here), "each of the calls is the right one")
        auction, here = auction.apply(call), here.after(call)
    claim(auction.over, "the auction is over")
    contract = auction.contract
    moment.ending = None
    if contract is not None:
        bid = LOWEST + 5 * (contract.level - 1) + int(contract.strain)
        moment.ending = bid, int(contract.declarer), contract.multiplier
    moment.ending_told = True


def _call_that_leads_there(moment: Moment, message: Message, ending: Ending) -> None:
    call = action(message, "call")
    claim(call == moment.choice or call in moment.faultless, "it is the choice, or one that costs nothing")
    claim(ending in moment.solution.endings(moment.standing, call), "right calls can end there")
    if call == moment.choice and moment.ending_told:
        claim(ending == moment.ending, "the calls told lead to the ending told")


@says("After %(call)s the deal is passed out, and nobody scores.")
def _passed_out(moment: Moment, message: Message) -> None:
    _call_that_leads_there(moment, message, None)


@says("After %(call)s the contract is %(contract)s, %(outcome)s: %(score)s.")
def _ends(moment: Moment, message: Message) -> None:
    contract, outcome, score = (message.values[name] for name in ("contract", "outcome", "score"))
    assert isinstance(contract, Message)
    assert isinstance(outcome, Message)
    assert isinstance(score, Message)
    bid, declarer, times = action(contract, "bid"), named(contract, "seat"), DOUBLED[contract.sentence]
    _call_that_leads_there(moment, message, (bid, int(declarer), times))
    tricks = moment.solution.table[declarer][strain(bid)]
    spare = tricks - 6 - level(bid)
    expected = Message("just made")
    if spare:
        expected = Message.counted(OVER if spare > 0 else SHORT, abs(spare))
    claim(_same(outcome, expected), f"declarer takes {tricks} tricks")
    points = contract_points(bid, times, tricks, moment.rules)
    if points == 0:
        claim(_same(score, Message("nobody scores")), "nobody scores")
        return
    claim((score.sentence, score.many) == SCORES, "somebody scores")
    claim(named(score, "seat") == (declarer if points > 0 else declarer.other), "this seat scores")
    claim(score.count == abs(points), f"it scores {abs(points)}")


def _same(message: Message, other: Message) -> bool:
    return (message.sentence, message.many, message.count) == (other.sentence, other.many, other.count)


# Themes.


def _call_theme(*templates: str) -> Callable[[Checker], Checker]:
    """The decorated function checks a theme of a wrong call; what is named is checked before it."""

    def register(checker: Checker) -> Checker:
        def check(moment: Moment, message: Message) -> None:
            claim(not moment.in_play, "it is a call")
            claim(moment.lost_points(moment.choice) > 0, "the call costs points")
            named_rightly(moment, message)
            checker(moment, message)

        says(*templates)(check)
        return checker

    return register


def _endings(moment: Moment, call: int) -> set[Ending]:
    return moment.solution.endings(moment.standing, call)


def _yours(moment: Moment, call: int, *, makes: bool) -> list[tuple[int, int, int]]:
    """The contracts of yours in which *call* can end, that make or fail."""
    ends = [end for end in _endings(moment, call) if end is not None and end[1] == moment.you]
    return [end for end in ends if moment.solution.makes(end[0], moment.you) == makes]


def _they_make(moment: Moment) -> list[tuple[int, int, int]]:
    """The contracts of the opponent's that make in which the wrong call can end."""
    ends = [end for end in _endings(moment, moment.choice) if end is not None and end[1] == moment.they]
    return [end for end in ends if moment.solution.makes(end[0], moment.they)]


def _points(moment: Moment, bid: int, seat: Seat, times: int) -> int:
    return contract_points(bid, times, moment.solution.table[seat][strain(bid)], moment.rules)


def _standing(moment: Moment, message: Message, seat: Seat, *, makes: bool, times: Sequence[int]) -> int:
    bid, here = action(message, "standing"), moment.standing
    claim(bid == here.last and here.bidder == seat, f"the bid that stands is that of {seat.name}")
    claim(here.times in times, "it is doubled or not, as it is told")
    claim(moment.solution.makes(bid, seat) == makes, "it makes or fails, as it is told")
    return bid


@_call_theme("Another strain scores more for %(seat)s: %(instead)s leads to it.")
def _best_strain(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    mine = [end for end in _endings(moment, moment.choice) if end is not None and end[1] == moment.you]
    better = {strain(end[0]) for end in _yours(moment, instead, makes=True)}
    claim(better, "the call instead leads to a contract that makes")
    claim(any(better - {strain(end[0])} for end in mine), "it is in another strain than the call ends in")


@_call_theme(
    "Every trick over six counts whatever the level: %(instead)s scores all of them, and %(call)s asks for more than "
    "there are."
)
def _raise(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    claim(moment.rules.overtricks, "every trick over six counts")
    claim(LOWEST <= instead < moment.choice, "the call instead is a lower bid")
    claim(strain(instead) == strain(moment.choice), "it is of the same strain")
    claim(any(strain(end[0]) == strain(instead) for end in _yours(moment, instead, makes=True)), "it makes")
    claim(not moment.solution.makes(moment.choice, moment.you), "the call asks for too much")


@_call_theme("By these rules only the tricks that were bid count: %(instead)s bids more of them and makes.")
def _bid_enough(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    claim(not moment.rules.overtricks, "only tricks that were bid count")
    claim(instead >= LOWEST and moment.solution.makes(instead, moment.you), "the call instead is a bid that makes")
    claim(any(level(end[0]) < level(instead) for end in _yours(moment, moment.choice, makes=True)), "it bids more")


@_call_theme("%(call)s needs %(needed)s tricks, and %(seat)s takes none.")
def _overbid_by_all(moment: Moment, message: Message) -> None:
    _needs(moment, message, 0)


PLURALS["%(call)s needs %(needed)s tricks, and %(seat)s takes one."] = (
    "%(call)s needs %(needed)s tricks, and %(seat)s takes %(count)s."
)


@_call_theme("%(call)s needs %(needed)s tricks, and %(seat)s takes one.")
def _overbid(moment: Moment, message: Message) -> None:
    _needs(moment, message, message.count)


def _needs(moment: Moment, message: Message, taken: int) -> None:
    claim(moment.choice >= LOWEST, "the call is a bid")
    claim(number(message, "needed") == 6 + level(moment.choice), "it needs so many tricks")
    claim(taken == moment.solution.table[moment.you][strain(moment.choice)], "so many are taken")
    claim(taken < number(message, "needed"), "the call asks for too much")


@_call_theme("%(seat)s has a contract to bid: %(instead)s makes.")
def _bid_yours(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    claim(moment.choice < LOWEST <= instead, "the call is no bid and the one instead is")
    claim(moment.solution.makes(instead, moment.you), "it makes")


@_call_theme("%(standing)s is doubled and fails: %(seat)s does better with %(instead)s.")
def _escape(moment: Moment, message: Message) -> None:
    _standing(moment, message, moment.you, makes=False, times=(2,))
    claim(moment.choice < LOWEST, "the call leaves the contract where it is")
    claim(action(message, "instead") in moment.faultless, "the other call is a best one")


@_call_theme("%(standing)s is doubled and makes: a redouble makes it worth twice as much.")
def _redouble(moment: Moment, message: Message) -> None:
    _standing(moment, message, moment.you, makes=True, times=(2,))
    claim(REDOUBLE in moment.faultless, "a redouble is right")


@_call_theme("The redouble does %(seat)s no good here.")
def _no_redouble(moment: Moment, _message: Message) -> None:
    claim(moment.choice == REDOUBLE, "the call is a redouble")


@_call_theme("%(standing)s is doubled and makes: the double helps %(seat)s, and it can stand.")
def _let_it_stand(moment: Moment, message: Message) -> None:
    _standing(moment, message, moment.you, makes=True, times=(2,))
    claim(PASS in moment.faultless, "a pass is right")


@_call_theme(
    "%(opponent)s is left with a contract that makes: %(instead)s makes as well, and %(opponent)s gains nothing "
    "by bidding "
    "over it."
)
def _out_of_reach(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    claim(_they_make(moment), "the opponent is left with a contract that makes")
    claim(instead >= LOWEST and moment.solution.makes(instead, moment.you), "the call instead is a bid that makes")
    after = moment.standing.after(instead)
    assert after is not None
    claim(moment.solution.leads_to(after, PASS) == moment.solution.value(after), "the opponent may as well pass")


@_call_theme(
    "%(opponent)s is left with a contract that makes. %(instead)s would fail, but a failed contract costs "
    "nothing by these "
    "rules, and %(opponent)s does not score."
)
def _free_block(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    claim(_they_make(moment), "the opponent is left with a contract that makes")
    claim(instead >= LOWEST and not moment.solution.makes(instead, moment.you), "the call instead is a bid that fails")
    claim(not moment.rules.undertrick, "a failed contract costs nothing")
    claim(moment.scores[instead] >= 0, "the opponent does not score")


@_call_theme(
    "%(opponent)s is left with a contract that makes. %(instead)s fails, but it costs less than that contract scores."
)
def _sacrifice(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    claim(instead >= LOWEST and not moment.solution.makes(instead, moment.you), "the call instead is a bid that fails")
    claim(moment.rules.undertrick, "a failed contract costs points")
    claim(
        any(-moment.scores[instead] < _points(moment, end[0], moment.they, end[2]) for end in _they_make(moment)),
        "it costs less than the opponent’s contract scores",
    )


@_call_theme("A pass ends the auction here: %(call)s gives %(opponent)s another turn.")
def _last_word(moment: Moment, _message: Message) -> None:
    claim(moment.standing.after(PASS) is None, "a pass ends the auction")
    claim(PASS in moment.faultless, "a pass is right")
    claim(moment.standing.after(moment.choice) is not None, "the call does not end the auction")


@_call_theme(
    "%(opponent)s shuts %(seat)s out with a bid that fails, for which nobody scores: %(instead)s leaves no room "
    "for that."
)
def _shut_out(moment: Moment, message: Message) -> None:
    claim(not moment.rules.undertrick, "for a failing bid nobody scores")
    ends = [end for end in _endings(moment, moment.choice) if end is not None and end[1] == moment.they]
    claim(any(not moment.solution.makes(end[0], moment.they) for end in ends), "the opponent ends in a bid that fails")
    claim(_yours(moment, action(message, "instead"), makes=True), "the call instead ends in a contract that makes")
    claim(moment.scores[action(message, "instead")] > 0, "it cannot be shut out")


@_call_theme("%(instead)s pushes %(opponent)s into another contract, worth less to %(opponent)s.")
def _push(moment: Moment, message: Message) -> None:
    instead = action(message, "instead")
    before = {end[0] for end in _endings(moment, moment.choice) if end is not None and end[1] == moment.they}
    after = {end[0] for end in _endings(moment, instead) if end is not None and end[1] == moment.they}
    claim(before, "the opponent has a contract after the wrong call")
    claim(any(bid > instead and bid not in before for bid in after), "and another, higher one after the right call")
    claim(-moment.scores[instead] < -moment.scores[moment.choice], "it is worth less")


@_call_theme("%(call)s keeps %(opponent)s from a contract that makes, but at too high a price.")
def _too_dear(moment: Moment, _message: Message) -> None:
    here = moment.standing
    claim(here.last is not None and here.bidder == moment.they, "the opponent’s bid stands")
    assert here.last is not None
    claim(moment.solution.makes(here.last, moment.they), "it makes")
    claim(any(end is None or end[1] == moment.you for end in _endings(moment, moment.choice)), "it is not played")
    claim(moment.choice not in moment.faultless, "the price is too high")


@_call_theme("%(opponent)s’s %(standing)s fails: there is no need to bid over it.")
def _leave_it(moment: Moment, message: Message) -> None:
    _standing(moment, message, moment.they, makes=False, times=(1, 2, 4))
    claim(moment.choice >= LOWEST, "the call bids over it")
    claim(min(moment.faultless) < LOWEST, "a call that leaves it is right")


@_call_theme("%(opponent)s’s %(standing)s fails: a double makes that cost more.")
def _double(moment: Moment, message: Message) -> None:
    _standing(moment, message, moment.they, makes=False, times=(1,))
    claim(moment.rules.undertrick, "failing costs points")
    claim(DOUBLE in moment.faultless, "a double is right")


@_call_theme("The double drives %(opponent)s out of %(standing)s, and %(seat)s comes off the worse for it.")
def _no_double(moment: Moment, message: Message) -> None:
    here, bid = moment.standing, action(message, "standing")
    claim(moment.choice == DOUBLE, "the call is a double")
    claim(bid == here.last and here.bidder == moment.they, "it is a double of the bid that stands")
    claim(any(end is None or end[0] != bid for end in _endings(moment, DOUBLE)), "the opponent leaves it")
    claim(DOUBLE not in moment.faultless, "the double costs points")


@_call_theme("%(opponent)s’s %(standing)s makes: the double only raises what it scores.")
def _double_of_making(moment: Moment, message: Message) -> None:
    _standing(moment, message, moment.they, makes=True, times=(1,))
    claim(moment.choice == DOUBLE, "the call is a double")


# What would have to be different.


@says("Suppose %(supposed)s: %(then)s.")
def _suppose(moment: Moment, message: Message) -> None:
    supposed, then = message.values["supposed"], message.values["then"]
    assert isinstance(supposed, Message)
    assert isinstance(then, Message)
    named_rightly(moment, then)
    THEN[then.sentence](moment, _changed(moment.solution, supposed), then)


def _changed(solution: Solution, supposed: Message) -> Solution:
    """The auction as *supposed*, which must not be what it is."""
    changed = SUPPOSED[supposed.sentence](solution, supposed)
    claim((changed.table, changed.rules) != (solution.table, solution.rules), "it is supposed what is not so")
    return changed


def _took(solution: Solution, supposed: Message) -> Solution:
    who, trump = named(supposed, "who"), strain_named(supposed, "strain")
    claim(supposed.many == "%(who)s took %(count)s tricks in %(strain)s, not %(now)s", "the plural is that of tricks")
    claim(number(supposed, "now") == solution.table[who][trump], "so many tricks as it is")
    return replace(solution, table=with_tricks(solution.table, who, trump, supposed.count))


def _all_counted(solution: Solution, _supposed: Message) -> Solution:
    return replace(solution, rules=replace(solution.rules, overtricks=True))


SUPPOSED: dict[str, Callable[[Solution, Message], Solution]] = {
    "%(who)s took one trick in %(strain)s, not %(now)s": _took,
    "every trick over six counted": _all_counted,
}
"""The auction that each supposition makes of one."""


def _yours_in(moment: Moment, changed: Solution, call: int) -> int:
    """Your points after *call* in another auction."""
    return (-1 if moment.you else 1) * changed.leads_to(moment.standing, call)


def _loss_in(moment: Moment, changed: Solution, call: int) -> int:
    """Points that *call* gives away in another auction."""
    return abs(changed.value(moment.standing) - changed.leads_to(moment.standing, call))


def _ahead_in(moment: Moment, changed: Solution, then: Message) -> int:
    """Points by which the call instead is better than the wrong one in another auction."""
    return _yours_in(moment, changed, action(then, "instead")) - _yours_in(moment, changed, moment.choice)


def _nothing_lost(moment: Moment, changed: Solution, _then: Message) -> None:
    claim(_loss_in(moment, changed, moment.choice) == 0, "the call would cost nothing")


def _no_better(moment: Moment, changed: Solution, then: Message) -> None:
    claim(_ahead_in(moment, changed, then) <= 0, "the call instead would be no better")


def _little_better(moment: Moment, changed: Solution, then: Message) -> None:
    points = counted(then, "points", "points")
    claim(_ahead_in(moment, changed, then) == points, "the call instead would be better by so much")
    claim(points < moment.lost_points(moment.choice), "it is better by more as it is")


THEN: dict[str, Callable[[Moment, Solution, Message], None]] = {
    "%(call)s would cost nothing": _nothing_lost,
    "%(instead)s would be no better than %(call)s": _no_better,
    "%(instead)s would be better than %(call)s by only %(points)s": _little_better,
}
"""What is said of an auction as supposed."""

CALL_PIECES |= {*SUPPOSED, *THEN}


# Punishing cards.


def _lowest(moment: Moment, cards: Sequence[int]) -> Solution:
    assert moment.deal.start_hands is not None
    layout = Layout.of(Play.start(*moment.deal.start_hands, Strain.NOTRUMP, Seat.NORTH))
    theirs = {card for row in layout.rows for card, where in row if where == moment.they}
    claim(set(cards) <= theirs, "the cards are the opponent’s")
    return replace(moment.solution, table=table_of_layout(layout.lowest(cards)))


@says(
    "%(opponent)s’s %(punishing)s makes the difference: if it were the lowest of its suit, %(call)s would cost nothing."
)
def _punished_by_one(moment: Moment, message: Message) -> None:
    named_rightly(moment, message)
    card = action(message, "punishing")
    claim(_loss_in(moment, _lowest(moment, [card]), moment.choice) == 0, "the call would cost nothing")


@says(
    "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of the suit, %(call)s would "
    "cost nothing."
)
def _punished_by_two_of_a_suit(moment: Moment, message: Message) -> None:
    claim(len({card // 13 for card in actions(message, "punishing", AND)}) == 1, "they are of one suit")
    _punished_by_two(moment, message)


@says(
    "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of their suits, %(call)s would "
    "cost nothing."
)
def _punished_by_two(moment: Moment, message: Message) -> None:
    named_rightly(moment, message)
    cards = actions(message, "punishing", AND)
    claim(len(cards) == 2, "there are two cards")
    for card in cards:
        claim(_loss_in(moment, _lowest(moment, [card]), moment.choice), "neither does it alone")
    claim(_loss_in(moment, _lowest(moment, cards), moment.choice) == 0, "the call would cost nothing")
