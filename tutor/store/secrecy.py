"""Passwords and recovery codes: what they must be, and what is kept of them.

Of a password its Argon2id hash is kept, of a recovery code its SHA-256: a code is drawn from 79 bits, so nobody tries
them all, while a password may be a poor one and each try has to cost something.
"""

import hashlib
import secrets
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tutor.messages import N_, P_, Message
from tutor.store.records import SLUG_LETTERS

PASSWORD_LEAST: Final = 8
PASSWORD_MOST: Final = 500
"""Characters of a password. Little else is asked of it; the upper limit keeps the work of hashing small."""

# Control and format characters, spaces and line ends: a password of nothing else was hardly meant.
_BLANK_KINDS: Final = ("Cc", "Cf", "Zs", "Zl", "Zp")

CODES: Final = 8
"""Recovery codes given at once."""

CODE_GROUPS: Final = 4
CODE_GROUP: Final = 4
"""A code is four groups of four of the 31 letters of a link: 79 bits."""

# OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes and one lane. Small enough for a class that
# signs in at once. A hash made with other parameters is renewed when its password is next given.
HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

# Checked where there is no account, so that a name nobody has takes as long to refuse as a wrong password.
_NOBODY: Final = HASHER.hash(secrets.token_urlsafe())


class RefusedError(ValueError):
    """A name or a password that cannot be taken; ``str`` says why in a sentence."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return str(self.message)


def _plain(password: str) -> str:
    """*password* in the one form that all keyboards' ways to write it share (NIST SP 800-63B, 3.1.1.2)."""
    return unicodedata.normalize("NFKC", password)


def check_password(password: str) -> None:
    """See whether *password* may become one.

    Raises:
        RefusedError: when it is shorter than 8 or longer than 500 characters, or shows nothing. What is typed as one
            character counts as one, even where several are kept of it.
    """
    # Before anything is done with it: putting marks in their order takes time that grows with the square of a text.
    if len(password) > PASSWORD_MOST or len(_plain(password)) > PASSWORD_MOST:
        raise RefusedError(
            Message.counted(
                P_("A password has at most %(count)s character.", "A password has at most %(count)s characters."),
                PASSWORD_MOST,
            )
        )
    if min(len(password), len(_plain(password))) < PASSWORD_LEAST:
        raise RefusedError(
            Message.counted(
                P_("A password has at least %(count)s character.", "A password has at least %(count)s characters."),
                PASSWORD_LEAST,
            )
        )
    if all(unicodedata.category(character) in _BLANK_KINDS for character in password):
        raise RefusedError(Message(N_("A password has at least one character that can be seen.")))


def hash_password(password: str) -> str:
    """What to keep of *password*: its hash with parameters and salt."""
    return HASHER.hash(_plain(password).encode("utf-8", "surrogatepass"))


def password_fits(kept: str | None, password: str) -> bool:
    """Whether *password* is the one of which *kept* was kept. With None it is not, after as much work as otherwise."""
    given = _plain(password[: PASSWORD_MOST + 1]).encode("utf-8", "surrogatepass")
    try:
        HASHER.verify(kept or _NOBODY, given)
    except (VerificationError, InvalidHashError):
        return False
    return kept is not None


def is_outdated(kept: str) -> bool:
    """Whether the hash *kept* was made with other parameters than new ones."""
    return HASHER.check_needs_rehash(kept)


def new_code() -> str:
    """A fresh recovery code: ``k7mf-29xq-hhv3-wnt8``."""
    groups = ("".join(secrets.choice(SLUG_LETTERS) for _ in range(CODE_GROUP)) for _ in range(CODE_GROUPS))
    return "-".join(groups)


def code_digest(code: str) -> str:
    """What is kept of a recovery code. Capitals, spaces and hyphens make no difference."""
    letters = "".join(c for c in code.lower() if c in SLUG_LETTERS)
    return hashlib.sha256(letters.encode("ascii")).hexdigest()
