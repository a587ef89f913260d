"""The names of the themes, and for each what to look for next time."""

from collections.abc import Mapping
from typing import Final

from tutor.coach.themes import Theme
from tutor.messages import N_, Message

THEME_NAMES: Final[Mapping[Theme, str]] = {
    Theme.DRAW_TRUMPS: N_("Drawing trumps first"),
    Theme.KEEP_TRUMPS: N_("Keeping trumps to ruff"),
    Theme.FORCE: N_("Forcing the opponent to ruff"),
    Theme.CASH_FIRST: N_("Cashing before losing the lead"),
    Theme.LONG_SUIT: N_("Establishing a long suit"),
    Theme.DRIVE_OUT: N_("Driving out a stopper"),
    Theme.THROW_IN: N_("Throwing the opponent in"),
    Theme.TENACE: N_("Waiting with a tenace"),
    Theme.EXIT: N_("Getting off lead safely"),
    Theme.SQUEEZE: N_("Squeezing the opponent"),
    Theme.STAY_ON_LEAD: N_("Staying on lead"),
    Theme.HOLD_UP: N_("Holding up a high card"),
    Theme.GUARD: N_("Keeping a guard"),
    Theme.LENGTH: N_("Keeping length"),
    Theme.WIN_CHEAPLY: N_("Winning cheaply"),
    Theme.REFUSE_RUFF: N_("Refusing to ruff"),
    Theme.SAVE_HIGH: N_("Saving a high card"),
    Theme.TAKE: N_("Taking the trick"),
    Theme.STAY_OFF_LEAD: N_("Staying off lead"),
    Theme.BEST_STRAIN: N_("Naming the best strain cheaply"),
    Theme.RAISE_WHEN_OUTBID: N_("Raising only when outbid"),
    Theme.BID_ENOUGH: N_("Bidding all the tricks"),
    Theme.OVERBID: N_("Bidding only what can be made"),
    Theme.BID_YOURS: N_("Bidding a contract of one’s own"),
    Theme.ESCAPE: N_("Running from a double"),
    Theme.LAST_WORD: N_("Keeping the last word"),
    Theme.LET_IT_STAND: N_("Letting a double stand"),
    Theme.NO_REDOUBLE: N_("Not redoubling"),
    Theme.OUT_OF_REACH: N_("Bidding out of reach"),
    Theme.FREE_BLOCK: N_("Blocking at no cost"),
    Theme.SACRIFICE: N_("Sacrificing"),
    Theme.TOO_DEAR: N_("Not sacrificing too dearly"),
    Theme.PUSH: N_("Pushing the opponent higher"),
    Theme.LEAVE_IT: N_("Leaving what fails"),
    Theme.DOUBLE: N_("Doubling what fails"),
    Theme.DOUBLE_OF_MAKING: N_("Not doubling what makes"),
    Theme.NO_DOUBLE: N_("Not doubling into a better contract"),
    Theme.REDOUBLE: N_("Redoubling"),
    Theme.NOTHING_TO_GAIN: N_("Nothing to gain"),
}
"""How people call each theme."""

