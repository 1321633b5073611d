"""Every wire of a board: how long to cut it, in which colour, from where to where.

A length is the way that the wire lies, by the places of points, lamps, jack, fuse and stripboard,
and a slack that is stated: what goes from the base down to the floor, a loop that lets the floor be
laid beside the board, and both ends. It is rounded up to whole centimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from hardware.artwork.layout import Layout
from hardware.artwork.shapes import XY
from hardware.assembly.case import Case
from hardware.assembly.harness import trunk, wire_level
from hardware.guide.board_layout import stripboard
from hardware.guide.nets import Circuit, Terminal, leads, pin
from hardware.guide.stripboard import COLUMNS, PITCH, STRIPS, WIRE, Hole, Stripboard
from hardware.parts.wires import FEED, MAIN, SIGNAL
from hardware.simulation.lengths import STRIP_PIECE, Lengths

LOOP = 60.0
"""mm; what a wire between base and floor has in reserve, so that the floor can be laid beside."""

END = 10.0
"""mm; for each end: stripped, and bent to its pad or through its hole."""

ROUND = 10.0
"""mm; lengths are rounded up to this."""

MOST_DATA = 200.0
"""mm; the most from the level shifter to the first pixel. Its wire has no loop."""

EDGE = 0.7
"""Strips and columns between the stripboard's edge and its first holes, in holes."""

HEADER = (32.5, 3.5)
"""The middle of a Raspberry Pi's header, from its lower left corner as it lies in the case, mm."""

RIBBON = "ribbon cable"


