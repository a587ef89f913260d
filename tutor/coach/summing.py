"""A finished hand in one paragraph: what was played, what perfect play comes to, who gave away what, and where.

Each sentence is a fact of the review. Nothing is called a mistake that did not change the score, and there are no
percentages here.
"""

from typing import TYPE_CHECKING, Final

from tutor.cards import SEATS, Seat
from tutor.coach.accuracy import mattered
from tutor.coach.facts import Decision
from tutor.coach.telling.marks import marked
from tutor.coach.words import contract_makes
from tutor.messages import N_, P_, Message
from tutor.rules import DOUBLE, PASS, REDOUBLE, SEAT_NAMES, Contract, Phase, make_bid, north_score

if TYPE_CHECKING:  # a review has its summary in it as JSON, and a summary is of a review
    from tutor.coach.review import Review

_CALLED: Final = {
    PASS: P_("%(seat)s passed, which cost one point.", "%(seat)s passed, which cost %(count)s points."),
    DOUBLE: P_("%(seat)s doubled, which cost one point.", "%(seat)s doubled, which cost %(count)s points."),
    REDOUBLE: P_("%(seat)s redoubled, which cost one point.", "%(seat)s redoubled, which cost %(count)s points."),
}
_BID: Final = P_("%(seat)s bid %(bid)s, which cost one point.", "%(seat)s bid %(bid)s, which cost %(count)s points.")
_LED: Final = P_(
    "in trick %(trick)s %(seat)s led %(card)s, which cost one point.",
    "in trick %(trick)s %(seat)s led %(card)s, which cost %(count)s points.",
)
_PLAYED: Final = P_(
    "in trick %(trick)s %(seat)s played %(card)s, which cost one point.",
    "in trick %(trick)s %(seat)s played %(card)s, which cost %(count)s points.",
)


def summary(review: "Review") -> tuple[Message, ...]:
    """The paragraph about *review*, one message for each sentence, in the order in which they are read.

    A record of any part of a deal has one; what is not known is not spoken of, or said not to be recorded.
    """
    said = [*_outcome(review), *_from_there(review), *_perfect(review)]
    if review.decisions:
        said += _given_away(review)
    if review.opponent == "natural" and any(d.phase is Phase.AUCTION for d in review.decisions):
        said.append(Message(N_("Each call is judged against an opponent who bids only what can be made.")))
    if review.record.draw is not None:
        said.append(Message(N_("The draw phase is recorded, but not judged.")))
    return tuple(said)


def contract_mark(contract: Contract) -> object:
    """``4♠``, ``4♠ doubled``, as a value of a sentence; without its declarer."""
    bid = marked(make_bid(contract.level, contract.strain))
    if contract.multiplier == 1:
        return bid
    sentence = N_("%(bid)s doubled") if contract.multiplier == 2 else N_("%(bid)s redoubled")
    return Message(sentence, {"bid": bid})


def _outcome(review: "Review") -> list[Message]:
    """What was played and what came of it, as far as that is known."""
    deal, record = review.deal, review.record
    contract = deal.contract
    if contract is None:
        if deal.over:
            return [Message(N_("Both players passed, and nobody scored."))]
        if record.calls:
            return [Message(N_("The auction is not recorded to its end."))]
        return [Message(N_("No call and no card of the play is recorded."))]
    values = {"seat": SEAT_NAMES[contract.declarer], "contract": contract_mark(contract)}
    if review.score is not None and review.tricks is not None:
        return [_made_of(review, contract, review.tricks, values), _scored(review, review.score)]
    if record.played:
        forms = P_(
            "%(seat)s played %(contract)s; one card of the play is recorded.",
            "%(seat)s played %(contract)s; %(count)s cards of the play are recorded.",
        )
        return [Message.counted(forms, len(record.played), values)]
    return [Message(N_("%(seat)s played %(contract)s; the play is not recorded."), values)]


