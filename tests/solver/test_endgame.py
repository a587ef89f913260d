"""Files of endgame tables: written whole or not at all, taken up where a crash left them, never believed unread."""

import errno
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from threading import Thread

import numpy as np
import platformdirs
import pytest

from tests.solver.positions import random_layout, to_position
from tests.solver.tables import (
    ALL,
    CHECKSUMS,
    DAMAGES,
    DEPTH,
    StoppedError,
    assert_good,
    flip,
    header_with,
    leave_partial,
    place_of_layer,
    stopping_in,
    table_of,
    write_header,
)
from tutor.cards import SEATS
from tutor.solver import endgame, kernel
from tutor.solver.engine import Engine

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def made(monkeypatch) -> list[int]:
    """The layers made in this test, in the order in which they were begun."""
    for depth in range(1, DEPTH + 2):
        table_of(depth)  # what the tests compare with does not count
    layers: list[int] = []
    fill_layer = endgame.fill_layer

    def counted(table, k, *rest):
        layers.append(k)
        fill_layer(table, k, *rest)

    monkeypatch.setattr(endgame, "fill_layer", counted)
    return layers


@pytest.fixture
def read_through(monkeypatch) -> list[int]:
    """The depths of the files whose checksums were worked out in this test, all files counting as large."""
    depths: list[int] = []
    sound = endgame.sound

    def counted(whole, depth):
        depths.append(depth)
        return sound(whole, depth)

    monkeypatch.setattr(endgame, "sound", counted)
    monkeypatch.setattr(endgame, "LARGE", 0)
    return depths


