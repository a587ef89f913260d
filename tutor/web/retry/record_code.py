"""The name under which a decision of a recorded hand is kept: of the record, and of how it is judged.

It stands where a practice hand has its code and a lesson its slug, and is neither: both have no colon.
"""

from dataclasses import dataclass
from typing import Any, Final

from tutor.solver.bidding import Opponent

PREFIX: Final = "record:"
NATURAL: Final = ":natural"
PRICED: Final = ":penalty"


@dataclass(frozen=True, slots=True)
class RecordCode:
    """A record as it is judged, written ``record:SLUG``, ``record:SLUG:natural``, ``record:SLUG:natural:penalty``.

    Attributes:
        slug: the record's own, not that of a hand that somebody keeps.
        opponent: against whom its calls are judged.
        priced: whether a failed contract has a price that it has not under the record's own rules.
    """

    slug: str
    opponent: Opponent = "perfect"
    priced: bool = False

    @classmethod
    def read(cls, text: str) -> "RecordCode | None":
        """What *text* names; None when it is no such code."""
        if not text.startswith(PREFIX):
            return None
        rest = text.removeprefix(PREFIX)
        bare = rest.removesuffix(PRICED)
        slug = bare.removesuffix(NATURAL)
        if not slug or ":" in slug:
            return None
        return cls(slug, "perfect" if slug == bare else "natural", bare != rest)

    def __str__(self) -> str:
        natural = NATURAL if self.opponent == "natural" else ""
        return f"{PREFIX}{self.slug}{natural}{PRICED if self.priced else ''}"

    def query(self) -> dict[str, Any]:
        """How it is judged, as addresses say it, for ``url_for``; what goes without saying is left out."""
        natural = {"opponent": "natural"} if self.opponent == "natural" else {}
        return {**natural, **({"rules": "penalty"} if self.priced else {})}
