"""The endgame table: the value of every position up to some number of cards each, made once and kept.

A table of *depth* d holds the layers 1 to d one after the other, two values of 4 bits in a byte; the kernel describes
their order. Depth 8 has 4.1 million values and takes under a second. It is kept in the user's cache folder
(``DRAWBRIDGE_CACHE`` names another); a folder that cannot be written costs only the making at every start.

Deeper ones are made by ``tutor tablebase build``, up to depth 13, the whole second phase; the deepest that is kept is
the one that is used.

A file is a header page (JSON: format, version, depth, and a BLAKE2 checksum of each layer) and the layers. It is
written beside its final name and moved there when whole, so that a reader never sees half a table; what a crash leaves
is taken up again layer by layer. A file that is short, altered or of another version is made anew. The checksums of a
large file are worked out once and not again while its size and time of change stay the same.
"""

import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from filelock import FileLock

from tutor.solver import kernel
from tutor.solver.cache import cache_folder

DEFAULT_DEPTH: Final = 8
MIN_DEPTH: Final = 1
MAX_DEPTH: Final = kernel.MAX_K
FORMAT: Final = "draw-bridge endgame table"
VERSION: Final = 1  # raise it whenever the order or the meaning of the values changes
HEADER_BYTES: Final = 4096
LARGE: Final = 64 << 20  # bytes from which on a file is not read through at every start

_CANNOT_RESERVE: Final = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP)  # by the file system, or not the C library

Table: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
Progress: TypeAlias = Callable[[int, int], None]
"""Called with (values made so far, values in all)."""


def table_bytes(depth: int) -> int:
    """The size of a table of *depth*, without its header."""
    return int(kernel.LAYER_START[depth + 1]) // 2


