"""Specifications of puzzles: TOML files that say what to compose.

A file ``NAME.toml`` holds one specification. What is left out is free. A range is a whole number, or a list of the
lowest and the highest, ``[2, 4]``.

``kind``
    ``play`` (when left out): a position with a goal, to be played until it is reached. ``only-card``: such a position
    of which nothing but the first card is asked for, so that it may be longer. ``call``: a deal, and the calls so far.
``turn``
    The learner's seat: ``N`` (when left out) or ``S``.
``theme``
    A theme that the coach recognises (:class:`tutor.coach.themes.Theme`), of the play or of the auction.
``level``
    Range within 1 to 5.
``[north]``, ``[south]``
    ``points``, ``spades``, ``hearts``, ``diamonds``, ``clubs``: ranges. ``holds``, ``never``: lists of cards.
``[gone]``
    ``holds``, ``never``: lists of cards that have been played, or have not.

Of the play, and of ``only-card``:

``cards``
    Has to be there. Range within 2 to 13: how many cards the learner holds. With ``contract``, a whole number.
``lead``
    True: the learner is on lead. False: the opponent has led, and the card is on the table.
``strain``
    The strain, ``C`` to ``NT``.
``goal``
    Range: the tricks to take. When left out, as many as best play takes.
``contract`` and ``taken``
    Instead of ``strain`` and ``goal``: a contract (``3NT N``) and the tricks that declarer has already. The goal is
    what makes it, or beats it when the learner is not its declarer: then the puzzle is of the kind ``beat``
    (:mod:`tutor.coach.puzzle`). What the learner is told beforehand names the contract and these tricks.
``only-first-card``
    False: more than one first card may be right. Otherwise one is, cards that touch counted as one.
``length``
    Range: the learner's turns in the solution. Not of ``only-card``.
``[table]``
    Of the card that has been led: ``spades``, ``hearts``, ``diamonds``, ``clubs``: ranges. ``holds``, ``never``.

Of the auction:

``rules``
    A ruleset; ``penalty`` when left out.
``calls`` and ``dealer``
    The calls so far, and who made the first of them, ``N`` or ``S``; the learner is to make the next. When left out,
    any (:mod:`tutor.composer.call_judging`).
``so-far``
    Range within 0 to 4: how many calls have been made.
``only-call``
    False: more than one call may be best.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tutor.cards import NORTH, Seat, Suit
from tutor.coach.authored import LEVELS, ContentError, Fields, read_authored
from tutor.coach.puzzle.contracts import tricks_needed
from tutor.coach.reasons.call_themes import RECOGNISERS
from tutor.coach.reasons.play_themes import IN_REPLY, ON_LEAD, leave_safely
from tutor.coach.themes import Theme
from tutor.composer.demands import (
    AfterCalls,
    Asked,
    CallsSoFar,
    CardsEach,
    Contracted,
    Demand,
    FirstCardAsked,
    Goal,
    InStrain,
    LeadOrReply,
    LevelIn,
    OnlyCall,
    OnlyFirstCard,
    Place,
    Placed,
    Points,
    Span,
    SuitLength,
    ThemeIs,
    Turns,
    Under,
)
from tutor.messages import N_, Message
from tutor.notation import parse_calls, parse_card, parse_contract, parse_ruleset, parse_seat, parse_strain
from tutor.rules import PENALTY, Auction, Call, RuleError

SPECS: Final = "specs"
"""The folder of specifications among those of puzzles, which they are not."""

AUTHOR: Final = "The Draw Bridge composer"
"""Whom a composed puzzle is by."""

KINDS: Final = ("play", "only-card", "call")
HANDS: Final = (Place.NORTH, Place.SOUTH)
MOST_CARDS: Final = 13
MOST_CALLS: Final = 4
"""Calls before the learner's: more make an auction that nobody would sit through."""
_SUITS: Final = {"spades": Suit.SPADES, "hearts": Suit.HEARTS, "diamonds": Suit.DIAMONDS, "clubs": Suit.CLUBS}


def theme_of(recognise: Callable[..., object]) -> Theme:
    """The theme that *recognise* recognises: what it is called after, but for that of an exit."""
    return Theme.EXIT if recognise is leave_safely else Theme(recognise.__name__.replace("_", "-"))


LEAD_THEMES: Final = tuple(map(theme_of, ON_LEAD))
"""Themes of a lead."""
REPLY_THEMES: Final = tuple(map(theme_of, IN_REPLY))
"""Themes of a reply."""
CALL_THEMES: Final = tuple(map(theme_of, RECOGNISERS))
"""Themes of the auction."""


@dataclass(frozen=True, slots=True)
class Spec:
    """A specification: what it asks for.

    Attributes:
        slug: the name of the file without its ending.
        path: the file.
        learner: the seat to play or to call.
        demands: all that it asks for, in the order of the keys above.
        call: whether the puzzle is to find a call, rather than to play.
    """

    slug: str
    path: Path
    learner: Seat
    demands: tuple[Demand, ...]
    call: bool = False


