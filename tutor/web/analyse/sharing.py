"""A hand for others: on paper, as a picture, as text, in a frame of a forum, and in the list of published hands.

All addresses take the parameters of the hand's page (:mod:`tutor.web.analyse.viewing`), so that what is shared is what
is seen; those of a position take its ``line`` and ``tried``. Nothing is stored. Only the small board may stand in a
frame of another site; it sets no cookie, and its links lead to the page itself, in a tab of its own.
"""

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from tutor.cards import SEATS, Card
from tutor.coach.terminal_review import review_view
from tutor.messages import translate
from tutor.notation import NotationError, parse_position
from tutor.notation.record import Record
from tutor.rules import SEAT_NAMES, Position, RuleError
from tutor.store import db
from tutor.store.hands import find_hand, published_hands
from tutor.web import problems, security
from tutor.web.analyse import oembed, picture, positions, supposition, texts
from tutor.web.analyse.analysis import Verdict, board, groves, verdict
from tutor.web.analyse.finding import find
from tutor.web.analyse.positions import PositionBoard
from tutor.web.analyse.summary import result_words, summary
from tutor.web.analyse.timeline import moment_at
from tutor.web.analyse.viewing import Viewing, write_tried
from tutor.web.analyse.views import FRAGMENT, PLAIN, Shown, shown
from tutor.web.my_hands.publishing import Published, published
from tutor.web.parts.board import HandView, calls_so_far, hand_view

sharing = Blueprint("sharing", __name__)

PICTURE_SECONDS: Final = 3600
"""How long a picture or a small board may be kept: the lines saved with a hand may change, and so may the words."""
PAGE: Final = 20
"""Published hands on a page."""
FRAMED: Final = ("sharing.embed", "sharing.embed_position")
"""The endpoints that may stand in a frame."""
FRAMED_POLICY: Final = security.POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")


@dataclass(frozen=True, slots=True)
class Links:
    """Where what is seen is found in other forms; whole addresses, as they are to be sent to others.

    Attributes:
        page: the hand or position.
        moment: exactly what is seen now.
        frame: the HTML of the small board.
        image: the picture.
        text: the text.
        paper: the page to print.
        pbn: the hand as PBN; "" for a position.
        json: the hand as a JSON record; "" for a position.
    """

    page: str
    moment: str
    frame: str
    image: str
    text: str
    paper: str
    pbn: str = ""
    json: str = ""


@sharing.app_template_global()
def hand_links(slug: str, view: Viewing) -> Links:
    """The other forms of what *view* shows of the hand *slug*."""
    seen: dict[str, Any] = {"slug": slug, **view.query(), "_external": True}
    whole: dict[str, Any] = {"slug": slug, **replace(view, ply=None, tried=()).query(), "_external": True}
    return Links(
        url_for("analyse.show", **whole),
        url_for("analyse.show", **seen),
        str(oembed.frame(url_for("sharing.embed", **seen), translate("A hand of Draw Bridge"))),
        url_for("sharing.image", **seen),
        url_for("sharing.text", **whole),
        url_for("sharing.paper", **seen),
        url_for("analyse.export_pbn", slug=slug, _external=True),
        url_for("analyse.export_json", slug=slug, _external=True),
    )


@sharing.app_template_global()
def position_links(line: str) -> Links:
    """The other forms of the position *line* after what the address of this page has tried."""
    whole: dict[str, Any] = {"line": line, "values": _off(), "_external": True}
    seen: dict[str, Any] = {**whole, "tried": request.args.get("tried") or None}
    return Links(
        url_for("analyse.position", line=line, _external=True),
        url_for("analyse.position", **seen),
        str(oembed.frame(url_for("sharing.embed_position", **seen), translate("A position of Draw Bridge"))),
        url_for("sharing.image_position", **seen),
        url_for("sharing.text_position", **seen),
        url_for("sharing.paper_position", **seen),
    )


