"""The wires between a board and its computer: the pin, the place and the colour of each.

A board with a pin for each switch is described as a matrix of one row, whose wire is ground. So one
description serves every board, and so does what is concluded from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import NamedTuple

from companion.base.text import Text, joined
from companion.device.ports.claims import point_name
from companion.device.ports.scanning import Cells
from companion.rules.geometry import Board, Occupancy, Point, bits

PI_GROUND = (6, 9, 14, 20, 25, 30, 34, 39)
"""The ground pins of the header of a Raspberry Pi."""

PI_3V3 = (1, 17)
"""Its 3.3 V pins."""

PI_PINS: Mapping[int, int] = {
    gpio: pin
    for pin, gpio in {
        3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10,
        21: 9, 22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19,
        36: 16, 37: 26, 38: 20, 40: 21,
    }.items()
}  # fmt: skip
"""The pin of each GPIO number on the header of a Raspberry Pi."""

PICO_GROUND = (3, 8, 13, 18, 23, 28, 33, 38)
"""The ground pins of a Pico."""

PICO_3V3 = 36
"""3V3(OUT) of a Pico."""

PICO_PINS: Mapping[int, int] = dict(
    zip(
        (*range(23), 26, 27, 28),
        [pin for pin in range(1, 35) if pin not in (*PICO_GROUND, 30)],
        strict=True,
    )
)
"""The pin of each GP number on a Pico."""

_COLOURS = (
    Text("brown"),
    Text("orange"),
    Text("yellow"),
    Text("green"),
    Text("blue"),
    Text("violet"),
    Text("grey"),
    Text("white"),
)
"""The colours of signals. Ground is black and 3.3 V is red."""

_NONE = Text()


class Wire(NamedTuple):
    """A wire from the computer.

    Attributes:
        what: Its use, as in the wire lists: "point 3", "row 0", "button", "ground" …
        signal: The name of the pin: "GPIO 2", "GP0" or "ground"; empty if that is unknown.
        pin: The number of the pin on the connector.
        colour: Its colour in the wire lists.
        place: The three in words; empty if they are unknown.
    """

    what: Text
    signal: str = ""
    pin: int = 0
    colour: Text = _NONE
    place: Text = _NONE

    @property
    def title(self) -> Text:
        """Its use and, if known, its place."""
        return joined(", ", [self.what, self.place]) if self.place else self.what


@dataclass(frozen=True, slots=True)
class Harness:
    """All wires of a board.

    Attributes:
        rows: The wires of the rows; only that of ground if each switch has a pin of its own.
        columns: The wires of the columns, or those of the switches.
        cells: The row and the column of each point.
        ground: The common ground, which the button is on as well.
        button: The button's; None without one.
        lamps: That of the lamps' data; None if it is unknown.
        pull_ups: That of the columns' pull-ups to 3.3 V; None if there is none.
    """

    rows: tuple[Wire, ...]
    columns: tuple[Wire, ...]
    cells: Cells
    ground: Wire
    button: Wire | None = None
    lamps: Wire | None = None
    pull_ups: Wire | None = None

    @property
    def matrix(self) -> bool:
        """Whether the switches are in rows and columns."""
        return self.rows != (self.ground,)

    @property
    def lines(self) -> Iterator[tuple[Wire, Occupancy]]:
        """Each row, then each column, with the points on it."""
        for axis, wires in enumerate((self.rows, self.columns)):
            for number, wire in enumerate(wires):
                yield wire, self.along(axis, number)

    def along(self, axis: int, number: int) -> Occupancy:
        """Return the points on a row (axis 0) or a column (axis 1)."""
        return bits(Point(p) for p, cell in enumerate(self.cells) if cell[axis] == number)

    def wires_of(self, point: Point) -> tuple[Wire, ...]:
        """Return the wires of a point's switch, except for ground."""
        row, column = self.cells[point]
        return (*((self.rows[row],) if self.matrix else ()), self.columns[column])

    def titles(self, names: Sequence[str]) -> tuple[Text, ...]:
        """Return the title of each point: its name, and the place of its wires.

        Args:
            names: The names of the points.
        """
        found = []
        for point, name in enumerate(map(point_name, names)):
            wires = self.wires_of(Point(point))
            if not all(wire.place for wire in wires):
                found.append(name)
            elif self.matrix:
                places = joined("; ", [wire.title for wire in wires])
                found.append(Text("{point} ({places})", point=name, places=places))
            else:
                found.append(Text("{point} ({places})", point=name, places=wires[0].place))
        return tuple(found)


