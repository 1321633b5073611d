"""An environment in which Python keeps what it has compiled, as it does on a Pi."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from tempfile import gettempdir


@cache
def compiled() -> dict[str, str]:
    """This environment, in which programs find what an earlier one has compiled.

    Python compiles a module when it first loads it, and keeps that in a folder of its own; where it
    may not, each start takes more than twice as long.
    """
    folder = Path(gettempdir(), f"companion-compiled-{os.getuid() if hasattr(os, 'getuid') else 0}")
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder)}
