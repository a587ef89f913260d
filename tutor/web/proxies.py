"""Reverse proxies: whose word is taken for a visitor's address, and for whether the way to them is encrypted.

Anybody can send ``X-Forwarded-For`` and ``X-Forwarded-Proto``. So they are believed only as far as the setting
``PROXIES`` (``DRAWBRIDGE_PROXIES``) says: the number of proxies that stand before the app, each of which adds to the
headers what it knows. With 0, the default, nothing in them counts.
"""

from typing import Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from tutor.messages import N_, Message
from tutor.web.settings import SettingError

MOST: Final = 9
"""More proxies in a row than anybody has; a larger number is a port or an address written in the wrong place."""


def count(app: Flask) -> int:
    """How many proxies stand before *app*.

    Raises:
        SettingError: when the setting is no whole number from 0 to 9.
    """
    given = app.config["PROXIES"]
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= MOST:
        raise SettingError(
            Message(
                N_("DRAWBRIDGE_PROXIES is the number of reverse proxies before the program, 0 to %(most)s."),
                {"most": MOST},
            )
        )
    return given


def init_app(app: Flask) -> None:
    """Believe as many proxies as the settings of *app* name.

    Raises:
        SettingError: as :func:`count`.
    """
    proxies = count(app)
    if proxies:
        # The host is the one in the request itself: many a proxy hands on X-Forwarded-Host as a visitor sent it.
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=0, x_port=0, x_prefix=0
        )
