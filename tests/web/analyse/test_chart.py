"""The course of a hand: strips for a mouse and for a finger."""

from dataclasses import replace

import pytest

from tests.web.texts import KINDS
from tutor.cards import NORTH, Strain
from tutor.coach.review import review
from tutor.notation import Record, parse_deal
from tutor.rules import Contract
from tutor.web.analyse.chart import FINGER, draw_chart
from tutor.web.analyse.sample import sample
from tutor.web.analyse.timeline import timeline


def chart_of(record):
    found = review(record)
    moments = timeline(found)
    return draw_chart(moments, 0, str, claimed=found.score if found.finished_by_claim else None), moments


ROUNDING = 0.2
RECORDS = {"the sample": sample, **KINDS}


@pytest.mark.parametrize("name", RECORDS)
def test_strips_for_a_finger_are_wide_enough_and_cover_the_whole_chart(name):
    chart, _ = chart_of(RECORDS[name]())
    if chart is None:
        return
    assert all(block.width > FINGER - ROUNDING for block in chart.blocks)
    assert chart.blocks[0].x == chart.left
    for block, following in zip(chart.blocks, chart.blocks[1:], strict=False):
        assert block.x + block.width == pytest.approx(following.x, abs=ROUNDING)
    assert chart.blocks[-1].x + chart.blocks[-1].width == pytest.approx(chart.right, abs=ROUNDING)


@pytest.mark.parametrize("length", range(1, 36))
def test_strips_are_wide_enough_for_a_hand_of_any_length(length):
    moments = timeline(review(sample()))
    chart = draw_chart(moments[-length - 1 :], 0, str)
    assert all(block.width > FINGER - ROUNDING for block in chart.blocks)


def test_a_strip_leads_to_the_first_mistake_in_it_else_to_its_first_moment():
    chart, moments = chart_of(sample())
    mistakes = {str(m.ply) for m in moments if m.decision is not None and m.decision.mistake}
    columns = [column.href for column in chart.columns]
    for block in chart.blocks:
        inside = [c.href for c in chart.columns if block.x <= c.x < block.x + block.width]
        first = next((href for href in inside if href in mistakes), inside[0])
        assert block.href == first
        assert bool(block.words) == (first in mistakes)
    assert columns == [str(m.ply) for m in moments]


def test_a_quiet_hand_is_said_to_have_no_mistake():
    north, south = parse_deal("AKQJT98765432.-.-.- -.AKQJT98765432.-.-")
    made = Record(north, south, NORTH, contract=Contract(7, Strain.SPADES, 1, NORTH), played=())
    chart, _ = chart_of(replace(made, played=(made.deal().legal()[0],)))
    assert chart.words == (
        "At first North scores 210 points; in the end North scores 210 points. No mistake changed the score."
    )
