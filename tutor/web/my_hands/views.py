"""My hands: what somebody keeps, in a list with filters; their mistakes by theme, and points lost hand by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from operator import itemgetter
from statistics import fmean
from typing import Any, Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_decimal, format_percent

from tutor.cards import Seat
from tutor.coach import words
from tutor.coach.accuracy import Accuracy
from tutor.coach.telling.advice import THEME_NAMES, theme_name
from tutor.coach.telling.marks import marked
from tutor.coach.themes import Theme
from tutor.messages import P_, Message, translate
from tutor.rules import PASS, SEAT_NAMES, make_bid
from tutor.store import StudiedHand, db
from tutor.store.hand_lists import (
    ERRORS,
    ORDERS,
    RESULTS,
    Listed,
    Moment,
    ThemeSum,
    Wanted,
    list_hands,
    losses_over_time,
    moments_of,
    rules_of,
    sum_themes,
    total_of,
)
from tutor.store.hand_records import Written, written_of
from tutor.store.hands import count_hands
from tutor.store.uploads import find_upload, uploads_of
from tutor.web.analyse.viewing import read_tried
from tutor.web.my_hands.publishing import contract_of, published
from tutor.web.parts.saying import Said, said
from tutor.web.people.pictures import MOST_HANDS, LossPicture, loss_picture
from tutor.web.people.standing import LEAST, WINDOW, HandLoss
from tutor.web.people.visitors import current_person

my_hands = Blueprint("my_hands", __name__, url_prefix="/hands")

PAGE: Final = 50
"""Hands on a page of the list."""

MOMENTS: Final = 10
"""Mistakes that are linked below the themes: the costliest."""


@dataclass(frozen=True, slots=True)
class Row:
    """A hand in the list.

    Attributes:
        href: its board.
        title: what its owner calls it, else its result.
        result: its result where the title does not say it.
        players: North's and South's names; "" where they are not known.
        event: where it was played; "" when nothing is said.
        board: its number there; "" when nothing is said.
        day: when it was played or, where nothing is said, kept; in words that tell which.
        side: which side is the own one, in words; "" for both.
        accuracy: the share of own decisions that lost nothing, in percent; None where none counts.
        points: points that the own side gave away; None before it is analysed.
        mistakes: own mistakes; None before it is analysed.
        listed: whether everybody may find it.
    """

    href: str
    title: str
    result: str
    players: tuple[str, str]
    event: str
    board: str
    day: str
    side: str
    accuracy: int | None
    points: int | None
    mistakes: int | None
    listed: bool


@dataclass(frozen=True, slots=True)
class ThemeBar:
    """The own mistakes of a theme, as a bar.

    Attributes:
        name: the theme in words.
        mistakes: how many there are.
        points: what they cost.
        width: the bar's, in percent of the longest.
        href: the hands in which they were made; None for mistakes without a theme.
    """

    name: str
    mistakes: int
    points: int
    width: float
    href: str | None


@dataclass(frozen=True, slots=True)
class Link:
    """A mistake as a link to its moment: the hand's name, what was done where in which contract, and what it cost."""

    name: str
    said: Said
    themes: tuple[str, ...]
    href: str


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def read_wanted(person_id: int) -> Wanted:
    """Which hands the address asks for; what it does not say right is left out."""
    args = request.args
    upload = find_upload(db.session, person_id, args.get("upload", ""))
    theme = args.get("theme", "")
    return Wanted(
        rules=args.get("rules", "").replace("\0", "")[:240],
        seat=args.get("seat", "") if args.get("seat", "") in ("N", "S", "-") else "",
        result=args.get("result", "") if args.get("result", "") in RESULTS else "",
        errors=args.get("errors", "") if args.get("errors", "") in ERRORS else "",
        theme=theme if theme in THEME_NAMES else "",
        since=_day(args.get("since", "")),
        until=_day(args.get("until", "")),
        text=args.get("text", "").strip()[:100],
        upload_id=None if upload is None else upload.id,
    )


def own_of(hand: StudiedHand, name: str) -> int | None:
    """What belongs to the own side of *hand* among ``north_…`` and ``south_…``."""
    north, south = getattr(hand, f"north_{name}"), getattr(hand, f"south_{name}")
    if north is None or south is None:
        return None
    return int({"N": north, "S": south}.get(hand.seat, north + south))


def _day_words(written: Written) -> str:
    day = format_date(written.hand.day, "medium")
    return day if written.dated else translate("kept %(day)s", day=day)


def _row(listed: Listed, written: Written) -> Row:
    hand = listed.hand
    shown = published(hand)
    right, counted = own_of(hand, "right"), own_of(hand, "counted")
    sides = {"N": translate("North"), "S": translate("South")}
    return Row(
        url_for("analyse.show", slug=hand.slug),
        shown.title,
        shown.result,
        (listed.north, listed.south),
        written.event,
        written.board,
        _day_words(written),
        sides.get(hand.seat, ""),
        Accuracy(right, counted).percent if counted and right is not None else None,
        own_of(hand, "points"),
        own_of(hand, "mistakes"),
        hand.listed,
    )


def _kept(**changed: Any) -> dict[str, Any]:
    """The parameters of this page's address with some *changed*; None leaves one out."""
    asked = {name: value for name, value in request.args.items() if value and name in ASKED}
    return {name: value for name, value in {**asked, **changed}.items() if value is not None}


