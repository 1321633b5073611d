"""Who may talk to the page's server: which names it goes by, and the pairing code."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

_WRONG_CODE_PAUSE = 1.0
"""Seconds for which no code is looked at after a wrong one: six digits then last for days."""


class Guard:
    """Checks the `Host` and `Origin` of every request.

    A page of somebody else's, or one whose name was made to point at this machine (DNS rebinding),
    names a host that this server does not go by. An address cannot be rebound, so every address is
    taken, or, where only this machine is served, every loopback address.

    port:     the port served.
    names:    the names this server goes by, beside its addresses.
    loopback: whether only this machine is served.
    """

    def __init__(self, port: int, names: frozenset[str], *, loopback: bool) -> None:
        self._port = port
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self._loopback = loopback

    def trusts(self, headers: Mapping[str, str]) -> bool:
        """Whether a request with these headers is meant for this server and comes from its page."""
        host = headers.get("host", "").lower()
        if not self._is_ours(host):
            return False
        # Programs that are no browsers send no origin; no page of a browser can leave it out.
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


class Lock:
    """The pairing code; an empty one is no lock at all.

    code:  what the page has to send.
    pause: seconds for which no code is looked at after a wrong one.
    """

    def __init__(self, code: str, pause: float = _WRONG_CODE_PAUSE) -> None:
        self.closed = bool(code)
        self._code = code.encode()
        self._pause = pause
        self._one_at_a_time = asyncio.Lock()

    async def opens(self, code: str) -> bool:
        """Whether this is the code; a wrong one is answered after the pause."""
        async with self._one_at_a_time:
            if compare_digest(code.strip().encode(), self._code):
                return True
            await asyncio.sleep(self._pause)
            return False
