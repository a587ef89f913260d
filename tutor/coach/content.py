"""What lessons and puzzles share once they are written: their texts in the reader's language, and folders of files.

A :data:`Text` is what an author wrote, which is translated paragraph by paragraph when it is shown, or sentences that
the program made. :mod:`tutor.coach.extracting` collects the paragraphs of authors for translation.
"""

import gettext
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol, TypeAlias, TypeVar

from tutor.messages import Message, translate, use_translations

Text: TypeAlias = str | tuple[Message, ...]
"""An author's text, or the sentences of one paragraph."""

_BLANK_LINE: Final = re.compile(r"\n\s*\n")


def source_paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of an author's *text* as they were written, their lines joined: what is translated."""
    return tuple(" ".join(part.split()) for part in _BLANK_LINE.split(text.strip()) if part.strip())


def paragraphs(text: Text) -> tuple[str, ...]:
    """The paragraphs of *text* in the reader's language."""
    if isinstance(text, str):
        return tuple(translate(part) for part in source_paragraphs(text))
    return (" ".join(str(sentence) for sentence in text),) if text else ()


def in_english(text: Text) -> str:
    """*text* as it reads without translation, for the checks that read English."""
    if isinstance(text, str):
        return text
    with use_translations(gettext.NullTranslations()):
        return "\n\n".join(paragraphs(text))


class Listed(Protocol):
    """What has a place in a list."""

    @property
    def slug(self) -> str:
        """Its name in addresses."""

    @property
    def level(self) -> int:
        """How hard it is."""


L = TypeVar("L", bound=Listed)


def load_folder(directory: Path, load: Callable[[Path], L]) -> tuple[L, ...]:
    """What *load* makes of the ``*.toml`` files of *directory*, the easy ones first.

    Raises:
        ContentError: at the first file that cannot be read.
    """
    made = [load(path) for path in sorted(directory.glob("*.toml"))]
    return tuple(sorted(made, key=lambda each: (each.level, each.slug)))
