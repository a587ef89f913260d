"""What the numbers on the calls are."""

from typing import Final

from tutor.messages import N_, Message
from tutor.solver.bidding import Opponent

CAPTIONS: Final[dict[Opponent, Message]] = {
    "natural": Message(N_("Points for you against a natural opponent, who bids only what makes")),
    "perfect": Message(N_("Points for you if both go on perfectly")),
}
"""By the opponent that they are for; the play is perfect with both."""
