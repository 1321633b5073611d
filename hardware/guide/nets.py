"""The net list of a board that is wired by hand: which ends of which parts are one.

The pins are the program's own (`hardware.wiring.harness`). A terminal is a text, as `pin 3` of the
computer, `reed 7 east.w` (the western lead of the eastern reed of point 7), `series point 7.pin`,
`chip.14` or `pixel 3.DIN`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from companion.device.ports import MatrixKind, SpiLamps
from companion.rules.geometry import Board, points_of
from hardware.artwork.layout import in_rows
from hardware.wiring.harness import Harness, ListedWire

Terminal = str

REEDS = ("east", "west")
"""The two reeds of a point."""

CHIP_GROUND, CHIP_SUPPLY, CHIP_FREE = (1, 5, 7, 9, 12), (4, 10, 13, 14), (6, 8, 11)
"""Pins of the 74AHCT125 by what they go to; 2 is the input, 3 the output."""

CHIP_IN, CHIP_OUT = 2, 3


@dataclass(frozen=True)
class Circuit:
    """The circuit of one board on a Raspberry Pi.

    Attributes:
        board: The board.
        harness: The wires of the computer's pins.
    """

    board: Board
    harness: Harness

    @property
    def matrix(self) -> bool:
        """Whether the reeds are wired in rows and columns."""
        return in_rows(self.board)

    def wire(self, what: str) -> ListedWire:
        """Return the wire of a pin by what it is for."""
        (found,) = (wire for wire in self.harness.wires if wire.what == what)
        return found

    def wires(self, what: str) -> list[ListedWire]:
        """Return the wires whose names begin with a word, in their order."""
        return [wire for wire in self.harness.wires if wire.what.startswith(f"{what} ")]

    def along(self) -> dict[str, list[str]]:
        """Return the points of each row and column, by its name; empty without a matrix."""
        if not self.matrix:
            return {}
        wired = MatrixKind().harness(SpiLamps(), self.board)
        named = zip((*self.wires("row"), *self.wires("column")), wired.lines, strict=True)
        return {
            listed.what: [self.board.names[point] for point in points_of(points)]
            for listed, (_, points) in named
        }

    def nets(self) -> dict[str, frozenset[Terminal]]:
        """Return every net by its name, with the terminals that it joins.

        A terminal that stays free is a net of its own.
        """
        found: defaultdict[str, set[Terminal]] = defaultdict(set)
        found["ground"] |= {pin(self.wire("ground")), "button.b", "pull-down.b", "jack.0V"}
        found["ground"] |= {"bulk.-", "decoupling.b", *(f"chip.{n}" for n in CHIP_GROUND)}
        found["5 V"] |= {"fuse.out", "bulk.+", "decoupling.a", *(f"chip.{n}" for n in CHIP_SUPPLY)}
        found["supply"] |= {"jack.5V", "fuse.in"}
        found |= {f"pin {n} of the chip": {f"chip.{n}"} for n in CHIP_FREE}
        for what in ("button", "lamps"):
            found[f"{what}, pin"] |= {pin(self.wire(what)), f"series {what}.pin"}
        found["button"] |= {"series button.board", "button.a"}
        found["lamps"] |= {"series lamps.board", "pull-down.a", f"chip.{CHIP_IN}"}
        found["data"] |= {f"chip.{CHIP_OUT}", "data resistor.a"}
        self._lamps(found)
        self._matrix(found) if self.matrix else self._direct(found)
        return {name: frozenset(terminals) for name, terminals in found.items()}

    def _lamps(self, found: defaultdict[str, set[Terminal]]) -> None:
        names = self.board.names
        found["data 1"] |= {"data resistor.b", f"pixel {names[0]}.DIN"}
        for before, after in zip(names, (*names[1:], ""), strict=True):
            found[f"data after {before}"].add(f"pixel {before}.DOUT")
            if after:
                found[f"data after {before}"].add(f"pixel {after}.DIN")
            found["5 V"].add(f"pixel {before}.5V")
            found["ground"].add(f"pixel {before}.0V")

    def _direct(self, found: defaultdict[str, set[Terminal]]) -> None:
        for wire, name in zip(self.wires("point"), self.board.names, strict=True):
            found[f"{wire.what}, pin"] |= {pin(wire), f"series {wire.what}.pin"}
            found[wire.what] |= {f"series {wire.what}.board", *leads(name, "w")}
            found["ground"] |= {*leads(name, "e")}

    def _matrix(self, found: defaultdict[str, set[Terminal]]) -> None:
        along = self.along()
        found["3.3 V"].add(pin(self.wire("3.3 V")))
        for name in self.board.names:
            found[f"cell {name}"] |= {*leads(name, "e"), f"diode {name}.a"}
        for wire in self.wires("row"):
            found[wire.what] |= {pin(wire), *(f"diode {name}.ring" for name in along[wire.what])}
        for wire in self.wires("column"):
            what = wire.what
            found[f"{what}, pin"] |= {pin(wire), f"series {what}.pin"}
            found[what] |= {f"series {what}.board", f"pull-up {what}.a"}
            found[what] |= {lead for name in along[what] for lead in leads(name, "w")}
            found["3.3 V"].add(f"pull-up {what}.b")


def pin(wire: ListedWire) -> Terminal:
    """Return the terminal of a pin of the computer."""
    return f"pin {wire.pin}"


def leads(name: str, way: str) -> tuple[Terminal, ...]:
    """Return the western or the eastern leads of both reeds of a point."""
    return tuple(f"reed {name} {which}.{way}" for which in REEDS)