class Stop(NamedTuple):
    """Where a wire is soldered on: the words for it, and its terminals."""

    words: str
    terminals: tuple[Terminal, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A wire to cut.

    Attributes:
        label: What to write on its ends; short, and its own.
        what: What it carries.
        gauge: The wire, as in the parts list, or the ribbon cable.
        colour: Its colour.
        stops: Where it is soldered on, from the one end to the other; those between are in passing.
        length: How long to cut it, in mm.
        step: The step in which it is soldered on.
    """

    label: str
    what: str
    gauge: str
    colour: str
    stops: tuple[Stop, ...]
    length: float
    step: int


@dataclass(frozen=True)
class CutList:
    """The wires of a board and their places.

    Attributes:
        circuit: The circuit.
        layout: Where points and lamps are.
    """

    circuit: Circuit
    layout: Layout

    @cached_property
    def stripboard(self) -> Stripboard:
        """The stripboard that the wires come to."""
        return stripboard(self.circuit)

    @cached_property
    def case(self) -> Case:
        """Where jack, fuse, stripboard and button are."""
        return Case(self.layout)

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Every wire, in the order of the steps."""
        found = (*self._ribbon(), *self._reeds(), *self._button(), *self._supply(), *self._lamps())
        return tuple(sorted(found, key=lambda cut: cut.step))

    @cached_property
    def joints(self) -> tuple[tuple[Terminal, ...], ...]:
        """What is soldered together without a wire."""
        names, matrix = self.circuit.board.names, self.circuit.matrix
        reeds = [leads(name, way) for name in names for way in "we"]
        if matrix:
            reeds += [(leads(name, "e")[0], f"diode {name}.a") for name in names]
        first = names[0]
        return (
            *reeds,
            ("jack.5V", "fuse.in"),
            ("data resistor.b", f"pixel {first}.DIN"),
            ("bulk.+", f"pixel {first}.5V"),
            ("bulk.-", f"pixel {first}.0V"),
            (f"pixel {names[-1]}.DOUT",),  # it stays free
        )

    def joined(self) -> list[tuple[Terminal, ...]]:
        """Return everything that is joined off the stripboard: by a wire, or directly."""
        wires = [tuple(t for stop in cut.stops for t in stop.terminals) for cut in self.cuts]
        return [*self.joints, *wires]

    # Places.

    def hole(self, at: Hole) -> XY:
        """Return where a hole of the stripboard is, seen from above.

        The strips run from south to north; the level shifter is at the northern end.
        """
        thing = self.case.shifter
        return XY(
            thing.left + PITCH * (at.strip - 1 + EDGE),
            thing.top - PITCH * (COLUMNS - at.column + EDGE),
        )

    def _down(self, level: float, at: XY) -> float:
        """Return the way from a height in the trunk to a place on the floor."""
        return abs(level - at.y) + abs(trunk(self.layout) - at.x)

    def _long(self, way: float, loop: float = LOOP) -> float:
        """Return the length to cut for a way between base and floor."""
        return _rounded(way + self.case.stack.room + loop + 2 * END)

    def _landing(self, name: str) -> tuple[Stop, XY]:
        terminal = f"{WIRE}{name}"
        (at,) = (each.at for each in self.stripboard.landings if each.terminal == terminal)
        return Stop(f"stripboard {at}", (terminal,)), self.hole(at)

    # Wires.

    def _ribbon(self) -> Iterator[Cut]:
        at = self.case.pi
        header = XY(at.left + HEADER[0], at.bottom + HEADER[1])
        landed = {each.terminal: each.at for each in self.stripboard.landings}
        places = {wire: landed[pin(wire)] for wire in self.circuit.harness.wires}
        far = max(
            abs(header.x - self.hole(hole).x) + abs(header.y - self.hole(hole).y)
            for hole in places.values()
        )
        for wire, hole in sorted(places.items(), key=lambda item: item[0].pin):
            yield Cut(
                f"R{wire.pin}",
                wire.what,
                RIBBON,
                f"conductor {wire.pin}",
                (Stop(f"header pin {wire.pin}", (pin(wire),)), Stop(f"stripboard {hole}", ())),
                _rounded(far + LOOP + 2 * END),
                2,
            )

    def _reeds(self) -> Iterator[Cut]:
        if self.circuit.matrix:
            yield from self._rows_and_columns()
            return
        layout, board = self.layout, self.circuit.board
        row_of = {int(point): number for number, row in enumerate(board.rows) for point in row}
        for point, wire in enumerate(self.circuit.wires("point")):
            name, level = board.names[point], wire_level(layout, row_of[point])
            start, at = self._landing(wire.what)
            slots = layout.slots_of(point)
            east = min(slot.left for slot in slots) - trunk(layout)
            off = abs(layout.points[point].y - level)
            stop = Stop(f"point {name}, western leads", leads(name, "w")[:1])
            yield Cut(
                f"P{name}",
                wire.what,
                str(SIGNAL),
                wire.colour,
                (start, stop),
                self._long(self._down(level, at) + east + off),
                8,
            )
        for number, row in enumerate(board.rows):
            start, at = self._landing(f"ground {number + 1}")
            way = self._down(wire_level(layout, number), at) + self._row_long(number)
            stops = [
                Stop(f"point {name}, eastern leads", leads(name, "e")[:1])
                for name in (board.names[point] for point in row)
            ]
            yield Cut(
                f"G{number + 1}",
                f"ground of row {number + 1}",
                str(SIGNAL),
                "black",
                (start, *stops),
                self._long(way),
                8,
            )

    def _rows_and_columns(self) -> Iterator[Cut]:
        layout, board = self.layout, self.circuit.board
        along, last = self.circuit.along(), len(board.rows) - 1
        for number, wire in enumerate(self.circuit.wires("row")):
            start, at = self._landing(wire.what)
            way = self._down(wire_level(layout, number), at) + self._row_long(number)
            stops = [Stop(f"point {name}, ring of the diode", (f"diode {name}.ring",))
                     for name in along[wire.what]]  # fmt: skip
            yield self._signal(f"r{number}", wire.what, wire.colour, (start, *stops), way)
        lengths = Lengths(layout, cable=0)
        for number, wire in enumerate(self.circuit.wires("column")):
            start, at = self._landing(wire.what)
            alone, _ = lengths.column(number)
            files = sorted({round(place.x, 3) for place in layout.points})
            west = files[number] - trunk(layout)
            way = self._down(wire_level(layout, last), at) + west + 1000 * alone
            stops = [
                Stop(f"point {name}, western leads", leads(name, "w")[:1])
                for name in reversed(along[wire.what])
            ]
            yield self._signal(f"c{number}", wire.what, wire.colour, (start, *stops), way)

    def _signal(
        self, label: str, what: str, colour: str, stops: tuple[Stop, ...], way: float
    ) -> Cut:
        return Cut(label, what, str(SIGNAL), colour, stops, self._long(way), 8)

    def _row_long(self, number: int) -> float:
        """The length of a row's wire, from the trunk to its last reed."""
        points = [self.layout.points[point] for point in self.circuit.board.rows[number]]
        east = points[-1].x + self.layout.measures.span - trunk(self.layout)
        return east + abs(points[0].y - wire_level(self.layout, number))

    def _button(self) -> Iterator[Cut]:
        at, wire = self.case.button, self.circuit.wire("button")
        for label, name, colour, end in (
            ("B1", "button", wire.colour, "button.a"),
            ("B2", "ground button", "black", "button.b"),
        ):
            start, place = self._landing(name)
            way = abs(place.x - at.x) + abs(place.y - at.y)
            stop = Stop("button", (end,))
            yield Cut(label, name, str(SIGNAL), colour, (start, stop), self._long(way), 9)

    def _supply(self) -> Iterator[Cut]:
        case = self.case
        for label, name, colour, words, end, place in (
            ("S+", "5 V", "red", "fuse holder, far end", "fuse.out", case.fuse),
            ("S−", "0 V", "black", "jack, −", "jack.0V", case.jack),
        ):
            start, at = self._landing(name)
            low = XY(place.middle.x, place.bottom)
            way = abs(low.x - at.x) + abs(low.y - at.y)
            stops = (Stop(words, (end,)), start)
            yield Cut(
                label,
                f"{name} of the stripboard",
                str(SIGNAL),
                colour,
                stops,
                _rounded(way + 2 * END + LOOP),
                4,
            )

    def _lamps(self) -> Iterator[Cut]:
        names, lamps = self.circuit.board.names, self.layout.lamps
        start, at = self._landing("data")
        way = abs(lamps[0].x - at.x) + abs(lamps[0].y - at.y)
        colour = self.circuit.wire("lamps").colour
        stop = Stop(f"pixel {names[0]}, resistor at DIN", ("data resistor.a",))
        length = self._long(way, loop=0)
        yield Cut("D", "data", str(SIGNAL), colour, (start, stop), length, 4)
        lengths = Lengths(self.layout)
        for number, lamp in enumerate(lengths.feeds):
            for sign, colour, words, end, rail, thing in (
                ("+", "red", "fuse holder, far end", "fuse.out", "5V", "fuse"),
                ("−", "black", "jack, −", "jack.0V", "0V", "jack"),
            ):
                place = getattr(self.case, thing)
                way = abs(lamps[lamp].x - place.middle.x) + abs(lamps[lamp].y - place.bottom)
                stops = (Stop(words, (end,)), Stop(f"pixel {names[lamp]}, {_volts(rail)}",
                                                  (f"pixel {names[lamp]}.{rail}",)))  # fmt: skip
                yield Cut(
                    f"F{number + 1}{sign}",
                    f"{_volts(rail)} to pixel {names[lamp]}",
                    str(MAIN),
                    colour,
                    stops,
                    self._long(way),
                    4,
                )
        gaps = zip(pairwise(names), lengths.lamps, strict=True)
        for number, ((before, after), gap) in enumerate(gaps, 1):
            length = _rounded(1000 * max(gap - STRIP_PIECE, 0) + 2 * END)
            for mark, colour, out, into in (
                ("+", "red", "5V", "5V"),
                ("−", "black", "0V", "0V"),
                ("d", "white", "DOUT", "DIN"),
            ):
                stops = (
                    Stop(f"pixel {before}, {_volts(out)}", (f"pixel {before}.{out}",)),
                    Stop(f"pixel {after}, {_volts(into)}", (f"pixel {after}.{into}",)),
                )
                what = f"{_volts(out)} after pixel {before}"
                yield Cut(f"L{number}{mark}", what, str(FEED), colour, stops, length, 10)


def _volts(rail: str) -> str:
    return {"5V": "5 V", "0V": "0 V"}.get(rail, rail)


def _rounded(length: float) -> float:
    return ROUND * ceil(round(length, 6) / ROUND)


def board_edges() -> tuple[float, float]:
    """Return how far the holes reach across the strips and along them, with the edges, in mm."""
    return PITCH * (len(STRIPS) - 1 + 2 * EDGE), PITCH * (COLUMNS - 1 + 2 * EDGE)
