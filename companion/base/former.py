"""Former addresses: the old names of modules that other packages import.

A module has one address in this program. Packages that add games, boards or tests may still use the
former address of each module that the pages for their authors named, and of those whose classes the
test kit takes and gives. Both names give the same module.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec

TYPE_CHECKING = False  # see lazy.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader
    from types import ModuleType
else:
    Loader = object  # importlib.abc takes longer to import than all that `companion` imports

FORMER = {
    "companion.artwork": "companion.games.artwork",
    "companion.boards": "companion.rules.boards",
    "companion.clock": "companion.rules.clock",
    "companion.drivers": "companion.device.ports",
    "companion.drivers.port": "companion.device.ports.port",
    "companion.device.ports.port_settings": "companion.device.ports",
    "companion.drivers.settings": "companion.device.ports",
    "companion.drivers.simulated": "companion.device.ports.simulated",
    "companion.drivers.sub_board": "companion.device.ports.sub_board",
    "companion.engines": "companion.opponents",
    "companion.engines.opponent": "companion.opponents.opponent",
    "companion.engines.roster": "companion.opponents.roster",
    "companion.files": "companion.base.files",
    "companion.geometry": "companion.rules.geometry",
    "companion.journal": "companion.records.journal",
    "companion.journal.export": "companion.records.journal.export",
    "companion.journal.reader": "companion.records.journal.reader",
    "companion.journal.record": "companion.records.journal.record",
    "companion.library": "companion.records",
    "companion.library.game_text": "companion.records.game_text",
    "companion.library.records": "companion.records.game_logs",
    "companion.lights": "companion.device.lamps",
    "companion.lights.scene": "companion.device.lamps.scene",
    "companion.lights.settings": "companion.device.lamps.lamp_settings",
    "companion.rules.errors": "companion.base.errors",
    "companion.session.search": "companion.opponents.search_jobs",
    "companion.text": "companion.base.text",
    "companion.tracking": "companion.hands",
    "companion.tracking.view": "companion.hands.view",
}
"""The present address of each module by its former one."""


class FormerAddresses(Loader):
    """Finds and loads modules by their former addresses."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module; None unless the name is a former address."""
        return ModuleSpec(fullname, self) if fullname in FORMER else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to the import system to make an empty module; `exec_module` replaces it."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module at the present address in the place of an empty one."""
        sys.modules[module.__name__] = import_module(FORMER[module.__name__])


def redirect() -> None:
    """Make imports look for former addresses first.

    A package's own path would find some of the modules a second time.
    """
    if not any(isinstance(finder, FormerAddresses) for finder in sys.meta_path):
        sys.meta_path.insert(0, FormerAddresses())
