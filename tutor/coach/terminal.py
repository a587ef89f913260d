"""Answers for the terminal, in the colours of the suits, and the pieces that a review there is made of.

Every suit has its symbol as well as its colour, so a terminal without colours loses nothing.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tutor.cards import (
    RANK_LETTERS,
    SEATS,
    STRAINS_LOW_FIRST,
    SUITS_HIGH_FIRST,
    Card,
    Mask,
    Seat,
    Strain,
    Suit,
    rank_of,
    suit_bits,
    suit_of,
)
from tutor.coach.answers import AuctionJson, SolveJson
from tutor.coach.telling.marks import SYMBOLS, Marked
from tutor.messages import Message, translate, translate_plural
from tutor.notation import parse_ruleset
from tutor.rules import (
    PASS,
    SEAT_NAMES,
    Action,
    Play,
    Position,
    Ruleset,
    call_name,
    is_bid,
    level_of,
    strain_of,
)

COLUMNS: Final = 80
"""The width of what is printed into a file."""
STYLES: Final = ("green", "yellow", "red", "bright_blue")


def suit_text(suit: Suit) -> Text:
    """The symbol of *suit* in its colour."""
    return Text(SYMBOLS[suit], STYLES[suit])


def card_text(card: Card) -> Text:
    """``♠A``."""
    return Text(SYMBOLS[suit_of(card)] + RANK_LETTERS[rank_of(card)], STYLES[suit_of(card)])


def strain_text(strain: Strain) -> Text:
    """The symbol of a suit, ``NT`` for no-trump."""
    return Text("NT") if strain == Strain.NOTRUMP else suit_text(Suit(strain))


def action_text(action: Action) -> Text:
    """A card or a call: ``♠A``, ``1♠``, ``Pass``."""
    if action < PASS:
        return card_text(action)
    if is_bid(action):
        return Text(str(level_of(action))) + strain_text(strain_of(action))
    return Text(call_name(action))


def actions_text(actions: Iterable[Action]) -> Text:
    """Cards and calls, one after the other."""
    return Text(" ").join(action_text(action) for action in actions)


def tricks_table(play: Play, cards: Iterable[Card]) -> Table:
    """The line *cards* from *play* on, a row for each trick: its number, who leads what, the reply, and who wins."""
    grid = Table.grid(padding=(0, 2))
    laid = [] if play.led is None else [(play.turn.other, play.led)]
    for card in cards:
        number = sum(play.tricks) + 1
        laid.append((play.turn, card))
        play = play.push(card)
        if len(laid) == 2:
            wins = translate("%(seat)s wins", seat=seat_name(play.turn))
            played = [Text(f"{seat_name(seat)} ") + card_text(each) for seat, each in laid]
            grid.add_row(Text(str(number), justify="right"), *played, wins)
            laid = []
    return grid


def hand_text(mask: Mask) -> Text:
    """A hand on one line: ``♠AQ5 ♥K2 ♦— ♣JT98``."""
    holdings = []
    for suit in SUITS_HIGH_FIRST:
        bits = suit_bits(mask, suit)
        ranks = "".join(RANK_LETTERS[r] for r in range(12, -1, -1) if bits >> r & 1) or "—"
        holdings.append(suit_text(suit) + Text(ranks))
    return Text(" ").join(holdings)


def seat_name(seat: Seat) -> str:
    """The name of *seat* in the current language."""
    return str(SEAT_NAMES[seat])


def hands_table(north: Mask, south: Mask) -> Table:
    """Both hands, a line each."""
    grid = Table.grid(padding=(0, 2))
    for seat, mask in zip(SEATS, (north, south), strict=True):
        grid.add_row(Text(seat_name(seat), "bold"), hand_text(mask))
    return grid


def message_text(message: Message) -> Text:
    """A sentence with its cards and calls in colour."""
    text = Text()
    for part in message.parts():
        text.append_text(_mark_text(part) if isinstance(part, Marked) else Text(str(part)))
    return text


def _mark_text(mark: Marked) -> Text:
    first = mark.actions[0]
    return Text(mark.plain(), STYLES[suit_of(first)]) if first < PASS else action_text(first)


def sentences_text(messages: Iterable[Message]) -> Text:
    """Sentences, one after the other, as a paragraph."""
    return Text(" ").join(message_text(message) for message in messages)


def _plain_table(*headings: RenderableType) -> Table:
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def trick_table_table(table: dict[str, dict[str, int]]) -> Table:
    """The 5 × 2 table of declarer's tricks, as :func:`tutor.coach.answers.table_json` gives it."""
    rows = _plain_table(translate("Declarer"), *(strain_text(strain) for strain in reversed(STRAINS_LOW_FIRST)))
    for seat in SEATS:
        tricks = (str(table[seat.letter][strain.letter]) for strain in reversed(STRAINS_LOW_FIRST))
        rows.add_row(Text(seat_name(seat), "bold"), *tricks)
    return rows


