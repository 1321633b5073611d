"""What a configuration file says of the switches, whichever kind of board has them."""

from __future__ import annotations

from companion.config import Config
from companion.device.ports import DirectKind, MatrixKind, PicoKind, SimulatedKind


def switches_of(config: Config) -> dict[str, int]:
    assert isinstance(config.port, DirectKind | PicoKind | SimulatedKind)
    return config.port.switches


def cells_of(config: Config) -> dict[str, tuple[int, int]]:
    assert isinstance(config.port, MatrixKind)
    return config.port.cells
