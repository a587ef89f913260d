"""Posting a puzzle: from the editor or from any moment of an analysis to a form, to a draft, to a posted puzzle.

The form carries all that is proposed. *Check* says what the checker finds and keeps nothing; *Save as a draft* keeps
the fields as they are, for their author alone; *Post* lets the checker solve the puzzle, and only what it accepts is
found by anybody else. Each form says which version of the draft its page showed, and one that comes too late changes
nothing.
"""

from dataclasses import replace
from http import HTTPStatus
from typing import NoReturn

from flask import Blueprint, abort, flash, g, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_limiter import RateLimitExceeded
from werkzeug import Response

from tutor.coach.puzzle.play import PLAYED_KINDS
from tutor.coach.puzzle.proposal import KINDS, Accepted, Proposal, Refusal, too_long
from tutor.messages import N_, P_, Message, translate
from tutor.notation import NotationError
from tutor.rules import RuleError
from tutor.store import PostedPuzzle, db
from tutor.store.comments import hidden_comments
from tutor.store.posting import (
    DRAFTS_MOST,
    DraftsFullError,
    LongDocumentError,
    SamePuzzleError,
    StalePuzzleError,
    Verified,
    add_draft,
    change_draft,
    change_posted,
    delete_draft,
    own_puzzle,
    own_puzzles,
    post_puzzle,
    withdraw,
)
from tutor.web.analyse.finding import find
from tutor.web.analyse.timeline import moment_at
from tutor.web.analyse.views import shown
from tutor.web.limits import account_limit, note_wait
from tutor.web.people.accounts import account, account_only, field, held_account, version
from tutor.web.puzzles.posting_pages import (
    KIND_NAMES,
    Verdict,
    checked,
    kind_names,
    of_deal,
    post_address,
    proposal_of,
    read_asked,
    table_of,
    verdict,
)

posting = Blueprint("posting", __name__, url_prefix="/puzzles")

HOUR, MINUTE = 3600, 60
LONG = Refusal("solution", "too-long", Message(N_("The texts together are too long for one puzzle: shorten them.")))
LATER = (
    P_("Please try again in %(count)s minute.", "Please try again in %(count)s minutes."),
    P_("Please try again in %(count)s hour.", "Please try again in %(count)s hours."),
)
MOVED = Message(
    N_("This puzzle was changed in another window after this page was made. Nothing was changed now; see it as it is.")
)


