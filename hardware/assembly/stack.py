"""The thickness of every layer of a board: the only place for it.

From the piece down:

    piece with its magnet
    ---------------------------  playing surface
    print                        the printed board, glued on
    face                         thin wood with the lamps' holes
    base                         the layer with slots and light wells
    strip, wires                 on the base's underside, or in channels in it
    room                         the space for the computer, inside the frame
    floor, foot
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.artwork.layout import MEASURES, WIRES_DEEP, Measures


@dataclass(frozen=True, slots=True)
class Stack:
    """Thicknesses in mm.

    felt:   felt, paper or glue between a piece's magnet and the playing surface.
    sheet:  the print with its glue and varnish.
    face:   the wood below the print. base: the wood below the face, with slots and wells.
    glass:  from the top of a reed's glass to its axis, rounded up.
    lead:   the thickness of a reed's lead. bend: the radius of its bend, to the lead's axis.
    skin:   the white plastic that spreads a lamp's light, below the lamp's hole.
    tape:   a strip of lamps without its pixels. pixel: the height of a pixel on it.
    wires:  what wires take up on the base's underside.
    stand:  from the floor to the computer's board. computer: the board and all that stands on it,
            a header's socket with its ribbon cable too. spare: what is left above the computer.
    floor:  the panel that closes the case. foot: the rubber below it, higher than what the screws
            reach through the floor. screw: the length of a screw. nut: the height of its nut.
    """

    felt: float = 0.2
    sheet: float = 0.3
    face: float = 2.0
    base: float = 10.0
    glass: float = 1.2
    lead: float = 0.5
    bend: float = 0.5
    skin: float = 0.6
    tape: float = 0.4
    pixel: float = 1.6
    wires: float = WIRES_DEEP
    stand: float = 6.0
    computer: float = 21.4
    spare: float = 2.6
    floor: float = 3.0
    foot: float = 10.0
    screw: float = 60.0
    nut: float = 3.2

    @property
    def cover(self) -> float:
        """From the playing surface to the glass of a reed."""
        return self.sheet + self.face

    @property
    def board(self) -> float:
        """Print, face and base together."""
        return self.cover + self.base

    @property
    def room(self) -> float:
        """The clear height inside the frame, from the floor to the base."""
        return self.stand + self.computer + self.spare + self.wires

    @property
    def height(self) -> float:
        """From the table to the playing surface."""
        return self.foot + self.floor + self.room + self.board

    @property
    def screw_end(self) -> float:
        """How far a screw reaches through the floor; its head lies in the print."""
        return round(self.screw - self.board - self.room - self.floor, 3)

    def to_reed(self, magnet: float) -> float:
        """Return the distance from the middle of a magnet down to the axis of a reed, in mm.

        Args:
            magnet: The thickness of the magnet, which is at the underside of a piece, in mm.
        """
        return magnet / 2 + self.felt + self.cover + self.glass

    def straight(self, measures: Measures = MEASURES) -> float:
        """Return how much of a lead is straight between the glass and the bend, in mm.

        The lead is assumed to go down along the end of its slot.
        """
        return (measures.slot - measures.glass) / 2 - self.lead / 2 - self.bend


STACK = Stack()

LINED = 0.15
"""What a diffuser is narrower than its well, all around."""

WALL_OF_DIFFUSER = 0.8
"""Two lines of a usual nozzle of 0.4 mm."""
