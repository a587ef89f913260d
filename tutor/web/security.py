"""Response headers that every page carries, and the cookie's flags."""

from typing import Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface

POLICY: Final = (
    "default-src 'none'; "
    "script-src 'self'; "
    "style-src 'self'; "
    "img-src 'self'; "
    "connect-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookie; one that was given on an encrypted way is sent on such ways alone."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie is for encrypted ways alone."""
        return super().get_cookie_secure(app) or request.is_secure


def set_headers(response: Response) -> Response:
    """Add the security headers to *response*, where a view has not set its own."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def init_app(app: Flask) -> None:
    """Put the headers on every response of *app*, and the flags on its cookie."""
    app.session_interface = Sessions()
    app.after_request(set_headers)
