"""The default wiring of boards, for the stand-ins."""

from __future__ import annotations

from companion.drivers.settings import (
    MatrixWiring,
    PortSettings,
    StripSettings,
    direct_wiring,
    matrix_wiring,
)
from companion.geometry import STAR, Board

STAR_SPI = direct_wiring(PortSettings(kind="direct"), StripSettings(), STAR)
"""The star with a GPIO pin for each switch and its lamps on SPI."""

STAR_PWM = direct_wiring(PortSettings(kind="direct"), StripSettings(route="pwm"), STAR)
"""The star with a GPIO pin for each switch and its lamps on PWM."""


def wired(board: Board, route: str = "spi") -> MatrixWiring:
    """A board in rows and columns. route: "spi" or "pwm", for the lamps."""
    strip = StripSettings(route="pwm" if route == "pwm" else "spi")
    return matrix_wiring(PortSettings(kind="matrix"), strip, board)
