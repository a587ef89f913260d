"""Every sentence of the coach, held against the deal it speaks of.

:func:`faults` takes a deal, a choice and the sentences told about it, and gives what is wrong with them. A sentence is
a template and the values in its places; the registry has a checker for every template, which proves what the English
says from the deal and the choice alone, with none of the code that made the sentence. A template that nobody registered
is a fault.

Seats, numbers and cards are read back from the values in :mod:`tests.coach.claims_values`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from tests.coach.claims_auction import Ending, Solution, Standing, contract_points, table_of
from tests.coach.claims_layout import TABLE, Layout
from tests.coach.claims_lines import Told, happens
from tests.coach.claims_values import action, cards_named, named
from tutor.cards import Seat, card_name
from tutor.messages import Message
from tutor.rules import Contract, Deal, Phase, Play


class FalseClaimError(AssertionError):
    """A sentence says what is not so."""


def claim(holds: object, what: str) -> None:
    """*what* has to hold."""
    if not holds:
        raise FalseClaimError(f"it is not so that {what}")


@dataclass
class Moment:
    """A deal, the choice that is spoken of, and what is worked out about them.

    Attributes:
        deal: the deal before the choice.
        choice: a legal card or call.
        natural: whether the other seat calls naturally.
        tale: what the sentences so far told of the tricks after the choice.
        ending: what the calls told so far end in, when *ending_told*.
    """

    deal: Deal
    choice: int
    natural: bool = False
    tale: list[Told] = field(default_factory=list)
    ending: Ending = None
    ending_told: bool = False

    @property
    def in_play(self) -> bool:
        return self.deal.phase is Phase.PLAY

    @cached_property
    def you(self) -> Seat:
        turn = self.deal.turn
        assert turn is not None
        return turn

    @property
    def they(self) -> Seat:
        return self.you.other

    @property
    def play(self) -> Play:
        assert self.deal.play is not None
        return self.deal.play

    @property
    def contract(self) -> Contract:
        assert self.deal.contract is not None
        return self.deal.contract

    @property
    def trump(self) -> int:
        """The trump suit; 4 without one."""
        return int(self.contract.strain)

    @property
    def suit(self) -> int:
        """The suit of the card chosen."""
        return self.choice // 13

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.play)

    def held(self, seat: Seat) -> set[int]:
        """The cards in the hand of *seat*."""
        return {card for card in range(52) if self.play.hands[seat] >> card & 1}

    @cached_property
    def theirs(self) -> set[int]:
        """The opponent's cards, the one on the table among them."""
        return {card for row in self.layout.rows for card, where in row if where in (self.they, TABLE)}

    @cached_property
    def tricks(self) -> dict[int, int]:
        """Tricks of the 13 that you take in all, by legal card."""
        won = self.play.tricks[self.you]
        return {card: won + tricks for card, tricks in self.layout.values().items()}

    @cached_property
    def solution(self) -> Solution:
        assert self.deal.start_hands is not None
        table = table_of(*self.deal.start_hands)
        return Solution(table, self.deal.ruleset, int(self.they) if self.natural else None)

    @cached_property
    def standing(self) -> Standing:
        assert self.deal.auction is not None
        return Standing.of(self.deal.auction)

    @cached_property
    def scores(self) -> dict[int, int]:
        """Points, yours less the opponent's, by legal choice."""
        if not self.in_play:
            sign = -1 if self.you else 1
            return {
                call: sign * self.solution.leads_to(self.standing, call) for call in self.standing.legal(self.rules)
            }
        return {card: self.points(self.declarers(card)) for card in self.tricks}

    @property
    def rules(self):
        return self.deal.ruleset

    def declarers(self, card: int) -> int:
        """Tricks that declarer takes in all after *card*."""
        return self.tricks[card] if self.you == self.contract.declarer else 13 - self.tricks[card]

    def points(self, declarers: int) -> int:
        """Your points when declarer takes so many tricks."""
        bid = 55 + 5 * (self.contract.level - 1) + int(self.contract.strain)
        points = contract_points(bid, self.contract.multiplier, declarers, self.rules)
        return points if self.you == self.contract.declarer else -points

    def lost_points(self, choice: int) -> int:
        """Points that *choice* gives away."""
        return max(self.scores.values()) - self.scores[choice]

    def lost_tricks(self, choice: int) -> int:
        """Tricks that *choice* gives away; 0 for a call."""
        return max(self.tricks.values()) - self.tricks[choice] if self.in_play else 0

    @cached_property
    def faultless(self) -> set[int]:
        """The choices that give away neither points nor tricks."""
        return {each for each in self.scores if not self.lost_points(each) and not self.lost_tricks(each)}

    def costs_nothing(self, layout: Layout, card: int | None = None) -> bool:
        """Whether the card chosen gives no trick away in another *layout*."""
        return layout.loss(self.choice if card is None else card) == 0

    def can_happen(self, *tale: Told, after: int | None = None) -> bool:
        """Whether *tale* is what comes after the card chosen, or *after*, when both go on as well as can be."""
        return happens(self.play, self.choice if after is None else after, tale)


Checker = Callable[[Moment, Message], None]

CHECKERS: dict[str, Checker] = {}
"""By template; that of a sentence with a plural is its singular."""

PLURALS: dict[str, str] = {}
"""The plurals of the templates that have one."""


def says(*templates: str) -> Callable[[Checker], Checker]:
    """The decorated function checks the sentences of these templates."""

    def register(checker: Checker) -> Checker:
        for template in templates:
            assert template not in CHECKERS, template
            CHECKERS[template] = checker
        return checker

    return register


def counts(one: str, many: str) -> Callable[[Checker], Checker]:
    """As :func:`says`, for a template that has a plural."""
    PLURALS[one] = many
    return says(one)


def faults(moment: Moment, sentences: Iterable[Message]) -> list[str]:
    """What is wrong with *sentences*, told of the choice of *moment*; empty when every claim holds."""
    found = []
    for sentence in sentences:
        try:
            _check(moment, sentence)
        except FalseClaimError as error:
            found.append(f"{sentence} [{sentence.sentence}]: {error}")
    if moment.tale and not moment.can_happen(*moment.tale):
        found.append(f"{' '.join(str(each) for each in sentences)}: with best play on both sides it cannot happen")
    return found


def _check(moment: Moment, sentence: Message) -> None:
    checker = CHECKERS.get(sentence.sentence)
    claim(checker is not None, "the template is known to the tests")
    claim(sentence.many == PLURALS.get(sentence.sentence), "the plural is that of the template")
    if moment.in_play:
        there = moment.held(moment.you) | moment.theirs
        for card in cards_named(sentence):
            claim(card in there, f"{card_name(card)} is in a hand or on the table")
    assert checker is not None
    checker(moment, sentence)


def named_rightly(moment: Moment, message: Message) -> None:
    """Check the seats and the choices that a theme's sentence names."""
    shown = message.sentence
    if "%(seat)s" in shown:
        claim(named(message, "seat") == moment.you, "the seat is that of the choice")
    if "%(opponent)s" in shown:
        claim(named(message, "opponent") == moment.they, "the opponent is the other seat")
    for name in ("card", "call"):
        if f"%({name})s" in shown:
            claim(action(message, name) == moment.choice, "this is the choice")
    if "%(instead)s" in shown:
        claim(action(message, "instead") in moment.faultless, "the choice instead gives nothing away")
