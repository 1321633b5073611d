"""The files generated here: a page with all results, and curves."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.simulation.curves import curves
from hardware.simulation.page import page
from hardware.simulation.results import Result, Run


def files(run: Run, held: Sequence[Result], broken: Sequence[Result]) -> dict[str, bytes]:
    """Return the generated files by name.

    Args:
        run: Simulates a deck.
        held: The results of what is built.
        broken: The results of what the pages advise against.
    """
    return curves(run) | {"README.md": page(run, held, broken).encode("utf-8")}
