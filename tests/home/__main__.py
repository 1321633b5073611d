"""`make test-home`: install Home Assistant once, in a Debian of its own, and run the tests with it.

    python -m tests.home [pytest's options]

Exit status: 0 when all tests passed, 1 when some failed. Where Home Assistant cannot be installed,
one line says why, and the status is 0, or 3 with HOME_TESTS=required in the environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests import needs
from tests.bare.system import NotRunError
from tests.home.machine import VARIABLE, install


def main(arguments: Sequence[str]) -> int:
    """Run the tests; the exit status."""
    try:
        if needs.mosquitto.found is None:
            raise NotRunError("mosquitto is not installed: sudo apt install mosquitto")
        folder = install()
    except NotRunError as error:
        sys.stdout.write(f"tests with Home Assistant: NOT RUN: {error}\n")
        return 3 if os.environ.get("HOME_TESTS") == "required" else 0
    command = [sys.executable, "-m", "pytest", "-q", str(Path(__file__).parent), *arguments]
    ended = subprocess.run(command, env={**os.environ, VARIABLE: str(folder)})
    return 1 if ended.returncode else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
