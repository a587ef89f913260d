"""The analysis board: what the page of a finished hand shows at one moment, or in a line tried out from it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tutor.cards import SEATS, Mask
from tutor.coach import words
from tutor.coach.facts import Choice, Decision
from tutor.coach.review import Review
from tutor.coach.telling.speaking import plain_step, spoken_step
from tutor.messages import translate
from tutor.rules import Action, Contract, Deal, Phase
from tutor.rules.play import SEAT_NAMES
from tutor.web.analyse.chart import Chart, draw_chart
from tutor.web.analyse.sidelines import Grove, Planter, ViewLink, forward, judged, last_of
from tutor.web.analyse.summary import claim_words, result_words
from tutor.web.analyse.timeline import Listing, Moment, Moves, TableTrick, moment_at, moves, table_trick
from tutor.web.analyse.viewing import ACTIONS, Tried, Viewing
from tutor.web.parts.board import (
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
from tutor.web.parts.lines import Line, best_beside, deal_line, parted
from tutor.web.parts.saying import Why, why


@dataclass(frozen=True, slots=True)
class Steps:
    """The ways to step; None where there is nothing that way.

    Attributes:
        first: the start of the hand.
        back: one step back, out of a side line too.
        forward: one step on, along the side line where the board shows one.
        last: the end of the side line, or of the hand.
    """

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
        why: why the one made was a mistake; None when it was none.
    """

    headline: str
    text: str
    grade: str
    better: Alike = ()
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the fragment of the board shows.

    Attributes:
        spoken: the moment as a screen reader says it after a step.
        idle: whether all calls are worth the same under rules by which a failed contract costs nothing.
        values: whether it is shown what choices are worth.
        line_href: the address at which the best line is in the tree and its first step on the board.
        leave: back to the hand; None outside a side line.
        onward: the next moment of the hand, where a trial is told without what else there was.
        here: the address of the same page without a moment, to which a script adds one.
        first_ply: the ply of the first moment.
    """

    hands: tuple[HandView, HandView]
    phase: str
    contract: Contract | None
    tricks: tuple[int, int] | None
    table: TableTrick
    pad: BidPad | None
    verdict: Verdict
    spoken: str
    value: str
    line: Line
    after: Line
    line_href: str | None
    tried: tuple[CardFace | CallFace, ...]
    leave: str | None
    onward: str | None
    steps: Steps
    moves: Moves
    chart: Chart | None
    ply: int
    first_ply: int
    last_ply: int
    stock: int
    face_up: CardFace | None
    idle: bool
    values: bool
    here: str


def board(
    review: Review, moments: tuple[Moment, ...], view: Viewing, link: ViewLink, twig_link: ViewLink | None = None
) -> Board:
    """The board of a reviewed hand as *view*, whose ply is one of the *moments*, has it.

    Args:
        review: the hand.
        moments: its moments.
        view: what is to be seen of it.
        link: where a view is found.
        twig_link: the same for the actions of the side lines; None for *link*.
    """
    assert view.ply is not None
    at, tried = moment_at(moments, view.ply), view.tried
    deal = at.deal.run(tried)
    decision, action = at.decision, at.action
    if tried:
        decision, action = judged(deal, review.opponent), None
    shown = decision if view.values else None

    def choose(choice: Action) -> str:
        # The card or call that was really chosen leads on along the hand, any other out of it. Where values are hidden,
        # it is tried out as well: it is to be told what it was worth.
        if view.values and not tried and choice == at.action:
            return link(view.at(at.ply + 1))
        return link(view.at(at.ply, (*tried, choice)))

    def to_ply(ply: int) -> str:
        return link(view.at(ply))

    line = () if shown is None else best_beside(shown, action)
    claimed = review.finished_by_claim and at.action is None and not tried
    listing = Listing(None if tried else at.ply, to_ply, view.values, groves(review, moments, view, link, twig_link))
    return Board(
        hands=_hands(deal, decision, action, choose, review.record.players, values=view.values),
        phase=deal.phase.value,
        contract=deal.contract,
        tricks=None if deal.play is None else deal.play.tricks,
        table=table_trick(deal),
        pad=_pad(deal, shown, action, choose),
        verdict=verdict(review, at, deal, view),
        spoken=spoken(at, deal, view, review),
        value="" if claimed else _value(shown, action),
        line=deal_line(deal, line),
        after=_after(at, shown, line) if not tried else Line(),
        line_href=_line_href(view, line, link),
        tried=tuple(action_face(each) for each in tried),
        leave=to_ply(at.ply) if tried else None,
        onward=to_ply(at.ply + 1) if tried and not view.values and at.action is not None else None,
        steps=_steps(moments, view, link),
        moves=moves(moments, listing),
        chart=_chart(review, moments, view, to_ply),
        ply=at.ply,
        first_ply=moments[0].ply,
        last_ply=moments[-1].ply,
        stock=len(deal.draw.stock) if deal.phase is Phase.DRAW and deal.draw else 0,
        face_up=_face_up(deal),
        idle=shown is not None and words.all_the_same(shown) and not deal.ruleset.undertrick,
        values=view.values,
        here=link(replace(view, ply=None, tried=())),
    )


def groves(
    review: Review, moments: tuple[Moment, ...], view: Viewing, link: ViewLink, twig_link: ViewLink | None = None
) -> dict[int, Grove]:
    """The side lines of *view* by the ply they leave from; the links are as in :func:`board`."""
    planter = Planter(view, review.opponent, link, twig_link or link)
    plies = {line.ply for line in view.lines}
    return {m.ply: planter.grove(m.ply, m.deal, m.action) for m in moments if m.ply in plies}


def spoken(at: Moment, deal: Deal, view: Viewing, review: Review) -> str:
    """The moment as a screen reader says it: the step that was taken or tried out, else what stands there."""
    if view.tried:
        before = at.deal.run(view.tried[:-1])
        decision, action = judged(before, review.opponent), view.tried[-1]
    elif at.action is not None:
        before, decision, action = at.deal, at.decision if view.values else None, at.action
    else:
        said = verdict(review, at, deal, view)
        return f"{said.headline} {said.text}"
    return str(plain_step(before, action) if decision is None else spoken_step(decision, action))


def _chart(review: Review, moments: tuple[Moment, ...], view: Viewing, to_ply: Callable[[int], str]) -> Chart | None:
    if not view.values:
        return None
    claimed = review.score if review.finished_by_claim else None
    return draw_chart(moments, view.ply, to_ply, claimed=claimed)


def _line_href(view: Viewing, line: Tried, link: ViewLink) -> str | None:
    """The address at which the whole best *line* is in the tree and its first step on the board."""
    room = ACTIONS - len(view.tried)
    if not line or room <= 0:
        return None
    assert view.ply is not None
    grown = view.at(view.ply, (*view.tried, *line[:room]))
    return link(grown.at(view.ply, (*view.tried, line[0])))


def _after(at: Moment, decision: Decision | None, best: tuple[Action, ...]) -> Line:
    """After a mistake: how it would have gone on with best play by both, beside the line *best*; nothing otherwise."""
    if decision is None or not decision.mistake or at.action is None:
        return Line()
    return parted(deal_line(at.deal, decision.line_after(at.action)), deal_line(at.deal, best))


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
    *,
    values: bool,
) -> tuple[HandView, HandView]:
    hands = current_hands(deal)
    legal = deal.legal() if deal.phase in (Phase.DRAW, Phase.PLAY) else ()
    views = [
        hand_view(
            hands[seat],
            seat,
            turn=deal.turn == seat,
            worths=decision_worths(decision) if values and deal.turn == seat else None,
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


def _value(decision: Decision | None, action: Action | None) -> str:
    """What the deal comes to from here, in words; "" where nothing is to be chosen.

    Where *action* was a mistake, what it comes to before and after it: either alone would seem to deny the other.
    """
    if decision is None:
        return ""
    if action is not None and decision.mistake:
        values = {
            "before": words.score_words(decision.score),
            "after": words.score_words(decision.choice(action).score),
        }
        if decision.phase is Phase.AUCTION:
            return translate("With best play before this call, %(before)s; after it, %(after)s.", **values)
        return translate("With best play before this card, %(before)s; after it, %(after)s.", **values)
    return translate("With best play from here, %(score)s.", score=words.score_words(decision.score))


def verdict(review: Review, at: Moment, deal: Deal, view: Viewing) -> Verdict:
    """What is said about the moment on the board."""
    if view.tried:
        return _trial_verdict(review, at, deal, view)
    if at.action is not None and at.decision is not None:
        happened = str(words.what_happened(at.decision, at.action))
        if not view.values:
            return Verdict(happened, translate("Choose any card or call to be told what it is worth."), "")
        return _judged(happened, at.decision, at.action)
    if at.action is not None:
        assert deal.turn is not None
        said = {"seat": SEAT_NAMES[deal.turn], "card": words.action_words(at.action)}
        headline = translate("Drawing: %(seat)s plays the %(card)s.", **said)
        return Verdict(headline, translate("The draw phase is shown as it was played; it is not judged."), "")
    if review.finished_by_claim:
        end = translate("The end: %(result)s.", result=result_words(deal, review.record.claimed))
        return Verdict(end, claim_words(review, at.decision) if view.values else "", "")
    return Verdict(*_standstill(deal), "")


def _trial_verdict(review: Review, at: Moment, deal: Deal, view: Viewing) -> Verdict:
    """What is said of the last action tried: where values are hidden, what it cost, but not what was better."""
    before = at.deal.run(view.tried[:-1])
    headline = translate("Trying out: %(action)s.", action=words.action_words(view.tried[-1]))
    if before.phase not in (Phase.AUCTION, Phase.PLAY):
        return Verdict(headline, "", "")
    decision = judged(before, review.opponent)
    assert decision is not None
    made = _judged(headline, replace(decision, taken=view.tried[-1]), view.tried[-1])
    if not view.values:
        made = replace(made, better=(), why=None)
    return replace(made, text=f"{made.text} {_standstill(deal)[1]}") if deal.over else made


def _judged(headline: str, decision: Decision, action: Action) -> Verdict:
    """The verdict on *action*."""
    choice = decision.choice(action)
    text = " ".join(str(m) for m in words.judgement(decision, action))
    return Verdict(headline, text, grade_of(choice), _better(decision, choice), why(decision, action))


def _better(decision: Decision, choice: Choice) -> Alike:
    """The choices to name beside a mistake."""
    if choice.best:
        return ()
    return alike(decision.faultless)


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


def _steps(moments: tuple[Moment, ...], view: Viewing, link: ViewLink) -> Steps:
    assert view.ply is not None
    first, ply, last = moments[0].ply, view.ply, moments[-1].ply
    if view.tried:
        following, end = forward(view, ply), last_of(view, ply)
        return Steps(
            link(view.at(first)),
            link(view.at(ply, view.tried[:-1])),
            None if following is None else link(view.at(ply, following)),
            link(view.at(last) if end is None else view.at(ply, end)),
        )
    return Steps(
        link(view.at(first)) if ply > first else None,
        link(view.at(ply - 1)) if ply > first else None,
        link(view.at(ply + 1)) if ply < last else None,
        link(view.at(last)) if ply < last else None,
    )
