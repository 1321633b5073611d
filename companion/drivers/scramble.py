"""A simulated board that is wired in any order, as boards of wood are, to rehearse calibrating."""

from __future__ import annotations

from random import Random

from companion.drivers.settings import (
    InvalidWiring,
    PortSettings,
    StripSettings,
    by_point,
    strip_wiring,
)
from companion.drivers.simulated import Wires
from companion.geometry import Board


def scrambled(seed: int, points: int, pixels: int) -> Wires:
    """Which switch and which of the strip's pixels are at each point, shuffled by a seed."""
    rng = Random(seed)  # noqa: S311 - a rehearsal, not secrets
    return Wires(tuple(rng.sample(range(points), points)), tuple(rng.sample(range(pixels), points)))


def as_numbered(port: PortSettings, board: Board) -> tuple[int, ...]:
    """The switch that the settings say is at each point; InvalidWiring when there are none such."""
    if not port.switches:
        return tuple(range(board.size))
    numbers = by_point(port.switches, board, "[port] switches", "number")
    if sorted(numbers) != list(range(board.size)):
        raise InvalidWiring(
            "[port] switches: a simulated board counts its switches from 0 to "
            f"{board.size - 1}; give each to one point"
        )
    return numbers


def as_configured(port: PortSettings, strip: StripSettings, board: Board) -> Wires:
    """A scrambled board as the program takes it by its settings: which point each switch reports
    for, and whose colour each lamp shows. InvalidWiring when the settings cannot be."""
    numbers = as_numbered(port, board)
    lamps = strip_wiring(strip, board)
    true = scrambled(port.scramble, board.size, lamps.length)
    dark = board.size  # past the end of a frame: a pixel that is in no map
    return Wires(
        tuple(numbers.index(switch) for switch in true.switches),
        tuple(lamps.pixels.index(k) if k in lamps.pixels else dark for k in true.lamps),
    )
