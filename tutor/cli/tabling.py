"""``tutor tablebase``: endgame tables made, named and verified."""

import time
from collections import Counter

import click
import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tutor.cli.shell import fail, os_words
from tutor.messages import translate, translate_plural
from tutor.solver import endgame, kernel
from tutor.solver.cache import cache_folder


def build(depth: int) -> None:
    """Make the table of *depth* and say where it is; shows on a terminal how far it is and how long it will take."""
    started = time.monotonic()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("·"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(translate("Positions"), total=int(kernel.LAYER_START[depth + 1]))
        try:
            path = endgame.build(depth, progress=lambda done, total: bar.update(task, completed=done, total=total))
        except OSError as error:
            fail(f"tutor tablebase: {os_words(error)}")
    values = {
        "depth": depth,
        "path": path,
        "bytes": f"{path.stat().st_size:,}",
        "positions": f"{int(kernel.LAYER_START[depth + 1]):,}",
        "seconds": f"{time.monotonic() - started:.1f}",
        "checksum": endgame.checksum(path),
    }
    click.echo(translate("Depth %(depth)s: %(positions)s positions, %(bytes)s bytes, %(seconds)s s.", **values))
    click.echo(translate("File: %(path)s", **values))
    click.echo(translate("Checksum: %(checksum)s", **values))


def list_tables() -> None:
    """Say which tables are kept."""
    depths = endgame.kept_depths()
    if not depths:
        click.echo(translate("No table is kept in %(folder)s yet.", folder=cache_folder()))
    for depth in depths:
        path = endgame.table_path(depth)
        size = f"{path.stat().st_size:,}"
        click.echo(translate("Depth %(depth)s: %(bytes)s bytes, %(path)s", depth=depth, bytes=size, path=path))


def verify(depth: int) -> None:
    """Say whether the table of *depth* is whole and unaltered."""
    path = endgame.table_path(depth)
    try:
        whole = np.memmap(path, dtype=np.uint8, mode="r").view(np.ndarray)
    except OSError as error:
        fail(f"tutor tablebase: {os_words(error)}")
    except ValueError:
        whole = np.empty(0, dtype=np.uint8)  # an empty file has nothing to map
    if whole.size != endgame.HEADER_BYTES + endgame.table_bytes(depth) or not endgame.sound(whole, depth):
        fail(f"tutor tablebase: {path}: {translate('The table is damaged; `tutor tablebase build` makes it anew.')}")
    click.echo(
        translate("Depth %(depth)s: whole, checksum %(checksum)s.", depth=depth, checksum=endgame.checksum(path))
    )


def lead(depth: int) -> None:
    """Say for each number of cards in what share of all positions the lead is worth how many tricks."""
    table = endgame.open_table(endgame.table_path(depth), depth)
    if table is None:
        fail(f"tutor tablebase: {translate('There is no table of depth %(depth)s; make it first.', depth=depth)}")
    in_all: Counter[int] = Counter()
    for k in range(1, depth + 1):
        counts = endgame.lead_worth(table, k)
        in_all.update(counts)
        shares = _shares(counts)
        click.echo(
            translate_plural("%(count)s card each: %(shares)s", "%(count)s cards each: %(shares)s", k, shares=shares)
        )
    click.echo(translate("In all: %(shares)s", shares=_shares(dict(sorted(in_all.items())))))


def _shares(counts: dict[int, int]) -> str:
    """The counts as shares: ``-1 2.5%, 0 79.2%, …``."""
    total = sum(counts.values())
    return ", ".join(f"{f'{worth:+d}' if worth else worth} {count / total:.4%}" for worth, count in counts.items())
