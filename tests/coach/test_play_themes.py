"""The themes of the play: chosen positions and near misses, and every definition worked out again by other means."""

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies as some
from tests.coach.naive_table import Table
from tests.coach.naive_themes import CHECKS, ON_LEAD, themes, why_not
from tests.solver.positions import random_layout, to_position
from tutor.cards import SEATS, card_name
from tutor.coach.reasons.case import Case
from tutor.coach.reasons.counterfactual import Lowered, NoTrumps, OtherLeads, Recast, Spare
from tutor.coach.reasons.explain import reasons_for_card
from tutor.coach.reasons.play_themes import play_themes
from tutor.coach.themes import Theme
from tutor.notation import parse_card, parse_position, write_position
from tutor.solver import card_losses, card_values
from tutor.solver.engine import natural_choice

DATA = Path(__file__).parent.parent / "data" / "play_themes.txt"
ROWS = [
    [field.strip() for field in line.split(";")]
    for line in DATA.read_text(encoding="ascii").splitlines()
    if line and not line.startswith("#")
]
YES = [row for row in ROWS if row[1] == "yes"]
NO = [row for row in ROWS if row[1] == "no"]


def label(row):
    return ",".join(row[:4])


def case(position, card):
    values = card_values(position)
    return Case(position.play, card, values, natural_choice(position, values))


def findings(line, card):
    return list(play_themes(case(parse_position(line), parse_card(card))))


def names(cards):
    return [card_name(card) for card in cards]


def after(finding, table):
    for card in names(finding.then):
        table = table.played(card)
    return table


def remade(change, table):
    """*change* made by other means."""
    if isinstance(change, Lowered):
        return table.lowered(*names(change.cards))
    if isinstance(change, Recast):
        return table.recast(names(change.cards), "CDHS"[change.suit])
    if isinstance(change, Spare):
        return table.spare("CDHS"[change.suit])
    assert isinstance(change, NoTrumps)
    return Table(table.suits, None, table.turn)


def with_other_lead(finding, table, wrong):
    """What *wrong* costs (of EXIT: what there is to gain) when the other seat leads after the cards played first."""
    tricks = after(finding, table).other_leads().value_for(table.turn)
    if finding.theme is Theme.STAY_OFF_LEAD:
        tricks += 1  # the one that the wrong card wins
    if finding.theme is Theme.EXIT:
        return abs(table.value - tricks)
    if finding.theme is Theme.THROW_IN:
        return max(0, tricks - table.values[wrong])
    return max(0, table.value - tricks)


