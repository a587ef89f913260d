"""A hand that is being put together: what stands in the fields of an editor, read and judged as far as it goes.

Hands of 13 cards each make a deal, and with it may come its auction, or a contract, and the play so far; fewer cards
make a position. A sketch is text through and through, so that it can stand in an address and what is wrong with it can
be shown where it was typed; a change gives a new one.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeVar

from tutor.cards import NORTH, SEATS, SOUTH, Card, Mask, Seat, bit, card_name, hand_name, mask_of
from tutor.messages import N_, Message
from tutor.notation.calls import parse_calls, parse_contract, parse_seat, parse_strain
from tutor.notation.cards import parse_card, parse_cards
from tutor.notation.errors import Fault, NotationError
from tutor.notation.hands import HAND_SIZE, read_hand, shared_faults
from tutor.notation.judge import Draft, judge
from tutor.notation.record import Record
from tutor.notation.rulesets import parse_ruleset
from tutor.notation.text import fault
from tutor.rules import (
    SEAT_NAMES,
    WRITTEN,
    Action,
    Auction,
    Contract,
    Deal,
    Position,
    RuleError,
    Ruleset,
    action_name,
    call_name,
)

Kind = Literal["empty", "building", "deal", "position"]

FIELDS: Final = ("north", "south", "dealer", "rules", "calls", "contract", "played", "strain", "turn", "led")
_FIELD_OF: Final = {"hands": "north", "calls": "calls", "contract": "contract", "played": "played"}

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Sketch:
    """What stands in the fields.

    Attributes:
        north: North's hand; "" for none.
        south: South's.
        dealer: who dealt, ``N`` or ``S``.
        rules: the ruleset of a deal.
        calls: the calls of a deal, with space between.
        contract: the contract of a deal whose auction is not known: ``4SX N``.
        played: the cards of a deal's play so far, with space between.
        strain: the trumps of a position.
        turn: who is to play in a position.
        led: the card on the table of a position; "" for none.
    """

    north: str = ""
    south: str = ""
    dealer: str = "N"
    rules: str = "written"
    calls: str = ""
    contract: str = ""
    played: str = ""
    strain: str = "NT"
    turn: str = "N"
    led: str = ""

    @classmethod
    def of_record(cls, record: Record) -> "Sketch":
        """The second phase of *record*: what was drawn before it, who played and what was said is not in it."""
        called = (
            record.calls is not None
            and Auction.of(record.dealer, record.calls, doubling=record.ruleset.doubling).contract
        )
        return cls(
            hand_name(record.north),
            hand_name(record.south),
            record.dealer.letter,
            str(record.ruleset),
            " ".join(map(call_name, record.calls or ())),
            "" if record.contract is None or called else str(record.contract),
            " ".join(map(card_name, record.played)),
        )

    @classmethod
    def of_position(cls, position: Position) -> "Sketch":
        """*position* in the fields."""
        return cls(
            _written(position.north),
            _written(position.south),
            strain=position.strain.letter,
            turn=position.turn.letter,
            led="" if position.led is None else card_name(position.led),
        )

    @property
    def hands(self) -> tuple[Mask, Mask]:
        """The cards of North and South as far as they can be read."""
        return _hand(self.north)[0], _hand(self.south)[0]

    def owner(self, card: Card) -> Seat | None:
        """Who has *card*; North where both do."""
        return next((seat for seat, hand in zip(SEATS, self.hands, strict=True) if hand & bit(card)), None)

    def given(self, card: Card, owner: Seat | None) -> "Sketch":
        """With *card* in the hand of *owner*, or in neither."""
        hands = [
            hand & ~bit(card) | (bit(card) if seat == owner else 0)
            for seat, hand in zip(SEATS, self.hands, strict=True)
        ]
        return replace(self, north=_written(hands[0]), south=_written(hands[1]))

    def turned(self, card: Card) -> "Sketch":
        """With *card* one place on: from neither hand to North's, on to South's, and back to neither."""
        following: dict[Seat | None, Seat | None] = {None: NORTH, NORTH: SOUTH, SOUTH: None}
        return self.given(card, following[self.owner(card)])

    def acted(self, action: Action) -> "Sketch":
        """With the call or card *action* added to the auction or the play."""
        where = "played" if action < 52 else "calls"
        return replace(self, **{where: f"{getattr(self, where)} {action_name(action)}".strip()})

    def undone(self) -> "Sketch":
        """Without the last card of the play, or where none was played the last call."""
        where = "played" if self.played.strip() else "calls"
        return replace(self, **{where: " ".join(getattr(self, where).split()[:-1])})

    def swapped(self) -> "Sketch":
        """With North and South in each other's places."""
        contract = self.contract
        try:
            read = parse_contract(contract)
            contract = str(Contract(read.level, read.strain, read.multiplier, read.declarer.other))
        except NotationError:
            pass
        other = {"N": "S", "S": "N"}
        return replace(
            self,
            north=self.south,
            south=self.north,
            dealer=other.get(self.dealer, self.dealer),
            turn=other.get(self.turn, self.turn),
            contract=contract,
        )

    def cleared(self) -> "Sketch":
        """Without a card; the rules stay."""
        return Sketch(rules=self.rules)

    def shuffled(self, rng: random.Random) -> "Sketch":
        """With 13 random cards for each; dealer and rules stay."""
        deck = list(range(52))
        rng.shuffle(deck)
        north, south = mask_of(deck[:HAND_SIZE]), mask_of(deck[HAND_SIZE : 2 * HAND_SIZE])
        return Sketch(hand_name(north), hand_name(south), self.dealer, self.rules)


