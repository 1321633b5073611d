"""Becomes another program that may use only so much memory. It is run as a script, and imports
nothing else of this package:

    python launcher.py BYTES PROGRAM ARGUMENT…

A limit has to be set in the new process, and before its program begins. `subprocess` can call a
function there, but that is not safe in a program with threads.
"""

from __future__ import annotations

import os
import sys

NICER = 5
"""By how much the program gives way to others: lamps must not wait for an engine."""


def become(arguments: list[str]) -> None:
    """Set the limits and become the program. Exits with status 127 if there is no such program."""
    import resource  # not on Windows, where this is never run

    memory, program = int(arguments[0]), arguments[1]
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY:
        memory = min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICER)
    try:
        os.execv(program, arguments[1:])  # noqa: S606 - no shell is meant
    except OSError as error:
        sys.exit(f"{program}: {error.strerror}" if error.strerror else str(error))


if __name__ == "__main__":
    become(sys.argv[1:])
