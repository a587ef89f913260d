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


def compiled(function: _F) -> _F:
    """Compile a function when it is first called; it lets other threads run, and its machine code is kept where it can.

    The functions state no signatures: each is compiled for the types it is called with, which are 64-bit integers,
    truth values and the arrays of its docstring (a test holds that there are no others). So a process loads what it
    needs and no more, and from nothing only that is compiled: a third of what signatures would compile at import.

    Numba's cache sees changes only in the file of the function itself: what a compiled function calls must stand in
    the same file.
    """
    return cast("_F", numba.njit(cache=_CACHED, nogil=True)(function))


def tell_if_uncompiled(function: Callable[..., Any]) -> None:
    """One line on standard error when *function* must be compiled first: whoever waits is to know what for."""
    if _numba_settings.DISABLE_JIT or sys.stderr is None:
        return
    kept = Path(cast("Any", function).stats.cache_path or "") if _CACHED else None
    if kept is None or not any(kept.glob(f"*.{function.__name__}-*.nbi")):
        print(translate("Compiling the solver: some seconds, once."), file=sys.stderr, flush=True)  # noqa: T201