ASKED: Final = (
    "rules",
    "seat",
    "result",
    "errors",
    "theme",
    "since",
    "until",
    "text",
    "upload",
    "order",
    "page",
    "lang",
)


def _bars(sums: Sequence[ThemeSum]) -> list[ThemeBar]:
    most = max((each.points for each in sums), default=1)
    return [
        ThemeBar(
            str(theme_name(Theme(each.theme))) if each.theme in THEME_NAMES else translate("No theme recognised"),
            each.mistakes,
            each.points,
            round(100 * each.points / most, 1),
            url_for("my_hands.index", **_kept(theme=each.theme, page=None)) if each.theme in THEME_NAMES else None,
        )
        for each in sums
    ]


def _name(written: Written) -> str:
    """What tells the hand from others: its title, else where it was played, else its result."""
    event, board = words.visible(written.event), words.visible(written.board)
    if written.hand.title:
        return words.visible(written.hand.title)
    if event and board:
        return translate("%(event)s, board %(board)s", event=event, board=board)
    if board:
        return translate("Board %(board)s", board=board)
    return event or published(written.hand).title


_CALLED: Final = P_(
    "Auction: %(action)s by %(seat)s cost one point.", "Auction: %(action)s by %(seat)s cost %(count)s points."
)
_PLAYED: Final = P_(
    "Trick %(trick)s: %(action)s by %(seat)s cost one point.",
    "Trick %(trick)s: %(action)s by %(seat)s cost %(count)s points.",
)
_PLAYED_IN: Final = P_(
    "Trick %(trick)s: %(action)s by %(seat)s cost one point in %(contract)s.",
    "Trick %(trick)s: %(action)s by %(seat)s cost %(count)s points in %(contract)s.",
)


def _link(moment: Moment, written: Written) -> Link:
    (action,) = read_tried(moment.action)
    seat = Seat.NORTH if moment.seat == Seat.NORTH.letter else Seat.SOUTH
    values: dict[str, object] = {"action": marked(action), "seat": SEAT_NAMES[seat]}
    forms = _CALLED
    if action < PASS:
        values["trick"] = (moment.ply - written.before) // 2 + 1
        contract = contract_of(written.hand)
        forms = _PLAYED
        if contract is not None:
            bid = marked(make_bid(contract.level, contract.strain))
            values["contract"] = words.contract_with(bid, contract)
            forms = _PLAYED_IN
    return Link(
        _name(written),
        said(Message.counted(forms, moment.loss_points, values)),
        tuple(str(theme_name(Theme(each))) for each in moment.themes if each in THEME_NAMES),
        url_for("analyse.show", slug=moment.slug, ply=moment.ply),
    )


def _losses(found: list[tuple[date, int]]) -> LossPicture | None:
    """The picture of points lost hand by hand, with the moving mean."""
    points = [lost for _, lost in found]
    means = [fmean(points[max(0, at - WINDOW + 1) : at + 1]) if at + 1 >= LEAST else None for at in range(len(points))]
    return loss_picture([HandLoss("", day, 0, lost, mean) for (day, lost), mean in zip(found, means, strict=True)])


@my_hands.get("/")
def index() -> ResponseReturnValue:
    """The list, and what it comes to."""
    person = current_person()
    kept = 0 if person is None else count_hands(db.session, person.id)
    uploads = [] if person is None else uploads_of(db.session, person.id, limit=3)
    if person is None or not kept:
        return render_template("hands/none.html", uploads=uploads)
    wanted = read_wanted(person.id)
    order = request.args.get("order", "")
    order = order if order in ORDERS else "-day"
    total = total_of(db.session, person.id, wanted)
    pages = max(1, -(-total.hands // PAGE))
    page = min(max(1, request.args.get("page", 1, type=int) or 1), pages)
    listed = list_hands(db.session, person.id, wanted, order=order, offset=PAGE * (page - 1), limit=PAGE)
    sums = sum_themes(db.session, person.id, wanted)
    moments = moments_of(db.session, person.id, wanted, limit=MOMENTS)
    # A hand deleted since the list was read is not in it.
    written = written_of(db.session, (*(each.hand.slug for each in listed), *(each.slug for each in moments)))
    losses = losses_over_time(db.session, person.id, wanted, limit=MOST_HANDS + WINDOW)
    return render_template(
        "hands/index.html",
        kept=kept,
        total=total,
        accuracy=Accuracy(total.right, total.counted).percent if total.counted else None,
        rows=[_row(each, written[each.hand.slug]) for each in listed if each.hand.slug in written],
        wanted=wanted,
        order=order,
        page=page,
        pages=pages,
        earlier=url_for("my_hands.index", **_kept(page=page - 1)) if page > 1 else None,
        later=url_for("my_hands.index", **_kept(page=page + 1)) if page < pages else None,
        narrowed=wanted != Wanted(),
        rulesets=[(rules, rules) for rules in rules_of(db.session, person.id)],
        themes=sorted(((each.value, str(theme_name(each))) for each in THEME_NAMES), key=itemgetter(1)),
        bars=_bars(sums),
        moments=[_link(each, written[each.slug]) for each in moments if each.slug in written],
        losses=_losses(losses),
        uploads=uploads,
        upload=request.args.get("upload", "") if wanted.upload_id is not None else "",
        percent=lambda share: format_percent(share / 100),
        number=format_decimal,
    )
