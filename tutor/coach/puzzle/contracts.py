"""The contract that a puzzle is about: whether it fits a position, what it asks of the seat to play, and its words.

The words are for the learner beforehand, so they say only what everybody sees. The contract is in words as well: where
a card of the same number and suit were right, a sign would seem to name it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tutor.cards import Seat
from tutor.coach.telling.marks import STRAIN_NAMES
from tutor.coach.words import contract_words
from tutor.messages import N_, P_, Message
from tutor.notation import Fault, NotationError, parse_contract
from tutor.rules import SEAT_NAMES, Contract, Position

TRICKS: Final = 13
"""The tricks of a hand."""


def tricks_needed(contract: Contract, taken: int, left: int, seat: Seat) -> int:
    """Tricks that *seat* needs of those that are *left* to make *contract*, or as the defender to beat it.

    Declarer has *taken* some already. When the contract is decided it is a number that is not from 1 to *left*.
    """
    missing = contract.target - taken
    return missing if seat == contract.declarer else left - missing + 1


@dataclass(frozen=True, slots=True)
class AtStake:
    """A *contract* in which declarer has *taken* tricks before *position*.

    :meth:`read` makes only such as could have been played; this itself is unchecked.
    """

    contract: Contract
    taken: int
    position: Position

    @classmethod
    def read(cls, contract: str, taken: int | None, position: Position) -> "AtStake":
        """The *contract* of the notation (``3NTX S``) with the tricks that declarer has *taken* before *position*.

        Raises:
            NotationError: when it is no contract, or one of another hand: its strain, the number of cards that are left
                or who is on lead do not go with it.
        """
        stake = cls(parse_contract(contract), -1 if taken is None else taken, position)
        faults = tuple(stake._faults())
        if faults:
            raise NotationError(faults)
        return stake

    def _faults(self) -> Iterator[Fault]:
        contract, position = self.contract, self.position
        declarer = SEAT_NAMES[contract.declarer]
        if contract.strain != position.strain:
            values = {"contract": contract_words(contract), "strain": STRAIN_NAMES[position.strain]}
            sentence = N_("The contract cannot be %(contract)s: the strain of the position is %(strain)s.")
            yield Fault(Message(sentence, values), code="contract-strain")
        if not 0 <= self.taken <= self.played:
            forms = P_(
                "Say how many tricks %(declarer)s has taken: of the one that has been played, none or one.",
                "Say how many tricks %(declarer)s has taken: of the %(count)s that have been played, 0 to %(count)s.",
            )
            none = N_("Say that %(declarer)s has taken 0 tricks: none has been played.")
            values = {"declarer": declarer}
            message = Message.counted(forms, self.played, values) if self.played else Message(none, values)
            yield Fault(message, code="contract-tricks")
        elif not self.played and self.leader != contract.leader:
            values = {"leader": SEAT_NAMES[contract.leader], "declarer": declarer}
            sentence = N_("To a contract of %(declarer)s %(leader)s leads first.")
            yield Fault(Message(sentence, values), code="contract-lead")
        elif self.played and not self._has_tricks(self.leader):
            sentence = N_("%(seat)s cannot be on lead without having won a trick.")
            yield Fault(Message(sentence, {"seat": SEAT_NAMES[self.leader]}), code="contract-lead")

    def _has_tricks(self, seat: Seat) -> bool:
        """Whether *seat* has won a trick already."""
        return self.taken > 0 if seat == self.contract.declarer else self.taken < self.played

    @property
    def played(self) -> int:
        """Tricks that have been played."""
        return TRICKS - self.position.tricks_left

    @property
    def leader(self) -> Seat:
        """Who leads to this trick, or has led."""
        return self.position.turn if self.position.led is None else self.position.turn.other

    @property
    def beating(self) -> bool:
        """Whether the seat to play is to beat the contract."""
        return self.contract.declarer != self.position.turn

    @property
    def kind(self) -> str:
        """The kind of a puzzle in which the contract is to be made or beaten."""
        return "beat" if self.beating else "make"

    @property
    def needed(self) -> int:
        """Tricks that the seat to play needs from here on, a card on the table counted, to make or to beat it.

        Where it is :attr:`decided` these may be none or fewer, or more than are left.
        """
        return tricks_needed(self.contract, self.taken, self.position.tricks_left, self.position.turn)

    @property
    def decided(self) -> bool:
        """Whether the contract is made already, or beaten."""
        return not 1 <= self.needed <= self.position.tricks_left

    @property
    def _values(self) -> dict[str, object]:
        return {
            "contract": contract_words(self.contract),
            "declarer": SEAT_NAMES[self.contract.declarer],
            "seat": SEAT_NAMES[self.position.turn],
            "left": self.position.tricks_left,
        }

    def so_far(self) -> tuple[Message, Message]:
        """The contract, and what declarer has taken."""
        forms = P_("%(declarer)s has one trick already.", "%(declarer)s has %(count)s tricks already.")
        taken = Message.counted(forms, self.taken, self._values)
        if not self.taken:
            taken = Message(N_("%(declarer)s has no trick yet."), self._values)
        return Message(N_("The contract is %(contract)s."), self._values), taken

    def need(self) -> Message:
        """What the seat to play needs to make it or to beat it."""
        return Message.counted(_NEED[self.beating], self.needed, self._values)

    def told(self) -> tuple[Message, ...]:
        """What a solver is told of it; nothing where it is decided."""
        return () if self.decided else (*self.so_far(), self.need())

    def over(self) -> Message:
        """That it is decided, and how."""
        made = self.taken >= self.contract.target
        return Message(
            N_("The contract of %(contract)s is made already.")
            if made
            else N_("The contract of %(contract)s is beaten already."),
            self._values,
        )

    def goal_asked(self) -> Message:
        """That the goal is what is :attr:`needed`, and no other number."""
        return Message.counted(_GOAL[self.beating], self.needed, self._values)

    def out_of_reach(self, best: int) -> Message:
        """That best play, which takes *best* tricks, does not make it or beat it."""
        return Message.counted(_SHORT[self.beating], self.needed, {**self._values, "best": best})

    def certain(self) -> Message:
        """That every card makes it or beats it."""
        if self.beating:
            return Message(N_("Every card beats the contract: there is nothing to find."))
        return Message(N_("Every card makes the contract: there is nothing to find."))


_NEED: Final = (
    P_(
        "%(seat)s needs one of the %(left)s tricks that are left to make it.",
        "%(seat)s needs %(count)s of the %(left)s tricks that are left to make it.",
    ),
    P_(
        "%(seat)s needs one of the %(left)s tricks that are left to beat it.",
        "%(seat)s needs %(count)s of the %(left)s tricks that are left to beat it.",
    ),
)
"""By whether it is to be beaten, as are those below."""

_GOAL: Final = (
    P_(
        "To make %(contract)s %(seat)s needs one trick from here on: the number to be taken is 1.",
        "To make %(contract)s %(seat)s needs %(count)s tricks from here on: the number to be taken is %(count)s.",
    ),
    P_(
        "To beat %(contract)s %(seat)s needs one trick from here on: the number to be taken is 1.",
        "To beat %(contract)s %(seat)s needs %(count)s tricks from here on: the number to be taken is %(count)s.",
    ),
)

_SHORT: Final = (
    P_(
        "The contract can no longer be made: %(seat)s needs one trick, and best play takes none.",
        "The contract can no longer be made: %(seat)s needs %(count)s tricks, and best play takes %(best)s.",
    ),
    P_(
        "The contract can no longer be beaten: %(seat)s needs one trick, and best play takes none.",
        "The contract can no longer be beaten: %(seat)s needs %(count)s tricks, and best play takes %(best)s.",
    ),
)