def load_spec(path: Path) -> Spec:
    """The specification in the file *path*.

    Raises:
        ContentError: when it cannot be read; all its faults at once.
        OSError: when it cannot be opened.
    """
    return read_spec(read_authored(path), path)


def read_spec(fields: Fields, path: Path) -> Spec:
    """The specification that *fields*, read from *path*, make.

    Raises:
        ContentError: as :func:`load_spec`.
    """
    slug = fields.slug(path)
    reader = _Reader(fields)
    learner = fields.parsed("turn", parse_seat, required=False)
    learner = NORTH if learner is None else learner
    kind = fields.text("kind", required=False) or KINDS[0]
    if kind not in KINDS:
        values = {"name": kind, "allowed": ", ".join(KINDS)}
        fields.fault("kind", Message(N_("“%(name)s” is no kind of puzzle; the kinds are %(allowed)s."), values), "kind")
    call = kind == "call"
    (_read_auction if call else _read_position)(reader, learner)
    if kind == "only-card":
        _read_only_card(reader)
    reader.span("level", LEVELS, LevelIn)
    places = {"north": Place.NORTH, "south": Place.SOUTH, "gone": Place.GONE}
    for name, place in (places if call else {**places, "table": Place.TABLE}).items():
        _read_place(reader.table(name), place)
    fields.finish()
    if fields.faults:
        raise ContentError(path, fields.faults)
    return Spec(slug, path, learner, tuple(reader.demands), call)


def _read_position(reader: "_Reader", learner: Seat) -> None:
    """The keys of the play."""
    fields = reader.fields
    cards = reader.span("cards", range(2, MOST_CARDS + 1), CardsEach, required=True)
    if fields.has("lead"):
        reader.add("lead", LeadOrReply(not fields.flag("lead")))
    strain = fields.parsed("strain", parse_strain, required=False)
    if strain is not None:
        reader.add("strain", InStrain(strain))
    reader.span("goal", range(1, MOST_CARDS + 1), Goal)
    _read_contract(reader, learner, cards)
    _read_theme(reader, (*LEAD_THEMES, *REPLY_THEMES))
    if not fields.has("only-first-card") or fields.flag("only-first-card"):
        reader.add("only-first-card", OnlyFirstCard())
    reader.span("length", range(1, MOST_CARDS + 1), Turns)


def _read_only_card(reader: "_Reader") -> None:
    """That the first card is all that is asked for."""
    reader.add("kind", FirstCardAsked())
    if reader.fields.has("length"):
        message = Message(N_("“length” is of puzzles that are played on: leave it out, or “kind”."))
        reader.fields.fault("length", message, "one-turn")


def _read_auction(reader: "_Reader", learner: Seat) -> None:
    """The keys of the auction."""
    fields = reader.fields
    ruleset = fields.parsed("rules", parse_ruleset, required=False) or PENALTY
    reader.add("rules", Under(ruleset))
    dealer = fields.parsed("dealer", parse_seat, required=False)
    calls = fields.parsed("calls", lambda text: [call for call, _ in parse_calls(text)], required=False)
    if fields.has("calls") or dealer is not None:
        _read_calls(reader, learner, dealer, calls or [], ruleset.doubling)
    reader.span("so-far", range(MOST_CALLS + 1), CallsSoFar)
    _read_theme(reader, (*CALL_THEMES, Theme.NOTHING_TO_GAIN))
    if not fields.has("only-call") or fields.flag("only-call"):
        reader.add("only-call", OnlyCall())


def _read_calls(reader: "_Reader", learner: Seat, dealer: Seat | None, calls: list[Call], doubling: bool) -> None:
    """The auction so far, after which the learner is to call."""
    fields = reader.fields
    first = learner if len(calls) % 2 == 0 else learner.other
    if dealer not in (None, first):
        message = Message(N_("After these calls the learner would not be the one to call."))
        fields.fault("dealer", message, "not-your-call")
        return
    try:
        auction = Auction.of(first, calls, doubling=doubling)
    except RuleError as error:
        fields.fault("calls", error.message, error.rule)
        return
    if auction.over:
        fields.fault("calls", Message(N_("With these calls the auction is over.")), "over")
        return
    reader.add("calls" if calls else "dealer", AfterCalls(auction))


