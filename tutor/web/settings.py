"""How the app is configured: defaults, the environment, and a secret key that outlives a restart."""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import platformdirs
from flask import Flask

from tutor.notation import LIMIT_BYTES

TEXT_LIMIT: Final = LIMIT_BYTES
"""The most bytes of a pasted or uploaded text."""

REQUEST_LIMIT: Final = 6 * TEXT_LIMIT + 100_000
"""The most bytes of a whole request.

A form sent urlencoded spends up to six bytes on one of the text (a line end becomes ``%0D%0A``), and the text is
measured after decoding, so that what is refused is the text and not its encoding.
"""

DEFAULTS: Final[dict[str, Any]] = {
    "MAX_CONTENT_LENGTH": REQUEST_LIMIT,
    # The HTTP library refuses form fields over 500 kB by itself; the limit on the text stands below that.
    "MAX_FORM_MEMORY_SIZE": REQUEST_LIMIT,
    "SESSION_COOKIE_NAME": "drawbridge",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "WTF_CSRF_TIME_LIMIT": None,  # a page left open overnight can still be sent; the token ends with the session
    "BABEL_DEFAULT_LOCALE": "en",
}

SECRET_BYTES: Final = 32


def configure(app: Flask, config: Mapping[str, Any] | None) -> None:
    """Fill ``app.config``: defaults, then the environment (``DRAWBRIDGE_…``), then *config*."""
    app.config.from_mapping(DEFAULTS)
    app.config.from_prefixed_env("DRAWBRIDGE")
    app.config.from_mapping(config or {})
    # The environment is read as JSON where it can be: a key of digits alone would come as a number.
    app.config["SECRET_KEY"] = str(app.config.get("SECRET_KEY") or kept_secret(Path(app.instance_path)))


def default_instance() -> str:
    """The folder for what a running app keeps: the user's data folder, where the database is by default too."""
    return str(platformdirs.user_data_path("draw-bridge-tutor", appauthor=False))


def kept_secret(instance: Path) -> str:
    """The secret key kept in the folder *instance*, made on the first call (readable by its owner only)."""
    file = instance / "secret-key"
    if not file.exists():
        instance.mkdir(parents=True, exist_ok=True)
        # Written first, named then: of several workers that start at once, none reads a key half written, and all
        # read the same one.
        handle, draft = tempfile.mkstemp(dir=instance)
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_hex(SECRET_BYTES))
        with contextlib.suppress(FileExistsError):
            os.link(draft, file)
        Path(draft).unlink()
    return file.read_text(encoding="ascii")
