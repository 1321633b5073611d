"""Access to the page's server: checks the host and origin of requests, and the pairing code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

_WRONG_CODE_PAUSE = 1.0
"""Seconds for which no code is checked after a wrong one: trying all six-digit codes takes days."""


class RequestGuard:
    """Checks the `Host` and `Origin` of every request.

    A foreign page, or one whose name was made to point to this machine (DNS rebinding), names a
    host that is not this server. Addresses cannot be rebound, so every address is accepted or, if
    only this machine is served, every loopback address.

    port:     the port of the server.
    names:    the host names of the server.
    loopback: whether only this machine is served.
    """

    def __init__(self, port: int, names: frozenset[str], *, loopback: bool) -> None:
        self._port = port
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self._loopback = loopback

    def trusts(self, headers: Mapping[str, str]) -> bool:
        """Whether a request with these headers was meant for this server and sent by its page."""
        host = headers.get("host", "").lower()
        if not self._is_ours(host):
            return False
        # Programs other than browsers send no origin; a page in a browser cannot omit it.
        return headers.get("origin", f"http://{host}").lower() == f"http://{host}"

    def _is_ours(self, host: str) -> bool:
        try:
            parts = urlsplit(f"//{host}")
            name, port = parts.hostname, parts.port or 80
        except ValueError:
            return False
        if name is None or port != self._port or parts.netloc != host or "@" in host:
            return False
        try:
            address = ip_address(name)
        except ValueError:
            return name.rstrip(".") in self._names
        return address.is_loopback or not self._loopback


class PairingCode:
    """The pairing code that pages have to send.

    code:  the code; empty if none is required.
    pause: seconds for which no code is checked after a wrong one.

    required: whether pages have to send the code.
    """

    def __init__(self, code: str, pause: float = _WRONG_CODE_PAUSE) -> None:
        self.required = bool(code)
        self._code = code.encode()
        self._pause = pause
        self._one_at_a_time = asyncio.Lock()

    async def accepts(self, code: str) -> bool:
        """Whether this is the code. The answer to a wrong one comes after the pause."""
        async with self._one_at_a_time:
            if compare_digest(code.strip().encode(), self._code):
                return True
            await asyncio.sleep(self._pause)
            return False
