"""oEmbed (https://oembed.com): what a page of a hand is shown as in a forum, for the programs that ask about its link.

Links are known by the app's own address rules, and only those on the host that was asked itself.
"""

import json
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit
from xml.etree import ElementTree as ET

from flask import current_app, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException

WIDTH: Final = 480
HEIGHT: Final = 480
"""The size of the small board, where nobody asks for less."""

PORTS: Final = {"http": 80, "https": 443}
CACHE_SECONDS: Final = 86400
"""How long an answer may be kept; the board itself is always the one of the link."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a link leads to: an endpoint of the app, the values in its path, and its parameters."""

    endpoint: str
    values: dict[str, Any]
    args: dict[str, str]


def meant(url: str) -> Meant | None:
    """What *url* leads to on this site; None when it is no link of it."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or "@" in parts.netloc or not _here(parts.scheme, parts.hostname or "", port):
        return None
    root, path = request.root_path.rstrip("/"), unquote(parts.path)
    if not path.startswith(f"{root}/"):
        return None
    adapter = current_app.create_url_adapter(request)
    assert adapter is not None
    try:
        endpoint, values = adapter.match(path.removeprefix(root), method="GET")
    except HTTPException:
        return None
    return Meant(endpoint, dict(values), _first(parse_qsl(parts.query)))


def _first(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """*pairs* as parameters are read elsewhere: of two with one name the first counts."""
    return dict(reversed(pairs))


def _here(scheme: str, host: str, port: int | None) -> bool:
    """Whether an address is on the host of this request; the plain and the encrypted way count as one."""
    own = urlsplit(request.host_url)
    # What stands at the usual port is one site, whichever of the two ways leads there.
    usual = port in (None, PORTS[scheme]), own.port in (None, PORTS.get(own.scheme))
    return host == own.hostname and (all(usual) or port == own.port)


def limit(text: str | None) -> int | None:
    """The width or height that is not to be passed; None without one.

    Raises:
        ValueError: when it is no whole number above zero.
    """
    if not text:
        return None
    if not text.isascii() or not text.isdecimal() or len(text) > 6 or int(text) == 0:
        raise ValueError("no size")
    return int(text)


def frame(address: str, title: str, width: int = WIDTH, height: int = HEIGHT) -> Markup:
    """The HTML that shows the small board at *address* in a page elsewhere."""
    markup = Markup(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy" style="border:0;max-width:100%"></iframe>'
    )
    return markup.format(address, title, width, height)


def answer(title: str, address: str, width: int, height: int) -> dict[str, Any]:
    """The answer about the small board at *address* (oEmbed 1.0, section 2.3.4.4: the type ``rich``)."""
    return {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Draw Bridge tutor",
        "provider_url": request.url_root,
        "cache_age": CACHE_SECONDS,
        "html": str(frame(address, title, width, height)),
        "width": width,
        "height": height,
    }


def as_json(values: dict[str, Any]) -> str:
    """*values* as JSON."""
    return json.dumps(values, ensure_ascii=False)


def as_xml(values: dict[str, Any]) -> str:
    """*values* as XML (oEmbed 1.0, section 2.3.4.3)."""
    root = ET.Element("oembed")
    for name, value in values.items():
        ET.SubElement(root, name).text = str(value)
    return f'<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n{ET.tostring(root, encoding="unicode")}\n'
