"""How long the wires of a board are, measured along the channels of its template."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from companion.device.ports import StripSettings
from hardware.artwork.layout import Layout
from hardware.artwork.shapes import XY

CABLE = 1.0
"""Metres from a board's edge to a Raspberry Pi beside it."""

INSIDE_CABLE = 0.2
"""Metres from where the wires meet to a Pico in the board."""

DATA = 0.2
"""Metres from the level shifter to the first lamp: the most that the pages allow."""

STRIP_PIECE = 1 / 30
"""Metres of a strip with 30 lamps a metre that belong to one lamp."""


@dataclass(frozen=True)
class Lengths:
    """The wires of one board, in metres. cable: from the board's edge to the computer."""

    layout: Layout
    cable: float = CABLE

    def column(self, number: int) -> tuple[float, float]:
        """Return how far a column's wire runs alone, and how far in a bundle, in metres.

        It runs alone along its file, and in a bundle along the last row, up the trunk and in the
        cable.
        """
        board, points = self.layout.board, self.layout.points
        files = sorted({round(at.x, 3) for at in points})
        high = max(at.y for at in points if round(at.x, 3) == files[number])
        west = files[number] - self._trunk
        alone = high - self._wires(len(board.rows) - 1)
        return alone / 1000, (west + self._up(len(board.rows) - 1)) / 1000 + self.cable

    def row(self, number: int) -> tuple[float, float]:
        """How far a row's wire runs alone, along its reeds, and how far in a bundle."""
        row = self.layout.board.rows[number]
        east = self.layout.points[row[-1]].x + self.layout.measures.span
        alone = east - self._trunk
        return alone / 1000, self._up(number) / 1000 + self.cable

    def reed(self, point: int) -> float:
        """The length of the wire of a reed that has a pin of its own."""
        (number,) = (n for n, row in enumerate(self.layout.board.rows) if point in row)
        west = self.layout.points[point].x - self._trunk
        return (west + self._up(number)) / 1000 + self.cable

    @cached_property
    def lamps(self) -> tuple[float, ...]:
        """From each lamp of the strip to the next one."""
        return tuple(
            (abs(after.x - before.x) + abs(after.y - before.y)) / 1000
            for before, after in pairwise(self._along)
        )

    @property
    def feeds(self) -> tuple[int, ...]:
        """The lamps at which the strip is fed, counted from 0.

        They are the first one; on a grid also the last one, and others evenly between them.
        """
        last, parts = self.layout.board.size - 1, self.layout.feeds - 1
        return (0, *(round(last * part / parts) for part in range(1, parts + 1)))

    def feed(self, lamp: int) -> float:
        """From the edge where the trunk leaves the board to a lamp of the strip."""
        at = self._along[lamp]
        return (at.x - self._trunk + self.layout.size[1] - at.y) / 1000

    @cached_property
    def _along(self) -> tuple[XY, ...]:
        """Where the lamps are, along the strip."""
        pixels = StripSettings().wiring(self.layout.board).pixels
        return tuple(at for _, at in sorted(zip(pixels, self.layout.lamps, strict=True)))

    @cached_property
    def _trunk(self) -> float:
        """The middle of the channel on the west side."""
        channel = self.layout.channels[0]
        return (channel.left + channel.right) / 2

    def _wires(self, row: int) -> float:
        """Where the channel of a row's wires is."""
        board, points = self.layout.board, self.layout.points
        y = points[board.rows[row][0]].y
        return y - self.layout.side(row) * 0.2 * self.layout.pitch

    def _up(self, row: int) -> float:
        """From a row's wires to the edge where the trunk leaves the board."""
        return self.layout.size[1] - self._wires(row)
