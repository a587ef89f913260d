"""The bench: the search visits the nodes on record, and every figure is measured and written as it should be."""

import gc
import json
import os

import pytest
from click.testing import CliRunner

from tools import bench_dds
from tutor.bench import batching, figures, measuring, processes, signature, work
from tutor.bench.figures import Figure, Goal
from tutor.bench.measuring import Plan
from tutor.cli import cli
from tutor.cli import measuring as command
from tutor.messages import Message
from tutor.notation import parse_position
from tutor.solver import endgame, value
from tutor.solver.engine import Engine

ALWAYS = [
    ("trick_table_depth_8", "ms", 0.25, 0.6),
    ("notrump_solve_depth_8", "ms", None, None),
    ("finished_hand_depth_8", "ms", 3, None),
    ("calls_of_an_auction", "ms", 1, None),
    ("expected_scores_depth_8", "ms", 250, None),
    ("new_process_command", "s", 0.8, None),
    ("new_process_library", "s", 0.8, None),
    ("depth_8_from_nothing", "s", 1.5, None),
]


def figure(*runs: float, unit: str = "ms", target: float | None = None, target_99: float | None = None) -> Figure:
    return Figure(Goal("some_work", Message("Some work"), unit, target, target_99), runs)


def test_the_search_visits_the_nodes_on_record():
    counted, known = signature.signature(), signature.recorded()
    assert counted == known, (
        f"The search has changed: it visits {counted.total} nodes. If it was meant to, record them with "
        "`tutor bench --record-signature` and commit the file."
    )


def test_a_signature_reads_back_as_it_was_recorded(tmp_path):
    file = tmp_path / "signature.txt"
    signature.record(signature.Signature(3, 20, 100), file)
    assert signature.recorded(file) == signature.Signature(3, 20, 100)
    assert "total 123" in file.read_text(encoding="ascii")


@pytest.mark.parametrize("text", ["", "trick_tables 3\n", "trick_tables many\ncards_on_table 1\nendings 1\n", "what\n"])
def test_a_file_that_holds_no_signature_records_none(tmp_path, text):
    file = tmp_path / "signature.txt"
    assert signature.recorded(file) is None
    file.write_text(text, encoding="ascii")
    assert signature.recorded(file) is None


def test_recording_makes_a_changed_signature_the_recorded_one(tmp_path, monkeypatch):
    file = tmp_path / "signature.txt"
    monkeypatch.setattr(signature, "signature", lambda: signature.Signature(1, 2, 4))
    monkeypatch.setattr(signature, "recorded", lambda real=signature.recorded: real(file))
    monkeypatch.setattr(signature, "record", lambda counted, real=signature.record: real(counted, file))
    assert "7 nodes; none is recorded" in CliRunner().invoke(cli, ["bench", "--signature"]).stdout
    assert "7 nodes, as recorded" in CliRunner().invoke(cli, ["bench", "--record-signature"]).stdout
    monkeypatch.setattr(signature, "signature", lambda: signature.Signature(1, 2, 5))
    assert "8 nodes, and 7 are recorded" in CliRunner().invoke(cli, ["bench", "--signature"]).stdout
    shown = json.loads(CliRunner().invoke(cli, ["bench", "--signature", "--json"]).stdout)
    assert (shown["total"], shown["recorded"], shown["unchanged"]) == (8, 7, False)


def test_the_same_seed_gives_the_same_work_and_another_seed_gives_other_work():
    for make in (work.random_deals, work.played_hands, work.random_knowledge):
        assert make(5, 1) == make(5, 1) == make(6, 1)[:5]
        assert make(5, 1) != make(5, 2)


def test_random_deals_are_two_hands_of_13_different_cards():
    for north, south in work.random_deals(50, 3):
        assert (north.bit_count(), south.bit_count(), north & south) == (13, 13, 0)


def test_a_played_hand_has_26_legal_cards():
    for hand in work.played_hands(20, 3):
        assert hand.start.run(hand.cards).over
        assert len(hand.cards) == 26
        assert hand.position(5).tricks_left == 11
        assert hand.position(5).led == hand.cards[4]


def test_auctions_are_solved_under_every_ruleset_against_both_opponents():
    tasks = work.auction_tasks(12, 1, Engine(8, endgame.load(8)))
    assert {(str(task.ruleset), task.opponent) for task in tasks} == {
        (rules, opponent) for rules in ("written", "penalty", "level") for opponent in ("perfect", "natural")
    }


