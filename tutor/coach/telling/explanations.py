"""Explanations in words.

For a right choice one sentence; for a wrong one what it costs, what happens, why, what to do instead, and what to look
for next time.

Each sentence states only what its :class:`~tutor.coach.reasons.explain.Explanation` has computed, and each is one
template with the facts as named values, so that a claim can be checked without reading prose. Cards and calls are marks
(see :mod:`tutor.coach.telling.marks`). Seats are called by their names, never "you": the same words serve both players.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from tutor.cards import Card
from tutor.coach.facts import Choice, Decision
from tutor.coach.reasons.call_reasons import CallReasons
from tutor.coach.reasons.counterfactual import Lowered
from tutor.coach.reasons.explain import CardReasons, Explanation
from tutor.coach.reasons.refutation import Refutation, Trick
from tutor.coach.telling import advice, theme_words, wrong_calls
from tutor.coach.telling.knowing import OPEN, Known
from tutor.coach.telling.marks import marked, marked_cards, marked_choices
from tutor.coach.themes import Finding, Theme
from tutor.coach.words import all_the_same, contract_makes, point_count, trick_count
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES, Action, Phase, Play

MOST_HAPPENINGS = 3
"""Sentences that tell what happens in the tricks after a wrong card; what the rest comes to is one more."""


@dataclass(frozen=True, slots=True)
class Told:
    """An explanation in words.

    Attributes:
        verdict: what the choice was worth.
        happens: what happens after it; empty for a right choice.
        reason: why; empty for a right choice, or where no reason was found.
        instead: what to do instead; empty for a right choice.
        next_time: what to look for next time; None where there is nothing to learn.
    """

    verdict: Message
    happens: tuple[Message, ...] = ()
    reason: tuple[Message, ...] = ()
    instead: tuple[Message, ...] = ()
    next_time: Message | None = None

    def sentences(self) -> tuple[Message, ...]:
        """All of it in the order of reading."""
        last = () if self.next_time is None else (self.next_time,)
        return (self.verdict, *self.happens, *self.reason, *self.instead, *last)


def tell(explanation: Explanation, known: Known = OPEN) -> Told:
    """*explanation* in words, for a learner who knows what *known* says."""
    decision, choice = explanation.decision, explanation.choice
    if choice.best:
        return Told(_right(decision, choice))
    verdict = _wrong(decision, choice)
    instead = (_better(decision),)
    reasons = explanation.reasons
    if isinstance(reasons, CardReasons):
        happens = tuple(what_happens(reasons.refutation, known))
        finding = theme_words.shown_finding(reasons, known)
        reason = () if finding is None else (theme_words.theme_sentence(reasons, finding),)
        punished = _punished(reasons, known, finding)
        return Told(verdict, happens, (*reason, *punished), instead, _next_time(finding, reasons.punishing))
    if isinstance(reasons, CallReasons):
        finding = wrong_calls.shown_finding(reasons)
        said = wrong_calls.reason(decision, reasons, known)
        learnt = None if finding is None else wrong_calls.next_time(decision, reasons, finding)
        return Told(verdict, wrong_calls.happens(decision, reasons), said, instead, learnt)
    return Told(verdict, instead=instead)


def _right(decision: Decision, choice: Choice) -> Message:
    """The sentence for a choice that loses no points."""
    values: dict[str, object] = {"choice": marked(choice.action)}
    if decision.forced:
        return Message(N_("%(choice)s: there was no other choice."), values)
    if choice.loss_tricks:
        forms = P_(
            "%(choice)s gives away a trick, but the score stays the same.",
            "%(choice)s gives away %(count)s tricks, but the score stays the same.",
        )
        return Message.counted(forms, choice.loss_tricks, values)
    if all_the_same(decision):
        values["rules"] = decision.deal.ruleset
        return Message(N_("%(choice)s is as good as any other call here, under the rules %(rules)s."), values)
    equal = [action for action in decision.faultless if action != choice.action]
    if not equal:
        return Message(N_("%(choice)s is the only choice that gives nothing away."), values)
    if len(equal) + 1 == len(decision.choices):
        return Message(N_("%(choice)s is as good as any other choice here."), values)
    values["others"] = marked_choices(equal)
    return Message(N_("%(choice)s is right; just as good: %(others)s."), values)


def _wrong(decision: Decision, choice: Choice) -> Message:
    """What a wrong choice costs, and whether it changes the fate of the contract."""
    values = {"choice": marked(choice.action), "points": point_count(choice.loss_points)}
    if decision.phase is not Phase.PLAY:
        return Message(N_("%(choice)s costs %(points)s."), values)
    values["tricks"] = trick_count(choice.loss_tricks)
    made = contract_makes(decision, choice)
    if made == contract_makes(decision, decision.best[0]):
        return Message(N_("%(choice)s costs %(tricks)s, %(points)s."), values)
    if made:
        return Message(N_("%(choice)s costs %(tricks)s, %(points)s: the contract can now be made."), values)
    return Message(N_("%(choice)s costs %(tricks)s, %(points)s: the contract now fails."), values)


def _better(decision: Decision) -> Message:
    """What would have cost nothing, all of it."""
    best = decision.faultless
    values = {"choices": marked_choices(best)}
    if len(best) == 1:
        return Message(N_("Better is %(choices)s, the only choice that gives nothing away."), values)
    return Message(N_("Better is %(choices)s."), values)


def what_happens(refutation: Refutation, known: Known = OPEN) -> Iterator[Message]:
    """What happens after a wrong card until its trick is lost, and what it all comes to."""
    you, play = refutation.seat, refutation.play
    told = refutation.told
    yield _first_trick(refutation, known)
    runs: list[list[Trick]] = []
    for trick in told[1:]:
        if runs and runs[-1][0].winner == trick.winner:
            runs[-1].append(trick)
        else:
            runs.append([trick])
    # What comes between is left out when it would take too long; the decisive trick is in the last run.
    shown = runs if len(runs) < MOST_HAPPENINGS else runs[-1:]
    for run in shown:
        yield _run(run, play, known, skipped=run is runs[-1] and len(shown) < len(runs))
    there = refutation.better_tricks[refutation.decisive]
    if refutation.decisive and there.winner == you and _may_name(there.won_with, play, known):
        values = {
            "seat": SEAT_NAMES[you],
            "instead": marked(refutation.instead),
            "card": marked(there.won_with),
            "number": there.number,
        }
        yield Message(N_("After %(instead)s, %(seat)s wins trick %(number)s with %(card)s."), values)
    yield _in_all(refutation)


def _in_all(refutation: Refutation) -> Message:
    """What the whole play comes to."""
    mine = refutation.tricks_in_all
    values = {"seat": SEAT_NAMES[refutation.seat], "instead": mine + refutation.loss}
    if not mine:
        return Message(N_("%(seat)s takes no trick at all instead of %(instead)s."), values)
    forms = P_(
        "In all %(seat)s takes one trick instead of %(instead)s.",
        "In all %(seat)s takes %(count)s tricks instead of %(instead)s.",
    )
    return Message.counted(forms, mine, values)


def _first_trick(refutation: Refutation, known: Known) -> Message:
    """The trick of the wrong card."""
    trick, you, play = refutation.tricks[0], refutation.seat, refutation.play
    reply = trick.card(you.other)
    values = {
        "seat": SEAT_NAMES[you],
        "opponent": SEAT_NAMES[you.other],
        "card": marked(refutation.card),
        "reply": _named(reply, play, known),
    }
    if play.led is not None:
        if trick.winner != you:
            return Message(N_("%(reply)s wins the trick for %(opponent)s."), values)
        return Message(N_("%(card)s wins the trick, and %(seat)s has to lead."), values)
    if trick.winner != you:
        if reply // 13 != refutation.card // 13:
            return Message(N_("%(opponent)s ruffs %(card)s with %(reply)s."), values)
        return Message(N_("%(opponent)s wins %(card)s with %(reply)s."), values)
    if reply // 13 == refutation.card // 13:
        return Message(N_("%(card)s wins the trick, and %(opponent)s follows with %(reply)s."), values)
    return Message(N_("%(card)s wins the trick, and %(opponent)s throws %(reply)s."), values)


def _run(run: list[Trick], play: Play, known: Known, *, skipped: bool) -> Message:
    """One or more tricks in a row won by the same seat."""
    winner = run[0].winner
    cards = [trick.won_with for trick in run]
    values: dict[str, object] = {"seat": SEAT_NAMES[winner], "number": run[0].number}
    if not known.may_name_all(cards, play.hands):
        forms = P_("Then %(seat)s wins one trick.", "Then %(seat)s wins %(count)s tricks in a row.")
        later = P_(
            "Later, from trick %(number)s on, %(seat)s wins one trick.",
            "Later, from trick %(number)s on, %(seat)s wins %(count)s tricks in a row.",
        )
        return Message.counted(later if skipped else forms, len(run), values)
    values["cards"] = marked_cards(cards)
    if skipped:
        return Message(N_("Later, from trick %(number)s on, %(seat)s wins with %(cards)s."), values)
    if len(run) == 1 and run[0].leader != winner:
        lead = run[0].card(winner.other)
        if lead // 13 != cards[0] // 13:
            values["lead"] = _named(lead, play, known)
            return Message(N_("Then %(seat)s ruffs %(lead)s with %(cards)s."), values)
    return Message(N_("Then %(seat)s wins with %(cards)s."), values)


def _may_name(card: Action, play: Play, known: Known) -> bool:
    return known.may_name(card, play.hands)


def _named(card: Action, play: Play, known: Known) -> object:
    """The card as a mark, or only its suit when the learner cannot know it."""
    if known.may_name(card, play.hands):
        return marked(card)
    return LOW_CARDS[card // 13]


LOW_CARDS = (
    Message(N_("a low club")),
    Message(N_("a low diamond")),
    Message(N_("a low heart")),
    Message(N_("a low spade")),
)


def _punished(reasons: CardReasons, known: Known, finding: Finding | None) -> tuple[Message, ...]:
    """The card or the two that punish; nothing where the theme has said it already."""
    refutation, cards = reasons.refutation, reasons.punishing
    if not cards or not known.may_name_all(cards, refutation.play.hands):
        return ()
    if finding is not None and finding.change == Lowered(cards):
        return ()
    if finding is not None and finding.theme is Theme.TAKE and cards == (refutation.play.led,):
        return ()
    values: dict[str, object] = {
        "card": marked(refutation.card),
        "opponent": SEAT_NAMES[refutation.seat.other],
        "punishing": marked_cards(cards),
    }
    one = N_(
        "%(opponent)s’s %(punishing)s makes the difference: if it were the lowest of its suit, %(card)s would "
        "cost nothing."
    )
    same = N_(
        "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of the suit, %(card)s "
        "would cost nothing."
    )
    two = N_(
        "%(opponent)s’s %(punishing)s make the difference together: if they were the lowest of their suits, %(card)s "
        "would cost nothing."
    )
    if len(cards) == 1:
        return (Message(one, values),)
    return (Message(same if cards[0] // 13 == cards[1] // 13 else two, values),)


def _next_time(finding: Finding | None, punishing: tuple[Card, ...]) -> Message | None:
    """What to look for after a card, which rests on what was said; None where it would be no help."""
    if finding is not None:
        return Message(advice.NEXT_TIME[finding.theme])
    return Message(advice.PUNISHED) if punishing else None
