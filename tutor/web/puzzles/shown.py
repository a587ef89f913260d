"""What has been shown of puzzles that the visitor has not ended yet, remembered by the browser.

It is told by the address of the page, which somebody may leave and come back later. So the signed cookie remembers it
as well, through signing in and out; no address that is opened keeps anything in the database. A puzzle is forgotten
when it is tried to its end: the try itself is kept. What was shown in another browser, to whomever, is not known here.

A cookie has room for 4,000 bytes, so a puzzle takes four letters: 21 bits of a digest of its slug, and how much was
shown. Hardly ever is one taken for another. Who has left :data:`MOST` puzzles with something shown, and tried none of
them, counts as having looked into all.
"""

import base64
from hashlib import blake2s
from typing import Final

from flask import session

from tutor.web.people.visitors import SHOWN

MOST: Final = 400
"""Puzzles that are remembered."""

_LEVELS: Final = 8


def note_shown(slug: str, level: int) -> None:
    """Remember that as much as *level* of a puzzle has been on a page: hints, or its end where nothing was tried."""
    known = _known()
    if level > known.get(_digest(slug), 0) and (len(known) < MOST or _digest(slug) in known):
        _keep({**known, _digest(slug): min(level, _LEVELS - 1)})


def shown_before(slug: str) -> int:
    """How much of a puzzle has been on a page since it was last tried to its end."""
    known = _known()
    return known.get(_digest(slug), 1 if len(known) >= MOST else 0)


def forget_shown(slug: str) -> None:
    """Forget what was shown of a puzzle that was tried to its end."""
    known = _known()
    if known.pop(_digest(slug), None) is not None:
        _keep(known)


def _digest(slug: str) -> int:
    return int.from_bytes(blake2s(slug.encode(), digest_size=3).digest(), "big") // _LEVELS


def _known() -> dict[int, int]:
    """How much was shown, by the digest of the slug."""
    text = session.get(SHOWN)
    if not isinstance(text, str):
        return {}
    data = base64.urlsafe_b64decode(text)
    numbers = (int.from_bytes(data[at : at + 3], "big") for at in range(0, len(data), 3))
    return dict(divmod(number, _LEVELS) for number in numbers)


def _keep(known: dict[int, int]) -> None:
    data = b"".join((digest * _LEVELS + level).to_bytes(3, "big") for digest, level in known.items())
    if data:
        session[SHOWN] = base64.urlsafe_b64encode(data).decode("ascii")
    else:
        session.pop(SHOWN, None)
