"""A moment of a hand as a picture that stands by itself: an SVG for forums, messages and printed notes.

Text is text, so that it can be read aloud, searched and copied, and whatever draws the picture uses its own fonts. The
colours stand in the picture's one style sheet: there are three, each known by its digest, so that the policy sent with
the picture allows no other.
"""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from unicodedata import east_asian_width

from babel.lists import format_list
from flask_babel import get_locale
from markupsafe import Markup

from tutor.coach import words
from tutor.messages import translate
from tutor.rules import Contract
from tutor.web.analyse.analysis import Board
from tutor.web.analyse.positions import PositionBoard
from tutor.web.analyse.timeline import TableTrick
from tutor.web.parts.board import CallFace, CardFace, HandView

WIDTH: Final = 600
HEIGHT: Final = 352
EDGE: Final = 20
CARD: Final = (38, 54)
"""Width and height of a card in a hand."""
LAID: Final = (50, 68)
"""Width and height of a card on the table."""
GAP: Final = 3
SUIT_GAP: Final = 9
"""Between the last card of a suit and the first of the next, above :data:`GAP`."""
RAISED: Final = 7
"""How much higher the card stands that was played at this moment."""
ROWS: Final = (42, 262)
"""Where the cards of North and of South begin."""
CALLS_IN_ROW: Final = 9
CALL_ROWS: Final = 3
NAME: Final = 34
"""The most places of a name; an East Asian letter takes two."""

LIGHT: Final = {
    "felt": "#eef2ec",
    "ink": "#22262b",
    "soft": "#59616b",
    "accent": "#0f6b57",
    "paper": "#ffffff",
    "edge": "#cfc8ba",
    "S": "#1f2d4d",
    "H": "#b3202c",
    "D": "#a04a06",
    "C": "#1a6638",
    "best": "#14583c",
    "slip": "#66500f",
}
DARK: Final = {
    "felt": "#1a211f",
    "ink": "#e9e6df",
    "soft": "#a9b0b7",
    "accent": "#74ccb2",
    "paper": "#2a3036",
    "edge": "#4a525a",
    "S": "#bccbf1",
    "H": "#ff9093",
    "D": "#ffb870",
    "C": "#86d89f",
    "best": "#95dfbc",
    "slip": "#e8d294",
}
"""The colours of the pages (static/css/base.css), in the light and in the dark."""

_SHAPE: Final = (
    "text{font-family:system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,DejaVu Sans,sans-serif;font-size:15px}"
    ".rank,.pip{font-size:22px;text-anchor:middle}.rank{font-weight:700}.ten{letter-spacing:-2px}"
    ".large .rank,.large .pip{font-size:27px}.seat{font-weight:600}.contract{font-size:21px;font-weight:600}"
    ".worth{font-size:14px;text-anchor:middle}.worth-best{font-weight:700}.end{text-anchor:end}"
)


def _colours(of: dict[str, str]) -> str:
    suits = "".join(f".{suit}{{fill:{of[suit]}}}" for suit in "SHDC")
    return (
        f".felt{{fill:{of['felt']}}}text{{fill:{of['ink']}}}.soft,.worth{{fill:{of['soft']}}}"
        f".turn,.seat-turn{{fill:{of['accent']}}}.paper{{fill:{of['paper']};stroke:{of['edge']}}}"
        f".hole{{fill:none;stroke:{of['edge']};stroke-dasharray:4 3}}"
        f".taken .paper,.won .paper{{stroke:{of['ink']};stroke-width:2.5}}"
        f".worth-best{{fill:{of['best']}}}.worth-slip{{fill:{of['slip']}}}{suits}"
    )


STYLES: Final = {
    "light": f"{_SHAPE}{_colours(LIGHT)}",
    "dark": f"{_SHAPE}{_colours(DARK)}",
    "": f"{_SHAPE}{_colours(LIGHT)}@media (prefers-color-scheme:dark){{{_colours(DARK)}}}",
}
"""The style sheets by theme; "" follows what the reader's system prefers."""


