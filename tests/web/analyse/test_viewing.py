"""The address of a page of a hand says all that it shows, and what makes no sense in it is left out."""

import random
from dataclasses import replace
from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.texts import FINISHED, drawn, record
from tutor.cards import SOUTH, Strain
from tutor.coach.review import states
from tutor.notation import read_pbn
from tutor.rules import Contract, action_name
from tutor.web.analyse.viewing import (
    ACTIONS,
    LINES,
    MOST_READ,
    NAME,
    ROOM,
    SideLine,
    Viewing,
    read_lines,
    read_tried,
    read_viewing,
    tree,
    write_lines,
)

SAMPLE = read_pbn(FINISHED).records[0]


def line(text: str, name: str = "") -> SideLine:
    ply, _, actions = text.partition(".")
    return SideLine(int(ply), read_tried(actions), name)


def again(view: Viewing, hand=SAMPLE) -> Viewing:
    """*view* after a trip through an address."""
    args = {name: values[0] for name, values in parse_qs(urlencode(view.query()), keep_blank_values=True).items()}
    return read_viewing(args, hand, view.saved)


def wander(rng: random.Random, hand, first: int = 0) -> SideLine:
    """A random legal line of *hand*."""
    moments = states(hand)
    at = rng.randrange(len(moments))
    deal, actions = moments[at][0], []
    for _ in range(rng.randint(1, 6)):
        if deal.over:
            break
        actions.append(rng.choice(deal.legal()))
        deal = deal.apply(actions[-1])
    return SideLine(at + first, tuple(actions))


@given(st.integers(0, 10_000), st.lists(st.text(max_size=8), max_size=6))
def test_any_view_comes_back_from_its_address_as_it_was(seed, names):
    rng = random.Random(seed)
    view = Viewing(values=rng.random() < 0.5, priced=rng.random() < 0.5, opponent=rng.choice(("perfect", "natural")))
    for name in names:
        here = wander(rng, SAMPLE)
        view = view.at(here.ply, here.actions)
        if rng.random() < 0.5:
            view = view.named(here, name)
    assert again(view) == view


def test_without_parameters_nothing_is_said():
    assert read_viewing({}, SAMPLE) == Viewing()
    assert Viewing().query() == {}


def test_what_is_tried_is_in_the_tree_and_the_address_says_it_once():
    view = read_viewing({"ply": "9", "tried": "HK-H6"}, SAMPLE)
    assert view.lines == (line("9.HK-H6"),)
    assert view.query() == {"ply": 9, "tried": "HK-H6"}


def test_who_goes_back_within_a_line_keeps_the_rest_of_it():
    view = read_viewing({"ply": "9", "tried": "HK-H6"}, SAMPLE)
    back = view.at(9, view.tried[:1])
    assert back.lines == (line("9.HK-H6"),)
    assert back.query() == {"ply": 9, "tried": "HK", "lines": "9.HK-H6"}
    assert again(back.at(9)).lines == (line("9.HK-H6"),)


@given(st.integers(0, 10_000))
def test_a_look_at_any_place_of_the_tree_leaves_the_tree_as_it_is_but_for_the_order(seed):
    rng = random.Random(seed)
    view = Viewing()
    for number in range(8):
        here = wander(rng, SAMPLE)
        view = view.at(here.ply, here.actions)
        view = view.named(here, str(number)) if rng.random() < 0.3 else view
    chosen = rng.choice(view.lines)
    place = SideLine(chosen.ply, chosen.actions[: rng.randint(1, len(chosen.actions))])
    looked = view.at(place.ply, place.actions).lines
    assert looked == tree((place, *view.lines))
    assert place.begins(looked[0])
    assert set(looked) == set(view.lines)


def test_the_line_looked_at_last_stands_first():
    view = Viewing().at(9, read_tried("HK-H6")).at(9, read_tried("HT")).at(9, read_tried("HK"))
    assert view.lines == (line("9.HK-H6"), line("9.HT"))


@pytest.mark.parametrize(
    ("kept", "left"),
    [
        (("9.HK", "9.HK-H6"), ("9.HK-H6",)),
        (("9.HK-H6", "9.HK"), ("9.HK-H6",)),
        (("9.HK", "9.HT", "9.HK"), ("9.HK", "9.HT")),
        (("9.HK", "11.HK-H6"), ("9.HK", "11.HK-H6")),
    ],
)
def test_a_line_that_only_begins_another_is_not_kept(kept, left):
    assert tree(line(each) for each in kept) == tuple(line(each) for each in left)


def test_a_beginning_with_a_name_is_kept_and_a_name_is_not_lost():
    both = (line("9.HK", "king"), line("9.HK-H6"))
    assert tree(both) == both
    assert tree((line("9.HK"), line("9.HK", "king"))) == (line("9.HK", "king"),)


def test_a_line_can_be_named_renamed_and_be_without_a_name_again():
    view = Viewing().at(9, read_tried("HK-H6"))
    named = view.named(view.lines[0], "  the   king ")
    assert named.lines == (line("9.HK-H6", "the king"),)
    assert named.named(named.lines[0], "").lines == view.lines
    inner = view.named(line("9.HK"), "only the first card")
    assert set(inner.lines) == {line("9.HK", "only the first card"), line("9.HK-H6")}


def test_names_may_hold_the_signs_that_part_lines():
    odd = "50%; or ~3B %3B 9.HK"
    view = Viewing().at(9, read_tried("HK")).named(line("9.HK"), odd)
    assert again(view).lines == (line("9.HK", odd),)


def test_a_name_is_cut_to_its_length_and_holds_nothing_that_cannot_be_seen():
    assert read_lines("9.HK~" + "x" * 99)[0].name == "x" * NAME
    assert read_lines("9.HK~a\u202e\x00b\n c")[0].name == "ab c"