def _made_of(review: "Review", contract: Contract, tricks: int, values: dict[str, object]) -> Message:
    """What declarer made of *contract* with *tricks*."""
    if review.finished_by_claim and not review.record.played:
        forms = P_(
            "%(seat)s played %(contract)s and took one trick; the play is not recorded.",
            "%(seat)s played %(contract)s and took %(count)s tricks; the play is not recorded.",
        )
        return Message.counted(forms, tricks, values)
    if review.finished_by_claim:
        forms = P_(
            "%(seat)s played %(contract)s, and by a claim took one trick.",
            "%(seat)s played %(contract)s, and by a claim took %(count)s tricks.",
        )
        return Message.counted(forms, tricks, values)
    spare = tricks - contract.target
    if spare < 0:
        forms = P_(
            "%(seat)s played %(contract)s and was one trick short.",
            "%(seat)s played %(contract)s and was %(count)s tricks short.",
        )
        return Message.counted(forms, -spare, values)
    if spare == 0:
        return Message(N_("%(seat)s played %(contract)s and just made it."), values)
    forms = P_(
        "%(seat)s played %(contract)s and made it with one trick over.",
        "%(seat)s played %(contract)s and made it with %(count)s tricks over.",
    )
    return Message.counted(forms, spare, values)


def _scored(review: "Review", score: int) -> Message:
    """Who scored what; only a contract that failed where that has no price scores nothing."""
    if score == 0:
        sentence = N_("Nobody scored: under the rules %(rules)s a contract that fails costs nothing.")
        return Message(sentence, {"rules": review.record.ruleset})
    forms = P_("%(seat)s scored one point.", "%(seat)s scored %(count)s points.")
    return Message.counted(forms, abs(score), {"seat": SEAT_NAMES[_scorer(score)]})


def _scorer(score: int) -> Seat:
    return Seat.NORTH if score > 0 else Seat.SOUTH


def _in_contract(review: "Review") -> int | None:
    """What perfect play of a contract comes to that was played without a recorded auction; None for any other hand."""
    contract = review.deal.contract
    if contract is None or review.record.calls:
        return None
    return north_score(contract, review.table[contract.declarer][contract.strain], review.record.ruleset)


def _perfect(review: "Review") -> list[Message]:
    """What perfection comes to: from the first call on, or in the contract where no auction is known."""
    score = _in_contract(review)
    if score is not None:
        if score == review.score:
            return [Message(N_("Perfect play in this contract comes to the same score."))]
        return [_with_perfect_play(score)]
    return [_perfect_bidding(review)]


def _with_perfect_play(score: int) -> Message:
    """What perfect play of the contract comes to."""
    if score == 0:
        return Message(N_("With perfect play in this contract nobody would score."))
    forms = P_(
        "With perfect play in this contract %(seat)s would score one point.",
        "With perfect play in this contract %(seat)s would score %(count)s points.",
    )
    return Message.counted(forms, abs(score), {"seat": SEAT_NAMES[_scorer(score)]})


def _perfect_bidding(review: "Review") -> Message:
    contract, score = review.par.contract, review.par.score
    if score == review.score:
        return Message(N_("Perfect bidding and play come to the same score."))
    if contract is None:
        return Message(N_("With perfect bidding both players would pass, and nobody would score."))
    values = {"seat": SEAT_NAMES[contract.declarer], "contract": contract_mark(contract)}
    if score == 0:
        sentence = N_("With perfect bidding and play %(seat)s would play %(contract)s, and nobody would score.")
        return Message(sentence, values)
    if _scorer(score) == contract.declarer:
        forms = P_(
            "With perfect bidding and play %(seat)s would play %(contract)s and score one point.",
            "With perfect bidding and play %(seat)s would play %(contract)s and score %(count)s points.",
        )
        return Message.counted(forms, abs(score), values)
    forms = P_(
        "With perfect bidding and play %(seat)s would play %(contract)s, and %(other)s would score one point.",
        "With perfect bidding and play %(seat)s would play %(contract)s, and %(other)s would score %(count)s points.",
    )
    return Message.counted(forms, abs(score), {**values, "other": SEAT_NAMES[_scorer(score)]})


def _from_there(review: "Review") -> list[Message]:
    """What perfection makes of a hand that was broken off, or claimed for something else than was there."""
    if review.deal.over or not review.decisions or review.outlook in (review.score, _in_contract(review)):
        return []
    values = {"seat": SEAT_NAMES[_scorer(review.outlook)]}
    if review.finished_by_claim and not review.record.played:
        return [_with_perfect_play(review.outlook)]
    if review.finished_by_claim:
        if review.outlook == 0:
            return [Message(N_("Without the claim nobody would have scored, with perfect play from there on."))]
        forms = P_(
            "Without the claim %(seat)s would have scored one point, with perfect play from there on.",
            "Without the claim %(seat)s would have scored %(count)s points, with perfect play from there on.",
        )
        return [Message.counted(forms, abs(review.outlook), values)]
    if review.outlook == 0:
        return [Message(N_("With perfect play from there on nobody would score."))]
    forms = P_(
        "With perfect play from there on %(seat)s would score one point.",
        "With perfect play from there on %(seat)s would score %(count)s points.",
    )
    return [Message.counted(forms, abs(review.outlook), values)]


