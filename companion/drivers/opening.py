"""From the configuration to a port."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.drivers.direct import DirectPort
from companion.drivers.port import Clock, Port
from companion.drivers.settings import PortSettings, StripSettings, wiring
from companion.drivers.simulated import SimulatedPort
from companion.geometry import Board


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
    if port.kind == "direct":
        return DirectPort(wiring(port, strip, board), clock, pin_factory)
    return SimulatedPort(board.size, clock, rng, port.bounce, names=board.names)
