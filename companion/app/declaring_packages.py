"""Finds out in milliseconds whether any installed package adds anything to the program."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path

_HEAD = b"[companion."
"""What begins the head of every group in a package's `entry_points.txt`; see `base/plugins.py`."""


def may_declare() -> bool:
    """Return whether any package may declare something for this program.

    Most computers have no such package. To find that out by `importlib.metadata` would take a tenth
    of the time to the first lamp. What is not a plain folder of packages is left to that.
    """
    finders = (finder for finder in sys.meta_path if hasattr(finder, "find_distributions"))
    return any(finder is not PathFinder for finder in finders) or any(
        map(_may_declare_in, map(Path, sys.path))
    )


def _may_declare_in(folder: Path) -> bool:
    if folder.suffix == ".egg" or folder.is_file():
        return True
    declaring = (
        path
        for kind in ("dist-info", "egg-info")
        for path in folder.glob(f"*.{kind}/entry_points.txt")
    )
    try:
        return any(_HEAD in path.read_bytes() for path in declaring)
    except OSError:
        return True
