"""Run as a process of its own: loads an endgame table when it is told to, and says which layers it had to make.

Arguments: folder, depth and, if it is to stop there for ever, a layer in the middle of which it waits. It writes
``ready`` and waits for a line; then it writes ``waiting``, if it does, or else one JSON object: the layers made and the
checksum of the file.
"""

import json
import sys
from pathlib import Path
from unittest import mock

from tutor.solver import endgame, kernel


def main() -> None:
    """Load the table; see the top of the file."""
    folder, depth, *stops = Path(sys.argv[1]), *map(int, sys.argv[2:])
    made: list[int] = []
    fill_layer = endgame.fill_layer

    def counted(table: endgame.Table, k: int, *rest: object) -> None:
        made.append(k)
        fill_layer(table, k, *rest)  # type: ignore[arg-type]

    def progress(done: int, _total: int) -> None:
        if stops and done > int(kernel.LAYER_START[stops[0]]):
            say("waiting")
            sys.stdin.readline()

    say("ready")
    sys.stdin.readline()
    with mock.patch.object(endgame, "fill_layer", counted):
        endgame.load(depth, folder, progress)
    say(json.dumps({"made": made, "checksum": endgame.checksum(endgame.table_path(depth, folder))}))


def say(words: str) -> None:
    """Write a line that the other process sees at once."""
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
