"""Scans that take place when a switch changes, in place of scanning threads."""

from __future__ import annotations

from collections.abc import Callable

from companion.device.ports.scan_thread import Periodic


class Scans:
    """What programs have scanned regularly; it is scanned whenever somebody says so.

    No test waits for a thread then, and no change is missed. `ticking` is put in the place of
    `PeriodicThread`.

    Attributes:
        ticks: The scans of running programs.
        waits: The seconds to the next scan that each scan returned.
    """

    def __init__(self) -> None:
        self.ticks: list[Callable[[], float]] = []
        self.waits: list[float] = []

    def scan(self) -> None:
        """Make every running program scan."""
        for tick in self.ticks:
            self.waits.append(tick())

    def ticking(self, tick: Callable[[], float]) -> Periodic:
        """Register a scan in place of the program's thread."""
        ticks = self.ticks
        ticks.append(tick)

        class Stop:
            def stop(self) -> None:
                ticks.remove(tick)

        return Stop()
