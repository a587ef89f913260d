"""The board editor: put a hand together card by card, or in its fields, and analyse it.

All that is on the board stands in the address, so that a link shares a hand which nobody has stored. Each button sends
the fields of the form and says in one parameter what it does; the answer leads to the address of what came of it.
"""

import random
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from tutor.cards import RANK_LETTERS, SEATS, SUITS_HIGH_FIRST, Card, Mask, Seat, bit, card_name, make_card
from tutor.coach import words
from tutor.messages import N_, P_, Message, translate
from tutor.notation import Fault, NotationError, parse_card, parse_position, write_pbn, write_position
from tutor.notation.sketch import FIELDS, Judged, Kind, Sketch, judge_sketch
from tutor.rules import ALL_CALLS, PRESETS, SEAT_NAMES, Deal, Phase, Position, action_name
from tutor.rules.play import SUIT_NAMES
from tutor.web.analyse.finding import find
from tutor.web.analyse.timeline import TableTrick, table_trick
from tutor.web.analyse.viewing import read_viewing
from tutor.web.forms import OTHER, RULES
from tutor.web.parts.board import BidPad, CallFace, HandView, bid_pad, calls_so_far, hand_view
from tutor.web.puzzles.posting_pages import of_deal, of_position, post_address

editor = Blueprint("editor", __name__, url_prefix="/analyse")

FORM: Final = "editor-form"
FRAGMENT: Final = "editor"
"""``?part=editor`` asks for the editor alone: what a script puts in place of the one on the page."""
LONGEST: Final = 400
"""Characters of a field that are read: an auction of all its 107 calls has fewer."""
_ACTIONS: Final = {action_name(action): action for action in (*range(52), *ALL_CALLS)}
_COUNT: Final = P_("%(count)s card", "%(count)s cards")
_LABELS: Final = {
    "north": N_("North’s hand"),
    "south": N_("South’s hand"),
    "dealer": N_("Dealer"),
    "rules": N_("Rules"),
    "calls": N_("Auction"),
    "contract": N_("Contract"),
    "played": N_("Play so far"),
    "strain": N_("Trumps"),
    "turn": N_("To play"),
    "led": N_("Card on the table"),
}


