"""How the ``tutor`` command meets the shell: errors in one line each, exit codes, files and pipes.

Exit codes: 0; 1 when the input was read but something in it is wrong; 2 for a wrong command line; 130 after Ctrl-C;
141 when whoever reads the output has gone, as the shell tells it of every program.
"""

import errno
import io
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

import click
from click.exceptions import NoArgsIsHelpError

from tutor.messages import translate

if TYPE_CHECKING:
    from tutor.notation import Fault

TRACEBACK_VARIABLE: Final = "DRAWBRIDGE_TRACEBACK"
"""Set, it shows where in the program an unexpected error came from."""

HANDS_HELP: Final = (
    "Hands are written spades.hearts.diamonds.clubs, with - for a void: AQ5.K2.-.JT98. "
    "Strains are C, D, H, S and NT, or their names."
)

_INTERRUPTED: Final = 130
_NOBODY_READS: Final = 141


class _GoneError(BaseException):
    """Whoever was to read the output has closed the pipe: nothing is wrong, and there is nobody to tell."""


@contextmanager
def _gone_told_apart() -> Iterator[None]:
    """Within the block, that nobody reads the output is told apart before click takes it for an error."""
    try:
        yield
    except BrokenPipeError:
        raise _GoneError from None


class _ClosedOutput(io.TextIOBase):
    """Standard output for a command that was started without one (``>&-``): it fails as the system's does."""

    def writable(self) -> bool:
        """That it can be written to, so that writing says what is wrong."""
        return True

    def write(self, _text: str, /) -> int:
        """Fail (OSError)."""
        raise OSError(errno.EBADF, os.strerror(errno.EBADF), translate("standard output"))


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
    """A command whose arguments may start with a void: ``-.AK2.…`` is a hand, not an option.

    Args:
        example: a command line that does something; help shows it, and so does the error of a missing argument.
        hands: whether hands are among the arguments: then help says how they are written.
    """

    def __init__(self, *args: Any, example: str = "", hands: bool = False, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.example = example
        lines = [HANDS_HELP] if hands else []
        if example:
            lines.append(f"\b\n{translate('Example:')}\n  {example}")
        self.epilog = "\n\n".join(lines) or None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep click from taking a void for an option. White space around hands means nothing to their readers."""
        try:
            return super().parse_args(ctx, [f" {arg}" if arg.startswith("-.") else arg for arg in args])
        except click.MissingParameter as error:
            if not self.example:
                raise
            missing = translate(
                "%(problem)s For example: %(example)s", problem=error.format_message(), example=self.example
            )
            raise click.UsageError(missing, ctx) from None


class OneLineGroup(click.Group):
    """A group of commands that reports every error in one line on stderr and never with a traceback."""

    command_class = CardCommand

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command that the arguments name and exit with its code; as click's, but for the words of errors."""
        run = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        if sys.stdout is None:
            sys.stdout = _ClosedOutput()
        _write_what_cannot_be_encoded()
        return sys.exit(_code(run))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _gone_told_apart():
            return super().invoke(ctx)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line; here help and version are printed."""
        with _gone_told_apart():
            return super().make_context(*args, **extra)


def _write_what_cannot_be_encoded() -> None:
    """A terminal without suit symbols gets question marks, not an error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _code(run: Callable[[], Any]) -> int:
    """The exit code of *run*, its errors told to whoever still listens."""
    try:
        return _exit_code(run)
    except (_GoneError, BrokenPipeError):
        _forget_output()
        return _NOBODY_READS


def _forget_output() -> None:
    """Let what is still to be written go nowhere, or Python would complain of it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):
            stream.flush()
            continue
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


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


def fault_line(name: object, fault: "Fault") -> str:
    """*fault* in what is called *name*, with its place where it has one: ``name:line:column: message``."""
    return f"{name}:{fault}" if fault.line else f"{name}: {fault}"


def write_file(path: Path, text: str) -> None:
    """Write *text* to the file *path*, in the place of what is there.

    Raises:
        WrongCommandLine: when it cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WrongCommandLine([os_words(error)]) from None


def read_bytes(name: str, limit: int) -> bytes:
    """The bytes of the file *name*; of standard input for ``-``.

    Raises:
        WrongCommandLine: when there is no such file, or it is a folder or may not be read.
        Failure: when it is larger than *limit* bytes, and no export of this program (see :func:`is_too_large`).
    """
    from tutor.notation.reader import EXPORT_ROOM, is_too_large  # noqa: PLC0415 - help does not wait for it

    most = limit + EXPORT_ROOM + 1
    try:
        if name == "-":
            data = _standard_input().read(most)
        else:
            with Path(name).open("rb") as file:
                data = file.read(most)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise WrongCommandLine([f"{name}: {reason}"]) from None
    if is_too_large(data, limit):
        fail(f"{name}: {translate('The text is larger than %(limit)s kB.', limit=limit // 1000)}")
    return data


def _standard_input() -> BinaryIO:
    """Standard input (OSError when the command was started without one, by ``<&-``)."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def print_json(value: Any) -> None:
    """Write *value* as one line of JSON (in ASCII, so that no terminal or pipe can spoil it)."""
    click.echo(json.dumps(value))