@sharing.app_template_global()
def preview_words(record: Record, view: Viewing, score: str) -> str:
    """What a preview of the link says below its title: who played, by which rules and, where it is shown, the score."""
    north, south = _names(record)
    said = translate("%(north)s against %(south)s, rules %(rules)s.", north=north, south=south, rules=record.ruleset)
    return f"{said} {score}".strip() if view.values else said


def _names(record: Record) -> tuple[str, str]:
    """The players' names, no longer than a line takes; the seats of those who have none."""
    north, south = (picture.shortened(name) for name in record.players)
    return north or str(SEAT_NAMES[SEATS[0]]), south or str(SEAT_NAMES[SEATS[1]])


def _off() -> str | None:
    """``off`` where the address hides values."""
    return None if _values() else "off"


def _values() -> bool:
    return request.args.get("values") != "off"


@dataclass(frozen=True, slots=True)
class Place:
    """A position and what is tried from it, as the address has them."""

    line: str
    start: Position
    tried: tuple[Card, ...]

    @property
    def now(self) -> Position:
        """The position after what is tried."""
        return Position.of(self.start.play.run(self.tried))

    def board(self, endpoint: str) -> PositionBoard:
        """The board, its steps at addresses of *endpoint*; without what is hidden."""

        def link(cards: tuple[Card, ...]) -> str:
            return url_for(endpoint, line=self.line, tried=write_tried(cards) or None, values=_off())

        found = positions.position_board(self.start, self.tried, link, values=_values())
        if found.values:
            return found
        play = self.start.play.run(self.tried)
        return replace(found, hands=positions.play_hands(play, values=False, link=None), value="")


def _place() -> Place:
    """What the address asks of a position; ends the request with 400 when it cannot be read."""
    line = request.args.get("line", "").strip()
    try:
        start = parse_position(line)
        return Place(line, start, positions.read_cards(start, request.args.get("tried", "")))
    except (NotationError, RuleError):
        abort(HTTPStatus.BAD_REQUEST)


def _shown(slug: str) -> Shown:
    """What the address asks of the hand *slug*; ends the request with 404 when there is none."""
    return shown(find(slug), request.args)


# On paper


@sharing.get("/analyse/<slug>/print")
def paper(slug: str) -> ResponseReturnValue:
    """The whole analysis of a hand on sheets of paper; with ``ply`` or ``tried`` that moment, too."""
    at = _shown(slug)
    record = at.record
    page = board(at.review, at.moments, at.view, at.link)
    asked = "ply" in request.args or bool(at.view.tried)
    return render_template(
        "analyse/print.html",
        record=record,
        title=result_words(record.deal(), record.claimed),
        banner=supposition.banner(at.found.record, at.supposed, at.view),
        view=at.view,
        hands=_dealt(at),
        board=page,
        asked=asked,
        calls=calls_so_far(moment_at(at.moments, page.ply).deal.run(at.view.tried)),
        mistakes=_mistakes(at),
        summary=summary(at.review, at.moments, lambda _: ""),
        table=at.review.table,
        tags=[
            (name, value) for name, value in record.tags if name in ("Event", "Date", "Board") and value.strip("?#- ")
        ],
        address=url_for(
            "analyse.show", slug=slug, **(at.view if asked else replace(at.view, ply=None)).query(), _external=True
        ),
    )


def _dealt(at: Shown) -> tuple[HandView, HandView]:
    """Both hands as they were when the auction began."""
    record = at.record
    north, south = (
        hand_view(mask, seat, player=name)
        for mask, seat, name in zip((record.north, record.south), SEATS, record.players, strict=True)
    )
    return north, south


def _mistakes(at: Shown) -> list[tuple[Verdict, bool]]:
    """What is said about each mistake, and whether the deal turned on it; none where values are hidden."""
    if not at.view.values:
        return []
    plain = replace(at.view, tried=())
    turning = at.review.turning_point
    return [
        (verdict(at.review, each, each.deal, plain), each.decision is turning)
        for each in at.moments
        if each.action is not None and each.decision is not None and each.decision.mistake
    ]