def start(folder: Path, *numbers: int) -> subprocess.Popen[str]:
    """Another process that is about to load a table; see :mod:`tests.solver.making`."""
    command = [sys.executable, "-m", "tests.solver.making", str(folder), *map(str, numbers)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def tell(process: subprocess.Popen[str]) -> None:
    """Let another process go on."""
    process.stdin.write("\n")
    process.stdin.flush()


# Made and kept


@pytest.mark.parametrize("depth", [0, -1, 14, 1000])
def test_a_table_has_a_depth_of_one_to_thirteen(tmp_path, depth):
    for asked in (endgame.make, endgame.load, endgame.build):
        with pytest.raises(ValueError, match=f"1 to 13 cards each, not {depth}"):
            asked(depth, *(() if asked is endgame.make else (tmp_path,)))
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_made_once_and_then_read(tmp_path, made):
    assert np.array_equal(endgame.load(DEPTH, tmp_path), table_of(DEPTH))
    assert made == ALL
    made.clear()
    assert np.array_equal(endgame.load(DEPTH, tmp_path), table_of(DEPTH))
    assert endgame.build(DEPTH, tmp_path) == endgame.table_path(DEPTH, tmp_path)
    assert made == []
    assert_good(tmp_path)


def test_a_good_table_wants_no_folder_that_can_be_written(tmp_path, monkeypatch):
    endgame.build(DEPTH, tmp_path)
    monkeypatch.setattr(endgame, "FileLock", None)
    assert np.array_equal(endgame.load(DEPTH, tmp_path), table_of(DEPTH))


@pytest.mark.parametrize("depth", CHECKSUMS)
def test_the_values_and_their_order_are_those_of_this_version_of_the_file(tmp_path, depth):
    path = endgame.build(depth, tmp_path)
    assert (endgame.VERSION, endgame.checksum(path)) == (1, CHECKSUMS[depth])
    assert endgame.checksum(path) == hashlib.blake2b(endgame.make(depth), digest_size=16).hexdigest()


def test_the_checksum_of_a_file_is_that_of_its_values(tmp_path):
    path = endgame.build(DEPTH, tmp_path)
    before = endgame.checksum(path)
    write_header(path, b"{}")
    assert endgame.checksum(path) == before
    flip(path, place_of_layer(2))
    assert endgame.checksum(path) != before


@pytest.mark.parametrize("layer", [1, 3])
def test_progress_rises_to_the_total_block_by_block(tmp_path, layer):
    if layer > 1:
        leave_partial(tmp_path, layer)
    told = []
    endgame.build(DEPTH, tmp_path, lambda *numbers: told.append(numbers))
    total = int(kernel.LAYER_START[DEPTH + 1])
    blocks = [int(kernel.BLOCK_SIZE[k]) for k in range(layer, DEPTH + 1) for _ in kernel.layer_blocks(k)]
    expected = int(kernel.LAYER_START[layer]) + np.cumsum(blocks)
    assert told == [(done, total) for done in expected]
    assert told[-1] == (total, total)


def test_the_depths_kept_are_those_of_the_files_that_have_their_size(tmp_path):
    assert endgame.kept_depths(tmp_path / "nowhere") == []
    for depth in (1, 3, 4, 6):
        endgame.build(depth, tmp_path)
    leave_partial(tmp_path, 4)
    os.truncate(endgame.table_path(4, tmp_path), 5000)
    endgame.table_path(2, tmp_path).mkdir()
    assert endgame.kept_depths(tmp_path) == [1, 3, 6]


# Whole or not at all


@pytest.mark.parametrize("error", [StoppedError, KeyboardInterrupt])
@pytest.mark.parametrize("layer", ALL)
def test_what_an_interruption_leaves_is_no_table_and_the_next_run_goes_on_from_it(tmp_path, made, layer, error):
    with pytest.raises(error):
        endgame.build(DEPTH, tmp_path, stopping_in(layer, error))
    assert not endgame.table_path(DEPTH, tmp_path).exists()
    assert endgame.kept_depths(tmp_path) == []
    made.clear()
    path = endgame.build(DEPTH, tmp_path)
    assert made == ALL[layer - 1 :]
    assert endgame.checksum(path) == CHECKSUMS[DEPTH]
    assert_good(tmp_path)


def test_a_table_can_be_interrupted_in_every_layer_one_after_the_other(tmp_path, made):
    for layer in ALL:
        leave_partial(tmp_path, layer)
    assert endgame.checksum(endgame.build(DEPTH, tmp_path)) == CHECKSUMS[DEPTH]
    assert made == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_a_crash_after_the_last_layer_costs_no_layer(tmp_path, made, monkeypatch):
    def crash(*_args):
        raise StoppedError

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", crash)
        with pytest.raises(StoppedError):
            endgame.build(DEPTH, tmp_path)
    assert not endgame.table_path(DEPTH, tmp_path).exists()
    made.clear()
    endgame.build(DEPTH, tmp_path)
    assert made == []
    assert_good(tmp_path)


def test_a_process_that_is_killed_leaves_its_layers_to_the_one_that_waits(tmp_path, made):
    with start(tmp_path, DEPTH, 4) as killed:
        tell(killed)
        assert [killed.stdout.readline() for _ in range(2)] == ["ready\n", "waiting\n"]
        waits = Thread(target=endgame.build, args=(DEPTH, tmp_path))
        waits.start()
        waits.join(0.2)
        assert (waits.is_alive(), made) == (True, [])
        assert not endgame.table_path(DEPTH, tmp_path).exists()
        killed.kill()
        waits.join()
    assert made == [4, 5]
    assert endgame.checksum(endgame.table_path(DEPTH, tmp_path)) == CHECKSUMS[DEPTH]
    assert_good(tmp_path)


@pytest.mark.parametrize("damaged", [1, 2, 3, 4])
def test_a_partial_file_is_believed_up_to_the_layer_that_is_damaged(tmp_path, made, damaged):
    flip(leave_partial(tmp_path, 5), place_of_layer(damaged))
    made.clear()
    endgame.build(DEPTH, tmp_path)
    assert made == ALL[damaged - 1 :]
    assert_good(tmp_path)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda path: write_header(path, header_with(path, version=0)), id="another version"),
        pytest.param(lambda path: write_header(path, header_with(path, depth=6)), id="another depth"),
        pytest.param(lambda path: write_header(path, header_with(path, format="chess")), id="another format"),
        pytest.param(lambda path: write_header(path, b"[" * endgame.HEADER_BYTES), id="a header of garbage"),
        pytest.param(lambda path: os.truncate(path, path.stat().st_size - 1), id="shorter"),
        pytest.param(lambda path: os.truncate(path, path.stat().st_size + 1), id="longer"),
        pytest.param(lambda path: path.write_bytes(b""), id="empty"),
        pytest.param(lambda path: path.write_bytes(random.Random(1).randbytes(path.stat().st_size)), id="noise"),
    ],
)
def test_a_partial_file_of_another_kind_is_not_gone_on_with(tmp_path, made, spoil):
    spoil(leave_partial(tmp_path, 5))
    made.clear()
    endgame.build(DEPTH, tmp_path)
    assert made == ALL
    assert_good(tmp_path)


# Never believed unread


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_was_damaged_is_made_anew(tmp_path, made, damage):
    folder = tmp_path / "tables"
    path = endgame.build(DEPTH, folder)
    damage(path)
    shutil.rmtree(folder / "other", ignore_errors=True)
    made.clear()
    assert endgame.open_table(path, DEPTH) is None
    assert np.array_equal(endgame.load(DEPTH, folder), table_of(DEPTH))
    assert made == ALL
    assert_good(folder)


