"""Where the solver keeps what it makes once (the endgame table, the compiled code), and how it compiles."""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
import platformdirs

from tutor.messages import translate

_NOWHERE: Final = Path(os.devnull, "draw-bridge-tutor")
_numba_settings: Any = numba.config


def cache_folder() -> Path:
    """The folder of this program's caches: ``DRAWBRIDGE_CACHE``, or in the user's cache folder.

    A user without a home, such as the one of some containers, has a folder where nothing can be kept.
    """
    named = os.environ.get("DRAWBRIDGE_CACHE")
    if named:
        return Path(named)
    try:
        folder = Path(platformdirs.user_cache_dir("draw-bridge-tutor", appauthor=False))
    except RuntimeError:
        return _NOWHERE
    return folder if folder.is_absolute() else _NOWHERE  # ``~/.cache``, the tilde left as it is


def writable(folder: Path) -> bool:
    """Whether files can be made in *folder*, which is made first when it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def keep_compiled() -> bool:
    """Decide where Numba keeps compiled code; False when it can be kept nowhere and is to be made at each start.

    ``NUMBA_CACHE_DIR`` where it is set; Numba's own place, beside the source, where that can be written; else this
    program's cache folder. (Left to itself, Numba fails where neither the source nor a home folder can be written.)
    """
    if _numba_settings.CACHE_DIR:
        return writable(Path(_numba_settings.CACHE_DIR))
    if writable(Path(__file__).parent / "__pycache__"):
        return True
    folder = cache_folder() / "compiled"
    if writable(folder):
        _numba_settings.CACHE_DIR = str(folder)
        return True
    return False


_CACHED: Final = keep_compiled()
_F = TypeVar("_F", bound=Callable[..., Any])
_said: list[bool] = []


def compiled(signature: str) -> Callable[[_F], _F]:
    """Compile a function for *signature*; it lets other threads run, and its machine code is kept where it can be.

    Numba's cache sees changes only in the file of the function itself: what a compiled function calls must stand in
    the same file.
    """

    def decorate(function: _F) -> _F:
        made = numba.njit(signature, cache=_CACHED, nogil=True)(function)
        if not _said and not _numba_settings.DISABLE_JIT and (not _CACHED or made.stats.cache_misses):
            _said.append(True)
            _say(translate("Compiling the solver: some seconds, once."))
        return cast("_F", made)

    return decorate


def _say(words: str) -> None:
    """One line on standard error, which a program without a console may not have."""
    if sys.stderr is not None:
        print(words, file=sys.stderr, flush=True)  # noqa: T201 - whoever waits is to know what for
