"""The analysis board: what the page of a finished hand shows at one moment, or in a line tried out from it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tutor.cards import SEATS, Mask
from tutor.coach.facts import Choice, Decision, decide
from tutor.coach.review import Review
from tutor.messages import translate
from tutor.notation import NotationError, parse_call, parse_card
from tutor.rules import Action, Contract, Deal, Phase, RuleError, action_name
from tutor.rules.play import SEAT_NAMES
from tutor.web import words
from tutor.web.board import (
    Alike,
    BidPad,
    CallFace,
    CardFace,
    HandView,
    action_face,
    alike,
    bid_pad,
    decision_worths,
    grade_of,
    hand_view,
)
from tutor.web.chart import Chart, draw_chart
from tutor.web.lines import Line, deal_line, parted
from tutor.web.summary import claim_words, result_words
from tutor.web.timeline import Moment, Moves, TableTrick, moves, table_trick

Tried = tuple[Action, ...]
BoardLink = Callable[[int, Tried], str]
"""Where a ply with a line tried out from it is found: ``link(12, (SQ, S3))``."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The four ways to step; None where there is nothing that way."""

    first: str | None
    back: str | None
    forward: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said about the moment.

    Attributes:
        headline: what happened, or whose turn it is.
        text: what it was worth.
        grade: ``best``, ``slip``, ``bad``, or "" when nothing is judged.
        better: the best choices, when the one made was not among them, in groups.
    """

    headline: str
    text: str
    grade: str
    better: Alike = ()


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the fragment of the board shows.

    Attributes:
        idle: whether all calls are worth the same under rules by which a failed contract costs nothing.
    """

    hands: tuple[HandView, HandView]
    phase: str
    contract: Contract | None
    tricks: tuple[int, int] | None
    table: TableTrick
    pad: BidPad | None
    verdict: Verdict
    value: str
    line: Line
    after: Line
    line_href: str | None
    tried: tuple[CardFace | CallFace, ...]
    leave: str | None
    steps: Steps
    moves: Moves
    chart: Chart | None
    ply: int
    last_ply: int
    stock: int
    face_up: CardFace | None
    idle: bool


def read_tried(deal: Deal, text: str) -> Tried:
    """The actions of *text* (``SQ-S3``, ``1S-Pass``), which must be legal one after the other from *deal* on.

    Raises:
        NotationError: when a part is neither card nor call.
        RuleError: when one is not legal.
    """
    tried: list[Action] = []
    for part in text.split("-") if text else ():
        try:
            action = parse_card(part) if deal.phase in (Phase.DRAW, Phase.PLAY) else parse_call(part)
        except NotationError:
            action = parse_call(part) if deal.phase is Phase.PLAY else parse_card(part)
        deal = deal.apply(action)
        tried.append(action)
    return tuple(tried)


def write_tried(tried: Tried) -> str:
    """The text that :func:`read_tried` reads."""
    return "-".join(action_name(action) for action in tried)


def read_moment(moments: tuple[Moment, ...], ply: int, text: str) -> tuple[Moment, Tried]:
    """The moment *ply* (the nearest there is) with what is tried there; an unreadable or illegal trial is dropped."""
    moment = moments[min(max(ply, 0), len(moments) - 1)]
    try:
        return moment, read_tried(moment.deal, text)
    except (NotationError, RuleError):
        return moment, ()


def board(review: Review, moments: tuple[Moment, ...], at: Moment, tried: Tried, link: BoardLink) -> Board:
    """The board of a reviewed hand at the moment *at*, after *tried*."""
    deal = at.deal.run(tried)
    decision = at.decision
    action = at.action
    if tried:
        action = None
        decision = (
            decide(deal, opponent=review.opponent, table=review.table)
            if deal.phase in (Phase.AUCTION, Phase.PLAY)
            else None
        )

    def choose(choice: Action) -> str:
        # The card or call that was really chosen leads on along the hand, any other out of it.
        if not tried and choice == at.action:
            return link(at.ply + 1, ())
        return link(at.ply, (*tried, choice))

    def to_ply(ply: int) -> str:
        return link(ply, ())

    line = decision.line if decision is not None else ()
    claimed = review.finished_by_claim and at.action is None and not tried
    return Board(
        hands=_hands(deal, decision, action, choose, review.record.players),
        phase=deal.phase.value,
        contract=deal.contract,
        tricks=None if deal.play is None else deal.play.tricks,
        table=table_trick(deal),
        pad=_pad(deal, decision, action, choose),
        verdict=verdict(review, at, deal, decision, tried),
        value="" if claimed else _value(decision),
        line=deal_line(deal, line),
        after=_after(at, moments, decision) if not tried else Line(),
        line_href=link(at.ply, (*tried, line[0])) if line else None,
        tried=tuple(action_face(each) for each in tried),
        leave=link(at.ply, ()) if tried else None,
        steps=_steps(at, tried, moments[-1].ply, link),
        moves=moves(moments, at.ply, to_ply),
        chart=draw_chart(moments, at.ply, to_ply, claimed=review.score if review.finished_by_claim else None),
        ply=at.ply,
        last_ply=moments[-1].ply,
        stock=len(deal.draw.stock) if deal.phase is Phase.DRAW and deal.draw else 0,
        face_up=_face_up(deal),
        idle=decision is not None and words.all_the_same(decision) and not deal.ruleset.undertrick,
    )


