"""Practice hands: deal one, call on it, see what each call was worth, play it out.

``/practise/hand/CODE`` is where the visitor stands with the hand: the next call or card, or the end; anybody with the
address gets the same hand and a sitting of their own. ``…/CODE/3`` is the verdict on the action number 3. Every form
says which version of the sitting its page showed; one that comes too late changes nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import NoReturn

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import SQLAlchemyError

from tutor.coach.dealing import NoHandError, PracticeHand, from_code
from tutor.coach.lesson import parse_action
from tutor.coach.telling.marks import with_marks
from tutor.messages import translate
from tutor.notation import NotationError, Record, parse_call, parse_card, write_pbn
from tutor.rules import PASS, Action, Phase, RuleError
from tutor.store import db
from tutor.store.practice import StaleError, get_sitting, keep_sitting
from tutor.web.again.returning import Made, keep_decision
from tutor.web.parts.saying import Said, said
from tutor.web.people.visitors import current_person
from tutor.web.practise import dealer
from tutor.web.practise.hand_end import claim_made, end_page, line_page
from tutor.web.practise.hand_pages import FORM, question_page, verdict_page
from tutor.web.practise.hand_settings import Wish, read_wish, remember, remembered, theme_note, wish_form
from tutor.web.practise.sitting import NotNowError, Walk
from tutor.web.practise.verdicts import made
from tutor.web.problems import told

hands = Blueprint("hands", __name__, url_prefix="/practise")


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the visitor has come with a hand, and the version of the sitting: 0 when it was not begun."""

    walk: Walk
    version: int


@hands.app_context_processor
def settings_form() -> dict[str, object]:
    """Let any page show the form of the settings."""
    return {"wish_form": wish_form}


@hands.get("/deal")
def choose() -> ResponseReturnValue:
    """The page with the form, for who comes to the form's own address."""
    return redirect(url_for("practise.index"))


@hands.post("/deal")
def deal() -> ResponseReturnValue:
    """Deal a hand and go to it.

    The form names settings and a theme, which are remembered; or it names a hand, ``like``, that the next one is to be
    like; or ``only_rules``, and the rest stays as the visitor chose it; or nothing, and the hand is as was chosen last.
    """
    like = request.form.get("like")
    wish = remembered()
    try:
        if like:
            # Somebody else's hand may have other rules than the visitor chose; the theme is the visitor's.
            wish = Wish(from_code(like).settings, wish.theme)
            wish = wish if wish.offered() else Wish(wish.settings)
        elif "only_rules" in request.form:
            wish = wish.under(request.form["only_rules"])
            remember(wish)
        elif "rules" in request.form:
            wish = read_wish(request.form)
            remember(wish)
    except ValueError:
        abort(HTTPStatus.BAD_REQUEST)
    try:
        hand = dealer.deal(wish.settings, wish.theme)
    except NoHandError as error:
        page = render_template("practise/hand_settings.html", form=wish_form(wish, str(error.message)))
        return page, HTTPStatus.UNPROCESSABLE_ENTITY
    return redirect(url_for("hands.show", code=hand.code), HTTPStatus.SEE_OTHER)


@hands.get("/hand/<code>")
def show(code: str) -> ResponseReturnValue:
    """Where the visitor stands with the hand; ``?refused=5``: at that version, after a claim that was not granted."""
    standing = _standing(_find(code))
    refused = standing.version > 0 and request.args.get("refused", type=int) == standing.version
    return _show(standing, (translate("Not granted: the defence can stop that."),) if refused else (), claim=refused)


@hands.get("/hand/<code>/<int:place>")
def verdict(code: str, place: int) -> ResponseReturnValue:
    """What the visitor's action number *place* was worth; where there is none yet, where the hand stands."""
    walk = _standing(_find(code)).walk
    if place not in walk.own:
        return redirect(url_for("hands.show", code=code))
    return render_template("practise/hand_verdict.html", page=verdict_page(walk, place))


@hands.get("/hand/<code>/line")
def line(code: str) -> ResponseReturnValue:
    """A moment of the best line, ``?step=3``; while the hand goes on, where it stands."""
    walk = _standing(_find(code)).walk
    if not walk.over or walk.deal.contract is None:
        return redirect(url_for("hands.show", code=code))
    return render_template("practise/hand_line.html", page=line_page(walk, request.args.get("step", 0, type=int)))


