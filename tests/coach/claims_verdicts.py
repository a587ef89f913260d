"""What a choice was worth and what would have been better: the checkers of those sentences, for cards and calls."""

from tests.coach.claims import Moment, claim, counts, says
from tests.coach.claims_values import OR, action, actions, counted
from tutor.messages import Message


def _the_choice(moment: Moment, message: Message) -> None:
    claim(action(message, "choice") == moment.choice, "this is the choice")


def _gives_nothing_away(moment: Moment, message: Message) -> None:
    _the_choice(moment, message)
    claim(moment.choice in moment.faultless, "the choice gives nothing away")


@says("%(choice)s: there was no other choice.")
def _forced(moment: Moment, message: Message) -> None:
    _the_choice(moment, message)
    claim(set(moment.scores) == {moment.choice}, "no other choice was legal")


@counts(
    "%(choice)s gives away a trick, but the score stays the same.",
    "%(choice)s gives away %(count)s tricks, but the score stays the same.",
)
def _only_tricks(moment: Moment, message: Message) -> None:
    _the_choice(moment, message)
    claim(moment.lost_tricks(moment.choice) == message.count > 0, "it gives away so many tricks")
    claim(moment.lost_points(moment.choice) == 0, "the score stays the same")


@says("%(choice)s is as good as any other call here, under the rules %(rules)s.")
def _all_calls(moment: Moment, message: Message) -> None:
    _the_choice(moment, message)
    claim(not moment.in_play, "it is a call")
    claim(len(set(moment.scores.values())) == 1, "all calls lead to the same score")
    claim(str(message.values["rules"]) == str(moment.rules), "these are the rules")


@says("%(choice)s is the only choice that gives nothing away.")
def _only_best(moment: Moment, message: Message) -> None:
    _gives_nothing_away(moment, message)
    claim(moment.faultless == {moment.choice}, "every other choice gives something away")


@says("%(choice)s is as good as any other choice here.")
def _any(moment: Moment, message: Message) -> None:
    _gives_nothing_away(moment, message)
    claim(moment.faultless == set(moment.scores), "no choice gives anything away")


@says("%(choice)s is right; just as good: %(others)s.")
def _as_good(moment: Moment, message: Message) -> None:
    _gives_nothing_away(moment, message)
    others = actions(message, "others", OR)
    claim({moment.choice, *others} == moment.faultless, "these are all the choices that give nothing away")
    claim(moment.choice not in others, "a choice is not one of the others")


@says("%(choice)s costs %(points)s.")
def _costs_points(moment: Moment, message: Message) -> None:
    _the_choice(moment, message)
    claim(not moment.in_play, "it is a call")
    claim(counted(message, "points", "points") == moment.lost_points(moment.choice) > 0, "it costs so many points")


@says("%(choice)s costs %(tricks)s, %(points)s.")
def _costs(moment: Moment, message: Message) -> None:
    _the_choice(moment, message)
    claim(counted(message, "tricks", "tricks") == moment.lost_tricks(moment.choice) > 0, "it costs so many tricks")
    claim(counted(message, "points", "points") == moment.lost_points(moment.choice) > 0, "it costs so many points")


def _makes(moment: Moment, card: int) -> bool:
    return moment.declarers(card) >= 6 + moment.contract.level


@says("%(choice)s costs %(tricks)s, %(points)s: the contract can now be made.")
def _now_makes(moment: Moment, message: Message) -> None:
    _costs(moment, message)
    claim(moment.you != moment.contract.declarer, "the defender chose")
    claim(_makes(moment, moment.choice), "the contract makes with best play")
    claim(not any(_makes(moment, card) for card in moment.faultless), "it failed after a right card")


@says("%(choice)s costs %(tricks)s, %(points)s: the contract now fails.")
def _now_fails(moment: Moment, message: Message) -> None:
    _costs(moment, message)
    claim(moment.you == moment.contract.declarer, "declarer chose")
    claim(not _makes(moment, moment.choice), "the contract fails with best play")
    claim(all(_makes(moment, card) for card in moment.faultless), "it made after a right card")


@says("Better is %(choices)s, the only choice that gives nothing away.")
def _better_alone(moment: Moment, message: Message) -> None:
    claim({action(message, "choices")} == moment.faultless, "only this one gives nothing away")
    claim(moment.choice not in moment.faultless, "the choice gives something away")


@says("Better is %(choices)s.")
def _better(moment: Moment, message: Message) -> None:
    claim(set(actions(message, "choices", OR)) == moment.faultless, "these are all that give nothing away")
    claim(moment.choice not in moment.faultless, "the choice gives something away")
