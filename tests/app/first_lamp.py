"""Runs `companion play` until the first lamp is lit; its last line is what that took, as JSON.

python -m tests.app.first_lamp CONFIGURATION
"""

import json
import os
import sys
import time

_BEGAN = time.process_time()  # before the program is imported
_HERE = set(sys.modules)

from companion.cli import main  # noqa: E402
from companion.device.ports.port import Frame  # noqa: E402
from companion.device.ports.simulated import SimulatedPort  # noqa: E402


def _show(_: SimulatedPort, frame: Frame) -> None:
    if any(frame):
        seconds = time.process_time() - _BEGAN
        modules = sorted(set(sys.modules) - _HERE)
        told = json.dumps({"seconds": seconds, "modules": modules})
        sys.stdout.write(f"\n{told}\n")
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    SimulatedPort.show = _show  # type: ignore[method-assign, assignment]
    sys.argv[:] = ["companion", "play", "--new", "--config", sys.argv[1]]
    main()
