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


def phone_view(address: str, code: str) -> PhoneView | None:
    """Return the way to a page at that address (`http://…/`), for a phone.

    Returns:
        The address with the code, also as a QR code; None if no other machine can reach the page.
    """
    host = ip_address(urlsplit(address).hostname or "")
    if host.is_loopback or "%" in address:  # browsers take no zone of an address
        return None
    url = f"{address}#code={quote(plain(code), safe='')}"
    return PhoneView(address, code, url, *svg_path(url))
