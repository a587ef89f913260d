"""What a specification asks for, demand by demand, so that a refusal can name the ones that conflict."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from tutor.cards import Card, Seat, Strain, Suit
from tutor.coach.puzzle.contracts import AtStake
from tutor.coach.telling.advice import theme_name
from tutor.coach.telling.marks import STRAIN_NAMES, marked, marked_choices
from tutor.coach.themes import Theme
from tutor.coach.words import contract_words
from tutor.messages import N_, P_, Message
from tutor.rules import SEAT_NAMES, SUIT_NAMES, Auction, Contract, Position, Ruleset


class Place(IntEnum):
    """Where a card is: in a hand, led to the trick, or played before."""

    NORTH = 0
    SOUTH = 1
    TABLE = 2
    GONE = 3


PLACE_NAMES: Final = (
    SEAT_NAMES[Seat.NORTH],
    SEAT_NAMES[Seat.SOUTH],
    Message(N_("the table")),
    Message(N_("the cards that are gone")),
)


@dataclass(frozen=True, slots=True)
class Span:
    """A whole number from *low* to *high*, both included."""

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


def _spanned(forms: tuple[str, str], between: str, span: Span, values: Mapping[str, object] | None = None) -> Message:
    """How many the *span* allows: by *forms* (for one, for many) a single number, by the sentence *between* a range."""
    values = values or {}
    if span.low == span.high:
        return Message.counted(forms, span.low, values)
    return Message(between, {**values, "low": span.low, "high": span.high})


@dataclass(frozen=True, slots=True)
class CardsEach:
    """The learner holds a number of cards within *span*; so does the opponent, a card on the table counted."""

    span: Span

    @property
    def sizes(self) -> range:
        """The numbers of *span*."""
        return range(self.span.low, self.span.high + 1)

    def words(self) -> Message:
        """The demand in words."""
        forms = P_("%(count)s card each", "%(count)s cards each")
        return _spanned(forms, N_("%(low)s to %(high)s cards each"), self.span)


@dataclass(frozen=True, slots=True)
class InStrain:
    """The strain is *strain*."""

    strain: Strain

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("the strain is %(strain)s"), {"strain": STRAIN_NAMES[self.strain]})


@dataclass(frozen=True, slots=True)
class LeadOrReply:
    """The learner answers a card on the table (*reply*), or is on lead."""

    reply: bool

    def words(self) -> Message:
        """The demand in words."""
        if self.reply:
            return Message(N_("a card has been led to the learner"))
        return Message(N_("the learner is on lead"))


@dataclass(frozen=True, slots=True)
class Points:
    """*seat* has high-card points within *span*: ace 4, king 3, queen 2, jack 1."""

    seat: Seat
    span: Span

    def words(self) -> Message:
        """The demand in words."""
        forms = P_("%(seat)s has one high-card point", "%(seat)s has %(count)s high-card points")
        between = N_("%(seat)s has %(low)s to %(high)s high-card points")
        return _spanned(forms, between, self.span, {"seat": SEAT_NAMES[self.seat]})


@dataclass(frozen=True, slots=True)
class SuitLength:
    """A hand, or the table, has a number of cards of *suit* within *span*."""

    place: Place
    suit: Suit
    span: Span

    def words(self) -> Message:
        """The demand in words."""
        forms = P_("%(place)s has one card in %(suit)s", "%(place)s has %(count)s cards in %(suit)s")
        between = N_("%(place)s has %(low)s to %(high)s cards in %(suit)s")
        return _spanned(forms, between, self.span, {"place": PLACE_NAMES[self.place], "suit": SUIT_NAMES[self.suit]})


@dataclass(frozen=True, slots=True)
class Placed:
    """*card* is in *place*, or with *barred* anywhere else."""

    card: Card
    place: Place
    barred: bool = False

    def words(self) -> Message:
        """The demand in words."""
        values = {"card": marked(self.card), "place": PLACE_NAMES[self.place]}
        if self.barred:
            return Message(N_("%(card)s is not among the cards of: %(place)s"), values)
        return Message(N_("%(card)s is among the cards of: %(place)s"), values)


@dataclass(frozen=True, slots=True)
class Goal:
    """The tricks to take are within *span*."""

    span: Span

    def words(self) -> Message:
        """The demand in words."""
        forms = P_("the goal is one trick", "the goal is %(count)s tricks")
        return _spanned(forms, N_("the goal is %(low)s to %(high)s tricks"), self.span)


@dataclass(frozen=True, slots=True)
class Contracted:
    """Declarer of *contract*, who has *taken* tricks already, is to make it, or to be beaten."""

    contract: Contract
    taken: int

    def at(self, position: Position) -> AtStake:
        """The contract at *position*, which the puzzle begins with."""
        return AtStake(self.contract, self.taken, position)

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("the contract is %(contract)s"), {"contract": contract_words(self.contract)})


@dataclass(frozen=True, slots=True)
class FirstCardAsked:
    """The puzzle asks for the first card and is not played on."""

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("only the first card is asked for"))


@dataclass(frozen=True, slots=True)
class OnlyFirstCard:
    """One first card is right, cards that touch counted as one."""

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("only one first card is right"))


@dataclass(frozen=True, slots=True)
class ThemeIs:
    """*theme* is what the coach says first of a wrong card."""

    theme: Theme

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("the theme is “%(theme)s”"), {"theme": theme_name(self.theme)})


@dataclass(frozen=True, slots=True)
class Turns:
    """The solution has a number of turns within *span*, see :attr:`tutor.composer.judging.Sound.turns`."""

    span: Span

    def words(self) -> Message:
        """The demand in words."""
        forms = P_("the solution is one turn long", "the solution is %(count)s turns long")
        return _spanned(forms, N_("the solution is %(low)s to %(high)s turns long"), self.span)


@dataclass(frozen=True, slots=True)
class LevelIn:
    """The level is within *span*; see :mod:`tutor.coach.puzzle.difficulty`."""

    span: Span

    def words(self) -> Message:
        """The demand in words."""
        if self.span.low == self.span.high:
            return Message(N_("the level is %(level)s"), {"level": self.span.low})
        return Message(N_("the level is %(low)s to %(high)s"), {"low": self.span.low, "high": self.span.high})


@dataclass(frozen=True, slots=True)
class Under:
    """The rules are *ruleset*."""

    ruleset: Ruleset

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("the rules are %(rules)s"), {"rules": str(self.ruleset)})


@dataclass(frozen=True, slots=True)
class AfterCalls:
    """The learner is to call after those of *auction*."""

    auction: Auction

    def words(self) -> Message:
        """The demand in words."""
        if not self.auction.calls:
            return Message(N_("the learner makes the first call"))
        return Message(N_("the calls so far are %(calls)s"), {"calls": marked_choices(self.auction.calls)})


@dataclass(frozen=True, slots=True)
class CallsSoFar:
    """A number of calls within *span* has been made."""

    span: Span

    def words(self) -> Message:
        """The demand in words."""
        forms = P_("one call has been made", "%(count)s calls have been made")
        return _spanned(forms, N_("%(low)s to %(high)s calls have been made"), self.span)


@dataclass(frozen=True, slots=True)
class OnlyCall:
    """One call is best."""

    def words(self) -> Message:
        """The demand in words."""
        return Message(N_("only one call is best"))


Asked: TypeAlias = (
    CardsEach
    | InStrain
    | LeadOrReply
    | Points
    | SuitLength
    | Placed
    | Goal
    | Contracted
    | FirstCardAsked
    | OnlyFirstCard
    | ThemeIs
    | Turns
    | LevelIn
    | Under
    | AfterCalls
    | CallsSoFar
    | OnlyCall
)


@dataclass(frozen=True, slots=True)
class Demand:
    """One thing that a specification asks for.

    Attributes:
        key: the key of the file that asks for it, with its table: ``north.points``.
        line: the line of that key; None when it has none.
        asked: what is asked for.
    """

    key: str
    line: int | None
    asked: Asked


@dataclass(frozen=True, slots=True)
class Failed:
    """Cards that will not do: they fail *demand*, or, when that is None, make no puzzle at all."""

    demand: Demand | None