NEXT_TIME: Final[Mapping[Theme, str]] = {
    Theme.DRAW_TRUMPS: N_("Before you lead a side suit, count the trumps that the opponent still has."),
    Theme.KEEP_TRUMPS: N_("Before you lead a trump, ask which cards of yours can only win by ruffing."),
    Theme.FORCE: N_("Where the opponent is out of a suit, leading it can cost the opponent a trump."),
    Theme.CASH_FIRST: N_("Before you give up the lead, check which sure tricks have to be taken now."),
    Theme.LONG_SUIT: N_("Count how often a long suit has to be led until the opponent has no more of it."),
    Theme.DRIVE_OUT: N_("When one card of the opponent’s stands between you and tricks, make it come out early."),
    Theme.THROW_IN: N_("Look for the moment when the opponent would rather not have to lead."),
    Theme.TENACE: N_("With cards above and below one of the opponent’s, wait until the opponent leads the suit."),
    Theme.EXIT: N_("When every suit would be better led by the opponent, look for the lead that changes nothing."),
    Theme.SQUEEZE: N_("Near the end, ask what the opponent will have to throw away."),
    Theme.STAY_ON_LEAD: N_("Before you lose a trick, ask what the opponent does with the lead."),
    Theme.HOLD_UP: N_("Before you win with the last high card of a suit, count how many the opponent has left."),
    Theme.GUARD: N_("Before you throw a small card away, ask which higher card it protects."),
    Theme.LENGTH: N_("Before you throw from a suit, compare its length with the opponent’s."),
    Theme.WIN_CHEAPLY: N_("When several of your cards win the trick, look what the opponent holds between them."),
    Theme.REFUSE_RUFF: N_("Before you ruff, ask whether the trump would not win a trick by itself."),
    Theme.SAVE_HIGH: N_("Before you let a card go, ask whether it has a trick to win."),
    Theme.TAKE: N_("Before you let a trick go, ask whether it comes back."),
    Theme.STAY_OFF_LEAD: N_("Before you win a trick, ask what you would lead next."),
    Theme.BEST_STRAIN: N_("Compare what each strain would score, and name the best one at the lowest level."),
    Theme.RAISE_WHEN_OUTBID: N_("Every trick over six counts whatever the level: bid higher only when you must."),
    Theme.BID_ENOUGH: N_("Where only the tricks bid count, bid as many as you take."),
    Theme.OVERBID: N_("Count the tricks of the strain before you name the level."),
    Theme.BID_YOURS: N_("Before you pass or double, ask what you would score yourself."),
    Theme.ESCAPE: N_("When a doubled contract fails, look for a bid that costs less."),
    Theme.LAST_WORD: N_("Before you bid on, ask what the opponent does with another turn: a pass ends the auction."),
    Theme.LET_IT_STAND: N_("When a doubled contract makes, the double is worth points to you."),
    Theme.NO_REDOUBLE: N_("Before you redouble, ask whether the contract makes and where the opponent can run to."),
    Theme.OUT_OF_REACH: N_("Ask which bid leaves the opponent nothing that makes."),
    Theme.FREE_BLOCK: N_("Where failing costs nothing, a bid that fails is better than letting the opponent score."),
    Theme.SACRIFICE: N_("Compare the price of failing with what the opponent would score."),
    Theme.TOO_DEAR: N_("Before you sacrifice, count the tricks short and what they cost."),
    Theme.PUSH: N_("Ask where the opponent has to go when you bid once more."),
    Theme.LEAVE_IT: N_("When the opponent’s contract fails, ask first whether to bid at all."),
    Theme.DOUBLE_OF_MAKING: N_("Double only what fails: count the opponent’s tricks first."),
    Theme.DOUBLE: N_("When the opponent’s contract fails, and every way out of it fails too, double it."),
    Theme.NO_DOUBLE: N_("Before you double, ask where the opponent can run to."),
    Theme.REDOUBLE: N_("When a doubled contract makes, redouble unless the opponent can run."),
    Theme.NOTHING_TO_GAIN: N_("When every call comes to the same, look at the rules before you look for a better one."),
}
"""One sentence of advice for each theme."""

HIGHEST: Final = N_(
    "Compare what each strain would score, and name the best one as high as you can make it: only tricks bid count."
)
"""The advice for :attr:`Theme.BEST_STRAIN` where tricks above the bid do not count."""

ESCAPE_MAKES: Final = N_("When a doubled contract fails, look for a strain that makes.")
"""The advice for :attr:`Theme.ESCAPE` where the escape is a contract that makes."""

PUNISHED: Final = N_("Before you play a card, ask which of the opponent’s cards can make you pay for it.")
"""The advice where a card punishes and no theme was found."""


def theme_name(theme: Theme) -> Message:
    """The name of *theme* in words."""
    return Message(THEME_NAMES[theme])
