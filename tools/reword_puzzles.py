"""Write the coach's words of today into puzzle files: ``python -m tools.reword_puzzles puzzles/collection/*.toml``.

Of a solution change what is right, the tale of one wrong choice, which stays the one that was told of, and the advice
after it. What an author wrote stays: a paragraph that begins otherwise than the coach's do. All else in a file stays as
it is.
"""

# ruff: noqa: INP001 - scripts of the checkout are no package

import re
import textwrap
from pathlib import Path
from typing import Final

import click

from tutor.cards import Card
from tutor.coach.authored import ContentError, read_authored
from tutor.coach.content import in_english, source_paragraphs
from tutor.coach.puzzle import read_puzzles
from tutor.coach.puzzle.kinds import AnyPuzzle, CallPuzzle, CountPuzzle, TricksPuzzle
from tutor.coach.puzzle.words import call_paragraphs, right_calls, right_cards, suppose_card
from tutor.coach.reasons.call_reasons import reasons_for_call
from tutor.coach.reasons.explain import reasons_for_card
from tutor.coach.telling import advice
from tutor.coach.telling.explanations import what_happens
from tutor.coach.telling.knowing import OPEN
from tutor.coach.telling.marks import marked_apart
from tutor.coach.telling.theme_words import theme_sentence
from tutor.messages import Message
from tutor.notation import parse_call, parse_card
from tutor.rules import Position
from tutor.solver import card_values

WIDTH: Final = 118
SUPPOSED: Final = re.compile(r"Suppose you (?:lead|play|choose) (\S+?)(?: instead)?\. ")
"""How the tale of a wrong choice begins."""
ADVICE: Final = {*advice.NEXT_TIME.values(), advice.HIGHEST, advice.ESCAPE_MAKES}


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(paths: tuple[Path, ...]) -> None:
    """Write the coach's words into the solutions of the puzzles in the files PATHS."""
    try:
        changed = sum(reword_file(path) for path in paths)
    except ContentError as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"{changed} solutions changed")


def reword_file(path: Path) -> int:
    """Write the coach's words into *path*; gives how many solutions were others.

    Raises:
        ContentError: when it cannot be read.
    """
    puzzles = read_puzzles(read_authored(path), path)
    lines = path.read_text(encoding="utf-8").splitlines()
    changed = 0
    for puzzle in sorted(puzzles, key=lambda each: -each.places.lines[("solution",)]):
        said = reworded(puzzle)
        if said != source_paragraphs(puzzle.solution):
            _write(lines, puzzle.places.lines[("solution",)] - 1, said)
            changed += 1
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return changed


def reworded(puzzle: AnyPuzzle) -> tuple[str, ...]:
    """The paragraphs of the solution of *puzzle* in the coach's words of today."""
    parts = list(source_paragraphs(puzzle.solution))
    if isinstance(puzzle, CountPuzzle):
        return tuple(parts)
    if isinstance(puzzle, CallPuzzle):
        right, position = puzzle.best, None
    else:
        position = puzzle.position
        right = _right(position, None if isinstance(puzzle, TricksPuzzle) else puzzle.goal)
    parts[0] = _first(parts[0], right, of_calls=position is None)
    for place, part in enumerate(parts):
        if (told := SUPPOSED.match(part)) is None:
            continue
        new = _call(puzzle, told[1]) if isinstance(puzzle, CallPuzzle) else _card(puzzle, position, told[1])
        advised = parts[place + 1 : place + 2]
        follows = advised and advised[0] in ADVICE
        parts[place : place + (2 if follows else 1)] = new if follows else new[:1]
        break
    return tuple(parts)


def _right(position: Position, goal: int | None) -> tuple[Card, ...]:
    """The cards of *position* that reach *goal*, or are best."""
    values = card_values(position)
    return tuple(card for card, tricks in values.items() if tricks >= (max(values.values()) if goal is None else goal))


def _first(paragraph: str, right: tuple[int, ...], *, of_calls: bool) -> str:
    """*paragraph* with what is *right* in the words of today, where it tells that."""
    if paragraph.startswith("Right is "):
        return in_english((right_calls(right) if of_calls else right_cards(right),))
    if of_calls:
        return paragraph
    named = in_english((Message("%(choices)s", {"choices": marked_apart(right)}),))
    paragraph = re.sub(r"^(Lead|Play) [♠♥♦♣][^:]+: that is", rf"\1 {named}: that is", paragraph)
    return re.sub(r"It begins with [^.]+\.", f"It begins with {named}.", paragraph)


def _card(puzzle: AnyPuzzle, position: Position, name: str) -> list[str]:
    """The tale of the wrong card *name*, its theme the first of the puzzle's that it has, and the advice."""
    card = parse_card(name)
    reasons = reasons_for_card(position.play, card)
    found = {finding.theme.value: finding for finding in reversed(reasons.findings)}
    finding = next((found[theme] for theme in puzzle.themes if theme in found), reasons.findings[0])
    tale = (suppose_card(position, card), *what_happens(reasons.refutation, OPEN), theme_sentence(reasons, finding))
    return [in_english(tale), advice.NEXT_TIME[finding.theme]]


def _call(puzzle: CallPuzzle, name: str) -> list[str]:
    decision, call = puzzle.decision, parse_call(name)
    told = call_paragraphs(decision, call, reasons_for_call(decision, decision.choice(call)))
    return [in_english(part) for part in told]


def _write(lines: list[str], start: int, said: tuple[str, ...]) -> None:
    """Put *said* into *lines* as the value of the solution that begins at *start*."""
    end = start
    if lines[start].count('"""') == 1:
        end = next(place for place in range(start + 1, len(lines)) if '"""' in lines[place])
    filled = "\n\n".join(textwrap.fill(each, WIDTH, break_long_words=False) for each in said)
    lines[start : end + 1] = ['solution = """', *filled.split("\n"), '"""']


if __name__ == "__main__":
    main()