@posting.errorhandler(RateLimitExceeded)
def too_often(error: RateLimitExceeded) -> ResponseReturnValue:
    """The page that says so, when to try again, and that nothing is lost."""
    note_wait(error)
    seconds = error.retry_after if isinstance(error.retry_after, int) else MINUTE
    hours = seconds > 90 * MINUTE
    later = Message.counted(LATER[hours], -(-seconds // (HOUR if hours else MINUTE)))
    page = render_template("puzzles/too_often.html", later=str(later))
    return page, HTTPStatus.TOO_MANY_REQUESTS, {"Retry-After": str(seconds)}


drafts_limit = account_limit("DRAFT_LIMIT", new=False)
posts_limit = account_limit("POST_LIMIT", done=True)


@posting.get("/post")
@account_only
def new() -> ResponseReturnValue:
    """The form for a new puzzle: of a position ``?line=``, or of an auction ``?deal=&dealer=&rules=&calls=``.

    A position of a hand has its contract in ``contract=&taken=`` (:func:`read_asked`). With neither, where to begin.
    """
    if not request.args.get("line") and not request.args.get("deal"):
        return render_template("puzzles/post_begin.html")
    try:
        return _form(read_asked(request.args))
    except (NotationError, RuleError) as error:
        if isinstance(error, RuleError) and error.rule == "auction-over":
            return render_template("puzzles/post_begin.html", over=True), HTTPStatus.UNPROCESSABLE_ENTITY
        if request.args.get("deal") or request.args.get("contract"):
            _refuse(error)
        return redirect(url_for("analyse.position", line=request.args["line"]), HTTPStatus.SEE_OTHER)


@posting.get("/post/from/<slug>")
@account_only
def start(slug: str) -> ResponseReturnValue:
    """The form for a puzzle of the moment of a hand that the other parameters name, as its board has it."""
    at = shown(find(slug), request.args)
    deal = moment_at(at.moments, at.view.ply or 0).deal.run(at.view.tried)
    proposal = of_deal(deal)
    if proposal is None:
        return render_template("puzzles/post_begin.html", hand=at.link(at.view)), HTTPStatus.UNPROCESSABLE_ENTITY
    return redirect(post_address(proposal), HTTPStatus.SEE_OTHER)


@posting.get("/mine")
@account_only
def mine() -> ResponseReturnValue:
    """What the visitor has posted and is working on, and what administrators have said of it."""
    person = account()
    assert person is not None
    rows = [(each, proposal_of(each)) for each in own_puzzles(db.session, person.id)]
    hidden = hidden_comments(db.session, person.id)
    return render_template("puzzles/mine.html", rows=rows, hidden=hidden, kinds=KIND_NAMES)


@posting.get("/mine/<slug>")
@account_only
def edit(slug: str) -> ResponseReturnValue:
    """The form with a draft of the visitor's, or with the words of a puzzle that they have posted."""
    puzzle = _own(slug)
    return _form(proposal_of(puzzle), puzzle=puzzle)


@posting.post("/post/check")
@account_only
@drafts_limit
def check() -> ResponseReturnValue:
    """Say what the checker finds; nothing is kept."""
    puzzle, proposal = _sent()
    found = checked(proposal, but="" if puzzle is None else puzzle.slug)
    return _form(proposal, puzzle=puzzle, said=verdict(found))


@posting.post("/post/save")
@account_only
@drafts_limit
def save() -> ResponseReturnValue:
    """Keep what is proposed as a draft: a new one, or in place of what the draft was."""
    puzzle, proposal = _sent()
    refused = too_long(proposal)
    if refused:
        return _form(proposal, puzzle=puzzle, said=Verdict(tuple(refused)))
    document, person = {"proposal": proposal.document()}, held_account()
    try:
        if puzzle is None:
            draft = add_draft(db.session, person.id, document, proposal.kind)
        else:
            draft = change_draft(db.session, person.id, puzzle.slug, document, proposal.kind, at=version())
    except StalePuzzleError as error:
        return _moved(proposal, error.puzzle)
    except DraftsFullError:
        db.session.rollback()
        sentence = N_("You have %(most)s drafts; no more are kept. Post or delete one of them first.")
        return _form(proposal, said=Verdict((Refusal("", "drafts", Message(sentence, {"most": DRAFTS_MOST})),)))
    except LongDocumentError:
        return _long(proposal, puzzle)
    slug = draft.slug
    db.session.commit()
    flash(translate("The draft is kept. Nobody else can see it."))
    return redirect(url_for("posting.edit", slug=slug), HTTPStatus.SEE_OTHER)


@posting.post("/post/send")
@account_only
@drafts_limit
@posts_limit
def send() -> ResponseReturnValue:
    """Post the puzzle, or change the words of a posted one, if the checker accepts it; else say why not."""
    puzzle, proposal = _sent()
    own = "" if puzzle is None else puzzle.slug
    posted = puzzle is not None and puzzle.state == "posted"
    found = checked(proposal, but=own)
    if not isinstance(found, Accepted):
        return _posted_already(proposal, found) or _form(proposal, puzzle=puzzle, said=verdict(found))
    kept = _verified(proposal, found)
    person, slug = held_account().id, own
    try:
        if posted:
            change_posted(db.session, person, own, kept, at=version())
        else:
            slug = post_puzzle(db.session, person, kept, slug=own, at=version()).slug
    except StalePuzzleError as error:
        return _moved(proposal, error.puzzle)
    except SamePuzzleError:
        db.session.rollback()
        found = checked(proposal, but=own)
        refused = _form(proposal, puzzle=None if not own else _own(own), said=verdict(found))
        return (None if isinstance(found, Accepted) else _posted_already(proposal, found)) or refused
    except LongDocumentError:
        return _long(proposal, puzzle)
    db.session.commit()
    said = (
        N_("“%(title)s” is changed.") if posted else N_("“%(title)s” is posted. Everybody finds it among the puzzles.")
    )
    flash(translate(said, title=proposal.title))
    return redirect(url_for("posting.mine", _anchor=f"puzzle-{slug}"), HTTPStatus.SEE_OTHER)


@posting.post("/mine/<slug>/withdraw")
@account_only
def take_back(slug: str) -> ResponseReturnValue:
    """Withdraw a posted puzzle of the visitor's. Who has solved it keeps the result."""
    if not withdraw(db.session, held_account().id, slug):
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    db.session.commit()
    flash(translate("The puzzle is withdrawn. Who has solved it keeps the result."))
    return redirect(url_for("posting.mine"), HTTPStatus.SEE_OTHER)


@posting.post("/mine/<slug>/delete")
@account_only
def delete(slug: str) -> ResponseReturnValue:
    """Delete a draft of the visitor's."""
    if not delete_draft(db.session, held_account().id, slug):
        db.session.rollback()
        abort(HTTPStatus.NOT_FOUND)
    db.session.commit()
    flash(translate("The draft is deleted."))
    return redirect(url_for("posting.mine"), HTTPStatus.SEE_OTHER)


def _own(slug: str) -> PostedPuzzle:
    """The visitor's own draft or posted puzzle *slug*; ends the request with 404 when there is none to work on."""
    puzzle = _own_or_none(slug)
    if puzzle is None:
        abort(HTTPStatus.NOT_FOUND)
    return puzzle


def _own_or_none(slug: str) -> PostedPuzzle | None:
    person = account()
    puzzle = None if person is None else own_puzzle(db.session, person.id, slug)
    return puzzle if puzzle is not None and puzzle.state in ("draft", "posted") else None


def _sent() -> tuple[PostedPuzzle | None, Proposal]:
    """The puzzle that the form is about, None for a new one, and what the form proposes.

    Of a posted puzzle only the words can be changed. Ends the request when the form was not made by this page, and when
    the draft is gone: with where it went, if it is what brought back a puzzle that the visitor had withdrawn.
    """
    slug = request.form.get("draft")
    puzzle = _own_or_none(slug) if slug else None
    try:
        asked = read_asked(request.form)
    except (NotationError, RuleError) as error:
        _refuse(error)
    kind, goal = request.form.get("kind", ""), request.form.get("goal", "").strip()
    words = Proposal(title=field("title"), prompt=field("prompt", lines=True), solution=field("solution", lines=True))
    if puzzle is not None and puzzle.state == "posted":
        return puzzle, _with_words(proposal_of(puzzle), words)
    kind = kind if kind in KINDS and kind in asked.kinds else ""
    number = int(goal) if kind in PLAYED_KINDS and goal.isascii() and goal.isdigit() and len(goal) < 4 else None
    several = "several" in request.form and kind != "tricks"
    proposal = _with_words(replace(asked, kind=kind, goal=number, several=several), words)
    if slug and puzzle is None:
        found = checked(proposal)
        there = None if isinstance(found, Accepted) else _posted_already(proposal, found)
        abort(there or HTTPStatus.NOT_FOUND)
    return puzzle, proposal


def _refuse(error: NotationError | RuleError) -> NoReturn:
    """End the request with a page that says what is wrong with what it is about; no page of ours asks for that."""
    said = [fault.message for fault in error.faults] if isinstance(error, NotationError) else [error.message]
    page = render_template(
        "errors/error.html",
        status=HTTPStatus.BAD_REQUEST.value,
        title=translate("This cannot become a puzzle"),
        sentence=" ".join(map(str, said)),
    )
    abort(make_response(page, HTTPStatus.BAD_REQUEST))


def _with_words(proposal: Proposal, words: Proposal) -> Proposal:
    """*proposal* with the texts of *words*."""
    return replace(proposal, title=words.title, prompt=words.prompt, solution=words.solution)


def _verified(proposal: Proposal, found: Accepted) -> Verified:
    puzzle = found.puzzle
    document = {"proposal": proposal.document(), "puzzle": found.document()}
    return Verified(document, puzzle.kind, puzzle.themes, puzzle.level, found.rating, found.likeness)


def _long(proposal: Proposal, puzzle: PostedPuzzle | None) -> ResponseReturnValue:
    slug = "" if puzzle is None else puzzle.slug
    db.session.rollback()
    return _form(proposal, puzzle=_own(slug) if slug else None, said=Verdict((LONG,)))


def _posted_already(proposal: Proposal, refusals: tuple[Refusal, ...]) -> Response | None:
    """Where a form leads that was sent twice: to what the visitor has posted by it; None for all others."""
    person, same = account(), refusals[0].same
    puzzle = None if person is None or same is None else own_puzzle(db.session, person.id, same.slug)
    if len(refusals) > 1 or puzzle is None or puzzle.state != "posted" or proposal_of(puzzle) != proposal:
        return None
    return _there_already(puzzle.slug)


def _there_already(slug: str) -> Response:
    g.nothing_kept = True  # and so it does not count against what an account may post
    return redirect(url_for("posting.mine", _anchor=f"puzzle-{slug}"), HTTPStatus.SEE_OTHER)


def _moved(proposal: Proposal, puzzle: PostedPuzzle | None) -> ResponseReturnValue:
    """What is said to a form that came too late. The same form sent twice leads where it led."""
    same = puzzle is not None and proposal_of(puzzle) == proposal
    state, slug = ("", "") if puzzle is None else (puzzle.state, puzzle.slug)
    db.session.rollback()
    if same and state == "posted":
        return _there_already(slug)
    if same and state == "draft":
        return redirect(url_for("posting.edit", slug=slug), HTTPStatus.SEE_OTHER)
    there = url_for("posting.edit", slug=slug) if state in ("draft", "posted") else url_for("posting.mine")
    return render_template("puzzles/post_moved.html", there=there, sentence=str(MOVED)), HTTPStatus.CONFLICT


def _form(
    proposal: Proposal, *, puzzle: PostedPuzzle | None = None, said: Verdict | None = None
) -> ResponseReturnValue:
    """The page with the form: as it is first shown, or once more with what the checker says."""
    page = render_template(
        "puzzles/post.html",
        proposal=proposal,
        table=table_of(proposal),
        puzzle=puzzle,
        fixed=puzzle is not None and puzzle.state == "posted",
        at=version() if request.method == "POST" else puzzle.version if puzzle is not None else 0,
        kinds=kind_names(proposal),
        said=said,
    )
    refused = said is not None and said.refusals
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
