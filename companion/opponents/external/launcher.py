"""Replaces itself with another program that has a memory limit.

It is run as a script, and imports nothing else of this package:

    python launcher.py BYTES PROGRAM ARGUMENT…

The limit must be set in the new process before its program begins. `subprocess` can call a function
at that point, but that is not safe in a program with threads.
"""

from __future__ import annotations

import os
import sys

NICER = 5
"""The added niceness of the program: lamps must not wait for an engine."""

CANNOT_RUN = 127
"""The exit status if the system cannot run the program."""


def become(arguments: list[str]) -> None:
    """Set the limits and become the program. Exits with status 127 if it cannot run."""
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
        sys.stderr.write(f"{program}: {error.strerror or error}\n")
        sys.exit(CANNOT_RUN)


if __name__ == "__main__":
    become(sys.argv[1:])