def policy(theme: str) -> str:
    """The Content-Security-Policy of a picture: its style sheet and nothing else."""
    digest = b64encode(sha256(STYLES[theme].encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; frame-ancestors 'none'"


@dataclass(frozen=True, slots=True)
class Placed:
    """A card and the place of its upper left corner."""

    face: CardFace
    x: float
    y: float
    taken: bool = False
    won: bool = False


@dataclass(frozen=True, slots=True)
class PlacedHand:
    """A hand in the picture.

    Attributes:
        name: the seat.
        player: the player's name, cut where it is too long.
        turn: what the seat is to do, in words; "" when it is not its turn.
        y: the line its name stands on.
        cards: its cards.
    """

    name: str
    player: str
    turn: str
    y: int
    cards: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class PlacedCall:
    """A call in the auction so far, and where it stands; "" for the seat where earlier calls are left out."""

    seat: str
    face: CallFace | None
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A moment as a picture of 600 × 352 units.

    Attributes:
        title: what it shows, in short.
        desc: all that it shows, in sentences.
        hands: North's and South's.
        contract: the contract, drawn with its sign; None where *heading* says what is played.
        heading: the trumps, or what phase it is; "" beside a contract.
        tally: the tricks of both, in words; "" before the play.
        table: the cards on the table.
        holes: the places on the table without a card.
        note: what is said of the last trick, "" when it is in progress.
        calls: the auction so far, while it goes on.
        style: the style sheet.
    """

    title: str
    desc: str
    hands: tuple[PlacedHand, PlacedHand]
    contract: Contract | None
    heading: str
    tally: str
    table: tuple[Placed, ...]
    holes: tuple[tuple[float, float], ...]
    note: str
    calls: tuple[PlacedCall, ...]
    style: Markup

    width: int = WIDTH
    height: int = HEIGHT
    card: tuple[int, int] = CARD
    laid: tuple[int, int] = LAID


Calls = Sequence[tuple[str, CallFace]]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a picture shows, before it has places.

    Attributes:
        title: what it is, in short.
        heading: the trumps or the phase; "" where *contract* stands.
        contract: the contract.
        hands: North's and South's.
        tricks: of both; None before the play.
        table: what lies on the table.
        to_do: what the seat whose turn it is does next, in words.
        calls: the auction so far, while it goes on.
        taken: whether the card that was played at this moment is to stand out.
        more: what is said besides.
    """

    title: str
    heading: str
    contract: Contract | None
    hands: tuple[HandView, HandView]
    tricks: tuple[int, int] | None
    table: TableTrick
    to_do: str
    calls: Calls | None = None
    taken: bool = False
    more: tuple[str, ...] = ()


def board_scene(board: Board, calls: Calls) -> Scene:
    """What the picture of *board* shows; *calls* are the auction so far."""
    auction = board.phase == "auction"
    contract = None if auction else board.contract
    phases = {"auction": translate("Auction"), "draw": translate("Draw phase")}
    heading = "" if contract else phases.get(board.phase, translate("Passed out"))
    return Scene(
        str(words.contract_words(contract)) if contract else heading,
        heading,
        contract,
        board.hands,
        board.tricks,
        board.table,
        translate("to call") if auction else translate("to play"),
        calls if auction else None,
        board.values,
        (board.spoken,) if board.values else (),
    )


def position_scene(board: PositionBoard) -> Scene:
    """What the picture of a position shows."""
    title, play = translate("A position"), translate("to play")
    return Scene(title, board.strain_words, None, board.hands, board.tricks, board.table, play, more=(board.value,))


def picture(scene: Scene, theme: str) -> Picture:
    """*scene* with everything in its place, in the colours of *theme*."""
    cards, holes = _laid(scene.table)
    north, south = scene.hands
    counts = None if scene.tricks is None else {"north": scene.tricks[0], "south": scene.tricks[1]}
    winner = scene.table.winner_name
    return Picture(
        scene.title,
        " ".join(_told(scene)),
        (_hand(north, ROWS[0], scene), _hand(south, ROWS[1], scene)),
        scene.contract,
        scene.heading,
        translate("Tricks: North %(north)s, South %(south)s", **counts) if counts else "",
        () if scene.calls is not None else cards,
        () if scene.calls is not None else holes,
        translate("Last trick: %(seat)s", seat=winner) if winner else "",
        _calls(scene.calls or ()),
        Markup(STYLES[theme]),  # noqa: S704 - one of three constants
    )


def shortened(name: str) -> str:
    """*name* as it is seen, cut where it would be too long for the picture."""
    places = 0
    seen = words.visible(name)
    for index, letter in enumerate(seen):
        places += 2 if east_asian_width(letter) in "WF" else 1
        if places > NAME:
            return f"{seen[:index]}…"
    return seen


def _hand(hand: HandView, y: int, scene: Scene) -> PlacedHand:
    placed = []
    x = float(EDGE)
    for row in hand.rows:
        for face in row.cards:
            taken = scene.taken and face.taken
            placed.append(Placed(face, x, y - RAISED * taken, taken))
            x += CARD[0] + GAP
        x += SUIT_GAP if row.cards else 0
    turn = scene.to_do if hand.turn else ""
    return PlacedHand(hand.name, shortened(hand.player), turn, y - 14, tuple(placed))


def _laid(table: TableTrick) -> tuple[tuple[Placed, ...], tuple[tuple[float, float], ...]]:
    """The cards on the table, South's lower than North's, and the places without one."""
    corners = ((WIDTH / 2 - LAID[0] - 4, 140.0), (WIDTH / 2 + 4, 154.0))
    cards, holes = [], []
    for seat, (card, corner) in enumerate(zip(table.cards, corners, strict=True)):
        if card is None:
            holes.append(corner)
        else:
            cards.append(Placed(card, *corner, won=table.winner == seat))
    return tuple(cards), tuple(holes)


def _calls(calls: Calls) -> tuple[PlacedCall, ...]:
    """The calls in rows; of too many the last ones, after a sign that some are left out."""
    room = CALLS_IN_ROW * CALL_ROWS
    shown: list[tuple[str, CallFace | None]] = [(seat[:1], face) for seat, face in calls]
    if len(shown) > room:
        shown = [("", None), *shown[1 - room :]]
    step = (WIDTH - 2 * EDGE) / CALLS_IN_ROW
    return tuple(
        PlacedCall(seat, face, round(EDGE + step * (index % CALLS_IN_ROW), 1), 170 + 24 * (index // CALLS_IN_ROW))
        for index, (seat, face) in enumerate(shown)
    )


def _told(scene: Scene) -> list[str]:
    """All that the picture shows, sentence by sentence."""
    said = [translate("The contract is %(contract)s.", contract=scene.title)] if scene.contract else [f"{scene.title}."]
    if scene.contract is None and scene.heading != scene.title:
        said.append(f"{scene.heading}.")
    said += [_held(hand) for hand in scene.hands]
    if scene.tricks is not None:
        counts = {"north": words.trick_count(scene.tricks[0]), "south": words.trick_count(scene.tricks[1])}
        said.append(translate("North has taken %(north)s, South %(south)s.", **counts))
    said += _table_said(scene)
    if scene.calls:
        calls = [f"{seat} {face.words}" for seat, face in scene.calls]
        said.append(translate("The calls so far: %(calls)s.", calls=_listed(calls)))
    turn = next((hand.name for hand in scene.hands if hand.turn), None)
    if turn is not None and scene.calls is not None:
        said.append(translate("%(seat)s is to call.", seat=turn))
    elif turn is not None:
        said.append(translate("%(seat)s is to play.", seat=turn))
    return [*said, *(each for each in scene.more if each)]


def _held(hand: HandView) -> str:
    """What a seat holds: ``North holds spades A Q 5, hearts K.``."""
    rows = [f"{row.words} {' '.join(card.rank for card in row.cards)}" for row in hand.rows if row.cards]
    if not rows:
        return translate("%(seat)s has no cards left.", seat=hand.name)
    return translate("%(seat)s holds %(cards)s.", seat=hand.name, cards=_listed(rows))


def _table_said(scene: Scene) -> list[str]:
    north, south = scene.table.cards
    if north is not None and south is not None:
        values = {"north": north.words, "south": south.words, "seat": scene.table.winner_name}
        return [translate("Last trick: North the %(north)s, South the %(south)s; %(seat)s won it.", **values)]
    led = [(hand.name, card) for hand, card in zip(scene.hands, scene.table.cards, strict=True) if card is not None]
    return [translate("%(seat)s has led the %(card)s.", seat=name, card=card.words) for name, card in led]


def _listed(parts: Sequence[str]) -> str:
    """*parts* as a list in the reader's language."""
    return format_list(parts, style="unit", locale=get_locale() or "en")