def _after(at: Moment, moments: tuple[Moment, ...], decision: Decision | None) -> Line:
    """After a mistake: how it would have gone on with best play by both; nothing otherwise."""
    following = moments[min(at.ply + 1, len(moments) - 1)].decision
    if decision is None or not decision.mistake or following is None or at.action is None:
        return Line()
    return parted(deal_line(at.deal, (at.action, *following.line)), deal_line(at.deal, decision.line))


def _face_up(deal: Deal) -> CardFace | None:
    up = deal.draw.face_up if deal.phase is Phase.DRAW and deal.draw else None
    if up is None:
        return None
    face = action_face(up)
    assert isinstance(face, CardFace)
    return face


def current_hands(deal: Deal) -> tuple[Mask, Mask]:
    """What North and South hold at this moment of *deal*."""
    if deal.phase is Phase.DRAW:
        assert deal.draw is not None
        return deal.draw.hands
    if deal.play is not None and not deal.play.over:
        return deal.play.hands
    assert deal.start_hands is not None
    return deal.start_hands if deal.play is None else deal.play.hands


def _hands(
    deal: Deal,
    decision: Decision | None,
    action: Action | None,
    choose: Callable[[Action], str],
    players: tuple[str, str],
) -> tuple[HandView, HandView]:
    hands = current_hands(deal)
    legal = deal.legal() if decision is not None and deal.phase is Phase.PLAY else ()
    views = [
        hand_view(
            hands[seat],
            seat,
            turn=deal.turn == seat,
            worths=decision_worths(decision) if deal.turn == seat else None,
            legal=legal if deal.turn == seat else (),
            taken=action if deal.turn == seat else None,
            link=choose,
            player=players[seat],
        )
        for seat in SEATS
    ]
    return views[0], views[1]


def _pad(
    deal: Deal, decision: Decision | None, action: Action | None, choose: Callable[[Action], str]
) -> BidPad | None:
    if deal.phase is not Phase.AUCTION:
        return None
    return bid_pad(deal.legal(), worths=decision_worths(decision), taken=action, link=choose)


def _value(decision: Decision | None) -> str:
    """What the deal comes to from here, in words; "" where nothing is to be chosen."""
    if decision is None:
        return ""
    return translate("With best play from here, %(score)s.", score=words.score_words(decision.score))


def verdict(review: Review, at: Moment, deal: Deal, decision: Decision | None, tried: Tried) -> Verdict:
    """What is said about the moment on the board."""
    if tried:
        return _trial_verdict(review, at, deal, tried)
    if at.action is not None and decision is not None:
        return _judged(str(words.what_happened(decision, at.action)), decision, at.action)
    if at.action is not None:
        assert deal.turn is not None
        said = {"seat": SEAT_NAMES[deal.turn], "card": words.action_words(at.action)}
        headline = translate("Drawing: %(seat)s plays the %(card)s.", **said)
        return Verdict(headline, translate("The draw phase is shown as it was played; it is not judged."), "")
    if review.finished_by_claim:
        end = translate("The end: %(result)s.", result=result_words(deal, review.record.claimed))
        return Verdict(end, claim_words(review, decision), "")
    return Verdict(*_standstill(deal), "")


def _trial_verdict(review: Review, at: Moment, deal: Deal, tried: Tried) -> Verdict:
    before = at.deal.run(tried[:-1])
    headline = translate("Trying out: %(action)s.", action=words.action_words(tried[-1]))
    if before.phase not in (Phase.AUCTION, Phase.PLAY):
        return Verdict(headline, "", "")
    decision = decide(before, tried[-1], opponent=review.opponent, table=review.table)
    made = _judged(headline, decision, tried[-1])
    return replace(made, text=f"{made.text} {_standstill(deal)[1]}") if deal.over else made


def _judged(headline: str, decision: Decision, action: Action) -> Verdict:
    """The verdict on *action*."""
    choice = decision.choice(action)
    text = " ".join(str(m) for m in words.judgement(decision, action))
    return Verdict(headline, text, grade_of(choice), _better(decision, choice))


def _better(decision: Decision, choice: Choice) -> Alike:
    """The choices to name beside a mistake."""
    if choice.best:
        return ()
    return alike([each.action for each in decision.best if not each.loss_tricks])


def _standstill(deal: Deal) -> tuple[str, str]:
    """Headline and text where nothing more was recorded."""
    if deal.phase is Phase.OVER and deal.contract is None:
        return translate("Passed out."), translate("Both passed at once: the deal is thrown in and nobody scores.")
    if deal.phase is Phase.OVER:
        assert deal.score is not None
        return (
            translate("The end: %(result)s.", result=result_words(deal)),
            translate("In all, %(score)s.", score=words.score_words(deal.score)),
        )
    assert deal.turn is not None
    seat = SEAT_NAMES[deal.turn]
    if deal.phase is Phase.AUCTION:
        return translate("%(seat)s is to call.", seat=seat), translate("Choose any call to try it out.")
    return translate("%(seat)s is to play.", seat=seat), translate("Choose any card to try it out.")


def _steps(at: Moment, tried: Tried, last: int, link: BoardLink) -> Steps:
    if tried:
        back = link(at.ply, tried[:-1])
        return Steps(link(0, ()), back, None, link(last, ()))
    return Steps(
        link(0, ()) if at.ply > 0 else None,
        link(at.ply - 1, ()) if at.ply > 0 else None,
        link(at.ply + 1, ()) if at.ply < last else None,
        link(last, ()) if at.ply < last else None,
    )
