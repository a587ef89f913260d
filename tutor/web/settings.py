"""How the app is configured: defaults, the environment, and a secret key that outlives a restart."""

import contextlib
import os
import secrets
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import platformdirs
from flask import Flask

from tutor.messages import N_, Message
from tutor.notation import LIMIT_BYTES

if sys.platform != "win32":
    import fcntl

TEXT_LIMIT: Final = LIMIT_BYTES
"""The most bytes of a pasted or uploaded text."""

REQUEST_LIMIT: Final = 6 * TEXT_LIMIT + 100_000
"""The most bytes of a whole request.

A form sent urlencoded spends up to six bytes on one of the text (a line end becomes ``%0D%0A``), and the text is
measured after decoding, so that what is refused is the text and not its encoding.
"""

PART_LIMIT: Final = 100
"""The most parts of a form: each of ours has fewer than ten."""

DEFAULTS: Final[dict[str, Any]] = {
    "MAX_CONTENT_LENGTH": REQUEST_LIMIT,
    # The HTTP library refuses form fields over 500 kB by itself; the limit on the text stands below that.
    "MAX_FORM_MEMORY_SIZE": REQUEST_LIMIT,
    "MAX_FORM_PARTS": PART_LIMIT,
    "SESSION_COOKIE_NAME": "drawbridge",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    # A guest is known by the cookie alone. It is sent anew when something is kept, not with every answer.
    "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
    "SESSION_REFRESH_EACH_REQUEST": False,
    "WTF_CSRF_TIME_LIMIT": None,  # a page left open overnight can still be sent; the token ends with the session
    "BABEL_DEFAULT_LOCALE": "en",
    # How many reverse proxies stand before the app; see tutor.web.proxies.
    "PROXIES": 0,
}

SECRET_BYTES: Final = 32
SECRET_LEAST: Final = 16
"""A kept key with fewer characters is no key: the file was cut off, or emptied."""


SECRET_SHORT: Final = Message(
    N_("DRAWBRIDGE_SECRET_KEY has %(least)s characters or more, drawn at random."), {"least": SECRET_LEAST}
)


class SettingError(ValueError):
    """A setting has a value that it cannot have; ``str`` says which and why in a sentence."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def configure(app: Flask, config: Mapping[str, Any] | None) -> None:
    """Fill ``app.config``: defaults, then the environment (``DRAWBRIDGE_…``), then *config*.

    Raises:
        SettingError: for a secret key that is too short to be one.
        OSError: when no secret key is given and none can be kept.
    """
    app.config.from_mapping(DEFAULTS)
    app.config.from_prefixed_env("DRAWBRIDGE")
    app.config.from_mapping(config or {})
    # The environment is read as JSON where it can be: a key of digits alone would come as a number.
    given = app.config.get("SECRET_KEY")
    key = kept_secret(Path(app.instance_path)) if given in (None, "") else str(given)
    if len(key) < SECRET_LEAST:
        raise SettingError(SECRET_SHORT)
    app.config["SECRET_KEY"] = key


def default_instance() -> str:
    """The folder for what a running app keeps: the user's data folder, where the database is by default too."""
    return str(platformdirs.user_data_path("draw-bridge-tutor", appauthor=False))


def kept_secret(instance: Path) -> str:
    """The secret key kept in the folder *instance* (readable by its owner only).

    It is made when there is none, or when the file cannot be read or holds none.

    Raises:
        OSError: when nothing can be written in the folder.
    """
    file = instance / "secret-key"
    key = _read_secret(file)
    if key is None:
        instance.mkdir(parents=True, exist_ok=True)
        with _alone_in(instance):
            key = _read_secret(file) or _make_secret(file)
    return key


def _read_secret(file: Path) -> str | None:
    """The key in *file*; None when there is none that can be used."""
    try:
        key = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return key if len(key) >= SECRET_LEAST else None


def _make_secret(file: Path) -> str:
    """A new key, kept in *file* in place of what is there."""
    # Written first, named then: none of several workers that start at once reads a key half written.
    handle, draft = tempfile.mkstemp(dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(SECRET_BYTES))
        try:
            os.link(draft, file)
        except OSError:
            # Of workers that could not be kept apart one was quicker: its key counts. Else the file there is no key,
            # or the file system knows no hard links.
            if _read_secret(file) is None:
                Path(draft).replace(file)
    finally:
        Path(draft).unlink(missing_ok=True)
    return file.read_text(encoding="ascii").strip()


@contextlib.contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Within the block no other worker on this machine is in such a block, where the system has locks for that."""
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
