"""What is said about a finished hand as a whole: its result, a claim that ended it, and who gave what away."""

from dataclasses import dataclass

from tutor.cards import SEATS, Seat
from tutor.coach.facts import Decision
from tutor.coach.review import Review
from tutor.messages import translate
from tutor.rules import Deal, Phase
from tutor.rules.play import SEAT_NAMES
from tutor.web import words
from tutor.web.timeline import Moment, PlyLink


@dataclass(frozen=True, slots=True)
class Blame:
    """One player's mistakes."""

    seat: str
    player: str
    mistakes: tuple[tuple[str, str, str], ...]
    points: int
    slips: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said about the hand as a whole.

    Attributes:
        result: the contract and what came of it.
        score: who scored what; "" when the hand is unfinished.
        claim: what was claimed, and what perfect play would have made of it; "" when no claim ended the hand.
        perfect: what perfect play from the first recorded decision would have given.
        blames: North's and South's mistakes: (what happened, what it cost, link).
        judged: how many decisions were judged.
    """

    result: str
    score: str
    claim: str
    perfect: str
    blames: tuple[Blame, Blame]
    judged: int


def summary(review: Review, moments: tuple[Moment, ...], link: PlyLink) -> Summary:
    """The summary of a reviewed hand."""
    decided = [m for m in moments if m.decision is not None and m.action is not None]
    first = next((m.decision for m in moments if m.decision is not None), None)
    score = review.score
    blames = [_blame(seat, review, decided, link) for seat in SEATS]
    return Summary(
        result_words(review.deal, review.record.claimed),
        "" if score is None else _capital(str(words.score_words(score))) + ".",
        claim_words(review, moments[-1].decision),
        _perfect(review, first),
        (blames[0], blames[1]),
        len(decided),
    )


def _perfect(review: Review, first: Decision | None) -> str:
    """What perfection would have given: in the contract where the auction is not known, else from the first call."""
    if first is not None and first.phase is Phase.PLAY:
        return translate("With perfect play in this contract: %(score)s.", score=words.score_words(first.score))
    score = words.score_words(review.par.score)
    if review.par.contract is None:
        return translate("With perfect bidding both pass: %(score)s.", score=score)
    contract = words.contract_words(review.par.contract)
    return translate("With perfect bidding and play: %(contract)s, %(score)s.", contract=contract, score=score)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _blame(seat: Seat, review: Review, decided: list[Moment], link: PlyLink) -> Blame:
    mistakes = []
    points = slips = 0
    for moment in decided:
        decision = moment.decision
        assert decision is not None
        assert moment.action is not None
        if decision.seat != seat:
            continue
        if decision.mistake:
            points += decision.loss_points
            said = " ".join(str(m) for m in words.judgement(decision, moment.action))
            mistakes.append((str(words.what_happened(decision, moment.action)), said, link(moment.ply)))
        elif decision.loss_tricks:
            slips += 1
    return Blame(str(SEAT_NAMES[seat]), review.record.players[seat], tuple(mistakes), points, slips)


def result_words(deal: Deal, claimed: int | None = None) -> str:
    """The title of a hand: what was played and what came of it; *claimed* are declarer's tricks as they are stated."""
    if deal.contract is None:
        if deal.over:
            return translate("Passed out")
        if deal.phase is Phase.DRAW:
            return translate("A hand still being drawn")
        return translate("A hand without a contract")
    contract = words.contract_words(deal.contract)
    if deal.over:
        outcome = words.outcome_words(deal.contract, deal.declarer_tricks)
        return translate("%(contract)s, %(outcome)s", contract=contract, outcome=outcome)
    if claimed is not None:
        outcome = words.outcome_words(deal.contract, claimed)
        return translate("%(contract)s, %(outcome)s, by claim", contract=contract, outcome=outcome)
    return translate("%(contract)s, not played to the end", contract=contract)


def claim_words(review: Review, last: Decision | None) -> str:
    """What was claimed and what it scored; and what perfect play gives from there, where that is something else.

    Args:
        review: the hand; "" comes out unless a claim ended it.
        last: what was to be decided when it was claimed.
    """
    if not review.finished_by_claim or last is None:
        return ""
    assert review.tricks is not None
    assert review.score is not None
    values = {"tricks": words.trick_count(review.tricks), "score": words.score_words(review.score)}
    said = translate("Claimed: %(tricks)s, %(score)s.", **values)
    tricks = words.declarer_tricks(last, last.best[0])
    if (tricks, last.score) == (review.tricks, review.score):
        return said
    values = {"tricks": words.trick_count(tricks), "score": words.score_words(last.score)}
    return f"{said} {translate('Perfect play from there gives %(tricks)s, %(score)s.', **values)}"
