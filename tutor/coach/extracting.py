"""The texts of lessons and puzzles, collected for translation: an extractor for ``pybabel``, named in ``babel.cfg``.

Every paragraph is a text of its own, as :func:`tutor.coach.content.paragraphs` asks for it, so that a change in one
leaves the translations of the others alone.
"""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from tutor.coach.authored import KeyPath, Places
from tutor.coach.content import source_paragraphs

TEXT_KEYS: Final = ("title", "introduction", "prompt", "note", "after", "solution", "wrap_up")
"""The keys whose values are for people, wherever they stand."""

Found: TypeAlias = tuple[int, None, str, list[str]]
"""As ``pybabel`` wants it: the line, the function that marked the text (none), the text, comments for translators."""


def extract(
    file: IO[bytes],
    keywords: Mapping[str, Any],  # noqa: ARG001 - an extractor's arguments
    comment_tags: Collection[str],  # noqa: ARG001
    options: Mapping[str, Any],  # noqa: ARG001
) -> Iterator[Found]:
    """The paragraphs of a TOML file, each with a comment that names the file and the key.

    Arguments:
        file: the file, open in binary; its name goes into the comments.
        keywords: names of functions that mark texts; there are none in these files.
        comment_tags: what marks a comment for translators; these files need no marks.
        options: of the section in ``babel.cfg``; there are none.

    Raises:
        tomllib.TOMLDecodeError: when it is no TOML.
        UnicodeDecodeError: when it is not UTF-8.
    """
    text = file.read().decode("utf-8-sig").replace("\r\n", "\n")
    name, places = Path(str(getattr(file, "name", ""))).name, Places.of(text)
    for path, where, value in _texts(tomllib.loads(text), ()):
        comment = f"{name}: {where}"
        for paragraph in source_paragraphs(value):
            yield places.line(path) or 1, None, paragraph, [comment]


def _texts(table: Mapping[str, Any], path: KeyPath, prefix: str = "") -> Iterator[tuple[KeyPath, str, str]]:
    """The texts of *table*: the path of each, the same in words, and the text."""
    for key, value in table.items():
        if key in TEXT_KEYS and isinstance(value, str):
            yield (*path, key), f"{prefix}{key}", value
        elif isinstance(value, dict):
            yield from _texts(value, (*path, key), f"{prefix}{key}, ")
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, dict):
                    # A choice is known by what is chosen, all others by their number.
                    called = item.get("action", index + 1)
                    yield from _texts(item, (*path, key, index), f"{prefix}{key} {called}, ")
