"""A board by its wires: every switch and every pixel under a number, whichever point is over it.

What a maker has wired in any order is sorted out on such a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.drivers.direct import DirectPort
from companion.drivers.matrix import MatrixPort
from companion.drivers.pico import PicoPort
from companion.drivers.pico_wiring import PicoWiring, pico_wiring
from companion.drivers.port import Clock, Port
from companion.drivers.scramble import as_numbered, scrambled
from companion.drivers.settings import (
    InvalidWiring,
    MatrixWiring,
    PortSettings,
    StripSettings,
    StripWiring,
    Wiring,
    matrix_lines,
    matrix_wiring,
    strip_wiring,
    wiring,
)
from companion.drivers.simulated import SimulatedPort, Wires
from companion.geometry import Board

Place = int | tuple[int, int]
"""A switch as the configuration has it: a number, or the row and the column of a matrix."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A board by its wires.

    port:     its point k is switch k, and its frames hold a colour for each of `lamps` pixels.
    names:    what people call each switch.
    places:   what each is in the configuration, below `[port]` and the name `key`.
    switches, pixels: the switch and the pixel of each point of the board, as the settings have
              them; no switches where they do not tell.
    """

    port: Port
    key: str
    names: tuple[str, ...]
    places: tuple[Place, ...]
    switches: tuple[int, ...]
    pixels: tuple[int, ...]
    lamps: int


def open_raw(
    port: PortSettings,
    strip: StripSettings,
    wood: Board,
    clock: Clock,
    *,
    rng: Random | None = None,
    pin_factory: Any = None,
) -> Raw:
    """The board of wood that the settings describe, by its wires; its port does not report yet.

    Which of the switches and pixels is said to be at which point does not matter. InvalidWiring
    when the settings cannot be followed.
    """
    lamps = strip_wiring(strip, wood)
    every = StripWiring(
        lamps.route, lamps.pin, tuple(range(lamps.length)), lamps.length, lamps.order
    )

    def raw(
        made: Port,
        names: Sequence[str],
        places: Sequence[Place],
        known: Sequence[Place],
        key: str = "switches",
    ) -> Raw:
        switches = tuple(map(places.index, known))
        return Raw(made, key, tuple(names), tuple(places), switches, lamps.pixels, lamps.length)

    if port.kind == "direct":
        direct = wiring(port, strip, wood)
        pins = tuple(sorted(direct.switches))
        names = tuple(f"GPIO {gpio}" for gpio in pins)
        made = DirectPort(Wiring(names, pins, direct.button, every), clock, pin_factory)
        return raw(made, names, pins, direct.switches)
    if port.kind == "matrix":
        matrix = _crossings(port, strip, wood, every)
        cells = _cells(port, strip, wood)
        return raw(MatrixPort(matrix, clock), matrix.names, matrix.cells, cells, "cells")
    if port.kind == "pico":
        pico = pico_wiring(port, strip, wood)
        numbers = range(max(pico.switches) + 1)
        behind = PicoWiring(pico.device, tuple(numbers), pico.whole, pico.button, every)
        return raw(PicoPort(behind, clock), _numbered(len(numbers)), numbers, pico.switches)
    wires = Wires(tuple(range(wood.size)), tuple(range(wood.size)))
    known: Sequence[int] = range(wood.size)
    if port.scramble:
        known = as_numbered(port, wood)
        wires = scrambled(port.scramble, wood.size, lamps.length)
    table = SimulatedPort(wood.size, clock, rng, port.bounce, names=wood.names, wiring=wires)
    return raw(table, _numbered(wood.size), range(wood.size), known)


def _numbered(count: int) -> list[str]:
    return [f"switch {number}" for number in range(count)]


def _cells(port: PortSettings, strip: StripSettings, wood: Board) -> tuple[tuple[int, int], ...]:
    """The crossing of each point; none where the settings do not tell, or cannot be."""
    try:
        return matrix_wiring(port, strip, wood).cells
    except InvalidWiring:
        return ()


def _crossings(
    port: PortSettings, strip: StripSettings, wood: Board, every: StripWiring
) -> MatrixWiring:
    """Every crossing of rows and columns, wherever a reed may be."""
    rows, columns = matrix_lines(port, strip, wood)
    crossings = tuple(product(range(len(rows)), range(len(columns))))
    if len(crossings) < wood.size:
        raise InvalidWiring(
            f"[port] rows, columns: {len(rows)} × {len(columns)} are too few for the {wood.size} "
            f"points of the board {wood.name}"
        )
    # Any cells will do to have the pins checked.
    some = dict(zip(wood.names, crossings, strict=False))
    checked = matrix_wiring(replace(port, cells=some), strip, wood)
    names = tuple(f"row {row}, column {column}" for row, column in crossings)
    return MatrixWiring(names, rows, columns, crossings, checked.button, every)