@hands.post("/hand/<code>")
def act(code: str) -> ResponseReturnValue:
    """Take the learner's call or card, keep it judged, and go on to the verdict on a call or to the next card."""
    hand, at = _find(code), _version()
    standing = _standing(hand)
    walk = standing.walk
    action, typed = _action(walk)
    if at != standing.version:
        return _twice(standing, at, action)
    if walk.over:
        return _moved(hand)
    if action is None:
        return _refused(standing, (typed,))
    try:
        after = walk.choose(action)
    except RuleError as error:
        return _refused(standing, said(with_marks(error.message)))
    place = len(walk.actions)
    if not _keep(standing, after, made(after, place, 0)):
        return _twice(_standing(hand), at, action)
    return _judged(after, place)


@hands.post("/hand/<code>/back")
def take_back(code: str) -> ResponseReturnValue:
    """Take the learner's last card back."""
    standing = _asked(_find(code))
    return _change(standing, standing.walk.take_back)


@hands.post("/hand/<code>/leave")
def leave(code: str) -> ResponseReturnValue:
    """Stop playing and go to the best line from there."""
    standing = _asked(_find(code))
    return _change(standing, standing.walk.leave, to="hands.line")


@hands.post("/hand/<code>/anew")
def anew(code: str) -> ResponseReturnValue:
    """Begin the same hand again."""
    hand = _find(code)
    return _change(_asked(hand), lambda: Walk.read(hand))


@hands.post("/hand/<code>/claim")
def claim(code: str) -> ResponseReturnValue:
    """Grant a claim of so many of the tricks left, or say that the defence can stop it.

    How many there are is not told: the hand goes on.
    """
    standing = _asked(_find(code))
    walk, tricks = standing.walk, request.form.get("tricks", type=int)
    if tricks is None or not 0 <= tricks <= 13:
        abort(HTTPStatus.BAD_REQUEST)
    if walk.phase is not Phase.PLAY:
        return _moved(walk.hand)
    if tricks > walk.tricks_left:
        abort(HTTPStatus.BAD_REQUEST)
    if tricks > walk.sure_tricks():
        back = url_for("hands.show", code=code, refused=standing.version, _anchor="form-fault")
        return redirect(back, HTTPStatus.SEE_OTHER)
    after = walk.claim(tricks)
    return _change(standing, lambda: after, judged=claim_made(after))


@hands.errorhandler(CSRFError)
def expired(error: CSRFError) -> ResponseReturnValue:
    """The page for a form that is too old or came from elsewhere, with the way back to the hand."""
    code = (request.view_args or {}).get("code")
    try:
        hand = from_code(code) if code else None
    except NotationError:
        hand = None
    if hand is None:
        return make_response(
            render_template("practise/hand_settings.html", form=wish_form(fault=str(told(error).sentence))),
            HTTPStatus.BAD_REQUEST,
        )
    return _moved(hand, str(told(error).sentence), HTTPStatus.BAD_REQUEST)


def _find(code: str) -> PracticeHand:
    """The hand with the address *code*; ends the request when there is none."""
    try:
        return from_code(code)
    except NotationError:
        abort(HTTPStatus.NOT_FOUND)


def _standing(hand: PracticeHand) -> Standing:
    """How far the visitor has come with *hand*; a hand can be looked at without a database."""
    with suppress(SQLAlchemyError):
        person = current_person()
        sitting = None if person is None else get_sitting(db.session, person.id, hand.code)
        if sitting is not None:
            return Standing(Walk.read(hand, sitting.taken), sitting.version)
    return Standing(Walk.read(hand), 0)


def _asked(hand: PracticeHand) -> Standing:
    """How far the visitor has come, for a form of the page that showed just that; else ends the request."""
    at, standing = _version(), _standing(hand)
    if at != standing.version:
        _abort_moved(hand)
    return standing


def _version() -> int:
    """The version of the sitting that the form's page showed; ends the request when the form names none."""
    at = request.form.get("at", type=int)
    if at is None:
        abort(HTTPStatus.BAD_REQUEST)
    return at


def _twice(standing: Standing, at: int, action: Action | None) -> ResponseReturnValue:
    """Where a form leads that came after the version *at*: sent twice, where it led the first time.

    It was sent twice when the visitor's last action is the form's and nothing came after it.
    """
    walk = standing.walk
    if at == standing.version - 1 and walk.own and walk.actions[walk.own[-1]] == action:
        return _judged(walk, walk.own[-1])
    return _moved(walk.hand)


