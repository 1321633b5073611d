"""Announces the page in its network under a name: `board.local`, by multicast DNS.

With a name, players do not have to know the address of the machine. The library zeroconf does the
work in a thread of its own. If another machine has the name already, this one becomes
`board-2.local`, and so on; it takes two seconds to find that out, so it is done in a thread as
well.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from companion.base.extras import missing_library
from companion.base.text import Text

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_log = logging.getLogger(__name__)

_SERVICE = "_http._tcp.local."
_MOST = 9  # machines of one name
_ASKING = 2000  # milliseconds in which another machine has answered; it may take one second


def host_names(name: str) -> tuple[str, ...]:
    """Return the names that a page may be announced under, in the order in which they are tried."""
    if not name:
        return ()
    numbered = (f"{name}-{number}" for number in range(2, _MOST + 1))
    return tuple(f"{each.lower()}.local" for each in (name, *numbered))


class Announcer:
    """Announces a page until it is stopped.

    Args:
        name: The name to announce it as, without `.local`.
        address: The page's address, `http://…/`; a name leads to this host only.
        echo: Prints a line, in another thread: where the page is now, or why it is not announced.
        interface: The address of the network interface to announce it on; empty for that of the
            page.
    """

    def __init__(
        self, name: str, address: str, echo: Callable[[Text], None], interface: str = ""
    ) -> None:
        parts = urlsplit(address)
        self._names = host_names(name)
        self._host = parts.hostname or ""
        self._port = parts.port or 80
        self._interface = interface or self._host
        self._echo = echo
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)
        self._zeroconf: Zeroconf | None = None

    def start(self) -> None:
        """Begin to announce the page."""
        self._thread.start()

    def stop(self) -> None:
        """Withdraw the name, so that no other machine remembers it."""
        self._stopped.set()
        self._thread.join()
        if self._zeroconf is not None:
            try:
                self._zeroconf.unregister_all_services()
            except Exception as error:  # a network that has gone; the name expires by itself
                _log.debug("the page's name was not withdrawn: %s", error)
            self._zeroconf.close()
            self._zeroconf = None

    def _run(self) -> None:
        try:
            import zeroconf
        except ImportError:
            self._fail(missing_library("zeroconf", "zeroconf"))
            return
        try:
            self._announce(zeroconf)
        except Exception as error:  # whatever goes wrong, the page is served without a name
            problem = str(error) or type(error).__name__
            self._fail(Text("multicast DNS does not work here ({problem})", problem=problem))

    def _announce(self, zeroconf: Any) -> None:
        version = zeroconf.IPVersion
        only = version.V4Only if ip_address(self._host).version == 4 else version.V6Only
        self._zeroconf = zeroconf.Zeroconf(interfaces=[self._interface], ip_version=only)
        for name in self._names:
            if self._stopped.is_set():
                return
            other = zeroconf.AddressResolver(f"{name}.")
            other.request(self._zeroconf, _ASKING, question_type=zeroconf.DNSQuestionType.QM)
            if set(other.parsed_addresses()) <= {self._host}:
                break
        else:
            self._fail(
                Text(
                    "{first} to {last} are all taken; change [page] name",
                    first=self._names[0],
                    last=self._names[-1],
                )
            )
            return
        service = zeroconf.ServiceInfo(
            _SERVICE,
            f"{name.removesuffix('.local')}.{_SERVICE}",
            port=self._port,
            properties={"path": "/"},
            server=f"{name}.",
            parsed_addresses=[self._host],
        )
        # Nobody has the name, so the library need not ask for another second.
        self._zeroconf.register_service(service, cooperating_responders=True)
        if not self._stopped.is_set():
            self._echo(Text("Name: {address}", address=f"http://{name}:{self._port}/"))

    def _fail(self, why: Text) -> None:
        self._echo(Text("The page has no name in the network: {why}", why=why))