def unnamed_harness(board: Board, *, button: bool) -> Harness:
    """Return the wires of a board whose pins are unknown, a wire for each switch."""
    ground = Wire(Text("ground"))
    return Harness(
        (ground,),
        tuple(Wire(point_name(name)) for name in board.names),
        tuple((0, p) for p in range(board.size)),
        ground,
        Wire(Text("button")) if button else None,
    )


class Connector(NamedTuple):
    """What the wires of a board are plugged to.

    Attributes:
        prefix: What a signal's number follows.
        pins: The pin of each signal, by its number.
        ground: The pin that the wire lists take for ground.
        supply: The same for 3.3 V.
        place: The place of a wire, in words.
    """

    prefix: str
    pins: Mapping[int, int]
    ground: int
    supply: int

    def place(self, signal: str, pin: int, colour: Text) -> Text:
        """Return the place of a wire in words."""
        if self is PI_HEADER:
            return Text(
                "{signal}, header pin {pin}, {colour}", signal=signal, pin=pin, colour=colour
            )
        return Text("{signal}, pin {pin}, {colour}", signal=signal, pin=pin, colour=colour)

    def special(self, what: Text, signal: str, pin: int, colour: Text) -> Wire:
        """Return a wire of ground or supply."""
        if self is PI_HEADER:
            place = Text("header pin {pin}, {colour}", pin=pin, colour=colour)
        else:
            place = Text("pin {pin}, {colour}", pin=pin, colour=colour)
        return Wire(what, signal, pin, colour, place)


PI_HEADER = Connector("GPIO ", PI_PINS, PI_GROUND[2], PI_3V3[1])
"""The header of a Raspberry Pi."""

PICO_HEADER = Connector("GP", PICO_PINS, PICO_GROUND[4], PICO_3V3)
"""The pins of a Pico."""


def plugged(
    connector: Connector,
    lines: tuple[Sequence[tuple[Text, int]], Sequence[tuple[Text, int]]],
    cells: Cells,
    button: int | None,
    lamps: int | None,
) -> Harness:
    """Return the harness of a board that is plugged to a connector.

    The colours are given in turn, as in the wire lists.

    Args:
        connector: The connector.
        lines: The rows and the columns, each with its number there. Without rows, each column is a
            switch to ground.
        cells: The row and the column of each point.
        button: The number of the button; None without one.
        lamps: The number of the lamps' data; None without lamps.
    """
    signals = [*lines[0], *lines[1]]
    if button is not None:
        signals.append((Text("button"), button))
    if lamps is not None:
        signals.append((Text("lamps"), lamps))
    wires = [
        Wire(what, signal, pin, colour, connector.place(signal, pin, colour))
        for (what, number), colour in zip(signals, cycle(_COLOURS), strict=False)
        for signal, pin in [(f"{connector.prefix}{number}", connector.pins.get(number, 0))]
    ]
    ground = connector.special(Text("ground"), "ground", connector.ground, Text("black"))
    count, known = len(lines[0]), len(lines[0]) + len(lines[1])
    others = iter(wires[known:])
    return Harness(
        rows=tuple(wires[:count]) or (ground,),
        columns=tuple(wires[count:known]),
        cells=cells,
        ground=ground,
        button=next(others) if button is not None else None,
        lamps=next(others) if lamps is not None else None,
        pull_ups=(
            connector.special(Text("3.3 V"), "3.3 V", connector.supply, Text("red"))
            if count
            else None
        ),
    )