class _Reader:
    """Reads the demands of one table, into a list that all the tables of a file share."""

    def __init__(self, fields: Fields, demands: list[Demand] | None = None) -> None:
        self.fields = fields
        self.demands: list[Demand] = [] if demands is None else demands

    def add(self, key: str, asked: Asked) -> None:
        """Note that *key* asks for something."""
        path = (*self.fields.path, key)
        line = self.fields.places.lines.get(path)
        self.demands.append(Demand(".".join(str(part) for part in path), line, asked))

    def span(self, key: str, allowed: range, make: Callable[[Span], Asked], *, required: bool = False) -> Span | None:
        """The demand of a range within *allowed*; None when it is absent or wrong."""
        if not self.fields.has(key):
            if required:
                self.fields.fault(key, Message(N_("“%(key)s” is missing."), {"key": key}), "missing")
            return None
        value = self.fields.table[key]
        given = value if isinstance(value, list) else [value, value]
        ends = [end for end in given if isinstance(end, int) and not isinstance(end, bool)]
        if len(given) != 2 or len(ends) != 2:
            sentence = N_("“%(key)s” must be a whole number, or a list of the lowest and the highest.")
            self.fields.fault(key, Message(sentence, {"key": key}), "not-range")
        elif not allowed[0] <= ends[0] <= ends[1] <= allowed[-1]:
            sentence = N_("“%(key)s” must be within %(low)s to %(high)s, the lower number first.")
            values = {"key": key, "low": allowed[0], "high": allowed[-1]}
            self.fields.fault(key, Message(sentence, values), "out-of-range")
        else:
            self.add(key, make(Span(*ends)))
            return Span(*ends)
        return None

    def table(self, key: str) -> "_Reader":
        """The reader of the table ``[key]``; of an empty one when there is none."""
        value = self.fields.table[key] if self.fields.has(key) else {}
        if not isinstance(value, dict):
            message = Message(N_("“%(key)s” must be a table, headed [%(key)s]."), {"key": key})
            self.fields.fault(key, message, "not-table")
            value = {}
        table: Mapping[str, object] = value
        inner = Fields(table, self.fields.places, self.fields.faults, (*self.fields.path, key))
        return _Reader(inner, self.demands)


def _read_place(reader: _Reader, place: Place) -> None:
    """What a hand holds, or which cards are gone."""
    fields = reader.fields
    if place in HANDS:
        reader.span("points", range(41), lambda span: Points(Seat(place), span))
    if place is not Place.GONE:
        for name, suit in _SUITS.items():
            reader.span(name, range(MOST_CARDS + 1), _length_of(place, suit))
    for key, barred in (("holds", False), ("never", True)):
        for card in fields.parsed_list(key, parse_card, required=False):
            reader.add(key, Placed(card, place, barred))
    fields.finish()


def _length_of(place: Place, suit: Suit) -> Callable[[Span], Asked]:
    return lambda span: SuitLength(place, suit, span)


def _read_contract(reader: _Reader, learner: Seat, span: Span | None) -> None:
    """The strain and the goal that a contract gives, with as many cards as *span* says: with one number of them."""
    fields = reader.fields
    taken = fields.integer("taken", range(MOST_CARDS + 1), required=False)
    contract = fields.parsed("contract", parse_contract, required=False)
    if contract is None:
        if taken is not None and not fields.has("contract"):
            fields.fault("taken", Message(N_("“taken” goes with “contract” only.")), "no-contract")
        return
    for key in _also(fields, ("strain", "goal")):
        sentence = N_("“%(key)s” follows from “contract”: leave one of them out.")
        fields.fault(key, Message(sentence, {"key": key}), "twice")
    if span is None:
        return
    cards = span.low
    if span.high > cards:
        fields.fault("cards", Message(N_("With “contract”, “cards” must be a whole number.")), "not-number")
        return
    if (taken or 0) > MOST_CARDS - cards:
        values = {"most": MOST_CARDS - cards}
        sentence = N_("“taken” can be %(most)s at most: so many tricks have been played.")
        fields.fault("taken", Message(sentence, values), "out-of-range")
        return
    goal = tricks_needed(contract, taken or 0, cards, learner)
    if not 1 <= goal <= cards:
        sentence = N_("The contract is decided: with these cards and tricks there is nothing to play for.")
        fields.fault("contract", Message(sentence), "decided")
        return
    reader.add("contract", InStrain(contract.strain))
    reader.add("contract", Goal(Span(goal, goal)))
    reader.add("contract", Contracted(contract, taken or 0))


def _also(fields: Fields, keys: tuple[str, ...]) -> Iterator[str]:
    return (key for key in keys if fields.has(key))


def _read_theme(reader: _Reader, themes: tuple[Theme, ...]) -> None:
    name = reader.fields.text("theme", required=False)
    allowed = [theme.value for theme in themes]
    if name in allowed:
        reader.add("theme", ThemeIs(Theme(name)))
    elif name:
        values = {"name": name, "allowed": ", ".join(allowed)}
        message = Message(N_("“%(name)s” is no theme of this kind of puzzle; those are %(allowed)s."), values)
        reader.fields.fault("theme", message, "unknown-theme")
