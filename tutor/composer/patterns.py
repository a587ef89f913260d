"""Patterns with their cards at the places that the model knows."""

from dataclasses import dataclass
from typing import Final

from tutor.coach.puzzle import same
from tutor.composer.demands import Place

_PLACES: Final = {"N": Place.NORTH, "S": Place.SOUTH, "T": Place.TABLE}


@dataclass(frozen=True)
class Pattern(same.Pattern):
    """A position with its ranks compressed; see :class:`tutor.coach.puzzle.same.Pattern`."""

    @property
    def cards(self) -> list[tuple[int, int, Place]]:
        """For every card its suit, its place in the suit (0 the highest) and who has it."""
        return [(suit, k, _PLACES[letter]) for suit, held in enumerate(self.suits) for k, letter in enumerate(held)]
