"""Greets as the service does, with what is sent to the lamps thrown away; then the program ends.

python -m tests.app.first_glow CONFIGURATION
"""

import json
import sys
import time

_BEGAN = time.process_time()
_HERE = set(sys.modules)

from companion.app.greeting import greet  # noqa: E402

if __name__ == "__main__":
    words = ["play", "--wait", "--config", sys.argv[1]]
    lit = greet(words, {"NOTIFY_SOCKET": "/run/systemd/notify"}, lambda _: None)
    seconds = time.process_time() - _BEGAN
    told = {"seconds": seconds, "modules": sorted(set(sys.modules) - _HERE), "lit": lit is not None}
    sys.stdout.write(f"{json.dumps(told)}\n")