@dataclass(frozen=True, slots=True)
class Judged:
    """What a sketch comes to.

    Attributes:
        hands: the cards of North and South as far as they could be read.
        kind: ``deal``, ``position``, ``building`` where it is not yet either, or ``empty``.
        faults: what is wrong, by the field it stands in, with its column.
        missing: what is still wanting, in sentences; no fault.
        record: the deal, when nothing is wrong with it.
        position: the position, when it is one.
    """

    hands: tuple[Mask, Mask]
    kind: Kind
    faults: Mapping[str, tuple[Fault, ...]]
    missing: tuple[Message, ...] = ()
    record: Record | None = None
    position: Position | None = None

    @property
    def deal(self) -> Deal | None:
        """The deal after what was called and played."""
        return None if self.record is None else self.record.deal()


def judge_sketch(sketch: Sketch) -> Judged:
    """What *sketch* comes to by the rules, and everything that is wrong with it."""
    return _Judge(sketch).judged()


@dataclass
class _Judge:
    """Reads the fields of a sketch and notes what is wrong in them."""

    sketch: Sketch
    faults: dict[str, list[Fault]] = field(default_factory=dict)

    def wrong(self, where: str, *faults: Fault) -> None:
        """Note *faults* of field *where*."""
        if faults:
            self.faults.setdefault(where, []).extend(faults)

    def read(self, where: str, parse: Callable[[str], _T]) -> _T | None:
        """What *parse* makes of field *where*; None, with the faults noted, when it cannot."""
        try:
            return parse(getattr(self.sketch, where))
        except NotationError as error:
            self.wrong(where, *error.faults)
            return None

    def judged(self) -> Judged:
        """The judgement."""
        hands = []
        for where in ("north", "south"):
            mask, faults = _hand(getattr(self.sketch, where))
            hands.append(mask)
            self.wrong(where, *faults)
        north, south = hands
        self.wrong("south", *shared_faults(north, south, 1))
        ruleset = self.read("rules", parse_ruleset) or WRITTEN
        counts = north.bit_count(), south.bit_count()
        if counts == (HAND_SIZE, HAND_SIZE):
            record = self.record((north, south), ruleset)
            return self.result((north, south), "deal", record=record if not self.faults else None)
        if counts == (0, 0):
            return self.result((north, south), "empty", Message(N_("Give cards to North and to South.")))
        position, missing = self.position(north, south)
        return self.result((north, south), "building" if position is None else "position", *missing, position=position)

    @property
    def of_hands(self) -> bool:
        """Whether something is wrong with the hands themselves."""
        return "north" in self.faults or "south" in self.faults

    def result(
        self,
        hands: tuple[Mask, Mask],
        kind: Kind,
        *missing: Message,
        record: Record | None = None,
        position: Position | None = None,
    ) -> Judged:
        """The judgement with the faults that were noted."""
        faults = {where: tuple(found) for where, found in self.faults.items()}
        return Judged(hands, kind, faults, missing, record, position)

    def record(self, hands: tuple[Mask, Mask], ruleset: Ruleset) -> Record | None:
        """The deal of two whole *hands*, when it can have gone so."""
        calls, played = self.read("calls", parse_calls), self.read("played", parse_cards)
        contract = self.read("contract", parse_contract) if self.sketch.contract.strip() else None
        dealer = self.read("dealer", parse_seat)
        if self.faults or calls is None or played is None or dealer is None:
            return None
        draft = Draft(
            dealer,
            hands,
            ruleset,
            calls=tuple(call for call, _ in calls) or None,
            contract=contract,
            played=tuple(card for card, _ in played),
        )
        record, problems = judge(draft)
        columns = {"calls": [column for _, column in calls], "played": [column for _, column in played]}
        for problem in problems:
            where = _FIELD_OF[problem.where]
            at = columns.get(where, [])
            column = at[problem.index] if problem.index is not None and problem.index < len(at) else 1
            self.wrong(where, Fault(problem.message, 1, column, problem.code, illegal=problem.illegal))
        return record

    def position(self, north: Mask, south: Mask) -> tuple[Position | None, tuple[Message, ...]]:
        """The position of two hands, or what is wanting for one."""
        strain, turn = self.read("strain", parse_strain), self.read("turn", parse_seat)
        led = self.read("led", parse_card) if self.sketch.led.strip() else None
        if led is not None:
            for seat, hand in zip(SEATS, (north, south), strict=True):
                if hand & bit(led):
                    sentence = N_("%(card)s is on the table and also in the hand of %(seat)s.")
                    values = {"card": card_name(led), "seat": SEAT_NAMES[seat]}
                    self.wrong("led", fault("led-in-hand", Message(sentence, values)))
        if self.of_hands or strain is None or turn is None or "led" in self.faults:
            return None, ()
        try:
            return Position(north, south, strain, turn, led), ()
        except RuleError as error:
            return None, error.messages


def _hand(text: str) -> tuple[Mask, list[Fault]]:
    """The cards of a hand's field and its faults; an empty one is no fault."""
    return read_hand(text) if text.strip() else (0, [])


def _written(hand: Mask) -> str:
    """*hand* as its field has it."""
    return hand_name(hand) if hand else ""