def _judged(walk: Walk, place: int) -> ResponseReturnValue:
    """To the verdict on the action number *place*: a call's own page; a card's stands above the next one."""
    code = walk.hand.code
    if walk.actions[place] >= PASS:
        return redirect(url_for("hands.verdict", code=code, place=place, _anchor="verdict"), HTTPStatus.SEE_OTHER)
    return _onward(code)


def _action(walk: Walk) -> tuple[Action | None, str]:
    """The call or card that the form names; None for a typed one that cannot be read, with what is wrong.

    A button that names nothing is no button of ours, and ends the request.
    """
    pressed, typed = request.form.get("action"), request.form.get("typed")
    if pressed is None and typed is not None:
        # What cannot be read at all is told as of what is wanted here.
        readers = (parse_card, parse_call) if walk.phase is Phase.PLAY else (parse_call, parse_card)
        try:
            return readers[0](typed.strip()), ""
        except NotationError as error:
            with suppress(NotationError):
                return readers[1](typed.strip()), ""
            return None, str(error.faults[0].message)
    try:
        return parse_action(pressed or ""), ""
    except NotationError:
        abort(HTTPStatus.BAD_REQUEST)


def _keep(standing: Standing, after: Walk, judged: Made | None = None) -> bool:
    """Keep what the sitting has become, with the decision that was *judged*; False when the form came too late.

    What takes long, the judging, comes before this: nobody else writes meanwhile.
    """
    code = after.hand.code
    person = current_person(create=True)
    assert person is not None
    try:
        keep_sitting(db.session, person.id, code, at=standing.version, actions=after.words, finished=after.over)
    except StaleError:
        db.session.rollback()
        return False
    if judged is not None:
        keep_decision(db.session, person.id, judged)
    db.session.commit()
    return True


def _change(
    standing: Standing, change: Callable[[], Walk], *, to: str = "hands.show", judged: Made | None = None
) -> ResponseReturnValue:
    """Keep what *change* makes of the sitting, with what was *judged*, and go to its page *to*."""
    hand = standing.walk.hand
    try:
        after = change()
    except NotNowError:
        return _moved(hand)
    if not _keep(standing, after, judged):
        _abort_moved(hand)
    return _onward(hand.code, to)


def _onward(code: str, to: str = "hands.show") -> ResponseReturnValue:
    return redirect(url_for(to, code=code, _anchor="verdict"), HTTPStatus.SEE_OTHER)


def _show(standing: Standing, fault: Said = (), *, claim: bool = False) -> str:
    """The page of where the hand stands; *fault* is what is wrong with what was typed, or with a claim."""
    walk = standing.walk
    if walk.over:
        return render_template("practise/hand_end.html", page=end_page(walk), at=standing.version, pbn=_pbn(walk))
    return render_template(
        "practise/hand_question.html",
        page=question_page(walk),
        theme=theme_note(walk),
        form=FORM,
        at=standing.version,
        fault=() if claim else fault,
        claim_fault=fault if claim else (),
        typed=request.form.get("typed", "") if fault else "",
    )


def _refused(standing: Standing, fault: Said) -> ResponseReturnValue:
    """The page once more, with why something cannot be done; nothing has changed."""
    return _show(standing, fault), HTTPStatus.UNPROCESSABLE_ENTITY


def _moved(hand: PracticeHand, reason: str = "", status: HTTPStatus = HTTPStatus.CONFLICT) -> tuple[str, HTTPStatus]:
    """The page for a form that does not fit where the hand is now."""
    return render_template("practise/hand_moved.html", code=hand.code, reason=reason), status


def _abort_moved(hand: PracticeHand) -> NoReturn:
    abort(make_response(_moved(hand)))


def _pbn(walk: Walk) -> str:
    """The hand as it was called and played, for the page that analyses hands."""
    hand, deal = walk.hand, walk.deal
    assert hand.deal.start_hands is not None
    record = Record(
        *hand.deal.start_hands,
        hand.dealer,
        hand.ruleset,
        calls=() if deal.auction is None else deal.auction.calls,
        contract=deal.contract,
        played=() if deal.play is None else deal.play.played,
        claimed=walk.declarer_tricks if walk.claimed is not None else None,
    )
    return write_pbn([record])
