"""What is said about a finished hand as a whole: its result, a claim that ended it, and who gave what away."""

from dataclasses import dataclass
from typing import Final

from tutor.cards import SEATS, Seat
from tutor.coach import summing, words
from tutor.coach.facts import Decision
from tutor.coach.review import JUDGED, Review, changes_who_scores
from tutor.coach.telling.marks import marked
from tutor.messages import P_, Message, translate
from tutor.rules import Deal, Phase
from tutor.rules.play import SEAT_NAMES
from tutor.web.analyse.timeline import Moment, PlyLink
from tutor.web.parts.saying import Said, said

_LOST_IN_PLAY: Final = P_(
    "Lost in trick %(trick)s: %(action)s by %(seat)s cost one point.",
    "Lost in trick %(trick)s: %(action)s by %(seat)s cost %(count)s points.",
)
_LOST_IN_AUCTION: Final = P_(
    "Lost in the auction: %(action)s by %(seat)s cost one point.",
    "Lost in the auction: %(action)s by %(seat)s cost %(count)s points.",
)
_COSTLIEST_IN_PLAY: Final = P_(
    "The costliest mistake, in trick %(trick)s: %(action)s by %(seat)s cost one point.",
    "The costliest mistake, in trick %(trick)s: %(action)s by %(seat)s cost %(count)s points.",
)
_COSTLIEST_IN_AUCTION: Final = P_(
    "The costliest mistake, in the auction: %(action)s by %(seat)s cost one point.",
    "The costliest mistake, in the auction: %(action)s by %(seat)s cost %(count)s points.",
)


@dataclass(frozen=True, slots=True)
class Named:
    """A mistake in the list of a player: what happened, what it cost, where it is, whether it was the turning point."""

    what: str
    cost: str
    href: str
    turning: bool


@dataclass(frozen=True, slots=True)
class Blame:
    """How one player did.

    Attributes:
        seat: the seat in words.
        player: the player's name, "" when it is not known.
        mistakes: in order.
        points: what they gave away in all.
        slips: how many tricks were lost that changed no score.
        accuracy: a sentence for each phase in which anything could be lost.
    """

    seat: str
    player: str
    mistakes: tuple[Named, ...]
    points: int
    slips: int
    accuracy: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turning:
    """The decision that decided the hand: a sentence, and the address of its moment."""

    said: Said
    href: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What is said about the hand as a whole.

    Attributes:
        score: who scored what; "" when the hand is unfinished.
        paragraph: the coach's paragraph about the hand, sentence by sentence.
        blames: how North and South did.
        judged: how many decisions were judged.
        turning: where the hand was lost; None without a mistake.
    """

    score: str
    paragraph: tuple[Said, ...]
    blames: tuple[Blame, Blame]
    judged: int
    turning: Turning | None = None


def summary(review: Review, moments: tuple[Moment, ...], link: PlyLink) -> Summary:
    """The summary of a reviewed hand."""
    decided = [m for m in moments if m.decision is not None and m.action is not None]
    score = review.score
    turning = _turning_ply(review, moments)
    blames = [_blame(seat, review, decided, turning, link) for seat in SEATS]
    return Summary(
        "" if score is None else _capital(str(words.score_words(score))) + ".",
        tuple(said(sentence) for sentence in summing.summary(review)),
        (blames[0], blames[1]),
        len(decided),
        _turning(review, moments, link),
    )


def turning_words(review: Review) -> Message | None:
    """Where the hand was lost, and by which card or call; None without a mistake.

    A mistake that changed who scores lost the hand; where none did, the costliest is told as that and no more.
    """
    decision = review.turning_point
    if decision is None:
        return None
    assert decision.taken is not None
    lost = changes_who_scores(decision)
    values: dict[str, object] = {"action": marked(decision.taken), "seat": SEAT_NAMES[decision.seat]}
    if decision.phase is Phase.PLAY:
        assert decision.deal.play is not None
        values["trick"] = sum(decision.deal.play.tricks) + 1
        forms = _LOST_IN_PLAY if lost else _COSTLIEST_IN_PLAY
    else:
        forms = _LOST_IN_AUCTION if lost else _COSTLIEST_IN_AUCTION
    return Message.counted(forms, decision.loss_points, values)


def _turning(review: Review, moments: tuple[Moment, ...], link: PlyLink) -> Turning | None:
    sentence, ply = turning_words(review), _turning_ply(review, moments)
    return None if sentence is None or ply is None else Turning(said(sentence), link(ply))


def _turning_ply(review: Review, moments: tuple[Moment, ...]) -> int | None:
    """Where the turning point stands among *moments*, which begin later in a hand that is supposed to be another."""
    decision = review.turning_point
    return None if decision is None else moments[0].ply + review.ply_of(decision)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _blame(seat: Seat, review: Review, decided: list[Moment], turning: int | None, link: PlyLink) -> Blame:
    mistakes = []
    slips = 0
    for moment in decided:
        decision = moment.decision
        assert decision is not None
        assert moment.action is not None
        if decision.seat != seat:
            continue
        if decision.mistake:
            cost = " ".join(str(m) for m in words.judgement(decision, moment.action))
            what = str(words.what_happened(decision, moment.action))
            mistakes.append(Named(what, cost, link(moment.ply), moment.ply == turning))
        elif decision.loss_tricks:
            slips += 1
    accuracy = tuple(str(m) for phase in JUDGED if (m := accuracy_words(review, seat, phase)) is not None)
    points = review.points_lost(seat)
    return Blame(str(SEAT_NAMES[seat]), review.record.players[seat], tuple(mistakes), points, slips, accuracy)


def accuracy_words(review: Review, seat: Seat, phase: Phase) -> Message | None:
    """How many of the decisions of *seat* in *phase* that mattered lost nothing; None when none mattered."""
    found = review.accuracy(seat, phase)
    if found is None:
        return None
    values = {"right": found.right, "percent": found.percent}
    if phase is Phase.AUCTION:
        forms = P_(
            "Auction: %(right)s of the one call that mattered lost nothing, %(percent)s%%.",
            "Auction: %(right)s of the %(count)s calls that mattered lost nothing, %(percent)s%%.",
        )
    else:
        forms = P_(
            "Play: %(right)s of the one card that mattered lost nothing, %(percent)s%%.",
            "Play: %(right)s of the %(count)s cards that mattered lost nothing, %(percent)s%%.",
        )
    return Message.counted(forms, found.decisions, values)


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
