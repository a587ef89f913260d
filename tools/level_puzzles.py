"""Write the measured level of each puzzle into its file: ``python -m tools.level_puzzles puzzles/collection/*.toml``.

Of every file only the numbers after ``level =`` change; the measure is :mod:`tutor.coach.puzzle.difficulty`. Those that
changed are told, with the rating that decides. A file that cannot be read is left as it is.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import re
from pathlib import Path

import click

from tutor.coach.authored import ContentError, read_authored
from tutor.coach.puzzle import read_puzzles
from tutor.coach.puzzle.difficulty import difficulty


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(paths: tuple[Path, ...]) -> None:
    """Write the measured level of each puzzle in the files PATHS into them."""
    try:
        changed = sum(level_file(path) for path in paths)
    except ContentError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{changed} levels changed")


def level_file(path: Path) -> int:
    """Write the levels of the puzzles in *path* into it; gives how many were others.

    Raises:
        ContentError: when it cannot be read.
    """
    puzzles = read_puzzles(read_authored(path), path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = 0
    for puzzle in puzzles:
        measured = difficulty(puzzle)
        if measured.level != puzzle.level:
            _write(lines, puzzle.places.lines[("level",)] - 1, measured.level)
            click.echo(f"{path}: {puzzle.slug}: {puzzle.level} is now {measured.level} ({measured.rating:.0f})")
            changed += 1
    if changed:
        path.write_text("".join(lines), encoding="utf-8")
    return changed


def _write(lines: list[str], index: int, level: int) -> None:
    lines[index] = re.sub(r"=\s*\d+", f"= {level}", lines[index], count=1)


if __name__ == "__main__":
    main()
