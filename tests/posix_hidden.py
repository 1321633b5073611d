"""The `companion` command on a system without POSIX, such as Windows, as far as Linux can be one.

The standard library, filelock, platformdirs and pyserial are loaded first, because they adapt to
the system themselves. What Windows lacks then disappears for all that is imported afterwards.
"""

from __future__ import annotations

import asyncio  # noqa: F401
import os
import signal
import socket  # noqa: F401
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401
from contextlib import suppress
from typing import Any

import filelock  # noqa: F401
import platformdirs  # noqa: F401
import serial
import serial.tools.list_ports  # noqa: F401

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
FUNCTIONS = (
    *("chown", "chroot", "fchmod", "fchown", "fork", "getegid", "geteuid", "getgid", "getgroups"),
    *("getppid", "getuid", "lchown", "mkfifo", "pread", "pwrite", "setsid", "statvfs", "uname"),
    *("O_DIRECTORY", "O_SYNC"),
)
SIGNALS = ("SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2")


def hide() -> None:
    """Hide what Windows lacks."""
    for name in MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in FUNCTIONS:
        with suppress(AttributeError):
            delattr(os, name)
    for name in SIGNALS:
        delattr(signal, name)
    real = os.open

    def open_file(path: Any, flags: int, *arguments: Any, **named: Any) -> int:
        if os.path.isdir(path):  # noqa: PTH112 - as the system sees it
            raise PermissionError(13, "Permission denied", path)
        return real(path, flags, *arguments, **named)

    os.open = open_file


if __name__ == "__main__":
    hide()
    from companion.cli import main

    main()