def solve_view(position: Position, answer: SolveJson, line: Sequence[Card]) -> Group:
    """A position, what each card is worth, and a line of best play."""
    strain = Text(translate("Strain: ")) + strain_text(position.strain)
    parts: list[RenderableType] = [hands_table(position.north, position.south), strain]
    if position.led is not None:
        parts.append(Text(translate("On the table: ")) + card_text(position.led))
    by_value: dict[int, list[Card]] = {}
    for card, tricks in zip(position.play.legal(), answer["cards"].values(), strict=True):
        by_value.setdefault(tricks, []).append(card)
    grid = Table.grid(padding=(0, 2))
    for tricks in sorted(by_value, reverse=True):
        words = translate_plural("%(count)s trick", "%(count)s tricks", tricks)
        grid.add_row(words, actions_text(by_value[tricks]))
    turn = translate("%(seat)s to play, tricks from here on:", seat=SEAT_NAMES[position.turn])
    parts += [
        "",
        turn,
        Padding(grid, (0, 0, 0, 2), expand=False),
        "",
        Text(translate("Best play:")),
        Padding(tricks_table(position.play, line), (0, 0, 0, 2), expand=False),
    ]
    return Group(*parts)


def auction_view(turn: Seat, answer: AuctionJson, calls: Sequence[Action], best: Sequence[Action]) -> Group:
    """What each of *calls* leads to, the best ones first."""
    sign = 1 if turn == Seat.NORTH else -1
    by_value: dict[int, list[Action]] = {}
    for call, score in zip(calls, answer["calls"].values(), strict=True):
        by_value.setdefault(score, []).append(call)
    grid = Table.grid(padding=(0, 2))
    for score in sorted(by_value, key=lambda points: -sign * points):
        grid.add_row(Text(f"{score:+d}", justify="right"), actions_text(by_value[score]))
    head = translate(
        "%(seat)s to call. Points, North’s less South’s, under the rules %(rules)s:", **_turn(turn, answer)
    )
    last = Text(translate("Best calls: ")) + actions_text(best)
    if len(by_value) == 1 and len(calls) > 1:
        last = Text(all_the_same(parse_ruleset(answer["rules"])))
    return Group(head, Padding(grid, (0, 0, 0, 2), expand=False), "", last)


def all_the_same(ruleset: Ruleset) -> str:
    """The sentence for calls that are all worth the same; it names the rules, and others when these have no price."""
    if ruleset.undertrick:
        return translate("All calls are worth the same under %(rules)s.", rules=ruleset)
    return translate(
        "All calls are worth the same under %(rules)s, where a failed contract costs nothing; try --rules penalty.",
        rules=ruleset,
    )


def _turn(turn: Seat, answer: AuctionJson) -> dict[str, object]:
    return {"seat": SEAT_NAMES[turn], "rules": answer["rules"]}


_PLAIN: Final = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "—": "-", "–": "-", "−": "-", "’": "'", "“": '"', "”": '"'}
)

_ENDS: Final = re.compile(r"(?: |\x1b\[[0-9;]*m)+\n")
"""Blanks, in whatever colour, that a table or a paragraph leaves at the end of a line."""


def show(view: RenderableType, title: str = "") -> None:
    """Print *view* to standard output, under *title* when there is one; without suit symbols where it has none."""
    console = Console(highlight=False, markup=False, emoji=False)
    text = _drawn(console, view, title)
    try:
        SYMBOLS.encode(console.encoding)
    except UnicodeEncodeError:
        text = text.translate(_PLAIN)
    sys.stdout.write(text)
    sys.stdout.flush()


def plain(view: RenderableType, width: int = COLUMNS) -> str:
    """*view* as text without colours, at most *width* columns wide: what :func:`show` prints into a file."""
    console = Console(file=StringIO(), width=width, color_system=None, highlight=False, markup=False, emoji=False)
    return _drawn(console, view)


def _drawn(console: Console, view: RenderableType, title: str = "") -> str:
    """What *console* makes of *view*, without blanks at the ends of its lines."""
    with console.capture() as capture:
        if title:
            console.rule(title)
        console.print(view)
    return _ENDS.sub(lambda end: end[0].replace(" ", ""), capture.get())
