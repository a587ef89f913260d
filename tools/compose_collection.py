"""Compose the posted collection: ``python -m tools.compose_collection`` writes ``puzzles/collection/THEME.toml``.

From every specification in ``puzzles/specs/`` a pool of puzzles is composed; of these as many as are wanted are kept,
the levels as evenly as the pool allows, and none like another (:func:`tutor.coach.puzzle.same.likeness`), nor with the
hands of another. Positions composed from the same specifications with another seed become the puzzles that ask for a
number of tricks; those that ask what the opponent holds are composed from deals. Puzzles that beat or make a contract,
and those that ask for the first card only, have specifications of their own. Names come from
``tools/puzzle_names.txt``, each file always from the same part of a list shuffled once. So the same specifications give
the same files.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import itertools
import random
import textwrap
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from tutor.coach.puzzle import check_puzzle, load_collection
from tutor.coach.puzzle.document import as_toml
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle
from tutor.coach.puzzle.same import likeness
from tutor.coach.themes import Theme
from tutor.composer.asking import count_puzzles, tricks_puzzle
from tutor.composer.call_judging import SoundCall
from tutor.composer.composing import Composer, GivenUpError, ImpossibleError
from tutor.composer.demands import Contracted
from tutor.composer.judging import Sound
from tutor.composer.spec import LEAD_THEMES, REPLY_THEMES, Spec, load_spec
from tutor.composer.writing import write_up
from tutor.resources import folder

NAMES: Final = Path(__file__).parent / "puzzle_names.txt"
HERE: Final = folder("puzzles") / "collection"
CHOSEN: Final = "first.toml"
"""Puzzles chosen by hand, which stay as they are."""
POOL: Final = 30
KEPT: Final = 12
"""Puzzles composed from each specification, and of these kept."""
SLOW: Final = {"squeeze": 20, "hold-up": 14, "refuse-ruff": 16, "stay-off-lead": 18}
"""Pools of the specifications of which a puzzle takes seconds."""
NARROW: Final = ("refuse-ruff", "stay-off-lead")
FEW: Final = 3
"""Specifications so narrow that a new seed finds another puzzle sooner than the one that has found so many."""
ASKING: Final = 14
"""Puzzles of each kind that asks for an answer without play."""
OWN: Final = {
    "beat": {"beat-3nt": 6, "beat-2s": 6},
    "only-card": {"only-card": 12},
    "contracts": {"make-3nt": 4, "make-4h": 4},
}
"""Files that are of no one theme: how many puzzles from which specifications."""
VARIED: Final = 4
"""How much larger their pools are: themes that come up now and then are to be there too."""
WIDTH: Final = 118
ABOUT: Final = "Composed and written by python -m tools.compose_collection; the levels are measured."


@click.command()
@click.argument("themes", nargs=-1)
@click.option("--seed", default=1, show_default=True)
@click.option("--pool", default=POOL, show_default=True)
@click.option("--out", default=HERE, type=click.Path(file_okay=False, path_type=Path), show_default=True)
def main(themes: tuple[str, ...], seed: int, pool: int, out: Path) -> None:
    """Compose the files of THEMES, by default all; the others stay and are not repeated."""
    every = [theme.value for theme in Theme if (folder("puzzles") / "specs" / f"{theme}.toml").exists()]
    files = [*every, "tricks", "count", *OWN]
    wanted = [name for name in files if not themes or name in themes]
    taken = _Taken(out, wanted)
    for name in wanted:
        started = time.process_time()
        number = files.index(name)
        if name == "tricks":
            pools: list[tuple[Sequence[AnyPuzzle], int]] = [([tricks_puzzle(s) for s in _some(every, seed)], ASKING)]
        elif name == "count":
            pools = [(list(count_puzzles(random.Random(seed), 4 * ASKING)), ASKING)]  # noqa: S311 - guards nothing
        else:
            size = VARIED * pool if name in OWN else min(pool, SLOW.get(name, pool))
            pools = [
                ([puzzle for puzzle, _ in _composed(source, 1000 * seed + number, size)], most)
                for source, most in OWN.get(name, {name: KEPT}).items()
            ]
        chosen = [puzzle for pool_of, most in pools for puzzle in _spread(pool_of, most, taken)]
        titles = _names_left(files.index(name) - len(every) - 2, len(every)) if name in OWN else _names(number)
        kept = [taken.add(puzzle, title) for puzzle, title in zip(chosen, titles, strict=False)]
        (out / f"{name}.toml").write_text(_file(kept), encoding="utf-8")
        levels = "".join(str(sum(puzzle.level == level for puzzle in kept)).rjust(3) for level in range(1, 6))
        found = sum(len(pool_of) for pool_of, _ in pools)
        click.echo(f"{name:18} {len(kept):3} of {found:3}, levels{levels}, {time.process_time() - started:.0f} s")


class _Taken:
    """What puzzles have been taken: none may be like them, have their hands or their names."""

    def __init__(self, out: Path, but: Iterable[str]) -> None:
        self._seen: set[object] = set()
        for path in {HERE / CHOSEN, *out.glob("*.toml")}:
            if path.stem not in but:
                for puzzle in load_collection(path):
                    self.note(puzzle)

    def note(self, puzzle: AnyPuzzle) -> None:
        """*puzzle* is taken."""
        self._seen |= {likeness(puzzle), *_hands(puzzle)}

    def has(self, puzzle: AnyPuzzle) -> bool:
        """Whether one like *puzzle* is taken."""
        return not self._seen.isdisjoint({likeness(puzzle), *_hands(puzzle)})

    def add(self, puzzle: AnyPuzzle, title: str) -> AnyPuzzle:
        """*puzzle* under the name *title*, without faults."""
        slug = title.lower().replace("’", "").replace(" ", "-")
        named = replace(puzzle, slug=slug, title=title)
        faults = check_puzzle(named)
        if faults:
            raise click.ClickException("\n".join(f"{slug}: {fault}" for fault in faults))
        return named


def _hands(puzzle: AnyPuzzle) -> list[object]:
    return [(puzzle.north, puzzle.south)] if isinstance(puzzle, CallPuzzle) else []


def _composed(name: str, seed: int, count: int) -> Iterator[tuple[AnyPuzzle, object]]:
    """*count* puzzles from the specification *name*, or as many as there are.

    What they tell beforehand is left out but for a contract: all else stands on the page.
    """
    spec = load_spec(folder("puzzles") / "specs" / f"{name}.toml")
    contracted = any(isinstance(demand.asked, Contracted) for demand in spec.demands)
    made = _afresh(spec, seed) if name in NARROW else Composer(spec, seed).compose()
    for _ in range(count):
        try:
            composed = write_up(spec, next(made))
        except (GivenUpError, ImpossibleError):
            return
        yield composed.puzzle if contracted else replace(composed.puzzle, prompt=""), composed.sound


def _afresh(spec: Spec, seed: int) -> Iterator[Sound | SoundCall]:
    """The puzzles of *spec*, a few of each seed."""
    for number in itertools.count(seed):
        yield from itertools.islice(Composer(spec, number).compose(), FEW)


def _some(names: Sequence[str], seed: int) -> list[Sound]:
    """Positions for the puzzles that ask for tricks, of every theme of the play that is composed quickly."""
    quick = [name for name in names if name not in SLOW and Theme(name) in (*LEAD_THEMES, *REPLY_THEMES)]
    made = [found for name in quick for found in _composed(name, 7000 * seed, 3)]
    return [sound for _, sound in made if isinstance(sound, Sound)]


def _spread(pool: Sequence[AnyPuzzle], most: int, taken: _Taken) -> list[AnyPuzzle]:
    """Up to *most* of *pool*, levels in turn and themes within each, none like another or one that is taken."""
    by_level: dict[int, list[AnyPuzzle]] = {}
    for puzzle in pool:
        by_level.setdefault(puzzle.level, []).append(puzzle)
    by_level = {level: _themes_in_turn(puzzles) for level, puzzles in by_level.items()}
    found: list[AnyPuzzle] = []
    while len(found) < most and by_level:
        for level in sorted(by_level):
            puzzle = by_level[level].pop(0)
            if not by_level[level]:
                del by_level[level]
            if len(found) < most and not taken.has(puzzle):
                taken.note(puzzle)
                found.append(puzzle)
    return sorted(found, key=lambda puzzle: puzzle.level)


def _themes_in_turn(puzzles: Iterable[AnyPuzzle]) -> list[AnyPuzzle]:
    """*puzzles*, first the first of every theme, then the second ones, and so on."""
    seen: Counter[str] = Counter()
    numbered = []
    for puzzle in puzzles:
        numbered.append((seen[puzzle.themes[0]], puzzle))
        seen[puzzle.themes[0]] += 1
    return [puzzle for _, puzzle in sorted(numbered, key=lambda each: each[0])]


def _names(number: int) -> list[str]:
    """The names for the file with this *number*."""
    names = NAMES.read_text(encoding="utf-8").split("\n")[:-1]
    random.Random("names").shuffle(names)  # noqa: S311 - guards nothing
    return names[number * ASKING : (number + 1) * ASKING]


def _names_left(number: int, themes: int) -> list[str]:
    """The names for file *number* of :data:`OWN`, of those that the files of so many *themes* leave over."""
    left = [name for theme in range(themes) for name in _names(theme)[KEPT:]]
    return left[number * KEPT : (number + 1) * KEPT]


def _file(puzzles: Sequence[AnyPuzzle]) -> str:
    """The text of a file, its longer words over as many lines as they need."""
    parts = [f"# {ABOUT}\n"]
    for puzzle in puzzles:
        rest = as_toml(replace(puzzle, solution="-", prompt="")).replace('solution = "-"\n', "")
        told = f"prompt = {_filled(puzzle.prompt)}" if puzzle.prompt else ""
        parts.append(f"[{puzzle.slug}]\n{rest}{told}solution = {_filled(puzzle.solution)}")
    return "\n".join(parts)


def _filled(text: str) -> str:
    """*text* as a value of TOML, paragraph by paragraph over several lines."""
    paragraphs = (textwrap.fill(each, WIDTH, break_long_words=False) for each in text.split("\n\n"))
    return '"""\n' + "\n\n".join(paragraphs) + '\n"""\n'


if __name__ == "__main__":
    main()
