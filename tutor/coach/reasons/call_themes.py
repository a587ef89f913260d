"""Themes of the auction, each defined by what changes in the scores when one thing is changed.

Below, *you* make the wrong call and the *opponent* is the other seat. A call *leads to* the contract that ends the line
after it, both calling as the auction is solved; it *costs* the points it gives away against a best call. A contract
*stands* when its bid is the last one so far. A change is always judged by a fresh solution of the changed auction. It
*accounts* for the call when the call then costs nothing, or at most half of what it costs: a bid can fail on top of
being unneeded, and no one change mends both; :attr:`Finding.cost` says what is left. *Enough tricks* for a bid of
yours are the fewest that account for the call by themselves, or else together with the opponent making nothing above
it. The best call that a theme speaks for is the first that its definition fits in the order pass, double, redouble,
bids upwards, of the bids those before others that become the contract themselves.

A bid that is wrong because a higher one is best becomes the contract: when the opponent bids on, the higher bid can
still be made, or is beaten by what beats the lower one. The exception is that the opponent takes that very bid.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from tutor.coach.reasons.call_case import CallCase, target_of
from tutor.coach.reasons.counterfactual import (
    CallChange,
    NothingAbove,
    RulesInstead,
    TricksInstead,
)
from tutor.coach.themes import Finding, Theme
from tutor.rules import DOUBLE, PASS, REDOUBLE, Call, is_bid, level_of, strain_of

Recogniser = Callable[[CallCase], Finding | None]

PRICE: Final = 50
"""Points a trick short that :attr:`Theme.FREE_BLOCK` asks about: those of the ruleset ``penalty``."""


def best_strain(case: CallCase) -> Finding | None:
    """Name the best strain: you end in a contract of your own, and another strain scores more.

    No best bid leads to a contract in your strain, but a best call leads to one of your own in another, which makes;
    where yours fails, you take the tricks that it needs in that other strain. What accounts for the call: more tricks
    in your strain, or else fewer in the better one, or else, where yours makes, that you could make nothing above it. A
    bid is named rather than another call.
    """
    after = case.after
    if after.contract is None or not after.mine:
        return None
    strain = after.contract.strain
    others = [(call, case.outcome(call)) for call in case.best if not is_bid(call)]
    ways = [*case.best_bids, *others]
    ends = [(call, way.contract.strain) for call, way in ways if way.contract and way.mine and way.makes]
    if any(other == strain for _, other in ends):
        return None
    for instead, other in ends:
        tricks = case.table[case.you][other]
        if after.fails and tricks < after.contract.target:
            continue
        more = range(max(after.taken + 1, after.contract.target), 14)
        change: CallChange | None = case.enough(case.you, strain, more)
        change = change or case.enough(case.you, other, range(tricks - 1, 5, -1))
        if change is None and after.makes:
            change = case.first(NothingAbove(case.you, after.bid))
        if change is not None:
            return Finding(Theme.BEST_STRAIN, instead, change)
    return None


def raise_when_outbid(case: CallCase) -> Finding | None:
    """Raise only when outbid: your bid fails and is yours to play, a lower bid of the strain is best and makes.

    The lower bid becomes the contract. All tricks over six count, so that the level earns nothing. Enough tricks for
    the bid account for the call.
    """
    if not case.ruleset.overtricks or not case.fails_yourself:
        return None
    for instead, better in case.best_bids:
        lower = instead < case.call and strain_of(instead) == strain_of(case.call)
        if lower and better.became(instead) and better.mine and better.makes:
            change = case.with_enough(case.call)
            return None if change is None else Finding(Theme.RAISE_WHEN_OUTBID, instead, change)
    return None


def bid_enough(case: CallCase) -> Finding | None:
    """Bid all your tricks: where only tricks that were bid count, your contract makes, and a higher level scores more.

    A bid of a higher level is best, becomes the contract and makes. All tricks over six counting accounts for the call,
    or else that you could make nothing above your contract.
    """
    after = case.after
    if case.ruleset.overtricks or not after.mine or not after.makes:
        return None
    for instead, better in case.best_bids:
        if better.became(instead) and better.makes and better.mine and level_of(instead) > level_of(after.bid):
            all_count = RulesInstead(replace(case.ruleset, overtricks=True))
            change = case.first(all_count, NothingAbove(case.you, after.bid))
            return None if change is None else Finding(Theme.BID_ENOUGH, instead, change)
    return None


def overbid(case: CallCase) -> Finding | None:
    """Bid what you can make: your bid fails, and it or one that you run to is yours to play and fails.

    Enough tricks for the bid account for the call.
    """
    if not case.fails_yourself:
        return None
    change = case.with_enough(case.call)
    return None if change is None else Finding(Theme.OVERBID, case.best[0], change)


def bid_yours(case: CallCase) -> Finding | None:
    """Bid your own contract: you pass or double, the opponent does not score, and a bid of yours is best and makes.

    That you could make nothing (over the bid that stands) accounts for the call.
    """
    if is_bid(case.call) or case.after.mine or (case.after.makes and not case.after.mine):
        return None
    change = NothingAbove(case.you, case.standing)
    instead = next((bid for bid, better in case.best_bids if better.mine and better.makes), None)
    return Finding(Theme.BID_YOURS, instead, change) if instead is not None and case.accounts(change) else None


def escape(case: CallCase) -> Finding | None:
    """Run from a double: your doubled contract stands and fails, you leave it, and every best call leads elsewhere.

    With enough tricks in it, the best call would be no better, or better by at most half of what the call costs.
    """
    after, standing, instead = case.after, case.standing, case.best[0]
    if standing is None or not case.yours_stands or is_bid(case.call) or case.outcome(instead).became(standing):
        return None
    if not after.fails or not after.became(standing):
        return None
    for tricks in range(target_of(standing), 14):
        change = TricksInstead(case.you, strain_of(standing), tricks)
        if 2 * case.ahead_if(change, instead) <= case.loss:
            return Finding(Theme.ESCAPE, instead, change)
    return None


def last_word(case: CallCase) -> Finding | None:
    """Keep the last word: pass is best and ends the auction, your bid gives the opponent another turn, which it uses.

    That the opponent could make nothing above your bid accounts for it, or that besides you had enough tricks for it.
    """
    if not is_bid(case.call) or PASS not in case.best or case.state.after(PASS) is not None:
        return None
    if case.after.mine or case.after.contract is None:
        return None
    change = case.first(NothingAbove(case.opponent, case.call)) or case.with_enough(case.call, quietly=True)
    return None if change is None else Finding(Theme.LAST_WORD, PASS, change)


def redouble(case: CallCase) -> Finding | None:
    """Redouble what makes: your doubled contract stands and makes, redouble is best and pass is not.

    Were it to fail by a trick, redouble would be no better than the call.
    """
    if not case.yours_stands or REDOUBLE not in case.best or PASS in case.best:
        return None
    return _standing_fact(case, Theme.REDOUBLE, REDOUBLE, makes=True)


def let_it_stand(case: CallCase) -> Finding | None:
    """Let a double stand that helps you: your doubled contract stands and makes, you bid on, and pass is best.

    Were it to fail by a trick, passing would be no better than the call.
    """
    if not case.yours_stands or not is_bid(case.call) or PASS not in case.best:
        return None
    return _standing_fact(case, Theme.LET_IT_STAND, PASS, makes=True)


def no_redouble(case: CallCase) -> Finding | None:
    """Do not redouble: your redoubled contract fails, or the opponent runs from it.

    Enough tricks in it account for the call; where the opponent runs, what accounts for a double (:func:`no_double`).
    """
    standing = case.standing
    if case.call != REDOUBLE or standing is None:
        return None
    change: CallChange | None
    if case.after.became(standing):
        change = case.with_enough(standing) if case.after.fails else None
    else:
        change = _nowhere_to_run(case, standing)
    return None if change is None else Finding(Theme.NO_REDOUBLE, case.best[0], change)


def out_of_reach(case: CallCase) -> Finding | None:
    """Bid out of reach: a higher bid is best, becomes your contract and makes, and you let the opponent have the last.

    Either you leave the opponent a contract that makes: could you make nothing above it, the call costs less by your
    score or more. Or a bid of the opponent's that fails shuts yours out, for which nobody scores: :data:`PRICE` points
    a trick short account for the call.
    """
    after = case.after
    if after.contract is None or after.mine:
        return None
    for instead, better in case.best_bids:
        if not (better.mine and better.makes):
            continue
        if after.makes:
            change: CallChange = NothingAbove(case.you, case.standing)
            return Finding(Theme.OUT_OF_REACH, instead, change) if case.loss_if(change) <= -after.yours else None
        if instead < case.call or after.became(case.standing) or case.ruleset.undertrick:
            return None
        change = RulesInstead(replace(case.ruleset, undertrick=PRICE))
        return Finding(Theme.OUT_OF_REACH, instead, change) if case.accounts(change) else None
    return None


def free_block(case: CallCase) -> Finding | None:
    """Block at no cost: the opponent ends in a contract that makes, and a best bid fails, for which nobody scores.

    Of several such bids the one in the strain in which you take most tricks. Were each trick short to cost
    :data:`PRICE` points, that bid would cost points, or would not be best.
    """
    if case.ruleset.undertrick or not case.leaves_a_score:
        return None
    change = RulesInstead(replace(case.ruleset, undertrick=PRICE))
    ways = sorted(case.best_bids, key=lambda way: -case.table[case.you][strain_of(way[0])])
    for instead, better in ways:
        if better.mine and better.fails and (case.yours_if(change, instead) < 0 or case.loss_if(change, instead)):
            return Finding(Theme.FREE_BLOCK, instead, change)
    return None


def sacrifice(case: CallCase) -> Finding | None:
    """Sacrifice: the opponent ends in a contract that makes, and the best bid fails at a price below its score.

    Were the opponent's contract to fail by a trick, that bid would not be best.
    """
    after = case.after
    if not case.ruleset.undertrick or not case.leaves_a_score or after.contract is None:
        return None
    change = TricksInstead(case.opponent, after.contract.strain, after.contract.target - 1)
    for instead, better in case.best_bids:
        if better.mine and better.fails and case.loss_if(change, instead):
            return Finding(Theme.SACRIFICE, instead, change)
    return None


def too_dear(case: CallCase) -> Finding | None:
    """A sacrifice too dear: you bid over a contract that makes, and fail at a price above what it scores.

    More tricks, but too few to make the bid, account for the call.
    """
    if not case.theirs_stands or not case.fails_yourself:
        return None
    instead = case.best[0]
    better = case.outcome(instead)
    if better.mine or not better.makes:
        return None
    strain = strain_of(case.call)
    change = case.enough(case.you, strain, range(case.table[case.you][strain] + 1, target_of(case.call)))
    return None if change is None else Finding(Theme.TOO_DEAR, instead, change)


def push(case: CallCase) -> Finding | None:
    """Push the opponent higher: the opponent ends in a contract that makes, and over a best bid of yours in another.

    That other contract fails or scores less. Enough tricks for the opponent in it account for the call.
    """
    if not case.leaves_a_score:
        return None
    for instead, better in case.best_bids:
        if not better.mine and better.contract is not None:
            contract = better.contract
            change = case.enough(case.opponent, contract.strain, range(better.taken + 1, 14))
            if change is not None:
                return Finding(Theme.PUSH, instead, change)
    return None


def leave_it(case: CallCase) -> Finding | None:
    """Leave what fails: you bid over a contract of the opponent's that fails, and pass is best.

    Were it just to make, passing would be no better than the call.
    """
    if not case.theirs_stands or not is_bid(case.call) or PASS not in case.best:
        return None
    return _standing_fact(case, Theme.LEAVE_IT, PASS, makes=False)


def double(case: CallCase) -> Finding | None:
    """Double what fails: the opponent's contract stands and fails, double is best and pass is not.

    Were it just to make, double would be no better than the call.
    """
    if not case.theirs_stands or DOUBLE not in case.best or PASS in case.best:
        return None
    return _standing_fact(case, Theme.DOUBLE, DOUBLE, makes=False)


def no_double(case: CallCase) -> Finding | None:
    """Do not double into a better contract: the opponent runs from the contract that you double.

    What accounts for the call: that the opponent could make nothing above that contract; or not even it; or nothing at
    all; or that it took fewer tricks in the strain that it runs to; or that each trick short would cost :data:`PRICE`.
    """
    standing = case.standing
    if case.call != DOUBLE or standing is None or not is_bid(case.after.calls[1]):
        return None
    change = _nowhere_to_run(case, standing)
    return None if change is None else Finding(Theme.NO_DOUBLE, case.best[0], change)


def double_of_making(case: CallCase) -> Finding | None:
    """Do not double what makes: the contract that you double makes, and stays, or is redoubled so that you run.

    Too few tricks for it account for the call, or too few for it and for any bid above it.
    """
    standing = case.standing
    if case.call != DOUBLE or standing is None or not case.makes(case.opponent, standing):
        return None
    if is_bid(case.after.calls[1]):
        return None
    few = range(target_of(standing) - 1, -1, -1)
    change = case.enough(case.opponent, strain_of(standing), few) or case.first(_nothing_from(case, standing))
    return None if change is None else Finding(Theme.DOUBLE_OF_MAKING, case.best[0], change)


RECOGNISERS: Final[tuple[Recogniser, ...]] = (
    let_it_stand,
    redouble,
    escape,
    no_redouble,
    best_strain,
    raise_when_outbid,
    bid_enough,
    bid_yours,
    double,
    leave_it,
    no_double,
    double_of_making,
    too_dear,
    overbid,
    last_word,
    out_of_reach,
    free_block,
    sacrifice,
    push,
)


BESIDE: Final = frozenset(
    {
        Theme.DOUBLE,
        Theme.ESCAPE,
        Theme.REDOUBLE,
        Theme.LEAVE_IT,
        Theme.LET_IT_STAND,
        Theme.FREE_BLOCK,
        Theme.SACRIFICE,
    }
)
"""The themes whose change makes the best call worse rather than the wrong one better."""


def call_themes(case: CallCase) -> Iterator[Finding]:
    """The themes of a wrong call, the more telling ones first.

    :attr:`Finding.cost` has the points that the call still costs with the change made; for the themes in :data:`BESIDE`
    those by which :attr:`Finding.instead` is still better than the call.
    """
    for recognise in RECOGNISERS:
        found = recognise(case)
        if found is not None:
            change = found.change
            assert isinstance(change, CallChange)
            beside = found.theme in BESIDE
            yield replace(found, cost=case.ahead_if(change, found.instead) if beside else case.loss_if(change))


def telling_themes(case: CallCase) -> tuple[Finding, ...]:
    """What is found in *case*, that which accounts for the whole cost first."""
    return tuple(sorted(call_themes(case), key=lambda finding: finding.cost > 0))


def first_theme(case: CallCase) -> Finding | None:
    """The first of :func:`telling_themes`, and no more looked for than that takes; None where there is none."""
    first = None
    for finding in call_themes(case):
        if not finding.cost:
            return finding
        first = first or finding
    return first


def _nowhere_to_run(case: CallCase, standing: Call) -> CallChange | None:
    """What accounts for a double or redouble of *standing* that the opponent runs from."""
    them, run = case.opponent, case.after.calls[1]
    change = case.first(NothingAbove(them, standing), _nothing_from(case, standing), NothingAbove(them, None))
    if change is None:
        change = case.enough(them, strain_of(run), range(case.table[them][strain_of(run)] - 1, -1, -1))
    if change is None and not case.ruleset.undertrick:
        change = case.first(RulesInstead(replace(case.ruleset, undertrick=PRICE)))
    return change


def _nothing_from(case: CallCase, bid: Call) -> NothingAbove:
    """That the opponent makes neither *bid* nor anything above it."""
    return NothingAbove(case.opponent, bid - 1 if is_bid(bid - 1) else None)


def _standing_fact(case: CallCase, theme: Theme, instead: Call, *, makes: bool) -> Finding | None:
    """The finding that *instead* is best because the standing bid *makes* or fails; it must do so.

    With the tricks that just turn this round, *instead* must be no better than the wrong call, or better by at most
    half of what the call costs.
    """
    standing, bidder = case.standing, case.state.bidder
    assert standing is not None
    if case.makes(bidder, standing) != makes:
        return None
    change = TricksInstead(bidder, strain_of(standing), target_of(standing) - makes)
    return Finding(theme, instead, change) if 2 * case.ahead_if(change, instead) <= case.loss else None
