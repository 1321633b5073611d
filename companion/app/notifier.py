"""Tells systemd how the program is: when it is ready, that it still lives, that it ends.

What sd_notify(3) says is a datagram to a socket that systemd names in the environment. The Python
libraries for it are either bindings that want a compiler or long unmaintained, for these few lines.
"""

from __future__ import annotations

import math
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_SHARE = 1 / 3
"""Of the time after which systemd takes the program for hung, until the next sign of life; it
recommends less than half."""

_TAKING = 1.0  # seconds that systemd is given to take a datagram


class Notifier:
    """Speaks to the service manager that the environment names, or to nobody.

    environment: `NOTIFY_SOCKET`, and `WATCHDOG_USEC` where signs of life are wanted, of the process
        `WATCHDOG_PID` if that is named. pid: this process's.

    due: when the next sign of life has to be given; infinity where none is wanted.
    """

    def __init__(self, environment: Mapping[str, str], pid: int | None = None) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._period = _period(environment, os.getpid() if pid is None else pid)
        self._status = ""
        self.due = -math.inf if self._address and self._period < math.inf else math.inf

    def ready(self, status: str) -> None:
        """The program has started, and this is what it does, for a person to read."""
        if status != self._status:
            self._status = status
            self._send(f"READY=1\nSTATUS={status}")

    def alive(self, at: float) -> None:
        """Give a sign of life if it is time for one."""
        if at >= self.due:
            self.due = at + self._period
            self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The program is about to end."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        # Nobody could do anything about a manager that does not listen; it says so itself.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
            out.settimeout(_TAKING)
            out.sendto(text.encode(), self._address)


def _period(environment: Mapping[str, str], pid: int) -> float:
    """Seconds between signs of life."""
    wanted = environment.get("WATCHDOG_USEC", "")
    if not wanted.isdecimal() or environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return math.inf
    return int(wanted) / 1e6 * _SHARE
