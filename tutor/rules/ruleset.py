"""The readings of the rules that players agree on before a match, and the three presets.

Source: the table "What the sources leave open" of the project's rules; ``written`` is the game as its published
texts have it.
"""

from dataclasses import dataclass, fields, replace
from typing import Final, Literal, TypeAlias

DrawWinner: TypeAlias = Literal["highest-rank", "led-suit"]
Stock: TypeAlias = Literal["hidden", "exposed"]

ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    "draw_winner": ("highest-rank", "led-suit"),
    "draw_follow": ("false", "true"),
    "stock": ("hidden", "exposed"),
    "doubling": ("false", "true"),
    "undertrick": ("0–1000",),
    "overtricks": ("false", "true"),
}
MAX_UNDERTRICK: Final = 1000


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One reading of the rules. ``str`` writes it as a preset and what differs from it: ``penalty,stock=exposed``.

    Attributes:
        draw_winner: who wins a trick of the draw phase: the highest rank whatever its suit (a tie to the leader), or
            the highest card of the suit led.
        draw_follow: whether the draw phase has a duty to follow suit.
        stock: whether the top card of the stock lies face up.
        doubling: whether double and redouble are allowed.
        undertrick: points to declarer's opponent for each trick short, doubled and redoubled like the contract.
        overtricks: whether tricks above the bid count; if not, only the tricks bid do.
    """

    draw_winner: DrawWinner = "highest-rank"
    draw_follow: bool = False
    stock: Stock = "hidden"
    doubling: bool = True
    undertrick: int = 0
    overtricks: bool = True

    def __post_init__(self) -> None:
        for name in ("draw_winner", "stock"):
            if getattr(self, name) not in ALLOWED[name]:
                raise ValueError(f"{name} is one of {', '.join(ALLOWED[name])}, not {getattr(self, name)!r}")
        # Settings come from files and forms too: the word "false" or the number 0 must not pass for a truth value.
        for name in ("draw_follow", "doubling", "overtricks"):
            value = getattr(self, name)
            if value is not True and value is not False:
                raise ValueError(f"{name} is one of {', '.join(ALLOWED[name])}, not {value!r}")
        if type(self.undertrick) is not int or not 0 <= self.undertrick <= MAX_UNDERTRICK:
            raise ValueError(f"undertrick is 0 to {MAX_UNDERTRICK} points, not {self.undertrick!r}")

    def differences(self, base: "Ruleset") -> list[str]:
        """What must be said after *base* to name this ruleset, as ``name=value`` in the order of the fields."""
        changed = []
        for each in fields(self):
            value = getattr(self, each.name)
            if value != getattr(base, each.name):
                changed.append(f"{each.name}={str(value).lower() if isinstance(value, bool) else value}")
        return changed

    def __str__(self) -> str:
        # The preset that needs the fewest overrides; among equals one that agrees on whether failing costs anything,
        # so that a dearer penalty is still called a penalty; then the first. So a name is canonical.
        def distance(preset: tuple[str, Ruleset]) -> tuple[int, bool]:
            return len(self.differences(preset[1])), bool(preset[1].undertrick) != bool(self.undertrick)

        name, base = min(PRESETS.items(), key=distance)
        return ",".join([name, *self.differences(base)])


WRITTEN: Final = Ruleset()
PENALTY: Final = replace(WRITTEN, undertrick=50)
LEVEL: Final = replace(PENALTY, overtricks=False)
PRESETS: Final[dict[str, Ruleset]] = {"written": WRITTEN, "penalty": PENALTY, "level": LEVEL}