def test_removing_a_line_removes_what_goes_on_from_it_and_leads_out_of_it():
    view = Viewing().at(9, read_tried("HT")).at(9, read_tried("HK-H6"))
    gone = view.without(line("9.HK"))
    assert (gone.lines, gone.tried, gone.ply) == ((line("9.HT"),), (), 9)
    assert view.without(line("9.HT")).tried == view.tried


@pytest.mark.parametrize(
    "lines", ["", ";;;", "x", "9.", "9.H6", "9.2H", "-1.HK", "99.HK", ".HK", "9.HK-HK", "9.nonsense~a", "9~a", "0.HK"]
)
def test_lines_that_make_no_sense_are_dropped(lines):
    assert read_viewing({"ply": "9", "lines": lines}, SAMPLE).lines == ()


@pytest.mark.parametrize(("given_ply", "shown"), [("-5", 0), ("9999999999", 35), ("x", None), ("", None)])
def test_a_ply_outside_the_hand_is_the_nearest(given_ply, shown):
    assert len(states(SAMPLE)) == 35
    assert read_viewing({"ply": given_ply}, SAMPLE).ply == shown


def test_too_many_lines_lose_the_oldest_without_a_name():
    rng = random.Random(3)
    view = Viewing()
    first = wander(rng, SAMPLE)
    view = view.at(first.ply, first.actions).named(first, "keep me")
    for _ in range(90):
        here = wander(rng, SAMPLE)
        view = view.at(here.ply, here.actions)
    assert len(view.lines) == LINES
    assert any(each.name == "keep me" for each in view.lines)
    assert here.begins(view.lines[0])
    assert again(view) == view


def test_long_lines_stay_within_the_room_of_an_address():
    lines = tuple(SideLine(ply, read_tried("-".join(["Pass"] * ACTIONS)), f"no. {ply}") for ply in range(LINES))
    assert len(write_lines(tree(lines))) <= ROOM
    assert len(read_tried("-".join(["Pass"] * 99))) == ACTIONS


def test_saved_lines_are_shown_unless_the_address_has_others():
    saved = (line("9.HK", "king"),)
    view = read_viewing({}, SAMPLE, saved)
    assert (view.lines, view.query()) == (saved, {})
    assert read_viewing({"lines": ""}, SAMPLE, saved).lines == ()
    emptied = view.without(saved[0])
    assert emptied.query()["lines"] == ""
    assert again(emptied) == emptied
    added = view.at(9, read_tried("HT"))
    assert added.query() == {"ply": 9, "tried": "HT"}
    assert again(added) == added


def test_a_supposed_contract_and_swaps_come_back_from_the_address():
    view = Viewing(ply=12, contract=Contract(3, Strain.NOTRUMP, 4, SOUTH), swaps=((0, 1),))
    assert view.query() == {"ply": 12, "contract": "3NTXXS", "swap": "C2-C3"}
    north = next(c for c in range(52) if SAMPLE.north >> c & 1)
    south = next(c for c in range(52) if SAMPLE.south >> c & 1)
    view = replace(view, swaps=((north, south),))
    read = again(view)
    assert (read.contract, read.swaps) == (view.contract, view.swaps)
    assert read.shown(SAMPLE).first == 9 == len(SAMPLE.calls)


@pytest.mark.parametrize("args", [{"contract": "9SN"}, {"contract": "N"}, {"swap": "SA-SA"}, {"swap": "x,,-"}])
def test_a_supposition_that_cannot_be_is_dropped(args):
    assert read_viewing(args, SAMPLE) == Viewing()


def test_what_does_not_fit_a_supposed_hand_stays_in_its_address():
    view = Viewing().at(2, read_tried("X")).named(line("2.X"), "risk").at(9, read_tried(action_name(SAMPLE.played[0])))
    supposed = again(replace(view, contract=Contract(5, Strain.SPADES, 1, SOUTH)))
    assert [each.ply for each in supposed.lines] == [9]
    assert supposed.unfit == (line("2.X", "risk"),)
    back = again(replace(supposed, contract=None))
    assert set(back.lines) == set(view.lines)


def test_the_draw_phase_counts_among_the_plies():
    hand = drawn()
    view = read_viewing({"tried": "1S"}, hand)
    assert view.ply == 26
    assert read_viewing({"ply": "3"}, hand).ply == 3
    assert read_viewing({"ply": "3", "contract": "1SN"}, hand).ply == 29


def test_a_bid_and_a_card_are_told_apart():
    hand = record()
    assert read_viewing({"tried": "2S"}, hand).tried != read_viewing({"tried": "S2"}, hand).tried
    assert read_viewing({"tried": "S2"}, hand).tried == ()


def test_names_in_any_script_leave_an_address_that_servers_take():
    moment = next(ply for ply, (_, action) in enumerate(states(SAMPLE)) if action < 52)
    deal = next(deal for ply, (deal, _) in enumerate(states(SAMPLE)) if ply == moment)
    view = Viewing(ply=moment)
    for number, card in enumerate(deal.legal()):
        view = view.at(moment, (card,)).named(SideLine(moment, (card,)), "名" * 58 + f"{number:02}")
    assert len(deal.legal()) > len(view.lines) > 2
    assert len(urlencode(view.query())) < 3000


def test_of_more_lines_than_the_program_ever_writes_the_first_are_read():
    text = ";".join(f"{ply}.SA" for ply in range(1000))
    assert read_lines(text) == tuple(line(f"{ply}.SA") for ply in range(MOST_READ))
    assert MOST_READ > 2 * LINES