def layer(table: Table, k: int) -> Table:
    """The bytes of layer *k* of *table*, as a view."""
    return table[int(kernel.LAYER_START[k]) // 2 : int(kernel.LAYER_START[k + 1]) // 2]


def layer_values(table: Table, k: int, *, notrump: bool) -> Table:
    """The values of layer *k* in the order of the table, one in a byte: those with trumps or those of no-trump.

    Returns:
        uint8, one value (tricks) for each position: every block of suit lengths, every ownership.
    """
    packed = layer(table, k)
    values = np.empty(2 * packed.size, dtype=np.uint8)
    values[0::2] = packed & 15
    values[1::2] = packed >> 4
    with_trumps = len(kernel.block_lengths(k, False)) * int(kernel.BLOCK_SIZE[k])
    return values[with_trumps:] if notrump else values[:with_trumps]


def lead_worth(table: Table, k: int) -> dict[int, int]:
    """What it is worth to be on lead: in how many positions of layer *k* how many tricks.

    The worth is what a seat takes on lead less what the same seat takes when the other leads; it may be negative. The
    other's lead is the same block read backwards: turning all owner bits reverses their colex order.

    Returns:
        positions by worth in tricks, from the lowest worth up; both seats of each pair of hands count as positions.
    """
    size = int(kernel.BLOCK_SIZE[k])
    packed = layer(table, k).reshape(-1, size // 2)
    found: dict[int, int] = {}
    for block in packed:
        values = np.empty(size, dtype=np.int8)
        values[0::2] = block & 15
        values[1::2] = block >> 4
        worths, counts = np.unique(values + values[::-1] - k, return_counts=True)
        for worth, count in zip(worths.tolist(), counts.tolist(), strict=True):
            found[worth] = found.get(worth, 0) + count
    return dict(sorted(found.items()))


def fill_layer(table: Table, k: int, progress: Progress | None = None, done: int = 0, total: int = 0) -> None:
    """Compute layer *k* of *table* from the layers below it, on all cores."""
    size = int(kernel.BLOCK_SIZE[k])
    start = int(kernel.LAYER_START[k])
    blocks = [(block, start + number * size) for number, block in enumerate(kernel.layer_blocks(k))]

    def fill(job: tuple[tuple[int, int, int, int, int], int]) -> None:
        block, at = job
        kernel.fill_block(table, k, *block, at)

    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        for _ in pool.map(fill, blocks):
            done += size
            if progress is not None:
                progress(done, total)
    finally:
        # When it is interrupted, only the blocks under way are finished.
        pool.shutdown(cancel_futures=True)


def make(depth: int, progress: Progress | None = None) -> Table:
    """A table of *depth* (1–13) made in memory.

    Raises:
        ValueError: when *depth* is out of range.
    """
    check_depth(depth)
    table = np.zeros(table_bytes(depth), dtype=np.uint8)
    total = int(kernel.LAYER_START[depth + 1])
    for k in range(1, depth + 1):
        fill_layer(table, k, progress, int(kernel.LAYER_START[k]), total)
    return table


def table_path(depth: int, folder: Path | None = None) -> Path:
    """The file of the table of *depth*."""
    return (folder or cache_folder()) / f"endgame-{depth}.table"


def load(depth: int = DEFAULT_DEPTH, folder: Path | None = None, progress: Progress | None = None) -> Table:
    """The table of *depth*: memory-mapped from its file, which is made first when it is missing or damaged.

    Raises:
        ValueError: when *depth* is out of range.
    """
    check_depth(depth)
    path = table_path(depth, folder)
    table = open_table(path, depth)
    if table is not None:
        return table
    try:
        build(depth, folder, progress)
    except OSError:
        return make(depth, progress)
    table = open_table(path, depth)
    return make(depth, progress) if table is None else table


def build(depth: int, folder: Path | None = None, progress: Progress | None = None) -> Path:
    """Make the file of the table of *depth*, unless a good one is there; goes on from layers already made.

    Several processes may do this at once: one works, the others wait for it.

    Raises:
        OSError: when the folder cannot be written.
        ValueError: when *depth* is out of range.
    """
    check_depth(depth)
    path = table_path(depth, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    lock = path.with_suffix(".lock")
    lock.touch()  # where it cannot be made, this says so; waiting for the lock would try again for ever
    with FileLock(lock):
        if open_table(path, depth) is not None:
            return path
        with _writable(partial, HEADER_BYTES + table_bytes(depth)) as whole:
            _fill_file(whole, depth, progress)
        partial.replace(path)
    return path


def open_table(path: Path, depth: int) -> Table | None:
    """The table in the file *path*, memory-mapped, or None when there is no whole and unaltered one of *depth*."""
    try:
        stat = path.stat()
        if stat.st_size != HEADER_BYTES + table_bytes(depth):
            return None
        # Copy-on-write: the kernel wants a writable array, and nothing it might write would reach the file.
        whole = np.memmap(path, dtype=np.uint8, mode="c").view(np.ndarray)
    except OSError:
        return None
    table = whole[HEADER_BYTES:]
    seen = path.with_suffix(".seen")
    stamp = f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ino}"
    if stat.st_size > LARGE and _read_text(seen) == stamp and len(_read_header(whole, depth)) == depth:
        return table
    if not sound(whole, depth):
        return None
    if stat.st_size > LARGE:
        with contextlib.suppress(OSError):
            seen.write_text(stamp, encoding="ascii")
    return table


def sound(whole: Table, depth: int) -> bool:
    """Whether *whole*, a file with its header, is a table of *depth* and every layer has its checksum."""
    sums = _read_header(whole, depth)
    table = whole[HEADER_BYTES:]
    return all(sums.get(k) == _checksum(layer(table, k)) for k in range(1, depth + 1))


def kept_depths(folder: Path | None = None) -> list[int]:
    """The depths of the tables that seem to be kept: their files are there and as long as they should be."""
    found = []
    for depth in range(MIN_DEPTH, MAX_DEPTH + 1):
        with contextlib.suppress(OSError):
            if table_path(depth, folder).stat().st_size == HEADER_BYTES + table_bytes(depth):
                found.append(depth)
    return found


def load_best(folder: Path | None = None) -> tuple[int, Table]:
    """The deepest table kept, with its depth; the default one, made if need be, when no deeper one is whole.

    A damaged deep table is passed over, not made anew at once: that may take many minutes.
    """
    for depth in reversed(kept_depths(folder)):
        if depth > DEFAULT_DEPTH:
            table = open_table(table_path(depth, folder), depth)
            if table is not None:
                return depth, table
    return DEFAULT_DEPTH, load(DEFAULT_DEPTH, folder)


def checksum(path: Path) -> str:
    """One checksum of a whole table file, its header left out, to compare tables by: BLAKE2b, 16 bytes in hex."""
    return _checksum(np.memmap(path, dtype=np.uint8, mode="r", offset=HEADER_BYTES).view(np.ndarray))


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def check_depth(depth: int) -> None:
    """Refuse (ValueError) what is not a whole number from 1 to 13."""
    if type(depth) is not int or not MIN_DEPTH <= depth <= MAX_DEPTH:
        raise ValueError(f"an endgame table has a depth of {MIN_DEPTH} to {MAX_DEPTH} cards each, not {depth!r}")


@contextlib.contextmanager
def _writable(path: Path, size: int) -> Iterator[Table]:
    """The file *path*, of *size* bytes, as an array to write to; on leaving the block it is on the disk."""
    _reserve(path, size)
    whole = np.memmap(path, dtype=np.uint8, mode="r+")
    yield whole.view(np.ndarray)
    whole.flush()


def _reserve(path: Path, size: int) -> None:
    """Give the file *path* *size* bytes of the disk; what is in it is kept when it has that size.

    A disk that is full is an error here and now. In a file with holes, the write that finds no room for its page ends
    the process with a bus error.

    Raises:
        OSError: when there is no room; the file is gone then, unless it was there before.
    """
    kept = path.exists() and path.stat().st_size == size
    with path.open("r+b" if kept else "wb") as file:
        try:
            file.truncate(size)
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            if error.errno in _CANNOT_RESERVE:
                return
            if not kept:
                path.unlink()
            raise OSError(error.errno, error.strerror, str(path)) from error


def _fill_file(whole: Table, depth: int, progress: Progress | None) -> None:
    """Compute the layers that *whole* lacks, and note the checksum of each in its header when it is done."""
    sums = _read_header(whole, depth)
    table = whole[HEADER_BYTES:]
    total = int(kernel.LAYER_START[depth + 1])
    good = True
    for k in range(1, depth + 1):
        good = good and sums.get(k) == _checksum(layer(table, k))
        if good:
            continue
        layer(table, k)[:] = 0
        fill_layer(table, k, progress, int(kernel.LAYER_START[k]), total)
        sums = {**{below: sums[below] for below in range(1, k)}, k: _checksum(layer(table, k))}
        _write_header(whole, depth, sums)


def _checksum(data: Table) -> str:
    return hashlib.blake2b(data.data, digest_size=16).hexdigest()


def _write_header(whole: Table, depth: int, sums: dict[int, str]) -> None:
    header = {"format": FORMAT, "version": VERSION, "depth": depth, "layers": {str(k): sums[k] for k in sums}}
    text = json.dumps(header).encode()
    whole[: len(text)] = np.frombuffer(text, dtype=np.uint8)
    whole[len(text) : HEADER_BYTES] = 0


def _read_header(whole: Table, depth: int) -> dict[int, str]:
    """The checksums of the layers that the header says are there; none when it is not a header of ours."""
    try:
        header = json.loads(bytes(whole[:HEADER_BYTES]).rstrip(b"\0"))
        if (header["format"], header["version"], header["depth"]) != (FORMAT, VERSION, depth):
            return {}
        return {int(k): str(value) for k, value in header["layers"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