@dataclass(frozen=True, slots=True)
class Place:
    """One of the 52 places of the chart: a card, and who has it: ``N``, ``S`` or ``""``, or ``NS`` where both do."""

    name: str
    rank: str
    owner: str
    words: str


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """The places of a suit, from the ace down."""

    suit: str
    words: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A fault and the field that it stands in."""

    where: str
    label: str
    fault: Fault


@dataclass(frozen=True, slots=True)
class EditorView:
    """Everything the page shows.

    Attributes:
        fields: what stands in the fields.
        rules: the choice of rules, and the rules written out when it is “other”.
        kind: what the hands are as yet.
        chart: where each card is.
        counts: how many cards North and South have.
        status: one sentence on what there is, and those on what is wanting.
        faults: what is wrong.
        pad: the calls, while the auction goes on.
        hands: both hands, while the play goes on.
        calls: the auction so far.
        table: the cards on the table.
        undo: whether there is a call or card to take back.
        pbn: the hand for the analysis; "" when there is none.
        solve: where the position is solved; None when there is none.
        post: where it, or the moment that the deal is at, is posted as a puzzle; None when there is nothing to ask for.
        address: the address of exactly this.
    """

    fields: Sketch
    rules: tuple[str, str]
    kind: Kind
    chart: tuple[PlaceRow, ...]
    counts: tuple[int, int]
    status: tuple[str, ...]
    faults: tuple[Told, ...]
    pad: BidPad | None
    hands: tuple[HandView, HandView] | None
    calls: tuple[tuple[str, CallFace], ...]
    table: TableTrick | None
    undo: bool
    pbn: str
    solve: str | None
    post: str | None
    address: str

    def wrong(self, *fields: str) -> bool:
        """Whether something is wrong in one of *fields*."""
        return any(told.where in fields for told in self.faults)


@editor.get("/editor")
def index() -> ResponseReturnValue:
    """The editor; ``?from=`` opens it on a stored hand, as its page shows it, and ``?line=`` on a position."""
    opened = _opened()
    if opened is not None:
        return redirect(opened, HTTPStatus.SEE_OTHER)
    before = read_sketch(request.args)
    sketch = changed(before, request.args)
    part = request.args.get("part") == FRAGMENT
    if sketch != before and not part:
        return redirect(address(sketch), HTTPStatus.SEE_OTHER)
    view = editor_view(sketch)
    return render_template(
        "analyse/_editor.html" if part else "analyse/editor.html", view=view, form_id=FORM, rules_offered=RULES[1:]
    )


def _opened() -> str | None:
    """The address of the hand or position that is asked for by name; None when none is.

    A line that is no position goes to the page of positions, which says what is wrong with it.
    """
    slug, line = request.args.get("from"), request.args.get("line")
    if slug is not None:
        record = find(slug).record
        supposed = read_viewing(request.args, record).shown(record)
        return address(Sketch.of_record(record if supposed is None else supposed.record))
    if line is None:
        return None
    try:
        return address(Sketch.of_position(parse_position(line)))
    except NotationError:
        return url_for("analyse.position", line=line)


def read_sketch(args: MultiDict[str, str]) -> Sketch:
    """What the parameters *args* say; a field that is missing is as in an empty editor."""
    given = {name: args[name][:LONGEST] for name in FIELDS if name in args}
    if given.get("rules") == OTHER:
        given["rules"] = args.get("other_rules", "").strip()[:LONGEST]
    return Sketch(**given)


def address(sketch: Sketch) -> str:
    """The address of the editor with *sketch*; what an empty editor has is left out."""
    empty = asdict(Sketch())
    said: dict[str, Any] = {name: value for name, value in asdict(sketch).items() if value != empty[name]}
    if "rules" in said and said["rules"] not in PRESETS:
        said["other_rules"], said["rules"] = said["rules"], OTHER
    return url_for("editor.index", **said)


def changed(sketch: Sketch, args: MultiDict[str, str]) -> Sketch:
    """*sketch* after the button that was pressed; a button that means nothing here changes nothing.

    ``card=SA`` moves a card one place on and ``card=SA:N`` puts it there; ``action=`` adds a call or a card to the
    auction or the play; ``do=`` is ``random``, ``swap``, ``clear`` or ``back``.
    """
    doing = {
        "random": lambda: sketch.shuffled(random.SystemRandom()),
        "swap": sketch.swapped,
        "clear": sketch.cleared,
        "back": sketch.undone,
    }
    try:
        if "card" in args:
            name, to, owner = args["card"].partition(":")
            card = parse_card(name)
            return sketch.given(card, _seat(owner)) if to else sketch.turned(card)
    except NotationError:
        return sketch
    if "action" in args:
        action = _ACTIONS.get(args["action"])
        return sketch if action is None else sketch.acted(action)
    do = doing.get(args.get("do", ""))
    return sketch if do is None else do()


def _seat(letter: str) -> Seat | None:
    return next((seat for seat in SEATS if seat.letter == letter), None)


def editor_view(sketch: Sketch) -> EditorView:
    """What the page shows of *sketch*."""
    found = judge_sketch(sketch)
    deal = found.deal
    pad, hands, table = _to_do(deal)
    preset = sketch.rules in PRESETS
    return EditorView(
        fields=sketch,
        rules=(sketch.rules, "") if preset else (OTHER, sketch.rules),
        kind=found.kind,
        chart=chart(found.hands),
        counts=(found.hands[0].bit_count(), found.hands[1].bit_count()),
        status=_status(found, deal),
        faults=tuple(
            Told(where, translate(_LABELS[where]), fault) for where in FIELDS for fault in found.faults.get(where, ())
        ),
        pad=pad,
        hands=hands,
        calls=() if deal is None else calls_so_far(deal),
        table=table,
        undo=bool(sketch.calls.strip() or sketch.played.strip()),
        pbn="" if found.record is None else write_pbn([found.record]),
        solve=None if found.position is None else url_for("analyse.position", line=write_position(found.position)),
        post=_post(found.position, deal),
        address=address(sketch),
    )


def _post(position: Position | None, deal: Deal | None) -> str | None:
    """Where a puzzle is posted of *position*, or else of the moment that *deal* is at."""
    proposal = of_position(position) if position is not None else None if deal is None else of_deal(deal)
    return None if proposal is None else post_address(proposal)


def _to_do(deal: Deal | None) -> tuple[BidPad | None, tuple[HandView, HandView] | None, TableTrick | None]:
    """The calls or the cards that may come next in *deal*, and what lies on the table."""
    if deal is None or deal.over:
        return None, None, None
    if deal.phase is Phase.AUCTION:
        return bid_pad(deal.legal(), form=FORM), None, None
    assert deal.play is not None
    north, south = (
        hand_view(
            deal.play.hands[seat],
            seat,
            turn=deal.turn == seat,
            legal=deal.legal() if deal.turn == seat else (),
            form=FORM,
        )
        for seat in SEATS
    )
    return None, (north, south), table_trick(deal)


def _status(found: Judged, deal: Deal | None) -> tuple[str, ...]:
    """What there is, and what is wanting."""
    north, south = (hand.bit_count() for hand in found.hands)
    count = Message(
        N_("North has %(north)s, South %(south)s."),
        {"north": Message.counted(_COUNT, north), "south": Message.counted(_COUNT, south)},
    )
    said: list[Message] = [] if found.kind == "empty" else [count]
    if found.kind == "building":
        short = N_("13 cards each make a deal; fewer, as many for both, make a position.")
        said.append(Message(short))
    said.extend(found.missing)
    if deal is not None:
        said.append(_deal_status(deal))
    return tuple(map(str, said))


def _deal_status(deal: Deal) -> Message:
    if deal.over:
        return Message(N_("The hand is whole and can be analysed."))
    assert deal.turn is not None
    to_do = N_("%(seat)s is to call.") if deal.phase is Phase.AUCTION else N_("%(seat)s is to play.")
    return Message(
        N_("The deal can be analysed as it is. %(turn)s"), {"turn": Message(to_do, {"seat": SEAT_NAMES[deal.turn]})}
    )


def chart(hands: tuple[Mask, Mask]) -> tuple[PlaceRow, ...]:
    """The 52 places with the cards of both *hands* in them."""
    return tuple(
        PlaceRow(
            suit.letter,
            str(SUIT_NAMES[suit]),
            tuple(_place(make_card(suit, rank), hands) for rank in reversed(range(len(RANK_LETTERS)))),
        )
        for suit in SUITS_HIGH_FIRST
    )


def _place(card: Card, hands: tuple[Mask, Mask]) -> Place:
    owner = "".join(seat.letter for seat in SEATS if hands[seat] & bit(card))
    sentence = {
        "N": N_("%(card)s: North"),
        "S": N_("%(card)s: South"),
        "NS": N_("%(card)s: in both hands"),
        "": N_("%(card)s: in neither hand"),
    }[owner]
    said = Message(sentence, {"card": words.card_words(card)})
    return Place(card_name(card), card_name(card)[1].replace("T", "10"), owner, str(said))
