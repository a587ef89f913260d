"""Files of endgame tables for the tests: made, left half made, damaged."""

import json
import os
import random
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from tutor.solver import endgame, kernel

DEPTH: Final = 5
ALL: Final = [1, 2, 3, 4, 5]

# Of tables of version 1. When one of these changes, so must the version: files of the old kind are kept somewhere.
CHECKSUMS: Final = {5: "99115ef64a32f024c492f2bc3fc76819", 8: "6828449bffeb26a04f00752ad6d92547"}


class StoppedError(Exception):
    """What a test stops the making of a table with."""


@cache
def table_of(depth: int) -> endgame.Table:
    """A table made in memory, in one go."""
    return endgame.make(depth)


def stopping_in(layer: int, error: type[BaseException] = StoppedError) -> endgame.Progress:
    """A progress callback that raises *error* in the middle of *layer*."""

    def progress(done: int, _total: int) -> None:
        if done > kernel.LAYER_START[layer]:
            raise error

    return progress


def leave_partial(folder: Path, layer: int) -> Path:
    """What a crash in the middle of *layer* leaves of a table of :data:`DEPTH`."""
    with pytest.raises(StoppedError):
        endgame.build(DEPTH, folder, stopping_in(layer))
    return endgame.table_path(DEPTH, folder).with_suffix(".partial")


def place_of_layer(layer: int) -> int:
    """Where a byte in the middle of *layer* stands in a file."""
    return endgame.HEADER_BYTES + int(kernel.LAYER_START[layer] + kernel.LAYER_START[layer + 1]) // 4


def flip(path: Path, place: int) -> None:
    """Alter one byte of a file."""
    data = bytearray(path.read_bytes())
    data[place] ^= 0x10
    path.write_bytes(data)


def write_header(path: Path, text: bytes) -> None:
    """Put *text* where the header of a file is."""
    path.write_bytes(text.ljust(endgame.HEADER_BYTES, b"\0") + path.read_bytes()[endgame.HEADER_BYTES :])


def header_with(path: Path, **changes: Any) -> bytes:
    """The header of a file with some entries changed."""
    header = json.loads(path.read_bytes()[: endgame.HEADER_BYTES].rstrip(b"\0"))
    return json.dumps({**header, **changes}).encode()


def assert_good(folder: Path, depth: int = DEPTH) -> None:
    """The file is there, with the right values, and nothing half made beside it."""
    path = endgame.table_path(depth, folder)
    table = endgame.open_table(path, depth)
    assert table is not None
    assert np.array_equal(table, table_of(depth))
    assert sorted(found.name for found in folder.iterdir()) == [path.with_suffix(".lock").name, path.name]


DAMAGES: Final[dict[str, Callable[[Path], object]]] = {
    "emptied": lambda path: path.write_bytes(b""),
    "shorter": lambda path: os.truncate(path, path.stat().st_size - 1),
    "only a header": lambda path: os.truncate(path, endgame.HEADER_BYTES),
    "longer": lambda path: os.truncate(path, path.stat().st_size + 1),
    "noise": lambda path: path.write_bytes(random.Random(2).randbytes(path.stat().st_size)),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "a table of another depth": lambda path: shutil.copy(endgame.build(4, path.parent / "other"), path),
    "its first byte": lambda path: flip(path, endgame.HEADER_BYTES),
    "its last byte": lambda path: flip(path, path.stat().st_size - 1),
    "layer 3": lambda path: flip(path, place_of_layer(3)),
    "format": lambda path: write_header(path, header_with(path, format="chess")),
    "version": lambda path: write_header(path, header_with(path, version=endgame.VERSION + 1)),
    "depth": lambda path: write_header(path, header_with(path, depth=4)),
    "no layers": lambda path: write_header(path, header_with(path, layers={})),
    "layers of another kind": lambda path: write_header(path, header_with(path, layers=[1, 2, 3, 4, 5])),
    "layers that are none": lambda path: write_header(path, header_with(path, layers={"x": "y"})),
    "a layer of endless number": lambda path: write_header(path, header_with(path, layers={"9" * 3800: "y"})),
    "checksums that are none": lambda path: write_header(path, header_with(path, layers=dict.fromkeys("12345"))),
    "no header": lambda path: write_header(path, b""),
    "half a header": lambda path: write_header(path, header_with(path)[:100]),
    "a header twice": lambda path: write_header(path, header_with(path) * 2),
    "a list": lambda path: write_header(path, b"[]"),
    "null": lambda path: write_header(path, b"null"),
    "text": lambda path: write_header(path, b'"format"'),
    "a number that fills the page": lambda path: write_header(path, b"9" * endgame.HEADER_BYTES),
    "lists in lists": lambda path: write_header(path, b"[" * endgame.HEADER_BYTES),
    "objects in objects": lambda path: write_header(path, b'{"a":' * (endgame.HEADER_BYTES // 5)),
    "no text": lambda path: write_header(path, b"\xff" * endgame.HEADER_BYTES),
    "another encoding": lambda path: write_header(path, header_with(path).decode().encode("utf-16")),
}
