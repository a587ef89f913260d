"""What to look for next time: advice claims nothing of the deal, but has to fit the choice that it is given for."""

from collections.abc import Callable

from tests.coach.claims import Moment, claim, says
from tests.coach.claims_auction import DOUBLE, LOWEST, PASS, REDOUBLE
from tutor.messages import Message

Fits = Callable[[Moment], bool]


def _advice(sentence: str, fits: Fits) -> None:
    @says(sentence)
    def _check(moment: Moment, message: Message) -> None:
        claim(not message.values, "advice names nothing")
        claim(fits(moment), "the advice is about a choice such as this")


def _led(moment: Moment) -> bool:
    return moment.in_play and moment.play.led is None


def _plain_lead(moment: Moment) -> bool:
    return _led(moment) and moment.suit != moment.trump


def _trump_lead(moment: Moment) -> bool:
    return _led(moment) and moment.suit == moment.trump


def _reply(moment: Moment) -> bool:
    return moment.in_play and moment.play.led is not None


def _wins(moment: Moment) -> bool:
    return _reply(moment) and moment.play.apply(moment.choice).turn == moment.you


def _loses(moment: Moment) -> bool:
    return _reply(moment) and not _wins(moment)


def _thrown(moment: Moment) -> bool:
    led = moment.play.led if moment.in_play else None
    return led is not None and moment.suit not in (led // 13, moment.trump)


def _ruff(moment: Moment) -> bool:
    return _wins(moment) and moment.suit == moment.trump


_advice("Before you lead a side suit, count the trumps that the opponent still has.", _plain_lead)
_advice("Before you lead a trump, ask which cards of yours can only win by ruffing.", _trump_lead)
_advice("Where the opponent is out of a suit, leading it can cost the opponent a trump.", _led)
_advice("Before you give up the lead, check which sure tricks have to be taken now.", _led)
_advice("Count how often a long suit has to be led until the opponent has no more of it.", _led)
_advice("When one card of the opponent’s stands between you and tricks, make it come out early.", _led)
_advice("Look for the moment when the opponent would rather not have to lead.", _led)
_advice("With cards above and below one of the opponent’s, wait until the opponent leads the suit.", _led)
_advice("When every suit would be better led by the opponent, look for the lead that changes nothing.", _led)
_advice("Near the end, ask what the opponent will have to throw away.", _led)
_advice("Before you lose a trick, ask what the opponent does with the lead.", _led)
_advice("Before you win with the last high card of a suit, count how many the opponent has left.", _wins)
_advice("Before you throw a small card away, ask which higher card it protects.", _thrown)
_advice("Before you throw from a suit, compare its length with the opponent’s.", _thrown)
_advice("When several of your cards win the trick, look what the opponent holds between them.", _wins)
_advice("Before you ruff, ask whether the trump would not win a trick by itself.", _ruff)
_advice("Before you let a card go, ask whether it has a trick to win.", _loses)
_advice("Before you let a trick go, ask whether it comes back.", _loses)
_advice("Before you win a trick, ask what you would lead next.", _wins)
_advice("Before you play a card, ask which of the opponent’s cards can make you pay for it.", lambda m: m.in_play)


def _call(moment: Moment) -> bool:
    return not moment.in_play


def _bids(moment: Moment) -> bool:
    return _call(moment) and moment.choice >= LOWEST


def _no_bid(moment: Moment) -> bool:
    return _call(moment) and moment.choice < LOWEST


def _fails(moment: Moment) -> bool:
    return _bids(moment) and not moment.solution.makes(moment.choice, moment.you)


def _stands(moment: Moment, bidder: int, *, makes: bool, times: int) -> bool:
    here = moment.standing if _call(moment) else None
    if here is None or here.last is None or here.bidder != bidder or here.times < times:
        return False
    return moment.solution.makes(here.last, bidder) == makes


def _can_make(moment: Moment) -> bool:
    """Whether a best bid makes."""
    return any(call >= LOWEST and moment.solution.makes(call, moment.you) for call in moment.faultless)


def _counting_all(moment: Moment) -> bool:
    return _call(moment) and moment.rules.overtricks


_advice("Compare what each strain would score, and name the best one at the lowest level.", _counting_all)
_advice("Every trick over six counts whatever the level: bid higher only when you must.", _fails)
_advice(
    "Where only the tricks bid count, bid as many as you take.",
    lambda moment: _call(moment) and not moment.rules.overtricks,
)
_advice("Count the tricks of the strain before you name the level.", _fails)
_advice("Before you pass or double, ask what you would score yourself.", _no_bid)
_advice(
    "When a doubled contract fails, look for a bid that costs less.",
    lambda moment: _stands(moment, moment.you, makes=False, times=2),
)
_advice(
    "When a doubled contract fails, look for a strain that makes.",
    lambda moment: _stands(moment, moment.you, makes=False, times=2) and _can_make(moment),
)
_advice(
    "When a doubled contract makes, the double is worth points to you.",
    lambda moment: _stands(moment, moment.you, makes=True, times=2),
)
_advice(
    "Before you redouble, ask whether the contract makes and where the opponent can run to.",
    lambda moment: moment.choice == REDOUBLE,
)
_advice("Ask which bid leaves the opponent nothing that makes.", _call)
_advice(
    "Where failing costs nothing, a bid that fails is better than letting the opponent score.",
    lambda moment: _call(moment) and not moment.rules.undertrick,
)
_advice(
    "Compare the price of failing with what the opponent would score.",
    lambda moment: _call(moment) and bool(moment.rules.undertrick),
)
_advice(
    "Before you sacrifice, count the tricks short and what they cost.",
    _fails,
)
_advice(
    "When the opponent’s contract fails, ask first whether to bid at all.",
    lambda moment: _bids(moment) and _stands(moment, moment.they, makes=False, times=1),
)
_advice(
    "Compare what each strain would score, and name the best one as high as you can make it: only tricks bid count.",
    lambda moment: _call(moment) and not moment.rules.overtricks,
)
_advice("Double only what fails: count the opponent’s tricks first.", lambda moment: moment.choice == DOUBLE)
_advice(
    "When the opponent’s contract fails, and every way out of it fails too, double it.",
    lambda moment: _stands(moment, moment.they, makes=False, times=1),
)
_advice("Before you double, ask where the opponent can run to.", lambda moment: moment.choice == DOUBLE)
_advice(
    "When a doubled contract makes, redouble unless the opponent can run.",
    lambda moment: _stands(moment, moment.you, makes=True, times=2),
)
_advice(
    "Before you bid on, ask what the opponent does with another turn: a pass ends the auction.",
    lambda moment: _bids(moment) and moment.standing.after(PASS) is None,
)
_advice("Ask where the opponent has to go when you bid once more.", _call)
_advice(
    "When every call comes to the same, look at the rules before you look for a better one.",
    lambda moment: _call(moment) and len(set(moment.scores.values())) == 1,
)
