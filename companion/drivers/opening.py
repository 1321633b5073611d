"""From the configuration to a port."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from companion.drivers.direct import DirectPort
from companion.drivers.matrix import MatrixPort
from companion.drivers.part import PartPort, places, wooden
from companion.drivers.pico import PicoPort
from companion.drivers.pico_wiring import pico_wiring
from companion.drivers.port import Clock, Port
from companion.drivers.scramble import as_configured
from companion.drivers.settings import (
    PortSettings,
    StripSettings,
    matrix_wiring,
    strip_wiring,
    wiring,
)
from companion.drivers.simulated import SimulatedPort
from companion.geometry import Board, Point


@dataclass(frozen=True, slots=True)
class Fitting:
    """How a game's board lies on the board that there is.

    wood: the whole of it. places: the point of the wood for each of the game's points. lamps: how
    many lamps there are, lit by the game or not.
    """

    wood: Board
    places: tuple[Point, ...]
    lamps: int


def fit(port: PortSettings, strip: StripSettings, board: Board) -> Fitting:
    """How a game's board lies on the board of the settings; InvalidWiring when it does not, or when
    the settings do not fit each other."""
    wood = wooden(port, board)
    where = places(wood, board)
    if port.kind == "simulated":
        if port.scramble:
            as_configured(port, strip, wood)
        return Fitting(wood, where, wood.size)
    if port.kind == "direct":
        wiring(port, strip, wood)
    elif port.kind == "pico":
        pico_wiring(port, strip, wood)
    else:
        matrix_wiring(port, strip, wood)
    return Fitting(wood, where, strip_wiring(strip, wood).length)


def check(port: PortSettings, strip: StripSettings, board: Board) -> None:
    """Raise InvalidWiring when these settings do not fit each other or the board."""
    fit(port, strip, board)


def open_port(
    port: PortSettings,
    strip: StripSettings,
    board: Board,
    clock: Clock,
    *,
    rng: Random | None = None,
    pin_factory: Any = None,
) -> Port:
    """The port that the settings describe, not yet reporting: its own `open` starts that.

    rng: what simulated switches bounce by. pin_factory: for tests, one of gpiozero's.
    Raises InvalidWiring when settings and board do not fit.
    """
    if port.kind == "simulated":
        wires = as_configured(port, strip, board) if port.scramble else None
        return SimulatedPort(board.size, clock, rng, port.bounce, names=board.names, wiring=wires)
    fitting = fit(port, strip, board)
    made: Port
    if port.kind == "direct":
        made = DirectPort(wiring(port, strip, fitting.wood), clock, pin_factory)
    elif port.kind == "pico":
        made = PicoPort(pico_wiring(port, strip, fitting.wood), clock)
    else:
        made = MatrixPort(matrix_wiring(port, strip, fitting.wood), clock)
    return made if fitting.wood.name == board.name else PartPort(made, fitting.places)