@sharing.get("/analyse/position/print")
def paper_position() -> ResponseReturnValue:
    """A position on paper."""
    place = _place()
    tried = write_tried(place.tried) or None
    address = url_for("analyse.position", line=place.line, tried=tried, values=_off(), _external=True)
    found = place.board("analyse.position")
    return render_template("analyse/print_position.html", board=found, line=place.line, address=address)


# As a picture


@sharing.get("/analyse/<slug>.svg")
def image(slug: str) -> ResponseReturnValue:
    """The moment as an SVG; ``theme=light`` or ``dark``, else what the reader's system prefers."""
    at = _shown(slug)
    page = board(at.review, at.moments, at.view, at.link)
    deal = moment_at(at.moments, page.ply).deal.run(at.view.tried)
    return _picture(picture.board_scene(page, calls_so_far(deal)))


@sharing.get("/analyse/position.svg")
def image_position() -> ResponseReturnValue:
    """A position as an SVG."""
    return _picture(picture.position_scene(_place().board("analyse.position")))


def _picture(scene: picture.Scene) -> Response:
    theme = request.args.get("theme", "")
    theme = theme if theme in picture.STYLES else ""
    text = render_template("analyse/picture.svg", picture=picture.picture(scene, theme))
    response = Response(text, content_type="image/svg+xml; charset=utf-8")
    response.headers["Content-Security-Policy"] = picture.policy(theme)
    return _kept(response)


def _kept(response: Response) -> Response:
    """*response* for caches and for pages of other sites, which show it."""
    response.headers["Cache-Control"] = f"public, max-age={PICTURE_SECONDS}"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.add_etag()
    response.make_conditional(request)
    return response


# As text


@sharing.get("/analyse/<slug>.txt")
def text(slug: str) -> ResponseReturnValue:
    """The analysis as ``tutor review`` prints it, and the lines tried; without values the hand alone."""
    at = _shown(slug)
    view = review_view(at.review) if at.view.values else texts.played_view(at.record)
    tried = groves(at.review, at.moments, at.view, at.link)
    said = texts.analysis_text(
        view, [tried[ply] for ply in sorted(tried)], supposition.banner(at.found.record, at.supposed, at.view)
    )
    return _plain(said)


@sharing.get("/analyse/position.txt")
def text_position() -> ResponseReturnValue:
    """A position as ``tutor solve`` prints it."""
    place = _place()
    if place.start.play.run(place.tried).over:
        abort(HTTPStatus.BAD_REQUEST)
    return _plain(texts.position_text(place.now, values=_values()))


def _plain(said: str) -> Response:
    return Response(said, content_type="text/plain; charset=utf-8")


# In a frame


@sharing.get("/analyse/<slug>/embed")
def embed(slug: str) -> ResponseReturnValue:
    """The small board of a hand, for a frame of another site."""
    at = _shown(slug)
    address = url_for("sharing.embed", slug=slug)

    def link(view: Viewing) -> str:
        return f"{address}?{urlencode(view.query(), safe=PLAIN)}"

    page = board(at.review, at.moments, at.view, link)
    deal = moment_at(at.moments, page.ply).deal.run(at.view.tried)
    full = url_for("analyse.show", slug=slug, **at.view.query())
    title = result_words(at.record.deal(), at.record.claimed)
    steps = (page.steps.first, page.steps.back, page.steps.forward, page.steps.last)
    return _small(board=page, title=title, full=full, calls=calls_so_far(deal), steps=steps)


@sharing.get("/analyse/position/embed")
def embed_position() -> ResponseReturnValue:
    """The small board of a position."""
    place = _place()
    page = place.board("sharing.embed_position")
    full = url_for("analyse.position", line=place.line, tried=write_tried(place.tried) or None, values=_off())
    steps = (page.first, page.back, page.forward, None)
    return _small(board=page, title=translate("A position"), full=full, calls=(), steps=steps)


def _small(**values: Any) -> Response:
    part = request.args.get("part") == FRAGMENT
    return _kept(Response(render_template("analyse/_embed.html" if part else "analyse/embed.html", **values)))


