"""What a theme needs: every position in which the coach recognises the theme has it, and some positions have not."""

from pathlib import Path

import pytest

from tutor.cards import cards_of
from tutor.coach.themes import Theme
from tutor.composer.demands import CardsEach, Demand, InStrain, Place, Placed, Span, ThemeIs
from tutor.composer.model import PositionModel
from tutor.composer.needs import comes_up_under
from tutor.notation import parse_position, parse_ruleset
from tutor.rules import Position

DATA = Path(__file__).parent.parent / "data"
ROWS = [
    tuple(field.strip() for field in line.split(";")[:3])
    for line in (DATA / "play_themes.txt").read_text(encoding="ascii").splitlines()
    if line and not line.startswith("#")
]
YES = [(theme, line) for theme, answer, line in ROWS if answer == "yes"]
CALLS = [
    [field.strip() for field in line.split("|")]
    for line in (DATA / "call_themes.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def demands_of(position: Position) -> list[Demand]:
    """The demands that nothing but *position* meets."""
    places = {
        Place.NORTH: cards_of(position.north),
        Place.SOUTH: cards_of(position.south),
        Place.TABLE: () if position.led is None else (position.led,),
    }
    size = position.hand(position.turn).bit_count()
    placed = [Placed(card, place) for place, cards in places.items() for card in cards]
    return [Demand("", None, each) for each in (CardsEach(Span(size, size)), InStrain(position.strain), *placed)]


def has_room_for(position: Position, theme: Theme) -> bool:
    demands = [*demands_of(position), Demand("theme", 1, ThemeIs(theme))]
    return PositionModel(demands, position.turn).conflict() == ()


@pytest.mark.parametrize(("theme", "line"), YES)
def test_a_position_of_a_theme_has_what_the_theme_needs(theme: str, line: str):
    assert has_room_for(parse_position(line), Theme(theme))


@pytest.mark.parametrize(
    ("theme", "line"),
    [
        ("hold-up", "A9.3.-.- K.7.-.- NT N S6"),  # two cards that win
        ("hold-up", "A5.3.-.- K.7.-.- NT N D6"),  # another suit led
        ("stay-off-lead", "A5.3.-.- K.7.-.- NT N S3"),  # no card that loses
        ("stay-off-lead", "54.3.-.- K.7.-.- NT N SA"),  # none that wins
        ("refuse-ruff", "A5.3.-.- K.7.-.- NT N D3"),  # no trumps
        ("refuse-ruff", "A54.-.-.- K.7.-.- S N D3"),  # nothing but trumps
        ("guard", "A5.3.-.- K.7.-.- NT N S3"),  # no discard
        ("force", "A5.3.-.- K72.-.-.- H N"),  # no trump to be spent
        ("draw-trumps", "A5.3.-.- K72.-.-.- H N"),  # no trump to be drawn
        ("take", "A5.3.-.- K72.-.-.- H N"),  # on lead
        ("squeeze", "A5.3.-.- K.7.-.- NT N S3"),  # in reply
    ],
)
def test_a_position_without_it_is_ruled_out(theme: str, line: str):
    assert not has_room_for(parse_position(line), Theme(theme))


@pytest.mark.parametrize("row", CALLS, ids=lambda row: ",".join(row[:5]))
def test_a_theme_comes_up_under_the_rules_of_every_deal_that_has_it(row: list[str]):
    _, _, rules, _, _, _, theme, holds, *_ = row
    assert holds == "no" or comes_up_under(Theme(theme), parse_ruleset(rules))
