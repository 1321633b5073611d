"""A simulated board with shuffled wiring, to practise calibration."""

from __future__ import annotations

from random import Random

from companion.drivers.settings import (
    InvalidWiring,
    PortSettings,
    StripSettings,
    by_point,
    strip_wiring,
)
from companion.drivers.simulated import SimulatedWiring
from companion.geometry import Board
from companion.text import Text


def shuffled_wiring(seed: int, points: int, pixels: int) -> SimulatedWiring:
    """Return which switch and which pixel of the strip are at each point, shuffled by a seed."""
    rng = Random(seed)  # noqa: S311 - a rehearsal, not secrets
    return SimulatedWiring(
        tuple(rng.sample(range(points), points)), tuple(rng.sample(range(pixels), points))
    )


def configured_switches(port: PortSettings, board: Board) -> tuple[int, ...]:
    """Return the configured switch of each point. Raises InvalidWiring if there is no such
    switch."""
    if not port.switches:
        return tuple(range(board.size))
    numbers = by_point(port.switches, board, "[port] switches", Text("number"))
    if sorted(numbers) != list(range(board.size)):
        raise InvalidWiring(
            Text(
                "[port] switches: a simulated board numbers its switches from 0 to "
                "{last}; assign each to one point",
                last=board.size - 1,
            )
        )
    return numbers


def configured_wiring(port: PortSettings, strip: StripSettings, board: Board) -> SimulatedWiring:
    """Return a shuffled board's wiring as it appears through the settings: the point that each
    switch reports, and the point whose colour each lamp shows.

    Raises InvalidWiring if the settings are not possible.
    """
    numbers = configured_switches(port, board)
    lamps = strip_wiring(strip, board)
    true = shuffled_wiring(port.scramble, board.size, lamps.length)
    dark = board.size  # past the end of a frame: for pixels that belong to no point
    return SimulatedWiring(
        tuple(numbers.index(switch) for switch in true.switches),
        tuple(lamps.pixels.index(k) if k in lamps.pixels else dark for k in true.lamps),
    )
