"""The node of a board that has been given none: another one for each machine and log folder."""

from __future__ import annotations

import hashlib
import uuid
from contextlib import suppress
from pathlib import Path

from companion.base.files import read_regular

_MACHINE = Path("/etc/machine-id")
_LARGEST = 1 << 10  # bytes
_DIGITS = 6


def own_node(folder: Path, machine: Path = _MACHINE) -> str:
    """Return a node that stays the same from run to run.

    Args:
        folder: The folder in which games are logged: one machine may run several boards.
        machine: The file with the machine's identity; without it, its network address counts.
    """
    identity = str(uuid.getnode()).encode()
    with suppress(OSError):
        identity = read_regular(machine, _LARGEST).strip() or identity
    digest = hashlib.sha256(b"\0".join((identity, str(folder.absolute()).encode())))
    return f"board-{digest.hexdigest()[:_DIGITS]}"