def test_a_process_that_has_the_old_table_open_keeps_it_while_it_is_made_anew(tmp_path):
    path = endgame.build(DEPTH, tmp_path)
    table = endgame.open_table(path, DEPTH)
    write_header(path, b"")
    assert np.array_equal(endgame.load(DEPTH, tmp_path), table_of(DEPTH))
    os.truncate(path, endgame.HEADER_BYTES)
    assert np.array_equal(table, table_of(DEPTH))


def test_a_small_file_is_read_through_every_time(tmp_path, read_through, monkeypatch):
    monkeypatch.setattr(endgame, "LARGE", 1 << 20)
    path = endgame.build(DEPTH, tmp_path)
    read_through.clear()
    for _ in range(2):
        assert endgame.open_table(path, DEPTH) is not None
    assert read_through == [DEPTH, DEPTH]
    assert_good(tmp_path)


def test_a_large_file_is_read_through_once(tmp_path, read_through):
    path = endgame.build(DEPTH, tmp_path)
    for _ in range(3):
        assert np.array_equal(endgame.open_table(path, DEPTH), table_of(DEPTH))
    assert read_through == [DEPTH]


def test_a_large_file_altered_after_it_was_read_is_found_out(tmp_path, read_through, made):
    path = endgame.build(DEPTH, tmp_path)
    assert endgame.open_table(path, DEPTH) is not None
    before = path.stat().st_mtime_ns
    flip(path, place_of_layer(4))
    os.utime(path, ns=(before + 1, before + 1))
    made.clear()
    assert endgame.open_table(path, DEPTH) is None
    assert np.array_equal(endgame.load(DEPTH, tmp_path), table_of(DEPTH))
    assert made == ALL
    assert read_through
    read_through.clear()
    assert endgame.open_table(path, DEPTH) is not None
    assert read_through == []


def test_a_file_put_in_the_place_of_a_large_one_is_found_out(tmp_path, read_through):
    path = endgame.build(DEPTH, tmp_path)
    assert endgame.open_table(path, DEPTH) is not None
    stat = path.stat()
    other = tmp_path / "other"
    shutil.copy(path, other)
    flip(other, place_of_layer(1))
    other.replace(path)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert endgame.open_table(path, DEPTH) is None
    assert read_through == [DEPTH, DEPTH]


def another_files_stamp(seen: Path) -> None:
    """The stamp that a file of another folder was given."""
    path = endgame.build(DEPTH, seen.parent / "other")
    endgame.open_table(path, DEPTH)
    shutil.copy(path.with_suffix(".seen"), seen)


@pytest.mark.parametrize(
    "spoil",
    [
        another_files_stamp,
        lambda seen: seen.write_bytes(b"\xff\xfe\0"),
        lambda seen: seen.write_bytes(b""),
        lambda seen: seen.write_bytes(b"9" * 1_000_000),
        lambda seen: (seen.unlink(), seen.mkdir()),
    ],
    ids=["of another file", "not text", "empty", "endless", "a folder"],
)
def test_a_stamp_that_is_not_the_files_own_means_nothing(tmp_path, read_through, spoil):
    path = endgame.build(DEPTH, tmp_path)
    assert endgame.open_table(path, DEPTH) is not None
    seen = path.with_suffix(".seen")
    spoil(seen)
    read_through.clear()
    assert np.array_equal(endgame.open_table(path, DEPTH), table_of(DEPTH))
    assert read_through == [DEPTH]
    read_through.clear()
    assert endgame.open_table(path, DEPTH) is not None
    assert read_through == ([] if seen.is_file() else [DEPTH])


@pytest.mark.parametrize("damage", ["version", "depth", "no layers", "lists in lists", "no header"])
def test_a_large_file_with_a_stamp_must_still_have_its_header(tmp_path, read_through, damage):
    path = endgame.build(DEPTH, tmp_path)
    assert endgame.open_table(path, DEPTH) is not None
    DAMAGES[damage](path)
    stat = path.stat()
    path.with_suffix(".seen").write_text(f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ino}", encoding="ascii")
    assert endgame.open_table(path, DEPTH) is None
    assert read_through == [DEPTH, DEPTH]


# Shared


def test_what_is_written_to_a_table_does_not_reach_its_file(tmp_path):
    table = endgame.load(DEPTH, tmp_path)
    other = endgame.load(DEPTH, tmp_path)
    table[:] = 0xFF
    assert np.array_equal(other, table_of(DEPTH))
    assert_good(tmp_path)


