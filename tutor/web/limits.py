"""How often something may be tried: passwords, recovery codes, new accounts, and what one account may post.

Every try counts, whether it was right or not. The limits are settings (``DRAWBRIDGE_…``), in the words of
Flask-Limiter; ``RATELIMIT_STORAGE_URI`` names a place where several servers or processes count together, else each
process counts for itself. Behind a reverse proxy the setting ``PROXIES`` is needed, else all visitors have the proxy's
address (:mod:`tutor.web.proxies`).
"""

import hashlib
import math
import time
from collections.abc import Callable
from datetime import timedelta
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import ClassVar, Final, ParamSpec, TypeVar

from flask import Flask, Response, current_app, g, request, session
from flask.typing import ResponseReturnValue
from flask_limiter import Limiter, RateLimitExceeded
from limits import parse_many
from limits.storage import MemoryStorage

from tutor.messages import N_, Message
from tutor.store.models import now
from tutor.store.people import clean_name, fold
from tutor.store.secrecy import RefusedError
from tutor.web import problems
from tutor.web.people.visitors import KEY, current_person
from tutor.web.settings import SettingError

DEFAULTS: Final = {
    "RATELIMIT_STORAGE_URI": "memory://",
    # A class behind one address signs in at once; one who guesses gets nowhere all the same.
    "SIGN_IN_LIMIT": "60 per 15 minutes",
    "SIGN_IN_NAME_LIMIT": "15 per 15 minutes",
    "REGISTER_LIMIT": "60 per hour",
    "PASSWORD_LIMIT": "15 per 15 minutes",
    # Each check solves a puzzle, which takes up to a few seconds.
    "DRAFT_LIMIT": "120 per hour",
    "POST_LIMIT": "10 per hour;30 per day",
    "COMMENT_LIMIT": "20 per hour;60 per day",
    "REPORT_LIMIT": "10 per hour;30 per day",
    "NEW_ACCOUNT_LIMIT": "5 per day",
}

STORAGE: Final = "RATELIMIT_STORAGE_URI"
NEW: Final = timedelta(days=1)
"""For how long an account is a new one."""

IPV6_HOST: Final = 64
"""The last bits of an address of IPv6 that its holder chooses freely (RFC 4291, 2.5.1)."""


def _address() -> str:
    """Whose tries count together: those from one address, of IPv6 from one network, which one household has alone."""
    text = request.remote_addr or ""
    try:
        address = ip_address(text)
    except ValueError:
        return text
    if isinstance(address, IPv6Address):
        short = address.ipv4_mapped
        return str(short) if short is not None else str(IPv6Address(int(address) >> IPV6_HOST << IPV6_HOST))
    return text


class OneByOne(MemoryStorage):
    """The counters in this process's memory, counted by one thread at a time.

    The package's own starts a timer again when it has run out, and two threads that do so at once fail. This one takes
    its place for ``memory://``.
    """

    STORAGE_SCHEME = ["memory"]  # noqa: RUF012 - so the package declares it; its metaclass enters the class under this
    turn: ClassVar = Lock()

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count *amount* more under *key*, which is forgotten *expiry* seconds after the first."""
        with self.turn:
            return super().incr(key, expiry, amount)


limiter = Limiter(_address)

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def _setting(name: str) -> Callable[[], str]:
    return lambda: str(current_app.config[name])


def _name() -> str:
    """The account that the form names; names that are the same count together."""
    text = request.form.get("name", "")
    try:
        text = fold(clean_name(text))
    except RefusedError:
        text = ""
    return hashlib.sha256(text.encode()).hexdigest()


def _browser() -> str:
    return str(session.get(KEY, ""))


def sign_in_limits(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Limit how often a password or a code is tried: from one address, and for one name from anywhere."""
    by_name = limiter.shared_limit(_setting("SIGN_IN_NAME_LIMIT"), "sign-in by name", key_func=_name)
    by_address = limiter.shared_limit(_setting("SIGN_IN_LIMIT"), "sign-in by address")
    return by_address(by_name(view))


def register_limit(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Limit how often an account is made from one address."""
    return limiter.shared_limit(_setting("REGISTER_LIMIT"), "register")(view)


def password_limit(view: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Limit how often the password is tried by somebody who is signed in."""
    return limiter.shared_limit(_setting("PASSWORD_LIMIT"), "password", key_func=_browser)(view)


def _account() -> str:
    """Whose account it is, whatever browser and address they use."""
    person = current_person()
    return "" if person is None else str(person.id)


def account_limit(
    setting: str, *, new: bool = True, done: bool = False
) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """A decorator that limits how often one account does something: by *setting*.

    With *new* a lower limit stands in its place while the account is a new one. With *done* only what was done counts,
    not what was refused with a reason, nor what was done already (``g.nothing_kept``). All that has
    one *setting* counts together.
    """

    def words() -> str:
        person = current_person()
        young = new and person is not None and now() - person.created < NEW
        return str(current_app.config["NEW_ACCOUNT_LIMIT" if young else setting])

    def counts(response: Response) -> bool:
        return response.status_code == HTTPStatus.SEE_OTHER and not g.get("nothing_kept")

    return limiter.shared_limit(words, setting, key_func=_account, deduct_when=counts if done else None)


def too_often(error: RateLimitExceeded) -> ResponseReturnValue:
    """The page that says so, and when to try again."""
    note_wait(error)
    return problems.show(error)


def note_wait(error: RateLimitExceeded) -> None:
    """Note in *error* after how many seconds to try again."""
    limit = limiter.current_limit
    if limit is not None:
        # The end of the window is told in whole seconds, and may be told as one more than the window is long.
        left = math.ceil(limit.reset_at - time.time())
        error.retry_after = min(max(1, left), limit.limit.get_expiry())


def _check(app: Flask) -> None:
    """See that every limit can be read: Flask-Limiter lets everything pass under one that cannot.

    Raises:
        SettingError: when one cannot.
    """
    for name in DEFAULTS.keys() - {STORAGE}:
        try:
            parse_many(str(app.config[name]))
        except ValueError:
            sentence = N_("%(name)s is a limit in words, such as “%(example)s”.")
            facts = {"name": f"DRAWBRIDGE_{name}", "example": DEFAULTS[name]}
            raise SettingError(Message(sentence, facts)) from None


def init_app(app: Flask) -> None:
    """Count the tries in *app*.

    Raises:
        SettingError: when a limit cannot be read.
    """
    for name, value in DEFAULTS.items():
        app.config.setdefault(name, value)
    _check(app)
    limiter.init_app(app)
    app.register_error_handler(RateLimitExceeded, too_often)
