"""Where the folders that authors edit are found: at the top of a checkout, or inside an installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder *name* (``templates`` or ``puzzles``).

    Raises:
        FileNotFoundError: when neither the package nor a checkout around it has the folder.
    """
    for candidate in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"the folder {name!r} is neither in the installed package nor beside it")
