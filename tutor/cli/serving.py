"""``tutor serve``: the web app under gunicorn."""

import gc
import os
import socket
import sys
from typing import Any

import click
from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]

from tutor.cli.shell import fail, os_words
from tutor.cli.storing import errors_told
from tutor.cli.working import Background, default_workers
from tutor.messages import translate
from tutor.solver import warm_up
from tutor.store import database_url, upgrade
from tutor.web import create_app
from tutor.web.practise import dealer
from tutor.web.settings import SettingError

_THREADS = 4  # a worker can answer small requests while one waits for the solver or the disk
# Seconds until a thread that computes lets another of its worker go on. A request asks the database a dozen times, and
# each time waits so long when another thread is busy.
_TURN = 0.0005
# Seconds for which a worker keeps a quiet connection: somebody who thinks about a call comes back to the worker that
# has the hand in memory.
_KEEP = 30


class _Arbiter(Arbiter):  # type: ignore[misc]
    """gunicorn's process that looks after the workers; it looks after those in the background as well."""

    def __init__(self, server: "_Server", background: Background) -> None:
        self.background = background
        super().__init__(server)

    def manage_workers(self) -> None:
        """Start what is missing; gunicorn calls this every second."""
        super().manage_workers()
        self.background.look_after()

    def stop(self, graceful: bool = True) -> None:
        """Stop all; what is done in the background can wait for the next start."""
        self.background.stop()
        super().stop(graceful)


class _Server(BaseApplication):  # type: ignore[misc]
    """gunicorn, set up from the command line instead of its own files and arguments."""

    def __init__(self, app: Flask, settings: dict[str, Any], background: Background) -> None:
        self.app = app
        self.settings = settings
        self.background = background
        super().__init__()

    def run(self) -> None:
        """Serve until a signal ends it."""
        _Arbiter(self, self.background).run()

    def load_config(self) -> None:
        """Hand the settings over."""
        for name, value in self.settings.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """The app. It is made before the workers are, so they share what it and the solver keep in memory."""
        return self.app


def serve(host: str, port: int, workers: int, background: int | None = None) -> None:
    """Serve until Ctrl-C; says the address when requests can be answered.

    *background* is the number of processes that analyse uploaded games, None for as many as suit the machine.
    """
    _refuse_taken_address(host, port)
    # Also where nobody ran `tutor db upgrade` before: after installing the wheel, or a newer one.
    with errors_told("tutor serve"):
        upgrade(database_url())
        try:
            app = create_app()
        except OSError as error:
            fail("tutor serve: " + translate("The secret key cannot be kept: %(reason)s.", reason=os_words(error)))
        except SettingError as error:
            fail(f"tutor serve: {error}")
    warm_up()
    _prepare(app)
    dealer.start(app)
    sys.setswitchinterval(_TURN)
    shown = f"[{host}]" if ":" in host else host
    settings = {
        "bind": f"{shown}:{port}",
        "workers": workers,
        "threads": _THREADS,
        "worker_class": "gthread",
        "keepalive": _KEEP,
        "loglevel": "warning",
        # Which headers of a proxy count is a setting of the app; gunicorn would believe all from this machine.
        "forwarded_allow_ips": "",
        "when_ready": lambda _server: click.echo(f"Serving on http://{shown}:{port}"),
    }
    _Server(app, settings, Background(default_workers() if background is None else background)).run()


def _prepare(app: Flask) -> None:
    """Do what the first visitors of every worker would wait for, before there are workers."""
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)  # compiled and kept
    # What lasts as long as the program is not looked through each time that memory is tidied up, nor copied for it.
    gc.collect()
    gc.freeze()


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
