"""The command as somebody runs it whose stderr is a terminal."""

import contextlib
import os
import pty
import subprocess
import sys


def on_a_terminal(*args: object) -> tuple[int, str]:
    """The exit code of ``tutor`` with *args*, and what stands on the terminal at the end."""
    ours, theirs = pty.openpty()
    command = (sys.executable, "-m", "tutor.cli", *map(str, args))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=theirs) as running:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while data := os.read(ours, 65536):
                shown += data
    os.close(ours)
    return running.returncode, shown.decode()
