"""What is wrong with an action or a setting that could be read but is against the rules."""

from tutor.messages import Message


class RuleError(Exception):
    """An action that the rules forbid at this point.

    Attributes:
        rule: the short name of the rule that was broken, e.g. ``follow-suit`` (stable: programs may test it).
        message: the whole sentence for people; ``str(error)`` gives it, and *others*, in the current language.
        legal: the names of what was legal instead, in the order people hold or call them; may be empty.
        index: which action of a sequence was illegal (0 is the first), where a sequence was played; else None.
        others: what else is wrong at the same time, e.g. with the parts of a position; mostly empty.
    """

    def __init__(
        self,
        rule: str,
        message: Message,
        legal: tuple[str, ...] = (),
        index: int | None = None,
        others: tuple[Message, ...] = (),
    ) -> None:
        super().__init__(rule, message, legal, index, others)
        self.rule = rule
        self.message = message
        self.legal = legal
        self.index = index
        self.others = others

    @property
    def messages(self) -> tuple[Message, ...]:
        """All that is wrong, a sentence each; never empty."""
        return (self.message, *self.others)

    def __str__(self) -> str:
        return " ".join(str(message) for message in self.messages)

    def at(self, index: int) -> "RuleError":
        """The same error, of action number *index* of a sequence."""
        return RuleError(self.rule, self.message, self.legal, index, self.others)