SHARING = """
import sys
from multiprocessing import get_context
from pathlib import Path
from tutor.solver import endgame

table = endgame.load(6, Path(sys.argv[1]))

def copied():
    "The kilobytes of the table that this process has to itself."
    _, _, after = Path("/proc/self/smaps").read_text().partition("endgame-6.table")
    return int(after.partition("Private_Dirty:")[2].split()[0])

def work(number):
    found = [int(table.sum()), copied()]
    table[:] = number
    return [*found, int(table.sum()) // table.size, copied() > 0]

if __name__ == "__main__":
    with get_context("fork").Pool(2, maxtasksperchild=1) as pool:
        print(pool.map(work, [1, 2, 3], chunksize=1))
    print(int(table.sum()))
"""


def test_forked_workers_share_the_table_until_one_writes_to_its_own(tmp_path):
    command = (sys.executable, "-c", SHARING, str(tmp_path))
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    total = int(table_of(6).sum())
    expected = [[total, 0, number, True] for number in (1, 2, 3)]
    assert done.stdout.splitlines() == [str(expected), str(total)]
    assert_good(tmp_path, 6)


def test_many_threads_that_want_the_same_table_make_it_once(tmp_path, made):
    with ThreadPoolExecutor(12) as pool:
        tables = list(pool.map(lambda _: endgame.load(DEPTH, tmp_path), range(12)))
    assert made == ALL
    assert all(np.array_equal(table, table_of(DEPTH)) for table in tables)
    assert_good(tmp_path)


def test_processes_that_want_the_same_table_make_it_once(tmp_path):
    folder = tmp_path / "new"
    with ExitStack() as stack:
        others = [stack.enter_context(start(folder, 6)) for _ in range(3)]
        assert [other.stdout.readline() for other in others] == ["ready\n"] * 3
        for other in others:
            tell(other)
        answers = [json.loads(other.stdout.readline()) for other in others]
    assert sorted(layer for answer in answers for layer in answer["made"]) == [1, 2, 3, 4, 5, 6]
    assert {answer["checksum"] for answer in answers} == {endgame.checksum(endgame.table_path(6, folder))}
    assert_good(folder, 6)


# Where nothing can be written


