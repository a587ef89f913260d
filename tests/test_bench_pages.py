"""The bench of the practice pages: its figures beside their targets, and that a page that does not come is told."""

import re

import pytest
from click.testing import CliRunner

from tools import bench_pages


def run():
    return CliRunner().invoke(bench_pages.main, ["--learners", "2", "--seconds", "4", "--pause", "0.2"])


def test_learners_get_their_verdicts_and_the_wait_stands_beside_its_target():
    result = run()
    assert (result.exit_code, result.stderr) == (0, "")
    verdicts = re.findall(
        r"verdict +([0-9]+) +[0-9.,]+ +[0-9.,]+ +[0-9.,]+  at most ([0-9]+): (?:met|missed)", result.stdout
    )
    assert [int(limit) for _, limit in verdicts] == [100, 400]
    assert all(int(count) > 1 for count, _ in verdicts)
    assert result.stdout.endswith("Every page came.\n")


def test_a_page_that_is_no_verdict_is_an_error(monkeypatch):
    monkeypatch.setattr(bench_pages, "_VERDICT", re.compile("no page has this"))
    result = run()
    assert result.exit_code == 1
    assert "WrongPageError: nothing like no page has this in the page" in result.stderr


@pytest.mark.parametrize(("seconds", "said"), [([0.1] * 95 + [0.3] * 5, "met"), ([0.1] * 94 + [0.3] * 6, "missed")])
def test_the_target_is_for_ninety_five_of_a_hundred_verdicts(seconds, said):
    assert bench_pages._line("verdict", seconds, 100).endswith(f"at most 100: {said}")