def test_partial_knowledge_leaves_millions_of_hands():
    assert {knowledge.count for knowledge in work.random_knowledge(3, 1)} == {10_400_600}


def test_a_small_run_measures_every_figure_that_is_quick_and_names_the_others():
    result = CliRunner().invoke(cli, ["bench", "--deals", "1", "--seed", "7", "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    measured = json.loads(result.stdout)
    assert (measured["deals"], measured["seed"], measured["signature"]["unchanged"]) == (1, 7, True)
    assert "cores" in measured["machine"]
    found = measured["figures"]
    assert [(name, each["unit"], each["target"], each["target_99"]) for name, each in found.items()] == ALWAYS
    for name, each in found.items():
        assert 0 < each["least"] == each["median"] == each["percentile_99"], name
        assert each["runs"] == 1, name
    left_out = measured["not_measured"]
    assert list(left_out) == ["trick_table_depth_10", "compiling_from_nothing", "depth_10_from_nothing", "batch_rate"]
    assert "tutor tablebase build --depth 10" in left_out["trick_table_depth_10"]


def test_a_deep_run_compiles_and_makes_the_deep_table_for_the_occasion(monkeypatch, tmp_path):
    monkeypatch.setattr(measuring, "DEEP", 7)
    monkeypatch.setattr(processes, "compile_anew", lambda: "7")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = list(measuring._deep_figures(Plan(1, 1, deep=True)))
    assert [(each.goal.name, each.goal.unit, each.goal.target) for each in found] == [
        ("compiling_from_nothing", "s", 8),
        ("depth_10_from_nothing", "s", 15),
        ("trick_table_depth_10", "ms", 0.10),
    ]
    assert all(each.least > 0 for each in found)
    assert list(tmp_path.iterdir()) == []
    assert 7 not in endgame.kept_depths()
    assert [goal.name for goal, _ in measuring.not_measured(Plan(deep=True))] == ["batch_rate"]


def test_a_deep_table_that_is_kept_is_measured_without_being_asked_for(monkeypatch):
    monkeypatch.setattr(measuring, "DEEP", 8)
    names = [each.goal.name for _, each in zip(range(2), measuring.figures(Plan(1)), strict=False)]
    assert names == ["trick_table_depth_8", "trick_table_depth_10"]
    assert "trick_table_depth_10" not in [goal.name for goal, _ in measuring.not_measured(Plan(1))]


def test_a_batch_has_a_rate_and_a_memory(monkeypatch):
    ran = batching.run_batch(work.random_deals(3, 1), workers=1)
    assert ran.seconds > 0
    assert ran.megabytes > 0
    monkeypatch.setattr(
        measuring, "run_batch", lambda deals, workers: batching.BatchRun(len(deals) / 30, 60.0 * workers)
    )
    rate, memory = measuring._batch_figures(Plan(1, batch=True))
    assert (rate.goal.name, rate.median, rate.goal.target, rate.met) == ("batch_rate", 30, 6000, False)
    assert (memory.goal.name, memory.median, memory.goal.target, memory.met) == ("batch_memory", 120, 600, True)
    monkeypatch.setattr(measuring, "run_batch", lambda _deals, **_: batching.BatchRun(1.0, None))
    assert [each.goal.name for each in measuring._batch_figures(Plan(1, batch=True))] == ["batch_rate"]


def test_the_memory_of_a_process_that_is_gone_is_nothing():
    assert batching.megabytes_of(2**22 + 1) == 0


def test_new_processes_answer_as_this_one_does():
    assert processes.run(processes.IMPORT) == f"{value(parse_position(processes.POSITION))}\n"


def test_a_figure_is_the_median_the_99th_percentile_and_the_least_of_its_runs():
    many = figure(*range(1, 201))
    assert (many.median, many.percentile_99, many.least) == (100.5, 198, 1)
    assert [many.percentile(percent) for percent in (1, 50, 95, 99, 100)] == [2, 100, 190, 198, 200]
    few = figure(3, 1, 2)
    assert (few.median, few.percentile_99, few.least) == (2, 3, 1)


def test_times_are_told_in_the_unit_of_their_goal():
    assert Figure.of_seconds(figure(1).goal, (0.25,)).runs == (250,)
    assert Figure.of_seconds(figure(1, unit="s").goal, (0.25,)).runs == (0.25,)


@pytest.mark.parametrize(
    ("each", "met"),
    [
        (figure(1), None),
        (figure(1, target=1), True),
        (figure(1.1, target=1), False),
        (figure(1, 1, 9, target=1), True),
        (figure(1, 1, 9, target=1, target_99=8), False),
        (figure(9, unit="/s", target=8), True),
        (figure(7, unit="/s", target=8), False),
    ],
)
def test_a_target_is_met_by_the_median_and_the_99th_percentile(each, met):
    assert each.met is met


def test_a_line_shows_a_figure_beside_its_target_under_the_heading():
    line = figure(0.2, 0.3, 0.4, target=0.25, target_99=0.6).line()
    assert line.split() == ["Some", "work", "0.300", "≤", "0.25", "0.400", "≤", "0.6", "0.200", "ms", "3", "missed"]
    assert figure(7000, unit="/s", target=6000).line().split() == [
        "Some",
        "work",
        "7,000",
        "≥",
        "6,000",
        "/s",
        "1",
        "met",
    ]
    heads = figures.heading()
    assert heads.split() == ["median", "target", "99", "%", "target", "least", "runs"]
    assert line.index("0.300") + 5 == heads.index("median") + 6


@pytest.mark.parametrize(("number", "text"), [(0.0057, "0.00570"), (2.0, "2.00"), (99.94, "99.9"), (1234.5, "1,234")])
def test_numbers_have_three_digits_that_matter(number, text):
    assert figures.written(number) == text


def test_warm_ups_run_first_and_are_not_measured():
    ran = []
    times = figures.clock(
        [lambda n=n: ran.append(n) for n in range(3)], prepare=lambda: ran.append("ready"), warm_ups=2
    )
    assert len(times) == 3
    assert ran == ["ready", 0, "ready", 1, "ready", 0, "ready", 1, "ready", 2]


def test_nothing_is_collected_while_the_clock_runs_and_all_is_as_before_after_it():
    cores = os.sched_getaffinity(0)
    with figures.on_cores(1):
        assert len(os.sched_getaffinity(0)) == 1
        figures.clock([lambda: pytest.fail("collects") if gc.isenabled() else None])
    assert gc.isenabled()
    assert os.sched_getaffinity(0) == cores


def test_the_figures_are_shown_as_they_come_and_what_was_left_out_after_them(monkeypatch):
    monkeypatch.setattr(command, "figures", lambda plan: iter([figure(float(plan.deals), target=3)]))
    result = CliRunner().invoke(cli, ["bench", "--deals", "2", "--seed", "7"])
    assert result.exit_code == 0
    first, count, _, shown, *rest = result.stdout.splitlines()
    assert first.startswith("Over 2 random deals (seed 7)")
    assert count == f"Signature: {signature.recorded().total} nodes, as recorded."
    assert shown.split() == ["Some", "work", "2.00", "≤", "3", "ms", "1", "met"]
    assert any(
        line.startswith("Endgame table of depth 10 from nothing, two cores: `tutor bench --deep`") for line in rest
    )


def test_the_side_by_side_with_the_bridge_solver_finds_the_same_values():
    result = CliRunner().invoke(bench_dds.main, ["--positions", "3", "--rounds", "2"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Beside depth 8 DDS is" in result.stdout
    assert result.stdout.endswith("All 3 values agree.\n")


def test_the_side_by_side_fails_when_a_value_differs(monkeypatch):
    def wrong(boards):
        seconds, values = solve(boards)
        return seconds, [*values[:-1], values[-1] + 1]

    solve = bench_dds.solve_in_batches
    monkeypatch.setattr(bench_dds, "solve_in_batches", wrong)
    result = CliRunner().invoke(bench_dds.main, ["--positions", "2", "--rounds", "1"])
    assert (result.exit_code, result.stderr) == (1, "The values differ.\n")


def test_one_deal_is_told_as_one(monkeypatch: pytest.MonkeyPatch):
    for name in ("figures", "not_measured"):
        monkeypatch.setattr(f"tutor.cli.measuring.{name}", lambda _: ())
    monkeypatch.setattr("tutor.cli.measuring.show_signature", lambda: None)
    result = CliRunner().invoke(cli, ["bench", "--deals", "1"])
    assert result.stdout.startswith("Over one random deal (seed 1), on ")