def no_room(*_args: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def file_in_the_way(folder: Path) -> Path:
    (folder / "file").write_text("a file", encoding="ascii")
    return folder / "file"


def folder_in_the_way(suffix: str):
    def prepare(folder: Path) -> Path:
        endgame.table_path(DEPTH, folder).with_suffix(suffix).mkdir()
        return folder

    return prepare


@pytest.mark.parametrize(
    "prepare",
    [
        lambda _folder: Path("/proc/nowhere"),
        file_in_the_way,
        lambda folder: file_in_the_way(folder) / "deeper",
        folder_in_the_way(".table"),
        folder_in_the_way(".partial"),
        folder_in_the_way(".lock"),
    ],
    ids=["no folder", "a file", "below a file", "a folder for the table", "for the partial file", "for the lock"],
)
def test_where_no_file_can_be_written_the_table_is_made_every_time(tmp_path, prepare):
    folder = prepare(tmp_path)
    for _ in range(2):
        assert np.array_equal(endgame.load(DEPTH, folder), table_of(DEPTH))
    assert endgame.kept_depths(folder) == []
    with pytest.raises(OSError, match=str(folder)):
        endgame.build(DEPTH, folder)


def no_home(*_args: object, **_options: object) -> str:
    raise RuntimeError("could not determine the home directory")


@pytest.mark.parametrize("answer", [no_home, lambda *_args, **_options: "~/.cache/draw-bridge-tutor"])
def test_for_a_user_without_a_home_the_table_is_made_every_time(tmp_path, monkeypatch, made, answer):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DRAWBRIDGE_CACHE")
    monkeypatch.setattr(platformdirs, "user_cache_dir", answer)
    for _ in range(2):
        assert np.array_equal(endgame.load(DEPTH), table_of(DEPTH))
    assert made == ALL * 2
    assert list(tmp_path.iterdir()) == []


def test_on_a_full_disk_the_table_is_made_every_time_and_nothing_half_made_is_left(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "posix_fallocate", no_room)
    assert np.array_equal(endgame.load(DEPTH, tmp_path), table_of(DEPTH))
    with pytest.raises(OSError, match=r"No space left on device: .*endgame-5\.partial"):
        endgame.build(DEPTH, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["endgame-5.lock"]


def test_a_disk_that_is_full_for_a_while_does_not_cost_the_layers_already_made(tmp_path, monkeypatch, made):
    leave_partial(tmp_path, 4)
    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", no_room)
        with pytest.raises(OSError, match="No space"):
            endgame.build(DEPTH, tmp_path)
    made.clear()
    endgame.build(DEPTH, tmp_path)
    assert made == [4, 5]
    assert_good(tmp_path)


@pytest.mark.parametrize("reason", [errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS])
def test_a_file_system_that_cannot_reserve_room_is_written_to_all_the_same(tmp_path, monkeypatch, reason):
    def cannot(*_args: object) -> None:
        raise OSError(reason, os.strerror(reason))

    monkeypatch.setattr(os, "posix_fallocate", cannot)
    endgame.build(DEPTH, tmp_path)
    assert_good(tmp_path)


def test_a_system_that_has_no_such_call_does_without(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "posix_fallocate")
    endgame.build(DEPTH, tmp_path)
    assert_good(tmp_path)


# The deepest one


def test_the_deepest_whole_table_is_used_and_a_damaged_one_passed_over(tmp_path, monkeypatch, made):
    monkeypatch.setattr(endgame, "DEFAULT_DEPTH", 2)
    for depth in (1, 3, 4, 5):
        endgame.build(depth, tmp_path)
    made.clear()
    for depth, damage in ((5, "layer 3"), (4, "shorter"), (3, "lists in lists")):
        found, table = endgame.load_best(tmp_path)
        assert (found, made) == (depth, [])
        assert np.array_equal(table, table_of(depth))
        DAMAGES[damage](endgame.table_path(depth, tmp_path))
    found, table = endgame.load_best(tmp_path)
    assert (found, made) == (2, [1, 2])
    assert np.array_equal(table, table_of(2))
    assert endgame.kept_depths(tmp_path) == [1, 2, 3, 5]


def test_an_engine_stands_on_the_deepest_table_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("DRAWBRIDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(endgame, "DEFAULT_DEPTH", 2)
    assert Engine().depth == 2
    endgame.build(4, tmp_path)
    assert Engine().depth == 4


@cache
def engines() -> list[Engine]:
    """Engines on tables of three depths; the first search most, the last least."""
    return [Engine(depth, endgame.make(depth)) for depth in (5, 8, 9)]


@pytest.mark.parametrize("seed", range(3))
def test_every_depth_gives_the_same_values(seed):
    rng = random.Random(19_000 + seed)
    for number in range(100):
        layout = random_layout(rng, rng.randint(1, 13), on_table=number % 2 == 1)
        position = to_position(layout, SEATS[number // 2 % 2])
        first, *others = [engine.card_values(position) for engine in engines()]
        assert all(other == first for other in others), position
        assert [engine.value(position) for engine in engines()] == [max(first.values())] * 3, position


def test_every_depth_gives_the_same_trick_tables():
    rng = random.Random(20_000)
    deals = [rng.sample(range(52), 26) for _ in range(60)]
    hands = np.array([[sum(1 << card for card in deal[at : at + 13]) for at in (0, 13)] for deal in deals])
    first, *others = [engine.trick_tables(hands) for engine in engines()]
    assert all(np.array_equal(other, first) for other in others)
    assert len(np.unique(first)) > 5


@pytest.mark.parametrize("k", [1, 2, 3])
def test_the_worth_of_the_lead_is_that_of_solving_each_position_for_both_leaders(k):
    table = endgame.make(3)
    expected = Counter()
    for notrump in (False, True):
        for lengths in kernel.block_lengths(k, notrump):
            for owners in range(1 << 2 * k):
                if owners.bit_count() == k:
                    key, rest = kernel.NOTRUMP_BIT if notrump else 0, owners
                    for place, length in enumerate(lengths):
                        key |= (1 << length | rest & (1 << length) - 1) << 14 * place
                        rest >>= length
                    other = kernel.canonical(kernel.flipped(key))
                    both = kernel.table_value(table, kernel.canonical(key), k) + kernel.table_value(table, other, k)
                    expected[both - k] += 1
    assert endgame.lead_worth(table, k) == dict(sorted(expected.items()))
    assert sum(expected.values()) == 2 * len(endgame.layer(table, k))


def test_a_folder_in_which_no_lock_can_be_made_is_an_error_and_not_waited_for():
    with pytest.raises(OSError, match="endgame-4"):
        endgame.build(4, Path("/proc"))
    assert (endgame.load(4, Path("/proc")) == endgame.make(4)).all()