@sharing.after_request
def allow_frames(response: Response) -> Response:
    """Let other sites put the small board into a frame, and nothing else."""
    if request.endpoint in FRAMED:
        response.headers["Content-Security-Policy"] = FRAMED_POLICY
    return response


@sharing.errorhandler(HTTPException)
def wrong(error: HTTPException) -> ResponseReturnValue:
    """What is wrong, in a frame without all that stands around a page."""
    if request.endpoint not in FRAMED or error.response is not None:
        return problems.show(error)
    said = problems.told(error)
    return render_template("analyse/embed_error.html", title=said.title, sentence=said.sentence), error.code or 500


# For programs that ask about a link


@sharing.get("/oembed")
def oembed_answer() -> ResponseReturnValue:
    """The oEmbed provider: ``url``, ``format`` (json or xml), ``maxwidth``, ``maxheight``."""
    form = request.args.get("format", "json")
    if form not in ("json", "xml"):
        return _refused(HTTPStatus.NOT_IMPLEMENTED, translate("The formats are json and xml."))
    try:
        widest, highest = oembed.limit(request.args.get("maxwidth")), oembed.limit(request.args.get("maxheight"))
    except ValueError:
        return _refused(HTTPStatus.BAD_REQUEST, translate("maxwidth and maxheight are whole numbers above zero."))
    found = _embeddable(request.args.get("url", ""))
    if found is None:
        return _refused(HTTPStatus.NOT_FOUND, translate("This is not the link of a hand or a position here."))
    title, address = found
    width, height = min(widest or oembed.WIDTH, oembed.WIDTH), min(highest or oembed.HEIGHT, oembed.HEIGHT)
    values = oembed.answer(title, address, width, height)
    if form == "xml":
        response = Response(oembed.as_xml(values), content_type="text/xml; charset=utf-8")
    else:
        response = Response(oembed.as_json(values), content_type="application/json; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"  # scripts of other sites may ask as well
    return _kept(response)


def _refused(status: HTTPStatus, sentence: str) -> Response:
    response = Response(f"{sentence}\n", status, content_type="text/plain; charset=utf-8")
    response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _embeddable(url: str) -> tuple[str, str] | None:
    """The title of what *url* leads to and the address of its small board; None when there is none."""
    meant = oembed.meant(url)
    if meant is None:
        return None
    if meant.endpoint in ("analyse.show", "sharing.embed"):
        slug = meant.values["slug"]
        try:
            at = shown(find(slug), meant.args)
        except HTTPException:
            return None
        result = result_words(at.record.deal(), at.record.claimed)
        north, south = _names(at.record)
        said = {"north": north, "south": south, "result": result}
        title = translate("%(north)s against %(south)s: %(result)s", **said)
        view = at.view if meant.args.get("ply") or at.view.tried else replace(at.view, ply=None)
        return title, url_for("sharing.embed", slug=slug, **view.query(), _external=True)
    if meant.endpoint in ("analyse.position", "sharing.embed_position"):
        line, tried = meant.args.get("line", "").strip(), meant.args.get("tried", "")
        try:
            positions.read_cards(parse_position(line), tried)
        except (NotationError, RuleError):
            return None
        values = "off" if meant.args.get("values") == "off" else None
        address = url_for("sharing.embed_position", line=line, tried=tried or None, values=values, _external=True)
        return translate("A position of Draw Bridge"), address
    return None


# Published hands


@sharing.get("/analyse/published")
def published_page() -> ResponseReturnValue:
    """The hands that account holders have published, the one changed last first; ``after=`` goes on behind a hand."""
    link = request.args.get("after")
    after = None if link is None else find_hand(db.session, link)
    if link is not None and after is None:
        abort(HTTPStatus.NOT_FOUND)
    found = published_hands(db.session, PAGE + 1, after)
    rows: list[Published] = [published(hand) for hand in found[:PAGE]]
    older = url_for("sharing.published_page", after=found[PAGE - 1].slug) if len(found) > PAGE else None
    return render_template("analyse/published.html", hands=rows, older=older, first=after is None)
