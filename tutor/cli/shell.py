"""How the ``tutor`` command meets the shell: errors in one line each, exit codes, files and pipes.

Exit codes: 0; 1 when the input was read but something in it is wrong; 2 for a wrong command line; 130 after Ctrl-C.
"""

import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final, NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from tutor.messages import translate

TRACEBACK_VARIABLE: Final = "DRAWBRIDGE_TRACEBACK"
"""Set, it shows where in the program an unexpected error came from."""

_INTERRUPTED: Final = 130


class Failure(click.ClickException):
    """The input was read, and something in it is wrong: one line for each thing."""

    exit_code = 1

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = tuple(lines)
        super().__init__("\n".join(self.lines))


class WrongCommandLine(Failure):
    """The command line asks for what cannot be done, such as reading a folder."""

    exit_code = 2


class CardCommand(click.Command):
    """A command whose arguments may start with a void: ``-.AK2.…`` is a hand, not an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep click from taking a void for an option. White space around hands means nothing to their readers."""
        return super().parse_args(ctx, [f" {arg}" if arg.startswith("-.") else arg for arg in args])


class OneLineGroup(click.Group):
    """A group of commands that reports every error in one line on stderr and never with a traceback."""

    command_class = CardCommand

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command that the arguments name and exit with its code; as click's, but for the words of errors."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        _write_what_cannot_be_encoded()
        return sys.exit(_exit_code(run))


def _write_what_cannot_be_encoded() -> None:
    """A terminal without suit symbols gets question marks, not an error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _exit_code(run: Callable[[], Any]) -> int:
    """The exit code of *run*, its errors told."""
    try:
        result = run()
    except click.Abort:
        return _INTERRUPTED
    except NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "tutor"
        complain(f"{where}: {' '.join(error.format_message().split())}")
        return error.exit_code
    except Failure as failure:
        for line in failure.lines:
            complain(line)
        return failure.exit_code
    except click.ClickException as error:
        complain(f"tutor: {error.format_message()}")
        return error.exit_code
    except OSError as error:
        complain(f"tutor: {os_words(error)}")
        return 1
    except Exception as error:  # noqa: BLE001 - the last net: a fault of ours is told in one line as well
        if os.environ.get(TRACEBACK_VARIABLE):
            traceback.print_exc()
        words = translate(
            "an error in the program itself: %(kind)s: %(error)s (set %(variable)s=1 to see where)",
            kind=type(error).__name__,
            error=" ".join(str(error).split()),
            variable=TRACEBACK_VARIABLE,
        )
        complain(f"tutor: {words}")
        return 1
    return result if isinstance(result, int) else 0


def complain(line: str) -> None:
    """Write *line* to stderr."""
    click.echo(line, err=True)


def os_words(error: OSError) -> str:
    """What the operating system says, without its number."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason


def fail(*lines: str) -> NoReturn:
    """End the command with exit code 1 and *lines* on stderr."""
    raise Failure(lines)


def read_bytes(name: str, limit: int) -> bytes:
    """The bytes of the file *name*; of standard input for ``-``.

    Raises:
        WrongCommandLine: when there is no such file, or it is a folder or may not be read.
        Failure: when it is larger than *limit* bytes.
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise WrongCommandLine([f"{name}: {reason}"]) from None
    if len(data) > limit:
        fail(f"{name}: {translate('The text is larger than %(limit)s kB.', limit=limit // 1000)}")
    return data


def print_json(value: Any) -> None:
    """Write *value* as one line of JSON (in ASCII, so that no terminal or pipe can spoil it)."""
    click.echo(json.dumps(value))
