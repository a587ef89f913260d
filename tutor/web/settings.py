"""How the app is configured: defaults, the environment, and a secret key that outlives a restart."""

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from flask import Flask

from tutor.notation import LIMIT_BYTES

TEXT_LIMIT: Final = LIMIT_BYTES
"""The most bytes of a pasted or uploaded text."""

REQUEST_LIMIT: Final = 6 * TEXT_LIMIT + 100_000
"""The most bytes of a whole request. A form sent urlencoded spends up to six bytes on one of the text (a line end becomes
``%0D%0A``), and the text is measured after decoding, so that what is refused is the text and not its encoding."""

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
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = kept_secret(Path(app.instance_path))


def kept_secret(instance: Path) -> str:
    """The secret key kept in the folder *instance*, made on the first call (readable by its owner only)."""
    file = instance / "secret-key"
    instance.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text(encoding="ascii").strip()
    secret = secrets.token_hex(SECRET_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(secret)
    return secret
