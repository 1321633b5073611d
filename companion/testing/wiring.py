"""The default wiring of boards, for the stand-ins."""

from __future__ import annotations

from companion.device.ports.direct_kind import DirectKind
from companion.device.ports.matrix_gpio import MatrixWiring
from companion.device.ports.matrix_kind import MatrixKind
from companion.device.ports.pixel_strip import PwmLamps, SpiLamps
from companion.rules.geometry import STAR, Board

STAR_SPI = DirectKind().wiring(SpiLamps(), STAR)
"""The star with a GPIO pin for each switch and its lamps on SPI."""

STAR_PWM = DirectKind().wiring(PwmLamps(), STAR)
"""The star with a GPIO pin for each switch and its lamps on PWM."""


def wired(board: Board, route: str = "spi") -> MatrixWiring:
    """Return the default wiring of a board in rows and columns.

    Args:
        board: The board.
        route: The route of the lamps: "spi" or "pwm".
    """
    return MatrixKind().wiring(PwmLamps() if route == "pwm" else SpiLamps(), board)
