"""Access to the page's server: the host and origin of requests, and the pairing code."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from companion.page.listener import plain

_PAUSE = 1.0
_BURST = 128
_RATE = 2.0  # all codes of six digits take almost six days
_ADDRESSES = 256  # of which wrong codes are remembered


class RequestGuard:
    """Checks the `Host` and `Origin` of every request.

    A foreign page, or one whose name was made to point to this machine (DNS rebinding), names a
    host that is not this server. Addresses cannot be rebound, so every address is accepted or, if
    only this machine is served, every loopback address.

    Args:
        port: The port of the server.
        names: The host names of the server.
        loopback: Whether only this machine is served.
    """

    def __init__(self, port: int, names: frozenset[str], *, loopback: bool) -> None:
        self._port = port
        self._names = frozenset(name.lower().rstrip(".") for name in names)
        self._loopback = loopback

    def trusts(self, headers: Mapping[str, str]) -> bool:
        """Return whether a request with these headers is for this server and from its page."""
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


class Guesser:
    """The sender of codes over one connection.

    Attributes:
        address: The address that they come from.
        wrong: The number of wrong codes.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.wrong = 0


class PairingCode:
    """The pairing code that pages have to send.

    A wrong code is answered after a pause, which holds up only the connection that sent it. All
    connections together may send a burst of wrong codes, and then a number of them a second: to try
    all codes of six digits takes days, however many connections try. Further codes wait for their
    turn. First are the addresses, and among them the connections, that have sent the fewest wrong
    codes: so a page is not kept out by others that guess.

    Args:
        code: The code; empty if none is required. Blanks and dashes in it do not matter.
        pause: The time before a wrong code is answered (seconds).
        burst: The number of wrong codes that may be sent at once.
        rate: The number of wrong codes a second from then on.

    Attributes:
        required: Whether pages have to send the code.
    """

    def __init__(
        self, code: str, pause: float = _PAUSE, burst: int = _BURST, rate: float = _RATE
    ) -> None:
        self.required = bool(code)
        self._code = plain(code).encode()
        self._pause = pause
        self._burst = burst
        self._rate = rate
        self._left = float(burst)  # wrong codes that may be sent now
        self._at = float("-inf")  # when that was so
        self._wrong: Counter[str] = Counter()  # by address
        self._waiting: dict[asyncio.Future[None], Guesser] = {}  # the first to come first
        self._timer: asyncio.TimerHandle | None = None

    async def accepts(self, code: str, guesser: Guesser | None = None) -> bool:
        """Return whether this is the code; the answer to a wrong one comes after the pause."""
        guesser = guesser or Guesser()
        await self._turn(guesser)
        right = compare_digest(plain(code).encode("utf-8", "surrogatepass"), self._code)
        if right and self._code:
            self._left += 1  # only wrong ones count
            self._serve()
            return True
        guesser.wrong += 1
        self._note(guesser.address)
        await asyncio.sleep(self._pause)
        return False

    async def _turn(self, guesser: Guesser) -> None:
        """Wait until a code may be checked."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = guesser
        self._serve()
        try:
            await turn
        finally:
            self._waiting.pop(turn, None)

    def _serve(self) -> None:
        """Let the connections check a code whose turn it is."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        earned = (now - self._at) * self._rate
        self._left, self._at = min(self._burst, self._left + earned), now
        while self._waiting and self._left > 0.999:  # times are rounded
            turn = min(self._waiting, key=self._order)
            del self._waiting[turn]
            if not turn.done():  # it is if the page has gone
                self._left -= 1
                turn.set_result(None)
        if self._waiting and self._timer is None:
            self._timer = loop.call_later((1 - self._left) / self._rate, self._serve_again)

    def _order(self, turn: asyncio.Future[None]) -> tuple[int, int]:
        guesser = self._waiting[turn]
        return self._wrong[guesser.address], guesser.wrong

    def _serve_again(self) -> None:
        self._timer = None
        self._serve()

    def _note(self, address: str) -> None:
        self._wrong[address] += 1
        if len(self._wrong) > _ADDRESSES:
            self._wrong.clear()  # whoever has so many addresses gains nothing by the order
