"""The boards that are published, and the files of their projects."""

from __future__ import annotations

from functools import cache

from hardware.pcb.controllers import controller
from hardware.pcb.plan import Plan
from hardware.pcb.project import library_files, project_files, unrouted_files
from hardware.pcb.row import row_board
from hardware.pcb.tile import tile


@cache
def plans() -> tuple[Plan, ...]:
    """The boards that are published."""
    return tile(), row_board(), controller("pi"), controller("pico")


def files(only: str = "") -> dict[str, bytes]:
    """All files of the projects by path below boards/. Takes minutes: every board is routed.

    only: how the names of the boards begin that are wanted.
    """
    made = library_files(plans())
    for plan in plans():
        if plan.name.startswith(only):
            made |= project_files(plan)
    return made


def quick_files() -> dict[str, bytes]:
    """The files that need no routing, by path below boards/."""
    made = library_files(plans())
    for plan in plans():
        made |= unrouted_files(plan)
    return made
