"""A board before calibration: its switches and pixels by number, whatever points they belong to.

`companion calibrate` uses it to find out what is wired where.
"""

from __future__ import annotations

import dataclasses
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
from companion.drivers.scramble import configured_switches, shuffled_wiring
from companion.drivers.settings import (
    DirectWiring,
    InvalidWiring,
    MatrixWiring,
    PortSettings,
    StripSettings,
    StripWiring,
    direct_wiring,
    matrix_lines,
    matrix_wiring,
    strip_wiring,
)
from companion.drivers.simulated import SimulatedPort, SimulatedWiring
from companion.geometry import Board
from companion.text import Text

SwitchId = int | tuple[int, int]
"""A switch as the configuration names it: a number, or the row and column of a matrix."""


@dataclass(frozen=True, slots=True)
class RawBoard:
    """A board whose switches and pixels have only numbers.

    port:     its point k is switch k, and its frames hold a colour for each of `lamps` pixels.
    names:    each switch's name for people.
    places:   each switch as the configuration names it, in `[port]` under the key `key`.
    switches, pixels: the switch and the pixel of each point, as configured; no switches if the
              settings do not say.
    """

    port: Port
    key: str
    names: tuple[str, ...]
    places: tuple[SwitchId, ...]
    switches: tuple[int, ...]
    pixels: tuple[int, ...]
    lamps: int


def open_raw_board(
    port: PortSettings,
    strip: StripSettings,
    physical: Board,
    clock: Clock,
    *,
    rng: Random | None = None,
    pin_factory: Any = None,
) -> RawBoard:
    """Open the configured physical board by its numbers; its port does not report yet.

    Which switch or pixel is configured for which point does not matter. Raises InvalidWiring if the
    settings are not possible.
    """
    lamps = strip_wiring(strip, physical)
    every = dataclasses.replace(lamps, pixels=tuple(range(lamps.length)))

    def raw(
        made: Port,
        names: Sequence[str],
        places: Sequence[SwitchId],
        known: Sequence[SwitchId],
        key: str = "switches",
    ) -> RawBoard:
        switches = tuple(map(places.index, known))
        return RawBoard(
            made, key, tuple(names), tuple(places), switches, lamps.pixels, lamps.length
        )

    if port.kind == "direct":
        direct = direct_wiring(port, strip, physical)
        pins = tuple(sorted(direct.switches))
        names = tuple(f"GPIO {gpio}" for gpio in pins)
        made = DirectPort(DirectWiring(names, pins, direct.button, every), clock, pin_factory)
        return raw(made, names, pins, direct.switches)
    if port.kind == "matrix":
        matrix = _crossings(port, strip, physical, every)
        cells = _cells(port, strip, physical)
        return raw(MatrixPort(matrix, clock), matrix.names, matrix.cells, cells, "cells")
    if port.kind == "pico":
        pico = pico_wiring(port, strip, physical)
        numbers = range(max(pico.switches) + 1)
        behind = PicoWiring(pico.device, tuple(numbers), pico.whole, pico.button, every)
        return raw(PicoPort(behind, clock), _numbered(len(numbers)), numbers, pico.switches)
    wires = SimulatedWiring(tuple(range(physical.size)), tuple(range(physical.size)))
    known: Sequence[int] = range(physical.size)
    if port.scramble:
        known = configured_switches(port, physical)
        wires = shuffled_wiring(port.scramble, physical.size, lamps.length)
    table = SimulatedPort(
        physical.size, clock, rng, port.bounce, names=physical.names, wiring=wires
    )
    return raw(table, _numbered(physical.size), range(physical.size), known)


def _numbered(count: int) -> list[str]:
    return [Text("switch {number}", number=number) for number in range(count)]


def _cells(
    port: PortSettings, strip: StripSettings, physical: Board
) -> tuple[tuple[int, int], ...]:
    """Return each point's crossing; none if the settings do not say, or are not possible."""
    try:
        return matrix_wiring(port, strip, physical).cells
    except InvalidWiring:
        return ()


def _crossings(
    port: PortSettings, strip: StripSettings, physical: Board, every: StripWiring
) -> MatrixWiring:
    """Return the wiring with every crossing of rows and columns, with or without a reed."""
    rows, columns = matrix_lines(port, strip, physical)
    crossings = tuple(product(range(len(rows)), range(len(columns))))
    if len(crossings) < physical.size:
        raise InvalidWiring(
            Text(
                "[port] rows, columns: {rows} × {columns} are too few for the {size} "
                "points of the board {name}",
                rows=len(rows),
                columns=len(columns),
                size=physical.size,
                name=physical.name,
            )
        )
    # Any cells will do: only the pins are checked.
    some = dict(zip(physical.names, crossings, strict=False))
    checked = matrix_wiring(replace(port, cells=some), strip, physical)
    names = tuple(
        Text("row {row}, column {column}", row=row, column=column) for row, column in crossings
    )
    return MatrixWiring(names, rows, columns, crossings, checked.button, every)
