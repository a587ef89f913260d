"""What is wrong with an action or a setting that could be read but is against the rules."""

from tutor.messages import Message


class RuleError(Exception):
    """An action that the rules forbid at this point.

    Attributes:
        rule: the short name of the rule that was broken, e.g. ``follow-suit`` (stable: programs may test it).
        message: the whole sentence for people; ``str(error)`` gives it in the current language.
        legal: the names of what was legal instead, in the order people hold or call them; may be empty.
        index: which action of a sequence was illegal (0 is the first), where a sequence was played; else None.
    """

    def __init__(self, rule: str, message: Message, legal: tuple[str, ...] = (), index: int | None = None) -> None:
        super().__init__(rule, message, legal, index)
        self.rule = rule
        self.message = message
        self.legal = legal
        self.index = index

    def __str__(self) -> str:
        return str(self.message)

    def at(self, index: int) -> "RuleError":
        """The same error, of action number *index* of a sequence."""
        return RuleError(self.rule, self.message, self.legal, index)
