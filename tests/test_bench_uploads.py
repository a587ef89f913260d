"""The bench of the uploads: its figures beside their targets, and the games that it sends."""

import pytest
from click.testing import CliRunner

from tools import bench_uploads
from tutor.coach.review import review


def test_every_game_is_analysed_and_the_figures_stand_beside_their_targets():
    result = CliRunner().invoke(bench_uploads.main, ["--games", "3"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "ms a game; at most 0.1 s: " in result.stdout
    assert "at most 100 ms: " in result.stdout


@pytest.mark.parametrize(("seconds", "said"), [(30.0, "met"), (30.1, "missed")])
def test_the_target_for_fewer_games_is_smaller(seconds: float, said: str):
    assert f"at most 30.0 s: {said}" in bench_uploads.report(1000, seconds, [0.01])


@pytest.mark.parametrize(("slow", "said"), [(5, "met"), (6, "missed")])
def test_the_target_for_pages_is_for_ninety_five_of_a_hundred(slow: int, said: str):
    times = [0.1] * (100 - slow) + [0.5] * slow
    assert bench_uploads.report(2000, 1.0, times).endswith(f"at most 100 ms: {said}")


def test_the_games_have_mistakes_enough_and_are_the_same_each_time():
    games = [bench_uploads.game(seed) for seed in range(8)]
    assert games == [bench_uploads.game(seed) for seed in range(8)]
    assert sum(len(review(each).mistakes) for each in games) >= 5 * len(games)
