"""The way from a phone to the page: an address that carries the pairing code, as a QR code.

The code is in the address's fragment, which browsers keep to themselves: it is in no request, and
so in no log. The page takes it out of the address bar.
"""

from __future__ import annotations

from ipaddress import ip_address
from itertools import groupby
from urllib.parse import quote, urlsplit

import segno

from companion.protocol.views import PhoneView
from companion.web.guard import plain

_QUIET = 4  # modules around the code; readers rely on them
_BLOCKS = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
_BLACK_ON_WHITE, _NORMAL = "\x1b[38;5;16;48;5;231m", "\x1b[0m"  # whatever a terminal's colours are


def phone_view(address: str, code: str) -> PhoneView | None:
    """The way to a page at that address (`http://…/`). None if no other machine can reach it."""
    host = ip_address(urlsplit(address).hostname or "")
    if host.is_loopback or "%" in address:  # browsers take no zone of an address
        return None
    url = f"{address}#code={quote(plain(code), safe='')}"
    modules = _modules(url)
    return PhoneView(address, code, url, len(modules), _path(modules))


def terminal_lines(text: str) -> list[str]:
    """The QR code of a text, such as an address, as lines for a terminal."""
    modules = _modules(text)
    modules.append([0] * len(modules))  # two rows make a line
    return [
        _BLACK_ON_WHITE
        + "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        + _NORMAL
        for upper, lower in zip(modules[::2], modules[1::2], strict=False)
    ]


def _modules(text: str) -> list[list[int]]:
    """The modules row by row, 1 for a dark one."""
    code = segno.make_qr(text, error="m")
    return [[int(dark) for dark in row] for row in code.matrix_iter(border=_QUIET)]


def _path(modules: list[list[int]]) -> str:
    """The dark modules as a path of SVG, one unit a module."""
    parts = []
    for y, row in enumerate(modules):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                parts.append(f"M{x} {y}h{length}v1h-{length}z")
            x += length
    return "".join(parts)
