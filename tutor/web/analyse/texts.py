"""An analysis as plain text, for a message or a forum: what ``tutor review`` prints, and the lines tried beside it."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tutor.cards import SEATS
from tutor.coach import words
from tutor.coach.answers import solve_json
from tutor.coach.telling.marks import SYMBOLS
from tutor.coach.terminal import (
    actions_text,
    card_text,
    hands_table,
    plain,
    solve_view,
    strain_text,
    tricks_table,
)
from tutor.messages import Message, translate
from tutor.notation import parse_card
from tutor.notation.record import Record
from tutor.rules import SEAT_NAMES, Play, Position
from tutor.web.analyse.sidelines import Branch, Grove, Twig
from tutor.web.analyse.summary import result_words
from tutor.web.parts.board import CallFace, CardFace

INDENT: Final = 2
_SIGNS: Final = dict(zip("CDHS", SYMBOLS, strict=True))


def analysis_text(view: RenderableType, groves: Iterable[Grove], banner: Iterable[Message]) -> str:
    """*view* of a hand, before it what is supposed, after it the lines tried out."""
    supposed = [str(sentence) for sentence in banner]
    parts: list[RenderableType] = [*supposed, *([""] if supposed else []), view]
    for grove in groves:
        parts += ["", Text(grove.words, "bold"), *_branches(grove.branches, 1)]
    return plain(Group(*parts))


def played_view(record: Record) -> Group:
    """*record* as it was played, without a word on what anything was worth."""
    names = [words.visible(name) or str(SEAT_NAMES[seat]) for seat, name in zip(SEATS, record.players, strict=True)]
    parts: list[RenderableType] = [
        Text(translate("%(north)s against %(south)s", north=names[0], south=names[1])),
        translate("Rules %(rules)s, dealer %(seat)s.", rules=record.ruleset, seat=SEAT_NAMES[record.dealer]),
        "",
        hands_table(record.north, record.south),
    ]
    if record.calls:
        parts += ["", Text(translate("Auction")), _indented(actions_text(record.calls), 1)]
    deal = record.deal()
    if record.played and deal.play is not None:
        assert deal.contract is not None
        start = Play.start(record.north, record.south, deal.contract.strain, deal.contract.leader)
        parts += ["", Text(translate("Play")), _indented(tricks_table(start, record.played), 1)]
        if deal.play.led is not None:
            parts.append(_indented(Text(translate("On the table: ")) + card_text(deal.play.led), 1))
    return Group(*parts, "", f"{result_words(deal, record.claimed)}.")


def position_text(position: Position, *, values: bool) -> str:
    """*position* as ``tutor solve`` prints it; without *values* the hands and whose turn it is."""
    if values:
        answer = solve_json(position)
        return plain(solve_view(position, answer, [parse_card(name) for name in answer["line"]]))
    parts: list[RenderableType] = [
        hands_table(position.north, position.south),
        Text(translate("Strain: ")) + strain_text(position.strain),
    ]
    if position.led is not None:
        parts.append(Text(translate("On the table: ")) + card_text(position.led))
    return plain(Group(*parts, translate("%(seat)s is to play.", seat=SEAT_NAMES[position.turn])))


def _branches(branches: Iterable[Branch], depth: int) -> Iterator[Padding]:
    """The lines from here on, each where it parts from the others one step further in."""
    for branch in branches:
        line = Text()
        if branch.name:
            line.append(f"{words.visible(branch.name)}: ")
        line.append(Text(" ").join(_twig(each) for each in branch.twigs))
        if branch.score:
            line.append(f" → {branch.score}")
        yield _indented(line, depth)
        yield from _branches(branch.branches, depth + 1)


def _twig(twig: Twig) -> Text:
    """A call or card with what it costs: ``♠Q −50``."""
    cost = f" {words.signed(-twig.points)}" if twig.points else ""
    return Text(f"{_face(twig.face)}{cost}")


def _face(face: CardFace | CallFace) -> str:
    if isinstance(face, CardFace):
        return f"{_SIGNS[face.suit]}{face.name[1:]}"
    return f"{face.level}{_SIGNS.get(face.suit, face.suit)}" if face.level else face.label


def _indented(what: RenderableType, depth: int) -> Padding:
    return Padding(what, (0, 0, 0, INDENT * depth), expand=False)
