"""How long a process of its own takes to its first answer, started from nothing each time."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import tutor

POSITION: Final = "T832.K6.AKT74.K6 AK7.J942.95.A842 NT N"

COMMAND: Final = ("-m", "tutor.cli", "solve", POSITION)
"""What a person waits for who asks the command."""

_ASK: Final = (
    f"from tutor.notation import parse_position as p; from tutor.solver import value; print(value(p({POSITION!r})))"
)

IMPORT: Final = ("-c", _ASK)
"""What a program waits for that asks the library."""

COMPILE: Final = ("-c", f"import tutor.solver.bidding; {_ASK}")
"""As :data:`IMPORT`, with all that is compiled, the auction as well."""


def run(arguments: tuple[str, ...], variables: Mapping[str, str] | None = None) -> str:
    """What Python prints when it is run with *arguments*, and *variables* in its environment.

    Raises:
        subprocess.CalledProcessError: when it fails.
    """
    # From here this very package is found, in a checkout and where it is installed.
    folder = Path(tutor.__file__).parent.parent
    done = subprocess.run(  # noqa: S603 - our own commands
        (sys.executable, *arguments),
        cwd=folder,
        env={**os.environ, **(variables or {})},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def compile_anew() -> str:
    """Run :data:`COMPILE` where no compiled code is kept yet."""
    with tempfile.TemporaryDirectory(prefix="tutor-bench-") as empty:
        return run(COMPILE, {"NUMBA_CACHE_DIR": empty})
