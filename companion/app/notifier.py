"""Notifies systemd that the program is ready, still running, or stopping.

The protocol of sd_notify(3) is simple: datagrams to a socket that systemd names in the environment.
The Python libraries for it either need a compiler or have long been unmaintained.
"""

from __future__ import annotations

import math
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_SHARE = 1 / 3
"""The time between signs of life, as a share of the watchdog's time.

After that, systemd considers the program hung. sd_watchdog_enabled(3) recommends half of it.
"""

_TIMEOUT = 1.0  # seconds for systemd to take a datagram


class SystemdNotifier:
    """Notifies systemd if the environment names its socket; otherwise does nothing.

    Args:
        environment: May contain `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
        pid: The id of this process, by default the real one.

    Attributes:
        due: When the next sign of life is due (seconds); infinity if none is wanted.
    """

    def __init__(self, environment: Mapping[str, str], pid: int | None = None) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._period = _period(environment, os.getpid() if pid is None else pid)
        self._status = ""
        self.due = -math.inf if self._address and self._period < math.inf else math.inf

    def ready(self, status: str) -> None:
        """Notify that the program has started, with its present activity for a person to read."""
        if status != self._status:
            self._status = status
            self._send(f"READY=1\nSTATUS={status}")

    def alive(self, at: float) -> None:
        """Send a sign of life if one is due at `at` (seconds)."""
        if at >= self.due:
            self.due = at + self._period
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Notify that the program is about to end."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        # Nothing can be done about a manager that does not listen.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.settimeout(_TIMEOUT)
            out.sendto(text.encode(), self._address)


def _period(environment: Mapping[str, str], pid: int) -> float:
    """Return the time between signs of life (seconds); infinity if none are wanted."""
    wanted = environment.get("WATCHDOG_USEC", "")
    if not wanted.isdecimal() or environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return math.inf
    return int(wanted) / 1e6 * _SHARE