def test_the_data_have_positions_and_near_misses_for_every_theme_from_small_to_whole_hands():
    count = Counter((theme, answer) for theme, answer, *_ in ROWS)
    assert set(CHECKS) == {theme for theme, _ in count}
    assert all(number >= 5 for number in count.values())
    assert len(count) == 2 * len(CHECKS)
    sizes = [parse_position(line).tricks_left for _, _, line, *_ in ROWS]
    assert (min(sizes), max(sizes)) == (3, 13)
    assert len({tuple(row[:4]) for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("row", YES, ids=label)
def test_a_theme_is_recognised_where_its_definition_holds(row):
    theme, _, line, card, _ = row
    assert why_not(theme, line, card) == ""
    assert theme in {finding.theme for finding in findings(line, card)}


@pytest.mark.parametrize("row", NO, ids=label)
def test_a_near_miss_is_not_recognised_and_misses_what_its_row_says(row):
    theme, _, line, card, why = row
    assert why_not(theme, line, card) == why.split(": ")[-1]
    assert theme not in {finding.theme for finding in findings(line, card)}


@pytest.mark.parametrize("row", YES, ids=label)
def test_what_backs_a_finding_holds_when_it_is_worked_out_again(row):
    theme, _, line, card, _ = row
    table = Table.read(line)
    found = next(f for f in findings(line, card) if f.theme == theme)
    assert table.cost(card_name(found.instead)) == 0
    if isinstance(found.change, OtherLeads):
        assert with_other_lead(found, table, card) == found.cost
    elif found.change is not None:
        assert remade(found.change, table).cost(card) == found.cost == 0
    elif found.theme is Theme.CASH_FIRST:
        assert names(found.then[::2]) == names(found.cards)
        assert after(found, table).cost(card) == 0
    else:
        assert found.theme is Theme.TAKE
        assert found.cost < table.cost(card)


def whose(line, owner):
    table = Table.read(line)
    return set(table.owned(owner)) | (set(table.owned("T")) if owner != table.turn else set())


@pytest.mark.parametrize("row", YES, ids=label)
def test_the_cards_of_a_finding_are_held_by_those_whom_the_definition_names(row):
    theme, _, line, card, _ = row
    turn = Table.read(line).turn
    mine, theirs = whose(line, turn), whose(line, "S" if turn == "N" else "N")
    owners = {
        Theme.DRAW_TRUMPS: None,
        Theme.KEEP_TRUMPS: (mine,),
        Theme.FORCE: (theirs, theirs),
        Theme.LONG_SUIT: (mine,),
        Theme.DRIVE_OUT: (theirs, mine),
        Theme.TENACE: (theirs, mine, mine),
        Theme.SQUEEZE: (mine, theirs),
        Theme.HOLD_UP: (theirs,),
        Theme.GUARD: (theirs, mine),
        Theme.LENGTH: (theirs,),
        Theme.REFUSE_RUFF: (mine,),
        Theme.SAVE_HIGH: (mine,),
        Theme.THROW_IN: (),
        Theme.EXIT: (),
        Theme.STAY_ON_LEAD: (),
        Theme.STAY_OFF_LEAD: (),
        Theme.TAKE: (),
    }
    found = next(f for f in findings(line, card) if f.theme == theme)
    named = names(found.cards)
    if theme == Theme.CASH_FIRST:
        assert named[0] == card_name(found.instead)
        assert set(named) <= mine - {card}
    elif theme in (Theme.DRAW_TRUMPS, Theme.WIN_CHEAPLY):
        assert named
        assert set(named) <= theirs
    else:
        assert len(named) == len(owners[found.theme])
        assert all(name in held for name, held in zip(named, owners[found.theme], strict=True))
        assert theme != Theme.SAVE_HIGH or named == [card]


@pytest.mark.parametrize("cards_each", range(2, 14))
def test_in_random_positions_the_themes_are_those_that_the_definitions_give(cards_each):
    rng = random.Random(cards_each)
    seen = 0
    while seen < 40:
        position = to_position(random_layout(rng, cards_each, on_table=rng.random() < 0.4), rng.choice(SEATS))
        wrong = [card for card, loss in card_losses(position).items() if loss]
        for card in rng.sample(wrong, min(4, len(wrong))):
            line, name = write_position(position), card_name(card)
            assert {str(f.theme) for f in play_themes(case(position, card))} == themes(line, name), (line, name)
            seen += 1


@settings(max_examples=60)
@given(some.positions(), st.randoms(use_true_random=False))
def test_a_card_that_costs_nothing_has_no_theme_and_no_reasons(position, rng):
    best = [card for card, loss in card_losses(position).items() if not loss]
    card = rng.choice(best)
    assert list(play_themes(case(position, card))) == []
    with pytest.raises(ValueError, match="gives nothing away"):
        reasons_for_card(position.play, card)


def test_on_lead_and_in_reply_have_their_own_themes():
    for theme, _, line, *_ in YES:
        assert (theme in ON_LEAD) == (parse_position(line).led is None)


@pytest.mark.parametrize(
    ("line", "card", "first"),
    [
        # only spades are best: what the spade does tells more than that clubs are led from a tenace
        ("K743.Q97.9.J53 AQ865.A85.K3.6 C N", "HQ", Theme.CASH_FIRST),
        # several suits are best: what is wrong is the diamond
        ("AJ.A8.KJ.AK QT.QT9.AQT.- NT S", "DQ", Theme.TENACE),
        ("K5.-.6.Q A64.-.-.7 H S", "S6", Theme.THROW_IN),
        ("K93.A2.K3.7 Q76.4.-.K843 H N", "SK", Theme.SQUEEZE),
        ("87.Q.87.3 Q9.AK.T43.- S S CT", "SQ", Theme.REFUSE_RUFF),
    ],
)
def test_the_more_telling_theme_comes_first(line, card, first):
    found = findings(line, card)
    assert found[0].theme is first
    assert len({f.theme for f in found}) == len(found)


def test_equal_best_cards_are_tried_once_the_high_one_when_it_is_led_to_win():
    on_lead = parse_position("AKQ.2.-.- 98.3.-.A NT N")
    assert names(case(on_lead, parse_card("H2")).best) == ["SA", "SK", "SQ"]
    assert names(case(on_lead, parse_card("H2")).tries) == ["SA"]
    in_reply = parse_position("AKQ.2.-.- 9.3.-.A NT N S8")
    assert names(case(in_reply, parse_card("SA")).tries) == ["SQ"]
    losing = parse_position("543.-.-.- AK2.-.-.- NT N")
    assert names(case(losing, parse_card("S5")).tries) == ["S3"]
