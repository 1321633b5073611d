"""From the configuration to a port."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from companion.drivers.direct import DirectPort
from companion.drivers.matrix import MatrixPort
from companion.drivers.pico import PicoPort
from companion.drivers.pico_wiring import pico_wiring
from companion.drivers.port import Clock, Port
from companion.drivers.scramble import configured_wiring
from companion.drivers.settings import (
    PortSettings,
    StripSettings,
    direct_wiring,
    matrix_wiring,
    strip_wiring,
)
from companion.drivers.simulated import SimulatedPort
from companion.drivers.sub_board import SubBoardPort, physical_board, places
from companion.geometry import Board, Point


@dataclass(frozen=True, slots=True)
class BoardFit:
    """Where a game's board lies on the physical board.

    physical: the whole physical board. places: its point for each of the game's points. lamps: how
    many lamps there are, whether the game lights them or not.
    """

    physical: Board
    places: tuple[Point, ...]
    lamps: int


def fit(port: PortSettings, strip: StripSettings, board: Board) -> BoardFit:
    """Fit a game's board onto the configured board. Raises InvalidWiring if it does not fit, or if
    the settings contradict each other."""
    physical = physical_board(port, board)
    where = places(physical, board)
    if port.kind == "simulated":
        if port.scramble:
            configured_wiring(port, strip, physical)
        return BoardFit(physical, where, physical.size)
    if port.kind == "direct":
        direct_wiring(port, strip, physical)
    elif port.kind == "pico":
        pico_wiring(port, strip, physical)
    else:
        matrix_wiring(port, strip, physical)
    return BoardFit(physical, where, strip_wiring(strip, physical).length)


def open_port(
    port: PortSettings,
    strip: StripSettings,
    board: Board,
    clock: Clock,
    *,
    rng: Random | None = None,
    pin_factory: Any = None,
) -> Port:
    """Create the port that the settings describe. It reports nothing until it is opened itself.

    rng: the source of random bounce for simulated switches. pin_factory: a gpiozero pin factory,
    for tests. Raises InvalidWiring if the settings do not fit the board.
    """
    if port.kind == "simulated":
        wires = configured_wiring(port, strip, board) if port.scramble else None
        return SimulatedPort(board.size, clock, rng, port.bounce, names=board.names, wiring=wires)
    fitting = fit(port, strip, board)
    made: Port
    if port.kind == "direct":
        made = DirectPort(direct_wiring(port, strip, fitting.physical), clock, pin_factory)
    elif port.kind == "pico":
        made = PicoPort(pico_wiring(port, strip, fitting.physical), clock)
    else:
        made = MatrixPort(matrix_wiring(port, strip, fitting.physical), clock)
    return made if fitting.physical.name == board.name else SubBoardPort(made, fitting.places)
