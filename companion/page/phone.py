"""The way from a phone to the page: an address that carries the pairing code, as a QR code.

The code is in the address's fragment, which browsers keep to themselves: it is in no request, and
so in no log. The page takes it out of the address bar.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import quote, urlsplit

from companion.base.qr import svg_path
from companion.page.listener import plain
from companion.protocol.views import PhoneView

BOARD_PATH = "watch"
"""The path at which guests see the board."""

WALL_PATH = "wall"
"""The path at which guests see many boards."""


def phone_view(address: str, code: str) -> PhoneView | None:
    """Return the way to a page at that address (`http://…/`), for a phone.

    Returns:
        The address with the code, also as a QR code; None if no other machine can reach the page.
    """
    host = ip_address(urlsplit(address).hostname or "")
    if host.is_loopback or "%" in address:  # browsers take no zone of an address
        return None
    url = _with_code(address, code)
    return PhoneView(address, code, url, *svg_path(url))


def guest_view(address: str, code: str, path: str = BOARD_PATH) -> PhoneView:
    """Return the way for guests to a page at that address.

    Args:
        address: The address of the players' page (`http://…/`).
        code: The guests' code; empty if none is required.
        path: What they see.

    Returns:
        The address with the guests' code; without a QR code if only this machine can reach it.
    """
    shown = f"{address}{path}"
    return phone_view(shown, code) or PhoneView(shown, code, _with_code(shown, code), 0, "")


def _with_code(address: str, code: str) -> str:
    return f"{address}#code={quote(plain(code), safe='')}" if code else address
