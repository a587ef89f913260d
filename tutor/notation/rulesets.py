"""Rulesets as people type them: ``penalty,stock=exposed,undertrick=100``."""

import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from tutor.messages import N_, Message
from tutor.notation.errors import Fault, NotationError
from tutor.notation.text import enough, fault, refusal, shown
from tutor.rules import PRESETS, Ruleset
from tutor.rules.ruleset import ALLOWED, MAX_UNDERTRICK

_UNDERTRICK: Final = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class NamedRules:
    """A ruleset as a game or a person names it.

    Attributes:
        ruleset: what it comes to.
        names_draw_winner: whether who wins a trick of the draw phase is named itself, beyond what the preset means. A
            preset is a matter of how a hand is scored; how its draw phase was played is left to the cards.
    """

    ruleset: Ruleset
    names_draw_winner: bool = True

    def __str__(self) -> str:
        """The same rules by :func:`parse_named_rules`, in their one written form."""
        written, named = str(self.ruleset), f"draw_winner={self.ruleset.draw_winner}"
        return f"{written},{named}" if self.names_draw_winner and named not in written else written


ChosenRules: TypeAlias = Ruleset | NamedRules
"""What the readers of games take to judge by; a ``Ruleset``, which has a value for each rule, names all of them."""


def as_named(rules: ChosenRules | None) -> NamedRules | None:
    """*rules* as the readers of games ask them."""
    return NamedRules(rules) if isinstance(rules, Ruleset) else rules


def parse_ruleset(text: str) -> Ruleset:
    """The ruleset that *text* names, as :func:`parse_named_rules` reads it.

    Raises:
        NotationError: with all its faults; each lists what is allowed.
    """
    return parse_named_rules(text).ruleset


def parse_named_rules(text: str) -> NamedRules:
    """The rules that *text* names: a preset, then what differs from it, with commas between; space does not matter.

    Raises:
        NotationError: with all its faults; each lists what is allowed.
    """
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    items = [(match.group(), match.start()) for match in re.finditer(r"[^,]+|(?<=,)(?=,|$)|^(?=,|$)", text)]
    preset, start = items[0]
    name = preset.strip().lower()
    if name not in PRESETS:
        typed = {"typed": shown(preset.strip()), "allowed": ", ".join(PRESETS)}
        message = Message(N_("“%(typed)s” is no ruleset. A ruleset begins with one of: %(allowed)s."), typed)
        faults.append(fault("no-preset", message, _column(preset, start)))
    for item, at in items[1:]:
        if enough(faults):
            break
        try:
            field, value = _override(item, _column(item, at))
        except NotationError as error:
            faults.extend(error.faults)
            continue
        if field in values:
            twice = Message(N_("“%(name)s” is given twice."), {"name": field})
            faults.append(fault("rule-twice", twice, _column(item, at)))
        values[field] = value
    if faults:
        raise NotationError(faults)
    base = PRESETS[name]
    ruleset = Ruleset(**{field: getattr(base, field) for field in ALLOWED} | values)
    return NamedRules(ruleset, "draw_winner" in values)


def _column(item: str, start: int) -> int:
    return start + len(item) - len(item.lstrip()) + 1 if item.strip() else start + 1


def _override(item: str, column: int) -> tuple[str, object]:
    """The name and value of ``name=value``."""
    left, equals, right = (part.strip().lower() for part in item.partition("="))
    if left not in ALLOWED or not equals:
        raise refusal(
            "no-rule",
            Message(
                N_("“%(typed)s” is no rule with its value. After the preset may follow: %(allowed)s."),
                {"typed": shown(item.strip()), "allowed": ", ".join(f"{rule}={_choices(rule)}" for rule in ALLOWED)},
            ),
            column,
        )
    if left == "undertrick" and _UNDERTRICK.fullmatch(right) and int(right) <= MAX_UNDERTRICK:
        return left, int(right)
    if left != "undertrick" and right in ALLOWED[left]:
        return left, {"true": True, "false": False}.get(right, right)
    raise refusal(
        "no-rule-value",
        Message(
            N_("“%(typed)s” is no value of %(name)s, which is %(allowed)s."),
            {"typed": shown(right), "name": left, "allowed": _choices(left)},
        ),
        column,
    )


def _choices(rule: str) -> str:
    return "|".join(ALLOWED[rule])
