"""What cannot be read, and where."""

from collections.abc import Sequence
from dataclasses import dataclass

from tutor.messages import Message


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a text.

    Attributes:
        message: the whole sentence for people, without the place.
        line: the line it is on, 1 the first; None where the text has no lines.
        column: the column it starts at, 1 the first; None where it concerns a whole line or file.
        code: a short stable name, e.g. ``card-twice``; for an illegal action the ``rule`` of its RuleError.
        game: which game of the file it spoils, 1 the first; None when it spoils none.
        illegal: whether all could be read, and it is the rules that say no.
    """

    message: Message
    line: int | None = None
    column: int | None = None
    code: str = "unreadable"
    game: int | None = None
    illegal: bool = False

    def __str__(self) -> str:
        if self.line is None:
            return str(self.message)
        place = f"{self.line}" if self.column is None else f"{self.line}:{self.column}"
        return f"{place}: {self.message}"


class NotationError(ValueError):
    """A text that cannot be read, with all its faults at once.

    Attributes:
        faults: what is wrong, in the order of the text; never empty.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(tuple(faults))
        self.faults = tuple(faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)
