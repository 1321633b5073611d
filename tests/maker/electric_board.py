"""A board as a network of wires, to be broken: which switches the computer reads as closed.

Written from the circuit alone (hardware/wiring/circuit-switches.svg). It knows currents, and
nothing of how faults are told from each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.device.ports.harness import Harness
from companion.maker.diagnosis import ButtonState, Readings
from companion.rules.geometry import Point

Net = tuple[str, int]
"""A row or a column on the board's side of the connector: ("row", 0)."""


@dataclass
class ElectricBoard:
    """The wires of a board, and what is wrong with them.

    cut: pins whose wire is cut. grounded: nets that touch ground. touching: pairs of nets.
    swapped: pairs of pins whose wires are exchanged. dead: points whose reed never closes.
    pull_ups: whether the columns' resistors have their 3.3 V.
    """

    harness: Harness
    cut: set[Net] = field(default_factory=set)
    grounded: set[Net] = field(default_factory=set)
    touching: list[tuple[Net, Net]] = field(default_factory=list)
    swapped: list[tuple[Net, Net]] = field(default_factory=list)
    dead: set[int] = field(default_factory=set)
    pull_ups: bool = True
    ground: bool = True
    button: bool = True

    def read(self, *pieces: int) -> int:
        """The points that read as closed with pieces on these points, as bits."""
        at = {cell: p for p, cell in enumerate(self.harness.cells)}
        found = 0
        for row in range(len(self.harness.rows)):
            low = self._low(("row", row), pieces)
            columns = [
                column
                for column in range(len(self.harness.columns))
                if ("column", column) not in self.cut and self._net("column", column) in low
            ]
            if columns and not self.pull_ups:
                columns = list(range(len(self.harness.columns)))
            for column in columns:
                if (row, column) in at:
                    found |= 1 << at[row, column]
        return found

    def readings(self) -> Readings:
        """What somebody with one piece reads: nothing first, then the piece on every point."""
        stuck = self.read()
        points = [Point(p) for p in range(len(self.harness.cells)) if not stuck >> p & 1]
        state = ButtonState.UNTESTED
        if self.harness.button is not None:
            works = self.button and self.ground
            state = ButtonState.WORKS if works else ButtonState.DEAD
        return Readings({p: self.read(p) & ~stuck for p in points}, stuck, 0, state)

    def _net(self, kind: str, number: int) -> Net:
        pin = (kind, number)
        for one, other in self.swapped:
            if pin in (one, other):
                return other if pin == one else one
        return pin

    def _low(self, pin: Net, pieces: tuple[int, ...]) -> set[Net]:
        """The nets at 0 V while a row is pulled low."""
        low = set(self.grounded)
        if self.harness.matrix and pin not in self.cut:
            low.add(self._net(*pin))
        elif not self.harness.matrix and self.ground:
            low.add(pin)
        closed = [self.harness.cells[p] for p in pieces if p not in self.dead]
        before: set[Net] = set()
        while before != low:
            before = set(low)
            for one, other in self.touching:
                if {one, other} & low:
                    low |= {one, other}
            # A diode lets current flow from the column to the row only.
            low |= {("column", c) for r, c in closed if ("row", r) in low}
        return low