def _given_away(review: "Review") -> list[Message]:
    """Who gave away how much in which phase, who nothing, and where most; a single mistake is told by itself."""
    players = [seat for seat in SEATS if any(mattered(d) for d in review.of(seat))]
    if not players:
        return [Message(N_("Nothing that was called or played could have changed the score."))]
    if not review.mistakes:
        return [_nothing(review)]
    nothing = N_("%(seat)s gave away nothing.")
    kept = [Message(nothing, {"seat": SEAT_NAMES[seat]}) for seat in players if not review.points_lost(seat)]
    if len(review.mistakes) == 1:
        return [*_turning_point(review), *kept]
    lost = [_lost(review, seat) for seat in players if review.points_lost(seat)]
    return [*lost, *kept, *_turning_point(review)]


def _lost(review: "Review", seat: Seat) -> Message:
    auction, play = (review.points_lost(seat, phase) for phase in (Phase.AUCTION, Phase.PLAY))
    values = {"seat": SEAT_NAMES[seat], "auction": auction, "play": play}
    if auction and play:
        forms = P_(
            "%(seat)s gave away %(count)s point: %(auction)s in the auction and %(play)s in the play.",
            "%(seat)s gave away %(count)s points: %(auction)s in the auction and %(play)s in the play.",
        )
    elif auction:
        forms = P_(
            "%(seat)s gave away one point in the auction.", "%(seat)s gave away %(count)s points in the auction."
        )
    else:
        forms = P_("%(seat)s gave away one point in the play.", "%(seat)s gave away %(count)s points in the play.")
    return Message.counted(forms, auction + play, values)


def _nothing(review: "Review") -> Message:
    """That no points were lost, by whatever was judged."""
    tricks = sum(d.loss_tricks for d in review.decisions)
    if tricks:
        forms = P_(
            "No points were given away: one trick was, but the score stayed the same.",
            "No points were given away: %(count)s tricks were, but the score stayed the same.",
        )
        return Message.counted(forms, tricks)
    phases = {d.phase for d in review.decisions}
    if phases == {Phase.AUCTION}:
        return Message(N_("Nothing was given away: every call kept the score."))
    if phases == {Phase.PLAY}:
        return Message(N_("Nothing was given away: every card kept the score."))
    return Message(N_("Nothing was given away: every call and every card kept the score."))


def _turning_point(review: "Review") -> list[Message]:
    """The turning point, or the one mistake there was; and what became of the contract."""
    decision = review.turning_point
    if decision is None:
        return []
    sentence = N_("The turning point: %(what)s") if len(review.mistakes) > 1 else N_("The one mistake: %(what)s")
    said = [Message(sentence, {"what": _what_it_cost(decision)})]
    fate = _fate(review, decision)
    return said if fate is None else [*said, fate]


def _what_it_cost(decision: Decision) -> Message:
    """What was done and what it cost: ``in trick 8 North led ♣K, which cost 210 points.``."""
    action = decision.taken
    assert action is not None
    values: dict[str, object] = {"seat": SEAT_NAMES[decision.seat]}
    play = decision.deal.play
    if play is None:
        forms = _CALLED.get(action, _BID)
        values["bid"] = marked(action)
    else:
        forms = _LED if play.led is None else _PLAYED
        values.update(trick=sum(play.tricks) + 1, card=marked(action))
    return Message.counted(forms, decision.loss_points, values)


def _fate(review: "Review", decision: Decision) -> Message | None:
    """What would have become of the contract but for the card taken, where that changed it and the hand ended so.

    A hand that is not finished has no end to compare with, and a claim may be for what the cards do not give.
    """
    contract, tricks = decision.deal.contract, review.tricks
    if contract is None or decision.taken is None or tricks is None:
        return None
    before = contract_makes(decision, decision.best[0])
    after = contract_makes(decision, decision.choice(decision.taken))
    if before == after or after != (tricks >= contract.target):
        return None
    if before:
        return Message(N_("Until then the contract would have been made."))
    return Message(N_("Until then the contract would have failed."))
