"""The side lines as a tree: nothing of them is lost in it, nothing stands in it twice, and its order never changes."""

import random
from collections.abc import Iterator

import pytest

from tests.web.analyse.test_viewing import SAMPLE, line, wander
from tutor.coach.facts import decide
from tutor.coach.review import review, states
from tutor.rules import Phase, RuleError, action_name
from tutor.web.analyse.sidelines import Branch, Planter, forward, judged, last_of, short_score
from tutor.web.analyse.timeline import timeline
from tutor.web.analyse.viewing import SideLine, Viewing, read_tried

MOMENTS = timeline(review(SAMPLE))


def grown(view: Viewing, ply: int) -> tuple[Branch, ...]:
    moment = MOMENTS[ply]
    planter = Planter(view, "perfect", *[lambda each: str(each.query())] * 2)
    return planter.grove(ply, moment.deal, moment.action).branches


def every(branches: tuple[Branch, ...]) -> Iterator[Branch]:
    for branch in branches:
        yield branch
        yield from every(branch.branches)


def random_view(seed: int) -> Viewing:
    rng = random.Random(seed)
    view = Viewing()
    for number in range(12):
        here = wander(rng, SAMPLE)
        here = SideLine(here.ply // 6 * 6, here.actions)
        if _legal(here):
            view = view.at(here.ply, here.actions)
            view = view.named(here, f"no. {number}") if rng.random() < 0.3 else view
    return view


def _legal(here: SideLine) -> bool:
    try:
        states(SAMPLE)[here.ply][0].run(here.actions)
    except RuleError:
        return False
    return True


@pytest.mark.parametrize("seed", range(25))
def test_every_action_of_every_line_stands_in_the_tree_once_and_every_name_at_its_end(seed):
    view = random_view(seed)
    for ply in {each.ply for each in view.lines}:
        branches = list(every(grown(view, ply)))
        standing = [twig.key for branch in branches for twig in branch.twigs]
        wanted = {
            str(SideLine(ply, each.actions[:count]))
            for each in view.lines
            if each.ply == ply
            for count in range(1, len(each.actions) + 1)
        }
        assert sorted(standing) == sorted(wanted)
        names = {branch.place: branch.name for branch in branches if branch.name}
        assert names == {
            str(SideLine(ply, each.actions)): each.name for each in view.lines if each.ply == ply and each.name
        }


@pytest.mark.parametrize("seed", range(10))
def test_looking_at_a_line_moves_nothing_in_the_tree(seed):
    view = random_view(seed)
    for each in view.lines:
        looked = view.at(each.ply, each.actions)
        before = [twig.key for branch in every(grown(view, each.ply)) for twig in branch.twigs]
        assert [twig.key for branch in every(grown(looked, each.ply)) for twig in branch.twigs] == before


def test_a_line_ends_with_what_the_deal_then_comes_to():
    view = Viewing().at(12, read_tried("D8-CK-C9"))
    (branch,) = grown(view, 12)
    deal = MOMENTS[12].deal.run(read_tried("D8-CK-C9"))
    assert branch.score == short_score(decide(deal).score)
    assert [twig.trick for twig in branch.twigs] == [None, 3, None]
    assert [twig.current for twig in branch.twigs] == [False, False, True]


def test_without_values_the_tree_says_what_happens_and_nothing_more():
    view = Viewing(values=False).at(12, read_tried("D8-CK"))
    (branch,) = grown(view, 12)
    assert (branch.score, branch.ends) == ("", "")
    assert [twig.words for twig in branch.twigs] == [
        "Trick 2, South plays the eight of diamonds.",
        "Trick 3, North leads the king of clubs.",
    ]
    assert {(twig.points, twig.tricks) for twig in branch.twigs} == {(0, 0)}


def test_the_way_forward_is_the_line_looked_at_last():
    view = Viewing().at(9, read_tried("HK-H6")).at(9, read_tried("HK"))
    assert forward(view, 9) == read_tried("HK-H6")
    assert last_of(view.at(9), 9) == read_tried("HK-H6")
    assert forward(view.at(9, read_tried("HT")), 9) is None
    assert last_of(view.at(9, read_tried("HT")), 9) is None
    assert line("9.HT") in view.at(9, read_tried("HT")).lines


def test_a_score_is_whose_it_is():
    assert [short_score(score) for score in (60, -120, 0)] == ["N +60", "S +120", "0"]


def test_what_is_kept_of_a_moment_is_what_a_fresh_look_finds():
    for deal, _ in states(SAMPLE):
        for opponent in ("perfect", "natural"):
            assert judged(deal, opponent) == decide(deal, opponent=opponent)
    assert judged(MOMENTS[-1].deal, "perfect") is None
    assert MOMENTS[-1].deal.phase is Phase.OVER
    assert action_name(MOMENTS[12].action) == "DJ"
