"""Characters that show nothing, and texts that do: a name, a title or a comment of nothing else cannot be seen."""

import unicodedata
from typing import Final

TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of the text after it, out of sight (Unicode Standard Annex 9, 2.1 to 2.5)."""

# Control characters, format characters, halves of characters, private and unassigned ones, spaces and line ends.
_KINDS: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
# Letters and marks that show nothing: what Unicode lists as ignorable by default (DerivedCoreProperties.txt) outside
# those kinds, and the Braille pattern without a dot.
_OTHERS: Final = (
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF)),
)


def is_unseen(character: str) -> bool:
    """Whether *character* shows nothing; a space does not."""
    point = ord(character)
    return unicodedata.category(character) in _KINDS or any(low <= point <= high for low, high in _OTHERS)


def is_blank(text: str) -> bool:
    """Whether *text* shows nothing at all."""
    return all(is_unseen(character) for character in text)


def without_turning(text: str) -> str:
    """*text* without what turns the direction of what follows."""
    return "".join(character for character in text if character not in TURNING)
