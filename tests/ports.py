"""Ports of loopback for servers that tests start."""

from __future__ import annotations

import os
import socket
from contextlib import suppress


def free_port() -> int:
    """Find a free port below the range from which the system assigns ports by itself.

    One of that range might be another program's before the server listens there.
    """
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
