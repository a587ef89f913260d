"""``tutor serve``: the web app under gunicorn."""

import os
import socket
from typing import Any

import click
from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from tutor.cli.shell import fail, os_words
from tutor.cli.storing import errors_told
from tutor.messages import translate
from tutor.solver import warm_up
from tutor.store import database_url, upgrade
from tutor.web import create_app

_THREADS = 4  # a worker can answer small requests while one waits for the solver or the disk


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, set up from the command line instead of its own files and arguments."""

    def __init__(self, app: Flask, settings: dict[str, Any]) -> None:
        self.app = app
        self.settings = settings
        super().__init__()

    def load_config(self) -> None:
        """Hand the settings over."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app. It is made before the workers are, so they share what it and the solver keep in memory."""
        return self.app


def serve(host: str, port: int, workers: int) -> None:
    """Serve until Ctrl-C; says the address when requests can be answered."""
    _refuse_taken_address(host, port)
    # Also where nobody ran `tutor db upgrade` before: after installing the wheel, or a newer one.
    with errors_told("tutor serve"):
        upgrade(database_url())
        try:
            app = create_app()
        except OSError as error:
            fail("tutor serve: " + translate("The secret key cannot be kept: %(reason)s.", reason=os_words(error)))
    warm_up()
    shown = f"[{host}]" if ":" in host else host
    settings = {
        "bind": f"{shown}:{port}",
        "workers": workers,
        "threads": _THREADS,
        "worker_class": "gthread",
        "loglevel": "warning",
        "when_ready": lambda _server: click.echo(f"Serving on http://{shown}:{port}"),
    }
    _Server(app, settings).run()


def _refuse_taken_address(host: str, port: int) -> None:
    """End the command when nothing can listen there: gunicorn would try for five seconds, in many lines."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        values = {"host": host, "port": port, "reason": os_words(error)}
        fail("tutor serve: " + translate("Nothing can listen on %(host)s, port %(port)s: %(reason)s.", **values))
