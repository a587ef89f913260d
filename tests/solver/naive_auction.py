"""A second auction that knows the rules and nothing else.

It is written from the rules alone, shares no code with the program and follows every auction to its end: a call is
the word people say (``Pass``, ``X``, ``XX``, ``1C`` … ``7NT``), an auction is the dealer (``N`` or ``S``) and the list
of its calls, and all that matters is read off that list again at every step. With ``remember`` it keeps the worth of
auctions that stand alike; without it, it does not know that auctions can stand alike.

The ladder of bids may be cut short, to make whole auctions small enough to follow without remembering.

All scores are points, North's less South's.
"""

from collections.abc import Sequence

STRAINS = ("C", "D", "H", "S", "NT")
LADDER = tuple(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS)
DOUBLES = ("X", "XX")

Table = dict[str, dict[str, int]]
"""Declarer's tricks of the 13, by seat and strain."""


def other(seat: str) -> str:
    """The opponent of *seat*."""
    return {"N": "S", "S": "N"}[seat]


def trick_score(strain: str, odd: int) -> int:
    """What *odd* tricks over six score: 30 each in S and H, 20 in D and C, in NT 40 for the first, 30 for others."""
    if odd == 0:
        return 0
    return {"S": 30 * odd, "H": 30 * odd, "D": 20 * odd, "C": 20 * odd, "NT": 40 + 30 * (odd - 1)}[strain]


class NaiveAuction:
    """Minimax over auctions, one seat perhaps calling naturally.

    Arguments:
        table: declarer's tricks of the 13 in every contract.
        doubling: whether there is double and redouble.
        undertrick: points to declarer's opponent for each trick short.
        overtricks: whether tricks above the bid count.
        natural: the seat that calls naturally, or None when both call as well as can be.
        ladder: the bids there are, the lowest first.
        remember: whether to keep what auctions are worth.
    """

    def __init__(
        self,
        table: Table,
        *,
        doubling: bool = True,
        undertrick: int = 0,
        overtricks: bool = True,
        natural: str | None = None,
        ladder: Sequence[str] = LADDER,
        remember: bool = True,
    ) -> None:
        self.table = table
        self.doubling = doubling
        self.undertrick = undertrick
        self.overtricks = overtricks
        self.natural = natural
        self.ladder = tuple(ladder)
        self.remember = remember
        self._known: dict[tuple[object, ...], int] = {}

    def turn(self, dealer: str, calls: list[str]) -> str:
        """Whose call it is: the dealer's first, then alternately."""
        return dealer if len(calls) % 2 == 0 else other(dealer)

    def over(self, calls: list[str]) -> bool:
        """Whether a pass over a bid, double or redouble has ended the auction, or both have passed at once."""
        return len(calls) >= 2 and calls[-1] == "Pass"

    def last_bid(self, calls: list[str]) -> str | None:
        """The last bid, None before the first."""
        bids = [call for call in calls if call not in ("Pass", *DOUBLES)]
        return bids[-1] if bids else None

    def bidder(self, dealer: str, calls: list[str]) -> str | None:
        """Who made the last bid."""
        bid = self.last_bid(calls)
        return None if bid is None else self.turn(dealer, calls[: calls.index(bid)])

    def legal(self, calls: list[str]) -> list[str]:
        """The legal calls: pass; a double of the bid just made, or a redouble of the double; every higher bid."""
        bid = self.last_bid(calls)
        found = ["Pass"]
        if self.doubling and bid is not None and calls[-1] == bid:
            found.append("X")
        if self.doubling and calls and calls[-1] == "X":
            found.append("XX")
        above = self.ladder if bid is None else self.ladder[self.ladder.index(bid) + 1 :]
        return [*found, *above]

    def odd_tricks(self, bid: str, declarer: str) -> int:
        """Tricks over six that *declarer* takes in the strain of *bid*; negative for fewer than six."""
        return self.table[declarer][bid[1:]] - 6

    def makes(self, bid: str, declarer: str) -> bool:
        """Whether *declarer* takes as many tricks as *bid* names."""
        return self.odd_tricks(bid, declarer) >= int(bid[0])

    def contract_score(self, bid: str, declarer: str, times: int = 1) -> int:
        """What *declarer* scores, the opponent's score counted as less than nothing."""
        odd, level = self.odd_tricks(bid, declarer), int(bid[0])
        if odd < level:
            return -(level - odd) * self.undertrick * times
        return trick_score(bid[1:], odd if self.overtricks else level) * times

    def final_score(self, dealer: str, calls: list[str]) -> int:
        """The score of an auction that is over."""
        bid, declarer = self.last_bid(calls), self.bidder(dealer, calls)
        if bid is None or declarer is None:
            return 0
        score = self.contract_score(bid, declarer, {"X": 2, "XX": 4}.get(calls[-2], 1))
        return score if declarer == "N" else -score

    def natural_call(self, dealer: str, calls: list[str]) -> str:
        """What a natural opponent calls.

        Among its legal bids that make, the one that would score most as the contract, the lowest of those that tie;
        if none makes, double when the ruleset has an undertrick price and the contract fails, else pass.
        """
        seat, legal = self.turn(dealer, calls), self.legal(calls)
        making = [bid for bid in self.ladder if bid in legal and self.makes(bid, seat)]
        if making:
            most = max(self.contract_score(bid, seat) for bid in making)
            return next(bid for bid in making if self.contract_score(bid, seat) == most)
        bid, declarer = self.last_bid(calls), self.bidder(dealer, calls)
        fails = bid is not None and declarer is not None and not self.makes(bid, declarer)
        return "X" if "X" in legal and self.undertrick and fails else "Pass"

    def call_values(self, dealer: str, calls: list[str]) -> dict[str, int]:
        """What every legal call leads to, whoever's turn it is."""
        return {call: self.value(dealer, [*calls, call]) for call in self.legal(calls)}

    def value(self, dealer: str, calls: list[str]) -> int:
        """What the auction comes to from here."""
        if self.over(calls):
            return self.final_score(dealer, calls)
        if not self.remember:
            return self._work_out(dealer, calls)
        key = self._standing(dealer, calls)
        if key not in self._known:
            self._known[key] = self._work_out(dealer, calls)
        return self._known[key]

    def _work_out(self, dealer: str, calls: list[str]) -> int:
        seat = self.turn(dealer, calls)
        if seat == self.natural:
            return self.value(dealer, [*calls, self.natural_call(dealer, calls)])
        return (max if seat == "N" else min)(self.call_values(dealer, calls).values())

    def _standing(self, dealer: str, calls: list[str]) -> tuple[object, ...]:
        """All that can matter from here on: the last bid, who made it, how it stands, whose turn it is, any pass."""
        stands = calls[-1] if calls and calls[-1] in DOUBLES else None
        return self.last_bid(calls), self.bidder(dealer, calls), stands, self.turn(dealer, calls), calls == ["Pass"]
