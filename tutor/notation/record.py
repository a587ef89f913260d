"""A recorded deal: the value that PBN and JSON are read into and written from."""

from dataclasses import dataclass
from typing import TypeAlias

from tutor.cards import Card, Mask, Seat
from tutor.messages import Message
from tutor.notation.errors import Fault
from tutor.rules import PASS, Call, Contract, Deal, Ruleset, beats
from tutor.rules.ruleset import WRITTEN

Section: TypeAlias = tuple[str, str, tuple[str, ...]]
"""A section of PBN that is kept as it is: the name and value of its tag, and its lines."""

Remark: TypeAlias = tuple[str, int, str]
"""Something said about a place of the record: ``game``, ``draw``, ``auction`` or ``play``; how many actions of it went
before; and what was said, as PBN has it: ``=1=`` a note's number, ``$2`` a glyph, ``{…}`` or ``;…`` a comment."""


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """A recorded draw phase.

    Attributes:
        north: North's 13 cards as dealt.
        south: South's 13 cards as dealt.
        stock: the 26 cards of the stock, the top one first.
        played: the 26 cards played, in order.
    """

    north: Mask
    south: Mask
    stock: tuple[Card, ...]
    played: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as somebody wrote it down, whole or in part. Readers give only records whose actions are legal.

    Attributes:
        north: North's 13 cards at the start of the second phase.
        south: South's.
        dealer: who dealt.
        ruleset: the reading of the rules.
        draw: the draw phase, or None when it was not recorded.
        calls: the calls, or None when they were not recorded. An auction may be unfinished, and *contract* known.
        contract: what was played; None when unknown and for a passed-out deal (then ``calls`` are two passes).
        played: the cards of the second phase in order; empty when not recorded or when the contract is unknown.
        claimed: declarer's tricks (0–13) as the record states them; None when it does not. What play to the last card
            shows by itself is not stated: there it is None, unless another number is claimed.
        players: the names of North and South; "" when unknown.
        tags: other PBN tags, name and value, in the order in which PBN exports them.
        sections: other PBN sections, by name.
        notes: the texts of numbered notes: where (``auction``, ``play`` or ``draw``) and ``number:text``.
        remarks: annotations and comments, in the order of the deal.
    """

    north: Mask
    south: Mask
    dealer: Seat
    ruleset: Ruleset = WRITTEN
    draw: DrawRecord | None = None
    calls: tuple[Call, ...] | None = None
    contract: Contract | None = None
    played: tuple[Card, ...] = ()
    claimed: int | None = None
    players: tuple[str, str] = ("", "")
    tags: tuple[tuple[str, str], ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        if self.contract is not None and self.claimed is not None and self.result == self.claimed:
            object.__setattr__(self, "claimed", None)

    @property
    def tricks(self) -> tuple[int, int]:
        """The tricks that North and South have won in the recorded play."""
        won = [0, 0]
        if self.contract is not None:
            turn = self.contract.leader
            for led, reply in zip(self.played[::2], self.played[1::2], strict=False):
                if beats(led, reply, self.contract.strain):
                    turn = turn.other
                won[turn] += 1
        return won[0], won[1]

    @property
    def result(self) -> int | None:
        """Declarer's tricks by the cards, when all 26 were played."""
        return self.tricks[self.contract.declarer] if self.contract is not None and len(self.played) == 26 else None

    @property
    def passed_out(self) -> bool:
        """Whether both players passed at once."""
        return self.contract is None and self.calls is not None and len(self.calls) == 2 and set(self.calls) == {PASS}

    def start(self) -> Deal:
        """The deal at the start of what was recorded: its draw phase, or its auction, or its play."""
        if self.draw is not None:
            return Deal.start(self.draw.north, self.draw.south, self.draw.stock, self.dealer, self.ruleset)
        deal = Deal.from_hands(self.north, self.south, self.dealer, self.ruleset)
        if self.calls is None and self.contract is not None:
            return deal.with_contract(self.contract)
        return deal

    def actions(self) -> tuple[int, ...]:
        """The recorded actions that follow :meth:`start`. Play that no recorded auction leads to stays out of them."""
        drawn = self.draw.played if self.draw is not None else ()
        if self._contract_from_outside and (self.draw is not None or self.calls is not None):
            return (*drawn, *(self.calls or ()))
        return (*drawn, *(self.calls or ()), *self.played)

    def deal(self) -> Deal:
        """The deal after all that was recorded.

        Raises:
            RuleError: at the first illegal action, ``index`` saying which of :meth:`actions`.
        """
        deal = self.start().run(self.actions())
        if self.contract is not None and deal.contract is None:
            return deal.with_contract(self.contract).run(self.played)
        return deal

    @property
    def _contract_from_outside(self) -> bool:
        """Whether the record states a contract that its calls, if any, do not end in."""
        if self.contract is None:
            return False
        # Every auction that ends in a contract ends in a pass, and in no other call.
        return not self.calls or self.calls[-1] != PASS or len(self.calls) < 2


@dataclass(frozen=True, slots=True)
class ReadResult:
    """What a reader made of a text.

    Attributes:
        records: the good ones, in the order of the text.
        faults: all that is wrong, in the order of the text; none of the records has one.
        games: for each of the records which game of the text it is, 1 the first; games that are not good count, too.
        lines: for each of the records the line on which its game begins, 1 the first.
        total: how many games the text holds, good or not.
        notes: what a reader found out or took for granted about the good ones, in the order of the text.
    """

    records: tuple[Record, ...]
    faults: tuple[Fault, ...]
    games: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    total: int = 0
    notes: tuple[Fault, ...] = ()

    def notes_of(self, game: int) -> tuple[Message, ...]:
        """What the notes say of game number *game*, those on all games included."""
        return tuple(note.message for note in self.notes if note.game in (None, game))
