"""The score of a deal.

Source: the scoring section of the rules. Every trick over six counts for a made contract (30 in spades and hearts, 20
in diamonds and clubs, in no-trump 40 for the first and 30 for each other); doubled twice, redoubled four times as
much. A failed contract scores nothing, or ``undertrick`` points a trick to the other side.
"""

from tutor.cards import NORTH, Strain
from tutor.rules.auction import Contract
from tutor.rules.ruleset import Ruleset


def trick_points(strain: Strain, odd_tricks: int) -> int:
    """Points for *odd_tricks* (tricks over six) in *strain*, undoubled."""
    if strain == Strain.NOTRUMP:
        return 40 + 30 * (odd_tricks - 1) if odd_tricks else 0
    return odd_tricks * (30 if strain in (Strain.SPADES, Strain.HEARTS) else 20)


def declarer_score(contract: Contract, tricks: int, ruleset: Ruleset) -> int:
    """Declarer's points less the opponent's when declarer takes *tricks* (0–13) of the 13."""
    if not 0 <= tricks <= 13:
        raise ValueError(f"a deal has 13 tricks; declarer cannot take {tricks}")
    if tricks < contract.target:
        return -ruleset.undertrick * (contract.target - tricks) * contract.multiplier
    odd = tricks - 6 if ruleset.overtricks else contract.level
    return trick_points(contract.strain, odd) * contract.multiplier


def north_score(contract: Contract | None, declarer_tricks: int, ruleset: Ruleset) -> int:
    """North's points less South's; 0 for a passed-out deal (*contract* None)."""
    if contract is None:
        return 0
    score = declarer_score(contract, declarer_tricks, ruleset)
    return score if contract.declarer == NORTH else -score
